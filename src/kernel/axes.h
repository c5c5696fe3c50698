/* axes.h — all edge normals of both polygons, in float: every lane its own pair.
 *
 * For the outward normal n of the edge a_i a_i+1 the gap to b is min_j n . (b_j - a_i). A gap that is certainly positive parts the
 * pair; if all gaps are certainly negative, the pair overlaps. All coordinates are taken relative to the centre of a, so that the
 * distance from the origin costs no accuracy. Normals are not normalised: only the sign of the gap counts. */
#ifndef SEPAL_KERNEL_AXES_H
#define SEPAL_KERNEL_AXES_H

#include "circles.h"
#include <math.h>

/* The largest polygon that goes into lanes; larger ones are searched one pair at a time (search.h). */
#define SEPAL_LANE_VERTICES 16

/* The vertices of a group: as stored (edges are taken from these: one rounding), and relative to one point of each lane. */
typedef struct vertex_lanes {
    w2 world[SEPAL_LANE_VERTICES + 1]; /* world[size] = world[0] */
    w2 near[SEPAL_LANE_VERTICES];
} vertex_lanes;

/* Loads the first `size` vertices of each lane; index[2 * lane] is the polygon. Polygons with fewer repeat their last vertex.
 * same: all polygons of the set take blocks of the same size, which `size` fills; then block k is the k-th. */
static inline void load_vertices(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    size_t padded = sepal_padded(size);
    const float *x[SEPAL_LANES], *y[SEPAL_LANES];
    float count[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        if (same) {
            x[lane] = set->vertices + 2 * padded * index[2 * lane];
            y[lane] = x[lane] + padded;
        } else {
            const sepal_poly_head *head = &set->heads[index[2 * lane]];
            x[lane] = set->vertices + 4 * (size_t)head->at;
            y[lane] = x[lane] + sepal_padded(head->size);
            count[lane] = (float)(int)head->size;
        }
    }
    w2 last = {w_set1(0), w_set1(0)};
    for (uint32_t from = 0; from < size; from += 4) {
        const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_x[lane] = x[lane] + from; /* past the end of a polygon there is another, or the spare room of the set */
            at_y[lane] = y[lane] + from;
        }
        w quads_x[4], quads_y[4];
        w_load_quads(at_x, quads_x);
        w_load_quads(at_y, quads_y);
        for (uint32_t k = 0; k < 4 && from + k < size; k++) {
            w2 vertex = {quads_x[k], quads_y[k]};
            if (!same && from > 0) {
                wm within = w_gt(w_load(count), w_set1((float)from));
                vertex = (w2){w_select(within, vertex.x, last.x), w_select(within, vertex.y, last.y)};
            }
            out->world[from + k] = vertex;
        }
        last = out->world[from + 3 < size ? from + 3 : size - 1];
    }
    out->world[size] = out->world[0];
}

static inline void make_near(vertex_lanes *v, uint32_t size, w2 origin) {
    for (uint32_t k = 0; k < size; k++)
        v->near[k] = w2_sub(v->world[k], origin);
}

/* The greatest gap over the edge normals of a. Edges between repeated vertices have no normal and do not count. */
static inline w greatest_gap(const vertex_lanes *a, w winding, const vertex_lanes *b, uint32_t size) {
    w greatest = w_set1(-INFINITY), zero = w_set1(0);
    for (uint32_t i = 0; i < size; i++) {
        w2 edge = w2_sub(a->world[i + 1], a->world[i]);
        w2 inward = {w_flip(w_sub(zero, edge.y), winding), w_flip(edge.x, winding)};
        w deepest = w_dot(inward, b->near[0]); /* along the inward normal: the negative of the least along the outward one */
        for (uint32_t j = 1; j < size; j++)
            deepest = w_max(deepest, w_dot(inward, b->near[j]));
        w gap = w_sub(w_dot(inward, a->near[i]), deepest);
        wm no_edge = wm_and(w_eq(edge.x, zero), w_eq(edge.y, zero));
        greatest = w_max(greatest, w_select(no_edge, w_set1(-INFINITY), gap));
    }
    return greatest;
}

/* docs/numerics.md, "All axes": the error of a gap, relative to the product of the polygon's radius and the pair's extent. */
#define AXES_ERROR (15 * 0x1p-24F)

static inline lanes axes_decide(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, uint32_t size) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, size, a.centre);
    make_near(vb, size, a.centre);
    w extent = w_add(w_add(a.outer, b.outer), w_max(w_abs(d.x), w_abs(d.y)));
    w unit = w_mul(extent, w_set1(AXES_ERROR));
    w error_a = w_mul(a.outer, unit), error_b = w_mul(b.outer, unit);
    w gap_a = greatest_gap(va, a.winding, vb, size), gap_b = greatest_gap(vb, b.winding, va, size);
    wm apart = wm_or(w_gt(gap_a, error_a), w_gt(gap_b, error_b));
    w zero = w_set1(0);
    wm overlap = wm_and(w_gt(w_sub(zero, error_a), gap_a), w_gt(w_sub(zero, error_b), gap_b));
    wm two_points = w_eq(w_max(gap_a, gap_b), w_set1(-INFINITY)); /* no edge was there to part them */
    return decided(apart, wm_andnot(overlap, two_points));
}

static inline void filter_axes_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint32_t size,
                                  bool same, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        const float *at_a[SEPAL_LANES], *at_b[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_a[lane] = &a->circles[group[lane].a].x;
            at_b[lane] = &b->circles[group[lane].b].x;
        }
        vertex_lanes va, vb;
        load_vertices(a, &group->a, size, same, &va);
        load_vertices(b, &group->b, size, same, &vb);
        verdicts_note(out, k, count, axes_decide(load_circles(at_a), &va, load_circles(at_b), &vb, size));
    }
}

/* A kernel for each size, so that its loops have constant bounds. No polygon of the pairs may have more than `size` vertices.
 * same: all polygons of both sets take blocks of that size. */
static void filter_axes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint32_t size, bool same,
                        verdicts *out) {
    if (size <= 3 && same)
        filter_axes_of(a, b, pairs, count, 3, true, out);
    else if (size <= 4 && same)
        filter_axes_of(a, b, pairs, count, 4, true, out);
    else if (size <= 8 && same)
        filter_axes_of(a, b, pairs, count, 8, true, out);
    else if (size <= 4)
        filter_axes_of(a, b, pairs, count, 4, false, out);
    else if (size <= 8)
        filter_axes_of(a, b, pairs, count, 8, false, out);
    else if (size <= 12)
        filter_axes_of(a, b, pairs, count, 12, false, out);
    else
        filter_axes_of(a, b, pairs, count, 16, false, out);
}

#endif
