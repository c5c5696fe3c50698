/* push_out.h — where the pushes of a chunk go, and how they are written there. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_OUT_H
#define SEPAL_SOLIDS_KERNEL_PUSH_OUT_H

#include "push_cores.h"

/* Where the pushes of a chunk go: that of its first pair has the number `first`. What needs much of the stack is done at last, when
 * the lists of the chunk are not there any more: meet: receives the boxes that meet, before all else; unsure: those whose depths may be
 * on the wrong side of 0; left: the pairs for the reference. */
typedef struct push_chunk_out {
    const sepal_solid_mtvs *out;
    size_t first;
    uint64_t meet[SEPAL_CHUNK / 64], ties[SEPAL_CHUNK / 64], unsure[SEPAL_CHUNK / 64], left[SEPAL_CHUNK / 64];
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

/* Are the pairs of a block those that follow each other in the chunk, from a multiple of 64 on? */
static inline bool is_run_of_slots(const pair_list *block) {
    unsigned other = block->count == 0;
    for (size_t k = 0; k < block->count; k++)
        other |= (uint16_t)(block->slots[k] - k) ^ block->slots[0];
    return other == 0 && block->slots[0] % 64 == 0;
}

static inline void copy_values(float *to, size_t first, const float *from, size_t count) {
    if (to != NULL)
        memcpy(to + first, from, count * sizeof *from);
}

/* Writes the pushes of a block that are not open. Of a run all are written, and those of open pairs once more when they are known. */
static void write_values(const pair_list *block, const push_values *values, const uint64_t *open, const push_chunk_out *to) {
    if (is_run_of_slots(block)) {
        const size_t first = to->first + block->slots[0];
        copy_values(to->out->normal_x, first, values->x, block->count);
        copy_values(to->out->normal_y, first, values->y, block->count);
        copy_values(to->out->normal_z, first, values->z, block->count);
        copy_values(to->out->depth, first, values->depth, block->count);
        return;
    }
    for (size_t k = 0; k < block->count; k++)
        if (bit_at(open, k) == 0)
            write_value(values, k, to, block->slots[k]);
}

/* Writes the pushes of a block that are certain, and keeps the other pairs in it. */
static void take_pushes(pair_list *block, const push_values *values, const verdicts *found, const push_chunk_out *to) {
    write_values(block, values, found->open, to);
    keep_pairs(block, found->open);
}

#endif
