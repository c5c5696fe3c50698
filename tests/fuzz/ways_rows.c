/* ways_rows.c — boxes, circles and capsules in tables. */
#include "../common/must.h"
#include "expect.h"
#include "table.h"
#include "ways.h"

#include <math.h>

enum { ROWS_MOST = 20 };

/* Tables of boxes with an odd stride have radii, which are the half extents in x. */
static const float *box_radius(const table *t) {
    return t->stride % 2 == 1 ? t->column[2] : NULL;
}

/* The vertices of a box, as the header states them. */
static shape shape_of_box(const table *t, size_t row) {
    float x = table_value(t, 0, row), y = table_value(t, 1, row), half_x = table_value(t, 2, row), half_y = table_value(t, 3, row);
    bool turned = t->column[4] != NULL;
    float cosine = turned ? table_value(t, 4, row) : 1, sine = turned ? table_value(t, 5, row) : 0;
    static const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    shape s = {.count = 4};
    for (int k = 0; k < 4; k++) {
        float i = signs[k][0], j = signs[k][1];
        s.x[k] = (x + i * (cosine * half_x)) - j * (sine * half_y);
        s.y[k] = (y + i * (sine * half_x)) + j * (cosine * half_y);
    }
    s.radius = box_radius(t) == NULL ? 0 : half_x;
    if (!(half_x >= 0 && half_y >= 0 && isfinite(half_x) && isfinite(half_y) && isfinite(cosine) && isfinite(sine)))
        s.count = 0; /* refused */
    return s;
}

/* A column of radii may be missing. */
static float radius_in(const table *t, size_t field, size_t row) {
    return t->column[field] == NULL ? 0 : table_value(t, field, row);
}

static shape shape_of_circle(const table *t, size_t row) {
    return (shape){1, {table_value(t, 0, row)}, {table_value(t, 1, row)}, radius_in(t, 2, row)};
}

static shape shape_of_capsule(const table *t, size_t row) {
    return (shape){2,
                   {table_value(t, 0, row), table_value(t, 2, row)},
                   {table_value(t, 1, row), table_value(t, 3, row)},
                   radius_in(t, 4, row)};
}

typedef struct kind {
    const char *call;
    size_t fields, needed; /* columns, of which the first ones must be there */
    uint32_t lengths;      /* bit k: field k is a length, which may not be negative */
    shape (*shape_of)(const table *t, size_t row);
} kind;

static const kind kinds[] = {{"add_boxes", 6, 4, 0xc, shape_of_box},
                             {"add_circles", 3, 2, 0x4, shape_of_circle},
                             {"add_capsules", 5, 4, 0x10, shape_of_capsule}};

static sepal_status add_table(tracked *to, uint32_t which, const table *t, bool null, size_t count, uint32_t *index) {
    const float *const *c = t->column;
    sepal_boxes boxes = {.x = c[0],
                         .y = c[1],
                         .half_x = c[2],
                         .half_y = c[3],
                         .cos = c[4],
                         .sin = c[5],
                         .stride = t->stride,
                         .radius = box_radius(t)};
    sepal_circles circles = {c[0], c[1], c[2], t->stride};
    sepal_capsules capsules = {c[0], c[1], c[2], c[3], c[4], t->stride};
    if (which == 0)
        return sepal_polys_add_boxes(to->set, null ? NULL : &boxes, count, index, NULL);
    if (which == 1)
        return sepal_polys_add_circles(to->set, null ? NULL : &circles, count, index, NULL);
    return sepal_polys_add_capsules(to->set, null ? NULL : &capsules, count, index, NULL);
}

void take_rows(pen *p, tracked *to) {
    uint32_t any = take_below(p->from, 3), which = to->boxes ? 0 : any;
    const kind *k = &kinds[which];
    size_t rows = take_below(p->from, ROWS_MOST + 1);
    table t = take_table(p, k->fields, k->lengths, rows);
    shape shapes[ROWS_MOST];
    sepal_status expected = SEPAL_OK;
    if (which == 0 && take_byte(p->from) % 4 == 0)
        t.column[4] = t.column[5] = NULL; /* parallel to the axes */
    bool null = take_rarely(p->from);
    if (take_rarely(p->from))
        t.column[take_below(p->from, (uint32_t)k->fields)] = NULL;
    for (size_t field = 0; field < k->needed; field++)
        if (t.column[field] == NULL && rows > 0)
            expected = SEPAL_BAD_ARGUMENT;
    if (null || (which == 0 && (t.column[4] == NULL) != (t.column[5] == NULL)))
        expected = SEPAL_BAD_ARGUMENT;
    size_t count = rows;
    if (expected == SEPAL_OK)
        for (size_t i = 0; i < rows; i++) {
            shapes[i] = k->shape_of(&t, i);
            if (!shape_is_fine(&shapes[i]))
                expected = SEPAL_BAD_SHAPE;
        }
    if (expected != SEPAL_BAD_ARGUMENT && rows > 0 && take_rarely(p->from)) {
        count = take_huge(p);
        expected = SEPAL_NO_MEMORY;
    }
    make_space(to, rows);
    uint32_t index = UNTOUCHED;
    bool well = went_well(to, k->call, add_table(to, which, &t, null, count, &index), expected);
    check_index(to, well, index);
    for (size_t i = 0; well && i < rows; i++)
        keep(to, &shapes[i]);
    table_release(&t);
}
