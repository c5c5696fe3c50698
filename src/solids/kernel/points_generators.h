/* points_generators.h — the points of pushes of boxes, segments and points, a pair in each lane of double: the operations of
 * ../generators.h, in their order, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_POINTS_GENERATORS_H
#define SEPAL_SOLIDS_KERNEL_POINTS_GENERATORS_H

#include "../generators.h"
#include "contact_sides.h"
#include "nearest.h"

/* Cores with 0, 1 or 3 generators: what is stored of them; and their radii. */
typedef struct generator_lanes {
    w3 centre, of[3]; /* of a segment, instead: both ends */
    w radius;
    uint32_t count;
} generator_lanes;

SPECIALISED void load_generators(const sepal_solids *set, const uint32_t *index, uint32_t count, generator_lanes *out) {
    out->count = count;
    out->radius = solid_load_radii(set, index); /* that of a ball may be infinite instead */
    if (count == 0) {
        out->centre = load_balls(set, index).centre; /* of a point: itself */
        return;
    }
    if (count == 1) {
        const solid_segment_lanes ends = solid_load_segments(set, index);
        out->centre = ends.from;
        out->of[0] = ends.to;
        return;
    }
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(set, index, of);
    const solid_exact_lanes box = load_exact(of);
    out->centre = box.centre;
    for (int k = 0; k < 3; k++)
        out->of[k] = box.edge[k];
}

/* The cores of half of a group. */
typedef struct generator_half {
    wd3 centre, of[3], reach;
    uint32_t count;
} generator_half;

static inline void generators_of_half(const generator_lanes *from, int half, generator_half *out) {
    const wd zero = wd_set1(0), middle = wd_set1(0.5);
    out->count = from->count;
    out->centre = wd3_of(from->centre, half);
    for (uint32_t k = 0; k < from->count; k++)
        out->of[k] = wd3_of(from->of[k], half);
    if (from->count == 1) {
        const wd3 first = out->centre, second = out->of[0];
        out->centre = wd3_scale(wd3_add(first, second), middle);
        out->of[0] = wd3_scale(wd3_sub(second, first), middle);
    }
    out->reach = (wd3){zero, zero, zero};
    for (uint32_t k = 0; k < from->count; k++)
        out->reach = wd3_add(out->reach, wd3_magnitudes(out->of[k]));
}

/* As struct extreme_part of generators.h, of half of a group. */
typedef struct extreme_lanes {
    wd3 middle, way[2];
    wd fall, free;
} extreme_lanes;

static inline void find_extreme_lanes(const generator_half *core, double up, wd3 n, wd height, extreme_lanes *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd3 none = {zero, zero, zero};
    *out = (extreme_lanes){none, {none, none}, zero, zero};
    for (uint32_t k = 0; k < core->count; k++) {
        const wd3 g = core->of[k], back = {wd_negated(g.x), wd_negated(g.y), wd_negated(g.z)};
        const wd along = wd_mul(wd_set1(up), wd3_dot_in_order(n, g)), fall = wd_mul(wd_set1(2), wd_abs(along));
        const wdm free = wdm_and(wd_ge(height, fall), wd_gt(wd3_dot_in_order(g, g), zero));
        out->way[0] = wd3_select(wdm_and(free, wd_eq(out->free, zero)), g, out->way[0]);
        out->way[1] = wd3_select(wdm_and(free, wd_eq(out->free, one)), g, out->way[1]);
        out->middle = wd3_add(out->middle, wd3_select(free, none, wd3_select(wd_ge(along, zero), g, back)));
        out->fall = wd_add(out->fall, wd_select(free, fall, zero));
        out->free = wd_add(out->free, wd_select(free, one, zero));
    }
}

static inline wd factor_within_lanes(wd t) {
    const wd least = wd_set1(-1);
    return wd_min(wd_select(wd_gt(t, least), t, least), wd_set1(1)); /* what is not a number becomes -1, as in generators.h */
}

static inline wd turn_around_lanes(wd3 p, wd3 q, wd3 n) {
    return wd3_dot_in_order(n, wd3_cross_in_order(p, q));
}

/* Returns the lanes in which there are factors. */
static SEPAL_NOINLINE wdm find_factors_lanes(const wd3 way[2], wd count, wd3 r, wd3 n, wd t[2]) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wdm two = wd_gt(count, one), alone = wdm_andnot(wd_gt(count, zero), two);
    wdm parallel = wdm_none();
    t[0] = t[1] = zero;
    if (wdm_bits(two) != 0) {
        const wd turn = turn_around_lanes(way[0], way[1], n);
        const wd squares = wd_mul(wd3_dot_in_order(way[0], way[0]), wd3_dot_in_order(way[1], way[1]));
        const wdm wide = wd_gt(wd_mul(turn, turn), wd_mul(wd_set1(GENERATORS_TURN), squares));
        parallel = wdm_andnot(two, wide);
        t[0] = wd_select(two, factor_within_lanes(wd_div(turn_around_lanes(r, way[1], n), turn)), zero);
        t[1] = wd_select(two, factor_within_lanes(wd_div(turn_around_lanes(way[0], r, n), turn)), zero);
    }
    if (wdm_bits(alone) != 0) {
        const wd3 aside = wd3_sub(way[0], wd3_scale(n, wd3_dot_in_order(n, way[0])));
        const wd share = wd_div(wd3_dot_in_order(r, aside), wd3_dot_in_order(aside, aside));
        t[0] = wd_select(alone, factor_within_lanes(share), t[0]);
    }
    return wdm_not(parallel);
}

static inline wd3 wd3_negated(wd3 a) {
    return (wd3){wd_negated(a.x), wd_negated(a.y), wd_negated(a.z)};
}

static inline wdm factors_of_meeting_lanes(const extreme_lanes *a, const extreme_lanes *b, wd3 r, wd3 n, wd t_a[2], wd t_b[2]) {
    const wd zero = wd_set1(0), count = wd_add(a->free, b->free);
    const wdm some = wd_gt(a->free, zero), two = wd_gt(a->free, wd_set1(1));
    const wd3 first = wd3_negated(b->way[0]), second = wd3_negated(b->way[1]);
    const wd3 way[2] = {wd3_select(some, a->way[0], first), wd3_select(two, a->way[1], wd3_select(some, first, second))};
    wd t[2];
    const wdm good = wdm_and(find_factors_lanes(way, count, r, n, t), wd_ge(wd_set1(2), count));
    t_a[0] = wd_select(some, t[0], zero);
    t_a[1] = wd_select(two, t[1], zero);
    t_b[0] = wd_select(two, zero, wd_select(some, t[1], t[0]));
    t_b[1] = wd_select(some, zero, t[1]);
    return good;
}

/* In the lanes `asked`; the factors of others stay. */
static inline wdm factors_of_middle_lanes(const extreme_lanes *a, const extreme_lanes *b, wd3 r, wd3 n, wdm asked, wd t_a[2],
                                          wd t_b[2]) {
    const wd3 from_a = wd3_scale(r, wd_set1(0.5));
    wd of_a[2], of_b[2];
    wdm good = wd_ge(wd_set1(2), wd_max(a->free, b->free));
    good = wdm_and(good, find_factors_lanes(a->way, a->free, from_a, n, of_a));
    good = wdm_and(good, find_factors_lanes(b->way, b->free, wd3_negated(from_a), n, of_b));
    for (int k = 0; k < 2; k++) {
        t_a[k] = wd_select(asked, of_a[k], t_a[k]);
        t_b[k] = wd_select(asked, of_b[k], t_b[k]);
    }
    return wdm_and(asked, good);
}

static inline wd extent_of_lanes(const generator_half *a, const generator_half *b, wd3 d) {
    const wd3 high = wd3_more(wd3_add(d, b->reach), a->reach);
    const wd3 side = wd3_sub(high, wd3_less(wd3_sub(d, b->reach), wd3_negated(a->reach)));
    return wd_sqrt(wd3_dot_in_order(side, side));
}

/* The points of the cores of half of a group, in those lanes that are returned. n: the unit normals. */
static inline wdm points_by_generators_lanes(const generator_half *a, const generator_half *b, wd3 n, wd3 *p, wd3 *q) {
    const wd3 d = wd3_sub(b->centre, a->centre);
    const wd extent = extent_of_lanes(a, b, d), height = wd_mul(wd_set1(SOLID_SLICE_HEIGHT), extent);
    const wd most = wd_mul(wd_set1(GENERATORS_ASIDE), extent);
    extreme_lanes of_a, of_b;
    wd t_a[2], t_b[2];
    find_extreme_lanes(a, 1, n, height, &of_a);
    find_extreme_lanes(b, -1, n, height, &of_b);
    const wd3 r = wd3_add(d, wd3_sub(of_b.middle, of_a.middle));
    wdm good = factors_of_meeting_lanes(&of_a, &of_b, r, n, t_a, t_b);
    const wdm others = wdm_not(good);
    if (wdm_bits(others) != 0)
        good = wdm_or(good, factors_of_middle_lanes(&of_a, &of_b, r, n, others, t_a, t_b));
    const wd3 on_a = wd3_add(wd3_scale(of_a.way[0], t_a[0]), wd3_scale(of_a.way[1], t_a[1]));
    const wd3 on_b = wd3_add(wd3_scale(of_b.way[0], t_b[0]), wd3_scale(of_b.way[1], t_b[1]));
    const wd3 rest = wd3_sub(wd3_add(r, on_b), on_a), aside = wd3_sub(rest, wd3_scale(n, wd3_dot_in_order(n, rest)));
    *p = wd3_add(a->centre, wd3_add(of_a.middle, on_a));
    *q = wd3_add(b->centre, wd3_add(of_b.middle, on_b));
    good = wdm_and(good, wd_ge(wd_mul(most, most), wd3_dot_in_order(aside, aside)));
    return wdm_and(good, wd_ge(height, wd_max(of_a.fall, of_b.fall)));
}

#endif
