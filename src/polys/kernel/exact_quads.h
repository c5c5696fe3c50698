/* exact_quads.h — exact answers for sets of polygons of up to four vertices, all with area and counter-clockwise: tiles, cells of a
 * grid, boxes in stacks, of which whole chunks may be too near to contact for float.
 *
 * No head is read. Which pairs double can take is told from their coordinates, and that two polygons with a common vertex meet needs
 * no arithmetic. */
#ifndef SEPAL_POLYS_KERNEL_EXACT_QUADS_H
#define SEPAL_POLYS_KERNEL_EXACT_QUADS_H

#include "exact.h"

/* All coordinates of a pair are multiples of the last place of the least one but 0. With a greatest one of at most this multiple of
 * the least, they take no more than the 52 binary places of exact.h: 24 of a float, and 28. */
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
static SEPAL_NOINLINE bool decide_quads(const polys_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
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
