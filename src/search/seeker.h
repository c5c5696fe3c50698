/* seeker.h — a shape that looks for those that are nearest, on its way through the tree. */
#ifndef SEPAL_SEARCH_SEEKER_H
#define SEPAL_SEARCH_SEEKER_H

#include "tree.h"

/* By how much a computed distance may be below that of the boxes: a share of the sides of the box around both, a share of itself, and
 * where that underflows (docs/finder.md, "Nearest"). */
#define SEEKER_SHARE_OF_SIDES    0x1p-16F
#define SEEKER_SHARE_OF_DISTANCE 0x1p-20F
#define SEEKER_BEYOND            0x1p-120F

typedef struct sepal_seeker {
    sepal_bounds bounds; /* around the shape */
    sepal_span span;     /* in space, its z */
    size_t found; /* so far, at most k; the limit of its walk is the k-th least distance so far, or the greatest that is wanted */
} sepal_seeker;

#endif
