/* meshes.h — surfaces of triangles in space: floors, walls, terrain.
 *
 * A mesh is a set of triangles that share vertices, and a tree of boxes around them. Each triangle is the convex hull of its three
 * vertices: every answer about it is, to the last bit, that which solids.h gives about a hull of these three points without a radius.
 * Triangles are addressed by index, 0 .. count-1, in the order in which they were given. Seen from its front, the vertices of a triangle
 * go counter-clockwise; its normal leads from (b - a) x (c - a) to the front. */
#ifndef SEPAL_MESHES_H
#define SEPAL_MESHES_H

#include "base.h"
#include "search.h"
#include "solids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sepal_mesh sepal_mesh; /* a surface of triangles, and its tree; opaque */

/* Makes a mesh without triangles.
 * allocator: where the mesh takes all its memory from (its own header included); NULL = the C library's.
 * out: receives the mesh; untouched unless SEPAL_OK.
 * SEPAL_BAD_ARGUMENT if out is NULL or one of the allocator's functions is; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_mesh_create(const sepal_allocator *allocator, sepal_mesh **out);

/* Releases a mesh and everything in it. NULL is allowed. */
SEPAL_API void sepal_mesh_destroy(sepal_mesh *mesh);

/* Triangles by the numbers of their vertices. Vertex i has the coordinates x[i * stride], and likewise y and z; triangle i has the
 * vertices a[i * corner_stride], and likewise b and c. So both may be rows (three pointers into one array, a stride of 3) or columns. */
typedef struct sepal_triangles {
    const float *x, *y, *z;    /* the vertices */
    size_t stride;             /* floats from one vertex to the next; 0 = 1 */
    size_t vertices;           /* how many there are */
    const uint32_t *a, *b, *c; /* the vertices of each triangle, counter-clockwise as seen from the front */
    size_t corner_stride;      /* numbers from one triangle to the next; 0 = 1 */
} sepal_triangles;

/* What is beyond an edge at which no other triangle goes on. */
typedef enum sepal_mesh_rim {
    SEPAL_RIM_ENDS = 0, /* nothing: the surface ends there */
    SEPAL_RIM_GOES_ON /* more of the surface: of another mesh, or cut into triangles in another way (seams of tiles, T-junctions) */
} sepal_mesh_rim;

/* Fills a mesh with triangles. What was in it before is gone.
 * Vertices with equal coordinates are one vertex, -0 being 0. Two triangles are neighbours if they have an edge in common, no third one
 * has it, and they go along it in opposite directions. The edge is then convex, flat or concave, as the far vertex of the one is behind,
 * on, or in front of the plane of the other; all exactly. (Two that lie on each other, folded back, have a convex edge.) All other edges
 * are edges of the rim. A triangle without area is asked about as the segment or the point that it is. Its edges are edges of the rim,
 * and it is no neighbour: the edges of others are what they would be without it.
 * triangles: the arrays. Coordinates that a triangle has are finite; others are not read.
 * count: triangles, at most 2^30.
 * rim: what is beyond the edges of the rim, for the questions that ask for normals.
 * refusal: receives the first triangle that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or triangles is NULL, an array is while count > 0, or rim is none of the values above; SEPAL_BAD_SHAPE if a
 * coordinate is not finite, or there is no vertex with one of the numbers; SEPAL_NO_MEMORY. In all these cases the mesh is as it was.
 * The mesh takes at most 50 bytes a triangle where there are half as many vertices, and 12 for each vertex beyond; while it is filled,
 * some 100 more. Cost: that of sorting the triangles, wherever they are; for a million triangles less than half a second. */
SEPAL_API sepal_status sepal_mesh_fill(sepal_mesh *mesh, const sepal_triangles *triangles, size_t count, sepal_mesh_rim rim,
                                       sepal_refusal *refusal);

/* How many triangles a mesh has; 0 if mesh is NULL. */
SEPAL_API size_t sepal_mesh_count(const sepal_mesh *mesh);

/* What are the corners of a triangle?
 * triangle: its index.
 * corner: receives the coordinates of its vertices a, b and c, as they are stored: -0 as 0.
 * vertex: receives the numbers of these vertices in the mesh, where equal ones are one; they are below the number of vertices that were
 * given. May be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or corner is NULL, or there is no such triangle; then nothing is written. */
SEPAL_API sepal_status sepal_mesh_triangle(const sepal_mesh *mesh, uint32_t triangle, float corner[3][3], uint32_t vertex[3]);

/* What an edge is. */
typedef enum sepal_mesh_edge {
    SEPAL_EDGE_RIM = 0, /* no triangle goes on there, or more than one, or one that winds the other way */
    SEPAL_EDGE_FLAT,    /* the neighbour is in the same plane */
    SEPAL_EDGE_CONVEX,  /* a ridge: the neighbour is behind the plane, or folded back */
    SEPAL_EDGE_CONCAVE  /* a valley: the neighbour is in front of the plane */
} sepal_mesh_edge;

/* What are the edges of a triangle, and which triangles are beyond them? Edge k leads from vertex k to the next: a to b, b to c, c to a.
 * triangle: its index.
 * kind: receives what each edge is.
 * neighbour: receives the index of the triangle beyond each edge, SEPAL_NO_SHAPE beyond the rim; may be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or kind is NULL, or there is no such triangle; then nothing is written. So tools find rims where none are
 * meant: a surface that is closed, and wound consistently, has none. */
SEPAL_API sepal_status sepal_mesh_edges(const sepal_mesh *mesh, uint32_t triangle, sepal_mesh_edge kind[3], uint32_t neighbour[3]);

#ifdef __cplusplus
}
#endif
#endif
