/* commons.h — one answer about what two polygons have in common, as the scalar path and the kernels write it. */
#ifndef SEPAL_POLYS_COMMONS_H
#define SEPAL_POLYS_COMMONS_H

#include "set.h"

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

/* Has one of the shapes of a list a radius? It may be subnormal, so the floating-point state must be the library's. */
static inline bool sepal_poly_some_are_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    bool round = false;
    for (size_t k = 0; (a->round || b->round) && k < count; k++)
        round |= sepal_poly_radius(a, pairs[k].a) > 0 || sepal_poly_radius(b, pairs[k].b) > 0;
    return round;
}

#endif
