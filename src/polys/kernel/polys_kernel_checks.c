/* polys_kernel_checks.c — the checks of pairs and of poses: plain C, which compilers turn into vector instructions. */
#include "../../core/arithmetic.h"

#include "names.h"

#include <math.h>
#include <string.h>

bool polys_kernel_indices_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    if (count_a == 0 || count_b == 0)
        return count == 0;
    uint32_t last_a = (uint32_t)(count_a - 1), last_b = (uint32_t)(count_b - 1);
    uint32_t outside = 0;
    for (size_t k = 0; k < count; k++)
        outside |= (uint32_t)(pairs[k].a > last_a) | (uint32_t)(pairs[k].b > last_b);
    return outside == 0;
}

/* Is every magnitude <= most? The bits of magnitudes are ordered as these are, NaN last; compilers vectorise this loop. */
SPECIALISED bool magnitudes_within(const float *values, size_t count, size_t stride, float most) {
    uint32_t limit, beyond = 0;
    memcpy(&limit, &most, sizeof limit);
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, values + i * stride, sizeof word);
        beyond |= (uint32_t)((word & 0x7fffffff) > limit);
    }
    return beyond == 0;
}

SPECIALISED bool column_within(const float *values, size_t count, size_t stride, float most) {
    return stride == 1 ? magnitudes_within(values, count, 1, most) : magnitudes_within(values, count, stride, most);
}

SPECIALISED bool far_within(const double *values, size_t count, size_t stride, double origin, double most) {
    uint32_t beyond = 0;
    for (size_t i = 0; i < count; i++)
        beyond |= (uint32_t) !(fabs(values[i * stride] - origin) <= most);
    return beyond == 0;
}

bool polys_kernel_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    const size_t stride = poses->stride;
    /* what is rounded to float is within a bound that is a float if it was so before */
    const bool places =
        poses->x64 == NULL
            ? column_within(poses->x, count, stride, most_place) && column_within(poses->y, count, stride, most_place)
            : far_within(poses->x64, count, poses->stride64, poses->origin_x, (double)most_place) &&
                  far_within(poses->y64, count, poses->stride64, poses->origin_y, (double)most_place);
    return places && (poses->cos == NULL ||
                      (column_within(poses->cos, count, stride, most_turn) && column_within(poses->sin, count, stride, most_turn)));
}
