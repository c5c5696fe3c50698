/* push_hulls.h — the pushes of blocks of hulls that meet, and whether it is worth asking for them. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_HULLS_H
#define SEPAL_SOLIDS_KERNEL_PUSH_HULLS_H

#include "../kernels.h"
#include "push_out.h"
#include "push_polytopes.h"

/* Where the boxes of a stack or a lattice touch, several axes are equally good, and where they are side by side, many points are
 * equally near: then it is not worth asking which. The first pairs tell, unless they are too few. */
enum { PUSH_PROBE = 64, PUSH_PROBE_LEAST = 16, HULLS_PROBE = 16 };
enum { QUICK_UNKNOWN, QUICK_PAYS, QUICK_IS_VAIN };

typedef void hulls_filter(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found, push_values *out);

/* Gives the open pairs of a block of hulls of these sizes that seem to meet, which are told by `meet`, to a filter, as long as it answers
 * half of them, since one by one they take several times as long. values: room on the stack that the caller has. */
static SEPAL_NOINLINE void push_if_they_meet(hulls_filter *filter, const solids_query *q, uint8_t *state, const pair_list *list,
                                             sizes n, const uint64_t *meet, uint64_t *open, push_values *values,
                                             const push_chunk_out *to) {
    verdicts found;
    block_room room;
    uint64_t asked[SEPAL_BLOCK / 64];
    if (*state == QUICK_IS_VAIN)
        return;
    for (size_t at = 0; at < list->count; at += 64)
        asked[at / 64] = open[at / 64] & meet[at / 64];
    pair_list all = list_block(list->pairs, list->count, asked, &room);
    for (size_t from = 0; from < all.count && *state != QUICK_IS_VAIN;) {
        const size_t left = all.count - from, count = *state == QUICK_UNKNOWN && left > HULLS_PROBE ? HULLS_PROBE : left;
        size_t answered = 0;
        filter(q, all.pairs + from, count, n, &found, values);
        for (size_t k = 0; k < count; k++)
            if (bit_at(found.open, k) == 0) {
                write_value(values, k, to, list->slots[all.slots[from + k]]);
                clear_bit(open, all.slots[from + k]);
                answered++;
            }
        if (*state == QUICK_UNKNOWN)
            *state = 2 * answered >= count ? QUICK_PAYS : QUICK_IS_VAIN;
        from += count;
    }
}

/* By the ray, which takes less time where it pays, or else by the polytope, which is certain of few that the ray leaves open there. */
static void push_hulls_that_meet(const solids_query *q, sepal_solids_push_policy *quick, const pair_list *list, sizes n,
                                 const uint64_t *meet, uint64_t *open, push_values *values, const push_chunk_out *to) {
    push_if_they_meet(push_meeting, q, &quick->hulls, list, n, meet, open, values, to);
    if (quick->hulls == QUICK_IS_VAIN && n.a <= POLYTOPE_VERTICES && n.b <= POLYTOPE_VERTICES)
        push_if_they_meet(push_polytopes, q, &quick->polytopes, list, n, meet, open, values, to);
}

/* The same of all pairs of a block, where nearly all of the one before met; the others stay in it. */
static SEPAL_NOINLINE void push_hulls_first(const solids_query *q, sepal_solids_push_policy *quick, pair_list *block, sizes n,
                                            push_values *values, const push_chunk_out *to) {
    uint64_t all[SEPAL_BLOCK / 64] = {0}, open[SEPAL_BLOCK / 64] = {0};
    const size_t count = block->count;
    set_all(all, count);
    set_all(open, count);
    push_hulls_that_meet(q, quick, block, n, all, open, values, to);
    keep_pairs(block, open);
    quick->hulls_meet = 8 * block->count <= count;
}

#endif
