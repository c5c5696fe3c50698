/* nearest.h — segments, points and boxes, with radii or a margin: are they within reach of each other, judged by their nearest points?
 *
 * Let m lead from a point of one core to a point of the other. If m is shorter than the reach, the cores are within reach; if the
 * gap between the cores along m is wider, they are not. Both hold for any m, and one of them holds if the points are the nearest
 * ones. So an inaccurate m can leave a pair open, and cannot make an answer wrong. */
#ifndef SEPAL_POLYS_KERNEL_NEAREST_H
#define SEPAL_POLYS_KERNEL_NEAREST_H

#include "boxes.h"
#include "reach.h"

/* The error of |m| and of the gap is at most this multiple of the distance of the centres plus this multiple of the slacks
 * (docs/numerics/round.md, "Nearest points"). */
#define NEAREST_DISTANCE_ERROR (8 * 0x1p-24F)
#define NEAREST_SLACK          1.5F

/* m^2 is taken to be no less than this, beside which underflow is negligible. */
#define NEAREST_LEAST 0x1p-100F

/* The lanes that are out of reach along m, which may be any direction. square: m^2; gap: the gap between the cores along m, times |m|;
 * most: a bound of the reach. */
static inline wm are_out_along(w square, w gap, w most) {
    w needed = w_madd(w_mul(most, most), w_max(square, w_set1(NEAREST_LEAST)), w_set1(REACH_LEAST));
    return w_gt(w_mul(gap, w_abs(gap)), needed);
}

/* What follows from m, which leads from one core to the other. gap, most: as above; least: a bound of the reach. */
static inline lanes decided_along(w2 m, w gap, w least, w most) {
    w square = w_dot(m, m);
    wm within = w_gt(w_msub(least, w_abs(least), w_set1(NEAREST_LEAST)), square);
    return decided(are_out_along(square, gap, most), within);
}

static inline w nearest_error(w2 d, w slack_a, w slack_b) {
    w distance = w_add(w_abs(d.x), w_abs(d.y));
    return w_madd(w_add(slack_a, slack_b), w_set1(NEAREST_SLACK), w_mul(distance, w_set1(NEAREST_DISTANCE_ERROR)));
}

/* Limits each lane to [-1, 1]. */
static inline w clamp(w a) {
    return w_max(w_min(a, w_set1(1)), w_set1(-1));
}

/* Segments c ± u with their radii. */
typedef struct segment_lanes {
    w2 centre, u;
    w radius, inverse, slack;
} segment_lanes;

SPECIALISED segment_lanes load_segments(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->cores[index[2 * lane]].segment.x;
    w f[8];
    w_load_eight(at, f);
    return (segment_lanes){{f[0], f[1]}, {f[2], f[3]}, f[4], f[5], f[6]};
}

/* The points c_a + s u_a and c_b + t u_b (Ericson, Real-Time Collision Detection, section 5.1.9): s where the lines cross, t
 * nearest to that, then s nearest to t. For parallel lines any first s is as good. */
static inline lanes segments_decide(segment_lanes a, segment_lanes b, float margin) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = nearest_error(d, a.slack, b.slack), reach = w_add(w_add(a.radius, b.radius), w_set1(margin));
    w least = w_msub(reach, w_set1(1 - REACH_MARGIN), error), most = w_madd(reach, w_set1(1 + REACH_MARGIN), error);
    w ad = w_dot(a.u, d), bd = w_dot(b.u, d);
    lanes found = decided_along(d, w_sub(w_dot(d, d), w_add(w_abs(ad), w_abs(bd))), least, most);
    if (found.open == 0) /* all lanes are far apart or overlap deeply */
        return found;
    w uu = w_dot(a.u, b.u), ratio = w_mul(uu, b.inverse), one = w_set1(1);
    w sine2 = w_max(w_sub(one, w_mul(w_mul(uu, a.inverse), ratio)), w_set1(0x1p-24F));
    w s = clamp(w_div(w_mul(w_sub(ad, w_mul(bd, ratio)), a.inverse), sine2));
    w t = clamp(w_mul(w_msub(s, uu, bd), b.inverse));
    s = clamp(w_mul(w_madd(t, uu, ad), a.inverse));
    w2 m = {w_sub(w_madd(t, b.u.x, d.x), w_mul(s, a.u.x)), w_sub(w_madd(t, b.u.y, d.y), w_mul(s, a.u.y))};
    w gap = w_sub(w_dot(m, d), w_add(w_abs(w_dot(m, a.u)), w_abs(w_dot(m, b.u))));
    return decided_along(m, gap, least, most);
}

SPECIALISED lanes segments_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    return segments_decide(load_segments(q->a, &group->a), load_segments(q->b, &group->b), q->margin);
}

static bool filter_segments(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(segments_kernel, NULL, question, pairs, count, n, out);
}

/* From the box to the point at q from its centre, if its edges are perpendicular: the feet of q on u and v. */
static inline w2 way_from_box(w2 q, w2 u, w2 v) {
    w least2 = w_set1(NEAREST_LEAST);
    w s = clamp(w_div(w_dot(q, u), w_max(w_dot(u, u), least2))), t = clamp(w_div(w_dot(q, v), w_max(w_dot(v, v), least2)));
    return (w2){w_sub(w_sub(q.x, w_mul(s, u.x)), w_mul(t, v.x)), w_sub(w_sub(q.y, w_mul(s, u.y)), w_mul(t, v.y))};
}

/* A point p and the box c ± u ± v: the feet of d = p - c on u and v, if these are perpendicular. */
static inline lanes point_box_decide(circle_lanes a, box_lanes b, w radius, float margin) {
    w2 d = w2_sub(a.centre, b.centre);
    w error = nearest_error(d, w_set1(0), b.slack), more = w_add(radius, w_set1(margin));
    w least = w_msub(w_add(a.inner, more), w_set1(1 - REACH_MARGIN), error);
    w most = w_madd(w_add(a.outer, more), w_set1(1 + REACH_MARGIN), error);
    w du = w_dot(d, b.u), dv = w_dot(d, b.v);
    lanes found = decided_along(d, w_sub(w_dot(d, d), w_add(w_abs(du), w_abs(dv))), least, most);
    if (found.open == 0) /* all lanes are far apart or overlap deeply */
        return found;
    w2 m = way_from_box(d, b.u, b.v);
    w gap = w_sub(w_dot(m, d), w_add(w_abs(w_dot(m, b.u)), w_abs(w_dot(m, b.v))));
    return decided_along(m, gap, least, most);
}

SPECIALISED lanes point_box_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    w radius = load_radii(q->b, &group->b);
    return point_box_decide(load_circles(q->a, &group->a), load_boxes(q->b, &group->b), radius, q->margin);
}

/* Every core of a is a point, and every one of b is a box. */
static bool filter_point_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(point_box_kernel, NULL, question, pairs, count, n, out);
}

/* --- Two boxes ----------------------------------------------------------------------------------- */

/* A half-edge of one of two boxes, the gap along its normal, times its length, and the square of its length. */
typedef struct poly_box_axis {
    w2 edge;
    w gap, length2;
    wm of_b;
} poly_box_axis;

/* The axis with the greater gap. */
static inline poly_box_axis farther_axis(poly_box_axis p, poly_box_axis q) {
    wm second = w_gt(w_mul(w_mul(q.gap, w_abs(q.gap)), p.length2), w_mul(w_mul(p.gap, w_abs(p.gap)), q.length2));
    return (poly_box_axis){w2_select(second, q.edge, p.edge), w_select(second, q.gap, p.gap),
                           w_select(second, q.length2, p.length2), wm_or(wm_and(second, q.of_b), wm_andnot(p.of_b, second))};
}

/* The gap between two boxes along m, times |m|. d: from the centre of a to that of b. */
static inline w gap_of_boxes(w2 m, w2 d, box_lanes a, box_lanes b) {
    w widths = w_add(w_add(w_abs(w_dot(m, a.u)), w_abs(w_dot(m, a.v))), w_add(w_abs(w_dot(m, b.u)), w_abs(w_dot(m, b.v))));
    return w_sub(w_dot(m, d), widths);
}

/* The axis with the greatest gap. */
static inline poly_box_axis farthest_box_axis(box_lanes a, box_lanes b, const box_gaps *g) {
    poly_box_axis of_a = farther_axis((poly_box_axis){a.u, g->ua, w_dot(a.u, a.u), wm_none()},
                                      (poly_box_axis){a.v, g->va, w_dot(a.v, a.v), wm_none()});
    poly_box_axis of_b = farther_axis((poly_box_axis){b.u, g->ub, w_dot(b.u, b.u), wm_all()},
                                      (poly_box_axis){b.v, g->vb, w_dot(b.v, b.v), wm_all()});
    return farther_axis(of_a, of_b);
}

/* From a to b: the way between the box of an axis and the corner of the other box that is the nearest along the normal. d: from the
 * centre of a to that of b. */
static inline w2 way_along_axis(box_lanes a, box_lanes b, const poly_box_axis *axis, w2 d) {
    w2 own_u = w2_select(axis->of_b, b.u, a.u), own_v = w2_select(axis->of_b, b.v, a.v);
    w2 u = w2_select(axis->of_b, a.u, b.u), v = w2_select(axis->of_b, a.v, b.v);
    w back = w_select(axis->of_b, w_set1(-1), w_set1(1));
    w2 to_other = w2_flip(d, back);
    w side = w_cross(axis->edge, to_other);
    w2 nearer_u = w2_flip(u, w_flip(w_cross(axis->edge, u), side)), nearer_v = w2_flip(v, w_flip(w_cross(axis->edge, v), side));
    return w2_flip(way_from_box(w2_sub(w2_sub(to_other, nearer_u), nearer_v), own_u, own_v), back);
}

/* Two boxes overlap if all gaps are negative. Of boxes that are apart, the side with the greatest gap faces a corner of the other box,
 * which mostly is the nearest point. */
static inline lanes two_boxes_decide(box_lanes a, box_lanes b, w reach) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = nearest_error(d, a.slack, b.slack);
    w least = w_msub(reach, w_set1(1 - REACH_MARGIN), error), most = w_madd(reach, w_set1(1 + REACH_MARGIN), error);
    wm out = are_out_along(w_dot(d, d), gap_of_boxes(d, d, a, b), most);
    if (wm_bits(out) == ALL_LANES)
        return decided(out, wm_none());
    box_gaps gaps = box_gaps_of(a, b, d);
    gap_lanes greatest = greatest_box_gaps(a, b, &gaps);
    poly_box_axis axis = farthest_box_axis(a, b, &gaps);
    lanes found = decided(wm_or(out, are_out_along(axis.length2, axis.gap, most)), gaps_overlap(&greatest));
    if (found.open == 0)
        return found;
    w2 m = way_along_axis(a, b, &axis, d);
    lanes more = decided_along(m, gap_of_boxes(m, d, a, b), least, most);
    return (lanes){found.yes | more.yes, found.open & more.open};
}

SPECIALISED lanes two_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    w radii = w_add(load_radii(q->a, &group->a), load_radii(q->b, &group->b));
    return two_boxes_decide(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b), w_add(radii, w_set1(q->margin)));
}

static bool filter_two_boxes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(two_boxes_kernel, NULL, question, pairs, count, n, out);
}

#endif
