/* ways_place.c — models that are turned and moved: the formula, and the hull if rounding has bent a polygon. */
#include "../common/must.h"
#include "expect.h"
#include "table.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>

/* The vertices of a placed shape as the formula has them. */
static shape turn_and_move(const shape *from, const table *poses, size_t row) {
    bool turned = poses->column[2] != NULL;
    float x = table_value(poses, 0, row), y = table_value(poses, 1, row);
    float cosine = turned ? table_value(poses, 2, row) : 1, sine = turned ? table_value(poses, 3, row) : 0;
    shape s = {.count = from->count, .radius = from->radius};
    for (size_t k = 0; k < s.count; k++) {
        s.x[k] = (x + cosine * from->x[k]) - sine * from->y[k];
        s.y[k] = (y + sine * from->x[k]) + cosine * from->y[k];
    }
    return s;
}

static bool all_finite(const shape *s) {
    for (size_t k = 0; k < s->count; k++)
        if (!isfinite(s->x[k]) || !isfinite(s->y[k]))
            return false;
    return true;
}

/* The winding of a convex polygon, from the order of three corners in it and in its hull, which is counter-clockwise. */
static bool is_clockwise(const shape *s) {
    shape hull = *s;
    shape_take_hull(&hull);
    if (hull.count < 3)
        return false;
    size_t at[3];
    for (size_t k = 0; k < 3; k++)
        for (at[k] = 0; s->x[at[k]] != hull.x[k] || s->y[at[k]] != hull.y[k];)
            at[k]++;
    return (at[1] + s->count - at[0]) % s->count > (at[2] + s->count - at[0]) % s->count;
}

/* What is stored where rounding has bent a polygon: the corners of its hull in the winding of the model, the last one repeated. */
static void unbend(shape *s, const shape *from) {
    shape hull = *s;
    shape_take_hull(&hull);
    bool clockwise = is_clockwise(from);
    for (size_t k = 0; k < s->count; k++) {
        size_t corner = k < hull.count ? k : hull.count - 1, at = clockwise && corner > 0 ? hull.count - corner : corner;
        s->x[k] = hull.x[at];
        s->y[k] = hull.y[at];
    }
}

/* A zero in a hull may have either sign. */
static void take_signs_of_zeros(shape *s, const sepal_polys *set, uint32_t index) {
    const float *x, *y;
    size_t count;
    must(sepal_polys_vertices(set, index, &x, &y, &count) == SEPAL_OK && count == s->count, "place: other numbers of vertices");
    for (size_t k = 0; k < count; k++) {
        must(x[k] == s->x[k] && y[k] == s->y[k], "place: vertex %zu of the hull of %u is (%a, %a) instead of (%a, %a)", k, index,
             (double)x[k], (double)y[k], (double)s->x[k], (double)s->y[k]);
        s->x[k] = x[k];
        s->y[k] = y[k];
    }
}

enum { PLACED_MOST = 100 };

void take_placing(pen *p, tracked *world, const tracked *models) {
    size_t rows = take_rarely(p->from) ? take_below(p->from, PLACED_MOST + 1) : take_below(p->from, 20);
    table t = take_table(p, 4, 0, rows);
    uint32_t *which = must_have(malloc((rows + 1) * sizeof *which));
    sepal_status expected = SEPAL_OK;
    static shape shapes[PLACED_MOST];
    for (size_t i = 0; i < rows; i++) {
        which[i] = models->model.count == 0 || take_rarely(p->from) ? take_byte(p->from)
                                                                    : take_below(p->from, (uint32_t)models->model.count);
        if (which[i] >= models->model.count)
            expected = SEPAL_BAD_ARGUMENT;
    }
    if (take_byte(p->from) % 4 == 0)
        t.column[2] = t.column[3] = NULL;
    if (take_rarely(p->from))
        t.column[take_below(p->from, 4)] = NULL;
    bool null = false, none = false;
    const uint32_t *given = or_null(p, which, &none);
    sepal_poses poses = {.x = t.column[0], .y = t.column[1], .cos = t.column[2], .sin = t.column[3], .stride = t.stride};
    const sepal_poses *given_poses = or_null(p, &poses, &null);
    bool same = take_rarely(p->from);
    if (null || same || (t.column[2] == NULL) != (t.column[3] == NULL) ||
        (rows > 0 && (none || t.column[0] == NULL || t.column[1] == NULL)))
        expected = SEPAL_BAD_ARGUMENT;
    bool bent[PLACED_MOST] = {false};
    for (size_t i = 0; i < rows && expected != SEPAL_BAD_ARGUMENT; i++) {
        shapes[i] = turn_and_move(&models->model.shapes[which[i]], &t, i);
        if (!all_finite(&shapes[i]))
            expected = SEPAL_BAD_SHAPE;
        bent[i] = expected == SEPAL_OK && !shape_is_fine(&shapes[i]);
        if (bent[i])
            unbend(&shapes[i], &models->model.shapes[which[i]]);
    }
    sepal_status status = sepal_polys_place(world->set, same ? world->set : models->set, given, given_poses, rows, NULL);
    if (went_well(world, "place", status, expected)) {
        must(sepal_polys_count(world->set) == rows, "place: %zu shapes instead of %zu", sepal_polys_count(world->set), rows);
        size_t first = rows / 3, rest = rows - first; /* places a part of them once more */
        for (int k = 0; k < 4 && rows > 0; k++)
            t.column[k] = t.column[k] == NULL ? NULL : t.column[k] + first * (t.stride == 0 ? 1 : t.stride);
        sepal_poses again = {.x = t.column[0], .y = t.column[1], .cos = t.column[2], .sin = t.column[3], .stride = t.stride};
        world->memory.until_refusal = 0; /* never allocates */
        must(sepal_polys_place_range(world->set, first, models->set, which + first, &again, rest, NULL) == SEPAL_OK,
             "place_range: refused");
        must(!world->memory.refused, "place_range asked for memory");
        world->model.count = 0;
        for (size_t i = 0; i < rows; i++) {
            if (bent[i])
                take_signs_of_zeros(&shapes[i], world->set, (uint32_t)i);
            keep(world, &shapes[i]);
        }
    }
    free(which);
    table_release(&t);
}
