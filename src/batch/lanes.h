/* lanes.h — what a kernel says of SEPAL_LANES pairs, one pair in each lane. */
#ifndef SEPAL_BATCH_LANES_H
#define SEPAL_BATCH_LANES_H

#include "../core/compiler.h"
#include "../simd/simd.h"
#include <sepal/base.h>
#include <stdbool.h>

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
    if (count - k >= SEPAL_LANES)
        return pairs + k;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        spare[lane] = pairs[k + lane < count ? k + lane : k];
    return spare;
}

#endif
