/* contact_large.h — the contact points of polygons of more than 16 vertices: the greatest gaps with an axis in each lane, and the rest
 * by the reference, which takes linear time for it. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_LARGE_H
#define SEPAL_POLYS_KERNEL_CONTACT_LARGE_H

#include "contact_values.h"
#include "mtv_large.h"

/* Takes the greatest gap of the edges k, k+1, ... into the best, if it is greater. */
static inline void take_greatest_edge(const normal_lanes *edges, uint32_t k, w2 origin, sepal_axis *best) {
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

/* sepal_polys_scalar_greatest_gap, to the same bits. */
static inline bool greatest_edge_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, w2 origin,
                                          sepal_axis *best) {
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_b = b->heads[j].size;
    *best = (sepal_axis){0, 0, -INFINITY, 0};
    for (uint32_t k = 0; k < a->heads[i].size; k += SEPAL_LANES) {
        normal_lanes edges;
        if (!load_normals(a, i, k, &edges))
            return false;
        for (uint32_t m = 0; m < size_b; m++) {
            w2 near = w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, origin);
            edges.least = w_min(edges.least, w2_along(edges.normal, near));
        }
        take_greatest_edge(&edges, k, origin, best);
    }
    return true;
}

static inline sepal_poly_contacts contacts_of_large(const polys_query *q, sepal_pair pair) {
    const sepal_polys *a = q->a, *b = q->b;
    w2 origin = {w_set1(*sepal_poly_x(a, pair.a)), w_set1(*sepal_poly_y(a, pair.a))};
    sepal_axis of_a, of_b;
    bool fit = fabsf(a->circles[pair.a].outer) + fabsf(b->circles[pair.b].outer) < INFINITY &&
               greatest_edge_of_large(a, pair.a, b, pair.b, origin, &of_a) &&
               greatest_edge_of_large(b, pair.b, a, pair.a, origin, &of_b);
    return fit ? sepal_polys_scalar_manifold_of(a, pair.a, b, pair.b, &of_a, &of_b, q->margin)
               : sepal_polys_scalar_manifold_double(a, pair.a, b, pair.b, q->margin);
}

#endif
