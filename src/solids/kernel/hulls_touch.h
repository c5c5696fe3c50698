/* hulls_touch.h — do two cores overlap that touch, or nearly do? A pair in each lane: what the filters in float leave open.
 *
 * A line from a point inside of the Minkowski difference K through the origin leaves K by a side (walk.h). In double, with bounds: if all
 * of K is on the far side of a plane, the cores are apart; if the line passes through a triangle of members, and the origin is before it,
 * it is inside of K. Where all coordinates are small integers times one power of two, so that no product is rounded, a computed 0 is 0:
 * the insides are apart if no member is beyond a plane through the origin; and the cores touch if the origin is in a triangle of members,
 * its border included (docs/numerics/solids_kernels.md, "Hulls that touch"). */
#ifndef SEPAL_SOLIDS_KERNEL_HULLS_TOUCH_H
#define SEPAL_SOLIDS_KERNEL_HULLS_TOUCH_H

#include "query.h"
#include "walk.h"

/* Steps in double. */
enum { TOUCH_STEPS = 8 };
/* In units of the lowest bit of the pair: the greatest R for which coordinates are integers, and differences of them; the greatest R for
 * which cross products of members are not rounded, and product of the lengths of two edges and R for which those with their normal are not;
 * and the greatest error in double for which integers modulo 2^64 tell what double cannot. */
#define TOUCH_EXTENT        0x1p49
#define TOUCH_MEMBERS       0x1p25
#define TOUCH_PRODUCT       0x1p51
#define TOUCH_INTEGER_ERROR 0x1p60
/* More than what the direction of the line may be off by, in all; and the cross product of two members, as a share of R^2. */
#define TOUCH_LINE 0x1p-19
#define TOUCH_TURN 0x1p-45
/* So far from the line in each coordinate is what the search in float follows, so that it does not pass exactly through an edge of K. */
#define TOUCH_SHIFT 0x1p-18F

/* The way from a point well inside of K to the origin. The weights are such that it passes through no edge of K even if a and b are alike. */
static inline w3 way_out(const difference_lanes *s, sizes n) {
    w3 inner = w3_scale(s->inside, w_set1(0.79F));
    inner = w3_add(inner, w3_scale(member_of_numbers(s, n, n.a / 3, n.b / 2), w_set1(0.1F)));
    inner = w3_add(inner, w3_scale(member_of_numbers(s, n, n.a - 1, 0), w_set1(0.07F)));
    inner = w3_add(inner, w3_scale(member_of_numbers(s, n, n.a / 2, n.b - 1), w_set1(0.04F)));
    return w3_sub(w3_set1(0, 0, 0), inner);
}

/* Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void find_sides_out(const solids_query *q, const sepal_pair *group, sizes n, walk_found *out) {
    difference_lanes k;
    load_difference(q, group, n, &k);
    const w3 way = way_out(&k, walk_sizes(n));
    k.d = w3_add(k.d, w3_set1(TOUCH_SHIFT, -0.7F * TOUCH_SHIFT, 0.4F * TOUCH_SHIFT));
    walk_in_float(&k, walk_sizes(n), way, out);
}

/* Of the face that was found: n . m of its plane; of each two of its corners the cross product, along the greatest component of n; the
 * lanes in which it is certain that no member is beyond the plane. */
typedef struct touch_signs {
    wd height, turn[3];
    wdm by_x, by_y, supports;
} touch_signs;

/* Is a vertex of one core beyond the plane? Integers tell it of those within `error`. sign: of n along which the core is behind. */
static SEPAL_NOINLINE wdm some_beyond(const vertices_half *c, wd3 n, const wl3 *n_exactly, double sign, wd3 from, wd error,
                                      wd unit) {
    wdm out = wdm_none();
    for (uint32_t k = 0; k < c->size; k++) {
        const wd3 step =
            wd3_scale(wd3_sub((wd3){c->at[k], c->at[c->size + k], c->at[2 * (size_t)c->size + k]}, from), wd_set1(sign));
        const wd behind = wd3_dot(n, step);
        const wdm near = wd_ge(error, wd_abs(behind));
        out = wdm_or(out, wd_gt(wd_sub(wd_set1(0), error), behind));
        if (wdm_bits(near) != 0)
            out = wdm_or(out, wdm_and(near, wl_negative(wl3_dot(*n_exactly, wl3_of(wd3_scale(step, unit))))));
    }
    return out;
}

/* In integers what double does not tell, in the lanes `asked`; these are exact in units of the lowest bit. */
static SEPAL_NOINLINE void settle_in_integers(const difference_half *p, const walk_face *f, wd unit, wd error, wdm asked,
                                              touch_signs *s) {
    const member_half *m = f->m;
    wl3 at[3];
    for (int k = 0; k < 3; k++)
        at[k] = wl3_of(wd3_scale(m[k].w, unit));
    const wl3 n = wl3_cross(wl3_sub(at[1], at[0]), wl3_sub(at[2], at[0]));
    const wd turn_error = wd_mul(wd_scaled(p->extent, TOUCH_TURN), p->extent);
    s->height = wd_select(asked, settled(s->height, error, wl3_dot(n, at[0])), s->height);
    for (int k = 0; k < 3; k++) {
        const wl3 across = wl3_cross(at[k], at[(k + 1) % 3]);
        const wl turn = wl_select(s->by_x, across.x, wl_select(s->by_y, across.y, across.z));
        s->turn[k] = wd_select(asked, settled(s->turn[k], turn_error, turn), s->turn[k]);
    }
    const wdm beyond =
        wdm_or(some_beyond(&p->a, f->n, &n, -1, m[0].a, error, unit), some_beyond(&p->b, f->n, &n, 1, m[0].b, error, unit));
    s->supports = wdm_or(s->supports, wdm_andnot(asked, beyond));
}

/* What is certain of half a group: the cores are apart; their insides are; they touch, or more; their insides meet. */
typedef struct touch_half {
    wdm apart, outside, touch, inside;
} touch_half;

/* unit: 1 in units of the lowest bit of the coordinates. way: of the line. Where no triangle was found, nothing is certain. */
static inline touch_half know_touch(const difference_half *p, wd unit, wd3 way, walk_face *f) {
    const wd zero = wd_set1(0), extent = wd_scaled(p->extent, 1 + 0x1p-50), units = wd_mul(extent, unit);
    const wdm few = wd_ge(wd_set1(TOUCH_EXTENT), units);
    const wdm tiny = wd_ge(wd_set1(TOUCH_PRODUCT / 16), wd_mul(units, wd_mul(units, units)));
    walk_in_double(p, way, wd_select(tiny, zero, wd_scaled(extent, MEMBER_GAP_ERROR)), TOUCH_STEPS, f);
    const member_half *m = f->m;
    const wd3 n = f->n, e = wd3_sub(m[1].w, m[0].w), g = wd3_sub(m[2].w, m[0].w), size_n = wd3_magnitudes(n);
    const wd product = wd_mul(units, wd_mul(wd_mul(wd3_sum(e), unit), wd_mul(wd3_sum(g), unit)));
    const wdm exact = wdm_and(wd_ge(wd_set1(TOUCH_MEMBERS), units), wd_ge(wd_set1(TOUCH_PRODUCT), product));
    const wd off = error_of_normal(extent, wd3_length(e), wd3_length(g)), rounding = error_of_gap(extent, wd3_length(n), off);
    const wd error = wd_select(exact, zero, rounding), beyond = farthest_beyond(f);

    touch_signs s = {.height = wd3_dot(n, m[0].w)};
    wd3 across[3];
    const wd gap = wd_add(s.height, beyond);
    s.by_x = wdm_and(wd_ge(size_n.x, size_n.y), wd_ge(size_n.x, size_n.z));
    s.by_y = wdm_andnot(wd_ge(size_n.y, size_n.z), s.by_x);
    s.supports = wdm_and(exact, wd_ge(beyond, zero));
    for (int k = 0; k < 3; k++) {
        across[k] = wd3_cross(m[k].w, m[(k + 1) % 3].w);
        s.turn[k] = wd_select(s.by_x, across[k].x, wd_select(s.by_y, across[k].y, across[k].z));
    }
    const wdm integers = wdm_and(few, wd_ge(wd_set1(TOUCH_INTEGER_ERROR), wd_mul(wd_mul(rounding, unit), wd_mul(unit, unit))));
    const wdm asked = wdm_andnot(integers, wdm_or(exact, wd_gt(wd_abs(gap), error))), known = wdm_or(exact, asked);
    if (wdm_bits(asked) != 0)
        settle_in_integers(p, f, unit, error, asked, &s);

    const wd side = wd_select(s.by_x, n.x, wd_select(s.by_y, n.y, n.z)), turn_error = wd_mul(wd_scaled(extent, TOUCH_TURN), extent);
    const wdm below = wdm_or(wd_gt(wd_sub(zero, error), s.height), wdm_and(known, wd_gt(zero, s.height)));
    const wdm spans = wd_gt(wd_abs(side), wd_select(exact, zero, off));
    wdm crosses = below, holds = wdm_and(wdm_and(known, wd_eq(s.height, zero)), spans);
    for (int k = 0; k < 3; k++) {
        crosses = wdm_and(
            crosses, wd_gt(wd_sub(zero, wd_madd(wd3_sum(across[k]), wd_set1(TOUCH_LINE), turn_error)), wd3_dot(way, across[k])));
        holds = wdm_and(holds, wd_ge(wd_select(wd_gt(side, zero), s.turn[k], wd_sub(zero, s.turn[k])), zero));
    }
    const wdm in_range = wdm_and(wd_gt(extent, wd_set1(0x1p-120)), wd_gt(wd_set1(0x1p120), extent));
    touch_half out;
    out.apart = wdm_and(in_range, wdm_or(wd_gt(gap, error), wdm_and(s.supports, wd_gt(s.height, zero))));
    out.outside = wdm_and(in_range, wdm_and(wdm_and(s.supports, spans), wd_ge(s.height, zero)));
    out.touch = wdm_and(in_range, holds);
    out.inside = wdm_and(in_range, crosses);
    return out;
}

/* A function of its own, so that both halves share its code and its room on the stack. */
static SEPAL_NOINLINE touch_half touch_of_half(const solids_query *q, const sepal_pair *group, sizes n, int half,
                                               const walk_found *walked, const unit_lanes *units) {
    difference_half p;
    walk_face face;
    load_walk(q, group, n, half, walked, &p, &face);
    return know_touch(&p, wd_load(units->scale + half * WD_LANES), wd3_of(walked->way, half), &face);
}

SPECIALISED lanes touch_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const solids_query *q = question;
    walk_found walked;
    unit_lanes units;
    unsigned apart = 0, meet = 0;
    find_sides_out(q, group, n, &walked);
    find_units(q, group, &units);
    for (int half = 0; half < 2; half++) {
        const touch_half of = touch_of_half(q, group, n, half, &walked, &units);
        const bool touching = q->touching == SEPAL_TOUCHING_OVERLAPS;
        apart |= wdm_bits(touching ? of.apart : wdm_or(of.apart, of.outside)) << (half * WD_LANES);
        meet |= wdm_bits(touching ? wdm_or(of.touch, of.inside) : of.inside) << (half * WD_LANES);
    }
    return (lanes){meet, ALL_LANES & ~(apart | meet)};
}

/* For pairs without reach; others are left open. n: the sizes of the blocks, 0 for boxes. */
static bool filter_touch(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (solid_some_reach(question))
        return leave_all_open(out, count);
    return ask_groups(touch_kernel, NULL, question, pairs, count, n, out);
}

/* --- A vertex in common ----------------------------------------------------------------------------------------------------------- */

/* Two hulls that touch often share a vertex, as neighbours in a mesh do: then they meet, exactly. Larger blocks have too many couples of
 * vertices to compare. */
enum { SHARED_VERTICES = 16 };

/* yes: some vertex of a is one of b. */
SPECIALISED lanes shared_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const solids_query *q = question;
    const w3 origin = w3_set1(0, 0, 0);
    hull_lanes a, b;
    w3 mean;
    load_hulls(q->a, &group->a, n.a, origin, w_set1(1), &mean, &a);
    load_hulls(q->b, &group->b, n.b, origin, w_set1(1), &mean, &b);
    wm shared = wm_none();
    for (uint32_t i = 0; i < n.a; i++)
        for (uint32_t j = 0; j < n.b; j++) {
            wm same = wm_and(w_eq(a.at[i], b.at[j]), w_eq(a.at[n.a + i], b.at[n.b + j]));
            shared = wm_or(shared, wm_and(same, w_eq(a.at[2 * n.a + i], b.at[2 * n.b + j])));
        }
    return decided(wm_none(), shared);
}

/* For pairs of hulls of which touching counts as overlap; others are left open. */
static bool filter_shared(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const solids_query *q = question;
    if (q->touching != SEPAL_TOUCHING_OVERLAPS || n.a == 0 || n.b == 0 || n.a > SHARED_VERTICES || n.b > SHARED_VERTICES)
        return leave_all_open(out, count);
    return ask_groups(shared_kernel, NULL, q, pairs, count, n, out);
}

#endif
