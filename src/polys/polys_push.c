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
    if (a == NULL || b == NULL || ((dx == NULL || dy == NULL || way == NULL) && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool good = are_directions(dx, dy, count);
    for (size_t k = 0; k < count && good; k++)
        good = !sepal_poly_parts_are_round(a, sepal_group_parts_of(&sides[0], pairs[k].a)) &&
               !sepal_poly_parts_are_round(b, sepal_group_parts_of(&sides[1], pairs[k].b));
    for (size_t k = 0; k < count && good; k++)
        way[k] = sepal_polys_push_along_scalar(a, sepal_group_parts_of(&sides[0], pairs[k].a), b,
                                               sepal_group_parts_of(&sides[1], pairs[k].b), dx[k], dy[k]);
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
