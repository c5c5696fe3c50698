/* polys_add_hulls.c — adds the convex hulls of points in any order. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "convex.h"
#include "hull.h"
#include "records.h"
#include "set.h"
#include <string.h>

/* NULL, or why there is no hull of these points. */
static const char *refuse_points_of_hull(const float *x, const float *y, size_t count) {
    if (count == 0)
        return SEPAL_NO_VERTICES;
    if (count > UINT32_MAX / 2)
        return SEPAL_MANY_VERTICES;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return SEPAL_NOT_FINITE;
    return NULL;
}

/* Moves the corners of each hull to the front of its points in `x` and `y`, which begin where `first` says, less first[0]; and stores
 * them behind the shapes of the set. corners: receives how many each hull has. */
static sepal_status append_hulls(sepal_polys *set, float *x, float *y, uint32_t *corners, const uint32_t *first, size_t shapes,
                                 const float *radius) {
    size_t quads = 0;
    for (size_t k = 0; k < shapes; k++) {
        const size_t from = first[k] - first[0];
        corners[k] = (uint32_t)sepal_poly_hull(x + from, y + from, first[k + 1] - first[k]);
        quads += sepal_quads_of(corners[k]);
    }
    const sepal_status status = sepal_polys_store_more(set, shapes, quads);
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        const size_t from = first[k] - first[0];
        uint32_t flags = 0;
        (void)sepal_poly_is_convex(x + from, y + from, corners[k], &flags); /* it is; this asks for its flags */
        sepal_polys_store_append(set, x + from, y + from, corners[k], flags, radius == NULL ? 0 : radius[k]);
    }
    return status;
}

sepal_status sepal_polys_add_hulls(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                   const float *radius, uint32_t *index, sepal_refusal *refusal) {
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    for (size_t k = 0; k < shapes; k++)
        if (first[k + 1] < first[k]) {
            sepal_refuse(refusal, k, SEPAL_DESCENDING);
            return SEPAL_BAD_ARGUMENT;
        }
    sepal_status status = SEPAL_OK;
    const size_t old = set->count;
    const sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        const char *reason = sepal_refuse_radius(radius == NULL ? 0 : radius[k]);
        if (reason == NULL)
            reason = refuse_points_of_hull(x + first[k], y + first[k], first[k + 1] - first[k]);
        if (reason != NULL) {
            sepal_refuse(refusal, k, reason);
            status = SEPAL_BAD_SHAPE;
        }
    }
    if (status == SEPAL_OK && shapes > 0) {
        const size_t points = first[shapes] - first[0]; /* not 0: each hull has some */
        float *copies = sepal_memory_take(&set->allocator, points, 2 * sizeof *copies);
        uint32_t *corners = sepal_memory_take(&set->allocator, shapes, sizeof *corners);
        status = SEPAL_NO_MEMORY;
        if (copies != NULL && corners != NULL) {
            memcpy(copies, x + first[0], points * sizeof *x);
            memcpy(copies + points, y + first[0], points * sizeof *y);
            status = append_hulls(set, copies, copies + points, corners, first, shapes, radius);
        }
        sepal_memory_release(&set->allocator, copies, points, 2 * sizeof *copies);
        sepal_memory_release(&set->allocator, corners, shapes, sizeof *corners);
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)old;
    return status;
}
