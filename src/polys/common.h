/* common.h — the area that two convex polygons of up to 16 vertices have in common, in words: of one pair (simd/one.h) or with a pair
 * in each lane (simd/simd.h). The unit includes the one or the other before this header.
 *
 * What two intervals have in common has the length
 *     |[l, u] n [m, v]| = -1/2 (|u - v| - |u - m| - |l - v| + |l - m|),
 * which is 0 where they are apart. On a vertical line the polygons are two intervals, between a lower and an upper edge each. So
 *     area = -1/2 sum over edges i of a, j of b of s_i s_j * integral of |line_i - line_j|,     s = 1 above, -1 below,
 * over the x that both edges have. Each term is continuous in all coordinates: nothing is cut off, ordered or classified, and shared
 * edges and equal polygons are no special cases. An edge without width, vertical or between equal vertices, has the term 0.
 * With w the width that both edges have, dl and dr the differences of the lines at its ends, and S = |dl| + |dr|, the integral is
 *     w / 2 * (S + 2 min(dl dr, 0) / S),
 * since lines that cross bound two triangles, and others a trapezium. docs/numerics/common.md bounds the errors. */
#ifndef SEPAL_POLYS_COMMON_H
#define SEPAL_POLYS_COMMON_H

#include "../core/compiler.h"

/* The most vertices of polygons whose edges are all paired; of larger ones the chains are merged (polys_scalar_common.c). */
#define SEPAL_COMMON_MOST 16

/* Heights are scaled by this power of two, which rounds nothing, and denominators are kept within bounds, so that quotients over a common
 * denominator stay in range ("Range" of docs/numerics/common.md). Only edges that do not meet have a denominator above the greatest. */
#define SEPAL_COMMON_SCALE    0x1p40
#define SEPAL_COMMON_LEAST    0x1p-180
#define SEPAL_COMMON_GREATEST 0x1p172

/* Areas are computed as multiples of this unit. */
#define SEPAL_COMMON_UNIT 0x1p-42

/* A polygon that contains another has the other's area in common with it, within this share of the product of both half perimeters of
 * their bounding boxes ("Inside" of docs/numerics/common.md). */
#define SEPAL_COMMON_INSIDE 0x1p-44

/* From such a share of the area on, shares and IoU are rounded to 1. */
#define SEPAL_COMMON_WHOLE 0x1p-27

/* An edge: where it begins and ends along x, its height where it begins, its slope, and the way from its first vertex to the next
 * along x, whose sign tells the upper edges of a polygon from the lower ones. */
typedef struct common_edge {
    wd left, right, y, slope, run;
} common_edge;

/* A polygon: its edges, its area, and half the perimeter of its bounding box, scaled as areas and heights are. */
typedef struct common_ring {
    common_edge edges[SEPAL_COMMON_MOST];
    wd area, extent;
} common_ring;

static inline wd common_divisor(wd run) {
    return wd_select(wd_eq(run, wd_set1(0)), wd_set1(1), run);
}

static inline common_edge common_edge_of(wd x0, wd y0, wd x1, wd y1, wd run, wd inverse) {
    common_edge e;
    e.left = wd_min(x0, x1);
    e.right = wd_max(x0, x1);
    e.y = wd_select(wd_gt(wd_set1(0), run), y1, y0);
    e.slope = wd_mul(wd_sub(y1, y0), inverse);
    e.run = run;
    return e;
}

/* x, y: of n vertices, y scaled; n is 4, 8, 12 or 16, and what a polygon lacks is its last vertex again. One division makes two slopes.
 * The area is the sum of the trapezia under the edges, as seen from the first vertex. */
SPECIALISED void common_ring_of(unsigned n, const wd *x, const wd *y, common_ring *out) {
    wd left = x[0], right = x[0], low = y[0], high = y[0], sum = wd_set1(0), rise = wd_set1(0);
    for (unsigned k = 0; k < n; k += 2) {
        const unsigned last = k + 2 < n ? k + 2 : 0;
        const wd run0 = wd_sub(x[k + 1], x[k]), run1 = wd_sub(x[last], x[k + 1]);
        const wd d0 = common_divisor(run0), d1 = common_divisor(run1);
        const wd both = wd_div(wd_set1(1), wd_mul(d0, d1));
        const wd rise1 = wd_sub(y[k + 1], y[0]), rise2 = wd_sub(y[last], y[0]);
        out->edges[k] = common_edge_of(x[k], y[k], x[k + 1], y[k + 1], run0, wd_mul(both, d1));
        out->edges[k + 1] = common_edge_of(x[k + 1], y[k + 1], x[last], y[last], run1, wd_mul(both, d0));
        sum = wd_add(sum, wd_mul(run0, wd_add(rise, rise1)));
        sum = wd_add(sum, wd_mul(run1, wd_add(rise1, rise2)));
        rise = rise2;
        left = wd_min(wd_min(left, x[k + 1]), x[last]), right = wd_max(wd_max(right, x[k + 1]), x[last]);
        low = wd_min(wd_min(low, y[k + 1]), y[last]), high = wd_max(wd_max(high, y[k + 1]), y[last]);
    }
    out->area = wd_mul(wd_abs(sum), wd_set1(2));
    out->extent = wd_add(wd_mul(wd_sub(right, left), wd_set1(SEPAL_COMMON_SCALE)), wd_sub(high, low));
}

/* A term: twice its integral, with its sign, is plain + 2 crossed / S. */
typedef struct common_term {
    wd plain, crossed, S;
} common_term;

/* Exchanging the edges changes no bit but signs of zeros: one of the two ways to `left` is 0. */
static inline common_term common_term_of(const common_edge *i, const common_edge *j) {
    const wd zero = wd_set1(0), left = wd_max(i->left, j->left), right = wd_min(i->right, j->right);
    const wd width = wd_max(wd_sub(right, left), zero), of_i = wd_mul(i->slope, wd_sub(left, i->left)),
             of_j = wd_mul(j->slope, wd_sub(left, j->left));
    const wd dl = wd_sub(wd_add(wd_sub(i->y, j->y), of_i), of_j);
    const wd dr = wd_add(dl, wd_mul(wd_sub(i->slope, j->slope), width));
    const wd S = wd_add(wd_abs(dl), wd_abs(dr)), p = wd_min(wd_mul(dl, dr), zero);
    const wd signed_width = wd_flip(wd_flip(width, i->run), j->run);
    return (common_term){wd_mul(signed_width, S), wd_mul(signed_width, p),
                         wd_max(wd_min(S, wd_set1(SEPAL_COMMON_GREATEST)), wd_set1(SEPAL_COMMON_LEAST))};
}

/* Two terms over a common denominator; exchanging them changes no bit. */
static inline common_term common_both(common_term s, common_term t) {
    return (common_term){wd_add(s.plain, t.plain), wd_add(wd_mul(s.crossed, t.S), wd_mul(t.crossed, s.S)), wd_mul(s.S, t.S)};
}

typedef struct common_sums {
    wd plain, crossed;
} common_sums;

static inline void common_add(common_sums *sum, common_term s, common_term t) {
    const common_term four = common_both(s, t);
    sum->plain = wd_add(sum->plain, four.plain);
    sum->crossed = wd_add(sum->crossed, wd_div(four.crossed, four.S));
}

/* The common area of polygons of n >= m vertices, in the units of areas. Terms are added by fours, and those that change places when the
 * polygons do, if n = m, are added first. So the order of the sum is this: for i = 0, 2, 4 .. the pairs of edges i, i + 1 of the one and
 * i, i + 1 of the other; then, for j = 0, 2 .. i - 2, those of i, i + 1 and j, j + 1, together with j, j + 1 and i, i + 1 while there
 * are such. */
SPECIALISED wd common_area(unsigned n, const common_edge *a, unsigned m, const common_edge *b) {
    common_sums sum = {wd_set1(0), wd_set1(0)};
    for (unsigned i = 0; i < n; i += 2) {
        const common_edge *ai = a + i, *bi = b + i;
        if (i < m)
            common_add(&sum, common_both(common_term_of(ai, bi), common_term_of(ai + 1, bi + 1)),
                       common_both(common_term_of(ai, bi + 1), common_term_of(ai + 1, bi)));
        for (unsigned j = 0; j < i && j < m; j += 2) {
            const common_edge *aj = a + j, *bj = b + j;
            if (i < m) {
                common_add(&sum, common_both(common_term_of(ai, bj), common_term_of(aj, bi)),
                           common_both(common_term_of(ai + 1, bj + 1), common_term_of(aj + 1, bi + 1)));
                common_add(&sum, common_both(common_term_of(ai, bj + 1), common_term_of(aj + 1, bi)),
                           common_both(common_term_of(ai + 1, bj), common_term_of(aj, bi + 1)));
            } else {
                common_add(&sum, common_both(common_term_of(ai, bj), common_term_of(ai + 1, bj + 1)),
                           common_both(common_term_of(ai, bj + 1), common_term_of(ai + 1, bj)));
            }
        }
    }
    return wd_abs(wd_add(sum.plain, wd_add(sum.crossed, sum.crossed)));
}

/* The answers about a pair of polygons that have area in common: the area, and what is to be rounded once, to float; and where a share may
 * be 1 that is not yet: whether b contains a, or a contains b, decides. */
typedef struct common_answer {
    wd exact, area, iou, share_a, share_b;
    wdm may_hold_a, may_hold_b;
} common_answer;

/* What is certainly above 0 does not become 0, and a share not more than 1. */
static inline wd common_share(wd common, wd whole) {
    return wd_max(wd_div(common, wd_max(whole, common)), wd_set1(0x1p-149));
}

/* May a polygon be inside of the other, though its share is not rounded to 1? */
static inline wdm common_may_hold(wd common, wd area, wd bound) {
    const wd rest = wd_sub(area, common);
    return wdm_and(wd_gt(rest, wd_mul(area, wd_set1(SEPAL_COMMON_WHOLE))), wd_ge(bound, rest));
}

/* common: common_area; areas and extents: those of both polygons. shares: are they wanted, too? */
SPECIALISED common_answer common_answer_of(wd common, wd area_a, wd extent_a, wd area_b, wd extent_b, bool shares) {
    common_answer r;
    const wd bound = wd_mul(wd_mul(extent_a, extent_b), wd_set1(SEPAL_COMMON_INSIDE * 4 / SEPAL_COMMON_SCALE));
    common = wd_max(common, wd_set1(0x1p-400));
    r.exact = wd_mul(common, wd_set1(SEPAL_COMMON_UNIT));
    r.area = wd_min(wd_max(r.exact, wd_set1(0x1p-149)), wd_set1(0x1.fffffep127));
    r.iou = common_share(common, wd_sub(wd_add(area_a, area_b), common));
    r.share_a = shares ? common_share(common, area_a) : common;
    r.share_b = shares ? common_share(common, area_b) : common;
    r.may_hold_a = common_may_hold(common, area_a, bound);
    r.may_hold_b = common_may_hold(common, area_b, bound);
    return r;
}

#endif
