/* reference.h — the reference, one pair at a time: it defines every answer. The kernels send on to it what they leave open. */
#ifndef SEPAL_SOLIDS_SCALAR_REFERENCE_H
#define SEPAL_SOLIDS_SCALAR_REFERENCE_H

#include "../../core/stages.h"
#include "../contacts.h"
#include "../kernels.h"
#include "../mtv.h"
#include "../set.h"
#include "../sweep.h"
#include "distance.h"

/* --- Overlap ---------------------------------------------------------------------------------- */

/* How two cores meet. */
sepal_contact sepal_solids_scalar_contact_of(const sepal_cores *cores);

/* How they meet, where it is known what a guess has proved. */
sepal_contact sepal_solids_scalar_contact_as_proved(const sepal_cores *cores, sepal_proved proved);

/* How the cores of solid i of a and solid j of b meet; how the solids do, with their radii and the rule's margin. */
sepal_contact sepal_solids_scalar_cores(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j);
sepal_contact sepal_solids_scalar_contact(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                          const sepal_rule *rule);

/* Are solid i of a and solid j of b, radii included, within the rule's margin of each other? */
bool sepal_solids_scalar_overlap(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule);

/* --- Containment ------------------------------------------------------------------------------ */

/* Does solid i of a contain solid j of b, radii included, under the rule? */
bool sepal_solids_scalar_contains(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule);

/* If a is a box that is not sheared: does it contain b, which is rounder than a by `more`? known: receives whether that is certain. */
bool sepal_solids_scalar_box_holds(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, double more, bool strict,
                                   bool *known);

/* Is b the box a again, or are all vertices of the hull b vertices of the hull a, with the same numbers? */
bool sepal_solids_scalar_is_copy(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j);

/* --- The smallest push ------------------------------------------------------------------------ */

/* Of solid i of a and solid j of b, with their radii and the rule's margin. */
sepal_solid_mtv sepal_solids_scalar_mtv(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                        const sepal_rule *rule);

/* That with the margin `margin`, if they come within `near` of each other, which may be infinite; if not, false. */
bool sepal_solids_scalar_mtv_within(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, float near, float margin,
                                    sepal_solid_mtv *out);

/* --- Contact points --------------------------------------------------------------------------- */

/* Of two solids with this push, which have points; of any two. The poses of `places` have strides. */
sepal_solid_manifold sepal_solids_scalar_manifold(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_solid_mtv *push, const sepal_contact_rule *rule,
                                                  const sepal_solid_contacts *places);
sepal_solid_manifold sepal_solids_scalar_contacts(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_contact_rule *rule, const sepal_solid_contacts *places);

/* --- Solids that move --------------------------------------------------------------------------- */

/* Do the solids, radii included, come within the rule's margin of each other while the time goes from 0 to 1? */
bool sepal_solids_scalar_sweep(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule);

/* Whether they do, and when and how they meet first. */
sepal_solid_hit sepal_solids_scalar_hit(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule);

/* When and how two solids meet first that are known to meet. */
sepal_solid_hit sepal_solids_scalar_first_hit(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule);

/* --- Placing ---------------------------------------------------------------------------------- */

/* Places solid i of a call. */
void sepal_solids_scalar_place_one(const sepal_solid_placing *placing, size_t i);

#endif
