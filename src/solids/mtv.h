/* mtv.h — what the scalar path and the kernels share of the smallest push. */
#ifndef SEPAL_SOLIDS_MTV_H
#define SEPAL_SOLIDS_MTV_H

#include <float.h>
#include <sepal/solids.h>

/* How two solids meet, exactly. */
typedef enum sepal_solid_contact { SEPAL_SOLIDS_APART = -1, SEPAL_SOLIDS_TOUCH = 0, SEPAL_SOLIDS_OVERLAP = 1 } sepal_solid_contact;

/* One answer of sepal_solids_mtv_pairs. */
typedef struct sepal_solid_mtv {
    float x, y, z, depth;
} sepal_solid_mtv;

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_solid_mtv_write(const sepal_solid_mtvs *out, size_t k, sepal_solid_mtv found) {
    if (out->normal_x != NULL)
        out->normal_x[k] = found.x;
    if (out->normal_y != NULL)
        out->normal_y[k] = found.y;
    if (out->normal_z != NULL)
        out->normal_z[k] = found.z;
    if (out->depth != NULL)
        out->depth[k] = found.depth;
}

/* A rounded depth, put on the exact side of 0. */
static inline float sepal_solid_signed_depth(float depth, sepal_solid_contact contact) {
    if (contact == SEPAL_SOLIDS_TOUCH)
        return 0;
    if (contact == SEPAL_SOLIDS_OVERLAP)
        return depth > 0 ? depth : FLT_TRUE_MIN;
    return depth < 0 ? depth : -FLT_TRUE_MIN;
}

/* The nearest float; of a number beyond all of them the last one. */
static inline float sepal_solid_nearest_float(double v) {
    if (v > (double)FLT_MAX)
        return FLT_MAX;
    return v < -(double)FLT_MAX ? -FLT_MAX : (float)v;
}

#endif
