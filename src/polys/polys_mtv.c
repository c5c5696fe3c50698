/* polys_mtv.c — the smallest push that parts a pair: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"

static sepal_polys_mtv_pairs_kernel *const polys_mtv_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_mtv_pairs_scalar, sepal_polys_mtv_pairs_x4, sepal_polys_mtv_pairs_x8, sepal_polys_mtv_pairs_x16);
static sepal_polys_mtv_rows_kernel *const polys_mtv_rows_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_mtv_rows_scalar, sepal_polys_mtv_rows_x4, sepal_polys_mtv_rows_x8, sepal_polys_mtv_rows_x16);

sepal_status sepal_polys_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, const sepal_mtvs *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_mtv_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                  const sepal_rule *rule, const sepal_mtvs *out) {
    size_t pairs;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_rows_are_good(a, b, rows, count, &pairs))
        return SEPAL_BAD_ARGUMENT;
    if (pairs == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_mtv_rows_kernels[sepal_isa_for(pairs)](a, b, rows, pairs, rule, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
