/* reach_large.h — cores of more than 16 vertices: the certificates of reach.h, one pair at a time, an edge in each lane. */
#ifndef SEPAL_POLYS_KERNEL_REACH_LARGE_H
#define SEPAL_POLYS_KERNEL_REACH_LARGE_H

#include "overlap_large.h"
#include "reach.h"

/* Loads one core into all lanes, except for its vertices. */
static inline core_lanes spread_core(const sepal_polys *set, uint32_t index) {
    const sepal_poly_circle *c = &set->circles[index];
    core_lanes core;
    w outer = w_set1(c->outer), radius = w_set1(sepal_poly_radius(set, index));
    core.circle = (circle_lanes){{w_set1(c->x), w_set1(c->y)}, w_abs(outer), w_set1(c->inner), outer};
    core.least_radius = core.most_radius = radius;
    return core;
}

static inline void load_edges(const sepal_polys *set, uint32_t index, uint32_t k, w2 *from, w2 *to) {
    float x[SEPAL_LANES + 1], y[SEPAL_LANES + 1];
    take_edges(set, index, k, x, y);
    *from = (w2){w_load(x), w_load(y)};
    *to = (w2){w_load(x + 1), w_load(y + 1)};
}

/* Adds the edges of polygon i of a, each with all vertices of polygon j of b, to `r`. True if some lane decides the pair. */
static inline bool outline_decides(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, reach_lanes *r) {
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    w winding = w_set1(a->circles[i].outer);
    for (uint32_t k = 0; k < size_a; k += SEPAL_LANES) {
        w2 from, to;
        load_edges(a, i, k, &from, &to);
        edge_lanes edge = edge_between(r, from, to, winding);
        for (uint32_t m = 0; m < size_b; m++) {
            w2 to_b = w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, from);
            reach_sees(r, to_b);
            edge_sees(&edge, to_b, r);
        }
        edge_ends(&edge, size_a > 2 ? size_a : 3, r); /* lanes past the end have no edge */
        if (wm_bits(wm_or(is_within(r), is_out(r))) != 0)
            return true;
    }
    return false;
}

/* The nearest vertices among those of all lanes, in every lane. */
static inline void find_nearest(reach_lanes *r) {
    float distance2[SEPAL_LANES], x[SEPAL_LANES], y[SEPAL_LANES];
    w_store(distance2, r->nearest2);
    w_store(x, r->nearest.x);
    w_store(y, r->nearest.y);
    int nearest = 0;
    for (int lane = 1; lane < SEPAL_LANES; lane++)
        nearest = distance2[lane] < distance2[nearest] ? lane : nearest;
    r->nearest2 = w_set1(distance2[nearest]);
    r->nearest = (w2){w_set1(x[nearest]), w_set1(y[nearest])};
}

/* The greatest product of a direction with the vertices of a polygon, relative to `origin`; a vertex in each lane. */
static inline float farthest_along(const sepal_polys *set, uint32_t index, w2 origin, w2 direction) {
    w along = w_set1(-INFINITY);
    for (uint32_t k = 0; k < set->heads[index].size; k += SEPAL_LANES) {
        w2 from, to;
        load_edges(set, index, k, &from, &to);
        along = w_max(along, w_dot(direction, w2_sub(from, origin)));
    }
    return w_greatest(along);
}

static inline lanes reach_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float margin) {
    core_lanes core_a = spread_core(a, i), core_b = spread_core(b, j);
    reach_lanes r = reach_begin(&core_a, &core_b, margin);
    if (outline_decides(a, i, b, j, &r))
        return (lanes){wm_bits(is_out(&r)) == 0, 0};
    reach_lanes back = r; /* the nearest vertices of this one are not needed again */
    if (outline_decides(b, j, a, i, &back))
        return (lanes){wm_bits(is_out(&back)) == 0, 0};
    if (wm_bits(is_inside(&back)) == ALL_LANES && wm_bits(some_edge(&back)) != 0)
        return (lanes){1, 0};
    find_nearest(&r);
    w2 origin = {w_set1(sepal_poly_x(a, i)[0]), w_set1(sepal_poly_y(a, i)[0])};
    w2 opposite = w2_neg(r.nearest);
    reach_gap(&r, w_set1(-farthest_along(b, j, origin, opposite) - farthest_along(a, i, origin, r.nearest)));
    return (lanes){0, wm_bits(is_out(&r)) == 0};
}

static inline lanes reach_large_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    return reach_large(q->a, pair.a, q->b, pair.b, q->margin);
}

/* Some core has more than 16 vertices. */
static bool filter_reach_large(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(reach_large_kernel, q, pairs, count, out);
}

#endif
