/* must.h — what a scene or a plain program cannot go on without: the program ends where it does not hold. Needs no Criterion. */
#ifndef SEPAL_TESTS_MUST_H
#define SEPAL_TESTS_MUST_H

#include <stdbool.h>

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void must(bool holds, const char *format, ...);

/* The memory, which is there. */
void *must_have(void *memory);

#endif
