/* points_search.h — the nearest points of two slices in the plane, one pair in each lane of double: the search of
 * solids_mtv_points.c, operation by operation, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_POINTS_SEARCH_H
#define SEPAL_SOLIDS_KERNEL_POINTS_SEARCH_H

#include "../../simd/vec3.h"
#include "../points.h"
#include "../seen.h"
#include "boxes_exact.h"

/* Cores with larger blocks are not taken. Doubles in a register. */
enum { POINTS_VERTICES = 32, POINTS_LANES = SEPAL_LANES / 2 };

/* The slice of a core in each lane: its vertices in their order, and where these are seen along the normal. Between them, and behind them
 * up to as many as the lane with the most has, the first one is there again: which is found no more often by that, and no later. */
typedef struct slice_lanes {
    uint32_t most;
    wd3 at[POINTS_VERTICES];
    wd x[POINTS_VERTICES], y[POINTS_VERTICES];
    wd count; /* of vertices, each counted once */
} slice_lanes;

/* A slice, or one point of the plane, as what is searched. */
typedef struct slice_view {
    const slice_lanes *slice; /* NULL: the point */
    wd x, y;
} slice_view;

/* A difference of two vertices, with their numbers in the slices. */
typedef struct pick_lanes {
    wd a, b, x, y;
} pick_lanes;

/* One, two or three of them, their shares, the point that they make, and the square of its length. */
typedef struct picks_lanes {
    pick_lanes of[3];
    wd share[3];
    wdm two, three;
    wd x, y, square;
} picks_lanes;

static inline pick_lanes pick_select(wdm m, const pick_lanes *a, const pick_lanes *b) {
    return (pick_lanes){wd_select(m, a->a, b->a), wd_select(m, a->b, b->b), wd_select(m, a->x, b->x), wd_select(m, a->y, b->y)};
}

static inline wdm wdm_select(wdm m, wdm a, wdm b) {
    return wdm_or(wdm_and(m, a), wdm_andnot(b, m));
}

static inline wd square_of(wd x, wd y) {
    return wd_add(wd_mul(x, x), wd_mul(y, y));
}

/* The vertex that is farthest along (dx, dy), of several the first one. Returns its number. */
static inline wd farthest_in_view(const slice_view *v, wd dx, wd dy, wd *x, wd *y) {
    const slice_lanes *s = v->slice;
    const wd one = wd_set1(1);
    wd most = wd_set1(-INFINITY), number = wd_set1(0), next = number;
    *x = v->x, *y = v->y;
    if (s == NULL)
        return number;
    for (uint32_t k = 0; k < s->most; k++, next = wd_add(next, one)) {
        const wd px = s->x[k], py = s->y[k], along = wd_add(wd_mul(dx, px), wd_mul(dy, py));
        const wdm more = wd_gt(along, most);
        most = wd_max(along, most);
        number = wd_select(more, next, number);
        *x = wd_select(more, px, *x);
        *y = wd_select(more, py, *y);
    }
    return number;
}

static inline pick_lanes pick_along_lanes(const slice_view *a, const slice_view *b, wd x, wd y) {
    wd ax, ay, bx, by;
    const wd of_a = farthest_in_view(a, wd_negated(x), wd_negated(y), &ax, &ay), of_b = farthest_in_view(b, x, y, &bx, &by);
    return (pick_lanes){of_a, of_b, wd_sub(bx, ax), wd_sub(by, ay)};
}

static inline wd share_lanes(wd px, wd py, wd qx, wd qy) {
    const wd zero = wd_set1(0), one = wd_set1(1), ex = wd_sub(qx, px), ey = wd_sub(qy, py), length2 = square_of(ex, ey);
    const wd along = wd_negated(wd_add(wd_mul(px, ex), wd_mul(py, ey)));
    const wdm at_p = wdm_or(wd_ge(zero, along), wdm_not(wd_gt(length2, zero)));
    return wd_select(at_p, zero, wd_select(wd_ge(along, length2), one, wd_div(along, length2)));
}

/* The point of a segment, if it is nearer than the one known. */
static inline void try_side(const pick_lanes *p, const pick_lanes *q, wdm asked, picks_lanes *best) {
    const wd zero = wd_set1(0), one = wd_set1(1), share = share_lanes(p->x, p->y, q->x, q->y);
    const wd x = wd_add(p->x, wd_mul(share, wd_sub(q->x, p->x))), y = wd_add(p->y, wd_mul(share, wd_sub(q->y, p->y)));
    const wd square = square_of(x, y);
    const wdm better = wdm_and(asked, wd_lt(square, best->square)), has_p = wd_lt(share, one), has_q = wd_gt(share, zero);
    const pick_lanes first = pick_select(has_p, p, q);
    best->of[0] = pick_select(better, &first, &best->of[0]);
    best->of[1] = pick_select(better, q, &best->of[1]);
    best->share[0] = wd_select(better, wd_select(has_p, wd_sub(one, share), share), best->share[0]);
    best->share[1] = wd_select(better, share, best->share[1]);
    best->two = wdm_select(better, wdm_and(has_p, has_q), best->two);
    best->x = wd_select(better, x, best->x);
    best->y = wd_select(better, y, best->y);
    best->square = wd_select(better, square, best->square);
}

static inline wd cross_lanes(const pick_lanes *p, const pick_lanes *q) {
    return wd_sub(wd_mul(p->x, q->y), wd_mul(p->y, q->x));
}

/* The triangle of three picks, if the origin is in it. */
static inline void try_three(const pick_lanes of[3], wd near2, wdm asked, picks_lanes *best) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd square0 = square_of(of[0].x, of[0].y), square1 = square_of(of[1].x, of[1].y), square2 = square_of(of[2].x, of[2].y);
    const wdm is1 = wd_gt(square1, square0), is2 = wd_gt(square2, wd_select(is1, square1, square0));
    const pick_lanes far01 = pick_select(is1, &of[1], &of[0]), next01 = pick_select(is1, &of[2], &of[1]),
                     last01 = pick_select(is1, &of[0], &of[2]);
    const pick_lanes far = pick_select(is2, &of[2], &far01), p = pick_select(is2, &of[0], &next01),
                     q = pick_select(is2, &of[1], &last01);
    const wd of_p = cross_lanes(&q, &far), of_q = cross_lanes(&far, &p);
    const wdm around = wdm_or(wdm_and(wd_gt(of_p, zero), wd_gt(of_q, zero)), wdm_and(wd_lt(of_p, zero), wd_lt(of_q, zero)));
    const wd share = wd_div(of_q, wd_add(of_p, of_q));
    const wd mx = wd_add(p.x, wd_mul(share, wd_sub(q.x, p.x))), my = wd_add(p.y, wd_mul(share, wd_sub(q.y, p.y)));
    const wd rest = share_lanes(mx, my, far.x, far.y);
    const wd x = wd_add(mx, wd_mul(rest, wd_sub(far.x, mx))), y = wd_add(my, wd_mul(rest, wd_sub(far.y, my)));
    const wd square = square_of(x, y), others = wd_sub(one, rest);
    const wdm better = wdm_and(wdm_and(asked, around), wd_ge(near2, square));
    const pick_lanes *const picked[3] = {&far, &p, &q};
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

static inline wdm is_pick(const pick_lanes *p, const pick_lanes *q) {
    return wdm_and(wd_eq(p->a, q->a), wd_eq(p->b, q->b));
}

/* Takes in a pick, and leaves those that the nearest point is between. */
static inline void take_pick(const pick_lanes *next, wd near2, wdm active, picks_lanes *s) {
    const pick_lanes of[3] = {s->of[0], pick_select(s->two, &s->of[1], next), *next};
    picks_lanes best = *s;
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

/* Those of the lanes `active`; the others get any. Returns the lanes in which the slices meet. */
static SEPAL_NOINLINE wdm nearest_of_slices(const slice_view *a, const slice_view *b, wd near, wdm active, picks_lanes *out) {
    const wd near2 = wd_mul(near, near), none = wd_set1(0);
    const pick_lanes first = pick_along_lanes(a, b, wd_set1(1), none);
    *out = (picks_lanes){{first, first, first},      {wd_set1(1), none, none}, wdm_none(), wdm_none(), first.x, first.y,
                         square_of(first.x, first.y)};
    for (int step = 0; step < SLICE_STEPS; step++) {
        active = wdm_and(active, wd_gt(out->square, near2));
        if (wdm_bits(active) == 0)
            break;
        const pick_lanes next = pick_along_lanes(a, b, wd_negated(out->x), wd_negated(out->y));
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

#endif
