/* pairs.h — lists of pairs, and the bits that answer them, one at a time. */
#ifndef SEPAL_CORE_PAIRS_H
#define SEPAL_CORE_PAIRS_H

#include <sepal/base.h>
#include <stdbool.h>

/* Is every pairs[k].a < count_a and every pairs[k].b < count_b? */
static inline bool sepal_pairs_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    for (size_t k = 0; k < count; k++)
        if (pairs[k].a >= count_a || pairs[k].b >= count_b)
            return false;
    return true;
}

/* Writes answer k. The answers of a word are written in ascending order; the first of them clears the word. */
static inline void sepal_bits_write(uint64_t *bits, size_t k, bool answer) {
    uint64_t bit = UINT64_C(1) << (k % 64);
    bits[k / 64] = (k % 64 == 0 ? 0 : bits[k / 64]) | (answer ? bit : 0);
}

#endif
