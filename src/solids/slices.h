/* slices.h — the points between which a push leads, of the slices of two cores: the search for a common point, or the nearest ones, in the
 * plane that is seen along the normal (solids_mtv_points.c has the definition), by the method of Gilbert, Johnson and Keerthi (IEEE
 * Journal of Robotics and Automation 4, 1988).
 *
 * In double, in a fixed order, and written in words: of a pair in each lane in kernel/points_cores.h, of one pair in
 * solids_mtv_points.c (simd/one.h). The unit that includes this says before what a slice_view is: a slice and the mean of its
 * vertices (x, y), or, if its `slice` is NULL, the point (x, y); farthest_in_view and has_one_vertex tell of it. */
#ifndef SEPAL_SOLIDS_SLICES_H
#define SEPAL_SOLIDS_SLICES_H

#include "../core/compiler.h"
#include "points.h"
#include <math.h>

/* A difference of two vertices, with their numbers in the slices. */
typedef struct slice_pick {
    wd a, b, x, y;
} slice_pick;

/* One, two or three of them, their shares, the point that they make, and the square of its length. */
typedef struct slice_picks {
    slice_pick of[3];
    wd share[3];
    wdm two, three;
    wd x, y, square;
} slice_picks;

static inline slice_pick pick_select(wdm m, const slice_pick *a, const slice_pick *b) {
    return (slice_pick){wd_select(m, a->a, b->a), wd_select(m, a->b, b->b), wd_select(m, a->x, b->x), wd_select(m, a->y, b->y)};
}

static inline wdm wdm_select(wdm m, wdm a, wdm b) {
    return wdm_or(wdm_and(m, a), wdm_andnot(b, m));
}

static inline wd square_in_plane(wd x, wd y) {
    return wd_add(wd_mul(x, x), wd_mul(y, y));
}

static inline slice_pick pick_along(const slice_view *a, const slice_view *b, wd x, wd y) {
    wd ax, ay, bx, by;
    const wd of_a = farthest_in_view(a, wd_negated(x), wd_negated(y), &ax, &ay), of_b = farthest_in_view(b, x, y, &bx, &by);
    return (slice_pick){of_a, of_b, wd_sub(bx, ax), wd_sub(by, ay)};
}

/* Where between p and q the point nearest to the origin is: 0 at p, 1 at q. */
static inline wd share_of_way(wd px, wd py, wd qx, wd qy) {
    const wd zero = wd_set1(0), one = wd_set1(1), ex = wd_sub(qx, px), ey = wd_sub(qy, py), length2 = square_in_plane(ex, ey);
    const wd along = wd_negated(wd_add(wd_mul(px, ex), wd_mul(py, ey)));
    const wdm at_p = wdm_or(wd_ge(zero, along), wdm_not(wd_gt(length2, zero)));
    return wd_select(at_p, zero, wd_select(wd_ge(along, length2), one, wd_div(along, length2)));
}

/* The point of a segment, if it is nearer than the one known. */
static inline void try_side(const slice_pick *p, const slice_pick *q, wdm asked, slice_picks *best) {
    const wd zero = wd_set1(0), one = wd_set1(1), share = share_of_way(p->x, p->y, q->x, q->y);
    const wd x = wd_add(p->x, wd_mul(share, wd_sub(q->x, p->x))), y = wd_add(p->y, wd_mul(share, wd_sub(q->y, p->y)));
    const wd square = square_in_plane(x, y);
    const wdm better = wdm_and(asked, wd_lt(square, best->square)), has_p = wd_lt(share, one), has_q = wd_gt(share, zero);
    const slice_pick first = pick_select(has_p, p, q);
    best->of[0] = pick_select(better, &first, &best->of[0]);
    best->of[1] = pick_select(better, q, &best->of[1]);
    best->share[0] = wd_select(better, wd_select(has_p, wd_sub(one, share), share), best->share[0]);
    best->share[1] = wd_select(better, share, best->share[1]);
    best->two = wdm_select(better, wdm_and(has_p, has_q), best->two);
    best->x = wd_select(better, x, best->x);
    best->y = wd_select(better, y, best->y);
    best->square = wd_select(better, square, best->square);
}

static inline wd cross_of_picks(const slice_pick *p, const slice_pick *q) {
    return wd_sub(wd_mul(p->x, q->y), wd_mul(p->y, q->x));
}

/* The triangle of three picks, if the origin is in it. The line through the origin and the farthest corner meets the other side in a
 * point that needs no more than two products, and the origin is between both: so the rounding of the products moves the result by some
 * units in the last place of that corner, however narrow the triangle is (docs/numerics/solids.md, "Points"). */
static inline void try_three(const slice_pick of[3], wd near2, wdm asked, slice_picks *best) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd square0 = square_in_plane(of[0].x, of[0].y), square1 = square_in_plane(of[1].x, of[1].y),
             square2 = square_in_plane(of[2].x, of[2].y);
    const wdm is1 = wd_gt(square1, square0), is2 = wd_gt(square2, wd_select(is1, square1, square0));
    const slice_pick far01 = pick_select(is1, &of[1], &of[0]), next01 = pick_select(is1, &of[2], &of[1]),
                     last01 = pick_select(is1, &of[0], &of[2]);
    const slice_pick far = pick_select(is2, &of[2], &far01), p = pick_select(is2, &of[0], &next01),
                     q = pick_select(is2, &of[1], &last01);
    const wd of_p = cross_of_picks(&q, &far), of_q = cross_of_picks(&far, &p);
    const wdm around = wdm_or(wdm_and(wd_gt(of_p, zero), wd_gt(of_q, zero)), wdm_and(wd_lt(of_p, zero), wd_lt(of_q, zero)));
    const wd share = wd_div(of_q, wd_add(of_p, of_q));
    const wd mx = wd_add(p.x, wd_mul(share, wd_sub(q.x, p.x))), my = wd_add(p.y, wd_mul(share, wd_sub(q.y, p.y)));
    const wd rest = share_of_way(mx, my, far.x, far.y);
    const wd x = wd_add(mx, wd_mul(rest, wd_sub(far.x, mx))), y = wd_add(my, wd_mul(rest, wd_sub(far.y, my)));
    const wd square = square_in_plane(x, y), others = wd_sub(one, rest);
    const wdm better = wdm_and(wdm_and(asked, around), wd_ge(near2, square));
    const slice_pick *const picked[3] = {&far, &p, &q};
    const wd shares[3] = {rest, wd_mul(others, wd_sub(one, share)), wd_mul(others, share)};
    for (int k = 0; k < 3; k++) {
        best->of[k] = pick_select(better, picked[k], &best->of[k]);
        best->share[k] = wd_select(better, shares[k], best->share[k]);
    }
    best->two = wdm_or(best->two, better);
    best->three = wdm_or(best->three, better);
    best->x = wd_select(better, x, best->x);
    best->y = wd_select(better, y, best->y);
    best->square = wd_select(better, square, best->square);
}

static inline wdm is_pick(const slice_pick *p, const slice_pick *q) {
    return wdm_and(wd_eq(p->a, q->a), wd_eq(p->b, q->b));
}

/* Takes in a pick, and leaves those that the nearest point is between: three only if they make a point that is near, and no two of them
 * do. */
static inline void take_pick(const slice_pick *next, wd near2, wdm active, slice_picks *s) {
    const slice_pick of[3] = {s->of[0], pick_select(s->two, &s->of[1], next), *next};
    slice_picks best = *s;
    best.square = wd_set1(INFINITY);
    best.two = best.three = wdm_none();
    try_side(&of[0], &of[1], wdm_all(), &best);
    if (wdm_bits(wdm_and(active, s->two)) != 0) {
        try_side(&of[0], &of[2], s->two, &best);
        try_side(&of[1], &of[2], s->two, &best);
        const wdm open = wdm_and(s->two, wd_gt(best.square, near2));
        if (wdm_bits(wdm_and(active, open)) != 0)
            try_three(of, near2, open, &best);
    }
    for (int k = 0; k < 3; k++) {
        s->of[k] = pick_select(active, &best.of[k], &s->of[k]);
        s->share[k] = wd_select(active, best.share[k], s->share[k]);
    }
    s->two = wdm_select(active, best.two, s->two);
    s->three = wdm_select(active, best.three, s->three);
    s->x = wd_select(active, best.x, s->x);
    s->y = wd_select(active, best.y, s->y);
    s->square = wd_select(active, best.square, s->square);
}

/* The nearest points of two slices, or a slice and a point, as shares of vertices, in the lanes `active`; the others get any. Returns the
 * lanes in which they meet: what is nearer than `near` is rounding. */
static SEPAL_NOINLINE wdm nearest_of_slices(const slice_view *a, const slice_view *b, wd near, wdm active, slice_picks *out) {
    const wd near2 = wd_mul(near, near), none = wd_set1(0);
    const slice_pick first = pick_along(a, b, wd_set1(1), none);
    *out = (slice_picks){{first, first, first},
                         {wd_set1(1), none, none},
                         wdm_none(),
                         wdm_none(),
                         first.x,
                         first.y,
                         square_in_plane(first.x, first.y)};
    for (int step = 0; step < SLICE_STEPS; step++) {
        active = wdm_and(active, wd_gt(out->square, near2));
        if (wdm_bits(active) == 0)
            break;
        const slice_pick next = pick_along(a, b, wd_negated(out->x), wd_negated(out->y));
        const wd gain = wd_sub(out->square, wd_add(wd_mul(out->x, next.x), wd_mul(out->y, next.y)));
        wdm last = wd_ge(wd_mul(near, wd_sqrt(out->square)), gain);
        last = wdm_or(last, wdm_or(is_pick(&next, &out->of[0]), wdm_and(out->two, is_pick(&next, &out->of[1]))));
        active = wdm_andnot(active, last);
        if (wdm_bits(active) == 0)
            break;
        take_pick(&next, near2, active, out);
    }
    return wd_ge(near, wd_sqrt(out->square));
}

static inline void picks_select(wdm m, const slice_picks *from, slice_picks *to) {
    for (int k = 0; k < 3; k++) {
        to->of[k] = pick_select(m, &from->of[k], &to->of[k]);
        to->share[k] = wd_select(m, from->share[k], to->share[k]);
    }
    to->two = wdm_select(m, from->two, to->two);
    to->three = wdm_select(m, from->three, to->three);
}

/* In which lanes is a slice one vertex, and this point not at its place? Then the point is in no part that the slices share. */
static inline wdm is_beside(const slice_view *v, const slice_view *point, wd near) {
    const wd away = wd_sqrt(square_in_plane(wd_sub(point->x, v->x), wd_sub(point->y, v->y)));
    return wdm_and(has_one_vertex(v), wd_gt(away, near));
}

/* The points of both slices: those at the middle of the two means, if both have it, or else the nearest ones. */
SPECIALISED void find_points_of_slices(const slice_view *a, const slice_view *b, wd near, slice_picks *from_a,
                                       slice_picks *from_b) {
    const wd half_way = wd_set1(0.5);
    const slice_view middle = {.x = wd_add(a->x, wd_mul(wd_sub(b->x, a->x), half_way)),
                               .y = wd_add(a->y, wd_mul(wd_sub(b->y, a->y), half_way))};
    wdm meet = wdm_not(wdm_or(is_beside(a, &middle, near), is_beside(b, &middle, near)));
    if (wdm_bits(meet) != 0)
        meet = wdm_and(meet, nearest_of_slices(a, &middle, near, meet, from_a));
    if (wdm_bits(meet) == 0) {
        (void)nearest_of_slices(a, b, near, wdm_not(meet), from_a);
        *from_b = *from_a;
        return;
    }
    meet = wdm_and(meet, nearest_of_slices(&middle, b, near, meet, from_b));
    if (wdm_bits(wdm_not(meet)) != 0) {
        slice_picks both;
        (void)nearest_of_slices(a, b, near, wdm_not(meet), &both);
        picks_select(wdm_not(meet), &both, from_a);
        picks_select(wdm_not(meet), &both, from_b);
    }
}

#endif
