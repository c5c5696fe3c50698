/* test_polys_slots.c — shapes that are removed from their slots and replaced: what is refused, what is told of empty slots, memory, and
 * placing ranges and lists where blocks no longer follow each other. (tests/questions/test_slots.c asks all questions.) */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/polys.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40, MODELS = MOST };

/* Model k is a polygon of k + 1 vertices on a circle, with a radius if k is odd. */
static sepal_polys *make_models(const sepal_allocator *allocator) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(allocator, &set), SEPAL_OK);
    for (int n = 1; n <= MODELS; n++) {
        float x[MOST], y[MOST];
        for (int k = 0; k < n; k++) {
            x[k] = (float)cos(2 * 3.14159265358979 * k / n);
            y[k] = (float)sin(2 * 3.14159265358979 * k / n);
        }
        cr_assert_eq(sepal_polys_add_round(set, x, y, (size_t)n, n % 2 == 0 ? 0.25F : 0, NULL), SEPAL_OK);
    }
    return set;
}

static void check_same_shape(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t k) {
    const float *x[2], *y[2];
    float radius[2];
    size_t count[2];
    cr_assert_eq(sepal_polys_vertices(a, i, &x[0], &y[0], &count[0]), SEPAL_OK);
    cr_assert_eq(sepal_polys_vertices(b, k, &x[1], &y[1], &count[1]), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(a, i, &radius[0]), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(b, k, &radius[1]), SEPAL_OK);
    cr_assert(count[0] == count[1] && radius[0] == radius[1], "shapes %u and %u", i, k);
    cr_assert(count[0] == 0 || memcmp(x[0], x[1], count[0] * sizeof(float)) == 0);
    cr_assert(count[0] == 0 || memcmp(y[0], y[1], count[0] * sizeof(float)) == 0);
}

Test(polys_slots, empty_slots_are_told) {
    sepal_polys *set = make_models(NULL);
    uint32_t slots[4] = {99, 99, 99, 99};
    cr_assert_eq(sepal_polys_removed(NULL, slots, 4), 0);
    cr_assert_eq(sepal_polys_removed(set, slots, 4), 0);
    for (uint32_t i = 9; i > 2; i -= 2)
        cr_assert_eq(sepal_polys_remove(set, i), SEPAL_OK);
    cr_assert_eq(sepal_polys_removed(set, NULL, 0), 4);
    cr_assert_eq(sepal_polys_removed(set, slots, 2), 4);
    cr_assert(slots[0] == 3 && slots[1] == 5 && slots[2] == 99);
    cr_assert_eq(sepal_polys_removed(set, slots, 4), 4);
    cr_assert(slots[2] == 7 && slots[3] == 9);
    cr_assert_eq(sepal_polys_count(set), MODELS);
    const float *x, *y;
    float radius = -1;
    size_t count = 7;
    cr_assert_eq(sepal_polys_vertices(set, 3, &x, &y, &count), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, 3, &radius), SEPAL_OK);
    cr_assert(count == 0 && radius == 0);
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add(set, (float[]){1}, (float[]){2}, 1, &index), SEPAL_OK);
    cr_assert(index == MODELS && sepal_polys_removed(set, NULL, 0) == 4, "adding fills no slot");
    cr_assert_eq(sepal_polys_replace(set, 5, set, 20), SEPAL_OK);
    cr_assert_eq(sepal_polys_removed(set, slots, 4), 3);
    cr_assert(slots[0] == 3 && slots[1] == 7 && slots[2] == 9);
    check_same_shape(set, 5, set, 20);
    sepal_polys_clear(set);
    cr_assert_eq(sepal_polys_removed(set, NULL, 0), 0);
    sepal_polys_destroy(set);
}

Test(polys_slots, refuse_what_is_not_there) {
    sepal_polys *set = make_models(NULL), *models = make_models(NULL);
    const float zero[MODELS] = {0};
    const sepal_poses poses = {.x = zero, .y = zero};
    uint32_t all[MODELS];
    sepal_refusal refusal = {0};
    for (uint32_t i = 0; i < MODELS; i++)
        all[i] = i;
    cr_assert_eq(sepal_polys_remove(NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_remove(set, MODELS), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_remove(set, 4), SEPAL_OK);
    cr_assert_eq(sepal_polys_remove(set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(NULL, 0, models, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(set, 0, NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(set, MODELS, models, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(set, 0, models, MODELS), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(set, 0, set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_replace(set, 4, set, 4), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(set, 4, zero, zero), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_place_range(set, 0, models, all, &poses, 10, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert(refusal.index == 4 && refusal.reason != NULL);
    refusal.reason = NULL;
    cr_assert_eq(sepal_polys_place_list(set, (uint32_t[]){2, 4}, 2, models, all, &poses, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert(refusal.index == 1 && refusal.reason != NULL);
    cr_assert_eq(sepal_polys_place_range(set, 5, models, all + 5, &poses, 10, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_place(models, set, all, &poses, 10, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(refusal.index, 4);
    cr_assert_eq(sepal_polys_place_range(models, 3, set, all + 3, &poses, 2, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(refusal.index, 1);
    cr_assert_eq(sepal_polys_place_list(models, (uint32_t[]){4}, 1, set, all, &poses, &refusal), SEPAL_BAD_ARGUMENT);
    sepal_polys *fresh = make_models(NULL);
    for (uint32_t i = 0; i < MODELS; i++)
        if (i != 4)
            check_same_shape(set, i, fresh, i);
    cr_assert_eq(sepal_polys_count(models), MODELS);
    sepal_polys_destroy(fresh);
    sepal_polys_destroy(models);
    sepal_polys_destroy(set);
}

/* Without memory a set is as it was; and a slot that once held a large shape takes it again without asking for any. */
Test(polys_slots, memory) {
    for (size_t fail = 0; fail < 6; fail++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = make_models(&allocator), *models = make_models(NULL);
        static const float zeros[1000];
        cr_assert_eq(sepal_polys_add(models, zeros, zeros, 1000, NULL), SEPAL_OK); /* the set has no room for it */
        w.fail_at = w.requests + fail / 2;
        w.fail_later = true;
        sepal_status status = fail % 2 == 0 ? sepal_polys_remove(set, 3) : SEPAL_OK;
        if (status == SEPAL_OK)
            status = sepal_polys_replace(set, 3, models, MODELS);
        cr_assert_eq(status, fail / 2 < 2 ? SEPAL_NO_MEMORY : SEPAL_OK, "%zu", fail);
        for (uint32_t i = 0; i < MODELS; i++)
            if (i != 3 || (fail % 2 == 1 && status != SEPAL_OK))
                check_same_shape(set, i, models, i);
        cr_assert_eq(sepal_polys_removed(set, NULL, 0), fail == 2);
        cr_assert_eq(sepal_polys_count(set), MODELS);
        w.fail_at = SIZE_MAX;
        w.fail_later = false;
        for (uint32_t i = 0; i < MODELS; i++)
            cr_assert_eq(sepal_polys_replace(set, i, models, MODELS - 1), SEPAL_OK);
        const size_t requests = w.requests;
        for (int step = 0; step < 1000; step++) {
            const uint32_t slot = (uint32_t)(step * 7 % MODELS), model = (uint32_t)(step * 13 % MODELS);
            if (step % 3 == 0)
                (void)sepal_polys_remove(set, slot);
            else
                cr_assert_eq(sepal_polys_replace(set, slot, models, model), SEPAL_OK);
        }
        cr_assert_eq(w.requests, requests);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0);
        sepal_polys_destroy(models);
    }
}

/* What was reserved holds the shapes that were announced, whatever room slots have that they do not need. */
Test(polys_slots, reserve_beside_lost_room) {
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *models = make_models(NULL), *set = make_models(&allocator);
    const size_t vertices = MODELS * (MODELS + 1) / 2;
    for (uint32_t i = 0; i < MODELS; i++)
        cr_assert(sepal_polys_replace(set, i, models, MODELS - 1) == SEPAL_OK &&
                  sepal_polys_replace(set, i, models, i) == SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, 2 * MODELS, 2 * vertices), SEPAL_OK);
    const size_t requests = w.requests;
    for (uint32_t i = 0; i < MODELS; i++) {
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(models, i, &x, &y, &count), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(set, x, y, count, NULL), SEPAL_OK);
    }
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(set);
    sepal_polys_destroy(models);
}

/* A slot that grows step by step keeps all of its blocks within a multiple of the last one. */
Test(polys_slots, growing_takes_linear_room) {
    enum { LARGEST = 3000 };
    watch w = watch_create();
    const sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set = NULL, *model = NULL;
    static float x[LARGEST], y[LARGEST];
    size_t bytes = 0;
    cr_assert(sepal_polys_create(&allocator, &set) == SEPAL_OK && sepal_polys_create(NULL, &model) == SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, x, y, 1, NULL), SEPAL_OK);
    for (size_t n = 1; n <= LARGEST; n += 7) {
        sepal_polys_clear(model);
        cr_assert_eq(sepal_polys_add(model, x, y, n, NULL), SEPAL_OK); /* all vertices in one place */
        cr_assert_eq(sepal_polys_replace(set, 0, model, 0), SEPAL_OK);
    }
    for (size_t k = 0; k < WATCH_MOST; k++)
        bytes += w.blocks[k].pointer != NULL ? w.blocks[k].size : 0;
    cr_assert_lt(bytes, (4 * LARGEST * 2 * sizeof(float)) * 3 / 2 + 4096); /* arrays grow by a half */
    sepal_polys_destroy(set);
    sepal_polys_destroy(model);
}

/* Ranges and lists of a world whose blocks lie anywhere, beside one that was placed at once. */
Test(polys_slots, place_as_in_a_set_that_was_filled_at_once) {
    enum { SHAPES = 600 };
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        static float rows[4 * SHAPES];
        static uint32_t model[SHAPES], list[SHAPES];
        static sepal_pair pairs[SHAPES];
        static float depth[2][SHAPES];
        rng r = {isa + 40};
        sepal_polys *models = make_models(NULL), *tight = NULL, *loose = NULL;
        use_isa(isa);
        cr_assert(sepal_polys_create(NULL, &tight) == SEPAL_OK && sepal_polys_create(NULL, &loose) == SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++) {
            const float turn = (float)rng_real(&r, 0, 6);
            model[i] = i % 3 == 0 ? 3 : rng_below(&r, MODELS);
            memcpy(rows + 4 * i, (float[]){(float)rng_real(&r, 0, 30), (float)rng_real(&r, 0, 30), cosf(turn), sinf(turn)}, 16);
            list[i] = rng_below(&r, SHAPES);
            pairs[i] = (sepal_pair){i, rng_below(&r, SHAPES)};
            cr_assert_eq(sepal_polys_replace(loose, 0, models, 0), i == 0 ? SEPAL_BAD_ARGUMENT : SEPAL_OK);
            cr_assert_eq(sepal_polys_add(loose, rows, rows, 1, NULL), SEPAL_OK);
        }
        for (uint32_t i = SHAPES; i-- > 0;)
            cr_assert_eq(sepal_polys_replace(loose, i, models, model[i]), SEPAL_OK);
        const sepal_poses poses = {rows, rows + 1, rows + 2, rows + 3, .stride = 4};
        cr_assert_eq(sepal_polys_place(tight, models, model, &poses, SHAPES, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_place_list(loose, list, SHAPES, models, model, &poses, NULL), SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++)
            check_same_shape(loose, list[i], tight, list[i]);
        cr_assert_eq(sepal_polys_place_range(loose, 0, models, model, &poses, SHAPES / 2, NULL), SEPAL_OK);
        const sepal_poses later = {rows + 4 * (SHAPES / 2), rows + 4 * (SHAPES / 2) + 1, rows + 4 * (SHAPES / 2) + 2,
                                   rows + 4 * (SHAPES / 2) + 3, .stride = 4};
        cr_assert_eq(sepal_polys_place_range(loose, SHAPES / 2, models, model + SHAPES / 2, &later, SHAPES - SHAPES / 2, NULL),
                     SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++)
            check_same_shape(loose, i, tight, i);
        cr_assert_eq(sepal_polys_mtv_pairs(tight, tight, pairs, SHAPES, NULL, &(sepal_mtvs){.depth = depth[0]}), SEPAL_OK);
        cr_assert_eq(sepal_polys_mtv_pairs(loose, loose, pairs, SHAPES, NULL, &(sepal_mtvs){.depth = depth[1]}), SEPAL_OK);
        cr_assert(memcmp(depth[0], depth[1], sizeof depth[0]) == 0);
        sepal_polys_destroy(models);
        sepal_polys_destroy(tight);
        sepal_polys_destroy(loose);
    }
}
