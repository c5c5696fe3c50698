/* Adding and replacing shapes reads and writes nothing outside the arguments and the memory of the set. */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void *guarded_copy(const void *from, size_t size) {
    void *copy = guarded(size);
    memcpy(copy, from, size);
    return copy;
}

Test(polys_guard, adding_and_replacing_stay_inside) {
    scene s = scene_create(scene_kind_find("everything"), 502, 400, 0);
    sepal_allocator allocator = guard_allocator();
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    for (size_t i = 0; i < s.a.count; i++) {
        const polygon *p = &s.a.items[i];
        size_t size = p->count * sizeof(float);
        float *x = guarded_copy(p->x, size), *y = guarded_copy(p->y, size);
        cr_assert_eq(sepal_polys_add(set, x, y, p->count, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_update(set, (uint32_t)(2 * i), x, y), SEPAL_OK);
        const uint32_t offsets[] = {0, (uint32_t)p->count};
        uint32_t *first = guarded_copy(offsets, sizeof offsets);
        cr_assert_eq(sepal_polys_add_many(set, x, y, first, 1, NULL, NULL, NULL), SEPAL_OK);
        x[p->count - 1] = INFINITY; /* refused, without reading beyond the end */
        cr_assert_eq(sepal_polys_add(set, x, y, p->count, NULL), SEPAL_BAD_SHAPE);
        guarded_release(first, sizeof offsets);
        guarded_release(x, size);
        guarded_release(y, size);
    }
    sepal_polys_destroy(set);
    scene_destroy(&s);
}

/* The last row of boxes ends at the page with its last field, so that the library may not read a whole stride beyond the first. */
Test(polys_guard, boxes_in_rows_and_columns_stay_inside) {
    enum { BOXES = 70 };
    static box rows[BOXES];
    rng r = {503};
    for (int k = 0; k < BOXES; k++)
        rows[k] = random_box(&r, k, 1, 1, 2);
    sepal_allocator allocator = guard_allocator();
    for (size_t count = 1; count <= BOXES; count++) {
        sepal_polys *set;
        cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
        size_t size = count * sizeof *rows;
        box *last = guarded_copy(rows, size);
        sepal_boxes as_rows = {.x = &last->x,
                               .y = &last->y,
                               .half_x = &last->half_x,
                               .half_y = &last->half_y,
                               .cos = &last->cos,
                               .sin = &last->sin,
                               .stride = 6};
        cr_assert_eq(sepal_polys_add_boxes(set, &as_rows, count, NULL, NULL), SEPAL_OK);
        float *column = guarded(count * sizeof *column);
        for (size_t k = 0; k < count; k++)
            column[k] = (float)k;
        sepal_boxes as_columns = {
            .x = column, .y = column, .half_x = column, .half_y = column, .cos = column, .sin = column, .stride = 1};
        cr_assert_eq(sepal_polys_add_boxes(set, &as_columns, count, NULL, NULL), SEPAL_OK);
        sepal_boxes aligned = {.x = column, .y = column, .half_x = column, .half_y = column, .cos = NULL, .sin = NULL, .stride = 0};
        cr_assert_eq(sepal_polys_add_boxes(set, &aligned, count, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_count(set), 3 * count);
        guarded_release(column, count * sizeof *column);
        guarded_release(last, size);
        sepal_polys_destroy(set);
    }
}
