/* search_tree.c — packs boxes into nodes, level by level. */
#include "../core/arithmetic.h"

#include "tree.h"

#include <math.h>

static const sepal_bounds nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static size_t nodes_for(size_t boxes) {
    return (boxes + SEPAL_FANOUT - 1) / SEPAL_FANOUT;
}

size_t sepal_tree_floats(size_t count) {
    size_t nodes = 0;
    do {
        count = nodes_for(count);
        nodes += count;
    } while (count > 1);
    return nodes * SEPAL_NODE_FLOATS;
}

static float least_of(const float *row) {
    float least = row[0];
    for (int k = 1; k < SEPAL_FANOUT; k++)
        least = row[k] < least ? row[k] : least;
    return least;
}

static float greatest_of(const float *row) {
    float greatest = row[0];
    for (int k = 1; k < SEPAL_FANOUT; k++)
        greatest = row[k] > greatest ? row[k] : greatest;
    return greatest;
}

static sepal_bounds union_of(const float *node) {
    return (sepal_bounds){least_of(node), least_of(node + SEPAL_LOW_Y), greatest_of(node + SEPAL_HIGH_X),
                          greatest_of(node + SEPAL_HIGH_Y)};
}

void sepal_tree_build(sepal_tree *tree, const sepal_bounds *boxes, const uint64_t *order, size_t count, float *nodes,
                      uint32_t *ids) {
    *tree = (sepal_tree){.count = count, .ids = ids};
    for (size_t k = 0; k < nodes_for(count) * SEPAL_FANOUT; k++) {
        ids[k] = k < count ? (uint32_t)order[k] : 0;
        sepal_node_set(nodes + k / SEPAL_FANOUT * SEPAL_NODE_FLOATS, k % SEPAL_FANOUT, k < count ? boxes[ids[k]] : nothing);
    }
    size_t below = nodes_for(count);
    tree->level[0] = nodes;
    tree->nodes[0] = below;
    tree->levels = 1;
    while (below > 1) {
        const float *children = tree->level[tree->levels - 1];
        float *level = tree->level[tree->levels - 1] + below * SEPAL_NODE_FLOATS;
        size_t size = nodes_for(below);
        for (size_t k = 0; k < size * SEPAL_FANOUT; k++)
            sepal_node_set(level + k / SEPAL_FANOUT * SEPAL_NODE_FLOATS, k % SEPAL_FANOUT,
                           k < below ? union_of(children + k * SEPAL_NODE_FLOATS) : nothing);
        tree->level[tree->levels] = level;
        tree->nodes[tree->levels++] = size;
        below = size;
    }
}
