/* polys_checks.c — the checks of pairs and rows that all questions share. */
#include "../core/arithmetic.h"

#include "../core/stages.h"
#include "kernels.h"
#include "set.h"

static sepal_polys_indices_within_kernel *const polys_indices_within_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_indices_within_scalar, sepal_polys_indices_within_sse2, sepal_polys_indices_within_avx2,
                  sepal_polys_indices_within_avx512);

/* So few pairs are checked here, which takes less time than a call. */
enum { FEW_PAIRS = 8 };

static bool few_are_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    bool within = true;
    for (size_t k = 0; k < count; k++)
        within &= pairs[k].a < count_a && pairs[k].b < count_b;
    return within;
}

bool sepal_polys_pairs_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    if (a == NULL || b == NULL)
        return false;
    STAGES_SEE(pairs, count);
    if (count <= FEW_PAIRS)
        return count == 0 || (pairs != NULL && few_are_within(pairs, count, a->count, b->count));
    return pairs != NULL && polys_indices_within_kernels[sepal_isa_for(count)](pairs, count, a->count, b->count);
}

bool sepal_polys_rows_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, size_t *pairs) {
    if (a == NULL || b == NULL || (rows == NULL && count > 0))
        return false;
    uint64_t sum = 0, count_a = sepal_polys_count(a), count_b = sepal_polys_count(b);
    for (size_t k = 0; k < count; k++) {
        if (rows[k].a >= count_a || rows[k].first > count_b || rows[k].count > count_b - rows[k].first)
            return false;
        sum += rows[k].count;
    }
    *pairs = (size_t)sum;
    return sum <= SIZE_MAX / sizeof(sepal_pair); /* so that no sum of it and a chunk overflows */
}
