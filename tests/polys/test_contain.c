/* Containment of polygons: cases worked out by hand, the scalar path against GMP, and laws. */
#include "../common/check.h"
#include "../oracle/oracle.h"
#include "../questions/polys_questions.h"
#include "../scenes/nests.h"
#include "shape.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* --- Cases worked out by hand ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    shape a, b;
    bool contains;
} examples[] = {
    {"a square and itself", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {0, 0, 1, 1}, {0, 1, 1, 0}}, true},
    {"a square in a square", {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, {4, {4, 5, 5, 4}, {4, 4, 5, 5}}, true},
    {"at its side", {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, {4, {4, 5, 5, 4}, {0, 0, 1, 1}}, true},
    {"an ulp over its side", {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, {4, {4, 5, 5, 4}, {-TINY, -TINY, 1, 1}}, false},
    {"around it", {4, {4, 5, 5, 4}, {4, 4, 5, 5}}, {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, false},
    {"a cross of bars", {4, {-9, 9, 9, -9}, {-1, -1, 1, 1}}, {4, {-1, 1, 1, -1}, {-9, -9, 9, 9}}, false},
    {"apart", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {5, 6, 6, 5}, {0, 0, 1, 1}}, false},
    {"a diamond in a square, at all sides", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {1, 2, 1, 0}, {0, 1, 2, 1}}, true},
    {"a corner through a side", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {3, {1, 2 + 2 * ULP, 1}, {0, 1, 2}}, false},
    {"a point inside", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {0.5F}, {0.5F}}, true},
    {"a point on a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1}, {0.5F}}, true},
    {"a point at a corner", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1}, {1}}, true},
    {"a point an ulp outside", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1 + ULP}, {0.5F}}, false},
    {"a point on a slant", {3, {0, 3, 0}, {0, 0, 1}}, {1, {1.5F}, {0.5F}}, true},
    {"a point just off a slant", {3, {0, 3, 0}, {0, 0, 1}}, {1, {1.5F}, {0.5F + ULP / 2}}, false},
    {"a segment in a triangle", {3, {0, 4, 0}, {0, 0, 4}}, {2, {0, 2}, {0, 2}}, true},
    {"a segment out of a triangle", {3, {0, 4, 0}, {0, 0, 4}}, {2, {0, 2}, {0, 2 + 2 * ULP}}, false},
    {"a segment in line with a side, beyond it", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {2, {0.5F, 1.5F}, {1, 1}}, false},
    {"a segment and itself, turned round", {2, {0, 4}, {0, 2}}, {2, {4, 0}, {2, 0}}, true},
    {"a segment in a segment", {2, {0, 4}, {0, 2}}, {2, {1, 3}, {0.5F, 1.5F}}, true},
    {"a segment in line, beyond", {2, {0, 4}, {0, 2}}, {2, {2, 6}, {1, 3}}, false},
    {"an upright segment, beyond", {2, {3, 3}, {0, 2}}, {2, {3, 3}, {1, 2 + 2 * ULP}}, false},
    {"a segment beside a segment", {2, {0, 4}, {0, 2}}, {2, {1, 3}, {0.5F, 1.5F + ULP}}, false},
    {"a segment with inner vertices", {5, {0, 0, 2, 4, 4}, {0, 0, 1, 2, 2}}, {2, {0, 3}, {0, 1.5F}}, true},
    {"a point on a segment", {2, {0, 4}, {0, 2}}, {1, {2}, {1}}, true},
    {"a point beyond a segment, in line", {2, {0, 4}, {0, 2}}, {1, {6}, {3}}, false},
    {"a segment holds no triangle", {2, {0, 4}, {0, 0}}, {3, {0, 4, 2}, {0, 0, TINY}}, false},
    {"a segment holds a flat triangle", {2, {0, 4}, {0, 0}}, {3, {0, 4, 2}, {0, 0, 0}}, true},
    {"a point and itself", {1, {1}, {2}}, {1, {1}, {2}}, true},
    {"zeros of either sign", {1, {0.0F}, {-0.0F}}, {1, {-0.0F}, {0.0F}}, true},
    {"two points", {1, {1}, {2}}, {1, {1}, {2 + 2 * ULP}}, false},
    {"a point of many vertices and a point", {5, {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}}, {1, {1}, {2}}, true},
    {"a point of many vertices and another", {5, {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}}, {1, {1}, {3}}, false},
    {"a point holds no segment", {1, {1}, {2}}, {2, {1, 1}, {2, 3}}, false},
    {"the whole plane", {4, {-3e38F, 3e38F, 3e38F, -3e38F}, {-3e38F, -3e38F, 3e38F, 3e38F}}, {2, {-3e38F, 0}, {TINY, 0}}, true},
    {"the least square", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {3, {0, TINY, 0}, {0, 0, TINY}}, true},
    {"beside the least square", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {1, {2 * TINY}, {0}}, false},
    {"inner and repeated vertices", {6, {0, 2, 2, 2, 2, 0}, {0, 0, 0, 1, 2, 2}}, {1, {2}, {1.5F}}, true},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

/* Each pair alone, so that the sets are of one kind, and all pairs in one batch. */
Test(contain, is_right_for_cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int windings = 0; windings < 4; windings++) {
            use_isa(isa);
            sepal_polys *all_a = empty_set(NULL), *all_b = empty_set(NULL);
            sepal_pair pairs[EXAMPLES];
            uint64_t bits[SEPAL_BIT_WORDS(EXAMPLES)];
            for (size_t i = 0; i < EXAMPLES; i++) {
                sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
                sepal_pair pair = {add_shape(a, &examples[i].a, windings & 1), add_shape(b, &examples[i].b, windings & 2)};
                cr_assert_eq(sepal_polys_contains_pairs(a, b, &pair, 1, NULL, bits), SEPAL_OK);
                cr_assert_eq(bits[0], examples[i].contains, "%s: %s", sepal_isa(), examples[i].what);
                pairs[i] =
                    (sepal_pair){add_shape(all_a, &examples[i].a, windings & 1), add_shape(all_b, &examples[i].b, windings & 2)};
                sepal_polys_destroy(a);
                sepal_polys_destroy(b);
            }
            cr_assert_eq(sepal_polys_contains_pairs(all_a, all_b, pairs, EXAMPLES, NULL, bits), SEPAL_OK);
            for (size_t i = 0; i < EXAMPLES; i++)
                cr_assert_eq(bit_at(bits, i), examples[i].contains, "%s: %s, in a batch", sepal_isa(), examples[i].what);
            sepal_polys_destroy(all_a);
            sepal_polys_destroy(all_b);
        }
}

/* --- Scenes ------------------------------------------------------------------------------------------------------------------ */

/* Decided by another theorem than in the library: a contains b if it meets every vertex of b. */
static bool oracle_contains(const polygon *a, const polygon *b) {
    for (size_t k = 0; k < b->count; k++)
        if (oracle_hulls_contact(a->x, a->y, a->count, &b->x[k], &b->y[k], 1) == ORACLE_APART)
            return false;
    return true;
}

Test(contain, scalar_is_what_gmp_says) {
    size_t tally[2] = {0, 0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 801, 90, 700);
        uint8_t *expected = answers_create(n.count);
        size_t spent = 0, count = 0;
        for (; count < n.count && (count < 60 || spent < 60000); count++) {
            const polygon *a = &n.outer.a.items[n.pairs[count].a], *b = &n.list.items[n.pairs[count].b];
            expected[count] = oracle_contains(a, b);
            tally[expected[count]]++;
            spent += a->count * b->count;
        }
        call judged = {.a = n.outer.set_a, .b = n.inner, .pairs = n.pairs, .count = count};
        check_bits(&n.outer, "scalar against GMP", &polys_questions[ASK_CONTAINS], &judged, expected);
        free(expected);
        nest_destroy(&n);
    }
    cr_assert(tally[0] > 4000 && tally[1] > 4000, "%zu are contained, %zu are not", tally[1], tally[0]);
}

/* What contains also overlaps; everything contains itself; a contains b exactly if it contains every vertex of b. */
Test(contain, obeys_the_laws) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 803, 120, 1000);
        uint8_t *contains = answers_create(n.count), *overlaps = answers_create(n.count);
        sepal_polys *points = empty_set(NULL);
        uint32_t *first = calloc(n.list.count + 1, sizeof *first);
        for (size_t i = 0; i < n.list.count; i++) {
            const polygon *p = &n.list.items[i];
            for (size_t k = 0; k < p->count; k++)
                cr_assert_eq(sepal_polys_add(points, &p->x[k], &p->y[k], 1, NULL), SEPAL_OK);
            first[i + 1] = first[i] + (uint32_t)p->count;
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            call asked = {.a = n.outer.set_a, .b = n.inner, .pairs = n.pairs, .count = n.count};
            ask_bits(&polys_questions[ASK_CONTAINS], &asked, contains);
            ask_pairs(n.outer.set_a, n.inner, n.pairs, n.count, SEPAL_TOUCHING_OVERLAPS, overlaps);
            for (size_t i = 0; i < n.count; i++) {
                cr_assert(!contains[i] || overlaps[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
                uint32_t b = n.pairs[i].b, count = first[b + 1] - first[b];
                sepal_pair vertices[POLYGON_MAX];
                uint64_t bits[SEPAL_BIT_WORDS(POLYGON_MAX)];
                for (uint32_t k = 0; k < count; k++)
                    vertices[k] = (sepal_pair){n.pairs[i].a, first[b] + k};
                cr_assert_eq(sepal_polys_contains_pairs(n.outer.set_a, points, vertices, count, NULL, bits), SEPAL_OK);
                bool all = true;
                for (uint32_t k = 0; k < count; k++)
                    all = all && bit_at(bits, k);
                cr_assert_eq(all, contains[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            }
            for (uint32_t i = 0; i < n.list.count; i++) {
                sepal_pair itself = {i, i};
                uint64_t bit;
                cr_assert_eq(sepal_polys_contains_pairs(n.inner, n.inner, &itself, 1, NULL, &bit), SEPAL_OK);
                cr_assert_eq(bit, 1, "%s, scene '%s', polygon %u", sepal_isa(), n.outer.kind, i);
            }
        }
        free(first);
        sepal_polys_destroy(points);
        free(contains);
        free(overlaps);
        nest_destroy(&n);
    }
}
