/* overlap_large.h — large polygons that the portal search leaves open: one pair at a time, an edge normal in each lane.
 *
 * Gaps and bounds are those of axes.h. An edge whose gap is neither certainly positive nor certainly negative is decided exactly,
 * by the reference; near a contact that is one or two of them. So every pair is answered. */
#ifndef SEPAL_POLYS_KERNEL_OVERLAP_LARGE_H
#define SEPAL_POLYS_KERNEL_OVERLAP_LARGE_H

#include "axes.h"

/* The extent of a pair, R_a + R_b + D (docs/numerics/overlap.md, "All axes"). */
static inline float extent_of(const sepal_poly_circle *a, const sepal_poly_circle *b) {
    float dx = fabsf(b->x - a->x), dy = fabsf(b->y - a->y);
    return fabsf(a->outer) + fabsf(b->outer) + (dx > dy ? dx : dy);
}

/* Vertices k .. k + SEPAL_LANES of a closed polygon, one more than lanes; past the end it repeats vertex 0. */
static inline void take_edges(const sepal_polys *set, uint32_t index, uint32_t k, float x[SEPAL_LANES + 1],
                              float y[SEPAL_LANES + 1]) {
    const float *from_x = sepal_poly_x(set, index), *from_y = sepal_poly_y(set, index);
    uint32_t size = set->heads[index].size;
    for (uint32_t lane = 0; lane <= SEPAL_LANES; lane++) {
        uint32_t at = k + lane < size ? k + lane : 0;
        x[lane] = from_x[at];
        y[lane] = from_y[at];
    }
}

/* SEPAL_LANES edges of a polygon, from `origin`. */
typedef struct inward_lanes {
    w2 from, inward;
    wm none; /* lanes between repeated vertices */
} inward_lanes;

static inline inward_lanes load_inward(const sepal_polys *set, uint32_t index, uint32_t k, w2 origin) {
    float x[SEPAL_LANES + 1], y[SEPAL_LANES + 1];
    take_edges(set, index, k, x, y);
    w2 from = {w_load(x), w_load(y)}, edge = w2_sub((w2){w_load(x + 1), w_load(y + 1)}, from);
    w zero = w_set1(0), winding = w_set1(set->circles[index].outer);
    return (inward_lanes){
        w2_sub(from, origin),
        {w_flip(w_neg(edge.y), winding), w_flip(edge.x, winding)},
        wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero)),
    };
}

/* Does an edge of polygon i of a part it from polygon j of b? */
static inline bool some_edge_separates(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float extent,
                                       sepal_touching touching) {
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    const sepal_poly_circle *circle = &a->circles[i];
    w error = w_set1(AXES_ERROR * fabsf(circle->outer) * extent);
    w2 origin = {w_set1(circle->x), w_set1(circle->y)};
    for (uint32_t k = 0; k < size_a; k += SEPAL_LANES) {
        inward_lanes edges = load_inward(a, i, k, origin);
        w deepest = w_set1(-INFINITY);
        for (uint32_t m = 0; m < size_b; m++)
            deepest = w_max(deepest, w_dot(edges.inward, w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, origin)));
        w gap = w_sub(w_dot(edges.inward, edges.from), deepest);
        if (wm_bits(wm_andnot(w_gt(gap, error), edges.none)) != 0)
            return true;
        unsigned open = ALL_LANES & ~wm_bits(wm_or(w_gt(w_neg(error), gap), edges.none));
        for (; open != 0; open &= open - 1) {
            uint32_t edge_at = k + sepal_lowest_bit(open);
            if (edge_at < size_a && sepal_polys_scalar_edge_separates(a, i, edge_at, b, j, touching))
                return true;
        }
    }
    return false;
}

static inline bool overlap_by_all_axes(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                       sepal_touching touching) {
    if (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT)
        return sepal_polys_scalar_overlap(a, i, b, j, touching);
    const sepal_poly_circle *ca = &a->circles[i], *cb = &b->circles[j];
    float extent = extent_of(ca, cb);
    return !some_edge_separates(a, i, b, j, extent, touching) && !some_edge_separates(b, j, a, i, extent, touching);
}

static inline lanes large_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    return (lanes){overlap_by_all_axes(q->a, pair.a, q->b, pair.b, q->touching), 0};
}

/* Answers every pair. */
static bool decide_large(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(large_kernel, q, pairs, count, out);
}

#endif
