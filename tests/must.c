#include "must.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void must(bool holds, const char *format, ...) {
    if (holds)
        return;
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    abort();
}

void *must_have(void *memory) {
    must(memory != NULL, "out of memory");
    return memory;
}
