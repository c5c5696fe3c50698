/* pose.h — where a pose takes a vertex of a model. */
#ifndef SEPAL_POLYS_POSE_H
#define SEPAL_POLYS_POSE_H

#include "set.h"

/* Vertex k of a model as pose i places it, rounded as sepal_polys_place states. The stride must not be 0. */
static inline void sepal_poly_pose_vertex(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t i, uint32_t k,
                                          float *x, float *y) {
    size_t at = i * poses->stride;
    float cosine = poses->cos == NULL ? 1 : poses->cos[at], sine = poses->sin == NULL ? 0 : poses->sin[at];
    float model_x = sepal_poly_x(models, model)[k], model_y = sepal_poly_y(models, model)[k];
    *x = (poses->x[at] + cosine * model_x) - sine * model_y;
    *y = (poses->y[at] + sine * model_x) + cosine * model_y;
}

#endif
