/* convex.h — does a list of vertices go round a convex polygon once? */
#ifndef SEPAL_POLYS_CONVEX_H
#define SEPAL_POLYS_CONVEX_H

#include "set.h"

/* Do the vertices go round a convex polygon once? If so, *flags becomes SEPAL_FLAT and SEPAL_CLOCKWISE as they apply. */
bool sepal_poly_is_convex(const float *x, const float *y, size_t count, uint32_t *flags);

#endif
