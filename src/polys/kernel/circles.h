/* circles.h — do the outer circles miss each other, or do the inner ones meet? This decides most pairs of polygons, and reads 16
 * bytes of each. */
#ifndef SEPAL_POLYS_KERNEL_CIRCLES_H
#define SEPAL_POLYS_KERNEL_CIRCLES_H

#include "../../batch/rows.h"
#include "query.h"

/* The stored circles. winding: its sign bit is set if the polygon is clockwise. */
typedef struct circle_lanes {
    w2 centre;
    w outer, inner, winding;
} circle_lanes;

static inline circle_lanes load_circles_at(const float *const *at) {
    w quads[4];
    w_load_quads(at, 1, quads);
    return (circle_lanes){{quads[0], quads[1]}, w_abs(quads[2]), quads[3], quads[2]};
}

/* index[2 * lane] is the shape. */
SPECIALISED circle_lanes load_circles(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->circles[index[2 * lane]].x;
    return load_circles_at(at);
}

/* One circle in every lane. */
static inline circle_lanes same_circle(const sepal_poly_circle *circle) {
    return (circle_lanes){
        {w_set1(circle->x), w_set1(circle->y)}, w_set1(fabsf(circle->outer)), w_set1(circle->inner), w_set1(circle->outer)};
}

/* The squared distance of the centres, and the squares that it is compared with: above beyond2 the answer is no, below within2 it
 * is yes. */
typedef struct circle_squares {
    w distance2, beyond2, within2;
} circle_squares;

static inline lanes decided_by_circles(circle_squares s) {
    return decided(w_gt(s.distance2, s.beyond2), w_gt(s.within2, s.distance2));
}

/* For polygons without radii, whose circles were rounded to the safe side by more than all roundings here
 * (docs/numerics/overlap.md, "Circles"). */
static inline circle_squares circle_distances(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(a.outer, b.outer), inner = w_add(a.inner, b.inner);
    return (circle_squares){w_dot(d, d), w_mul(outer, outer), w_mul(inner, w_abs(inner))};
}

/* Relative bound on the error of a squared sum of radii, where a radius is exact or a margin is added, so that nothing was rounded
 * to the safe side (docs/numerics/overlap.md, "Circles"). */
#define CIRCLE_MARGIN 0x1p-20F

SPECIALISED lanes circles_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    return decided_by_circles(circle_distances(load_circles(q->a, &group->a), load_circles(q->b, &group->b)));
}

/* The circles of more shapes than this (1 MiB) do not fit the second-level cache, so they are fetched ahead. */
#define CIRCLES_IN_CACHE 65536

static inline void fetch_circles(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    sepal_prefetch(&q->a->circles[pair.a]);
    sepal_prefetch(&q->b->circles[pair.b]);
}

static bool filter_circles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    if (q->a->count > CIRCLES_IN_CACHE || q->b->count > CIRCLES_IN_CACHE)
        return ask_groups(circles_kernel, fetch_circles, q, pairs, count, n, out);
    return ask_groups(circles_kernel, NULL, q, pairs, count, n, out);
}

SPECIALISED lanes circle_row_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const polys_query *q = question;
    const sepal_poly_circle *many = &q->b->circles[first];
    const float *at[SEPAL_LANES];
    if (count == SEPAL_LANES) { /* at fixed distances from one address */
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] = &many[lane].x;
    } else {
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] = &many[lane < count ? lane : 0].x;
    }
    return decided_by_circles(circle_distances(same_circle(&q->a->circles[a]), load_circles_at(at)));
}

/* The `count` pairs after a place in rows; moves it after them. */
static bool filter_circle_rows(const polys_query *q, row_place *at, size_t count, verdicts *out) {
    return ask_rows(circle_row_kernel, q, at, count, out);
}

#endif
