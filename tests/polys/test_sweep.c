/* Moving shapes: cases worked out by hand, and arguments. That the instruction sets agree is tested with every other question
 * (questions/test_agree.c). */
#include "../common/check.h"
#include "../scenes/round_scenes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

static sepal_polys *set_of(const float *x, const float *y, size_t count, float radius) {
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_round(set, x, y, count, radius, NULL), SEPAL_OK);
    return set;
}

typedef struct shape {
    float x[4], y[4];
    size_t count;
    float radius;
} shape;

#define SQUARE                                                                                                                     \
    { {0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0 }
#define BOX_AT(l, b)                                                                                                               \
    { {l, (l) + 1, (l) + 1, l}, {b, b, (b) + 1, (b) + 1}, 4, 0 }

static const struct {
    const char *what;
    shape a, b;
    float ax, ay, bx, by; /* moves */
    hit closed, open;     /* the answers; open: where touching is apart */
} cases[] = {
    {"a thin wall in the way",
     {{5, 5.001F, 5.001F, 5}, {-9, -9, 9, 9}, 4, 0},
     BOX_AT(0, 0),
     0,
     0,
     32,
     0,
     {true, 0.125F, -1, 0},
     {true, 0.125F, -1, 0}},
    {"a wall without thickness", {{5, 5}, {-9, 9}, 2, 0}, BOX_AT(0, 0), 0, 0, 32, 0, {true, 0.125F, -1, 0}, {true, 0.125F, -1, 0}},
    {"the wall comes as well", {{5, 5}, {-9, 9}, 2, 0}, BOX_AT(0, 0), -16, 0, 16, 0, {true, 0.125F, -1, 0}, {true, 0.125F, -1, 0}},
    {"a point through a wall of no thickness only touches it",
     {{5, 5}, {-9, 9}, 2, 0},
     {{1}, {0}, 1, 0},
     0,
     0,
     32,
     0,
     {true, 0.125F, -1, 0},
     {false, 1, 0, 0}},
    {"contact at the very end", SQUARE, BOX_AT(5, 0), 0, 0, -3, 0, {true, 1, 1, 0}, {false, 1, 0, 0}},
    {"the way ends one ulp before", SQUARE, BOX_AT(5, 0), 0, 0, -0x2.fffffcp0F, 0, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"away from each other", SQUARE, BOX_AT(5, 0), 0, 0, 3, 0, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"side by side with one speed", SQUARE, BOX_AT(5, 0), 100, 7, 100, 7, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"grazing along an edge", SQUARE, BOX_AT(4, 2), 0, 0, -8, 0, {true, 0.25F, 1, 0}, {false, 1, 0, 0}},
    {"a hair above the edge",
     SQUARE,
     {{4, 5, 5, 4}, {0x2.000004p0F, 0x2.000004p0F, 3, 3}, 4, 0},
     0,
     0,
     -8,
     0,
     {false, 1, 0, 0},
     {false, 1, 0, 0}},
    {"a hair below",
     SQUARE,
     {{4, 5, 5, 4}, {0x1.fffffep0F, 0x1.fffffep0F, 3, 3}, 4, 0},
     0,
     0,
     -8,
     0,
     {true, 0.25F, 1, 0},
     {true, 0.25F, 1, 0}},
    {"corner to corner, and past: the first axis", SQUARE, BOX_AT(4, 4), 0, 0, -4, 4, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"corner to corner, and on into it", SQUARE, BOX_AT(4, 4), 0, 0, -8, -8, {true, 0.25F, 1, 0}, {true, 0.25F, 1, 0}},
    {"corners that slide past each other", SQUARE, BOX_AT(4, 0), 0, 0, -4, 4, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"touching at the beginning, then apart", SQUARE, BOX_AT(2, 0), 0, 0, 5, 0, {true, 0, 1, 0}, {false, 1, 0, 0}},
    {"touching at the beginning, then deeper", SQUARE, BOX_AT(2, 0), 0, 0, -5, 0, {true, 0, 1, 0}, {true, 0, 1, 0}},
    {"overlapping at the beginning", SQUARE, BOX_AT(1.5F, 0.5F), 0, 0, 50, 1, {true, 0, 1, 0}, {true, 0, 1, 0}},
    {"two points", {{0}, {0}, 1, 0}, {{3}, {4}, 1, 0}, 0, 0, -6, -8, {true, 0.5F, 0.6F, 0.8F}, {false, 1, 0, 0}},
    {"two points on one line that do not reach",
     {{0}, {0}, 1, 0},
     {{3}, {4}, 1, 0},
     0,
     0,
     -2.25F,
     -3,
     {false, 1, 0, 0},
     {false, 1, 0, 0}},
    {"segments on one line", {{0, 1}, {0, 0}, 2, 0}, {{5, 3}, {0, 0}, 2, 0}, 0, 0, -4, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"crossing segments", {{0, 4}, {0, 0}, 2, 0}, {{1, 1}, {2, 4}, 2, 0}, 0, 0, 0, -8, {true, 0.25F, 0, 1}, {true, 0.25F, 0, 1}},
    {"circles head on", {{0}, {0}, 1, 1}, {{10}, {0}, 1, 2}, 0, 0, -14, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"circles that graze", {{0}, {0}, 1, 1}, {{4}, {3}, 1, 2}, 0, 0, -8, 0, {true, 0x1.fffffep-2F, 0, 1}, {false, 1, 0, 0}},
    {"circles that touch at the beginning, then deeper",
     {{0}, {0}, 1, 1},
     {{3}, {0}, 1, 2},
     0,
     0,
     -5,
     0,
     {true, 0, 1, 0},
     {true, 0, 1, 0}},
    {"a circle that touches a wall at the beginning, then deeper",
     {{0, 0}, {-9, 9}, 2, 0},
     {{1}, {0}, 1, 1},
     0,
     0,
     -16,
     0,
     {true, 0, 1, 0},
     {true, 0, 1, 0}},
    {"a circle that meets a corner at the end of an edge",
     {{0, 0}, {-9, 9}, 2, 0},
     {{9}, {9}, 1, 1},
     0,
     0,
     -16,
     0,
     {true, 0.5F, 1, 0},
     {true, 0.5F, 1, 0}},
    {"a circle at an angle", {{0}, {0}, 1, 2}, {{12}, {4}, 1, 3}, 0, 0, -18, 0, {true, 0.5F, 0.6F, 0.8F}, {true, 0.5F, 0.6F, 0.8F}},
    {"a circle on a wall", {{0, 0}, {-9, 9}, 2, 0}, {{9}, {0}, 1, 1}, 0, 0, -16, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"a circle on a corner", SQUARE, {{9}, {6}, 1, 5}, 0, 0, -8, 0, {true, 0.5F, 0.6F, 0.8F}, {true, 0.5F, 0.6F, 0.8F}},
    {"a circle slides along a wall",
     {{0, 4}, {0, 0}, 2, 0},
     {{8}, {1}, 1, 1},
     0,
     0,
     -8,
     0,
     {true, 0x1.fffffep-2F, 0, 1},
     {false, 1, 0, 0}},
    {"capsules", {{0, 0}, {0, 4}, 2, 1}, {{8, 8}, {3, 9}, 2, 1}, 0, 0, -12, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"a move of 1e30",
     {{1e25F, 1.001e25F, 1.001e25F, 1e25F}, {-9, -9, 9, 9}, 4, 0},
     BOX_AT(0, 0),
     0,
     0,
     1e30F,
     0,
     {true, 0x1.4f8b56p-17F, -1, 0},
     {true, 0x1.4f8b56p-17F, -1, 0}},
    {"the greatest moves", {{0}, {0}, 1, 0}, {{FLT_MAX}, {0}, 1, 0}, FLT_MAX, 0, -FLT_MAX, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"the least ones", {{0}, {0}, 1, 0}, {{0x2p-149F}, {0}, 1, 0}, 0, 0, -0x4p-149F, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_hit(const char *what, hit found, hit expected) {
    float near = 2 * FLT_EPSILON;
    cr_assert(found.meet == expected.meet && same_bits(found.time, expected.time) && fabsf(found.x - expected.x) <= near &&
                  fabsf(found.y - expected.y) <= near,
              "%s, %s: %d at %a, (%g, %g)", sepal_isa(), what, found.meet, (double)found.time, (double)found.x, (double)found.y);
}

Test(sweep, cases_worked_out_by_hand) {
    for (size_t k = 0; k < CASES; k++) {
        sepal_polys *a = set_of(cases[k].a.x, cases[k].a.y, cases[k].a.count, cases[k].a.radius);
        sepal_polys *b = set_of(cases[k].b.x, cases[k].b.y, cases[k].b.count, cases[k].b.radius);
        mover p = {a, 0, cases[k].ax, cases[k].ay}, q = {b, 0, cases[k].bx, cases[k].by};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_hit(cases[k].what, hit_of(&p, &q, rule_at(SEPAL_TOUCHING_OVERLAPS)), cases[k].closed);
            check_hit(cases[k].what, hit_of(&p, &q, rule_at(SEPAL_TOUCHING_IS_APART)), cases[k].open);
        }
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

/* The tip of a needle reaches the long sloping side of a. The upper end of this side gets beside the needle only beyond its tip, by
 * little in comparison with the needle's length. So the normal is that of the side. */
Test(sweep, the_normal_is_of_what_comes_within_reach_however_long_the_edges) {
    for (int side = 4; side <= 120; side += 4)
        for (int needle = 0; needle <= 120; needle += 3) {
            const float s = ldexpf(1, side), l = ldexpf(1, needle), d = ldexpf(1, needle / 2 + 2);
            const float ax[] = {0, -0.75F * s, -s}, ay[] = {2, 2 - s, 2}, bx[] = {0, 0, 1}, by[] = {0, -l, -l};
            sepal_polys *a = set_of(ax, ay, 3, 0), *b = set_of(bx, by, 3, 0.25F);
            mover p = {a, 0, 0, 0}, q = {b, 0, -2 * d, -d};
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                hit found = hit_of(&p, &q, NULL), back = hit_of(&q, &p, NULL);
                cr_assert(found.meet && fabsf(found.x - 0.8F) <= FLT_EPSILON && fabsf(found.y + 0.6F) <= FLT_EPSILON,
                          "%s: side 2^%d, needle 2^%d: (%g, %g)", sepal_isa(), side, needle, (double)found.x, (double)found.y);
                cr_assert(back.x == -found.x && back.y == -found.y && back.time == found.time);
            }
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
}

/* --- Arguments ----------------------------------------------------------------------------------*/

Test(sweep, moves_have_arrays_of_finite_numbers) {
    scene s = scene_create(scene_kind_find("lattice"), 78, 40, 9);
    size_t count = sepal_polys_count(s.set_a);
    uint64_t bits = 12345;
    float time = -7;
    sepal_hits out = {.bits = &bits, .time = &time};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        static const float bad[] = {INFINITY, -INFINITY, NAN};
        sepal_moves good = {s.moves_a, s.moves_a + 1, 2}, no_x = {NULL, s.moves_a, 2}, no_y = {s.moves_a, NULL, 2};
        cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &no_x, s.set_b, NULL, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, NULL, s.set_b, &no_y, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        for (uint32_t i = 0; i < count; i++)
            for (int k = 0; k < 6; k++) {
                const size_t at = 2 * (size_t)i + (size_t)k % 2;
                const float kept = s.moves_a[at];
                const sepal_pair forth = {i, 0}, back = {0, i};
                s.moves_a[at] = bad[k / 2];
                cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &good, s.set_b, NULL, &forth, 1, NULL, &out), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_polys_sweep_pairs(s.set_b, NULL, s.set_a, &good, &back, 1, NULL, &out), SEPAL_BAD_SHAPE);
                s.moves_a[at] = kept;
            }
        cr_assert(bits == 12345 && time == -7, "untouched");
    }
    scene_destroy(&s);
}

/* The moves of shapes in no pair may be anything, of few pairs, and of more than the sets have shapes. */
Test(sweep, moves_of_other_shapes_are_not_looked_at) {
    enum { SHAPES = 40, MANY = 3 * SHAPES };
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    scene s = scene_create(scene_kind_find("lattice"), 78, SHAPES, 9);
    const uint32_t count_a = (uint32_t)sepal_polys_count(s.set_a), half = count_a / 2;
    cr_assert(half > 2 && count_a <= SHAPES);
    float by_a[2 * SHAPES], by_b[2 * SHAPES], expected[MANY], time[MANY];
    const sepal_moves moves_a = {by_a, by_a + 1, 2}, moves_b = {by_b, by_b + 1, 2};
    sepal_pair pairs[MANY];
    for (uint32_t i = 0; i < 2 * count_a; i++)
        by_a[i] = s.moves_a[i], by_b[i] = -s.moves_a[i];
    for (uint32_t k = 0; k < MANY; k++)
        pairs[k] = (sepal_pair){2 * (k % half), 2 * (k * 7 % half) + 1};
    cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &moves_a, s.set_a, &moves_b, pairs, MANY, NULL, &(sepal_hits){.time = expected}),
                 SEPAL_OK);
    for (size_t i = 0; i < count_a; i++)
        (i % 2 == 0 ? by_b : by_a)[2 * i + i / 2 % 2] = bad[i % 3];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t count = 1; count <= MANY; count += MANY - 1) {
            const sepal_hits out = {.time = time};
            sepal_pair last[MANY];
            use_isa(isa);
            cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &moves_a, s.set_a, &moves_b, pairs, count, NULL, &out), SEPAL_OK);
            cr_assert_arr_eq(time, expected, count * sizeof *time);
            memcpy(last, pairs, count * sizeof *last);
            last[count - 1].b = 4;
            time[0] = -7;
            cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &moves_a, s.set_a, &moves_b, last, count, NULL, &out), SEPAL_BAD_SHAPE);
            cr_assert(time[0] == -7, "untouched");
        }
    scene_destroy(&s);
}

/* Columns are found by their stride; 0 means 1. */
Test(sweep, moves_may_be_rows_or_columns) {
    scene s = scene_create(scene_kind_find("boxes"), 79, 40, 60);
    size_t count = sepal_polys_count(s.set_a), pairs = s.pair_count;
    float *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
    cr_assert(x != NULL && y != NULL);
    for (size_t i = 0; i < count; i++)
        x[i] = s.moves_a[2 * i], y[i] = s.moves_a[2 * i + 1];
    uint64_t rows = 0, columns = 0, ones = 0;
    cr_assert_leq(pairs, 64);
    sepal_moves as_rows = {s.moves_a, s.moves_a + 1, 2}, as_columns = {x, y, 0}, as_ones = {x, y, 1};
    cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &as_rows, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &rows}),
                 SEPAL_OK);
    cr_assert_eq(
        sepal_polys_sweep_pairs(s.set_a, &as_columns, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &columns}),
        SEPAL_OK);
    cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &as_ones, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &ones}),
                 SEPAL_OK);
    cr_assert(rows == columns && rows == ones && rows != 0);
    free(x);
    free(y);
    scene_destroy(&s);
}
