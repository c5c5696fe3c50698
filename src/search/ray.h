/* ray.h — a ray on its way through the tree: what it has hit so far, and the nodes that it has still to look at. */
#ifndef SEPAL_SEARCH_RAY_H
#define SEPAL_SEARCH_RAY_H

#include "tree.h"

/* By how much a computed time may be off, besides a share of it (docs/finder.md, "Rays"): where it underflows; in space times of hits
 * may be early by less than 2^-62 (solids.h). */
#define SLABS_BEYOND          0x1p-140F
#define SLABS_BEYOND_IN_SPACE 0x1p-60F

/* Nodes that wait: at most fifteen of each level, and one more. */
enum { SEPAL_RAY_WAITING = SEPAL_TREE_LEVELS * (SEPAL_FANOUT - 1) + 1 };

/* When the ray, widened by its margin, is between two opposite sides of a box, on one axis (Kay, Kajiya, "Ray tracing complex
 * scenes", SIGGRAPH 1986): not before (near - enter) * inverse, and not after (far - leave) * inverse + always, for the near
 * side that the ray comes to first and the far side. Where the axis tells nothing, inverse is 0 and always is 1: all of the move. */
typedef struct sepal_ray_slab {
    float enter, leave, inverse, always;
    size_t near_row, far_row; /* the rows of a node, or of its spans, that have these sides */
} sepal_ray_slab;

typedef struct sepal_ray_node {
    uint32_t node;
    int level;
    float entry; /* nothing in the node is hit before this time */
} sepal_ray_node;

typedef struct sepal_ray {
    sepal_bounds bounds; /* hold the whole move and everything within the margin of it */
    sepal_span span;     /* in space, its z */
    sepal_ray_slab x, y, z;
    float beyond;   /* by how much computed times may be off, besides a share of them */
    float time;     /* of the first hit so far, 1 if there is none; what is entered later is left out */
    uint32_t shape; /* that it is a hit of, or SEPAL_NO_SHAPE */
    int waiting;
    sepal_ray_node nodes[SEPAL_RAY_WAITING]; /* the one to look at next is the last */
} sepal_ray;

#endif
