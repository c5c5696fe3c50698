/* segments.h — two capsules: the nearest points of two segments, and the direction between them (nearest.h).
 *
 * The nearest points of two lines, clamped to one segment, then to the other, then to the first again: Ericson, "Real-Time
 * Collision Detection", 5.1.9. Where the division is inaccurate, as for nearly parallel segments, the points are only less near. */
#ifndef SEPAL_SOLIDS_KERNEL_SEGMENTS_H
#define SEPAL_SOLIDS_KERNEL_SEGMENTS_H

#include "nearest.h"

static inline near_lanes near_segments(solid_segment_lanes a, solid_segment_lanes b, w reach) {
    w3 along_a = w3_sub(a.to, a.from), along_b = w3_sub(b.to, b.from), d = w3_sub(b.from, a.from);
    w zero = w_set1(0), one = w_set1(1), tiny = w_set1(NEAREST_UNDERFLOW);
    w aa = w3_dot(along_a, along_a), bb = w3_dot(along_b, along_b), ab = w3_dot(along_a, along_b);
    w da = w3_dot(d, along_a), db = w3_dot(d, along_b);
    w inverse_a = w_div(one, w_max(aa, tiny)), inverse_b = w_div(one, w_max(bb, tiny));
    w s = w_div(w_msub(da, bb, w_mul(db, ab)), w_max(w_msub(aa, bb, w_mul(ab, ab)), tiny));
    s = clamp_lanes(zero, one, s);
    w t = clamp_lanes(zero, one, w_mul(w_msub(s, ab, db), inverse_b));
    s = clamp_lanes(zero, one, w_mul(w_madd(t, ab, da), inverse_a));

    w3 rest = w3_add(d, w3_sub(w3_scale(along_b, t), w3_scale(along_a, s)));
    w rest2 = w3_dot(rest, rest);
    w from = w3_dot(rest, d), to_a = w3_dot(rest, along_a), to_b = w3_dot(rest, along_b);
    w gap = w_sub(w_add(from, w_min(zero, to_b)), w_max(zero, to_a));
    w size = w_add(reach, w_add(w3_sum(along_a), w3_sum(along_b)));
    return (near_lanes){reach, w_mul(size, w_set1(NEAREST_SEGMENT_ERROR)), rest2, gap};
}

SPECIALISED lanes solid_segments_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    (void)k;
    (void)n;
    return decide_reach(
        near_segments(solid_load_segments(q->a, &group->a), solid_load_segments(q->b, &group->b), load_reach(q, group)));
}

static bool solid_filter_segments(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(solid_segments_kernel, NULL, q, pairs, count, (sizes){0}, out);
}

#endif
