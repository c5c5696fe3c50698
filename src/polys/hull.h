/* hull.h — the corners of the convex hull of some points. */
#ifndef SEPAL_POLYS_HULL_H
#define SEPAL_POLYS_HULL_H

#include <stddef.h>

/* Rearranges `count` >= 1 finite points so that the first ones are the corners of their hull: counter-clockwise, each once, none in
 * the middle of an edge, beginning with the least x (of several, the least y). Returns the number of corners: 1 for a point, 2 for
 * a segment. Exact; allocates nothing. */
size_t sepal_poly_hull(float *x, float *y, size_t count);

#endif
