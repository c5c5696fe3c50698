/* rings.h — are an outline and its holes as groups.h wants them? Judged with whole numbers. */
#ifndef SEPAL_TESTS_RINGS_H
#define SEPAL_TESTS_RINGS_H

#include "outlines.h"

/* Are the rings of an outline and its holes, `count` in all, as they should be: simple, inside the outline, outside of each other, and
 * without more in common than points? By comparing all pairs of edges, and the sides of all pieces between the points where rings
 * touch. If so, *touches is how often they touch, or more. */
bool rings_are_good(const outline *rings, size_t count, size_t *touches);

#endif
