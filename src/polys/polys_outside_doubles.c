/* polys_outside_doubles.c — what is outside of a polygon with holes, as convex parts in a set of doubles. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "concave.h"
#include <sepal/groups.h>

sepal_status sepal_polys_add_outside_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *starts,
                                             size_t rings, double beyond, uint32_t *first, uint32_t *parts,
                                             sepal_refusal *refusal) {
    sepal_polys *cut;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool is_beyond = beyond > 0 && sepal_is_double_coordinate(beyond);
    sepal_fpstate_leave(callers);
    if (set == NULL || x == NULL || y == NULL || starts == NULL || !is_beyond)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    sepal_status status = sepal_polys_create_doubles(&set->allocator, set->origin_x, set->origin_y, &cut);
    if (status != SEPAL_OK)
        return status;
    const sepal_rings given = {.x64 = x, .y64 = y, .starts = starts, .count = rings};
    status = sepal_polys_add_outside_of(set, cut, &given, beyond, sepal_polys_store_append_doubles, first, parts, refusal);
    sepal_polys_destroy(cut);
    return status;
}
