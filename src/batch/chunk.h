/* chunk.h — questions about many pairs: cut into chunks, and asked of a kernel that takes SEPAL_LANES pairs at a time.
 *
 * A kernel gives two bits a pair, and a list of pairs gets two bits a pair: `yes`, and `open`, which is what a later stage has to
 * answer. Kernels that compute numbers store them through the question that they are handed. */
#ifndef SEPAL_BATCH_CHUNK_H
#define SEPAL_BATCH_CHUNK_H

#include "bits.h"
#include "lanes.h"

/* Pairs; a multiple of 64. So many fill the lanes even if they are of many kinds, and lists of them stay in the first-level cache.
 */
#define SEPAL_CHUNK 2048

/* What is known of up to SEPAL_CHUNK pairs. Bits past the last pair are 0; words past its word have no meaning. */
typedef struct verdicts {
    uint64_t yes[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
} verdicts;

/* The sizes of the two shapes of every pair of a list: constants of them make the loops of a kernel constant. same: all shapes of
 * both sets take the same room, so that shape k is found without looking up where it is. */
typedef struct sizes {
    uint32_t a, b;
    bool same;
} sizes;

/* Answers the pairs `group`, which are pairs k .. k + SEPAL_LANES - 1 of a list. */
typedef lanes group_kernel(const void *question, const sepal_pair *group, size_t k, sizes n);

/* Fetches what a kernel will read of a pair. */
typedef void pair_fetch(const void *question, sepal_pair pair);

/* So many pairs ahead: far enough for the memory, near enough for the first-level cache. */
enum { SEPAL_FETCH_AHEAD = 64 };

/* Stores the two words that hold the answers of the pairs first .. first+63, as far as there are pairs; returns the open ones. */
static inline uint64_t store_words(verdicts *out, size_t first, size_t count, uint64_t yes, uint64_t open) {
    uint64_t below = bits_below(count, first);
    out->yes[first / 64] = yes & below;
    out->open[first / 64] = open & below;
    return open & below;
}

/* Asks a kernel about a list of up to SEPAL_CHUNK pairs; returns whether it leaves any open. fetch: NULL if the sets are in the
 * caches. The words of the answers are kept in registers: read back at once, they would wait for their own stores. */
SPECIALISED bool ask_groups(group_kernel *kernel, pair_fetch *fetch, const void *question, const sepal_pair *pairs, size_t count,
                            sizes n, verdicts *out) {
    uint64_t any_open = 0;
    for (size_t first = 0; first < count; first += 64) {
        uint64_t yes = 0, open = 0;
        for (size_t k = first; k < first + 64 && k < count; k += SEPAL_LANES) {
            if (fetch != NULL)
                for (size_t ahead = k + SEPAL_FETCH_AHEAD; ahead < k + SEPAL_FETCH_AHEAD + SEPAL_LANES && ahead < count; ahead++)
                    fetch(question, pairs[ahead]);
            sepal_pair spare[SEPAL_LANES];
            lanes found = kernel(question, group_at(pairs, k, count, spare), k, n);
            yes |= (uint64_t)found.yes << (k % 64);
            open |= (uint64_t)found.open << (k % 64);
        }
        any_open |= store_words(out, first, count, yes, open);
    }
    return any_open != 0;
}

/* Answers shapes k .. k + SEPAL_LANES - 1 of a range of `count`, as far as they are in it. */
typedef lanes range_kernel(const void *question, size_t k, size_t count);

/* The same for one shape against a range of shapes. */
SPECIALISED bool ask_range(range_kernel *kernel, const void *question, size_t count, verdicts *out) {
    uint64_t any_open = 0;
    for (size_t first = 0; first < count; first += 64) {
        uint64_t yes = 0, open = 0;
        for (size_t k = first; k < first + 64 && k < count; k += SEPAL_LANES) {
            lanes found = kernel(question, k, count);
            yes |= (uint64_t)found.yes << (k % 64);
            open |= (uint64_t)found.open << (k % 64);
        }
        any_open |= store_words(out, first, count, yes, open);
    }
    return any_open != 0;
}

/* Answers pair k of a list, in bit 0. */
typedef lanes pair_kernel(const void *question, sepal_pair pair, size_t k);

/* The same for a kernel that takes one pair at a time. */
SPECIALISED bool ask_each(pair_kernel *kernel, const void *question, const sepal_pair *pairs, size_t count, verdicts *out) {
    uint64_t any_open = 0;
    for (size_t first = 0; first < count; first += 64) {
        uint64_t yes = 0, open = 0;
        for (size_t k = first; k < first + 64 && k < count; k++) {
            lanes found = kernel(question, pairs[k], k);
            yes |= (uint64_t)found.yes << (k % 64);
            open |= (uint64_t)found.open << (k % 64);
        }
        any_open |= store_words(out, first, count, yes, open);
    }
    return any_open != 0;
}

/* Answers the pairs first .. first+count-1 of what was asked; `first` is a multiple of SEPAL_CHUNK, and count is at most that. */
typedef void chunk_answer(const void *question, size_t first, size_t count);

/* Cuts a question about `count` pairs into chunks. */
static inline void for_chunks(chunk_answer *answer, const void *question, size_t count) {
    for (size_t first = 0; first < count; first += SEPAL_CHUNK)
        answer(question, first, count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK);
}

#endif
