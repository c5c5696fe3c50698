/* points.h — the points between which a push leads, in float: from the highest vertices of each core to a point of each shape. */
#ifndef SEPAL_POLYS_SCALAR_POINTS_H
#define SEPAL_POLYS_SCALAR_POINTS_H

#include "../mtv.h"

/* A vertex that is lower than the highest one by this at most counts as equally high, relative to the diagonal of the bounding box of
 * both cores; one that is lower by twice as much does not count. In float, a vertex that is lower by the second of these at most
 * certainly counts, and one that is lower by more than the third certainly does not; and the diagonals with which float computes
 * (docs/numerics/mtv.md, "Points"). */
#define SEPAL_SLICE_HEIGHT (68 * 0x1p-24F)
#define SEPAL_SLICE_SURE   (60 * 0x1p-24F)
#define SEPAL_SLICE_OUT    (144 * 0x1p-24F)
#define SEPAL_POINTS_LEAST 0x1p-50F
#define SEPAL_POINTS_MOST  0x1p60F

/* Of the highest vertices of a core, the one that is lowest across the direction and the one that is highest: where they are across,
 * and the vertices themselves. */
typedef struct sepal_poly_top {
    float low, high;
    float from_x, from_y, to_x, to_y;
} sepal_poly_top;

/* Is a vertex at `across` the first one so low or so high? Then it becomes that end. */
static inline void sepal_poly_top_add(sepal_poly_top *top, float across, float x, float y) {
    if (across < top->low) {
        top->low = across;
        top->from_x = x;
        top->from_y = y;
    }
    if (top->high < across) {
        top->high = across;
        top->to_x = x;
        top->to_y = y;
    }
}

/* The points from the tops of both cores, that of a along the normal, that of b against it, both measured across in the same
 * direction. diagonal: of the bounding box. False if the two do not face each other. */
bool sepal_polys_scalar_points_between(const sepal_poly_top *a, float radius_a, const sepal_poly_top *b, float radius_b,
                                       float diagonal, float normal_x, float normal_y, sepal_mtv_points *out);

#endif
