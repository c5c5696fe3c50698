/* boxes.h — two parallelograms c ± u ± v: at most four axes, each from a few cross products.
 *
 * On the axis normal to g (one of u_a, v_a, u_b, v_b) the projection of a parallelogram has the half width |g x u| + |g x v|, and
 * the centres are |g x d| apart. One of the terms g x g is 0, and the axes of parallel edges are one axis: Gottschalk, Lin,
 * Manocha, "OBBTree", SIGGRAPH 1996, in the plane and without unit vectors. */
#ifndef SEPAL_POLYS_KERNEL_BOXES_H
#define SEPAL_POLYS_KERNEL_BOXES_H

#include "../../batch/rows.h"
#include "query.h"

typedef struct box_lanes {
    w2 centre, u, v;
    w slack, norm;
} box_lanes;

static inline box_lanes load_boxes_at(const float *const *at) {
    w f[8];
    w_load_eight(at, f);
    return (box_lanes){{f[0], f[1]}, {f[2], f[3]}, {f[4], f[5]}, f[6], f[7]};
}

/* index[2 * lane] is the box. */
SPECIALISED box_lanes load_boxes(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->cores[index[2 * lane]].parallelogram.x;
    return load_boxes_at(at);
}

/* The gaps along the normals of the four half-edges, times the lengths of these. */
typedef struct box_gaps {
    w ua, va, ub, vb;
} box_gaps;

/* d: from the centre of a to that of b. */
static inline box_gaps box_gaps_of(box_lanes a, box_lanes b, w2 d) {
    w uu = w_abs(w_cross(a.u, b.u)), uv = w_abs(w_cross(a.u, b.v)), vu = w_abs(w_cross(a.v, b.u)), vv = w_abs(w_cross(a.v, b.v));
    w own_a = w_abs(w_cross(a.u, a.v)), own_b = w_abs(w_cross(b.u, b.v));
    return (box_gaps){
        w_sub(w_abs(w_cross(a.u, d)), w_add(w_add(uu, uv), own_a)), w_sub(w_abs(w_cross(a.v, d)), w_add(w_add(vu, vv), own_a)),
        w_sub(w_abs(w_cross(b.u, d)), w_add(w_add(uu, vu), own_b)), w_sub(w_abs(w_cross(b.v, d)), w_add(w_add(uv, vv), own_b))};
}

/* The bound has no term for the distance of the centres: where that would matter, the gap is much greater
 * (docs/numerics/overlap.md, "Parallelograms"). */
static inline gap_lanes greatest_box_gaps(box_lanes a, box_lanes b, const box_gaps *g) {
    w slack = w_add(a.slack, b.slack);
    return (gap_lanes){w_max(g->ua, g->va), w_max(g->ub, g->vb), w_mul(a.norm, slack), w_mul(b.norm, slack)};
}

static inline gap_lanes boxes_gaps(box_lanes a, box_lanes b) {
    box_gaps g = box_gaps_of(a, b, w2_sub(b.centre, a.centre));
    return greatest_box_gaps(a, b, &g);
}

static inline lanes boxes_decide(box_lanes a, box_lanes b) {
    gap_lanes g = boxes_gaps(a, b);
    return decided(gaps_apart(&g), gaps_overlap(&g));
}

SPECIALISED lanes boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    return boxes_decide(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b));
}

/* One box in every lane. */
static inline box_lanes same_box(const sepal_poly_parallelogram *box) {
    return (box_lanes){{w_set1(box->x), w_set1(box->y)},
                       {w_set1(box->ux), w_set1(box->uy)},
                       {w_set1(box->vx), w_set1(box->vy)},
                       w_set1(box->slack),
                       w_set1(box->norm)};
}

/* One pair in every lane. */
static inline lanes box_pair_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    return boxes_decide(same_box(&q->a->cores[pair.a].parallelogram), same_box(&q->b->cores[pair.b].parallelogram));
}

static bool filter_boxes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    if (count == 1)
        return ask_each(box_pair_kernel, q, pairs, count, out);
    return ask_groups(boxes_kernel, NULL, q, pairs, count, n, out);
}

SPECIALISED lanes box_row_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const polys_query *q = question;
    const sepal_poly_core *many = &q->b->cores[first];
    const float *at[SEPAL_LANES];
    if (count == SEPAL_LANES) { /* at fixed distances from one address */
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] = &many[lane].parallelogram.x;
    } else {
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] = &many[lane < count ? lane : 0].parallelogram.x;
    }
    return boxes_decide(same_box(&q->a->cores[a].parallelogram), load_boxes_at(at));
}

/* The `count` pairs after a place in rows of boxes; moves it after them. */
static bool filter_box_rows(const polys_query *q, row_place *at, size_t count, verdicts *out) {
    return ask_rows(box_row_kernel, q, at, count, out);
}

#endif
