/* test_groups.c — groups of polygons and of solids: against every pair of their parts, asked one by one. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "../search/either.h"
#include "outlines.h"

#include <criterion/criterion.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS_MOST = 300, SHAPES = 180, SOLIDS = 100 };

/* Cuts `shapes` shapes into groups of 0 to `most` parts, the last ones left out. */
static sepal_groups make_groups(uint32_t *first, size_t shapes, uint32_t most, uint64_t seed) {
    rng r = {seed};
    size_t count = 0;
    uint32_t at = 0;
    first[0] = 0;
    while (count + 1 < GROUPS_MOST) {
        uint32_t size = rng_below(&r, most + 1);
        if (at + size > shapes)
            break;
        at += size;
        first[++count] = at;
    }
    return (sepal_groups){first, count};
}

/* Every group of the one with every group of the other, in an order that changes the first group from pair to pair or not. */
static size_t every_pair(const sepal_groups *a, const sepal_groups *b, bool by_rows, sepal_pair *pairs) {
    size_t count = 0;
    for (uint32_t i = 0; i < (by_rows ? a->count : b->count); i++)
        for (uint32_t j = 0; j < (by_rows ? b->count : a->count); j++)
            pairs[count++] = by_rows ? (sepal_pair){i, j} : (sepal_pair){j, i};
    return count;
}

static bool any_parts(either kind, const void *a, const sepal_groups *of_a, const void *b, const sepal_groups *of_b,
                      sepal_pair pair, const sepal_rule *rule) {
    uint64_t bit = 0;
    for (uint32_t i = of_a->first[pair.a]; i < of_a->first[pair.a + 1]; i++)
        for (uint32_t j = of_b->first[pair.b]; j < of_b->first[pair.b + 1]; j++)
            if (either_overlap_pairs(kind, a, b, &(sepal_pair){i, j}, 1, rule, &bit) == SEPAL_OK && bit != 0)
                return true;
    return false;
}

/* Shapes that are cut into groups of up to `most` parts: few where the groups are small, since each meets each; some groups of
 * many. */
static size_t shapes_for(uint32_t most, size_t all) {
    return most < 50 && all > 50 ? 50 : all;
}

/* Groups of up to `most` parts of two sets, on every instruction set. Returns how many pairs overlap. */
static size_t check_groups(either kind, const void *a, size_t count_a, const void *b, size_t count_b, uint32_t most, uint64_t seed,
                           const sepal_rule *rule) {
    static uint32_t first_a[GROUPS_MOST], first_b[GROUPS_MOST];
    sepal_groups of_a = make_groups(first_a, shapes_for(most, count_a), most, seed);
    sepal_groups of_b = make_groups(first_b, shapes_for(most, count_b), most, seed + 1);
    size_t most_pairs = of_a.count * of_b.count, hits = 0;
    sepal_pair *pairs = calloc(most_pairs + 1, sizeof *pairs);
    uint64_t *bits = calloc(SEPAL_BIT_WORDS(most_pairs) + 1, sizeof *bits);
    bool *expected = calloc(most_pairs + 1, sizeof *expected);
    cr_assert(pairs != NULL && bits != NULL && expected != NULL);
    size_t count = every_pair(&of_a, &of_b, seed % 2 == 0, pairs);
    use_isa(0);
    for (size_t i = 0; i < count; i++)
        hits += expected[i] = any_parts(kind, a, &of_a, b, &of_b, pairs[i], rule);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        memset(bits, 0xa5, (SEPAL_BIT_WORDS(count) + 1) * sizeof *bits);
        cr_assert_eq(either_overlap_groups(kind, a, &of_a, b, &of_b, pairs, count, rule, bits), SEPAL_OK);
        for (size_t i = 0; i < count; i++)
            cr_assert(bit_at(bits, i) == expected[i] ||
                          (bit_at(bits, i) && either_may_be_inside(kind, a, &of_a, b, &of_b, pairs[i], rule)),
                      "%s: groups %u and %u of up to %u parts", sepal_isa(), pairs[i].a, pairs[i].b, most);
        for (size_t i = count; i < 64 * SEPAL_BIT_WORDS(count); i++)
            cr_assert(!bit_at(bits, i), "a spare bit is set");
        cr_assert_eq(bits[SEPAL_BIT_WORDS(count)], UINT64_C(0xa5a5a5a5a5a5a5a5));
    }
    free(pairs);
    free(bits);
    free(expected);
    return hits;
}

Test(groups, of_polygons_of_every_kind) {
    static const uint32_t most[] = {1, 3, 12, 130};
    size_t hits = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2 * scene_step()) {
        round_scene s = round_scene_create(kind, 31 + kind, SHAPES, 1, (radius_manner)(kind / 2 % RADIUS_MANNERS));
        for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
            const sepal_rule rule = {(sepal_touching)(k % 2), k < 2 ? 0 : s.margin, 0};
            hits +=
                check_groups(EITHER_POLYS, s.a, sepal_polys_count(s.a), s.b, sepal_polys_count(s.b), most[k], 10 * kind + k, &rule);
        }
        round_scene_destroy(&s);
    }
    cr_assert_gt(hits, 1000U);
}

Test(groups, of_solids_of_every_kind) {
    static const uint32_t most[] = {1, 4, 90};
    size_t hits = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, 31 + kind, SOLIDS);
        for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
            const sepal_rule rule = {(sepal_touching)(k % 2), s.margin, 0};
            hits += check_groups(EITHER_SOLIDS, s.set_a, sepal_solids_count(s.set_a), s.set_b, sepal_solids_count(s.set_b), most[k],
                                 10 * kind + k, &rule);
        }
        solid_scene_destroy(&s);
    }
    cr_assert_gt(hits, 1000U);
}

/* Concave polygons: points of the grid against the parts, judged by the outline. */
Test(groups, concave_polygons_and_points) {
    static outline o;
    static float x[OUTLINE_MOST], y[OUTLINE_MOST];
    static sepal_pair pairs[OUTLINE_MOST];
    static uint64_t bits[SEPAL_BIT_WORDS(OUTLINE_MOST)];
    const sepal_groups each = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        sepal_polys *set = empty_set(NULL), *points = empty_set(NULL);
        rng r = {seed};
        uint32_t first, parts, count = 600;
        outline_make(&o, (outline_kind)(seed % OUTLINE_KINDS), 40, seed);
        outline_floats(&o, x, y);
        if (sepal_polys_add_concave(set, x, y, o.count, &first, &parts, NULL) != SEPAL_OK) {
            cr_assert(!outline_is_simple(&o));
            sepal_polys_destroy(set);
            sepal_polys_destroy(points);
            continue;
        }
        const uint32_t range[2] = {first, first + parts};
        const sepal_groups whole = {range, 1};
        for (uint32_t k = 0; k < count; k++) {
            size_t at = rng_below(&r, (uint32_t)o.count), next = (at + 1) % o.count;
            x[k] = (float)(k % 3 == 0 ? o.x[at] : (o.x[at] + o.x[next]) / 2 + rng_between(&r, -3, 3));
            y[k] = (float)(k % 3 == 0 ? o.y[at] : (o.y[at] + o.y[next]) / 2 + rng_between(&r, -3, 3));
            cr_assert_eq(sepal_polys_add(points, &x[k], &y[k], 1, NULL), SEPAL_OK);
            pairs[k] = (sepal_pair){0, k};
        }
        cr_assert_eq(sepal_polys_overlap_groups(set, &whole, points, &each, pairs, count, NULL, bits), SEPAL_OK);
        for (uint32_t k = 0; k < count; k++)
            cr_assert_eq(bit_at(bits, k), outline_side(&o, (int64_t)x[k], (int64_t)y[k]) >= 0, "seed %d, point (%g, %g)", (int)seed,
                         (double)x[k], (double)y[k]);
        sepal_polys_destroy(set);
        sepal_polys_destroy(points);
    }
}

static void check_refused(const sepal_polys *set, const sepal_groups *a, const sepal_groups *b, sepal_pair pair, const char *what) {
    uint64_t bits = 12345;
    cr_assert_eq(sepal_polys_overlap_groups(set, a, set, b, &pair, 1, NULL, &bits), SEPAL_BAD_ARGUMENT, "%s", what);
    cr_assert_eq(bits, 12345U, "%s", what);
}

Test(groups, bad_arguments_change_nothing) {
    const uint32_t good_first[] = {0, 2, 2, 5}, descends[] = {0, 3, 2, 5}, beyond[] = {0, 2, 2, 6};
    const sepal_groups good = {good_first, 3}, bad_order = {descends, 3}, bad_end = {beyond, 3}, missing = {NULL, 3}, each = {0};
    const sepal_rule bad = {.margin = -1};
    const float zero = 0;
    const sepal_pair pair = {0, 0};
    uint64_t bits = 12345;
    sepal_polys *set = empty_set(NULL);
    sepal_solids *solids = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &solids), SEPAL_OK);
    for (int k = 0; k < 5; k++) {
        cr_assert_eq(sepal_polys_add(set, &zero, &zero, 1, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(solids, &zero, &zero, &zero, 1, 0, NULL), SEPAL_OK);
    }
    check_refused(set, NULL, &good, pair, "no groups");
    check_refused(set, &good, NULL, pair, "no groups");
    check_refused(set, &missing, &good, pair, "groups without parts");
    check_refused(set, &good, &missing, pair, "groups without parts");
    check_refused(set, &good, &good, (sepal_pair){3, 0}, "no such group");
    check_refused(set, &good, &good, (sepal_pair){0, 3}, "no such group");
    check_refused(set, &good, &each, (sepal_pair){0, 5}, "no such shape");
    check_refused(set, &bad_order, &good, (sepal_pair){1, 0}, "a group descends");
    check_refused(set, &good, &bad_end, (sepal_pair){0, 2}, "a part outside the set");
    cr_assert_eq(sepal_polys_overlap_groups(NULL, &good, set, &good, &pair, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_groups(set, &good, NULL, &good, &pair, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_groups(set, &good, set, &good, NULL, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_groups(set, &good, set, &good, &pair, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_groups(set, &good, set, &good, &pair, 1, &bad, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_groups(NULL, &good, solids, &good, &pair, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &good, NULL, &good, &pair, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &good, solids, &bad_end, &(sepal_pair){0, 2}, 1, NULL, &bits),
                 SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &good, solids, &good, &pair, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &good, solids, &good, &pair, 1, &bad, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(bits, 12345U);
    cr_assert_eq(sepal_polys_overlap_groups(set, &good, set, &good, NULL, 0, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &good, solids, &good, NULL, 0, NULL, NULL), SEPAL_OK);
    /* An empty group overlaps nothing; groups that no pair names are not looked at. */
    const sepal_pair three[] = {{0, 1}, {0, 0}, {1, 1}};
    cr_assert_eq(sepal_polys_overlap_groups(set, &bad_end, set, &good, three, 3, NULL, &bits), SEPAL_OK);
    cr_assert_eq(bits, 2U);
    cr_assert_eq(sepal_solids_overlap_groups(solids, &bad_end, solids, &good, three, 3, NULL, &bits), SEPAL_OK);
    cr_assert_eq(bits, 2U);
    sepal_polys_destroy(set);
    sepal_solids_destroy(solids);
}
