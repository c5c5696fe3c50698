/* solids_checks.c — the check of pairs that all questions share. */
#include "../core/arithmetic.h"

#include "kernels.h"

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
