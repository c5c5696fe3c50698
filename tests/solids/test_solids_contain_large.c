/* Containment in solids of many vertices: that one question ends soon, as solids.h promises, and answers that are known by how the solids
 * are made, also of more vertices than are remembered at a time. */
#include "../common/check.h"
#include "../polys/shape.h"

#include <criterion/criterion.h>
#include <math.h>
#include <time.h>

/* One question, asked until the time is known; the least of some. */
static double seconds_of(const sepal_solids *set, uint32_t a, uint32_t b, const sepal_rule *rule, bool *contains) {
    const sepal_pair pair = {a, b};
    double least = INFINITY;
    for (int k = 0; k < 5; k++) {
        uint64_t bit;
        const clock_t begin = clock();
        cr_assert_eq(sepal_solids_contains_pairs(set, set, &pair, 1, rule, &bit), SEPAL_OK);
        least = fmin(least, (double)(clock() - begin) / CLOCKS_PER_SEC);
        *contains = bit & 1;
    }
    return least;
}

/* --- The cost --------------------------------------------------------------------------------- */

static uint32_t add_round_prism(sepal_solids *set, float size, uint32_t sides, float tilt, float radius) {
    const float x0 = -tilt * size, x1 = tilt * size, low = -size, high = size, zero = 0;
    const sepal_solid_prisms prisms = {&x0, &zero, &low, &x1, &zero, &high, &size, &radius, 1, sides};
    uint32_t index;
    cr_assert_eq(sepal_solids_add_prisms(set, &prisms, 1, &index, NULL), SEPAL_OK);
    return index;
}
static uint32_t add_prism(sepal_solids *set, float size, uint32_t sides, float tilt) {
    return add_round_prism(set, size, sides, tilt, 0);
}
static uint32_t add_ball(sepal_solids *set, float x, float radius) {
    const float zero = 0;
    uint32_t index;
    cr_assert_eq(sepal_solids_add_spheres(set, &(sepal_solid_spheres){&x, &zero, &zero, &radius, 1}, 1, &index, NULL), SEPAL_OK);
    return index;
}

/* What is asked about each prism takes from 5 to 700 microseconds as the library is shipped. It took seconds, up to a minute, when
 * all planes through three vertices were tried. */
Test(solids_contain_large, one_question_about_a_cylinder_ends_soon) {
    const double allowed = 0.02;
    for (uint32_t sides = 8; sides <= SEPAL_PRISM_SIDES_MOST; sides *= 2)
        for (int tilted = 0; tilted < 2; tilted++) {
            sepal_solids *set;
            cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
            const float tilt = tilted ? 0.3F : 0;
            const uint32_t outer = add_prism(set, 0.5F, sides, tilt), rounder = add_round_prism(set, 0.5F, sides, tilt, 0.25F);
            const struct {
                const char *what;
                uint32_t inner;
                float margin;
                bool contains, strictly;
                bool in_rounder;
            } cases[] = {
                {"a ball", add_ball(set, 0, 0.1F), 0, true, true, false},
                {"a ball, by a margin", add_ball(set, 0, 0.1F), 0.01F, true, true, false},
                {"a ball that is too large", add_ball(set, 0, 0.501F), 0, false, false, false},
                {"a ball that nearly touches all sides", add_ball(set, 0, 0.499F * cosf(3.14159F / (float)sides) / (1 + tilt)), 0,
                 true, true, false},
                {"half as large", add_prism(set, 0.25F, sides, tilt), 0, true, true, false},
                {"half as large, by a margin", add_prism(set, 0.25F, sides, tilt), 0.01F, true, true, false},
                {"nearly as large", add_prism(set, 0.4995F, sides, tilt), 0, true, true, false},
                {"a copy", add_prism(set, 0.5F, sides, tilt), 0, true, false, false},
                {"a copy, by a margin", add_prism(set, 0.5F, sides, tilt), 0.01F, false, false, false},
                {"one that is larger, rounded,", add_prism(set, 0.55F, sides, tilt), 0, true, true, true},
                {"one that is larger, rounded, by a margin,", add_prism(set, 0.55F, sides, tilt), 0.01F, true, true, true},
                {"half as large, rounded, by a margin,", add_prism(set, 0.25F, sides, tilt), 0.01F, true, true, true},
                {"one that is much larger, rounded,", add_prism(set, 0.7F, sides, tilt), 0, false, false, true},
            };
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
                    for (int strictly = 0; strictly < 2; strictly++) {
                        const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, cases[k].margin, 0};
                        bool contains;
                        use_isa(isa);
                        const double seconds =
                            seconds_of(set, cases[k].in_rounder ? rounder : outer, cases[k].inner, &rule, &contains);
                        cr_assert_eq(contains, strictly ? cases[k].strictly : cases[k].contains, "%s: %s in a prism of %u sides",
                                     sepal_isa(), cases[k].what, sides);
                        cr_assert_lt(seconds, allowed, "%s: %s in a prism of %u sides, strictly %d: %g s", sepal_isa(),
                                     cases[k].what, sides, strictly, seconds);
                    }
            sepal_solids_destroy(set);
        }
}

/* --- More vertices than are remembered -------------------------------------------------------- */

/* The points of a paraboloid over whole numbers: each is a vertex of their hull, whose faces below are the squares between four of them,
 * which are in one plane: at the middle of a square it is half a unit above the paraboloid. */
enum { SIDE = 27, POINTS = SIDE * SIDE, MIDDLES = (SIDE - 1) * (SIDE - 1) };

static uint32_t add_paraboloid(sepal_solids *set) {
    static float x[POINTS], y[POINTS], z[POINTS];
    uint32_t index;
    for (int k = 0; k < POINTS; k++) {
        const int column = k % SIDE - SIDE / 2, row = k / SIDE - SIDE / 2;
        x[k] = (float)column;
        y[k] = (float)row;
        z[k] = x[k] * x[k] + y[k] * y[k];
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, POINTS, 0, &index), SEPAL_OK);
    return index;
}

/* The middles of all squares, raised by `above`, and that of one of them by `other`. */
static uint32_t add_middles(sepal_solids *set, float above, int one, float other) {
    static float x[MIDDLES], y[MIDDLES], z[MIDDLES];
    uint32_t index;
    for (int k = 0; k < MIDDLES; k++) {
        const int column = k % (SIDE - 1) - SIDE / 2, row = k / (SIDE - 1) - SIDE / 2;
        x[k] = (float)column + 0.5F;
        y[k] = (float)row + 0.5F;
        z[k] = x[k] * x[k] + y[k] * y[k] + 0.5F + (k == one ? other : above);
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, MIDDLES, 0, &index), SEPAL_OK);
    return index;
}

Test(solids_contain_large, all_faces_of_a_paraboloid_are_touched_from_within) {
    sepal_solids *set;
    const float small = 0x1p-13F;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    const uint32_t outer = add_paraboloid(set);
    const struct {
        const char *what;
        uint32_t inner;
        bool contains, strictly;
    } cases[] = {
        {"all on faces", add_middles(set, 0, 0, 0), true, false},
        {"all above", add_middles(set, small, 0, small), true, true},
        {"one on a face", add_middles(set, small, 300, 0), true, false},
        {"one below", add_middles(set, small, 300, -small), false, false},
        {"the last below", add_middles(set, small, MIDDLES - 1, -small), false, false},
        {"the first below", add_middles(set, 0, 0, -small), false, false},
    };
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            for (int strictly = 0; strictly < 2; strictly++) {
                const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0, 0};
                const sepal_pair pair = {outer, cases[k].inner};
                uint64_t bit;
                use_isa(isa);
                cr_assert_eq(sepal_solids_contains_pairs(set, set, &pair, 1, &rule, &bit), SEPAL_OK);
                cr_assert_eq(bit, strictly ? cases[k].strictly : cases[k].contains, "%s: %s, strictly %d", sepal_isa(),
                             cases[k].what, strictly);
            }
    sepal_solids_destroy(set);
}

/* A cone of so many sides that a ball which nearly touches all of them needs all its vertices, and all faces but one have the apex.
 * The least distance of a point of its axis from a side is known but for some units in the last place. */
Test(solids_contain_large, a_ball_touches_all_sides_of_a_cone) {
    enum { RIM = 700 };
    static float x[RIM + 1], y[RIM + 1], z[RIM + 1];
    const double height = 0.75;
    double least = height;
    for (int k = 0; k < RIM; k++) {
        x[k] = (float)cos(2 * 3.14159265358979 * k / RIM);
        y[k] = (float)sin(2 * 3.14159265358979 * k / RIM);
    }
    z[RIM] = 2;
    for (int k = 0; k < RIM; k++) { /* (apex - centre) . n / |n|, n = (one - apex) x (two - apex) */
        const int next = (k + 1) % RIM;
        const double one[3] = {(double)x[k], (double)y[k], -2}, two[3] = {(double)x[next], (double)y[next], -2};
        const double n[3] = {one[1] * two[2] - one[2] * two[1], one[2] * two[0] - one[0] * two[2],
                             one[0] * two[1] - one[1] * two[0]};
        least = fmin(least, (2 - height) * n[2] / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
    }
    cr_assert_lt(least, height, "the base is not the nearest face");
    for (int way = 0; way < 2; way++) {
        sepal_solids *set;
        const float at = (float)height, radius = (float)(least * (way == 0 ? 1 - 1e-6 : 1 + 1e-6)), zero = 0;
        const sepal_pair pair = {0, 1};
        uint64_t bit;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, RIM + 1, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_spheres(set, &(sepal_solid_spheres){&zero, &zero, &at, &radius, 1}, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_contains_pairs(set, set, &pair, 1, NULL, &bit), SEPAL_OK);
        cr_assert_eq(bit, way == 0, "a ball that is a millionth too %s", way == 0 ? "small" : "large");
        sepal_solids_destroy(set);
    }
}

/* --- Exact ties ------------------------------------------------------------------------------- */

/* A cube of which the edges have the directions (2, -2, 1), (1, 2, 2) and (2, 1, -2), of length 3: so distances from its faces are
 * rational, and a ball, or a margin, of that size touches them. As a box, as a hull of its corners, and with points of faces besides. */
Test(solids_contain_large, a_ball_touches_slanted_faces_exactly) {
    static const float edge[3][3] = {{2, -2, 1}, {1, 2, 2}, {2, 1, -2}};
    enum { CORNERS = 8, MORE = 6, WAYS = 3 };
    for (int scale = -100; scale <= 100; scale += 50)
        for (int way = 0; way < WAYS; way++) {
            float at[3][CORNERS + MORE], zero[3] = {0, 0, 0}, half[3][3];
            sepal_solids *set;
            cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
            for (int c = 0; c < 3; c++)
                for (int e = 0; e < 3; e++)
                    half[e][c] = ldexpf(edge[e][c] * 8, scale);
            for (int c = 0; c < 3; c++) {
                for (int k = 0; k < CORNERS; k++)
                    at[c][k] = (k & 1 ? half[0][c] : -half[0][c]) + (k & 2 ? half[1][c] : -half[1][c]) +
                               (k & 4 ? half[2][c] : -half[2][c]);
                for (int k = 0; k < MORE; k++) /* the middles of the faces */
                    at[c][CORNERS + k] = k % 2 == 0 ? half[k / 2][c] : -half[k / 2][c];
            }
            const sepal_solid_parallelepipeds cube = {.c = {&zero[0], &zero[1], &zero[2]},
                                                      .u = {&half[0][0], &half[0][1], &half[0][2]},
                                                      .v = {&half[1][0], &half[1][1], &half[1][2]},
                                                      .w = {&half[2][0], &half[2][1], &half[2][2]}};
            cr_assert_eq(way == 0 ? sepal_solids_add_parallelepipeds(set, &cube, 1, NULL, NULL)
                                  : sepal_solids_add_hull(set, at[0], at[1], at[2], way == 1 ? CORNERS : CORNERS + MORE, 0, NULL),
                         SEPAL_OK);
            /* the centre moved by a quarter of u, 6 of 24: 18 are left */
            const float centre[3] = {half[0][0] / 4, half[0][1] / 4, half[0][2] / 4}, room = ldexpf(18, scale);
            for (int less = -1; less <= 1; less++)
                for (int of_margin = 0; of_margin < 3; of_margin++) { /* how many thirds of it are a margin */
                    const float all = room * (1 + (float)less * ULP),
                                margin = of_margin == 0 ? 0 : ldexpf((float)(6 * of_margin), scale);
                    const float radius = all - margin; /* exact */
                    uint32_t ball;
                    const sepal_solid_spheres spheres = {&centre[0], &centre[1], &centre[2], &radius, 1};
                    cr_assert_eq(sepal_solids_add_spheres(set, &spheres, 1, &ball, NULL), SEPAL_OK);
                    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                        for (int strictly = 0; strictly < 2; strictly++) {
                            const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, margin, 0};
                            const sepal_pair pair = {0, ball};
                            uint64_t bit;
                            use_isa(isa);
                            cr_assert_eq(sepal_solids_contains_pairs(set, set, &pair, 1, &rule, &bit), SEPAL_OK);
                            cr_assert_eq(bit, less < 0 || (less == 0 && !strictly),
                                         "%s: scale %d, way %d, %d, margin %d, strictly %d", sepal_isa(), scale, way, less,
                                         of_margin, strictly);
                        }
                }
            sepal_solids_destroy(set);
        }
}
