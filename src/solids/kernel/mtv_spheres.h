/* mtv_spheres.h — the pushes of two spheres, and of a box and a sphere, whose cores are apart: a pair in each lane of double.
 *
 * The nearest point of a box c + sum over k of x_k g_k, |x_k| <= 1, to a point q from c is the one for which r, the way from there to
 * q, has r . g_k = 0 where |x_k| < 1, r . g_k >= 0 where x_k = 1, and r . g_k <= 0 where x_k = -1 (Kuhn and Tucker, "Nonlinear
 * programming", 1951; these conditions suffice, as the square of the distance is convex). Which x_k are 1 or -1 is proposed as if the
 * edges were at right angles. Where the conditions are certain, distance and direction are rounded by intervals, as in closest_sure.h.
 * What is not certain stays open (docs/numerics/solids_kernels.md, "Spheres: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_MTV_SPHERES_H

#include "mtv_cored.h"
#include "spheres_touch.h"

/* With R the sum of all sizes: bounds the errors of a distance, as a share of R, and of a condition, as a share of R times the lengths
 * of the edges that it is about; and of a direction, as a share of R divided by the distance. */
#define SPHERE_DISTANCE  (32 * CLOSEST_UNIT)
#define SPHERE_CONDITION (64 * CLOSEST_UNIT)
#define SPHERE_DIRECTION (64 * CLOSEST_UNIT)

/* Half of a group of boxes and points: the half edges; the point from the centre. Finds its nearest point as that of closest_sure.h,
 * and the lanes in which the point seems to be inside. */
SPECIALISED void find_on_box(const wd3 g[3], wd3 q, wdm *inside, closest_half *found) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    wdm out[3], back[3];
    wd3 d = q;
    wd extent = wd3_sum(q), beyond = wd_set1(INFINITY);
    for (int k = 0; k < 3; k++) {
        const wd along = wd3_dot(q, g[k]);
        out[k] = wd_gt(wd_abs(along), wd3_dot(g[k], g[k]));
        back[k] = wd_gt(zero, along);
        extent = wd_add(extent, wd3_sum(g[k]));
        d = wd3_select(out[k], wd3_sub(d, wd3_minus(g[k], back[k])), d);
    }
    const wdm some = wdm_or(wdm_or(out[0], out[1]), out[2]), all = wdm_and(wdm_and(out[0], out[1]), out[2]);
    const wdm two = wdm_or(wdm_or(wdm_and(out[0], out[1]), wdm_and(out[1], out[2])), wdm_and(out[2], out[0]));
    const wdm face = wdm_andnot(some, two), edge = wdm_andnot(two, all);
    const wd condition = wd_scaled(extent, SPHERE_CONDITION);

    /* the edges of the face, in the order of the axis that is left out; the edge */
    const wd3 p = wd3_select(out[0], g[1], wd3_select(out[1], g[2], g[0]));
    const wd3 s = wd3_select(out[0], g[2], wd3_select(out[1], g[0], g[1]));
    const wd3 e = wd3_select(out[0], wd3_select(out[1], g[2], g[1]), g[0]);
    const wd3 n = wd3_cross(p, s);
    const wd n2 = wd3_dot(n, n), size = wd_sqrt(n2), over = wd3_dot(n, d), e2 = wd3_dot(e, e), along = wd3_dot(d, e);
    const wd aside = wd_max(wd_abs(wd3_triple(d, s, n)), wd_abs(wd3_triple(p, d, n)));
    const wd longer = wd_max(wd3_sum(p), wd3_sum(s));
    const wdm on_face = wd_gt(wd_sub(n2, aside), wd_mul(condition, wd_mul(longer, size)));
    const wdm on_edge = wd_gt(wd_sub(e2, wd_abs(along)), wd_mul(condition, wd3_sum(e)));
    const wd3 from_edge = wd3_sub(d, wd3_scale(e, wd_div(along, e2)));
    const wd3 r = wd3_select(face, wd3_scale(n, wd_div(over, n2)), wd3_select(edge, from_edge, d));
    for (int k = 0; k < 3; k++) {
        const wd way = wd3_dot(r, wd3_minus(g[k], back[k]));
        beyond = wd_select(out[k], wd_min(beyond, wd_sub(way, wd_mul(condition, wd3_sum(g[k])))), beyond);
    }

    /* direction and distance */
    const wd length = wd_sqrt(wd3_dot(r, r)), towards = wd_div(wd_select(wd_gt(zero, over), wd_set1(-1), one), size);
    const wd distance = wd_select(face, wd_mul(over, towards), length);
    found->n = wd3_select(face, wd3_scale(n, towards), wd3_scale(r, wd_div(one, length)));
    found->distance = distance;
    found->none[0] = found->none[1] = found->none[2] = wdm_none();
    if (wdm_bits(wdm_and(edge, wd3_has_zero(e))) != 0) { /* what is at right angles to an edge along an axis is 0 there */
        note_none(e, (wd3){one, one, one}, edge, found->none);
        found->n.x = wd_select(found->none[0], zero, found->n.x);
        found->n.y = wd_select(found->none[1], zero, found->n.y);
        found->n.z = wd_select(found->none[2], zero, found->n.z);
    }
    found->direction_error = wd_select(face, zero, wd_div(wd_scaled(extent, SPHERE_DIRECTION), length));
    found->distance_error = wd_scaled(extent, SPHERE_DISTANCE);
    const wdm known = wdm_or(wdm_or(wdm_and(face, on_face), wdm_and(edge, on_edge)), all);
    found->sure = wdm_and(wdm_and(known, wd_gt(beyond, zero)), wd_gt(distance, wd_scaled(found->distance_error, 2)));
    *inside = wdm_not(some);
}

/* The radii and the margin of both halves, added in the order of the reference. */
SPECIALISED void load_reaches(const solids_query *q, const sepal_pair *group, wd reach[2]) {
    const w a = solid_load_radii(q->a, &group->a), b = solid_load_radii(q->b, &group->b);
    for (int half = 0; half < 2; half++)
        reach[half] = wd_add(wd_add(wd_of(a, half), wd_of(b, half)), wd_set1((double)q->margin));
}

SPECIALISED lanes push_spheres_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const ball_lanes a = load_balls(asked->q->a, &group->a), b = load_balls(asked->q->b, &group->b);
    closest_half found[2];
    wd reach[2];
    (void)n;
    for (int half = 0; half < 2; half++)
        found[half] = find_between_points(wd3_sub(wd3_of(b.centre, half), wd3_of(a.centre, half)));
    load_reaches(asked->q, group, reach);
    rounded_push push = round_push(found, reach);
    if (push.sure != ALL_LANES)
        settle_touching_spheres(&a, &b, asked->q->margin, &push);
    store_rounded(asked->out, k, &push);
    return (lanes){0, ALL_LANES & ~push.sure};
}

/* n.a: 1 if the box is the first of the pairs, else 0; n.b: 1 if all are asked about. */
SPECIALISED lanes push_box_sphere_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const solids_query *q = asked->q;
    const sepal_box_exact *of[SEPAL_LANES];
    const bool first = n.a == 1;
    find_exact(first ? q->a : q->b, first ? &group->a : &group->b, of);
    const solid_exact_lanes box = load_exact(of);
    const w3 point = load_balls(first ? q->b : q->a, first ? &group->b : &group->a).centre;
    closest_half found[2];
    wdm in[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        const wd3 g[3] = {wd3_of(box.edge[0], half), wd3_of(box.edge[1], half), wd3_of(box.edge[2], half)};
        find_on_box(g, wd3_sub(wd3_of(point, half), wd3_of(box.centre, half)), &in[half], &found[half]);
    }
    if (cored_worth(wdm_bits(in[0]) | wdm_bits(in[1]) << SEPAL_LANES / 2, n.b == 1).meet)
        for (int half = 0; half < 2; half++) {
            const cored_half z = cored_half_with_point(&box, point, half);
            closest_half face;
            nearest_of_box(&z, &face);
            closest_take(in[half], &face, &found[half]);
        }
    for (int half = 0; half < 2; half++)
        found[half].n = wd3_minus(found[half].n, first ? wdm_none() : wdm_all());
    load_reaches(q, group, reach);
    return (lanes){0, ALL_LANES & ~store_closest(asked->out, k, found, reach)};
}

static bool push_two_spheres(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found, push_values *out) {
    return ask_groups(push_spheres_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){0}, found);
}

/* all: as n.b of the kernel. */
static SEPAL_NOINLINE void push_box_and_sphere(const solids_query *q, bool box_first, bool all, const sepal_pair *pairs,
                                               size_t count, verdicts *found, push_values *out) {
    (void)ask_groups(push_box_sphere_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){box_first, all, false}, found);
}

#endif
