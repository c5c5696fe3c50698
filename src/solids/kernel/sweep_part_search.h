/* sweep_part_search.h — by which part of their cores do a moving sphere or capsule and a box, or two capsules, meet first? A proposal, in
 * float, with a pair in each lane.
 *
 * Seen from the box, each coordinate of a point is beyond the box by x - clamp(x), and the square of the distance is the sum of the
 * squares of those that are beyond it (Ericson, Real-Time Collision Detection, 2005, sections 5.1.3 and 5.5.7). So at a time the
 * nearest part is known: the sides that the point is beyond, and of a segment an end or all of it. While that part remains the nearest
 * one, the square of the distance is a quadratic of the time. Where that becomes the reach is the next time, until the part is that of
 * the time before. Another segment in the place of the box has three such coordinates too, of which two have no room. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_PART_SEARCH_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_PART_SEARCH_H

#include "push_round.h"

enum { PART_STEPS = 8 };
/* A part that proposes the time at which it was found, or nearly, is the last one. */
#define PART_SAME_TIME 0x1p-12F

/* A core as seen from a box, along its axes; its move, and the reach. */
typedef struct part_view {
    segment_by_box at;
    w move[3], reach;
} part_view;

/* In units of length, where push_round.h has products with the half edges. */
static inline segment_by_box see_along_axes(const solid_box_lanes *box, const solid_segment_lanes *s) {
    segment_by_box v = see_segment_along(box->axis, box->centre, s);
    for (int i = 0; i < 3; i++) {
        v.reach[i] = box->half[i];
        v.weight[i] = v.half[i];
    }
    return v;
}

/* What is found at a time: the signs of the half edges of the box and of the segment, as in part.h; whether they are farther apart
 * than the reach and come nearer; where the distance to the part is the reach, or is least. */
typedef struct part_at {
    w signs[4], next;
    wm early;
} part_at;

/* wide: in how many coordinates the box has any width; segment: the core has two ends. */
SPECIALISED part_at find_part_at(const part_view *v, w t, int wide, bool segment) {
    const w zero = w_set1(0), one = w_set1(1), minus = w_set1(-1);
    segment_by_box at = v->at;
    part_at out;
    w place = zero, beyond[3], along[3], moves[3];
    for (int i = 0; i < 3; i++)
        at.middle[i] = w_madd(v->move[i], t, at.middle[i]);
    if (segment)
        place = nearest_place(&at, wide);
    const wm end = w_eq(w_abs(place), one);
    for (int i = 0; i < 3; i++) {
        const w x = segment ? w_madd(at.half[i], place, at.middle[i]) : at.middle[i];
        const wm out_of = w_gt(w_abs(x), v->at.reach[i]);
        out.signs[i] = w_select(out_of, w_flip(minus, x), zero);
        beyond[i] = w_madd(out.signs[i], v->at.reach[i], w_select(out_of, x, zero));
        moves[i] = w_select(out_of, v->move[i], zero);
        along[i] = segment ? w_select(wm_andnot(out_of, end), at.half[i], zero) : zero;
    }
    out.signs[3] = w_select(end, place, zero);
    w3 y = {beyond[0], beyond[1], beyond[2]}, d = {moves[0], moves[1], moves[2]};
    if (segment) { /* across the segment */
        const w3 h = {along[0], along[1], along[2]};
        const w square = w3_dot(h, h), inverse = w_select(w_gt(square, zero), w_div(one, square), zero);
        y = w3_sub(y, w3_scale(h, w_mul(w3_dot(h, y), inverse)));
        d = w3_sub(d, w3_scale(h, w_mul(w3_dot(h, d), inverse)));
    }
    const w a = w3_dot(d, d), b = w_sub(zero, w3_dot(y, d)), c = w_msub(y.x, y.x, w_mul(v->reach, v->reach));
    const w over = w_madd(y.z, y.z, w_madd(y.y, y.y, c)), root = w_msub(b, b, w_mul(a, over));
    const wm some = w_gt(root, zero);
    const w after = w_div(w_select(some, over, b), w_select(some, w_add(b, w_sqrt(w_max(root, zero))), a));
    out.early = wm_and(w_gt(over, zero), w_gt(b, zero));
    out.next = w_add(t, after);
    return out;
}

/* When the core comes within reach of all sides of the box; it does not before. */
SPECIALISED w time_at_sides(const part_view *v, bool segment) {
    w latest = w_set1(0);
    for (int i = 0; i < 3; i++) {
        const w size = w_add(v->at.reach[i], v->reach), most = segment ? w_add(size, w_abs(v->at.half[i])) : size;
        const w gap = w_sub(w_abs(v->at.middle[i]), most), pace = w_neg(w_flip(v->move[i], v->at.middle[i]));
        latest = w_max(latest, w_select(w_gt(pace, w_set1(0)), w_div(gap, pace), w_set1(0)));
    }
    return w_min(latest, w_set1(1));
}

/* signs: those of the part, as far as it was found. */
SPECIALISED void search_part(const part_view *v, int wide, bool segment, w signs[4]) {
    const w zero = w_set1(0), half = w_set1(0.5F);
    const w one = w_set1(1);
    w low = w_set1(-1), high = w_set1(2), t = time_at_sides(v, segment); /* nothing is known of times before 0 and after 1 */
    wm done = wm_none(), proposed = wm_none();
    for (int k = 0; k < 4; k++)
        signs[k] = w_set1(2); /* none */
    for (int step = 0; step < PART_STEPS; step++) {
        const part_at at = find_part_at(v, t, wide, segment);
        const w next = w_max(zero, w_min(one, at.next));
        wm same = proposed;
        for (int k = 0; k < (segment ? 4 : 3); k++)
            same = wm_and(same, w_eq(at.signs[k], signs[k]));
        for (int k = 0; k < 4; k++)
            signs[k] = w_select(done, signs[k], at.signs[k]);
        same = wm_or(same, w_gt(w_set1(PART_SAME_TIME), w_abs(w_sub(next, t))));
        done = wm_or(done, wm_or(same, wm_andnot(w_eq(t, zero), at.early)));
        if (wm_bits(done) == ALL_LANES)
            return;
        low = w_select(at.early, t, low);
        high = w_select(at.early, high, t);
        proposed = wm_and(w_gt(next, low), w_gt(high, next));
        t = w_select(proposed, next, w_max(zero, w_min(one, w_mul(half, w_add(low, high)))));
    }
}

#endif
