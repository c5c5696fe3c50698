/* Runs all tests of a program, in one process, in the order in which they are written. */
#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdlib.h>

static plain_test *first, **last = &first;
static const plain_test *running;

void plain_add(plain_test *test) {
    *last = test;
    last = &test->next;
}

void plain_say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
}

void plain_check(const char *file, int line, bool holds, const char *what, const char *format, ...) {
    if (holds)
        return;
    fprintf(stderr, "FAIL  %s/%s, %s:%d: %s\n", running->suite, running->name, file, line, what);
    if (format != NULL) {
        va_list values;
        va_start(values, format);
        vfprintf(stderr, format, values);
        va_end(values);
        fputc('\n', stderr);
    }
    fflush(NULL);
    _Exit(EXIT_FAILURE);
}

int main(void) {
    int count = 0;
    for (running = first; running != NULL; running = running->next, count++) {
        running->body();
        printf("ok    %s/%s\n", running->suite, running->name);
        fflush(stdout);
    }
    printf("%d tests passed\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
