/* allocators.h — allocators that watch: one that keeps count and can fail, one that ends every allocation at a forbidden page. */
#ifndef SEPAL_TESTS_ALLOCATORS_H
#define SEPAL_TESTS_ALLOCATORS_H

#include <sepal/base.h>
#include <stdbool.h>

enum { WATCH_MOST = 64 };

/* Checks what is asked of it: sizes above 0, alignments that are powers of two up to 64, releases of what it gave out, with the
 * size it was given out with. Memory comes with every bit set (floats: not a number), so that nothing relies on zeros. */
typedef struct watch {
    size_t requests; /* so far */
    size_t fail_at;  /* the request that is refused, counted from 0; SIZE_MAX for none */
    bool fail_later; /* those behind it are refused too */
    size_t live;     /* allocations not yet released */
    struct {
        void *pointer;
        size_t size;
    } blocks[WATCH_MOST];
} watch;

watch watch_create(void);
sepal_allocator watch_allocator(watch *w);

/* Every allocation ends where a page begins that may not be touched, up to what its alignment leaves, and begins behind another. */
sepal_allocator guard_allocator(void);

/* The same for memory of a test: `size` bytes that end exactly at such a page. */
void *guarded(size_t size);
void guarded_release(void *pointer, size_t size);

#endif
