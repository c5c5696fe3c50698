/* pairs.h — the bits that answer a list of pairs, one at a time. */
#ifndef SEPAL_CORE_PAIRS_H
#define SEPAL_CORE_PAIRS_H

#include <sepal/base.h>
#include <stdbool.h>

/* Writes answer k. The answers of a word are written in ascending order; the first of them clears the word. */
static inline void sepal_bits_write(uint64_t *bits, size_t k, bool answer) {
    uint64_t bit = UINT64_C(1) << (k % 64);
    bits[k / 64] = (k % 64 == 0 ? 0 : bits[k / 64]) | (answer ? bit : 0);
}

#endif
