/* test_solids_slots.c — solids that are removed from their slots and replaced: what is refused, what is told of empty slots, memory, and
 * placing ranges and lists where blocks no longer follow each other. (tests/questions/test_slots.c asks all questions.) */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40, MODELS = MOST };

/* Model k is a box if k is divisible by three, else a hull of k + 1 points, with a radius if k is odd. */
static sepal_solids *make_models(const sepal_allocator *allocator) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(allocator, &set), SEPAL_OK);
    for (int n = 1; n <= MODELS; n++) {
        float at[3][MOST], radius = n % 2 == 0 ? 0.25F : 0;
        for (int k = 0; k < n; k++) {
            at[0][k] = (float)cos(2.4 * k);
            at[1][k] = (float)sin(2.4 * k);
            const int from_middle = k - n / 2;
            at[2][k] = (float)from_middle / (float)n;
        }
        const sepal_solid_boxes row = {
            .x = at[0], .y = at[1], .z = at[2], .half_x = at[0], .half_y = at[0], .half_z = at[0], .radius = &radius};
        cr_assert_eq(n % 3 == 1 ? sepal_solids_add_boxes(set, &row, 1, NULL, NULL)
                                : sepal_solids_add_hull(set, at[0], at[1], at[2], (size_t)n, radius, NULL),
                     SEPAL_OK);
    }
    return set;
}

static void check_same_shape(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t k) {
    const float *at[2][3];
    float radius[2];
    size_t count[2];
    sepal_parallelepiped vectors[2];
    cr_assert_eq(sepal_solids_radius(a, i, &radius[0]), SEPAL_OK);
    cr_assert_eq(sepal_solids_radius(b, k, &radius[1]), SEPAL_OK);
    cr_assert_eq(radius[0], radius[1], "solids %u and %u", i, k);
    if (sepal_solids_box(a, i, &vectors[0]) == SEPAL_OK) {
        cr_assert_eq(sepal_solids_box(b, k, &vectors[1]), SEPAL_OK);
        cr_assert(memcmp(&vectors[0], &vectors[1], sizeof vectors[0]) == 0);
        return;
    }
    cr_assert_eq(sepal_solids_vertices(a, i, &at[0][0], &at[0][1], &at[0][2], &count[0]), SEPAL_OK);
    cr_assert_eq(sepal_solids_vertices(b, k, &at[1][0], &at[1][1], &at[1][2], &count[1]), SEPAL_OK);
    cr_assert_eq(count[0], count[1], "solids %u and %u", i, k);
    for (int axis = 0; axis < 3; axis++)
        cr_assert(memcmp(at[0][axis], at[1][axis], count[0] * sizeof(float)) == 0);
}

Test(solids_slots, empty_slots_are_told) {
    sepal_solids *set = make_models(NULL);
    uint32_t slots[4] = {99, 99, 99, 99};
    cr_assert_eq(sepal_solids_removed(NULL, slots, 4), 0);
    cr_assert_eq(sepal_solids_removed(set, slots, 4), 0);
    for (uint32_t i = 9; i > 2; i -= 2)
        cr_assert_eq(sepal_solids_remove(set, i), SEPAL_OK);
    cr_assert_eq(sepal_solids_removed(set, NULL, 0), 4);
    cr_assert_eq(sepal_solids_removed(set, slots, 2), 4);
    cr_assert(slots[0] == 3 && slots[1] == 5 && slots[2] == 99);
    cr_assert_eq(sepal_solids_removed(set, slots, 4), 4);
    cr_assert(slots[2] == 7 && slots[3] == 9);
    cr_assert_eq(sepal_solids_count(set), MODELS);
    const float *x, *y, *z;
    float radius = -1;
    size_t count = 7;
    sepal_parallelepiped vectors;
    for (uint32_t i = 3; i < 6; i += 2) { /* a box, and a hull */
        cr_assert_eq(sepal_solids_vertices(set, i, &x, &y, &z, &count), SEPAL_OK);
        cr_assert_eq(sepal_solids_radius(set, i, &radius), SEPAL_OK);
        cr_assert(count == 0 && radius == 0);
        cr_assert_eq(sepal_solids_box(set, i, &vectors), SEPAL_BAD_ARGUMENT);
    }
    uint32_t index = 0;
    cr_assert_eq(sepal_solids_add_hull(set, (float[]){1}, (float[]){2}, (float[]){3}, 1, 0, &index), SEPAL_OK);
    cr_assert(index == MODELS && sepal_solids_removed(set, NULL, 0) == 4, "adding fills no slot");
    cr_assert_eq(sepal_solids_replace(set, 5, set, 21), SEPAL_OK);
    cr_assert_eq(sepal_solids_removed(set, slots, 4), 3);
    cr_assert(slots[0] == 3 && slots[1] == 7 && slots[2] == 9);
    check_same_shape(set, 5, set, 21);
    sepal_solids_clear(set);
    cr_assert_eq(sepal_solids_removed(set, NULL, 0), 0);
    sepal_solids_destroy(set);
}

Test(solids_slots, refuse_what_is_not_there) {
    sepal_solids *set = make_models(NULL), *models = make_models(NULL);
    const float zero[MODELS] = {0};
    const sepal_solid_poses poses = {.x = zero, .y = zero, .z = zero};
    uint32_t all[MODELS];
    sepal_refusal refusal = {0};
    for (uint32_t i = 0; i < MODELS; i++)
        all[i] = i;
    cr_assert_eq(sepal_solids_remove(NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_remove(set, MODELS), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_remove(set, 4), SEPAL_OK);
    cr_assert_eq(sepal_solids_remove(set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(NULL, 0, models, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(set, 0, NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(set, MODELS, models, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(set, 0, models, MODELS), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(set, 0, set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_replace(set, 4, set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_update_hull(set, 4, zero, zero, zero), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_remove(set, 39), SEPAL_OK);
    cr_assert_eq(sepal_solids_update_box(set, 39, &(sepal_parallelepiped){{0}, {0}, {0}, {0}}), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_place_range(set, 0, models, all, &poses, 10, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert(refusal.index == 4 && refusal.reason != NULL);
    refusal.reason = NULL;
    cr_assert_eq(sepal_solids_place_list(set, (uint32_t[]){2, 4}, 2, models, all, &poses, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert(refusal.index == 1 && refusal.reason != NULL);
    cr_assert_eq(sepal_solids_place_range(set, 5, models, all + 5, &poses, 10, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_place(models, set, all, &poses, 10, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(refusal.index, 4);
    cr_assert_eq(sepal_solids_place_range(models, 3, set, all + 3, &poses, 2, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(refusal.index, 1);
    cr_assert_eq(sepal_solids_place_list(models, (uint32_t[]){4}, 1, set, all, &poses, &refusal), SEPAL_BAD_ARGUMENT);
    sepal_solids *fresh = make_models(NULL);
    for (uint32_t i = 0; i < MODELS; i++)
        if (i != 4 && i != 39)
            check_same_shape(set, i, fresh, i);
    cr_assert_eq(sepal_solids_count(models), MODELS);
    sepal_solids_destroy(fresh);
    sepal_solids_destroy(models);
    sepal_solids_destroy(set);
}

/* Without memory a set is as it was; and a slot that once held a box, and a large hull, takes them again without asking for any. */
Test(solids_slots, memory) {
    for (size_t fail = 0; fail < 6; fail++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_solids *set = make_models(&allocator), *models = make_models(NULL);
        static const float zeros[1000];
        cr_assert_eq(sepal_solids_add_hull(models, zeros, zeros, zeros, 1000, 0, NULL), SEPAL_OK); /* the set has no room for it */
        w.fail_at = w.requests + fail / 2;
        w.fail_later = true;
        sepal_status status = fail % 2 == 0 ? sepal_solids_remove(set, 3) : SEPAL_OK;
        if (status == SEPAL_OK)
            status = sepal_solids_replace(set, 3, models, MODELS);
        cr_assert_eq(status, fail / 2 < 2 ? SEPAL_NO_MEMORY : SEPAL_OK, "%zu", fail);
        for (uint32_t i = 0; i < MODELS; i++)
            if (i != 3 || (fail % 2 == 1 && status != SEPAL_OK))
                check_same_shape(set, i, models, i);
        cr_assert_eq(sepal_solids_removed(set, NULL, 0), fail == 2);
        cr_assert_eq(sepal_solids_count(set), MODELS);
        w.fail_at = SIZE_MAX;
        w.fail_later = false;
        for (uint32_t i = 0; i < MODELS; i++)
            cr_assert(sepal_solids_replace(set, i, models, 0) == SEPAL_OK &&
                      sepal_solids_replace(set, i, models, MODELS - 2) == SEPAL_OK);
        const size_t requests = w.requests;
        for (int step = 0; step < 1000; step++) {
            const uint32_t slot = (uint32_t)(step * 7 % MODELS), model = (uint32_t)(step * 13 % MODELS);
            if (step % 3 == 0)
                (void)sepal_solids_remove(set, slot);
            else
                cr_assert_eq(sepal_solids_replace(set, slot, models, model), SEPAL_OK);
        }
        cr_assert_eq(w.requests, requests);
        sepal_solids_destroy(set);
        cr_assert_eq(w.live, 0);
        sepal_solids_destroy(models);
    }
}

/* What was reserved holds the solids that were announced, whatever room slots have that they do not need. */
Test(solids_slots, reserve_beside_lost_room) {
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_solids *models = make_models(NULL), *set = make_models(&allocator);
    size_t boxes = 0, hulls = 0, vertices = 0;
    for (uint32_t i = 0; i < MODELS; i++) {
        sepal_parallelepiped vectors;
        boxes += sepal_solids_box(models, i, &vectors) == SEPAL_OK;
        hulls += sepal_solids_box(models, i, &vectors) != SEPAL_OK;
        vertices += sepal_solids_box(models, i, &vectors) != SEPAL_OK ? i + 1 : 0;
        for (uint32_t model = MODELS - 2; model < MODELS; model++) /* a hull, and a box */
            cr_assert_eq(sepal_solids_replace(set, i, models, model), SEPAL_OK);
        cr_assert_eq(sepal_solids_replace(set, i, models, i), SEPAL_OK);
    }
    cr_assert_eq(sepal_solids_reserve(set, 2 * boxes, 2 * hulls, 2 * vertices), SEPAL_OK);
    const size_t requests = w.requests;
    for (uint32_t i = 0; i < MODELS; i++) {
        const float *x, *y, *z;
        size_t count;
        sepal_parallelepiped v;
        if (sepal_solids_box(models, i, &v) == SEPAL_OK) {
            const sepal_solid_parallelepipeds row = {.c = {&v.c[0], &v.c[1], &v.c[2]},
                                                     .u = {&v.u[0], &v.u[1], &v.u[2]},
                                                     .v = {&v.v[0], &v.v[1], &v.v[2]},
                                                     .w = {&v.w[0], &v.w[1], &v.w[2]}};
            cr_assert_eq(sepal_solids_add_parallelepipeds(set, &row, 1, NULL, NULL), SEPAL_OK);
            continue;
        }
        cr_assert_eq(sepal_solids_vertices(models, i, &x, &y, &z, &count), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
    }
    cr_assert_eq(w.requests, requests);
    sepal_solids_destroy(set);
    sepal_solids_destroy(models);
}

/* A slot that grows step by step keeps all of its blocks within a multiple of the last one. */
Test(solids_slots, growing_takes_linear_room) {
    enum { LARGEST = 3000 };
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_solids *set = NULL, *model = NULL;
    static float x[LARGEST];
    size_t bytes = 0;
    cr_assert(sepal_solids_create(&allocator, &set) == SEPAL_OK && sepal_solids_create(NULL, &model) == SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(set, x, x, x, 1, 0, NULL), SEPAL_OK);
    for (size_t n = 1; n <= LARGEST; n += 7) {
        sepal_solids_clear(model);
        cr_assert_eq(sepal_solids_add_hull(model, x, x, x, n, 0, NULL), SEPAL_OK); /* all vertices in one place */
        cr_assert_eq(sepal_solids_replace(set, 0, model, 0), SEPAL_OK);
    }
    for (size_t k = 0; k < WATCH_MOST; k++)
        bytes += w.blocks[k].pointer != NULL ? w.blocks[k].size : 0;
    cr_assert_lt(bytes, (4 * LARGEST * 3 * sizeof(float)) * 3 / 2 + 4096); /* arrays grow by a half */
    sepal_solids_destroy(set);
    sepal_solids_destroy(model);
}

/* Rows of a place and a quaternion. */
static sepal_solid_poses poses_from(const float *rows) {
    return (sepal_solid_poses){
        .x = rows, .y = rows + 1, .z = rows + 2, .turn = {.w = rows + 3, .x = rows + 4, .y = rows + 5, .z = rows + 6}, .stride = 7};
}

/* Ranges and lists of a world whose blocks lie anywhere, beside one that was placed at once. */
Test(solids_slots, place_as_in_a_set_that_was_filled_at_once) {
    enum { SHAPES = 600 };
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        static float rows[7 * SHAPES];
        static uint32_t model[SHAPES], list[SHAPES];
        static sepal_pair pairs[SHAPES];
        static float depth[2][SHAPES];
        rng r = {isa + 40};
        sepal_solids *models = make_models(NULL), *tight = NULL, *loose = NULL;
        use_isa(isa);
        cr_assert(sepal_solids_create(NULL, &tight) == SEPAL_OK && sepal_solids_create(NULL, &loose) == SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++) {
            model[i] = i % 3 == 0 ? 3 : rng_below(&r, MODELS);
            for (int k = 0; k < 7; k++)
                rows[7 * i + (uint32_t)k] = (float)rng_real(&r, -1, k < 3 ? 9 : 1);
            list[i] = rng_below(&r, SHAPES);
            pairs[i] = (sepal_pair){i, rng_below(&r, SHAPES)};
            cr_assert_eq(sepal_solids_replace(loose, 0, models, 0), i == 0 ? SEPAL_BAD_ARGUMENT : SEPAL_OK);
            cr_assert_eq(sepal_solids_add_hull(loose, rows, rows, rows, 1, 0, NULL), SEPAL_OK);
        }
        for (uint32_t i = SHAPES; i-- > 0;)
            cr_assert_eq(sepal_solids_replace(loose, i, models, model[i]), SEPAL_OK);
        const sepal_solid_poses poses = poses_from(rows);
        cr_assert_eq(sepal_solids_place(tight, models, model, &poses, SHAPES, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_place_list(loose, list, SHAPES, models, model, &poses, NULL), SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++)
            check_same_shape(loose, list[i], tight, list[i]);
        cr_assert_eq(sepal_solids_place_range(loose, 0, models, model, &poses, SHAPES / 2, NULL), SEPAL_OK);
        const sepal_solid_poses later = poses_from(rows + 7 * (SHAPES / 2));
        cr_assert_eq(sepal_solids_place_range(loose, SHAPES / 2, models, model + SHAPES / 2, &later, SHAPES - SHAPES / 2, NULL),
                     SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++)
            check_same_shape(loose, i, tight, i);
        cr_assert_eq(sepal_solids_mtv_pairs(tight, tight, pairs, SHAPES, NULL, &(sepal_solid_mtvs){.depth = depth[0]}), SEPAL_OK);
        cr_assert_eq(sepal_solids_mtv_pairs(loose, loose, pairs, SHAPES, NULL, &(sepal_solid_mtvs){.depth = depth[1]}), SEPAL_OK);
        cr_assert(memcmp(depth[0], depth[1], sizeof depth[0]) == 0);
        sepal_solids_destroy(models);
        sepal_solids_destroy(tight);
        sepal_solids_destroy(loose);
    }
}
