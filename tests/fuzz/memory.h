/* memory.h — an allocator that refuses requests when it is told to, and all that are unreasonably large. */
#ifndef SEPAL_TESTS_FUZZ_MEMORY_H
#define SEPAL_TESTS_FUZZ_MEMORY_H

#include <sepal/base.h>
#include <stdbool.h>

typedef struct memory {
    size_t until_refusal; /* this many requests are granted first; SIZE_MAX: all are */
    bool refused;         /* since this was last set to false */
    size_t live;          /* allocations not yet released */
} memory;

memory memory_create(void);
sepal_allocator memory_allocator(memory *m);

#endif
