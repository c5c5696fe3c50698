/* exact.h — all edge normals of both polygons in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * If all coordinates of a pair are multiples of 2^low and less than 2^high in magnitude, and high - low <= 52, then every
 * difference of two coordinates is exact in double. With e the edge and r = b_j - a_i, the side of b_j is the sign of e.x * r.y -
 * e.y * r.x, and two products of doubles can be compared exactly (wd_products_sub). No error bound is needed. */
#ifndef SEPAL_POLYS_KERNEL_EXACT_H
#define SEPAL_POLYS_KERNEL_EXACT_H

#include "reach.h"

#define HALF_LANES (SEPAL_LANES / 2)

/* The vertices of half of the lanes, the first one repeated at the end. */
typedef wd2 vertex_half[SEPAL_LANE_VERTICES + 1];

SPECIALISED void take_half(const vertex_lanes *v, uint32_t size, int half, wd2 *out) {
    for (uint32_t k = 0; k <= size; k++)
        out[k] = wd2_of(vertex(v->world, size, k < size ? k : 0), half);
}

/* How deep the vertex of b that counts (vertex_beside) is behind the edge of a that it is least behind; of this number only the sign counts.
 * The deepest: negative if some edge of a has all of b beyond it; 0 if none has, but some has all of b beyond it or on its line. The
 * shallowest: negative if a vertex of b is outside of a, 0 if one is on its boundary. winding: -1 in the lanes in which a is clockwise, else
 * 1. */
SPECIALISED wd depth_behind_edges(const wd2 *a, uint32_t size_a, wd winding, const wd2 *b, uint32_t size_b, vertex_beside which) {
    wd zero = wd_set1(0), infinity = wd_set1((double)INFINITY), least = infinity;
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = wd_mul(wd_sub(a[i + 1].x, a[i].x), winding), ey = wd_mul(wd_sub(a[i + 1].y, a[i].y), winding);
        wdm no_edge = wdm_and(wd_eq(ex, zero), wd_eq(ey, zero));
        wd of_edge = which == DEEPEST ? wd_select(no_edge, infinity, wd_set1(-(double)INFINITY)) : infinity;
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y), depth = wd_products_sub(ex, ry, ey, rx);
            of_edge = which == DEEPEST ? wd_max(of_edge, depth) : wd_min(of_edge, depth);
        }
        least = wd_min(least, which == DEEPEST ? of_edge : wd_select(no_edge, infinity, of_edge));
    }
    return least;
}

/* The intervals that a polygon covers along the coordinate axes. Two polygons without area that no edge separates, such as points, or
 * segments on one line, are apart if these are (scalar/polys_scalar_overlap.c). */
typedef struct half_bounds {
    wd2 least, most;
} half_bounds;

SPECIALISED half_bounds bounds_of_half(const wd2 *a, uint32_t size) {
    half_bounds out = {a[0], a[0]};
    for (uint32_t k = 1; k < size; k++) {
        out.least = (wd2){wd_min(out.least.x, a[k].x), wd_min(out.least.y, a[k].y)};
        out.most = (wd2){wd_max(out.most.x, a[k].x), wd_max(out.most.y, a[k].y)};
    }
    return out;
}

/* How deep the intervals of the two are in each other; negative: they are apart along a coordinate axis. */
static inline wd depth_of_bounds(half_bounds a, half_bounds b) {
    const wd in_x = wd_min(wd_sub(a.most.x, b.least.x), wd_sub(b.most.x, a.least.x));
    return wd_min(in_x, wd_min(wd_sub(a.most.y, b.least.y), wd_sub(b.most.y, a.least.y)));
}

/* Not inlined, since the loops over edges are slower beside it. */
static SEPAL_NOINLINE wd depth_of_flats(const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b) {
    return depth_of_bounds(bounds_of_half(a, size_a), bounds_of_half(b, size_b));
}

/* -1 in the lanes in which the polygon is clockwise, else 1. */
static inline w windings(const sepal_polys *set, const uint32_t *index) {
    float winding[SEPAL_LANES];
    if (set->plain)
        return w_set1(1);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        winding[lane] = set->heads[index[2 * lane]].flags & SEPAL_CLOCKWISE ? -1.0F : 1.0F;
    return w_load(winding);
}

/* --- Up to four vertices. Of sets of polygons of up to four vertices, all with area and counter-clockwise (tiles, cells of a grid, boxes
 * in stacks), whole chunks may be too near to contact for float. So no head is read: which pairs double can take is told from their
 * coordinates. */

/* All coordinates of a pair are multiples of the last place of the least one but 0. With a greatest one of at most this multiple of
 * the least, they take no more than the 52 binary places that are exact: 24 of a float, and 28. */
#define QUADS_MOST_RATIO 0x1p28F

/* Lanes with coordinates that are 0, too, if `zeros` is set. */
static inline wm in_few_places(const vertex_lanes *a, const vertex_lanes *b, bool zeros) {
    w least = w_infinity(), most = w_zero();
    for (int k = 0; k < 8; k++) {
        w p = w_abs(a->world[k]), q = w_abs(b->world[k]);
        most = w_max(most, w_max(p, q));
        if (zeros) {
            p = w_select(w_eq(p, w_zero()), w_infinity(), p);
            q = w_select(w_eq(q, w_zero()), w_infinity(), q);
        }
        least = w_min(least, w_min(p, q));
    }
    return wm_not(w_gt(most, w_mul(least, w_set1(QUADS_MOST_RATIO))));
}

/* Which lanes have exact differences in double? */
static inline unsigned exact_in_double(const vertex_lanes *a, const vertex_lanes *b) {
    wm few = in_few_places(a, b, false);
    if (wm_bits(wm_not(few)) != 0)
        few = in_few_places(a, b, true);
    return wm_bits(few);
}

/* The sizes of such sets. */
static const sizes quad_sizes = {4, 4, true};

/* --- Groups -------------------------------------------------------------------------------------- */

/* What is known exactly of a group: the lanes in which the polygons are apart, and those in which they do not more than touch. */
typedef struct exact_lanes {
    unsigned apart, aside;
} exact_lanes;

/* Adds half of the lanes, by the sign of a depth. */
static inline void take_signs_of_half(wd depth, int half, exact_lanes *out) {
    out->apart |= wdm_bits(wd_gt(wd_set1(0), depth)) << (half * SEPAL_LANES / 2);
    out->aside |= wdm_bits(wd_ge(wd_set1(0), depth)) << (half * SEPAL_LANES / 2);
}

/* flat: both polygons may be without area. Of others, the intervals say nothing that edges do not. */
SPECIALISED exact_lanes judge_edges(const vertex_lanes *a, w winding_a, const vertex_lanes *b, w winding_b, sizes n, bool flat) {
    exact_lanes exact = {0, 0};
    for (int half = 0; half < 2; half++) {
        vertex_half ha, hb;
        take_half(a, n.a, half, ha);
        take_half(b, n.b, half, hb);
        wd of_a = depth_behind_edges(ha, n.a, wd_of(winding_a, half), hb, n.b, DEEPEST);
        wd of_b = depth_behind_edges(hb, n.b, wd_of(winding_b, half), ha, n.a, DEEPEST);
        wd depth = wd_min(of_a, of_b);
        if (flat)
            depth = wd_min(depth, depth_of_flats(ha, n.a, hb, n.b));
        take_signs_of_half(depth, half, &exact);
    }
    return exact;
}

/* asked: receives the lanes that double can take. Of quads (n.same) these are looked for, all others must satisfy overlap_fits. */
SPECIALISED exact_lanes exact_group(const polys_query *query, const sepal_pair *group, sizes n, unsigned *asked) {
    const polys_query q = *query;
    vertex_lanes va, vb;
    load_core(q.a, &group->a, n.a, n.same, &va);
    load_core(q.b, &group->b, n.b, n.same, &vb);
    *asked = n.same ? exact_in_double(&va, &vb) : ALL_LANES;
    if (n.same)
        return judge_edges(&va, w_set1(1), &vb, w_set1(1), n, false);
    return judge_edges(&va, windings(q.a, &group->a), &vb, windings(q.b, &group->b), n, !q.a->plain && !q.b->plain);
}

/* All lanes if touching does not count, else none. (A number, since gcc would make a loop for each outcome of a condition.) */
static inline unsigned lanes_without_touching(const polys_query *q) {
    return ALL_LANES & (0U - (unsigned)(q->touching != SEPAL_TOUCHING_OVERLAPS));
}

/* The lanes that count as apart. */
static inline unsigned exactly_apart(const polys_query *q, exact_lanes exact) {
    return exact.apart | (exact.aside & lanes_without_touching(q));
}

SPECIALISED lanes exact_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    unsigned asked;
    const exact_lanes exact = exact_group(question, group, n, &asked);
    return (lanes){asked & ~exactly_apart(question, exact), ALL_LANES & ~asked};
}

/* Does the kernel of a question take this pair? */
typedef bool exact_fit(const polys_query *q, sepal_pair pair);

/* Asks a stage that answers the pairs which it takes, and leaves the others open. It gets all of them, unless it takes none. */
SPECIALISED bool ask_fitting(exact_fit *takes, stage *decide, const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                             verdicts *out) {
    uint64_t fit[SEPAL_CHUNK / 64] = {0}, fits = 0, left = 0;
    assert(sizes_fit(q, pairs, count, n));
    for (size_t k = 0; k < count; k++)
        fit[k / 64] |= (uint64_t)takes(q, pairs[k]) << (k % 64);
    for (size_t first = 0; first < count; first += 64)
        fits |= fit[first / 64];
    if (fits == 0)
        return leave_all_open(out, count);
    decide(q, pairs, count, n, out);
    for (size_t first = 0; first < count; first += 64) {
        out->yes[first / 64] &= fit[first / 64];
        left |= out->open[first / 64] = bits_below(count, first) & ~fit[first / 64];
    }
    return left != 0;
}

/* Can the kernel answer this pair? Larger polygons do not fit the lanes. */
static inline bool overlap_fits(const polys_query *q, sepal_pair pair) {
    const sepal_poly_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    int high = a->high > b->high ? a->high : b->high, low = a->low < b->low ? a->low : b->low;
    return high - low <= 52 && a->size <= SEPAL_LANE_VERTICES && b->size <= SEPAL_LANE_VERTICES;
}

static SEPAL_NOINLINE bool decide_by_normals(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    n.same = false; /* a constant, for the sake of the loops */
    return ask_groups(exact_kernel, NULL, question, pairs, count, n, out);
}

/* Of quads: answers the pairs that double can take. */
static SEPAL_NOINLINE bool decide_quads(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n,
                                        verdicts *out) {
    return ask_groups(exact_kernel, NULL, question, pairs, count, quad_sizes, out);
}

/* Answers the pairs that overlap_fits; all must have blocks of the sizes n. */
static bool decide_exactly(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_fitting(overlap_fits, decide_by_normals, question, pairs, count, n, out);
}

/* How the pairs of a list meet. meet.yes: they touch or overlap; meet.open: not known; aside: they do not overlap. */
typedef struct exact_contacts {
    verdicts meet;
    uint64_t aside[SEPAL_CHUNK / 64];
} exact_contacts;

/* Of a pair that is not open. */
static inline sepal_contact contact_at(const exact_contacts *contacts, size_t k) {
    return !bit_at(contacts->meet.yes, k) ? SEPAL_APART : bit_at(contacts->aside, k) ? SEPAL_TOUCH : SEPAL_OVERLAP;
}

/* The question, and where a kernel stores its second bit. */
typedef struct aside_query {
    const polys_query *q;
    uint64_t *aside;
} aside_query;

SPECIALISED lanes exact_contact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const aside_query *c = question;
    unsigned asked;
    const exact_lanes exact = exact_group(c->q, group, n, &asked);
    c->aside[k / 64] |= (uint64_t)exact.aside << k % 64;
    return (lanes){asked & ~exact.apart, ALL_LANES & ~asked};
}

static inline aside_query begin_contacts(const polys_query *q, size_t count, exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    return (aside_query){q, out->aside};
}

/* The contacts of a list of pairs that have blocks of the sizes n; of those of which overlap_fits says no they mean nothing. */
static SEPAL_NOINLINE void find_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                         exact_contacts *out) {
    const aside_query asked = begin_contacts(q, count, out);
    n.same = false; /* a constant, for the sake of the loops */
    ask_groups(exact_contact_kernel, NULL, &asked, pairs, count, n, &out->meet);
}

static inline lanes reference_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    return (lanes){sepal_polys_scalar_overlap(q->a, pair.a, q->b, pair.b, q->touching), 0};
}

STAGE_OF_PAIRS(decide_by_reference, reference_kernel);

/* --- Vertices in common ---------------------------------------------------------------------------------------------------------- */

/* A vertex of a is one of b. Such polygons meet, which needs no arithmetic. */
SPECIALISED lanes common_vertex_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    vertex_lanes a, b;
    wm shared = wm_none();
    load_vertices(q->a, &group->a, n.a, n.same, &a);
    load_vertices(q->b, &group->b, n.b, n.same, &b);
    for (uint32_t i = 0; i < n.a; i++)
        for (uint32_t j = 0; j < n.b; j++)
            shared = wm_or(shared, w2_equal(vertex(a.world, n.a, i), vertex(b.world, n.b, j)));
    return decided(wm_none(), shared);
}

/* Answers the pairs with a vertex in common, if touching counts: parts of one outline, and neighbours along a border. */
static SEPAL_NOINLINE bool decide_by_vertices(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    assert(sizes_fit(question, pairs, count, n));
    if (q->touching != SEPAL_TOUCHING_OVERLAPS)
        return leave_all_open(out, count);
    if (n.same)
        return ask_groups(common_vertex_kernel, NULL, q, pairs, count, quad_sizes, out);
    return ask_groups(common_vertex_kernel, NULL, q, pairs, count, (sizes){n.a, n.b, false}, out);
}

/* Is a - b, of which `difference` is the rounded value, a double? (Knuth's two-sum.) */
static inline wdm is_difference(wd a, wd b, wd difference) {
    wd seen = wd_sub(a, difference);
    return wdm_and(wd_eq(seen, b), wd_eq(wd_add(difference, b), a));
}

/* ===== With a reach ============================================================================== */

/* Shapes with radii, or under a margin, in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * Let all coordinates, radii and the margin of a pair be multiples of one unit. What is computed from them is exact while it stays
 * below 2^53 of the units it is a multiple of: differences and sums up to 2^53 units, their products and sums of two products, if
 * the differences are up to 2^26 units. Two products are compared exactly whatever they are (wd_products_sub). So the
 * question of scalar/polys_scalar_overlap_round.c is asked operation by operation, and no error bound is needed. */

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
SPECIALISED wd extent_from(wd2 origin, const wd2 *v, uint32_t size) {
    wd extent = wd_set1(0);
    for (uint32_t k = 0; k < size; k++)
        extent = wd_max(extent, wd_max(wd_abs(wd_sub(v[k].x, origin.x)), wd_abs(wd_sub(v[k].y, origin.y))));
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

/* In which lanes does no edge have all of the other core beyond it or on its line? Then the cores share more than a boundary, if
 * one of them has an edge: parallel cores without area are on one side of an edge, or on its line. */
static inline wdm cores_cross(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b) {
    wd of_a = wd_set1((double)INFINITY), of_b = of_a, zero = wd_set1(0);
    wd own = wd_max(extent_from(a->vertex[0], a->vertex, size_a), extent_from(b->vertex[0], b->vertex, size_b));
    if (size_a > 1)
        of_a = depth_behind_edges(a->vertex, size_a, a->winding, b->vertex, size_b, DEEPEST);
    if (size_b > 1)
        of_b = depth_behind_edges(b->vertex, size_b, b->winding, a->vertex, size_a, DEEPEST);
    return wdm_and(wd_gt(own, zero), wd_gt(wd_min(of_a, of_b), zero));
}

/* The lanes in which cores are within reach; those in `strict` only if they are nearer than that. */
static inline unsigned lanes_within(wd within, unsigned strict) {
    wd zero = wd_set1(0);
    return wdm_bits(wd_gt(within, zero)) | (wdm_bits(wd_ge(within, zero)) & ~strict);
}

/* Any cores. Except for rounding, differences are at most twice `extent`, and 2^28 times `extent` has a unit in the last place of
 * more than extent / 2^25. Cores that share no more than a boundary have a vertex of one on the other, at the distance 0. strict: as
 * in lanes_within; in other lanes it need not be found that the cores are nearer than the reach. */
static inline exact_half cores_reach(const core_half *a, uint32_t size_a, const core_half *b, uint32_t size_b, wd margin,
                                     unsigned strict) {
    wd reach = wd_add(wd_add(a->radius, b->radius), margin), reach2 = wd_mul(reach, reach);
    wd extent = wd_max(extent_from(a->vertex[0], a->vertex, size_a), extent_from(a->vertex[0], b->vertex, size_b));
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

SPECIALISED lanes within_reach_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    unsigned strict = lanes_without_touching(question);
    exact_reach found = reach_exact_group(question, group, n, strict);
    return (lanes){found.asked & (found.nearer | (found.within & ~strict)), ALL_LANES & ~found.asked};
}
SPECIALISED lanes reach_contact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const aside_query *c = question;
    exact_reach found = reach_exact_group(c->q, group, n, ALL_LANES);
    c->aside[k / 64] |= (uint64_t)(ALL_LANES & ~found.nearer) << k % 64;
    return (lanes){found.asked & found.within, ALL_LANES & ~found.asked};
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

/* The contact of pairs with a reach, as filter_reach_exactly; what counts as touching does not matter. */
static void find_reach_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, exact_contacts *out) {
    const aside_query asked = begin_contacts(q, count, out);
    if (are_sizes(n, 1, 1))
        ask_groups(reach_contact_kernel, NULL, &asked, pairs, count, (sizes){1, 1, false}, &out->meet);
    else
        ask_groups(reach_contact_kernel, NULL, &asked, pairs, count, exact_reach_sizes(n), &out->meet);
}

#endif
