/* mtv_large.h — the smallest push of polygons of more than 16 vertices: one pair at a time, an axis in each lane. */
#ifndef SEPAL_POLYS_KERNEL_MTV_LARGE_H
#define SEPAL_POLYS_KERNEL_MTV_LARGE_H

#include "../scalar/axis.h"
#include "mtv_axes.h"
#include "overlap_large.h"

/* SEPAL_LANES edges of a polygon. */
typedef struct normal_lanes {
    w2 from, normal;
    wm none; /* lanes that have no edge */
    w least; /* the least product of the normal with the other polygon so far */
} normal_lanes;

/* Edges k, k+1, ... of a polygon. False if one is too short for float. */
static inline bool load_normals(const sepal_polys *set, uint32_t index, uint32_t k, normal_lanes *out) {
    const float *x = sepal_poly_x(set, index) + k, *y = sepal_poly_y(set, index) + k;
    float closed_x[SEPAL_LANES + 1], closed_y[SEPAL_LANES + 1];
    if (k + SEPAL_LANES >= set->heads[index].size) {
        take_edges(set, index, k, closed_x, closed_y);
        x = closed_x;
        y = closed_y;
    }
    out->from = (w2){w_load(x), w_load(y)};
    w2 edge = w2_sub((w2){w_load(x + 1), w_load(y + 1)}, out->from);
    w square = w2_along(edge, edge), zero = w_set1(0);
    out->normal = unit_normal(edge, square, w_set1(set->circles[index].outer));
    out->none = wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero));
    out->least = w_set1(INFINITY);
    return wm_bits(too_short(edge, square, SEPAL_LEAST_SQUARE)) == 0;
}

/* Takes the greatest gap of some edges, the first of which is edge k, into the best, if it is greater. */
static inline void take_greatest(const normal_lanes *edges, uint32_t k, w2 origin, sepal_axis *best) {
    w gap = w_sub(edges->least, w2_along(edges->normal, w2_sub(edges->from, origin)));
    gap = w_select(edges->none, w_set1(-INFINITY), gap);
    float greatest = w_greatest(gap);
    if (greatest > best->gap) {
        float x[SEPAL_LANES], y[SEPAL_LANES];
        unsigned lane = sepal_lowest_bit(wm_bits(w_eq(gap, w_set1(greatest))));
        w_store(x, edges->normal.x);
        w_store(y, edges->normal.y);
        *best = (sepal_axis){x[lane], y[lane], greatest, k + lane};
    }
}

/* The greatest gap over the edge normals of a, and the first axis that has it. False if an edge is too short for float. */
static inline bool greatest_gap_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, w2 origin,
                                         sepal_axis *best) {
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    *best = (sepal_axis){0, 0, -INFINITY, 0};
    for (uint32_t k = 0; k < size_a; k += 2 * SEPAL_LANES) {
        normal_lanes first, second;
        bool more = k + SEPAL_LANES < size_a;
        if (!load_normals(a, i, k, &first) || !load_normals(a, i, more ? k + SEPAL_LANES : k, &second))
            return false;
        for (uint32_t m = 0; m < size_b; m++) {
            w2 near = w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, origin);
            first.least = w_min(first.least, w2_along(first.normal, near));
            second.least = w_min(second.least, w2_along(second.normal, near));
        }
        take_greatest(&first, k, origin, best);
        if (more)
            take_greatest(&second, k + SEPAL_LANES, origin, best);
    }
    return true;
}

/* Stores the push as number k, from the best axis, which is one of b if `from_b`, and tells what is known of it. */
static lanes store_line_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_axis *best,
                                 bool from_b, float extent, size_t k, mtv_values *out) {
    sepal_poly_mtv found = {from_b ? 0 - best->x : 0 + best->x, from_b ? 0 - best->y : 0 + best->y, 0 - best->gap};
    bool meet = best->gap<-(extent * SEPAL_GAP_ERROR), apart = best->gap> extent * SEPAL_APART_ERROR, certain = meet;
    if (apart)
        certain = sepal_polys_scalar_line(a, i, b, j, best, from_b, extent, &found) == SEPAL_LINE_APART;
    out->x[k] = found.x;
    out->y[k] = found.y;
    out->depth[k] = found.depth;
    return (lanes){certain, apart && !certain};
}

/* Stores the push as number k. */
static lanes mtv_large_pair(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, size_t k, mtv_values *out) {
    float extent = extent_of_one(&a->circles[i], &b->circles[j]);
    w2 origin = {w_set1(*sepal_poly_x(a, i)), w_set1(*sepal_poly_y(a, i))};
    sepal_axis of_a, of_b;
    bool fit =
        extent < INFINITY && greatest_gap_of_large(a, i, b, j, origin, &of_a) && greatest_gap_of_large(b, j, a, i, origin, &of_b);
    if (!fit)
        return (lanes){0, 1};
    bool from_b = of_b.gap > of_a.gap;
    return store_line_of_large(a, i, b, j, from_b ? &of_b : &of_a, from_b, extent, k, out);
}

static inline lanes mtv_large_kernel(const void *question, sepal_pair pair, size_t k) {
    const mtv_query *m = question;
    return mtv_large_pair(m->q->a, pair.a, m->q->b, pair.b, k, m->out);
}

/* Some polygon of each pair has more than 16 vertices. */
static SEPAL_NOINLINE bool mtv_large(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *found,
                                     mtv_values *out) {
    return ask_each(mtv_large_kernel, &(mtv_query){q, out}, pairs, count, found);
}

#endif
