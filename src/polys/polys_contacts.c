/* polys_contacts.c — where the shapes of a pair touch each other: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "contacts.h"
#include "kernels.h"

static sepal_polys_contacts_pairs_kernel *const polys_contacts_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_contacts_pairs_scalar, sepal_polys_contacts_pairs_sse2, sepal_polys_contacts_pairs_avx2,
                  sepal_polys_contacts_pairs_avx512);

/* Poses of which only the places are read, with strides that are not 0. False if arrays are not there. */
static bool poly_places_of(const sepal_poses *poses, size_t count, sepal_poses *out) {
    if (poses == NULL)
        return true;
    *out = *poses;
    out->cos = out->sin = NULL;
    out->stride = poses->stride == 0 ? 1 : poses->stride;
    out->stride64 = poses->stride64 == 0 ? 1 : poses->stride64;
    return sepal_poses_are_whole(out, count);
}

static bool poly_places_are_finite(const sepal_poses *poses, size_t count) {
    bool finite = true;
    if (poses == NULL)
        return true;
    for (size_t k = 0; k < count; k++)
        finite = finite && sepal_rule_magnitude(sepal_pose_x(poses, k)) < SEPAL_RULE_INFINITE &&
                 sepal_rule_magnitude(sepal_pose_y(poses, k)) < SEPAL_RULE_INFINITE;
    return finite;
}

/* Polygons of more than 16 vertices are answered one pair at a time, with an edge in each lane, for which many lanes are good. */
static sepal_isa_kind isa_for_contacts(const sepal_polys *a, const sepal_polys *b, size_t count) {
    return a->largest > SEPAL_COARSE || b->largest > SEPAL_COARSE ? sepal_isa_in_use() : sepal_isa_for(count);
}

bool sepal_contacts_call_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_contact_rule *rule, const sepal_contacts *out, sepal_contacts_call *call) {
    if (out == NULL || !sepal_contact_rule_meaning(rule, &call->rule) || !sepal_polys_pairs_are_good(a, b, pairs, count) ||
        !poly_places_of(out->poses_a, a->count, &call->poses_a) || !poly_places_of(out->poses_b, b->count, &call->poses_b))
        return false;
    call->out = out;
    if (out->poses_a != NULL || out->poses_b != NULL) {
        call->placed = *out;
        call->placed.poses_a = out->poses_a == NULL ? NULL : &call->poses_a;
        call->placed.poses_b = out->poses_b == NULL ? NULL : &call->poses_b;
        call->out = &call->placed;
    }
    return true;
}

bool sepal_contacts_answer(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_contacts_call *call) {
    if (!poly_places_are_finite(call->out->poses_a, a->count) || !poly_places_are_finite(call->out->poses_b, b->count))
        return false;
    if (count > 0)
        polys_contacts_pairs_kernels[isa_for_contacts(a, b, count)](a, b, pairs, count, &call->rule, call->out);
    const sepal_poly_contacts none = {0};
    for (size_t k = 0; a->removed + b->removed > 0 && k < count; k++)
        if (sepal_poly_pair_is_removed(a, b, pairs[k]))
            sepal_poly_contacts_write(call->out, k, &none);
    return true;
}

sepal_status sepal_polys_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                        const sepal_contact_rule *rule, const sepal_contacts *out) {
    sepal_contacts_call call;
    if (!sepal_contacts_call_of(a, b, pairs, count, rule, out, &call))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = sepal_contacts_answer(a, b, pairs, count, &call);
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
