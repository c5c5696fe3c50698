/* Containment of shapes with radii: cases worked out by hand, and laws. */
#include "../common/check.h"
#include "../scenes/nests.h"
#include "shape.h"

#include <criterion/criterion.h>
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
