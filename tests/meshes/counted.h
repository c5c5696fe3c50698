/* counted.h — the allocator of a mesh whose memory is counted, and may be short. */
#ifndef SEPAL_TESTS_COUNTED_H
#define SEPAL_TESTS_COUNTED_H

#include <stddef.h>
#include <stdlib.h>

typedef struct counted {
    size_t bytes, most, left; /* in use, and at most so far; allocations until one fails */
} counted;

static void *take_counted(void *context, size_t size, size_t alignment) {
    counted *c = context;
    if (c->left == 0)
        return NULL;
    c->left--;
    c->bytes += size;
    c->most = c->bytes > c->most ? c->bytes : c->most;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release_counted(void *context, void *pointer, size_t size) {
    ((counted *)context)->bytes -= size;
    free(pointer);
}

#endif
