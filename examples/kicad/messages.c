#include "messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *file_name = "board";

_Noreturn void fail(size_t line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (line > 0)
        fprintf(stderr, "%s:%zu: ", file_name, line);
    else
        fprintf(stderr, "%s: ", file_name);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

void must(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fail(0, "cannot %s: %s", what, sepal_status_text(status));
}

void *grown(void *array, size_t count, size_t size) {
    if (count == 0 || (count >= 64 && (count & (count - 1)) == 0)) /* at powers of two, to twice as many */
        array = realloc(array, (count == 0 ? 64 : 2 * count) * size);
    if (array == NULL)
        fail(0, "out of memory");
    return array;
}
