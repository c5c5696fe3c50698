/* mesh_contacts.h — the contact of a solid with a triangle, as contacts of pairs and manifolds share it. */
#ifndef SEPAL_MESHES_MESH_CONTACTS_H
#define SEPAL_MESHES_MESH_CONTACTS_H

#include "../solids/contacts.h"
#include "mesh_outward.h"

/* The answer of a pair: the solid is a, the triangle b. part: where on the triangle its normal is one of the surface. */
typedef struct mesh_contact {
    sepal_solid_manifold found;
    mesh_part part;
} mesh_contact;

/* The answers of up to MESH_BLOCK pairs of a solid and a triangle. places: only the poses of the solids are read, which have strides. */
void sepal_mesh_contacts_answer(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count,
                                const sepal_contact_rule *rule, const sepal_solid_contacts *places, mesh_contact *out);

#endif
