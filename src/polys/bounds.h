/* bounds.h — the constants that the scalar path and the kernels share, so that both compute the same bits. */
#ifndef SEPAL_POLYS_BOUNDS_H
#define SEPAL_POLYS_BOUNDS_H

/* --- The range of the filters ------------------------------------------------------------------
 * Outer radii are at least LEAST; they, and the coordinates of centres, are at most MOST. Outside of this range no filter decides.
 * Required in docs/numerics/range.md, "Range". */
#define SEPAL_RANGE_LEAST 0x1p-40F
#define SEPAL_RANGE_MOST  0x1p60F

/* --- Records -----------------------------------------------------------------------------------
 * Bounds on the rounding errors of what is stored with a polygon (docs/numerics/records.md). polys_records.c and the
 * kernel that places shapes compute the same bits with them. */
#define SEPAL_RECORD_MARGIN       0x1p-20F        /* relative error of a radius of a circle, and of a slack */
#define SEPAL_RECORD_LEAST_SQUARE 0x1p-100F       /* the least |edge|^2 of a polygon with an inner circle */
#define SEPAL_BOX_ERROR           (12 * 0x1p-24F) /* the share of the half edges in a slack, for its rounding and that of the gaps */
#define SEPAL_BOX_RANGE_MOST      0x1p57F         /* the greatest outer radius of a parallelogram in range */

/* The exponents of a polygon whose coordinates are all 0: a multiple of every power of two, and less than every one. */
#define SEPAL_LOW_OF_ZERO  1000
#define SEPAL_HIGH_OF_ZERO (-1000)

/* --- The smallest push -------------------------------------------------------------------------
 * Proved in docs/numerics/mtv.md. The last four are relative to the extent of a pair. */
#define SEPAL_LEAST_SQUARE 0x1p-100F       /* the least |edge|^2 whose unit normal is computed in float */
#define SEPAL_GAP_ERROR    (24 * 0x1p-24F) /* error of a gap */
#define SEPAL_APART_ERROR  (48 * 0x1p-24F) /* a greatest gap above which the nearest points are sought in float */
#define SEPAL_FACE_ERROR   0x1p-25F        /* vertices this much farther than the nearest one count as part of the same face */
#define SEPAL_CORNER_ERROR 0x1p-24F        /* how far the others may be beyond the line through a nearest vertex */

/* --- Contact points ----------------------------------------------------------------------------
 * The first three are relative to the greatest coordinate of a pair, taken from the first vertex of the first shape. Proved in
 * docs/numerics/contacts.md. */
#define SEPAL_CONTACT_TIE 0x1p-12F /* the gap by which an edge of b must be better than every edge of a */
#define SEPAL_CONTACT_FACE                                                                                                         \
    0x1p-19F /* vertices this near to the line of an edge belong to its face; also more than every rounding */
#define SEPAL_CONTACT_MERGE  0x1p-17F /* two points are one if they are not farther than this from each other along the face */
#define SEPAL_CONTACT_CORNER 0x1p-21F /* the share of its length by which an edge at a nearest corner may fail to be behind it */

#endif
