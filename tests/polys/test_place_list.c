/* Placing a list of shapes of a world: the bytes of placing all shapes at once, and nothing else changes; what is refused, and why. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "mirror.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Poses in rows of four: x, y, cos, sin; or, with places in double, the same rows relative to an origin. */
static sepal_poses poses_of(const float *rows) {
    return (sepal_poses){.x = rows, .y = rows + 1, .cos = rows + 2, .sin = rows + 3, .stride = 4};
}

static void place_whole(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const float *rows, size_t count) {
    sepal_poses poses = poses_of(rows);
    cr_assert_eq(sepal_polys_place(world, models, model, &poses, count, NULL), SEPAL_OK);
}

/* A world of models at rest, of which lists are moved: short ones and long ones, in any order, some shapes twice. */
static void move_lists(rng *r, const stage *s, sepal_polys *world, float *rows, uint32_t *list) {
    sepal_poses poses = poses_of(rows);
    for (size_t i = 0; i < s->count; i++)
        memcpy(rows + 4 * i, (const float[4]){0, 0, 1, 0}, 4 * sizeof *rows);
    place_whole(world, s->scene.set_a, s->model, rows, s->count);
    for (uint32_t times = 0; times < 7; times++) {
        size_t count = s->count == 0 ? 0 : times == 0 ? 1 : rng_below(r, (uint32_t)s->count + 1);
        for (size_t k = 0; k < count; k++) {
            list[k] = times % 3 == 2 ? (uint32_t)k : rng_below(r, (uint32_t)s->count); /* also a run of neighbours */
            memcpy(rows + 4 * list[k], s->rows + 4 * list[k], 4 * sizeof *rows);
        }
        sepal_status status = sepal_polys_place_list(world, list, count, s->scene.set_a, s->model, &poses, NULL);
        cr_assert_eq(status, SEPAL_OK, "%s: %s", sepal_isa(), sepal_status_text(status));
    }
}

Test(place_list, stores_the_bytes_of_placing_all_at_once) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        stage s = stage_create(kind, kind % TRAVELS, 931, 140 + kind);
        stage_make_finite(&s);
        float *rows = malloc((4 * s.count + 1) * sizeof *rows);
        uint32_t *list = malloc((s.count + 1) * sizeof *list);
        cr_assert(rows != NULL && list != NULL);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            mirror of_whole, of_lists;
            const char *name = use_isa(isa);
            rng r = {932 + kind};
            sepal_polys *whole = mirrored_set(&of_whole, &s), *lists = mirrored_set(&of_lists, &s);
            move_lists(&r, &s, lists, rows, list);
            use_isa(0);
            place_whole(whole, s.scene.set_a, s.model, rows, s.count);
            check_same_memory(&of_whole, &of_lists, &s, name, kind % TRAVELS);
            sepal_polys_destroy(whole);
            sepal_polys_destroy(lists);
        }
        free(rows);
        free(list);
        stage_destroy(&s);
    }
}

/* --- Small worlds of squares and one triangle ---------------------------------------------------------------------------------- */

enum { SHAPES = 40, TRIANGLE = 17 };

static sepal_polys *square_and_triangle(void) {
    static const float x[] = {-1, 1, 1, -1}, y[] = {-1, -1, 1, 1};
    sepal_polys *models;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, x, y, 4, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(models, x, y, 3, 0.5F, NULL), SEPAL_OK);
    return models;
}

/* Radii appear with the first round shape, and the places of double are relative to their origin. */
Test(place_list, takes_radii_and_places_in_double) {
    sepal_polys *models = square_and_triangle(), *world, *whole;
    uint32_t model[SHAPES] = {0}, list[] = {TRIANGLE, 3, 39, 0};
    double far[SHAPES];
    float near[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        model[i] = i == TRIANGLE;
        far[i] = 1e7 + 3.25 * i;
        near[i] = 3.25F * (float)i;
    }
    const sepal_poses in_double = {.x64 = far, .y64 = far, .origin_x = 1e7, .origin_y = 1e7}, in_float = {.x = near, .y = near};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_create(NULL, &whole), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(whole, models, model, &in_float, SHAPES, NULL), SEPAL_OK);
        for (int i = 0; i < SHAPES; i++) /* flat, without radii, elsewhere */
            cr_assert_eq(sepal_polys_add(world, (const float[4]){0}, (const float[4]){0}, i == TRIANGLE ? 3 : 4, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_place_list(world, list, 4, models, model, &in_double, NULL), SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++) {
            bool listed = i == TRIANGLE || i == 3 || i == 39 || i == 0;
            const float *x, *y, *at_x, *at_y;
            float radius;
            size_t corners, n;
            cr_assert_eq(sepal_polys_vertices(world, i, &x, &y, &corners), SEPAL_OK);
            cr_assert_eq(sepal_polys_vertices(whole, i, &at_x, &at_y, &n), SEPAL_OK);
            cr_assert_eq(corners, n);
            for (size_t k = 0; k < n; k++)
                cr_assert(x[k] == (listed ? at_x[k] : 0) && y[k] == (listed ? at_y[k] : 0), "%s, shape %u", sepal_isa(), i);
            cr_assert_eq(sepal_polys_radius(world, i, &radius), SEPAL_OK);
            cr_assert_eq(radius, i == TRIANGLE ? 0.5F : 0.0F);
        }
        sepal_polys_destroy(world);
        sepal_polys_destroy(whole);
    }
    sepal_polys_destroy(models);
}

/* Asks for `count` shapes to be placed, which is refused: the world stays as it is. */
static void expect(sepal_status expected, sepal_status status, sepal_polys *world, content *before, const char *what) {
    cr_assert_eq(status, expected, "%s, %s: %s", sepal_isa(), what, sepal_status_text(status));
    check_content(world, before, what);
    *before = content_of(world);
}

Test(place_list, refuses_what_does_not_fit_and_changes_nothing) {
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *models = square_and_triangle(), *world;
    uint32_t model[SHAPES] = {0}, list[] = {5, 2, 30, 7};
    float rows[4 * SHAPES] = {0};
    for (int i = 0; i < SHAPES; i++)
        rows[4 * i + 2] = 1;
    cr_assert_eq(sepal_polys_create(&allocator, &world), SEPAL_OK);
    place_whole(world, models, model, rows, SHAPES);
    size_t requests = w.requests;
    rows[4 * 9] = NAN; /* of a shape that is not listed */
    model[9] = 77;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        content before = content_of(world);
        sepal_poses poses = poses_of(rows), half = poses;
        sepal_refusal refusal = {99, NULL};
        half.sin = NULL;
        const sepal_status bad = SEPAL_BAD_ARGUMENT;
        expect(bad, sepal_polys_place_list(NULL, list, 4, models, model, &poses, NULL), world, &before, "no world");
        expect(bad, sepal_polys_place_list(world, NULL, 4, models, model, &poses, NULL), world, &before, "no list");
        expect(bad, sepal_polys_place_list(world, list, 4, NULL, model, &poses, NULL), world, &before, "no models");
        expect(bad, sepal_polys_place_list(world, list, 4, world, model, &poses, NULL), world, &before, "one set");
        expect(bad, sepal_polys_place_list(world, list, 4, models, NULL, &poses, NULL), world, &before, "no model");
        expect(bad, sepal_polys_place_list(world, list, 4, models, model, NULL, NULL), world, &before, "no poses");
        expect(bad, sepal_polys_place_list(world, list, 4, models, model, &half, NULL), world, &before, "no sine");
        list[2] = SHAPES;
        expect(bad, sepal_polys_place_list(world, list, 4, models, model, &poses, &refusal), world, &before, "no shape");
        cr_assert(refusal.index == 2 && strcmp(refusal.reason, "there is no shape with this index") == 0);
        list[2] = 9;
        expect(bad, sepal_polys_place_list(world, list, 4, models, model, &poses, &refusal), world, &before, "no such model");
        cr_assert(refusal.index == 2 && strcmp(refusal.reason, "there is no model with this index") == 0);
        list[2] = 30;
        model[7] = 1;
        expect(SEPAL_BAD_SHAPE, sepal_polys_place_list(world, list, 4, models, model, &poses, &refusal), world, &before,
               "a triangle");
        cr_assert(refusal.index == 3 && strstr(refusal.reason, "as many vertices") != NULL);
        model[7] = 0;
        rows[4 * 2 + isa % 4] = isa % 2 ? INFINITY : NAN;
        expect(SEPAL_BAD_SHAPE, sepal_polys_place_list(world, list, 4, models, model, &poses, &refusal), world, &before,
               "not finite");
        cr_assert(refusal.index == 1 && strcmp(refusal.reason, "its pose is not finite") == 0);
        memcpy(rows + 8, (const float[4]){0x1.fffffep127F, 0, 0x1p126F, 0}, 4 * sizeof *rows);
        expect(SEPAL_BAD_SHAPE, sepal_polys_place_list(world, list, 4, models, model, &poses, &refusal), world, &before,
               "overflows");
        cr_assert(refusal.index == 1 && strcmp(refusal.reason, "a coordinate overflows when it is computed") == 0);
        memcpy(rows + 8, (const float[4]){0, 0, 1, 0}, 4 * sizeof *rows);
        cr_assert_eq(sepal_polys_place_list(world, list, 4, models, model, &poses, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_place_list(world, NULL, 0, models, NULL, &poses, NULL), SEPAL_OK, "an empty list");
        content_release(&before);
    }
    cr_assert_eq(w.requests, requests, "placing a list allocates");
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
    cr_assert_eq(w.live, 0U);
}
