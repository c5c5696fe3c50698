/* kinds.h — pairs of polygons, by the kernel that answers them. */
#ifndef SEPAL_POLYS_KERNEL_KINDS_H
#define SEPAL_POLYS_KERNEL_KINDS_H

#include "exact.h"

/* The first kinds are pairs of blocks with room for 4, 8 or 16 vertices: kind 3 * i + j has room for 4 << i and 4 << j. */
enum { BLOCK_KINDS = 9 };

static inline sizes block_sizes(unsigned kind) {
    return (sizes){4U << (kind / 3), 4U << (kind % 3), false};
}

/* Kinds for the filters of overlap and of containment. In the first two kinds, at least one polygon has more than 16 vertices.
 * COARSE: each has a coarse polygon or a block of 16 vertices. FINE: the other polygon has at most 8 vertices. */
enum { LARGE_COARSE = BLOCK_KINDS, LARGE_FINE, BOXES, FILTER_KINDS };

/* A table, since branches on random classes cannot be predicted. */
static inline unsigned filter_kind(const void *question, sepal_pair pair) {
    static const uint8_t kinds[SEPAL_CLASSES][SEPAL_CLASSES] = {
        {0, 1, 2, LARGE_FINE, 0},     {3, 4, 5, LARGE_FINE, 3},
        {6, 7, 8, LARGE_COARSE, 6},   {LARGE_FINE, LARGE_FINE, LARGE_COARSE, LARGE_COARSE, LARGE_FINE},
        {0, 1, 2, LARGE_FINE, BOXES},
    };
    const polys_query *q = question;
    return kinds[q->a->heads[pair.a].class][q->b->heads[pair.b].class];
}

/* Kinds for the stages that leave nothing open: at least one polygon has more than 16 vertices; or the kernel in double cannot take
 * the pair. */
enum { EXACT_LARGE = BLOCK_KINDS, EXACT_REFERENCE, EXACT_KINDS };

static inline unsigned exact_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    unsigned kind = filter_kind(question, pair);
    if (kind == LARGE_COARSE || kind == LARGE_FINE)
        return EXACT_LARGE;
    if (!exact_takes(&q->a->heads[pair.a], &q->b->heads[pair.b]))
        return EXACT_REFERENCE;
    return kind == BOXES ? 0 : kind;
}

#endif
