/* test_groups_guard.c — calls about groups, and about every hit of rays, read and write nothing outside of what they are given: the arrays of
 * the caller and the memory of the sets end where a page begins that may not be touched. A stray access ends the test with a signal. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "../search/either.h"

#include <criterion/criterion.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 26, GROUPS_OF = 5 };

/* A copy that ends at a page. */
static void *at_the_edge(const void *from, size_t size) {
    void *copy = guarded(size);
    memcpy(copy, from, size);
    return copy;
}

/* Groups of five shapes, the last of which ends with the last shape of a set. */
static uint32_t *guarded_groups(size_t shapes, size_t *count) {
    uint32_t first[SHAPES + 2] = {0};
    *count = shapes / GROUPS_OF;
    for (size_t k = 0; k <= *count; k++)
        first[k] = (uint32_t)(shapes - GROUPS_OF * (*count - k));
    return at_the_edge(first, (*count + 1) * sizeof *first);
}

/* All arrays are of `count` answers, and end with them. */
static void ask_at_the_edge(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                            const float *moves, const sepal_rule *rule, size_t count) {
    sepal_pair *pairs = guarded(count * sizeof *pairs), *parts = guarded(count * sizeof *parts);
    uint64_t *bits = guarded(SEPAL_BIT_WORDS(count) * sizeof *bits);
    float *numbers = guarded(count * sizeof *numbers), *along[3];
    for (size_t k = 0; k < count; k++) /* the last groups in the last pair */
        pairs[k] = (sepal_pair){(uint32_t)((of_a->count - 1) * (k + 1) / count), (uint32_t)((of_b->count - 1) * (k + 1) / count)};
    for (int axis = 0; axis < 3; axis++) {
        along[axis] = guarded(count * sizeof *along[axis]);
        for (size_t k = 0; k < count; k++)
            along[axis][k] = (float)((k + (size_t)axis) % 3) + 0.5F;
    }
    cr_assert_eq(either_overlap_groups(kind, a, of_a, b, of_b, pairs, count, rule, bits), SEPAL_OK);
    cr_assert_eq(either_deepest_groups(kind, a, of_a, b, of_b, pairs, count, rule, parts, numbers), SEPAL_OK);
    cr_assert_eq(either_first_groups(kind, a, of_a, moves, b, of_b, NULL, pairs, count, rule, parts, numbers), SEPAL_OK);
    sepal_status status = SEPAL_OK;
    if (kind == EITHER_SOLIDS) {
        status = sepal_solids_push_along_groups(a, of_a, b, of_b, pairs, count, along[0], along[1], along[2], numbers);
    } else {
        status = sepal_polys_push_along_groups(a, of_a, b, of_b, pairs, count, along[0], along[1], numbers);
        cr_assert_eq(sepal_polys_contains_groups(a, of_a, b, of_b, pairs, count, bits), status);
    }
    cr_assert(status == SEPAL_OK || status == SEPAL_BAD_SHAPE); /* radii are refused */
    for (int axis = 0; axis < 3; axis++)
        guarded_release(along[axis], count * sizeof *along[axis]);
    guarded_release(pairs, count * sizeof *pairs);
    guarded_release(parts, count * sizeof *parts);
    guarded_release(bits, SEPAL_BIT_WORDS(count) * sizeof *bits);
    guarded_release(numbers, count * sizeof *numbers);
}

static int count_hits(void *context, const sepal_ray_hit *hit) {
    cr_assert(hit->time >= 0 && hit->time <= 1);
    ++*(size_t *)context;
    return 1;
}

/* Moves of all shapes of a, and as many rays, end at a page, too. */
static void check_sets(either kind, const void *a, const void *b, const sepal_rule *rule, size_t *hits) {
    const size_t shapes = either_count(kind, a);
    size_t groups_a, groups_b;
    uint32_t *first_a = guarded_groups(shapes, &groups_a), *first_b = guarded_groups(either_count(kind, b), &groups_b);
    const sepal_groups of_a = {first_a, groups_a}, of_b = {first_b, groups_b};
    float *moves = guarded(3 * shapes * sizeof *moves), *rays = guarded(6 * shapes * sizeof *rays);
    sepal_allocator allocator = guard_allocator();
    sepal_finder *finder = NULL;
    for (size_t k = 0; k < 3 * shapes; k++)
        moves[k] = (float)(k % 5) - 2;
    for (size_t k = 0; k < 6 * shapes; k++)
        rays[k] = (float)(k % 7) - 3;
    cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
    cr_assert_eq(either_find_build(kind, finder, b), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t count = 1; count <= 20; count += 1 + count / 4)
            ask_at_the_edge(kind, a, &of_a, b, &of_b, moves, rule, count);
        for (size_t count = 1; count <= shapes; count += 1 + count / 2)
            cr_assert_eq(either_cast_each(kind, finder, rays + 6 * (shapes - count), count, 1, NULL, rule, count_hits, hits),
                         SEPAL_OK);
    }
    sepal_finder_destroy(finder);
    guarded_release(moves, 3 * shapes * sizeof *moves);
    guarded_release(rays, 6 * shapes * sizeof *rays);
    guarded_release(first_a, (groups_a + 1) * sizeof *first_a);
    guarded_release(first_b, (groups_b + 1) * sizeof *first_b);
}

Test(groups_guard, polygons_stay_inside) {
    sepal_allocator allocator = guard_allocator();
    size_t hits = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, 31 + kind, SHAPES, 1, kind % 3 == 0 ? RADII_SOME : RADII_NONE);
        const sepal_rule rule = {(sepal_touching)(kind % 2), kind % 4 < 2 ? 0 : s.margin, 0};
        sepal_polys *inside[2] = {NULL, NULL};
        for (int side = 0; side < 2; side++) {
            const sepal_polys *from = side == 0 ? s.a : s.b;
            cr_assert_eq(sepal_polys_create(&allocator, &inside[side]), SEPAL_OK);
            for (uint32_t i = 0; i < SHAPES && i < sepal_polys_count(from); i++) {
                const float *x, *y;
                float radius;
                size_t count;
                cr_assert_eq(sepal_polys_vertices(from, i, &x, &y, &count), SEPAL_OK);
                cr_assert_eq(sepal_polys_radius(from, i, &radius), SEPAL_OK);
                cr_assert_eq(sepal_polys_add_round(inside[side], x, y, count, radius, NULL), SEPAL_OK);
            }
        }
        check_sets(EITHER_POLYS, inside[0], inside[1], &rule, &hits);
        sepal_polys_destroy(inside[0]);
        sepal_polys_destroy(inside[1]);
        round_scene_destroy(&s);
    }
    cr_assert_gt(hits, 20U);
}

Test(groups_guard, solids_stay_inside) {
    sepal_allocator allocator = guard_allocator();
    size_t hits = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, 31 + kind, SHAPES);
        const sepal_rule rule = {(sepal_touching)(kind % 2), kind % 4 < 2 ? 0 : s.margin, 0};
        sepal_solids *inside[2] = {NULL, NULL};
        for (int side = 0; side < 2; side++) {
            cr_assert_eq(sepal_solids_create(&allocator, &inside[side]), SEPAL_OK);
            for (size_t i = 0; i < s.count; i++)
                solid_add(inside[side], side == 0 ? &s.a[i] : &s.b[i]);
        }
        check_sets(EITHER_SOLIDS, inside[0], inside[1], &rule, &hits);
        sepal_solids_destroy(inside[0]);
        sepal_solids_destroy(inside[1]);
        solid_scene_destroy(&s);
    }
    cr_assert_gt(hits, 20U);
}
