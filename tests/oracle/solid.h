/* solid.h — the third judge in space: convex solids, judged with GMP integers by brute force, by other theorems than the library
 * uses. Floats are scaled to integers, so that nothing here rounds. */
#ifndef SEPAL_TESTS_ORACLE_SOLID_H
#define SEPAL_TESTS_ORACLE_SOLID_H

#include "oracle.h"

/* A core as points, each the sum of `terms` vectors of three floats: of a hull 1, of a box 4 (c, u, v, w with their signs). */
typedef struct oracle_solid {
    const float *terms; /* point k, term t, coordinate c at [(k * per_point + t) * 3 + c] */
    size_t points, per_point;
    float radius;
} oracle_solid;

/* How do two solids meet, one of them grown by the margin? Every direction normal to two edges is tried, the edges being all lines
 * between points of one solid, and the coordinate axes; for distances every part of up to three points. */
oracle_contact oracle_solids_contact(const oracle_solid *a, const oracle_solid *b, float margin);

/* Does a contain all that is within the margin of b; if `strict`, in its interior? */
bool oracle_solids_contain(const oracle_solid *a, const oracle_solid *b, bool strict, float margin);

#endif
