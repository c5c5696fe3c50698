/* ring.h — one pair of polygons of up to 8 vertices, with an edge of one of them in each lane: for lists of so few pairs that most
 * lanes of the other kernels would hold copies. */
#ifndef SEPAL_POLYS_KERNEL_RING_H
#define SEPAL_POLYS_KERNEL_RING_H

#include "mtv_axes.h"

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
        wm none = w2_is_zero(a->edge[k]);
        s.apart |= wm_bits(wm_andnot(w_gt(gap, w_set1(error)), none)) != 0;
        s.meet &= wm_bits(wm_or(w_gt(w_set1(-error), gap), none)) == ALL_LANES;
        s.edges |= wm_bits(none) != ALL_LANES;
    }
    return s;
}

SPECIALISED lanes ring_overlap_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    const sepal_poly_circle *ca = &q->a->circles[pair.a], *cb = &q->b->circles[pair.b];
    const float unit = extent_of(ca, cb) * AXES_ERROR;
    w2 origin = {w_set1(ca->x), w_set1(ca->y)};
    ring a, b;
    load_ring(q->a, pair.a, &a);
    load_ring(q->b, pair.b, &b);
    ring_signs of_a = ring_signs_of(&a, ca->outer, &b, origin, fabsf(ca->outer) * unit),
               of_b = ring_signs_of(&b, cb->outer, &a, origin, fabsf(cb->outer) * unit);
    bool apart = of_a.apart | of_b.apart, meet = of_a.meet & of_b.meet & (of_a.edges | of_b.edges);
    return (lanes){meet, !(apart | meet)};
}

/* A few pairs that ring_takes. */
static SEPAL_NOINLINE bool filter_rings(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n,
                                        verdicts *out) {
    return ask_each(ring_overlap_kernel, question, pairs, count, out);
}

/* ===== Greatest gaps. The greatest gaps of one pair of polygons of up to 8 vertices, with an edge in each lane; and its push. */

/* The coordinates of the vertices relative to a point, and the unit normals of the edges, by their places in the block. */
enum { RING_ROOM = SEPAL_LANES > RING_VERTICES ? SEPAL_LANES : RING_VERTICES };
typedef struct ring_numbers {
    float x[RING_ROOM], y[RING_ROOM], normal_x[RING_ROOM], normal_y[RING_ROOM];
} ring_numbers;

SPECIALISED void take_ring_numbers(const ring *r, w2 origin, ring_numbers *out) {
    for (uint32_t k = 0; k < ring_words(r->padded); k++) {
        w2 near = w2_sub(r->from[k], origin);
        w_store(out->x + k * SEPAL_LANES, near.x);
        w_store(out->y + k * SEPAL_LANES, near.y);
    }
}

/* The greatest gap over the edge normals of a, and the first axis that has it: the operations of sepal_polys_scalar_greatest_gap in the
 * same order, so that the bits are the same. Adds the normals of a. False if an edge is too short for float. */
SPECIALISED bool ring_greatest_gap(const ring *a, float winding, const ring *b, w2 origin, ring_numbers *near_a, sepal_axis *best) {
    uint32_t place = 0;
    best->gap = -INFINITY;
    for (uint32_t k = 0; k < ring_words(a->padded); k++) {
        const uint32_t at = k * SEPAL_LANES;
        w2 edge = a->edge[k];
        w square = w2_along(edge, edge), least = w_infinity();
        if (wm_bits(w_gt(w_set1(SEPAL_LEAST_SQUARE), square)) != 0 && wm_bits(too_short(edge, square)) != 0)
            return false;
        w2 normal = unit_normal(edge, square, w_set1(winding));
        for (uint32_t quad = 0; quad < b->padded; quad += 4)
            for (uint32_t m = quad; m < quad + 4; m++)
                least = w_min(least, w2_along(normal, w2_sub((w2){w_set1(b->x[m]), w_set1(b->y[m])}, origin)));
        w gap = w_sub(least, w2_along(normal, w2_sub(a->from[k], origin)));
        gap = w_select(w2_is_zero(edge), w_neg(w_infinity()), gap);
        const float greatest = w_greatest(gap);
        w_store(near_a->normal_x + at, normal.x);
        w_store(near_a->normal_y + at, normal.y);
        if (greatest > best->gap) {
            best->gap = greatest;
            place = at + sepal_lowest_bit(wm_bits(w_eq(gap, w_set1(greatest))));
        }
    }
    best->x = near_a->normal_x[place];
    best->y = near_a->normal_y[place];
    best->edge = ring_number(a, place);
    return true;
}

/* A pair, and the axes with the greatest gaps. */
typedef struct ring_pair {
    ring a, b;
    ring_numbers near_a, near_b; /* relative to the first vertex of a */
    sepal_axis of_a, of_b;
} ring_pair;

#ifdef W_QUAD_PAIRS
SPECIALISED void set_quad(const float *block, uint32_t size, w2 from, w2 edge, w2 near, w2 normal, ring *r, ring_numbers *numbers) {
    *r = (ring){.x = block, .y = block + 4, .size = size, .padded = 4, .from = {from}, .edge = {edge}};
    w_store(numbers->x, near.x);
    w_store(numbers->y, near.y);
    w_store(numbers->normal_x, normal.x);
    w_store(numbers->normal_y, normal.y);
}

/* The axis of the first of four edges that has the greatest gap. first: bit k is set if edge k has it. */
static inline sepal_axis quad_axis(const ring *r, const ring_numbers *numbers, float gap, unsigned first) {
    const uint32_t place = sepal_lowest_bit(first);
    return (sepal_axis){numbers->normal_x[place], numbers->normal_y[place], gap, ring_number(r, place)};
}

static inline w2 w2_quad_next(w2 a) {
    return (w2){w_quad_next(a.x), w_quad_next(a.y)};
}
static inline w2 w2_quad_swap(w2 a) {
    return (w2){w_quad_swap(a.x), w_quad_swap(a.y)};
}

/* Where the block of a polygon begins. Of boxes it need not be looked up, which a list of one pair would wait for. */
static inline const float *quad_block(const sepal_polys *set, uint32_t index) {
    return set->boxes ? set->vertices + 8 * (size_t)index : sepal_poly_x(set, index);
}

/* load_ring_pair for blocks of four vertices: the edges of a in the first quad, those of b in the second, with the same operations. The
 * vertices of the other polygon go round in each quad. False if an edge is too short for float. */
SPECIALISED bool load_quad_pair(const polys_query *q, sepal_pair pair, ring_pair *out) {
    const float *a = quad_block(q->a, pair.a), *b = quad_block(q->b, pair.b);
    float gaps[SEPAL_LANES];
    w2 from = {w_load_two(a, b), w_load_two(a + 4, b + 4)}, edge = w2_sub(w2_quad_next(from), from);
    w2 near = w2_sub(from, (w2){w_set1(a[0]), w_set1(a[4])}), other = w2_quad_swap(near);
    w square = w2_along(edge, edge);
    if (wm_bits(w_gt(w_set1(SEPAL_LEAST_SQUARE), square)) != 0 && wm_bits(too_short(edge, square)) != 0)
        return false;
    wm of_b = wi_gt(wi_and(wi_lane_numbers(), wi_set1(4)), wi_set1(0));
    w2 normal = unit_normal(edge, square, w_select(of_b, w_set1(q->b->circles[pair.b].outer), w_set1(q->a->circles[pair.a].outer)));
    set_quad(a, q->a->heads[pair.a].size, from, edge, near, normal, &out->a, &out->near_a);
    set_quad(b, q->b->heads[pair.b].size, w2_quad_swap(from), w2_quad_swap(edge), other, w2_quad_swap(normal), &out->b,
             &out->near_b);
    w least = w2_along(normal, other);
    for (int k = 1; k < 4; k++) {
        other = w2_quad_next(other);
        least = w_min(least, w2_along(normal, other));
    }
    w gap = w_select(w2_is_zero(edge), w_neg(w_infinity()), w_sub(least, w2_along(normal, near)));
    w two = w_max(gap, w_quad_next(gap)),
      greatest = w_max(two, w_quad_next(w_quad_next(two))); /* of each quad, in all of its lanes */
    const unsigned first = wm_bits(w_eq(gap, greatest));
    w_store(gaps, greatest);
    out->of_a = quad_axis(&out->a, &out->near_a, gaps[0], first & 15);
    out->of_b = quad_axis(&out->b, &out->near_b, gaps[4], first >> 4 & 15);
    return true;
}
#endif

/* False if float does not suffice, or there is no edge. */
SPECIALISED bool load_ring_pair(const polys_query *q, sepal_pair pair, ring_pair *out) {
    const float outer_a = q->a->circles[pair.a].outer, outer_b = q->b->circles[pair.b].outer;
    if (!(fabsf(outer_a) + fabsf(outer_b) < INFINITY))
        return false;
#ifdef W_QUAD_PAIRS
    if (q->a->heads[pair.a].size <= 4 && q->b->heads[pair.b].size <= 4)
        return load_quad_pair(q, pair, out) && (out->of_a.gap > -INFINITY || out->of_b.gap > -INFINITY);
#endif
    load_ring(q->a, pair.a, &out->a);
    load_ring(q->b, pair.b, &out->b);
    w2 origin = {w_set1(*out->a.x), w_set1(*out->a.y)};
    take_ring_numbers(&out->a, origin, &out->near_a);
    take_ring_numbers(&out->b, origin, &out->near_b);
    return ring_greatest_gap(&out->a, outer_a, &out->b, origin, &out->near_a, &out->of_a) &&
           ring_greatest_gap(&out->b, outer_b, &out->a, origin, &out->near_b, &out->of_b) &&
           (out->of_a.gap > -INFINITY || out->of_b.gap > -INFINITY);
}

/* --- Pushes -------------------------------------------------------------------------------------- */

/* Writes the push of a pair that ring_takes as number k. False if its side of 0 is not certain, or if apart its line. */
static SEPAL_NOINLINE bool push_ring(const polys_query *q, sepal_pair pair, const sepal_mtvs *out, size_t k) {
    ring_pair p;
    if (!load_ring_pair(q, pair, &p))
        return false;
    const bool from_b = p.of_b.gap > p.of_a.gap;
    const sepal_axis *best = from_b ? &p.of_b : &p.of_a;
    const float extent = extent_of_one(&q->a->circles[pair.a], &q->b->circles[pair.b]);
    sepal_poly_mtv push = {from_b ? 0 - best->x : 0 + best->x, from_b ? 0 - best->y : 0 + best->y, 0 - best->gap};
    const bool meet = best->gap<-(extent * SEPAL_GAP_ERROR), apart = best->gap> extent * SEPAL_APART_ERROR;
    if (!meet && !(apart && sepal_polys_scalar_line(q->a, pair.a, q->b, pair.b, best, from_b, extent, &push) == SEPAL_LINE_APART))
        return false;
    sepal_poly_mtv_write(out, k, push);
    return true;
}

#endif
