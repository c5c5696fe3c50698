/* kernels.h — the loops over the sixteen places of a node that gain from wide registers, one function for each instruction set; who calls
 * them has their tables. */
#ifndef SEPAL_MESHES_KERNELS_H
#define SEPAL_MESHES_KERNELS_H

#include "../core/isa.h"
#include "mesh.h"

/* The way of a box, or of a ray: from where its middle moves, by how much in a time of 1, how far it reaches along each axis, and until
 * when it goes on. */
typedef struct sepal_mesh_way {
    float from[3], move[3], reach[3], time;
} sepal_mesh_way;

/* Which of the sixteen places does the box enter on its way? near: receives when, not later than it does. */
typedef uint32_t sepal_mesh_places_on_ray_kernel(const sepal_mesh_node *node, const sepal_mesh_way *way,
                                                 float near[SEPAL_MESH_FANOUT]);
sepal_mesh_places_on_ray_kernel sepal_mesh_places_on_ray_scalar, sepal_mesh_places_on_ray_sse2, sepal_mesh_places_on_ray_avx2,
    sepal_mesh_places_on_ray_avx512;

/* A box parallel to the axes, and how far from it is too far. */
typedef struct sepal_mesh_around {
    double low[3], high[3], limit;
} sepal_mesh_around;

/* Which of the sixteen places may have a triangle that is not too far from what is in the box? least: receives the squares of how far the
 * triangles of a place are, at least, but for a share that is the same for all. */
typedef uint32_t sepal_mesh_places_around_kernel(const sepal_mesh_node *node, const sepal_mesh_around *around,
                                                 double least[SEPAL_MESH_FANOUT]);
sepal_mesh_places_around_kernel sepal_mesh_places_around_scalar, sepal_mesh_places_around_sse2, sepal_mesh_places_around_avx2,
    sepal_mesh_places_around_avx512;

#endif
