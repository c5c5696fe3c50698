/* polys_kernel_checks.c — the check of pairs: plain C, which compilers turn into vector instructions. */
#include "../../core/arithmetic.h"

#include "names.h"

bool polys_kernel_indices_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    if (count_a == 0 || count_b == 0)
        return count == 0;
    uint32_t last_a = (uint32_t)(count_a - 1), last_b = (uint32_t)(count_b - 1);
    uint32_t outside = 0;
    for (size_t k = 0; k < count; k++)
        outside |= (uint32_t)(pairs[k].a > last_a) | (uint32_t)(pairs[k].b > last_b);
    return outside == 0;
}
