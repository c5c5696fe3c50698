/* polys_contacts.c — where the shapes of a pair touch each other: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"

static sepal_polys_contacts_pairs_kernel *const polys_contacts_pairs_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_contacts_pairs_scalar, sepal_polys_contacts_pairs_x4, sepal_polys_contacts_pairs_x8,
                  sepal_polys_contacts_pairs_x16);

sepal_status sepal_polys_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, const sepal_contacts *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    sepal_fpstate callers = sepal_fpstate_enter();
    polys_contacts_pairs_kernels[sepal_isa_in_use()](a, b, pairs, count, rule, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
