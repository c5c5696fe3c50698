/* solids_kernel_table.c — the table of one instruction set. */
#include "../../core/arithmetic.h"

#include "names.h"

const sepal_solids_kernels kernels_of_lanes = {
    .overlap_pairs = kernel_overlap_pairs,
    .overlap_one = kernel_overlap_one,
    .contains_pairs = kernel_contains_pairs,
    .mtv_pairs = kernel_mtv_pairs,
    .place = kernel_place,
};
