/* reach.h — are two cores within reach of each other? In float, every lane its own pair; the reach is r_a + r_b + margin.
 *
 * Two certificates of each kind. Within reach: a vertex near a vertex, or near the foot of its perpendicular on an edge; or the
 * cores overlap. Out of reach: the gap along the normal of an edge is too wide, or that along the line of the two nearest vertices,
 * which is the axis where a vertex faces a vertex. All of it comes from the differences of vertices, which one rounding makes from
 * what is stored: how far the shapes are from the origin costs nothing. */
#ifndef SEPAL_KERNEL_REACH_H
#define SEPAL_KERNEL_REACH_H

#include "axes.h"

/* docs/numerics.md, "Round shapes": the share of the reach, and of the extent of the pair, that all roundings together cannot
 * reach; the square of an edge below which it may have lost digits; what underflow cannot reach. */
#define REACH_MARGIN 0x1p-20F
#define REACH_ERROR  (20 * 0x1p-24F)
#define REACH_EDGE   0x1p-100F
#define REACH_LEAST  0x1p-120F

/* One side of a group: cores of `size` vertices, and bounds on their radii. */
typedef struct core_lanes {
    vertex_lanes vertices;
    circle_lanes circle;
    w least_radius, most_radius;
} core_lanes;

/* A group, and what is found in it. */
typedef struct reach_lanes {
    w least2, most2; /* squares of the reach, smaller or greater by all errors; least2 has the sign of what was squared */
    w error2;        /* square of the error of a distance */
    w nearest2;      /* of two vertices, and their difference */
    w2 nearest;
    wm within, out;
    wm inside, edged; /* no edge normal has a gap, and there is one */
} reach_lanes;

static inline reach_lanes reach_begin(const core_lanes *a, const core_lanes *b, float margin) {
    w2 d = w2_sub(b->circle.centre, a->circle.centre);
    w extent = w_add(w_add(a->circle.outer, b->circle.outer), w_add(w_abs(d.x), w_abs(d.y)));
    w error = w_mul(extent, w_set1(REACH_ERROR)), zero = w_set1(0);
    w least = w_add(w_add(a->least_radius, b->least_radius), w_set1(margin));
    w most = w_add(w_add(a->most_radius, b->most_radius), w_set1(margin));
    least = w_msub(least, w_set1(1 - REACH_MARGIN), error);
    most = w_madd(most, w_set1(1 + REACH_MARGIN), error);
    return (reach_lanes){
        .least2 = w_mul(least, w_abs(least)),
        .most2 = w_mul(most, most),
        .error2 = w_mul(error, error),
        .nearest2 = w_set1(INFINITY),
        .nearest = {zero, zero},
        .within = w_gt(zero, zero),
        .out = w_gt(zero, zero),
        .inside = w_eq(zero, zero),
        .edged = w_gt(zero, zero),
    };
}

/* The outgoing edge of a vertex. */
typedef struct edge_lanes {
    w2 along;
    w length2, within2; /* within2: a vertex is within reach if its cross product with the edge squares to less */
    w least, most;      /* of those cross products, positive on the outside */
} edge_lanes;

static inline edge_lanes edge_between(const reach_lanes *r, w2 from, w2 to) {
    w2 along = w2_sub(to, from);
    w length2 = w_dot(along, along);
    return (edge_lanes){along, length2, w_msub(r->least2, length2, w_set1(REACH_LEAST)), w_set1(INFINITY), w_set1(-INFINITY)};
}

/* The vertex that is at `to` from the beginning of an edge. */
static inline void edge_sees(edge_lanes *e, w2 to, w winding, reach_lanes *r) {
    w cross = w_flip(w_cross(to, e->along), winding), dot = w_dot(to, e->along), zero = w_set1(0);
    wm facing = wm_and(w_gt(dot, zero), w_gt(e->length2, dot));
    r->within = wm_or(r->within, wm_and(facing, w_gt(e->within2, w_mul(cross, cross))));
    e->least = w_min(e->least, cross);
    e->most = w_max(e->most, cross);
}

/* All vertices have been seen. both: of a segment, whose one edge stands for the way back as well. */
static inline void edge_ends(const edge_lanes *e, bool both, reach_lanes *r) {
    w zero = w_set1(0), least = w_set1(REACH_LEAST);
    w gap = both ? w_max(e->least, w_sub(zero, e->most)) : e->least;
    w gap2 = w_mul(gap, w_abs(gap));
    wm real = w_gt(e->length2, w_set1(REACH_EDGE)), none = wm_and(w_eq(e->along.x, zero), w_eq(e->along.y, zero));
    r->out = wm_or(r->out, wm_and(real, w_gt(gap2, w_madd(r->most2, e->length2, least))));
    wm behind = wm_and(real, w_gt(w_sub(zero, w_madd(r->error2, e->length2, least)), gap2));
    r->inside = wm_and(r->inside, wm_or(behind, none));
    r->edged = wm_or(r->edged, real);
}

/* Is a gap along the line of the nearest vertices, times their distance, out of reach? */
static inline wm gap_out(const reach_lanes *r, w gap) {
    wm real = w_gt(r->nearest2, w_set1(REACH_EDGE));
    return wm_and(real, w_gt(w_mul(gap, w_abs(gap)), w_madd(r->most2, r->nearest2, w_set1(REACH_LEAST))));
}

static inline wm vertices_out(const core_lanes *a, uint32_t size_a, const core_lanes *b, uint32_t size_b, const reach_lanes *r) {
    w2 origin = a->vertices.world[0];
    w nearest_b = w_dot(r->nearest, w2_sub(b->vertices.world[0], origin)), farthest_a = w_set1(0);
    for (uint32_t j = 1; j < size_b; j++)
        nearest_b = w_min(nearest_b, w_dot(r->nearest, w2_sub(b->vertices.world[j], origin)));
    for (uint32_t i = 1; i < size_a; i++)
        farthest_a = w_max(farthest_a, w_dot(r->nearest, w2_sub(a->vertices.world[i], origin)));
    return gap_out(r, w_sub(nearest_b, farthest_a));
}

/* A point has no edge, and a segment two that are one. */
static inline uint32_t edge_count(uint32_t size) {
    return size <= 2 ? size - 1 : size;
}

static inline __attribute__((always_inline)) lanes reach_decide(const core_lanes *a, uint32_t size_a, const core_lanes *b, uint32_t size_b, float margin) {
    reach_lanes r = reach_begin(a, b, margin);
    edge_lanes edges_b[SEPAL_LANE_VERTICES];
    for (uint32_t j = 0; j < edge_count(size_b); j++)
        edges_b[j] = edge_between(&r, b->vertices.world[j], b->vertices.world[j + 1]);
    for (uint32_t i = 0; i < size_a; i++) {
        edge_lanes edge_a = edge_between(&r, a->vertices.world[i], a->vertices.world[i + 1]);
        for (uint32_t j = 0; j < size_b; j++) {
            w2 to_b = w2_sub(b->vertices.world[j], a->vertices.world[i]);
            w distance2 = w_dot(to_b, to_b);
            wm nearer = w_gt(r.nearest2, distance2);
            r.nearest2 = w_min(distance2, r.nearest2);
            r.nearest = (w2){w_select(nearer, to_b.x, r.nearest.x), w_select(nearer, to_b.y, r.nearest.y)};
            if (i < edge_count(size_a))
                edge_sees(&edge_a, to_b, a->circle.winding, &r);
            if (j < edge_count(size_b)) {
                w2 to_a = {w_sub(w_set1(0), to_b.x), w_sub(w_set1(0), to_b.y)};
                edge_sees(&edges_b[j], to_a, b->circle.winding, &r);
            }
        }
        if (i < edge_count(size_a))
            edge_ends(&edge_a, size_a == 2, &r);
    }
    for (uint32_t j = 0; j < edge_count(size_b); j++)
        edge_ends(&edges_b[j], size_b == 2, &r);
    wm near = wm_or(r.within, w_gt(r.least2, r.nearest2));
    wm out = wm_or(r.out, vertices_out(a, size_a, b, size_b, &r));
    return decided(out, wm_or(near, wm_and(r.inside, r.edged)));
}

static inline w load_radii(const sepal_polys *set, const uint32_t *index) {
    float radii[SEPAL_LANES];
    if (set->radii == NULL)
        return w_set1(0);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        radii[lane] = set->radii[index[2 * lane]];
    return w_load(radii);
}

/* The cores of a group; index[2 * lane] is the shape. Where all are points, the circle has all there is to know. */
static inline __attribute__((always_inline)) void load_cores(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, core_lanes *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->circles[index[2 * lane]].x;
    out->circle = load_circles(at);
    if (size == 1) {
        out->vertices.world[0] = out->vertices.world[1] = out->circle.centre;
        out->least_radius = out->circle.inner;
        out->most_radius = out->circle.outer;
    } else {
        load_vertices(set, index, size, same, &out->vertices);
        out->least_radius = out->most_radius = load_radii(set, index);
    }
}

static inline __attribute__((always_inline)) void filter_reach_of(const sepal_polys *a, uint32_t size_a, const sepal_polys *b, uint32_t size_b, bool same,
                                   const sepal_pair *pairs, size_t count, float margin, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        core_lanes core_a, core_b;
        load_cores(a, &group->a, size_a, same, &core_a);
        load_cores(b, &group->b, size_b, same, &core_b);
        verdicts_note(out, k, count, reach_decide(&core_a, size_a, &core_b, size_b, margin));
    }
}

/* No core of the pairs may have more than `size_a` or `size_b` vertices, which are 1, 2, 4, 8 or 16, with size_a <= size_b; one
 * that has 8 or 16 has more than half of them. same: all blocks of both sets have the size of four vertices. The common cases
 * get a kernel each, whose loops have constant bounds. */
static void filter_reach(const sepal_polys *a, uint32_t size_a, const sepal_polys *b, uint32_t size_b, bool same,
                         const sepal_pair *pairs, size_t count, float margin, verdicts *out) {
    if (same && size_a == 1 && size_b == 2)
        filter_reach_of(a, 1, b, 2, true, pairs, count, margin, out);
    else if (same && size_a == 1 && size_b == 4)
        filter_reach_of(a, 1, b, 4, true, pairs, count, margin, out);
    else if (same && size_a == 2 && size_b == 2)
        filter_reach_of(a, 2, b, 2, true, pairs, count, margin, out);
    else if (size_a == 1)
        filter_reach_of(a, 1, b, size_b, false, pairs, count, margin, out);
    else if (size_a == 2)
        filter_reach_of(a, 2, b, size_b, false, pairs, count, margin, out);
    else if (size_a == 4 && size_b == 4)
        filter_reach_of(a, 4, b, 4, false, pairs, count, margin, out);
    else
        filter_reach_of(a, size_a, b, size_b, false, pairs, count, margin, out);
}

/* Circles alone need no cores: out of reach if the outer circles and the margin miss, within if the inner ones meet. The sum of the
 * inner radii may cancel against the margin, so that its rounding is taken off before. */
static inline lanes reach_circles(circle_lanes a, circle_lanes b, float margin) {
    w2 d = w2_sub(b.centre, a.centre);
    w distance2 = w_dot(d, d);
    w outer = w_add(w_add(a.outer, b.outer), w_set1(margin)), sum = w_add(a.inner, b.inner);
    w inner = w_add(w_sub(sum, w_mul(w_abs(sum), w_set1(0x1p-22F))), w_set1(margin));
    wm apart = w_gt(distance2, w_mul(w_mul(outer, outer), w_set1(1 + CIRCLE_MARGIN)));
    w inner2 = w_msub(w_mul(inner, w_set1(1 - CIRCLE_MARGIN)), w_abs(inner), w_set1(CIRCLE_LEAST));
    return decided(apart, w_gt(inner2, distance2));
}

static void filter_reach_circles(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, float margin,
                                 verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        const float *at_a[SEPAL_LANES], *at_b[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_a[lane] = &a->circles[group[lane].a].x;
            at_b[lane] = &b->circles[group[lane].b].x;
        }
        verdicts_note(out, k, count, reach_circles(load_circles(at_a), load_circles(at_b), margin));
    }
}

#endif
