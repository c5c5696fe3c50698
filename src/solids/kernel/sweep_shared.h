/* sweep_shared.h — what lanes and one pair at a time share of moving solids: bounds (docs/numerics/solids_sweep.md). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_SHARED_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_SHARED_H

#include "query.h"

/* --- Normals in lanes --- */

/* Stores the normals of a group, if they are asked for, each between bounds that both halves know. Returns the lanes in which these round to
 * the same floats. */
static inline unsigned store_normals(const hits_found *out, size_t k, const wd3 low[2], const wd3 high[2]) {
    const w least[3] = {w_of(low[0].x, low[1].x), w_of(low[0].y, low[1].y), w_of(low[0].z, low[1].z)};
    const w most[3] = {w_of(high[0].x, high[1].x), w_of(high[0].y, high[1].y), w_of(high[0].z, high[1].z)};
    unsigned same = ALL_LANES;
    for (int axis = 0; axis < 3 && out->normal[0] != NULL; axis++) {
        same &= wm_bits(w_eq(least[axis], most[axis]));
        w_store(out->normal[axis] + k, w_add(least[axis], w_zero())); /* never -0 */
    }
    return same;
}

/* --- Boxes and points --- */

/* Errors of a gap and of a speed in double, relative to the generators and the extent; of a quotient; of a component of a unit normal
 * ("Moving boxes"). */
#define ZONOTOPE_GAP_ERROR      (24 * DOUBLE_UNIT)
#define ZONOTOPE_SPEED_ERROR    (12 * DOUBLE_UNIT)
#define ZONOTOPE_QUOTIENT_ERROR (4 * DOUBLE_UNIT)
#define ZONOTOPE_NORMAL_ERROR   0x1p-48
/* Errors of a gap and of a speed along a cross product of two half edges, relative to its length and the extent or the move. */
#define ZONOTOPE_FACET_ERROR (16 * DOUBLE_UNIT)
/* Error of the products of the gap along one and the speed along another, relative to both lengths, the extent and the move. */
#define ZONOTOPE_ORDER_ERROR (32 * TWOFOLD_UNIT)

/* --- Hulls --- */

/* Errors of a speed; of a determinant of the way and two members, relative to the square of the extent and the way; of a component of a unit
 * normal. */
#define ENTRY_SPEED_ERROR       (8 * DOUBLE_UNIT)
#define ENTRY_DETERMINANT_ERROR (128 * DOUBLE_UNIT)
#define ENTRY_NORMAL_ERROR      (16 * DOUBLE_UNIT)

/* --- Solids with a reach --- */

/* The earliest time. */
#define ROUND_EARLIEST 0x1p-30

/* Errors of a distance, relative to the extent, of the product of a direction and the move, and of the reach and other lengths; of the
 * normal of the reference, and of that where the solids come nearer by no more than a share of the move across the part. */
#define ROUND_GAP_ERROR     (256 * DOUBLE_UNIT)
#define ROUND_SPEED_ERROR   (16 * DOUBLE_UNIT)
#define ROUND_REACH_ERROR   0x1p-48
#define ROUND_NORMAL_ERROR  0x1p-45
#define ROUND_GRAZING_ERROR 0x1p-38
#define ROUND_TANGENT       0x1p-4

/* How far from r K may be where the reference takes the part that it meets: a share of the reach, and of the extent. */
#define ROUND_MET_REACH  0x1p-33
#define ROUND_MET_EXTENT 0x1p-64

#endif
