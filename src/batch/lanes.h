/* lanes.h — SEPAL_LANES pairs side by side, one in each lane: where their data lies, and what is decided of them. */
#ifndef SEPAL_BATCH_LANES_H
#define SEPAL_BATCH_LANES_H

#include "../core/compiler.h"
#include "../simd/simd.h"
#include <sepal/base.h>
#include <stdbool.h>

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

/* The group of pairs that begins with pair k; a last group that is not full is filled up in `spare` by repeating its first pair. */
static inline const sepal_pair *group_at(const sepal_pair *pairs, size_t k, size_t count, sepal_pair *spare) {
    if (count - k >= SEPAL_LANES)
        return pairs + k;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        spare[lane] = pairs[k + lane < count ? k + lane : k];
    return spare;
}

#endif
