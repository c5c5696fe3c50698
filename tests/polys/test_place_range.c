/* Placing a range of a world: the bytes of placing all shapes at once, and nothing else changes; what is refused, and why. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/compare.h"
#include "../questions/polys_questions.h"
#include "mirror.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Poses in rows of four: x, y, cos, sin. */
static sepal_poses poses_at(const float *rows, size_t first) {
    const float *row = rows + 4 * first;
    return (sepal_poses){.x = row, .y = row + 1, .cos = row + 2, .sin = row + 3, .stride = 4};
}

static void place_some(sepal_polys *world, size_t first, size_t count, const sepal_polys *models, const uint32_t *model,
                       const float *rows) {
    sepal_poses poses = poses_at(rows, first);
    sepal_status status = sepal_polys_place_range(world, first, models, model + first, &poses, count, NULL);
    cr_assert_eq(status, SEPAL_OK, "%s: %s", sepal_isa(), sepal_status_text(status));
}

static void place_whole(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const float *rows, size_t count) {
    sepal_poses poses = poses_at(rows, 0);
    cr_assert_eq(sepal_polys_place(world, models, model, &poses, count, NULL), SEPAL_OK);
}

/* --- The same bytes ---------------------------------------------------------------------------------------------------------- */

/* Some ranges of a world of models at rest are moved, in any order, some of them twice. */
static void move_ranges(rng *r, const stage *s, sepal_polys *world, float *rows) {
    for (size_t i = 0; i < s->count; i++)
        memcpy(rows + 4 * i, (const float[4]){0, 0, 1, 0}, 4 * sizeof *rows);
    place_whole(world, s->scene.set_a, s->model, rows, s->count);
    for (int times = 0; times < 9; times++) {
        size_t first = rng_below(r, (uint32_t)s->count + 1), most = s->count - first;
        size_t limit = times % 3 == 0 ? 1 : 40, count = rng_below(r, (uint32_t)(most < limit ? most : limit) + 1);
        memcpy(rows + 4 * first, s->rows + 4 * first, 4 * count * sizeof *rows);
        place_some(world, first, count, s->scene.set_a, s->model, rows);
    }
}

Test(place_range, stores_the_bytes_of_placing_all_at_once) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        stage s = stage_create(kind, kind % TRAVELS, 921, 140 + kind);
        stage_make_finite(&s);
        float *rows = malloc(4 * s.count * sizeof *rows);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            mirror of_whole, of_ranges;
            const char *name = use_isa(isa);
            rng r = {922 + kind};
            sepal_polys *whole = mirrored_set(&of_whole, &s), *ranges = mirrored_set(&of_ranges, &s);
            move_ranges(&r, &s, ranges, rows);
            use_isa(0);
            place_whole(whole, s.scene.set_a, s.model, rows, s.count);
            check_same_memory(&of_whole, &of_ranges, &s, name, kind % TRAVELS);
            sepal_polys_destroy(whole);
            sepal_polys_destroy(ranges);
        }
        free(rows);
        stage_destroy(&s);
    }
}

/* --- The same answers -------------------------------------------------------------------------------------------------------- */

enum { SHAPES = 90, NEIGHBOURS = 12 };

/* All questions about shapes and those that come after them. */
static void check_same_answers(const sepal_polys *got, const sepal_polys *expected, const char *what) {
    size_t shapes = sepal_polys_count(got);
    sepal_pair pairs[SHAPES * NEIGHBOURS];
    for (uint32_t k = 0; k < SHAPES * NEIGHBOURS; k++)
        pairs[k] = (sepal_pair){(uint32_t)(k % shapes), (uint32_t)((k % shapes + k / shapes) % shapes)};
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.125F, 0};
    for (int k = 0; k < POLYS_QUESTIONS; k++) {
        const question *q = &polys_questions[k];
        call of_expected = {.a = expected, .b = expected, .pairs = pairs, .count = SHAPES * NEIGHBOURS, .rule = &rule};
        of_expected.count = q->one_against_many ? shapes : of_expected.count;
        call of_got = of_expected;
        of_got.a = of_got.b = got;
        reply right = ask_scalar(q, &of_expected), found = ask_question(q, &of_got);
        size_t differs = 0;
        cr_assert(same_answers(&found, &right, 0, &differs), "%s, %s, '%s', answer %zu", sepal_isa(), what, q->name, differs);
        reply_release(&right);
        reply_release(&found);
    }
}

/* Models of four vertices: boxes, and what makes a world one that is not of boxes, not of counter-clockwise polygons with area, or
 * not without radii. */
static sepal_polys *four_cornered_models(void) {
    static const float x[][4] = {{-1, 1, 1, -1}, {-1, 1, 0.5F, -1}, {-1, -1, 1, 1}, {0, 1, 2, 1}, {-2, 2, 2, -2}};
    static const float y[][4] = {{-1, -1, 1, 1}, {-1, -1, 1, 1}, {-1, 1, 1, -1}, {0, 0, 0, 0}, {-1, -1, 1, 1}};
    static const float radius[] = {0, 0, 0, 0, 0.5F};
    sepal_polys *models;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    for (int k = 0; k < 5; k++)
        cr_assert_eq(sepal_polys_add_round(models, x[k], y[k], 4, radius[k], NULL), SEPAL_OK);
    return models;
}

Test(place_range, answers_are_those_of_placing_all_at_once) {
    static const char *const what[] = {"boxes", "a trapezoid", "clockwise", "flat", "the first radius"};
    rng r = {923};
    sepal_polys *models = four_cornered_models(), *boxes, *world, *whole;
    cr_assert_eq(sepal_polys_create(NULL, &boxes), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &whole), SEPAL_OK);
    const float *x, *y;
    size_t corners;
    cr_assert_eq(sepal_polys_vertices(models, 0, &x, &y, &corners), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(boxes, x, y, corners, NULL), SEPAL_OK); /* a set of boxes without radii */
    float rows[4 * SHAPES];
    uint32_t model[SHAPES];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (uint32_t other = 0; other < 5; other++) {
            use_isa(isa);
            for (size_t i = 0; i < SHAPES; i++) {
                double c, s;
                random_rotation(&r, &c, &s);
                const float row[4] = {(float)rng_real(&r, -9, 9), (float)rng_real(&r, -9, 9), (float)c, (float)s};
                memcpy(rows + 4 * i, row, sizeof row);
                model[i] = 0;
            }
            place_whole(world, boxes, model, rows, SHAPES);
            size_t first = 10 + rng_below(&r, 20), count = 1 + rng_below(&r, 40);
            for (size_t i = first; i < first + count; i++)
                model[i] = i % 2 == 0 ? other : 0;
            place_some(world, first, count, models, model, rows);
            place_whole(whole, models, model, rows, SHAPES);
            check_same_answers(world, whole, what[other]);
            for (uint32_t i = 0; i < SHAPES; i++) {
                float radius = -1;
                cr_assert_eq(sepal_polys_radius(world, i, &radius), SEPAL_OK);
                cr_assert_eq(radius, model[i] == 4 ? 0.5F : 0);
            }
            for (size_t i = first; i < first + count; i++)
                model[i] = 0; /* and boxes again */
            place_some(world, first, count, boxes, model, rows);
            place_whole(whole, boxes, model, rows, SHAPES);
            check_same_answers(world, whole, "boxes again");
        }
    sepal_polys_destroy(models);
    sepal_polys_destroy(boxes);
    sepal_polys_destroy(world);
    sepal_polys_destroy(whole);
}

/* --- What is refused --------------------------------------------------------------------------------------------------------- */

static void check_refused(sepal_polys *world, sepal_status status, sepal_status expected, content *before, const char *what) {
    cr_assert_eq(status, expected, "%s, %s: %s", sepal_isa(), what, sepal_status_text(status));
    check_content(world, before, what);
    *before = content_of(world);
}

Test(place_range, refuses_what_does_not_fit_and_changes_nothing) {
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *models = four_cornered_models(), *world;
    const float triangle[2][3] = {{0, 1, 0}, {0, 0, 1}};
    cr_assert_eq(sepal_polys_add(models, triangle[0], triangle[1], 3, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(&allocator, &world), SEPAL_OK);
    uint32_t model[20] = {0};
    float rows[80] = {0};
    for (int i = 0; i < 20; i++)
        rows[4 * i + 2] = 1;
    place_whole(world, models, model, rows, 20);
    size_t requests = w.requests;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        content before = content_of(world);
        sepal_poses poses = poses_at(rows, 0), half = poses, none = poses, far = poses;
        half.sin = NULL;
        none.x = NULL;
        far.x64 = &(const double){0};
        check_refused(world, sepal_polys_place_range(NULL, 0, models, model, &poses, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no world");
        check_refused(world, sepal_polys_place_range(world, 0, NULL, model, &poses, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no models");
        check_refused(world, sepal_polys_place_range(world, 0, world, model, &poses, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "one set");
        check_refused(world, sepal_polys_place_range(world, 0, models, NULL, &poses, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no list");
        check_refused(world, sepal_polys_place_range(world, 0, models, model, NULL, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no poses");
        check_refused(world, sepal_polys_place_range(world, 0, models, model, &half, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no sine");
        check_refused(world, sepal_polys_place_range(world, 0, models, model, &none, 5, NULL), SEPAL_BAD_ARGUMENT, &before, "no x");
        check_refused(world, sepal_polys_place_range(world, 0, models, model, &far, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "no y64");
        check_refused(world, sepal_polys_place_range(world, 16, models, model, &poses, 5, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "beyond the end");
        check_refused(world, sepal_polys_place_range(world, 21, models, model, &poses, 0, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "behind the end");
        check_refused(world, sepal_polys_place_range(world, 1, models, model, &poses, SIZE_MAX, NULL), SEPAL_BAD_ARGUMENT, &before,
                      "endless");
        cr_assert_eq(sepal_polys_place_range(world, 20, models, NULL, &none, 0, NULL), SEPAL_OK, "nothing at the end");
        sepal_refusal refusal = {99, NULL};
        model[3] = 6;
        check_refused(world, sepal_polys_place_range(world, 2, models, model, &poses, 9, &refusal), SEPAL_BAD_ARGUMENT, &before,
                      "no such model");
        cr_assert(refusal.index == 3 && strcmp(refusal.reason, "there is no model with this index") == 0);
        model[3] = 5;
        check_refused(world, sepal_polys_place_range(world, 2, models, model, &poses, 9, &refusal), SEPAL_BAD_SHAPE, &before,
                      "three vertices");
        cr_assert(refusal.index == 3 && strstr(refusal.reason, "as many vertices") != NULL);
        model[3] = 0;
        rows[4 * 7 + isa % 4] = isa % 2 ? INFINITY : NAN;
        check_refused(world, sepal_polys_place_range(world, 2, models, model, &poses, 9, &refusal), SEPAL_BAD_SHAPE, &before,
                      "not finite");
        cr_assert(refusal.index == 7 && strcmp(refusal.reason, "its pose is not finite") == 0);
        rows[4 * 7 + isa % 4] = 0x1.fffffep127F;
        rows[4 * 7 + 1 - isa % 2] = 0x1.fffffep127F;
        rows[4 * 7 + 2] = 0x1p126F;
        check_refused(world, sepal_polys_place_range(world, 2, models, model, &poses, 9, &refusal), SEPAL_BAD_SHAPE, &before,
                      "overflows");
        cr_assert(refusal.index == 7 && strcmp(refusal.reason, "a coordinate overflows when it is computed") == 0);
        memcpy(rows + 28, (const float[4]){0, 0, 1, 0}, 4 * sizeof *rows);
        content_release(&before);
    }
    place_some(world, 3, 17, models, model, rows);
    cr_assert_eq(w.requests, requests, "placing a range allocates");
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
    cr_assert_eq(w.live, 0);
}
