/* memory.h — the allocator that stands in for NULL. */
#ifndef SEPAL_CORE_MEMORY_H
#define SEPAL_CORE_MEMORY_H

#include <sepal/base.h>

extern const sepal_allocator sepal_c_allocator;

#endif
