/* status.c — status texts, the version, the C library as an allocator. */
#include "arithmetic.h"

#include "memory.h"
#include <stdlib.h>

#define TEXT_OF(x)                        #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *sepal_status_text(sepal_status status) {
    switch (status) {
    case SEPAL_OK:
        return "success";
    case SEPAL_BAD_ARGUMENT:
        return "bad argument: a null pointer, or an index or range outside a set";
    case SEPAL_BAD_SHAPE:
        return "bad shape: not finite, not convex, winding more than once, no vertices, or a negative extent or radius";
    case SEPAL_NO_MEMORY:
        return "out of memory";
    case SEPAL_TOO_SMALL:
        return "the output has no room";
    }
    return "unknown status";
}

const char *sepal_version(void) {
    return VERSION_TEXT(SEPAL_VERSION_MAJOR, SEPAL_VERSION_MINOR, SEPAL_VERSION_PATCH);
}

static void *allocate(void *context, size_t size, size_t alignment) {
    (void)context;
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    size_t rounded = (size + alignment - 1) & ~(alignment - 1); /* aligned_alloc wants a multiple (C11 7.22.3.1) */
    return rounded < size ? NULL : aligned_alloc(alignment, rounded);
#endif
}

static void release(void *context, void *pointer, size_t size) {
    (void)context;
    (void)size;
#ifdef _WIN32
    _aligned_free(pointer);
#else
    free(pointer);
#endif
}

const sepal_allocator sepal_c_allocator = {NULL, allocate, release};
