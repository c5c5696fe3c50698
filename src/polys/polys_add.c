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

/* What sepal_polys_add_many is given. */
typedef struct given_polygons {
    const float *x, *y, *radius;
    const uint32_t *first;
} given_polygons;

static const char *append_polygon(sepal_polys *set, const void *given, size_t k) {
    const given_polygons *from = given;
    const uint32_t at = from->first[k], count = from->first[k + 1] - at;
    const float radius = from->radius == NULL ? 0 : from->radius[k];
    uint32_t flags;
    const char *reason = sepal_refuse_radius(radius);
    if (reason == NULL)
        reason = refuse_polygon(from->x + at, from->y + at, count, &flags);
    if (reason == NULL)
        sepal_polys_store_append(set, from->x + at, from->y + at, count, flags, radius);
    return reason;
}

sepal_status sepal_polys_add_many(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                  const float *radius, uint32_t *index, sepal_refusal *refusal) {
    size_t quads;
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    if (!sepal_polys_offsets_ascend(set, first, shapes, &quads, refusal))
        return SEPAL_BAD_ARGUMENT;
    return sepal_polys_store_all(set, &(given_polygons){x, y, radius, first}, shapes, quads, append_polygon, index, refusal);
}
