/* push_rounded.h — the pushes of cores that are apart, a pair in each lane, rounded once: direction and distance are known in double, each
 * with a bound on its error. Where both ends of such an interval round to the same float, so does the real number, and these are the
 * bits that the reference defines (docs/numerics/solids_kernels.md, "Pushes in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_ROUNDED_H
#define SEPAL_SOLIDS_KERNEL_PUSH_ROUNDED_H

#include "query.h"
#include <float.h>

/* Bounds the error of the distance of two points, as a share of it (docs/numerics/solids_kernels.md, "Spheres: push"). */
#define SPHERES_DISTANCE (8 * DOUBLE_UNIT)

static inline wd wd_scaled(wd a, double s) {
    return wd_mul(a, wd_set1(s));
}

/* Half of a group: the direction n as a unit vector, the distance, and what they may differ by from the real ones. */
typedef struct certified_push {
    wd3 n;
    wd distance, direction_error, distance_error;
    wdm none[3]; /* the components of n that are exactly 0 */
    wdm sure;    /* the foot is certainly inside, and not the origin */
} certified_push;

/* d: from one to the other. Of one point the normal is (1, 0, 0), as it is defined. */
static inline certified_push find_between_points(wd3 d) {
    const wd zero = wd_set1(0), one = wd_set1(1), distance = wd_sqrt(wd3_dot(d, d));
    const wdm none = wdm_none(), same = wd_eq(wd3_sum(d), zero);
    const wd3 n = wd3_select(same, (wd3){one, zero, zero}, wd3_scale(d, wd_div(one, distance)));
    return (certified_push){
        n, distance, zero, wd_scaled(distance, SPHERES_DISTANCE), {none, none, none}, wdm_or(same, wd_gt(distance, zero))};
}

/* A number that is known but for an error, rounded to float: in the lanes where that is certain. */
typedef struct sure_float {
    w value;
    wm sure;
} sure_float;

static inline sure_float round_surely(const wd *value, const wd *error) {
    w low = w_of(wd_sub(value[0], error[0]), wd_sub(value[1], error[1]));
    w high = w_of(wd_add(value[0], error[0]), wd_add(value[1], error[1]));
    return (sure_float){low, w_eq(low, high)};
}

static inline sure_float round_component(wd low, wd high, const certified_push *of, int k) {
    wd value[2] = {low, high}, error[2], zero = wd_set1(0);
    for (int half = 0; half < 2; half++) {
        error[half] = wd_add(of[half].direction_error, wd_scaled(wd_abs(value[half]), 8 * DOUBLE_UNIT));
        error[half] = wd_select(of[half].none[k], zero, error[half]);
    }
    return round_surely(value, error);
}

/* A push in each lane: no component of the normal is -0. sure: the lanes in which all of it is certain; directed: in which the normal
 * is. */
typedef struct rounded_push {
    w3 normal;
    w depth;
    unsigned directed, sure;
} rounded_push;

/* Rounds what both halves found. reach: of each half. */
static inline rounded_push round_push(const certified_push *found, const wd *reach) {
    wd depth_of[2], error[2];
    for (int half = 0; half < 2; half++) {
        depth_of[half] = wd_sub(reach[half], found[half].distance);
        error[half] = wd_add(found[half].distance_error, wd_scaled(wd_add(reach[half], wd_abs(found[half].distance)), 0x1p-50));
    }
    sure_float x = round_component(found[0].n.x, found[1].n.x, found, 0), y = round_component(found[0].n.y, found[1].n.y, found, 1),
               z = round_component(found[0].n.z, found[1].n.z, found, 2), depth = round_surely(depth_of, error);
    w zero = w_set1(0), most = w_set1(FLT_MAX);
    const wd none = wd_set1(0); /* in double: as a float an error may become 0 */
    const unsigned exact = wdm_bits(wd_eq(error[0], none)) | wdm_bits(wd_eq(error[1], none)) << (SEPAL_LANES / 2);
    const wm some = wm_or(w_gt(w_abs(depth.value), zero), wm_of_bits(exact));
    const wm known = wm_and(depth.sure, wm_and(some, w_gt(most, w_abs(depth.value))));
    const unsigned directed =
        wm_bits(wm_and(wm_and(x.sure, y.sure), z.sure)) & (wdm_bits(found[0].sure) | wdm_bits(found[1].sure) << (SEPAL_LANES / 2));
    return (rounded_push){
        {w_add(x.value, zero), w_add(y.value, zero), w_add(z.value, zero)}, depth.value, directed, directed & wm_bits(known)};
}

/* --- Two spheres that touch -------------------------------------------------------------------------------------------------------
 *
 * Of two spheres that touch exactly, as on a lattice, an interval around their depth holds 0, whatever its width. Where all numbers are
 * multiples of one that is not too small beside the reach, double squares them exactly, and so tells that the depth is 0
 * (docs/numerics/solids_kernels.md, "Spheres: push"). */

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
SPECIALISED lanes touching_spheres_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const unsigned touch = wm_bits(spheres_touch(&a, &b, q->margin));
    return (lanes){q->touching == SEPAL_TOUCHING_OVERLAPS ? touch : 0, ALL_LANES & ~touch};
}

STAGE_OF_GROUPS(filter_touching_spheres, touching_spheres_kernel);

#endif
