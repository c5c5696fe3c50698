/* polys_contain.c — which polygons contain which: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

static sepal_polys_contains_pairs_kernel *const polys_contains_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_contains_pairs_scalar, sepal_polys_contains_pairs_sse2, sepal_polys_contains_pairs_avx2,
                  sepal_polys_contains_pairs_avx512);

sepal_status sepal_polys_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    sepal_rule room;
    rule = sepal_rule_but_for_margin64(rule);
    if (rule == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_agree(a, b))
        return SEPAL_BAD_KIND;
    rule = sepal_polys_rule(a, rule, &room);
    if (rule == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_contains_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, bits);
    sepal_polys_leave_out(a, b, pairs, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
