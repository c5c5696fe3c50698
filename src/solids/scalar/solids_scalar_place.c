/* solids_scalar_place.c — one solid after the other. The kernels send the solids here that they cannot place. */
#include "../../core/arithmetic.h"

#include "../pose.h"
#include "../records.h"
#include "reference.h"

void sepal_solids_scalar_place_one(const sepal_solid_placing *placing, size_t i) {
    sepal_solids *world = placing->world;
    const sepal_solids *models = placing->models;
    const uint32_t index = (uint32_t)(placing->first + i), model = placing->model[i], at = world->heads[index].at;
    const float radius = sepal_solid_radius(models, model);
    double turn[3][3];
    sepal_turn_matrix(&placing->poses->turn, i * placing->poses->stride, turn);
    if (sepal_solid_is_box(models, model)) {
        sepal_parallelepiped box;
        sepal_pose_box(models, model, placing->poses, i, turn, &box);
        sepal_box_write(world, index, at, &box, radius);
        return;
    }
    uint32_t size = models->heads[model].size, padded = sepal_solid_padded(size);
    float *x = world->vertices + 4 * (size_t)at, *y = x + padded, *z = y + padded;
    for (uint32_t k = 0; k < size; k++) {
        float to[3];
        sepal_pose_vertex(models, model, placing->poses, i, turn, k, to);
        x[k] = to[0], y[k] = to[1], z[k] = to[2];
    }
    sepal_hull_write(world, index, at, x, y, z, size, radius);
}

void sepal_solids_place_scalar(const sepal_solid_placing *placing) {
    for (size_t k = 0; k < placing->count; k++)
        sepal_solids_scalar_place_one(placing, sepal_solid_placed(placing, k));
}
