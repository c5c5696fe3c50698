/* sweep_entry_lanes.h — when and how two cores without a reach meet first, a pair in each lane, of which one at least is a hull.
 *
 * The way of the origin enters K by the side that walk.h finds. Time and normal are bounded as by bound_entry of sweep_entry.h, but that it
 * is mostly known that the side is in the plane of the triangle. What is not certain stays open (docs/numerics/solids_sweep.md, "Moving
 * hulls in double"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_LANES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ENTRY_LANES_H

#include "sweep_entry.h"
#include "sweep_filters.h"
#include "sweep_hits.h"
#include "walk.h"

enum { ENTRY_LAST_STEPS = 4 };
/* Times before that are left open, as times_below knows those from 2^-60 on. */
#define ENTRY_EARLIEST 0x1p-60

/* Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_entries(const solid_sweep_query *s, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    load_swept_shared(s, group, n, &k);
    k.inside = w3_sub(k.inside, w3_scale(k.move, w_set1(0.5F))); /* of K at the beginning, as closest_member is */
    walk_in_float(&k, walk_sizes(n), w3_scale(k.move, w_div(w_set1(1), w3_greatest(k.move))), out);
}

/* --- What is certain, in double --------------------------------------------------------------------------------------------------- */

/* Half of a group, as entry_bounds. */
typedef struct entry_half {
    wdm sure;
    wd least, most, lean;
    wd3 normal;
} entry_half;

/* The bounds of sweep_entry.h; but where all other vertices are certainly behind the plane, the side that is entered is in it. */
static inline entry_half bound_entries(const meeting_half *p, wd3 way, const walk_face *f) {
    const meeting_member *m = f->m;
    const wd3 n = f->n;
    const wd size = wd3_length(n), extent = wd_scaled(p->extent, 1 + 0x1p-50), length_of_way = wd3_length(way);
    wd length[3], turn[3], aside = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd3 to = m[(k + 1) % 3].w;
        length[k] = wd3_length(wd3_sub(to, m[k].w));
        turn[k] = wd_sub(wd_set1(0), wd3_triple(way, m[k].w, to));
    }
    const wd off = wd_madd(wd_scaled(extent, MEMBER_EDGE_ERROR), wd_add(length[0], length[2]),
                           wd_mul(wd_scaled(length[0], 8 * DOUBLE_UNIT), length[2]));
    const wd gap_error = wd_mul(extent, wd_madd(size, wd_set1(MEMBER_GAP_ERROR), wd_scaled(off, 2)));
    const wd speed_error = wd_mul(length_of_way, wd_madd(size, wd_set1(ENTRY_SPEED_ERROR), off));
    const wd turn_error = wd_mul(wd_scaled(wd_mul(extent, extent), ENTRY_DETERMINANT_ERROR), length_of_way);
    const wd speed = wd_sub(wd_set1(0), wd3_dot(n, way)), farther = wd3_dot(n, m[0].w), beyond = farthest_beyond(f),
             gap = wd_add(farther, beyond);
    wdm sure = wdm_and(wd_gt(size, wd_scaled(off, 64)), wd_gt(speed, wd_scaled(speed_error, 64)));
    sure = wdm_and(sure, wd_gt(gap, gap_error));

    const wd before = wd_div(wd_msub(gap_error, wd_set1(2), beyond), size);
    for (int k = 0; k < 3; k++)
        aside = wd_min(aside, wd_div(wd_sub(turn[k], turn_error), length[k]));
    const wd inside =
        wd_mul(wd_sub(aside, wd_mul(wd_scaled(before, 2), length_of_way)), wd_scaled(wd_div(size, speed), 1 - 0x1p-8));
    sure = wdm_and(sure, wdm_and(wd_gt(inside, wd_set1(0)), wd_gt(wd_scaled(inside, 0x1p-10), before)));
    const wdm in_plane = wd_gt(wd_min(f->a.least, f->b.least), gap_error);
    const wd lean = wd_select(in_plane, wd_set1(0), wd_scaled(wd_div(before, inside), 1.25));
    entry_half out;
    out.lean = wd_add(lean, wd_madd(wd_div(off, size), wd_set1(2.5), wd_set1(ENTRY_NORMAL_ERROR)));
    out.normal = wd3_scale(n, wd_div(wd_set1(1), size));
    out.least = wd_scaled(wd_div(wd_sub(gap, gap_error), wd_add(speed, speed_error)), 1 - ZONOTOPE_QUOTIENT_ERROR);
    out.most = wd_scaled(wd_div(wd_add(farther, gap_error), wd_sub(speed, speed_error)), 1 + ZONOTOPE_QUOTIENT_ERROR);
    out.sure = wdm_and(sure, wdm_and(wd_gt(extent, wd_set1(0x1p-120)), wd_gt(wd_set1(0x1p120), extent)));
    out.sure = wdm_and(out.sure, wd_ge(out.least, wd_set1(ENTRY_EARLIEST)));
    return out;
}

/* Rounds times and normals, and stores them; returns the lanes whose bits are certain. */
static inline unsigned round_entries(const hits_found *out, size_t k, const entry_half *of) {
    const wd one = wd_set1(1);
    unsigned sure = wdm_bits(of[0].sure) | wdm_bits(of[1].sure) << WD_LANES;
    const w time = times_below(wd_min(of[0].least, one), wd_min(of[1].least, one));
    sure &= wm_bits(w_eq(time, times_below(wd_min(of[0].most, one), wd_min(of[1].most, one))));
    w_store(out->time + k, time);
    for (int axis = 0; axis < 3; axis++) {
        wd n[2];
        for (int half = 0; half < 2; half++)
            n[half] = axis == 0 ? of[half].normal.x : axis == 1 ? of[half].normal.y : of[half].normal.z;
        const w low = w_of(wd_sub(n[0], of[0].lean), wd_sub(n[1], of[1].lean));
        sure &= wm_bits(w_eq(low, w_of(wd_add(n[0], of[0].lean), wd_add(n[1], of[1].lean))));
        w_store(out->normal[axis] + k, w_add(low, w_zero())); /* never -0 */
    }
    return sure;
}

/* Half a group; a function of its own, so that both halves share its code and its room on the stack. face: what was found; it may be moved on. */
static SEPAL_NOINLINE entry_half entries_of_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                                 const walk_found *found, walk_face *face) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    const wd3 way = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half));
    meeting_half p;
    load_walk(&s->q, group, n, half, found, &p, face);
    walk_in_double(&p, way, wd_scaled(p.extent, MEMBER_GAP_ERROR), ENTRY_LAST_STEPS, face);
    return bound_entries(&p, way, face);
}

/* Returns the lanes that are certain. */
static SEPAL_NOINLINE unsigned settle_entries(const hits_found *asked, const sepal_pair *group, size_t k, sizes n,
                                              const walk_found *found) {
    entry_half of[2];
    walk_face face;
    for (int half = 0; half < 2; half++)
        of[half] = entries_of_half(asked->s, group, n, half, found, &face);
    return round_entries(asked, k, of) & found->lanes;
}

SPECIALISED lanes entry_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    walk_found found;
    find_entries(asked->s, group, n, &found);
    const unsigned sure = found.lanes == 0 ? 0 : settle_entries(asked, group, k, n, &found);
    return (lanes){sure, ALL_LANES & ~sure};
}

#endif
