/* polys_scalar_place.c — places shapes one after the other. The kernels send the shapes here that they cannot place. */
#include "../../core/arithmetic.h"

#include "../convex.h"
#include "../hull.h"
#include "../pose.h"
#include "../records.h"
#include "reference.h"
#include <math.h>

static bool poses_column_within(const float *values, size_t count, size_t stride, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i * stride]) <= most))
            return false;
    return true;
}

bool sepal_polys_scalar_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    return poses_column_within(poses->x, count, poses->stride, most_place) &&
           poses_column_within(poses->y, count, poses->stride, most_place) &&
           (poses->cos == NULL || (poses_column_within(poses->cos, count, poses->stride, most_turn) &&
                                   poses_column_within(poses->sin, count, poses->stride, most_turn)));
}

/* Replaces the vertices of a polygon by the corners of its hull, in the winding of the model, the last one repeated. */
static void take_hull(float *x, float *y, uint32_t size, bool clockwise) {
    size_t corners = sepal_poly_hull(x, y, size);
    for (size_t i = 1, j = corners - 1; clockwise && i < j; i++, j--) {
        float keep_x = x[i], keep_y = y[i];
        x[i] = x[j], y[i] = y[j];
        x[j] = keep_x, y[j] = keep_y;
    }
    for (size_t i = corners; i < size; i++) {
        x[i] = x[corners - 1];
        y[i] = y[corners - 1];
    }
}

void sepal_polys_scalar_place_one(sepal_polys *world, const sepal_polys *models, uint32_t model, const sepal_poses *poses,
                                  size_t i) {
    const sepal_poly_head *of_model = &models->heads[model];
    uint32_t at = world->heads[i].at, flags = 0;
    float *x = world->vertices + 4 * (size_t)at, *y = x + sepal_padded(of_model->size);
    for (uint32_t k = 0; k < of_model->size; k++)
        sepal_poly_pose_vertex(models, model, poses, i, k, &x[k], &y[k]);
    if (!sepal_poly_is_convex(x, y, of_model->size, &flags)) {
        take_hull(x, y, of_model->size, (of_model->flags & SEPAL_CLOCKWISE) != 0);
        (void)sepal_poly_is_convex(x, y, of_model->size, &flags);
    }
    sepal_poly_write(world, (uint32_t)i, at, x, y, of_model->size, flags | (of_model->flags & SEPAL_BOX),
                     sepal_poly_radius(models, model));
}

void sepal_polys_scalar_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                              size_t count) {
    uint32_t at = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t size = models->heads[model[i]].size;
        world->heads[i].at = at + (uint32_t)sepal_quads_before(size);
        sepal_polys_scalar_place_one(world, models, model[i], poses, i);
        at += (uint32_t)sepal_quads_of(size);
    }
}
