/* sweep_shared.h — what lanes and one pair at a time share of moving solids: bounds (docs/numerics/solids_sweep.md), and of two spheres, the
 * guess of the time, and the normal. */
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

/* --- Spheres --- */

/* Errors of a distance, of the speed of its square, and of a component of the normal in double (docs/numerics/solids_sweep.md, "Moving
 * spheres"); how far the way must be from a tangent, and the earliest time, for these. */
#define SPHERE_DISTANCE_ERROR (16 * DOUBLE_UNIT)
#define SPHERE_SPEED_ERROR    (16 * DOUBLE_UNIT)
#define SPHERE_NORMAL_ERROR   0x1p-43
#define SPHERE_TANGENT        0x1p-4
#define SPHERE_GRAZING_ERROR  0x1p-38
#define SPHERE_LEAST_LEFT     0x1p-30
#define SPHERE_EARLIEST       0x1p-30

/* In each lane, the centre of b as seen from a, its move, and the reach; |w|_1 + |m|_1 + r; and where the equation for the distance r has its
 * first root, which is 1 and not valid if there is none. */
typedef struct sphere_lanes {
    wd3 w, m;
    wd r, size, guess;
    wdm valid;
} sphere_lanes;

static inline sphere_lanes guess_sphere_times(wd3 centre, wd3 move, wd reach) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd a = wd3_dot(move, move), b = wd_sub(zero, wd3_dot(centre, move));
    const wd c = wd_sub(wd3_dot(centre, centre), wd_mul(reach, reach)), root = wd_sub(wd_mul(b, b), wd_mul(a, c));
    const wdm some = wdm_and(wd_gt(c, zero), wdm_and(wd_gt(b, zero), wd_gt(root, zero)));
    const wd guess = wd_div(c, wd_add(b, wd_sqrt(wd_select(some, root, one))));
    const wdm valid = wdm_and(some, wdm_and(wd_ge(guess, wd_set1(SPHERE_EARLIEST)), wd_gt(one, guess)));
    return (sphere_lanes){.w = centre,
                          .m = move,
                          .r = reach,
                          .size = wd_add(wd_add(wd3_sum_in_order(centre), wd3_sum_in_order(move)), reach),
                          .guess = wd_select(valid, guess, one),
                          .valid = valid};
}

/* A component along which they have no distance and no move is exactly 0. */
static inline wd error_unless_still(wd w_of, wd m_of, wd error) {
    const wd zero = wd_set1(0);
    return wd_select(wdm_and(wd_eq(w_of, zero), wd_eq(m_of, zero)), zero, error);
}

/* The normal where the way enters, as in solids_scalar_hit_round.c, less and more than its error; returns where no tangent is near. */
static inline wdm find_sphere_normals(const sphere_lanes *s, wd3 *low, wd3 *high) {
    const wd square = wd3_dot_in_order(s->m, s->m), length = wd_sqrt(square);
    const wd3 c = wd3_cross_in_order(s->w, s->m), q = wd3_cross_in_order(s->m, c);
    const wd miss = wd_div(wd_sqrt(wd3_dot_in_order(c, c)), length), left = wd_mul(wd_sub(s->r, miss), wd_add(s->r, miss));
    const wdm some_left = wdm_and(wd_ge(left, wd_mul(wd_set1(SPHERE_LEAST_LEFT), wd_mul(s->r, s->r))),
                                  wd_ge(left, wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_mul(s->size, s->r))));
    const wdm sure = wdm_and(s->valid, some_left);
    const wd front = wd_sqrt(wd_select(sure, left, wd_set1(1))), steep = wd_div(front, s->r), tangent = wd_set1(SPHERE_TANGENT);
    const wd frontal = wd_mul(wd_set1(SPHERE_NORMAL_ERROR), wd_div(s->size, s->r));
    const wd grazing = wd_madd(frontal, wd_div(tangent, steep), wd_set1(SPHERE_GRAZING_ERROR));
    const wd error = wd_select(wd_gt(tangent, steep), grazing, frontal);
    const wd3 errors = {error_unless_still(s->w.x, s->m.x, error), error_unless_still(s->w.y, s->m.y, error),
                        error_unless_still(s->w.z, s->m.z, error)};
    const wd3 foot = {wd_div(q.x, square), wd_div(q.y, square), wd_div(q.z, square)};
    const wd3 way = {wd_div(s->m.x, length), wd_div(s->m.y, length), wd_div(s->m.z, length)};
    const wd3 from = wd3_sub(foot, wd3_scale(way, front));
    const wd3 normal = {wd_div(from.x, s->r), wd_div(from.y, s->r), wd_div(from.z, s->r)};
    *low = wd3_sub(normal, errors);
    *high = wd3_add(normal, errors);
    return sure;
}

#endif
