/* test_first_hit.c — the first pose of a trajectory that overlaps anything: against placing every pose and asking about every pair. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>

enum { STEPS = 150, OBSTACLES = 50 };

/* A trajectory: positions, and rotations as a cosine and a sine, or as a quaternion. */
typedef struct trajectory {
    float x[STEPS], y[STEPS], z[STEPS], cos[STEPS], sin[STEPS], none[STEPS];
} trajectory;

/* From far away to the origin and through it, in steps of `step`. */
static void make_trajectory(trajectory *t, rng *r, double start, double step) {
    for (int k = 0; k < STEPS; k++) {
        double c, s;
        random_rotation(r, &c, &s);
        t->x[k] = (float)(start + step * k);
        t->y[k] = (float)(0.3 * start + rng_real(r, -1, 1) * step);
        t->z[k] = (float)(0.1 * step * k);
        t->cos[k] = (float)c;
        t->sin[k] = (float)s;
        t->none[k] = 0;
    }
}

static size_t first_of(const uint64_t *bits, size_t row, size_t shapes) {
    for (size_t k = 0; k < shapes; k++)
        if (bit_at(bits + row * SEPAL_BIT_WORDS(shapes), k))
            return row;
    return SIZE_MAX;
}

static size_t every_polys_step(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t count,
                               const sepal_polys *obstacles, const sepal_rule *rule) {
    sepal_polys *world = empty_set(NULL);
    uint32_t same[STEPS];
    uint64_t bits[SEPAL_BIT_WORDS(1000)];
    size_t shapes = sepal_polys_count(obstacles), first = count;
    for (size_t k = 0; k < STEPS; k++)
        same[k] = model;
    cr_assert_eq(sepal_polys_place(world, models, same, poses, count, NULL), SEPAL_OK);
    for (uint32_t k = 0; k < count && first == count; k++) {
        cr_assert_eq(sepal_polys_overlap_one(world, k, obstacles, 0, shapes, rule, bits), SEPAL_OK);
        if (first_of(bits, 0, shapes) == 0)
            first = k;
    }
    sepal_polys_destroy(world);
    return first;
}

static size_t every_solids_step(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t count,
                                const sepal_solids *obstacles, const sepal_rule *rule) {
    sepal_solids *world = NULL;
    uint32_t same[STEPS];
    uint64_t bits[SEPAL_BIT_WORDS(1000)];
    size_t shapes = sepal_solids_count(obstacles), first = count;
    cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
    for (size_t k = 0; k < STEPS; k++)
        same[k] = model;
    cr_assert_eq(sepal_solids_place(world, models, same, poses, count, NULL), SEPAL_OK);
    for (uint32_t k = 0; k < count && first == count; k++) {
        cr_assert_eq(sepal_solids_overlap_one(world, k, obstacles, 0, shapes, rule, bits), SEPAL_OK);
        if (first_of(bits, 0, shapes) == 0)
            first = k;
    }
    sepal_solids_destroy(world);
    return first;
}

Test(first_hit, of_polygons_of_every_kind) {
    static trajectory t;
    size_t hits = 0, misses = 0;
    sepal_polys *world = empty_set(NULL);
    for (size_t kind = 0; kind < scene_kind_count(); kind += 5) { /* the brute force takes its time */
        round_scene s = round_scene_create(kind, 5 + kind, OBSTACLES, 1, (radius_manner)(kind / 5 % RADIUS_MANNERS));
        rng r = {kind};
        const float *x, *y;
        size_t vertices;
        cr_assert_eq(sepal_polys_vertices(s.b, 0, &x, &y, &vertices), SEPAL_OK);
        double size = fabs((double)x[0]) + fabs((double)y[0]) + 1e-30;
        for (int way = 0; way < 4 && size < 1e30; way++) {
            make_trajectory(&t, &r, -(double)(1 << 3 * way) * size, 0.01 * (1 << 3 * way) * size);
            const sepal_rule rule = {(sepal_touching)(way % 2), way < 2 ? 0 : s.margin, 0};
            size_t count = (size_t)(STEPS - 7 * way - (int)kind % 5);
            sepal_poses poses = {.x = t.x, .y = t.y, .cos = way == 3 ? NULL : t.cos, .sin = way == 3 ? NULL : t.sin};
            uint32_t model = rng_below(&r, (uint32_t)sepal_polys_count(s.a));
            use_isa(0);
            size_t expected = every_polys_step(s.a, model, &poses, count, s.b, &rule);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                size_t first = 12345;
                use_isa(isa);
                cr_assert_eq(sepal_polys_first_hit(s.a, model, &poses, count, s.b, &rule, world, &first), SEPAL_OK);
                cr_assert_eq(first, expected, "%s, '%s': pose %zu instead of %zu", sepal_isa(), s.base.kind, first, expected);
            }
            *(expected < count ? &hits : &misses) += 1;
        }
        round_scene_destroy(&s);
    }
    sepal_polys_destroy(world);
    cr_assert(hits > 10 && misses > 5, "%zu trajectories hit, %zu do not", hits, misses);
}

Test(first_hit, of_solids_of_every_kind) {
    static trajectory t;
    size_t hits = 0, misses = 0;
    sepal_solids *world = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 5 + kind, OBSTACLES);
        rng r = {kind};
        const solid_item *item = &s.b[0];
        double size = item->box ? fabs((double)item->vectors.c[0]) + fabs((double)item->vectors.u[0]) : fabs((double)item->x[0]);
        size += 1e-30;
        for (int way = 0; way < 3 && size < 1e30; way++) {
            make_trajectory(&t, &r, -(double)(1 << 3 * way) * size, 0.01 * (1 << 3 * way) * size);
            const sepal_rule rule = {(sepal_touching)(way % 2), s.margin, 0};
            sepal_solid_poses poses = {.x = t.x, .y = t.y, .z = t.z, .stride = 1};
            if (way == 1)
                poses.turn = (sepal_solid_turns){.w = t.cos, .x = t.sin, .y = t.none, .z = t.none};
            const float *matrix[9] = {t.cos, t.none, t.sin, t.none, t.sin, t.none, t.sin, t.none, t.cos};
            for (int k = 0; way == 2 && k < 9; k++)
                poses.turn.matrix[k] = matrix[k];
            use_isa(0);
            size_t expected = every_solids_step(s.set_a, 3, &poses, STEPS, s.set_b, &rule);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                size_t first = 12345;
                use_isa(isa);
                cr_assert_eq(sepal_solids_first_hit(s.set_a, 3, &poses, STEPS, s.set_b, &rule, world, &first), SEPAL_OK);
                cr_assert_eq(first, expected, "%s, '%s': pose %zu instead of %zu", sepal_isa(), s.kind, first, expected);
            }
            *(expected < STEPS ? &hits : &misses) += 1;
        }
        solid_scene_destroy(&s);
    }
    sepal_solids_destroy(world);
    cr_assert(hits > 10 && misses > 2, "%zu trajectories hit, %zu do not", hits, misses);
}

/* One obstacle that only one step meets, wherever that step is, in arrays of structures. */
Test(first_hit, whichever_step_it_is) {
    static float rows[STEPS][5];
    sepal_polys *models = empty_set(NULL), *obstacles = empty_set(NULL), *world = empty_set(NULL);
    const float corner_x[] = {0, 1, 1, 0}, corner_y[] = {0, 0, 1, 1}, far = 50;
    cr_assert_eq(sepal_polys_add(models, corner_x, corner_y, 4, NULL), SEPAL_OK);
    for (int k = 0; k < 100; k++)
        cr_assert_eq(sepal_polys_add(obstacles, k == 70 ? &far : corner_y, k == 70 ? &far : corner_x, k == 70 ? 1 : 4, NULL),
                     SEPAL_OK);
    static double wide_x[2 * STEPS], wide_y[2 * STEPS];
    const sepal_poses poses = {.x = &rows[0][0], .y = &rows[0][1], .stride = 5};
    for (size_t at = 0; at <= STEPS; at++) {
        size_t first = 12345;
        for (size_t k = 0; k < STEPS; k++) {
            rows[k][0] = k == at ? 49.5F : 20;
            rows[k][1] = k >= at ? 49.5F : 20;
        }
        cr_assert_eq(sepal_polys_first_hit(models, 0, &poses, STEPS, obstacles, NULL, world, &first), SEPAL_OK);
        cr_assert_eq(first, at);
        for (size_t k = 0; k < STEPS; k++) {
            wide_x[2 * k] = (double)rows[k][0] + 4096;
            wide_y[2 * k] = (double)rows[k][1] - 512;
        }
        const sepal_poses wide = {.x64 = wide_x, .y64 = wide_y, .stride64 = 2, .origin_x = 4096, .origin_y = -512};
        cr_assert_eq(sepal_polys_first_hit(models, 0, &wide, STEPS, obstacles, NULL, world, &first), SEPAL_OK);
        cr_assert_eq(first, at, "places in double");
    }
    sepal_polys_destroy(models);
    sepal_polys_destroy(obstacles);
    sepal_polys_destroy(world);
}

/* Places in double far from the origin, as places near it. */
Test(first_hit, far_from_the_origin) {
    static double rows[STEPS][3];
    const float corner_x[] = {0, 1, 1}, corner_y[] = {0, 0, 1}, at[] = {500};
    sepal_polys *models = empty_set(NULL), *obstacles = empty_set(NULL), *world = empty_set(NULL);
    cr_assert_eq(sepal_polys_add(models, corner_x, corner_y, 3, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(obstacles, at, at, 1, NULL), SEPAL_OK);
    for (size_t hit = 0; hit <= STEPS; hit += 50) {
        size_t first = 12345;
        for (size_t k = 0; k < STEPS; k++) {
            rows[k][0] = 5e6 + (k < hit ? 400 : 499.5);
            rows[k][1] = 7e6 + 499.75;
        }
        const sepal_poses poses = {.x64 = &rows[0][0], .y64 = &rows[0][1], .stride64 = 3, .origin_x = 5e6, .origin_y = 7e6};
        cr_assert_eq(sepal_polys_first_hit(models, 0, &poses, STEPS, obstacles, NULL, world, &first), SEPAL_OK);
        cr_assert_eq(first, hit);
    }
    sepal_polys_destroy(models);
    sepal_polys_destroy(obstacles);
    sepal_polys_destroy(world);
}

Test(first_hit, of_solids_far_from_the_origin) {
    static double rows[STEPS][4];
    const float zero[] = {0}, at[] = {500};
    sepal_solids *models = NULL, *obstacles = NULL, *world = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &obstacles), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(models, zero, zero, zero, 1, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(obstacles, at, at, at, 1, 0, NULL), SEPAL_OK);
    for (size_t hit = 0; hit <= STEPS; hit += 50) {
        size_t first = 12345;
        for (size_t k = 0; k < STEPS; k++) {
            rows[k][0] = 5e6 + (k < hit ? 400 : 499.5);
            rows[k][1] = 7e6 + 499.75;
            rows[k][2] = 500 - 9e6;
        }
        sepal_solid_poses poses = {.x64 = &rows[0][0], .y64 = &rows[0][1], .z64 = &rows[0][2], .stride64 = 4};
        poses.origin_x = 5e6, poses.origin_y = 7e6, poses.origin_z = -9e6;
        cr_assert_eq(sepal_solids_first_hit(models, 0, &poses, STEPS, obstacles, NULL, world, &first), SEPAL_OK);
        cr_assert_eq(first, hit);
        poses.z64 = NULL;
        cr_assert_eq(sepal_solids_first_hit(models, 0, &poses, STEPS, obstacles, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    }
    sepal_solids_destroy(models);
    sepal_solids_destroy(obstacles);
    sepal_solids_destroy(world);
}

Test(first_hit, bad_arguments_change_nothing) {
    const float zero[2] = {0, 0}, one[2] = {1, 1}, bad[2] = {5, NAN};
    const double one64[2] = {1, 1};
    const sepal_poses poses = {.x = one, .y = one, .cos = one, .sin = zero}, half = {.x = one, .y = one, .cos = one};
    const sepal_poses missing = {.x = one}, half64 = {.x = one, .y = one, .x64 = one64};
    const sepal_poses later = {.x = bad, .y = one};
    const sepal_solid_poses placed = {.x = one, .y = one, .z = one}, flat = {.x = one, .y = one};
    const sepal_rule rule = {.margin = -1};
    sepal_polys *set = empty_set(NULL), *world = empty_set(NULL);
    sepal_solids *solids = NULL, *space = NULL;
    size_t first = 12345;
    cr_assert_eq(sepal_solids_create(NULL, &solids), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &space), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, zero, zero, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(world, zero, zero, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(solids, zero, zero, zero, 1, 0, NULL), SEPAL_OK);
    content before = content_of(world);
    cr_assert_eq(sepal_polys_first_hit(NULL, 0, &poses, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 1, &poses, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, NULL, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &half, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &missing, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &half64, 2, set, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, NULL, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, set, &rule, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, set, NULL, NULL, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, set, NULL, set, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, world, NULL, world, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &poses, 2, set, NULL, world, NULL), SEPAL_BAD_ARGUMENT);
    check_content(world, &before, "bad arguments");
    cr_assert_eq(sepal_polys_first_hit(set, 0, &later, 2, set, NULL, world, &first), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_solids_first_hit(NULL, 0, &placed, 2, solids, NULL, space, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_first_hit(solids, 1, &placed, 2, solids, NULL, space, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_first_hit(solids, 0, &flat, 2, solids, NULL, space, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_first_hit(solids, 0, &placed, 2, solids, NULL, solids, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_first_hit(solids, 0, &placed, 2, solids, &rule, space, &first), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(first, 12345U);
    cr_assert_eq(sepal_polys_first_hit(set, 0, &(sepal_poses){0}, 0, set, NULL, world, &first), SEPAL_OK);
    cr_assert_eq(first, 0U);
    sepal_polys_destroy(set);
    sepal_polys_destroy(world);
    sepal_solids_destroy(solids);
    sepal_solids_destroy(space);
}

/* A world that has room is enough. */
Test(first_hit, allocates_nothing_if_there_is_room) {
    static float places[STEPS];
    const float corner_x[] = {0, 1, 1}, corner_y[] = {0, 0, 1};
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *models = empty_set(NULL), *world = NULL;
    size_t first;
    cr_assert_eq(sepal_polys_create(&allocator, &world), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, corner_x, corner_y, 3, NULL), SEPAL_OK);
    for (size_t k = 0; k < STEPS; k++)
        places[k] = 1000 - (float)k;
    const sepal_poses poses = {.x = places, .y = places};
    cr_assert_eq(sepal_polys_reserve(world, 64, 64 * 3), SEPAL_OK);
    size_t requests = w.requests;
    cr_assert_eq(sepal_polys_first_hit(models, 0, &poses, STEPS, models, NULL, world, &first), SEPAL_OK);
    cr_assert_eq(first, (size_t)STEPS);
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}
