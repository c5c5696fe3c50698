/* solids_checks.c — the checks of arguments that questions share. */
#include "../core/arithmetic.h"

#include "../core/stages.h"
#include "kernels.h"
#include <float.h>
#include <math.h>

static bool indices_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    uint32_t outside = count_a == 0 || count_b == 0, last_a = (uint32_t)(count_a - 1), last_b = (uint32_t)(count_b - 1);
    for (size_t k = 0; k < count; k++)
        outside |= (uint32_t)(pairs[k].a > last_a) | (uint32_t)(pairs[k].b > last_b);
    return outside == 0;
}

bool sepal_solids_pairs_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count) {
    if (a == NULL || b == NULL)
        return false;
    STAGES_SEE(pairs, count);
    return count == 0 || (pairs != NULL && indices_within(pairs, count, sepal_solids_count(a), sepal_solids_count(b)));
}

bool sepal_solids_rows_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count, size_t *pairs) {
    if (a == NULL || b == NULL || (rows == NULL && count > 0))
        return false;
    uint64_t sum = 0, count_a = sepal_solids_count(a), count_b = sepal_solids_count(b);
    for (size_t k = 0; k < count; k++) {
        if (rows[k].a >= count_a || rows[k].first > count_b || rows[k].count > count_b - rows[k].first)
            return false;
        sum += rows[k].count;
    }
    *pairs = (size_t)sum;
    return sum <= SIZE_MAX / sizeof(sepal_pair); /* so that no sum of it and a chunk overflows */
}

bool sepal_solids_are_finite(const float *x, const float *y, const float *z, size_t stride, size_t count) {
    bool finite = true;
    for (size_t i = 0; i < count; i++)
        finite &= (fabsf(x[i * stride]) <= FLT_MAX) & (fabsf(y[i * stride]) <= FLT_MAX) & (fabsf(z[i * stride]) <= FLT_MAX);
    return finite;
}
