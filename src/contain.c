/* contain.c — which polygons contain which: checks the arguments, then calls the kernels. */
#include "fpstate.h"
#include "kernels.h"
#include "layout.h"

sepal_status sepal_polys_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                        uint64_t *bits) {
    if (a == NULL || b == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    if (pairs == NULL || bits == NULL)
        return SEPAL_BAD_ARGUMENT;
    const sepal_kernels *kernels = sepal_kernels_in_use();
    if (!kernels->indices_within(pairs, count, a->count, b->count))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    kernels->contains_pairs(a, b, pairs, count, bits);
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
