/* Containment of shapes with radii: cases worked out by hand, and laws. */
#include "../common/check.h"
#include "../scenes/nests.h"
#include "shape.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

typedef struct round_shape {
    size_t count;
    float x[4], y[4], radius;
} round_shape;

static const struct {
    const char *what;
    round_shape a, b;
    bool contains;
} round_examples[] = {
    {"a circle and itself", {1, {1}, {2}, 3}, {1, {1}, {2}, 3}, true},
    {"a circle and its centre", {1, {1}, {2}, 3}, {1, {1}, {2}, 0}, true},
    {"a circle and a point of it, 3 4 5", {1, {0}, {0}, 5}, {1, {3}, {4}, 0}, true},
    {"a circle and a point just off it", {1, {0}, {0}, 5}, {1, {3}, {4 + 4 * ULP}, 0}, false},
    {"circles that touch from within, 3 4 5", {1, {0}, {0}, 7}, {1, {3}, {4}, 2}, true},
    {"circles, a little too large", {1, {0}, {0}, 7}, {1, {3}, {4}, 2 + 2 * ULP}, false},
    {"a circle holds no larger one", {1, {0}, {0}, 1}, {1, {0}, {0}, 1 + ULP}, false},
    {"a circle holds a square, 3 4 5", {1, {0}, {0}, 5}, {4, {-3, 3, 3, -3}, {-4, -4, 4, 4}, 0}, true},
    {"a circle just fails to", {1, {0}, {0}, 5 - 4 * ULP}, {4, {-3, 3, 3, -3}, {-4, -4, 4, 4}, 0}, false},
    {"a square holds a circle", {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 0}, {1, {0}, {0}, 1}, true},
    {"a square just fails to", {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 0}, {1, {0}, {0}, 1 + ULP}, false},
    {"a square, and a circle beside its middle", {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 0}, {1, {TINY}, {0}, 1}, false},
    {"a triangle holds its inscribed circle, 3 4 5", {3, {0, 4, 0}, {0, 0, 3}, 0}, {1, {1}, {1}, 1}, true},
    {"a triangle just fails to", {3, {0, 4, 0}, {0, 0, 3}, 0}, {1, {1}, {1 + ULP}, 1}, false},
    {"a triangle holds no circle outside", {3, {0, 4, 0}, {0, 0, 3}, 0}, {1, {-2}, {1}, 1}, false},
    {"a segment holds no circle", {2, {0, 4}, {0, 0}, 0}, {1, {2}, {0}, TINY}, false},
    {"a capsule holds a circle", {2, {0, 4}, {0, 0}, 2}, {1, {3}, {1}, 1}, true},
    {"a capsule just fails to", {2, {0, 4}, {0, 0}, 2}, {1, {3}, {1 + ULP}, 1}, false},
    {"a capsule and its end", {2, {0, 4}, {0, 0}, 5}, {1, {7}, {4}, 0}, true},
    {"a capsule and just beyond its end", {2, {0, 4}, {0, 0}, 5}, {1, {7}, {4 + 4 * ULP}, 0}, false},
    {"a capsule and itself, turned round", {2, {0, 4}, {0, 2}, 2}, {2, {4, 0}, {2, 0}, 2}, true},
    {"a capsule and a longer one", {2, {0, 4}, {0, 0}, 2}, {2, {0, 4 + 4 * ULP}, {0, 0}, 2}, false},
    {"a very small capsule and a circle that is aside", /* as small as the error of its circle */
     {2, {0x1p-86F, 0}, {0x1p-86F, 0x1p-87F}, 0x1p-87F},
     {1, {0x1.05p-87F}, {0x1.bp-88F}, 0x1.e8p-89F},
     false},
    {"a rounded square holds the square", {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 1}, {4, {-2, 2, 2, -2}, {-1, -1, 1, 1}, 0}, true},
    {"but not its corner", {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 1}, {1, {2}, {2}, 0}, false},
    {"a square holds a rounded one", {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 0}, {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 1}, true},
    {"a square just fails to", {4, {-2, 2, 2, -2}, {-2, -2, 2, 2}, 0}, {4, {-1, 1, 1, -1}, {-1, -1, 1, 1}, 1 + ULP}, false},
    {"behind the middle of a side", {4, {-100, 0, 100, 0}, {0, -16, 0, 0}, 1}, {3, {-40, 40, 0}, {-7, -7, -6}, 0}, true},
    {"before the middle of a side", {4, {-100, 0, 100, 0}, {0, -16, 0, 0}, 1}, {3, {-40, 40, 0}, {-7, -7, 1}, 0}, true},
    {"and just too far", {4, {-100, 0, 100, 0}, {0, -16, 0, 0}, 1}, {3, {-40, 40, 0}, {-7, -7, 1 + ULP}, 0}, false},
};
enum { ROUND_EXAMPLES = sizeof round_examples / sizeof *round_examples };

static uint32_t add_with_radius(sepal_polys *set, const round_shape *s) {
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, &index), SEPAL_OK);
    return index;
}

Test(contain_round, is_right_for_radii_worked_out_by_hand) {
    sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
    sepal_pair pairs[ROUND_EXAMPLES];
    for (size_t i = 0; i < ROUND_EXAMPLES; i++)
        pairs[i] = (sepal_pair){add_with_radius(a, &round_examples[i].a), add_with_radius(b, &round_examples[i].b)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits[SEPAL_BIT_WORDS(ROUND_EXAMPLES)];
        use_isa(isa);
        cr_assert_eq(sepal_polys_contains_pairs(a, b, pairs, ROUND_EXAMPLES, NULL, bits), SEPAL_OK);
        for (size_t i = 0; i < ROUND_EXAMPLES; i++)
            cr_assert_eq(bit_at(bits, i), round_examples[i].contains, "%s: %s", sepal_isa(), round_examples[i].what);
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

/* A shape contains a point exactly if the two overlap; every instruction set says what scalar says; a contains b where it contains
 * every vertex of b with b's radius. */
Test(contain_round, obeys_the_laws_with_radii) {
    static const float radii[] = {0, 0.5F, 1, 1, 2, 5};
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2) {
        nest n = nest_create(kind, 806, 80, 600);
        rng r = {806};
        sepal_polys *outer = empty_set(NULL), *inner = empty_set(NULL), *points = empty_set(NULL), *discs = empty_set(NULL);
        for (size_t i = 0; i < n.outer.a.count; i++) {
            const polygon *p = &n.outer.a.items[i];
            cr_assert_eq(sepal_polys_add_round(outer, p->x, p->y, p->count, radii[rng_below(&r, 6)], NULL), SEPAL_OK);
        }
        for (size_t i = 0; i < n.list.count; i++) {
            const polygon *p = &n.list.items[i];
            float radius = radii[rng_below(&r, 6)];
            cr_assert_eq(sepal_polys_add_round(inner, p->x, p->y, p->count, radius, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add(points, p->x, p->y, 1, NULL), SEPAL_OK);
            for (size_t k = 0; k < p->count; k++)
                cr_assert_eq(sepal_polys_add_round(discs, &p->x[k], &p->y[k], 1, radius, NULL), SEPAL_OK);
        }
        uint64_t *bits = malloc(SEPAL_BIT_WORDS(n.count) * sizeof *bits), *others = malloc(SEPAL_BIT_WORDS(n.count) * sizeof *bits);
        uint8_t *expected = answers_create(n.count);
        uint32_t *start = calloc(n.list.count + 1, sizeof *start);
        for (size_t i = 0; i < n.list.count; i++)
            start[i + 1] = start[i] + (uint32_t)n.list.items[i].count;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_polys_contains_pairs(outer, points, n.pairs, n.count, NULL, bits), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(outer, points, n.pairs, n.count, NULL, others), SEPAL_OK);
            for (size_t i = 0; i < n.count; i++)
                cr_assert_eq(bit_at(bits, i), bit_at(others, i), "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            cr_assert_eq(sepal_polys_contains_pairs(outer, inner, n.pairs, n.count, NULL, bits), SEPAL_OK);
            for (size_t i = 0; i < n.count; i++) {
                if (isa == 0) {
                    uint32_t b = n.pairs[i].b, count = start[b + 1] - start[b];
                    bool all = true;
                    for (uint32_t k = 0; k < count; k++) {
                        sepal_pair disc = {n.pairs[i].a, start[b] + k};
                        uint64_t bit;
                        cr_assert_eq(sepal_polys_contains_pairs(outer, discs, &disc, 1, NULL, &bit), SEPAL_OK);
                        all = all && bit;
                    }
                    expected[i] = all;
                }
                cr_assert_eq(bit_at(bits, i), expected[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            }
        }
        free(start);
        free(expected);
        free(bits);
        free(others);
        sepal_polys_destroy(outer);
        sepal_polys_destroy(inner);
        sepal_polys_destroy(points);
        sepal_polys_destroy(discs);
        nest_destroy(&n);
    }
}

/* Points with radii in polygons of 20 vertices on a square: the radius is that to the nearest side, or a float more or less, so that float
 * alone cannot tell. */
Test(contain_round, points_with_radii_that_reach_a_side) {
    enum { SIDES = 20, PAIRS = 512 };
    rng r = {717};
    sepal_polys *a = NULL, *b = NULL;
    sepal_pair pairs[PAIRS];
    uint64_t expected[SEPAL_BIT_WORDS(PAIRS)], got[SEPAL_BIT_WORDS(PAIRS)];
    cr_assert_eq(sepal_polys_create(NULL, &a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &b), SEPAL_OK);
    for (uint32_t k = 0; k < PAIRS; k++) {
        static const float corner_x[4] = {-8, 8, 8, -8}, corner_y[4] = {-8, -8, 8, 8};
        float px[SIDES], py[SIDES];
        const float off_x = (float)rng_real(&r, -1, 1), off_y = (float)rng_real(&r, -1, 1);
        for (uint32_t i = 0; i < SIDES; i++) {
            const uint32_t side = i / 5, next = (side + 1) % 4;
            const float share = (float)(i % 5) / 8; /* the last part of each side is the longest */
            px[i] = corner_x[side] + share * (corner_x[next] - corner_x[side]);
            py[i] = corner_y[side] + share * (corner_y[next] - corner_y[side]);
        }
        const float distance = 8 - fmaxf(fabsf(off_x), fabsf(off_y));
        const float radius = rng_below(&r, 3) == 0 ? nextafterf(distance, rng_below(&r, 2) ? 99.0F : 0.0F) : distance;
        cr_assert_eq(sepal_polys_add(a, px, py, SIDES, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(b, &off_x, &off_y, 1, radius, NULL), SEPAL_OK);
        pairs[k] = (sepal_pair){k, k};
    }
    for (int touching = 0; touching < 2; touching++) {
        const sepal_rule rule = {(sepal_touching)touching, 0, 0};
        use_isa(0);
        cr_assert_eq(sepal_polys_contains_pairs(a, b, pairs, PAIRS, &rule, expected), SEPAL_OK);
        int inside = 0;
        for (uint32_t k = 0; k < PAIRS; k++)
            inside += bit_at(expected, k);
        cr_assert(inside > PAIRS / 8 && inside < PAIRS - PAIRS / 8, "rule %d: %d of %d", touching, inside, PAIRS);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_polys_contains_pairs(a, b, pairs, PAIRS, &rule, got), SEPAL_OK);
            for (uint32_t k = 0; k < PAIRS; k++)
                cr_assert(bit_at(got, k) == bit_at(expected, k), "%s, rule %d, pair %u", sepal_isa(), touching, k);
        }
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}
