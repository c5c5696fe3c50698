/* What two corners tell of two shapes: of all shapes with few vertices on a small lattice, and of any two corners, since a search may end at
 * any. What they tell is what the reference says, under both rules, and with a margin. */
#include "../../src/polys/scalar/reference.h"

#include <criterion/criterion.h>

enum { SHAPES = 160, LATTICE = 5, VERTICES_MOST = 4 };

static uint32_t seed = 1;

static float next_coordinate(void) {
    seed = seed * 1664525u + 1013904223u;
    return (float)((seed >> 16) % LATTICE);
}

/* Points, segments, triangles of either order, some of them without area, and boxes. */
static sepal_polys *shapes_on_lattice(void) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (size_t k = 0; k < SHAPES; k++) {
        const size_t size = 1 + k % VERTICES_MOST;
        float x[VERTICES_MOST], y[VERTICES_MOST];
        for (size_t v = 0; v < VERTICES_MOST; v++)
            x[v] = next_coordinate(), y[v] = next_coordinate();
        if (size == 4) {
            x[1] = x[2], y[1] = y[0];
            x[3] = x[0], y[3] = y[2];
        }
        cr_assert_eq(sepal_polys_add(set, x, y, size, NULL), SEPAL_OK);
    }
    return set;
}

/* Counts the corners that tell: yes, and no. */
static void compare_with_reference(const sepal_polys *set, sepal_pair pair, const sepal_rule *rule, size_t told[2]) {
    const bool meet = sepal_polys_scalar_overlap_round(set, pair.a, set, pair.b, rule);
    for (uint32_t i = 0; i < set->heads[pair.a].size; i++)
        for (uint32_t j = 0; j < set->heads[pair.b].size; j++) {
            const int found =
                sepal_polys_scalar_meet_at_corners(set, pair, set, (sepal_pair){i, j}, rule->touching, rule->margin64);
            cr_assert(found == 0 || (found > 0) == meet, "shapes %u and %u, corners %u and %u, %s, margin %g: %d", (unsigned)pair.a,
                      (unsigned)pair.b, (unsigned)i, (unsigned)j,
                      rule->touching == SEPAL_TOUCHING_OVERLAPS ? "touching overlaps" : "touching is apart", (double)rule->margin,
                      found);
            told[0] += found > 0;
            told[1] += found < 0;
        }
}

Test(corners, say_what_the_reference_says) {
    const float margins[] = {0, 1, 1.25F, 2};
    sepal_polys *set = shapes_on_lattice();
    for (size_t m = 0; m < sizeof margins / sizeof *margins; m++)
        for (int strict = 0; strict < 2; strict++) {
            const sepal_rule rule = {strict ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, margins[m], (double)margins[m]};
            size_t told[2] = {0, 0};
            for (uint32_t a = 0; a < SHAPES; a++)
                for (uint32_t b = 0; b < SHAPES; b++)
                    compare_with_reference(set, (sepal_pair){a, b}, &rule, told);
            cr_assert(told[0] > SHAPES && told[1] > SHAPES, "corners tell");
        }
    sepal_polys_destroy(set);
}
