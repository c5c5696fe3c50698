/* names.h — what the units of one instruction set are called outside of their files. SEPAL_LANES comes from the build. */
#ifndef SEPAL_SOLIDS_KERNEL_NAMES_H
#define SEPAL_SOLIDS_KERNEL_NAMES_H

#include "../../core/isa.h"
#include "../../simd/instructions.h"

#if !defined(SEPAL_LANES)
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif

#define solids_kernel_find_parts     SEPAL_NAMED(sepal_solids_find_parts)
#define solids_kernel_core_searches  SEPAL_NAMED(sepal_solids_core_searches)
#define solids_kernel_overlap_pairs  SEPAL_NAMED(sepal_solids_overlap_pairs)
#define solids_kernel_overlap_filter SEPAL_NAMED(sepal_solids_overlap_filter)
#define solids_kernel_sides_out      SEPAL_NAMED(sepal_solids_sides_out)
#define solids_kernel_search_in_rows SEPAL_NAMED(sepal_solids_search_in_rows)
#define solids_kernel_overlap_rows   SEPAL_NAMED(sepal_solids_overlap_rows)
#define solids_kernel_contains_pairs SEPAL_NAMED(sepal_solids_contains_pairs)
#define solids_kernel_mtv_pairs      SEPAL_NAMED(sepal_solids_mtv_pairs)
#define solids_kernel_mtv_block      SEPAL_NAMED(sepal_solids_mtv_block)
#define solids_kernel_mtv_points     SEPAL_NAMED(sepal_solids_mtv_points)
#define solids_kernel_known_points   SEPAL_NAMED(sepal_solids_known_points)
#define solids_kernel_contacts_pairs SEPAL_NAMED(sepal_solids_contacts_pairs)
#define solids_kernel_place          SEPAL_NAMED(sepal_solids_place)
#define solids_kernel_sweep_pairs    SEPAL_NAMED(sepal_solids_sweep_pairs)

/* The unit is compiled for the narrowest set of this build, and has what is about one pair. */
#if defined(SEPAL_FOR_SSE2) || (!defined(SEPAL_HAVE_SSE2) && (defined(SEPAL_FOR_AVX2) || !defined(SEPAL_HAVE_AVX2)))
#define SEPAL_NARROWEST
#endif

#endif
