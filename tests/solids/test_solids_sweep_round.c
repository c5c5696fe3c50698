/* Moving solids with radii: bits, times and normals are the same on every instruction set, and those of touching pairs are exact. */
#include "../common/check.h"
#include "contact_answers.h"

enum { SOLIDS = 100, PAIRS = 2000 };

static double share_of(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U; /* Knuth's MMIX generator */
    return (double)(*state >> 40) * 0x1p-24;
}

/* A coordinate in -size .. size; on a lattice of halves if there is one. */
static float coordinate(uint64_t *state, double size, bool lattice) {
    const double at = (2 * share_of(state) - 1) * size;
    return (float)(lattice ? 0.5 * floor(2 * at + 0.5) : at);
}

/* Points, segments, tetrahedra, hulls of eight vertices and boxes, most of them with radii. */
static void add_some(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    for (int k = 0; k < SOLIDS; k++) {
        const double kind = share_of(state);
        const float radius = share_of(state) < 0.2 ? 0 : coordinate(state, 0.25, lattice) + 0.5F;
        const double turn = lattice || share_of(state) < 0.3 ? 0 : share_of(state);
        const size_t count = kind < 0.2 ? 1 : kind < 0.5 ? 2 : kind < 0.6 ? 4 : 8;
        float at[3][8], c[3], half[3], m[9];
        for (int i = 0; i < 3; i++) {
            c[i] = (float)far + coordinate(state, 4, lattice);
            half[i] = 1 + coordinate(state, 0.5, lattice);
            for (int v = 0; v < 8; v++)
                at[i][v] = c[i] + coordinate(state, 1, lattice);
        }
        turn_matrix(turn, 2 * turn, 3 * turn, m);
        if (kind < 0.7)
            cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], count, radius, NULL), SEPAL_OK);
        else
            add_turned_box(set, c, half, m, share_of(state) < 0.5 ? 0 : radius);
    }
}

typedef struct hits {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], alone[SEPAL_BIT_WORDS(PAIRS)];
    float time[PAIRS], normal[3][PAIRS];
} hits;

static void ask_all(sepal_solids *const sets[2], float (*const moves)[3][SOLIDS], const sepal_pair *pairs, const sepal_rule *rule,
                    hits *to) {
    const sepal_solid_moves a = {moves[0][0], moves[0][1], moves[0][2], 1}, b = {moves[1][0], moves[1][1], moves[1][2], 1};
    const sepal_solid_hits out = {to->bits, to->time, to->normal[0], to->normal[1], to->normal[2]}, alone = {.bits = to->alone};
    memset(to, 0x55, sizeof *to);
    cr_assert_eq(sepal_solids_sweep_pairs(sets[0], &a, sets[1], &b, pairs, PAIRS, rule, &out), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(sets[0], &a, sets[1], &b, pairs, PAIRS, rule, &alone), SEPAL_OK);
}

static void check_same(const hits *got, const hits *expected, size_t from, size_t under) {
    for (size_t k = 0; k < PAIRS; k++) {
        const bool same = memcmp(&got->time[k], &expected->time[k], sizeof got->time[k]) == 0 &&
                          memcmp(&got->normal[0][k], &expected->normal[0][k], sizeof(float)) == 0 &&
                          memcmp(&got->normal[1][k], &expected->normal[1][k], sizeof(float)) == 0 &&
                          memcmp(&got->normal[2][k], &expected->normal[2][k], sizeof(float)) == 0;
        cr_assert(same, "%s, scene %zu, rule %zu, pair %zu: time %.9g for %.9g, normal (%.9g, %.9g, %.9g) for (%.9g, %.9g, %.9g)",
                  sepal_isa(), from, under, k, (double)got->time[k], (double)expected->time[k], (double)got->normal[0][k],
                  (double)got->normal[1][k], (double)got->normal[2][k], (double)expected->normal[0][k],
                  (double)expected->normal[1][k], (double)expected->normal[2][k]);
        cr_assert(((got->bits[k / 64] ^ expected->bits[k / 64]) >> k % 64 & 1) == 0 &&
                      ((got->alone[k / 64] ^ expected->bits[k / 64]) >> k % 64 & 1) == 0,
                  "%s, scene %zu, rule %zu, pair %zu: bit", sepal_isa(), from, under, k);
    }
}

Test(solids_sweep_round, bits_are_the_same_on_every_instruction_set) {
    static const sepal_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, 0.25F, 0}};
    static const struct {
        bool lattice;
        double far, way;
    } scenes[] = {{false, 0, 3}, {true, 0, 3}, {false, 1000, 10}, {true, 4096, 8}, {false, 0, 1e-3}};
    static hits expected, got;
    static float moves[2][3][SOLIDS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 3;
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        add_some(sets[0], &state, scenes[k].lattice, scenes[k].far);
        add_some(sets[1], &state, scenes[k].lattice, scenes[k].far);
        for (size_t i = 0; i < (size_t)6 * SOLIDS; i++)
            (&moves[0][0][0])[i] = coordinate(&state, scenes[k].way, scenes[k].lattice);
        for (size_t p = 0; p < PAIRS; p++)
            pairs[p] = (sepal_pair){(uint32_t)(share_of(&state) * SOLIDS), (uint32_t)(share_of(&state) * SOLIDS)};
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
            use_isa(0);
            ask_all(sets, moves, pairs, &rules[r], &expected);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                ask_all(sets, moves, pairs, &rules[r], &got);
                check_same(&got, &expected, k, r);
            }
        }
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
}

/* Hulls of more vertices than fit in lanes, some with a radius. */
static void add_large(sepal_solids *set, uint64_t *state, bool lattice) {
    for (int k = 0; k < SOLIDS; k++) {
        const size_t count = k % 2 == 0 ? 65 : 100;
        float at[3][100], c[3];
        for (int i = 0; i < 3; i++)
            c[i] = coordinate(state, 3, lattice);
        for (size_t v = 0; v < count; v++) {
            double way[3], length = 0;
            for (int i = 0; i < 3; i++) {
                way[i] = 2 * share_of(state) - 1;
                length += way[i] * way[i];
            }
            for (int i = 0; i < 3; i++) {
                const double from = 1.5 * way[i] / (sqrt(length) + 0x1p-20);
                at[i][v] = c[i] + (float)(lattice ? 0.25 * floor(4 * from + 0.5) : from);
            }
        }
        cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], count, k % 3 == 0 ? 0.25F : 0, NULL), SEPAL_OK);
    }
}

Test(solids_sweep_round, hulls_of_many_vertices_have_the_bits_of_the_reference) {
    static const sepal_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, 0.0625F, 0}, {SEPAL_TOUCHING_IS_APART, 0.25F, 0}};
    static hits expected, got;
    static float moves[2][3][SOLIDS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 7;
    for (size_t kind = 0; kind < 3; kind++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        size_t met = 0;
        add_large(sets[0], &state, kind == 1);
        if (kind == 2)
            add_some(sets[1], &state, false, 0);
        else
            add_large(sets[1], &state, kind == 1);
        for (size_t i = 0; i < (size_t)6 * SOLIDS; i++)
            (&moves[0][0][0])[i] = coordinate(&state, 3, kind == 1);
        for (size_t p = 0; p < PAIRS; p++)
            pairs[p] = (sepal_pair){(uint32_t)(share_of(&state) * SOLIDS), (uint32_t)(share_of(&state) * SOLIDS)};
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
            use_isa(0);
            ask_all(sets, moves, pairs, &rules[r], &expected);
            for (size_t p = 0; p < PAIRS; p++)
                met += expected.time[p] > 0;
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                ask_all(sets, moves, pairs, &rules[r], &got);
                check_same(&got, &expected, kind, r);
            }
        }
        cr_assert(met > PAIRS / 8, "%zu meet on their way", met);
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
}

/* The cube from -1 to 1; or an upright prism of eight sides whose corners are listed from one of them on. */
static void add_upright(sepal_solids *set, int first) {
    static const float x[] = {2, 1, -1, -2, -2, -1, 1, 2}, y[] = {1, 2, 2, 1, -1, -2, -2, -1};
    const float zero = 0, one = 1;
    const sepal_solid_boxes cube = {.x = &zero, .y = &zero, .z = &zero, .half_x = &one, .half_y = &one, .half_z = &one};
    float at[3][16];
    for (int k = 0; k < 16; k++) {
        const int corner = (first + 8 + 5 * (k / 2)) % 8;
        at[0][k] = x[corner], at[1][k] = y[corner], at[2][k] = k % 2 == 0 ? 1 : -1;
    }
    cr_assert_eq(first >= 0 ? sepal_solids_add_hull(set, at[0], at[1], at[2], 16, 0, NULL)
                            : sepal_solids_add_boxes(set, &cube, 1, NULL, NULL),
                 SEPAL_OK);
}

/* A ball comes down on a cube or a prism, over a diagonal of its upper face at the float that is the answer: 1/3 is between that and the next. There the reference may take the diagonal for the nearest part. */
Test(solids_sweep_round, over_a_diagonal_of_a_face_the_normal_is_that_of_the_reference) {
    static const float ways[][2] = {{0, 1}, {1, 0}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {1, 1}, {-1, 1}};
    const float time = 0x1.555554p-2F, still = 0;
    for (int k = 0; k < 9 * 16; k++) {
        const float *way = ways[k < 16 ? k % 2 : k % 8], sign = k & 8 ? -1 : 1, other = k & 4 ? -1 : 1, radius = 0.5F;
        const float move[3] = {sign * way[0], sign * way[1], -3};
        const float ball[3] = {k < 16 ? other * time * way[1] : -time * move[0], k < 16 ? other * time * way[0] : -time * move[1],
                               2.5F};
        const sepal_solid_spheres sphere = {.x = ball, .y = ball + 1, .z = ball + 2, .radius = &radius};
        const sepal_solid_moves rests = {&still, &still, &still, 0}, falls = {move, move + 1, move + 2, 0};
        sepal_solids *const set_a = new_set(), *const set_b = new_set();
        float expected[4] = {0}, got[4] = {0};
        add_upright(set_a, k / 16 - 1);
        cr_assert_eq(sepal_solids_add_spheres(set_b, &sphere, 1, NULL, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const sepal_solid_hits out = {NULL, got, got + 1, got + 2, got + 3};
            use_isa(isa);
            cr_assert_eq(sepal_solids_sweep_pairs(set_a, &rests, set_b, &falls, &(sepal_pair){0, 0}, 1, NULL, &out), SEPAL_OK);
            if (isa == 0)
                memcpy(expected, got, sizeof got);
            cr_assert(got[0] == time && memcmp(got, expected, sizeof got) == 0, "%s, way %d: normal (%g, %g, %g) for (%g, %g, %g)",
                      sepal_isa(), k, (double)got[1], (double)got[2], (double)got[3], (double)expected[1], (double)expected[2],
                      (double)expected[3]);
        }
        sepal_solids_destroy(set_a);
        sepal_solids_destroy(set_b);
    }
}

#define AWAY 3.0F

/* A prism of so many sides that stands upright or leans, by the last bits or more: its sides and ends are flat, or nearly. */
static void add_prism(sepal_solids *set, uint64_t *state, unsigned sides, double lean) {
    float at[3][32];
    for (unsigned k = 0; k < 2 * sides; k++) {
        const double angle = M_PI * (k - k % 2) / sides, x = cos(angle), y = sin(angle), z = k & 1 ? 0.75 : -0.75;
        at[0][k] = (float)(x + lean * z) + AWAY; /* so that no coordinate has bits far below those of the others */
        at[1][k] = (float)y + AWAY;
        at[2][k] = (float)(z - lean * x) + AWAY;
    }
    const float radius = share_of(state) < 0.3 ? 0.125F : 0;
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2 * (size_t)sides, radius, NULL), SEPAL_OK);
}

/* Balls, capsules and prisms fly at prisms, whose sides and ends are in one plane exactly, or but for the last bits. */
Test(solids_sweep_round, prisms_are_met_as_the_reference_says) {
    static const double leans[] = {0, 1e-7, 1e-5, 0.3};
    static hits expected, got;
    static float moves[2][3][SOLIDS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 5;
    for (size_t series = 0; series < 8; series++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        const bool lattice = series >= 4;
        for (uint32_t k = 0; k < SOLIDS; k++) {
            float at[3][2];
            add_prism(sets[0], &state, k % 3 == 0 ? 12 : k % 3 == 1 ? 16 : 4, leans[(series + k) % 4]);
            for (int c = 0; c < 3; c++) {
                const float place = coordinate(&state, 3, lattice);
                at[c][0] = place + AWAY, at[c][1] = at[c][0] + coordinate(&state, 0.5, lattice);
                moves[0][c][k] = 0;
                moves[1][c][k] = coordinate(&state, 0.5, lattice) - 1.25F * place;
            }
            const float radius = lattice ? 0.5F : 0.5F + coordinate(&state, 0.25, false);
            cr_assert_eq(sepal_solids_add_hull(sets[1], at[0], at[1], at[2], k % 2 + 1, radius, NULL), SEPAL_OK);
        }
        for (uint32_t p = 0; p < PAIRS; p++)
            pairs[p] = (sepal_pair){(uint32_t)(share_of(&state) * SOLIDS), (uint32_t)(share_of(&state) * SOLIDS)};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask_all(sets, moves, pairs, NULL, isa == 0 ? &expected : &got);
            if (isa > 0)
                check_same(&got, &expected, series, 0);
        }
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
}

/* Upright boxes that come down on each other under a margin, along a line through two corners of K, on which the foot is at the float that is
 * the answer: the reference takes that line for the nearest part, and its normal has components of 2^-58 to 2^-53 that are 0 in a triangle. */
Test(solids_sweep_round, over_a_line_through_two_members_the_normal_is_that_of_the_reference) {
    static const struct {
        float half[2][3], at[3], way[3];
    } scenes[] = {
        {{{0.5F, 0.5F, 0.75F}, {0.25F, 0.5F, 0.75F}}, {-0.53125F, -0.125F, 4.25F}, {0.375F, 1.5F, -6}},
        {{{1, 0.75F, 1}, {0.75F, 0.5F, 0.25F}}, {-0.0625F, 0.0625F, 2.5F}, {0.375F, -0.375F, -6}},
        {{{1.5F, 1.25F, 1.5F}, {1.5F, 1.25F, 1}}, {-2.25F, 0.625F, 3.5F}, {2.25F, 1.875F, -2.25F}},
        {{{0.5F, 1, 0.5F}, {0.75F, 0.25F, 1}}, {0.9375F, -0.28125F, 5}, {-0.75F, 1.125F, -5}},
        {{{1, 0.75F, 1.25F}, {1.5F, 1, 0.75F}}, {-1.25F, -0.875F, 3}, {3.75F, 2.625F, -1.75F}},
        {{{0.5F, 0.5F, 0.5F}, {0.25F, 0.25F, 0.5F}}, {-0.5F, -0.375F, 4.75F}, {0.25F, -0.125F, -10.5F}},
        {{{1.5F, 1.5F, 1}, {0.75F, 1.25F, 1.25F}}, {-1.96875F, -0.40625F, 3.75F}, {3.375F, -1.875F, -3.75F}},
        {{{0.5F, 0.25F, 1}, {1.25F, 1.5F, 1.5F}}, {1.375F, 1.4375F, 3.375F}, {0.25F, -0.125F, -3.75F}},
    };
    const float zero = 0;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.25F, 0};
    const sepal_solid_moves rests = {&zero, &zero, &zero, 0};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        const float *a = scenes[k].half[0], *b = scenes[k].half[1], *at = scenes[k].at, *way = scenes[k].way;
        const sepal_solid_boxes still = {.x = &zero, .y = &zero, .z = &zero, .half_x = a, .half_y = a + 1, .half_z = a + 2};
        const sepal_solid_boxes falls = {.x = at, .y = at + 1, .z = at + 2, .half_x = b, .half_y = b + 1, .half_z = b + 2};
        const sepal_solid_moves moves = {way, way + 1, way + 2, 0};
        sepal_solids *const set_a = new_set(), *const set_b = new_set();
        float expected[4] = {0}, got[4] = {0};
        cr_assert_eq(sepal_solids_add_boxes(set_a, &still, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_boxes(set_b, &falls, 1, NULL, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const sepal_solid_hits out = {NULL, got, got + 1, got + 2, got + 3};
            use_isa(isa);
            cr_assert_eq(sepal_solids_sweep_pairs(set_a, &rests, set_b, &moves, &(sepal_pair){0, 0}, 1, &rule, &out), SEPAL_OK);
            if (isa == 0)
                memcpy(expected, got, sizeof got);
            cr_assert(expected[3] == 1 && (expected[1] != 0 || expected[2] != 0), "scene %zu: not on a line", k);
            cr_assert(memcmp(got, expected, sizeof got) == 0,
                      "%s, scene %zu: time %.9g, normal (%g, %g, %g) for %.9g, (%g, %g, %g)", sepal_isa(), k, (double)got[0],
                      (double)got[1], (double)got[2], (double)got[3], (double)expected[0], (double)expected[1], (double)expected[2],
                      (double)expected[3]);
        }
        sepal_solids_destroy(set_a);
        sepal_solids_destroy(set_b);
    }
}

/* Balls that meet soon, and slowly: all of the step to the next float is within what a search for the nearest part tells apart. */
Test(solids_sweep_round, slow_balls_have_the_normal_of_the_place_where_they_touch) {
    static hits expected, got;
    static float place[2][3][PAIRS], move[2][3][PAIRS], radius[PAIRS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 4;
    for (size_t series = 0; series < 8; series++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        for (uint32_t k = 0; k < PAIRS; k++) {
            radius[k] = 0.5F;
            pairs[k] = (sepal_pair){k, k};
            for (int c = 0; c < 3; c++)
                for (int side = 0; side < 2; side++)
                    move[side][c][k] = coordinate(&state, 0.05, false);
            place[0][0][k] = coordinate(&state, 8, false), place[1][0][k] = place[0][0][k] + coordinate(&state, 0.02, false);
            place[0][1][k] = 8, place[1][1][k] = 9 + 1e-3F + coordinate(&state, 1e-3, false);
            place[0][2][k] = 1, place[1][2][k] = 1;
        }
        for (int side = 0; side < 2; side++) {
            const sepal_solid_spheres balls = {place[side][0], place[side][1], place[side][2], radius, 1};
            cr_assert_eq(sepal_solids_add_spheres(sets[side], &balls, PAIRS, NULL, NULL), SEPAL_OK);
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const sepal_solid_moves a = {move[0][0], move[0][1], move[0][2], 1}, b = {move[1][0], move[1][1], move[1][2], 1};
            hits *to = isa == 0 ? &expected : &got;
            const sepal_solid_hits out = {to->bits, to->time, to->normal[0], to->normal[1], to->normal[2]};
            use_isa(isa);
            cr_assert_eq(sepal_solids_sweep_pairs(sets[0], &a, sets[1], &b, pairs, PAIRS, NULL, &out), SEPAL_OK);
            memcpy(to->alone, to->bits, sizeof to->bits);
            if (isa > 0)
                check_same(&got, &expected, series, 0);
        }
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
}

/* Balls that slide along flat hulls, just as far away as the reach, so that they touch at most, and where a corner or a side comes first; the
 * pairs in several orders, as what one leaves behind must not matter to the next. */
Test(solids_sweep_round, what_slides_along_a_face_touches_where_its_border_comes) {
    enum { CORNERS = 6 };
    static hits expected, got;
    static float moves[2][3][SOLIDS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 5;
    for (size_t series = 0; series < 12; series++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.25F, 0};
        for (int k = 0; k < SOLIDS; k++) {
            float at[3][CORNERS], centre[3], radius = 0.25F;
            const int axis = k % 3;
            for (int c = 0; c < 3; c++) {
                for (int v = 0; v < CORNERS; v++)
                    at[c][v] = c == axis ? 1 : coordinate(&state, 1, true);
                centre[c] = c == axis ? 1.5F : 3 + coordinate(&state, 1, true);
                moves[0][c][k] = c == axis ? 1 : 0.125F * coordinate(&state, 2, true);
                moves[1][c][k] = c == axis ? 1 : -3.75F + 0.125F * coordinate(&state, 4, true);
            }
            cr_assert_eq(sepal_solids_add_hull(sets[0], at[0], at[1], at[2], CORNERS, 0, NULL), SEPAL_OK);
            cr_assert_eq(sepal_solids_add_hull(sets[1], centre, centre + 1, centre + 2, 1, radius, NULL), SEPAL_OK);
        }
        for (uint32_t p = 0; p < PAIRS; p++) {
            const uint32_t first = (uint32_t)(share_of(&state) * SOLIDS), other = (uint32_t)(share_of(&state) * SOLIDS);
            pairs[p] = (sepal_pair){first, p % 4 == 0 ? other : (other - other % 3 + first % 3) % (SOLIDS - 1)};
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask_all(sets, moves, pairs, &rule, isa == 0 ? &expected : &got);
            if (isa > 0)
                check_same(&got, &expected, series, 0);
        }
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
}

/* A corner of K beside a face, under a small margin and from far away: what is left of the coordinates has few bits. */
Test(solids_sweep_round, a_corner_met_from_far_away_has_the_normal_of_the_reference) {
    static const float of_a[12] = {0, 0, 0, -0x1.333334p+0F, 0, 0x1.99999ap+0F, 0x1.333334p+1F, 0, 0x1.ccccccp+0F, 0, 3, 0};
    static const float of_b[12] = {
        0x1.fccbbp+1F, 18, 0x1.3e6696p+3F, 0x1.333334p+2F, 0, 0x1.ccccccp+1F, 0x1.333334p+1F, 0, -0x1.99999ap+1F, 0, 4, 0};
    static const float none[3] = {0, 0, 0}, way[3] = {-0.75F, -22, 0.5F};
    static const float expected[4] = {0x1.fff414p-2F, -0x1.8b6c4ap-19F, 1, 0x1.5dcf2cp-15F};
    const float *const of[2] = {of_a, of_b};
    const sepal_solid_moves moves[2] = {{none, none + 1, none + 2, 1}, {way, way + 1, way + 2, 1}};
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, 0.001F, 0};
    const sepal_pair pair = {0, 0};
    sepal_solids *const sets[2] = {new_set(), new_set()};
    for (int side = 0; side < 2; side++) {
        const float *v = of[side];
        const sepal_solid_parallelepipeds one = {
            .c = {v, v + 1, v + 2}, .u = {v + 3, v + 4, v + 5}, .v = {v + 6, v + 7, v + 8}, .w = {v + 9, v + 10, v + 11}};
        cr_assert_eq(sepal_solids_add_parallelepipeds(sets[side], &one, 1, NULL, NULL), SEPAL_OK);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        float found[4];
        const sepal_solid_hits out = {NULL, found, found + 1, found + 2, found + 3};
        use_isa(isa);
        cr_assert_eq(sepal_solids_sweep_pairs(sets[0], &moves[0], sets[1], &moves[1], &pair, 1, &rule, &out), SEPAL_OK);
        cr_assert_arr_eq(found, expected, sizeof expected, "%s: %a, (%a, %a, %a)", sepal_isa(), (double)found[0], (double)found[1],
                         (double)found[2], (double)found[3]);
    }
    sepal_solids_destroy(sets[0]);
    sepal_solids_destroy(sets[1]);
}
