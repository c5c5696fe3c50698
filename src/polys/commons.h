/* commons.h — one answer about what two polygons have in common, as the scalar path and the kernels write it. */
#ifndef SEPAL_POLYS_COMMONS_H
#define SEPAL_POLYS_COMMONS_H

#include <sepal/polys.h>

/* One answer of sepal_polys_common_pairs, and the area in double. */
typedef struct sepal_poly_common {
    double exact;
    float area, iou, share_a, share_b;
} sepal_poly_common;

/* Writes answer k to the arrays that are wanted. */
static inline void sepal_poly_common_write(const sepal_commons *out, size_t k, const sepal_poly_common *found) {
    if (out->area != NULL)
        out->area[k] = found->area;
    if (out->iou != NULL)
        out->iou[k] = found->iou;
    if (out->share_a != NULL)
        out->share_a[k] = found->share_a;
    if (out->share_b != NULL)
        out->share_b[k] = found->share_b;
}

#endif
