/* solids_mtv.c — the smallest push that parts a pair: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"

sepal_status sepal_solids_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                    const sepal_rule *rule, const sepal_solid_mtvs *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    const sepal_solids_kernels *kernels = sepal_solids_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->mtv_pairs(a, b, pairs, count, rule, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
