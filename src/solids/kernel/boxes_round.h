/* boxes_round.h — two boxes with radii or under a margin: a point of each near the other, and the direction between them
 * (nearest.h). */
#ifndef SEPAL_SOLIDS_KERNEL_BOXES_ROUND_H
#define SEPAL_SOLIDS_KERNEL_BOXES_ROUND_H

#include "nearest.h"

/* Points of a and b in turn, each the nearest of its box to the other: von Neumann's alternating projections. */
enum { BOXES_ROUND_STEPS = 3 };

static inline near_lanes near_boxes(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, w reach) {
    w zero = w_set1(0), of_a[3], of_b[3], rest[3];
    for (int i = 0; i < 3; i++)
        of_a[i] = clamp_lanes(w_sub(zero, a->half[i]), a->half[i], v->t[i]);
    for (int step = 0; step < BOXES_ROUND_STEPS; step++) {
        for (int j = 0; j < 3; j++) { /* in the axes of b, from its centre */
            w at = w_madd(of_a[2], v->turn[2][j], w_madd(of_a[1], v->turn[1][j], w_mul(of_a[0], v->turn[0][j])));
            of_b[j] = clamp_lanes(w_sub(zero, b->half[j]), b->half[j], w_sub(at, v->s[j]));
        }
        for (int i = 0; i < 3; i++) { /* in the axes of a, from its centre */
            w at = w_madd(of_b[2], v->turn[i][2], w_madd(of_b[1], v->turn[i][1], w_madd(of_b[0], v->turn[i][0], v->t[i])));
            w last = of_a[i];
            of_a[i] = clamp_lanes(w_sub(zero, a->half[i]), a->half[i], at);
            rest[i] = w_sub(at, step + 1 < BOXES_ROUND_STEPS ? last : of_a[i]);
        }
    }
    w rest2 = w_madd(rest[2], rest[2], w_madd(rest[1], rest[1], w_mul(rest[0], rest[0])));
    w across = w_madd(rest[2], v->t[2], w_madd(rest[1], v->t[1], w_mul(rest[0], v->t[0]))), covered = zero;
    for (int i = 0; i < 3; i++) {
        w of_axis = w_madd(rest[2], v->turn[2][i], w_madd(rest[1], v->turn[1][i], w_mul(rest[0], v->turn[0][i])));
        covered = w_madd(a->half[i], w_abs(rest[i]), w_madd(b->half[i], w_abs(of_axis), covered));
    }
    w slack = w_add(w_add(a->slack, b->slack), w_set1(NEAREST_BOX_ERROR));
    w error = w_mul(slack, w_add(w_add(half_sum(a), half_sum(b)), reach));
    return (near_lanes){reach, error, rest2, w_sub(w_abs(across), covered)};
}

/* By near points; or along a face normal, or by a common point. */
static inline lanes boxes_round_decide(const solid_box_lanes *a, const solid_box_lanes *b, w reach) {
    box_view v = view_boxes(a, b);
    near_lanes f = near_boxes(a, b, &v, reach);
    wm apart = w_gt(face_gaps(a, b, &v), w_add(reach, f.error)), overlap = w_gt(w_sub(w_set1(0), f.error), common_point(a, b, &v));
    lanes near = decide_reach(f), plain = decided(apart, overlap);
    return (lanes){near.yes | plain.yes, near.open & plain.open};
}

SPECIALISED lanes boxes_round_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    (void)k;
    (void)n;
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, false), b = solid_load_boxes(q->b, &group->b, false);
    return boxes_round_decide(&a, &b, load_reach(q, group));
}

static bool filter_boxes_round(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(boxes_round_kernel, NULL, q, pairs, count, (sizes){0}, out);
}

#endif
