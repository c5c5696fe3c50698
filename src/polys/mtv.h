/* mtv.h — one answer of the smallest push, as the scalar path and the kernels write it. */
#ifndef SEPAL_POLYS_MTV_H
#define SEPAL_POLYS_MTV_H

#include <float.h>
#include <sepal/polys.h>

/* Whether two shapes are apart, touch or overlap, decided exactly. */
typedef enum sepal_contact { SEPAL_APART = -1, SEPAL_TOUCH = 0, SEPAL_OVERLAP = 1 } sepal_contact;

/* One answer of sepal_polys_mtv_pairs: the normal (x, y) and the depth. */
typedef struct sepal_poly_mtv {
    float x, y, depth;
} sepal_poly_mtv;

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_poly_mtv_write(const sepal_mtvs *out, size_t k, sepal_poly_mtv found) {
    if (out->normal_x != NULL)
        out->normal_x[k] = found.x;
    if (out->normal_y != NULL)
        out->normal_y[k] = found.y;
    if (out->depth != NULL)
        out->depth[k] = found.depth;
}

/* A rounded depth with the sign that the exact contact has: a depth on the wrong side of 0 becomes the float next to 0. */
static inline float sepal_signed_depth(float depth, sepal_contact contact) {
    if (contact == SEPAL_TOUCH)
        return 0;
    if (contact == SEPAL_OVERLAP)
        return depth > 0 ? depth : FLT_TRUE_MIN;
    return depth < 0 ? depth : -FLT_TRUE_MIN;
}

/* The nearest finite float. */
static inline float sepal_nearest_float(double v) {
    if (v > (double)FLT_MAX)
        return FLT_MAX;
    return v < -(double)FLT_MAX ? -FLT_MAX : (float)v;
}

#endif
