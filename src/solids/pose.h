/* pose.h — where a pose takes the vectors and vertices of a model. */
#ifndef SEPAL_SOLIDS_POSE_H
#define SEPAL_SOLIDS_POSE_H

#include "set.h"
#include "turn.h"

/* A box of `models` as pose i places it, whose matrix is `turn`. The stride is not 0. */
static inline void sepal_pose_box(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i,
                                  double turn[3][3], sepal_parallelepiped *out) {
    const sepal_box_exact *box = sepal_solid_exact(models, model);
    const float move[3] = {poses->x[i * poses->stride], poses->y[i * poses->stride], poses->z[i * poses->stride]};
    sepal_turn_point(turn, move, box->c[0], box->c[1], box->c[2], out->c);
    sepal_turn_vector(turn, box->u, out->u);
    sepal_turn_vector(turn, box->v, out->v);
    sepal_turn_vector(turn, box->w, out->w);
}

/* Vertex k of a hull, likewise. */
static inline void sepal_pose_vertex(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i,
                                     double turn[3][3], uint32_t k, float out[3]) {
    const float move[3] = {poses->x[i * poses->stride], poses->y[i * poses->stride], poses->z[i * poses->stride]};
    sepal_turn_point(turn, move, sepal_solid_x(models, model)[k], sepal_solid_y(models, model)[k], sepal_solid_z(models, model)[k],
                     out);
}

#endif
