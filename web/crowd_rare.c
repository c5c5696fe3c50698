/* crowd_round.c — the kernel for pairs of round shapes, in the build of the crowd: one pair after the other.
 *
 * The crowd has no round shapes. The kernel that is asked about them in lanes is an eighth of the bytes of this build, and these have
 * the same answers. */
#include "../src/core/arithmetic.h"

#include "../src/polys/kernel/names.h"

void polys_kernel_overlap_round(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const sepal_rule rule = rule_of(q);
    sepal_polys_overlap_pairs_scalar(q->a, q->b, pairs, count, &rule, NULL, bits);
}
