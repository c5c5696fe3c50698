/* What a set stores of placed solids is, bit by bit, what it stores of solids that are added: on every instruction set, whatever the
 * boxes and hulls are, in whatever runs they come, however the poses lie in memory. */
#include "../../src/solids/set.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { MODELS = 64, COUNT = 150, VALUES = 16 };

/* Kinds of vectors, from which boxes are made: any; parallel to axes; flat, or nearly; subnormal; tiny; huge; few bits. */
static float number(rng *r, int kind) {
    const float any = (float)rng_between(r, -(1 << 23), 1 << 23) * 0x1p-22F;
    switch (kind) {
    case 3:
        return any * 0x1p-140F;
    case 4:
        return any * 0x1p-90F;
    case 5:
        return any * 0x1p110F;
    case 6:
        return (float)rng_between(r, -3, 3);
    default:
        return any;
    }
}

static sepal_parallelepiped random_vectors(rng *r) {
    sepal_parallelepiped out;
    const int kind = (int)rng_below(r, 7);
    for (int k = 0; k < 3; k++) {
        out.c[k] = number(r, kind);
        out.u[k] = number(r, kind);
        out.v[k] = kind == 2 ? out.u[k] * 0.75F : number(r, kind);
        out.w[k] = number(r, kind);
        if (kind == 1) {
            out.u[k] = k == 0 ? out.u[k] : 0;
            out.v[k] = k == 1 ? out.v[k] : 0;
            out.w[k] = k == 2 ? out.w[k] : 0;
        }
    }
    if (kind == 2)
        out.v[rng_below(r, 3)] += (float)rng_below(r, 2) * 0x1p-24F;
    return out;
}

/* Hulls of every size of block, full and not; some lie in a plane, some at the origin, some have subnormal or huge coordinates. */
static void add_hull(sepal_solids *models, rng *r, float radius, bool point, bool large) {
    enum { MOST = 90 };
    static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 65, MOST};
    const uint32_t least = large ? 9 : 0;
    const size_t size = point ? 1 : sizes[least + rng_below(r, sizeof sizes / sizeof *sizes - least)];
    const int kind = (int)rng_below(r, 7);
    float at[3][MOST];
    for (size_t k = 0; k < size; k++)
        for (int axis = 0; axis < 3; axis++)
            at[axis][k] = (kind == 2 && axis == 1) || (kind == 6 && size == 1) ? 0 : number(r, kind);
    cr_assert_eq(sepal_solids_add_hull(models, at[0], at[1], at[2], size, radius, NULL), SEPAL_OK);
}

/* Boxes, and a few hulls between them, so that runs end; or many hulls; or points, and a few others; or hulls of many vertices, and a few
 * others. `round`: some have radii. */
typedef enum filling { BOXES, SOME_HULLS, MANY_HULLS, POINTS, LARGE_HULLS, FILLINGS } filling;

static void fill(sepal_solids *models, rng *r, filling with, bool round) {
    static const uint32_t boxes_in_twelve[] = {12, 11, 2, 0, 0};
    for (int i = 0; i < MODELS; i++) {
        const sepal_parallelepiped b = random_vectors(r);
        const float radius = round && rng_below(r, 3) == 0 ? 0.25F : 0;
        if (rng_below(r, 12) >= boxes_in_twelve[with]) {
            const bool usual = rng_below(r, 30) > 0;
            add_hull(models, r, radius, with == POINTS && usual, with == LARGE_HULLS && usual);
            continue;
        }
        const sepal_solid_parallelepipeds one = {{&b.c[0], &b.c[1], &b.c[2]},
                                                 {&b.u[0], &b.u[1], &b.u[2]},
                                                 {&b.v[0], &b.v[1], &b.v[2]},
                                                 {&b.w[0], &b.w[1], &b.w[2]},
                                                 &radius,
                                                 1};
        cr_assert_eq(sepal_solids_add_parallelepipeds(models, &one, 1, NULL, NULL), SEPAL_OK);
    }
}

/* Adds what was placed as what it is now. */
static void add_again(const sepal_solids *world, sepal_solids *added) {
    for (uint32_t i = 0; i < sepal_solids_count(world); i++) {
        sepal_parallelepiped b;
        float radius;
        const float *x, *y, *z;
        size_t size;
        cr_assert_eq(sepal_solids_radius(world, i, &radius), SEPAL_OK);
        if (sepal_solids_box(world, i, &b) == SEPAL_OK) {
            const sepal_solid_parallelepipeds one = {{&b.c[0], &b.c[1], &b.c[2]},
                                                     {&b.u[0], &b.u[1], &b.u[2]},
                                                     {&b.v[0], &b.v[1], &b.v[2]},
                                                     {&b.w[0], &b.w[1], &b.w[2]},
                                                     &radius,
                                                     1};
            cr_assert_eq(sepal_solids_add_parallelepipeds(added, &one, 1, NULL, NULL), SEPAL_OK);
        } else {
            cr_assert_eq(sepal_solids_vertices(world, i, &x, &y, &z, &size), SEPAL_OK);
            cr_assert_eq(sepal_solids_add_hull(added, x, y, z, size, radius, NULL), SEPAL_OK);
        }
    }
}

static void check_records(const sepal_solids *a, const sepal_solids *b, const char *what) {
    cr_assert_eq(a->count, b->count, "%s", what);
    cr_assert_eq(a->boxes, b->boxes, "%s", what);
    cr_assert(a->round == b->round && a->regular == b->regular, "%s", what);
    for (size_t i = 0; i < a->count; i++) {
        cr_assert_eq(memcmp(&a->heads[i], &b->heads[i], sizeof a->heads[i]), 0, "%s, head %zu", what, i);
        cr_assert_eq(memcmp(&a->balls[i], &b->balls[i], sizeof a->balls[i]), 0, "%s, ball %zu", what, i);
        cr_assert(!a->round || a->radii[i] == b->radii[i], "%s, radius %zu", what, i);
    }
    cr_assert_eq(a->used, b->used, "%s", what);
    cr_assert_eq(a->largest, b->largest, "%s", what);
    for (size_t k = 0; k < 4 * a->used; k++) /* records and blocks of hulls; equal bits, as +0 and -0 are not */
        cr_assert_eq(memcmp(&a->vertices[k], &b->vertices[k], sizeof(float)), 0, "%s, float %zu of the hulls: %a instead of %a",
                     what, k, (double)a->vertices[k], (double)b->vertices[k]);
    for (size_t i = 0; i < a->boxes; i++) {
        cr_assert_eq(memcmp(&a->filters[i], &b->filters[i], sizeof a->filters[i]), 0, "%s, filter %zu", what, i);
        cr_assert_eq(memcmp(&a->exacts[i], &b->exacts[i], sizeof a->exacts[i]), 0, "%s, exact record %zu", what, i);
    }
}

/* Values of poses: place, quaternion, matrix; one after the other for each pose, or each for all poses. */
static sepal_solid_poses poses_in(const float *values, bool columns, int way) {
    const size_t step = columns ? COUNT : 1;
    sepal_solid_poses poses = {.x = values, .y = values + step, .z = values + 2 * step, .stride = columns ? 1 : VALUES};
    if (way == 1)
        poses.turn = (sepal_solid_turns){values + 3 * step, values + 4 * step, values + 5 * step, values + 6 * step, {NULL}};
    for (size_t k = 0; way == 2 && k < 9; k++)
        poses.turn.matrix[k] = values + (7 + k) * step;
    return poses;
}

Test(solids_place_records, are_those_of_added_solids) {
    static float values[COUNT * VALUES];
    uint32_t model[COUNT];
    rng r = {77};
    for (int round = 0; round < 6 * FILLINGS; round++) {
        const bool radii = round / FILLINGS % 2 == 1, columns = round % 2 == 0;
        sepal_solids *models = NULL, *world = NULL, *added = NULL;
        cr_assert(sepal_solids_create(NULL, &models) == SEPAL_OK && sepal_solids_create(NULL, &world) == SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &added), SEPAL_OK);
        fill(models, &r, (filling)(round % FILLINGS), radii);
        for (int i = 0; i < COUNT; i++)
            model[i] = rng_below(&r, MODELS);
        for (int i = 0; i < COUNT * VALUES; i++)
            values[i] = round % 5 == 4 ? (float)rng_between(&r, 1, 4) : number(&r, 0);
        for (int way = 0; way < 3; way++) {
            const sepal_solid_poses poses = poses_in(values, columns, way);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                for (size_t count = COUNT - (size_t)round; count <= COUNT; count += (size_t)round + 1) {
                    cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
                    cr_assert_eq(sepal_solids_place(world, models, model, &poses, count, NULL), SEPAL_OK);
                    sepal_solids_clear(added);
                    add_again(world, added);
                    check_records(world, added, sepal_isa());
                }
        }
        sepal_solids_destroy(models);
        sepal_solids_destroy(world);
        sepal_solids_destroy(added);
    }
}

/* Spheres centred on the origin of their model are where their places are; where a place or a centre is 0, its sign is that of the
 * reference. */
Test(solids_place_records, centred_spheres_are_where_the_reference_puts_them) {
    static const float centres[] = {0, -0.0F}, places[] = {1.5F, -3, 0, -0.0F, 0x1p-130F};
    static float values[COUNT * VALUES];
    uint32_t model[COUNT];
    rng r = {78};
    for (int round = 0; round < 60; round++) {
        sepal_solids *models = NULL, *expected = NULL, *world = NULL;
        cr_assert(sepal_solids_create(NULL, &models) == SEPAL_OK && sepal_solids_create(NULL, &world) == SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &expected), SEPAL_OK);
        for (int i = 0; i < MODELS; i++) {
            const bool away = round % 4 == 3 && rng_below(&r, 20) == 0;
            const float x = away ? 1 : centres[rng_below(&r, 2)], y = centres[rng_below(&r, 2)], z = centres[rng_below(&r, 2)];
            cr_assert_eq(sepal_solids_add_hull(models, &x, &y, &z, 1, (float)rng_below(&r, 3) * 0.5F, NULL), SEPAL_OK);
        }
        for (int i = 0; i < COUNT; i++) {
            model[i] = rng_below(&r, MODELS);
            for (int k = 0; k < VALUES; k++)
                values[VALUES * i + k] =
                    k < 3 && rng_below(&r, 40) < (unsigned)round % 3 ? places[rng_below(&r, 5)] : number(&r, 0);
        }
        const sepal_solid_poses poses = poses_in(values, false, round % 3);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            sepal_solids *const placed = isa == 0 ? expected : world;
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            cr_assert_eq(sepal_solids_place(placed, models, model, &poses, COUNT, NULL), SEPAL_OK);
            check_records(placed, expected, sepal_isa());
        }
        sepal_solids_destroy(models);
        sepal_solids_destroy(world);
        sepal_solids_destroy(expected);
    }
}
