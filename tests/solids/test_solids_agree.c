/* Every instruction set answers every pair as the scalar path does, bit for bit: pairs in order and in random couples, so that lanes
 * have solids of all kinds. */
#include "../common/must.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <string.h>

enum { SOLIDS = 90, PAIRS = 1000 };

typedef struct answers {
    uint64_t closed[SEPAL_BIT_WORDS(PAIRS)], open[SEPAL_BIT_WORDS(PAIRS)], within[SEPAL_BIT_WORDS(PAIRS)];
    uint64_t of_one[SEPAL_BIT_WORDS(SOLIDS)];
    float push[4][SOLIDS];
} answers;

static void ask(const solid_scene *s, const sepal_pair *pairs, answers *out) {
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, s->margin}, open = {SEPAL_TOUCHING_IS_APART, s->margin};
    const sepal_solid_mtvs push = {out->push[0], out->push[1], out->push[2], out->push[3]};
    memset(out, 0x55, sizeof *out);
    cr_assert_eq(sepal_solids_overlap_pairs(s->set_a, s->set_b, pairs, PAIRS, &closed, out->closed), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_pairs(s->set_a, s->set_b, pairs, PAIRS, &open, out->open), SEPAL_OK);
    cr_assert_eq(sepal_solids_contains_pairs(s->set_a, s->set_b, pairs, PAIRS, out->within), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_one(s->set_a, 7, s->set_b, 0, SOLIDS, &closed, out->of_one), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, SOLIDS, &closed, &push), SEPAL_OK);
}

static void expect_bits(const char *kind, const char *what, const uint64_t *got, const uint64_t *expected, size_t count) {
    for (size_t k = 0; k < count; k++)
        cr_assert_eq(got[k / 64] >> (k % 64) & 1, expected[k / 64] >> (k % 64) & 1, "%s, %s: %s, pair %zu", sepal_isa(), kind, what,
                     k);
    if (count % 64 != 0)
        cr_assert_eq(got[count / 64] >> (count % 64), 0, "%s, %s: %s: spare bits", sepal_isa(), kind, what);
}

static void compare(size_t kind, uint64_t seed) {
    solid_scene s = solid_scene_create(kind, seed, SOLIDS);
    sepal_pair pairs[PAIRS];
    rng state = {seed};
    for (uint32_t k = 0; k < PAIRS; k++)
        pairs[k] =
            k < SOLIDS ? s.pairs[k] : (sepal_pair){(uint32_t)(rng_next(&state) % SOLIDS), (uint32_t)(rng_next(&state) % SOLIDS)};
    answers *expected = must_have(malloc(sizeof *expected)), *got = must_have(malloc(sizeof *got));
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask(&s, pairs, expected);
    for (size_t i = 1; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        ask(&s, pairs, got);
        expect_bits(s.kind, "overlap", got->closed, expected->closed, PAIRS);
        expect_bits(s.kind, "overlap of interiors", got->open, expected->open, PAIRS);
        expect_bits(s.kind, "containment", got->within, expected->within, PAIRS);
        expect_bits(s.kind, "one against many", got->of_one, expected->of_one, SOLIDS);
        for (int part = 0; part < 4; part++)
            cr_assert_eq(memcmp(got->push[part], expected->push[part], sizeof got->push[part]), 0, "%s, %s: push, part %d",
                         sepal_isa(), s.kind, part);
    }
    free(expected);
    free(got);
    solid_scene_destroy(&s);
}

Test(solids_agree, on_every_instruction_set) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++)
        compare(kind, 5);
}
