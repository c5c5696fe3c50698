/* polys_cover.c — is a group of polygons inside of the union of another group? Checks the arguments; scalar/polys_scalar_cover.c answers. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/groups.h"
#include "kernels.h"
#include "region.h"

/* Are all parts of b inside of the union? */
static bool group_is_covered(const sepal_polys *a, sepal_group_parts of_a, const sepal_polys *b, sepal_group_parts of_b) {
    for (size_t j = of_b.first; j < of_b.end; j++)
        if (!sepal_poly_is_removed(b, (uint32_t)j) && !sepal_polys_covers_scalar(a, of_a, b, (uint32_t)j))
            return false;
    return true;
}

sepal_status sepal_polys_contains_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                         const sepal_groups *groups_b, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    if (bits == NULL && count > 0)
        return SEPAL_BAD_ARGUMENT;
    sepal_group_side sides[2];
    const sepal_status status = sepal_poly_group_sides(a, groups_a, b, groups_b, pairs, count, sides);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool round = sepal_poly_groups_are_round(a, b, sides, pairs, count);
    for (size_t k = 0; k < SEPAL_BIT_WORDS(count) && !round; k++)
        bits[k] = 0;
    for (size_t k = 0; k < count && !round; k++)
        if (group_is_covered(a, sepal_group_parts_of(&sides[0], pairs[k].a), b, sepal_group_parts_of(&sides[1], pairs[k].b)))
            bits[k / 64] |= (uint64_t)1 << k % 64;
    sepal_fpstate_leave(callers);
    return round ? SEPAL_BAD_SHAPE : SEPAL_OK;
}
