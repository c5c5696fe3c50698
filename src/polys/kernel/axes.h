/* axes.h — all edge normals of both polygons, in float; each lane has its own pair.
 *
 * For the outward normal n of the edge a_i a_i+1 the gap to b is min_j n . (b_j - a_i). A gap that is certainly positive separates
 * the pair; if all gaps are certainly negative, the pair overlaps. All coordinates are relative to the centre of a, so that the
 * distance from the origin costs no accuracy. Normals are not normalised: only the sign of the gap counts. */
#ifndef SEPAL_POLYS_KERNEL_AXES_H
#define SEPAL_POLYS_KERNEL_AXES_H

#include "circles.h"
#include "gaps.h"
#include "sizes.h"
#include "vertices.h"
#include <math.h>

/* The inward normal of the edge from vertex i to the next one. If the two vertices are equal, there is no edge. */
typedef struct inward_normal {
    w2 normal;
    wm no_edge;
} inward_normal;

SPECIALISED inward_normal inward_at(const vertex_lanes *v, uint32_t size, uint32_t i, w winding) {
    w zero = w_set1(0);
    w2 edge = w2_sub(vertex(v->world, size, i + 1 < size ? i + 1 : 0), vertex(v->world, size, i));
    return (inward_normal){{w_flip(w_neg(edge.y), winding), w_flip(edge.x, winding)},
                           wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero))};
}

/* The greatest gap over the edge normals of a; -infinity if there is no edge. The greatest product of b with the inward normal is
 * minus the least product with the outward one. */
SPECIALISED w greatest_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b) {
    w greatest = w_set1(-INFINITY);
    for (uint32_t i = 0; i < size_a; i++) {
        inward_normal n = inward_at(a, size_a, i, winding);
        w deepest = w_dot(n.normal, vertex(b->near, size_b, 0));
        for (uint32_t j = 1; j < size_b; j++)
            deepest = w_max(deepest, w_dot(n.normal, vertex(b->near, size_b, j)));
        w gap = w_sub(w_dot(n.normal, vertex(a->near, size_a, i)), deepest);
        greatest = w_max(greatest, w_select(n.no_edge, w_set1(-INFINITY), gap));
    }
    return greatest;
}

/* Bound on the error of a gap, relative to the product of the polygon's radius and the pair's extent (docs/numerics/overlap.md,
 * "All axes"). */
#define AXES_ERROR (15 * 0x1p-24F)

/* For two points there is no edge, and the gap is -infinity. */
SPECIALISED gap_lanes axes_gaps(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w extent = w_add(w_add(a.outer, b.outer), w_max(w_abs(d.x), w_abs(d.y)));
    w unit = w_mul(extent, w_set1(AXES_ERROR));
    return (gap_lanes){greatest_gap(va, n.a, a.winding, vb, n.b), greatest_gap(vb, n.b, b.winding, va, n.a), w_mul(a.outer, unit),
                       w_mul(b.outer, unit)};
}

SPECIALISED lanes axes_decide(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    gap_lanes g = axes_gaps(a, va, b, vb, n);
    wm no_edge = w_eq(w_max(g.gap_a, g.gap_b), w_set1(-INFINITY)); /* two points: no normal could separate them */
    return decided(gaps_apart(&g), wm_andnot(gaps_overlap(&g), no_edge));
}

SPECIALISED lanes axes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k;
    vertex_lanes va, vb;
    load_vertices(q->a, &group->a, n.a, n.same, &va);
    next_load();
    load_vertices(q->b, &group->b, n.b, n.same, &vb);
    next_load();
    circle_lanes ca = load_circles(q->a, &group->a);
    next_load();
    circle_lanes cb = load_circles(q->b, &group->b);
    return axes_decide(ca, &va, cb, &vb, n);
}

/* n: 3 or 4 vertices, for sets in which all blocks have room for four; otherwise two of 4, 8 and 16. */
static bool filter_axes(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_sized(SAME_3_3 | SAME_4_4 | SIZES_4_4 | SIZES_4_8 | SIZES_8_4 | SIZES_8_8 | SIZES_4_16 | SIZES_16_4 | SIZES_8_16 |
                         SIZES_16_8 | SIZES_16_16,
                     axes_kernel, q, pairs, count, n, out);
}

#endif
