/* walk.h — a question on its way through the tree: the boxes that it has still to look into, the nearest first. What is near has a small
 * `least`, a float >= 0: nothing in a box is hit by a ray before this time, or nearer to a shape than this. */
#ifndef SEPAL_SEARCH_WALK_H
#define SEPAL_SEARCH_WALK_H

#include "tree.h"

#include <math.h>

/* The levels of a tree, and one above them: its only node has the whole tree as its only box. */
enum { SEPAL_WALK_LEVELS = SEPAL_TREE_LEVELS + 1 };

/* Of each level the boxes wait of one node, the latest that was looked at. The next one is the nearest of those of the lowest level that has
 * one within the limit. Numbers are INFINITY where nothing waits. */
typedef struct sepal_walk {
    _Alignas(64) float least[SEPAL_WALK_LEVELS][SEPAL_FANOUT];
    float nearest[SEPAL_FANOUT];       /* the least of these of each level; */
    uint32_t which[SEPAL_WALK_LEVELS]; /* and whose this is; */
    uint32_t node[SEPAL_WALK_LEVELS];  /* and whose boxes these are */
    float limit;                       /* what has a greater `least` is left out; finite */
    int level;                         /* where to look next, */
    uint32_t next;                     /* and at which node of this level */
} sepal_walk;

static inline void sepal_walk_begin(sepal_walk *walk, const sepal_tree *tree, float limit) {
    for (int k = 0; k < SEPAL_FANOUT; k++)
        walk->nearest[k] = walk->least[tree->levels][k] = INFINITY;
    walk->limit = limit;
    walk->node[tree->levels] = walk->which[tree->levels] = 0;
    if (tree->count > 0)
        walk->nearest[tree->levels] = walk->least[tree->levels][0] = 0;
}

/* Where a walk has come to a shape: its place in the leaves of the tree. */
typedef struct sepal_walk_found {
    uint32_t walk, place;
} sepal_walk_found;

#endif
