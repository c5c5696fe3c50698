/* polys_outside.c — what is outside of a polygon with holes, as convex parts: the rest of a frame around it, and the insides of its
 * holes. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/rule.h"
#include "../exact/orient64.h"
#include "concave.h"
#include <math.h>
#include <sepal/groups.h>

/* The corners of a frame, and the outline behind them as its hole. */
enum { FRAME_CORNERS = 4 };

/* The outline in double, in which floats are what they are, with room for the frame before it. */
typedef struct framed_outline {
    double *x, *y;
    size_t count;
} framed_outline;

/* Writes the low and the high side of the frame on one axis, `beyond` outside of the outline, to `sides`: doubles, or floats, to which
 * double rounds sums of floats as float arithmetic would (Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30, 1995).
 * False if a side is not outside, or out of range. */
static bool frame_sides(const double *at, size_t count, double beyond, bool doubles, double sides[2]) {
    double low = at[0], high = at[0];
    for (size_t k = 1; k < count; k++) {
        low = at[k] < low ? at[k] : low;
        high = at[k] > high ? at[k] : high;
    }
    for (int k = 0; k < 2; k++) {
        const double side = k == 0 ? low - beyond : high + beyond;
        sides[k] = doubles ? side : (double)(float)side;
        if (doubles ? !sepal_is_double_coordinate(side) : !isfinite(sides[k]))
            return false;
    }
    return sides[0] < low && sides[1] > high;
}

static bool write_frame(const framed_outline *o, double beyond, bool doubles) {
    double of_x[2], of_y[2];
    if (!frame_sides(o->x + FRAME_CORNERS, o->count, beyond, doubles, of_x) ||
        !frame_sides(o->y + FRAME_CORNERS, o->count, beyond, doubles, of_y))
        return false;
    for (int k = 0; k < FRAME_CORNERS; k++) {
        o->x[k] = of_x[k == 1 || k == 2];
        o->y[k] = of_y[k >= 2];
    }
    return true;
}
/* Adds the frame with the outline as its hole. */
static sepal_status add_frame(sepal_polys *cut, const sepal_rings *g, double beyond, sepal_append_part *append) {
    const uint32_t count = g->starts[1] - g->starts[0], starts[] = {0, FRAME_CORNERS, count + FRAME_CORNERS};
    double *memory = sepal_memory_take(&cut->allocator, starts[2], 2 * sizeof *memory);
    if (memory == NULL)
        return SEPAL_NO_MEMORY;
    const framed_outline o = {memory, memory + starts[2], count};
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < count; k++) {
        const sepal_double2 v = sepal_ring_vertex(g, g->starts[0] + k);
        o.x[FRAME_CORNERS + k] = v.x;
        o.y[FRAME_CORNERS + k] = v.y;
    }
    const bool is_around = write_frame(&o, beyond, append != NULL);
    sepal_fpstate_leave(callers);
    const sepal_rings framed = {.x64 = o.x, .y64 = o.y, .starts = starts, .count = 2};
    const sepal_status status = is_around ? sepal_polys_add_rings(cut, &framed, append, NULL, NULL, NULL) : SEPAL_BAD_SHAPE;
    sepal_memory_release(&cut->allocator, memory, starts[2], 2 * sizeof *memory);
    return status;
}

/* The parts of the outside, in a set of their own. */
static sepal_status cut_outside(sepal_polys *cut, const sepal_rings *g, double beyond, sepal_append_part *append,
                                sepal_refusal *refusal) {
    sepal_status status = sepal_polys_add_rings(cut, g, append, NULL, NULL, refusal); /* are the rings good? */
    sepal_polys_clear(cut);
    if (status == SEPAL_OK)
        status = add_frame(cut, g, beyond, append);
    for (size_t k = 1; k < g->count && status == SEPAL_OK; k++) {
        sepal_rings hole = *g;
        hole.starts = g->starts + k;
        hole.count = 1;
        status = sepal_polys_add_rings(cut, &hole, append, NULL, NULL, NULL);
    }
    return status;
}

sepal_status sepal_polys_add_outside_of(sepal_polys *set, sepal_polys *cut, const sepal_rings *g, double beyond,
                                        sepal_append_part *append, uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    sepal_status status = cut_outside(cut, g, beyond, append, refusal);
    if (status == SEPAL_OK)
        status = sepal_polys_store_more(set, cut->count, cut->used);
    if (status != SEPAL_OK)
        return status;
    if (first != NULL)
        *first = (uint32_t)set->count;
    if (parts != NULL)
        *parts = (uint32_t)cut->count;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (uint32_t k = 0; k < cut->count; k++) {
        if (append != NULL)
            append(set, sepal_poly_exact_x(cut, k), sepal_poly_exact_y(cut, k), cut->heads[k].size, 0);
        else
            sepal_polys_store_append(set, sepal_poly_x(cut, k), sepal_poly_y(cut, k), cut->heads[k].size, 0, 0);
    }
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}

sepal_status sepal_polys_add_outside(sepal_polys *set, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                     float beyond, uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    const sepal_rule as_margin = {SEPAL_TOUCHING_OVERLAPS, beyond, 0};
    sepal_polys *cut;
    if (set == NULL || x == NULL || y == NULL || starts == NULL || sepal_rule_meaning(&as_margin) == NULL ||
        sepal_rule_magnitude(beyond) == 0)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    sepal_status status = sepal_polys_create(&set->allocator, &cut);
    if (status != SEPAL_OK)
        return status;
    sepal_fpstate callers = sepal_fpstate_enter();
    const double exact = (double)beyond;
    sepal_fpstate_leave(callers);
    const sepal_rings given = {.x = x, .y = y, .starts = starts, .count = rings};
    status = sepal_polys_add_outside_of(set, cut, &given, exact, NULL, first, parts, refusal);
    sepal_polys_destroy(cut);
    return status;
}
