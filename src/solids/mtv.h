/* mtv.h — what the scalar path and the kernels share of the smallest push. */
#ifndef SEPAL_SOLIDS_MTV_H
#define SEPAL_SOLIDS_MTV_H

#include "../core/contact.h"
#include <sepal/solids.h>

/* One answer of sepal_solids_mtv_pairs. */
typedef struct sepal_solid_mtv {
    float x, y, z, depth;
} sepal_solid_mtv;

/* Its points: the nearest or deepest ones of the two, radii included, where the push has this normal. */
typedef struct sepal_solid_mtv_points {
    float a[3], b[3];
} sepal_solid_mtv_points;

sepal_solid_mtv_points sepal_solid_find_mtv_points(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                   const float normal[3]);

/* Writes answer k to the arrays that are wanted, but for the points. */
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

#endif
