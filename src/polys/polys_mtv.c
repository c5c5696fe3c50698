/* polys_mtv.c — the smallest push that parts a pair: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"
#include <float.h>

static sepal_polys_mtv_pairs_kernel *const polys_mtv_pairs_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_polys_mtv_pairs_scalar, sepal_polys_mtv_pairs_sse2, sepal_polys_mtv_pairs_avx2, sepal_polys_mtv_pairs_avx512);
static sepal_polys_mtv_rows_kernel *const polys_mtv_rows_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_mtv_rows_scalar, sepal_polys_mtv_rows_sse2, sepal_polys_mtv_rows_avx2, sepal_polys_mtv_rows_avx512);

/* The answer about a pair of which one is removed. */
static void leave_out_push(const sepal_mtvs *out, size_t k) {
    float *const zeros[] = {out->normal_x, out->normal_y, out->a_x, out->a_y, out->b_x, out->b_y};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
        if (zeros[i] != NULL)
            zeros[i][k] = 0;
    if (out->depth != NULL)
        out->depth[k] = -FLT_MAX;
}

sepal_status sepal_polys_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, const sepal_mtvs *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_mtv_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, out);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++)
        if (sepal_poly_pair_is_removed(a, b, pairs[k]))
            leave_out_push(out, k);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                  const sepal_rule *rule, const sepal_mtvs *out) {
    size_t pairs;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_rows_are_good(a, b, rows, count, &pairs))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    if (pairs == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_mtv_rows_kernels[sepal_isa_for(pairs)](a, b, rows, pairs, rule, out);
    size_t k = 0;
    for (size_t r = 0; a->removed + b->removed > 0 && r < count; r++)
        for (uint32_t i = 0; i < rows[r].count; i++, k++)
            if (sepal_poly_pair_is_removed(a, b, (sepal_pair){rows[r].a, rows[r].first + i}))
                leave_out_push(out, k);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
