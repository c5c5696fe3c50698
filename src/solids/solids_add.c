/* solids_add.c — the ways into a set of solids: boxes, hulls, spheres, capsules; and new numbers for an old solid. Each looks at
 * all that it was given before it stores anything. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "records.h"
#include "turn.h"

static bool values_are_finite(const float *values, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return false;
    return true;
}

static float radius_at(const float *radius, size_t at) {
    return radius == NULL ? 0 : radius[at];
}

/* --- Boxes ------------------------------------------------------------------------------------ */

static bool box_is_finite(const sepal_parallelepiped *box) {
    return values_are_finite(box->c, 3) && values_are_finite(box->u, 3) && values_are_finite(box->v, 3) &&
           values_are_finite(box->w, 3);
}

/* The vectors of the box at [at] of the arrays, rounded as sepal_solids_add_boxes states. Returns NULL, or why the box is refused. */
static const char *vectors_of(const sepal_solid_boxes *boxes, size_t at, sepal_parallelepiped *out) {
    double r[3][3];
    float half_x = boxes->half_x[at], half_y = boxes->half_y[at], half_z = boxes->half_z[at];
    sepal_turn_matrix(&boxes->turn, at, r);
    out->c[0] = boxes->x[at], out->c[1] = boxes->y[at], out->c[2] = boxes->z[at];
    const char *reason = sepal_refuse_extent(half_x);
    reason = reason == NULL ? sepal_refuse_extent(half_y) : reason;
    reason = reason == NULL ? sepal_refuse_extent(half_z) : reason;
    bool turned = true;
    for (int k = 0; k < 3; k++) {
        out->u[k] = (float)(r[k][0] * (double)half_x);
        out->v[k] = (float)(r[k][1] * (double)half_y);
        out->w[k] = (float)(r[k][2] * (double)half_z);
        turned = turned && sepal_is_number(r[k][0]) && sepal_is_number(r[k][1]) && sepal_is_number(r[k][2]);
    }
    if (reason != NULL)
        return reason;
    if (!turned)
        return SEPAL_BAD_ROTATION;
    if (!values_are_finite(out->c, 3))
        return SEPAL_NOT_FINITE;
    return box_is_finite(out) ? NULL : SEPAL_OVERFLOW;
}

sepal_status sepal_solids_add_boxes(sepal_solids *set, const sepal_solid_boxes *boxes, size_t count, uint32_t *index,
                                    sepal_refusal *refusal) {
    if (set == NULL || boxes == NULL || !sepal_turns_are_whole(&boxes->turn))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (boxes->x == NULL || boxes->y == NULL || boxes->z == NULL || boxes->half_x == NULL || boxes->half_y == NULL ||
                      boxes->half_z == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    size_t stride = boxes->stride == 0 ? 1 : boxes->stride, first = set->count;
    sepal_parallelepiped box;
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && reason == NULL; i++) {
        reason = vectors_of(boxes, i * stride, &box);
        reason = reason == NULL ? sepal_refuse_radius(radius_at(boxes->radius, i * stride)) : reason;
        if (reason != NULL)
            sepal_refuse(refusal, i, reason);
    }
    sepal_status status = reason == NULL ? sepal_solids_store_more(set, count, 0, 0) : SEPAL_BAD_SHAPE;
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        (void)vectors_of(boxes, i * stride, &box);
        sepal_box_append(set, &box, radius_at(boxes->radius, i * stride));
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)first;
    return status;
}

static sepal_parallelepiped row_of(const sepal_solid_parallelepipeds *boxes, size_t at) {
    sepal_parallelepiped out;
    for (int k = 0; k < 3; k++) {
        out.c[k] = boxes->c[k][at];
        out.u[k] = boxes->u[k][at];
        out.v[k] = boxes->v[k][at];
        out.w[k] = boxes->w[k][at];
    }
    return out;
}

sepal_status sepal_solids_add_parallelepipeds(sepal_solids *set, const sepal_solid_parallelepipeds *boxes, size_t count,
                                              uint32_t *index, sepal_refusal *refusal) {
    if (set == NULL || boxes == NULL)
        return SEPAL_BAD_ARGUMENT;
    for (int k = 0; count > 0 && k < 3; k++)
        if (boxes->c[k] == NULL || boxes->u[k] == NULL || boxes->v[k] == NULL || boxes->w[k] == NULL)
            return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    size_t stride = boxes->stride == 0 ? 1 : boxes->stride, first = set->count;
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && reason == NULL; i++) {
        sepal_parallelepiped box = row_of(boxes, i * stride);
        reason = box_is_finite(&box) ? sepal_refuse_radius(radius_at(boxes->radius, i * stride)) : SEPAL_NOT_FINITE;
        if (reason != NULL)
            sepal_refuse(refusal, i, reason);
    }
    sepal_status status = reason == NULL ? sepal_solids_store_more(set, count, 0, 0) : SEPAL_BAD_SHAPE;
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        sepal_parallelepiped box = row_of(boxes, i * stride);
        sepal_box_append(set, &box, radius_at(boxes->radius, i * stride));
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)first;
    return status;
}

sepal_status sepal_solids_update_box(sepal_solids *set, uint32_t index, const sepal_parallelepiped *box) {
    if (set == NULL || box == NULL || index >= set->count || !sepal_solid_is_box(set, index) || sepal_solid_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = box_is_finite(box) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        sepal_box_write(set, index, set->heads[index].at, box, sepal_solid_radius(set, index));
    sepal_fpstate_leave(callers);
    return status;
}

/* --- Hulls ------------------------------------------------------------------------------------ */

/* NULL, or why there is no hull of these points. */
static const char *refuse_points(const float *x, const float *y, const float *z, size_t count) {
    if (count == 0)
        return SEPAL_NO_VERTICES;
    if (count > UINT32_MAX / 8)
        return SEPAL_MANY_VERTICES;
    return values_are_finite(x, count) && values_are_finite(y, count) && values_are_finite(z, count) ? NULL : SEPAL_NOT_FINITE;
}

sepal_status sepal_solids_add_hull(sepal_solids *set, const float *x, const float *y, const float *z, size_t count, float radius,
                                   uint32_t *index) {
    if (set == NULL || x == NULL || y == NULL || z == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool fine = sepal_refuse_radius(radius) == NULL && refuse_points(x, y, z, count) == NULL;
    sepal_status status = fine ? sepal_solids_store_more(set, 0, 1, sepal_solid_quads_of(count)) : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK) {
        if (index != NULL)
            *index = (uint32_t)set->count;
        sepal_hull_append(set, x, y, z, (uint32_t)count, radius);
    }
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_solids_add_hulls(sepal_solids *set, const float *x, const float *y, const float *z, const uint32_t *first,
                                    size_t solids, const float *radius, uint32_t *index, sepal_refusal *refusal) {
    if (set == NULL || (solids > 0 && (x == NULL || y == NULL || z == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    for (size_t k = 0; k < solids; k++)
        if (first[k + 1] < first[k]) {
            sepal_refuse(refusal, k, SEPAL_DESCENDING);
            return SEPAL_BAD_ARGUMENT;
        }
    size_t quads = 0, old = set->count;
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < solids && reason == NULL; k++) {
        uint32_t from = first[k], count = first[k + 1] - from;
        reason = sepal_refuse_radius(radius_at(radius, k));
        reason = reason == NULL ? refuse_points(x + from, y + from, z + from, count) : reason;
        if (reason != NULL)
            sepal_refuse(refusal, k, reason);
        else
            quads += sepal_solid_quads_of(count);
    }
    sepal_status status = reason == NULL ? sepal_solids_store_more(set, 0, solids, quads) : SEPAL_BAD_SHAPE;
    for (size_t k = 0; k < solids && status == SEPAL_OK; k++) {
        uint32_t from = first[k];
        sepal_hull_append(set, x + from, y + from, z + from, first[k + 1] - from, radius_at(radius, k));
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)old;
    return status;
}

sepal_status sepal_solids_update_hull(sepal_solids *set, uint32_t index, const float *x, const float *y, const float *z) {
    if (set == NULL || x == NULL || y == NULL || z == NULL || index >= set->count || sepal_solid_is_box(set, index) ||
        sepal_solid_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    sepal_solid_head head = set->heads[index];
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = refuse_points(x, y, z, head.size) == NULL ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        sepal_hull_write(set, index, head.at, x, y, z, head.size, sepal_solid_radius(set, index));
    sepal_fpstate_leave(callers);
    return status;
}

/* --- Spheres and capsules --------------------------------------------------------------------- */

/* Row i of arrays with a stride: the ends of a core, which may be one, and a radius. */
typedef struct solid_rows {
    const float *x[2], *y[2], *z[2], *radius;
    size_t stride;
} solid_rows;

/* The ends of row i. Returns NULL, or why it is refused. */
static const char *ends_of(const solid_rows *from, size_t i, float x[2], float y[2], float z[2], float *radius) {
    size_t at = i * (from->stride == 0 ? 1 : from->stride);
    for (int k = 0; k < 2; k++)
        x[k] = from->x[k][at], y[k] = from->y[k][at], z[k] = from->z[k][at];
    *radius = from->radius != NULL ? from->radius[at] : 0;
    const char *reason = refuse_points(x, y, z, 2);
    return reason == NULL ? sepal_refuse_radius(*radius) : reason;
}

/* Adds `count` hulls of `size` points, 1 or 2. */
static sepal_status add_solid_rows(sepal_solids *set, const solid_rows *from, uint32_t size, size_t count, uint32_t *index,
                                   sepal_refusal *refusal) {
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    float x[2], y[2], z[2], radius;
    size_t first = set->count;
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && reason == NULL; i++) {
        reason = ends_of(from, i, x, y, z, &radius);
        if (reason != NULL)
            sepal_refuse(refusal, i, reason);
    }
    sepal_status status =
        reason == NULL ? sepal_solids_store_more(set, 0, count, count * sepal_solid_quads_of(size)) : SEPAL_BAD_SHAPE;
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        (void)ends_of(from, i, x, y, z, &radius);
        sepal_hull_append(set, x, y, z, size, radius);
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)first;
    return status;
}

sepal_status sepal_solids_add_spheres(sepal_solids *set, const sepal_solid_spheres *spheres, size_t count, uint32_t *index,
                                      sepal_refusal *refusal) {
    if (set == NULL || spheres == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (spheres->x == NULL || spheres->y == NULL || spheres->z == NULL))
        return SEPAL_BAD_ARGUMENT;
    solid_rows from = {
        {spheres->x, spheres->x}, {spheres->y, spheres->y}, {spheres->z, spheres->z}, spheres->radius, spheres->stride};
    return add_solid_rows(set, &from, 1, count, index, refusal);
}

sepal_status sepal_solids_add_capsules(sepal_solids *set, const sepal_solid_capsules *capsules, size_t count, uint32_t *index,
                                       sepal_refusal *refusal) {
    if (set == NULL || capsules == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (capsules->x0 == NULL || capsules->y0 == NULL || capsules->z0 == NULL || capsules->x1 == NULL ||
                      capsules->y1 == NULL || capsules->z1 == NULL))
        return SEPAL_BAD_ARGUMENT;
    solid_rows from = {{capsules->x0, capsules->x1},
                       {capsules->y0, capsules->y1},
                       {capsules->z0, capsules->z1},
                       capsules->radius,
                       capsules->stride};
    return add_solid_rows(set, &from, 2, count, index, refusal);
}
