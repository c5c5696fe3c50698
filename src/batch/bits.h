/* bits.h — sets of pairs of a chunk, as bits: bit k % 64 of word k / 64 is pair k. */
#ifndef SEPAL_BATCH_BITS_H
#define SEPAL_BATCH_BITS_H

#include "../core/compiler.h"
#include <sepal/base.h>
#include <stdbool.h>
#include <stddef.h>

/* In the word whose first bit is pair `first`: the bits of the pairs with numbers below `count`. */
static inline uint64_t bits_below(size_t count, size_t first) {
    return count - first >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (count - first)) - 1;
}

static inline void set_bit(uint64_t *bits, size_t k) {
    bits[k / 64] |= UINT64_C(1) << (k % 64);
}

static inline void clear_bit(uint64_t *bits, size_t k) {
    bits[k / 64] &= ~(UINT64_C(1) << (k % 64));
}

static inline unsigned bit_at(const uint64_t *bits, size_t k) {
    return (unsigned)(bits[k / 64] >> (k % 64) & 1);
}

/* Sets the bits of the first `count` pairs. The first word is written even if there are none, so that gcc sees that bits are set. */
static inline void set_all(uint64_t *bits, size_t count) {
    size_t first = 0;
    do {
        bits[first / 64] = bits_below(count, first);
        first += 64;
    } while (first < count);
}

static inline void copy_bits(uint64_t *to, const uint64_t *from, size_t count) {
    for (size_t first = 0; first < count; first += 64)
        to[first / 64] = from[first / 64];
}

/* How many of the first `count` bits are set; the bits after them are 0. */
static inline size_t count_bits(const uint64_t *bits, size_t count) {
#ifdef __POPCNT__
    size_t sum = 0;
    for (size_t first = 0; first < count; first += 64)
        sum += (size_t)__builtin_popcountll(bits[first / 64]);
    return sum;
#else
    return sepal_bits_count(bits, count);
#endif
}

/* A loop over the pairs whose bit is set, in ascending order, with k for each in turn. */
#define FOR_BITS(k, bits, count)                                                                                                   \
    for (size_t bits_word = 0; bits_word * 64 < (count); bits_word++)                                                              \
        for (uint64_t bits_left = (bits)[bits_word]; bits_left != 0 && ((k) = bits_word * 64 + sepal_lowest_bit(bits_left), true); \
             bits_left &= bits_left - 1)

#endif
