/* mtv_values.h — the smallest pushes of a block of pairs, on their way through the stages.
 *
 * A stage says yes to the pairs whose pushes it stores. The others are open: they are out of float's range, or lack the certificate
 * that this stage needs. A push that is stored may be final except for the side of 0 of its depth, which is too near to 0: then it is
 * unsure, which is a bit besides. */
#ifndef SEPAL_POLYS_KERNEL_MTV_VALUES_H
#define SEPAL_POLYS_KERNEL_MTV_VALUES_H

#include "names.h"
#include "query.h"
#include <string.h>

/* unsure: the pushes that are final but for the side of 0 of their depth; any_unsure: are there any? apart: of the open pairs, those that
 * are certainly apart, so that only their nearest points are asked for. */
typedef struct mtv_values {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK], depth[SEPAL_BLOCK];
    uint64_t unsure[SEPAL_BLOCK / 64], apart[SEPAL_BLOCK / 64];
    bool any_unsure;
} mtv_values;

/* The question, and where a kernel stores its numbers. */
typedef struct mtv_query {
    const polys_query *q;
    mtv_values *out;
} mtv_query;

/* A block of pairs on its way: which of them are open, and the pushes of the others. any: may some be open? */
typedef struct mtv_work {
    const polys_query *q;
    const sepal_pair *pairs;
    size_t count;
    bool any;
    verdicts found;
    mtv_values values;
} mtv_work;

/* The pushes of the lanes have been stored as numbers k .. k + SEPAL_LANES - 1, except for those that are open. `sure`: which are
 * final. */
static inline lanes stored_lanes(mtv_values *to, size_t k, unsigned open, unsigned sure) {
    unsigned unsure = ALL_LANES & ~(open | sure);
    if (unsure != 0) {
        to->unsure[k / 64] |= (uint64_t)unsure << k % 64;
        to->any_unsure = true;
    }
    return (lanes){ALL_LANES & ~open, open};
}

/* Before the first push is stored. (A constant number of words: a call about one pair is not to cost a loop.) */
static inline void begin_values(mtv_values *values) {
    memset(values->unsure, 0, sizeof values->unsure);
    memset(values->apart, 0, sizeof values->apart);
    values->any_unsure = false;
}
static inline void begin_mtvs(mtv_work *todo, const polys_query *q, const sepal_pair *pairs, size_t count) {
    todo->q = q;
    todo->pairs = pairs;
    todo->count = count;
    begin_values(&todo->values);
}

/* Lists the unsure pairs of a block. */
static inline pair_list list_unsure(const mtv_work *todo, block_room *room) {
    uint64_t unsure[SEPAL_BLOCK / 64];
    for (size_t first = 0; first < todo->count; first += 64) /* a group may be longer than the block */
        unsure[first / 64] = todo->values.unsure[first / 64] & bits_below(todo->count, first);
    return list_block(todo->pairs, todo->count, unsure, room);
}

/* As take_bits, of notes about the groups of a list, the last of which may be longer than the list. */
static inline void take_notes(const pair_list *list, const uint64_t *from, uint64_t *to) {
    size_t k;
    FOR_BITS(k, from, list->count) {
        if (k < list->count)
            set_bit(to, list->slots[k]);
    }
}

/* Copies the pushes of a list to the slots of its pairs. */
static inline void take_values(const pair_list *list, const mtv_values *from, mtv_values *to) {
    for (size_t k = 0; k < list->count; k++) {
        size_t slot = list->slots[k];
        to->x[slot] = from->x[k];
        to->y[slot] = from->y[k];
        to->depth[slot] = from->depth[k];
    }
    take_notes(list, from->unsure, to->unsure);
    take_notes(list, from->apart, to->apart);
    to->any_unsure |= from->any_unsure;
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
    bool any_apart, any_uncertain, one_group; /* one group: there are no others that its pairs could fill up */
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

/* Where the pushes of a chunk go: those of its first pair have the number `first`. pause: for the guesses of pairs of this kind. */
typedef struct mtv_target {
    const polys_query *q;
    const sepal_mtvs *out;
    size_t first;
    unsigned kind;
    guess_pause pause;
} mtv_target;

static inline guess_pause *pause_of(mtv_target *to, unsigned kind) {
    if (to->kind != kind)
        to->pause = (guess_pause){0, 0};
    to->kind = kind;
    return &to->pause;
}

static inline void copy_numbers(float *to, size_t first, const float *from, size_t count) {
    if (to == NULL)
        return;
    if (count == 1) { /* the shortest lists without a call of memcpy */
        to[first] = *from;
    } else if (count >= 4 && count <= 8) {
        float begin[4], end[4];
        memcpy(begin, from, sizeof begin);
        memcpy(end, from + count - 4, sizeof end);
        memcpy(to + first, begin, sizeof begin);
        memcpy(to + first + count - 4, end, sizeof end);
    } else
        memcpy(to + first, from, count * sizeof *from);
}

/* Copies the pushes of a block of the chunk, and finds their points, to the arrays that are wanted. from: where it begins. */
static inline void copy_block_wanted(const mtv_target *to, size_t from, const mtv_work *done) {
    const size_t first = to->first + from;
    copy_numbers(to->out->normal_x, first, done->values.x, done->count);
    copy_numbers(to->out->normal_y, first, done->values.y, done->count);
    copy_numbers(to->out->depth, first, done->values.depth, done->count);
    if (!sepal_mtvs_want_points(to->out))
        return;
    const sepal_mtvs points = mtvs_from(to->out, first);
    polys_kernel_mtv_points(done->q, done->pairs, done->count, &done->values, &points);
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

/* The same of a list, to the slots of its pairs in the chunk. */
static inline void copy_list_wanted(const mtv_target *target, const pair_list *list, const mtv_values *from) {
    sepal_mtvs to = mtvs_from(target->out, target->first);
    copy_to_slots(to.normal_x, list, from->x);
    copy_to_slots(to.normal_y, list, from->y);
    copy_to_slots(to.depth, list, from->depth);
    if (sepal_mtvs_want_points(&to))
        copy_list_points(target->q, list, from, &to);
}

#endif
