/* search_tree.c — packs boxes into nodes, level by level. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "tree.h"

#include <math.h>

/* Boxes are fetched so many places before they are read: they lie anywhere in memory. */
enum { AHEAD = 32 };

static const sepal_bounds nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};

static size_t nodes_for(size_t boxes) {
    return (boxes + SEPAL_FANOUT - 1) / SEPAL_FANOUT;
}

size_t sepal_tree_nodes(size_t count) {
    size_t nodes = 0;
    do {
        count = nodes_for(count);
        nodes += count;
    } while (count > 1);
    return nodes;
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

static sepal_span span_union_of(const float *spans) {
    return (sepal_span){least_of(spans), greatest_of(spans + SEPAL_SPAN_HIGH)};
}

/* The spans of all levels, once the boxes are there. */
static void build_spans(sepal_tree *tree, const sepal_span *spans, const uint64_t *order, float *node_spans) {
    static const sepal_span no_span = {INFINITY, -INFINITY};
    for (int level = 0; level < tree->levels; level++) {
        size_t below = level == 0 ? tree->count : tree->nodes[level - 1], size = tree->nodes[level];
        tree->spans[level] = node_spans;
        for (size_t k = 0; k < size * SEPAL_FANOUT; k++) {
            sepal_span span = no_span;
            if (k < below)
                span = level == 0 ? spans[(uint32_t)order[k]] : span_union_of(tree->spans[level - 1] + k * SEPAL_SPAN_FLOATS);
            sepal_node_set_span(node_spans + k / SEPAL_FANOUT * SEPAL_SPAN_FLOATS, k % SEPAL_FANOUT, span);
        }
        node_spans += size * SEPAL_SPAN_FLOATS;
    }
}

void sepal_tree_build(sepal_tree *tree, const sepal_bounds *boxes, const sepal_span *spans, const uint64_t *order, size_t count,
                      float *nodes, float *node_spans, uint32_t *ids) {
    *tree = (sepal_tree){.count = count, .ids = ids};
    for (size_t k = 0; k < nodes_for(count) * SEPAL_FANOUT; k++) {
        if (k + AHEAD < count)
            sepal_prefetch(&boxes[(uint32_t)order[k + AHEAD]]);
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
    if (spans != NULL)
        build_spans(tree, spans, order, node_spans);
}
