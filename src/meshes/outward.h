/* outward.h — which normals a surface of triangles has at a triangle, and on which side of it a solid is. */
#ifndef SEPAL_MESHES_OUTWARD_H
#define SEPAL_MESHES_OUTWARD_H

#include "mesh.h"
#include <sepal/solids.h>

/* The part of a triangle that is extreme along a direction: MESH_AT_VERTEX + k for its vertex k, MESH_AT_EDGE + k for its edge from
 * vertex k to the next one, all of it; or MESH_AT_NONE, if the direction is not an outward normal of the surface there. */
typedef enum mesh_part { MESH_AT_NONE, MESH_AT_INSIDE, MESH_AT_EDGE, MESH_AT_VERTEX = MESH_AT_EDGE + 3 } mesh_part;

/* A triangle of the surface, and its unit normal, 0 if it has no area. */
typedef struct mesh_triangle {
    uint32_t number, vertex[3];
    float at[3][3];
    double normal[3];
} mesh_triangle;

void sepal_mesh_see_triangle(const sepal_mesh *mesh, uint32_t number, mesh_triangle *out);

static inline bool mesh_has_area(const mesh_triangle *t) {
    return t->normal[0] != 0 || t->normal[1] != 0 || t->normal[2] != 0;
}

/* Is the middle of the projection of the core of a solid onto the normal of a triangle with area behind the plane of the triangle?
 * Exact. */
bool sepal_mesh_is_behind(const mesh_triangle *t, const sepal_solids *set, uint32_t index);

/* Is v, of the length 1 but for rounding, an outward normal of the surface at the part of a triangle with area that is extreme along v?
 * Up to SEPAL_MESH_ANGLE. Returns that part. */
mesh_part sepal_mesh_outward_part(const sepal_mesh *mesh, const mesh_triangle *t, const double v[3]);

#endif
