/* reach_exact.h — are two circles within reach of each other? In double and exact: for pairs so near to contact that float cannot
 * tell.
 *
 * If the centres, the radii and the margin are all multiples of one unit, and none of what follows is greater than 2^53 units, then
 * it is exact: d = b - a, the reach R = r_a + r_b + margin, and R + dy and R - dy. And |d| <= R says (R - dy) (R + dy) >= dx dx,
 * which compares two products exactly. No error bound is needed. */
#ifndef SEPAL_KERNEL_REACH_EXACT_H
#define SEPAL_KERNEL_REACH_EXACT_H

#include "reach.h"

/* Is x a multiple of the unit in the last place of `ruler`, which is positive? |x| + ruler is rounded to one. */
static inline wdm is_multiple(wd x, wd ruler) {
    wd size = wd_abs(x);
    return wd_eq(wd_sub(wd_add(size, ruler), ruler), size);
}

/* Half of the lanes of two circles. */
typedef struct circle_half {
    wd x, y, radius;
} circle_half;

static inline circle_half half_of(w2 centre, w radius, int half) {
    return (circle_half){wd_of(centre.x, half), wd_of(centre.y, half), wd_of(radius, half)};
}

static inline wdm is_measured(circle_half c, wd ruler) {
    return wdm_and(is_multiple(c.radius, ruler), wdm_and(is_multiple(c.x, ruler), is_multiple(c.y, ruler)));
}

/* Nothing here is greater than `extent`, but for rounding; four times that has a unit of more than extent / 2^51. */
static inline lanes circles_reach_exactly(circle_half a, circle_half b, wd margin, sepal_touching touching) {
    wd dx = wd_sub(b.x, a.x), dy = wd_sub(b.y, a.y), reach = wd_add(wd_add(a.radius, b.radius), margin);
    wd extent = wd_add(reach, wd_add(wd_abs(dx), wd_abs(dy)));
    wd ruler = wd_mul(extent, wd_set1(4)), less = wd_sub(reach, dy), more = wd_add(reach, dy);
    wdm exact = wdm_and(is_multiple(margin, ruler), wdm_and(is_measured(a, ruler), is_measured(b, ruler)));
    wdm within = touching == SEPAL_TOUCHING_OVERLAPS ? wd_products_ge(less, more, dx, dx) : wd_products_gt(less, more, dx, dx);
    return (lanes){wdm_bits(wdm_and(exact, within)), ~wdm_bits(exact) & ALL_LANES >> SEPAL_LANES / 2};
}

/* Pairs of points; what is too wide in exponents stays open. */
static void decide_circles_exactly(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        w2 centre_a = load_circles(a, &group->a).centre, centre_b = load_circles(b, &group->b).centre; /* the points themselves */
        w radius_a = load_radii(a, &group->a), radius_b = load_radii(b, &group->b);
        lanes found = {0, 0};
        for (int half = 0; half < 2; half++) {
            lanes part = circles_reach_exactly(half_of(centre_a, radius_a, half), half_of(centre_b, radius_b, half),
                                               wd_set1((double)rule->margin), rule->touching);
            found.yes |= part.yes << (half * SEPAL_LANES / 2);
            found.open |= part.open << (half * SEPAL_LANES / 2);
        }
        verdicts_note(out, k, count, found);
    }
}

#endif
