/* sweep_portal.h — do large polygons meet while they move? The search of portal.h for the region that their difference covers: its
 * support point in a direction is that of the difference, moved if the direction is one of the move. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_PORTAL_H
#define SEPAL_POLYS_KERNEL_SWEEP_PORTAL_H

#include "portal.h"
#include "sweep_query.h"

/* Bounds on the errors of a projection and of a cross product of two points of the region, relative to the extent of the pair and the
 * move (docs/numerics/sweep.md, "Moving polygons: portals"); and the steps after the first portal. */
#define SWEEP_PORTAL_AXIS_ERROR  (7 * 0x1p-24F)
#define SWEEP_PORTAL_CROSS_ERROR (24 * 0x1p-24F)
#define SWEEP_PORTAL_STEPS       8

typedef struct sweep_portal {
    cloud a, b;
    w2 move;
    w extent;
    wm apart;
} sweep_portal;

/* The support point. Notes the lanes in which the direction certainly separates. */
SPECIALISED w2 try_sweep_direction(sweep_portal *s, w2 direction) {
    farthest b = support(&s->b, FROM_ALL, direction), a = support(&s->a, FROM_ALL, w2_neg(direction));
    w ahead = w_dot(direction, s->move), zero = w_zero();
    wm forward = w_gt(ahead, zero);
    w length = w_add(w_abs(direction.x), w_abs(direction.y)), along = w_add(w_add(a.along, b.along), w_max(ahead, zero));
    w error = w_madd(length, w_mul(s->extent, w_set1(SWEEP_PORTAL_AXIS_ERROR)), w_set1(PORTAL_LEAST));
    s->apart = wm_or(s->apart, w_gt(w_neg(along), error));
    w2 begin = w2_sub(b.vertex, a.vertex);
    return w2_select(forward, w2_add(begin, s->move), begin);
}

/* inner: the centre of the region, which is certainly inside in the lanes `sound`. */
SPECIALISED lanes search_sweep(sweep_portal *s, w2 inner, wm sound) {
    w2 to_origin = w2_neg(inner), first = try_sweep_direction(s, to_origin), ray = w2_sub(first, inner);
    w side = w_cross(ray, to_origin), error = w_mul(w_mul(s->extent, s->extent), w_set1(SWEEP_PORTAL_CROSS_ERROR));
    w2 second = try_sweep_direction(s, (w2){w_flip(w_neg(ray.y), side), w_flip(ray.x, side)});
    wm origin_is_left = w_gt(side, w_zero()), overlap = wm_none();
    w2 right = w2_select(origin_is_left, first, second), left = w2_select(origin_is_left, second, first);
    for (int step = 0;; step++) {
        wm inside = wm_and(wm_and(w_gt(w_cross(inner, right), error), w_gt(w_cross(right, left), error)),
                           w_gt(w_cross(left, inner), error));
        overlap = wm_or(overlap, wm_and(inside, sound));
        lanes now = decided(s->apart, overlap);
        if (step == SWEEP_PORTAL_STEPS || now.open == 0)
            return now;
        w2 across = w2_sub(left, right), next = try_sweep_direction(s, (w2){across.y, w_neg(across.x)});
        wm keep_left = w_gt(w_cross(w2_sub(next, inner), to_origin), w_zero()); /* the origin is left of the ray inner -> next */
        right = w2_select(keep_left, next, right);
        left = w2_select(keep_left, left, next);
    }
}

SPECIALISED lanes sweep_portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const moving_query *m = question;
    const polys_query *q = &m->s->q;
    (void)n;
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    sweep_portal s; /* too large to be cleared */
    w2 d = w2_sub(cb.centre, ca.centre), half;
    s.move = moves_from(m, k);
    half = (w2){w_mul(s.move.x, w_set1(0.5F)), w_mul(s.move.y, w_set1(0.5F))};
    make_cloud(q->a, &group->a, FROM_ALL, ca.centre, &s.a);
    make_cloud(q->b, &group->b, FROM_ALL, ca.centre, &s.b);
    w way = w_add(w2_greatest(d), w2_greatest(s.move));
    wm in_range = w_gt(w_set1(SWEEP_MOST), way);
    s.extent = w_add(w_add(ca.outer, cb.outer), way);
    s.apart = wm_none();
    lanes found = search_sweep(&s, w2_add(d, half), wm_and(w_gt(ca.inner, w_zero()), w_gt(cb.inner, w_zero())));
    unsigned outside = ALL_LANES & ~wm_bits(in_range);
    return (lanes){found.yes & ~outside, found.open | outside};
}

/* Pairs without a reach, of any sizes. */
static bool filter_sweep_portal(const moving_query *m, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(sweep_portal_kernel, NULL, m, pairs, count, (sizes){0}, out);
}

#endif
