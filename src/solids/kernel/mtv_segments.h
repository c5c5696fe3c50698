/* mtv_segments.h — the pushes of two capsules, and of a capsule and a sphere, a pair in each lane of double, without a search.
 *
 * With p and q the segments from end to end, and d the way from the first end of a to that of b, the Minkowski difference is the
 * parallelogram d - s p + t q, 0 <= s, t <= 1. Where its point nearest to the origin is, is told as in Ericson, Real-Time Collision
 * Detection, 2005, section 5.1.9: s for the lines, then t for this s, then s for this t, each clamped; here without a division, as only
 * which of them are clamped is asked, and that is told by products of d, p and q. These are also the conditions of Kuhn and Tucker:
 * where both are certain, the nearest point is in the parallelogram, on an edge, or a corner, and its distance and direction are rounded
 * by intervals, as in closest_sure.h. Of segments along coordinate axes the difference is a box, whose coordinates are clamped one
 * by one, without rounding. What is not certain stays open (docs/numerics/solids_kernels.md, "Segments: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_SEGMENTS_H
#define SEPAL_SOLIDS_KERNEL_MTV_SEGMENTS_H

#include "mtv_cored.h"
#include "mtv_spheres.h"

/* With X the sum of all sizes: bounds the error of a place on a segment p, as a share of |p| X; that of the normal of the parallelogram,
 * as a share of |p|_1 |q|_1; and that of the way from the origin to an edge, as a share of X. */
#define SEGMENTS_PLACE (32 * CLOSEST_UNIT)
#define SEGMENTS_FACE  (5 * CLOSEST_UNIT)
#define SEGMENTS_EDGE  (24 * CLOSEST_UNIT)

/* At least the sums of the magnitudes: of p, of q, and of these and d. */
typedef struct segments_extent {
    w p, q, all;
} segments_extent;

static inline segments_extent segments_extent_of(const solid_segment_lanes *a, const solid_segment_lanes *b) {
    const w more = w_set1(BALL_WIDER), p = w_mul(w3_sum(w3_sub(a->to, a->from)), more),
            q = w_mul(w3_sum(w3_sub(b->to, b->from)), more), d = w_mul(w3_sum(w3_sub(b->from, a->from)), more);
    return (segments_extent){p, q, w_mul(w_add(w_add(p, q), d), more)};
}

/* Half of a group: the ends, and what is made of them. On the lines the nearest points are at s = s_over / area and t = t_over / area. */
typedef struct segments_half {
    wd3 a[2], b[2], p, q;
    wd pp, qq, pq, dp, dq, area, s_over, t_over;
} segments_half;

static inline void set_segments(const solid_segment_lanes *a, const solid_segment_lanes *b, int half, segments_half *out) {
    out->a[0] = wd3_of(a->from, half), out->a[1] = wd3_of(a->to, half);
    out->b[0] = wd3_of(b->from, half), out->b[1] = wd3_of(b->to, half);
    const wd3 p = wd3_sub(out->a[1], out->a[0]), q = wd3_sub(out->b[1], out->b[0]), d = wd3_sub(out->b[0], out->a[0]);
    const wd pp = wd3_dot(p, p), qq = wd3_dot(q, q), pq = wd3_dot(p, q), dp = wd3_dot(d, p), dq = wd3_dot(d, q);
    out->p = p, out->q = q;
    out->pp = pp, out->qq = qq, out->pq = pq, out->dp = dp, out->dq = dq;
    out->area = wd_msub(pp, qq, wd_mul(pq, pq));
    out->s_over = wd_msub(dp, qq, wd_mul(dq, pq));
    out->t_over = wd_msub(dp, pq, wd_mul(dq, pp));
}

/* Where a point is on a segment, 0 to 1: over / under. It is the first end if that is below 0, the last one if it is above 1. */
typedef struct segment_place {
    wd over, under;
    wdm first, last, between;
} segment_place;

/* none: the segment is a point, its first end. */
static inline segment_place place_on_segment(wd over, wd under, wdm none) {
    const wdm first = wdm_or(wd_gt(wd_set1(0), over), none), last = wdm_andnot(wd_gt(over, under), first);
    return (segment_place){over, under, first, last, wdm_not(wdm_or(first, last))};
}

/* By more than that? of_lines: in the lanes where the place is that on the lines, times this. */
static inline wdm place_is_sure(const segment_place *at, wd place_error, wdm of_lines, wd times, wdm none) {
    const wd before = wd_sub(wd_set1(0), at->over), after = wd_sub(at->over, at->under);
    const wd inside = wd_sub(wd_set1(0), wd_max(before, after));
    const wd margin = wd_select(at->first, before, wd_select(at->last, after, inside));
    return wdm_or(wd_gt(margin, wd_mul(place_error, wd_select(of_lines, times, wd_set1(1)))), none);
}

/* --- Coordinates that are 0 ------------------------------------------------------------------------------------------------------- */

static inline wdm has_two_zeros(wd3 v) {
    const wd zero = wd_set1(0);
    const wdm x = wd_eq(v.x, zero), y = wd_eq(v.y, zero), z = wd_eq(v.z, zero);
    return wdm_or(wdm_and(x, y), wdm_and(z, wdm_or(x, y)));
}

/* The number nearest to 0 among the differences of two intervals, rounded once. */
static inline wd gap_of_intervals(wd a0, wd a1, wd b0, wd b1) {
    const wd zero = wd_set1(0), low = wd_sub(wd_min(b0, b1), wd_max(a0, a1)), high = wd_sub(wd_max(b0, b1), wd_min(a0, a1));
    return wd_select(wd_gt(low, zero), low, wd_select(wd_gt(zero, high), high, zero));
}

/* Notes which components of the direction are 0, and answers for segments along coordinate axes. e: the edge, if one is nearest; c: a
 * corner at an end of it. */
static SEPAL_NOINLINE void settle_zeros(const segments_half *z, wdm face, wdm edge, wd3 c, wd3 e, closest_half *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    note_none(z->p, z->q, face, out->none);
    note_none(e, (wd3){one, one, one}, edge, out->none);
    out->none[0] = wdm_or(out->none[0], wdm_and(edge, wdm_and(wd_eq(c.x, zero), wd_eq(e.x, zero))));
    out->none[1] = wdm_or(out->none[1], wdm_and(edge, wdm_and(wd_eq(c.y, zero), wd_eq(e.y, zero))));
    out->none[2] = wdm_or(out->none[2], wdm_and(edge, wdm_and(wd_eq(c.z, zero), wd_eq(e.z, zero))));
    clear_none(out);

    const wdm upright = wdm_and(has_two_zeros(z->p), has_two_zeros(z->q));
    if (wdm_bits(upright) == 0)
        return;
    const wd3 *a = z->a, *b = z->b;
    const closest_half box = find_between_points((wd3){gap_of_intervals(a[0].x, a[1].x, b[0].x, b[1].x),
                                                       gap_of_intervals(a[0].y, a[1].y, b[0].y, b[1].y),
                                                       gap_of_intervals(a[0].z, a[1].z, b[0].z, b[1].z)});
    closest_take(upright, &box, out);
}

/* --- The nearest points ----------------------------------------------------------------------------------------------------------- */

static SEPAL_NOINLINE void find_between_segments(const solid_segment_lanes *a, const solid_segment_lanes *b,
                                                 const segments_extent *extent, int half, closest_half *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    segments_half z;
    set_segments(a, b, half, &z);
    const wdm no_p = wd_eq(z.pp, zero), no_q = wd_eq(z.qq, zero);

    segment_place s = place_on_segment(z.s_over, z.area, no_p);
    wd t_aside = wd_sub(wd_select(s.last, z.pq, zero), z.dq);
    segment_place t = place_on_segment(wd_select(s.between, z.t_over, t_aside), wd_select(s.between, z.area, z.qq), no_q);
    const wd s_aside = wd_add(z.dp, wd_select(t.last, z.pq, zero));
    s = place_on_segment(wd_select(t.between, z.s_over, s_aside), wd_select(t.between, z.area, z.pp), no_p);

    /* are both certain, each for the other one as it is? */
    const wd all = wd_of(extent->all, half), size_p = wd_of(extent->p, half), size_q = wd_of(extent->q, half);
    const wd place_error = wd_scaled(all, SEGMENTS_PLACE);
    t_aside = wd_sub(wd_select(s.last, z.pq, zero), z.dq);
    t.over = wd_select(s.between, z.t_over, t_aside);
    t.under = wd_select(s.between, z.area, z.qq);
    const wdm places = wdm_and(place_is_sure(&s, wd_mul(place_error, size_p), t.between, z.qq, no_p),
                               place_is_sure(&t, wd_mul(place_error, size_q), s.between, z.pp, no_q));

    /* the normal of the parallelogram; or the way to an edge e from the origin, times |e|^2, or to a corner c */
    const wdm face = wdm_and(s.between, t.between), edge = wdm_andnot(wdm_or(s.between, t.between), face);
    const wd3 c = wd3_sub(wd3_select(t.last, z.b[1], z.b[0]), wd3_select(s.last, z.a[1], z.a[0]));
    const wd3 e = wd3_select(s.between, z.p, z.q);
    const wd times = wd_select(s.between, z.pp, wd_select(t.between, z.qq, one)),
             along_e = wd_select(s.between, wd_sub(zero, s_aside), wd_select(t.between, t_aside, zero));
    const wd3 way = {wd_madd(c.x, times, wd_mul(e.x, along_e)), wd_madd(c.y, times, wd_mul(e.y, along_e)),
                     wd_madd(c.z, times, wd_mul(e.z, along_e))};
    const wd3 n = wd3_select(face, wd3_cross(z.p, z.q), way);
    const wd size = wd_sqrt(wd3_dot(n, n)), along = wd3_dot(n, c), inverse = wd_div(one, size);
    const wd edge_error = wd_select(edge, wd_mul(wd_scaled(all, SEGMENTS_EDGE), times), zero);
    const wd error = wd_select(face, wd_mul(wd_scaled(size_p, SEGMENTS_FACE), size_q), edge_error), share = wd_mul(error, inverse);

    out->n = wd3_scale(n, wd_select(wd_gt(zero, along), wd_sub(zero, inverse), inverse));
    out->distance = wd_mul(wd_abs(along), inverse);
    out->none[0] = out->none[1] = out->none[2] = wdm_none();
    out->direction_error = wd_scaled(share, 2.2);
    out->distance_error = wd_mul(all, wd_madd(share, wd_set1(1.25), wd_set1(32 * CLOSEST_UNIT)));
    const wdm known = wdm_and(wd_gt(size, wd_scaled(error, 16)), wd_gt(out->distance, wd_scaled(out->distance_error, 2)));
    out->sure = wdm_and(places, known);
    if (wdm_bits(wdm_or(wdm_andnot(wd3_has_zero(z.p), no_p), wdm_andnot(wd3_has_zero(z.q), no_q))) != 0)
        settle_zeros(&z, face, edge, c, e, out);
}

SPECIALISED lanes push_segments_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const solids_query *q = asked->q;
    const solid_segment_lanes a = solid_load_segments(q->a, &group->a), b = solid_load_segments(q->b, &group->b);
    const segments_extent extent = segments_extent_of(&a, &b);
    closest_half found[2];
    wd reach[2];
    (void)n;
    for (int half = 0; half < 2; half++)
        find_between_segments(&a, &b, &extent, half, &found[half]);
    load_reaches(q, group, reach);
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

/* Pairs of cores of one or two vertices; what is not certain stays open. */
static SEPAL_NOINLINE void push_two_segments(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                             push_values *out) {
    (void)ask_groups(push_segments_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
