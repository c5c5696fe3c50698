/* What the headers say of questions, sentence by sentence, where no other test is about it: touching and margins, the axes of a
 * push and their order, its normal, and which numbers never come. */
#include "../common/check.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <string.h>

static const sepal_rule touching_is_apart = {SEPAL_TOUCHING_IS_APART, 0, 0};

static sepal_polys *new_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

static bool overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    uint64_t bits = ~UINT64_C(0);
    cr_assert_eq(sepal_polys_overlap_pairs(a, b, &(sepal_pair){i, j}, 1, rule, &bits), SEPAL_OK);
    cr_assert_leq(bits, 1, "spare bits come back 0");
    return bits == 1;
}

/* --- Touching and margins ----------------------------------------------------------------------- */

/* Shapes that lack area: points, segments along and across, one of them with a stop. */
static const struct {
    float x[3], y[3];
    size_t count;
} thin[] = {
    {{1}, {1}, 1},         {{1, 1, 1}, {1, 1, 1}, 3}, {{0, 2}, {0, 2}, 2},  {{0, 4, 1}, {0, 4, 1}, 3},
    {{-1, 1}, {-1, 1}, 2}, {{0, 2}, {2, 0}, 2},       {{1, 3}, {1, -1}, 2}, {{1, 1}, {0, 5}, 2},
};
enum { THIN = sizeof thin / sizeof *thin };

static double cross_of_thin(int i, int j) {
    const size_t p = thin[i].count - 1, q = thin[j].count - 1;
    return ((double)thin[i].x[p] - (double)thin[i].x[0]) * ((double)thin[j].y[q] - (double)thin[j].y[0]) -
           ((double)thin[i].y[p] - (double)thin[i].y[0]) * ((double)thin[j].x[q] - (double)thin[j].x[0]);
}

/* All of these go through (1, 1). Those that cross there do more than touch if it is inside of both. */
Test(manual_queries, of_shapes_without_area_only_segments_that_cross_do_more_than_touch) {
    sepal_polys *set = new_set();
    for (int i = 0; i < THIN; i++)
        cr_assert_eq(sepal_polys_add(set, thin[i].x, thin[i].y, thin[i].count, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (int i = 0; i < THIN; i++)
            for (int j = 0; j < THIN; j++) {
                const bool inside = i != 4 && i != 6 && j != 4 && j != 6; /* those two end at (1, 1) */
                cr_assert(overlap(set, (uint32_t)i, set, (uint32_t)j, NULL), "%s: %d and %d", sepal_isa(), i, j);
                cr_assert_eq(overlap(set, (uint32_t)i, set, (uint32_t)j, &touching_is_apart), inside && cross_of_thin(i, j) != 0,
                             "%s: %d and %d", sepal_isa(), i, j);
            }
    }
    sepal_polys_destroy(set);
}

/* A shape in its own range: with area it overlaps itself, without it touches itself; a radius above 0 gives area. */
Test(manual_queries, a_shape_in_its_own_range_overlaps_itself_if_it_has_area) {
    static const float x[] = {0, 4, 4, 0}, y[] = {0, 0, 4, 4};
    for (int round = 0; round < 2; round++) {
        sepal_polys *set = new_set();
        for (size_t size = 1; size <= 4; size++) {
            cr_assert_eq(sepal_polys_add(set, x, y, size, NULL), SEPAL_OK);
            if (round)
                cr_assert_eq(sepal_polys_add_round(set, x, y, size, 0x1p-149F, NULL), SEPAL_OK);
        }
        const uint32_t count = (uint32_t)sepal_polys_count(set);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (uint32_t i = 0; i < count; i++) {
                const size_t size = round ? 1 + i / 2 : 1 + i;
                const bool area = size > 2 || (round && i % 2 == 1);
                uint64_t closed = 0, open = 0;
                cr_assert_eq(sepal_polys_overlap_one(set, i, set, 0, count, NULL, &closed), SEPAL_OK);
                cr_assert_eq(sepal_polys_overlap_one(set, i, set, 0, count, &touching_is_apart, &open), SEPAL_OK);
                cr_assert_eq(closed >> i & 1, 1, "%s: %u", sepal_isa(), i);
                cr_assert_eq(open >> i & 1, area, "%s: %u", sepal_isa(), i);
                cr_assert(closed >> count == 0 && open >> count == 0, "spare bits come back 0");
            }
        }
        sepal_polys_destroy(set);
    }
}

/* A margin is a greater radius of one of the two: whole numbers, so that radius and margin add up exactly. */
Test(manual_queries, a_margin_is_as_if_one_radius_were_greater) {
    enum { SHAPES = 120, PAIRS = 3000 };
    static sepal_pair pairs[PAIRS];
    rng r = {41};
    sepal_polys *set = new_set(), *greater = new_set();
    const float margin = 3;
    for (int i = 0; i < SHAPES; i++) {
        polygon p;
        make_lattice(&r, 1 + rng_below(&r, 6), (lattice_point){rng_between(&r, -30, 30), rng_between(&r, -30, 30)}, 6, &p);
        const float radius = (float)rng_below(&r, 4);
        cr_assert_eq(sepal_polys_add_round(set, p.x, p.y, p.count, radius, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(greater, p.x, p.y, p.count, radius + margin, NULL), SEPAL_OK);
    }
    for (int k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (int touching = 0; touching < RULES; touching++) {
            static uint64_t with_margin[SEPAL_BIT_WORDS(PAIRS)], with_radius[SEPAL_BIT_WORDS(PAIRS)];
            const sepal_rule rule = {(sepal_touching)touching, margin, 0}, negative_zero = {(sepal_touching)touching, -0.0F, 0};
            cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, &rule, with_margin), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(greater, set, pairs, PAIRS, rule_at(touching), with_radius), SEPAL_OK);
            cr_assert_eq(memcmp(with_margin, with_radius, sizeof with_margin), 0, "%s, rule %d", sepal_isa(), touching);
            cr_assert_eq(sepal_polys_overlap_pairs(greater, set, pairs, PAIRS, &negative_zero, with_margin), SEPAL_OK);
            cr_assert_eq(memcmp(with_margin, with_radius, sizeof with_margin), 0, "%s: a margin of -0", sepal_isa());
        }
    }
    sepal_polys_destroy(set);
    sepal_polys_destroy(greater);
}
