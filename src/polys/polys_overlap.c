/* polys_overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

sepal_polys_overlap_pairs_kernel *const sepal_polys_overlap_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_overlap_pairs_scalar, sepal_polys_overlap_pairs_sse2, sepal_polys_overlap_pairs_avx2,
                  sepal_polys_overlap_pairs_avx512);
static sepal_polys_overlap_rows_kernel *const polys_overlap_rows_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_polys_overlap_rows_scalar, sepal_polys_overlap_rows_sse2, sepal_polys_overlap_rows_avx2, sepal_polys_overlap_rows_avx512);

sepal_status sepal_polys_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
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
    sepal_polys_overlap_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, &(sepal_policy){0}, bits);
    sepal_polys_leave_out(a, b, pairs, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                                     const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_but_for_margin64(rule);
    if (a == NULL || b == NULL || rule == NULL || index >= a->count || first > b->count || count > b->count - first)
        return SEPAL_BAD_ARGUMENT;
    sepal_row row = {index, (uint32_t)first, (uint32_t)count};
    return sepal_polys_overlap_rows(a, b, &row, 1, rule, bits);
}

sepal_status sepal_polys_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                      const sepal_rule *rule, uint64_t *bits) {
    size_t pairs;
    sepal_rule room;
    rule = sepal_rule_but_for_margin64(rule);
    if (rule == NULL || !sepal_polys_rows_are_good(a, b, rows, count, &pairs) || (bits == NULL && pairs > 0))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_agree(a, b))
        return SEPAL_BAD_KIND;
    rule = sepal_polys_rule(a, rule, &room);
    if (rule == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (pairs == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_overlap_rows_kernels[sepal_isa_for(pairs)](a, b, rows, pairs, rule, bits);
    sepal_polys_leave_out_rows(a, b, rows, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
