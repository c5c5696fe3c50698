/* polys_overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

sepal_status sepal_polys_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_polys_kernels *kernels = sepal_polys_kernels_in_use();
    kernels->overlap_pairs(a, b, pairs, count, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                                     const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (a == NULL || b == NULL || rule == NULL || index >= a->count || first > b->count || count > b->count - first)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_polys_kernels *kernels = sepal_polys_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->overlap_one(a, index, b, first, count, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
