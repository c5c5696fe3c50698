/* names.h — what the units of one instruction set are called outside of their files. SEPAL_LANES comes from the build. */
#ifndef SEPAL_SOLIDS_KERNEL_NAMES_H
#define SEPAL_SOLIDS_KERNEL_NAMES_H

#if SEPAL_LANES == 4
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_x4
#define solids_kernel_overlap_one    sepal_solids_overlap_one_x4
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_x4
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_x4
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_x4
#define solids_kernel_mtv_points     sepal_solids_mtv_points_x4
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_x4
#define solids_kernel_place          sepal_solids_place_x4
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_x4
#elif SEPAL_LANES == 8
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_x8
#define solids_kernel_overlap_one    sepal_solids_overlap_one_x8
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_x8
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_x8
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_x8
#define solids_kernel_mtv_points     sepal_solids_mtv_points_x8
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_x8
#define solids_kernel_place          sepal_solids_place_x8
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_x8
#elif SEPAL_LANES == 16
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_x16
#define solids_kernel_overlap_one    sepal_solids_overlap_one_x16
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_x16
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_x16
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_x16
#define solids_kernel_mtv_points     sepal_solids_mtv_points_x16
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_x16
#define solids_kernel_place          sepal_solids_place_x16
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_x16
#else
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif

#include "../kernels.h"

#endif
