/* cores.h — pairs of shapes with a reach, r_a + r_b + margin > 0, by the sizes of their cores. */
#ifndef SEPAL_POLYS_KERNEL_CORES_H
#define SEPAL_POLYS_KERNEL_CORES_H

#include "kinds.h"

/* Kind k of a core: it is treated as one of 2^k vertices, with the least k that suffices; or it has too many vertices for lanes. */
enum { CORE_1, CORE_2, CORE_4, CORE_8, CORE_16, CORE_LARGE, CORE_KINDS };

/* A table, since branches on random sizes cannot be predicted. */
static inline unsigned core_kind(uint32_t size) {
    static const uint8_t kinds[SEPAL_LANE_VERTICES + 2] = {
        CORE_1,  CORE_1,  CORE_2,  CORE_4,  CORE_4,  CORE_8,  CORE_8,  CORE_8,  CORE_8,
        CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_16, CORE_LARGE,
    };
    return kinds[size <= SEPAL_LANE_VERTICES ? size : SEPAL_LANE_VERTICES + 1];
}

/* The kinds of the two cores of a pair. */
typedef struct core_pair {
    unsigned a, b;
} core_pair;

static inline bool has_large_core(core_pair kinds) {
    return kinds.a == CORE_LARGE || kinds.b == CORE_LARGE;
}

static inline sizes core_sizes(core_pair kinds, bool same) {
    return (sizes){1U << kinds.a, 1U << kinds.b, same};
}

/* The kind of a pair: the kinds of both cores, or a kind of its own if the pair has no reach. */
enum { NO_REACH = CORE_KINDS * CORE_KINDS, ROUND_KINDS };
_Static_assert((int)ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline core_pair cores_of(unsigned kind) {
    return (core_pair){kind / CORE_KINDS, kind % CORE_KINDS};
}

static inline bool has_reach(const polys_query *q, sepal_pair pair) {
    return q->margin > 0 || sepal_poly_radius(q->a, pair.a) > 0 || sepal_poly_radius(q->b, pair.b) > 0;
}

static inline unsigned round_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    if (!has_reach(q, pair))
        return NO_REACH;
    return core_kind(q->a->heads[pair.a].size) * CORE_KINDS + core_kind(q->b->heads[pair.b].size);
}

#endif
