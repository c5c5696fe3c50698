/* expect.h — what the ways share: how a call should end, and arguments that are bad now and then. */
#ifndef SEPAL_TESTS_EXPECT_H
#define SEPAL_TESTS_EXPECT_H

#include "model.h"

/* What an output holds before a call. */
enum { UNTOUCHED = 0x12345678 };

/* A call must have ended as expected; or without memory, if some was refused. Was it a success? */
bool went_well(const tracked *to, const char *call, sepal_status status, sepal_status expected);

/* Of a call that adds shapes: the index of the first one, which is written only then. */
void check_index(const tracked *to, bool well, uint32_t index);

/* Into the model; it holds only so many, and both are cleared where that is too few. */
void keep(tracked *to, const shape *s);
void make_space(tracked *to, size_t shapes);

/* The pointer, or sometimes NULL; then *null becomes true. */
const void *or_null(pen *p, const void *pointer, bool *null);

/* A count that no memory holds; it is refused before an array is read. */
size_t take_huge(pen *p);

#endif
