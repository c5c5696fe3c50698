/* mtv_rest.h — pairs that the first pass over a block puts off, so that pairs of one sort fill the lanes of a group. */
#ifndef SEPAL_POLYS_KERNEL_MTV_REST_H
#define SEPAL_POLYS_KERNEL_MTV_REST_H

#include "mtv_values.h"

/* After a group of which more than a quarter was uncertain, `waits` groups are not guessed; `left` of them are left. */
typedef struct guess_pause {
    uint32_t waits, left;
} guess_pause;
enum { MOST_WAITS = 31 };

/* What is left of a block after the first pass. */
typedef struct mtv_rest {
    uint64_t apart[SEPAL_BLOCK / 64], uncertain[SEPAL_BLOCK / 64];
    bool any_apart, any_uncertain;
    float edges[SEPAL_BLOCK]; /* of pairs that are apart: the number of the best edge, plus EDGE_OF_B if it is one of b */
    guess_pause *pause;       /* goes on from block to block */
} mtv_rest;
enum { EDGE_OF_B = 32 };

typedef struct mtv_quick_query {
    mtv_query m;
    mtv_rest *rest;
    const float *edges; /* of a list of pairs that are apart */
} mtv_quick_query;

static inline bool are_many(unsigned lanes_set) {
    unsigned count = 0;
    for (; lanes_set != 0; lanes_set &= lanes_set - 1)
        count++;
    return count > SEPAL_LANES / 4;
}

static inline void pause_after(guess_pause *pause, unsigned uncertain) {
    pause->waits = are_many(uncertain) ? (2 * pause->waits + 1) & MOST_WAITS : 0;
    pause->left = pause->waits;
}

/* Puts off some lanes of a group that are apart. number: of the best edge. */
SPECIALISED void put_off(mtv_rest *rest, unsigned apart, w number, wm of_b, size_t k) {
    w_store(rest->edges + k, w_add(number, w_select(of_b, w_set1(EDGE_OF_B), w_zero())));
    rest->apart[k / 64] |= (uint64_t)apart << k % 64;
    rest->any_apart = true;
}

#endif
