/* ways.h — walks through the tree of a mesh along the way of a ray or of a moving box, the nearest leaves first. */
#ifndef SEPAL_MESHES_WAYS_H
#define SEPAL_MESHES_WAYS_H

#include "kernels.h"

/* A level of the tree on the way: the node, its places that are left, and when each is entered. */
typedef struct sepal_mesh_way_level {
    uint32_t node, left;
    float near[SEPAL_MESH_FANOUT];
} sepal_mesh_way_level;

/* A walk, and the triangles of the leaf where it is. `way` is the caller's, who may shorten it as the walk goes on. */
typedef struct sepal_mesh_way_walk {
    const sepal_mesh *mesh;
    const sepal_mesh_way *way;
    sepal_mesh_places_on_ray_kernel *places;
    int at;
    sepal_mesh_way_level levels[SEPAL_MESH_LEVELS];
    size_t count;
    uint32_t triangles[SEPAL_MESH_FANOUT];
} sepal_mesh_way_walk;

void sepal_mesh_way_begin(sepal_mesh_way_walk *walk, const sepal_mesh *mesh, const sepal_mesh_way *way);

/* Goes on to the next leaf with triangles on the way, and asks for the memory of their corners. False if there is none. */
bool sepal_mesh_way_next(sepal_mesh_way_walk *walk);

/* Goes on with the first count walks by their numbers in `on`, each to its next leaf, and asks for the memory of the points there. Those
 * that have ended are moved behind the others. Returns how many have not. */
size_t sepal_mesh_ways_go_on(sepal_mesh_way_walk *walks, size_t *on, size_t count);

/* A time after which nothing is hit that has the given float as its time, or an earlier one. */
double sepal_mesh_last_time_of(float time);

/* May a box that moves on a way meet the box around a triangle from time 0 to `until`? low, high: the box at time 0. Where rounding leaves
 * it open, it may. enter: receives a time before which they do not meet. */
bool sepal_mesh_boxes_meet_on_way(const double low[3], const double high[3], const sepal_mesh_way *way, const float corner[3][3],
                                  double until, double *enter);

/* A time before which the box on a way does not meet the plane of a triangle. */
double sepal_mesh_time_of_plane(const sepal_mesh_way *way, const float corner[3][3]);

#endif
