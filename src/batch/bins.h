/* bins.h — sorts the pairs of a chunk that are left for a later stage by kind, so that pairs of one kind fill the lanes of one
 * kernel. */
#ifndef SEPAL_BATCH_BINS_H
#define SEPAL_BATCH_BINS_H

#include "chunk.h"
#include <assert.h>
#include <string.h>

/* The greatest number of kinds of pairs that a question may have. */
enum { SEPAL_MOST_BINS = 64 };

/* Some pairs of a chunk. slots[k]: the number of pair k in the chunk, which is also the number of its bit. */
typedef struct pair_list {
    sepal_pair *pairs;
    uint16_t *slots;
    size_t count;
} pair_list;

/* The pairs the other way round. */
static inline void turn_pairs(const sepal_pair *pairs, size_t count, sepal_pair *turned) {
    for (size_t k = 0; k < count; k++)
        turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
}

/* The memory for a list of a block. Stages after the first work in the memory of the list that they are given, since the stack is
 * short. */
typedef struct block_room {
    sepal_pair pairs[SEPAL_BLOCK];
    uint16_t slots[SEPAL_BLOCK];
} block_room;

/* Returns the kind of a pair, which is less than the number of kinds. */
typedef unsigned pair_kind(const void *question, sepal_pair pair);

/* A row of answers that may not be wanted, from number `first` on. */
static inline float *row_from(float *row, size_t first) {
    return row == NULL ? NULL : row + first;
}

/* Writes `count` numbers to a row of answers from number `first` on, if they are wanted. */
static inline void write_row(float *row, size_t first, const float *from, size_t count) {
    if (row != NULL)
        memcpy(row + first, from, count * sizeof *row);
}

/* Writes the numbers of a list to the slots of its pairs, if they are wanted. */
static inline void write_to_slots(float *to, const pair_list *list, const float *from) {
    for (size_t k = 0; to != NULL && k < list->count; k++)
        to[list->slots[k]] = from[k];
}

/* Reads the numbers of a list from the slots of its pairs; those of the pairs that fill up the last group are 0. */
static inline void read_from_slots(float *to, const pair_list *list, const float *from) {
    size_t k = 0;
    for (; k < list->count; k++)
        to[k] = from[list->slots[k]];
    for (; k % SEPAL_LANES != 0; k++)
        to[k] = 0;
}

/* Lists those of `count` > 0 pairs whose bit is set, in memory for as many. */
static inline pair_list list_into(const sepal_pair *pairs, size_t count, const uint64_t *bits, sepal_pair *to, uint16_t *slots) {
    size_t listed = 0, k;
    assert(count > 0);
    to[0] = pairs[0]; /* without which gcc 12 warns of an empty list */
    FOR_BITS(k, bits, count) {
        to[listed] = pairs[k];
        slots[listed++] = (uint16_t)k;
    }
    return (pair_list){to, slots, listed};
}

/* Lists those of `count` > 0 pairs whose bit is set, at most SEPAL_BLOCK, in the room of a block. */
static inline pair_list list_block(const sepal_pair *pairs, size_t count, const uint64_t *bits, block_room *room) {
    assert(count_bits(bits, count) <= SEPAL_BLOCK);
    return list_into(pairs, count, bits, room->pairs, room->slots);
}

/* Lists the next pairs of a chunk whose bit is set, at most a block of them. from: a multiple of 64, where they begin; becomes that of
 * the next ones. */
static inline pair_list next_block(const sepal_pair *pairs, size_t count, const uint64_t *bits, size_t *from, block_room *room) {
    size_t listed = 0, at = *from;
    assert(at % 64 == 0 && at < count);
    room->pairs[0] = pairs[0]; /* as above */
    for (; at < count && listed + 64 <= SEPAL_BLOCK; at += 64)
        for (uint64_t left = bits[at / 64]; left != 0; left &= left - 1) {
            size_t k = at + sepal_lowest_bit(left);
            room->pairs[listed] = pairs[k];
            room->slots[listed++] = (uint16_t)k;
        }
    *from = at;
    return (pair_list){room->pairs, room->slots, listed};
}

/* The slots of pairs, sorted by kind: for stages that take blocks, whose pairs are fetched again. They take a fifth of the memory. Bit k
 * of `present` is set if there are pairs of kind k: most lists have few kinds, and a list of one pair is not to cost a walk over all.
 * start[k] has a meaning for these; start[SEPAL_MOST_BINS] is the end. */
typedef struct slot_bins {
    uint16_t slots[SEPAL_CHUNK];
    uint16_t start[SEPAL_MOST_BINS + 1];
    uint64_t present;
} slot_bins;

/* Goes through the kinds of which there are pairs, in ascending order. */
#define FOR_KINDS(kind, sorted)                                                                                                    \
    for (uint64_t kinds_left = (sorted)->present; kinds_left != 0 && ((kind) = sepal_lowest_bit(kinds_left), true);                \
         kinds_left &= kinds_left - 1)

/* Puts the slots in the order of their kinds; kind: that of each pair whose bit is set; next: how many there are of each. */
static SEPAL_NOINLINE void sort_kinds(uint8_t *kind, uint32_t *next, size_t count, const uint64_t *bits, slot_bins *out) {
    uint16_t *slot = out->slots;
    uint32_t sum = 0;
    size_t pair;
    unsigned k;
    FOR_KINDS(k, out) {
        const uint32_t of_kind = next[k];
        out->start[k] = (uint16_t)sum;
        next[k] = sum;
        sum += of_kind;
    }
    out->start[SEPAL_MOST_BINS] = (uint16_t)sum;
    if ((out->present & (out->present - 1)) == 0) /* mostly: no counts that are read again at once, which takes longer */
        FOR_BITS(pair, bits, count)
            *slot++ = (uint16_t)pair;
    else
        FOR_BITS(pair, bits, count)
            slot[next[*kind++]++] = (uint16_t)pair;
}

/* Sorts by kind those of `count` pairs whose bit is set (counting sort). */
SPECIALISED void sort_slots(pair_kind *kind_of, unsigned kinds, const void *question, const sepal_pair *pairs, size_t count,
                            const uint64_t *bits, slot_bins *out) {
    uint8_t kind[SEPAL_CHUNK];
    uint32_t counts[SEPAL_MOST_BINS]; /* of the kinds that are present */
    size_t listed = 0, pair;
    uint64_t present = 0;
    FOR_BITS(pair, bits, count) {
        const unsigned k = kind_of(question, pairs[pair]);
        assert(k < kinds);
        if ((present >> k & 1) == 0) {
            present |= (uint64_t)1 << k;
            counts[k] = 0;
        }
        counts[k]++;
        kind[listed++] = (uint8_t)k;
    }
    (void)kinds; /* without assertions */
    out->present = present;
    sort_kinds(kind, counts, count, bits, out);
}

static inline size_t kind_count(const slot_bins *sorted, unsigned kind) {
    uint64_t after = sorted->present & ~(((uint64_t)2 << kind) - 1);
    size_t end = sorted->start[after == 0 ? SEPAL_MOST_BINS : sepal_lowest_bit(after)];
    return sorted->present >> kind & 1 ? end - sorted->start[kind] : 0;
}

/* The block that begins with pair `from` of a kind. pairs: of the chunk; room: for SEPAL_BLOCK. */
static inline pair_list block_of_kind(slot_bins *sorted, unsigned kind, size_t from, const sepal_pair *pairs, sepal_pair *room) {
    uint16_t *slots = sorted->slots + sorted->start[kind] + from;
    size_t count = block_from(from, kind_count(sorted, kind));
    assert(count > 0);
    room[0] = pairs[slots[0]]; /* as above; no block is empty */
    for (size_t k = 1; k < count; k++)
        room[k] = pairs[slots[k]];
    return (pair_list){room, slots, count};
}

/* A block of a list, sorted by kind. */
typedef struct block_bins {
    block_room room;
    uint16_t start[SEPAL_MOST_BINS + 1];
} block_bins;

static inline pair_list block_bin(block_bins *sorted, unsigned kind) {
    size_t start = sorted->start[kind];
    return (pair_list){sorted->room.pairs + start, sorted->room.slots + start, sorted->start[kind + 1] - start};
}

SPECIALISED void sort_block(pair_kind *kind_of, unsigned kinds, const void *question, const pair_list *block, block_bins *out) {
    uint32_t next[SEPAL_MOST_BINS] = {0}, sum = 0; /* in 16 bits a count that is read again at once takes longer (docs/tried.md) */
    uint8_t kind[SEPAL_BLOCK];
    assert(block->count <= SEPAL_BLOCK && kinds <= SEPAL_MOST_BINS);
    for (size_t k = 0; k < block->count; k++) {
        kind[k] = (uint8_t)kind_of(question, block->pairs[k]);
        assert(kind[k] < kinds);
        next[kind[k]]++;
    }
    for (unsigned k = 0; k < kinds; k++) {
        uint32_t of_kind = next[k];
        out->start[k] = (uint16_t)sum;
        next[k] = sum;
        sum += of_kind;
    }
    out->start[kinds] = (uint16_t)sum;
    for (size_t k = 0; k < block->count; k++) {
        size_t to = next[kind[k]]++;
        out->room.pairs[to] = block->pairs[k];
        out->room.slots[to] = block->slots[k];
    }
}

/* Pairs from .. from+count-1 of a list. */
static inline pair_list part_of_list(const pair_list *list, size_t from, size_t count) {
    assert(from + count <= list->count);
    return (pair_list){list->pairs + from, list->slots + from, count};
}

/* Keeps those pairs of a list whose bit is set. */
static inline void keep_pairs(pair_list *list, const uint64_t *bits) {
    size_t kept = 0, k;
    FOR_BITS(k, bits, list->count) {
        list->pairs[kept] = list->pairs[k];
        list->slots[kept++] = list->slots[k];
    }
    list->count = kept;
}

/* Moves the pairs of a kind to the front of a list, and returns how many they are; the others are behind them, in any order. */
SPECIALISED size_t kind_first(pair_kind *kind_of, unsigned kind, const void *question, const pair_list *list) {
    size_t front = 0;
    for (size_t k = 0; k < list->count; k++) {
        sepal_pair pair = list->pairs[k];
        uint16_t slot = list->slots[k];
        if (kind_of(question, pair) != kind)
            continue;
        list->pairs[k] = list->pairs[front];
        list->slots[k] = list->slots[front];
        list->pairs[front] = pair;
        list->slots[front++] = slot;
    }
    return front;
}

/* Sets the chunk's bits of those pairs of a list whose bit in `own` is set. */
static inline void take_bits(const pair_list *list, const uint64_t *own, uint64_t *bits) {
    size_t k;
    FOR_BITS(k, own, list->count) {
        assert(list->slots[k] < SEPAL_CHUNK);
        set_bit(bits, list->slots[k]);
    }
}

/* Takes the answers of a stage: sets the bits of the pairs with a yes, and keeps the open pairs in the list. */
static inline void take_answers(pair_list *list, const verdicts *answers, uint64_t *bits) {
    take_bits(list, answers->yes, bits);
    keep_pairs(list, answers->open);
}

#endif
