/* sweep_boxes.h — two boxes without a reach of which one moves, as seen from the other: do they meet? The axes of sweep_zonotopes.h, in
 * float and in lanes; most pairs need no more.
 *
 * All lengths are divided by the sum of the sizes of the pair, so that the error of a gap is a share of the product of the two
 * generators that its axis is normal to (docs/numerics/solids_sweep.md, "Moving boxes in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_BOXES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_BOXES_H

#include "boxes_exact.h"
#include "sweep_query.h"

/* The error of a gap in float, as a share of |g|_1 |h|_1 of the generators g, h; more than what underflow takes; and the sums of sizes
 * for which that holds. */
#define SWEPT_BOX_ERROR     (24 * 0x1p-24F)
#define SWEPT_BOX_UNDERFLOW 0x1p-110F
#define SWEPT_BOX_LEAST     0x1p-90F
#define SWEPT_BOX_MOST      0x1p90F

/* The half edges of both, and half of the move: the origin is looked for in what they span around the centre. */
enum { SWEPT_GENERATORS = 7, SWEPT_AXES = 21 };
typedef struct swept_boxes {
    w3 g[SWEPT_GENERATORS], centre;
    w inverse; /* of the sum of the sizes */
    wm in_range;
} swept_boxes;

SPECIALISED void load_swept_boxes(const solid_sweep_query *s, const sepal_pair *group, swept_boxes *out) {
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(s->q.a, &group->a, of);
    solid_exact_lanes a = load_exact(of);
    find_exact(s->q.b, &group->b, of);
    solid_exact_lanes b = load_exact(of);
    w3 d = w3_sub(b.centre, a.centre);
    for (int k = 0; k < 3; k++) {
        out->g[k] = a.edge[k];
        out->g[3 + k] = b.edge[k];
    }
    out->g[6] = w3_scale(load_relative_moves(s, group), w_set1(0.5F));
    w total = w_add(w3_sum(d), w3_sum(out->g[6]));
    for (int k = 0; k < SWEPT_GENERATORS; k++)
        total = w_add(total, w3_sum(out->g[k]));
    out->in_range = wm_and(w_gt(total, w_set1(SWEPT_BOX_LEAST)), w_gt(w_set1(SWEPT_BOX_MOST), total));
    out->inverse = w_div(w_set1(1), total);
    for (int k = 0; k < SWEPT_GENERATORS; k++)
        out->g[k] = w3_scale(out->g[k], out->inverse);
    out->centre = w3_add(w3_scale(d, out->inverse), out->g[6]);
}

/* The gaps along the axes, and what they may differ by from the real ones. */
SPECIALISED void find_swept_gaps(const swept_boxes *s, w gap[SWEPT_AXES], w error[SWEPT_AXES]) {
    w reach[SWEPT_AXES], size[SWEPT_GENERATORS];
    for (int axis = 0; axis < SWEPT_AXES; axis++)
        reach[axis] = w_zero();
    for (int i = 0; i < SWEPT_GENERATORS; i++)
        size[i] = w3_sum(s->g[i]);
    for (int i = 0, axis = 0; i < SWEPT_GENERATORS; i++)
        for (int j = i + 1; j < SWEPT_GENERATORS; j++, axis++) {
            w3 normal = w3_cross(s->g[i], s->g[j]);
            gap[axis] = w_abs(w3_dot(normal, s->centre));
            error[axis] = w_madd(w_mul(size[i], w_set1(SWEPT_BOX_ERROR)), size[j], w_set1(SWEPT_BOX_UNDERFLOW));
            for (int e = j + 1; e < SWEPT_GENERATORS; e++) { /* three generators have one determinant, for three axes */
                w determinant = w_abs(w3_dot(normal, s->g[e]));
                int with_i = axis - j + e, with_j = j * (2 * SWEPT_GENERATORS - 1 - j) / 2 + e - j - 1;
                reach[axis] = w_add(reach[axis], determinant);
                reach[with_i] = w_add(reach[with_i], determinant);
                reach[with_j] = w_add(reach[with_j], determinant);
            }
        }
    for (int axis = 0; axis < SWEPT_AXES; axis++)
        gap[axis] = w_sub(gap[axis], reach[axis]);
}

SPECIALISED lanes swept_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    swept_boxes s;
    w gap[SWEPT_AXES], error[SWEPT_AXES], beyond = w_set1(-1), within = w_set1(-1);
    (void)k;
    (void)n;
    load_swept_boxes(question, group, &s);
    find_swept_gaps(&s, gap, error);
    for (int axis = 0; axis < SWEPT_AXES; axis++) {
        beyond = w_max(beyond, w_sub(gap[axis], error[axis]));
        within = w_max(within, w_add(gap[axis], error[axis]));
    }
    return decided(wm_and(w_gt(beyond, w_zero()), s.in_range), wm_and(w_gt(w_zero(), within), s.in_range));
}

/* The pairs are of two boxes without a reach, of which one has volume, unless touching counts as overlap. */
static bool filter_swept_boxes(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(swept_boxes_kernel, NULL, s, pairs, count, (sizes){0}, out);
}

#endif
