/* group.h — SEPAL_LANES pairs side by side: where their data lies, and their answers as bits.
 *
 * A filter kernel answers up to SEPAL_CHUNK pairs with two bits each: `yes` (the pair overlaps) and `open` (not decided; whatever
 * is neither is apart). */
#ifndef SEPAL_KERNEL_GROUP_H
#define SEPAL_KERNEL_GROUP_H

#include "../kernels.h"
#include "../layout.h"
#include "../wide/wide.h"

/* For functions whose arguments make kernels of different shape: a constant argument there must become a constant in the code. */
#define SPECIALISED static inline __attribute__((always_inline))

#define SEPAL_CHUNK                                                                                                                \
    2048 /* pairs; a multiple of 64. Enough to fill lanes of every kind; the lists of a chunk still fit the caches */

typedef struct verdicts {
    uint64_t yes[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
} verdicts;

/* The answers of one group: lane k as bit k. */
typedef struct lanes {
    unsigned yes, open;
} lanes;

#define ALL_LANES ((1U << SEPAL_LANES) - 1)

/* Lanes of which neither holds are open. */
static inline lanes decided(wm apart, wm overlap) {
    unsigned yes = wm_bits(overlap);
    return (lanes){yes, ALL_LANES & ~(yes | wm_bits(apart))};
}

/* What a filter compares: the greatest gaps between the two shapes along the axes of each, and bounds on the errors of these. */
typedef struct gap_lanes {
    w gap_a, gap_b, error_a, error_b;
} gap_lanes;

/* Some gap is certainly positive; all are certainly negative. */
static inline wm gaps_apart(const gap_lanes *g) {
    return wm_or(w_gt(g->gap_a, g->error_a), w_gt(g->gap_b, g->error_b));
}
static inline wm gaps_overlap(const gap_lanes *g) {
    w zero = w_set1(0);
    return wm_and(w_gt(w_sub(zero, g->error_a), g->gap_a), w_gt(w_sub(zero, g->error_b), g->gap_b));
}

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

/* The group of pairs that begins with pair k; a last group that is not full is filled up in `spare` by repeating its first pair. */
static inline const sepal_pair *group_at(const sepal_pair *pairs, size_t k, size_t count, sepal_pair *spare) {
    if (count - k >= SEPAL_LANES)
        return pairs + k;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        spare[lane] = pairs[k + lane < count ? k + lane : k];
    return spare;
}

#endif
