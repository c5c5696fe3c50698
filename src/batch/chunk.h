/* chunk.h — how a question about many pairs is cut into chunks, and put to a kernel that takes SEPAL_LANES pairs at a time.
 *
 * A kernel gives each pair two bits: `yes`, and `open`, if a later stage has to answer the pair. Kernels that compute numbers
 * store them through the pointer to the question, which they are given. */
#ifndef SEPAL_BATCH_CHUNK_H
#define SEPAL_BATCH_CHUNK_H

#include "../core/compiler.h"
#include "../core/stages.h"
#include "../simd/simd.h"
#include <assert.h>
#include <sepal/base.h>
#include <stdbool.h>
#include <stddef.h>

/* --- Sets of pairs ------------------------------------------------------------------------------------------------------------ */

/* Sets of pairs of a chunk, as bits: bit k % 64 of word k / 64 is pair k. */

/* In the word whose first bit is pair `first`: the bits of the pairs with numbers below `count`. */
static inline uint64_t bits_below(size_t count, size_t first) {
    assert(first <= count);
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

/* The first n quads of records of so many bytes; index[2 * lane] is the record: that of the one or the other of a group of pairs. */
SPECIALISED void load_records(const void *records, size_t bytes, const uint32_t *index, int n, w *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = (const float *)(const void *)((const char *)records + bytes * index[2 * lane]);
    w_load_quads(at, n, out);
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

/* --- What a kernel says ------------------------------------------------------------------------------------------------------- */

/* What a kernel says of SEPAL_LANES pairs, one pair in each lane. */

/* Bit k is for lane k. `open`: the kernel does not know the answer; then `yes` is 0. Where both are 0, the answer is no. A kernel that
 * computes numbers says yes to the pairs whose numbers it has stored. */
typedef struct lanes {
    unsigned yes, open;
} lanes;

#define ALL_LANES ((1U << SEPAL_LANES) - 1)

/* Lanes in which neither `no` nor `yes` is certain are open. */
static inline lanes decided(wm no, wm yes) {
    unsigned bits = wm_bits(yes);
    return (lanes){bits, ALL_LANES & ~(bits | wm_bits(no))};
}

/* The group of pairs that begins with pair k. If there are fewer pairs than lanes, they are copied to `spare`, and pair k is
 * repeated. */
static inline const sepal_pair *group_at(const sepal_pair *pairs, size_t k, size_t count, sepal_pair *spare) {
    assert(k < count);
    if (count - k >= SEPAL_LANES)
        return pairs + k;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        spare[lane] = pairs[k + lane < count ? k + lane : k];
    return spare;
}

/* --- Chunks ------------------------------------------------------------------------------------------------------------------- */

/* The pairs of a chunk, a multiple of 64: enough to fill the lanes with pairs of one kind even if there are many kinds, and few
 * enough for their lists to stay in the first-level cache, and for two of them and the rest of a call to fit 56 KiB of stack whatever
 * flags the compiler is given. */
#define SEPAL_CHUNK 1728

/* Stages that keep more than bits of each pair take a list in blocks of so many pairs, a multiple of 64, since that is kept on the
 * stack. */
#define SEPAL_BLOCK 256

_Static_assert(SEPAL_CHUNK % 64 == 0 && SEPAL_BLOCK % 64 == 0, "answers of chunks and blocks begin with a word");

/* How many pairs the block has that begins with pair `from` of a list. */
static inline size_t block_from(size_t from, size_t count) {
    assert(from <= count);
    return count - from < SEPAL_BLOCK ? count - from : SEPAL_BLOCK;
}

/* The answers of up to SEPAL_CHUNK pairs. The bits after the last pair are 0; the words after its word have no meaning. */
typedef struct verdicts {
    uint64_t yes[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
} verdicts;

/* Leaves all of `count` > 0 pairs open; returns true, as a stage does that leaves any. */
static inline bool leave_all_open(verdicts *out, size_t count) {
    for (size_t first = 0; first < count; first += 64)
        out->yes[first / 64] = 0;
    set_all(out->open, count);
    return true;
}

/* The sizes of the two shapes, common to all pairs of a list. If they are constants, the loops of a kernel have constant bounds.
 * same: all shapes of both sets take the same room, so the place of shape k need not be looked up. A word and no byte: with three bytes
 * of padding, a call would wait for the store of the byte. Whatever else a kernel is asked stands in its question. */
typedef struct sizes {
    uint32_t a, b, same;
} sizes;

/* Answers the pairs `group`, which are pairs k .. k + SEPAL_LANES - 1 of a list. */
typedef lanes group_kernel(const void *question, const sepal_pair *group, size_t k, sizes n);

/* Fetches into the cache what a kernel will read of a pair. */
typedef void pair_fetch(const void *question, sepal_pair pair);

/* How many pairs ahead data are fetched: enough for them to arrive in time, and few enough for the first-level cache. */
enum { SEPAL_FETCH_AHEAD = 64 };

/* Stores the two words with the answers of the pairs first .. first+63, without the bits after pair count-1; returns the open
 * ones. */
static inline uint64_t store_words(verdicts *out, size_t first, size_t count, uint64_t yes, uint64_t open) {
    uint64_t below = bits_below(count, first);
    assert(first % 64 == 0 && first < SEPAL_CHUNK);
    out->yes[first / 64] = yes & below;
    out->open[first / 64] = open & below;
    return open & below;
}

/* Asks a kernel about a list of up to SEPAL_CHUNK pairs; returns whether it leaves any open. fetch: NULL if the sets are in the
 * caches; fetched: of how many pairs it is to fetch what is read. The words of the answers are kept in registers, which avoids a
 * store-forwarding stall. */
SPECIALISED bool ask_groups_ahead(group_kernel *kernel, pair_fetch *fetch, size_t fetched, const void *question,
                                  const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    uint64_t any_open = 0;
    assert(count <= SEPAL_CHUNK);
    for (size_t first = 0; first < count; first += 64) {
        uint64_t yes = 0, open = 0;
        for (size_t k = first; k < first + 64 && k < count; k += SEPAL_LANES) {
            if (fetch != NULL)
                for (size_t ahead = k + SEPAL_FETCH_AHEAD; ahead < k + SEPAL_FETCH_AHEAD + SEPAL_LANES && ahead < fetched; ahead++)
                    fetch(question, pairs[ahead]);
            sepal_pair spare[SEPAL_LANES];
            lanes found = kernel(question, group_at(pairs, k, count, spare), k, n);
            yes |= (uint64_t)found.yes << (k % 64);
            open |= (uint64_t)found.open << (k % 64);
        }
        any_open |= store_words(out, first, count, yes, open);
    }
    STAGES_LEAVE(pairs, count, out->yes, out->open);
    return any_open != 0;
}

/* ask_groups_ahead with the data of all pairs fetched ahead, or of none if fetch is NULL. */
SPECIALISED bool ask_groups(group_kernel *kernel, pair_fetch *fetch, const void *question, const sepal_pair *pairs, size_t count,
                            sizes n, verdicts *out) {
    return ask_groups_ahead(kernel, fetch, count, question, pairs, count, n, out);
}

/* Answers pair k of a list, in bit 0. */
typedef lanes pair_kernel(const void *question, sepal_pair pair, size_t k);

/* Asks a kernel that takes one pair at a time about a list; returns whether it leaves any open. */
SPECIALISED bool ask_each(pair_kernel *kernel, const void *question, const sepal_pair *pairs, size_t count, verdicts *out) {
    uint64_t any_open = 0;
    assert(count <= SEPAL_CHUNK);
    for (size_t first = 0; first < count; first += 64) {
        uint64_t yes = 0, open = 0;
        for (size_t k = first; k < first + 64 && k < count; k++) {
            lanes found = kernel(question, pairs[k], k);
            yes |= (uint64_t)found.yes << (k % 64);
            open |= (uint64_t)found.open << (k % 64);
        }
        any_open |= store_words(out, first, count, yes, open);
    }
    STAGES_LEAVE(pairs, count, out->yes, out->open);
    return any_open != 0;
}

/* Where stages are counted, they have the names of their kernels. */
#ifdef SEPAL_STAGES
#define ask_groups(kernel, ...)       (sepal_stages_enter(#kernel), (ask_groups)(kernel, __VA_ARGS__))
#define ask_groups_ahead(kernel, ...) (sepal_stages_enter(#kernel), (ask_groups_ahead)(kernel, __VA_ARGS__))
#define ask_each(kernel, ...)         (sepal_stages_enter(#kernel), (ask_each)(kernel, __VA_ARGS__))
#endif

/* Answers the pairs first .. first+count-1 of a question; `first` is a multiple of SEPAL_CHUNK, and count is at most
 * SEPAL_CHUNK. */
typedef void chunk_answer(const void *question, size_t first, size_t count);

/* Cuts a question about `count` pairs into chunks. */
static inline void for_chunks(chunk_answer *answer, const void *question, size_t count) {
    for (size_t first = 0; first < count; first += SEPAL_CHUNK)
        answer(question, first, count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK);
}

#endif
