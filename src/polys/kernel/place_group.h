/* place_group.h — a group of models to be placed, a shape in each lane: where it is read from, and its vertices once placed. */
#ifndef SEPAL_POLYS_KERNEL_PLACE_GROUP_H
#define SEPAL_POLYS_KERNEL_PLACE_GROUP_H

#include "../pose.h"
#include "records.h"

/* SEPAL_LANES shapes of one size: their numbers in the call and where their blocks begin in the world; the same of their models,
 * and the flags of these. `count` lanes are in use. `model` is a part of the caller's list, or waiting_model. */
typedef struct place_group {
    uint32_t count;
    uint32_t shape[SEPAL_LANES], at[SEPAL_LANES];
    const uint32_t *model;
    uint32_t model_at[SEPAL_LANES], model_flags[SEPAL_LANES], waiting_model[SEPAL_LANES];
} place_group;

/* How a group is placed; known when the code is compiled.
 * in_order: the shapes follow each other in the world, and so do their blocks. Of shape[] and at[] only the first is set.
 * plain_boxes: all models are boxes with area, counter-clockwise and without radii. Of the models only model[] is set. */
typedef struct place_way {
    uint32_t size;
    bool in_order, plain_boxes;
} place_way;

/* One value of the poses for each lane. */
SPECIALISED w take_pose(const float *values, size_t stride, const place_group *group, place_way way) {
    if (way.in_order && stride == 1)
        return w_load(values + group->shape[0]);
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = values[(way.in_order ? group->shape[0] + (size_t)lane : group->shape[lane]) * stride];
    return w_load(column);
}

/* The same of coordinates in double, relative to the origin. */
SPECIALISED w take_far(const double *values, size_t stride, double origin, const place_group *group, place_way way) {
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t i = way.in_order ? group->shape[0] + (size_t)lane : group->shape[lane];
        column[lane] = sepal_difference(values[i * stride], origin);
    }
    return w_load(column);
}

SPECIALISED w2 take_places(const sepal_poses *poses, const place_group *group, place_way way) {
    if (poses->x64 == NULL)
        return (w2){take_pose(poses->x, poses->stride, group, way), take_pose(poses->y, poses->stride, group, way)};
    return (w2){take_far(poses->x64, poses->stride64, poses->origin_x, group, way),
                take_far(poses->y64, poses->stride64, poses->origin_y, group, way)};
}

SPECIALISED w take_radii(const sepal_polys *models, const uint32_t *model) {
    if (!models->round)
        return w_zero();
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = models->radii[model[lane]];
    return w_load(column);
}

/* -1 for models that are clockwise, else 1. */
static inline w take_windings(const uint32_t *flags) {
    wi clockwise = wi_set1(SEPAL_CLOCKWISE);
    return w_select(wi_eq(wi_and(wi_load(flags), clockwise), clockwise), w_set1(-1), w_set1(1));
}

/* The vertices as placed, by the formula that sepal_polys_place states, and the edges. */
SPECIALISED void place_vertices(const sepal_placing *p, const place_group *group, place_way way, shape_lanes *out) {
    const sepal_poses *poses = p->poses;
    size_t stride = poses->stride;
    w2 to = take_places(poses, group, way);
    w cosine = poses->cos == NULL ? w_set1(1) : take_pose(poses->cos, stride, group, way);
    w sine = poses->sin == NULL ? w_zero() : take_pose(poses->sin, stride, group, way);
    uint32_t padded = sepal_padded(way.size);
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->models->vertices + (way.plain_boxes ? 8 * (size_t)group->model[lane] : 4 * (size_t)group->model_at[lane]);
    out->winding = way.plain_boxes ? w_set1(1) : take_windings(group->model_flags);
    out->radius = way.plain_boxes ? w_zero() : take_radii(p->models, group->model);
    w model[2 * SEPAL_LANE_VERTICES];
    w_load_quads(at, (int)padded / 2, model);
    for (uint32_t k = 0; k < padded; k++) { /* those that fill up the block as well */
        w mx = model[k], my = model[padded + k];
        out->vertex[k].x = w_sub(w_add(to.x, w_mul(cosine, mx)), w_mul(sine, my));
        out->vertex[k].y = w_add(w_add(to.y, w_mul(sine, mx)), w_mul(cosine, my));
    }
    for (uint32_t k = 0; k < way.size; k++)
        out->edge[k] = w2_sub(out->vertex[k + 1 < way.size ? k + 1 : 0], out->vertex[k]);
}

#endif
