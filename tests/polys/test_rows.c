/* Rows of pairs: the answers are those about the listed pairs, on every instruction set. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../common/check.h"

/* More pairs than the library takes at a time, in rows that are empty, shorter than the lanes, or longer than a chunk. */
enum { SHAPES = 150, ROWS = 120, MOST_PAIRS = ROWS * SHAPES };

typedef struct rows {
    sepal_row rows[ROWS];
    sepal_pair pairs[MOST_PAIRS];
    size_t count;
} rows;

static void make_rows(uint32_t count_a, uint32_t count_b, uint32_t seed, rows *out) {
    static const uint32_t lengths[] = {0, 1, 20, 3, 16, 0, 17, 64, 5, 150, 8, 2, 31};
    out->count = 0;
    for (uint32_t r = 0; r < ROWS; r++) {
        const uint32_t first = (r * 7 + seed) % (count_b + 1), left = count_b - first;
        const uint32_t length = lengths[r % (sizeof lengths / sizeof *lengths)];
        sepal_row *row = &out->rows[r];
        *row = (sepal_row){(r * 5 + seed) % count_a, first, length < left ? length : left};
        for (uint32_t i = 0; i < row->count; i++)
            out->pairs[out->count++] = (sepal_pair){row->a, first + i};
    }
}

static void check_overlap(const scene *s, const rows *r, const sepal_rule *rule) {
    static uint64_t listed[SEPAL_BIT_WORDS(MOST_PAIRS) + 1], found[SEPAL_BIT_WORDS(MOST_PAIRS) + 1];
    const size_t words = SEPAL_BIT_WORDS(r->count);
    memset(found, 0x5a, sizeof found);
    cr_assert_eq(sepal_polys_overlap_pairs(s->set_a, s->set_b, r->pairs, r->count, rule, listed), SEPAL_OK);
    cr_assert_eq(sepal_polys_overlap_rows(s->set_a, s->set_b, r->rows, ROWS, rule, found), SEPAL_OK);
    cr_assert_eq(memcmp(listed, found, words * sizeof *found), 0, "%s, scene '%s'", sepal_isa(), s->kind);
    cr_assert_eq(found[words], UINT64_C(0x5a5a5a5a5a5a5a5a), "%s, scene '%s': behind the answers", sepal_isa(), s->kind);
}

static void check_pushes(const scene *s, const rows *r, const sepal_rule *rule) {
    static float listed[3][MOST_PAIRS], found[3][MOST_PAIRS + 1];
    for (int k = 0; k < 3; k++)
        found[k][r->count] = 77;
    const sepal_mtvs of_list = {.normal_x = listed[0], .normal_y = listed[1], .depth = listed[2]},
                     of_rows = {.normal_x = found[0], .normal_y = found[1], .depth = found[2]};
    cr_assert_eq(sepal_polys_mtv_pairs(s->set_a, s->set_b, r->pairs, r->count, rule, &of_list), SEPAL_OK);
    cr_assert_eq(sepal_polys_mtv_rows(s->set_a, s->set_b, r->rows, ROWS, rule, &of_rows), SEPAL_OK);
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(memcmp(listed[k], found[k], r->count * sizeof **found), 0, "%s, scene '%s'", sepal_isa(), s->kind);
        cr_assert_eq(found[k][r->count], 77, "%s, scene '%s': behind the answers", sepal_isa(), s->kind);
    }
    found[2][0] = 77;
    cr_assert_eq(sepal_polys_mtv_rows(s->set_a, s->set_b, r->rows, ROWS, rule, &(sepal_mtvs){.depth = found[2]}), SEPAL_OK);
    cr_assert_eq(memcmp(listed[2], found[2], r->count * sizeof **found), 0, "%s: depths alone", sepal_isa());
}

Test(rows, have_the_answers_of_their_pairs) {
    static rows r;
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 811 + kind, SHAPES, 4);
        make_rows((uint32_t)sepal_polys_count(s.set_a), (uint32_t)sepal_polys_count(s.set_b), (uint32_t)kind, &r);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (int touching = 0; touching < RULES; touching++)
                check_overlap(&s, &r, rule_at(touching));
            check_overlap(&s, &r, &(sepal_rule){.margin = 0.25F});
            check_pushes(&s, &r, NULL);
        }
        scene_destroy(&s);
    }
}

/* The library looks at bounds first while most pairs of rows are apart, and not for a while where they are not. */
Test(rows, that_change_between_crowded_and_scattered) {
    enum { HALF = 256, TURNS = 10, TURN_ROWS = 40, ALL_ROWS = TURNS * TURN_ROWS, PAIRS = ALL_ROWS * HALF };
    static sepal_row list[ALL_ROWS];
    static sepal_pair pairs[PAIRS];
    static uint64_t listed[SEPAL_BIT_WORDS(PAIRS)], found[SEPAL_BIT_WORDS(PAIRS)];
    for (uint32_t sides = 3; sides <= 5; sides++) { /* 4: boxes */
        sepal_polys *set;
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < 2 * HALF; i++) { /* the first half in one place, the others side by side */
            static const float corner_x[] = {1, 1, 0, 0, 0.5F}, corner_y[] = {0, 1, 1, 0, -0.25F};
            const uint32_t line = i / 16;
            float x[5], y[5];
            for (uint32_t k = 0; k < sides; k++) {
                x[k] = corner_x[k] + (i < HALF ? 0.01F * (float)i : (float)(i % 16));
                y[k] = corner_y[k] + (i < HALF ? 0 : 1.25F * (float)line);
            }
            cr_assert_eq(sepal_polys_add(set, x, y, sides, NULL), SEPAL_OK);
        }
        for (uint32_t r = 0, k = 0; r < ALL_ROWS; r++) {
            const uint32_t first = r / TURN_ROWS % 2 * HALF;
            list[r] = (sepal_row){first + r % HALF, first, HALF};
            for (uint32_t i = 0; i < HALF; i++)
                pairs[k++] = (sepal_pair){list[r].a, first + i};
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, NULL, listed), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_rows(set, set, list, ALL_ROWS, NULL, found), SEPAL_OK);
            cr_assert_eq(memcmp(listed, found, sizeof found), 0, "%s, %u vertices", sepal_isa(), sides);
        }
        sepal_polys_destroy(set);
    }
}

Test(rows, without_pairs_touch_nothing) {
    scene s = scene_create(scene_kind_find("lattice"), 3, 20, 4);
    const sepal_row empty[] = {{0, 3, 0}, {1, (uint32_t)sepal_polys_count(s.set_b), 0}};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, NULL, 0, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, empty, 2, NULL, NULL), SEPAL_OK);
        cr_assert_eq(
            sepal_polys_mtv_rows(s.set_a, s.set_b, NULL, 0, NULL, &(sepal_mtvs){.normal_x = NULL, .normal_y = NULL, .depth = NULL}),
            SEPAL_OK);
    }
    scene_destroy(&s);
}

Test(rows, outside_of_their_sets_are_refused) {
    scene s = scene_create(scene_kind_find("lattice"), 5, 20, 4);
    const uint32_t count_a = (uint32_t)sepal_polys_count(s.set_a), count_b = (uint32_t)sepal_polys_count(s.set_b);
    const sepal_row good = {0, 0, 1};
    const sepal_row bad[] = {{count_a, 0, 1},    {count_a, 0, 0},    {0, count_b + 1, 0},
                             {0, count_b, 1},    {0, 1, count_b},    {0, UINT32_MAX, 1},
                             {0, 1, UINT32_MAX}, {UINT32_MAX, 0, 1}, {0, UINT32_MAX, UINT32_MAX}};
    uint64_t bits = 0x5a;
    float depth = 77;
    const sepal_mtvs out = {.depth = &depth};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const sepal_row list[] = {good, bad[k]};
        cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, list, 2, NULL, &bits), SEPAL_BAD_ARGUMENT, "row %zu", k);
        cr_assert_eq(sepal_polys_mtv_rows(s.set_a, s.set_b, list, 2, NULL, &out), SEPAL_BAD_ARGUMENT, "row %zu", k);
    }
    const sepal_rule nonsense = {(sepal_touching)2, 0, 0};
    cr_assert_eq(sepal_polys_overlap_rows(NULL, s.set_b, &good, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_rows(s.set_a, NULL, &good, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, NULL, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, &good, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_overlap_rows(s.set_a, s.set_b, &good, 1, &nonsense, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_rows(NULL, s.set_b, &good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_rows(s.set_a, NULL, &good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_rows(s.set_a, s.set_b, NULL, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_rows(s.set_a, s.set_b, &good, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_rows(s.set_a, s.set_b, &good, 1, &nonsense, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(bits, 0x5a);
    cr_assert_eq(depth, 77);
    scene_destroy(&s);
}
