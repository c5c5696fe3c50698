/* solids_push.c — how far groups of solids have to move along a direction, to be free of others: checks the arguments.
 * scalar/solids_scalar_along.c answers. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "kernels.h"
#include "set.h"

#include <math.h>

/* Is a direction that is given a vector, and not 0? Its numbers may be subnormal, so the floating-point state must be the library's. */
static bool is_direction(const float d[3]) {
    return isfinite(d[0]) && isfinite(d[1]) && isfinite(d[2]) && (d[0] != 0 || d[1] != 0 || d[2] != 0);
}

static bool solid_parts_are_round(const sepal_solids *set, sepal_group_parts parts) {
    bool round = false;
    for (size_t i = parts.first; i < parts.end; i++)
        round |= !sepal_solid_is_removed(set, (uint32_t)i) && sepal_solid_radius(set, (uint32_t)i) > 0;
    return round;
}

sepal_status sepal_solids_push_along_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                            const sepal_groups *groups_b, const sepal_pair *pairs, size_t count, const float *dx,
                                            const float *dy, const float *dz, float *way) {
    if (a == NULL || b == NULL || ((dx == NULL || dy == NULL || dz == NULL || way == NULL) && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_group_side sides[2] = {{groups_a, a->count}, {groups_b, b->count}};
    if (!sepal_groups_are_good(sides, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool good = true;
    for (size_t k = 0; k < count && good; k++)
        good = is_direction((const float[]){dx[k], dy[k], dz[k]}) &&
               !solid_parts_are_round(a, sepal_group_parts_of(&sides[0], pairs[k].a)) &&
               !solid_parts_are_round(b, sepal_group_parts_of(&sides[1], pairs[k].b));
    for (size_t k = 0; k < count && good; k++)
        way[k] = sepal_solids_push_along_scalar(a, sepal_group_parts_of(&sides[0], pairs[k].a), b,
                                                sepal_group_parts_of(&sides[1], pairs[k].b), (const float[]){dx[k], dy[k], dz[k]});
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
