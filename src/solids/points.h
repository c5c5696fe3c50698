/* points.h — what the scalar path and the kernels share of the points between which a push leads (solids_mtv_points.c). */
#ifndef SEPAL_SOLIDS_POINTS_H
#define SEPAL_SOLIDS_POINTS_H

#include "mtv.h"
#include "set.h"

/* The height of a slice, relative to the diagonal of the box around both cores (docs/numerics/solids.md, "Points"). */
#define SOLID_SLICE_HEIGHT (68 * 0x1p-24)
/* Points are in one place if they are no farther apart than this share of the diagonal; and a step of the search that gains less is its
 * last (docs/numerics/solids.md, "Points"). */
#define SLICES_MEET 0x1p-40
enum { SLICE_STEPS = 64 };
/* Generators are at an angle if the square of its sine is more than the one; and points found by them belong together if they are no
 * farther from each other, seen along the normal, than the other share of the diagonal (docs/numerics/solids.md, "Points by
 * generators"). */
#define GENERATORS_TURN  0x1p-40
#define GENERATORS_ASIDE (8.5 * 0x1p-24)

/* Writes the points of answer k to the arrays that are wanted. */
static inline void sepal_solid_points_write(const sepal_solid_mtvs *out, size_t k, const sepal_solid_mtv_points *found) {
    float *const to[2][3] = {{out->a_x, out->a_y, out->a_z}, {out->b_x, out->b_y, out->b_z}};
    for (int c = 0; c < 3; c++) {
        if (to[0][c] != NULL)
            to[0][c][k] = found->a[c];
        if (to[1][c] != NULL)
            to[1][c][k] = found->b[c];
    }
}

#endif
