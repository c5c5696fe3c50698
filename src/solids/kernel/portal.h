/* portal.h — two hulls by a search for a direction that parts them, or for a tetrahedron of common differences around the origin.
 *
 * Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008. Let K = {b - a} be the Minkowski
 * difference. From a point v0 inside of K, a triangle of members of K (the portal) that the ray from v0 to the origin passes
 * through is moved outwards by support points, until the origin is seen to be inside or outside.
 *
 * Whatever the search says is believed only with a certificate, whose error is bounded (docs/numerics/solids_kernels.md, "Hulls"):
 *   apart     the greatest n . w over the members of K is certainly negative, for some direction n;
 *   overlap   the origin is certainly inside of the tetrahedron of v0 and the portal, by four determinants.
 * All else, and what takes too many steps, stays open. */
#ifndef SEPAL_SOLIDS_KERNEL_PORTAL_H
#define SEPAL_SOLIDS_KERNEL_PORTAL_H

#include "hulls.h"

/* A bound on the error of a determinant, as a share of the square of the greatest coordinate. */
#define PORTAL_DETERMINANT_ERROR (192 * 0x1p-24F)
#define SWEPT_DETERMINANT_ERROR  (256 * 0x1p-24F) /* where b moves */
/* No more steps than this to find a portal, and to move it. */
enum { SOLID_PORTAL_STEPS = 12 };

/* What was found of each lane. */
typedef struct portal_found {
    wm overlap, apart, done;
} portal_found;

static inline w3 w3_minus(w3 a) {
    return w3_sub(w3_set1(0, 0, 0), a);
}

/* The member of K farthest along n, and how far it is. */
static inline w3 member_along(const difference_lanes *s, w3 n, w *along) {
    w least, greatest;
    w3 of_a = least_vertex(&s->a, n, &least), of_b = greatest_vertex(&s->b, n, &greatest);
    w3 member = w3_add(w3_sub(of_b, of_a), s->d);
    *along = w_add(w_sub(greatest, least), w3_dot(n, s->d));
    if (s->moving) {
        w on = w3_dot(n, s->move), zero = w_set1(0);
        *along = w_add(*along, w_max(on, zero));
        member = w3_select(w_gt(on, zero), w3_add(member, s->move), member);
    }
    return member;
}

/* The member of K farthest along n. Notes the lanes that n parts, and as done those that it seems to part. */
static inline w3 farthest_member(const difference_lanes *s, w3 n, portal_found *found) {
    w along, zero = w_set1(0);
    w3 member = member_along(s, n, &along);
    w tiny = w_set1(HULL_UNDERFLOW), error = w_madd(w3_sum(n), hull_axis_error(s), tiny);
    if (s->round) /* the squares of a short n may underflow */
        error = w_madd(w_mul(s->reach, w_set1(BALL_WIDER)), w_sqrt(w_add(w3_dot(n, n), tiny)), error);
    found->apart = wm_or(found->apart, wm_andnot(w_gt(w_sub(zero, error), along), found->done));
    found->done = wm_or(found->done, wm_not(w_gt(along, zero)));
    return member;
}

/* The determinant of three corners of a tetrahedron, and of the other one and each two of these; and a bound on their errors. */
typedef struct tetrahedron_lanes {
    w of_portal, with_inside[3], error;
} tetrahedron_lanes;

/* share: the bound as a share of the square of the greatest coordinate. */
static inline tetrahedron_lanes find_determinants(w3 v0, w3 v1, w3 v2, w3 v3, w share) {
    w most = w_max(w_max(w3_greatest(v0), w3_greatest(v1)), w_max(w3_greatest(v2), w3_greatest(v3)));
    w3 c23 = w3_cross(v2, v3), c31 = w3_cross(v3, v1), c12 = w3_cross(v1, v2);
    w error = w_madd(w_mul(most, most), share, w_set1(HULL_UNDERFLOW));
    return (tetrahedron_lanes){w3_dot(v1, c23), {w3_dot(v0, c23), w3_dot(v0, c31), w3_dot(v0, c12)}, error};
}

/* Is the origin certainly inside of the tetrahedron? */
static inline wm certainly_inside(w3 v0, w3 v1, w3 v2, w3 v3, w share) {
    tetrahedron_lanes t = find_determinants(v0, v1, v2, v3, share);
    w below = w_sub(w_set1(0), t.error);
    w greatest = w_max(w_max(t.with_inside[0], t.with_inside[1]), t.with_inside[2]);
    w least = w_min(w_min(t.with_inside[0], t.with_inside[1]), t.with_inside[2]);
    return wm_or(wm_and(w_gt(t.of_portal, t.error), w_gt(below, greatest)), wm_and(w_gt(below, t.of_portal), w_gt(least, t.error)));
}

/* A direction at right angles to both, or to v0 if they are parallel. */
static inline w3 across_both(w3 v1, w3 v0) {
    const w3 n = w3_cross(v1, v0);
    wm parallel = wm_not(w_gt(w3_dot(n, n), w_mul(w_set1(0x1p-33F), w_mul(w3_dot(v0, v0), w3_dot(v1, v1)))));
    return w3_select(parallel, w3_across(v0), n);
}

static SEPAL_NOINLINE portal_found search_portal(const difference_lanes *s) {
    w zero = w_set1(0), share = w_set1(s->moving ? SWEPT_DETERMINANT_ERROR : PORTAL_DETERMINANT_ERROR);
    wm none = wm_none();
    portal_found found = {none, none, none};
    w3 v0 = s->inside, v1 = farthest_member(s, w3_minus(v0), &found), n = across_both(v1, v0);
    w3 v2 = farthest_member(s, n, &found);
    n = w3_cross(w3_sub(v1, v0), w3_sub(v2, v0));
    wm swap = w_gt(w3_dot(n, v0), zero);
    w3 keep = v1;
    v1 = w3_select(swap, v2, v1);
    v2 = w3_select(swap, keep, v2);
    n = w3_select(swap, w3_minus(n), n);

    /* a triangle that the ray from v0 to the origin passes through */
    w3 v3 = v1;
    wm has_portal = none;
    for (int step = 0; step < SOLID_PORTAL_STEPS; step++) {
        wm active = wm_not(wm_or(found.done, has_portal));
        if (wm_bits(active) == 0)
            break;
        w3 w4 = farthest_member(s, n, &found);
        active = wm_andnot(active, found.done);
        v3 = w3_select(active, w4, v3);
        wm beyond_1 = wm_and(active, w_gt(zero, w3_triple(v1, v3, v0)));
        wm beyond_2 = wm_andnot(wm_and(active, w_gt(zero, w3_triple(v3, v2, v0))), beyond_1);
        v2 = w3_select(beyond_1, v3, v2);
        v1 = w3_select(beyond_2, v3, v1);
        n = w3_cross(w3_sub(v1, v0), w3_sub(v2, v0));
        has_portal = wm_or(has_portal, wm_andnot(active, wm_or(beyond_1, beyond_2)));
    }
    found.done = wm_or(found.done, wm_not(has_portal));

    /* outwards */
    for (int step = 0; step < SOLID_PORTAL_STEPS; step++) {
        wm active = wm_not(found.done);
        if (wm_bits(active) == 0)
            break;
        n = w3_cross(w3_sub(v2, v1), w3_sub(v3, v1));
        wm passed = wm_and(active, w_gt(w3_dot(n, v1), zero));
        if (wm_bits(passed) != 0) {
            wm in = wm_and(passed, certainly_inside(v0, v1, v2, v3, share));
            found.overlap = wm_or(found.overlap, in);
            found.done = wm_or(found.done, in);
            active = wm_andnot(active, in);
            if (wm_bits(active) == 0)
                break;
        }
        w3 v4 = farthest_member(s, n, &found);
        /* where the portal is on the boundary of K it cannot be moved */
        w progress = w3_dot(w3_sub(v4, v3), n);
        found.done = wm_or(found.done, wm_not(w_gt(progress, w_mul(w3_sum(n), hull_axis_error(s)))));
        active = wm_andnot(active, found.done);
        w3 x = w3_cross(v4, v0);
        wm p1 = w_gt(w3_dot(v1, x), zero), p2 = w_gt(w3_dot(v2, x), zero), p3 = w_gt(w3_dot(v3, x), zero);
        wm replace_1 = wm_and(active, wm_or(wm_and(p1, p2), wm_not(wm_or(p1, p3))));
        wm replace_2 = wm_and(active, wm_andnot(p3, p1)), replace_3 = wm_and(active, wm_andnot(p1, p2));
        v1 = w3_select(replace_1, v4, v1);
        v2 = w3_select(replace_2, v4, v2);
        v3 = w3_select(replace_3, v4, v3);
    }
    return found;
}

SPECIALISED lanes solid_portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    difference_lanes s;
    (void)k;
    load_difference(question, group, n, &s);
    portal_found found = search_portal(&s);
    return decided(wm_andnot(found.apart, found.overlap), found.overlap);
}

static inline bool solid_filter_portal(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(solid_portal_kernel, NULL, question, pairs, count, n, out);
}

#endif
