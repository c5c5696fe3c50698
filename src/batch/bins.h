/* bins.h — sorts the pairs of a chunk that are left for a later stage by kind, so that pairs of one kind fill the lanes of one
 * kernel. */
#ifndef SEPAL_BATCH_BINS_H
#define SEPAL_BATCH_BINS_H

#include "chunk.h"

/* The greatest number of kinds of pairs that a question may have. */
enum { SEPAL_MOST_BINS = 64 };

/* Some pairs of a chunk. slots[k]: the number of pair k in the chunk, which is also the number of its bit. */
typedef struct pair_list {
    sepal_pair *pairs;
    uint32_t *slots;
    size_t count;
} pair_list;

/* The memory for a list. */
typedef struct pair_room {
    sepal_pair pairs[SEPAL_CHUNK];
    uint32_t slots[SEPAL_CHUNK];
} pair_room;

/* Sorted pairs: those of kind k are start[k] .. start[k+1]-1. */
typedef struct bins {
    pair_room room;
    uint32_t start[SEPAL_MOST_BINS + 1];
} bins;

static inline pair_list bin(bins *sorted, unsigned kind) {
    uint32_t start = sorted->start[kind];
    return (pair_list){sorted->room.pairs + start, sorted->room.slots + start, sorted->start[kind + 1] - start};
}

/* Returns the kind of a pair, which is less than the number of kinds. */
typedef unsigned pair_kind(const void *question, sepal_pair pair);

/* Sorts by kind those of `count` pairs whose bit is set (counting sort). slots: those of the pairs; if NULL, pair k has slot k. */
SPECIALISED void sort_pairs(pair_kind *kind_of, unsigned kinds, const void *question, const sepal_pair *pairs,
                            const uint32_t *slots, size_t count, const uint64_t *bits, bins *out) {
    uint32_t list[SEPAL_CHUNK];
    uint32_t next[SEPAL_MOST_BINS], sum = 0;
    uint8_t kind[SEPAL_CHUNK];
    size_t listed = 0, pair;
    for (unsigned k = 0; k < kinds; k++)
        next[k] = 0;
    FOR_BITS(pair, bits, count) {
        list[listed] = (uint32_t)pair;
        kind[listed] = (uint8_t)kind_of(question, pairs[pair]);
        next[kind[listed++]]++;
    }
    for (unsigned k = 0; k < kinds; k++) {
        uint32_t of_kind = next[k];
        out->start[k] = next[k] = sum;
        sum += of_kind;
    }
    out->start[kinds] = sum;
    for (size_t i = 0; i < listed; i++) {
        uint32_t to = next[kind[i]]++;
        out->room.pairs[to] = pairs[list[i]];
        out->room.slots[to] = slots == NULL ? list[i] : slots[list[i]];
    }
}

/* Lists those of `count` > 0 pairs whose bit is set. */
static inline pair_list list_pairs(const sepal_pair *pairs, size_t count, const uint64_t *bits, pair_room *room) {
    size_t listed = 0, k;
    room->pairs[0] = pairs[0]; /* without which gcc 12 warns of an empty list */
    FOR_BITS(k, bits, count) {
        room->pairs[listed] = pairs[k];
        room->slots[listed++] = (uint32_t)k;
    }
    return (pair_list){room->pairs, room->slots, listed};
}

/* Sets the chunk's bits of those pairs of a list whose bit in `own` is set. */
static inline void take_bits(const pair_list *list, const uint64_t *own, uint64_t *bits) {
    size_t k;
    FOR_BITS(k, own, list->count)
        set_bit(bits, list->slots[k]);
}

/* Takes the answers of a stage: sets the bits of the pairs with a yes, and keeps the open pairs in the list. */
static inline void take_answers(pair_list *list, const verdicts *found, uint64_t *bits) {
    size_t kept = 0, k;
    take_bits(list, found->yes, bits);
    FOR_BITS(k, found->open, list->count) {
        list->pairs[kept] = list->pairs[k];
        list->slots[kept++] = list->slots[k];
    }
    list->count = kept;
}

#endif
