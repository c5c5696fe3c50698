/* side.h — the sides with which two cores face each other, seen along the normal of their push. */
#ifndef SEPAL_SOLIDS_SCALAR_SIDE_H
#define SEPAL_SOLIDS_SCALAR_SIDE_H

#include "../../simd/one.h"
#include "../seen.h"
#include "../set.h"

/* Corners of a side at most; and vertices of a block. A core that has no more keeps all in the frame, others are computed block by
 * block, each time anew. */
enum { SEPAL_SIDE_CORNERS = 64 };

/* A core in the frame: (x, y) in the picture, which is seen along the normal, and the height h along it. */
typedef struct sepal_contact_core {
    const sepal_solids *set;
    const contact_frame *frame;
    wd3 origin; /* the place that is 0 */
    uint32_t index, count;
    contact_cover cover;
    double x[SEPAL_SIDE_CORNERS], y[SEPAL_SIDE_CORNERS], h[SEPAL_SIDE_CORNERS]; /* of a block of its vertices */
    contact_box box;                                                            /* of a box */
} sepal_contact_core;

/* The side: counterclockwise corners in the picture, or the two ends of an edge, or one vertex; and the plane over a polygon,
 * h = h[0] + slope_x (x - x[0]) + slope_y (y - y[0]). */
typedef struct sepal_contact_side {
    int count;
    double x[SEPAL_SIDE_CORNERS], y[SEPAL_SIDE_CORNERS], h[SEPAL_SIDE_CORNERS];
    uint32_t vertex[SEPAL_SIDE_CORNERS];
    bool many; /* the core has more vertices than a byte has numbers */
    double slope_x, slope_y;
} sepal_contact_side;

/* A vertex of a core, or the centre of a box: a point to which all is relative. */
wd3 sepal_contact_origin(const sepal_solids *set, uint32_t index);

void sepal_contact_core_set(sepal_contact_core *out, const sepal_solids *set, uint32_t index, const contact_frame *frame,
                            wd3 origin);

/* Makes the vertices from number `first` on, a multiple of a block, those of the block. */
void sepal_contact_place_block(sepal_contact_core *core, uint32_t first);

/* The same. Returns how many there are. Not for a box with right angles, which has no need of them. */
static inline uint32_t sepal_contact_block(sepal_contact_core *core, uint32_t first) {
    if (core->count <= SEPAL_SIDE_CORNERS)
        return core->count;
    sepal_contact_place_block(core, first);
    return core->count - first < SEPAL_SIDE_CORNERS ? core->count - first : SEPAL_SIDE_CORNERS;
}

/* The side of a core along the normal (up = 1), or against it (up = -1). */
void sepal_contact_side_set(sepal_contact_side *out, sepal_contact_core *core, double up);

/* The height of the plane of a polygon. */
static inline double sepal_contact_height(const sepal_contact_side *s, double x, double y) {
    return s->h[0] + (s->slope_x * (x - s->x[0]) + s->slope_y * (y - s->y[0]));
}

#endif
