/* near.h — the boxes of solids for core/near.h, from their balls. */
#ifndef SEPAL_SOLIDS_NEAR_H
#define SEPAL_SOLIDS_NEAR_H

#include "../core/near.h"
#include "set.h"

static inline void sepal_solids_near_boxes(const void *set, size_t first, size_t count, float margin, sepal_near_tile *tile) {
    const sepal_solids *solids = set;
    for (size_t k = 0; k < count; k++) {
        const sepal_solid_ball *ball = &solids->balls[first + k];
        const float at[3] = {ball->x, ball->y, ball->z};
        sepal_near_set_box(tile, k, at, sepal_solid_is_removed(solids, (uint32_t)(first + k)) ? -INFINITY : ball->r, margin);
    }
}

#endif
