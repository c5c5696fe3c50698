/* Overlap on every instruction set for sets that the test `agree` does not have: large sets, and sets that have held other
 * shapes before. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { SHORT = 71 };

/* The answers of the scalar path. */
static uint8_t *reference(const scene *s, const sepal_pair *pairs, size_t count, int touching) {
    uint8_t *answers = answers_create(count);
    use_isa(0);
    ask_pairs(s->set_a, s->set_b, pairs, count, touching, answers);
    return answers;
}

/* Checks ranges of `set_b` against one polygon of `set_a`: all of it, short ranges from anywhere, and long ranges from odd
 * places. */
static void check_ranges(const scene *s, const char *name, uint32_t index, int touching, const uint8_t *expected, rng *r) {
    size_t all = sepal_polys_count(s->set_b);
    check_one(s, name, s->set_a, index, s->set_b, 0, all, touching, expected);
    check_one(s, name, s->set_a, index, s->set_b, all, 0, touching, expected + all);
    for (size_t length = 0; length < SHORT; length += 1 + length / 16) {
        size_t first = rng_below(r, (uint32_t)(all - length + 1));
        check_one(s, name, s->set_a, index, s->set_b, first, length, touching, expected + first);
    }
    for (size_t first = 1; first < 18; first += 3) {
        size_t length = all - first - rng_below(r, 40);
        check_one(s, name, s->set_a, index, s->set_b, first, length, touching, expected + first);
    }
}

static void check_rows(const scene *s, int rows) {
    size_t all = sepal_polys_count(s->set_b);
    sepal_pair *pairs = malloc(all * sizeof *pairs);
    cr_assert_not_null(pairs);
    rng r = {s->seed};
    for (int row = 0; row < rows; row++) {
        uint32_t index = rng_below(&r, (uint32_t)sepal_polys_count(s->set_a));
        for (size_t j = 0; j < all; j++)
            pairs[j] = (sepal_pair){index, (uint32_t)j};
        for (int touching = 0; touching < RULES; touching++) {
            uint8_t *expected = reference(s, pairs, all, touching);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                check_ranges(s, use_isa(isa), index, touching, expected, &r);
            free(expected);
        }
    }
    free(pairs);
}

/* Sets of more shapes than the library takes in one chunk. */
Test(polys_agree, on_one_against_several_chunks) {
    const char *const names[] = {"boxes", "box grid", "everything", "lattice"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 106, 1700, 0);
        check_rows(&s, 5);
        scene_destroy(&s);
    }
}

/* A set that has held other polygons before gives the answers of one that has not. */
Test(polys_agree, after_updates_and_refilling) {
    rng r = {77};
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 107, 200, 700);
        sepal_polys *used = NULL;
        cr_assert_eq(sepal_polys_create(NULL, &used), SEPAL_OK);
        for (int times = 0; times < 2; times++) { /* twice, the first time with others in their place */
            sepal_polys_clear(used);
            for (size_t i = 0; i < s.a.count; i++) {
                polygon p;
                make_round(&r, s.a.items[i].count, 0, 0, 9, times ? 0 : 0.25, &p);
                cr_assert_eq(sepal_polys_add(used, p.x, p.y, p.count, NULL), SEPAL_OK);
            }
        }
        for (size_t i = 0; i < s.a.count; i++)
            cr_assert_eq(sepal_polys_update(used, (uint32_t)i, s.a.items[i].x, s.a.items[i].y), SEPAL_OK);
        for (int touching = 0; touching < RULES; touching++) {
            uint8_t *expected = reference(&s, s.pairs, s.pair_count, touching);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                check_pairs(&s, use_isa(isa), used, s.one_set ? used : s.set_b, s.pairs, s.pair_count, touching, expected);
            free(expected);
        }
        sepal_polys_destroy(used);
        scene_destroy(&s);
    }
}

/* Kernels may treat sets that exceed the caches differently. */
Test(polys_agree, on_a_very_large_set_of_boxes) {
    enum { ACROSS = 250, ROWS = ACROSS * 160, LIST = 3001 };
    static box rows[ROWS];
    static sepal_pair pairs[LIST];
    rng r = {705};
    for (int k = 0; k < ROWS; k++) {
        int column = k % ACROSS, row = k / ACROSS;
        rows[k] = random_box(&r, column, row, 0.2, 0.8);
    }
    sepal_boxes boxes = {.x = &rows->x,
                         .y = &rows->y,
                         .half_x = &rows->half_x,
                         .half_y = &rows->half_y,
                         .cos = &rows->cos,
                         .sin = &rows->sin,
                         .stride = sizeof *rows / sizeof(float)};
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, ROWS, NULL, NULL), SEPAL_OK);
    for (int i = 0; i < LIST; i++) { /* neighbours in the grid */
        pairs[i].a = rng_below(&r, ROWS - ACROSS - 1);
        pairs[i].b = pairs[i].a + (rng_below(&r, 2) ? 1 : ACROSS);
    }
    scene about = {.kind = "very many boxes", .seed = 705};
    uint8_t *expected = answers_create(LIST);
    for (int touching = 0; touching < RULES; touching++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            if (isa == 0)
                ask_pairs(set, set, pairs, LIST, touching, expected);
            check_pairs(&about, name, set, set, pairs, LIST, touching, expected);
        }
    free(expected);
    sepal_polys_destroy(set);
}
