/* reference.h — the reference, one pair at a time: it defines every answer. The kernels send on to it what they leave open. */
#ifndef SEPAL_SOLIDS_SCALAR_REFERENCE_H
#define SEPAL_SOLIDS_SCALAR_REFERENCE_H

#include "../kernels.h"
#include "../mtv.h"
#include "../set.h"
#include "difference.h"

/* --- Overlap ---------------------------------------------------------------------------------- */

/* How two boxes meet; how the two cores do, of whatever kind. */
sepal_contact sepal_solids_scalar_boxes(const sepal_box_exact *a, const sepal_box_exact *b);
sepal_contact sepal_solids_scalar_contact_of(const sepal_cores *cores);

/* How the cores of solid i of a and solid j of b meet; how the solids do, with their radii and the rule's margin. */
sepal_contact sepal_solids_scalar_cores(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j);
sepal_contact sepal_solids_scalar_contact(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                          const sepal_rule *rule);

/* Are solid i of a and solid j of b, radii included, within the rule's margin of each other? */
bool sepal_solids_scalar_overlap(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule);

/* --- Containment ------------------------------------------------------------------------------ */

/* Does solid i of a contain solid j of b, radii included, under the rule? */
bool sepal_solids_scalar_contains(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule);

/* --- The smallest push ------------------------------------------------------------------------ */

/* Of solid i of a and solid j of b, with their radii and the rule's margin. */
sepal_solid_mtv sepal_solids_scalar_mtv(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                        const sepal_rule *rule);

/* --- Placing ---------------------------------------------------------------------------------- */

/* Places solid i of a call. */
void sepal_solids_scalar_place_one(const sepal_solid_placing *placing, size_t i);

#endif
