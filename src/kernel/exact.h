/* exact.h — all edge normals of both polygons once more, in double and exact: for pairs so near to contact that float cannot tell.
 *
 * If all coordinates of a pair are multiples of 2^low and less than 2^high in magnitude, and high - low <= 52, then every
 * difference of two coordinates is exact in double. With exact differences, b_j lies beyond the edge a_i -> a_i+1 if p = e.x * r.y
 * is less than q = e.y * r.x (e the edge, r = b_j - a_i). Rounding is monotonic, so where the rounded products differ they compare
 * as the real ones do; where they are equal, their rounding errors compare. No error bound is needed. */
#ifndef SEPAL_KERNEL_EXACT_H
#define SEPAL_KERNEL_EXACT_H

#include "axes.h"

/* Can the kernel answer this pair? Two flat polygons need axes besides their normals; larger polygons are not put into lanes. */
static inline bool exact_takes(const sepal_poly_head *a, const sepal_poly_head *b) {
    int high = a->high > b->high ? a->high : b->high, low = a->low < b->low ? a->low : b->low;
    return high - low <= 52 && a->size <= SEPAL_LANE_VERTICES && b->size <= SEPAL_LANE_VERTICES &&
           (a->flags & b->flags & SEPAL_FLAT) == 0;
}

typedef struct wd2 {
    wd x, y;
} wd2;

/* Half of the lanes of a group. */
typedef wd2 vertex_half[SEPAL_LANE_VERTICES + 1];

SPECIALISED void take_half(const vertex_lanes *v, uint32_t size, int half, wd2 *out) {
    for (uint32_t k = 0; k <= size; k++)
        out[k] = (wd2){wd_of(v->world[k].x, half), wd_of(v->world[k].y, half)};
}

/* In which lanes does some edge of a have all of b beyond it? `clockwise`: lanes in which the outside of a is on the left. */
SPECIALISED unsigned edges_separate(const wd2 *a, uint32_t size_a, unsigned clockwise, const wd2 *b, uint32_t size_b,
                                      sepal_touching touching) {
    unsigned separate = 0, all = (1U << (SEPAL_LANES / 2)) - 1;
    wd zero = wd_set1(0);
    for (uint32_t i = 0; i < size_a && separate != all; i++) {
        wd ex = wd_sub(a[i + 1].x, a[i].x), ey = wd_sub(a[i + 1].y, a[i].y);
        unsigned not_beyond = wdm_bits(wdm_and(wd_eq(ex, zero), wd_eq(ey, zero))); /* no edge */
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y);
            wd p = wd_mul(ex, ry), q = wd_mul(ey, rx);
            unsigned left = wdm_bits(wd_gt(p, q)), on = wdm_bits(wd_eq(p, q));
            if (on & ~not_beyond) {
                wd p_tail = wd_tail(ex, ry, p), q_tail = wd_tail(ey, rx, q);
                left |= on & wdm_bits(wd_gt(p_tail, q_tail));
                on &= wdm_bits(wd_eq(p_tail, q_tail));
            }
            unsigned inside = (left ^ clockwise) & ~on;
            not_beyond |= touching == SEPAL_TOUCHING_OVERLAPS ? inside | on : inside;
        }
        separate |= ~not_beyond & all;
    }
    return separate;
}

/* Answers every pair; each must satisfy exact_takes and be of the sizes n. */
SPECIALISED void decide_exactly_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                                     sepal_touching touching, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        unsigned clockwise_a = 0, clockwise_b = 0;
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            clockwise_a |= (unsigned)((a->heads[group[lane].a].flags & SEPAL_CLOCKWISE) != 0) << lane;
            clockwise_b |= (unsigned)((b->heads[group[lane].b].flags & SEPAL_CLOCKWISE) != 0) << lane;
        }
        vertex_lanes va, vb;
        load_vertices(a, &group->a, n.a, n.same, &va);
        load_vertices(b, &group->b, n.b, n.same, &vb);
        unsigned apart = 0, mask = (1U << (SEPAL_LANES / 2)) - 1;
        for (int half = 0; half < 2; half++) {
            int shift = half * (SEPAL_LANES / 2);
            vertex_half ha, hb;
            take_half(&va, n.a, half, ha);
            take_half(&vb, n.b, half, hb);
            unsigned separate = edges_separate(ha, n.a, clockwise_a >> shift & mask, hb, n.b, touching);
            if (separate != mask)
                separate |= edges_separate(hb, n.b, clockwise_b >> shift & mask, ha, n.a, touching);
            apart |= separate << shift;
        }
        verdicts_note(out, k, count, (lanes){ALL_LANES & ~apart, 0});
    }
}

static void decide_exactly(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                           sepal_touching touching, verdicts *out) {
    if (n.a == 4 && n.b == 4)
        decide_exactly_of(a, b, pairs, count, (sizes){4, 4, false}, touching, out);
    else
        decide_exactly_of(a, b, pairs, count, n, touching, out);
}

/* Answers every pair: those that are too wide in exponents for the kernel above, or both flat. */
static void decide_by_reference(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                sepal_touching touching, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k++)
        out->yes[k / 64] |= (uint64_t)sepal_scalar_overlap(a, pairs[k].a, b, pairs[k].b, touching) << (k % 64);
}

#endif
