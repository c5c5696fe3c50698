/* polys_kernel_table.c — the table of one instruction set. */
#include "../../core/arithmetic.h"

#include "../../batch/indices.h"
#include "names.h"

const sepal_polys_kernels kernels_of_lanes = {
    .indices_within = indices_within,
    .overlap_pairs = kernel_overlap_pairs,
    .overlap_rows = kernel_overlap_rows,
    .contacts_pairs = kernel_contacts_pairs,
    .contains_pairs = kernel_contains_pairs,
    .mtv_pairs = kernel_mtv_pairs,
    .mtv_rows = kernel_mtv_rows,
    .sweep_pairs = kernel_sweep_pairs,
    .poses_within = kernel_poses_within,
    .place = kernel_place,
};
