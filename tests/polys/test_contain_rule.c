/* Containment by a rule: strictly, and with a margin. Cases worked out by hand, GMP, and laws. */
#include "../common/check.h"
#include "../oracle/contain.h"
#include "../questions/polys_questions.h"
#include "../scenes/nests.h"
#include "../scenes/round_scenes.h"
#include "shape.h"

#include <criterion/criterion.h>
#include <stdlib.h>

typedef struct ruled_shape {
    size_t count;
    float x[4], y[4], radius;
} ruled_shape;

#define SQUARE4                                                                                                                    \
    { 4, {-4, 4, 4, -4}, {-4, -4, 4, 4}, 0 }

static const struct {
    const char *what;
    ruled_shape a, b;
    float margin;
    bool contains, strictly;
} examples[] = {
    {"a square and itself", SQUARE4, SQUARE4, 0, true, false},
    {"a square and a point inside", SQUARE4, {1, {1}, {1}, 0}, 0, true, true},
    {"a square and a point on its edge", SQUARE4, {1, {4}, {1}, 0}, 0, true, false},
    {"a square and its corner", SQUARE4, {1, {4}, {4}, 0}, 0, true, false},
    {"a square and a point just inside", SQUARE4, {1, {4 - 4 * ULP}, {1}, 0}, 0, true, true},
    {"a square of repeated vertices", {4, {0, 4, 0, 0}, {0, 0, 4, 4}, 0}, {1, {1}, {1}, 0}, 0, true, true},
    {"a segment and a point of it", {2, {0, 4}, {0, 0}, 0}, {1, {1}, {0}, 0}, 0, true, false},
    {"a point and itself", {1, {1}, {2}, 0}, {1, {1}, {2}, 0}, 0, true, false},
    {"a circle and itself", {1, {1}, {2}, 3}, {1, {1}, {2}, 3}, 0, true, false},
    {"a circle and its centre", {1, {1}, {2}, 3}, {1, {1}, {2}, 0}, 0, true, true},
    {"a circle and a point of its boundary, 3 4 5", {1, {0}, {0}, 5}, {1, {3}, {4}, 0}, 0, true, false},
    {"circles that touch from within", {1, {0}, {0}, 7}, {1, {3}, {4}, 2}, 0, true, false},
    {"a square holds a circle", SQUARE4, {1, {0}, {0}, 4}, 0, true, false},
    {"a square holds a smaller one", SQUARE4, {1, {0}, {0}, 4 - 4 * ULP}, 0, true, true},
    {"a capsule and its core", {2, {0, 4}, {0, 2}, 1}, {2, {0, 4}, {0, 2}, 0}, 0, true, true},
    {"a capsule and itself", {2, {0, 4}, {0, 2}, 1}, {2, {0, 4}, {0, 2}, 1}, 0, true, false},
    {"a point stays 3 inside", SQUARE4, {1, {1}, {-1}, 0}, 3, true, false},
    {"but not more", SQUARE4, {1, {1}, {-1}, 0}, 3 + 2 * ULP, false, false},
    {"and strictly a little less", SQUARE4, {1, {1}, {-1}, 0}, 3 - 2 * ULP, true, true},
    {"a circle of 1 stays 2 inside", SQUARE4, {1, {1}, {-1}, 1}, 2, true, false},
    {"a circle stays inside of a circle, 3 4 5", {1, {0}, {0}, 9}, {1, {3}, {4}, 1}, 3, true, false},
    {"but not by more", {1, {0}, {0}, 9}, {1, {3}, {4}, 1}, 3 + 2 * ULP, false, false},
    {"a square stays inside of another", SQUARE4, {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 0}, 2, true, false},
    {"a rounded one of the same reach",
     {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 2},
     {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 0},
     2,
     true,
     false},
    {"the corner of a rounded square, 3 4 5", {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 6}, {1, {5}, {6}, 0}, 1, true, false},
    {"nothing stays inside of a segment", {2, {0, 4}, {0, 0}, 0}, {1, {1}, {0}, 0}, TINY, false, false},
    {"a tiny margin beside a huge radius", {1, {0}, {0}, 0x1p100F}, {1, {0}, {0}, 0x1p100F}, TINY, false, false},
    {"a huge margin", SQUARE4, {1, {0}, {0}, 0}, 0x1.fffffep127F, false, false},
    {"a huge margin in a huge circle", {1, {0}, {0}, 0x1.fffffep127F}, {1, {0}, {0}, 0}, 0x1.fffffep127F, true, false},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static uint32_t add_ruled(sepal_polys *set, const ruled_shape *s) {
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, &index), SEPAL_OK);
    return index;
}

Test(contain_rule, is_right_for_cases_worked_out_by_hand) {
    sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
    for (size_t i = 0; i < EXAMPLES; i++) {
        sepal_polys *only_a = empty_set(NULL), *only_b = empty_set(NULL);
        sepal_pair pair = {add_ruled(a, &examples[i].a), add_ruled(b, &examples[i].b)}, alone = {0, 0};
        add_ruled(only_a, &examples[i].a);
        add_ruled(only_b, &examples[i].b);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int strictly = 0; strictly < 2; strictly++) {
                sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, examples[i].margin, 0};
                uint64_t bit, bit_alone;
                bool expected = strictly ? examples[i].strictly : examples[i].contains;
                use_isa(isa);
                cr_assert_eq(sepal_polys_contains_pairs(a, b, &pair, 1, &rule, &bit), SEPAL_OK);
                cr_assert_eq(sepal_polys_contains_pairs(only_a, only_b, &alone, 1, &rule, &bit_alone), SEPAL_OK);
                cr_assert(bit == expected && bit_alone == expected, "%s: %s, strictly %d", sepal_isa(), examples[i].what, strictly);
            }
        sepal_polys_destroy(only_a);
        sepal_polys_destroy(only_b);
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

static oracle_shape for_oracle(const polygon *p, float radius) {
    return (oracle_shape){p->x, p->y, p->count, radius};
}

/* The scalar path against GMP, and every instruction set against both, with and without radii and margins. */
Test(contain_rule, is_what_gmp_says) {
    static const float radii[] = {0, 0, 0.5F, 1, 2, 5}, margins[] = {0, 0x1p-149F, 0.25F, 1};
    size_t tally[2][2] = {{0, 0}, {0, 0}};
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 811, 50, 200);
        rng r = {812 + kind};
        bool plain = kind % 2 == 0;
        sepal_polys *outer = empty_set(NULL), *inner = empty_set(NULL);
        float *radius_a = malloc(n.outer.a.count * sizeof *radius_a), *radius_b = malloc(n.list.count * sizeof *radius_b);
        for (size_t i = 0; i < n.outer.a.count; i++) {
            radius_a[i] = plain ? 0 : radii[rng_below(&r, 6)];
            const polygon *p = &n.outer.a.items[i];
            cr_assert_eq(sepal_polys_add_round(outer, p->x, p->y, p->count, radius_a[i], NULL), SEPAL_OK);
        }
        for (size_t i = 0; i < n.list.count; i++) {
            radius_b[i] = plain ? 0 : radii[rng_below(&r, 6)];
            const polygon *p = &n.list.items[i];
            cr_assert_eq(sepal_polys_add_round(inner, p->x, p->y, p->count, radius_b[i], NULL), SEPAL_OK);
        }
        uint8_t *expected = answers_create(n.count);
        for (int way = 0; way < 4; way++) {
            sepal_rule rule = {way % 2 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, way < 2 ? 0 : margins[rng_below(&r, 4)],
                               0};
            call asked = {.a = outer, .b = inner, .pairs = n.pairs, .count = n.count, .rule = &rule};
            use_isa(0);
            ask_bits(&polys_questions[ASK_CONTAINS_BY_RULE], &asked, expected);
            for (size_t i = 0, spent = 0; i < n.count && spent < 6000; i++) {
                const polygon *a = &n.outer.a.items[n.pairs[i].a], *b = &n.list.items[n.pairs[i].b];
                oracle_shape oracle_a = for_oracle(a, radius_a[n.pairs[i].a]), oracle_b = for_oracle(b, radius_b[n.pairs[i].b]);
                bool right = oracle_contains(&oracle_a, &oracle_b, way % 2 == 1, rule.margin);
                cr_assert_eq(expected[i], right, "scene '%s', pair %zu, strictly %d, margin %a", n.outer.kind, i, way % 2,
                             (double)rule.margin);
                tally[way % 2][right]++;
                spent += a->count * b->count;
            }
            for (size_t isa = 1; isa < sepal_isa_count(); isa++)
                check_bits(&n.outer, use_isa(isa), &polys_questions[ASK_CONTAINS_BY_RULE], &asked, expected);
        }
        free(expected);
        free(radius_a);
        free(radius_b);
        sepal_polys_destroy(outer);
        sepal_polys_destroy(inner);
        nest_destroy(&n);
    }
    for (int strictly = 0; strictly < 2; strictly++)
        cr_assert(tally[strictly][0] > 1000 && tally[strictly][1] > 300, "strictly %d: %zu are contained, %zu are not", strictly,
                  tally[strictly][1], tally[strictly][0]);
}

/* The usual rule is that of NULL; what is contained strictly is contained; what stays inside by more also stays inside by less; and
 * nothing contains itself strictly. */
Test(contain_rule, obeys_the_laws) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += 3) {
        nest n = nest_create(kind, 813, 90, 700);
        uint8_t *usual = answers_create(n.count), *other = answers_create(n.count), *least = answers_create(n.count);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
            call asked = {.a = n.outer.set_a, .b = n.inner, .pairs = n.pairs, .count = n.count, .rule = NULL};
            use_isa(isa);
            ask_bits(&polys_questions[ASK_CONTAINS], &asked, usual);
            asked.rule = &rule;
            check_bits(&n.outer, sepal_isa(), &polys_questions[ASK_CONTAINS_BY_RULE], &asked, usual);
            rule.touching = SEPAL_TOUCHING_IS_APART;
            ask_bits(&polys_questions[ASK_CONTAINS_BY_RULE], &asked, other);
            rule.margin = 0x1p-149F;
            ask_bits(&polys_questions[ASK_CONTAINS_BY_RULE], &asked, least);
            for (size_t i = 0; i < n.count; i++)
                cr_assert(other[i] <= usual[i] && least[i] <= other[i], "%s, '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            for (uint32_t i = 0; i < n.list.count; i++) {
                sepal_rule strict = {SEPAL_TOUCHING_IS_APART, 0, 0};
                uint64_t bit;
                cr_assert_eq(sepal_polys_contains_pairs(n.inner, n.inner, &(sepal_pair){i, i}, 1, &strict, &bit), SEPAL_OK);
                cr_assert_eq(bit, 0, "%s, '%s', polygon %u contains itself strictly", sepal_isa(), n.outer.kind, i);
            }
        }
        free(usual);
        free(other);
        free(least);
        nest_destroy(&n);
    }
}
