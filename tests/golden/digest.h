/* digest.h — digests of answers: of their bits, in an order that does not depend on the machine. FNV-1a (Fowler, Noll, Vo, Eastlake:
 * The FNV Non-Cryptographic Hash Algorithm, RFC 9923). */
#ifndef SEPAL_TESTS_GOLDEN_DIGEST_H
#define SEPAL_TESTS_GOLDEN_DIGEST_H

#include <sepal/base.h>
#include <string.h>

typedef uint64_t digest;

static const digest digest_start = 0xcbf29ce484222325u;

/* The bytes of a word, the least first. */
static inline void take_word(digest *d, uint64_t word, int bytes) {
    for (int k = 0; k < bytes; k++)
        *d = (*d ^ (word >> 8 * k & 0xff)) * 0x100000001b3u;
}

static inline void take_bits(digest *d, const uint64_t *bits, size_t count) {
    for (size_t i = 0; i < SEPAL_BIT_WORDS(count); i++)
        take_word(d, bits[i], 8);
}

static inline void take_floats(digest *d, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        take_word(d, word, 4);
    }
}

#endif
