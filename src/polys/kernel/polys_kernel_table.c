/* polys_kernel_table.c — the table of one instruction set. */
#include "../../core/arithmetic.h"

#include "../../batch/indices.h"
#include "names.h"

const sepal_polys_kernels kernels_of_lanes = {
    .indices_within = indices_within,
    .overlap_pairs = kernel_overlap_pairs,
    .overlap_one = kernel_overlap_one,
    .contains_pairs = kernel_contains_pairs,
    .mtv_pairs = kernel_mtv_pairs,
    .poses_within = kernel_poses_within,
    .place = kernel_place,
};
