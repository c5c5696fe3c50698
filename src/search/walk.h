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
    uint32_t nearest[SEPAL_FANOUT];   /* the least of these of each level, as a key; */
    uint32_t node[SEPAL_WALK_LEVELS]; /* and whose boxes these are */
    float limit;                      /* what has a greater `least` is left out; finite; */
    uint32_t before;                  /* and of what has this one, all but shapes with a number less than this */
    int level;                        /* where to look next, */
    uint32_t next;                    /* and at which node of this level */
} sepal_walk;

/* A key: the bits of a number that is not below 0, of which the last four are replaced by which of the sixteen boxes it belongs to. So
 * the least key says whose it is. Without these bits a number is never greater than it was, and INFINITY is what it was. */
enum { SEPAL_KEY_NUMBER = 0x7ffffff0, SEPAL_KEY_INFINITY = 0x7f800000 };

static inline void sepal_walk_begin(sepal_walk *walk, const sepal_tree *tree, float limit) {
    for (int k = 0; k < SEPAL_FANOUT; k++) {
        walk->nearest[k] = SEPAL_KEY_INFINITY;
        walk->least[tree->levels][k] = INFINITY;
    }
    walk->limit = limit;
    walk->before = UINT32_MAX;
    walk->node[tree->levels] = 0;
    if (tree->count > 0) {
        walk->nearest[tree->levels] = 0;
        walk->least[tree->levels][0] = 0;
    }
}

/* Where a walk has come to a shape: its place in the leaves of the tree. */
typedef struct sepal_walk_found {
    uint32_t walk, place;
} sepal_walk_found;

/* Walks that are on their way together, by their numbers. All arrays have room for all of them. */
typedef struct sepal_walkers {
    uint32_t *numbers;       /* of those that go on: */
    size_t looking, count;   /* the first ones have a node to look at, the others begin, or come from a shape */
    size_t enough;           /* they go on until no more than so many have a node to look at */
    sepal_walk_found *found; /* receives those that have come to a shape; */
    size_t shapes;           /* and how many these are */
    uint32_t *ended;         /* receives those that have seen all; */
    size_t ends;             /* and how many these are */
} sepal_walkers;

#endif
