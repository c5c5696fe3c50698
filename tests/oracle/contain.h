/* contain.h — does one shape contain another, radii included? Judged by contacts, not by half-planes as in the library. */
#ifndef SEPAL_TESTS_ORACLE_CONTAIN_H
#define SEPAL_TESTS_ORACLE_CONTAIN_H

#include "depth.h"
#include <stdbool.h>

/* Is all of b in a? Both are closed. */
bool oracle_contains(const oracle_shape *a, const oracle_shape *b);

#endif
