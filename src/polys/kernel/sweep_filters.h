/* sweep_filters.h — do moving shapes meet? Filters in float; each lane has its own pair.
 *
 * Like those of overlap (circles.h, boxes.h, axes.h), with the region that the Minkowski difference covers in place of the
 * difference: it has the same axes, along which the gap is the least one during the step, and one more, across the move (Gomez,
 * "Simple intersection tests for games", 1999, for boxes). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_FILTERS_H
#define SEPAL_POLYS_KERNEL_SWEEP_FILTERS_H

#include "axes.h"
#include "boxes.h"
#include "sweep_query.h"

/* --- Circles ------------------------------------------------------------------------------------- */

/* Bounds on the relative error of the sums of radii, and on the other errors, relative to the distance of the centres and the move
 * (docs/numerics/sweep.md, "The filters"). */
#define SWEEP_CIRCLE_MARGIN 0x1p-20F
#define SWEEP_CIRCLE_ERROR  (8 * 0x1p-24F)
#define SWEEP_CIRCLE_LEAST  0x1p-100F

/* For a vector from a point that the centre of a passes to one that b passes at the same time: its square; the least distance of the
 * centres along it, times its length; the sums of the radii; and a bound on the errors of lengths. */
typedef struct sweep_distances {
    w distance2, along;
    w outer, inner, error;
    wm in_range;
} sweep_distances;

SPECIALISED sweep_distances sweep_circle_distances(circle_lanes a, circle_lanes b, w2 m, float margin) {
    w2 d = w2_sub(b.centre, a.centre);
    w way = w_add(w2_sum(d), w2_sum(m)), one = w_set1(1), zero = w_zero();
    w t = w_div(w_neg(w_dot(d, m)), w_dot(m, m)); /* any t in [0, 1] will do; that of the nearest point decides most */
    t = w_select(w_gt(t, zero), w_select(w_gt(one, t), t, one), zero);
    w2 nearest = {w_madd(t, m.x, d.x), w_madd(t, m.y, d.y)};
    w begin = w_dot(nearest, d);
    return (sweep_distances){w_add(w_dot(nearest, nearest), w_set1(SWEEP_CIRCLE_LEAST)),
                             w_min(begin, w_add(begin, w_dot(nearest, m))),
                             w_add(w_add(a.outer, b.outer), w_set1(margin)),
                             w_add(w_add(a.inner, b.inner), w_set1(margin)),
                             w_mul(way, w_set1(SWEEP_CIRCLE_ERROR)),
                             w_gt(w_set1(SWEEP_MOST), w_add(way, w_set1(margin)))};
}

static inline lanes sweep_circles_decided(const sweep_distances *s) {
    w most = w_madd(s->outer, w_set1(1 + SWEEP_CIRCLE_MARGIN), s->error);
    w least = w_msub(s->inner, w_set1(1 - SWEEP_CIRCLE_MARGIN), s->error);
    wm no = w_gt(s->along, w_mul(w_sqrt(s->distance2), most)), yes = w_gt(w_mul(least, w_abs(least)), s->distance2);
    return decided(wm_and(s->in_range, no), wm_and(s->in_range, yes));
}

SPECIALISED lanes sweep_circles_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    (void)n;
    sweep_distances found =
        sweep_circle_distances(load_circles(q->a, &group->a), load_circles(q->b, &group->b), moves_from(m, k), q->margin);
    return sweep_circles_decided(&found);
}

static bool filter_sweep_circles(const moving_query *m, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(sweep_circles_kernel, NULL, m, pairs, count, (sizes){0}, out);
}

/* --- Boxes --------------------------------------------------------------------------------------- */

/* Bounds the errors of the gaps relative to the distance of the centres and the move. */
#define SWEEP_BOX_ERROR (8 * 0x1p-24F)

/* The centres are c apart along an axis at the beginning, and c + s at the end. */
static inline w least_apart(w c, w s) {
    w end = w_add(c, s);
    return w_max(w_min(c, end), w_neg(w_max(c, end)));
}

SPECIALISED sweep_gaps sweep_boxes_gaps(box_lanes a, box_lanes b, w2 m) {
    w2 d = w2_sub(b.centre, a.centre);
    w way = w_add(w2_greatest(d), w2_greatest(m)), slack = w_madd(way, w_set1(SWEEP_BOX_ERROR), w_add(a.slack, b.slack));
    w uu = w_abs(w_cross(a.u, b.u)), uv = w_abs(w_cross(a.u, b.v)), vu = w_abs(w_cross(a.v, b.u)), vv = w_abs(w_cross(a.v, b.v));
    w own_a = w_abs(w_cross(a.u, a.v)), own_b = w_abs(w_cross(b.u, b.v));
    w mua = w_cross(a.u, m), mva = w_cross(a.v, m), mub = w_cross(b.u, m), mvb = w_cross(b.v, m);
    w gap_ua = w_sub(least_apart(w_cross(a.u, d), mua), w_add(w_add(uu, uv), own_a));
    w gap_va = w_sub(least_apart(w_cross(a.v, d), mva), w_add(w_add(vu, vv), own_a));
    w gap_ub = w_sub(least_apart(w_cross(b.u, d), mub), w_add(w_add(uu, vu), own_b));
    w gap_vb = w_sub(least_apart(w_cross(b.v, d), mvb), w_add(w_add(uv, vv), own_b));
    w across = w_sub(w_abs(w_cross(m, d)), w_add(w_add(w_abs(mua), w_abs(mva)), w_add(w_abs(mub), w_abs(mvb))));
    return (sweep_gaps){w_max(gap_ua, gap_va),        w_max(gap_ub, gap_vb), across_move(m, across),
                        w_mul(a.norm, slack),         w_mul(b.norm, slack),  w_madd(w2_sum(m), slack, w_set1(SWEEP_LEAST)),
                        w_gt(w_set1(SWEEP_MOST), way)};
}

SPECIALISED lanes sweep_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    (void)n;
    sweep_gaps g = sweep_boxes_gaps(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b), moves_from(m, k));
    return sweep_decided(&g);
}

static bool filter_sweep_boxes(const moving_query *m, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(sweep_boxes_kernel, NULL, m, pairs, count, (sizes){0}, out);
}

/* --- All axes ------------------------------------------------------------------------------------ */

/* Bounds the errors of the gaps along the normals of the edges relative to the product of the polygon's radius and the extent, and
 * of those across the move relative to the product of the move and the extent. */
#define SWEEP_AXES_ERROR   (20 * 0x1p-24F)
#define SWEEP_ACROSS_ERROR (12 * 0x1p-24F)

/* The greatest of the least gaps over the edge normals of a, while b moves by m; -infinity if there is no edge. */
SPECIALISED w greatest_sweep_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b, w2 m) {
    w greatest = w_set1(-INFINITY);
    for (uint32_t i = 0; i < size_a; i++) {
        inward_normal n = inward_at(a, size_a, i, winding);
        w deepest = w_dot(n.normal, vertex(b->near, size_b, 0));
        for (uint32_t j = 1; j < size_b; j++)
            deepest = w_max(deepest, w_dot(n.normal, vertex(b->near, size_b, j)));
        w closed = w_max(w_dot(n.normal, m), w_zero());
        w gap = w_sub(w_sub(w_dot(n.normal, vertex(a->near, size_a, i)), deepest), closed);
        greatest = w_max(greatest, w_select(n.no_edge, w_set1(-INFINITY), gap));
    }
    return greatest;
}

/* The least and the greatest m x p over the vertices. */
SPECIALISED void range_across(const vertex_lanes *v, uint32_t size, w2 m, w *low, w *high) {
    *low = *high = w_cross(m, vertex(v->near, size, 0));
    for (uint32_t k = 1; k < size; k++) {
        w c = w_cross(m, vertex(v->near, size, k));
        *low = w_min(*low, c);
        *high = w_max(*high, c);
    }
}

SPECIALISED sweep_gaps sweep_axes_gaps(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, w2 m, sizes n) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w way = w_add(w2_greatest(d), w2_greatest(m)), extent = w_add(w_add(a.outer, b.outer), way);
    w unit = w_mul(extent, w_set1(SWEEP_AXES_ERROR)), low_a, high_a, low_b, high_b;
    range_across(va, n.a, m, &low_a, &high_a);
    range_across(vb, n.b, m, &low_b, &high_b);
    return (sweep_gaps){greatest_sweep_gap(va, n.a, a.winding, vb, n.b, m),
                        greatest_sweep_gap(vb, n.b, b.winding, va, n.a, w2_neg(m)),
                        across_move(m, w_max(w_sub(low_b, high_a), w_sub(low_a, high_b))),
                        w_mul(a.outer, unit),
                        w_mul(b.outer, unit),
                        w_madd(w2_sum(m), w_mul(extent, w_set1(SWEEP_ACROSS_ERROR)), w_set1(SWEEP_LEAST)),
                        w_gt(w_set1(SWEEP_MOST), way)};
}

/* Two points have no edge, and so no axis but that across their move. They are left open. */
SPECIALISED lanes sweep_axes_decided(const sweep_gaps *g) {
    lanes found = sweep_decided(g);
    unsigned points = found.yes & wm_bits(w_eq(w_max(g->a, g->b), w_set1(-INFINITY)));
    return (lanes){found.yes & ~points, found.open | points};
}

SPECIALISED lanes sweep_axes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    vertex_lanes va, vb;
    load_vertices(q->a, &group->a, n.a, n.same, &va);
    next_load();
    load_vertices(q->b, &group->b, n.b, n.same, &vb);
    next_load();
    circle_lanes ca = load_circles(q->a, &group->a);
    next_load();
    circle_lanes cb = load_circles(q->b, &group->b);
    sweep_gaps g = sweep_axes_gaps(ca, &va, cb, &vb, moves_from(m, k), n);
    return sweep_axes_decided(&g);
}

/* n: 3 or 4 vertices, for sets in which all blocks have room for four; otherwise two of 4, 8 and 16. */
static bool filter_sweep_axes(const moving_query *m, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_sized(SAME_3_3 | SAME_4_4 | SIZES_4_4 | SIZES_8_8 | SIZES_ANY, sweep_axes_kernel, m, pairs, count, n, out);
}

#endif
