/* ray.h — a ray on its way through the tree, and what it has hit so far. */
#ifndef SEPAL_SEARCH_RAY_H
#define SEPAL_SEARCH_RAY_H

#include "tree.h"

#include <stdbool.h>

/* By how much a computed time may be off (docs/finder.md, "Rays"): a share of it, rounding of the hits' own times included; and besides
 * where it underflows; in space times of hits may be early by less than 2^-62 (solids.h). */
#define SLABS_SHARE           0x1p-18F
#define SLABS_BEYOND          0x1p-140F
#define SLABS_BEYOND_IN_SPACE 0x1p-60F

/* When the ray, widened by its margin, is between two opposite sides of a box, on one axis (Kay, Kajiya, "Ray tracing complex
 * scenes", SIGGRAPH 1986): not before (near - enter) * inverse_enter - beyond, and not after (far - leave) * inverse_leave + behind,
 * for the near side that the ray comes to first and the far side. Where the axis tells nothing, the inverses are 0 and behind is 1: all of
 * the move. */
typedef struct sepal_ray_slab {
    float enter, leave, inverse_enter, inverse_leave, behind;
    uint32_t near_row, far_row; /* the rows of a node, or of its spans, that have these sides */
} sepal_ray_slab;

typedef struct sepal_ray {
    sepal_bounds bounds; /* hold the whole move and everything within the margin of it */
    sepal_span span;     /* in space, its z */
    sepal_ray_slab x, y, z;
    bool partly_known; /* an axis tells nothing; then the bounds are asked, too */
    float beyond;      /* by how much computed times may be off, besides a share of them */
    uint32_t shape;    /* of the first hit so far, or SEPAL_NO_SHAPE; the limit of the ray's walk is the time of that hit, or 1 */
} sepal_ray;

#endif
