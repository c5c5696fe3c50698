/* ring.h — one pair of polygons of up to 8 vertices, with an edge of one of them in each lane: for lists of so few pairs that most
 * lanes of the other kernels would hold copies. */
#ifndef SEPAL_POLYS_KERNEL_RING_H
#define SEPAL_POLYS_KERNEL_RING_H

#include "axes.h"

/* The most vertices, and how many registers they fill. */
enum { RING_VERTICES = 8, RING_WORDS = SEPAL_LANES < RING_VERTICES ? RING_VERTICES / SEPAL_LANES : 1 };

/* Lists of up to so many pairs are answered one by one, if each pair has some polygon of more than four vertices; of others only lists
 * of one pair, and none of points: longer ones take less time in the lanes of the other kernels (docs/tried.md, "In general"). */
enum {
    RING_OVERLAPS = SEPAL_LANES < RING_VERTICES ? 2 : 4,
    RING_PUSHES = SEPAL_LANES < RING_VERTICES ? 2 : 3,
    RING_CONTACTS = RING_PUSHES
};

static inline bool ring_takes(const polys_query *q, const sepal_pair *pairs, size_t count, size_t most) {
    if (count > most)
        return false;
    for (size_t k = 0; k < count; k++) {
        const uint32_t a = q->a->heads[pairs[k].a].size, b = q->b->heads[pairs[k].b].size;
        if (a > RING_VERTICES || b > RING_VERTICES || (count > 1 ? a <= 4 && b <= 4 : a + b <= 2))
            return false;
    }
    return true;
}

/* The vertices of a polygon and its edges, each the way to the next vertex. A block repeats the last vertex, so edges between its copies
 * have length 0, and the one that leads back to the first vertex is in the last place of the block. A block that is shorter than the
 * lanes is repeated. */
typedef struct ring {
    const float *x, *y;
    uint32_t size, padded;
    w2 from[RING_WORDS], edge[RING_WORDS]; /* as stored */
} ring;

/* How many registers a block takes. Mostly a constant, so that what is in them need not be in memory. */
static inline uint32_t ring_words(uint32_t padded) {
    return RING_WORDS == 1 || padded == 4 ? 1 : RING_WORDS;
}

SPECIALISED void load_ring(const sepal_polys *set, uint32_t index, ring *out) {
    const uint32_t size = set->heads[index].size, padded = size > 4 ? 8 : 4;
    const uint32_t words = ring_words(padded);
    const float *x = sepal_poly_x(set, index), *y = x + padded;
    out->x = x;
    out->y = y;
    out->size = size;
    out->padded = padded;
    for (uint32_t k = 0; k < words; k++)
        out->from[k] =
            (w2){w_load_around(x + k * SEPAL_LANES, (int)padded / 4), w_load_around(y + k * SEPAL_LANES, (int)padded / 4)};
    for (uint32_t k = 0; k < words; k++) {
        w2 here = out->from[k], after = out->from[k + 1 < words ? k + 1 : 0];
        out->edge[k] = w2_sub((w2){w_next(here.x, after.x), w_next(here.y, after.y)}, here);
    }
}

/* The number of the edge in a place of the block. */
static inline uint32_t ring_number(const ring *r, uint32_t place) {
    return place < r->size ? place : r->size - 1;
}

/* The lanes without an edge. */
static inline wm without_edge(w2 edge) {
    return wm_and(w_eq(edge.x, w_zero()), w_eq(edge.y, w_zero()));
}

/* --- Overlap ------------------------------------------------------------------------------------- */

/* What the edges of one polygon say: one of them certainly separates the pair; none does, certainly; and there is one. */
typedef struct ring_signs {
    bool apart, meet, edges;
} ring_signs;

/* As greatest_gap in axes.h, with the same bound on the error. */
SPECIALISED ring_signs ring_signs_of(const ring *a, float winding, const ring *b, w2 origin, float error) {
    ring_signs s = {false, true, false};
    for (uint32_t k = 0; k < ring_words(a->padded); k++) {
        w2 inward = {w_flip(w_neg(a->edge[k].y), w_set1(winding)), w_flip(a->edge[k].x, w_set1(winding))};
        w deepest = w_neg(w_infinity());
        for (uint32_t quad = 0; quad < b->padded; quad += 4)
            for (uint32_t m = quad; m < quad + 4; m++)
                deepest = w_max(deepest, w_dot(inward, w2_sub((w2){w_set1(b->x[m]), w_set1(b->y[m])}, origin)));
        w gap = w_sub(w_dot(inward, w2_sub(a->from[k], origin)), deepest);
        wm none = without_edge(a->edge[k]);
        s.apart |= wm_bits(wm_andnot(w_gt(gap, w_set1(error)), none)) != 0;
        s.meet &= wm_bits(wm_or(w_gt(w_set1(-error), gap), none)) == ALL_LANES;
        s.edges |= wm_bits(none) != ALL_LANES;
    }
    return s;
}

SPECIALISED lanes ring_overlap_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    const sepal_poly_circle *ca = &q->a->circles[pair.a], *cb = &q->b->circles[pair.b];
    const float unit = extent_of(ca, cb) * AXES_ERROR;
    w2 origin = {w_set1(ca->x), w_set1(ca->y)};
    ring a, b;
    (void)k;
    load_ring(q->a, pair.a, &a);
    load_ring(q->b, pair.b, &b);
    ring_signs of_a = ring_signs_of(&a, ca->outer, &b, origin, fabsf(ca->outer) * unit),
               of_b = ring_signs_of(&b, cb->outer, &a, origin, fabsf(cb->outer) * unit);
    bool apart = of_a.apart | of_b.apart, meet = of_a.meet & of_b.meet & (of_a.edges | of_b.edges);
    return (lanes){meet, !(apart | meet)};
}

/* A few pairs that ring_takes. */
static SEPAL_NOINLINE bool filter_rings(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(ring_overlap_kernel, question, pairs, count, out);
}

#endif
