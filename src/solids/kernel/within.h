/* within.h — does a box or a sphere contain another solid? By how far that reaches along the box's axes, or from the sphere's
 * centre.
 *
 * With radii, a contains b if a reaches at least as far in every direction: h_a + r_a >= h_b + r_b. If r_b exceeds r_a, it is as if
 * b alone had a radius; if r_a exceeds r_b, that b's core is inside of a's is enough, but not needed. What is compared is only
 * moved by a bound on all rounding errors (docs/numerics/solids_kernels.md, "Containment"). */
#ifndef SEPAL_SOLIDS_KERNEL_WITHIN_H
#define SEPAL_SOLIDS_KERNEL_WITHIN_H

#include "hulls.h"
#include "nearest.h"

/* `beyond`: by how much the core of b reaches beyond that of a; `more`: how much greater its radius is. `error` bounds what rounding
 * moves. */
typedef struct solid_excess_lanes {
    w beyond, more, error;
} solid_excess_lanes;

static inline lanes decide_within(solid_excess_lanes e) {
    w zero = w_set1(0);
    wm yes = w_gt(w_sub(zero, e.error), w_add(e.beyond, w_max(e.more, zero))), no = w_gt(w_add(e.beyond, e.more), e.error);
    return decided(no, yes);
}

/* How much greater the radius of b is. */
SPECIALISED w radius_excess(const solids_query *q, const sepal_pair *group) {
    return w_sub(solid_load_radii(q->b, &group->b), solid_load_radii(q->a, &group->a));
}

SPECIALISED solid_excess_lanes box_in_box(const solids_query *q, const sepal_pair *group) {
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, false), b = solid_load_boxes(q->b, &group->b, false);
    w3 d = w3_sub(b.centre, a.centre);
    w beyond = w_set1(-INFINITY), more = radius_excess(q, group);
    for (int i = 0; i < 3; i++) {
        w reach = w_abs(w3_dot(a.axis[i], d));
        for (int j = 0; j < 3; j++)
            reach = w_madd(b.half[j], w_abs(w3_dot(a.axis[i], b.axis[j])), reach);
        beyond = w_max(beyond, w_sub(reach, a.half[i]));
    }
    w size = w_add(w_add(half_sum(&a), half_sum(&b)), w_add(w3_sum(d), w_abs(more)));
    return (solid_excess_lanes){beyond, more, w_mul(w_add(w_add(a.slack, b.slack), w_set1(NEAREST_BOX_ERROR)), size)};
}

/* Spheres and points: the centre is that of the ball. */
SPECIALISED solid_excess_lanes point_in_box(const solids_query *q, const sepal_pair *group) {
    const solid_box_lanes a = solid_load_boxes(q->a, &group->a, false);
    const ball_lanes b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w more = w_sub(b.radius, solid_load_radii(q->a, &group->a));
    w beyond = w_set1(-INFINITY);
    for (int i = 0; i < 3; i++)
        beyond = w_max(beyond, w_sub(w_abs(w3_dot(a.axis[i], d)), a.half[i]));
    const w size = w_add(half_sum(&a), w_add(w3_sum(d), w_abs(more)));
    return (solid_excess_lanes){beyond, more, w_mul(w_add(a.slack, w_set1(NEAREST_BOX_ERROR)), size)};
}

/* Hulls of up to `size` vertices. */
SPECIALISED solid_excess_lanes hull_in_box(const solids_query *q, const sepal_pair *group, uint32_t size) {
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, false);
    hull_lanes b;
    w3 mean;
    load_hulls(q->b, &group->b, size, a.centre, w_set1(1), &mean, &b);
    w beyond = w_set1(-INFINITY), away = w_set1(0), more = radius_excess(q, group);
    for (uint32_t vertex = 0; vertex < size; vertex++) {
        w3 at = {b.at[vertex], b.at[size + vertex], b.at[2 * size + vertex]};
        for (int i = 0; i < 3; i++)
            beyond = w_max(beyond, w_sub(w_abs(w3_dot(a.axis[i], at)), a.half[i]));
        away = w_max(away, w3_sum(at));
    }
    w extent = w_add(half_sum(&a), w_add(away, w_abs(more)));
    return (solid_excess_lanes){beyond, more, w_mul(w_add(a.slack, w_set1(NEAREST_BOX_ERROR)), extent)};
}

/* Spheres and points in spheres. */
SPECIALISED solid_excess_lanes point_in_sphere(const solids_query *q, const sepal_pair *group) {
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w away = w_sqrt(w3_dot(d, d)), extent = w_add(away, w_add(a.radius, b.radius));
    return (solid_excess_lanes){away, w_sub(b.radius, a.radius), w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))};
}

/* What is in a sphere: of a box the farthest corner counts, of a hull the farthest of up to `size` vertices; 0: boxes. */
SPECIALISED solid_excess_lanes in_sphere(const solids_query *q, const sepal_pair *group, uint32_t size) {
    ball_lanes a = load_balls(q->a, &group->a);
    hull_lanes b;
    w3 mean, d = w3_set1(0, 0, 0);
    if (size == 0) {
        d = w3_sub(load_balls(q->b, &group->b).centre, a.centre);
        solid_load_corners(q->b, &group->b, w_set1(1), &mean, &b);
    } else {
        load_hulls(q->b, &group->b, size, a.centre, w_set1(1), &mean, &b);
    }
    w away2 = w_set1(0);
    for (uint32_t vertex = 0; vertex < b.size; vertex++) {
        w3 at = w3_add(d, (w3){b.at[vertex], b.at[b.size + vertex], b.at[2 * b.size + vertex]});
        away2 = w_max(away2, w3_dot(at, at));
    }
    w away = w_sqrt(away2), more = radius_excess(q, group);
    w extent = w_add(away, w_add(a.radius, load_balls(q->b, &group->b).radius));
    return (solid_excess_lanes){away, more, w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))};
}

/* The core of a sphere is a point: so how far b reaches counts, whichever radius is greater. */
static inline lanes decide_in_sphere(solid_excess_lanes e) {
    w gap = w_add(e.beyond, e.more);
    return decided(w_gt(gap, e.error), w_gt(w_sub(w_set1(0), e.error), gap));
}

SPECIALISED lanes box_in_box_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    (void)n;
    return decide_within(box_in_box(question, group));
}
SPECIALISED lanes point_in_box_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    (void)n;
    return decide_within(point_in_box(question, group));
}
SPECIALISED lanes point_in_sphere_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    (void)n;
    return decide_in_sphere(point_in_sphere(question, group));
}
SPECIALISED lanes hull_in_box_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return decide_within(hull_in_box(question, group, n.b));
}
SPECIALISED lanes in_sphere_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return decide_in_sphere(in_sphere(question, group, n.b));
}

static bool filter_box_in_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(box_in_box_kernel, NULL, question, pairs, count, n, out);
}
static bool filter_point_in_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(point_in_box_kernel, NULL, question, pairs, count, n, out);
}
static bool filter_point_in_sphere(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(point_in_sphere_kernel, NULL, question, pairs, count, n, out);
}
static bool filter_hull_in_box(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(hull_in_box_kernel, NULL, question, pairs, count, n, out);
}
static bool filter_in_sphere(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(in_sphere_kernel, NULL, question, pairs, count, n, out);
}

#endif
