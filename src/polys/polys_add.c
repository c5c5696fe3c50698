/* polys_add.c — adds polygons to a set, one or many, with radii or without; and replaces the vertices of one. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "convex.h"
#include "records.h"
#include "set.h"

/* NULL if these are the vertices of a convex polygon, as sepal_polys_add asks for; then *flags becomes what sepal_poly_is_convex
 * says. Else the reason why not. */
static const char *refuse_polygon(const float *x, const float *y, size_t count, uint32_t *flags) {
    if (count == 0)
        return SEPAL_NO_VERTICES;
    if (count > UINT32_MAX / 2)
        return SEPAL_MANY_VERTICES;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return SEPAL_NOT_FINITE;
    return sepal_poly_is_convex(x, y, count, flags) ? NULL : SEPAL_NOT_CONVEX;
}

sepal_status sepal_polys_add(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *index) {
    return sepal_polys_add_round(set, x, y, count, 0, index);
}

sepal_status sepal_polys_add_round(sepal_polys *set, const float *x, const float *y, size_t count, float radius, uint32_t *index) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    uint32_t flags;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool fine = sepal_refuse_radius(radius) == NULL && refuse_polygon(x, y, count, &flags) == NULL;
    sepal_status status = fine ? sepal_polys_store_more(set, 1, sepal_quads_of(count)) : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK) {
        if (index != NULL)
            *index = (uint32_t)set->count;
        sepal_polys_store_append(set, x, y, count, flags, radius);
    }
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_update(sepal_polys *set, uint32_t index, const float *x, const float *y) {
    if (set == NULL || x == NULL || y == NULL || index >= set->count || sepal_poly_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    uint32_t flags;
    sepal_poly_head head = set->heads[index];
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = refuse_polygon(x, y, head.size, &flags) == NULL ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        sepal_poly_write(set, index, head.at, x, y, head.size, flags, sepal_poly_radius(set, index));
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_add_many(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                  const float *radius, uint32_t *index, sepal_refusal *refusal) {
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    size_t quads = 0;
    for (size_t k = 0; k < shapes; k++) {
        if (first[k + 1] < first[k]) {
            sepal_refuse(refusal, k, SEPAL_DESCENDING);
            return SEPAL_BAD_ARGUMENT;
        }
        quads += sepal_quads_of(first[k + 1] - first[k]);
    }
    sepal_status status = sepal_polys_store_more(set, shapes, quads);
    const sepal_polys before = *set;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        uint32_t flags, count = first[k + 1] - first[k];
        float round = radius == NULL ? 0 : radius[k];
        const char *reason = sepal_refuse_radius(round);
        if (reason == NULL)
            reason = refuse_polygon(x + first[k], y + first[k], count, &flags);
        if (reason == NULL) {
            sepal_polys_store_append(set, x + first[k], y + first[k], count, flags, round);
        } else {
            *set = before; /* what was appended since is gone */
            status = SEPAL_BAD_SHAPE;
            sepal_refuse(refusal, k, reason);
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}
