/* test_solids_place_range.c — replacing a range or a list of the solids of a world: the bytes of placing all at once, and nothing else
 * changes; places in double; what is refused, and why. */
#include "../../src/solids/set.h"
#include "../common/check.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS = 60, COUNT = 230, WIDTH = 7 }; /* of a pose: x, y, z, and a quaternion */

/* Boxes, and hulls of every size of block; in a set with radii, some have one. */
static sepal_solids *some_models(rng *r, bool round) {
    static const size_t sizes[] = {0, 1, 2, 4, 7, 8, 13, 16, 20, 40, 0, 0};
    sepal_solids *models = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &models), SEPAL_OK);
    for (int i = 0; i < MODELS; i++) {
        const size_t size = sizes[rng_below(r, sizeof sizes / sizeof *sizes)];
        const float radius = round && rng_below(r, 3) == 0 ? 0.25F : 0;
        float at[3][40];
        for (size_t k = 0; k < 40; k++)
            for (int axis = 0; axis < 3; axis++)
                at[axis][k] = (float)rng_real(r, 0.5, 2);
        const sepal_solid_boxes cuboid = {at[0], at[1], at[2], at[0] + 1, at[1] + 1, at[2] + 1, {.w = NULL}, &radius, 1};
        if (size == 0)
            cr_assert_eq(sepal_solids_add_boxes(models, &cuboid, 1, NULL, NULL), SEPAL_OK);
        else
            cr_assert_eq(sepal_solids_add_hull(models, at[0], at[1], at[2], size, radius, NULL), SEPAL_OK);
    }
    return models;
}

static sepal_solid_poses poses_of(const float *rows) {
    return (sepal_solid_poses){.x = rows,
                               .y = rows + 1,
                               .z = rows + 2,
                               .turn = {.w = rows + 3, .x = rows + 4, .y = rows + 5, .z = rows + 6},
                               .stride = WIDTH};
}

static sepal_solids *world_of(const sepal_solids *models, const uint32_t *model, const float *rows) {
    sepal_solids *world = NULL;
    const sepal_solid_poses poses = poses_of(rows);
    cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_solids_place(world, models, model, &poses, COUNT, NULL), SEPAL_OK);
    return world;
}

static void random_rows(rng *r, float *rows, size_t count) {
    for (size_t k = 0; k < count * WIDTH; k++)
        rows[k] = (float)rng_real(r, -3, 3);
}

/* Arrays of none may be NULL, which memcmp does not take. */
static bool same_bytes(const void *a, const void *b, size_t bytes) {
    return bytes == 0 || memcmp(a, b, bytes) == 0;
}

static void check_same(const sepal_solids *a, const sepal_solids *b, const char *what) {
    cr_assert(a->count == b->count && a->boxes == b->boxes && a->used == b->used && a->round == b->round &&
              a->regular == b->regular);
    cr_assert(same_bytes(a->heads, b->heads, a->count * sizeof *a->heads), "%s, %s: heads", sepal_isa(), what);
    cr_assert(same_bytes(a->balls, b->balls, a->count * sizeof *a->balls), "%s, %s: balls", sepal_isa(), what);
    cr_assert(same_bytes(a->filters, b->filters, a->boxes * sizeof *a->filters), "%s, %s: filters", sepal_isa(), what);
    cr_assert(same_bytes(a->exacts, b->exacts, a->boxes * sizeof *a->exacts), "%s, %s: boxes", sepal_isa(), what);
    cr_assert(same_bytes(a->vertices, b->vertices, 16 * a->used), "%s, %s: hulls", sepal_isa(), what);
    for (size_t i = 0; a->round && i < a->count; i++)
        cr_assert_eq(a->radii[i], b->radii[i], "%s, %s: radius %zu", sepal_isa(), what, i);
}

/* Three sevenths of a world move, as ranges and as a list; the result is that of placing all where they are then. */
Test(solids_place_range, stores_the_bytes_of_placing_all_at_once) {
    static float before[COUNT * WIDTH], after[COUNT * WIDTH];
    uint32_t model[COUNT], list[COUNT];
    rng r = {611};
    for (int times = 0; times < 12; times++) {
        sepal_solids *models = some_models(&r, times % 2 == 1);
        random_rows(&r, before, COUNT);
        for (int i = 0; i < COUNT; i++)
            model[i] = times % 3 == 0 ? (uint32_t)(i / 20) : rng_below(&r, MODELS); /* also runs of one kind */
        memcpy(after, before, sizeof after);
        const size_t first = rng_below(&r, 100), count = 1 + rng_below(&r, 99), listed = 1 + rng_below(&r, COUNT);
        random_rows(&r, after + first * WIDTH, count);
        for (size_t k = 0; k < listed; k++) {
            list[k] = rng_below(&r, COUNT);
            random_rows(&r, after + (size_t)list[k] * WIDTH, 1);
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            sepal_solids *world = world_of(models, model, before), *whole = world_of(models, model, after);
            const sepal_solid_poses part = poses_of(after + first * WIDTH), all = poses_of(after);
            cr_assert_eq(sepal_solids_place_range(world, first, models, model + first, &part, count, NULL), SEPAL_OK);
            cr_assert_eq(sepal_solids_place_list(world, list, listed, models, model, &all, NULL), SEPAL_OK);
            check_same(world, whole, "a range and a list");
            sepal_solids_destroy(world);
            sepal_solids_destroy(whole);
        }
        sepal_solids_destroy(models);
    }
}

/* A world without radii gets its first one, in a set that has them. */
Test(solids_place_range, brings_the_first_radius) {
    const float zero = 0, radius = 0.5F;
    static float rows[COUNT * WIDTH];
    uint32_t model[COUNT] = {0};
    sepal_solids *plain = NULL, *round = NULL;
    cr_assert(sepal_solids_create(NULL, &plain) == SEPAL_OK && sepal_solids_create(NULL, &round) == SEPAL_OK);
    const sepal_solid_spheres points = {&zero, &zero, &zero, &zero, 1}, spheres = {&zero, &zero, &zero, &radius, 1};
    cr_assert_eq(sepal_solids_add_spheres(plain, &points, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(round, &spheres, 1, NULL, NULL), SEPAL_OK);
    for (int i = 0; i < COUNT; i++)
        rows[i * WIDTH + 3] = 1;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        sepal_solids *world = world_of(plain, model, rows);
        const sepal_solid_poses poses = poses_of(rows);
        cr_assert_eq(sepal_solids_place_range(world, 100, round, model, &poses, 40, NULL), SEPAL_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            float got = -1;
            cr_assert_eq(sepal_solids_radius(world, i, &got), SEPAL_OK);
            cr_assert_eq(got, i >= 100 && i < 140 ? radius : 0, "%s, solid %u", sepal_isa(), i);
        }
        sepal_solids_destroy(world);
    }
    sepal_solids_destroy(plain);
    sepal_solids_destroy(round);
}

/* Places in double, relative to an origin far away, are those of the differences, each rounded once. */
Test(solids_place_range, takes_places_in_double) {
    static float rows[COUNT * WIDTH];
    static double far[COUNT][3];
    uint32_t model[COUNT];
    rng r = {612};
    sepal_solids *models = some_models(&r, true);
    const double origin[3] = {1e7, -2e8, 3e6 + 0.1};
    random_rows(&r, rows, COUNT);
    for (int i = 0; i < COUNT; i++) {
        model[i] = rng_below(&r, MODELS);
        for (int k = 0; k < 3; k++) {
            far[i][k] = origin[k] + rng_real(&r, -50, 50);
            rows[i * WIDTH + k] = (float)(far[i][k] - origin[k]); /* exact before it is rounded (Sterbenz) */
        }
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        sepal_solid_poses poses = poses_of(rows);
        sepal_solids *near = world_of(models, model, rows), *world = NULL;
        poses.x = poses.y = poses.z = NULL;
        poses.x64 = &far[0][0], poses.y64 = &far[0][1], poses.z64 = &far[0][2];
        poses.stride64 = 3;
        poses.origin_x = origin[0], poses.origin_y = origin[1], poses.origin_z = origin[2];
        cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
        cr_assert_eq(sepal_solids_place(world, models, model, &poses, COUNT, NULL), SEPAL_OK);
        check_same(world, near, "places in double");
        poses.z64 = NULL;
        cr_assert_eq(sepal_solids_place(world, models, model, &poses, COUNT, NULL), SEPAL_BAD_ARGUMENT);
        check_same(world, near, "one array is missing");
        sepal_solids_destroy(near);
        sepal_solids_destroy(world);
    }
    sepal_solids_destroy(models);
}

/* The next call is refused, and `world` stays as `as` is. */
static void expect(sepal_status expected, sepal_status status, const sepal_solids *world, const sepal_solids *as,
                   const char *what) {
    cr_assert_eq(status, expected, "%s, %s: %s", sepal_isa(), what, sepal_status_text(status));
    check_same(world, as, what);
}

Test(solids_place_range, refuses_what_does_not_fit_and_changes_nothing) {
    static float rows[COUNT * WIDTH];
    uint32_t model[COUNT], list[] = {5, 2, 30, 7};
    const sepal_status bad = SEPAL_BAD_ARGUMENT;
    rng r = {613};
    sepal_solids *models = some_models(&r, true);
    uint32_t a_box = 0, a_hull = 0;
    while (!sepal_solid_is_box(models, a_box))
        a_box++;
    while (sepal_solid_is_box(models, a_hull))
        a_hull++;
    random_rows(&r, rows, COUNT);
    for (int i = 0; i < COUNT; i++)
        model[i] = a_box;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        sepal_solids *world = world_of(models, model, rows), *as = world_of(models, model, rows);
        const sepal_solid_poses poses = poses_of(rows);
        sepal_refusal refusal = {99, NULL};
        expect(bad, sepal_solids_place_range(NULL, 0, models, model, &poses, 5, NULL), world, as, "no world");
        expect(bad, sepal_solids_place_range(world, 0, world, model, &poses, 5, NULL), world, as, "one set");
        expect(bad, sepal_solids_place_range(world, 0, models, NULL, &poses, 5, NULL), world, as, "no model");
        expect(bad, sepal_solids_place_range(world, COUNT - 4, models, model, &poses, 5, NULL), world, as, "beyond the end");
        expect(bad, sepal_solids_place_range(world, 1, models, model, &poses, SIZE_MAX, NULL), world, as, "endless");
        expect(SEPAL_OK, sepal_solids_place_range(world, COUNT, models, NULL, &poses, 0, NULL), world, as, "nothing at the end");
        expect(bad, sepal_solids_place_list(world, NULL, 4, models, model, &poses, NULL), world, as, "no list");
        expect(SEPAL_OK, sepal_solids_place_list(world, NULL, 0, models, NULL, &poses, NULL), world, as, "an empty list");
        list[2] = COUNT;
        expect(bad, sepal_solids_place_list(world, list, 4, models, model, &poses, &refusal), world, as, "no such solid");
        cr_assert(refusal.index == 2 && strcmp(refusal.reason, "there is no shape with this index") == 0);
        list[2] = 30;
        model[30] = MODELS;
        expect(bad, sepal_solids_place_list(world, list, 4, models, model, &poses, &refusal), world, as, "no such model");
        cr_assert(refusal.index == 2 && strcmp(refusal.reason, "there is no model with this index") == 0);
        model[30] = a_hull;
        expect(SEPAL_BAD_SHAPE, sepal_solids_place_range(world, 28, models, model + 28, &poses, 9, &refusal), world, as, "a hull");
        cr_assert(refusal.index == 2 && strstr(refusal.reason, "as many vertices") != NULL);
        model[30] = a_box;
        const float kept = rows[30 * WIDTH + 1];
        rows[30 * WIDTH + 1] = INFINITY;
        expect(SEPAL_BAD_SHAPE, sepal_solids_place_list(world, list, 4, models, model, &poses, &refusal), world, as, "not finite");
        cr_assert(refusal.index == 2 && strncmp(refusal.reason, "its pose is not finite", 22) == 0);
        rows[30 * WIDTH + 1] = kept;
        sepal_solids_destroy(world);
        sepal_solids_destroy(as);
    }
    sepal_solids_destroy(models);
}
