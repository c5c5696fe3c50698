/* solids_overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"
#include "set.h"

sepal_solids_overlap_pairs_kernel *const sepal_solids_overlap_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_overlap_pairs_scalar, sepal_solids_overlap_pairs_sse2, sepal_solids_overlap_pairs_avx2,
                  sepal_solids_overlap_pairs_avx512);
static sepal_solids_overlap_rows_kernel *const solids_overlap_rows_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_overlap_rows_scalar, sepal_solids_overlap_rows_sse2, sepal_solids_overlap_rows_avx2,
                  sepal_solids_overlap_rows_avx512);

sepal_status sepal_solids_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_solids_pairs_are_good(a, b, pairs, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_solids_overlap_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, bits);
    sepal_solids_leave_out(a, b, pairs, count, bits);
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
    const sepal_row row = {index, (uint32_t)first, (uint32_t)count};
    return sepal_solids_overlap_rows(a, b, &row, 1, rule, bits);
}

sepal_status sepal_solids_overlap_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    size_t pairs;
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || !sepal_solids_rows_are_good(a, b, rows, count, &pairs) || (bits == NULL && pairs > 0))
        return SEPAL_BAD_ARGUMENT;
    if (pairs == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    solids_overlap_rows_kernels[sepal_isa_for(pairs)](a, b, rows, pairs, rule, bits);
    sepal_solids_leave_out_rows(a, b, rows, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
