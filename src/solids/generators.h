/* generators.h — the points between which a push leads, of cores that are a centre and a sum of few segments: c ± g_0 ± g_1 ± g_2 of a
 * box, c ± g_0 of a segment, c of a point. Their sizes are those of zonotopes (McMullen, "On zonotopes", Transactions of the AMS 159,
 * 1971), of which the g_k are the generators.
 *
 * Along the normal n of the push a core is highest where each generator has the sign of n . g_k. Those with hardly any n . g_k may
 * have any factor t from -1 to 1: they span the vertex, edge or face that is highest. If the two cores together have at most two of
 * these, as a corner above a face and edges that cross, the factors with which the two parts meet, seen along n, solve two linear
 * equations. If they have more, as faces on each other, or parallel ones, the middle of the parts' centres is tried, and its factors
 * in each of the two. What neither answers is left to the search of solids_mtv_points.c (docs/numerics/solids.md, "Points by
 * generators").
 *
 * All of it is in double, in a fixed order, and written in words: of a pair in each lane in the kernels (kernel/solids_kernel_mtv_points.c), of
 * one pair in solids_mtv_points.c (simd/one.h). */
#ifndef SEPAL_SOLIDS_GENERATORS_H
#define SEPAL_SOLIDS_GENERATORS_H

#include "../core/compiler.h"
#include "points.h"

/* Has a core of this class generators? */
static inline bool has_generators(uint16_t class) {
    return class == SEPAL_SOLID_BOX || class == SEPAL_SOLID_POINT || class == SEPAL_SOLID_SEGMENT;
}

/* The cores of the pairs: `count` is 0, 1 or 3, and the same for all of them. reach: how far a core is from its centre, in each
 * coordinate. */
typedef struct core_generators {
    wd3 centre, of[3], reach;
    uint32_t count;
} core_generators;

/* Of a segment, `centre` and of[0] are its ends before, and its middle and its generator after. */
static inline void form_generators(core_generators *core) {
    const wd zero = wd_set1(0), middle = wd_set1(0.5);
    if (core->count == 1) {
        const wd3 first = core->centre, second = core->of[0];
        core->centre = wd3_scale(wd3_add(first, second), middle);
        core->of[0] = wd3_scale(wd3_sub(second, first), middle);
    }
    core->reach = (wd3){zero, zero, zero};
    for (uint32_t k = 0; k < core->count; k++)
        core->reach = wd3_add(core->reach, wd3_magnitudes(core->of[k]));
}

/* The part of a core that is extreme along n. middle: its centre, from that of the core; way: the generators that it has, of which
 * there is room for two; fall: how far the ends of the part are from the extreme; free: how many generators it has. */
typedef struct extreme_part {
    wd3 middle, way[2];
    wd fall, free;
} extreme_part;

/* up: 1 for the highest part, -1 for the lowest. */
static inline void find_extreme(const core_generators *core, double up, wd3 n, wd height, extreme_part *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd3 none = {zero, zero, zero};
    *out = (extreme_part){none, {none, none}, zero, zero};
    for (uint32_t k = 0; k < core->count; k++) {
        const wd3 g = core->of[k], back = wd3_negated(g);
        const wd along = wd_mul(wd_set1(up), wd3_dot_in_order(n, g)), fall = wd_mul(wd_set1(2), wd_abs(along));
        const wdm free = wdm_and(wd_ge(height, fall), wd_gt(wd3_dot_in_order(g, g), zero));
        out->way[0] = wd3_select(wdm_and(free, wd_eq(out->free, zero)), g, out->way[0]);
        out->way[1] = wd3_select(wdm_and(free, wd_eq(out->free, one)), g, out->way[1]);
        out->middle = wd3_add(out->middle, wd3_select(free, none, wd3_select(wd_ge(along, zero), g, back)));
        out->fall = wd_add(out->fall, wd_select(free, fall, zero));
        out->free = wd_add(out->free, wd_select(free, one, zero));
    }
}

static inline wd factor_within(wd t) {
    const wd least = wd_set1(-1);
    return wd_min(wd_select(wd_gt(t, least), t, least), wd_set1(1)); /* what is not a number becomes -1 */
}

/* det(p, q, n) */
static inline wd turn_around(wd3 p, wd3 q, wd3 n) {
    return wd3_dot_in_order(n, wd3_cross_in_order(p, q));
}

/* The factors with which both ways make r, seen along n; if `count` is less than 2, those of the nearest place; if it is more, 0. Returns
 * where there are some: two ways that are parallel have none. */
static SEPAL_NOINLINE wdm find_factors(const wd3 way[2], wd count, wd3 r, wd3 n, wd t[2]) {
    const wd zero = wd_set1(0);
    const wdm two = wd_eq(count, wd_set1(2)), alone = wd_eq(count, wd_set1(1));
    wdm parallel = wdm_none();
    t[0] = t[1] = zero;
    if (wdm_bits(two) != 0) {
        const wd turn = turn_around(way[0], way[1], n);
        const wd squares = wd_mul(wd3_dot_in_order(way[0], way[0]), wd3_dot_in_order(way[1], way[1]));
        const wdm wide = wd_gt(wd_mul(turn, turn), wd_mul(wd_set1(GENERATORS_TURN), squares));
        parallel = wdm_andnot(two, wide);
        t[0] = wd_select(two, factor_within(wd_div(turn_around(r, way[1], n), turn)), zero);
        t[1] = wd_select(two, factor_within(wd_div(turn_around(way[0], r, n), turn)), zero);
    }
    if (wdm_bits(alone) != 0) {
        const wd3 aside = wd3_sub(way[0], wd3_scale(n, wd3_dot_in_order(n, way[0])));
        const wd share = wd_div(wd3_dot_in_order(r, aside), wd3_dot_in_order(aside, aside));
        t[0] = wd_select(alone, factor_within(share), t[0]);
    }
    return wdm_not(parallel);
}

/* Factors with which both parts meet, if they have two generators together. r: from the middle of a's to that of b's. */
static inline wdm factors_of_meeting(const extreme_part *a, const extreme_part *b, wd3 r, wd3 n, wd t_a[2], wd t_b[2]) {
    const wd zero = wd_set1(0), count = wd_add(a->free, b->free);
    const wdm some = wd_gt(a->free, zero), two = wd_gt(a->free, wd_set1(1));
    const wd3 first = wd3_negated(b->way[0]), second = wd3_negated(b->way[1]);
    const wd3 way[2] = {wd3_select(some, a->way[0], first), wd3_select(two, a->way[1], wd3_select(some, first, second))};
    wd t[2];
    const wdm good = wdm_and(find_factors(way, count, r, n, t), wd_ge(wd_set1(2), count));
    t_a[0] = wd_select(some, t[0], zero);
    t_a[1] = wd_select(two, t[1], zero);
    t_b[0] = wd_select(two, zero, wd_select(some, t[1], t[0]));
    t_b[1] = wd_select(some, zero, t[1]);
    return good;
}

/* Those of the middle of both, of the pairs `asked`; the factors of others stay. */
static inline wdm factors_of_middle(const extreme_part *a, const extreme_part *b, wd3 r, wd3 n, wdm asked, wd t_a[2], wd t_b[2]) {
    const wd3 from_a = wd3_scale(r, wd_set1(0.5));
    wd of_a[2], of_b[2];
    wdm good = wd_ge(wd_set1(2), wd_max(a->free, b->free));
    good = wdm_and(good, find_factors(a->way, a->free, from_a, n, of_a));
    good = wdm_and(good, find_factors(b->way, b->free, wd3_negated(from_a), n, of_b));
    for (int k = 0; k < 2; k++) {
        t_a[k] = wd_select(asked, of_a[k], t_a[k]);
        t_b[k] = wd_select(asked, of_b[k], t_b[k]);
    }
    return wdm_and(asked, good);
}

/* The diagonal of the box around both. d: from the one centre to the other. */
static inline wd extent_of_generators(const core_generators *a, const core_generators *b, wd3 d) {
    const wd3 high = wd3_more(wd3_add(d, b->reach), a->reach);
    const wd3 side = wd3_sub(high, wd3_less(wd3_sub(d, b->reach), wd3_negated(a->reach)));
    return wd_sqrt(wd3_dot_in_order(side, side));
}

/* The points p and q of the cores, of the pairs that are returned: of the others none are found, or not in one place. n: the unit
 * normals. */
static inline wdm points_by_generators(const core_generators *a, const core_generators *b, wd3 n, wd3 *p, wd3 *q) {
    const wd3 d = wd3_sub(b->centre, a->centre);
    const wd extent = extent_of_generators(a, b, d), height = wd_mul(wd_set1(SOLID_SLICE_HEIGHT), extent);
    const wd most = wd_mul(wd_set1(GENERATORS_ASIDE), extent);
    extreme_part of_a, of_b;
    wd t_a[2], t_b[2];
    find_extreme(a, 1, n, height, &of_a);
    find_extreme(b, -1, n, height, &of_b);
    const wd3 r = wd3_add(d, wd3_sub(of_b.middle, of_a.middle));
    wdm good = factors_of_meeting(&of_a, &of_b, r, n, t_a, t_b);
    const wdm others = wdm_not(good);
    if (wdm_bits(others) != 0)
        good = wdm_or(good, factors_of_middle(&of_a, &of_b, r, n, others, t_a, t_b));
    const wd3 on_a = wd3_add(wd3_scale(of_a.way[0], t_a[0]), wd3_scale(of_a.way[1], t_a[1]));
    const wd3 on_b = wd3_add(wd3_scale(of_b.way[0], t_b[0]), wd3_scale(of_b.way[1], t_b[1]));
    const wd3 rest = wd3_sub(wd3_add(r, on_b), on_a), aside = wd3_sub(rest, wd3_scale(n, wd3_dot_in_order(n, rest)));
    *p = wd3_add(a->centre, wd3_add(of_a.middle, on_a));
    *q = wd3_add(b->centre, wd3_add(of_b.middle, on_b));
    good = wdm_and(good, wd_ge(wd_mul(most, most), wd3_dot_in_order(aside, aside)));
    return wdm_and(good, wd_ge(height, wd_max(of_a.fall, of_b.fall)));
}

#endif
