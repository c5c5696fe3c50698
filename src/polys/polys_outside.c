/* polys_outside.c — what is outside of a polygon with holes, as convex parts: the rest of a frame around it, and the insides of its
 * holes. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/rule.h"
#include "set.h"
#include <math.h>
#include <sepal/groups.h>
#include <string.h>

/* The corners of a frame, and the outline behind them as its hole. */
enum { FRAME_CORNERS = 4 };

/* Writes the low and the high side of the frame on one axis, `beyond` outside of the outline. False if it is not outside, or infinite. */
static bool frame_sides(const float *at, size_t count, float beyond, float sides[2]) {
    float low = at[0], high = at[0];
    for (size_t k = 1; k < count; k++) {
        low = at[k] < low ? at[k] : low;
        high = at[k] > high ? at[k] : high;
    }
    sides[0] = low - beyond;
    sides[1] = high + beyond;
    return sides[0] < low && sides[1] > high && isfinite(sides[0]) && isfinite(sides[1]);
}

static bool write_frame(const float *x, const float *y, size_t count, float beyond, float *frame_x, float *frame_y) {
    float of_x[2], of_y[2];
    if (!frame_sides(x, count, beyond, of_x) || !frame_sides(y, count, beyond, of_y))
        return false;
    for (int k = 0; k < FRAME_CORNERS; k++) {
        frame_x[k] = of_x[k == 1 || k == 2];
        frame_y[k] = of_y[k >= 2];
    }
    memcpy(frame_x + FRAME_CORNERS, x, count * sizeof *x);
    memcpy(frame_y + FRAME_CORNERS, y, count * sizeof *y);
    return true;
}

/* Adds the frame with the outline as its hole. */
static sepal_status add_frame(sepal_polys *cut, const float *x, const float *y, uint32_t count, float beyond) {
    const size_t corners = (size_t)count + FRAME_CORNERS;
    const uint32_t starts[] = {0, FRAME_CORNERS, (uint32_t)corners};
    float *memory = sepal_memory_take(&cut->allocator, corners, 2 * sizeof *memory);
    if (memory == NULL)
        return SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool is_around = write_frame(x, y, count, beyond, memory, memory + corners);
    sepal_fpstate_leave(callers);
    const sepal_status status =
        is_around ? sepal_polys_add_with_holes(cut, memory, memory + corners, starts, 2, NULL, NULL, NULL) : SEPAL_BAD_SHAPE;
    sepal_memory_release(&cut->allocator, memory, corners, 2 * sizeof *memory);
    return status;
}

/* The parts of the outside, in a set of their own. */
static sepal_status cut_outside(sepal_polys *cut, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                float beyond, sepal_refusal *refusal) {
    sepal_status status = sepal_polys_add_with_holes(cut, x, y, starts, rings, NULL, NULL, refusal); /* are the rings good? */
    sepal_polys_clear(cut);
    if (status == SEPAL_OK)
        status = add_frame(cut, x + starts[0], y + starts[0], starts[1] - starts[0], beyond);
    for (size_t k = 1; k < rings && status == SEPAL_OK; k++)
        status = sepal_polys_add_concave(cut, x + starts[k], y + starts[k], starts[k + 1] - starts[k], NULL, NULL, NULL);
    return status;
}

sepal_status sepal_polys_add_outside(sepal_polys *set, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                     float beyond, uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    const sepal_rule as_margin = {SEPAL_TOUCHING_OVERLAPS, beyond, 0};
    sepal_polys *cut;
    if (set == NULL || sepal_rule_meaning(&as_margin) == NULL || sepal_rule_magnitude(beyond) == 0)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    sepal_status status = sepal_polys_create(&set->allocator, &cut);
    if (status != SEPAL_OK)
        return status;
    status = cut_outside(cut, x, y, starts, rings, beyond, refusal);
    if (status == SEPAL_OK)
        status = sepal_polys_store_more(set, cut->count, cut->used);
    if (status == SEPAL_OK) {
        if (first != NULL)
            *first = (uint32_t)set->count;
        if (parts != NULL)
            *parts = (uint32_t)cut->count;
        sepal_fpstate callers = sepal_fpstate_enter();
        for (uint32_t k = 0; k < cut->count; k++)
            sepal_polys_store_append(set, sepal_poly_x(cut, k), sepal_poly_y(cut, k), cut->heads[k].size, 0, 0);
        sepal_fpstate_leave(callers);
    }
    sepal_polys_destroy(cut);
    return status;
}
