/* verdicts.h — the answers of a chunk of pairs. A filter answers up to SEPAL_CHUNK pairs with two bits each: `yes`, and `open`, not
 * decided. What is neither is no. */
#ifndef SEPAL_BATCH_VERDICTS_H
#define SEPAL_BATCH_VERDICTS_H

#include "lanes.h"

/* Pairs; a multiple of 64. Enough to fill the lanes of every kind of pair; the lists of a chunk still fit the first-level caches.
 */
#define SEPAL_CHUNK 2048

typedef struct verdicts {
    uint64_t yes[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
} verdicts;

/* Bits for the first `count` pairs of a chunk: all of them set; or, of the last word, none past the end. */
static inline void mark_all(uint64_t *bits, size_t count) {
    for (size_t word = 0; word * 64 < count; word++)
        bits[word] = count - word * 64 >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (count % 64)) - 1;
}
static inline void drop_spare(uint64_t *bits, size_t count) {
    if (count % 64 != 0)
        bits[count / 64] &= (UINT64_C(1) << (count % 64)) - 1;
}

static inline void verdicts_clear(verdicts *out) {
    for (int k = 0; k < SEPAL_CHUNK / 64; k++)
        out->yes[k] = out->open[k] = 0;
}

/* Notes the answers of the group that begins with pair k (a multiple of SEPAL_LANES). Of a last group that is not full, drops the
 * lanes from `count` on. */
static inline void verdicts_note(verdicts *out, size_t k, size_t count, lanes group) {
    uint64_t valid = count - k >= SEPAL_LANES ? ~UINT64_C(0) : (UINT64_C(1) << (count - k)) - 1;
    out->yes[k / 64] |= (group.yes & valid) << (k % 64);
    out->open[k / 64] |= (group.open & valid) << (k % 64);
}

static inline bool any_open(const verdicts *v) {
    uint64_t any = 0;
    for (int k = 0; k < SEPAL_CHUNK / 64; k++)
        any |= v->open[k];
    return any != 0;
}

#endif
