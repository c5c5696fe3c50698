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

/* In which lanes does some edge of a have all of b beyond it? winding: -1 in the lanes in which a is clockwise, else 1. */
SPECIALISED wdm edges_separate(const wd2 *a, uint32_t size_a, wd winding, const wd2 *b, uint32_t size_b, sepal_touching touching) {
    wd zero = wd_set1(0);
    wdm separate = wd_gt(zero, zero);
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = wd_mul(wd_sub(a[i + 1].x, a[i].x), winding), ey = wd_mul(wd_sub(a[i + 1].y, a[i].y), winding);
        wdm not_beyond = wdm_and(wd_eq(ex, zero), wd_eq(ey, zero)); /* no edge */
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y);
            not_beyond = wdm_or(not_beyond, touching == SEPAL_TOUCHING_OVERLAPS ? wd_products_ge(ex, ry, ey, rx)
                                                                                : wd_products_gt(ex, ry, ey, rx));
        }
        separate = wdm_or(separate, wdm_andnot(wd_eq(zero, zero), not_beyond));
    }
    return separate;
}

/* -1 in the lanes in which the polygon is clockwise, else 1. */
static inline w windings(const sepal_polys *set, const uint32_t *index) {
    float winding[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        winding[lane] = set->heads[index[2 * lane]].flags & SEPAL_CLOCKWISE ? -1.0F : 1.0F;
    return w_load(winding);
}

SPECIALISED lanes exact_group(const polys_query *query, const sepal_pair *group, sizes n, sepal_touching touching) {
    polys_query q = *query;
    w winding_a = windings(q.a, &group->a), winding_b = windings(q.b, &group->b);
    vertex_lanes va, vb;
    load_vertices(q.a, &group->a, n.a, n.same, &va);
    load_vertices(q.b, &group->b, n.b, n.same, &vb);
    unsigned apart = 0;
    for (int half = 0; half < 2; half++) {
        vertex_half ha, hb;
        take_half(&va, n.a, half, ha);
        take_half(&vb, n.b, half, hb);
        wdm separate = wdm_or(edges_separate(ha, n.a, wd_of(winding_a, half), hb, n.b, touching),
                              edges_separate(hb, n.b, wd_of(winding_b, half), ha, n.a, touching));
        apart |= wdm_bits(separate) << (half * SEPAL_LANES / 2);
    }
    return (lanes){ALL_LANES & ~apart, 0};
}

SPECIALISED lanes exact_touching_overlaps(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return exact_group(question, group, n, SEPAL_TOUCHING_OVERLAPS);
}
SPECIALISED lanes exact_touching_is_apart(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)k;
    return exact_group(question, group, n, SEPAL_TOUCHING_IS_APART);
}

/* Answers every pair; each must satisfy exact_takes, and have blocks of the sizes n. */
static SEPAL_NOINLINE bool decide_exactly(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (q->touching == SEPAL_TOUCHING_OVERLAPS)
        return ask_sized(SIZES_4_4 | SIZES_ANY, exact_touching_overlaps, q, pairs, count, n, out);
    return ask_sized(SIZES_4_4 | SIZES_ANY, exact_touching_is_apart, q, pairs, count, n, out);
}

static inline lanes reference_kernel(const void *question, sepal_pair pair, size_t k) {
    const polys_query *q = question;
    (void)k;
    return (lanes){sepal_polys_scalar_overlap(q->a, pair.a, q->b, pair.b, q->touching), 0};
}

/* Answers every pair. */
static bool decide_by_reference(const polys_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)n;
    return ask_each(reference_kernel, q, pairs, count, out);
}

#endif
