/* test_find.c — all pairs of two sets: against every pair asked one by one, on scenes of every kind and every instruction set. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/crowds.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 150, SEED = 77, MOST = 4096 };

/* Pairs, and for how many there is room. */
typedef struct pair_list {
    sepal_pair *pairs;
    size_t count;
} pair_list;

static bool wanted(const sepal_filter *f, bool one_set, uint32_t i, uint32_t j) {
    if (f == NULL)
        return true;
    int second = one_set ? 0 : 1;
    uint32_t member_a = f->member[0] ? f->member[0][i] : ~0U, member_b = f->member[second] ? f->member[second][j] : ~0U;
    uint32_t mask_a = f->mask[0] ? f->mask[0][i] : ~0U, mask_b = f->mask[second] ? f->mask[second][j] : ~0U;
    bool owned = f->owner[0] && f->owner[second] && f->owner[0][i] == f->owner[second][j];
    return (member_a & mask_b) != 0 && (member_b & mask_a) != 0 && !owned;
}

/* Every pair that overlaps, each asked by itself, in ascending order. */
static pair_list every_pair(const sepal_polys *a, const sepal_polys *b, const sepal_filter *f, const sepal_rule *rule) {
    size_t count_a = sepal_polys_count(a), count_b = sepal_polys_count(b);
    pair_list all = {calloc(count_a * count_b + 1, sizeof(sepal_pair)), 0};
    cr_assert_not_null(all.pairs);
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t j = a == b ? i + 1 : 0; j < count_b; j++) {
            uint64_t bit;
            cr_assert_eq(sepal_polys_overlap_pairs(a, b, &(sepal_pair){i, j}, 1, rule, &bit), SEPAL_OK);
            if (bit != 0 && wanted(f, a == b, i, j))
                all.pairs[all.count++] = (sepal_pair){i, j};
        }
    return all;
}

static void check_list(const char *what, const scene *about, const sepal_pair *pairs, size_t count, const pair_list *expected) {
    cr_assert_eq(count, expected->count, "%s, %s, seed %llu: %zu pairs instead of %zu", sepal_isa(), what,
                 (unsigned long long)about->seed, count, expected->count);
    for (size_t k = 0; k < count; k++)
        cr_assert(pairs[k].a == expected->pairs[k].a && pairs[k].b == expected->pairs[k].b,
                  "%s, %s, scene '%s', pair %zu: (%u, %u) instead of (%u, %u)", sepal_isa(), what, about->kind, k, pairs[k].a,
                  pairs[k].b, expected->pairs[k].a, expected->pairs[k].b);
}

/* One call, and slices of several sizes. */
static void check_find(const scene *about, sepal_finder *finder, const sepal_polys *a, const sepal_polys *b, const sepal_filter *f,
                       const sepal_rule *rule, const pair_list *expected) {
    size_t found, count_a = sepal_polys_count(a), room = expected->count + 1;
    sepal_pair *pairs = calloc(room, sizeof *pairs);
    cr_assert_not_null(pairs);
    cr_assert_eq(sepal_polys_find_pairs(finder, a, b, f, rule, room, pairs, &found), SEPAL_OK);
    check_list("find_pairs", about, pairs, found, expected);
    for (size_t slice = 1; slice <= count_a; slice = slice * 9 + 2) {
        memset(pairs, 0xff, room * sizeof *pairs);
        cr_assert_eq(sepal_polys_find_build(finder, b), SEPAL_OK);
        size_t total = 0;
        for (size_t first = 0; first < count_a; first += slice) {
            size_t size = count_a - first < slice ? count_a - first : slice;
            cr_assert_eq(sepal_polys_find_range(finder, a, first, size, f, rule, room - total, pairs + total, &found), SEPAL_OK);
            total += found;
        }
        check_list("find_range", about, pairs, total, expected);
    }
    free(pairs);
}

Test(find, every_kind_of_scene_one_set_and_two) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, SEED + kind, SHAPES, 1);
        const sepal_rule *rule = rule_at((int)(kind % RULES));
        use_isa(0);
        pair_list two = every_pair(s.set_a, s.set_b, NULL, rule), one = every_pair(s.set_a, s.set_a, NULL, rule);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_find(&s, finder, s.set_a, s.set_b, NULL, rule, s.set_a == s.set_b ? &one : &two);
            check_find(&s, finder, s.set_a, s.set_a, NULL, rule, &one);
        }
        free(two.pairs);
        free(one.pairs);
        scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}

Test(find, radii_and_margins) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < scene_kind_count(); kind += 3 * scene_step()) {
        radius_manner manner = (radius_manner)(kind % RADIUS_MANNERS);
        round_scene s = round_scene_create(kind, SEED + kind, 60, 1, manner);
        const sepal_rule rule = {(sepal_touching)(kind % RULES), s.margin, 0};
        use_isa(0);
        pair_list expected = every_pair(s.a, s.b, NULL, &rule), own = every_pair(s.a, s.a, NULL, &rule);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_find(&s.base, finder, s.a, s.b, NULL, &rule, s.a == s.b ? &own : &expected);
            check_find(&s.base, finder, s.a, s.a, NULL, &rule, &own);
        }
        free(expected.pairs);
        free(own.pairs);
        round_scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}

Test(find, filters) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    scene s = scene_create(0, SEED, SHAPES, 1), t = scene_create(1, SEED, SHAPES, 1);
    size_t most = sepal_polys_count(s.set_a) + sepal_polys_count(t.set_a);
    uint32_t *numbers = calloc(6 * most, sizeof *numbers);
    cr_assert_not_null(numbers);
    for (size_t i = 0; i < 6 * most; i++)
        numbers[i] = (uint32_t)(i * 2654435761U >> 29);
    for (unsigned given = 0; given < 64; given++) { /* which of the six arrays are there */
        sepal_filter f = {{given & 1 ? numbers : NULL, given & 2 ? numbers + most : NULL},
                          {given & 4 ? numbers + 2 * most : NULL, given & 8 ? numbers + 3 * most : NULL},
                          {given & 16 ? numbers + 4 * most : NULL, given & 32 ? numbers + 5 * most : NULL}};
        pair_list two = every_pair(s.set_a, t.set_a, &f, NULL), one = every_pair(s.set_a, s.set_a, &f, NULL);
        check_find(&s, finder, s.set_a, t.set_a, &f, NULL, &two);
        check_find(&s, finder, s.set_a, s.set_a, &f, NULL, &one);
        free(two.pairs);
        free(one.pairs);
    }
    free(numbers);
    scene_destroy(&s);
    scene_destroy(&t);
    sepal_finder_destroy(finder);
}

/* --- Many shapes: every level of the tree, worst cases ------------------------------------------------------------------------ */

Test(find, crowds) {
    static const size_t sizes[] = {0, 1, 15, 16, 17, 255, 256, 257, 1500};
    static const scene about = {.kind = "crowd"};
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    use_isa(sepal_isa_count() - 1);
    for (int kind = 0; kind < CROWDS; kind++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            sepal_polys *set = crowd_set((crowd)kind, sizes[k]);
            pair_list expected = every_pair(set, set, NULL, NULL);
            check_find(&about, finder, set, set, NULL, NULL, &expected);
            free(expected.pairs);
            sepal_polys_destroy(set);
        }
    sepal_finder_destroy(finder);
}

/* Five levels; against a sample of rows, since every pair would be too many. */
Test(find, a_hundred_thousand) {
    enum { COUNT = 100000, SAMPLES = 50 };
    sepal_polys *set = NULL;
    sepal_finder *finder = NULL;
    static float rows[COUNT][4];
    rng r = {SEED};
    for (size_t i = 0; i < COUNT; i++)
        for (int k = 0; k < 4; k++)
            rows[i][k] = (float)rng_real(&r, 0, 1) * (k < 2 ? 500.0F : 1.5F);
    const sepal_boxes boxes = {
        .x = &rows[0][0], .y = &rows[0][1], .half_x = &rows[0][2], .half_y = &rows[0][3], .cos = NULL, .sin = NULL, .stride = 4};
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, COUNT, NULL, NULL), SEPAL_OK);
    size_t found, again;
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, 0, NULL, &found), SEPAL_TOO_SMALL);
    sepal_pair *pairs = calloc(found, sizeof *pairs);
    uint64_t *bits = calloc(SEPAL_BIT_WORDS(COUNT), sizeof *bits);
    cr_assert(pairs && bits);
    cr_assert_eq(sepal_polys_find_pairs(finder, set, set, NULL, NULL, found, pairs, &again), SEPAL_OK);
    cr_assert_eq(found, again);
    for (size_t k = 1; k < found; k++)
        cr_assert(pairs[k - 1].a < pairs[k].a || (pairs[k - 1].a == pairs[k].a && pairs[k - 1].b < pairs[k].b));
    for (uint32_t sample = 0; sample < SAMPLES; sample++) {
        uint32_t i = sample * (COUNT / SAMPLES) + sample;
        cr_assert_eq(sepal_polys_overlap_one(set, i, set, i + 1, COUNT - i - 1, NULL, bits), SEPAL_OK);
        size_t at = 0;
        while (at < found && pairs[at].a < i)
            at++;
        for (size_t k = 0; k < COUNT - i - 1; k++)
            if (bit_at(bits, k))
                cr_assert(at < found && pairs[at].a == i && pairs[at++].b == i + 1 + k, "row %u misses %zu", i, i + 1 + k);
        cr_assert(at == found || pairs[at].a != i, "row %u has a pair too many", i);
    }
    free(pairs);
    free(bits);
    sepal_polys_destroy(set);
    sepal_finder_destroy(finder);
}

/* --- Near, and at ----------------------------------------------------------------------------------------------------------------
 */

/* The boxes around two shapes meet by exact arithmetic in double where nothing is rounded: no radius, no margin. */
static bool boxes_meet(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    float low[2][2], high[2][2];
    const sepal_polys *sets[2] = {a, b};
    uint32_t index[2] = {i, j};
    for (int s = 0; s < 2; s++) {
        const float *at[2];
        size_t count;
        cr_assert_eq(sepal_polys_vertices(sets[s], index[s], &at[0], &at[1], &count), SEPAL_OK);
        for (int d = 0; d < 2; d++) {
            low[s][d] = high[s][d] = at[d][0];
            for (size_t k = 1; k < count; k++) {
                low[s][d] = at[d][k] < low[s][d] ? at[d][k] : low[s][d];
                high[s][d] = at[d][k] > high[s][d] ? at[d][k] : high[s][d];
            }
        }
    }
    return low[0][0] <= high[1][0] && low[1][0] <= high[0][0] && low[0][1] <= high[1][1] && low[1][1] <= high[0][1];
}

Test(find, near_is_where_boxes_meet) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, SEED, 80, 1);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            size_t found, expected = 0, room = sepal_polys_count(s.set_a) * sepal_polys_count(s.set_b) + 1;
            sepal_pair *pairs = calloc(room, sizeof *pairs);
            cr_assert_not_null(pairs);
            cr_assert_eq(sepal_polys_find_near(finder, s.set_a, s.set_b, NULL, 0, room, pairs, &found), SEPAL_OK);
            for (uint32_t i = 0; i < sepal_polys_count(s.set_a); i++)
                for (uint32_t j = s.one_set ? i + 1 : 0; j < sepal_polys_count(s.set_b); j++)
                    if (boxes_meet(s.set_a, i, s.set_b, j)) {
                        cr_assert(expected < found && pairs[expected].a == i && pairs[expected].b == j, "%s, %s: (%u, %u)",
                                  sepal_isa(), s.kind, i, j);
                        expected++;
                    }
            cr_assert_eq(found, expected);
            free(pairs);
        }
        scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}

/* No pair within the margin is missing. */
static void check_near(sepal_finder *finder, const char *kind, const sepal_polys *a, const sepal_polys *b, float margin) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    size_t found, room = sepal_polys_count(a) * sepal_polys_count(b) + 1;
    sepal_pair *near = calloc(room, sizeof *near);
    cr_assert_not_null(near);
    pair_list expected = every_pair(a, b, NULL, &rule);
    cr_assert_eq(sepal_polys_find_near(finder, a, b, NULL, margin, room, near, &found), SEPAL_OK);
    for (size_t k = 0, at = 0; k < expected.count; k++) {
        while (at < found &&
               (near[at].a < expected.pairs[k].a || (near[at].a == expected.pairs[k].a && near[at].b < expected.pairs[k].b)))
            at++;
        cr_assert(at < found && near[at].a == expected.pairs[k].a && near[at].b == expected.pairs[k].b, "'%s': (%u, %u) is missing",
                  kind, expected.pairs[k].a, expected.pairs[k].b);
    }
    free(near);
    free(expected.pairs);
}

Test(find, near_misses_nothing_with_radii_and_margins) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, SEED + kind, 40, 1, (radius_manner)(kind % RADIUS_MANNERS));
        check_near(finder, s.base.kind, s.a, s.b, s.margin);
        check_near(finder, s.base.kind, s.a, s.a, s.margin);
        check_near(finder, s.base.kind, s.a, s.a, 0x3p-149F); /* which has no half */
        round_scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}

/* Numbers of some bits, different for each shape. */
static void put_numbers(rng *r, uint32_t *numbers, size_t count, uint32_t below) {
    for (size_t k = 0; k < count; k++)
        numbers[k] = rng_below(r, below);
}

/* At the first vertex of every shape of a scene, all together and each alone: the shapes that a set of these points overlaps, of those
 * that a filter wants. */
Test(find, at_points) {
    static sepal_pair got[MOST * MOST];
    static float rows[MOST][3];
    static uint32_t numbers[6][MOST];
    rng r = {SEED};
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, SEED, 60, 1, kind % 4 == 0 ? RADII_NONE : RADII_SOME);
        const sepal_rule rule = {(sepal_touching)(kind / 2 % RULES), kind % 6 == 0 ? s.margin : 0, 0};
        size_t count_a = sepal_polys_count(s.a), count_b = sepal_polys_count(s.b), found = 0;
        sepal_polys *points = empty_set(NULL);
        cr_assert(count_a <= MOST && count_b <= MOST);
        for (uint32_t i = 0; i < count_a; i++) {
            const float *x, *y;
            size_t count;
            cr_assert_eq(sepal_polys_vertices(s.a, i, &x, &y, &count), SEPAL_OK);
            rows[i][0] = x[0], rows[i][1] = y[0];
            cr_assert_eq(sepal_polys_add(points, x, y, 1, NULL), SEPAL_OK);
        }
        for (int k = 0; k < 6; k++)
            put_numbers(&r, numbers[k], k % 2 == 0 ? count_a : count_b, k < 4 ? 16 : 3);
        const sepal_filter filter = {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}, {numbers[4], numbers[5]}};
        const sepal_filter *some = kind % 3 == 0 ? NULL : &filter;
        const pair_list all = every_pair(points, s.b, some, &rule);
        const sepal_points at = {.x = rows[0], .y = rows[0] + 1, .stride = 3};
        cr_assert_eq(sepal_polys_find_build(finder, s.b), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_polys_find_at(finder, &at, count_a, some, &rule, all.count, got, &found), SEPAL_OK);
            cr_assert_eq(found, all.count, "'%s', %s: %zu pairs instead of %zu", s.base.kind, sepal_isa(), found, all.count);
            cr_assert(all.count == 0 || memcmp(got, all.pairs, all.count * sizeof *got) == 0, "'%s', %s", s.base.kind, sepal_isa());
        }
        for (size_t i = 0, next = 0; i < count_a && some == NULL; i++, next += found) {
            const sepal_points one = {.x = rows[i], .y = rows[i] + 1};
            cr_assert_eq(sepal_polys_find_at(finder, &one, 1, NULL, &rule, MOST, got, &found), SEPAL_OK);
            for (size_t k = 0; k < found; k++)
                cr_assert(next + k < all.count && got[k].a == 0 && all.pairs[next + k].a == i && got[k].b == all.pairs[next + k].b);
            cr_assert(next + found == all.count || all.pairs[next + found].a > i, "'%s': a shape is missing", s.base.kind);
        }
        free(all.pairs);
        sepal_polys_destroy(points);
        round_scene_destroy(&s);
    }
    sepal_finder_destroy(finder);
}
