/* boxes.h — two boxes, a pair in each lane, by their fifteen axes: do they overlap, in float, with a bound on all errors, where most pairs need
 * no more; and their smallest push.
 *
 * With unit axes a_i, b_j, half extents and R_ij = a_i . b_j, t_i = a_i . d and s_j = b_j . d, where d leads from the centre of a
 * to that of b, the gaps along the face normals and along a_i x b_j are sums of a few products of these: Gottschalk, Lin, Manocha,
 * "OBBTree", SIGGRAPH 1996, table 1. A box is stored with axes that are orthonormal but for a known error; what else its exact half
 * edges differ by is known, too. Both are in its slack (docs/numerics/solids_kernels.md, "Boxes: the filter").
 *
 * Two boxes overlap also if a point of both is known. Edges that are nearly parallel say nothing, and without such a point a
 * stack of boxes would stay open. */
#ifndef SEPAL_SOLIDS_KERNEL_BOXES_H
#define SEPAL_SOLIDS_KERNEL_BOXES_H

#include "boxes_exact.h"
#include <float.h>
#include <math.h>

/* --- Do they overlap? --------------------------------------------------------------------------------------------------------- */

typedef struct solid_box_lanes {
    w3 centre, axis[3];
    w half[3], slack;
} solid_box_lanes;

static inline solid_box_lanes box_of_floats(const w *f) {
    return (solid_box_lanes){
        {f[0], f[4], f[8]}, {{f[1], f[5], f[9]}, {f[2], f[6], f[10]}, {f[3], f[7], f[11]}}, {f[12], f[13], f[14]}, f[15]};
}

/* index[2 * lane] is the box: the one or the other of a group of pairs. regular: all solids are boxes, so that box k is solid k. */
SPECIALISED solid_box_lanes solid_load_boxes(const sepal_solids *set, const uint32_t *index, bool regular) {
    const float *at[SEPAL_LANES];
    w f[16];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t k = index[2 * lane];
        at[lane] = set->filters[regular ? k : set->heads[k].at].row[0];
    }
    w_load_sixteen(at, f);
    return box_of_floats(f);
}

/* One box in all lanes. */
static inline solid_box_lanes solid_same_box(const sepal_box_filter *box) {
    w f[16];
    for (int k = 0; k < 12; k++)
        f[k] = w_set1(box->row[k / 4][k % 4]);
    for (int k = 0; k < 3; k++)
        f[12 + k] = w_set1(box->h[k]);
    f[15] = w_set1(box->k);
    return box_of_floats(f);
}

/* b as seen from a, and the way from a to b as seen from b. */
typedef struct box_view {
    w t[3], s[3], turn[3][3], size[3][3]; /* size = |turn| */
} box_view;

static inline box_view view_boxes(const solid_box_lanes *a, const solid_box_lanes *b) {
    box_view v;
    w3 d = w3_sub(b->centre, a->centre);
    for (int i = 0; i < 3; i++) {
        v.t[i] = w3_dot(a->axis[i], d);
        v.s[i] = w3_dot(b->axis[i], d);
        for (int j = 0; j < 3; j++) {
            v.turn[i][j] = w3_dot(a->axis[i], b->axis[j]);
            v.size[i][j] = w_abs(v.turn[i][j]);
        }
    }
    return v;
}

/* The gap along the face normal i of a, and along the face normal j of b. */
static inline w face_gap_a(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, int i) {
    w reach = w_madd(b->half[2], v->size[i][2], w_madd(b->half[1], v->size[i][1], w_madd(b->half[0], v->size[i][0], a->half[i])));
    return w_sub(w_abs(v->t[i]), reach);
}
static inline w face_gap_b(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, int j) {
    w reach = w_madd(a->half[2], v->size[2][j], w_madd(a->half[1], v->size[1][j], w_madd(a->half[0], v->size[0][j], b->half[j])));
    return w_sub(w_abs(v->s[j]), reach);
}
static inline w face_gaps(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v) {
    w of_a = w_max(w_max(face_gap_a(a, b, v, 0), face_gap_a(a, b, v, 1)), face_gap_a(a, b, v, 2));
    w of_b = w_max(w_max(face_gap_b(a, b, v, 0), face_gap_b(a, b, v, 1)), face_gap_b(a, b, v, 2));
    return w_max(of_a, of_b);
}

/* The gap along a_i x b_j, times the length of that normal. */
static inline w edge_gap(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v, int i, int j) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    w apart = w_abs(w_msub(v->t[i2], v->turn[i1][j], w_mul(v->t[i1], v->turn[i2][j])));
    w reach_b = w_madd(b->half[j1], v->size[i][j2], w_mul(b->half[j2], v->size[i][j1]));
    w reach = w_madd(a->half[i1], v->size[i2][j], w_madd(a->half[i2], v->size[i1][j], reach_b));
    return w_sub(apart, reach);
}
static inline w edge_gaps(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v) {
    w most = w_set1(-INFINITY);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            most = w_max(most, edge_gap(a, b, v, i, j));
    return most;
}

/* How far the point of a nearest to the centre of b is outside of b: negative if it is in both. */
static inline w common_point(const solid_box_lanes *a, const solid_box_lanes *b, const box_view *v) {
    w point[3], most = w_set1(-INFINITY), zero = w_set1(0);
    for (int i = 0; i < 3; i++)
        point[i] = w_max(w_sub(zero, a->half[i]), w_min(a->half[i], v->t[i]));
    for (int j = 0; j < 3; j++) {
        w along = w_madd(point[2], v->turn[2][j], w_madd(point[1], v->turn[1][j], w_mul(point[0], v->turn[0][j])));
        most = w_max(most, w_sub(w_abs(w_sub(along, v->s[j])), b->half[j]));
    }
    return most;
}

static inline w half_sum(const solid_box_lanes *a) {
    return w_add(w_add(a->half[0], a->half[1]), a->half[2]);
}

/* Boxes in 16 lanes stay in the registers if this is inlined; there are not so many registers of fewer lanes. */
#if SEPAL_LANES == 16
#define SOLID_BOXES_DECIDE SPECIALISED
#else
#define SOLID_BOXES_DECIDE static SEPAL_NOINLINE
#endif

/* The edges only where a lane needs them: none does among pairs far apart or deep in each other. */
SOLID_BOXES_DECIDE lanes solid_boxes_decide(const solid_box_lanes *a, const solid_box_lanes *b) {
    box_view v = view_boxes(a, b);
    w error = w_mul(w_add(a->slack, b->slack), w_add(half_sum(a), half_sum(b)));
    w certainly_in = w_sub(w_set1(0), error), gap = face_gaps(a, b, &v);
    wm apart = w_gt(gap, error), overlap = w_gt(certainly_in, common_point(a, b, &v));
    if ((wm_bits(apart) | wm_bits(overlap)) != ALL_LANES) {
        gap = w_max(gap, edge_gaps(a, b, &v));
        apart = w_gt(gap, error);
        overlap = wm_or(overlap, w_gt(certainly_in, gap));
    }
    return decided(apart, overlap);
}

SPECIALISED lanes solid_boxes_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const solids_query *q = question;
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, n.same), b = solid_load_boxes(q->b, &group->b, n.same);
    return solid_boxes_decide(&a, &b);
}

/* More boxes than this do not stay in the second-level cache, and are worth fetching ahead. */
enum { SOLID_BOXES_IN_CACHE = 16384 };

static inline void solid_fetch_boxes(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    sepal_prefetch(&q->a->filters[pair.a]);
    sepal_prefetch(&q->b->filters[pair.b]);
}

/* Pairs of boxes without radii, of sets of nothing else. */
static bool filter_regular_boxes(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    const solids_query *q = question;
    const bool far = q->a->boxes > SOLID_BOXES_IN_CACHE || q->b->boxes > SOLID_BOXES_IN_CACHE;
    return ask_groups_ahead(solid_boxes_kernel, solid_fetch_boxes, far ? count : 0, q, pairs, count, (sizes){0, 0, true}, out);
}

/* --- The push: in float, which axis is it? The least depth over fifteen axes, of which ../box_push.h is the definition. Most pairs need
 * that for one axis only. All fifteen depths are first found in float, from the records of the filter, each with a bound on its error; if
 * just one of them can be the least, only that one is computed as defined (docs/numerics/solids_kernels.md, "Boxes: push"). */

/* All gaps, those along edges times the length of the axis, of which the squares are given; a bound on the error of each, which
 * lengths included is at most that, divided by the length. */
typedef struct axis_gaps {
    w face[6], edge[9], square[9], error;
} axis_gaps;

static inline axis_gaps find_gaps(const solid_box_lanes *a, const solid_box_lanes *b) {
    box_view v = view_boxes(a, b);
    axis_gaps g;
    for (int i = 0; i < 3; i++) {
        g.face[i] = face_gap_a(a, b, &v, i);
        g.face[3 + i] = face_gap_b(a, b, &v, i);
        for (int j = 0; j < 3; j++) {
            w p = v.turn[(i + 1) % 3][j], q = v.turn[(i + 2) % 3][j];
            g.edge[3 * i + j] = edge_gap(a, b, &v, i, j);
            g.square[3 * i + j] = w_madd(p, p, w_mul(q, q));
        }
    }
    w distance = w3_sum((w3){v.t[0], v.t[1], v.t[2]});
    w size = w_add(w_add(half_sum(a), half_sum(b)), distance);
    g.error = w_mul(w_mul(w_add(a->slack, b->slack), w_set1(2)), size);
    return g;
}

/* Sizes between which the squares of gaps neither overflow nor lose bits; and the least square of the length of an axis that may
 * be the best one that others are compared with. */
#define MTV_SIZE_LEAST 0x1p-40F
#define MTV_SIZE_MOST  0x1p40F
#define MTV_SQUARE     0x1p-16F
/* What the comparisons themselves round, as a share of a value. */
#define MTV_ROUNDING 0x1p-20F

static inline w signed_square(w a) {
    return w_mul(a, w_abs(a));
}

/* The half edges that span the axis of the greatest gap, and the lanes in which it is certainly that. */
typedef struct axis_choice {
    w3 first, second;
    unsigned sure;
} axis_choice;

static inline axis_choice choose_axis(const axis_gaps *g, const solid_exact_lanes *a, const solid_exact_lanes *b, w size) {
    w greatest = g->face[0];
    for (int k = 1; k < 6; k++)
        greatest = w_max(greatest, g->face[k]);
    /* the greatest as a fraction of squares, compared without a division */
    w over = signed_square(greatest), under = w_set1(1);
    for (int k = 0; k < 9; k++) {
        w square = signed_square(g->edge[k]);
        wm better = wm_and(w_gt(g->square[k], w_set1(MTV_SQUARE)), w_gt(w_mul(square, under), w_mul(over, g->square[k])));
        over = w_select(better, square, over);
        under = w_select(better, g->square[k], under);
    }
    w length = w_sqrt(under), value = w_div(w_flip(w_sqrt(w_abs(over)), over), length);
    w least = w_sub(value, w_madd(w_abs(value), w_set1(MTV_ROUNDING), w_div(g->error, length)));
    w least_square = signed_square(least);
    least_square = w_sub(least_square, w_mul(w_abs(least_square), w_set1(MTV_ROUNDING)));

    /* every axis that may be as great */
    wm none = wm_none(), any = none, several = none, first[6], second[6];
    for (int k = 0; k < 6; k++)
        first[k] = second[k] = none;
    for (int k = 0; k < BOX_AXES; k++) {
        w most = w_add(k < 6 ? g->face[k] : g->edge[k - 6], g->error);
        wm below = k < 6 ? w_gt(least, most) : w_gt(w_mul(least_square, g->square[k - 6]), signed_square(most));
        wm may = wm_not(below);
        several = wm_or(several, wm_and(any, may));
        any = wm_or(any, may);
        first[box_axes[k][0]] = wm_or(first[box_axes[k][0]], may);
        second[box_axes[k][1]] = wm_or(second[box_axes[k][1]], may);
    }
    axis_choice out = {a->edge[0], b->edge[0], 0};
    for (int k = 1; k < 6; k++)
        out.first = w3_select(first[k], k < 3 ? a->edge[k] : b->edge[k - 3], out.first);
    for (int k = 0; k < 6; k++)
        out.second = w3_select(second[k], k < 3 ? a->edge[k] : b->edge[k - 3], out.second);
    wm fit = wm_and(w_gt(size, w_set1(MTV_SIZE_LEAST)), w_gt(w_set1(MTV_SIZE_MOST), size));
    out.sure = wm_bits(wm_andnot(wm_and(fit, any), several));
    return out;
}

/* --- Groups ------------------------------------------------------------------------------------------------------------------- */

/* A bound on the error of a depth in double, as a share of the extent of the pair. */
#define MTV_DOUBLE_ERROR (32 * 0x1p-53)

/* The lanes in which a depth is certainly above 0, and there is an axis. */
static inline unsigned certainly_deep(const axis_half *axis, const wd3 *edge, wd3 d) {
    wd extent = wd3_sum(d);
    for (int k = 0; k < 6; k++)
        extent = wd_add(extent, wd3_sum(edge[k]));
    const wdm deep = wd_gt(axis->depth, wd_mul(extent, wd_set1(MTV_DOUBLE_ERROR)));
    return wdm_bits(wdm_and(deep, wd_gt(wd_set1((double)INFINITY), axis->depth)));
}

/* The pushes of a block. unsure: those that are final but for the side of 0 of their depth; only stages for boxes leave any. */
typedef struct push_values {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK], z[SEPAL_BLOCK], depth[SEPAL_BLOCK];
    uint64_t unsure[SEPAL_BLOCK / 64];
} push_values;

/* What a kernel is asked, and where it stores its numbers. */
typedef struct push_query {
    const solids_query *q;
    push_values *out;
} push_query;

/* Finds pushes of a list of pairs; what is not certain is open. n: the sizes of the blocks of vertices, 0 for boxes. */
typedef void push_filter(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *answers,
                         push_values *out);

/* One that asks a kernel about each group; it is not inlined, for its room on the stack. */
#define PUSHES_OF_GROUPS(name, kernel)                                                                                             \
    static SEPAL_NOINLINE void name(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *answers,      \
                                    push_values *out) {                                                                            \
        (void)ask_groups(kernel, NULL, &(push_query){q, out}, pairs, count, n, answers);                                           \
    }                                                                                                                              \
    static push_filter name

/* The radii and the margin of both halves, added in the order of the reference. */
SPECIALISED void load_reaches(const solids_query *q, const sepal_pair *group, wd reach[2]) {
    const w a = solid_load_radii(q->a, &group->a), b = solid_load_radii(q->b, &group->b);
    for (int half = 0; half < 2; half++)
        reach[half] = wd_add(wd_add(wd_of(a, half), wd_of(b, half)), wd_set1((double)q->margin));
}

static inline unsigned reaching(const wd reach[2]) {
    return wdm_bits(wd_gt(reach[0], wd_set1(0))) | wdm_bits(wd_gt(reach[1], wd_set1(0))) << (SEPAL_LANES / 2);
}

/* Stores the pushes of a group: no component is -0, no depth infinite. reach: added to the depths, where cores that touch have 0; known:
 * the lanes whose axis is certain; deep: those whose depth is certainly above 0, if float can tell it from 0; touch: those in which it is
 * exactly 0. */
static inline lanes store_pushes(push_values *out, size_t k, const axis_half *axis, const wd reach[2], unsigned known,
                                 unsigned deep, unsigned touch) {
    const wd none = wd_set1(0);
    wd of_half[2];
    for (int half = 0; half < 2; half++)
        of_half[half] = wd_select(wd_gt(reach[half], none), wd_add(reach[half], wd_max(axis[half].depth, none)), axis[half].depth);
    w zero = w_set1(0), depth = w_min(w_of(of_half[0], of_half[1]), w_set1(FLT_MAX));
    w3_store(out->x + k, out->y + k, out->z + k, w3_add(w3_of(axis[0].normal, axis[1].normal), w3_set1(0, 0, 0)));
    w_store(out->depth + k, depth);
    out->unsure[k / 64] |= (uint64_t)(known & ~((deep & wm_bits(w_gt(depth, zero))) | touch | reaching(reach))) << k % 64;
    return (lanes){known, ALL_LANES & ~known};
}

/* Have neither of two boxes any volume? */
static inline bool are_flat(const solids_query *q, sepal_pair pair) {
    return (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_SOLID_FLAT) != 0;
}

/* All axes in double. n.same: of boxes that have a reach, and may be apart. */
SPECIALISED lanes push_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    exact_pairs boxes;
    load_exact_pairs(asked->q, group, &boxes);
    axis_half axis[2];
    wd reach[2];
    unsigned deep = 0, touch = 0, apart = 0, parallel = 0;
    load_reaches(asked->q, group, reach);
    for (int half = 0; half < 2; half++) {
        wd3 edge[6], d = halves_of(&boxes.a, &boxes.b, half, edge);
        axis[half] = deepest_of_all(edge, d);
        parallel |= wdm_bits(wd_eq(axis[half].depth, wd_set1((double)INFINITY))) << (half * (SEPAL_LANES / 2));
        deep |= certainly_deep(&axis[half], edge, d) << (half * (SEPAL_LANES / 2));
        touch |= wdm_bits(wd_eq(axis[half].depth, wd_set1(0))) << (half * (SEPAL_LANES / 2));
        apart |= wdm_bits(wd_gt(wd_set1(0), axis[half].depth)) << (half * (SEPAL_LANES / 2));
    }
    /* where double is exact, a depth of 0 or below it is no rounding; but a difference without volume may be apart in its plane */
    for (int lane = 0; lane < SEPAL_LANES && (touch | apart) != 0; lane++) {
        if (are_flat(asked->q, group[lane]) || core_span(asked->q, group[lane]) > BOX_SPAN_DOUBLE)
            touch &= ~(1U << lane), apart &= ~(1U << lane);
    }
    return store_pushes(asked->out, k, axis, reach,
                        n.same != 0 ? (deep | touch) & reaching(reach) : ALL_LANES & ~(apart | parallel), deep, touch);
}

/* One axis in double; open where more than one may be it. */
SPECIALISED lanes quick_push_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const push_query *asked = question;
    exact_pairs boxes;
    load_exact_pairs(asked->q, group, &boxes);
    solid_box_lanes filter_a = solid_load_boxes(asked->q->a, &group->a, false),
                    filter_b = solid_load_boxes(asked->q->b, &group->b, false);
    axis_gaps g = find_gaps(&filter_a, &filter_b);
    axis_choice choice = choose_axis(&g, &boxes.a, &boxes.b, w_add(half_sum(&filter_a), half_sum(&filter_b)));
    axis_half axis[2];
    unsigned deep = 0;
    for (int half = 0; half < 2; half++) {
        wd3 edge[6], d = halves_of(&boxes.a, &boxes.b, half, edge);
        const axis_depth found = depth_of_axis(wd3_of(choice.first, half), wd3_of(choice.second, half), edge, d);
        axis[half] = unit_axis(&found);
        deep |= certainly_deep(&axis[half], edge, d) << (half * (SEPAL_LANES / 2));
    }
    const wd margin = wd_set1((double)asked->q->margin), reach[2] = {margin, margin};
    return store_pushes(asked->out, k, axis, reach, choice.sure, deep, 0);
}

/* Pairs of boxes without radii that meet, or have a volume and span at most BOX_SPAN_DOUBLE bits; what is apart or has no axis stays open.
 * n.same: any that have a reach, of which those are answered whose cores certainly meet. */
PUSHES_OF_GROUPS(push_boxes, push_kernel);
PUSHES_OF_GROUPS(push_boxes_quickly, quick_push_kernel);

#endif
