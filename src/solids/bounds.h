/* bounds.h — the constants that the scalar path and the kernels share, so that both compute the same bits. */
#ifndef SEPAL_SOLIDS_BOUNDS_H
#define SEPAL_SOLIDS_BOUNDS_H

/* What the filters' proofs ask of magnitudes (docs/numerics/solids.md, "Range"): coordinates and radii of balls, of boxes the sum
 * of the half extents. */
#define SEPAL_SOLID_RANGE_MOST 0x1p60
#define SEPAL_BOX_EXTENT_LEAST 0x1p-80
#define SEPAL_BOX_EXTENT_MOST  0x1p100

/* The constant K of a box's filter (there, "Box filter"): the distance of its axes from an orthonormal frame as a multiple of the norm
 * of what their dot products lack, what rounding in double adds to it, and the greatest square of that norm for which this holds; the
 * share that rounding takes of a gap; and what K must be below. */
#define SEPAL_BOX_SKEW       0.51
#define SEPAL_BOX_SKEW_LEAST 0x1p-49
#define SEPAL_BOX_SKEW_MOST  1e-4
#define SEPAL_BOX_ROUNDING   (13 * 0x1p-24)
#define SEPAL_BOX_SLACK_MOST 0.125

/* How balls are rounded to the safe side (there, "Balls"). */
#define SEPAL_BALL_MARGIN 0x1p-20
#define SEPAL_BALL_LEAST  0x1p-120

#define SEPAL_SOLID_LOW_OF_ZERO  1000 /* if every coordinate is 0: a multiple of anything, less than anything */
#define SEPAL_SOLID_HIGH_OF_ZERO (-1000)

#endif
