/* test_find_solids.c — all pairs of two sets of solids: against every pair asked one by one, on scenes of every kind and every
 * instruction set. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/crowds.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SOLIDS = 70, SLICE = 30 };

/* Pairs, and how many they are. */
typedef struct found_pairs {
    sepal_pair *pairs;
    size_t count;
} found_pairs;

/* Every pair that overlaps, each asked by itself, in ascending order. */
static found_pairs every_pair(const sepal_solids *a, const sepal_solids *b, const sepal_rule *rule) {
    size_t count_a = sepal_solids_count(a), count_b = sepal_solids_count(b);
    found_pairs all = {calloc(count_a * count_b + 1, sizeof(sepal_pair)), 0};
    uint64_t *bits = calloc(SEPAL_BIT_WORDS(count_b) + 1, sizeof *bits);
    cr_assert(all.pairs != NULL && bits != NULL);
    for (uint32_t i = 0; i < count_a; i++) {
        cr_assert_eq(sepal_solids_overlap_one(a, i, b, 0, count_b, rule, bits), SEPAL_OK);
        for (uint32_t j = a == b ? i + 1 : 0; j < count_b; j++)
            if (bit_at(bits, j))
                all.pairs[all.count++] = (sepal_pair){i, j};
    }
    free(bits);
    return all;
}

static void check_found(const char *what, const char *kind, const sepal_pair *pairs, size_t count, const found_pairs *expected) {
    cr_assert_eq(count, expected->count, "%s, %s, '%s': %zu pairs instead of %zu", sepal_isa(), what, kind, count, expected->count);
    for (size_t k = 0; k < count; k++)
        cr_assert(pairs[k].a == expected->pairs[k].a && pairs[k].b == expected->pairs[k].b,
                  "%s, %s, '%s', pair %zu: (%u, %u) instead of (%u, %u)", sepal_isa(), what, kind, k, pairs[k].a, pairs[k].b,
                  expected->pairs[k].a, expected->pairs[k].b);
}

/* One call, slices, and the candidates, of which none that overlaps may be missing. */
static void check_find(const char *kind, sepal_finder *finder, const sepal_solids *a, const sepal_solids *b,
                       const sepal_rule *rule) {
    size_t count_a = sepal_solids_count(a), room = count_a * sepal_solids_count(b) + 1, found = 0;
    sepal_pair *pairs = calloc(room, sizeof *pairs);
    cr_assert_not_null(pairs);
    use_isa(0);
    found_pairs expected = every_pair(a, b, rule);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_solids_find_pairs(finder, a, b, NULL, rule, room, pairs, &found), SEPAL_OK);
        check_found("find_pairs", kind, pairs, found, &expected);
        cr_assert_eq(sepal_solids_find_build(finder, b), SEPAL_OK);
        size_t total = 0;
        for (size_t first = 0; first < count_a; first += SLICE) {
            size_t size = count_a - first < SLICE ? count_a - first : SLICE;
            cr_assert_eq(sepal_solids_find_range(finder, a, first, size, NULL, rule, room - total, pairs + total, &found),
                         SEPAL_OK);
            total += found;
        }
        check_found("find_range", kind, pairs, total, &expected);
        cr_assert_eq(sepal_solids_find_near(finder, a, b, NULL, rule->margin, room, pairs, &found), SEPAL_OK);
        size_t at = 0;
        for (size_t k = 0; k < expected.count; k++, at++)
            while (at < found && (pairs[at].a != expected.pairs[k].a || pairs[at].b != expected.pairs[k].b))
                at++;
        cr_assert_leq(at, found, "%s, '%s': a pair is missing among the candidates", sepal_isa(), kind);
    }
    free(pairs);
    free(expected.pairs);
}

Test(find_solids, every_kind_of_scene_one_set_and_two) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, 900 + kind, SOLIDS);
        const sepal_rule rule = {(sepal_touching)(kind % 2), kind % 3 == 0 ? 0 : s.margin, 0};
        check_find(s.kind, finder, s.set_a, s.set_b, &rule);
        check_find(s.kind, finder, s.set_a, s.set_a, &rule);
        solid_scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}

Test(find_solids, crowds) {
    sepal_finder *finder = NULL;
    const sepal_rule rule = {0};
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int kind = 0; kind < SOLID_CROWDS; kind++) {
        sepal_solids *set = solid_crowd_set(kind, (uint64_t)kind + 5, 1700), *other = solid_crowd_set(0, (uint64_t)kind + 10, 300);
        size_t found = 0;
        found_pairs one = every_pair(set, set, &rule), two = every_pair(other, set, &rule);
        size_t room = one.count + two.count;
        sepal_pair *pairs = calloc(room + 1, sizeof *pairs);
        cr_assert_not_null(pairs);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_solids_find_pairs(finder, set, set, NULL, &rule, room, pairs, &found), SEPAL_OK);
            check_found("one set", "crowd", pairs, found, &one);
            cr_assert_eq(sepal_solids_find_pairs(finder, other, set, NULL, &rule, room, pairs, &found), SEPAL_OK);
            check_found("two sets", "crowd", pairs, found, &two);
        }
        free(pairs);
        free(one.pairs);
        free(two.pairs);
        sepal_solids_destroy(set);
        sepal_solids_destroy(other);
    }
    sepal_finder_destroy(finder);
}

/* Points, each found as a set of one would be; polygons and solids in turn by one finder. */
Test(find_solids, at_points) {
    sepal_finder *finder = NULL;
    sepal_solids *set = solid_crowd_set(0, 5, 800);
    rng r = {3};
    size_t hits = 0;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int n = 0; n < 300; n++) {
        float at[3];
        static sepal_pair shapes[800];
        uint64_t bits[SEPAL_BIT_WORDS(800)];
        size_t found = 0, k = 0;
        sepal_solids *point = NULL;
        const sepal_rule rule = {(sepal_touching)(n % 2), n % 3 == 0 ? 0 : 0.3F, 0};
        for (int axis = 0; axis < 3; axis++)
            at[axis] = (float)rng_real(&r, 0, 9);
        cr_assert_eq(sepal_solids_create(NULL, &point), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(point, &at[0], &at[1], &at[2], 1, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_overlap_one(point, 0, set, 0, 800, &rule, bits), SEPAL_OK);
        if (n % 50 == 0)
            cr_assert_eq(sepal_solids_find_build(finder, set), SEPAL_OK);
        const sepal_solid_points points = {&at[0], &at[1], &at[2], 0};
        cr_assert_eq(sepal_solids_find_at(finder, &points, 1, NULL, &rule, 800, shapes, &found), SEPAL_OK);
        for (uint32_t j = 0; j < 800; j++)
            if (bit_at(bits, j))
                cr_assert(k < found && shapes[k++].b == j, "solid %u is missing", j);
        cr_assert_eq(k, found);
        hits += found;
        sepal_solids_destroy(point);
    }
    cr_assert_gt(hits, 50U);
    sepal_finder_destroy(finder);
    sepal_solids_destroy(set);
}

Test(find_solids, bad_arguments_and_trees_of_the_other_kind) {
    const sepal_rule bad = {.margin = NAN};
    sepal_finder *finder = NULL;
    sepal_solids *set = solid_crowd_set(0, 5, 20);
    sepal_polys *flat = empty_set(NULL);
    sepal_pair pairs[1] = {{123, 456}};
    size_t found = 99;
    const float zero[] = {0}, not_a_number[] = {NAN}, infinite[] = {INFINITY};
    const sepal_points flat_origin = {.x = zero, .y = zero};
    const sepal_solid_points origin = {zero, zero, zero, 1}, bad_y = {zero, not_a_number, zero, 1},
                             bad_z = {zero, zero, infinite, 1};
    const sepal_solid_points no_z = {zero, zero, NULL, 1};
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_pairs(NULL, set, set, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_pairs(finder, NULL, set, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_pairs(finder, set, NULL, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_pairs(finder, set, set, NULL, &bad, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_pairs(finder, set, set, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_near(finder, set, set, NULL, -1, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_build(finder, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_range(finder, set, 0, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_build(finder, flat), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_range(finder, set, 0, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT,
                 "a tree of polygons");
    cr_assert_eq(sepal_solids_find_at(finder, &origin, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "a tree of polygons");
    cr_assert_eq(sepal_solids_find_build(finder, set), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_at(finder, &flat_origin, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT,
                 "a tree of solids");
    cr_assert_eq(sepal_solids_find_range(finder, set, 1, 20, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_at(finder, &bad_y, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_solids_find_at(finder, &bad_z, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_solids_find_at(finder, &no_z, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert(found == 99 && pairs[0].a == 123);
    sepal_finder_destroy(finder);
    sepal_solids_destroy(set);
    sepal_polys_destroy(flat);
}

/* Whichever request for memory is refused, the call says so and writes nothing, and the next one succeeds. */
Test(find_solids, memory_that_runs_out) {
    sepal_solids *set = solid_crowd_set(0, 5, 700);
    static sepal_pair pairs[20000];
    size_t all = 0, refused = 0;
    for (bool whole = false; !whole; refused++) {
        watch w = watch_create();
        w.fail_at = refused + 1; /* the first request is for the finder itself */
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        size_t found = 12345;
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        sepal_status status = sepal_solids_find_pairs(finder, set, set, NULL, NULL, 20000, pairs, &found);
        whole = status == SEPAL_OK;
        cr_assert(whole || (status == SEPAL_NO_MEMORY && found == 12345));
        cr_assert_eq(sepal_solids_find_pairs(finder, set, set, NULL, NULL, 20000, pairs, &found), SEPAL_OK);
        cr_assert(all == 0 || all == found);
        all = found;
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U);
    }
    cr_assert_gt(refused, 8U);
    cr_assert_gt(all, 100U);
    sepal_solids_destroy(set);
}
