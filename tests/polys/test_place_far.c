/* Placing far from the origin: places in double relative to an origin, rounded once; and what that does for depths. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static sepal_polys *new_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

/* --- Rounded once ------------------------------------------------------------------------------------------------------------ */

enum { POINTS = 200, STRIDES = 3 };

/* Whole numbers whose differences from `origin` have 54 bits and are half way between two floats, or next to that: rounding them
 * to double first decides wrongly. Conversion from an integer to float rounds once (C11, 6.3.1.4). */
static void far_places(rng *r, int64_t origin, double scale, size_t stride, double *place, float *expected) {
    for (size_t i = 0; i < POINTS; i++) {
        int64_t steps = ((int64_t)1 << 23) + (int64_t)rng_below(r, (uint32_t)1 << 22);
        int64_t difference = (((2 * steps + 1) << 29) + rng_between(r, -1, 1)) * (origin < 0 ? 1 : -1);
        if (rng_below(r, 4) == 0)
            difference = rng_between(r, -1000, 1000); /* near the origin: exact */
        place[i * stride] = (double)(origin + difference) * scale;
        expected[i] = (float)difference * (float)scale;
    }
}

/* Points, each where its pose is; and large polygons, whose first vertex is there. */
Test(place_far, rounds_the_difference_once) {
    static double x[STRIDES * POINTS], y[STRIDES * POINTS];
    sepal_polys *models = new_set(), *world = new_set(), *ranges = new_set();
    polygon large = {.count = 0};
    rng r = {931};
    const float zero = 0;
    size_t twice = 0; /* differences that rounding to double first would round otherwise */
    make_lattice(&r, 40, (lattice_point){0, 0}, 9, &large);
    polygon_translate(&large, -(double)large.x[0], -(double)large.y[0]);
    cr_assert_eq(sepal_polys_add(models, &zero, &zero, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, large.x, large.y, large.count, NULL), SEPAL_OK);
    uint32_t model[POINTS];
    for (uint32_t i = 0; i < POINTS; i++)
        model[i] = i % 7 == 6;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int times = 0; times < 30; times++) {
            size_t stride = (size_t)times % STRIDES;
            double scale = ldexp(1, -(times % 2) * 60 - 20);
            int64_t origin_x = ((int64_t)1 << 53) - 2000 - (int64_t)rng_below(&r, 1000), origin_y = -origin_x + times;
            float right_x[POINTS], right_y[POINTS];
            far_places(&r, origin_x, scale, stride == 0 ? 1 : stride, x, right_x);
            far_places(&r, origin_y, scale, stride == 0 ? 1 : stride, y, right_y);
            sepal_poses poses = {.x64 = x, .y64 = y, .stride64 = stride};
            poses.origin_x = (double)origin_x * scale;
            poses.origin_y = (double)origin_y * scale;
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, models, model, &poses, POINTS, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place(ranges, models, model, &poses, POINTS, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_place_range(ranges, 0, models, model, &poses, POINTS / 3, NULL), SEPAL_OK);
            content before = content_of(world);
            check_content(ranges, &before, "a range of it again");
            for (uint32_t i = 0; i < POINTS; i++) {
                const float *px, *py;
                size_t count;
                cr_assert_eq(sepal_polys_vertices(world, i, &px, &py, &count), SEPAL_OK);
                cr_assert(px[0] == right_x[i] && py[0] == right_y[i], "%s, shape %u: (%a, %a) instead of (%a, %a)", sepal_isa(), i,
                          (double)px[0], (double)py[0], (double)right_x[i], (double)right_y[i]);
                twice += (float)(x[i * (stride == 0 ? 1 : stride)] - poses.origin_x) != right_x[i];
            }
        }
    cr_assert_gt(twice, 100, "only %zu differences were hard to round", twice);
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
    sepal_polys_destroy(ranges);
}

Test(place_far, refuses_places_without_a_meaning) {
    sepal_polys *models = new_set(), *world = new_set();
    const float zero = 0;
    cr_assert_eq(sepal_polys_add(models, &zero, &zero, 1, NULL), SEPAL_OK);
    const double finite[] = {1e300, 2, 3}, bad[] = {NAN, INFINITY, 1e39, 0x1.ffffffp127};
    const uint32_t model[] = {0, 0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (int k = 0; k < 4; k++) {
            const double x[] = {1, bad[k], 2};
            sepal_poses poses = {.x64 = x, .y64 = finite + 1, .stride64 = 0};
            sepal_refusal refusal = {99, NULL};
            cr_assert_eq(sepal_polys_place(world, models, model, &poses, 2, &refusal), SEPAL_BAD_SHAPE);
            cr_assert(refusal.index == 1 && strcmp(refusal.reason, "its pose is not finite") == 0);
            sepal_poses swapped = {.x64 = finite + 1, .y64 = x};
            cr_assert_eq(sepal_polys_place(world, models, model, &swapped, 2, &refusal), SEPAL_BAD_SHAPE);
        }
        sepal_poses poses = {.x64 = finite, .y64 = finite, .origin_x = 1e300, .origin_y = 1e300};
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 1, NULL), SEPAL_OK, "far away, and an origin there");
        poses.origin_x = NAN;
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 1, NULL), SEPAL_BAD_SHAPE);
        poses = (sepal_poses){.x64 = finite};
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 1, NULL), SEPAL_BAD_ARGUMENT);
        poses = (sepal_poses){.y64 = finite, .x = &zero, .y = &zero};
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 1, NULL), SEPAL_BAD_ARGUMENT);
        poses = (sepal_poses){.x = &zero, .y = &zero, .origin_x = 5};
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 1, NULL), SEPAL_OK, "without x64 there is no origin");
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(world, 0, &x, &y, &count), SEPAL_OK);
        cr_assert_eq(x[0], 0);
    }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}

/* --- Depths ------------------------------------------------------------------------------------------------------------------ */

/* Boxes of 1 to 4 m on a place of 60 m, 10 km from (0, 0). */
enum { BODIES = 1000, BODY_PAIRS = BODIES * (BODIES - 1) / 2 };
typedef struct bodies {
    double x[BODIES], y[BODIES];
    float cos[BODIES], sin[BODIES], half[BODIES][2];
    uint32_t model[BODIES];
    sepal_pair pairs[BODY_PAIRS];
    float depth[BODY_PAIRS];
} bodies;

/* How far b reaches beyond a along the axis n, less the distance that parts them: the push along it, in double. */
static double push_along(const bodies *all, size_t a, size_t b, double nx, double ny) {
    double distance = fabs((all->x[b] - all->x[a]) * nx + (all->y[b] - all->y[a]) * ny), reach = 0;
    const size_t pair[] = {a, b};
    for (int k = 0; k < 2; k++) {
        double c = (double)all->cos[pair[k]], s = (double)all->sin[pair[k]];
        reach += (double)all->half[pair[k]][0] * fabs(c * nx + s * ny) + (double)all->half[pair[k]][1] * fabs(c * ny - s * nx);
    }
    return reach - distance;
}

static double push_of(const bodies *all, sepal_pair pair) {
    double least = INFINITY;
    const uint32_t both[] = {pair.a, pair.b};
    for (int k = 0; k < 2; k++) {
        double c = (double)all->cos[both[k]], s = (double)all->sin[both[k]];
        least = fmin(least, fmin(push_along(all, pair.a, pair.b, c, s), push_along(all, pair.a, pair.b, -s, c)));
    }
    return least;
}

static void make_bodies(bodies *all, sepal_polys *models) {
    rng r = {932};
    for (uint32_t i = 0; i < BODIES; i++) {
        double c, s;
        random_rotation(&r, &c, &s);
        all->x[i] = 10000 + rng_real(&r, -30, 30), all->y[i] = 10000 + rng_real(&r, -30, 30);
        all->cos[i] = (float)c, all->sin[i] = (float)s;
        float hx = all->half[i][0] = (float)rng_real(&r, 0.5, 2), hy = all->half[i][1] = (float)rng_real(&r, 0.5, 2);
        const float x[] = {-hx, hx, hx, -hx}, y[] = {-hy, -hy, hy, hy};
        cr_assert_eq(sepal_polys_add(models, x, y, 4, &all->model[i]), SEPAL_OK);
    }
    for (uint32_t a = 0, k = 0; a < BODIES; a++)
        for (uint32_t b = a + 1; b < BODIES; b++)
            all->pairs[k++] = (sepal_pair){a, b};
}

/* Counts the pairs that overlap, by the push in double, and those of them whose depth is off by more than 0.1 mm. */
static size_t wrong_depths(bodies *all, const sepal_polys *world, size_t *overlapping) {
    size_t wrong = 0;
    *overlapping = 0;
    cr_assert_eq(sepal_polys_mtv_pairs(world, world, all->pairs, BODY_PAIRS, NULL, &(sepal_mtvs){.depth = all->depth}), SEPAL_OK);
    for (size_t k = 0; k < BODY_PAIRS; k++) {
        double push = push_of(all, all->pairs[k]);
        *overlapping += push > 0;
        wrong += push > 0 && fabs((double)all->depth[k] - push) > 1e-4;
    }
    return wrong;
}

Test(place_far, depths_are_right_with_an_origin_nearby) {
    bodies *all = malloc(sizeof *all);
    sepal_polys *models = new_set(), *world = new_set();
    make_bodies(all, models);
    float x[BODIES], y[BODIES];
    size_t overlapping;
    for (size_t i = 0; i < BODIES; i++)
        x[i] = (float)all->x[i], y[i] = (float)all->y[i];
    sepal_poses poses = {.x = x, .y = y, .cos = all->cos, .sin = all->sin};
    cr_assert_eq(sepal_polys_place(world, models, all->model, &poses, BODIES, NULL), SEPAL_OK);
    size_t without = wrong_depths(all, world, &overlapping);
    cr_assert(overlapping > 3000 && without > overlapping / 2, "%zu of %zu depths are off without an origin", without, overlapping);
    poses = (sepal_poses){.x64 = all->x, .y64 = all->y, .cos = all->cos, .sin = all->sin, .origin_x = 9900, .origin_y = 10050};
    cr_assert_eq(sepal_polys_place(world, models, all->model, &poses, BODIES, NULL), SEPAL_OK);
    size_t with = wrong_depths(all, world, &overlapping);
    cr_assert_eq(with, 0, "%zu of %zu depths are off with an origin", with, overlapping);
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
    free(all);
}
