/* points.h — which vertices of a core count as highest: the points between which a push leads are between these. */
#ifndef SEPAL_POLYS_SCALAR_POINTS_H
#define SEPAL_POLYS_SCALAR_POINTS_H

/* A vertex that is lower than the highest one by this at most counts as equally high, relative to the diagonal of the bounding box of
 * both cores; one that is lower by twice as much does not count. In float, a vertex that is lower by the second of these at most
 * certainly counts, and one that is lower by more than the third certainly does not; and the diagonals with which float computes
 * (docs/numerics/mtv.md, "Points"). */
#define SEPAL_SLICE_HEIGHT (68 * 0x1p-24F)
#define SEPAL_SLICE_SURE   (60 * 0x1p-24F)
#define SEPAL_SLICE_OUT    (144 * 0x1p-24F)
#define SEPAL_POINTS_LEAST 0x1p-50F
#define SEPAL_POINTS_MOST  0x1p60F

#endif
