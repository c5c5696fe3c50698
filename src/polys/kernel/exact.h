/* exact.h — all edge normals of both polygons in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * If all coordinates of a pair are multiples of 2^low and less than 2^high in magnitude, and high - low <= 52, then every
 * difference of two coordinates is exact in double. With e the edge and r = b_j - a_i, the side of b_j is the sign of e.x * r.y -
 * e.y * r.x, and two products of doubles can be compared exactly (wd_products_sub). No error bound is needed. */
#ifndef SEPAL_POLYS_KERNEL_EXACT_H
#define SEPAL_POLYS_KERNEL_EXACT_H

#include "axes.h"

/* Can the kernel answer this pair? Two polygons without area have more axes than their normals, and larger polygons do not fit the
 * lanes. */
static inline bool exact_takes(const sepal_poly_head *a, const sepal_poly_head *b) {
    int high = a->high > b->high ? a->high : b->high, low = a->low < b->low ? a->low : b->low;
    return high - low <= 52 && a->size <= SEPAL_LANE_VERTICES && b->size <= SEPAL_LANE_VERTICES &&
           (a->flags & b->flags & SEPAL_FLAT) == 0;
}

typedef struct wd2 {
    wd x, y;
} wd2;

/* The vertices of half of the lanes, the first one repeated at the end. */
typedef wd2 vertex_half[SEPAL_LANE_VERTICES + 1];

SPECIALISED void take_half(const vertex_lanes *v, uint32_t size, int half, wd2 *out) {
    for (uint32_t k = 0; k <= size; k++) {
        w2 at = vertex(v->world, size, k < size ? k : 0);
        out[k] = (wd2){wd_of(at.x, half), wd_of(at.y, half)};
    }
}

/* How deep b is behind the edge of a that it is least behind; of this number only the sign counts. Negative: some edge of a has all
 * of b beyond it. 0: none has, but some has all of b beyond it or on its line. winding: -1 in the lanes in which a is clockwise,
 * else 1. */
SPECIALISED wd depth_behind_edges(const wd2 *a, uint32_t size_a, wd winding, const wd2 *b, uint32_t size_b) {
    wd zero = wd_set1(0), infinity = wd_set1((double)INFINITY), least = infinity;
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = wd_mul(wd_sub(a[i + 1].x, a[i].x), winding), ey = wd_mul(wd_sub(a[i + 1].y, a[i].y), winding);
        wdm no_edge = wdm_and(wd_eq(ex, zero), wd_eq(ey, zero));
        wd deepest = wd_select(no_edge, infinity, wd_set1(-(double)INFINITY));
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y);
            deepest = wd_max(deepest, wd_products_sub(ex, ry, ey, rx));
        }
        least = wd_min(least, deepest);
    }
    return least;
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

/* What is known exactly of a group: the lanes in which the polygons are apart, and those in which they do not more than touch. */
typedef struct exact_lanes {
    unsigned apart, aside;
} exact_lanes;

/* Adds half of the lanes, by the sign of a depth. */
static inline void take_signs_of_half(wd depth, int half, exact_lanes *out) {
    out->apart |= wdm_bits(wd_gt(wd_set1(0), depth)) << (half * SEPAL_LANES / 2);
    out->aside |= wdm_bits(wd_ge(wd_set1(0), depth)) << (half * SEPAL_LANES / 2);
}

SPECIALISED exact_lanes judge_edges(const vertex_lanes *a, w winding_a, const vertex_lanes *b, w winding_b, sizes n) {
    exact_lanes found = {0, 0};
    for (int half = 0; half < 2; half++) {
        vertex_half ha, hb;
        take_half(a, n.a, half, ha);
        take_half(b, n.b, half, hb);
        wd of_a = depth_behind_edges(ha, n.a, wd_of(winding_a, half), hb, n.b);
        wd of_b = depth_behind_edges(hb, n.b, wd_of(winding_b, half), ha, n.a);
        take_signs_of_half(wd_min(of_a, of_b), half, &found);
    }
    return found;
}

SPECIALISED exact_lanes exact_group(const polys_query *query, const sepal_pair *group, sizes n) {
    polys_query q = *query;
    w winding_a = windings(q.a, &group->a), winding_b = windings(q.b, &group->b);
    vertex_lanes va, vb;
    load_vertices(q.a, &group->a, n.a, n.same, &va);
    load_vertices(q.b, &group->b, n.b, n.same, &vb);
    return judge_edges(&va, winding_a, &vb, winding_b, n);
}

/* All lanes if touching does not count, else none. (A number, since gcc would make a loop for each outcome of a condition.) */
static inline unsigned lanes_without_touching(const polys_query *q) {
    return ALL_LANES & (0U - (unsigned)(q->touching != SEPAL_TOUCHING_OVERLAPS));
}

/* The lanes that count as apart. */
static inline unsigned exactly_apart(const polys_query *q, exact_lanes found) {
    return found.apart | (found.aside & lanes_without_touching(q));
}

SPECIALISED lanes exact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return (lanes){ALL_LANES & ~exactly_apart(question, exact_group(question, group, n)), 0};
}

/* Does the kernel of a question take this pair? */
typedef bool exact_fit(const polys_query *q, sepal_pair pair);

/* Asks a stage that answers the pairs which it takes, and leaves the others open. It gets all of them, unless it takes none. */
SPECIALISED bool ask_fitting(exact_fit *takes, stage *decide, const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                             verdicts *out) {
    uint64_t fit[SEPAL_CHUNK / 64] = {0}, fits = 0, left = 0;
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

static inline bool overlap_fits(const polys_query *q, sepal_pair pair) {
    return exact_takes(&q->a->heads[pair.a], &q->b->heads[pair.b]);
}

static SEPAL_NOINLINE bool decide_by_normals(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    assert(sizes_fit(question, pairs, count, n));
    n.same = false; /* a constant, for the sake of the loops */
    return ask_groups(exact_kernel, NULL, q, pairs, count, n, out);
}

/* Answers the pairs that exact_takes; all must have blocks of the sizes n. */
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
    exact_lanes found = exact_group(c->q, group, n);
    c->aside[k / 64] |= (uint64_t)found.aside << k % 64;
    return (lanes){ALL_LANES & ~found.apart, 0};
}

/* The contact of every pair; each must satisfy exact_takes, and have blocks of the sizes n. */
static SEPAL_NOINLINE void find_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                         exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    const aside_query asked = {q, out->aside};
    ask_groups(exact_contact_kernel, NULL, &asked, pairs, count, n, &out->meet);
}

static inline lanes reference_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    return (lanes){sepal_polys_scalar_overlap(q->a, pair.a, q->b, pair.b, q->touching), 0};
}

/* Answers every pair. */
static bool decide_by_reference(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(reference_kernel, question, pairs, count, out);
}

/* --- Vertices in common ---------------------------------------------------------------------------------------------------------- */

/* The lanes in which a vertex of a is one of b. Such polygons meet, which needs no arithmetic. */
SPECIALISED unsigned share_a_vertex(const vertex_lanes *a, const vertex_lanes *b, sizes n) {
    wm shared = wm_none();
    for (uint32_t i = 0; i < n.a; i++) {
        w2 p = vertex(a->world, n.a, i);
        for (uint32_t j = 0; j < n.b; j++) {
            w2 q = vertex(b->world, n.b, j);
            shared = wm_or(shared, wm_and(w_eq(p.x, q.x), w_eq(p.y, q.y)));
        }
    }
    return wm_bits(shared);
}

SPECIALISED lanes common_vertex_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    vertex_lanes a, b;
    (void)k;
    load_vertices(q->a, &group->a, n.a, n.same, &a);
    load_vertices(q->b, &group->b, n.b, n.same, &b);
    unsigned yes = share_a_vertex(&a, &b, n);
    return (lanes){yes, ALL_LANES & ~yes};
}

/* Answers the pairs with a vertex in common, if touching counts: parts of one outline, and neighbours along a border. */
static SEPAL_NOINLINE bool decide_by_vertices(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    assert(sizes_fit(question, pairs, count, n));
    if (q->touching != SEPAL_TOUCHING_OVERLAPS)
        return leave_all_open(out, count);
    n.same = false; /* a constant, for the sake of the loops */
    return ask_groups(common_vertex_kernel, NULL, q, pairs, count, n, out);
}

/* --- Up to four vertices ------------------------------------------------------------------------- */

/* Exact answers for sets of polygons of up to four vertices, all with area and counter-clockwise: tiles, cells of a grid, boxes
 * in stacks, of which whole chunks may be too near to contact for float.
 *
 * No head is read. Which pairs double can take is told from their coordinates, and that two polygons with a common vertex meet
 * needs no arithmetic. */

/* All coordinates of a pair are multiples of the last place of the least one but 0. With a greatest one of at most this multiple of
 * the least, they take no more than the 52 binary places that are exact: 24 of a float, and 28. */
#define QUADS_MOST_RATIO 0x1p28F

static inline bool are_quads(const sepal_polys *a, const sepal_polys *b) {
    return a->largest <= 4 && a->plain && b->largest <= 4 && b->plain;
}

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

static const sizes quad_sizes = {4, 4, true};

SPECIALISED void load_quads(const polys_query *q, const sepal_pair *group, vertex_lanes *a, vertex_lanes *b) {
    load_vertices(q->a, &group->a, 4, true, a);
    load_vertices(q->b, &group->b, 4, true, b);
}

SPECIALISED lanes quads_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    vertex_lanes a, b;
    unsigned yes = 0;
    (void)k;
    load_quads(q, group, &a, &b);
    if (q->touching == SEPAL_TOUCHING_OVERLAPS)
        yes = share_a_vertex(&a, &b, quad_sizes);
    if (yes == ALL_LANES)
        return (lanes){yes, 0};
    unsigned asked = exact_in_double(&a, &b);
    yes |= asked & ~exactly_apart(q, judge_edges(&a, w_set1(1), &b, w_set1(1), n));
    return (lanes){yes, ALL_LANES & ~(asked | yes)};
}

SPECIALISED lanes quads_contact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const aside_query *c = question;
    vertex_lanes a, b;
    load_quads(c->q, group, &a, &b);
    unsigned asked = exact_in_double(&a, &b);
    exact_lanes found = judge_edges(&a, w_set1(1), &b, w_set1(1), n);
    c->aside[k / 64] |= (uint64_t)found.aside << k % 64;
    return (lanes){asked & ~found.apart, ALL_LANES & ~asked};
}

/* Answers the pairs that double can take. */
static SEPAL_NOINLINE bool decide_quads(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_groups(quads_kernel, NULL, question, pairs, count, quad_sizes, out);
}

/* The same for the contact. */
static SEPAL_NOINLINE void find_quad_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    ask_groups(quads_contact_kernel, NULL, &(aside_query){q, out->aside}, pairs, count, quad_sizes, &out->meet);
}

/* --- Vectors of two doubles --------------------------------------------------------------------------------------------------- */

/* Vectors of two doubles, in half of the lanes. Each operation is rounded, and none is fused, so that the bits are those of
 * plain C. */

static inline wd wd_minus(wd a) {
    return wd_sub(wd_set1(0), a);
}
static inline wd2 wd2_sub(wd2 a, wd2 b) {
    return (wd2){wd_sub(a.x, b.x), wd_sub(a.y, b.y)};
}
static inline wd2 wd2_minus(wd2 a) {
    return (wd2){wd_minus(a.x), wd_minus(a.y)};
}
static inline wd wd2_dot(wd2 a, wd2 b) {
    return wd_add(wd_mul(a.x, b.x), wd_mul(a.y, b.y));
}
static inline wd wd2_cross(wd2 a, wd2 b) {
    return wd_sub(wd_mul(a.x, b.y), wd_mul(a.y, b.x));
}
static inline wd wd2_length(wd2 a) {
    return wd_sqrt(wd2_dot(a, a));
}
static inline wd2 wd2_select(wdm m, wd2 a, wd2 b) {
    return (wd2){wd_select(m, a.x, b.x), wd_select(m, a.y, b.y)};
}

#endif
