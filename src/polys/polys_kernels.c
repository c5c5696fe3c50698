/* polys_kernels.c — the table of the instruction set in use, and the checks of pairs and rows that all questions share. */
#include "../core/arithmetic.h"

#include "kernels.h"

const sepal_polys_kernels *sepal_polys_kernels_in_use(void) {
    static const sepal_polys_kernels *const tables[] = {
        [SEPAL_SCALAR] = &sepal_polys_kernels_scalar,
#if defined(SEPAL_HAVE_X4)
        [SEPAL_X4] = &sepal_polys_kernels_x4,
#endif
#if defined(SEPAL_HAVE_X8)
        [SEPAL_X8] = &sepal_polys_kernels_x8,
#endif
#if defined(SEPAL_HAVE_X16)
        [SEPAL_X16] = &sepal_polys_kernels_x16,
#endif
    };
    return tables[sepal_isa_in_use()];
}

bool sepal_polys_pairs_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    if (a == NULL || b == NULL)
        return false;
    return count == 0 || (pairs != NULL &&
                          sepal_polys_kernels_in_use()->indices_within(pairs, count, sepal_polys_count(a), sepal_polys_count(b)));
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
