/* search_kernel_join.c — walks the tree with sixteen boxes at a time: first by their union, then box by box against the leaves that
 * are left. */
#include "../../core/arithmetic.h"

#include "names.h"
#include "node.h"

/* Nodes that wait: at most fifteen of each level, and one more. */
enum { MOST_WAITING = SEPAL_TREE_LEVELS * (SEPAL_FANOUT - 1) + 1 };

typedef struct walk {
    struct {
        uint32_t node;
        int level;
    } waiting[MOST_WAITING];
    int count;
} walk;

static void push_children(walk *nodes, size_t first, uint32_t hits, int level) {
    for (; hits != 0; hits &= hits - 1) {
        nodes->waiting[nodes->count].node = (uint32_t)first + sepal_lowest_bit(hits);
        nodes->waiting[nodes->count++].level = level;
    }
}

static void make_room(sepal_candidates *out) {
    if (out->room - out->count < SEPAL_CANDIDATES_AT_ONCE)
        out->empty(out);
}

/* Shape `id` with those of `ids` whose bits are set; the lesser number first. */
static void put_ordered(uint32_t id, const uint32_t *ids, uint32_t hits, sepal_candidates *out) {
    make_room(out);
    for (; hits != 0; hits &= hits - 1) {
        uint32_t other = ids[sepal_lowest_bit(hits)];
        out->pairs[out->count++] = other < id ? (sepal_pair){other, id} : (sepal_pair){id, other};
    }
}

/* Shape `id` of the one set with those of `ids`, of the other set, whose bits are set. */
static void put_found(uint32_t id, const uint32_t *ids, uint32_t hits, bool later, sepal_candidates *out) {
    make_room(out);
    for (; hits != 0; hits &= hits - 1) {
        uint32_t other = ids[sepal_lowest_bit(hits)];
        out->pairs[out->count] = (sepal_pair){id, other};
        out->count += !later || other > id;
    }
}

/* The boxes of two leaves. `all`: the union of those of the second. */
static void join_leaves(const sepal_tree *tree, size_t leaf, size_t other, sepal_bounds all, sepal_candidates *out) {
    const float *node = tree->level[0] + leaf * SEPAL_NODE_FLOATS, *with = tree->level[0] + other * SEPAL_NODE_FLOATS;
    for (uint32_t mine = node_hits(node, all); mine != 0; mine &= mine - 1) {
        unsigned k = sepal_lowest_bit(mine);
        uint32_t hits = node_hits(with, sepal_node_box(node, k));
        if (hits != 0)
            put_ordered(tree->ids[leaf * SEPAL_FANOUT + k], tree->ids + other * SEPAL_FANOUT, hits, out);
    }
}

/* Of the children first .. first+15 of a node, those from `least` on. */
static uint32_t from_on(size_t first, size_t least) {
    return least <= first ? 0xffff : least - first < SEPAL_FANOUT ? 0xffffU << (least - first) & 0xffff : 0;
}

void search_join_leaf(const sepal_tree *tree, size_t leaf, sepal_candidates *out) {
    const float *node = tree->level[0] + leaf * SEPAL_NODE_FLOATS;
    const uint32_t *ids = tree->ids + leaf * SEPAL_FANOUT;
    for (uint32_t k = 0; k + 1 < SEPAL_FANOUT && leaf * SEPAL_FANOUT + k < tree->count; k++) {
        uint32_t hits = node_hits(node, sepal_node_box(node, k)) & 0xfffeU << k & 0xffff;
        if (hits != 0)
            put_ordered(ids[k], ids, hits, out);
    }
    if (tree->levels == 1)
        return;
    sepal_bounds all = sepal_node_box(tree->level[1] + leaf / SEPAL_FANOUT * SEPAL_NODE_FLOATS, leaf % SEPAL_FANOUT);
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t at = nodes.waiting[nodes.count].node, first = at * SEPAL_FANOUT;
        const float *parent = tree->level[level] + at * SEPAL_NODE_FLOATS;
        /* Of the children, only the one that holds this leaf, or a later one; of leaves, only later ones. */
        size_t own = leaf >> 4 * (level - 1);
        uint32_t hits = node_hits(parent, all) & from_on(first, level == 1 ? own + 1 : own);
        if (level > 1) {
            push_children(&nodes, first, hits, level - 1);
            continue;
        }
        for (; hits != 0; hits &= hits - 1) {
            unsigned k = sepal_lowest_bit(hits);
            join_leaves(tree, leaf, first + k, sepal_node_box(parent, k), out);
        }
    }
}

void search_join_block(const sepal_tree *tree, const sepal_block *block, bool later, sepal_candidates *out) {
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t at = nodes.waiting[nodes.count].node;
        const float *node = tree->level[level] + at * SEPAL_NODE_FLOATS;
        if (level > 0) {
            push_children(&nodes, at * SEPAL_FANOUT, node_hits(node, block->all), level - 1);
            continue;
        }
        uint32_t mine = 0xffff;
        if (tree->levels > 1)
            mine =
                node_hits(block->node, sepal_node_box(tree->level[1] + at / SEPAL_FANOUT * SEPAL_NODE_FLOATS, at % SEPAL_FANOUT));
        for (; mine != 0; mine &= mine - 1) {
            unsigned k = sepal_lowest_bit(mine);
            uint32_t hits = node_hits(node, sepal_node_box(block->node, k));
            if (hits != 0)
                put_found(block->ids[k], tree->ids + at * SEPAL_FANOUT, hits, later, out);
        }
    }
}

void search_join_box(const sepal_tree *tree, sepal_bounds box, uint32_t id, sepal_candidates *out) {
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t first = (size_t)nodes.waiting[nodes.count].node * SEPAL_FANOUT;
        uint32_t hits = node_hits(tree->level[level] + first / SEPAL_FANOUT * SEPAL_NODE_FLOATS, box);
        if (level > 0)
            push_children(&nodes, first, hits, level - 1);
        else if (hits != 0)
            put_found(id, tree->ids + first, hits, false, out);
    }
}
