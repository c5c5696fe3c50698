/* ring64.h — a polygon of either kind of set, whose coordinates are taken as doubles, for the exact signs of exact/distance64.h: all
 * floats are in their range. */
#ifndef SEPAL_POLYS_SCALAR_RING64_H
#define SEPAL_POLYS_SCALAR_RING64_H

#include "../../exact/distance64.h"
#include "../set.h"

/* A polygon with its vertices in counter-clockwise order. */
typedef struct ring64 {
    sepal_coordinates x, y;
    uint32_t size;
    bool clockwise;
} ring64;

static inline ring64 ring64_of(const sepal_polys *set, uint32_t i) {
    return (ring64){sepal_poly_any_x(set, i), sepal_poly_any_y(set, i), set->heads[i].size,
                    (set->heads[i].flags & SEPAL_CLOCKWISE) != 0};
}

static inline sepal_double2 corner64(const ring64 *r, uint32_t k) {
    const uint32_t at = r->clockwise ? r->size - 1 - k : k;
    return (sepal_double2){sepal_coordinate(&r->x, at), sepal_coordinate(&r->y, at)};
}

static inline sepal_double2 corner64_after(const ring64 *r, uint32_t k) {
    return corner64(r, k + 1 < r->size ? k + 1 : 0);
}

/* A comparison with a reach counts if its result is at most `most`. */
typedef struct reach_test {
    const sepal_reach64 *reach;
    int most;
} reach_test;

#endif
