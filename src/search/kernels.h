/* kernels.h — the loops of the finder that gain from wide registers, once per instruction set: a table for each. */
#ifndef SEPAL_SEARCH_KERNELS_H
#define SEPAL_SEARCH_KERNELS_H

#include "ray.h"
#include "tree.h"
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

typedef struct sepal_search_kernels {
    /* The boxes around shapes first .. first+count-1 of a set, radii included, and everything within `margin` of them. */
    void (*bounds)(const sepal_polys *set, size_t first, size_t count, float margin, sepal_bounds *out);

    /* The numbers along the Hilbert curve of `count` cells (x, y), each below 2^16; count is a multiple of sixteen. */
    void (*hilbert_keys)(const uint32_t *x, const uint32_t *y, uint32_t *keys, size_t count);

    /* Pairs (least, greatest number) of the boxes of leaf `leaf` that meet each other or one of a later leaf. */
    void (*join_leaf)(const sepal_tree *tree, size_t leaf, sepal_candidates *out);

    /* Pairs (number in the block, number in the tree) of boxes that meet. later: only where the second number is greater. */
    void (*join_block)(const sepal_tree *tree, const sepal_block *block, bool later, sepal_candidates *out);

    /* Pairs (id, number in the tree) of the boxes that meet one box. span: not used in the plane. */
    void (*join_box)(const sepal_tree *tree, sepal_bounds box, sepal_span span, uint32_t id, sepal_candidates *out);

    /* Takes a ray to the next leaf that it may enter not later than ray->time, and gives the shapes there whose boxes it may enter so
     * early. Returns how many these are; 0 if there is no such leaf any more. */
    size_t (*next_leaf)(const sepal_tree *tree, sepal_ray *ray, uint32_t shapes[SEPAL_FANOUT]);
} sepal_search_kernels;

extern const sepal_search_kernels sepal_search_kernels_scalar;
extern const sepal_search_kernels sepal_search_kernels_x4;
extern const sepal_search_kernels sepal_search_kernels_x8;
extern const sepal_search_kernels sepal_search_kernels_x16;

/* The table of the instruction set in use. */
const sepal_search_kernels *sepal_search_kernels_in_use(void);

#endif
