/* Which solids contain which: against the oracle; and what holds of all. */
#include "../scenes/solid_sets.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { PAIRS = 150 };

Test(solids_contain, as_the_oracle_says) {
    solid_item *items = malloc(PAIRS * sizeof *items);
    size_t inside = 0, rounder = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 7, PAIRS);
        sepal_solids *small = solid_scene_inner(&s, items);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, NULL, bits), SEPAL_OK);
        cr_assert_eq(bits[PAIRS / 64] >> PAIRS % 64, 0, "spare bits");
        for (size_t k = 0; k < s.count; k++) {
            judged_room room_a, room_b;
            const oracle_solid a = judged(&s.a[k], &room_a), b = judged(&items[k], &room_b);
            const bool holds = oracle_solids_contain(&a, &b);
            inside += holds;
            rounder += holds && b.radius > a.radius;
            cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds, "%s, pair %zu", s.kind, k);
        }
        sepal_solids_destroy(small);
        solid_scene_destroy(&s);
    }
    free(items);
    cr_assert(inside > 200 && rounder > 50, "%zu inside, %zu of them with the greater radius", inside, rounder);
}

Test(solids_contain, every_solid_contains_itself) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 8, PAIRS);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, s.set_a, s.pairs, s.count, NULL, bits), SEPAL_OK);
        for (size_t k = 0; k < s.count; k++)
            cr_assert(bits[k / 64] >> (k % 64) & 1, "%s, solid %zu", s.kind, k);
        solid_scene_destroy(&s);
    }
}
