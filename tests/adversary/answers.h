/* answers.h — the answers of the whole library for the pairs of shapes that come nearest to a wrong answer. */
#ifndef SEPAL_TESTS_ADVERSARY_ANSWERS_H
#define SEPAL_TESTS_ADVERSARY_ANSWERS_H

#include <sepal/sepal.h>
#include <stdbool.h>

/* Returns whether all instruction sets answer overlap and containment of the shapes 0 of a and b as the scalar path does, under
 * both rules and in both orders; prints what differs. It asks about the shapes as they are and with their last vertex repeated,
 * so that each kind of kernel is used. */
bool answers_agree(const char *about, const sepal_polys *a, const sepal_polys *b);

#endif
