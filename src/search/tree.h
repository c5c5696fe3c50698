/* tree.h — a packed tree of boxes parallel to the axes: sixteen to a node, every node full but the last of its level. In space, a box
 * has a span of z besides, and a node sixteen of them. */
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

/* The z of a box in space, from low to high. An empty one, as fills up a node, has low = infinity and high = -infinity. */
typedef struct sepal_span {
    float low, high;
} sepal_span;

static inline sepal_span sepal_span_union(sepal_span a, sepal_span b) {
    return (sepal_span){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* A node: sixteen boxes in four rows, first low_x of all, then from SEPAL_LOW_Y on low_y, and so on. */
enum { SEPAL_FANOUT = 16, SEPAL_LOW_Y = 16, SEPAL_HIGH_X = 32, SEPAL_HIGH_Y = 48, SEPAL_NODE_FLOATS = 64 };

/* The spans of a node: low of all, then high. */
enum { SEPAL_SPAN_HIGH = 16, SEPAL_SPAN_FLOATS = 32 };

/* What a filter knows of a shape, or of all shapes in a box: the bits of all, and their least and greatest owner. */
typedef struct sepal_class {
    uint32_t member, mask, least_owner, most_owner;
} sepal_class;

/* The classes of a node: those of its sixteen boxes in four rows. */
enum { SEPAL_CLASS_MASK = 16, SEPAL_CLASS_LEAST_OWNER = 32, SEPAL_CLASS_MOST_OWNER = 48, SEPAL_CLASS_WORDS = 64 };

static inline sepal_class sepal_node_class(const uint32_t *node, size_t k) {
    return (sepal_class){node[k], node[SEPAL_CLASS_MASK + k], node[SEPAL_CLASS_LEAST_OWNER + k], node[SEPAL_CLASS_MOST_OWNER + k]};
}

static inline void sepal_node_set_class(uint32_t *node, size_t k, sepal_class set) {
    node[k] = set.member;
    node[SEPAL_CLASS_MASK + k] = set.mask;
    node[SEPAL_CLASS_LEAST_OWNER + k] = set.least_owner;
    node[SEPAL_CLASS_MOST_OWNER + k] = set.most_owner;
}

/* Levels of nodes above at most 2^32 boxes. */
enum { SEPAL_TREE_LEVELS = 8 };

/* Node k of level 0, a leaf, holds the boxes 16k .. 16k+15 in the order of the curve, and ids[16k] .. say which shapes these are. Some
 * of them may be empty: they meet nothing. Node k of level l + 1 holds the unions of the nodes 16k .. 16k+15 of level l. The top level
 * has one node. */
typedef struct sepal_tree {
    size_t count; /* places up to the last box; 0: nothing is in the tree, and no node is to be read */
    int levels;
    size_t nodes[SEPAL_TREE_LEVELS];
    float *level[SEPAL_TREE_LEVELS];
    float *spans[SEPAL_TREE_LEVELS]; /* of the nodes of each level; NULL in the plane */
    uint32_t *ids;                   /* filled up to a multiple of sixteen, with UINT32_MAX, which is no shape */
    /* least[l][k] is the least number of a shape in box k of level l, at most: so least[0] is ids. A shape that was taken out still
     * counts. */
    uint32_t *least[SEPAL_TREE_LEVELS];
    /* Of the nodes of each level, under the filter of a join that has many pairs to leave out; else NULL. */
    uint32_t *classes[SEPAL_TREE_LEVELS];
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

static inline sepal_span sepal_node_span(const float *spans, size_t k) {
    return (sepal_span){spans[k], spans[SEPAL_SPAN_HIGH + k]};
}

static inline void sepal_node_set_span(float *spans, size_t k, sepal_span span) {
    spans[k] = span.low;
    spans[SEPAL_SPAN_HIGH + k] = span.high;
}

/* Puts a box into a place of a leaf. span: not used in the plane. */
static inline void sepal_tree_put(sepal_tree *tree, size_t place, sepal_bounds box, sepal_span span) {
    size_t leaf = place / SEPAL_FANOUT, k = place % SEPAL_FANOUT;
    sepal_node_set(tree->level[0] + leaf * SEPAL_NODE_FLOATS, k, box);
    if (tree->spans[0] != NULL)
        sepal_node_set_span(tree->spans[0] + leaf * SEPAL_SPAN_FLOATS, k, span);
}

/* The union of the boxes of a leaf. span: receives that of the spans, in space. */
sepal_bounds sepal_tree_leaf(const sepal_tree *tree, size_t leaf, sepal_span *span);

/* How many nodes a tree with room for `count` >= 1 boxes has, all levels together. */
size_t sepal_tree_nodes(size_t count);

/* Makes an empty tree with room for `room` >= 1 boxes.
 * nodes: SEPAL_NODE_FLOATS floats a node; node_spans: SEPAL_SPAN_FLOATS floats a node, NULL in the plane. Both are aligned to 64
 * bytes. ids: sixteen numbers a node, those of the leaves first. */
void sepal_tree_make(sepal_tree *tree, size_t room, float *nodes, float *node_spans, uint32_t *ids);

/* Puts `count` boxes into the leaves from leaf `first` on, in the given order, and nothing behind them: order[k] has the number of the
 * k-th box in its low 32 bits. There is room for them.
 * spans: of the boxes; NULL in the plane.
 * shapes: which shape a box belongs to; NULL: box k to shape k. */
void sepal_tree_fill(sepal_tree *tree, size_t first, const sepal_bounds *boxes, const sepal_span *spans, const uint64_t *order,
                     const uint32_t *shapes, size_t count);

/* How many words of bits the nodes of a tree with room for `count` >= 1 boxes take: those of each level begin with a word. */
size_t sepal_tree_bit_words(size_t count);

/* Renews the nodes above leaves whose boxes changed.
 * stale: a bit for each node: 1 for these leaves, 0 for all else; comes back as all 0. */
void sepal_tree_refit(sepal_tree *tree, uint64_t *stale);

#endif
