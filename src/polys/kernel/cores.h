/* cores.h — pairs of shapes with radii, or under a margin, by the sizes of their cores. */
#ifndef SEPAL_POLYS_KERNEL_CORES_H
#define SEPAL_POLYS_KERNEL_CORES_H

#include "kinds.h"

/* A core is taken for one of 2^kind vertices, the least that is enough; or it does not go into lanes. */
enum { CORE_1, CORE_2, CORE_4, CORE_8, CORE_16, CORE_LARGE, CORE_KINDS };

/* A table, since branches on random sizes cannot be predicted. */
static inline unsigned core_kind(uint32_t size) {
    static const uint8_t kinds[SEPAL_LANE_VERTICES + 2] = {
        CORE_1,  CORE_1,  CORE_2,  CORE_4,  CORE_4,  CORE_8,  CORE_8,  CORE_8,  CORE_8,
        CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_LARGE,
    };
    return kinds[size <= SEPAL_LANE_VERTICES ? size : SEPAL_LANE_VERTICES + 1];
}

/* Kind k of a pair: cores of the kinds k / CORE_KINDS of a and k % CORE_KINDS of b; the last one: no reach. */
enum { BOTH_POINTS = CORE_1 * CORE_KINDS + CORE_1, NO_REACH = CORE_KINDS * CORE_KINDS, ROUND_KINDS };
_Static_assert((int)ROUND_KINDS <= (int)MOST_KINDS, "bins.h has room for as many");

static inline unsigned round_kind(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin) {
    if (margin == 0 && sepal_poly_radius(a, pair.a) == 0 && sepal_poly_radius(b, pair.b) == 0)
        return NO_REACH;
    return core_kind(a->heads[pair.a].size) * CORE_KINDS + core_kind(b->heads[pair.b].size);
}

static inline void sort_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                              const uint64_t *open, float margin, bins *out) {
    open_kinds found;
    clear_kinds(&found, ROUND_KINDS);
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            note_kind(&found, k, (int)round_kind(a, b, pairs[k], margin));
        }
    sort_kinds(&found, ROUND_KINDS, pairs, NULL, out);
}

#endif
