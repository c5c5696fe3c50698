/* reach_exact.h — shapes with radii, or under a margin, in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * Let all coordinates, radii and the margin of a pair be multiples of one unit. What is computed from them is exact while it stays
 * below 2^53 of the units it is a multiple of: differences and sums up to 2^53 units, their products and sums of two products, if
 * the differences are up to 2^26 units. Two products are compared exactly whatever they are (wd_products_sub). So the
 * question of scalar/polys_scalar_overlap_round.c is asked operation by operation, and no error bound is needed. */
#ifndef SEPAL_POLYS_KERNEL_REACH_EXACT_H
#define SEPAL_POLYS_KERNEL_REACH_EXACT_H

#include "exact.h"
#include "reach.h"

/* Is x a multiple of the unit in the last place of `ruler` > 0? It is if adding the ruler to |x| and taking it away again gives
 * |x|.
 */
static inline wdm is_multiple(wd x, wd ruler) {
    wd size = wd_abs(x);
    return wd_eq(wd_sub(wd_add(size, ruler), ruler), size);
}

/* Half of the lanes of a group of cores: vertices, of which the first is repeated at the end. */
typedef struct core_half {
    vertex_half vertex;
    wd radius, winding;
} core_half;

SPECIALISED void take_core_half(const vertex_lanes *vertices, w radius, w winding, uint32_t size, int half, core_half *out) {
    take_half(vertices, size, half, out->vertex);
    out->radius = wd_of(radius, half);
    out->winding = wd_of(winding, half);
}

static inline wdm is_measured(const core_half *core, uint32_t size, wd ruler) {
    wdm all = is_multiple(core->radius, ruler);
    for (uint32_t k = 0; k < size; k++)
        all = wdm_and(all, wdm_and(is_multiple(core->vertex[k].x, ruler), is_multiple(core->vertex[k].y, ruler)));
    return all;
}

/* What is found in half a group: the lanes whose pairs can be decided here; and a number that is positive if the cores are nearer
 * than the reach, and 0 if they are just within it. */
typedef struct exact_half {
    wdm asked;
    wd within;
} exact_half;

/* Two points: |d| <= R says (R - dy) (R + dy) >= dx dx. Except for rounding, no number here exceeds |dx| + |dy| + R, and four times
 * that has a unit in the last place of more than a 2^51st of it. */
static inline exact_half points_reach(const core_half *a, const core_half *b, wd margin) {
    wd dx = wd_sub(b->vertex[0].x, a->vertex[0].x), dy = wd_sub(b->vertex[0].y, a->vertex[0].y);
    wd reach = wd_add(wd_add(a->radius, b->radius), margin);
    wd ruler = wd_mul(wd_add(reach, wd_add(wd_abs(dx), wd_abs(dy))), wd_set1(4));
    wd less = wd_sub(reach, dy), more = wd_add(reach, dy);
    return (exact_half){
        wdm_and(is_multiple(margin, ruler), wdm_and(is_measured(a, 1, ruler), is_measured(b, 1, ruler))),
        wd_products_sub(less, more, dx, dx),
    };
}

/* The greatest difference of a coordinate from that of `origin`. */
static inline wd extent_from(wd2 origin, const core_half *core, uint32_t size) {
    wd extent = wd_set1(0);
    for (uint32_t k = 0; k < size; k++) {
        wd x = wd_abs(wd_sub(core->vertex[k].x, origin.x)), y = wd_abs(wd_sub(core->vertex[k].y, origin.y));
        extent = wd_max(extent, wd_max(x, y));
    }
    return extent;
}

/* Notes how far within reach a vertex of b is of a vertex of a, or of the foot of its perpendicular on an edge of a. */
static inline void features_reach(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b, wd reach2,
                                  exact_half *out) {
    wd zero = wd_set1(0);
    for (uint32_t i = 0; i < size_a; i++) {
        wd2 from = a->vertex[i], e = {wd_sub(a->vertex[i + 1].x, from.x), wd_sub(a->vertex[i + 1].y, from.y)};
        wd length2 = wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y));
        for (uint32_t j = 0; j < size_b; j++) {
            wd2 to = {wd_sub(b->vertex[j].x, from.x), wd_sub(b->vertex[j].y, from.y)};
            wd distance2 = wd_add(wd_mul(to.x, to.x), wd_mul(to.y, to.y));
            wd beside = wd_sub(wd_mul(e.x, to.y), wd_mul(e.y, to.x)), along = wd_add(wd_mul(e.x, to.x), wd_mul(e.y, to.y));
            wdm faces = wdm_and(wd_gt(along, zero), wd_gt(length2, along));
            wd of_line = wd_products_sub(reach2, length2, beside, beside);
            out->within = wd_max(out->within, wd_sub(reach2, distance2));
            out->within = wd_max(out->within, wd_select(faces, of_line, out->within));
        }
    }
}

/* The least depth of each core behind the edges of the other, as depth_behind_edges; a point has none. */
static inline wd depth_of_cores(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b) {
    wd of_a = wd_set1((double)INFINITY), of_b = of_a;
    if (size_a > 1)
        of_a = depth_behind_edges(a->vertex, size_a, a->winding, b->vertex, size_b);
    if (size_b > 1)
        of_b = depth_behind_edges(b->vertex, size_b, b->winding, a->vertex, size_a);
    return wd_min(of_a, of_b);
}

/* In which lanes does no edge have all of the other core beyond it or on its line? Then the cores share more than a boundary, if
 * one of them has an edge: parallel cores without area are on one side of an edge, or on its line. */
static inline wdm cores_cross(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b) {
    wd own = wd_max(extent_from(a->vertex[0], a, size_a), extent_from(b->vertex[0], b, size_b)), zero = wd_set1(0);
    return wdm_and(wd_gt(own, zero), wd_gt(depth_of_cores(a, size_a, b, size_b), zero));
}

/* The lanes in which cores are within reach; those in `strict` only if they are nearer than that. */
static inline unsigned lanes_within(wd within, unsigned strict) {
    wd zero = wd_set1(0);
    return wdm_bits(wd_gt(within, zero)) | (wdm_bits(wd_ge(within, zero)) & ~strict);
}

/* Any cores. Except for rounding, differences are at most twice `extent`, and 2^28 times `extent` has a unit in the last place of
 * more than extent / 2^25. Cores that share no more than a boundary have a vertex of one on the other, at the distance 0. strict: as
 * in lanes_within; it is not used that other lanes are nearer than the reach. */
static inline exact_half cores_reach(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b, wd margin,
                                     unsigned strict) {
    wd reach = wd_add(wd_add(a->radius, b->radius), margin), reach2 = wd_mul(reach, reach);
    wd extent = wd_max(extent_from(a->vertex[0], a, size_a), extent_from(a->vertex[0], b, size_b));
    wd ruler = wd_mul(wd_max(reach, extent), wd_set1(0x1p28));
    wdm asked = wdm_and(is_measured(a, size_a, ruler), is_measured(b, size_b, ruler));
    exact_half out = {wdm_and(asked, is_multiple(margin, ruler)), wd_set1(-(double)INFINITY)};
    features_reach(a, size_a, b, size_b, reach2, &out);
    features_reach(b, size_b, a, size_a, reach2, &out);
    if ((wdm_bits(out.asked) & ~lanes_within(out.within, strict)) != 0)
        out.within = wd_select(cores_cross(a, size_a, b, size_b), wd_set1(1), out.within);
    return out;
}

/* What is found in a group: the lanes that can be decided here, and those within reach and nearer than that. */
typedef struct exact_reach {
    unsigned asked, within, nearer;
} exact_reach;

/* strict: as in lanes_within. */
SPECIALISED exact_reach reach_exact_group(const polys_query *q, const sepal_pair *group, sizes n, unsigned strict) {
    wd margin = wd_set1((double)q->margin);
    vertex_lanes va, vb;
    load_core(q->a, &group->a, n.a, false, &va);
    next_load();
    load_core(q->b, &group->b, n.b, false, &vb);
    next_load();
    w radius_a = load_radii(q->a, &group->a), radius_b = load_radii(q->b, &group->b);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    exact_reach found = {0, 0, 0};
    for (int half = 0; half < 2; half++) {
        core_half ha, hb;
        take_core_half(&va, radius_a, winding_a, n.a, half, &ha);
        take_core_half(&vb, radius_b, winding_b, n.b, half, &hb);
        exact_half part = n.a == 1 && n.b == 1 ? points_reach(&ha, &hb, margin) : cores_reach(&ha, n.a, &hb, n.b, margin, strict);
        unsigned shift = (unsigned)half * SEPAL_LANES / 2;
        found.asked |= wdm_bits(part.asked) << shift;
        found.within |= lanes_within(part.within, 0) << shift;
        found.nearer |= lanes_within(part.within, ALL_LANES) << shift;
    }
    return found;
}

SPECIALISED lanes within_reach_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    unsigned strict = lanes_without_touching(question);
    exact_reach found = reach_exact_group(question, group, n, strict);
    (void)k;
    return (lanes){found.asked & (found.nearer | (found.within & ~strict)), ALL_LANES & ~found.asked};
}
SPECIALISED lanes reach_contact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const aside_query *c = question;
    exact_reach found = reach_exact_group(c->q, group, n, ALL_LANES);
    c->aside[k / 64] |= (uint64_t)(ALL_LANES & ~found.nearer) << k % 64;
    return (lanes){found.asked & found.within, ALL_LANES & ~found.asked};
}

/* How cores meet without their reach, by their edges. One of each two must have area. */
SPECIALISED lanes core_contact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const aside_query *c = question;
    const polys_query *q = c->q;
    vertex_lanes va, vb;
    load_core(q->a, &group->a, n.a, false, &va);
    load_core(q->b, &group->b, n.b, false, &vb);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b), zero = w_set1(0);
    unsigned asked = 0;
    exact_lanes found = {0, 0};
    for (int half = 0; half < 2; half++) {
        core_half ha, hb;
        take_core_half(&va, zero, winding_a, n.a, half, &ha);
        take_core_half(&vb, zero, winding_b, n.b, half, &hb);
        wd extent = wd_max(extent_from(ha.vertex[0], &ha, n.a), extent_from(ha.vertex[0], &hb, n.b));
        wd ruler = wd_mul(extent, wd_set1(0x1p28));
        asked |= wdm_bits(wdm_and(is_measured(&ha, n.a, ruler), is_measured(&hb, n.b, ruler))) << (half * SEPAL_LANES / 2);
        take_signs_of_half(depth_of_cores(&ha, n.a, &hb, n.b), half, &found);
    }
    c->aside[k / 64] |= (uint64_t)found.aside << k % 64;
    return (lanes){asked & ~found.apart, ALL_LANES & ~asked};
}

/* A point and a segment are taken as two segments. */
static inline sizes exact_reach_sizes(sizes n) {
    return n.a + n.b == 3 ? (sizes){2, 2, false} : (sizes){n.a, n.b, false};
}

/* n: as in filter_reach, in any order. Leaves open the pairs whose exponents are too wide. */
static bool filter_reach_exactly(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (are_sizes(n, 1, 1))
        return ask_groups(within_reach_kernel, NULL, question, pairs, count, (sizes){1, 1, false}, out);
    return ask_groups(within_reach_kernel, NULL, question, pairs, count, exact_reach_sizes(n), out);
}

/* The same for the contact; what counts as touching does not matter. */
static void find_reach_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    const aside_query asked = {q, out->aside};
    if (are_sizes(n, 1, 1))
        ask_groups(reach_contact_kernel, NULL, &asked, pairs, count, (sizes){1, 1, false}, &out->meet);
    else
        ask_groups(reach_contact_kernel, NULL, &asked, pairs, count, exact_reach_sizes(n), &out->meet);
}

/* The same for the cores without their reach, of which one of each two must have area. */
static void find_core_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    ask_groups(core_contact_kernel, NULL, &(aside_query){q, out->aside}, pairs, count, n, &out->meet);
}

#endif
