/* place.c — one shape after the other. */
#include "../kernels.h"
#include "../layout.h"
#include <math.h>

static bool within(const float *values, size_t count, size_t stride, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i * stride]) <= most))
            return false;
    return true;
}

bool sepal_scalar_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    return within(poses->x, count, poses->stride, most_place) && within(poses->y, count, poses->stride, most_place) &&
           (poses->cos == NULL ||
            (within(poses->cos, count, poses->stride, most_turn) && within(poses->sin, count, poses->stride, most_turn)));
}

void sepal_scalar_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                        size_t count) {
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t size = models->heads[model[i]].size;
        world->heads[i].at = at + (uint32_t)sepal_quads_before(size);
        sepal_place_one(world, models, model[i], poses, i);
        at += (uint32_t)sepal_quads_of(size);
    }
}
