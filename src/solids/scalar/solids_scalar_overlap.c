/* solids_scalar_overlap.c — which solids overlap, radii and margin included; exact, one pair at a time.
 *
 * A solid is all points within its radius of its core, so two are within the margin of each other if and only if their cores are
 * within the reach r_a + r_b + margin. */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "distance.h"
#include "reference.h"

sepal_contact sepal_solids_scalar_cores(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    sepal_cores cores;
    sepal_cores_set(&cores, a, i, b, j);
    return sepal_solids_scalar_contact_of(&cores);
}

sepal_contact sepal_solids_scalar_contact(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                          const sepal_rule *rule) {
    float radius_a = sepal_solid_radius(a, i), radius_b = sepal_solid_radius(b, j);
    if (radius_a == 0 && radius_b == 0 && rule->margin == 0)
        return sepal_solids_scalar_cores(a, i, b, j);
    sepal_cores cores;
    sepal_nearest found;
    sepal_cores_set(&cores, a, i, b, j);
    if (!sepal_solids_scalar_nearest(&cores, &found))
        return SEPAL_OVERLAP; /* and no small translation parts them */
    sepal_reach3 reach = {{(double)radius_a, (double)radius_b, (double)rule->margin, 0}};
    return (sepal_contact)-sepal_nearest_compare(&found, &cores, &reach);
}

bool sepal_solids_scalar_overlap(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule) {
    STAGES_REFER(i);
    sepal_contact contact = sepal_solids_scalar_contact(a, i, b, j, rule);
    return rule->touching == SEPAL_TOUCHING_OVERLAPS ? contact >= SEPAL_TOUCH : contact == SEPAL_OVERLAP;
}

void sepal_solids_overlap_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_solids_scalar_overlap(a, pairs[k].a, b, pairs[k].b, rule));
}

void sepal_solids_overlap_rows_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                      const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; rows++)
        for (uint32_t i = 0; i < rows->count; i++, k++)
            sepal_bits_write(bits, k, sepal_solids_scalar_overlap(a, rows->a, b, rows->first + i, rule));
}
