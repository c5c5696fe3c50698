/* contain.h — whether one shape contains another, radii included. It is judged by contacts, and not by half-planes as in the
 * library. */
#ifndef SEPAL_TESTS_ORACLE_CONTAIN_H
#define SEPAL_TESTS_ORACLE_CONTAIN_H

#include "depth.h"
#include <stdbool.h>

/* Whether a contains all that is within the margin of b. Both are closed; if `strict`, all of it is in the interior of a. */
bool oracle_contains(const oracle_shape *a, const oracle_shape *b, bool strict, float margin);

#endif
