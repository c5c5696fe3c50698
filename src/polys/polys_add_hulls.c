/* polys_add_hulls.c — adds the convex hulls of points in any order: polygons that are made of the points first. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "hull.h"
#include "set.h"
#include <math.h>
#include <string.h>

/* Moves the corners of all hulls to the front of their points. starts: receives the offsets of those of each hull. */
static void reduce_hulls(const sepal_hull_numbers *numbers, char *x, char *y, const uint32_t *first, size_t shapes,
                         uint32_t *starts) {
    size_t at = 0;
    const sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes; k++) {
        const size_t from = (first[k] - first[0]) * numbers->size;
        const size_t corners = numbers->reduce(x + from, y + from, first[k + 1] - first[k]);
        starts[k] = (uint32_t)at;
        memmove(x + at * numbers->size, x + from, corners * numbers->size);
        memmove(y + at * numbers->size, y + from, corners * numbers->size);
        at += corners;
    }
    starts[shapes] = (uint32_t)at;
    sepal_fpstate_leave(callers);
}

sepal_status sepal_polys_add_hulls_of(const sepal_hull_numbers *numbers, sepal_polys *set, const void *x, const void *y,
                                      const uint32_t *first, size_t shapes, const void *radius, uint32_t *index,
                                      sepal_refusal *refusal) {
    for (size_t k = 0; k < shapes; k++)
        if (first[k + 1] < first[k]) {
            sepal_refuse(refusal, k, SEPAL_DESCENDING);
            return SEPAL_BAD_ARGUMENT;
        }
    const size_t points = shapes == 0 ? 0 : first[shapes] - first[0];
    if (points == 0) /* no hulls, or none of them has points */
        return numbers->add(set, x, y, first, shapes, radius, index, refusal);
    char *copies = sepal_memory_take(&set->allocator, points, 2 * numbers->size);
    uint32_t *starts = sepal_memory_take(&set->allocator, shapes + 1, sizeof *starts);
    sepal_status status = SEPAL_NO_MEMORY;
    if (copies != NULL && starts != NULL) {
        const size_t bytes = points * numbers->size, from = first[0] * numbers->size;
        memcpy(copies, (const char *)x + from, bytes);
        memcpy(copies + bytes, (const char *)y + from, bytes);
        reduce_hulls(numbers, copies, copies + bytes, first, shapes, starts);
        status = numbers->add(set, copies, copies + bytes, starts, shapes, radius, index, refusal);
    }
    sepal_memory_release(&set->allocator, copies, points, 2 * numbers->size);
    sepal_memory_release(&set->allocator, starts, shapes + 1, sizeof *starts);
    return status;
}

/* --- Floats ----------------------------------------------------------------------------------------------------------------------- */

static size_t reduce_floats(void *x, void *y, size_t count) {
    const float *at_x = x, *at_y = y;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(at_x[i]) || !isfinite(at_y[i]))
            return count;
    return count == 0 || count > UINT32_MAX / 2 ? count : sepal_poly_hull(x, y, count);
}

static sepal_status add_floats(sepal_polys *set, const void *x, const void *y, const uint32_t *first, size_t shapes,
                               const void *radius, uint32_t *index, sepal_refusal *refusal) {
    return sepal_polys_add_many(set, x, y, first, shapes, radius, index, refusal);
}

sepal_status sepal_polys_add_hulls(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                   const float *radius, uint32_t *index, sepal_refusal *refusal) {
    static const sepal_hull_numbers floats = {sizeof(float), reduce_floats, add_floats};
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    return sepal_polys_add_hulls_of(&floats, set, x, y, first, shapes, radius, index, refusal);
}
