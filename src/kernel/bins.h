/* bins.h — the pairs of a chunk that wait, sorted by the kernel that they wait for. */
#ifndef SEPAL_KERNEL_BINS_H
#define SEPAL_KERNEL_BINS_H

#include "exact.h"

/* Kinds of pairs. The first nine are pairs of block sizes 4, 8, 16: kind 3 * i + j has blocks of 4 << i and 4 << j floats.
 * Other questions have kinds of their own; round.h has the most. */
enum { BOTH_LARGE = 9, ONE_LARGE, BOXES, REFERENCE, KINDS, MTV_LARGE = 16, MTV_KINDS, MOST_KINDS = 37 };

static inline sizes sizes_of(int kind, bool same) {
    return kind == BOXES ? (sizes){4, 4, same} : (sizes){4U << (kind / 3), 4U << (kind % 3), same};
}

/* Which filter a pair is for, by the classes of its polygons: a table, since branches on random classes cannot be predicted. */
static inline int filter_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    static const uint8_t kinds[SEPAL_CLASSES][SEPAL_CLASSES] = {
        {0, 1, 2, ONE_LARGE, 0},     {3, 4, 5, ONE_LARGE, 3},
        {6, 7, 8, BOTH_LARGE, 6},    {ONE_LARGE, ONE_LARGE, BOTH_LARGE, BOTH_LARGE, ONE_LARGE},
        {0, 1, 2, ONE_LARGE, BOXES},
    };
    return kinds[a->class][b->class];
}

/* Which exact kernel a pair is for: never BOXES. */
static inline int exact_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    int kind = filter_kind(a, b);
    if (kind == BOTH_LARGE || kind == ONE_LARGE)
        return ONE_LARGE;
    return !exact_takes(a, b) ? REFERENCE : kind == BOXES ? 0 : kind;
}

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

/* Sorts the open ones of `count` pairs by a kind that the heads tell. place: as above. */
static inline void sort_open(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place,
                             size_t count, const uint64_t *open, int (*kind_of)(const sepal_poly_head *, const sepal_poly_head *),
                             int kinds, bins *out) {
    open_kinds found;
    clear_kinds(&found, kinds);
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + (size_t)__builtin_ctzll(left);
            note_kind(&found, k, kind_of(&a->heads[pairs[k].a], &b->heads[pairs[k].b]));
        }
    sort_kinds(&found, kinds, pairs, place, out);
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
