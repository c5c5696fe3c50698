/* exact.h — all edge normals of both polygons in double, exactly: for pairs so near to contact that float cannot tell.
 *
 * If all coordinates of a pair are multiples of 2^low and less than 2^high in magnitude, and high - low <= 52, then every
 * difference of two coordinates is exact in double. With e the edge and r = b_j - a_i, the side of b_j is the sign of e.x * r.y -
 * e.y * r.x, and two products of doubles can be compared exactly (wd_products_gt). No error bound is needed. */
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

/* The lanes in which some edge of a has all of b beyond it (`beyond`), and those in which some edge has all of b beyond it or on its
 * line (`aside`). Comparing for both costs little more than for one, and nothing is computed for the one that is not used. */
typedef struct separate_lanes {
    wdm beyond, aside;
} separate_lanes;

static inline separate_lanes separate_by_either(separate_lanes s, separate_lanes t) {
    return (separate_lanes){wdm_or(s.beyond, t.beyond), wdm_or(s.aside, t.aside)};
}

/* winding: -1 in the lanes in which a is clockwise, else 1. */
SPECIALISED separate_lanes edges_separate(const wd2 *a, uint32_t size_a, wd winding, const wd2 *b, uint32_t size_b) {
    wd zero = wd_set1(0);
    separate_lanes separate = {wdm_none(), wdm_none()};
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = wd_mul(wd_sub(a[i + 1].x, a[i].x), winding), ey = wd_mul(wd_sub(a[i + 1].y, a[i].y), winding);
        wdm no_edge = wdm_and(wd_eq(ex, zero), wd_eq(ey, zero)), not_beyond = no_edge, not_aside = no_edge;
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y);
            not_beyond = wdm_or(not_beyond, wd_products_ge(ex, ry, ey, rx));
            not_aside = wdm_or(not_aside, wd_products_gt(ex, ry, ey, rx));
        }
        separate = (separate_lanes){wdm_or(separate.beyond, wdm_not(not_beyond)), wdm_or(separate.aside, wdm_not(not_aside))};
    }
    return separate;
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

SPECIALISED exact_lanes judge_edges(const vertex_lanes *a, w winding_a, const vertex_lanes *b, w winding_b, sizes n) {
    exact_lanes found = {0, 0};
    for (int half = 0; half < 2; half++) {
        vertex_half ha, hb;
        take_half(a, n.a, half, ha);
        take_half(b, n.b, half, hb);
        separate_lanes separate = separate_by_either(edges_separate(ha, n.a, wd_of(winding_a, half), hb, n.b),
                                                     edges_separate(hb, n.b, wd_of(winding_b, half), ha, n.a));
        found.apart |= wdm_bits(separate.beyond) << (half * SEPAL_LANES / 2);
        found.aside |= wdm_bits(separate.aside) << (half * SEPAL_LANES / 2);
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

SPECIALISED lanes exact_touching_overlaps(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return (lanes){ALL_LANES & ~exact_group(question, group, n).apart, 0};
}
SPECIALISED lanes exact_touching_is_apart(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return (lanes){ALL_LANES & ~exact_group(question, group, n).aside, 0};
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
    if (fits == 0) {
        for (size_t first = 0; first < count; first += 64)
            out->yes[first / 64] = 0;
        set_all(out->open, count);
        return true;
    }
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
    if (q->touching == SEPAL_TOUCHING_OVERLAPS)
        return ask_sized(SIZES_4_4 | SIZES_ANY, exact_touching_overlaps, q, pairs, count, n, out);
    return ask_sized(SIZES_4_4 | SIZES_ANY, exact_touching_is_apart, q, pairs, count, n, out);
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
    ask_sized(SIZES_4_4 | SIZES_ANY, exact_contact_kernel, &(aside_query){q, out->aside}, pairs, count, n, &out->meet);
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

static inline unsigned share_a_vertex(const vertex_lanes *a, const vertex_lanes *b) {
    wm shared = wm_none();
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t j = 0; j < 4; j++) {
            w2 p = vertex(a->world, 4, i), q = vertex(b->world, 4, j);
            shared = wm_or(shared, wm_and(w_eq(p.x, q.x), w_eq(p.y, q.y)));
        }
    return wm_bits(shared);
}

SPECIALISED void load_quads(const polys_query *q, const sepal_pair *group, vertex_lanes *a, vertex_lanes *b) {
    load_vertices(q->a, &group->a, 4, true, a);
    load_vertices(q->b, &group->b, 4, true, b);
}

SPECIALISED lanes quads_touching_overlaps(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    vertex_lanes a, b;
    load_quads(question, group, &a, &b);
    unsigned yes = share_a_vertex(&a, &b);
    if (yes == ALL_LANES)
        return (lanes){yes, 0};
    unsigned asked = exact_in_double(&a, &b);
    yes |= asked & ~judge_edges(&a, w_set1(1), &b, w_set1(1), n).apart;
    return (lanes){yes, ALL_LANES & ~(asked | yes)};
}

SPECIALISED lanes quads_touching_is_apart(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    vertex_lanes a, b;
    load_quads(question, group, &a, &b);
    unsigned asked = exact_in_double(&a, &b);
    return (lanes){asked & ~judge_edges(&a, w_set1(1), &b, w_set1(1), n).aside, ALL_LANES & ~asked};
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

static const sizes quad_sizes = {4, 4, true};

/* Answers the pairs that double can take. */
static SEPAL_NOINLINE bool decide_quads(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const polys_query *q = question;
    (void)n;
    if (q->touching == SEPAL_TOUCHING_OVERLAPS)
        return ask_groups(quads_touching_overlaps, NULL, q, pairs, count, quad_sizes, out);
    return ask_groups(quads_touching_is_apart, NULL, q, pairs, count, quad_sizes, out);
}

/* The same for the contact. */
static SEPAL_NOINLINE void find_quad_contacts(const polys_query *q, const sepal_pair *pairs, size_t count, exact_contacts *out) {
    for (size_t first = 0; first < count; first += 64)
        out->aside[first / 64] = 0;
    ask_groups(quads_contact_kernel, NULL, &(aside_query){q, out->aside}, pairs, count, quad_sizes, &out->meet);
}

#endif
