/* mtv.h — one answer of the smallest push, as the scalar path and the kernels write it. */
#ifndef SEPAL_POLYS_MTV_H
#define SEPAL_POLYS_MTV_H

#include "../core/contact.h"
#include <sepal/polys.h>

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

#endif
