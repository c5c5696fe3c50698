/* solids_kernels.c — the table of kernels in use, and the one check of pairs. */
#include "../core/arithmetic.h"

#include "kernels.h"

const sepal_solids_kernels *sepal_solids_kernels_in_use(void) {
    static const sepal_solids_kernels *const tables[] = {
        [SEPAL_SCALAR] = &sepal_solids_kernels_scalar,
#if defined(SEPAL_HAVE_X4)
        [SEPAL_X4] = &sepal_solids_kernels_x4,
#endif
#if defined(SEPAL_HAVE_X8)
        [SEPAL_X8] = &sepal_solids_kernels_x8,
#endif
#if defined(SEPAL_HAVE_X16)
        [SEPAL_X16] = &sepal_solids_kernels_x16,
#endif
    };
    return tables[sepal_isa_in_use()];
}

static bool indices_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    uint32_t outside = count_a == 0 || count_b == 0, last_a = (uint32_t)(count_a - 1), last_b = (uint32_t)(count_b - 1);
    for (size_t k = 0; k < count; k++)
        outside |= (uint32_t)(pairs[k].a > last_a) | (uint32_t)(pairs[k].b > last_b);
    return outside == 0;
}

bool sepal_solids_pairs_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count) {
    if (a == NULL || b == NULL)
        return false;
    return count == 0 || (pairs != NULL && indices_within(pairs, count, sepal_solids_count(a), sepal_solids_count(b)));
}
