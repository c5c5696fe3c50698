/* bins.h — the pairs of a chunk that wait, sorted by the kernel that they wait for. */
#ifndef SEPAL_BATCH_BINS_H
#define SEPAL_BATCH_BINS_H

#include "verdicts.h"

/* No question has more kinds of pairs. */
enum { MOST_KINDS = 37 };

typedef struct bins {
    sepal_pair pairs[SEPAL_CHUNK];
    uint32_t place[SEPAL_CHUNK];    /* of each pair in the chunk */
    uint32_t start[MOST_KINDS + 1]; /* pairs of kind k: start[k] .. start[k+1]-1 */
} bins;

/* The open pairs of a chunk: the number of each, and the kind that it is of. */
typedef struct open_kinds {
    uint16_t number[SEPAL_CHUNK];
    uint8_t kind[SEPAL_CHUNK];
    uint32_t total, of_kind[MOST_KINDS]; /* how many */
} open_kinds;

static inline void clear_kinds(open_kinds *found, int kinds) {
    found->total = 0;
    for (int kind = 0; kind < kinds; kind++)
        found->of_kind[kind] = 0;
}

static inline void note_kind(open_kinds *found, size_t number, int kind) {
    found->number[found->total] = (uint16_t)number;
    found->kind[found->total++] = (uint8_t)kind;
    found->of_kind[kind]++;
}

/* Sorts them by counting. place: of each pair in the chunk; NULL if pair k is at place k. */
static inline void sort_kinds(const open_kinds *found, int kinds, const sepal_pair *pairs, const uint32_t *place, bins *out) {
    uint32_t sum = 0, next[MOST_KINDS];
    for (int kind = 0; kind < kinds; kind++) {
        out->start[kind] = next[kind] = sum;
        sum += found->of_kind[kind];
    }
    out->start[kinds] = sum;
    for (uint32_t i = 0; i < found->total; i++) {
        uint32_t to = next[found->kind[i]]++, k = found->number[i];
        out->pairs[to] = pairs[k];
        out->place[to] = place == NULL ? k : place[k];
    }
}

/* Sets the bits of the pairs of a list that overlap. */
static inline void spread(const uint32_t *place, size_t count, const uint64_t *yes, uint64_t *bits) {
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = yes[word]; left != 0; left &= left - 1) {
            uint32_t at = place[word * 64 + sepal_lowest_bit(left)];
            bits[at / 64] |= UINT64_C(1) << (at % 64);
        }
}

/* Moves the open pairs of a list to its front; returns how many there are. */
static inline size_t keep_open(sepal_pair *pairs, uint32_t *place, size_t count, const uint64_t *open) {
    size_t kept = 0;
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            pairs[kept] = pairs[k];
            place[kept++] = place[k];
        }
    return kept;
}

#endif
