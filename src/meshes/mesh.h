/* mesh.h — how a mesh lies in memory, and what the questions ask of it. Questions read a mesh by the functions below only, as a height
 * field has none of the arrays: heights.h.
 *
 * Vertices are those that triangles have, equal ones once, in the order of the caller's. Edge k of a triangle leads from its corner k to
 * the next. The star of a vertex is the corners of triangles with area at it: 3 * triangle + k, in ascending order of the vertex at
 * the corner before it, then of the triangle. So the triangles along an edge are found by a search in a star, and no neighbours are
 * stored. */
#ifndef SEPAL_MESHES_MESH_H
#define SEPAL_MESHES_MESH_H

#include "../core/compiler.h"
#include "../search/order.h"
#include "heights.h"
#include <sepal/meshes.h>
#include <stdbool.h>

/* What a byte says of a triangle: two bits for each edge, a sepal_mesh_edge; and whether it has area. */
enum { SEPAL_MESH_KIND_BITS = 2, SEPAL_MESH_HAS_AREA = 64 };

/* Levels of nodes above at most 2^30 triangles. */
enum { SEPAL_MESH_LEVELS = 8, SEPAL_MESH_FANOUT = 16 };

/* A node of the tree: sixteen boxes parallel to the axes, in bytes relative to the node's own box. Coordinate x of a box is stored as the
 * byte below cell(x) = (x / 2 - origin) * scale, computed in float as written; from 0 to 254. As cell never descends, two boxes that meet
 * have bytes that meet (docs/numerics/meshes.md). An empty place meets nothing: low 255, high 0. */
typedef struct sepal_mesh_node {
    float origin[3], scale[3];
    uint32_t unused[2];
    uint8_t low[3][SEPAL_MESH_FANOUT], high[3][SEPAL_MESH_FANOUT];
} sepal_mesh_node;

struct sepal_mesh {
    sepal_allocator allocator;
    sepal_mesh_rim rim;
    size_t count;         /* triangles */
    size_t vertices;      /* of the mesh */
    size_t star_count;    /* corners of triangles with area */
    float *point;         /* three coordinates a vertex */
    uint32_t *corner;     /* three vertices a triangle */
    uint8_t *kinds;       /* a byte a triangle */
    uint32_t *star_first; /* of each vertex, and behind the last: where its star begins */
    uint32_t *star;
    uint32_t
        *facets; /* of each triangle: its flat facet, by the least triangle of it. NULL: no edge is flat, or it is a height field */
    int levels;  /* of the tree; 0 without triangles. The last one has one node. */
    size_t level_first[SEPAL_MESH_LEVELS]; /* the first node of each level; leaves are level 0 */
    size_t node_count;
    sepal_mesh_node *nodes; /* child k of node i of a level is node 16 i + k of the level below, or of a leaf, place 16 i + k */
    uint32_t *ids;          /* the triangle at each place, as it was split: split.h */
    sepal_field *field;     /* NULL if it is no height field */
};

/* Vertex k of a triangle; the coordinates of a vertex. */
static inline uint32_t sepal_mesh_corner(const sepal_mesh *mesh, uint32_t triangle, int k) {
    if (mesh->field != NULL)
        return sepal_field_corner(mesh->field, triangle, k);
    return mesh->corner[3 * (size_t)triangle + (size_t)k];
}
static inline void sepal_mesh_point(const sepal_mesh *mesh, uint32_t vertex, float out[3]) {
    if (mesh->field != NULL) {
        sepal_field_point(mesh->field, vertex, out);
        return;
    }
    for (size_t k = 0; k < 3; k++)
        out[k] = mesh->point[3 * (size_t)vertex + k];
}

/* The flat facet of a triangle: it and all that flat edges join to it, by the least of them. */
static inline uint32_t sepal_mesh_facet(const sepal_mesh *mesh, uint32_t triangle) {
    if (mesh->field != NULL)
        return sepal_field_facet(mesh->field, triangle);
    return mesh->facets == NULL ? triangle : mesh->facets[triangle];
}

/* Ask for the memory of a triangle ahead of its use: that of its corners, and, when these are there, that of its points. */
static inline void sepal_mesh_fetch_corners(const sepal_mesh *mesh, uint32_t triangle) {
    if (mesh->corner != NULL)
        sepal_prefetch(&mesh->corner[3 * (size_t)triangle]);
}
static inline void sepal_mesh_fetch_points(const sepal_mesh *mesh, uint32_t triangle) {
    for (size_t k = 0; k < 3 && mesh->corner != NULL; k++)
        sepal_prefetch(&mesh->point[3 * (size_t)mesh->corner[3 * (size_t)triangle + k]]);
}

/* What edge k of a triangle is. */
static inline sepal_mesh_edge sepal_mesh_kind(const sepal_mesh *mesh, uint32_t triangle, int k) {
    if (mesh->field != NULL)
        return sepal_field_kind(mesh->field, triangle, k);
    return (sepal_mesh_edge)(mesh->kinds[triangle] >> (SEPAL_MESH_KIND_BITS * k) & 3);
}
static inline bool sepal_mesh_has_area(const sepal_mesh *mesh, uint32_t triangle) {
    if (mesh->field != NULL)
        return sepal_field_is_there(mesh->field, triangle);
    return (mesh->kinds[triangle] & SEPAL_MESH_HAS_AREA) != 0;
}

/* Is there such a triangle? The holes of a height field have none. */
static inline bool sepal_mesh_is_there(const sepal_mesh *mesh, uint32_t triangle) {
    return triangle < mesh->count && (mesh->field == NULL || sepal_field_is_there(mesh->field, triangle));
}

/* The corner of the triangle beyond edge k of a triangle that is not on this edge: its number is 3 * triangle + k. Of an edge of the rim
 * there is none: SEPAL_NO_SHAPE. */
uint32_t sepal_mesh_beyond(const sepal_mesh *mesh, uint32_t triangle, int k);

/* The neighbour beyond edge k, and its vertex that is not on this edge; SEPAL_NO_SHAPE beyond the rim. */
static inline uint32_t sepal_mesh_neighbour(const sepal_mesh *mesh, uint32_t triangle, int k) {
    const uint32_t beyond = sepal_mesh_beyond(mesh, triangle, k);
    return beyond == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : beyond / 3;
}
static inline uint32_t sepal_mesh_far(const sepal_mesh *mesh, uint32_t triangle, int k) {
    const uint32_t beyond = sepal_mesh_beyond(mesh, triangle, k);
    return beyond == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : sepal_mesh_corner(mesh, beyond / 3, (int)(beyond % 3));
}

/* The star of a vertex, corner by corner: the triangles with area that have the vertex. Each edge that leaves the vertex leads from one of
 * these corners to the next corner of its triangle, or, if it is of the rim, to the next or the one before.
 *     for (sepal_mesh_star s = sepal_mesh_star_of(mesh, vertex); sepal_mesh_star_next(&s, &triangle, &k);) ... */
typedef struct sepal_mesh_star {
    const sepal_mesh *mesh;
    uint32_t at, end;
    uint32_t of_field[SEPAL_FIELD_STAR]; /* of a height field; else in the mesh */
} sepal_mesh_star;
static inline sepal_mesh_star sepal_mesh_star_of(const sepal_mesh *mesh, uint32_t vertex) {
    sepal_mesh_star star = {.mesh = mesh};
    if (mesh->field != NULL) {
        star.end = sepal_field_star(mesh->field, vertex, star.of_field);
    } else {
        star.at = mesh->star_first[vertex];
        star.end = mesh->star_first[vertex + 1];
    }
    return star;
}
static inline bool sepal_mesh_star_next(sepal_mesh_star *star, uint32_t *triangle, int *k) {
    if (star->at == star->end)
        return false;
    const uint32_t corner = star->mesh->field != NULL ? star->of_field[star->at] : star->mesh->star[star->at];
    star->at++;
    *triangle = corner / 3;
    *k = (int)(corner % 3);
    return true;
}

/* --- The tree ------------------------------------------------------------------------------------ */

static inline float sepal_mesh_cell(const sepal_mesh_node *node, int axis, float half) {
    return (half - node->origin[axis]) * node->scale[axis];
}
/* Those of a height field are made in `room` (meshes_heights_tree.c). */
void sepal_field_node(const sepal_field *field, int level, uint32_t index, sepal_mesh_node *out);
uint32_t sepal_field_triangle_at(const sepal_field *field, size_t place);

static inline const sepal_mesh_node *sepal_mesh_node_at(const sepal_mesh *mesh, int level, uint32_t index, sepal_mesh_node *room) {
    if (mesh->field == NULL)
        return &mesh->nodes[mesh->level_first[level] + index];
    sepal_field_node(mesh->field, level, index, room);
    return room;
}
/* The triangle at a place of a leaf that is not empty. */
static inline uint32_t sepal_mesh_triangle_at(const sepal_mesh *mesh, uint32_t leaf, uint32_t place) {
    const size_t at = (size_t)leaf * SEPAL_MESH_FANOUT + place;
    return mesh->field != NULL ? sepal_field_triangle_at(mesh->field, at) : mesh->ids[at];
}

/* The bits of bytes that are 0 or 1, the first one lowest. The word is one expression and no loop, since compilers make one load of it. */
static inline uint32_t sepal_mesh_bits_of_bytes(const uint8_t bytes[8]) {
    const uint64_t word = (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
                          (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
    return (uint32_t)(word * UINT64_C(0x0102040810204080) >> 56);
}

/* Writes a node of sixteen boxes. */
void sepal_mesh_write_node(sepal_mesh_node *node, const sepal_bounds *bounds, const sepal_span *spans);

/* Asks for the memory of the children of a node, of a level above the leaves, ahead of their use. */
static inline void sepal_mesh_fetch_children(const sepal_mesh *mesh, int level, uint32_t node, uint32_t children) {
    for (uint32_t left = children; left != 0 && mesh->nodes != NULL; left &= left - 1) {
        const size_t child = (size_t)node * SEPAL_MESH_FANOUT + sepal_lowest_bit(left);
        const sepal_mesh_node *at = &mesh->nodes[mesh->level_first[level - 1] + child];
        sepal_prefetch(at);
        sepal_prefetch(at->low[2]); /* the second line of the cache */
        if (level == 1)
            sepal_prefetch(&mesh->ids[child * SEPAL_MESH_FANOUT]);
    }
}

/* A walk through the tree that comes to all triangles whose boxes meet a box, sides included. It is done in steps, each of which asks for
 * the memory that the next one reads: so who takes several walks on by turns waits for little of it. */
typedef struct sepal_mesh_walk {
    const sepal_mesh *mesh;
    float low[3], high[3];           /* the box, */
    float half_low[3], half_high[3]; /* and the halves of its coordinates */
    int level;
    uint32_t node[SEPAL_MESH_LEVELS], left[SEPAL_MESH_LEVELS]; /* of each level: where it is, and the children to go to */
    size_t count;                                              /* triangles of the leaf where it is, whose boxes may meet */
    bool fetched;                                              /* their points were asked for */
    uint32_t triangles[SEPAL_MESH_FANOUT];
} sepal_mesh_walk;

/* The box may be empty: then the walk comes to nothing. */
void sepal_mesh_walk_begin(sepal_mesh_walk *walk, const sepal_mesh *mesh, const float low[3], const float high[3]);

/* Does a step. False if the walk has ended; else `found` becomes the number of triangles that were found in it, and `triangles` receives
 * them. Of most steps it is 0. */
bool sepal_mesh_walk_step(sepal_mesh_walk *walk, uint32_t triangles[SEPAL_MESH_FANOUT], size_t *found);

/* --- Filling ------------------------------------------------------------------------------------- */

/* Builds the tree of `made`, which has corners and points. SEPAL_NO_MEMORY: then all that it has can be released. */
sepal_status sepal_mesh_build_tree(sepal_mesh *made);

/* Releases the arrays of a mesh, but not its header. */
void sepal_mesh_release(sepal_mesh *mesh);

/* Fills `made`, which has corners and points: kinds and stars. SEPAL_NO_MEMORY: then all that it has can be released. */
sepal_status sepal_mesh_link(sepal_mesh *made);

/* Finds the facets of a mesh that was linked. SEPAL_NO_MEMORY likewise. */
sepal_status sepal_mesh_find_facets(sepal_mesh *made);

#endif
