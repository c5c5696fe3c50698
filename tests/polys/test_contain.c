/* Containment: cases worked out by hand, the scalar path against GMP, every instruction set against the scalar path pair by pair,
 * the laws, bad input, and buffers that end at a guard page. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../common/control.h"
#include "../oracle/oracle.h"
#include "../scenes/nests.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Cases that a person can check --------------------------------------------------------------------------------------------*/

#define ULP  0x1p-23f /* of 1 */
#define TINY 0x1p-149f

typedef struct shape {
    size_t count;
    float x[6], y[6];
} shape;

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
    {"a point inside", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {0.5f}, {0.5f}}, true},
    {"a point on a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1}, {0.5f}}, true},
    {"a point at a corner", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1}, {1}}, true},
    {"a point an ulp outside", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {1, {1 + ULP}, {0.5f}}, false},
    {"a point on a slant", {3, {0, 3, 0}, {0, 0, 1}}, {1, {1.5f}, {0.5f}}, true},
    {"a point just off a slant", {3, {0, 3, 0}, {0, 0, 1}}, {1, {1.5f}, {0.5f + ULP / 2}}, false},
    {"a segment in a triangle", {3, {0, 4, 0}, {0, 0, 4}}, {2, {0, 2}, {0, 2}}, true},
    {"a segment out of a triangle", {3, {0, 4, 0}, {0, 0, 4}}, {2, {0, 2}, {0, 2 + 2 * ULP}}, false},
    {"a segment in line with a side, beyond it", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {2, {0.5f, 1.5f}, {1, 1}}, false},
    {"a segment and itself, turned round", {2, {0, 4}, {0, 2}}, {2, {4, 0}, {2, 0}}, true},
    {"a segment in a segment", {2, {0, 4}, {0, 2}}, {2, {1, 3}, {0.5f, 1.5f}}, true},
    {"a segment in line, beyond", {2, {0, 4}, {0, 2}}, {2, {2, 6}, {1, 3}}, false},
    {"an upright segment, beyond", {2, {3, 3}, {0, 2}}, {2, {3, 3}, {1, 2 + 2 * ULP}}, false},
    {"a segment beside a segment", {2, {0, 4}, {0, 2}}, {2, {1, 3}, {0.5f, 1.5f + ULP}}, false},
    {"a segment with inner vertices", {5, {0, 0, 2, 4, 4}, {0, 0, 1, 2, 2}}, {2, {0, 3}, {0, 1.5f}}, true},
    {"a point on a segment", {2, {0, 4}, {0, 2}}, {1, {2}, {1}}, true},
    {"a point beyond a segment, in line", {2, {0, 4}, {0, 2}}, {1, {6}, {3}}, false},
    {"a segment holds no triangle", {2, {0, 4}, {0, 0}}, {3, {0, 4, 2}, {0, 0, TINY}}, false},
    {"a segment holds a flat triangle", {2, {0, 4}, {0, 0}}, {3, {0, 4, 2}, {0, 0, 0}}, true},
    {"a point and itself", {1, {1}, {2}}, {1, {1}, {2}}, true},
    {"zeros of either sign", {1, {0.0f}, {-0.0f}}, {1, {-0.0f}, {0.0f}}, true},
    {"two points", {1, {1}, {2}}, {1, {1}, {2 + 2 * ULP}}, false},
    {"a point of many vertices and a point", {5, {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}}, {1, {1}, {2}}, true},
    {"a point of many vertices and another", {5, {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}}, {1, {1}, {3}}, false},
    {"a point holds no segment", {1, {1}, {2}}, {2, {1, 1}, {2, 3}}, false},
    {"the whole plane", {4, {-3e38f, 3e38f, 3e38f, -3e38f}, {-3e38f, -3e38f, 3e38f, 3e38f}}, {2, {-3e38f, 0}, {TINY, 0}}, true},
    {"the least square", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {3, {0, TINY, 0}, {0, 0, TINY}}, true},
    {"beside the least square", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {1, {2 * TINY}, {0}}, false},
    {"inner and repeated vertices", {6, {0, 2, 2, 2, 2, 0}, {0, 0, 0, 1, 2, 2}}, {1, {2}, {1.5f}}, true},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static uint32_t add(sepal_polys *set, const shape *s, bool reversed) {
    shape copy = *s;
    for (size_t i = 0; reversed && i < s->count; i++) {
        copy.x[i] = s->x[s->count - 1 - i];
        copy.y[i] = s->y[s->count - 1 - i];
    }
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add(set, copy.x, copy.y, copy.count, &index), SEPAL_OK);
    return index;
}

static sepal_polys *empty_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

/* Alone, so that the sets are of one kind, and all in one batch. */
Test(contain, is_right_for_cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int windings = 0; windings < 4; windings++) {
            use_isa(isa);
            sepal_polys *all_a = empty_set(), *all_b = empty_set();
            sepal_pair pairs[EXAMPLES];
            uint64_t bits[SEPAL_BIT_WORDS(EXAMPLES)];
            for (size_t i = 0; i < EXAMPLES; i++) {
                sepal_polys *a = empty_set(), *b = empty_set();
                const sepal_pair pair = {add(a, &examples[i].a, windings & 1), add(b, &examples[i].b, windings & 2)};
                cr_assert_eq(sepal_polys_contains_pairs(a, b, &pair, 1, bits), SEPAL_OK);
                cr_assert_eq(bits[0], examples[i].contains, "%s: %s", sepal_isa(), examples[i].what);
                pairs[i] = (sepal_pair){add(all_a, &examples[i].a, windings & 1), add(all_b, &examples[i].b, windings & 2)};
                sepal_polys_destroy(a);
                sepal_polys_destroy(b);
            }
            cr_assert_eq(sepal_polys_contains_pairs(all_a, all_b, pairs, EXAMPLES, bits), SEPAL_OK);
            for (size_t i = 0; i < EXAMPLES; i++)
                cr_assert_eq(bit_at(bits, i), examples[i].contains, "%s: %s, in a batch", sepal_isa(), examples[i].what);
            sepal_polys_destroy(all_a);
            sepal_polys_destroy(all_b);
        }
}

/* --- Scenes
 * ---------------------------------------------------------------------------------------------------------------------*/

static void check(const nest *n, const char *who, size_t from, size_t count, const uint8_t *expected) {
    const size_t words = SEPAL_BIT_WORDS(count);
    uint64_t *bits = malloc((words + 1) * sizeof *bits);
    cr_assert_not_null(bits);
    memset(bits, 0xa5, (words + 1) * sizeof *bits);
    const uint64_t canary = bits[words];
    cr_assert_eq(sepal_polys_contains_pairs(n->outer.set_a, n->inner, n->pairs + from, count, bits), SEPAL_OK);
    cr_assert_eq(bits[words], canary);
    for (size_t i = 0; i < 64 * words; i++) {
        const bool right = i < count && expected[from + i];
        if (bit_at(bits, i) == right)
            continue;
        cr_assert_lt(i, count, "%s, scene '%s': spare bit %zu of %zu is set", who, n->outer.kind, i, count);
        const sepal_pair pair = n->pairs[from + i];
        const polygon *a = &n->outer.a.items[pair.a], *b = &n->list.items[pair.b];
        for (size_t k = 0; k < a->count; k++)
            fprintf(stderr, "a {%a, %a}\n", (double)a->x[k], (double)a->y[k]);
        for (size_t k = 0; k < b->count; k++)
            fprintf(stderr, "b {%a, %a}\n", (double)b->x[k], (double)b->y[k]);
        cr_assert_fail("%s, scene '%s', seed %llu, pair %zu of %zu from %zu: should be %d", who, n->outer.kind,
                       (unsigned long long)n->outer.seed, i, count, from, right);
    }
    free(bits);
}

static void ask(const nest *n, uint8_t *answers) {
    uint64_t *bits = malloc(SEPAL_BIT_WORDS(n->count) * sizeof *bits);
    cr_assert_eq(sepal_polys_contains_pairs(n->outer.set_a, n->inner, n->pairs, n->count, bits), SEPAL_OK);
    for (size_t i = 0; i < n->count; i++)
        answers[i] = bit_at(bits, i);
    free(bits);
}

/* By another theorem than the library's: a contains b if it meets every vertex of b. */
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
        check(&n, "scalar against GMP", 0, count, expected);
        free(expected);
        nest_destroy(&n);
    }
    cr_assert(tally[0] > 4000 && tally[1] > 4000, "%zu are contained, %zu are not", tally[1], tally[0]);
}

Test(contain, every_instruction_set_is_what_scalar_says) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 802, 250, 3000);
        uint8_t *expected = answers_create(n.count);
        use_isa(0);
        ask(&n, expected);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            const char *who = use_isa(isa);
            check(&n, who, 0, n.count, expected);
            for (size_t length = 1; length < 150; length += 1 + length / 40)
                check(&n, who, (length * 37) % (n.count - 150), length, expected);
        }
        free(expected);
        nest_destroy(&n);
    }
}

/* What contains also overlaps; everything contains itself; a contains b exactly if it contains every vertex of b. */
Test(contain, obeys_the_laws) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 803, 120, 1000);
        uint8_t *contains = answers_create(n.count), *overlaps = answers_create(n.count);
        sepal_polys *points = empty_set();
        uint32_t *first = calloc(n.list.count + 1, sizeof *first);
        for (size_t i = 0; i < n.list.count; i++) {
            const polygon *p = &n.list.items[i];
            for (size_t k = 0; k < p->count; k++)
                cr_assert_eq(sepal_polys_add(points, &p->x[k], &p->y[k], 1, NULL), SEPAL_OK);
            first[i + 1] = first[i] + (uint32_t)p->count;
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask(&n, contains);
            ask_pairs(n.outer.set_a, n.inner, n.pairs, n.count, SEPAL_TOUCHING_OVERLAPS, overlaps);
            for (size_t i = 0; i < n.count; i++) {
                cr_assert(!contains[i] || overlaps[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
                const uint32_t b = n.pairs[i].b, count = first[b + 1] - first[b];
                sepal_pair vertices[POLYGON_MAX];
                uint64_t bits[SEPAL_BIT_WORDS(POLYGON_MAX)];
                for (uint32_t k = 0; k < count; k++)
                    vertices[k] = (sepal_pair){n.pairs[i].a, first[b] + k};
                cr_assert_eq(sepal_polys_contains_pairs(n.outer.set_a, points, vertices, count, bits), SEPAL_OK);
                bool all = true;
                for (uint32_t k = 0; k < count; k++)
                    all = all && bit_at(bits, k);
                cr_assert_eq(all, contains[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            }
            for (uint32_t i = 0; i < n.list.count; i++) {
                const sepal_pair itself = {i, i};
                uint64_t bit;
                cr_assert_eq(sepal_polys_contains_pairs(n.inner, n.inner, &itself, 1, &bit), SEPAL_OK);
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

/* --- What surrounds the answer
 * --------------------------------------------------------------------------------------------------*/

Test(contain, refuses_bad_arguments_and_changes_nothing) {
    const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    sepal_polys *set = empty_set(), *none = empty_set();
    cr_assert_eq(sepal_polys_add(set, x, y, 3, NULL), SEPAL_OK);
    sepal_pair pairs[70] = {{0, 0}};
    uint64_t bits[2] = {7, 7};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_contains_pairs(NULL, set, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(set, NULL, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(set, set, NULL, 70, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(set, set, pairs, 70, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(set, none, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(none, set, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
        for (size_t k = 0; k < 70; k += 23) {
            pairs[k].a = 1;
            cr_assert_eq(sepal_polys_contains_pairs(set, set, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
            pairs[k] = (sepal_pair){0, UINT32_MAX};
            cr_assert_eq(sepal_polys_contains_pairs(set, set, pairs, 70, bits), SEPAL_BAD_ARGUMENT);
            pairs[k].b = 0;
        }
        cr_assert(bits[0] == 7 && bits[1] == 7);
        cr_assert_eq(sepal_polys_contains_pairs(set, set, NULL, 0, NULL), SEPAL_OK);
    }
    sepal_polys_destroy(set);
    sepal_polys_destroy(none);
}

Test(contain, stays_inside_its_buffers) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 804, 60, 400);
        const sepal_allocator allocator = guard_allocator();
        sepal_polys *a = load_set(&n.outer.a, &allocator), *b = load_set(&n.list, &allocator);
        const uint32_t last_a = (uint32_t)sepal_polys_count(a) - 1, last_b = (uint32_t)sepal_polys_count(b) - 1;
        for (size_t i = 0; i < n.count; i += 3)
            n.pairs[i] = (sepal_pair){last_a, last_b};
        uint8_t *expected = answers_create(n.count);
        use_isa(0);
        ask(&n, expected);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t length = 1; length <= n.count; length += 1 + length / 16) {
                const size_t size = length * sizeof(sepal_pair), words = SEPAL_BIT_WORDS(length) * sizeof(uint64_t);
                sepal_pair *pairs = guarded(size);
                uint64_t *bits = guarded(words);
                memcpy(pairs, n.pairs + n.count - length, size);
                use_isa(isa);
                cr_assert_eq(sepal_polys_contains_pairs(a, b, pairs, length, bits), SEPAL_OK);
                for (size_t i = 0; i < length; i++)
                    cr_assert_eq(bit_at(bits, i), expected[n.count - length + i]);
                guarded_release(pairs, size);
                guarded_release(bits, words);
            }
        free(expected);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
        nest_destroy(&n);
    }
}

static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

Test(contain, does_not_depend_on_the_floating_point_state) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += 3) {
        nest n = nest_create(kind, 805, 100, 600);
        uint8_t *expected = answers_create(n.count);
        uint64_t *bits = malloc(SEPAL_BIT_WORDS(n.count) * sizeof *bits);
        use_isa(0);
        ask(&n, expected);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t k = 0; k < sizeof roundings / sizeof *roundings; k++) {
                fenv_t usual;
                use_isa(isa);
                fegetenv(&usual);
                fesetround(roundings[k]); /* where there is more than one mode */
                flush_subnormals();
                const int before = fegetround();
                const sepal_status status = sepal_polys_contains_pairs(n.outer.set_a, n.inner, n.pairs, n.count, bits);
                const int rounding = fegetround();
                fesetenv(&usual);
                cr_assert_eq(status, SEPAL_OK);
                cr_assert_eq(rounding, before);
                for (size_t i = 0; i < n.count; i++)
                    cr_assert_eq(bit_at(bits, i), expected[i], "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            }
        free(bits);
        free(expected);
        nest_destroy(&n);
    }
}

/* --- Radii
 * ----------------------------------------------------------------------------------------------------------------------*/

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
};
enum { ROUND_EXAMPLES = sizeof round_examples / sizeof *round_examples };

static uint32_t add_with_radius(sepal_polys *set, const round_shape *s) {
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, &index), SEPAL_OK);
    return index;
}

Test(contain, is_right_for_radii_worked_out_by_hand) {
    sepal_polys *a = empty_set(), *b = empty_set();
    sepal_pair pairs[ROUND_EXAMPLES];
    for (size_t i = 0; i < ROUND_EXAMPLES; i++)
        pairs[i] = (sepal_pair){add_with_radius(a, &round_examples[i].a), add_with_radius(b, &round_examples[i].b)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits[SEPAL_BIT_WORDS(ROUND_EXAMPLES)];
        use_isa(isa);
        cr_assert_eq(sepal_polys_contains_pairs(a, b, pairs, ROUND_EXAMPLES, bits), SEPAL_OK);
        for (size_t i = 0; i < ROUND_EXAMPLES; i++)
            cr_assert_eq(bit_at(bits, i), round_examples[i].contains, "%s: %s", sepal_isa(), round_examples[i].what);
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

/* A shape contains a point exactly if the two overlap; every instruction set says what scalar says; a contains b where it contains
 * every vertex of b with b's radius. */
Test(contain, obeys_the_laws_with_radii) {
    static const float radii[] = {0, 0.5f, 1, 1, 2, 5};
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2) {
        nest n = nest_create(kind, 806, 80, 600);
        rng r = {806};
        sepal_polys *outer = empty_set(), *inner = empty_set(), *points = empty_set(), *discs = empty_set();
        for (size_t i = 0; i < n.outer.a.count; i++) {
            const polygon *p = &n.outer.a.items[i];
            cr_assert_eq(sepal_polys_add_round(outer, p->x, p->y, p->count, radii[rng_below(&r, 6)], NULL), SEPAL_OK);
        }
        for (size_t i = 0; i < n.list.count; i++) {
            const polygon *p = &n.list.items[i];
            const float radius = radii[rng_below(&r, 6)];
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
            cr_assert_eq(sepal_polys_contains_pairs(outer, points, n.pairs, n.count, bits), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(outer, points, n.pairs, n.count, NULL, others), SEPAL_OK);
            for (size_t i = 0; i < n.count; i++)
                cr_assert_eq(bit_at(bits, i), bit_at(others, i), "%s, scene '%s', pair %zu", sepal_isa(), n.outer.kind, i);
            cr_assert_eq(sepal_polys_contains_pairs(outer, inner, n.pairs, n.count, bits), SEPAL_OK);
            for (size_t i = 0; i < n.count; i++) {
                if (isa == 0) {
                    const uint32_t b = n.pairs[i].b, count = start[b + 1] - start[b];
                    bool all = true;
                    for (uint32_t k = 0; k < count; k++) {
                        const sepal_pair disc = {n.pairs[i].a, start[b] + k};
                        uint64_t bit;
                        cr_assert_eq(sepal_polys_contains_pairs(outer, discs, &disc, 1, &bit), SEPAL_OK);
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
