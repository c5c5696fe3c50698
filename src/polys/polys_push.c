/* polys_push.c — how far groups of polygons have to move along a direction, to be free of others: checks the arguments.
 * scalar/polys_scalar_push.c answers. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "kernels.h"
#include "region.h"

#include <math.h>

/* Is a direction that is given a vector, and not 0? Its numbers may be subnormal, so the floating-point state must be the library's. */
static bool are_directions(const float *dx, const float *dy, size_t count) {
    bool good = true;
    for (size_t k = 0; k < count; k++)
        good &= isfinite(dx[k]) && isfinite(dy[k]) && (dx[k] != 0 || dy[k] != 0);
    return good;
}

sepal_status sepal_polys_push_along_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                           const sepal_groups *groups_b, const sepal_pair *pairs, size_t count, const float *dx,
                                           const float *dy, float *way) {
    if ((dx == NULL || dy == NULL || way == NULL) && count > 0)
        return SEPAL_BAD_ARGUMENT;
    sepal_group_side sides[2];
    const sepal_status status = sepal_poly_group_sides(a, groups_a, b, groups_b, pairs, count, sides);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool good = are_directions(dx, dy, count) && !sepal_poly_groups_are_round(a, b, sides, pairs, count);
    for (size_t k = 0; k < count && good; k++)
        way[k] = sepal_polys_push_along_scalar(a, sepal_group_parts_of(&sides[0], pairs[k].a), b,
                                               sepal_group_parts_of(&sides[1], pairs[k].b), dx[k], dy[k]);
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
