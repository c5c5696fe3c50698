/* tree.h — a packed tree of boxes parallel to the axes: sixteen to a node, every node full but the last of its level. */
#ifndef SEPAL_SEARCH_TREE_H
#define SEPAL_SEARCH_TREE_H

#include <stddef.h>
#include <stdint.h>

/* A box parallel to the axes. An empty one, as fills up the last node of a level, has low = infinity and high = -infinity. */
typedef struct sepal_bounds {
    float low_x, low_y, high_x, high_y;
} sepal_bounds;

/* The least box that holds two. */
static inline sepal_bounds sepal_bounds_union(sepal_bounds a, sepal_bounds b) {
    return (sepal_bounds){a.low_x < b.low_x ? a.low_x : b.low_x, a.low_y < b.low_y ? a.low_y : b.low_y,
                          a.high_x > b.high_x ? a.high_x : b.high_x, a.high_y > b.high_y ? a.high_y : b.high_y};
}

/* A node: sixteen boxes in four rows, first low_x of all, then from SEPAL_LOW_Y on low_y, and so on. */
enum { SEPAL_FANOUT = 16, SEPAL_LOW_Y = 16, SEPAL_HIGH_X = 32, SEPAL_HIGH_Y = 48, SEPAL_NODE_FLOATS = 64 };

/* Levels of nodes above at most 2^32 boxes. */
enum { SEPAL_TREE_LEVELS = 8 };

/* Node k of level 0 holds the boxes 16k .. 16k+15 in the order of the curve, and ids[16k] .. say which shapes these are. Node k of
 * level l + 1 holds the unions of the nodes 16k .. 16k+15 of level l. The top level has one node. */
typedef struct sepal_tree {
    size_t count; /* boxes */
    int levels;
    size_t nodes[SEPAL_TREE_LEVELS];
    float *level[SEPAL_TREE_LEVELS];
    uint32_t *ids; /* filled up to a multiple of sixteen */
} sepal_tree;

static inline sepal_bounds sepal_node_box(const float *node, size_t k) {
    return (sepal_bounds){node[k], node[SEPAL_LOW_Y + k], node[SEPAL_HIGH_X + k], node[SEPAL_HIGH_Y + k]};
}

static inline void sepal_node_set(float *node, size_t k, sepal_bounds box) {
    node[k] = box.low_x;
    node[SEPAL_LOW_Y + k] = box.low_y;
    node[SEPAL_HIGH_X + k] = box.high_x;
    node[SEPAL_HIGH_Y + k] = box.high_y;
}

/* How many floats the nodes of a tree of `count` >= 1 boxes take, all levels together. */
size_t sepal_tree_floats(size_t count);

/* Builds the tree of `count` >= 1 boxes in the given order: order[k] has the number of the k-th box in its low 32 bits.
 * nodes: sepal_tree_floats(count) floats, aligned to 64 bytes. ids: `count` filled up to a multiple of sixteen. */
void sepal_tree_build(sepal_tree *tree, const sepal_bounds *boxes, const uint64_t *order, size_t count, float *nodes,
                      uint32_t *ids);

#endif
