/* must.h — what a scene or a plain program cannot go on without: the program ends where it does not hold. Needs no Criterion. */
#ifndef SEPAL_TESTS_MUST_H
#define SEPAL_TESTS_MUST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
must(bool holds, const char *otherwise, ...) {
    if (holds)
        return;
    va_list values;
    va_start(values, otherwise);
    vfprintf(stderr, otherwise, values);
    va_end(values);
    fputc('\n', stderr);
    abort();
}

/* The memory, which is there. */
static inline void *must_have(void *pointer) {
    if (pointer == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return pointer;
}

#endif
