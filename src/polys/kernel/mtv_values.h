/* mtv_values.h — the smallest pushes of a block of pairs, and what is known of them.
 *
 * Besides its numbers, a push has the two bits of every answer (batch/chunk.h). yes: the push is final. open: it is not computed,
 * since the pair is out of float's range or lacks the certificate that it needs. Neither: it is final except for the sign of its
 * depth, which is too near to 0. */
#ifndef SEPAL_POLYS_KERNEL_MTV_VALUES_H
#define SEPAL_POLYS_KERNEL_MTV_VALUES_H

#include "names.h"
#include "query.h"
#include <string.h>

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

/* --- What the first pass puts off ---------------------------------------------------------------- */

/* So that pairs of one sort fill the lanes of a group. */

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

/* --- To the arrays that are wanted --------------------------------------------------------------- */

/* Copies the pushes of a block of pairs, and finds their points, to the arrays that are wanted. first: the number of the first
 * pair. */
static inline void copy_block_wanted(const polys_query *q, const sepal_pair *pairs, const sepal_mtvs *out, size_t first,
                                     const mtv_values *from, size_t count) {
    sepal_mtvs to = mtvs_from(out, first);
    if (to.normal_x != NULL)
        memcpy(to.normal_x, from->x, count * sizeof *from->x);
    if (to.normal_y != NULL)
        memcpy(to.normal_y, from->y, count * sizeof *from->y);
    if (to.depth != NULL)
        memcpy(to.depth, from->depth, count * sizeof *from->depth);
    if (sepal_mtvs_want_points(&to))
        polys_kernel_mtv_points(q, pairs, count, from, &to);
}

static inline void copy_to_slots(float *to, const pair_list *list, const float *from) {
    for (size_t k = 0; to != NULL && k < list->count; k++)
        to[list->slots[k]] = from[k];
}

/* The points of a block of a list, to the slots of its pairs. */
static SEPAL_NOINLINE void copy_list_points(const polys_query *q, const pair_list *list, const mtv_values *from,
                                            const sepal_mtvs *to) {
    float at[4][SEPAL_BLOCK];
    polys_kernel_mtv_points(q, list->pairs, list->count, from,
                            &(sepal_mtvs){.a_x = at[0], .a_y = at[1], .b_x = at[2], .b_y = at[3]});
    copy_to_slots(to->a_x, list, at[0]);
    copy_to_slots(to->a_y, list, at[1]);
    copy_to_slots(to->b_x, list, at[2]);
    copy_to_slots(to->b_y, list, at[3]);
}

/* The same of a list, to the slots of its pairs in a chunk that begins with number `first`. */
static inline void copy_list_wanted(const polys_query *q, const pair_list *list, const sepal_mtvs *out, size_t first,
                                    const mtv_values *from) {
    sepal_mtvs to = mtvs_from(out, first);
    copy_to_slots(to.normal_x, list, from->x);
    copy_to_slots(to.normal_y, list, from->y);
    copy_to_slots(to.depth, list, from->depth);
    if (sepal_mtvs_want_points(&to))
        copy_list_points(q, list, from, &to);
}

#endif
