/* mtv_values.h — the smallest pushes of a block of pairs, and what is known of them.
 *
 * Besides its numbers, a push has the two bits of every answer (batch/chunk.h). yes: the push is final. open: it is not computed,
 * since the pair is out of float's range or lacks the certificate that it needs. Neither: it is final except for the sign of its
 * depth, which is too near to 0. */
#ifndef SEPAL_POLYS_KERNEL_MTV_VALUES_H
#define SEPAL_POLYS_KERNEL_MTV_VALUES_H

#include "query.h"

typedef struct mtv_values {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK], depth[SEPAL_BLOCK];
} mtv_values;

/* The question, and where a kernel stores its numbers. */
typedef struct mtv_query {
    const polys_query *q;
    mtv_values *out;
} mtv_query;

/* fit: lanes in which the push is certain except for its sign; sign: lanes in which that is certain as well. */
static inline lanes known_lanes(unsigned fit, unsigned sign) {
    return (lanes){fit & sign, ALL_LANES & ~fit};
}

/* The pairs of which all but the sign is known. */
static inline void signs_unknown(const verdicts *found, size_t count, uint64_t *bits) {
    for (size_t first = 0; first < count; first += 64)
        bits[first / 64] = bits_below(count, first) & ~(found->yes[first / 64] | found->open[first / 64]);
}

static inline bool all_known(const verdicts *found, size_t count) {
    uint64_t unknown = 0;
    for (size_t first = 0; first < count; first += 64)
        unknown |= bits_below(count, first) & ~found->yes[first / 64];
    return unknown == 0;
}

/* Copies the pushes of a list to the slots of its pairs. */
static inline void take_values(const pair_list *list, const mtv_values *from, mtv_values *to) {
    for (size_t k = 0; k < list->count; k++) {
        size_t slot = list->slots[k];
        to->x[slot] = from->x[k];
        to->y[slot] = from->y[k];
        to->depth[slot] = from->depth[k];
    }
}

/* The arrays that are wanted, from number `first` on. */
static inline sepal_mtvs mtvs_from(const sepal_mtvs *out, size_t first) {
    return (sepal_mtvs){
        .normal_x = out->normal_x == NULL ? NULL : out->normal_x + first,
        .normal_y = out->normal_y == NULL ? NULL : out->normal_y + first,
        .depth = out->depth == NULL ? NULL : out->depth + first,
        .a_x = out->a_x == NULL ? NULL : out->a_x + first,
        .a_y = out->a_y == NULL ? NULL : out->a_y + first,
        .b_x = out->b_x == NULL ? NULL : out->b_x + first,
        .b_y = out->b_y == NULL ? NULL : out->b_y + first,
    };
}

#endif
