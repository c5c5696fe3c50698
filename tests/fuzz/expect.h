/* expect.h — what the calls under test share: how a call should end, and arguments that are sometimes bad. */
#ifndef SEPAL_TESTS_EXPECT_H
#define SEPAL_TESTS_EXPECT_H

#include "model.h"

/* What an output holds before a call. */
enum { UNTOUCHED = 0x12345678 };

/* Checks that a call ended as expected, or with SEPAL_NO_MEMORY if memory was refused. Returns whether it succeeded. */
bool went_well(const tracked *to, const char *call, sepal_status status, sepal_status expected);

/* Checks the index of the first shape that a call has added; a refused call must not write it. */
void check_index(const tracked *to, bool well, uint32_t index);

/* `keep` adds a shape to the model. The model has limited room: `make_space` clears both set and model if the room does not
 * suffice. */
void keep(tracked *to, const shape *s);
void make_space(tracked *to, size_t shapes);

/* Returns the pointer, or sometimes NULL and then sets *null. */
const void *or_null(pen *p, const void *pointer, bool *null);

/* A count that exceeds any memory, so that it is refused before an array is read. */
size_t take_huge(pen *p);

#endif
