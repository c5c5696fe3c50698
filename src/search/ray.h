/* ray.h — a ray on its way through the tree: what it has hit so far, and the nodes that it has still to look at. */
#ifndef SEPAL_SEARCH_RAY_H
#define SEPAL_SEARCH_RAY_H

#include "tree.h"
#include <stdbool.h>

/* By how much a computed time may be off, besides a share of it (docs/finder.md, "Rays"): where it underflows; in space times of hits
 * may be early by less than 2^-62 (solids.h). */
#define SLABS_BEYOND          0x1p-140F
#define SLABS_BEYOND_IN_SPACE 0x1p-60F

/* When the ray, widened by its margin, is between two opposite sides of a box, on one axis (Kay, Kajiya, "Ray tracing complex
 * scenes", SIGGRAPH 1986): not before (near - enter) * inverse, and not after (far - leave) * inverse + always, for the near
 * side that the ray comes to first and the far side. Where the axis tells nothing, inverse is 0 and always is 1: all of the move. */
typedef struct sepal_ray_slab {
    float enter, leave, inverse, always;
    size_t near_row, far_row; /* the rows of a node, or of its spans, that have these sides */
} sepal_ray_slab;

/* What a ray may come to: a node, or a shape of a leaf. The numbers are in the order of the times before which nothing in it is hit:
 * the upper 28 bits are those of that time, a float >= 0, rounded down; the next four are the level of the node + 1, or 0 for a shape;
 * the others are the number of the node in its level, or of the shape's place in the leaves. */
typedef uint64_t sepal_ray_item;

static inline uint32_t sepal_ray_item_number(sepal_ray_item item) {
    return (uint32_t)item;
}
static inline int sepal_ray_item_level(sepal_ray_item item) {
    return (int)(item >> 32 & 15) - 1;
}

/* Items that wait: at most fifteen of each level, those of shapes included, and one more. */
enum { SEPAL_RAY_WAITING = (SEPAL_TREE_LEVELS + 1) * (SEPAL_FANOUT - 1) + 1 };

typedef struct sepal_ray {
    sepal_bounds bounds; /* hold the whole move and everything within the margin of it */
    sepal_span span;     /* in space, its z */
    sepal_ray_slab x, y, z;
    bool partly_known; /* an axis tells nothing; then the bounds are asked, too */
    float beyond;      /* by how much computed times may be off, besides a share of them */
    float time;        /* of the first hit so far, 1 if there is none; what is entered later is left out */
    uint32_t shape;    /* that it is a hit of, or SEPAL_NO_SHAPE */
    int waiting;
    sepal_ray_item items[SEPAL_RAY_WAITING]; /* the one to look at next is the last */
} sepal_ray;

/* A ray looks at a node: which of the sixteen boxes it may enter up to ray->time, and when; nothing in box k is hit before entry[k]. */
typedef struct sepal_ray_look {
    float entry[SEPAL_FANOUT];
    uint32_t ray, node;
    int level;
    uint32_t hits; /* bits; the times of the others say nothing */
} sepal_ray_look;

#endif
