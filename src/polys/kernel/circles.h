/* circles.h — do the outer circles miss each other, or the inner ones meet? Decides most pairs of polygons for two loads each. */
#ifndef SEPAL_POLYS_KERNEL_CIRCLES_H
#define SEPAL_POLYS_KERNEL_CIRCLES_H

#include "../../batch/verdicts.h"
#include "../bounds.h"
#include "../scalar/reference.h"

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

/* The square of the distance of the centres, and what it is compared with. */
typedef struct circle_squares {
    w distance2, beyond2, within2;
} circle_squares;

/* Of polygons. What the radii were rounded to the safe side by is more than all roundings here (docs/numerics.md, "Circles"). */
static inline circle_squares circles_apart(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(a.outer, b.outer), inner = w_add(a.inner, b.inner);
    return (circle_squares){w_dot(d, d), w_mul(outer, outer), w_mul(inner, w_abs(inner))};
}

static inline lanes circles_decide(circle_lanes a, circle_lanes b) {
    circle_squares s = circles_apart(a, b);
    return decided(w_gt(s.distance2, s.beyond2), w_gt(s.within2, s.distance2));
}

/* docs/numerics.md, "Circles": where a radius is exact, or a margin comes in, the share of a squared sum that all roundings
 * together cannot reach. */
#define CIRCLE_MARGIN 0x1p-20F

static void filter_circles(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        verdicts_note(out, k, count, circles_decide(load_circles(a, &group->a), load_circles(b, &group->b)));
    }
}

#endif
