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

/* Takes the answer of pair k of a block. all: where the triangle is the reference face, all points that those of `found` were chosen from; or
 * NULL, if these are all, or it was not asked for. False ends the block. */
typedef bool mesh_take_contact(void *context, size_t k, sepal_pair pair, const mesh_contact *contact,
                               const sepal_triangle_points *all);

/* Answers up to MESH_BLOCK pairs of a solid and a triangle, one after the other. poses: of the solids, with strides that are not 0; or NULL.
 * False if the taker ended it. */
bool sepal_mesh_contacts_answer(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count,
                                const sepal_contact_rule *rule, const sepal_solid_poses *poses, bool wants_all,
                                mesh_take_contact *take, void *context);

#endif
