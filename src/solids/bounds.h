/* bounds.h — the constants that the scalar path and the kernels share, so that both compute the same bits. */
#ifndef SEPAL_SOLIDS_BOUNDS_H
#define SEPAL_SOLIDS_BOUNDS_H

/* What the filters' proofs ask of magnitudes (docs/numerics/solids.md, "Range"): coordinates and radii of balls, of boxes the sum
 * of the half extents. */
#define SEPAL_SOLID_RANGE_MOST 0x1p60
#define SEPAL_BOX_EXTENT_LEAST 0x1p-80
#define SEPAL_BOX_EXTENT_MOST  0x1p100

/* How balls are rounded to the safe side (there, "Balls"). */
#define SEPAL_BALL_MARGIN 0x1p-20
#define SEPAL_BALL_LEAST  0x1p-120

#define SEPAL_SOLID_LOW_OF_ZERO  1000 /* if every coordinate is 0: a multiple of anything, less than anything */
#define SEPAL_SOLID_HIGH_OF_ZERO (-1000)

#endif
