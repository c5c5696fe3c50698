/* bounds.h — the constants that the scalar path and the kernels share, so that both compute the same bits. */
#ifndef SEPAL_POLYS_BOUNDS_H
#define SEPAL_POLYS_BOUNDS_H

/* What the filters' proofs ask of magnitudes (docs/numerics.md, "Range"). */
#define SEPAL_RANGE_LEAST 0x1p-40F
#define SEPAL_RANGE_MOST  0x1p60F

/* How the records are rounded to the safe side (docs/numerics.md, "What is stored"): here, as polys_records.c and the kernel that
 * places shapes compute the same bits. */
#define SEPAL_RECORD_MARGIN       0x1p-20F
#define SEPAL_RECORD_LEAST_SQUARE 0x1p-100F /* of the length of an edge, for an inner circle */
#define SEPAL_BOX_ERROR           (12 * 0x1p-24F)
#define SEPAL_BOX_RANGE_MOST      0x1p57F
#define SEPAL_LOW_OF_ZERO         1000 /* if every coordinate is 0: a multiple of anything, less than anything */
#define SEPAL_HIGH_OF_ZERO        (-1000)
/* Edges whose square is less have no unit normal in float ("Minimum translation"). */
#define SEPAL_LEAST_SQUARE 0x1p-100F
/* Relative to the extent of a pair: the error of a gap; how much farther than the nearest vertex one may be that counts as part of
 * the same face; how far beyond the line through a nearest vertex the others may be (there, "Radii and a margin"). */
#define SEPAL_GAP_ERROR    (24 * 0x1p-24F)
#define SEPAL_FACE_ERROR   0x1p-25F
#define SEPAL_CORNER_ERROR 0x1p-24F

#endif
