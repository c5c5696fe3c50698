/* polys_contacts.c — where the shapes of a pair touch each other: checks the arguments, then calls the kernels. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "kernels.h"

sepal_status sepal_polys_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, const sepal_contacts *out) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || out == NULL || !sepal_polys_pairs_are_good(a, b, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    const sepal_polys_kernels *kernels = sepal_polys_kernels_in_use();
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->contacts_pairs(a, b, pairs, count, rule, out);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
