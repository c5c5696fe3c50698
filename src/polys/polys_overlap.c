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
    sepal_row row = {index, (uint32_t)first, (uint32_t)count};
    return sepal_polys_overlap_rows(a, b, &row, 1, rule, bits);
}

sepal_status sepal_polys_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                      const sepal_rule *rule, uint64_t *bits) {
    size_t pairs;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_polys_rows_are_good(a, b, rows, count, &pairs) || (bits == NULL && pairs > 0))
        return SEPAL_BAD_ARGUMENT;
    if (pairs == 0)
        return SEPAL_OK;
    const sepal_polys_kernels *kernels = sepal_polys_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->overlap_rows(a, b, rows, pairs, rule, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
