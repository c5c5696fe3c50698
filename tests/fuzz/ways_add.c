/* ways_add.c — polygons given by their vertices: one, another in its place, many. */
#include "../common/must.h"
#include "expect.h"
#include "table.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Mostly convex, sometimes with floats that are not finite, sometimes empty. */
static shape take_hostile(pen *p) {
    shape s = take_byte(p->from) % 4 == 0 ? take_shape(p) : take_convex(p);
    if (take_rarely(p->from)) {
        uint32_t at = take_below(p->from, (uint32_t)s.count);
        s.x[at] = take_float(p);
        s.y[at] = take_float(p);
    }
    if (take_rarely(p->from))
        s.count = 0;
    return s;
}

/* --- One polygon ---------------------------------------------------------------------------------*/

void take_add(pen *p, tracked *to) {
    shape s = take_hostile(p);
    bool round = take_byte(p->from) % 2 == 1;
    s.radius = !round ? 0 : take_rarely(p->from) ? take_float(p) : take_reach(p);
    uint32_t index = UNTOUCHED;
    bool null = false;
    float *x = table_copy(s.x, s.count), *y = table_copy(s.y, s.count);
    const float *given_x = or_null(p, x, &null), *given_y = or_null(p, y, &null);
    make_space(to, 1);
    sepal_status expected = null ? SEPAL_BAD_ARGUMENT : shape_is_fine(&s) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    sepal_status status = round ? sepal_polys_add_round(to->set, given_x, given_y, s.count, s.radius, &index)
                                : sepal_polys_add(to->set, given_x, given_y, s.count, &index);
    bool well = went_well(to, round ? "add_round" : "add", status, expected);
    check_index(to, well, index);
    if (well)
        keep(to, &s);
    free(x);
    free(y);
}

void take_update(pen *p, tracked *to) {
    uint32_t count = (uint32_t)to->model.count;
    uint32_t index = count == 0 || take_rarely(p->from) ? count + take_byte(p->from) : take_below(p->from, count);
    shape s = take_hostile(p);
    bool null = index >= count;
    size_t vertices = index < count ? to->model.shapes[index].count : 1;
    for (size_t i = s.count; i < vertices; i++) { /* as many as there were */
        s.x[i] = s.count == 0 ? 0 : s.x[s.count - 1];
        s.y[i] = s.count == 0 ? 0 : s.y[s.count - 1];
    }
    s.count = vertices;
    s.radius = index < count ? to->model.shapes[index].radius : 0;
    float *x = table_copy(s.x, s.count), *y = table_copy(s.y, s.count);
    const float *given_x = or_null(p, x, &null), *given_y = or_null(p, y, &null);
    sepal_status expected = null ? SEPAL_BAD_ARGUMENT : shape_is_fine(&s) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    to->memory.until_refusal = 0; /* never allocates */
    sepal_status status = sepal_polys_update(to->set, index, given_x, given_y);
    must(!to->memory.refused, "update asked for memory");
    if (went_well(to, "update", status, expected))
        to->model.shapes[index] = s;
    free(x);
    free(y);
}

/* An index of a shape of a model, rarely of none. */
static uint32_t take_index(pen *p, const tracked *of) {
    const uint32_t count = (uint32_t)of->model.count;
    return count == 0 || take_rarely(p->from) ? count + take_byte(p->from) : take_below(p->from, count);
}

void take_replacement(pen *p, tracked *to, const tracked *models) {
    const tracked *from = take_byte(p->from) % 2 == 0 ? to : models;
    const uint32_t index = take_index(p, to), other = take_index(p, from);
    const bool good = index < to->model.count && other < from->model.count, removes = take_byte(p->from) % 2 == 0;
    const bool emptied = removes && index < to->model.count;
    const size_t until_refusal = to->memory.until_refusal;
    if (removes) {
        to->memory.until_refusal = SIZE_MAX; /* so that the model needs no empty slots */
        must(sepal_polys_remove(to->set, index) == (emptied ? SEPAL_OK : SEPAL_BAD_ARGUMENT), "remove: another status");
        must(sepal_polys_removed(to->set, NULL, 0) == emptied, "removed: another number");
    }
    const bool itself = emptied && from == to && index == other; /* is not there any more */
    if (!emptied)
        to->memory.until_refusal = until_refusal;
    const sepal_status status = sepal_polys_replace(to->set, index, from->set, other);
    if (went_well(to, "replace", status, good && !itself ? SEPAL_OK : SEPAL_BAD_ARGUMENT))
        to->model.shapes[index] = from->model.shapes[other];
    else if (emptied) {
        sepal_polys_clear(to->set);
        to->model.count = 0;
    }
}

/* --- Many polygons -------------------------------------------------------------------------------*/

enum { MANY_MOST = 10 };

/* The offsets `first` of shapes that follow each other, after a gap. Sometimes one offset is wrong: lower than the one before,
 * which makes the arguments bad, or so high that the polygon would be gigantic. */
static sepal_status spoil_offset(pen *p, uint32_t *first, size_t shapes) {
    if (shapes == 0 || !take_rarely(p->from))
        return SEPAL_OK;
    size_t at = 1 + take_below(p->from, (uint32_t)shapes);
    if (take_byte(p->from) % 2 == 0 && first[at - 1] > 0) {
        first[at] = first[at - 1] - 1;
        return SEPAL_BAD_ARGUMENT;
    }
    for (size_t k = at; k <= shapes; k++)
        first[k] = UINT32_MAX;
    return SEPAL_BAD_SHAPE;
}

void take_many(pen *p, tracked *to) {
    shape shapes[MANY_MOST];
    float x[4 + MANY_MOST * VERTICES_MOST], y[4 + MANY_MOST * VERTICES_MOST];
    uint32_t first[MANY_MOST + 1];
    size_t count = take_below(p->from, MANY_MOST + 1), gap = take_below(p->from, 4);
    sepal_refusal refusal = {UNTOUCHED, NULL};
    size_t expected_bad = UNTOUCHED, total = gap;
    float radius[MANY_MOST];
    bool round = count % 3 == 2;
    memset(x, 0, sizeof x);
    memset(y, 0, sizeof y);
    sepal_status expected = SEPAL_OK;
    first[0] = (uint32_t)gap;
    for (size_t k = 0; k < count; k++) {
        shapes[k] = take_hostile(p);
        radius[k] = !round ? 0 : k == 7 ? shapes[k].x[0] : fabsf(shapes[k].x[0]); /* any float, mostly not negative */
        shapes[k].radius = radius[k];
        memcpy(x + total, shapes[k].x, shapes[k].count * sizeof *x);
        memcpy(y + total, shapes[k].y, shapes[k].count * sizeof *y);
        total += shapes[k].count;
        first[k + 1] = (uint32_t)total;
        if (expected == SEPAL_OK && !shape_is_fine(&shapes[k])) {
            expected = SEPAL_BAD_SHAPE;
            expected_bad = k;
        }
    }
    make_space(to, count);
    bool null = false;
    float *own_radius = table_copy(radius, count);
    const float *given_radius = round ? own_radius : NULL;
    float *own_x = table_copy(x, total), *own_y = table_copy(y, total);
    sepal_status spoilt = spoil_offset(p, first, count);
    uint32_t *own_first = must_have(malloc((count + 1) * sizeof *own_first)), index = UNTOUCHED;
    memcpy(own_first, first, (count + 1) * sizeof *own_first);
    const float *given_x = or_null(p, own_x, &null), *given_y = or_null(p, own_y, &null);
    const uint32_t *given_first = or_null(p, own_first, &null);
    if (spoilt == SEPAL_BAD_ARGUMENT || (null && count > 0))
        expected = SEPAL_BAD_ARGUMENT;
    sepal_status status = sepal_polys_add_many(to->set, given_x, given_y, given_first, count, given_radius, &index, &refusal);
    bool well = false;
    if (spoilt == SEPAL_BAD_SHAPE && expected != SEPAL_BAD_ARGUMENT) /* a gigantic polygon is refused for one of two reasons */
        must(status == SEPAL_BAD_SHAPE || status == SEPAL_NO_MEMORY, "add_many, gigantic: %s", sepal_status_text(status));
    else
        well = went_well(to, "add_many", status, expected);
    if (spoilt == SEPAL_OK)
        must(refusal.index == (status == SEPAL_BAD_SHAPE ? expected_bad : UNTOUCHED) &&
                 (refusal.reason != NULL) == (status == SEPAL_BAD_SHAPE),
             "refused: %zu instead of %zu", refusal.index, expected_bad);
    check_index(to, well, index);
    for (size_t k = 0; well && k < count; k++)
        keep(to, &shapes[k]);
    free(own_radius);
    free(own_first);
    free(own_x);
    free(own_y);
}
