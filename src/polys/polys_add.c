/* polys_add.c — adds shapes to a set: one, many, boxes, round ones; and replaces the vertices of one. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "convex.h"
#include "records.h"
#include "set.h"
#include <math.h>

/* Are these the vertices of a convex polygon, as sepal_polys_add asks for? If so, *flags becomes what sepal_poly_is_convex says. */
static bool accept(const float *x, const float *y, size_t count, uint32_t *flags) {
    if (count == 0 || count > UINT32_MAX / 2)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i]))
            return false;
    return sepal_poly_is_convex(x, y, count, flags);
}

static bool is_radius(float radius) {
    return isfinite(radius) && radius >= 0;
}

sepal_status sepal_polys_add(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *index) {
    return sepal_polys_add_round(set, x, y, count, 0, index);
}

sepal_status sepal_polys_add_round(sepal_polys *set, const float *x, const float *y, size_t count, float radius, uint32_t *index) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    uint32_t flags;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool fine = is_radius(radius) && accept(x, y, count, &flags);
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
    if (set == NULL || x == NULL || y == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    uint32_t flags;
    sepal_poly_head head = set->heads[index];
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = accept(x, y, head.size, &flags) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        sepal_poly_write(set, index, head.at, x, y, head.size, flags, sepal_poly_radius(set, index));
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_add_many(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                  uint32_t *index, size_t *bad) {
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    size_t quads = 0;
    for (size_t k = 0; k < shapes; k++) {
        if (first[k + 1] < first[k])
            return SEPAL_BAD_ARGUMENT;
        quads += sepal_quads_of(first[k + 1] - first[k]);
    }
    sepal_status status = sepal_polys_store_more(set, shapes, quads);
    const sepal_polys before = *set;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < shapes && status == SEPAL_OK; k++) {
        uint32_t flags, count = first[k + 1] - first[k];
        if (accept(x + first[k], y + first[k], count, &flags)) {
            sepal_polys_store_append(set, x + first[k], y + first[k], count, flags, 0);
        } else {
            *set = before; /* what was appended since is gone */
            status = SEPAL_BAD_SHAPE;
            if (bad != NULL)
                *bad = k;
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

/* The corners of box i, rounded as sepal_polys_add_boxes states. They are in convex order: rounding is monotonic, so each of the
 * four edges points into the same closed quadrant as the exact edge, or has length 0. The quadrants follow each other, and the
 * edges add up to zero, so they go round a convex polygon once. Returns whether everything is finite and no extent negative. */
static bool corners_of(const sepal_boxes *boxes, size_t i, float x[4], float y[4]) {
    size_t k = i * (boxes->stride == 0 ? 1 : boxes->stride);
    float half_x = boxes->half_x[k], half_y = boxes->half_y[k];
    float cosine = boxes->cos == NULL ? 1 : boxes->cos[k], sine = boxes->sin == NULL ? 0 : boxes->sin[k];
    float ux = cosine * half_x, uy = sine * half_x, vx = sine * half_y, vy = cosine * half_y;
    float left = boxes->x[k] - ux, right = boxes->x[k] + ux, low = boxes->y[k] - uy, high = boxes->y[k] + uy;
    x[0] = left + vx, y[0] = low - vy;
    x[1] = right + vx, y[1] = high - vy;
    x[2] = right - vx, y[2] = high + vy;
    x[3] = left - vx, y[3] = low + vy;
    bool finite = isfinite(half_x) && isfinite(half_y) && isfinite(cosine) && isfinite(sine);
    for (int j = 0; j < 4; j++)
        finite = finite && isfinite(x[j]) && isfinite(y[j]);
    return finite && half_x >= 0 && half_y >= 0;
}

sepal_status sepal_polys_add_boxes(sepal_polys *set, const sepal_boxes *boxes, size_t count, uint32_t *index) {
    if (set == NULL || boxes == NULL || (boxes->cos == NULL) != (boxes->sin == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (boxes->x == NULL || boxes->y == NULL || boxes->half_x == NULL || boxes->half_y == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_polys_store_more(set, count, count * sepal_quads_of(4));
    const sepal_polys before = *set;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        float x[4], y[4];
        uint32_t flags;
        if (corners_of(boxes, i, x, y) && sepal_poly_is_convex(x, y, 4, &flags)) {
            sepal_polys_store_append(set, x, y, 4, flags | SEPAL_BOX,
                                     0); /* also a thin one: sets of boxes alone have faster kernels */
        } else {
            *set = before; /* what was appended since is gone */
            status = SEPAL_BAD_SHAPE;
        }
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

/* Circles or capsules as arrays with a stride: the two ends of each core, equal for a circle, and the radius. */
typedef struct rows {
    const float *x[2], *y[2], *radius;
    size_t stride;
} rows;

/* Adds `count` cores of `size` vertices, 1 or 2, which are always convex. */
static sepal_status add_rows(sepal_polys *set, const rows *from, uint32_t size, size_t count, uint32_t *index) {
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_polys_store_more(set, count, count * sepal_quads_of(size));
    const sepal_polys before = *set;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        size_t at = i * (from->stride == 0 ? 1 : from->stride);
        float x[2] = {from->x[0][at], from->x[1][at]}, y[2] = {from->y[0][at], from->y[1][at]}, radius = from->radius[at];
        if (!is_radius(radius) || !isfinite(x[0]) || !isfinite(y[0]) || !isfinite(x[1]) || !isfinite(y[1]))
            status = SEPAL_BAD_SHAPE;
        if (status == SEPAL_OK)
            sepal_polys_store_append(set, x, y, size, SEPAL_FLAT, radius);
        else
            *set = before;
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)before.count;
    return status;
}

sepal_status sepal_polys_add_circles(sepal_polys *set, const sepal_circles *circles, size_t count, uint32_t *index) {
    if (set == NULL || circles == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (circles->x == NULL || circles->y == NULL || circles->radius == NULL))
        return SEPAL_BAD_ARGUMENT;
    rows from = {{circles->x, circles->x}, {circles->y, circles->y}, circles->radius, circles->stride};
    return add_rows(set, &from, 1, count, index);
}

sepal_status sepal_polys_add_capsules(sepal_polys *set, const sepal_capsules *capsules, size_t count, uint32_t *index) {
    if (set == NULL || capsules == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 &&
        (capsules->x0 == NULL || capsules->y0 == NULL || capsules->x1 == NULL || capsules->y1 == NULL || capsules->radius == NULL))
        return SEPAL_BAD_ARGUMENT;
    rows from = {{capsules->x0, capsules->x1}, {capsules->y0, capsules->y1}, capsules->radius, capsules->stride};
    return add_rows(set, &from, 2, count, index);
}
