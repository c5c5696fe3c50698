/* polys_concave_doubles.c — adds a polygon that need not be convex, and may have holes, to a set of doubles, as convex parts. */
#include "../core/arithmetic.h"

#include "concave.h"
#include <sepal/groups.h>

sepal_status sepal_polys_add_with_holes_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *starts,
                                                size_t rings, uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    if (set == NULL || x == NULL || y == NULL || starts == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    const sepal_rings given = {.x64 = x, .y64 = y, .starts = starts, .count = rings};
    return sepal_polys_add_rings(set, &given, sepal_polys_store_append_doubles, first, parts, refusal);
}

sepal_status sepal_polys_add_concave_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t *first,
                                             uint32_t *parts, sepal_refusal *refusal) {
    const uint32_t starts[2] = {0, count > SEPAL_CONCAVE_MOST ? UINT32_MAX : (uint32_t)count};
    return sepal_polys_add_with_holes_doubles(set, x, y, starts, 1, first, parts, refusal);
}
