/* pose.h — a call that places shapes, and where a pose takes a vertex of a model. */
#ifndef SEPAL_POLYS_POSE_H
#define SEPAL_POLYS_POSE_H

#include "../core/difference.h"
#include "set.h"

/* Shapes to be placed: shape first + i of the world is made of model[i], by pose i. `shapes` lists the i; if it is NULL,
 * i counts from 0, and the storage of the vertices of one shape follows that of the one before in the world, from `at` on, in units of
 * four floats. */
typedef struct sepal_placing {
    sepal_polys *world;
    const sepal_polys *models;
    const uint32_t *model;
    const sepal_poses *poses; /* the strides are not 0 */
    const uint32_t *shapes;
    size_t first, count;
    uint32_t at;
    bool boxes, plain; /* true until a shape is placed that is not so (set.h) */
} sepal_placing;

/* Number k of the shapes to be placed. */
static inline size_t sepal_placed(const sepal_placing *p, size_t k) {
    return p->shapes == NULL ? k : p->shapes[k];
}

/* Are the arrays there that `count` poses need, and of two that belong together both or none? */
static inline bool sepal_poses_are_whole(const sepal_poses *poses, size_t count) {
    if (poses == NULL || (poses->cos == NULL) != (poses->sin == NULL) || (poses->x64 == NULL) != (poses->y64 == NULL))
        return false;
    return count == 0 || poses->x64 != NULL || (poses->x != NULL && poses->y != NULL);
}

/* Where pose i puts the origin of its model. */
static inline float sepal_pose_x(const sepal_poses *poses, size_t i) {
    return poses->x64 == NULL ? poses->x[i * poses->stride] : sepal_difference(poses->x64[i * poses->stride64], poses->origin_x);
}
static inline float sepal_pose_y(const sepal_poses *poses, size_t i) {
    return poses->x64 == NULL ? poses->y[i * poses->stride] : sepal_difference(poses->y64[i * poses->stride64], poses->origin_y);
}

/* Its orientation. */
static inline float sepal_pose_cos(const sepal_poses *poses, size_t i) {
    return poses->cos == NULL ? 1 : poses->cos[i * poses->stride];
}
static inline float sepal_pose_sin(const sepal_poses *poses, size_t i) {
    return poses->sin == NULL ? 0 : poses->sin[i * poses->stride];
}

/* Vertex k of a model as pose i places it, rounded as sepal_polys_place states. */
static inline void sepal_poly_pose_vertex(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t i, uint32_t k,
                                          float *x, float *y) {
    float cosine = sepal_pose_cos(poses, i), sine = sepal_pose_sin(poses, i);
    float model_x = sepal_poly_x(models, model)[k], model_y = sepal_poly_y(models, model)[k];
    *x = (sepal_pose_x(poses, i) + cosine * model_x) - sine * model_y;
    *y = (sepal_pose_y(poses, i) + sine * model_x) + cosine * model_y;
}

#endif
