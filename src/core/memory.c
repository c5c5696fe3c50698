/* memory.c — the C library as an allocator, and arrays from any allocator. */
#include "arithmetic.h"

#include "memory.h"
#include <stdlib.h>

/* A whole cache line, and the most that sepal_allocator is asked for. */
enum { MEMORY_ALIGNMENT = 64 };

static void *c_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    size_t rounded = (size + alignment - 1) & ~(alignment - 1); /* aligned_alloc wants a multiple (C11 7.22.3.1) */
    return rounded < size ? NULL : aligned_alloc(alignment, rounded);
#endif
}

static void c_release(void *context, void *pointer, size_t size) {
    (void)context;
    (void)size;
#ifdef _WIN32
    _aligned_free(pointer);
#else
    free(pointer);
#endif
}

const sepal_allocator sepal_c_allocator = {NULL, c_allocate, c_release};

void *sepal_memory_take(const sepal_allocator *allocator, size_t count, size_t size) {
    if (count > SIZE_MAX / size)
        return NULL;
    return allocator->allocate(allocator->context, count * size, MEMORY_ALIGNMENT);
}

void sepal_memory_release(const sepal_allocator *allocator, void *pointer, size_t count, size_t size) {
    if (pointer != NULL)
        allocator->release(allocator->context, pointer, count * size);
}
