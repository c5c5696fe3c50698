/* spheres_touch.h — two spheres that touch exactly, as on a lattice: an interval around their depth holds 0, whatever its width. Where all
 * numbers are multiples of one that is not too small beside the reach, double squares them exactly, and so tells that the depth is 0
 * (docs/numerics/solids_kernels.md, "Spheres: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_SPHERES_TOUCH_H
#define SEPAL_SOLIDS_KERNEL_SPHERES_TOUCH_H

#include "balls.h"
#include "push_rounded.h"

/* What is a multiple of 2^-25 times the power of two of the reach keeps all its bits when this many times the reach is added. */
#define SPHERES_GRID 0x1p28

static inline wdm is_on_grid(wd v, wd grid) {
    return wd_eq(wd_sub(wd_add(v, grid), grid), v);
}

/* Is the difference d = to - from exact? If so, both numbers come back; if both do, its error by Knuth's two-sum is 0. */
static inline wdm is_exact_difference(wd from, wd to, wd d) {
    return wdm_and(wd_eq(wd_add(d, from), to), wd_eq(wd_sub(to, d), from));
}

/* The lanes in which two spheres certainly touch. */
static inline wm spheres_touch(const ball_lanes *a, const ball_lanes *b, float margin) {
    const wd more = wd_set1((double)margin), zero = wd_set1(0), one = wd_set1(1);
    wdm touch[2];
    for (int half = 0; half < 2; half++) {
        const wd3 from = wd3_of(a->centre, half), to = wd3_of(b->centre, half), d = wd3_sub(to, from);
        const wd of_a = wd_of(a->radius, half), of_b = wd_of(b->radius, half), reach = wd_add(wd_add(of_a, of_b), more);
        const wd grid = wd_mul(reach, wd_set1(SPHERES_GRID));
        const wdm exact = wdm_and(is_exact_difference(from.x, to.x, d.x),
                                  wdm_and(is_exact_difference(from.y, to.y, d.y), is_exact_difference(from.z, to.z, d.z)));
        const wdm reaches = wdm_and(is_on_grid(of_a, grid), wdm_and(is_on_grid(of_b, grid), is_on_grid(more, grid)));
        const wdm ways = wdm_and(is_on_grid(d.x, grid), wdm_and(is_on_grid(d.y, grid), is_on_grid(d.z, grid)));
        touch[half] = wdm_and(wdm_and(exact, wdm_and(reaches, ways)), wd_eq(wd3_dot(d, d), wd_mul(reach, reach)));
    }
    return w_gt(w_of(wd_select(touch[0], one, zero), wd_select(touch[1], one, zero)), w_zero());
}

/* Sets the depth to 0 where two spheres certainly touch; those are sure, if their normals are. */
static SEPAL_NOINLINE void settle_touching_spheres(const ball_lanes *a, const ball_lanes *b, float margin, rounded_push *push) {
    const wm certain = spheres_touch(a, b, margin);
    push->depth = w_select(certain, w_zero(), push->depth);
    push->sure |= push->directed & wm_bits(certain);
}

/* Do two spheres overlap? Open where it is not certain that they touch. */
SPECIALISED lanes touching_spheres_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const unsigned touch = wm_bits(spheres_touch(&a, &b, q->margin));
    (void)k;
    (void)n;
    return (lanes){q->touching == SEPAL_TOUCHING_OVERLAPS ? touch : 0, ALL_LANES & ~touch};
}

static bool filter_touching_spheres(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(touching_spheres_kernel, NULL, question, pairs, count, n, out);
}

#endif
