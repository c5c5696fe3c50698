/* solids_scalar_place.c — one solid after the other. */
#include "../../core/arithmetic.h"

#include "../pose.h"
#include "../records.h"
#include "reference.h"

void sepal_solids_scalar_place_one(sepal_solids *world, const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses,
                                   size_t i) {
    float radius = sepal_solid_radius(models, model);
    double turn[3][3];
    sepal_turn_matrix(&poses->turn, i * poses->stride, turn);
    if (sepal_solid_is_box(models, model)) {
        sepal_parallelepiped box;
        sepal_pose_box(models, model, poses, i, turn, &box);
        sepal_box_append(world, &box, radius);
        return;
    }
    uint32_t size = models->heads[model].size, padded = sepal_solid_padded(size);
    float *x = world->vertices + 4 * (world->used + SEPAL_HULL_RECORD_QUADS), *y = x + padded, *z = y + padded;
    for (uint32_t k = 0; k < size; k++) {
        float at[3];
        sepal_pose_vertex(models, model, poses, i, turn, k, at);
        x[k] = at[0], y[k] = at[1], z[k] = at[2];
    }
    sepal_hull_append(world, x, y, z, size, radius);
}

void sepal_solids_scalar_place_again(sepal_solids *world, uint32_t index, const sepal_solids *models, uint32_t model,
                                     const sepal_solid_poses *poses, size_t i) {
    sepal_parallelepiped box;
    double turn[3][3];
    sepal_turn_matrix(&poses->turn, i * poses->stride, turn);
    sepal_pose_box(models, model, poses, i, turn, &box);
    sepal_box_write(world, index, world->heads[index].at, &box, sepal_solid_radius(models, model));
}

void sepal_solids_scalar_place(sepal_solids *world, const sepal_solids *models, const uint32_t *model,
                               const sepal_solid_poses *poses, size_t count) {
    for (size_t i = 0; i < count; i++)
        sepal_solids_scalar_place_one(world, models, model[i], poses, i);
}
