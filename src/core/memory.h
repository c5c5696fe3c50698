/* memory.h — how a set takes memory from its allocator, and gives it back. */
#ifndef SEPAL_CORE_MEMORY_H
#define SEPAL_CORE_MEMORY_H

#include <sepal/base.h>

/* The C library's allocator, which is used where the caller gives NULL. */
extern const sepal_allocator sepal_c_allocator;

/* Room for `count` elements of `size` bytes each, aligned to 64 bytes; count and size are not 0. NULL if there is no memory, or the
 * number of bytes does not fit size_t. */
void *sepal_memory_take(const sepal_allocator *allocator, size_t count, size_t size);

/* Gives back what sepal_memory_take returned for the same count and size. NULL is allowed. */
void sepal_memory_release(const sepal_allocator *allocator, void *pointer, size_t count, size_t size);

#endif
