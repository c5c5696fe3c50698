/* mtv_values.h — the smallest pushes of a chunk of pairs, and what is known of them.
 *
 * Beside its numbers, a push has the two bits of every answer (batch/chunk.h). yes: all of it is certain. open: nothing is, since
 * the pair is out of float's range, or without the certificate that it needs. Neither: all but the sign of its depth, which is too
 * near to 0. */
#ifndef SEPAL_POLYS_KERNEL_MTV_VALUES_H
#define SEPAL_POLYS_KERNEL_MTV_VALUES_H

#include "query.h"
#include <string.h>

typedef struct mtv_values {
    float x[SEPAL_CHUNK], y[SEPAL_CHUNK], depth[SEPAL_CHUNK];
} mtv_values;

/* What a kernel is asked, and where it stores its numbers. */
typedef struct mtv_query {
    const polys_query *q;
    mtv_values *out;
} mtv_query;

/* The lanes in which all but the sign is certain, and those in which the sign is. */
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

/* Copies `count` pushes to the arrays that are wanted, from number `first` on. */
static inline void copy_wanted(const sepal_mtvs *out, size_t first, const mtv_values *from, size_t count) {
    if (out->normal_x != NULL)
        memcpy(out->normal_x + first, from->x, count * sizeof *from->x);
    if (out->normal_y != NULL)
        memcpy(out->normal_y + first, from->y, count * sizeof *from->y);
    if (out->depth != NULL)
        memcpy(out->depth + first, from->depth, count * sizeof *from->depth);
}

#endif
