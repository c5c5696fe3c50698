/* polys_add_rows.c — adds boxes, circles and capsules that stand in arrays with a stride. */
#include "../core/arithmetic.h"

#include "../core/refusal.h"
#include "convex.h"
#include "set.h"

/* --- Boxes ------------------------------------------------------------------------------------ */

/* The corners of the box at [k] of the arrays, rounded as sepal_polys_add_boxes states. They are in convex order: rounding is
 * monotonic, so each of the four edges points into the same closed quadrant as the exact edge, or has length 0. The quadrants
 * follow each other, and the edges add up to zero, so they go round a convex polygon once. Returns NULL, or why the box is refused.
 */
static const char *corners_of(const sepal_boxes *boxes, size_t k, float x[4], float y[4]) {
    float half_x = boxes->half_x[k], half_y = boxes->half_y[k], centre_x = boxes->x[k], centre_y = boxes->y[k];
    float cosine = boxes->cos == NULL ? 1 : boxes->cos[k], sine = boxes->sin == NULL ? 0 : boxes->sin[k];
    float ux = cosine * half_x, uy = sine * half_x, vx = sine * half_y, vy = cosine * half_y;
    float left = centre_x - ux, right = centre_x + ux, low = centre_y - uy, high = centre_y + uy;
    x[0] = left + vx, y[0] = low - vy;
    x[1] = right + vx, y[1] = high - vy;
    x[2] = right - vx, y[2] = high + vy;
    x[3] = left - vx, y[3] = low + vy;
    const char *reason = sepal_refuse_extent(half_x);
    reason = reason == NULL ? sepal_refuse_extent(half_y) : reason;
    if (reason != NULL)
        return reason;
    if (!isfinite(cosine) || !isfinite(sine))
        return SEPAL_BAD_TURN;
    for (int j = 0; j < 4; j++)
        if (!isfinite(x[j]) || !isfinite(y[j]))
            return isfinite(centre_x) && isfinite(centre_y) ? SEPAL_OVERFLOW : SEPAL_NOT_FINITE;
    return NULL;
}

/* Also a thin one is a box: sets of boxes alone have faster kernels. */
static const char *append_box(sepal_polys *set, const void *given, size_t k) {
    const sepal_boxes *boxes = given;
    const size_t at = k * (boxes->stride == 0 ? 1 : boxes->stride);
    const float radius = boxes->radius == NULL ? 0 : boxes->radius[at];
    float x[4], y[4];
    uint32_t flags;
    const char *reason = corners_of(boxes, at, x, y);
    reason = reason == NULL ? sepal_refuse_radius(radius) : reason;
    if (reason == NULL && !sepal_poly_is_convex(x, y, 4, &flags))
        reason = SEPAL_NOT_CONVEX;
    if (reason == NULL)
        sepal_polys_store_append(set, x, y, 4, flags | SEPAL_BOX, radius);
    return reason;
}

sepal_status sepal_polys_add_boxes(sepal_polys *set, const sepal_boxes *boxes, size_t count, uint32_t *index,
                                   sepal_refusal *refusal) {
    if (set == NULL || boxes == NULL || (boxes->cos == NULL) != (boxes->sin == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (boxes->x == NULL || boxes->y == NULL || boxes->half_x == NULL || boxes->half_y == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    return sepal_polys_store_all(set, boxes, count, count * sepal_quads_of(4), append_box, index, refusal);
}

/* --- Circles and capsules --------------------------------------------------------------------- */

/* Cores of `size` vertices, 1 or 2, which are always convex; the two are equal for a circle. */
typedef struct circle_rows {
    const float *x[2], *y[2], *radius;
    size_t stride;
    uint32_t size;
} circle_rows;

static const char *append_row(sepal_polys *set, const void *given, size_t k) {
    const circle_rows *from = given;
    const size_t at = k * (from->stride == 0 ? 1 : from->stride);
    const float x[2] = {from->x[0][at], from->x[1][at]}, y[2] = {from->y[0][at], from->y[1][at]},
                radius = from->radius != NULL ? from->radius[at] : 0;
    const bool finite = isfinite(x[0]) && isfinite(y[0]) && isfinite(x[1]) && isfinite(y[1]);
    const char *reason = finite ? sepal_refuse_radius(radius) : SEPAL_NOT_FINITE;
    if (reason == NULL)
        sepal_polys_store_append(set, x, y, from->size, SEPAL_FLAT, radius);
    return reason;
}

static sepal_status add_rows(sepal_polys *set, const circle_rows *from, size_t count, uint32_t *index, sepal_refusal *refusal) {
    if (set->doubles)
        return SEPAL_BAD_KIND;
    return sepal_polys_store_all(set, from, count, count * sepal_quads_of(from->size), append_row, index, refusal);
}

sepal_status sepal_polys_add_circles(sepal_polys *set, const sepal_circles *circles, size_t count, uint32_t *index,
                                     sepal_refusal *refusal) {
    if (set == NULL || circles == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (circles->x == NULL || circles->y == NULL))
        return SEPAL_BAD_ARGUMENT;
    circle_rows from = {{circles->x, circles->x}, {circles->y, circles->y}, circles->radius, circles->stride, 1};
    return add_rows(set, &from, count, index, refusal);
}

sepal_status sepal_polys_add_capsules(sepal_polys *set, const sepal_capsules *capsules, size_t count, uint32_t *index,
                                      sepal_refusal *refusal) {
    if (set == NULL || capsules == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (capsules->x0 == NULL || capsules->y0 == NULL || capsules->x1 == NULL || capsules->y1 == NULL))
        return SEPAL_BAD_ARGUMENT;
    circle_rows from = {{capsules->x0, capsules->x1}, {capsules->y0, capsules->y1}, capsules->radius, capsules->stride, 2};
    return add_rows(set, &from, count, index, refusal);
}
