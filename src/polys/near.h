/* near.h — the boxes of shapes for core/near.h, from their circles. */
#ifndef SEPAL_POLYS_NEAR_H
#define SEPAL_POLYS_NEAR_H

#include "../core/near.h"
#include "set.h"
#include <math.h>

static inline void sepal_polys_near_boxes(const void *set, size_t first, size_t count, float margin, sepal_near_tile *tile) {
    const sepal_polys *polys = set;
    for (size_t k = 0; k < count; k++) {
        const sepal_poly_circle *circle = &polys->circles[first + k];
        const float at[3] = {circle->x, circle->y, 0};
        const float reach =
            sepal_poly_is_removed(polys, (uint32_t)(first + k)) ? -INFINITY : fabsf(circle->outer); /* the sign is a flag */
        sepal_near_set_box(tile, k, at, reach, margin);
    }
}

#endif
