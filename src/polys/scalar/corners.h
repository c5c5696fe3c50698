/* corners.h — the corners of a polygon that two others have in common, as they are found. */
#ifndef SEPAL_POLYS_SCALAR_CORNERS_H
#define SEPAL_POLYS_SCALAR_CORNERS_H

#include "../set.h"

/* Writes corners to x and y, or counts them if these are NULL. Of neighbours that are one point the first is written; the last corner
 * waits, until it is known whether it is the first one again. */
typedef struct clip_list {
    float *x, *y;
    uint32_t count; /* the last one included */
    sepal_float2 first, last;
} clip_list;

static inline bool clip_is_one(sepal_float2 p, sepal_float2 q) {
    return p.x == q.x && p.y == q.y;
}

static inline void clip_write(clip_list *list, uint32_t k, sepal_float2 p) {
    if (list->x != NULL)
        list->x[k] = p.x + 0.0F, list->y[k] = p.y + 0.0F; /* -0 becomes 0 */
}

static inline void clip_add(clip_list *list, sepal_float2 p, float sign) {
    p.x *= sign, p.y *= sign;
    if (list->count > 0 && clip_is_one(p, list->last))
        return;
    if (list->count > 0)
        clip_write(list, list->count - 1, list->last);
    else
        list->first = p;
    list->last = p;
    list->count++;
}

/* Polygon i of a and polygon j of b have area in common. Adds the corners if this is quickly done, else returns false, and the list is
 * as it was: if one of them has many vertices, or a vertex is on the line of an edge or nearly so. */
bool sepal_polys_scalar_polygon_sides(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, clip_list *list);

#endif
