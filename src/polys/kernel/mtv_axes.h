/* mtv_axes.h — the smallest push that parts a pair: the greatest gap over all edge normals. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv.c in the same order, so that the bits are the same. Left open are pairs out of float's
 * range, which are computed in double. w_madd is not used here, since it rounds once on some machines and twice on others. */
#ifndef SEPAL_POLYS_KERNEL_MTV_AXES_H
#define SEPAL_POLYS_KERNEL_MTV_AXES_H

#include "axes.h"
#include "mtv_nearest.h"
#include "mtv_values.h"

/* The outward normal of an edge with the given squared length. An edge between repeated vertices has the length 0, so its normal is
 * 0 * (1 / 0). Everything computed from it is NaN, and a NaN is never the greater gap. */
static inline w2 unit_normal(w2 edge, w square, w winding) {
    w inverse = w_div(w_set1(1), w_sqrt(square));
    return (w2){w_flip(w_mul(edge.y, inverse), winding), w_flip(w_mul(w_sub(w_set1(0), edge.x), inverse), winding)};
}

/* The edges whose squared length is less than least_square, apart from zero-length edges. */
static inline wm too_short(w2 edge, w square, float least_square) {
    w zero = w_set1(0);
    return wm_andnot(w_gt(w_set1(least_square), square), wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero)));
}

/* The gap along the outward normal of an edge, which begins at `from`, to the other polygon. Notes edges that are too short. */
SPECIALISED axis_lanes unit_gap(w2 from, w2 edge, w winding, const w *other, uint32_t size, float least_square, wm *shorter) {
    w square = w2_along(edge, edge);
    if (wm_bits(w_gt(w_set1(least_square), square)) != 0)
        *shorter = wm_or(*shorter, too_short(edge, square, least_square));
    w2 n = unit_normal(edge, square, winding);
    w least = w2_along(n, vertex(other, size, 0));
    for (uint32_t j = 1; j < size; j++)
        least = w_min(least, w2_along(n, vertex(other, size, j)));
    return (axis_lanes){n, w_sub(least, w2_along(n, from))};
}

/* The gap along the normal of the edge, as unit_gap has it. */
SPECIALISED axis_lanes best_gap(const best_edge *e, w winding, w2 origin) {
    w2 edge = w2_sub(e->to, e->from), n = unit_normal(edge, w2_along(edge, edge), winding);
    w least = w2_along(n, w2_sub(e->other[0], origin));
    for (uint32_t k = 1; k < e->size; k++)
        least = w_min(least, w2_along(n, w2_sub(e->other[k], origin)));
    return (axis_lanes){n, w_sub(least, w2_along(n, w2_sub(e->from, origin)))};
}

/* The greatest gap over the edge normals of a, and the first axis that has it. */
SPECIALISED edge_axis greatest_unit_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b,
                                        wm *unfit) {
    w zero = w_set1(0);
    edge_axis best = {{{zero, zero}, w_set1(-INFINITY)}, zero};
    for (uint32_t i = 0; i < size_a && size_a > 1; i++) {
        w2 from = vertex(a->world, size_a, i), to = vertex(a->world, size_a, i + 1 < size_a ? i + 1 : 0);
        axis_lanes next =
            unit_gap(vertex(a->near, size_a, i), w2_sub(to, from), winding, b->near, size_b, SEPAL_LEAST_SQUARE, unfit);
        wm greater = w_gt(next.gap, best.axis.gap);
        best = (edge_axis){select_axis(greater, next, best.axis), w_select(greater, w_set1((float)i), best.edge)};
    }
    return best;
}

/* Stores the push of a pair of cores, and tells what is known of it: all, or all but the contact, where they touch but for rounding.
 * Open are unfit lanes, and those of which only this is known, that the cores are apart. */
SPECIALISED lanes store_nearest(const nearest_lanes *found, wm unfit, size_t k, mtv_values *out) {
    w zero = w_set1(0);
    w_store(out->depth + k, w_sub(zero, found->line.distance));
    w_store(out->x + k, w_add(zero, found->line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, found->line.normal.y));
    unsigned open = wm_bits(wm_or(unfit, wm_andnot(found->apart, found->certain)));
    return (lanes){wm_bits(wm_or(found->meet, found->certain)) & ~open, open};
}

/* Stores the push along the better of two axes, where no gap is above 0: all is known but the contact, where it is near 0. */
SPECIALISED lanes store_better(axis_lanes of_a, axis_lanes of_b, w extent, wm unfit, size_t k, mtv_values *out) {
    wm from_b = w_gt(of_b.gap, of_a.gap);
    w gap = w_select(from_b, of_b.gap, of_a.gap);
    nearest_lanes found = {
        .line = {w2_select(from_b, w2_neg(of_b.normal), of_a.normal), gap},
        .meet = w_gt(w_neg(w_mul(extent, w_set1(SEPAL_GAP_ERROR))), gap),
        .apart = wm_none(),
        .certain = wm_none(),
    };
    return store_nearest(&found, unfit, k, out);
}

/* No two vertices differ by more than the extent in x or y. */
SPECIALISED w pair_extent(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(a.outer, b.outer);
    return w_add(w_add(outer, outer), w_max(w_abs(d.x), w_abs(d.y)));
}
static inline float extent_of_one(const sepal_poly_circle *a, const sepal_poly_circle *b) {
    float outer = fabsf(a->outer) + fabsf(b->outer), dx = fabsf(b->x - a->x), dy = fabsf(b->y - a->y);
    return (outer + outer) + (dx > dy ? dx : dy);
}

SPECIALISED lanes mtv_group(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n, size_t k,
                            mtv_values *out) {
    w2 origin = vertex(va->world, n.a, 0);
    make_near(va, n.a, origin);
    make_near(vb, n.b, origin);
    w extent = pair_extent(a, b);
    wm unfit = w_eq(extent, w_set1(INFINITY));
    edge_axis of_a = greatest_unit_gap(va, n.a, a.winding, vb, n.b, &unfit);
    edge_axis of_b = greatest_unit_gap(vb, n.b, b.winding, va, n.a, &unfit);
    nearest_lanes found = nearest_line(va->world, &of_a, vb->world, &of_b, n, extent, false);
    return store_nearest(&found, unfit, k, out);
}

SPECIALISED lanes mtv_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    vertex_lanes va, vb;
    load_blocks(m->q->a, &group->a, n.a, n.same, n.same, &va);
    load_blocks(m->q->b, &group->b, n.b, n.same, n.same, &vb);
    return mtv_group(load_circles(m->q->a, &group->a), &va, load_circles(m->q->b, &group->b), &vb, n, k, m->out);
}

#endif
