/* sweep_filters.h — do moving shapes meet? Filters in float; each lane has its own pair.
 *
 * Like those of overlap (axes.h), with the region that the Minkowski difference covers in place of the
 * difference: it has the same axes, along which the gap is the least one during the step, and one more, across the move (Gomez,
 * "Simple intersection tests for games", 1999, for boxes). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_FILTERS_H
#define SEPAL_POLYS_KERNEL_SWEEP_FILTERS_H

#include "large.h"

/* --- The question -------------------------------------------------------------------------------- */

/* The moves are those of kernels.h: never NULL and finite, and the stride may be 0. */
typedef struct sweep_query {
    polys_query q;
    const sepal_moves *moves_a, *moves_b;
} sweep_query;

typedef struct sweep_values {
    float time[SEPAL_BLOCK], x[SEPAL_BLOCK], y[SEPAL_BLOCK];
} sweep_values;

/* index[2 * lane] is the shape. */
SPECIALISED w2 load_moves(const sepal_moves *moves, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES];
    if (moves->stride == 0)
        return (w2){w_set1(*moves->x), w_set1(*moves->y)};
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t at = moves->stride * index[2 * lane];
        x[lane] = moves->x[at];
        y[lane] = moves->y[at];
    }
    return (w2){w_load(x), w_load(y)};
}

/* The moves of b as seen from a, rounded once: 0 only where they are 0. */
SPECIALISED w2 relative_moves(const sweep_query *s, const sepal_pair *group) {
    return w2_sub(load_moves(s->moves_b, &group->b), load_moves(s->moves_a, &group->a));
}

/* Where touching is apart, two polygons without area only meet if they cross (polys_scalar_sweep.c), which no filter tells. Returns
 * whether there is such a pair. */
static bool leave_flat_pairs_open(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *answers) {
    bool any = false;
    size_t k;
    if (q->touching == SEPAL_TOUCHING_OVERLAPS || q->a->plain || q->b->plain)
        return false;
    FOR_BITS(k, answers->yes, count)
        if (q->a->heads[pairs[k].a].flags & q->b->heads[pairs[k].b].flags & SEPAL_FLAT) {
            clear_bit(answers->yes, k);
            set_bit(answers->open, k);
            any = true;
        }
    return any;
}

/* What the kernels are asked. source: of large polygons. */
typedef struct moving_query {
    const sweep_query *s;
    vertex_source source;
} moving_query;

/* A stage of pairs that move, by a filter whose question is a moving_query. */
#define STAGE_OF_MOVING(name, filter, from)                                                                                        \
    static SEPAL_NOINLINE bool name(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {         \
        const moving_query asked = {question, from};                                                                               \
        const bool any = filter(&asked, pairs, count, n, out);                                                                     \
        return leave_flat_pairs_open(&asked.s->q, pairs, count, out) || any;                                                       \
    }                                                                                                                              \
    static stage name

static inline sepal_mover mover_a(const sweep_query *s, sepal_pair pair) {
    return sepal_mover_of(s->q.a, s->moves_a, pair.a);
}
static inline sepal_mover mover_b(const sweep_query *s, sepal_pair pair) {
    return sepal_mover_of(s->q.b, s->moves_b, pair.b);
}

/* Gaps between two shapes along the axes of each, and across the move; the least of each during the step. Bounds on their errors.
 * In the other lanes than in_range nothing is known (docs/numerics/sweep.md, "The filters"). */
typedef struct sweep_gaps {
    w a, b, across;
    w error_a, error_b, error_across;
    wm in_range;
} sweep_gaps;

/* The greatest distance of centres and move, together, up to which nothing overflows; and a bound on what underflow does to a gap
 * across the move. */
#define SWEEP_MOST  0x1p60F
#define SWEEP_LEAST 0x1p-110F

static inline lanes sweep_decided(const sweep_gaps *g) {
    wm no = wm_or(w_gt(g->a, g->error_a), wm_or(w_gt(g->b, g->error_b), w_gt(g->across, g->error_across)));
    wm yes = wm_and(w_gt(w_neg(g->error_a), g->a), wm_and(w_gt(w_neg(g->error_b), g->b), w_gt(w_neg(g->error_across), g->across)));
    return decided(wm_and(g->in_range, no), wm_and(g->in_range, yes));
}

/* Where there is no relative move, there is no axis across it. */
static inline w across_move(w2 m, w gap) {
    return w_select(w2_is_zero(m), w_set1(-INFINITY), gap);
}

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

SPECIALISED lanes sweep_circles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    const sweep_distances found = sweep_circle_distances(load_circles(q->a, &group->a), load_circles(q->b, &group->b),
                                                         relative_moves(m->s, group), q->margin);
    return sweep_circles_decided(&found);
}

STAGE_OF_GROUPS(filter_moving_circles, sweep_circles_kernel);

STAGE_OF_MOVING(filter_sweep_circles, filter_moving_circles, FROM_ALL);

/* --- Boxes --------------------------------------------------------------------------------------- */

/* Bounds the errors of the gaps relative to the distance of the centres and the move. */
#define SWEEP_BOX_ERROR (8 * 0x1p-24F)

SPECIALISED sweep_gaps sweep_boxes_gaps(box_lanes a, box_lanes b, w2 m) {
    w2 d = w2_sub(b.centre, a.centre);
    w way = w_add(w2_greatest(d), w2_greatest(m)), slack = w_madd(way, w_set1(SWEEP_BOX_ERROR), w_add(a.slack, b.slack));
    const box_gaps g = box_gaps_of(a, b, d, &m);
    w across_a = w_add(w_abs(w_cross(a.u, m)), w_abs(w_cross(a.v, m))),
      across_b = w_add(w_abs(w_cross(b.u, m)), w_abs(w_cross(b.v, m)));
    w across = w_sub(w_abs(w_cross(m, d)), w_add(across_a, across_b));
    return (sweep_gaps){w_max(g.ua, g.va),
                        w_max(g.ub, g.vb),
                        across_move(m, across),
                        w_mul(a.norm, slack),
                        w_mul(b.norm, slack),
                        w_madd(w2_sum(m), slack, w_set1(SWEEP_LEAST)),
                        w_gt(w_set1(SWEEP_MOST), way)};
}

SPECIALISED lanes sweep_boxes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    sweep_gaps g = sweep_boxes_gaps(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b), relative_moves(m->s, group));
    return sweep_decided(&g);
}

STAGE_OF_GROUPS(filter_moving_boxes, sweep_boxes_kernel);

STAGE_OF_MOVING(filter_sweep_boxes, filter_moving_boxes, FROM_ALL);

/* --- All axes ------------------------------------------------------------------------------------ */

/* Bounds the errors of the gaps along the normals of the edges relative to the product of the polygon's radius and the extent, and
 * of those across the move relative to the product of the move and the extent. */
#define SWEEP_AXES_ERROR   (20 * 0x1p-24F)
#define SWEEP_ACROSS_ERROR (12 * 0x1p-24F)

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
    w2 d = w2_sub(b.centre, a.centre), back = w2_neg(m);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w way = w_add(w2_greatest(d), w2_greatest(m)), extent = w_add(w_add(a.outer, b.outer), way);
    w unit = w_mul(extent, w_set1(SWEEP_AXES_ERROR)), low_a, high_a, low_b, high_b;
    range_across(va, n.a, m, &low_a, &high_a);
    range_across(vb, n.b, m, &low_b, &high_b);
    return (sweep_gaps){greatest_beyond(va, n.a, a.winding, vb, n.b, DEEPEST, &m),
                        greatest_beyond(vb, n.b, b.winding, va, n.a, DEEPEST, &back),
                        across_move(m, w_max(w_sub(low_b, high_a), w_sub(low_a, high_b))),
                        w_mul(a.outer, unit),
                        w_mul(b.outer, unit),
                        w_madd(w2_sum(m), w_mul(extent, w_set1(SWEEP_ACROSS_ERROR)), w_set1(SWEEP_LEAST)),
                        w_gt(w_set1(SWEEP_MOST), way)};
}

SPECIALISED lanes sweep_axes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
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
    sweep_gaps g = sweep_axes_gaps(ca, &va, cb, &vb, relative_moves(m->s, group), n);
    lanes found = sweep_decided(&g);
    /* two points have no edge, and so no axis but that across their move: they are left open */
    unsigned points = found.yes & wm_bits(w_eq(w_max(g.a, g.b), w_set1(-INFINITY)));
    return (lanes){found.yes & ~points, found.open | points};
}

static bool filter_moving_axes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (n.same && are_sizes(n, 3, 3))
        return ask_groups(sweep_axes_kernel, NULL, question, pairs, count, (sizes){3, 3, true}, out);
    if (n.same && are_sizes(n, 4, 4))
        return ask_groups(sweep_axes_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
    if (are_sizes(n, 8, 8))
        return ask_groups(sweep_axes_kernel, NULL, question, pairs, count, (sizes){8, 8, false}, out);
    return ask_groups(sweep_axes_kernel, NULL, question, pairs, count, n, out);
}

/* n: 3 or 4 vertices, for sets in which all blocks have room for four; otherwise two of 4, 8 and 16. */
STAGE_OF_MOVING(filter_sweep_axes, filter_moving_axes, FROM_ALL);

/* --- Large polygons. Do large polygons meet while they move? The search of large.h for the region that their difference covers. */

/* The vertex_source is read, since a copy for each constant is 9 KB. */
SPECIALISED lanes sweep_portal_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    portal_search s; /* too large to be cleared */
    const w2 d = w2_sub(cb.centre, ca.centre), move = relative_moves(m->s, group);
    const w2 inner = w2_add(d, (w2){w_mul(move.x, w_set1(0.5F)), w_mul(move.y, w_set1(0.5F))}); /* the centre of the region */
    const w way = w_add(w2_greatest(d), w2_greatest(move));
    const wm in_range = w_gt(w_set1(SWEEP_MOST), way), sound = wm_and(w_gt(ca.inner, w_zero()), w_gt(cb.inner, w_zero()));
    portal_begin(q->a, q->b, group, m->source, ca, cb, way, &s);
    portal_lanes portal = first_portal(&s, &move, inner);
    lanes found = refine_portal(&s, &move, inner, sound, &portal);
    unsigned outside = ALL_LANES & ~wm_bits(in_range);
    return (lanes){found.yes & ~outside, found.open | outside};
}

STAGE_ALONE(filter_moving_portal, sweep_portal_kernel);

/* Pairs without a reach: of more than 8 vertices each, and any. */
STAGE_OF_MOVING(filter_sweep_coarse, filter_moving_portal, FROM_COARSE);
STAGE_OF_MOVING(filter_sweep_all_vertices, filter_moving_portal, FROM_ALL);

#endif
