/* hulls_round.h — hulls with radii or under a margin: a member of their Minkowski difference K near the origin.
 *
 * Gilbert, "An iterative procedure for computing the minimum of a quadratic form on a convex set", SIAM J. Control 4 (1966): from a
 * point v of K, go to the point nearest to the origin on the segment to the support point along -v; here, on the segment to the
 * last support point as well. The length of v and the gap along it are certificates as in nearest.h. */
#ifndef SEPAL_SOLIDS_KERNEL_HULLS_ROUND_H
#define SEPAL_SOLIDS_KERNEL_HULLS_ROUND_H

#include "hulls.h"
#include "nearest.h"

enum { GILBERT_STEPS = 20 };

/* Bounds the errors of v and of the reach, in units of the extent of the pair. */
#define GILBERT_ERROR (512 * 0x1p-24F)

/* The point nearest to the origin on the segment from v to p. */
static inline w3 nearest_towards(w3 v, w3 p) {
    w3 along = w3_sub(p, v);
    w zero = w_set1(0), length2 = w_max(w3_dot(along, along), w_set1(HULL_UNDERFLOW));
    w share = clamp_lanes(zero, w_set1(1), w_sub(zero, w_div(w3_dot(v, along), length2)));
    return w3_add(v, w3_scale(along, share));
}

static SEPAL_NOINLINE lanes search_rounded(const difference_lanes *s) {
    w zero = w_set1(0), error = w_set1(GILBERT_ERROR), tiny = w_set1(HULL_UNDERFLOW);
    wm overlap = w_gt(zero, zero), apart = overlap;
    w in = w_sub(s->reach, error), out = w_add(s->reach, error);
    w3 v = s->inside, last = v;
    for (int step = 0; step < GILBERT_STEPS && wm_bits(wm_or(overlap, apart)) != ALL_LANES; step++) {
        w least_b, greatest_a, length2 = w3_dot(v, v);
        w3 of_a = greatest_vertex(&s->a, v, &greatest_a), of_b = least_vertex(&s->b, v, &least_b);
        w3 member = w3_add(w3_sub(of_b, of_a), s->d);
        w along = w_add(w_sub(least_b, greatest_a), w3_dot(v, s->d));
        if (s->moving) {
            w on = w3_dot(v, s->move);
            along = w_add(along, w_min(on, zero));
            member = w3_select(w_gt(zero, on), w3_add(member, s->move), member);
        }
        w gap = w_sub(along, w_mul(w3_sum(v), hull_axis_error(s)));
        overlap = wm_or(overlap, w_gt(w_mul(in, w_abs(in)), w_add(length2, tiny)));
        apart = wm_or(apart, w_gt(gap, w_madd(out, w_sqrt(length2), tiny)));
        v = nearest_towards(nearest_towards(v, member), last);
        last = member;
    }
    return decided(wm_andnot(apart, overlap), overlap);
}

SPECIALISED lanes nearest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    difference_lanes s;
    (void)k;
    load_difference(question, group, n, &s);
    return search_rounded(&s);
}

/* For solids with reach; others are left open. */
static bool filter_nearest(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return solid_some_reach(question) ? ask_groups(nearest_kernel, NULL, question, pairs, count, n, out)
                                      : leave_all_open(out, count);
}

#endif
