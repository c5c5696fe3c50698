#include "model.h"
#include "../common/must.h"
#include "../oracle/oracle.h"

#include <math.h>
#include <string.h>

/* --- Shapes --------------------------------------------------------------------------------------*/

shape take_shape(pen *p) {
    shape s = {0};
    s.count = take_points(p, s.x, s.y, VERTICES_MOST);
    return s;
}

void shape_take_hull(shape *s) {
    shape hull = {.radius = s->radius};
    hull.count = oracle_hull(s->x, s->y, s->count, hull.x, hull.y);
    *s = hull;
}

void shape_make_convex(shape *s) {
    if (!oracle_is_convex(s->x, s->y, s->count))
        shape_take_hull(s);
}

static void reverse(float *values, size_t count) {
    for (size_t i = 0, j = count; i + 1 < j; i++) {
        float keep = values[i];
        values[i] = values[--j];
        values[j] = keep;
    }
}

shape take_convex(pen *p) {
    bool clockwise = take_byte(p->from) % 2 == 1;
    shape s = take_shape(p);
    shape_make_convex(&s);
    if (clockwise) {
        reverse(s.x, s.count);
        reverse(s.y, s.count);
    }
    return s;
}

bool shape_is_fine(const shape *s) {
    return isfinite(s->radius) && s->radius >= 0 && oracle_is_convex(s->x, s->y, s->count);
}

/* --- Sets ----------------------------------------------------------------------------------------*/

void tracked_open(tracked *t, bool boxes) {
    t->boxes = boxes;
    t->memory = memory_create();
    t->model.count = 0;
    sepal_allocator allocator = memory_allocator(&t->memory);
    must(sepal_polys_create(&allocator, &t->set) == SEPAL_OK, "cannot create a set");
}

void tracked_close(tracked *t) {
    sepal_polys_destroy(t->set);
    must(t->memory.live == 0, "%zu allocations were not released", t->memory.live);
}

static bool same_bits(const float *p, const float *q, size_t count) {
    return memcmp(p, q, count * sizeof *p) == 0;
}

void tracked_check(const tracked *t) {
    must(sepal_polys_count(t->set) == t->model.count, "%zu shapes instead of %zu", sepal_polys_count(t->set), t->model.count);
    for (size_t i = 0; i < t->model.count; i++) {
        const shape *s = &t->model.shapes[i];
        const float *x, *y;
        size_t count;
        float radius;
        must(sepal_polys_vertices(t->set, (uint32_t)i, &x, &y, &count) == SEPAL_OK, "shape %zu has no vertices", i);
        must(sepal_polys_radius(t->set, (uint32_t)i, &radius) == SEPAL_OK, "shape %zu has no radius", i);
        must(count == s->count, "shape %zu: %zu vertices instead of %zu", i, count, s->count);
        must(same_bits(x, s->x, count) && same_bits(y, s->y, count), "shape %zu has other vertices", i);
        must(radius == s->radius, "shape %zu: radius %a instead of %a", i, (double)radius, (double)s->radius);
    }
}

sepal_polys *model_set(const model *m) {
    sepal_polys *set;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "cannot create a set");
    for (size_t i = 0; i < m->count; i++) {
        const shape *s = &m->shapes[i];
        must(sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, NULL) == SEPAL_OK, "shape %zu is refused", i);
    }
    return set;
}
