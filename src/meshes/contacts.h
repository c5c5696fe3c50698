/* contacts.h — the contact of a solid with a triangle, as contacts of pairs and manifolds share it. */
#ifndef SEPAL_MESHES_CONTACTS_H
#define SEPAL_MESHES_CONTACTS_H

#include "../solids/contacts.h"
#include "outward.h"

/* The answer of a pair: the solid is a, the triangle b. part: where on the triangle its normal is one of the surface. */
typedef struct mesh_contact {
    sepal_solid_manifold found;
    mesh_part part;
} mesh_contact;

/* What contacts are asked with. places: the poses of the solids, with strides that are not 0; or none. */
typedef struct mesh_asked {
    const sepal_solids *a;
    const sepal_mesh *mesh;
    const sepal_contact_rule *rule;
    sepal_solid_contacts places;
} mesh_asked;

/* Those of some pairs that touch: number k is pair `pairs[k].b` of these, and its push is normal[0..2][k] and depth[k]. The arrays are the
 * caller's, and have room for all pairs, as a call has little of the stack. */
typedef struct mesh_touching {
    size_t count;
    sepal_pair *pairs;
    float *normal[3], *depth;
} mesh_touching;

/* Which pairs of a solid and a triangle have points as a solid and a hull? Hull k of `hulls` is the triangle of pair
 * k. Those of removed solids have none. The more pairs there are, the better do those that touch fill the lanes of the kernels. */
void sepal_mesh_find_touching(const mesh_asked *q, const sepal_solids *hulls, const sepal_pair *pairs, size_t count,
                              mesh_touching *out);

/* The answer of the surface to one of the pairs that touch, number k of these. True if the triangle is the reference face; then `all`, if it is
 * not NULL, has all points that those of the answer were chosen from. */
bool sepal_mesh_contact_of(const mesh_asked *q, const sepal_solids *hulls, const sepal_pair *pairs, const mesh_touching *touching,
                           size_t k, mesh_contact *out, sepal_triangle_points *all);

/* Has a sphere, a core of one vertex, certainly no contact with a triangle of the surface, so that it need not be asked about? False says
 * nothing. */
bool sepal_mesh_is_clear(const sepal_solids *set, uint32_t index, const sepal_mesh *mesh, uint32_t triangle, double margin);

#endif
