/* bins.h — the pairs of a chunk that wait, sorted by the kernel that they wait for. */
#ifndef SEPAL_KERNEL_BINS_H
#define SEPAL_KERNEL_BINS_H

#include "exact.h"

/* Kinds of pairs. The first nine are pairs of block sizes 4, 8, 16: kind 3 * i + j has blocks of 4 << i and 4 << j floats. */
enum { BOTH_LARGE = 9, ONE_LARGE, BOXES, REFERENCE, KINDS };

static inline uint32_t block_class(uint32_t size) {
    return size <= 4 ? 0 : size <= 8 ? 1 : 2;
}

static inline sizes sizes_of(int kind, bool same) {
    return kind == BOXES ? (sizes){4, 4, same} : (sizes){4U << (kind / 3), 4U << (kind % 3), same};
}

/* Which filter a pair is for. */
static inline int filter_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    if (a->flags & b->flags & SEPAL_BOX)
        return BOXES;
    if (a->size > SEPAL_LANE_VERTICES || b->size > SEPAL_LANE_VERTICES)
        return a->size > 8 && b->size > 8 ? BOTH_LARGE : ONE_LARGE;
    return (int)(3 * block_class(a->size) + block_class(b->size));
}

/* Which exact kernel a pair is for: never BOXES. */
static inline int exact_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    if (a->size > SEPAL_LANE_VERTICES || b->size > SEPAL_LANE_VERTICES)
        return ONE_LARGE;
    return exact_takes(a, b) ? (int)(3 * block_class(a->size) + block_class(b->size)) : REFERENCE;
}

typedef struct bins {
    sepal_pair pairs[SEPAL_CHUNK];
    uint32_t place[SEPAL_CHUNK]; /* of each pair in the chunk */
    uint32_t start[KINDS + 1];   /* pairs of kind k: start[k] .. start[k+1]-1 */
} bins;

/* Sorts the open ones of `count` pairs. place: of each pair in the chunk; NULL if pair k is at place k. */
static inline void sort_open(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place, size_t count,
                             const uint64_t *open, int (*kind_of)(const sepal_poly_head *, const sepal_poly_head *), bins *out) {
    uint8_t kind[SEPAL_CHUNK];
    uint16_t number[SEPAL_CHUNK];
    uint32_t total = 0, next[KINDS] = {0};
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            number[total] = (uint16_t)k;
            kind[total] = (uint8_t)kind_of(&a->heads[pairs[k].a], &b->heads[pairs[k].b]);
            next[kind[total++]]++;
        }
    uint32_t sum = 0;
    for (int k = 0; k < KINDS; k++) {
        out->start[k] = sum;
        sum += next[k];
        next[k] = out->start[k];
    }
    out->start[KINDS] = sum;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t to = next[kind[i]]++, k = number[i];
        out->pairs[to] = pairs[k];
        out->place[to] = place == NULL ? k : place[k];
    }
}

/* Sets the bits of the pairs of a list that overlap. */
static inline void spread(const uint32_t *place, size_t count, const uint64_t *yes, uint64_t *bits) {
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = yes[word]; left != 0; left &= left - 1) {
            uint32_t at = place[word * 64 + (size_t)__builtin_ctzll(left)];
            bits[at / 64] |= UINT64_C(1) << (at % 64);
        }
}

/* Moves the open pairs of a list to its front; returns how many there are. */
static inline size_t keep_open(sepal_pair *pairs, uint32_t *place, size_t count, const uint64_t *open) {
    size_t kept = 0;
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            pairs[kept] = pairs[k];
            place[kept++] = place[k];
        }
    return kept;
}

#endif
