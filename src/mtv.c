/* mtv.c — the smallest push that parts a pair: checks the arguments, then calls the kernels. */
#include "fpstate.h"
#include "kernels.h"
#include "layout.h"

sepal_status sepal_polys_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, sepal_mtvs out) {
    if (a == NULL || b == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (rule != NULL && rule->touching != SEPAL_TOUCHING_OVERLAPS && rule->touching != SEPAL_TOUCHING_IS_APART)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (pairs == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_kernels *kernels = sepal_kernels_in_use();
    if (!kernels->indices_within(pairs, count, a->count, b->count))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->mtv_pairs(a, b, pairs, count, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
