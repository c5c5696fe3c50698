/* kinds.h — pairs of polygons by the kernel that they are for. */
#ifndef SEPAL_POLYS_KERNEL_KINDS_H
#define SEPAL_POLYS_KERNEL_KINDS_H

#include "../../batch/bins.h"
#include "exact.h"

/* Kinds of pairs. The first nine are pairs of block sizes 4, 8, 16: kind 3 * i + j has blocks of 4 << i and 4 << j floats.
 * Other questions have kinds of their own; round.h has the most. */
enum { BOTH_LARGE = 9, ONE_LARGE, BOXES, REFERENCE, KINDS, MTV_LARGE = 16, MTV_KINDS };

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

/* Sorts the open ones of `count` pairs by a kind that the heads tell. place: as above. */
static inline void sort_open(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place,
                             size_t count, const uint64_t *open, int (*kind_of)(const sepal_poly_head *, const sepal_poly_head *),
                             int kinds, bins *out) {
    open_kinds found;
    clear_kinds(&found, kinds);
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            note_kind(&found, k, kind_of(&a->heads[pairs[k].a], &b->heads[pairs[k].b]));
        }
    sort_kinds(&found, kinds, pairs, place, out);
}

#endif
