/* solids_contacts.c — where the solids of a pair touch each other: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "contacts.h"
#include "kernels.h"
#include "pose.h"

static sepal_solids_contacts_pairs_kernel *const solids_contacts_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_contacts_pairs_scalar, sepal_solids_contacts_pairs_sse2, sepal_solids_contacts_pairs_avx2,
                  sepal_solids_contacts_pairs_avx512);

bool sepal_solid_places_of(const sepal_solid_poses *poses, const sepal_solids *set, sepal_solid_poses *out) {
    if (poses == NULL)
        return true;
    *out = *poses;
    out->turn = (sepal_solid_turns){.w = NULL}; /* only the places are read */
    out->stride = poses->stride == 0 ? 1 : poses->stride;
    out->stride64 = poses->stride64 == 0 ? 1 : poses->stride64;
    return sepal_solid_poses_are_whole(out, sepal_solids_count(set));
}

static bool place_is_finite(const sepal_solid_poses *poses, size_t solid) {
    float place[3];
    sepal_solid_pose_place(poses, solid, place);
    return sepal_rule_magnitude(place[0]) < SEPAL_RULE_INFINITE && sepal_rule_magnitude(place[1]) < SEPAL_RULE_INFINITE &&
           sepal_rule_magnitude(place[2]) < SEPAL_RULE_INFINITE;
}

/* Fewer pairs than solids are looked at one by one; of more, mostly all places of the set are finite, which takes less time to see. */
bool sepal_solid_places_are_finite(const sepal_solids *set, const sepal_solid_poses *poses, const uint32_t *solid, size_t count) {
    bool finite = poses == NULL || count >= set->count;
    for (size_t k = 0; poses != NULL && finite && k < set->count; k++)
        finite = place_is_finite(poses, k);
    if (finite)
        return true;
    finite = true;
    for (size_t k = 0; finite && k < count; k++)
        finite = place_is_finite(poses, solid[2 * k]);
    return finite;
}

void sepal_solids_contacts_answer(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    static const sepal_solid_manifold none = {.count = 0};
    if (count > 0)
        solids_contacts_pairs_kernels[sepal_isa_for(count)](a, b, pairs, count, rule, out);
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++)
        if (sepal_solid_pair_is_removed(a, b, pairs[k]))
            sepal_solid_manifold_write(out, k, &none);
}

sepal_status sepal_solids_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                         const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    sepal_contact_rule meaning;
    sepal_solid_poses poses_a, poses_b;
    if (out == NULL || !sepal_contact_rule_meaning(rule, &meaning) || !sepal_solids_pairs_are_good(a, b, pairs, count) ||
        !sepal_solid_places_of(out->poses_a, a, &poses_a) || !sepal_solid_places_of(out->poses_b, b, &poses_b))
        return SEPAL_BAD_ARGUMENT;
    sepal_solid_contacts to = *out;
    to.poses_a = out->poses_a == NULL ? NULL : &poses_a;
    to.poses_b = out->poses_b == NULL ? NULL : &poses_b;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = count == 0 || (sepal_solid_places_are_finite(a, to.poses_a, &pairs->a, count) &&
                                       sepal_solid_places_are_finite(b, to.poses_b, &pairs->b, count));
    if (finite)
        sepal_solids_contacts_answer(a, b, pairs, count, &meaning, &to);
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
