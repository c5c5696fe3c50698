/* names.h — what the finder's kernels of one instruction set are called outside of their files. Without SEPAL_LANES they are
 * compiled in plain C. */
#ifndef SEPAL_SEARCH_KERNEL_NAMES_H
#define SEPAL_SEARCH_KERNEL_NAMES_H

#if !defined(SEPAL_LANES)
#define search_kernels_of_lanes sepal_search_kernels_scalar
#define search_bounds           sepal_search_bounds_scalar
#define search_join_leaf        sepal_search_join_leaf_scalar
#define search_join_block       sepal_search_join_block_scalar
#define search_join_box         sepal_search_join_box_scalar
#define search_next_leaf        sepal_search_next_leaf_scalar
#elif SEPAL_LANES == 4
#define search_kernels_of_lanes sepal_search_kernels_x4
#define search_bounds           sepal_search_bounds_x4
#define search_join_leaf        sepal_search_join_leaf_x4
#define search_join_block       sepal_search_join_block_x4
#define search_join_box         sepal_search_join_box_x4
#define search_next_leaf        sepal_search_next_leaf_x4
#elif SEPAL_LANES == 8
#define search_kernels_of_lanes sepal_search_kernels_x8
#define search_bounds           sepal_search_bounds_x8
#define search_join_leaf        sepal_search_join_leaf_x8
#define search_join_block       sepal_search_join_block_x8
#define search_join_box         sepal_search_join_box_x8
#define search_next_leaf        sepal_search_next_leaf_x8
#else
#define search_kernels_of_lanes sepal_search_kernels_x16
#define search_bounds           sepal_search_bounds_x16
#define search_join_leaf        sepal_search_join_leaf_x16
#define search_join_block       sepal_search_join_block_x16
#define search_join_box         sepal_search_join_box_x16
#define search_next_leaf        sepal_search_next_leaf_x16
#endif

#include "../kernels.h"

void search_bounds(const sepal_polys *set, size_t first, size_t count, float margin, sepal_bounds *out);
void search_join_leaf(const sepal_tree *tree, size_t leaf, sepal_candidates *out);
void search_join_block(const sepal_tree *tree, const sepal_block *block, bool later, sepal_candidates *out);
void search_join_box(const sepal_tree *tree, sepal_bounds box, sepal_span span, uint32_t id, sepal_candidates *out);
size_t search_next_leaf(const sepal_tree *tree, sepal_ray *ray, uint32_t shapes[SEPAL_FANOUT]);

#endif
