/* messages.h — what ends the program. */
#ifndef KICAD_MESSAGES_H
#define KICAD_MESSAGES_H

#include <stddef.h>

#include <sepal/sepal.h>

extern const char *file_name; /* the file, in messages */

/* Ends the program with a message: of a line of the file, if it is not 0. */
_Noreturn void fail(size_t line, const char *format, ...);

void must(const char *what, sepal_status status);

/* Room for one more element of an array that grows. */
void *grown(void *array, size_t count, size_t size);

#endif
