/* boxes.h — two boxes by their fifteen axes in float, with a bound on all errors: most pairs need no more.
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

#include "query.h"
#include <math.h>

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

#endif
