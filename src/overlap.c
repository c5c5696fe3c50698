/* overlap.c — which pairs overlap: checks the arguments, then calls the kernels. */
#include "fpstate.h"
#include "kernels.h"
#include "layout.h"

/* The rule's `touching`, or -1 if the rule has no meaning. */
static int touching_of(const sepal_rule *rule) {
    if (rule == NULL)
        return SEPAL_TOUCHING_OVERLAPS;
    if (rule->touching == SEPAL_TOUCHING_OVERLAPS || rule->touching == SEPAL_TOUCHING_IS_APART)
        return (int)rule->touching;
    return -1;
}

sepal_status sepal_polys_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    int touching = touching_of(rule);
    if (a == NULL || b == NULL || touching < 0)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (pairs == NULL || bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_kernels *kernels = sepal_kernels_in_use();
    if (!kernels->indices_within(pairs, count, a->count, b->count))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->overlap_pairs(a, b, pairs, count, (sepal_touching)touching, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                                     const sepal_rule *rule, uint64_t *bits) {
    int touching = touching_of(rule);
    if (a == NULL || b == NULL || touching < 0 || index >= a->count || first > b->count || count > b->count - first)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_kernels_in_use()->overlap_one(a, index, b, first, count, (sepal_touching)touching, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
