/* polys_add_hulls_doubles.c — adds the convex hulls of points in any order to a set of doubles. */
#include "../core/arithmetic.h"

#include "../exact/orient64.h"
#include "hull.h"
#include "set.h"

static size_t reduce_doubles(void *x, void *y, size_t count) {
    const double *at_x = x, *at_y = y;
    for (size_t i = 0; i < count; i++)
        if (!sepal_is_double_coordinate(at_x[i]) || !sepal_is_double_coordinate(at_y[i]))
            return count;
    return count == 0 || count > UINT32_MAX / 2 ? count : sepal_poly_hull_doubles(x, y, count);
}

static sepal_status add_hulls_as_doubles(sepal_polys *set, const void *x, const void *y, const uint32_t *first, size_t shapes,
                                         const void *radius, uint32_t *index, sepal_refusal *refusal) {
    return sepal_polys_add_many_doubles(set, x, y, first, shapes, radius, index, refusal);
}

sepal_status sepal_polys_add_hulls_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *first, size_t shapes,
                                           const double *radius, uint32_t *index, sepal_refusal *refusal) {
    static const sepal_hull_numbers doubles = {sizeof(double), reduce_doubles, add_hulls_as_doubles};
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    return sepal_polys_add_hulls_of(&doubles, set, x, y, first, shapes, radius, index, refusal);
}
