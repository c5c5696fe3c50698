/* push_out.h — where the pushes of a chunk go, and how they are written there. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_OUT_H
#define SEPAL_SOLIDS_KERNEL_PUSH_OUT_H

#include "push_cores.h"

/* Where the pushes of a chunk go: that of its first pair has the number `first`. What needs much of the stack is done at last, when
 * the lists of the chunk are not there any more: meet: receives the boxes that meet, before all else; sides: those whose depths may be
 * on the wrong side of 0; left: the pairs for the reference. */
typedef struct push_chunk_out {
    const sepal_solid_mtvs *out;
    size_t first;
    uint64_t meet[SEPAL_CHUNK / 64], sides[SEPAL_CHUNK / 64], left[SEPAL_CHUNK / 64];
} push_chunk_out;

/* One pair by itself. meets: as in push_of_cores. */
static SEPAL_NOINLINE void push_one(const solids_query *q, sepal_pair pair, bool meets, push_chunk_out *to, size_t slot) {
    sepal_solid_mtv push;
    if (push_of_cores(q, pair, meets, &push))
        sepal_solid_mtv_write(to->out, to->first + slot, push);
    else
        set_bit(to->left, slot);
}

static void write_value(const push_values *from, size_t k, const push_chunk_out *to, size_t slot) {
    sepal_solid_mtv_write(to->out, to->first + slot, (sepal_solid_mtv){from->x[k], from->y[k], from->z[k], from->depth[k]});
}

/* Writes the pushes of a block that are not open. */
static void write_pushes(const pair_list *block, const push_values *values, const verdicts *found, push_chunk_out *to) {
    for (size_t k = 0; k < block->count; k++) {
        if (bit_at(found->open, k) != 0)
            continue;
        write_value(values, k, to, block->slots[k]);
        if (bit_at(found->yes, k) == 0)
            set_bit(to->sides, block->slots[k]);
    }
}

/* Writes the pushes of a block that are certain, and keeps the other pairs in it. */
static void take_pushes(pair_list *block, const push_values *values, const verdicts *found, const push_chunk_out *to) {
    for (size_t k = 0; k < block->count; k++)
        if (bit_at(found->open, k) == 0)
            write_value(values, k, to, block->slots[k]);
    keep_pairs(block, found->open);
}

#endif
