/* must.h — checks in scenes and plain programs, which end the program if they fail. They need no Criterion. */
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

/* Returns the pointer, or ends the program if it is NULL. */
static inline void *must_have(void *pointer) {
    if (pointer == NULL) {
        fputs("out of memory\n", stderr);
        abort();
    }
    return pointer;
}

#endif
