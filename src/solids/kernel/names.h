/* names.h — what the units of one instruction set are called outside of their files. SEPAL_LANES comes from the build. */
#ifndef SEPAL_SOLIDS_KERNEL_NAMES_H
#define SEPAL_SOLIDS_KERNEL_NAMES_H

#include "../../core/isa.h"
#include "../../simd/instructions.h"

/* A name of the set that the unit is compiled for. */
#if defined(SEPAL_FOR_SSE2)
#define SOLIDS_OF_SET(name) sepal_solids_##name##_sse2
#elif defined(SEPAL_FOR_AVX2)
#define SOLIDS_OF_SET(name) sepal_solids_##name##_avx2
#elif defined(SEPAL_FOR_AVX512)
#define SOLIDS_OF_SET(name) sepal_solids_##name##_avx512
#else
#error "SEPAL_LANES must be 4, 8 or 16: compile each kernel unit once for each, with the flags of its instruction set"
#endif
#define solids_kernel_find_parts     SOLIDS_OF_SET(find_parts)
#define solids_kernel_core_searches  SOLIDS_OF_SET(core_searches)
#define solids_kernel_overlap_pairs  SOLIDS_OF_SET(overlap_pairs)
#define solids_kernel_overlap_filter SOLIDS_OF_SET(overlap_filter)
#define solids_kernel_overlap_one    SOLIDS_OF_SET(overlap_one)
#define solids_kernel_overlap_rows   SOLIDS_OF_SET(overlap_rows)
#define solids_kernel_contains_pairs SOLIDS_OF_SET(contains_pairs)
#define solids_kernel_mtv_pairs      SOLIDS_OF_SET(mtv_pairs)
#define solids_kernel_mtv_block      SOLIDS_OF_SET(mtv_block)
#define solids_kernel_mtv_points     SOLIDS_OF_SET(mtv_points)
#define solids_kernel_contacts_pairs SOLIDS_OF_SET(contacts_pairs)
#define solids_kernel_place          SOLIDS_OF_SET(place)
#define solids_kernel_sweep_pairs    SOLIDS_OF_SET(sweep_pairs)

/* A name of the narrowest set of this build. SEPAL_NARROWEST: the unit is compiled for that one, and has what is about one pair. */
#if defined(SEPAL_HAVE_SSE2)
#define SOLIDS_OF_NARROWEST(name) sepal_solids_##name##_sse2
#elif defined(SEPAL_HAVE_AVX2)
#define SOLIDS_OF_NARROWEST(name) sepal_solids_##name##_avx2
#else
#define SOLIDS_OF_NARROWEST(name) sepal_solids_##name##_avx512
#endif
#if defined(SEPAL_FOR_SSE2) || (!defined(SEPAL_HAVE_SSE2) && (defined(SEPAL_FOR_AVX2) || !defined(SEPAL_HAVE_AVX2)))
#define SEPAL_NARROWEST
#endif
#define solids_kernel_know_overlap SOLIDS_OF_NARROWEST(know_overlap)
#define solids_kernel_know_from    SOLIDS_OF_NARROWEST(know_from)
#define solids_kernel_push_one     SOLIDS_OF_NARROWEST(push_one)
#define solids_kernel_pair_enters  SOLIDS_OF_NARROWEST(pair_enters)
#define solids_kernel_pair_meets   SOLIDS_OF_NARROWEST(pair_meets)
#define solids_kernel_pair_hit     SOLIDS_OF_NARROWEST(pair_hit)

#endif
