/* must.h — how a harness says that a promise is broken: it aborts, which a fuzzer notices wherever it happens. */
#ifndef SEPAL_TESTS_MUST_H
#define SEPAL_TESTS_MUST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 2, 3))) static inline void must(bool holds, const char *otherwise, ...) {
    if (holds)
        return;
    va_list values;
    va_start(values, otherwise);
    vfprintf(stderr, otherwise, values);
    va_end(values);
    fputc('\n', stderr);
    abort();
}

static inline void *must_have(void *pointer) {
    must(pointer != NULL, "the harness has no memory");
    return pointer;
}

#endif
