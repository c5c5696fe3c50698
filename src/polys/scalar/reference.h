/* reference.h — the answers for one pair or one shape. They define every answer of the library; the kernels ask for them where
 * their filters do not decide. */
#ifndef SEPAL_POLYS_SCALAR_REFERENCE_H
#define SEPAL_POLYS_SCALAR_REFERENCE_H

#include "../kernels.h"
#include "../mtv.h"
#include "../set.h"

/* --- Overlap ---------------------------------------------------------------------------------- */

/* Do the cores, polygon i of a and polygon j of b, overlap? */
bool sepal_polys_scalar_overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching);

/* Are shape i of a and shape j of b, radii included, within the rule's margin of each other? */
bool sepal_polys_scalar_overlap_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule);

/* Does the normal of edge `edge` (from vertex `edge` to the next) of polygon i of a separate it from polygon j of b? */
bool sepal_polys_scalar_edge_separates(const sepal_polys *a, uint32_t i, uint32_t edge, const sepal_polys *b, uint32_t j,
                                       sepal_touching touching);

/* The contact of the cores; that of the shapes, with their radii and the rule's margin. */
sepal_contact sepal_polys_scalar_contact(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);
sepal_contact sepal_polys_scalar_contact_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                               const sepal_rule *rule);

/* --- Containment ------------------------------------------------------------------------------ */

/* Does shape i of a contain shape j of b, radii included? */
bool sepal_polys_scalar_contains(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* Is the core of shape j of b on the inner side of edge `edge` of polygon i of a, or on the edge's line? */
bool sepal_polys_scalar_edge_holds(const sepal_polys *a, uint32_t i, uint32_t edge, const sepal_polys *b, uint32_t j);

/* --- The smallest push ------------------------------------------------------------------------ */

/* The push of the cores. */
sepal_poly_mtv sepal_polys_scalar_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* The push of the shapes, with their radii and the rule's margin. */
sepal_poly_mtv sepal_polys_scalar_mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                            const sepal_rule *rule);

/* --- Placing ---------------------------------------------------------------------------------- */

/* Places shape i of `world`. The head of the shape must say where its block is. */
void sepal_polys_scalar_place_one(sepal_polys *world, const sepal_polys *models, uint32_t model, const sepal_poses *poses,
                                  size_t i);

/* --- The entries of the table sepal_polys_kernels_scalar -------------------------------------- */

bool sepal_polys_scalar_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn);
void sepal_polys_scalar_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                              size_t count);

#endif
