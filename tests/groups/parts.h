/* parts.h — are the convex parts of a polygon, which may have holes, what they should be? Judged with whole numbers: they are convex,
 * inside, apart from each other, as few as groups.h promises, and their areas add up. */
#ifndef SEPAL_TESTS_PARTS_H
#define SEPAL_TESTS_PARTS_H

#include "outlines.h"

/* rings: the outline and the holes, `count` in all. touches: how often they touch, or more. Beyond 200 parts not all are compared. */
void check_parts(const sepal_polys *set, uint32_t first, uint32_t parts, const outline *rings, size_t count, size_t touches,
                 const char *what);

#endif
