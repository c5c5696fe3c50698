#include "ways.h"
#include "../common/must.h"
#include "expect.h"

static void reserve(pen *p, tracked *to) {
    bool huge = take_rarely(p->from);
    size_t shapes = take_byte(p->from), vertices = 4 * (size_t)take_byte(p->from);
    if (huge && take_byte(p->from) % 2 == 0)
        shapes = take_huge(p);
    else if (huge)
        vertices = take_huge(p);
    bool null = take_rarely(p->from);
    sepal_status expected = null ? SEPAL_BAD_ARGUMENT : huge ? SEPAL_NO_MEMORY : SEPAL_OK;
    if (!went_well(to, "reserve", sepal_polys_reserve(null ? NULL : to->set, shapes, vertices), expected))
        return;
    size_t used = 0;
    for (size_t i = 0; i < to->model.count; i++)
        used += to->model.shapes[i].count;
    if (to->model.count >= shapes || used >= vertices || to->model.count >= SHAPES_MOST)
        return;
    to->memory.until_refusal = 0; /* the reserved room suffices for one more shape with the rest of the vertices */
    shape s = {.count = vertices - used < VERTICES_MOST ? vertices - used : VERTICES_MOST};
    sepal_status status = sepal_polys_add(to->set, s.x, s.y, s.count, NULL);
    must(status == SEPAL_OK && !to->memory.refused, "room was reserved, but: %s", sepal_status_text(status));
    keep(to, &s);
}

static void clear(tracked *to) {
    sepal_polys_clear(to->set);
    sepal_polys_clear(NULL);
    to->model.count = 0;
}

void take_way(pen *p, tracked *to, const tracked *models) {
    uint32_t way = take_below(p->from, 16);
    if (to->boxes && way > 1 && way != 10) /* mostly boxes, mostly placed from boxes */
        way = take_rarely(p->from) ? way : 7;
    to->memory.until_refusal = take_rarely(p->from) ? take_below(p->from, 6) : SIZE_MAX;
    to->memory.refused = false;
    if (way == 0)
        clear(to);
    else if (way == 1)
        reserve(p, to);
    else if (way <= 3)
        take_update(p, to);
    else if (way == 4)
        take_replacement(p, to, models);
    else if (way <= 6)
        take_many(p, to);
    else if (way <= 9)
        take_rows(p, to);
    else if (way <= 11)
        take_placing(p, to, models);
    else
        take_add(p, to);
    to->memory.until_refusal = SIZE_MAX;
}

void take_creation(pen *p) {
    memory m = memory_create();
    sepal_allocator allocator = memory_allocator(&m);
    sepal_polys *const nowhere = (sepal_polys *)&m, *set = nowhere;
    uint32_t fault = take_below(p->from, 5);
    if (fault == 1)
        allocator.allocate = NULL;
    else if (fault == 2)
        allocator.release = NULL;
    else if (fault == 3)
        m.until_refusal = 0;
    sepal_status expected = fault == 0 ? SEPAL_OK : fault == 3 ? SEPAL_NO_MEMORY : SEPAL_BAD_ARGUMENT;
    sepal_status status = sepal_polys_create(&allocator, fault == 4 ? NULL : &set);
    must(status == expected, "create: %s instead of %s", sepal_status_text(status), sepal_status_text(expected));
    must((set != nowhere) == (status == SEPAL_OK), "create: the output of a refused call was written, or of a good one was not");
    must(sepal_polys_count(status == SEPAL_OK ? set : NULL) == 0, "a new set is not empty");
    if (status == SEPAL_OK)
        sepal_polys_destroy(set);
    sepal_polys_destroy(NULL);
    must(m.live == 0, "create: memory was not released");
}
