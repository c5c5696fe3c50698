/* search_kernel_join.c — walks the tree with sixteen boxes at a time: first by their union, then box by box against the leaves that
 * are left. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "class.h"
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

/* Asks for the nodes that wait from `first` on, ahead of their use: those of a walk for one box lie anywhere in memory. */
static void fetch_waiting(const sepal_tree *tree, const walk *nodes, int first) {
    for (int k = first; k < nodes->count; k++) {
        const float *node = tree->level[nodes->waiting[k].level] + nodes->waiting[k].node * (size_t)SEPAL_NODE_FLOATS;
        for (int row = 0; row < SEPAL_NODE_FLOATS; row += SEPAL_FANOUT)
            sepal_prefetch(node + row);
    }
}

static void make_room(sepal_candidates *out) {
    if (out->room - out->count < SEPAL_CANDIDATES_AT_ONCE)
        out->empty(out);
}

/* Pairs are written four at a time, those of bits that are not set too, which the next ones replace: most boxes meet at most four
 * others of a leaf, so that the end of the loop is foreseen by the processor. Bits from here on stand for no shape. */
enum { AT_ONCE = 4, NO_SHAPES = 0xf0000 };

/* Shape `id` with those of `ids` whose bits are set; the lesser number first. */
static void put_ordered(uint32_t id, const uint32_t *ids, uint32_t hits, sepal_candidates *out) {
    make_room(out);
    size_t count = out->count;
    for (hits |= NO_SHAPES; hits != NO_SHAPES;) {
        uint32_t left = hits;
        for (int k = 0; k < AT_ONCE; k++, left &= left - 1) {
            unsigned at = sepal_lowest_bit(left);
            uint32_t other = ids[at % SEPAL_FANOUT];
            out->pairs[count] = (sepal_pair){other < id ? other : id, other < id ? id : other};
            count += at < SEPAL_FANOUT;
        }
        hits = left | NO_SHAPES;
    }
    out->count = count;
}

/* Shape `id` of the one set with those of `ids`, of the other set, whose bits are set. */
static void put_found(uint32_t id, const uint32_t *ids, uint32_t hits, bool later, sepal_candidates *out) {
    make_room(out);
    size_t count = out->count;
    for (hits |= NO_SHAPES; hits != NO_SHAPES;) {
        uint32_t left = hits;
        for (int k = 0; k < AT_ONCE; k++, left &= left - 1) {
            unsigned at = sepal_lowest_bit(left);
            uint32_t other = ids[at % SEPAL_FANOUT];
            out->pairs[count] = (sepal_pair){id, other};
            count += at < SEPAL_FANOUT && (!later || other > id);
        }
        hits = left | NO_SHAPES;
    }
    out->count = count;
}

/* A box, with its span in space. */
typedef struct solid_box {
    sepal_bounds bounds;
    sepal_span span;
} solid_box;

/* The children of a node that meet a box. space: a constant, false in the plane. */
SPECIALISED uint32_t children_that_meet(const sepal_tree *tree, int level, size_t node, const solid_box *box, bool space) {
    uint32_t hits = node_hits(tree->level[level] + node * SEPAL_NODE_FLOATS, box->bounds);
    if (space && hits != 0)
        hits &= span_hits(tree->spans[level] + node * SEPAL_SPAN_FLOATS, box->span);
    return hits;
}

/* Box k of a level: of level 0 that of a shape, of the one above that of node k below it. */
SPECIALISED solid_box box_at(const sepal_tree *tree, int level, size_t k, bool space) {
    solid_box box;
    box.bounds = sepal_node_box(tree->level[level] + k / SEPAL_FANOUT * SEPAL_NODE_FLOATS, k % SEPAL_FANOUT);
    if (space)
        box.span = sepal_node_span(tree->spans[level] + k / SEPAL_FANOUT * SEPAL_SPAN_FLOATS, k % SEPAL_FANOUT);
    else
        box.span = (sepal_span){0, 0};
    return box;
}

/* Of `hits`, children of a node, those that a filter may want with box k of a level. filtered: a constant, false without a filter. */
SPECIALISED uint32_t wanted_of(uint32_t hits, const sepal_tree *tree, int level, size_t node, int level_of, size_t k,
                               bool filtered) {
    if (!filtered || hits == 0)
        return hits;
    const uint32_t *own = tree->classes[level_of] + k / SEPAL_FANOUT * SEPAL_CLASS_WORDS;
    return hits & class_hits(tree->classes[level] + node * SEPAL_CLASS_WORDS, sepal_node_class(own, k % SEPAL_FANOUT));
}

/* The boxes of two leaves. `all`: the union of those of the second. */
SPECIALISED void join_leaves(const sepal_tree *tree, size_t leaf, size_t other, solid_box all, bool space, bool filtered,
                             sepal_candidates *out) {
    uint32_t mine = wanted_of(children_that_meet(tree, 0, leaf, &all, space), tree, 0, leaf, 1, other, filtered);
    for (; mine != 0; mine &= mine - 1) {
        unsigned k = sepal_lowest_bit(mine);
        size_t place = leaf * SEPAL_FANOUT + k;
        solid_box box = box_at(tree, 0, place, space);
        uint32_t hits = wanted_of(children_that_meet(tree, 0, other, &box, space), tree, 0, other, 0, place, filtered);
        if (hits != 0)
            put_ordered(tree->ids[place], tree->ids + other * SEPAL_FANOUT, hits, out);
    }
}

/* Of the children first .. first+15 of a node, those from `least` on. */
static uint32_t from_on(size_t first, size_t least) {
    return least <= first ? 0xffff : least - first < SEPAL_FANOUT ? 0xffffU << (least - first) & 0xffff : 0;
}

SPECIALISED void join_leaf_in(const sepal_tree *tree, size_t leaf, bool space, bool filtered, sepal_candidates *out) {
    const uint32_t *ids = tree->ids + leaf * SEPAL_FANOUT;
    for (uint32_t k = 0; k + 1 < SEPAL_FANOUT && leaf * SEPAL_FANOUT + k < tree->count; k++) {
        size_t place = leaf * SEPAL_FANOUT + k;
        solid_box box = box_at(tree, 0, place, space);
        uint32_t hits = children_that_meet(tree, 0, leaf, &box, space) & 0xfffeU << k & 0xffff;
        hits = wanted_of(hits, tree, 0, leaf, 0, place, filtered);
        if (hits != 0)
            put_ordered(ids[k], ids, hits, out);
    }
    if (tree->levels == 1)
        return;
    solid_box all = box_at(tree, 1, leaf, space);
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t at = nodes.waiting[nodes.count].node, first = at * SEPAL_FANOUT;
        /* Of the children, only the one that holds this leaf, or a later one; of leaves, only later ones. */
        size_t own = leaf >> 4 * (level - 1);
        uint32_t hits = children_that_meet(tree, level, at, &all, space) & from_on(first, level == 1 ? own + 1 : own);
        hits = wanted_of(hits, tree, level, at, 1, leaf, filtered);
        if (level > 1) {
            push_children(&nodes, first, hits, level - 1);
            continue;
        }
        for (; hits != 0; hits &= hits - 1) {
            size_t other = first + sepal_lowest_bit(hits);
            join_leaves(tree, leaf, other, box_at(tree, 1, other, space), space, filtered, out);
        }
    }
}

void search_join_leaf(const sepal_tree *tree, size_t leaf, sepal_candidates *out) {
    const bool space = tree->spans[0] != NULL;
    if (tree->classes[0] != NULL)
        join_leaf_in(tree, leaf, space, true, out); /* one copy for the plane and for space */
    else if (space)
        join_leaf_in(tree, leaf, true, false, out);
    else
        join_leaf_in(tree, leaf, false, false, out);
}

/* The shapes of a block whose boxes meet a box. */
SPECIALISED uint32_t block_hits(const sepal_block *block, const solid_box *box, bool space) {
    uint32_t hits = node_hits(block->node, box->bounds);
    return space && hits != 0 ? hits & span_hits(block->spans, box->span) : hits;
}

SPECIALISED void join_block_in(const sepal_tree *tree, const sepal_block *block, bool later, bool space, sepal_candidates *out) {
    const solid_box all = {block->all, block->all_span};
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t at = nodes.waiting[nodes.count].node;
        if (level > 0) {
            push_children(&nodes, at * SEPAL_FANOUT, children_that_meet(tree, level, at, &all, space), level - 1);
            continue;
        }
        uint32_t mine = 0xffff;
        if (tree->levels > 1) {
            solid_box leaf = box_at(tree, 1, at, space);
            mine = block_hits(block, &leaf, space);
        }
        for (; mine != 0; mine &= mine - 1) {
            unsigned k = sepal_lowest_bit(mine);
            solid_box box = {sepal_node_box(block->node, k), sepal_node_span(block->spans, k)};
            uint32_t hits = children_that_meet(tree, 0, at, &box, space);
            if (hits != 0)
                put_found(block->ids[k], tree->ids + at * SEPAL_FANOUT, hits, later, out);
        }
    }
}

void search_join_block(const sepal_tree *tree, const sepal_block *block, bool later, sepal_candidates *out) {
    if (tree->spans[0] == NULL)
        join_block_in(tree, block, later, false, out);
    else
        join_block_in(tree, block, later, true, out);
}

SPECIALISED void join_box_in(const sepal_tree *tree, const solid_box *box, uint32_t id, bool space, sepal_candidates *out) {
    walk nodes;
    nodes.count = 0;
    push_children(&nodes, 0, 1, tree->levels - 1);
    while (nodes.count > 0) {
        nodes.count--;
        int level = nodes.waiting[nodes.count].level;
        size_t at = nodes.waiting[nodes.count].node;
        uint32_t hits = children_that_meet(tree, level, at, box, space);
        if (level > 0) {
            int first = nodes.count;
            push_children(&nodes, at * SEPAL_FANOUT, hits, level - 1);
            fetch_waiting(tree, &nodes, first);
        } else if (hits != 0)
            put_found(id, tree->ids + at * SEPAL_FANOUT, hits, false, out);
    }
}

void search_join_box(const sepal_tree *tree, sepal_bounds box, sepal_span span, uint32_t id, sepal_candidates *out) {
    const solid_box at = {box, span};
    if (tree->spans[0] == NULL)
        join_box_in(tree, &at, id, false, out);
    else
        join_box_in(tree, &at, id, true, out);
}

#ifndef SEPAL_UNITS_APART
/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "search_kernel_bounds.c"
#include "search_kernel_order.c"
#endif
