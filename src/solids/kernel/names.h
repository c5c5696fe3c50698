/* names.h — what the units of one instruction set are called outside of their files. SEPAL_LANES comes from the build. */
#ifndef SEPAL_SOLIDS_KERNEL_NAMES_H
#define SEPAL_SOLIDS_KERNEL_NAMES_H

#include "../../core/isa.h"
#include "../../simd/instructions.h"

#if defined(SEPAL_FOR_SSE2)
#define solids_kernel_find_parts     sepal_solids_find_parts_sse2
#define solids_kernel_core_searches  sepal_solids_core_searches_sse2
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_sse2
#define solids_kernel_overlap_filter sepal_solids_overlap_filter_sse2
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_sse2
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_sse2
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_sse2
#define solids_kernel_mtv_block      sepal_solids_mtv_block_sse2
#define solids_kernel_mtv_points     sepal_solids_mtv_points_sse2
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_sse2
#define solids_kernel_place          sepal_solids_place_sse2
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_sse2
#elif defined(SEPAL_FOR_AVX2)
#define solids_kernel_find_parts     sepal_solids_find_parts_avx2
#define solids_kernel_core_searches  sepal_solids_core_searches_avx2
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_avx2
#define solids_kernel_overlap_filter sepal_solids_overlap_filter_avx2
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_avx2
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_avx2
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_avx2
#define solids_kernel_mtv_block      sepal_solids_mtv_block_avx2
#define solids_kernel_mtv_points     sepal_solids_mtv_points_avx2
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_avx2
#define solids_kernel_place          sepal_solids_place_avx2
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_avx2
#elif defined(SEPAL_FOR_AVX512)
#define solids_kernel_find_parts     sepal_solids_find_parts_avx512
#define solids_kernel_core_searches  sepal_solids_core_searches_avx512
#define solids_kernel_overlap_pairs  sepal_solids_overlap_pairs_avx512
#define solids_kernel_overlap_filter sepal_solids_overlap_filter_avx512
#define solids_kernel_overlap_rows   sepal_solids_overlap_rows_avx512
#define solids_kernel_contains_pairs sepal_solids_contains_pairs_avx512
#define solids_kernel_mtv_pairs      sepal_solids_mtv_pairs_avx512
#define solids_kernel_mtv_block      sepal_solids_mtv_block_avx512
#define solids_kernel_mtv_points     sepal_solids_mtv_points_avx512
#define solids_kernel_contacts_pairs sepal_solids_contacts_pairs_avx512
#define solids_kernel_place          sepal_solids_place_avx512
#define solids_kernel_sweep_pairs    sepal_solids_sweep_pairs_avx512
#else
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif

/* The unit is compiled for the narrowest set of this build, and has what is about one pair. */
#if defined(SEPAL_FOR_SSE2) || (!defined(SEPAL_HAVE_SSE2) && (defined(SEPAL_FOR_AVX2) || !defined(SEPAL_HAVE_AVX2)))
#define SEPAL_NARROWEST
#endif

#endif
