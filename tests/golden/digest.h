/* digest.h — digests of sets and answers: of the bits, in an order that does not depend on the machine. FNV-1a (Fowler, Noll, Vo,
 * Eastlake: The FNV Non-Cryptographic Hash Algorithm, RFC 9923). */
#ifndef SEPAL_TESTS_DIGEST_H
#define SEPAL_TESTS_DIGEST_H

#include "../questions/questions.h"

#include <sepal/polys.h>

typedef uint64_t digest;

digest digest_start(void);

/* The bytes of a word, the least significant first. */
void take_word(digest *d, uint64_t word, int bytes);

void take_bits(digest *d, const uint64_t *bits, size_t count);
void take_floats(digest *d, const float *values, size_t count);
void take_set(digest *d, const sepal_polys *set);
void take_pairs(digest *d, const sepal_pair *pairs, size_t count);

/* All answers, array by array. */
void take_reply(digest *d, const reply *r);

#endif
