/* pose.h — a call that places solids, and where a pose takes the vectors and vertices of a model. */
#ifndef SEPAL_SOLIDS_POSE_H
#define SEPAL_SOLIDS_POSE_H

#include "../core/difference.h"
#include "set.h"
#include "turn.h"

/* Solids to be placed: solid first + i of the world is made of model[i], by pose i. `solids` lists the i, and `first` is 0; if it is
 * NULL, i counts from 0. The heads of the world have the places of the records and blocks, and the numbers of vertices. */
typedef struct sepal_solid_placing {
    sepal_solids *world;
    const sepal_solids *models;
    const uint32_t *model;
    const sepal_solid_poses *poses; /* the strides are not 0 */
    const uint32_t *solids;
    size_t first, count;
    uint16_t class; /* a sepal_solid_class: of all models that are placed; SEPAL_SOLID_CLASSES if they are of several */
} sepal_solid_placing;

/* Number k of the solids to be placed. */
static inline size_t sepal_solid_placed(const sepal_solid_placing *p, size_t k) {
    return p->solids == NULL ? k : p->solids[k];
}

/* Are the arrays there that `count` poses need, and of those that belong together all or none? */
static inline bool sepal_solid_poses_are_whole(const sepal_solid_poses *poses, size_t count) {
    if (poses == NULL || !sepal_turns_are_whole(&poses->turn))
        return false;
    const int far = (poses->x64 != NULL) + (poses->y64 != NULL) + (poses->z64 != NULL);
    return far == 3 || (far == 0 && (count == 0 || (poses->x != NULL && poses->y != NULL && poses->z != NULL)));
}

/* Where pose i puts the origin of its model. */
static inline void sepal_solid_pose_place(const sepal_solid_poses *poses, size_t i, float out[3]) {
    const float *const near[3] = {poses->x, poses->y, poses->z};
    const double *const far[3] = {poses->x64, poses->y64, poses->z64};
    const double origin[3] = {poses->origin_x, poses->origin_y, poses->origin_z};
    for (int k = 0; k < 3; k++)
        out[k] = poses->x64 == NULL ? near[k][i * poses->stride] : sepal_difference(far[k][i * poses->stride64], origin[k]);
}

/* A box of `models` as pose i places it, whose matrix is `turn`. The stride is not 0. */
static inline void sepal_pose_box(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i,
                                  double turn[3][3], sepal_parallelepiped *out) {
    const sepal_box_exact *box = sepal_solid_exact(models, model);
    float move[3];
    sepal_solid_pose_place(poses, i, move);
    sepal_turn_point(turn, move, box->c[0], box->c[1], box->c[2], out->c);
    sepal_turn_vector(turn, box->u, out->u);
    sepal_turn_vector(turn, box->v, out->v);
    sepal_turn_vector(turn, box->w, out->w);
}

/* Vertex k of a hull, likewise. */
static inline void sepal_pose_vertex(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i,
                                     double turn[3][3], uint32_t k, float out[3]) {
    float move[3];
    sepal_solid_pose_place(poses, i, move);
    sepal_turn_point(turn, move, sepal_solid_x(models, model)[k], sepal_solid_y(models, model)[k], sepal_solid_z(models, model)[k],
                     out);
}

#endif
