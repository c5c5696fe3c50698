/* meshes.h — surfaces of triangles in space: floors, walls, terrain.
 *
 * A mesh is a set of triangles that share vertices, and a tree of boxes around them. Each triangle is the convex hull of its three
 * vertices: every answer about it is, to the last bit, that which solids.h gives about a hull of these three points without a
 * radius. Triangles are addressed by index, 0 .. count-1, in the order in which they were given. Seen from its front, the vertices
 * of a triangle go counter-clockwise; its normal leads from (b - a) x (c - a) to the front. */
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
 * vertices a[i * corner_stride], and likewise b and c. So both may be rows (three pointers into one array, a stride of 3) or
 * columns. */
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
 * Vertices with equal coordinates are one vertex, -0 being 0. Two triangles are neighbours if they have an edge in common, no third
 * one has it, and they go along it in opposite directions. The edge is then convex, flat or concave, as the far vertex of the one
 * is behind, on, or in front of the plane of the other; all exactly. (Two that lie on each other, folded back, have a convex edge.)
 * All other edges are edges of the rim. A triangle without area is asked about as the segment or the point that it is. Its edges
 * are edges of the rim, and it is no neighbour: the edges of others are what they would be without it.
 * triangles: the arrays. Coordinates that a triangle has are finite; others are not read.
 * count: triangles, at most 2^30.
 * rim: what is beyond the edges of the rim, for the questions that ask for normals.
 * refusal: receives the first triangle that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or triangles is NULL, an array is while count > 0, or rim is none of the values above; SEPAL_BAD_SHAPE
 * if a coordinate is not finite, or there is no vertex with one of the numbers; SEPAL_NO_MEMORY. In all these cases the mesh is as
 * it was.
 * SEPAL_NO_MEMORY is also returned for more than 2^30 triangles. The mesh takes at most 50 bytes a triangle where there are half as
 * many vertices, and 16 for each vertex beyond; while it is filled, some 50 bytes a triangle more, besides what it held before.
 * Cost: that of sorting the triangles, wherever they are. */
SEPAL_API sepal_status sepal_mesh_fill(sepal_mesh *mesh, const sepal_triangles *triangles, size_t count, sepal_mesh_rim rim,
                                       sepal_refusal *refusal);

/* Heights over a grid in x and y, seen from above. Vertex (i, j) has the coordinates origin_x + i step_x and origin_y + j step_y,
 * each computed in double and rounded to float, and the height as z. Cell (i, j), between it and vertex (i+1, j+1), is cut into two
 * triangles from (i, j) to (i+1, j+1), or, turned, from (i+1, j) to (i, j+1). */
typedef struct sepal_heights {
    const float *height;      /* of vertex (i, j): height[i + j * stride] */
    size_t columns, rows;     /* vertices: of a row, and rows */
    size_t stride;            /* floats from one row to the next; 0 = columns */
    float origin_x, origin_y; /* coordinates of vertex (0, 0) */
    float step_x, step_y;     /* from one column, and from one row, to the next; greater than 0 */
    const uint64_t *turned;   /* a bit for each cell: bit i + j * (columns - 1), as in sepal_bits_count; NULL = none is turned */
    const uint64_t *hole;     /* likewise: the cell has no triangles; NULL = no holes */
} sepal_heights;

/* Fills a mesh with a height field. What was in it before is gone.
 * It is the mesh of the same triangles: all answers are those that it would give if it were filled by sepal_mesh_fill. Cell (i, j)
 * has the number c = i + j * (columns - 1), and triangles 2 c and 2 c + 1: (i, j), (i+1, j), (i+1, j+1) and (i, j), (i+1, j+1), (i,
 * j+1); turned, (i, j), (i+1, j), (i, j+1) and (i+1, j), (i+1, j+1), (i, j+1). Their fronts are above. Vertex (i, j) has the number
 * i + j * columns. The numbers of triangles of holes are counted, but there are no such triangles. The edges along holes and
 * borders are edges of the rim.
 * heights: the grid. With less than two rows or columns it has no triangles.
 * rim: what is beyond the edges of the rim: between tiles, and around a hole that another mesh fills, the surface goes on.
 * refusal: receives the first vertex that is refused, by its number, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or heights is NULL, height is NULL while there are vertices, there are more than 32,769 columns or
 * rows, or rim is none of its values; SEPAL_BAD_SHAPE if a coordinate or a height is not finite, or the rounded coordinate of a
 * column or row is not greater than that of the one before: a step is 0 or less, or too small so far from the origin;
 * SEPAL_NO_MEMORY. In all these cases the mesh is as it was. The mesh takes less than 3.3 bytes a triangle, half a byte more if any
 * edge is flat (names of flat facets), and 4 for each row and column; while it is filled, 4 a triangle more if any edge is flat.
 * Cost: linear; nothing is sorted. */
SEPAL_API sepal_status sepal_mesh_fill_heights(sepal_mesh *mesh, const sepal_heights *heights, sepal_mesh_rim rim,
                                               sepal_refusal *refusal);

/* How many triangles a mesh has; 0 if mesh is NULL. */
SEPAL_API size_t sepal_mesh_count(const sepal_mesh *mesh);

/* What are the corners of a triangle?
 * triangle: its index.
 * corner: receives the coordinates of its vertices a, b and c, as they are stored: -0 as 0.
 * vertex: receives the numbers of these vertices in the mesh, where equal ones are one; they are below the number of vertices that
 * were given. May be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or corner is NULL, or there is no such triangle; then nothing is written. */
SEPAL_API sepal_status sepal_mesh_triangle(const sepal_mesh *mesh, uint32_t triangle, float corner[3][3], uint32_t vertex[3]);

/* What an edge is. */
typedef enum sepal_mesh_edge {
    SEPAL_EDGE_RIM = 0, /* no triangle goes on there, or more than one, or one that winds the other way */
    SEPAL_EDGE_FLAT,    /* the neighbour is in the same plane */
    SEPAL_EDGE_CONVEX,  /* a ridge: the neighbour is behind the plane, or folded back */
    SEPAL_EDGE_CONCAVE  /* a valley: the neighbour is in front of the plane */
} sepal_mesh_edge;

/* What are the edges of a triangle, and which triangles are beyond them? Edge k leads from vertex k to the next: a to b, b to c, c
 * to a.
 * triangle: its index.
 * kind: receives what each edge is.
 * neighbour: receives the index of the triangle beyond each edge, SEPAL_NO_SHAPE beyond the rim; may be NULL.
 * SEPAL_BAD_ARGUMENT if mesh or kind is NULL, or there is no such triangle; then nothing is written. A surface that is closed and
 * wound consistently has no edge of the rim, so a tool finds holes and wrong windings by asking for all edges. */
SEPAL_API sepal_status sepal_mesh_edges(const sepal_mesh *mesh, uint32_t triangle, sepal_mesh_edge kind[3], uint32_t neighbour[3]);

/* --- Which triangles -------------------------------------------------------------------------------------------------------------
 * A mesh has its tree, which filling it builds: nothing else is to be built before a question. The finder lends the memory to work
 * in; a tree that it has of a set stays as it is. One thread at a time may use a finder; any number of threads may ask one mesh. */

/* Which of the solids first .. first+count-1 of a overlap which triangles of the mesh? The answers are, to the last bit, those of
 * sepal_solids_overlap_pairs about the solid and the hull of the triangle's three vertices.
 * finder: works in its memory, which grows as needed.
 * a: the set of the solids.
 * first, count: the range in a; may be empty.
 * mesh: the mesh; its triangles are the second set.
 * filter: which pairs of a solid and a triangle are wanted; NULL = all.
 * rule: whether touching counts, and the margin, as in sepal_solids_overlap_pairs; NULL = it counts, without a margin.
 * room: how many pairs fit the output.
 * pairs: receives the pairs in ascending order of the solid, a, then of the triangle, b: the same list on every machine. NULL if
 * room is 0.
 * found: receives how many pairs there are; with SEPAL_OK as many were written.
 * SEPAL_TOO_SMALL if there are more than `room`: then `found` says how many, and `pairs` is untouched. SEPAL_BAD_ARGUMENT if
 * finder, a, mesh or found is NULL, pairs is NULL while room is not 0, the range is outside a, or the rule has no meaning;
 * SEPAL_NO_MEMORY: in both cases nothing is written. Nothing is allocated if the finder has answered this before. Cost: for each
 * solid that of some log n nodes for n triangles, and of the overlap of each triangle whose box meets that of the solid. */
SEPAL_API sepal_status sepal_mesh_find(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                       const sepal_mesh *mesh, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                                       sepal_pair *pairs, size_t *found);

/* Which of the solids first .. first+count-1 of a are near which triangles? As sepal_mesh_find, but a pair is given if the boxes
 * around the two overlap or touch: no pair within `margin` of each other is missing, and some pairs farther apart are given. The
 * boxes are parallel to the axes; that of a solid holds everything within `margin` of it, and its sides are rounded outwards, as in
 * sepal_solids_find_near; that of a triangle has the least and the greatest coordinates of its vertices.
 * margin: finite, >= 0, in the unit of the coordinates.
 * All other arguments, and what is returned: as in sepal_mesh_find. */
SEPAL_API sepal_status sepal_mesh_find_near(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                            const sepal_mesh *mesh, const sepal_filter *filter, float margin, size_t room,
                                            sepal_pair *pairs, size_t *found);

/* Which triangles overlap the box from the corner `low` to the corner `high`, parallel to the axes, or are within the rule's margin
 * of it? Exact.
 * low, high: three coordinates each, finite, each low one at most the high one.
 * filter: which pairs are wanted of the box, shape 0 of the first set, and a triangle, of the second; NULL = all.
 * triangles: receives the indices of the triangles in ascending order. NULL if room is 0.
 * All other arguments, and what is returned: as in sepal_mesh_find. SEPAL_BAD_ARGUMENT also if low or high is NULL, not finite, or
 * in the wrong order. */
SEPAL_API sepal_status sepal_mesh_find_in(sepal_finder *finder, const float low[3], const float high[3], const sepal_mesh *mesh,
                                          const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *triangles,
                                          size_t *found);

/* Does each of the solids first .. first+count-1 of a overlap any triangle of the mesh? The search for a solid ends soon after the
 * first triangle that it overlaps: some 64 candidates of it later at most.
 * bits: receives an answer for each solid of the range, as SEPAL_BIT_WORDS describes; NULL if count is 0.
 * All other arguments: as in sepal_mesh_find. SEPAL_BAD_ARGUMENT if finder, a or mesh is NULL, bits is while count > 0, the range
 * is outside a, or the rule has no meaning; SEPAL_NO_MEMORY: in both cases nothing is written. Nothing is allocated if the finder
 * has answered this before. */
SEPAL_API sepal_status sepal_mesh_meets(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                        const sepal_mesh *mesh, const sepal_filter *filter, const sepal_rule *rule, uint64_t *bits);

/* Which k triangles of the mesh are nearest to each of the solids first .. first+count-1 of a, and how far are they? For points,
 * let a be a set of spheres without radii (sepal_solids_add_spheres).
 * The distance of a solid and a triangle is 0 if they overlap or touch, and else minus the depth that sepal_solids_mtv_pairs gives
 * of the two without a margin: the same float. The triangles are those with the k least of these floats; of several with the same
 * float those with the least indices. All is the same to the last bit on every instruction set and in every batch.
 * finder: works in its memory.
 * k: how many of each; may be 0. The time that it takes to keep them in order grows with k^2.
 * filter: which pairs of a solid and a triangle are wanted; NULL = all.
 * limit: the greatest distance that is wanted: finite, >= 0; FLT_MAX for all.
 * nearest: k * count indices, k for each solid of the range, from the nearest on; SEPAL_NO_SHAPE behind the last, if there are
 * fewer.
 * distance: as many floats, which are `limit` behind the last one. The arrays may not overlap.
 * SEPAL_BAD_ARGUMENT if finder, a or mesh is NULL, nearest or distance is while k * count > 0, the range is outside a, limit is
 * negative or not finite, or k * count > SIZE_MAX / 4; SEPAL_NO_MEMORY: in both cases nothing is written. Nothing is allocated if
 * the finder has answered this before. Cost, for each solid: that of some log n nodes for n triangles, and of the distances of the
 * triangles whose boxes are not farther than the k-th nearest, and of those beside them in the tree. */
SEPAL_API sepal_status sepal_mesh_find_nearest(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                               const sepal_mesh *mesh, size_t k, const sepal_filter *filter, float limit,
                                               uint32_t *nearest, float *distance);

/* --- Rays --------------------------------------------------------------------------------------------------------------------- */

/* From where triangles are hit. */
typedef enum sepal_mesh_sides {
    SEPAL_MESH_FRONT = 0, /* from the front only: a ray that comes from behind, along the normal, goes through */
    SEPAL_MESH_BOTH       /* from the front and from behind */
} sepal_mesh_sides;

/* Which triangle does each ray hit first? When, and how?
 * A ray hits a triangle if and only if sepal_solids_sweep_pairs says that the hull of the triangle's three vertices, at rest, and
 * the moving point meet under the rule, and it does not come from behind, if that does not count: that is so if its move and (b -
 * a) x (c - a) have a positive dot product, exactly. Time and normal are those which the sweep gives of the two, to the last bit.
 * Of several triangles with the same time, the one with the least index is named. All is exact; so no ray gets through a surface at
 * an edge or a vertex.
 * finder: works in its memory.
 * rays: `count` rays.
 * count: less than 2^32.
 * sides: from where triangles are hit. Those without area are hit from all sides.
 * filter: which pairs of a ray, of the first set, and a triangle, of the second, are wanted; NULL = all.
 * rule: whether touching counts, and the margin; NULL = it counts, without a margin. Where it does not, a ray without a margin hits
 * no triangle, as none has an inside. With a margin, rays take the time of the sweep of each triangle that they may come within the
 * margin of.
 * out: the arrays, as in sepal_solids_cast_rays, `shape` for the index of the triangle; they may not overlap each other or the
 * rays.
 * SEPAL_BAD_ARGUMENT if finder, mesh, rays or out is NULL, an array of the rays is while count > 0, sides is none of the values
 * above, count is 2^32 or more, or the rule has no meaning; SEPAL_BAD_SHAPE if a value of a ray is not finite; SEPAL_NO_MEMORY: in
 * all these cases nothing is written. Nothing is allocated if the finder has answered as many rays before. Cost: that of the nodes
 * of the tree along each ray up to its hit, some log n for n triangles, and of the triangles whose boxes it enters until then;
 * normals, where they are wanted, cost a sweep besides. Signed volumes of each triangle (Segura, Feito, "Algorithms to test
 * ray-triangle intersection", WSCG 2001) answer nearly always; the sweep, where they are not certain. */
SEPAL_API sepal_status sepal_mesh_cast_rays(sepal_finder *finder, const sepal_mesh *mesh, const sepal_solid_rays *rays,
                                            size_t count, sepal_mesh_sides sides, const sepal_filter *filter,
                                            const sepal_rule *rule, const sepal_solid_ray_hits *out);

/* --- Contact points --------------------------------------------------------------------------------------------------------------
 * A surface is solid behind its triangles. The region behind it has these outward normals, its normal cone (Rockafellar, "Convex
 * Analysis", 1970, section 2): at a point inside of a triangle that of the triangle; at a convex edge all from the normal of the
 * one triangle to that of the other; at a vertex, for a triangle there with the normal n, all unit vectors v with v . n >= 0 and v
 * . e <= 0 for each edge e that leaves the vertex; at an edge of a rim that ends what leans outward from its triangle by at most a
 * quarter turn; and no others: none but those of triangles at flat and concave edges, at a rim that goes on, and at the vertices of
 * such a rim. */

/* Where does solid pairs[i].a of a touch triangle pairs[i].b of the mesh?
 * A pair has no points if sepal_solids_contacts_pairs gives it none, about the solid and the hull of the three vertices; if the
 * triangle has no area; or if the solid is behind it: if the middle of the projection of its core onto the normal of the triangle
 * is behind the plane of the triangle. All three are exact.
 * Otherwise let v be minus the normal of that answer, and F the part of the triangle that is extreme along v: all of it, an edge or
 * a vertex. Angles are equal up to 2^-16 radians; those between v and the normal of the triangle up to twice as much. If F is an
 * edge or a vertex and v is an outward normal of the surface there, the answer is that of sepal_solids_contacts_pairs, to the last
 * bit. If not, the triangle is the reference face: the normal is minus that of the triangle, each component rounded to float. The
 * side of the solid is the one that is nearest above the triangle, seen along its normal: at the lowest place of the core over the
 * triangle, of the two sides at an edge there the one that is more nearly parallel to the triangle, and at a vertex as in
 * sepal_solids_contacts_pairs. The points are those of the common part of the triangle and this side, chosen, named and measured as
 * there, however large the triangle is; the deepest one has the depth of the lowest place. There are no points if nothing of the
 * core is over the triangle, up to the tolerance of that function for corners that count as one, or the deepest one would have a
 * depth below -margin.
 *
 * So every normal is one of the surface, whatever triangles it is cut into: a solid that slides over a floor gets no normal against
 * its way where triangles meet ("ghost collision"), and one that is in front of a wall is pushed to its front. The answer of a pair
 * depends on the solid, the triangle, and those with which this shares a vertex; not on other pairs, on the order of triangles, or
 * on calls before. A solid that is in front of all triangles near it loses no contact by this as long as it is in the surface by
 * less than half of its width. Depths are measured along the normal of the triangle: beside a solid that is deeper than the
 * triangles are wide, that may be more than it takes to push it out.
 *
 * a: the solids, the first ones of the pairs; of their radii, features and places all is as in sepal_solids_contacts_pairs. As the
 * second solid, a triangle has the vertices 0, 1, 2.
 * mesh: the surface.
 * pairs: `count` pairs of a solid and a triangle, such as sepal_mesh_find_near finds.
 * rule: the margin and the margin for further points; NULL = no margin.
 * out: the arrays, as in sepal_solids_contacts_pairs; poses_b is NULL: points of the surface of the mesh are relative to (0, 0, 0).
 * SEPAL_BAD_ARGUMENT if a, mesh or out is NULL, pairs is NULL while count > 0, an index is outside its set or mesh, out->poses_b is
 * not NULL, arrays of out->poses_a are not there, or the rule has no meaning; SEPAL_BAD_SHAPE if the place of a solid in a pair is
 * not finite, or overflows. Then nothing is written.
 * Nothing is allocated; any number of threads may ask at once. All is the same to the last bit on every instruction set and in
 * every batch. Cost: that of sepal_solids_overlap_pairs about all pairs, in blocks of 32; that of sepal_solids_mtv_pairs about
 * those that touch, and some tenths of a microsecond for each of these. */
SEPAL_API sepal_status sepal_mesh_contacts_pairs(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs,
                                                 size_t count, const sepal_contact_rule *rule, const sepal_solid_contacts *out);

/* What of a mesh makes a point: the highest two bits of a name; the lower ones are a number, modulo 2^30. */
typedef enum sepal_mesh_name {
    SEPAL_MESH_FACET_NAME = 0, /* a flat facet: triangles that are joined by flat edges; the number of the least one */
    SEPAL_MESH_EDGE_NAME,      /* an edge: 3 t + k for edge k of triangle t, the lesser one of both numbers that an edge has */
    SEPAL_MESH_VERTEX_NAME     /* a vertex: its number in the mesh, as sepal_mesh_triangle gives it */
} sepal_mesh_name;

enum { SEPAL_MESH_NAME_BITS = 30 };

/* A contact point of a manifold. */
typedef struct sepal_mesh_manifold_point {
    float at[3], depth; /* as the point and the depth of sepal_mesh_contacts_pairs */
    uint32_t of_solid;  /* what of the solid makes it: the higher half of its feature */
    uint32_t of_mesh;   /* what of the mesh makes it: a sepal_mesh_name */
    uint32_t triangle;  /* on which it was found, for what belongs to triangles, such as materials */
} sepal_mesh_manifold_point;

/* Contact points of one solid with a mesh that have nearly one normal. */
typedef struct sepal_mesh_manifold {
    uint32_t solid;                     /* its index in the set */
    uint32_t triangle;                  /* the least one of those that have points of the group, chosen or not */
    float normal[3];                    /* from the solid towards the mesh: that of the deepest point of the group */
    uint32_t count;                     /* of points: 1 .. 4 */
    sepal_mesh_manifold_point point[4]; /* the first count of them */
} sepal_mesh_manifold;

/* Where do the solids first .. first+count-1 of a touch the surface, as a solver takes it?
 * The points of a solid are those of sepal_mesh_contacts_pairs about it and all triangles near it. Where a triangle is the
 * reference face, all points count from which that function chooses four, so that no corner is lost where triangles meet. They are
 * put into groups: the deepest point that is in none begins one, and all others that are in none, and whose normals have with its
 * own at least the given cosine, are of its group. Of each group at most four points remain, chosen by area, so that points that
 * several triangles have count once: seen along the normal the one that is farthest in a fixed direction; the one farthest from
 * that; the one that makes the greatest triangle with both; and the one that adds most to it. None is taken that adds nothing, up
 * to 2^-10 of the way between the first two and 2^-20 of the greatest coordinate. If the deepest point of the group is deeper than
 * all of these by more than margin / 4 and 2^-8 of the greatest distance of one of them from the first, it is taken as well, in
 * place of the one without which the others make the greatest triangle. A solid that lies on a flat floor has one manifold, however
 * many triangles it is on.
 *
 * Names: the points of a manifold are told apart by of_solid and of_mesh together, and have the same ones in the next step, from
 * whichever triangle they are found. A corner of the solid that is over a triangle has the name of the facet: it keeps its name
 * while it slides over flat joints. So a solver can start with the impulse that the same names of the same solid had in the step
 * before. Edges that are flat only up to rounding, as on a floor that is tilted, join no facets.
 *
 * finder: works in its memory; a tree that it has of a set stays as it is. One thread at a time.
 * a, first, count: the solids, as in sepal_mesh_find.
 * filter: which pairs of a solid, of the first set, and a triangle, of the second, are wanted; NULL = all.
 * rule: the margin, and the margin for further points, as in sepal_mesh_contacts_pairs; NULL = no margin.
 * cosine: 0 .. 1; 1 = only equal normals.
 * room: how many manifolds fit the output.
 * out: receives them in ascending order of the solids, those of a solid by their depth, the greatest first: the same list on every
 * machine. Another order of triangles changes nothing but their numbers. NULL if room is 0.
 * found: receives how many manifolds there are; with SEPAL_OK as many were written.
 * SEPAL_TOO_SMALL if there are more than `room`: then `found` says how many, and `out` is untouched. SEPAL_BAD_ARGUMENT if finder,
 * a, mesh or found is NULL, out is NULL while room is not 0, the range is outside a, the cosine is not in its range, or the rule
 * has no meaning; SEPAL_NO_MEMORY: in both cases nothing is written. Nothing is allocated if the finder has answered this before.
 * Cost: that of sepal_mesh_find_near and of sepal_mesh_contacts_pairs about its pairs, of spheres about those alone that may have
 * points, here in blocks of 256, so that many solids at once take less time each; and for a solid with n points in m manifolds that
 * of sorting n numbers, and of looking m times at n. */
SEPAL_API sepal_status sepal_mesh_manifolds(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                            const sepal_mesh *mesh, const sepal_filter *filter, const sepal_contact_rule *rule,
                                            float cosine, size_t room, sepal_mesh_manifold *out, size_t *found);

/* --- Moving solids ------------------------------------------------------------------------------------------------------------ */

/* How far do the moving solids first .. first+count-1 of a get: which triangle does each hit first from the front? When, and how? A
 * solid hits a triangle if and only if sepal_solids_sweep_pairs says that the hull of the three vertices, at rest, and the moving
 * solid meet under the rule, and it comes from the front: its move and the normal of the triangle have a dot product below 0, and
 * the middle of the projection of its core onto this normal is not behind the plane of the triangle at the beginning; all exactly.
 * So a solid is not held by a triangle that it leaves, along whose plane it moves, or that it has passed already. Triangles without
 * area are hit from everywhere. Time and normal are those which the sweep gives of the two, to the last bit. Of several triangles
 * with the same time, the one with the least index is named.
 * finder: works in its memory; a tree that it has of a set stays as it is. One thread at a time.
 * a, first, count: the solids, as in sepal_mesh_find.
 * moves: a move of each solid of the set, of which those of the range are read; all finite.
 * filter: which pairs of a solid, of the first set, and a triangle, of the second, are wanted; NULL = all.
 * rule: whether touching counts, and the margin, as in sepal_solids_sweep_pairs; NULL = it counts, without a margin.
 * out: `count` answers, as in sepal_solids_cast_shapes, `shape` for the index of the triangle; later = 1: what is hit at time 0
 * does not count. The arrays may not overlap each other or the moves.
 * SEPAL_BAD_ARGUMENT if finder, a, moves, mesh or out is NULL, x, y or z of the moves is for a set that is not empty, the range is
 * outside a, or the rule has no meaning; SEPAL_BAD_SHAPE if a move of the range is not finite; SEPAL_NO_MEMORY: in all these cases
 * nothing is written. Nothing is allocated if the finder has answered this before. All is the same to the last bit on every
 * instruction set and in every range. Cost: that of the nodes of the tree that the box around the solid enters on its way up to the
 * hit, and of the sweeps of the triangles there that face it and whose planes that box meets before. */
SEPAL_API sepal_status sepal_mesh_sweep(sepal_finder *finder, const sepal_solids *a, const sepal_solid_moves *moves, size_t first,
                                        size_t count, const sepal_mesh *mesh, const sepal_filter *filter, const sepal_rule *rule,
                                        const sepal_solid_ray_hits *out);

#ifdef __cplusplus
}
#endif
#endif
