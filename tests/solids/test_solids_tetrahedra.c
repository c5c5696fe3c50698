/* Which tetrahedra overlap, where they touch or nearly do: every instruction set against the scalar reference, and laws of a mesh. */
#include "../scenes/shapes.h"
#include <sepal/sepal.h>

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SOLIDS = 120, PAIRS = 2048 };

typedef struct four_points {
    size_t count;
    float at[3][4];
} four_points;

typedef struct rule_answers {
    uint64_t closed[SEPAL_BIT_WORDS(PAIRS)], open[SEPAL_BIT_WORDS(PAIRS)];
} rule_answers;

static rule_answers ask(const sepal_solids *set, const sepal_pair *pairs) {
    rule_answers out = {{0}, {0}};
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, 0, 0}, open = {SEPAL_TOUCHING_IS_APART, 0, 0};
    cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, PAIRS, &closed, out.closed), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, PAIRS, &open, out.open), SEPAL_OK);
    return out;
}

static bool bit_of(const uint64_t *bits, size_t k) {
    return (bits[k / 64] >> (k % 64) & 1) != 0;
}

static float nudged(float v, int ulps) {
    for (; ulps > 0; ulps--)
        v = nextafterf(v, INFINITY);
    for (; ulps < 0; ulps++)
        v = nextafterf(v, -INFINITY);
    return v;
}

/* --- Kinds of scenes --------------------------------------------------------------------------------*/

/* One of the six tetrahedra of Kuhn's cut of a cell, along the axes in a random order; neighbours share faces, edges and vertices.
 * jitter: of the corners of the mesh, from their number. */
static four_points of_mesh(rng *r, double jitter, double offset) {
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint32_t cell[3] = {rng_below(r, 3), rng_below(r, 3), rng_below(r, 3)}, chosen = rng_below(r, 6);
    four_points out = {.count = 4};
    for (int i = 0; i < 4; i++) {
        rng corner = {cell[0] + 16 * cell[1] + 256 * cell[2]};
        for (int k = 0; k < 3; k++)
            out.at[k][i] = (float)(0.7 * cell[k] + offset + rng_real(&corner, -jitter, jitter));
        if (i < 3)
            cell[order[chosen][i]]++;
    }
    return out;
}

/* Small integers: tetrahedra, triangles, segments and points, in one plane or not, with vertices that are repeated. */
static four_points of_lattice(rng *r, double scale) {
    four_points out = {.count = rng_below(r, 4) == 0 ? 1 + rng_below(r, 4) : 4};
    const uint32_t flat = rng_below(r, 8);
    for (size_t i = 0; i < out.count; i++) {
        const int32_t x = rng_between(r, 0, 3), y = rng_between(r, 0, 3);
        const int32_t z = flat == 0 ? 0 : flat == 1 ? x + y : rng_between(r, 0, 3);
        const int32_t at[3] = {x, y, z};
        for (int k = 0; k < 3; k++)
            out.at[k][i] = (float)(scale * (double)at[k]);
    }
    return out;
}

/* Anywhere, or moved to touch the one before with a vertex of each; then by some ulps. */
static four_points beside(rng *r, const four_points *last) {
    four_points out = {.count = 4};
    for (size_t i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            out.at[k][i] = (float)rng_real(r, 0, 1);
    if (last == NULL || rng_below(r, 3) == 0)
        return out;
    const uint32_t to = rng_below(r, (uint32_t)last->count), from = rng_below(r, 4);
    for (int k = 0; k < 3; k++) {
        const float move = last->at[k][to] - out.at[k][from];
        for (size_t i = 0; i < 4; i++)
            out.at[k][i] = nudged(out.at[k][i] + move, rng_between(r, -2, 2));
    }
    return out;
}

/* Exponents from the smallest to large ones. */
static four_points of_all_sizes(rng *r) {
    four_points out = {.count = 1 + rng_below(r, 4)};
    for (size_t i = 0; i < out.count; i++)
        for (int k = 0; k < 3; k++)
            out.at[k][i] =
                ldexpf((float)rng_between(r, -2, 2), rng_below(r, 2) ? rng_between(r, -140, 100) : rng_between(r, -2, 2));
    return out;
}

enum { MESH, MESH_BENT, MESH_FAR, LATTICE, BESIDE, ALL_SIZES, KINDS };

static four_points make(rng *r, int kind, double scale, const four_points *last) {
    switch (kind) {
    case MESH:
        return of_mesh(r, 0, 0);
    case MESH_BENT:
        return of_mesh(r, 0.2, 0);
    case MESH_FAR:
        return of_mesh(r, 0.1, 1000);
    case LATTICE:
        return of_lattice(r, scale);
    case BESIDE:
        return beside(r, last);
    default:
        return of_all_sizes(r);
    }
}

static sepal_solids *make_set(rng *r, int kind, four_points of[SOLIDS]) {
    sepal_solids *set = NULL;
    const double scale = ldexp(rng_below(r, 2) ? 1 : 0.7, rng_between(r, -120, 120));
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (size_t i = 0; i < SOLIDS; i++) {
        of[i] = make(r, kind, scale, i == 0 ? NULL : &of[rng_below(r, (uint32_t)i)]);
        cr_assert_eq(sepal_solids_add_hull(set, of[i].at[0], of[i].at[1], of[i].at[2], of[i].count, 0, NULL), SEPAL_OK);
    }
    return set;
}

/* --- Tests ------------------------------------------------------------------------------------------*/

Test(solids_tetrahedra, as_the_reference_says) {
    size_t touching = 0, overlapping = 0;
    for (uint64_t seed = 0; seed < 3 * KINDS; seed++) {
        rng r = {seed};
        four_points of[SOLIDS];
        sepal_solids *set = make_set(&r, (int)(seed % KINDS), of);
        sepal_pair pairs[PAIRS];
        for (size_t k = 0; k < PAIRS; k++)
            pairs[k] = (sepal_pair){rng_below(&r, SOLIDS), rng_below(&r, SOLIDS)};
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        const rule_answers expected = ask(set, pairs);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            const rule_answers found = ask(set, pairs);
            for (size_t k = 0; k < PAIRS; k++)
                cr_assert(bit_of(found.closed, k) == bit_of(expected.closed, k) &&
                              bit_of(found.open, k) == bit_of(expected.open, k),
                          "%s, scene %llu: pair %u, %u", sepal_isa(), (unsigned long long)seed, pairs[k].a, pairs[k].b);
        }
        for (size_t k = 0; k < PAIRS; k++) {
            touching += bit_of(expected.closed, k) && !bit_of(expected.open, k);
            overlapping += bit_of(expected.open, k);
        }
        sepal_solids_destroy(set);
    }
    cr_assert(touching > 2000 && overlapping > 1000, "not all happens: %zu, %zu", touching, overlapping);
}

enum { PUSHES = 512 };

/* The pushes of the first pairs: every bit is defined. */
Test(solids_tetrahedra, pushes_as_the_reference_says) {
    size_t meeting = 0;
    for (uint64_t seed = 0; seed < 2 * KINDS; seed++) {
        rng r = {100 + seed};
        four_points of[SOLIDS];
        sepal_solids *set = make_set(&r, (int)(seed % KINDS), of);
        sepal_pair pairs[PUSHES];
        float expected[4][PUSHES], found[4][PUSHES];
        const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, seed < KINDS ? 0 : 0.125F, 0};
        const sepal_solid_mtvs to[2] = {
            {.normal_x = expected[0], .normal_y = expected[1], .normal_z = expected[2], .depth = expected[3]},
            {.normal_x = found[0], .normal_y = found[1], .normal_z = found[2], .depth = found[3]}};
        for (size_t k = 0; k < PUSHES; k++)
            pairs[k] = (sepal_pair){rng_below(&r, SOLIDS), rng_below(&r, SOLIDS)};
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, PUSHES, &rule, &to[0]), SEPAL_OK);
        for (size_t k = 0; k < PUSHES; k++)
            meeting += expected[3][k] > rule.margin;
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, PUSHES, &rule, &to[1]), SEPAL_OK);
            for (size_t k = 0; k < PUSHES; k++)
                for (int c = 0; c < 4; c++)
                    cr_assert_eq(memcmp(&expected[c][k], &found[c][k], sizeof(float)), 0, "%s, scene %llu: pair %u, %u: %a, not %a",
                                 sepal_isa(), (unsigned long long)seed, pairs[k].a, pairs[k].b, (double)found[c][k],
                                 (double)expected[c][k]);
        }
        sepal_solids_destroy(set);
    }
    cr_assert(meeting > 300, "only %zu meet", meeting);
}

/* In a mesh, two of one cell are the same or have no inner point in common; and neighbours that share a vertex touch. */
Test(solids_tetrahedra, of_a_mesh_only_touch) {
    rng r = {1};
    four_points of[SOLIDS];
    sepal_solids *set = make_set(&r, MESH, of);
    sepal_pair pairs[PAIRS];
    for (size_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){(uint32_t)(k % SOLIDS), (uint32_t)(k / SOLIDS)};
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        const rule_answers found = ask(set, pairs);
        for (size_t k = 0; k < PAIRS; k++) {
            const four_points *a = &of[pairs[k].a], *b = &of[pairs[k].b];
            bool shares = false;
            for (int m = 0; m < 4; m++)
                for (int n = 0; n < 4; n++)
                    shares |= a->at[0][m] == b->at[0][n] && a->at[1][m] == b->at[1][n] && a->at[2][m] == b->at[2][n];
            const bool same = memcmp(a, b, sizeof *a) == 0;
            cr_assert_eq(bit_of(found.open, k), same, "%s: %u, %u, inner points", sepal_isa(), pairs[k].a, pairs[k].b);
            cr_assert_eq(bit_of(found.closed, k), shares, "%s: %u, %u, touch", sepal_isa(), pairs[k].a, pairs[k].b);
        }
    }
    sepal_solids_destroy(set);
}

/* Two that touch at z = 0. In units of the lowest bit, 1, all products with the normals along z are multiples of 2^64, though they
 * are not 0. */
Test(solids_tetrahedra, products_of_many_bits) {
    for (int exponent = -110; exponent <= 90; exponent += 10) {
        float a[3][4] = {{0, 0x1p20F, 0, 1}, {0, 0, 0x1p20F, 1}, {0, 0, 0, -0x1p28F}};
        float b[3][4] = {{0x1p18F, 0x1p19F, 0x1p18F, 3}, {0x1p18F, 0x1p18F, 0x1p19F, 5}, {0, 0, 0, 0x1p28F}};
        sepal_solids *set = NULL;
        sepal_pair pairs[PAIRS];
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 4; i++) {
                a[k][i] = ldexpf(a[k][i], exponent);
                b[k][i] = ldexpf(b[k][i], exponent);
            }
        for (size_t k = 0; k < PAIRS; k++)
            pairs[k] = (sepal_pair){k % 2, 1 - k % 2};
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, a[0], a[1], a[2], 4, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, b[0], b[1], b[2], 4, 0, NULL), SEPAL_OK);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            const rule_answers found = ask(set, pairs);
            for (size_t k = 0; k < PAIRS; k++)
                cr_assert(bit_of(found.closed, k) && !bit_of(found.open, k), "%s, 2^%d", sepal_isa(), exponent);
        }
        sepal_solids_destroy(set);
    }
}

/* A vertex is a quarter of the least float in front of a face, or behind it: in units of that size errors are no floats, but are not 0. */
Test(solids_tetrahedra, depths_of_one_bit) {
    const float least = 0x1p-149F;
    for (int exponent = -125; exponent <= -110; exponent++) {
        const float s = ldexpf(1, exponent);
        sepal_solids *a = NULL, *b = NULL;
        sepal_pair pairs[PAIRS];
        float depth[2][PAIRS];
        cr_assert_eq(sepal_solids_create(NULL, &a), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &b), SEPAL_OK);
        for (uint32_t i = 0; i < PAIRS; i++) {
            const float f = s * (1 + (float)(i / 2 % 32) / 64);
            const float of_a[3][4] = {{2 * f, 3 * f, -5 * f, -s}, {-f, 0, f, -2 * s}, {0, -f, f, -3 * s}};
            const float of_b[3][4] = {
                {i % 2 == 0 ? least : -least, s, 2 * s, s}, {0, 2 * s, 2 * s, 3 * s}, {0, 3 * s, 3 * s, 3 * s}};
            cr_assert_eq(sepal_solids_add_hull(a, of_a[0], of_a[1], of_a[2], 4, 0, NULL), SEPAL_OK);
            cr_assert_eq(sepal_solids_add_hull(b, of_b[0], of_b[1], of_b[2], 4, 0, NULL), SEPAL_OK);
            pairs[i] = (sepal_pair){i, i};
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            const sepal_solid_mtvs out = {.depth = depth[isa > 0]};
            cr_assert_eq(sepal_solids_mtv_pairs(a, b, pairs, PAIRS, NULL, &out), SEPAL_OK);
            cr_assert(memcmp(depth[0], depth[isa > 0], sizeof depth[0]) == 0, "%s, 2^%d", sepal_isa(), exponent);
        }
        cr_assert(depth[0][0] == -least && depth[0][1] == least, "2^%d: %a, %a", exponent, (double)depth[0][0],
                  (double)depth[0][1]);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}
