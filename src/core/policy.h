/* policy.h — is a filter worth asking that may come before the others? That depends on the scene, so it is learnt while the pairs of a
 * question go by, chunk by chunk. Whoever asks keeps the policy for as long as the question lasts. */
#ifndef SEPAL_CORE_POLICY_H
#define SEPAL_CORE_POLICY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

/* pays: the filter was worth asking about the last pairs that it got. waits: so many chunks go without it, since it was not. All zero:
 * nothing is known yet. */
typedef struct sepal_policy {
    bool pays;
    unsigned waits;
} sepal_policy;

/* A filter of which nothing good is known gets a sample of a chunk first, a multiple of 64; what it answers is not asked again. */
enum { SEPAL_POLICY_SAMPLE = 128, SEPAL_POLICY_WAITS = 15 };

/* About how many of the `count` pairs of a chunk is the filter asked first: none, a sample, or all? least: a chunk of fewer pairs is
 * not worth a stage more. */
static inline size_t sepal_policy_asks(sepal_policy *policy, size_t least, size_t count) {
    if (count < least)
        return 0;
    if (policy->waits > 0) {
        policy->waits--;
        return 0;
    }
    return policy->pays || count < SEPAL_POLICY_SAMPLE ? count : SEPAL_POLICY_SAMPLE;
}

/* Learns that the filter has left `open` of `asked` pairs open. It pays if these are no more than so many eighths. Returns whether it
 * does, so that it is asked about the rest of a chunk after a sample. */
static inline bool sepal_policy_learns(sepal_policy *policy, unsigned eighths, size_t open, size_t asked) {
    assert(open <= asked);
    policy->pays = 8 * open <= eighths * asked;
    policy->waits = policy->pays ? 0 : SEPAL_POLICY_WAITS;
    return policy->pays;
}

#endif
