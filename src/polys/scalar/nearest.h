/* nearest.h — the way between the nearest points of two cores that are apart, in double. */
#ifndef SEPAL_POLYS_SCALAR_NEAREST_H
#define SEPAL_POLYS_SCALAR_NEAREST_H

#include "../set.h"

/* The error of a length along a direction, relative to the coordinates (docs/numerics/mtv.md, "In double"). */
#define SEPAL_NEAREST_ERROR 0x1p-48

/* A unit vector from a towards b, and how far it is along it. */
typedef struct sepal_way {
    double x, y, length;
} sepal_way;

/* The way from the core of shape i of a to that of shape j of b, which must not share a point. Its length is known to 2^-25 of
 * itself, however small it is, and so is the cosine of the angle to the exact direction (docs/numerics/mtv.md, "In double"). */
sepal_way sepal_polys_scalar_nearest(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

#endif
