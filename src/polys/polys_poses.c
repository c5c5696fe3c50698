/* polys_poses.c — are the numbers of poses, moves and rays within bounds. */
#include "../core/arithmetic.h"

#include "kernels.h"

static sepal_polys_poses_within_kernel *const polys_poses_within_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_polys_poses_within_scalar, sepal_polys_poses_within_sse2, sepal_polys_poses_within_avx2, sepal_polys_poses_within_avx512);

bool sepal_polys_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    return polys_poses_within_kernels[sepal_isa_in_use()](poses, count, most_place, most_turn);
}
