/* points_lanes.h — the points between which pushes lead. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_points.c, "In float", in the same order, so that the bits are the same. Left open are the
 * pairs that it computes in double. The copies of a vertex that fill up a block change nothing: of vertices in one place the first
 * counts. */
#ifndef SEPAL_POLYS_KERNEL_POINTS_LANES_H
#define SEPAL_POLYS_KERNEL_POINTS_LANES_H

#include "../scalar/points.h"
#include "mtv_nearest.h"
#include "reach.h"

/* The normals of pushes, and where their points go: x and y of a, x and y of b. */
typedef struct points_query {
    const polys_query *q;
    const float *x, *y;
    float *to[4];
} points_query;

/* The bounding box of some points. */
typedef struct bounds_lanes {
    w2 low, high;
} bounds_lanes;

SPECIALISED void widen_bounds(const vertex_lanes *v, uint32_t size, bounds_lanes *box) {
    for (uint32_t k = 0; k < size; k++) {
        w2 at = vertex(v->near, size, k);
        box->low = (w2){w_min(at.x, box->low.x), w_min(at.y, box->low.y)};
        box->high = (w2){w_max(at.x, box->high.x), w_max(at.y, box->high.y)};
    }
}

/* As sepal_poly_top. */
typedef struct top_lanes {
    w low, high;
    w2 from, to;
} top_lanes;

SPECIALISED top_lanes find_top(const vertex_lanes *v, uint32_t size, w2 up, w2 across, w height) {
    w heights[SEPAL_LANE_VERTICES], highest = w2_along(up, vertex(v->near, size, 0));
    heights[0] = highest;
    for (uint32_t k = 1; k < size; k++) {
        heights[k] = w2_along(up, vertex(v->near, size, k));
        highest = w_max(heights[k], highest);
    }
    w level = w_sub(highest, height);
    w2 first = vertex(v->world, size, 0);
    top_lanes top = {w_infinity(), w_set1(-INFINITY), first, first};
    for (uint32_t k = 0; k < size; k++) {
        w at = w2_along(across, vertex(v->near, size, k));
        wm below = w_gt(level, heights[k]);
        wm lower = wm_andnot(w_gt(top.low, at), below), higher = wm_andnot(w_gt(at, top.high), below);
        top.low = w_select(lower, at, top.low);
        top.from = w2_select(lower, vertex(v->world, size, k), top.from);
        top.high = w_select(higher, at, top.high);
        top.to = w2_select(higher, vertex(v->world, size, k), top.to);
    }
    return top;
}

/* How far `across` is on the way between the two vertices of a top. */
static inline w part_of_top(const top_lanes *top, w across) {
    w width = w_sub(top->high, top->low), at = w_min(w_max(across, top->low), top->high);
    return w_select(w_gt(width, w_zero()), w_div(w_sub(at, top->low), width), w_zero());
}

/* The vertices between which the points of both shapes are, and how far on the way. */
typedef struct ways_lanes {
    w2 from[2], to[2];
    w part[2];
} ways_lanes;

/* Returns which lanes are left open. */
SPECIALISED unsigned find_ways(vertex_lanes *a, vertex_lanes *b, sizes n, w2 normal, ways_lanes *out) {
    w2 origin = vertex(a->world, n.a, 0), across = {w_neg(normal.y), normal.x};
    bounds_lanes box = {{w_zero(), w_zero()}, {w_zero(), w_zero()}}; /* the origin is a vertex */
    make_near(a, n.a, origin);
    make_near(b, n.b, origin);
    widen_bounds(a, n.a, &box);
    widen_bounds(b, n.b, &box);
    w2 extent = w2_sub(box.high, box.low);
    w diagonal = w_sqrt(w_add(w_mul(extent.x, extent.x), w_mul(extent.y, extent.y)));
    wm fit = wm_and(w_gt(diagonal, w_set1(SEPAL_POINTS_LEAST)), w_gt(w_set1(SEPAL_POINTS_MOST), diagonal));
    w height = w_mul(diagonal, w_set1(SEPAL_SLICE_HEIGHT));
    top_lanes of_a = find_top(a, n.a, normal, across, height), of_b = find_top(b, n.b, w2_neg(normal), across, height);
    w low = w_max(of_a.low, of_b.low), high = w_min(of_a.high, of_b.high);
    w middle = w_add(low, w_mul(w_sub(high, low), w_set1(0.5F)));
    wm far = w_gt(w_sub(low, high), w_mul(height, w_set1(0.5F)));
    *out = (ways_lanes){{of_a.from, of_b.from}, {of_a.to, of_b.to}, {part_of_top(&of_a, middle), part_of_top(&of_b, middle)}};
    return ALL_LANES & ~wm_bits(wm_andnot(fit, far));
}

/* --- In double: half of the lanes at a time ----------------------------------------------------- */

/* The radii, and the normals made unit vectors. */
typedef struct reach_halves {
    wd radius[2], normal[2];
} reach_halves;

static inline reach_halves reach_of_half(w radius_a, w radius_b, w2 normal, int half) {
    wd x = wd_of(normal.x, half), y = wd_of(normal.y, half), one = wd_set1(1);
    wd e = wd_sub(wd_add(wd_mul(x, x), wd_mul(y, y)), one);
    wd inverse = wd_sub(one, wd_mul(e, wd_sub(wd_set1(0.5), wd_mul(wd_set1(0.375), e))));
    return (reach_halves){{wd_of(radius_a, half), wd_of(radius_b, half)}, {wd_mul(x, inverse), wd_mul(y, inverse)}};
}

static inline wd between_halves(w from, w to, w part, int half) {
    wd start = wd_of(from, half);
    return wd_add(start, wd_mul(wd_of(part, half), wd_sub(wd_of(to, half), start)));
}

/* Stores coordinates as sepal_nearest_float rounds them, where they may be beyond the greatest float. 0 + -0 is 0. */
static inline void store_coordinate(wd low, wd high, float *to) {
    w v = w_add(w_zero(), w_of(low, high));
    w_store(to, w_max(w_min(v, w_set1(FLT_MAX)), w_set1(-FLT_MAX)));
}

SPECIALISED void store_points(const points_query *p, const ways_lanes *ways, bool straight, bool round, w radius_a, w radius_b,
                              w2 normal, size_t k) {
    reach_halves reach[2];
    for (int half = 0; half < 2 && round; half++)
        reach[half] = reach_of_half(radius_a, radius_b, normal, half);
    for (int c = 0; c < 4; c++) {
        wd halves[2];
        int shape = c / 2;
        w from = c % 2 == 0 ? ways->from[shape].x : ways->from[shape].y, to = c % 2 == 0 ? ways->to[shape].x : ways->to[shape].y;
        for (int half = 0; half < 2; half++) {
            halves[half] = straight ? wd_of(from, half) : between_halves(from, to, ways->part[shape], half);
            if (round) {
                wd along = wd_mul(reach[half].radius[shape], reach[half].normal[c % 2]);
                halves[half] = shape == 0 ? wd_add(halves[half], along) : wd_sub(halves[half], along);
            }
        }
        store_coordinate(halves[0], halves[1], p->to[c] + k);
    }
}

/* The centre of a point is the point. */
SPECIALISED void load_core(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    if (size > 1) {
        load_vertices(set, index, size, same, out);
    } else {
        w2 centre = load_circles(set, index).centre;
        out->world[0] = centre.x;
        out->world[block_size(1)] = centre.y;
    }
}

SPECIALISED lanes points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const points_query *p = question;
    const polys_query *q = p->q;
    vertex_lanes a, b;
    ways_lanes ways;
    unsigned open = 0;
    bool points = n.a * n.b == 1;
    w2 normal = {w_load(p->x + k), w_load(p->y + k)};
    load_core(q->a, &group->a, n.a, n.same, &a);
    next_load();
    load_core(q->b, &group->b, n.b, n.same, &b);
    next_load();
    if (points)
        ways.from[0] = ways.to[0] = vertex(a.world, 1, 0), ways.from[1] = ways.to[1] = vertex(b.world, 1, 0);
    else
        open = find_ways(&a, &b, n, normal, &ways);
    if (q->a->round || q->b->round)
        store_points(p, &ways, points, true, load_radii(q->a, &group->a), load_radii(q->b, &group->b), normal, k);
    else
        store_points(p, &ways, points, false, w_zero(), w_zero(), normal, k);
    return (lanes){0, open};
}

#endif
