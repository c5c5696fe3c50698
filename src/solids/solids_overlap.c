/* solids_overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

sepal_solids_overlap_pairs_kernel *const sepal_solids_overlap_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_overlap_pairs_scalar, sepal_solids_overlap_pairs_x4, sepal_solids_overlap_pairs_x8,
                  sepal_solids_overlap_pairs_x16);
static sepal_solids_overlap_one_kernel *const solids_overlap_one_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_solids_overlap_one_scalar, sepal_solids_overlap_one_x4, sepal_solids_overlap_one_x8, sepal_solids_overlap_one_x16);

sepal_status sepal_solids_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](a, b, pairs, count, rule, bits);
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
    sepal_fpstate callers = sepal_fpstate_enter();
    solids_overlap_one_kernels[sepal_isa_in_use()](a, index, b, first, count, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
