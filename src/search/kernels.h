/* kernels.h — the loops of the finder that gain from wide registers, one function for each instruction set; who calls them has their
 * tables. */
#ifndef SEPAL_SEARCH_KERNELS_H
#define SEPAL_SEARCH_KERNELS_H

#include "../core/isa.h"
#include "ray.h"
#include "seeker.h"
#include "walk.h"
#include <sepal/polys.h>
#include <stdbool.h>

/* Pairs of shapes whose boxes meet, as they are found. When a kernel needs room, it calls `empty`, which takes them away. */
typedef struct sepal_candidates {
    sepal_pair *pairs;
    size_t count, room;
    void (*empty)(struct sepal_candidates *candidates);
} sepal_candidates;

/* No kernel writes more pairs between two looks at the room that is left. */
enum { SEPAL_CANDIDATES_AT_ONCE = SEPAL_FANOUT };

/* Sixteen shapes that are asked about: their boxes as a node, their numbers, and the union of the boxes. In the plane the spans are
 * not used. */
typedef struct sepal_block {
    _Alignas(64) float node[SEPAL_NODE_FLOATS];
    _Alignas(64) float spans[SEPAL_SPAN_FLOATS];
    uint32_t ids[SEPAL_FANOUT];
    sepal_bounds all;
    sepal_span all_span;
} sepal_block;

/* The boxes around shapes first .. first+count-1 of a set, radii included, and everything within `margin` of them. */
typedef void sepal_search_bounds_kernel(const sepal_polys *set, size_t first, size_t count, float margin, sepal_bounds *out);
sepal_search_bounds_kernel sepal_search_bounds_scalar, sepal_search_bounds_sse2, sepal_search_bounds_avx2,
    sepal_search_bounds_avx512;

/* The numbers along the Hilbert curve of `count` cells (x, y), each below 2^16; count is a multiple of sixteen. */
typedef void sepal_search_hilbert_keys_kernel(const uint32_t *x, const uint32_t *y, uint32_t *keys, size_t count);
sepal_search_hilbert_keys_kernel sepal_search_hilbert_keys_scalar, sepal_search_hilbert_keys_sse2, sepal_search_hilbert_keys_avx2,
    sepal_search_hilbert_keys_avx512;

/* The numbers along the Hilbert curve in space of `count` cells (x, y, z), each below 2^10; count is a multiple of sixteen. */
typedef void sepal_search_hilbert_keys_in_space_kernel(const uint32_t *x, const uint32_t *y, const uint32_t *z, uint32_t *keys,
                                                       size_t count);
sepal_search_hilbert_keys_in_space_kernel sepal_search_hilbert_keys_in_space_scalar, sepal_search_hilbert_keys_in_space_sse2,
    sepal_search_hilbert_keys_in_space_avx2, sepal_search_hilbert_keys_in_space_avx512;

/* Pairs (least, greatest number) of the boxes of leaf `leaf` that meet each other or one of a later leaf. */
typedef void sepal_search_join_leaf_kernel(const sepal_tree *tree, size_t leaf, sepal_candidates *out);
sepal_search_join_leaf_kernel sepal_search_join_leaf_scalar, sepal_search_join_leaf_sse2, sepal_search_join_leaf_avx2,
    sepal_search_join_leaf_avx512;

/* Pairs (number in the block, number in the tree) of boxes that meet. later: only where the second number is greater. */
typedef void sepal_search_join_block_kernel(const sepal_tree *tree, const sepal_block *block, bool later, sepal_candidates *out);
sepal_search_join_block_kernel sepal_search_join_block_scalar, sepal_search_join_block_sse2, sepal_search_join_block_avx2,
    sepal_search_join_block_avx512;

/* Pairs (id, number in the tree) of the boxes that meet one box. span: not used in the plane. */
typedef void sepal_search_join_box_kernel(const sepal_tree *tree, sepal_bounds box, sepal_span span, uint32_t id,
                                          sepal_candidates *out);
sepal_search_join_box_kernel sepal_search_join_box_scalar, sepal_search_join_box_sse2, sepal_search_join_box_avx2,
    sepal_search_join_box_avx512;

/* Takes rays on, each until it comes to a shape or has seen all, or until enough of them have. on->shapes and on->ends become how many of
 * either there are. */
typedef void sepal_search_walk_rays_kernel(const sepal_tree *tree, const sepal_ray *rays, sepal_walk *walks, sepal_walkers *on);
sepal_search_walk_rays_kernel sepal_search_walk_rays_scalar, sepal_search_walk_rays_sse2, sepal_search_walk_rays_avx2,
    sepal_search_walk_rays_avx512;

/* Takes shapes on that look for the nearest ones, as sepal_search_walk_rays takes rays. */
typedef void sepal_search_walk_seekers_kernel(const sepal_tree *tree, const sepal_seeker *seekers, sepal_walk *walks,
                                              sepal_walkers *on);
sepal_search_walk_seekers_kernel sepal_search_walk_seekers_scalar, sepal_search_walk_seekers_sse2, sepal_search_walk_seekers_avx2,
    sepal_search_walk_seekers_avx512;

#endif
