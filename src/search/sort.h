/* sort.h — pairs in ascending order. */
#ifndef SEPAL_SEARCH_SORT_H
#define SEPAL_SEARCH_SORT_H

#include <sepal/base.h>
#include <stdbool.h>

/* How the numbers of pairs are cut into digits. */
typedef struct sepal_pair_digits {
    uint32_t first;                   /* every a is at least this */
    unsigned a_bits;                  /* of a - first: the bits that are sorted within a part; the parts are the bits above */
    unsigned b_low_bits, b_high_bits; /* of b: two digits */
    size_t parts;
} sepal_pair_digits;

/* For `count` pairs with first <= a < first + count_a and b < count_b; counts are at least 1. */
sepal_pair_digits sepal_pair_digits_for(size_t count, uint32_t first, size_t count_a, size_t count_b);

/* Bytes of counters that sorting takes. */
size_t sepal_sort_bytes(const sepal_pair_digits *digits);

/* Sorts `count` pairs, none twice, by a, then by b. from: the pairs; spare, to: room for as many; to receives them, and may be
 * `from`. counters: sepal_sort_bytes. */
void sepal_sort_pairs(const sepal_pair_digits *digits, const sepal_pair *from, sepal_pair *spare, sepal_pair *to, size_t count,
                      void *counters);

#endif
