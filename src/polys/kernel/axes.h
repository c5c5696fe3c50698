/* axes.h — all edge normals of both polygons, in float: every lane its own pair.
 *
 * For the outward normal n of the edge a_i a_i+1 the gap to b is min_j n . (b_j - a_i). A gap that is certainly positive parts the
 * pair; if all gaps are certainly negative, the pair overlaps. All coordinates are taken relative to the centre of a, so that the
 * distance from the origin costs no accuracy. Normals are not normalised: only the sign of the gap counts. */
#ifndef SEPAL_POLYS_KERNEL_AXES_H
#define SEPAL_POLYS_KERNEL_AXES_H

#include "circles.h"
#include <math.h>

/* The largest polygon that goes into lanes; larger ones are searched one pair at a time (search.h). */
#define SEPAL_LANE_VERTICES 16

/* The vertices of a group, first all x, then (after as many as a block holds) all y: as stored, which edges are taken from, since
 * that is one rounding; and relative to one point of each lane. */
typedef struct vertex_lanes {
    w world[2 * SEPAL_LANE_VERTICES], near[2 * SEPAL_LANE_VERTICES];
} vertex_lanes;

/* The sizes of the two polygons of every pair of a list: no polygon has more vertices, and the block of each is of this size,
 * filled up to 4, 8 or 16. same: so are all blocks of both sets, so that block k is the k-th. */
typedef struct sizes {
    uint32_t a, b;
    bool same;
} sizes;

/* Loads the blocks of a group; index[2 * lane] is the polygon. */
SPECIALISED void load_vertices(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    uint32_t padded = sepal_padded(size);
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = set->vertices + (same ? 2 * (size_t)padded * index[2 * lane] : 4 * (size_t)set->heads[index[2 * lane]].at);
    w_load_quads(at, (int)padded / 2, out->world);
}

static inline w2 vertex(const w *list, uint32_t size, uint32_t k) {
    return (w2){list[k], list[sepal_padded(size) + k]};
}

SPECIALISED void make_near(vertex_lanes *v, uint32_t size, w2 origin) {
    uint32_t padded = sepal_padded(size);
    for (uint32_t k = 0; k < size; k++) {
        v->near[k] = w_sub(v->world[k], origin.x);
        v->near[padded + k] = w_sub(v->world[padded + k], origin.y);
    }
}

/* The greatest gap over the edge normals of a. Edges between repeated vertices have no normal and do not count. */
SPECIALISED w greatest_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b) {
    w greatest = w_set1(-INFINITY), zero = w_set1(0);
    for (uint32_t i = 0; i < size_a; i++) {
        w2 edge = w2_sub(vertex(a->world, size_a, i + 1 < size_a ? i + 1 : 0), vertex(a->world, size_a, i));
        w2 inward = {w_flip(w_sub(zero, edge.y), winding), w_flip(edge.x, winding)};
        w deepest = w_dot(
            inward, vertex(b->near, size_b, 0)); /* along the inward normal: the negative of the least along the outward one */
        for (uint32_t j = 1; j < size_b; j++)
            deepest = w_max(deepest, w_dot(inward, vertex(b->near, size_b, j)));
        w gap = w_sub(w_dot(inward, vertex(a->near, size_a, i)), deepest);
        wm no_edge = wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero));
        greatest = w_max(greatest, w_select(no_edge, w_set1(-INFINITY), gap));
    }
    return greatest;
}

/* docs/numerics.md, "All axes": the error of a gap, relative to the product of the polygon's radius and the pair's extent. */
#define AXES_ERROR (15 * 0x1p-24F)

/* Of two points there is no gap: -infinity. */
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
    wm two_points = w_eq(w_max(g.gap_a, g.gap_b), w_set1(-INFINITY)); /* no edge was there to part them */
    return decided(gaps_apart(&g), wm_andnot(gaps_overlap(&g), two_points));
}

SPECIALISED void filter_axes_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                                verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        vertex_lanes va, vb;
        load_vertices(a, &group->a, n.a, n.same, &va);
        load_vertices(b, &group->b, n.b, n.same, &vb);
        circle_lanes ca = load_circles(a, &group->a), cb = load_circles(b, &group->b);
        verdicts_note(out, k, count, axes_decide(ca, &va, cb, &vb, n));
    }
}

/* Each combination of sizes gets a kernel of its own, whose loops have constant bounds. */
static void filter_axes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (n.same && n.a <= 3 && n.b <= 3)
        filter_axes_of(a, b, pairs, count, (sizes){3, 3, true}, out);
    else if (n.same && n.a <= 4 && n.b <= 4)
        filter_axes_of(a, b, pairs, count, (sizes){4, 4, true}, out);
    else if (n.a == 4 && n.b == 4)
        filter_axes_of(a, b, pairs, count, (sizes){4, 4, false}, out);
    else if (n.a == 4 && n.b == 8)
        filter_axes_of(a, b, pairs, count, (sizes){4, 8, false}, out);
    else if (n.a == 8 && n.b == 4)
        filter_axes_of(a, b, pairs, count, (sizes){8, 4, false}, out);
    else if (n.a == 8 && n.b == 8)
        filter_axes_of(a, b, pairs, count, (sizes){8, 8, false}, out);
    else if (n.a == 4)
        filter_axes_of(a, b, pairs, count, (sizes){4, 16, false}, out);
    else if (n.b == 4)
        filter_axes_of(a, b, pairs, count, (sizes){16, 4, false}, out);
    else if (n.a == 8)
        filter_axes_of(a, b, pairs, count, (sizes){8, 16, false}, out);
    else if (n.b == 8)
        filter_axes_of(a, b, pairs, count, (sizes){16, 8, false}, out);
    else
        filter_axes_of(a, b, pairs, count, (sizes){16, 16, false}, out);
}

#endif
