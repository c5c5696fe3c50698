/* sweep_filters.h — do two moving solids miss each other, or meet? By the balls around them; boxes without a reach by the axes of
 * what their difference covers; hulls, boxes and segments by a search in that. In float and in lanes; most pairs need no more. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_FILTERS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_FILTERS_H

#include "boxes.h"
#include "nearest.h"
#include "portal.h"
#include "walk.h"

/* --- Balls, as in the plane (src/polys/kernel/sweep_filters.h) */

/* Bounds on the relative error of the sum of radii, on the other errors, relative to the distance of the centres and the move, and
 * on what underflow takes from a product (docs/numerics/solids_sweep.md, "Moving balls"). */
#define SWEEP_BALL_MARGIN 0x1p-20F
#define SWEEP_BALL_ERROR  (12 * 0x1p-24F)
#define SWEEP_BALL_LEAST  0x1p-100F

/* spheres: are the solids balls themselves? Solids that may meet are left open unless they are. */
typedef struct sweep_balls_query {
    const solid_sweep_query *s;
    bool spheres;
} sweep_balls_query;

/* The direction from a point that the centre of a passes to one that b passes at the same time parts the balls, if it does so at the
 * beginning and at the end; any time will do, and that of the nearest points decides most. */
SPECIALISED lanes sweep_balls_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const sweep_balls_query *asked = question;
    const solid_sweep_query *s = asked->s;
    ball_lanes a = load_balls(s->q.a, &group->a), b = load_balls(s->q.b, &group->b);
    w3 d = w3_sub(b.centre, a.centre), m = load_relative_moves(s, group);
    w way = w_add(w3_sum(d), w3_sum(m)), one = w_set1(1), zero = w_zero();
    w t = w_div(w_neg(w3_dot(d, m)), w3_dot(m, m));
    t = w_select(w_gt(t, zero), w_select(w_gt(one, t), t, one), zero);
    w3 p = {w_madd(t, m.x, d.x), w_madd(t, m.y, d.y), w_madd(t, m.z, d.z)};
    w begin = w3_dot(p, d), along = w_min(begin, w_add(begin, w3_dot(p, m)));
    w length = w_sqrt(w_add(w3_dot(p, p), w_set1(SWEEP_BALL_LEAST)));
    w reach = w_add(w_add(a.radius, b.radius), w_set1(s->q.margin));
    w error = w_mul(way, w_set1(SWEEP_BALL_ERROR)), most = w_madd(reach, w_set1(1 + SWEEP_BALL_MARGIN), error);
    wm apart = w_gt(along, w_madd(length, most, w_set1(SWEEP_BALL_LEAST)));
    wm in_range = w_gt(w_set1(SWEEP_BALL_MOST), w_add(way, reach));
    apart = wm_and(apart, in_range);
    if (!asked->spheres)
        return (lanes){0, ALL_LANES & ~wm_bits(apart)};
    wm meet = wm_and(w_gt(w_mul(reach, w_set1(1 - SWEEP_BALL_MARGIN)), w_add(length, error)), in_range);
    return decided(apart, meet);
}

STAGE_OF_GROUPS(filter_sweep_balls, sweep_balls_kernel);

/* --- Two boxes without a reach of which one moves, as seen from the other
 *
 * What their difference covers has half of the move, m, as one more half edge, and the centre d + m. So to the fifteen axes of boxes.h
 * come those that are normal to m and an edge: 21 in all, as in solids_kernel_sweep_one.c. With p_i = a_i . m, q_j = b_j . m, all products are
 * those of the tables there, and the nine m . (a_i x b_j) serve 15 axes. (docs/numerics/solids_sweep.md, "Moving boxes in lanes") */

/* Errors of gaps, relative to (K_a + K_b) (H_a + H_b + |m|_1): along the axes of boxes.h; along the others, per |m|_1; and more than
 * what underflow takes from these. */
#define SWEPT_BOX_ERROR     1.5F
#define SWEPT_BOX_ASIDE     2.5F
#define SWEPT_BOX_UNDERFLOW 0x1p-110F

/* The greatest gaps along the axes of both kinds, and their errors. at_rest: m = 0, so that there are none of the second kind. */
typedef struct swept_gaps {
    w gap, aside, error, aside_error;
    wm at_rest, in_range;
} swept_gaps;

/* Projections on the axes of one box, or coordinates in its frame. */
typedef struct swept_frame {
    w m[3], size[3]; /* size = |m| */
} swept_frame;

static inline swept_frame project_move(const solid_box_lanes *box, w3 m) {
    swept_frame f;
    for (int k = 0; k < 3; k++) {
        f.m[k] = w3_dot(box->axis[k], m);
        f.size[k] = w_abs(f.m[k]);
    }
    return f;
}

/* Along the axis normal to axis i of a box and to m. t: the centre in the frame of the box; across: the projections of the half edges of
 * the other one. */
static inline w gap_aside(const solid_box_lanes *box, const swept_frame *f, const w t[3], int i, const w across[3],
                          const w half[3]) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    w along = w_abs(w_msub(t[i2], f->m[i1], w_mul(t[i1], f->m[i2])));
    w reach = w_madd(box->half[i1], f->size[i2], w_mul(box->half[i2], f->size[i1]));
    reach = w_madd(half[2], across[2], w_madd(half[1], across[1], w_madd(half[0], across[0], reach)));
    return w_sub(along, reach);
}

static inline swept_gaps find_swept_gaps(const solid_box_lanes *first, const solid_box_lanes *second, w3 m) {
    w3 d = w3_sub(second->centre, first->centre);
    solid_box_lanes a = *first, b = *second;
    a.centre = w3_set1(0, 0, 0);
    b.centre = w3_add(d, m);
    const box_view v = view_boxes(&a, &b);
    const swept_frame p = project_move(&a, m), q = project_move(&b, m);
    w across[3][3], turned[3][3], gap = w_set1(-INFINITY), aside = gap;
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        gap = w_max(gap, w_max(w_sub(face_gap_a(&a, &b, &v, i), p.size[i]), w_sub(face_gap_b(&a, &b, &v, i), q.size[i])));
        for (int j = 0; j < 3; j++) {
            across[i][j] = turned[j][i] = w_abs(w_msub(p.m[i2], v.turn[i1][j], w_mul(p.m[i1], v.turn[i2][j])));
            gap = w_max(gap, w_sub(edge_gap(&a, &b, &v, i, j), across[i][j]));
        }
    }
    for (int i = 0; i < 3; i++) {
        aside = w_max(aside, gap_aside(&a, &p, v.t, i, across[i], b.half));
        aside = w_max(aside, gap_aside(&b, &q, v.s, i, turned[i], a.half));
    }
    w move = w3_sum(m), most = w_add(w_add(half_sum(&a), half_sum(&b)), move), error = w_mul(w_add(a.slack, b.slack), most);
    return (swept_gaps){.gap = gap,
                        .aside = aside,
                        .error = w_mul(error, w_set1(SWEPT_BOX_ERROR)),
                        .aside_error = w_madd(w_mul(error, w_set1(SWEPT_BOX_ASIDE)), move, w_set1(SWEPT_BOX_UNDERFLOW)),
                        .at_rest = w_eq(move, w_zero()),
                        .in_range = w_gt(w_set1(SWEEP_BALL_MOST), w_add(most, w3_sum(d)))};
}

SPECIALISED lanes swept_boxes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const solid_sweep_query *s = question;
    const solid_box_lanes a = solid_load_boxes(s->q.a, &group->a, n.same), b = solid_load_boxes(s->q.b, &group->b, n.same);
    const swept_gaps g = find_swept_gaps(&a, &b, w3_scale(load_relative_moves(s, group), w_set1(0.5F)));
    wm apart = wm_or(w_gt(g.gap, g.error), wm_andnot(w_gt(g.aside, g.aside_error), g.at_rest));
    wm meet = wm_and(w_gt(w_neg(g.error), g.gap), wm_or(w_gt(w_neg(g.aside_error), g.aside), g.at_rest));
    return decided(wm_and(apart, g.in_range), wm_and(meet, g.in_range));
}

/* The pairs are of two boxes without a reach, of which one has volume, unless touching counts as overlap. */
static bool filter_swept_boxes(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, verdicts *out) {
    const bool regular = s->q.a->regular && s->q.b->regular;
    return ask_groups(swept_boxes_kernel, NULL, s, pairs, count, (sizes){0, 0, regular}, out);
}

/* --- Hulls, boxes and segments, with or without radii: the searches of portal.h and nearest.h
 *
 * in what the Minkowski difference K covers while b moves by m, as seen from a: the hull of K and K + m. Its member farthest along n is
 * that of K, and moved if n . m > 0 (docs/numerics/solids_sweep.md, "Moving hulls in lanes"). */

SPECIALISED void load_swept(const solid_sweep_query *s, const sepal_pair *group, sizes n, difference_lanes *out) {
    const w3 move = load_relative_moves(s, group);
    load_difference_of(&s->q, group, n, &move, NULL, out);
}

/* load_swept as a function that kernels share, as it takes much code; in the portal search a call would cost a thirtieth of the time. */
static SEPAL_NOINLINE void load_swept_shared(const solid_sweep_query *s, const sepal_pair *group, sizes n, difference_lanes *out) {
    load_swept(s, group, n, out);
}

SPECIALISED lanes swept_portal_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    difference_lanes s;
    load_swept(question, group, n, &s);
    portal_found portal = search_portal(&s);
    const wm near = w_gt(w_set1(ROWS_MEAN), w3_sum(s.inside)), open = wm_not(wm_or(portal.apart, portal.overlap));
    /* as of copies that pass through each other, and of what is symmetric, which the ray from the mean halves */
    if (wm_bits(wm_and(open, wm_or(near, portal.past))) != 0) {
        s.inside = middle_beside(&s, walk_sizes(n));
        const portal_found again = search_portal(&s);
        portal.apart = wm_or(portal.apart, again.apart);
        portal.overlap = wm_or(portal.overlap, again.overlap);
    }
    return decided(wm_andnot(portal.apart, portal.overlap), portal.overlap);
}

SPECIALISED lanes swept_nearest_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    difference_lanes s;
    load_swept_shared(question, group, n, &s);
    return search_rounded(&s, s.inside, GILBERT_STEPS);
}

/* n: the sizes of the blocks, 0 for boxes. The pairs have no reach, and one core of each has volume, unless touching counts as overlap.
 */
STAGE_ALONE(filter_swept_portal, swept_portal_kernel);

/* The pairs have a reach above 0. Neither is inlined, so that the vectors of only one of them are on the stack. */
STAGE_ALONE(filter_swept_nearest, swept_nearest_kernel);

#endif
