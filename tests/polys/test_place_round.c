/* Placing shapes with radii. */
#include "../common/check.h"
#include "mirror.h"

#include <criterion/criterion.h>
#include <string.h>

/* Placing models with radii stores what adding the vertices with the radius of the model stores. */
Test(place_round, keeps_the_radii_of_the_models) {
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        stage s = stage_create(scene_kind_find("3 to 20 vertices, small"), travel, 909, 150);
        sepal_polys *models;
        cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
        rng r = {909};
        for (size_t i = 0; i < s.scene.a.count; i++) {
            polygon *p = &s.scene.a.items[i];
            p->count = i % 3 == 0 ? 1 + rng_below(&r, 2) : p->count; /* circles and capsules */
            float radius = i % 4 == 0 ? 0 : (float)rng_real(&r, 0, 2);
            cr_assert_eq(sepal_polys_add_round(models, p->x, p->y, p->count, radius, NULL), SEPAL_OK);
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            mirror of_added, of_placed;
            sepal_polys *added = mirrored_set(&of_added, &s), *placed = mirrored_set(&of_placed, &s);
            cr_assert_eq(sepal_polys_place(placed, models, s.model, &s.poses, s.count, NULL), SEPAL_OK);
            for (size_t i = 0; i < s.count; i++) {
                const float *x, *y;
                size_t count;
                float radius, expected;
                cr_assert_eq(sepal_polys_vertices(placed, (uint32_t)i, &x, &y, &count), SEPAL_OK);
                cr_assert_eq(sepal_polys_radius(placed, (uint32_t)i, &radius), SEPAL_OK);
                cr_assert_eq(sepal_polys_radius(models, s.model[i], &expected), SEPAL_OK);
                cr_assert_eq(radius, expected);
                cr_assert_eq(sepal_polys_add_round(added, x, y, count, radius, NULL), SEPAL_OK);
            }
            check_same_memory(&of_added, &of_placed, &s, name, travel);
            for (uint32_t i = 0; i < s.count; i++) { /* both sets give the same answers */
                uint64_t of_one[SEPAL_BIT_WORDS(150)], of_other[SEPAL_BIT_WORDS(150)];
                cr_assert_eq(sepal_polys_overlap_one(placed, i, placed, 0, s.count, NULL, of_one), SEPAL_OK);
                cr_assert_eq(sepal_polys_overlap_one(added, i, added, 0, s.count, NULL, of_other), SEPAL_OK);
                cr_assert(memcmp(of_one, of_other, sizeof of_one) == 0, "%s, %s, shape %u", name, travel_name(travel), i);
            }
            cr_assert_eq(sepal_polys_place(placed, s.scene.set_a, s.model, &s.poses, s.count, NULL),
                         SEPAL_OK); /* no radius is left from before */
            for (size_t i = 0; i < s.count; i++) {
                float radius = 1;
                cr_assert_eq(sepal_polys_radius(placed, (uint32_t)i, &radius), SEPAL_OK);
                cr_assert_eq(radius, 0);
            }
            sepal_polys_destroy(added);
            sepal_polys_destroy(placed);
        }
        sepal_polys_destroy(models);
        stage_destroy(&s);
    }
}

/* Two circles that touch, from a set that had none before. */
Test(place_round, keeps_the_radius_of_a_circle) {
    float zero = 0, x[] = {0, 2}, y[] = {0, 0};
    const uint32_t model[] = {0, 0};
    sepal_poses poses = {.x = x, .y = y, .cos = NULL, .sin = NULL, .stride = 1};
    sepal_polys *models, *world;
    cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(models, &zero, &zero, 1, 1, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits = 0;
        use_isa(isa);
        cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 2, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_one(world, 0, world, 0, 2, NULL, &bits), SEPAL_OK);
        cr_assert_eq(bits, 3, "%s", sepal_isa());
        sepal_polys_destroy(world);
    }
    sepal_polys_destroy(models);
}
