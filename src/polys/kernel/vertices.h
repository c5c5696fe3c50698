/* vertices.h — the vertices of SEPAL_LANES polygons of up to 16, a polygon in each lane. */
#ifndef SEPAL_POLYS_KERNEL_VERTICES_H
#define SEPAL_POLYS_KERNEL_VERTICES_H

#include "query.h"

/* The largest polygon whose vertices go into lanes; larger ones are searched (portal.h), or taken one pair at a time. */
#define SEPAL_LANE_VERTICES 16

/* First all x, then, after as many as a block has room for, all y. world: as stored; edges are differences of these, which are
 * rounded once. near: relative to one point of each lane. */
typedef struct vertex_lanes {
    w world[2 * SEPAL_LANE_VERTICES], near[2 * SEPAL_LANE_VERTICES];
} vertex_lanes;

/* How many vertices the block of a polygon of up to 16 has room for. */
static inline uint32_t block_size(uint32_t size) {
    return size <= 4 ? 4 : size <= 8 ? 8 : SEPAL_LANE_VERTICES;
}

/* Between the loads of 16 lanes, whose addresses do not all fit the registers. With fewer lanes they do. */
static inline void next_load(void) {
    if (SEPAL_LANES == 16)
        sepal_keep_loads_apart();
}

/* Loads blocks with room for `size` vertices; index[2 * lane] is the polygon, so that index may point to either side of a list of
 * pairs. same: block k is the k-th. whole: blocks of four are loaded as one record of eight floats, which is faster unless the
 * kernel needs more registers than there are. */
SPECIALISED void load_blocks(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, bool whole,
                             vertex_lanes *out) {
    uint32_t padded = block_size(size);
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = set->vertices + (same ? 2 * (size_t)padded * index[2 * lane] : 4 * (size_t)set->heads[index[2 * lane]].at);
    if (whole && padded == 4)
        w_load_eight(at, out->world);
    else
        w_load_quads(at, (int)padded / 2, out->world);
}

SPECIALISED void load_vertices(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, vertex_lanes *out) {
    load_blocks(set, index, size, same, true, out);
}

static inline w2 vertex(const w *list, uint32_t size, uint32_t k) {
    return (w2){list[k], list[block_size(size) + k]};
}

SPECIALISED void make_near(vertex_lanes *v, uint32_t size, w2 origin) {
    uint32_t padded = block_size(size);
    for (uint32_t k = 0; k < size; k++) {
        v->near[k] = w_sub(v->world[k], origin.x);
        v->near[padded + k] = w_sub(v->world[padded + k], origin.y);
    }
}

#endif
