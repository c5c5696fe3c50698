/* sweep_balls.h — do the balls around two moving solids miss each other? As in the plane (src/polys/kernel/sweep_filters.h). And do
 * those of two spheres meet? */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_BALLS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_BALLS_H

#include "balls.h"
#include "sweep_query.h"

/* Bounds on the relative error of the sum of radii, on the other errors, relative to the distance of the centres and the move, and
 * on what underflow takes from a product (docs/numerics/solids_sweep.md, "Moving balls"). */
#define SWEEP_BALL_MARGIN 0x1p-20F
#define SWEEP_BALL_ERROR  (12 * 0x1p-24F)
#define SWEEP_BALL_LEAST  0x1p-100F

/* n.a: 1 if the solids are spheres. The direction from a point that the centre of a passes to one that b passes at the same time parts the balls, if it does so at the
 * beginning and at the end; any time will do, and that of the nearest points decides most. */
SPECIALISED lanes sweep_balls_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solid_sweep_query *s = question;
    (void)k;
    ball_lanes a = load_balls(s->q.a, &group->a), b = load_balls(s->q.b, &group->b);
    w3 d = w3_sub(b.centre, a.centre), m = load_relative_moves(s, group);
    w way = w_add(w3_sum(d), w3_sum(m)), one = w_set1(1), zero = w_zero();
    w t = w_div(w_neg(w3_dot(d, m)), w3_dot(m, m));
    t = w_select(w_gt(t, zero), w_select(w_gt(one, t), t, one), zero);
    w3 p = {w_madd(t, m.x, d.x), w_madd(t, m.y, d.y), w_madd(t, m.z, d.z)};
    w begin = w3_dot(p, d), along = w_min(begin, w_add(begin, w3_dot(p, m)));
    w length = w_sqrt(w_add(w3_dot(p, p), w_set1(SWEEP_BALL_LEAST)));
    w reach = w_add(w_add(a.radius, b.radius), w_set1(s->q.margin));
    w error = w_mul(way, w_set1(SWEEP_BALL_ERROR)), most = w_madd(reach, w_set1(1 + SWEEP_BALL_MARGIN), error);
    wm apart = w_gt(along, w_madd(length, most, w_set1(SWEEP_BALL_LEAST)));
    wm in_range = w_gt(w_set1(SWEEP_BALL_MOST), w_add(way, reach));
    apart = wm_and(apart, in_range);
    if (n.a == 0)
        return (lanes){0, ALL_LANES & ~wm_bits(apart)};
    wm meet = wm_and(w_gt(w_mul(reach, w_set1(1 - SWEEP_BALL_MARGIN)), w_add(length, error)), in_range);
    return decided(apart, meet);
}

/* Leaves open all solids that may meet, unless these are spheres. */
static bool filter_sweep_balls(const solid_sweep_query *s, const sepal_pair *pairs, size_t count, bool spheres, verdicts *out) {
    return ask_groups(sweep_balls_kernel, NULL, s, pairs, count, (sizes){spheres ? 1 : 0, 0, false}, out);
}

#endif
