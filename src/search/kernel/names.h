/* names.h — what the finder's kernels of one instruction set are called outside of their files. Without SEPAL_LANES they are
 * compiled in plain C. */
#ifndef SEPAL_SEARCH_KERNEL_NAMES_H
#define SEPAL_SEARCH_KERNEL_NAMES_H

#if !defined(SEPAL_LANES)
#define search_bounds                sepal_search_bounds_scalar
#define search_hilbert_keys          sepal_search_hilbert_keys_scalar
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_scalar
#define search_join_leaf             sepal_search_join_leaf_scalar
#define search_join_block            sepal_search_join_block_scalar
#define search_join_box              sepal_search_join_box_scalar
#define search_walk_rays             sepal_search_walk_rays_scalar
#define search_walk_seekers          sepal_search_walk_seekers_scalar
#elif SEPAL_LANES == 4
#define search_bounds                sepal_search_bounds_x4
#define search_hilbert_keys          sepal_search_hilbert_keys_x4
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_x4
#define search_join_leaf             sepal_search_join_leaf_x4
#define search_join_block            sepal_search_join_block_x4
#define search_join_box              sepal_search_join_box_x4
#define search_walk_rays             sepal_search_walk_rays_x4
#define search_walk_seekers          sepal_search_walk_seekers_x4
#elif SEPAL_LANES == 8
#define search_bounds                sepal_search_bounds_x8
#define search_hilbert_keys          sepal_search_hilbert_keys_x8
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_x8
#define search_join_leaf             sepal_search_join_leaf_x8
#define search_join_block            sepal_search_join_block_x8
#define search_join_box              sepal_search_join_box_x8
#define search_walk_rays             sepal_search_walk_rays_x8
#define search_walk_seekers          sepal_search_walk_seekers_x8
#else
#define search_bounds                sepal_search_bounds_x16
#define search_hilbert_keys          sepal_search_hilbert_keys_x16
#define search_hilbert_keys_in_space sepal_search_hilbert_keys_in_space_x16
#define search_join_leaf             sepal_search_join_leaf_x16
#define search_join_block            sepal_search_join_block_x16
#define search_join_box              sepal_search_join_box_x16
#define search_walk_rays             sepal_search_walk_rays_x16
#define search_walk_seekers          sepal_search_walk_seekers_x16
#endif

#include "../kernels.h"

#endif
