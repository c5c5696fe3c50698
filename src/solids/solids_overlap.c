/* solids_overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

sepal_status sepal_solids_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    const sepal_solids_kernels *kernels = sepal_solids_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->overlap_pairs(a, b, pairs, count, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_solids_overlap_one(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first, size_t count,
                                      const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (a == NULL || b == NULL || rule == NULL || index >= a->count || first > b->count || count > b->count - first)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_solids_kernels *kernels = sepal_solids_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->overlap_one(a, index, b, first, count, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
