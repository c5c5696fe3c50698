/* points_large.h — the points between which the push of large polygons leads: one pair at a time, a vertex in each lane.
 *
 * The operations of scalar/polys_scalar_mtv_points.c, "In float": what is taken from many vertices, a least or a greatest number,
 * does not depend on their order. */
#ifndef SEPAL_POLYS_KERNEL_POINTS_LARGE_H
#define SEPAL_POLYS_KERNEL_POINTS_LARGE_H

#include "points_lanes.h"

/* A core seen along a direction, from an origin; across: another direction. */
typedef struct large_view {
    const float *x, *y;
    uint32_t size;
    w2 up, across, origin;
} large_view;

/* The vertices k .. k + SEPAL_LANES - 1 from the origin. Those after the last one are copies of vertex k. */
static inline w2 near_at(const large_view *v, uint32_t k) {
    w2 at;
    if (k + SEPAL_LANES <= v->size) {
        at = (w2){w_load(v->x + k), w_load(v->y + k)};
    } else {
        float x[SEPAL_LANES], y[SEPAL_LANES];
        for (uint32_t lane = 0; lane < SEPAL_LANES; lane++) {
            x[lane] = v->x[k + lane < v->size ? k + lane : k];
            y[lane] = v->y[k + lane < v->size ? k + lane : k];
        }
        at = (w2){w_load(x), w_load(y)};
    }
    return w2_sub(at, v->origin);
}

/* How high the core is; widens the bounding box, in all lanes together, to hold it. */
static inline float height_of_large(const large_view *v, bounds_lanes *box) {
    w highest = w_set1(-INFINITY);
    for (uint32_t k = 0; k < v->size; k += SEPAL_LANES) {
        w2 at = near_at(v, k);
        highest = w_max(w2_along(v->up, at), highest);
        box->low = (w2){w_min(at.x, box->low.x), w_min(at.y, box->low.y)};
        box->high = (w2){w_max(at.x, box->high.x), w_max(at.y, box->high.y)};
    }
    return w_greatest(highest);
}

/* The top of the core. A copy of a vertex changes nothing. */
static inline sepal_poly_top top_of_large(const large_view *v, float level) {
    sepal_poly_top top = {.low = INFINITY, .high = -INFINITY};
    for (uint32_t k = 0; k < v->size; k += SEPAL_LANES) {
        w2 at = near_at(v, k);
        unsigned high = ALL_LANES & ~wm_bits(w_gt(w_set1(level), w2_along(v->up, at)));
        float across[SEPAL_LANES];
        if (high == 0)
            continue;
        w_store(across, w2_along(v->across, at));
        for (; high != 0; high &= high - 1) {
            unsigned lane = sepal_lowest_bit(high);
            uint32_t number = k + lane < v->size ? k + lane : k;
            sepal_poly_top_add(&top, across[lane], v->x[number], v->y[number]);
        }
    }
    return top;
}

/* False if the points are to be computed in double. */
static bool points_of_large(const polys_query *q, sepal_pair pair, float nx, float ny, sepal_mtv_points *out) {
    const float *ax = sepal_poly_x(q->a, pair.a), *ay = sepal_poly_y(q->a, pair.a);
    w2 origin = {w_set1(*ax), w_set1(*ay)}, up = {w_set1(nx), w_set1(ny)}, across = {w_set1(-ny), w_set1(nx)};
    large_view of_a = {ax, ay, q->a->heads[pair.a].size, up, across, origin};
    large_view of_b = {
        sepal_poly_x(q->b, pair.b), sepal_poly_y(q->b, pair.b), q->b->heads[pair.b].size, w2_neg(up), across, origin};
    bounds_lanes box = {{w_zero(), w_zero()}, {w_zero(), w_zero()}}; /* the origin is a vertex */
    float highest_a = height_of_large(&of_a, &box), highest_b = height_of_large(&of_b, &box);
    float wide = w_greatest(box.high.x) - w_least(box.low.x), high = w_greatest(box.high.y) - w_least(box.low.y);
    float diagonal = sqrtf(wide * wide + high * high), height = diagonal * SEPAL_SLICE_HEIGHT;
    if (!(diagonal > SEPAL_POINTS_LEAST && SEPAL_POINTS_MOST > diagonal))
        return false;
    sepal_poly_top top_a = top_of_large(&of_a, highest_a - height), top_b = top_of_large(&of_b, highest_b - height);
    return sepal_polys_scalar_points_between(&top_a, sepal_poly_radius(q->a, pair.a), &top_b, sepal_poly_radius(q->b, pair.b),
                                             height, nx, ny, out);
}

#endif
