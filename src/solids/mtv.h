/* mtv.h — what the scalar path and the kernels share of the smallest push. */
#ifndef SEPAL_SOLIDS_MTV_H
#define SEPAL_SOLIDS_MTV_H

#include "../core/contact.h"
#include <sepal/solids.h>

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

#endif
