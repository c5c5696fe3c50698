/* allocators.h — allocators that check their use: one counts and can fail, one ends every allocation at a page that may not be
 * touched. */
#ifndef SEPAL_TESTS_ALLOCATORS_H
#define SEPAL_TESTS_ALLOCATORS_H

#include <sepal/base.h>
#include <stdbool.h>

enum { WATCH_MOST = 64 };

/* Checks its arguments: sizes above 0, alignments that are powers of two up to 64, and releases of allocated memory with the
 * size of the allocation. Every bit of new memory is set (as floats: not a number), so that nothing relies on zeros. */
typedef struct watch {
    size_t requests; /* so far */
    size_t fail_at;  /* the request that is refused, counted from 0; SIZE_MAX for none */
    bool fail_later; /* later requests are refused too */
    size_t live;     /* allocations not yet released */
    struct {
        void *pointer;
        size_t size;
    } blocks[WATCH_MOST];
} watch;

watch watch_create(void);
sepal_allocator watch_allocator(watch *w);

/* Every allocation lies between two pages that may not be touched. It ends at the second one, less the padding that its
 * alignment needs. */
sepal_allocator guard_allocator(void);

/* Memory of a test: `size` bytes that end exactly at a page that may not be touched. */
void *guarded(size_t size);
void guarded_release(void *pointer, size_t size);

#endif
