/* Hulls of few points, which lie in planes and on lines of a lattice, beside others of all sizes: some touch across a coordinate axis,
 * and those beside them in a list do not, however they lie along it. */
#include "../common/check.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <sepal/solids.h>

Test(solids_flat, hulls_on_a_lattice_have_the_answers_of_the_reference) {
    enum { SHAPES = 400, PAIRS = 20000, VERTICES = 12 };
    static sepal_pair pairs[PAIRS];
    static uint64_t expected[SEPAL_BIT_WORDS(PAIRS)], found[SEPAL_BIT_WORDS(PAIRS)];
    for (int points = 1; points <= 8; points++) {
        rng r = {(uint64_t)points};
        sepal_solids *sets[2];
        for (int side = 0; side < 2; side++) {
            cr_assert_eq(sepal_solids_create(NULL, &sets[side]), SEPAL_OK);
            for (int i = 0; i < SHAPES; i++) {
                const int different = side == 0 ? points : 1 + i % 9;
                float x[VERTICES], y[VERTICES], z[VERTICES];
                for (int k = 0; k < VERTICES; k++) {
                    x[k] = (float)rng_between(&r, -2, 2);
                    y[k] = (float)rng_between(&r, -2, 2);
                    z[k] = (float)rng_between(&r, -2, 2);
                }
                for (int k = different; k < VERTICES; k++) {
                    x[k] = x[0];
                    y[k] = y[0];
                    z[k] = z[0];
                }
                cr_assert_eq(sepal_solids_add_hull(sets[side], x, y, z, side == 0 ? 8 : VERTICES, 0, NULL), SEPAL_OK);
            }
        }
        for (int k = 0; k < PAIRS; k++)
            pairs[k] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
        for (int touching = 0; touching < 2; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, 0};
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                cr_assert_eq(sepal_solids_overlap_pairs(sets[0], sets[1], pairs, PAIRS, &rule, isa == 0 ? expected : found),
                             SEPAL_OK);
                for (size_t k = 0; isa > 0 && k < PAIRS; k++)
                    cr_assert_eq(bit_at(found, k), bit_at(expected, k), "%s, %d points, touching %d: pair %zu", sepal_isa(), points,
                                 touching, k);
            }
        }
        for (int side = 0; side < 2; side++)
            sepal_solids_destroy(sets[side]);
    }
}
