/* names.h — what the finder's kernels of one instruction set are called outside of their files. Without an instruction set
 * they are compiled in plain C. */
#ifndef SEPAL_SEARCH_KERNEL_NAMES_H
#define SEPAL_SEARCH_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#if !defined(SEPAL_LANES)
#define search_bounds                sepal_search_bounds_scalar
#define search_hilbert_keys          sepal_search_hilbert_keys_scalar
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_scalar
#define search_join_leaf             sepal_search_join_leaf_scalar
#define search_join_block            sepal_search_join_block_scalar
#define search_join_box              sepal_search_join_box_scalar
#define search_walk_rays             sepal_search_walk_rays_scalar
#define search_walk_seekers          sepal_search_walk_seekers_scalar
#elif defined(SEPAL_FOR_SSE2)
#define search_bounds                sepal_search_bounds_sse2
#define search_hilbert_keys          sepal_search_hilbert_keys_sse2
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_sse2
#define search_join_leaf             sepal_search_join_leaf_sse2
#define search_join_block            sepal_search_join_block_sse2
#define search_join_box              sepal_search_join_box_sse2
#define search_walk_rays             sepal_search_walk_rays_sse2
#define search_walk_seekers          sepal_search_walk_seekers_sse2
#elif defined(SEPAL_FOR_AVX2)
#define search_bounds                sepal_search_bounds_avx2
#define search_hilbert_keys          sepal_search_hilbert_keys_avx2
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_avx2
#define search_join_leaf             sepal_search_join_leaf_avx2
#define search_join_block            sepal_search_join_block_avx2
#define search_join_box              sepal_search_join_box_avx2
#define search_walk_rays             sepal_search_walk_rays_avx2
#define search_walk_seekers          sepal_search_walk_seekers_avx2
#else
#define search_bounds                sepal_search_bounds_avx512
#define search_hilbert_keys          sepal_search_hilbert_keys_avx512
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_avx512
#define search_join_leaf             sepal_search_join_leaf_avx512
#define search_join_block            sepal_search_join_block_avx512
#define search_join_box              sepal_search_join_box_avx512
#define search_walk_rays             sepal_search_walk_rays_avx512
#define search_walk_seekers          sepal_search_walk_seekers_avx512
#endif

#include "../kernels.h"

#endif
