/* circles.h — do the outer circles miss each other, or the inner ones meet? Decides most pairs of polygons for two loads each. */
#ifndef SEPAL_KERNEL_CIRCLES_H
#define SEPAL_KERNEL_CIRCLES_H

#include "group.h"

/* The circles of a group. */
typedef struct circle_lanes {
    w2 centre;
    w outer, inner, winding; /* winding: sign bit set if clockwise */
} circle_lanes;

/* index[2 * lane] is the polygon: the one or the other of a group of pairs. */
SPECIALISED circle_lanes load_circles(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->circles[index[2 * lane]].x;
    w quads[4];
    w_load_quads(at, 1, quads);
    return (circle_lanes){{quads[0], quads[1]}, w_abs(quads[2]), quads[3], quads[2]};
}

/* docs/numerics.md, "Circles": the share of a squared sum of radii that all roundings together cannot reach, and what underflow
 * cannot reach. */
#define CIRCLE_MARGIN 0x1p-20F
#define CIRCLE_LEAST  0x1p-100F

static inline lanes circles_decide(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w distance2 = w_dot(d, d);
    w outer = w_add(a.outer, b.outer), inner = w_add(a.inner, b.inner);
    wm apart = w_gt(distance2, w_mul(w_mul(outer, outer), w_set1(1 + CIRCLE_MARGIN)));
    w inner2 = w_msub(w_mul(inner, w_set1(1 - CIRCLE_MARGIN)), w_abs(inner), w_set1(CIRCLE_LEAST));
    return decided(apart, w_gt(inner2, distance2));
}

static void filter_circles(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        verdicts_note(out, k, count, circles_decide(load_circles(a, &group->a), load_circles(b, &group->b)));
    }
}

#endif
