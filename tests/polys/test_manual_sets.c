/* What the headers say of sets, sentence by sentence, where no other test is about it: what is reserved, what comes back of what
 * was given, what zero means at the end of a structure, and what an output receives when there is nothing to do. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../oracle/turn.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static sepal_polys *new_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

static float radius_of(const sepal_polys *set, uint32_t index) {
    float radius = -1;
    cr_assert_eq(sepal_polys_radius(set, index, &radius), SEPAL_OK);
    return radius;
}

static void check_same_vertices(const sepal_polys *a, const sepal_polys *b, const char *what) {
    cr_assert_eq(sepal_polys_count(a), sepal_polys_count(b), "%s", what);
    for (uint32_t i = 0; i < sepal_polys_count(a); i++) {
        const float *ax, *ay, *bx, *by;
        size_t count_a, count_b;
        cr_assert_eq(sepal_polys_vertices(a, i, &ax, &ay, &count_a), SEPAL_OK);
        cr_assert_eq(sepal_polys_vertices(b, i, &bx, &by, &count_b), SEPAL_OK);
        cr_assert_eq(count_a, count_b, "%s", what);
        cr_assert(memcmp(ax, bx, count_a * sizeof *ax) == 0 && memcmp(ay, by, count_a * sizeof *ay) == 0, "%s: shape %u", what, i);
    }
}

/* --- Room ------------------------------------------------------------------------------------- */

enum { ROOM_MOST = 40 };

/* A regular polygon of `count` vertices with a radius, or without one. */
static void add_regular(sepal_polys *set, size_t count, float radius) {
    float x[ROOM_MOST], y[ROOM_MOST];
    for (size_t k = 0; k < count; k++) {
        x[k] = (float)cos(2 * 3.14159265358979 * (double)k / (double)count);
        y[k] = (float)sin(2 * 3.14159265358979 * (double)k / (double)count);
    }
    cr_assert_eq(sepal_polys_add_round(set, x, y, count, radius, NULL), SEPAL_OK);
}

/* Sizes about those at which blocks change, in every mixture; every second shape is round, in every second set from the last on. */
Test(manual_sets, what_is_reserved_is_enough_for_any_shapes) {
    static const size_t sizes[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 18, 20, 21, ROOM_MOST};
    rng r = {31};
    for (int times = 0; times < 400; times++) {
        const size_t shapes = 1 + rng_below(&r, 12);
        size_t count[12] = {0}, vertices = 0;
        const size_t one = sizes[rng_below(&r, 13)];
        for (size_t i = 0; i < shapes; i++) {
            count[i] = times % 4 == 0 ? one : sizes[rng_below(&r, 13)];
            vertices += count[i];
        }
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set;
        cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
        const size_t before = times % 3 == 0 ? rng_below(&r, (uint32_t)shapes) : 0; /* totals include what is there */
        for (size_t i = 0; i < before; i++)
            add_regular(set, count[i], 0);
        cr_assert_eq(sepal_polys_reserve(set, shapes, vertices), SEPAL_OK);
        const size_t requests = w.requests;
        for (size_t i = before; i < shapes; i++)
            add_regular(set, count[i], times % 2 == 0 && (shapes - i) % 2 == 1 ? 1.5F : 0);
        cr_assert_eq(w.requests, requests, "%zu shapes, %zu vertices", shapes, vertices);
        sepal_polys_clear(set); /* and again, the other way round, all of them round */
        for (size_t i = shapes; i-- > 0;)
            add_regular(set, count[i], 0.25F);
        cr_assert_eq(w.requests, requests);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0);
    }
}

Test(manual_sets, what_is_reserved_is_enough_for_circles_capsules_and_placing) {
    static const float zeros[8], ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    const sepal_circles circles = {zeros, zeros, ones, 1};
    const sepal_capsules capsules = {zeros, zeros, ones, ones, ones, 1};
    const sepal_poses poses = {.x = zeros, .y = ones};
    static const uint32_t model[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set, *models = new_set();
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, 8, 12), SEPAL_OK);
    const size_t requests = w.requests;
    cr_assert_eq(sepal_polys_add_circles(set, &circles, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(set, &capsules, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_circles(models, &circles, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(models, &capsules, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_place(set, models, model, &poses, 8, NULL), SEPAL_OK);
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(set);
    sepal_polys_destroy(models);
}

/* --- Radii ------------------------------------------------------------------------------------ */

/* As given, whatever else is in the set and whoever was in it before; -0 comes back as 0. */
Test(manual_sets, radii_come_back_as_given_and_negative_zero_as_zero) {
    static const float x[] = {0, 4, 4, 0}, y[] = {0, 0, 4, 4}, given[] = {-0.0F, 0, 0x1p-149F, 1, FLT_MAX};
    for (int others = 0; others < 3; others++) { /* none, one before without a radius, one before with a radius */
        sepal_polys *set = new_set(), *world = new_set();
        if (others > 0)
            cr_assert_eq(sepal_polys_add_round(set, x, y, 4, others == 2 ? 3.0F : 0, NULL), SEPAL_OK);
        const uint32_t first = others > 0;
        for (size_t k = 0; k < 5; k++) {
            const sepal_circles circle = {x, y, &given[k], 0};
            const sepal_capsules capsule = {x, y, x + 1, y + 1, &given[k], 0};
            for (size_t size = 1; size <= 4; size++)
                cr_assert_eq(sepal_polys_add_round(set, x, y, size, given[k], NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_circles(set, &circle, 1, NULL, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_capsules(set, &capsule, 1, NULL, NULL), SEPAL_OK);
            for (uint32_t i = 0; i < 6; i++)
                cr_assert_eq(float_bits(radius_of(set, first + 6 * (uint32_t)k + i)), float_bits(k == 0 ? 0 : given[k]));
            cr_assert_eq(sepal_polys_update(set, first + 6 * (uint32_t)k, x + 1, y + 1), SEPAL_OK);
            cr_assert_eq(float_bits(radius_of(set, first + 6 * (uint32_t)k)), float_bits(k == 0 ? 0 : given[k]), "it stays");
        }
        const uint32_t model[] = {0, 3, 8, 14, 20};
        const sepal_poses poses = {.x = x, .y = x, .stride = 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_polys_place(world, set, model, &poses, 4, NULL), SEPAL_OK);
            for (uint32_t i = 0; i < 4; i++)
                cr_assert_eq(float_bits(radius_of(world, i)), float_bits(radius_of(set, model[i])));
        }
        sepal_polys_clear(set);
        cr_assert_eq(sepal_polys_add(set, x, y, 3, NULL), SEPAL_OK);
        cr_assert_eq(float_bits(radius_of(set, 0)), 0, "what was there before a set was emptied is gone");
        sepal_polys_destroy(set);
        sepal_polys_destroy(world);
    }
}

/* --- Nothing to do, and what is refused --------------------------------------------------------- */

Test(manual_sets, with_nothing_to_add_the_index_is_the_count) {
    static const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    const sepal_boxes boxes = {0};
    const sepal_circles circles = {0};
    const sepal_capsules capsules = {0};
    const sepal_poses poses = {0};
    sepal_polys *set = new_set();
    for (uint32_t shapes = 0; shapes < 3; shapes++) {
        uint32_t index[] = {77, 77, 77, 77};
        sepal_refusal refusal = {77, NULL};
        cr_assert_eq(sepal_polys_add_many(set, NULL, NULL, NULL, 0, NULL, &index[0], &refusal), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 0, &index[1], NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_circles(set, &circles, 0, &index[2], NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_capsules(set, &capsules, 0, &index[3], NULL), SEPAL_OK);
        for (int k = 0; k < 4; k++)
            cr_assert_eq(index[k], shapes, "way %d", k);
        cr_assert(refusal.index == 77 && refusal.reason == NULL, "untouched");
        cr_assert_eq(sepal_polys_count(set), shapes);
        cr_assert_eq(sepal_polys_add(set, x, y, 3, &index[0]), SEPAL_OK);
        cr_assert_eq(index[0], shapes);
    }
    cr_assert_eq(sepal_polys_add_many(NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    sepal_polys *world = new_set();
    cr_assert_eq(sepal_polys_add(world, x, y, 3, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_place(world, set, NULL, &poses, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_count(world), 0, "nothing was placed, and what was there is gone");
    sepal_polys_destroy(set);
    sepal_polys_destroy(world);
    sepal_polys_destroy(NULL);
    sepal_polys_clear(NULL);
    cr_assert_eq(sepal_polys_count(NULL), 0);
}

/* The arrays are not read if there are more vertices than an index can count. */
Test(manual_sets, a_polygon_has_one_vertex_or_more_but_not_too_many) {
    const float x[] = {0}, y[] = {0};
    sepal_polys *set = new_set();
    uint32_t index = 77;
    cr_assert_eq(sepal_polys_add(set, x, y, 0, &index), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add(set, x, y, (size_t)1 << 31, &index), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add(set, x, y, SIZE_MAX, &index), SEPAL_BAD_SHAPE);
    cr_assert_eq(index, 77);
    cr_assert_eq(sepal_polys_count(set), 0);
    sepal_polys_destroy(set);
}

/* A refusal is written where a shape is refused and nowhere else; offsets need not begin at 0, and only what they enclose is read. */
Test(manual_sets, many_polygons_lie_between_their_offsets) {
    const float x[] = {NAN, NAN, 0, 1, 0, 5, 6, 5, NAN}, y[] = {NAN, NAN, 0, 0, 1, 5, 5, 6, NAN};
    const uint32_t good[] = {2, 5, 8}, empty[] = {2, 5, 5, 8}, descending[] = {2, 5, 3}, beyond[] = {2, 5, 9};
    sepal_polys *set = new_set();
    uint32_t index = 77;
    sepal_refusal refusal = {77, NULL};
    cr_assert_eq(sepal_polys_add_many(set, x, y, good, 2, NULL, &index, &refusal), SEPAL_OK);
    cr_assert(index == 0 && refusal.index == 77 && refusal.reason == NULL && sepal_polys_count(set) == 2);
    index = 77;
    cr_assert_eq(sepal_polys_add_many(set, x, y, descending, 2, NULL, &index, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert(index == 77 && refusal.index == 1 && refusal.reason != NULL);
    cr_assert_eq(sepal_polys_add_many(set, x, y, empty, 3, NULL, &index, &refusal), SEPAL_BAD_SHAPE, "no vertices");
    cr_assert(index == 77 && refusal.index == 1 && strcmp(refusal.reason, "it has no vertices") == 0);
    refusal = (sepal_refusal){77, NULL};
    cr_assert_eq(sepal_polys_add_many(set, x, y, beyond, 2, NULL, &index, &refusal), SEPAL_BAD_SHAPE, "not finite");
    cr_assert(index == 77 && refusal.index == 1 && strcmp(refusal.reason, "a coordinate is not finite") == 0 &&
              sepal_polys_count(set) == 2);
    sepal_polys_destroy(set);
}

/* A vertex comes back with all its bits, and pointers to vertices outlive every call that only reads the set. */
Test(manual_sets, vertices_come_back_bit_by_bit_and_stay_where_they_are) {
    static const float x[] = {-0.0F, 0x1p-149F, 0.0F}, y[] = {-0.0F, -0.0F, FLT_MAX};
    sepal_polys *set = new_set(), *world = new_set();
    cr_assert_eq(sepal_polys_add(set, x, y, 3, NULL), SEPAL_OK);
    const float *to_x, *to_y, *again_x, *again_y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, 0, &to_x, &to_y, &count), SEPAL_OK);
    cr_assert(count == 3 && memcmp(to_x, x, sizeof x) == 0 && memcmp(to_y, y, sizeof y) == 0);
    uint64_t bits;
    float depth;
    const uint32_t model = 0;
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, &(sepal_pair){0, 0}, 1, NULL, &bits), SEPAL_OK);
    cr_assert_eq(sepal_polys_contains_pairs(set, set, &(sepal_pair){0, 0}, 1, NULL, &bits), SEPAL_OK);
    cr_assert_eq(sepal_polys_mtv_pairs(set, set, &(sepal_pair){0, 0}, 1, NULL, &(sepal_mtvs){.depth = &depth}), SEPAL_OK);
    cr_assert_eq(sepal_polys_place(world, set, &model, &(sepal_poses){.x = y, .y = y}, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_vertices(set, 0, &again_x, &again_y, &count), SEPAL_OK);
    cr_assert(to_x == again_x && to_y == again_y && memcmp(to_x, x, sizeof x) == 0);
    sepal_polys_destroy(set);
    sepal_polys_destroy(world);
}

/* --- Zeros at the end of a structure ------------------------------------------------------------ */

/* Signed zeros, subnormals and the like, in every combination of the two coordinates. */
static const float special[] = {0.0F, -0.0F, 1, -1, 0x1p-149F, -0x1p-149F, 0.1F, -1e30F};
enum { SPECIAL = sizeof special / sizeof *special };

Test(manual_sets, boxes_without_orientation_have_cosine_1_and_sine_0) {
    static const float ones[] = {1, 1}, zeros[] = {0.0F, 0.0F};
    for (int i = 0; i < SPECIAL; i++)
        for (int j = 0; j < SPECIAL; j++) {
            const float x[] = {special[i], special[j]}, y[] = {special[j], special[i]};
            const float half_x[] = {fabsf(x[0]), 0.0F}, half_y[] = {-0.0F, 2};
            const sepal_boxes plain = {.x = x, .y = y, .half_x = half_x, .half_y = half_y, .cos = NULL, .sin = NULL, .stride = 0},
                              turned = {.x = x, .y = y, .half_x = half_x, .half_y = half_y, .cos = ones, .sin = zeros, .stride = 1};
            sepal_polys *of_plain = new_set(), *of_turned = new_set();
            cr_assert_eq(sepal_polys_add_boxes(of_plain, &plain, 2, NULL, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_boxes(of_turned, &turned, 2, NULL, NULL), SEPAL_OK);
            check_same_vertices(of_plain, of_turned, "boxes");
            sepal_polys_destroy(of_plain);
            sepal_polys_destroy(of_turned);
        }
}

/* Models of every size at which kernels change, with signed zeros among their vertices, at places with signed zeros. */
Test(manual_sets, poses_without_orientation_have_cosine_1_and_sine_0) {
    enum { COPIES = 64 * SPECIAL };
    static float ones[COPIES], zeros[COPIES], x[COPIES], y[COPIES];
    static uint32_t model[COPIES];
    sepal_polys *models = new_set(), *plain = new_set(), *turned = new_set();
    for (size_t size = 1; size <= 20; size++)
        for (int i = 0; i < SPECIAL; i++) { /* there and back between two points */
            float to_x[20], to_y[20];
            for (size_t k = 0; k < size; k++) {
                to_x[k] = k == 0 ? -0.0F : special[i];
                to_y[k] = k == 0 ? special[i] : -0.0F;
            }
            cr_assert_eq(sepal_polys_add(models, to_x, to_y, size, NULL), SEPAL_OK);
        }
    rng r = {32};
    for (size_t k = 0; k < COPIES; k++) {
        ones[k] = 1;
        x[k] = special[rng_below(&r, SPECIAL)];
        y[k] = special[rng_below(&r, SPECIAL)];
        model[k] = rng_below(&r, 20 * SPECIAL);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t stride = 0; stride < 2; stride++) { /* 0 means 1 */
            cr_assert_eq(sepal_polys_place(plain, models, model,
                                           &(sepal_poses){.x = x, .y = y, .cos = NULL, .sin = NULL, .stride = stride}, COPIES,
                                           NULL),
                         SEPAL_OK);
            cr_assert_eq(sepal_polys_place(turned, models, model,
                                           &(sepal_poses){.x = x, .y = y, .cos = ones, .sin = zeros, .stride = 1}, COPIES, NULL),
                         SEPAL_OK);
            check_same_vertices(plain, turned, sepal_isa());
        }
    }
    sepal_polys_destroy(models);
    sepal_polys_destroy(plain);
    sepal_polys_destroy(turned);
}

/* --- What rounding has bent --------------------------------------------------------------------- */

/* A model without area that becomes its hull after placing: the corners go round counter-clockwise from the least x, the last one
 * repeated. The model walks a segment there and back with stops; turned and rounded, these are no longer on one line. */
Test(manual_sets, a_bent_model_without_area_is_placed_counter_clockwise) {
    enum { STOPS = 6, COPIES = 512 };
    static const float to_x[STOPS] = {0, 1, 2, 5, 3, 1.5F}, to_y[STOPS] = {0, 0, 0, 0, 0, 0};
    static float x[COPIES], y[COPIES], cosine[COPIES], sine[COPIES];
    static const uint32_t model[COPIES];
    sepal_polys *models = new_set(), *world = new_set();
    cr_assert_eq(sepal_polys_add(models, to_x, to_y, STOPS, NULL), SEPAL_OK);
    rng r = {33};
    for (int k = 0; k < COPIES; k++) {
        x[k] = (float)rng_real(&r, 100, 200);
        y[k] = (float)rng_real(&r, 100, 200);
        cosine[k] = (float)rng_real(&r, -1, 1);
        sine[k] = (float)rng_real(&r, -1, 1);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        size_t hulls = 0;
        cr_assert_eq(sepal_polys_place(world, models, model,
                                       &(sepal_poses){.x = x, .y = y, .cos = cosine, .sin = sine, .stride = 1}, COPIES, NULL),
                     SEPAL_OK);
        for (uint32_t i = 0; i < COPIES; i++) {
            const float *px, *py;
            size_t count;
            cr_assert_eq(sepal_polys_vertices(world, i, &px, &py, &count), SEPAL_OK);
            cr_assert_eq(count, STOPS);
            bool as_computed = true;
            for (int k = 0; k < STOPS; k++) {
                const float at_x = (x[i] + cosine[i] * to_x[k]) - sine[i] * to_y[k];
                const float at_y = (y[i] + sine[i] * to_x[k]) + cosine[i] * to_y[k];
                as_computed = as_computed && px[k] == at_x && py[k] == at_y;
            }
            if (as_computed)
                continue;
            hulls++;
            size_t corners = STOPS;
            while (corners > 1 && px[corners - 1] == px[corners - 2] && py[corners - 1] == py[corners - 2])
                corners--;
            cr_assert_geq(corners, 2);
            for (size_t k = 0; k < corners; k++) {
                const size_t next = (k + 1) % corners, after = (k + 2) % corners;
                const float_point p = {px[k], py[k]}, q = {px[next], py[next]}, s = {px[after], py[after]};
                cr_assert(k == 0 || px[0] < px[k] || (px[0] == px[k] && py[0] < py[k]), "begins with the least point");
                cr_assert(corners == 2 || turn_of(p, q, s) > 0, "%s, copy %u: not counter-clockwise", sepal_isa(), i);
            }
        }
        cr_assert_gt(hulls, 50, "%s: only %zu copies were bent", sepal_isa(), hulls);
    }
    sepal_polys_destroy(models);
    sepal_polys_destroy(world);
}
