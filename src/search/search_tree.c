/* search_tree.c — packs boxes into nodes, level by level, and renews the levels above leaves that changed. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "tree.h"

#include <math.h>
#include <sepal/base.h>
#include <stdbool.h>

/* Boxes are fetched so many places before they are read: they lie anywhere in memory. */
enum { AHEAD = 32 };

static const sepal_bounds nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};
static const sepal_span no_span = {INFINITY, -INFINITY};

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

sepal_bounds sepal_tree_leaf(const sepal_tree *tree, size_t leaf, sepal_span *span) {
    if (tree->spans[0] != NULL)
        *span = span_union_of(tree->spans[0] + leaf * SEPAL_SPAN_FLOATS);
    return union_of(tree->level[0] + leaf * SEPAL_NODE_FLOATS);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the tree keeps `ids`, to write to it */
void sepal_tree_make(sepal_tree *tree, size_t room, float *nodes, float *node_spans, uint32_t *ids) {
    *tree = (sepal_tree){.ids = ids};
    do {
        room = nodes_for(room);
        tree->level[tree->levels] = nodes;
        tree->least[tree->levels] = ids;
        tree->spans[tree->levels++] = node_spans;
        nodes += room * SEPAL_NODE_FLOATS;
        ids += room * SEPAL_FANOUT;
        if (node_spans != NULL)
            node_spans += room * SEPAL_SPAN_FLOATS;
    } while (room > 1);
}

static uint32_t least_number_of(const uint32_t *ids) {
    uint32_t least = ids[0];
    for (int k = 1; k < SEPAL_FANOUT; k++)
        least = ids[k] < least ? ids[k] : least;
    return least;
}

/* Puts the union of node `child` of a level into the node above it, and its least number; of one that is not there, nothing. */
static void renew_child(sepal_tree *tree, int level, size_t child) {
    size_t above = child / SEPAL_FANOUT, k = child % SEPAL_FANOUT;
    bool there = child < tree->nodes[level];
    sepal_node_set(tree->level[level + 1] + above * SEPAL_NODE_FLOATS, k,
                   there ? union_of(tree->level[level] + child * SEPAL_NODE_FLOATS) : nothing);
    tree->least[level + 1][child] = there ? least_number_of(tree->least[level] + child * SEPAL_FANOUT) : UINT32_MAX;
    if (tree->spans[0] != NULL)
        sepal_node_set_span(tree->spans[level + 1] + above * SEPAL_SPAN_FLOATS, k,
                            there ? span_union_of(tree->spans[level] + child * SEPAL_SPAN_FLOATS) : no_span);
}

void sepal_tree_fill(sepal_tree *tree, size_t first, const sepal_bounds *boxes, const sepal_span *spans, const uint64_t *order,
                     const uint32_t *shapes, size_t count) {
    size_t from = first * SEPAL_FANOUT, end = (first + nodes_for(count)) * SEPAL_FANOUT;
    for (size_t place = from; place < end; place++) {
        size_t k = place - from;
        uint32_t box = k < count ? (uint32_t)order[k] : 0;
        if (k + AHEAD < count)
            sepal_prefetch(&boxes[(uint32_t)order[k + AHEAD]]);
        tree->ids[place] = k >= count ? UINT32_MAX : shapes != NULL ? shapes[box] : box;
        sepal_tree_put(tree, place, k < count ? boxes[box] : nothing, spans == NULL || k >= count ? no_span : spans[box]);
    }
    tree->count = from + count;
    tree->nodes[0] = end / SEPAL_FANOUT;
    for (int level = 0; level + 1 < tree->levels; level++) {
        first /= SEPAL_FANOUT;
        tree->nodes[level + 1] = nodes_for(tree->nodes[level]);
        for (size_t child = first * SEPAL_FANOUT; child < tree->nodes[level + 1] * SEPAL_FANOUT; child++)
            renew_child(tree, level, child);
    }
}

size_t sepal_tree_bit_words(size_t count) {
    size_t words = 0;
    do {
        count = nodes_for(count);
        words += SEPAL_BIT_WORDS(count);
    } while (count > 1);
    return words;
}

void sepal_tree_refit(sepal_tree *tree, uint64_t *stale) {
    for (int level = 0; level + 1 < tree->levels; level++) {
        const size_t room = (size_t)(tree->level[level + 1] - tree->level[level]) / SEPAL_NODE_FLOATS;
        uint64_t *above = stale + SEPAL_BIT_WORDS(room);
        for (size_t word = 0; word < SEPAL_BIT_WORDS(tree->nodes[level]); word++)
            for (; stale[word] != 0; stale[word] &= stale[word] - 1) {
                const size_t child = 64 * word + sepal_lowest_bit(stale[word]), parent = child / SEPAL_FANOUT;
                above[parent / 64] |= UINT64_C(1) << parent % 64;
                renew_child(tree, level, child);
            }
        stale = above;
    }
    stale[0] = 0;
}
