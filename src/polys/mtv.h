/* mtv.h — one answer of the smallest push, as the scalar path and the kernels write it. */
#ifndef SEPAL_POLYS_MTV_H
#define SEPAL_POLYS_MTV_H

#include "../core/contact.h"
#include <sepal/polys.h>
#include <stdbool.h>

/* One answer of sepal_polys_mtv_pairs: the normal (x, y) and the depth. */
typedef struct sepal_poly_mtv {
    float x, y, depth;
} sepal_poly_mtv;

/* The points between which a push leads: (ax, ay) of the first shape, (bx, by) of the second. */
typedef struct sepal_mtv_points {
    float ax, ay, bx, by;
} sepal_mtv_points;

static inline bool sepal_mtvs_want_points(const sepal_mtvs *out) {
    return out->a_x != NULL || out->a_y != NULL || out->b_x != NULL || out->b_y != NULL;
}

/* Writes points number k to the arrays that are wanted. */
static inline void sepal_mtv_points_write(const sepal_mtvs *out, size_t k, sepal_mtv_points found) {
    if (out->a_x != NULL)
        out->a_x[k] = found.ax;
    if (out->a_y != NULL)
        out->a_y[k] = found.ay;
    if (out->b_x != NULL)
        out->b_x[k] = found.bx;
    if (out->b_y != NULL)
        out->b_y[k] = found.by;
}

/* Writes normal and depth number k to the arrays that are wanted. */
static inline void sepal_poly_mtv_write(const sepal_mtvs *out, size_t k, sepal_poly_mtv found) {
    if (out->normal_x != NULL)
        out->normal_x[k] = found.x;
    if (out->normal_y != NULL)
        out->normal_y[k] = found.y;
    if (out->depth != NULL)
        out->depth[k] = found.depth;
}

#endif
