/* mtv_ray.h — a face of the Minkowski difference K = {b - a} of two hulls that meet, one pair in each lane, in float.
 *
 * The face that a ray from the origin leaves K through is found as in portal.h, with the origin as the inner point: a triangle of members
 * that the ray passes through is moved outwards. Then the ray is turned to the normal of that face, until the foot of the origin is inside of
 * the triangle. What is found is a proposal, by the numbers of vertices, from which mtv_meeting.h goes on in double. */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_RAY_H
#define SEPAL_SOLIDS_KERNEL_MTV_RAY_H

#include "closest.h"

enum { RAY_STEPS = 48 };
/* A step along n that gains less, as a share of |n|_1 and in units of the extent, is the last one. That is much less than rounding may be,
 * since each step in float saves more of them in double. */
#define RAY_PROGRESS 0x1p-30F

/* Three members, in the lanes `found`, and the ray that passes between them. */
typedef struct ray_triangle {
    lane_member m[3];
    w3 ray;
    wm found;
} ray_triangle;

/* The member of greatest n . w. */
SPECIALISED lane_member ray_member(const difference_lanes *s, sizes n, w3 along) {
    return closest_member(s, n, w3_sub(w3_set1(0, 0, 0), along));
}

/* A direction at right angles to v, unless v is 0. */
static inline w3 ray_normal(w3 v) {
    const w zero = w_zero();
    const wm flat = w_gt(w_abs(v.z), w_max(w_abs(v.x), w_abs(v.y)));
    return w3_select(flat, (w3){zero, v.z, w_sub(zero, v.y)}, (w3){v.y, w_sub(zero, v.x), zero});
}

/* Turns the ray to the normal n of the triangle, if it does not pass through it; then m[0] and m[1] are those between which it leaves.
 * Returns the lanes in which it passes. */
static inline wm turn_to_normal(ray_triangle *t, w3 n, wm where) {
    lane_member *m = t->m;
    const w zero = w_zero();
    const wm out01 = w_gt(zero, w3_triple(m[0].at, m[1].at, n)), out12 = w_gt(zero, w3_triple(m[1].at, m[2].at, n)),
             out20 = w_gt(zero, w3_triple(m[2].at, m[0].at, n));
    const wm out = wm_and(where, wm_or(out01, wm_or(out12, out20)));
    lane_member rest = member_select(out12, &m[2], &m[0]);
    const lane_member first = member_select(out01, &m[1], &rest);
    rest = member_select(out12, &m[1], &m[2]);
    const lane_member second = member_select(out01, &m[0], &rest);
    m[0] = member_select(out, &first, &m[0]);
    m[1] = member_select(out, &second, &m[1]);
    t->ray = w3_select(out, n, t->ray);
    return wm_andnot(where, out);
}

/* Finds a triangle for each lane. towards: the first ray. */
SPECIALISED void search_ray(const difference_lanes *s, sizes blocks, w3 towards, ray_triangle *t) {
    const w zero = w_zero();
    lane_member *m = t->m;
    wm whole = wm_none(), done = whole, lost = whole; /* whole: m[2] is there; lost: the origin is not inside of K */
    t->ray = towards;
    m[0] = ray_member(s, blocks, towards);
    const w3 across = w3_cross(m[0].at, towards);
    m[1] = ray_member(s, blocks, w3_select(w_gt(w3_sum(across), zero), across, ray_normal(towards)));
    const wm swap = w_gt(zero, w3_triple(m[0].at, m[1].at, towards));
    const lane_member first = m[0];
    m[0] = member_select(swap, &m[1], &m[0]);
    m[1] = member_select(swap, &first, &m[1]);
    m[2] = m[0];
    for (int step = 0; step < RAY_STEPS; step++) {
        const w3 face = w3_cross(w3_sub(m[1].at, m[0].at), w3_sub(m[2].at, m[0].at));
        const w3 n = w3_select(whole, face, w3_cross(m[0].at, m[1].at));
        const lane_member q = ray_member(s, blocks, n);
        lost = wm_or(lost, wm_andnot(wm_not(w_gt(w3_dot(n, q.at), zero)), done));
        done = wm_or(done, lost);
        wm known = wm_or(wi_eq(q.code, m[0].code), wm_or(wi_eq(q.code, m[1].code), wi_eq(q.code, m[2].code)));
        const w gain = w3_dot(n, w3_sub(q.at, m[0].at));
        known = wm_or(known, wm_not(w_gt(gain, w_mul(w3_sum(n), w_set1(RAY_PROGRESS)))));
        const wm at_face = wm_andnot(wm_and(whole, known), done), move = wm_andnot(wm_andnot(whole, known), done),
                 find = wm_not(wm_or(whole, done));

        /* the part of the triangle that the ray passes through now */
        const w3 side = w3_cross(q.at, t->ray);
        const w of0 = w3_dot(m[0].at, side), of1 = w3_dot(m[1].at, side), of2 = w3_dot(m[2].at, side);
        const wm in01 = wm_and(wm_not(w_gt(of0, zero)), wm_not(w_gt(zero, of1)));
        const wm in12 = wm_andnot(wm_and(wm_not(w_gt(of1, zero)), wm_not(w_gt(zero, of2))), in01);
        wm put2 = wm_and(move, in01), put0 = wm_and(move, in12), put1 = wm_andnot(move, wm_or(in01, in12));
        /* of three members: does the ray pass outside of a new side? */
        const wm out1 = wm_and(find, w_gt(zero, of1)), out0 = wm_andnot(wm_and(find, w_gt(of0, zero)), out1);
        put0 = wm_or(put0, out1);
        put1 = wm_or(put1, out0);
        const wm closed = wm_andnot(find, wm_or(out0, out1));
        put2 = wm_or(put2, closed);
        const wm passes = turn_to_normal(t, n, at_face);
        whole = wm_andnot(wm_or(whole, closed), wm_andnot(at_face, passes));
        done = wm_or(done, passes);
        m[0] = member_select(put0, &q, &m[0]);
        m[1] = member_select(put1, &q, &m[1]);
        m[2] = member_select(put2, &q, &m[2]);
        if (wm_bits(wm_not(done)) == 0)
            break;
    }
    t->found = wm_andnot(done, lost);
}

#endif
