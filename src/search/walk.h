/* walk.h — a question on its way through the tree: the nodes and shapes that it has still to look at, the nearest first. What is near
 * has a small `least`, a float >= 0: nothing in a node is hit by a ray before this time, or nearer to a shape than this. */
#ifndef SEPAL_SEARCH_WALK_H
#define SEPAL_SEARCH_WALK_H

#include "../core/compiler.h"
#include "tree.h"

#include <stdbool.h>
#include <string.h>

/* A node, or a shape of a leaf. The numbers are in the order of `least`: the upper 28 bits are those of this float, rounded down; the next
 * four are the level of the node + 1, or 0 for a shape; the others are the number of the node in its level, or of the shape's place in
 * the leaves. */
typedef uint64_t sepal_walk_item;

/* Items that wait: at most fifteen of each level, those of shapes included, and one more. */
enum { SEPAL_WALK_WAITING = (SEPAL_TREE_LEVELS + 1) * (SEPAL_FANOUT - 1) + 1 };

typedef struct sepal_walk {
    float limit; /* what has a greater `least` is left out */
    int waiting;
    sepal_walk_item items[SEPAL_WALK_WAITING]; /* the one to look at next is the last */
} sepal_walk;

/* A look at a node: which of its sixteen boxes are to be visited, and the `least` of each of these. */
typedef struct sepal_look {
    float least[SEPAL_FANOUT];
    uint32_t walk, node; /* walk: the number of the question */
    int level;
    uint32_t hits; /* bits; `least` of the others says nothing */
} sepal_look;

static inline sepal_walk_item sepal_walk_item_of(float least, int level, uint32_t number) {
    uint32_t bits;
    memcpy(&bits, &least, sizeof bits);
    return (uint64_t)((bits & ~15U) | (uint32_t)(level + 1)) << 32 | number;
}

static inline void sepal_walk_begin(sepal_walk *walk, const sepal_tree *tree, float limit) {
    walk->limit = limit;
    walk->waiting = tree->count > 0 ? 1 : 0;
    walk->items[0] = sepal_walk_item_of(0, tree->levels - 1, 0);
}

/* What was found in a node waits, the nearest on top. */
static inline void sepal_walk_wait(sepal_walk *walk, const sepal_look *look) {
    int bottom = walk->waiting;
    for (uint32_t hits = look->hits; hits != 0; hits &= hits - 1) {
        unsigned k = sepal_lowest_bit(hits);
        sepal_walk_item item = sepal_walk_item_of(look->least[k], look->level - 1, look->node * SEPAL_FANOUT + k);
        int at = walk->waiting++;
        for (; at > bottom && walk->items[at - 1] < item; at--)
            walk->items[at] = walk->items[at - 1];
        walk->items[at] = item;
    }
}

static inline void sepal_walk_fetch(const sepal_tree *tree, int level, uint32_t node) {
    enum { LINE_FLOATS = 16 };
    for (int k = 0; k < SEPAL_NODE_FLOATS; k += LINE_FLOATS)
        sepal_prefetch(tree->level[level] + (size_t)node * SEPAL_NODE_FLOATS + k);
    for (int k = 0; k < SEPAL_SPAN_FLOATS && tree->spans[level] != NULL; k += LINE_FLOATS)
        sepal_prefetch(tree->spans[level] + (size_t)node * SEPAL_SPAN_FLOATS + k);
}

typedef enum sepal_walk_step { SEPAL_WALK_ENDS, SEPAL_WALK_NODE, SEPAL_WALK_SHAPE } sepal_walk_step;

/* Takes away what is on top. A node: asks for its memory, and fills in where to look; a shape: which. */
static inline sepal_walk_step sepal_walk_next(sepal_walk *walk, const sepal_tree *tree, sepal_look *look, uint32_t *shape) {
    const sepal_walk_item latest = sepal_walk_item_of(walk->limit, SEPAL_TREE_LEVELS, UINT32_MAX);
    while (walk->waiting > 0) {
        sepal_walk_item item = walk->items[--walk->waiting];
        if (item > latest)
            continue;
        uint32_t number = (uint32_t)item;
        int level = (int)(item >> 32 & 15) - 1;
        if (level < 0) {
            *shape = tree->ids[number];
            return SEPAL_WALK_SHAPE;
        }
        sepal_walk_fetch(tree, level, number);
        look->node = number;
        look->level = level;
        return SEPAL_WALK_NODE;
    }
    return SEPAL_WALK_ENDS;
}

#endif
