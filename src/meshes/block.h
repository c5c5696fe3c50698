/* block.h — some triangles of a mesh as a set of flat hulls on the stack, of which the questions about solids are asked: so nothing
 * is allocated, and what a triangle answers is, to the last bit, what the hull of its three vertices does. */
#ifndef SEPAL_MESHES_BLOCK_H
#define SEPAL_MESHES_BLOCK_H

#include "../solids/records.h"
#include "mesh.h"

/* Triangles at a time: as many as the widest lanes are, so that a call needs little of the stack. What is aligned is so as the memory of
 * sets. */
enum { MESH_BLOCK = 16, MESH_HULL_QUADS = SEPAL_HULL_RECORD_QUADS + 3 };

typedef struct mesh_block {
    sepal_solids set; /* hull k is that of triangle k of the block */
    _Alignas(64) sepal_solid_head heads[MESH_BLOCK];
    _Alignas(64) sepal_solid_ball balls[MESH_BLOCK];
    _Alignas(64) float vertices[MESH_BLOCK * 4 * MESH_HULL_QUADS];
} mesh_block;

/* A set without triangles, which has room for `most` in these arrays. */
static inline sepal_solids sepal_mesh_hulls_in(size_t most, sepal_solid_head *heads, sepal_solid_ball *balls, float *vertices) {
    return (sepal_solids){
        .capacity = most, .room = most * MESH_HULL_QUADS, .regular = true, .heads = heads, .balls = balls, .vertices = vertices};
}

/* There is room for one more. */
static inline void sepal_mesh_hulls_add(sepal_solids *hulls, const float corner[3][3]) {
    const float x[3] = {corner[0][0], corner[1][0], corner[2][0]}, y[3] = {corner[0][1], corner[1][1], corner[2][1]},
                z[3] = {corner[0][2], corner[1][2], corner[2][2]};
    sepal_hull_append(hulls, x, y, z, 3, 0);
}

static inline void sepal_mesh_block_clear(mesh_block *block) {
    block->set = sepal_mesh_hulls_in(MESH_BLOCK, block->heads, block->balls, block->vertices);
}

/* There is room for MESH_BLOCK triangles. */
static inline void sepal_mesh_block_add(mesh_block *block, const float corner[3][3]) {
    sepal_mesh_hulls_add(&block->set, corner);
}

#endif
