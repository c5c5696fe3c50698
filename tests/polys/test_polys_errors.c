/* Bad arguments of the calls that create, fill and read sets: the status says so, and outputs and sets stay as they were. */
#include "../common/check.h"

#include <criterion/criterion.h>

static void *no_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
    return NULL;
}

static void no_release(void *context, void *pointer, size_t size) {
    (void)context;
    (void)pointer;
    (void)size;
    cr_assert_fail("nothing was allocated");
}

Test(polys_errors, creating_needs_a_place_and_a_whole_allocator) {
    sepal_polys *const nowhere = (sepal_polys *)&(char){0};
    sepal_polys *set = nowhere;
    const sepal_allocator half[] = {{NULL, no_allocate, NULL}, {NULL, NULL, no_release}, {NULL, NULL, NULL}};
    for (size_t k = 0; k < sizeof half / sizeof *half; k++)
        cr_assert_eq(sepal_polys_create(&half[k], &set), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_create(NULL, NULL), SEPAL_BAD_ARGUMENT);
    sepal_allocator none = {NULL, no_allocate, no_release};
    cr_assert_eq(sepal_polys_create(&none, &set), SEPAL_NO_MEMORY);
    cr_assert_eq(set, nowhere, "untouched");
}

Test(polys_errors, changing_needs_its_arguments) {
    scene s = scene_create(scene_kind_find("lattice"), 604, 50, 0);
    content before = content_of(s.set_a);
    const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    const uint32_t first[] = {0, 3}, descending[] = {3, 0};
    uint32_t count = (uint32_t)sepal_polys_count(s.set_a);
    uint32_t index = 12345;
    sepal_refusal refusal = {12345, NULL};
    cr_assert_eq(sepal_polys_add(NULL, x, y, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add(s.set_a, NULL, y, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add(s.set_a, x, NULL, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(NULL, x, y, first, 1, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, NULL, y, first, 1, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, NULL, first, 1, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, y, NULL, 1, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, y, descending, 1, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(NULL, 0, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, 0, NULL, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, 0, x, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, count, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, UINT32_MAX, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_reserve(NULL, 1, 1), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(index, 12345);
    cr_assert(refusal.index == 0 && refusal.reason != NULL, "descending offsets are refused by their number");
    check_content(s.set_a, &before, "bad arguments");
    scene_destroy(&s);
}

Test(polys_errors, reading_needs_its_arguments) {
    scene s = scene_create(scene_kind_find("lattice"), 605, 50, 0);
    float place = 0;
    const float *x = &place, *y = &place;
    size_t count = 12345;
    uint32_t shapes = (uint32_t)sepal_polys_count(s.set_a);
    cr_assert_eq(sepal_polys_vertices(NULL, 0, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, NULL, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, &x, NULL, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, &x, &y, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, shapes, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, UINT32_MAX, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert(x == &place && y == &place && count == 12345, "untouched");
    scene_destroy(&s);
}
