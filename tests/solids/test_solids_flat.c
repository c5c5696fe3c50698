/* Hulls without volume, or next to none: points in planes and on lines of a lattice, beside others of all sizes, of which some touch
 * across a coordinate axis, and those beside them in a list do not, however they lie along it; and hulls so thin that the squares of
 * directions underflow. Flat ones also move, along the plane that they are in and across it. */
#include "../common/check.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

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
            const sepal_rule rule = {(sepal_touching)touching, 0, 0};
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

/* Two planes of hulls, 2^-10 apart, all of the same thickness. */
static void add_thin(rng *r, sepal_solids *set, uint32_t count, uint32_t points, float thickness, float radius) {
    enum { VERTICES = 64 };
    for (uint32_t i = 0; i < count; i++) {
        float x[VERTICES], y[VERTICES], z[VERTICES];
        for (uint32_t k = 0; k < points; k++) {
            x[k] = (float)rng_real(r, -1, 1);
            y[k] = i % 2 == 0 ? 0 : 0x1p-10F;
            z[k] = (float)rng_real(r, -1, 1) * thickness;
        }
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, points, radius, NULL), SEPAL_OK);
    }
}

Test(solids_flat, thin_hulls_have_the_answers_of_the_reference) {
    enum { SHAPES = 12, PAIRS = SHAPES * SHAPES };
    static const uint32_t sizes[] = {5, 8, 12, 17, 32, 40, 64};
    static const int thick[] = {-140, -95, -85, -75, -62, -40, -20, 0};
    static float push[2][4][PAIRS];
    rng r = {1095};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
        for (size_t k = 0; k <= sizeof thick / sizeof *thick; k++)
            for (int round = 0; round < 2; round++) {
                const float thickness = k == 0 ? 0 : ldexpf(1, thick[k - 1]), radius = round == 0 ? 0 : 0.1F;
                const bool pushed = sizes[n] <= 12;
                sepal_pair pairs[PAIRS];
                uint64_t bits[2][SEPAL_BIT_WORDS(PAIRS)];
                sepal_solids *set;
                cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
                add_thin(&r, set, SHAPES, sizes[n], thickness, radius);
                for (uint32_t i = 0; i < PAIRS; i++)
                    pairs[i] = (sepal_pair){i / SHAPES, i % SHAPES};
                for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                    float(*const out)[PAIRS] = push[isa > 0];
                    const sepal_solid_mtvs mtvs = {out[0], out[1], out[2], out[3], NULL, NULL, NULL, NULL, NULL, NULL};
                    use_isa(isa);
                    cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, PAIRS, NULL, bits[isa > 0]), SEPAL_OK);
                    if (pushed)
                        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, PAIRS, NULL, &mtvs), SEPAL_OK);
                    for (size_t i = 0; isa > 0 && i < PAIRS; i++) {
                        cr_assert_eq(bit_at(bits[1], i), bit_at(bits[0], i), "%s, %u points, thickness %a, radius %a: pair %zu",
                                     sepal_isa(), sizes[n], (double)thickness, (double)radius, i);
                        for (int c = 0; pushed && c < 4; c++)
                            cr_assert(memcmp(&push[1][c][i], &push[0][c][i], sizeof(float)) == 0,
                                      "%s, %u points, thickness %a, radius %a: pair %zu, %d: %a, not %a", sepal_isa(), sizes[n],
                                      (double)thickness, (double)radius, i, c, (double)push[1][c][i], (double)push[0][c][i]);
                    }
                }
                sepal_solids_destroy(set);
            }
}

/* A polygon of 1 to 5 vertices at whole multiples of u and v, on the side of the lattice that `beside` says, and `above` it. */
static void add_in_plane(rng *r, sepal_solids *set, const float u[3], const float v[3], int beside, float above) {
    enum { VERTICES = 5 };
    float at[3][VERTICES];
    for (int k = 0; k < VERTICES; k++) {
        const float s = (float)(rng_between(r, 0, 3) + beside), t = (float)rng_between(r, 0, 3);
        for (int c = 0; c < 3; c++)
            at[c][k] = s * u[c] + t * v[c] + (c == 2 ? above : 0);
    }
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 1 + rng_below(r, VERTICES), 0, NULL), SEPAL_OK);
}

/* Of every eight pairs one moves out of the plane, and one is in another plane. The ways mostly lead along edges and through vertices. */
Test(solids_flat, polygons_that_move_in_their_plane_hit_as_the_reference_says) {
    enum { PAIRS = 4096 };
    static float moves[3][PAIRS], rows[2][4][PAIRS];
    static sepal_pair pairs[PAIRS];
    static uint64_t bits[2][SEPAL_BIT_WORDS(PAIRS)];
    sepal_solids *sets[2];
    rng r = {7};
    size_t later = 0;
    cr_assert(sepal_solids_create(NULL, &sets[0]) == SEPAL_OK && sepal_solids_create(NULL, &sets[1]) == SEPAL_OK);
    for (uint32_t i = 0; i < PAIRS; i++) {
        float u[3], v[3];
        for (int c = 0; c < 3; c++) {
            u[c] = (float)rng_between(&r, -3, 3);
            v[c] = (float)rng_between(&r, -3, 3) * (i % 2 == 0 ? 1 : 0x1p-6F);
        }
        add_in_plane(&r, sets[0], u, v, 0, 0);
        add_in_plane(&r, sets[1], u, v, 4, i % 8 == 3 ? 0x1p-6F : 0);
        const float s = (float)rng_between(&r, -8, 0), t = (float)rng_between(&r, -3, 3);
        for (int c = 0; c < 3; c++)
            moves[c][i] = s * u[c] + t * v[c] + (i % 8 == 5 && c == 0 ? 1 : 0);
        pairs[i] = (sepal_pair){i, i};
    }
    const sepal_solid_moves of_b = {moves[0], moves[1], moves[2], 0};
    for (int touching = 0; touching < 2; touching++) {
        const sepal_rule rule = {(sepal_touching)touching, 0, 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            float(*const row)[PAIRS] = rows[isa > 0];
            use_isa(isa);
            cr_assert_eq(sepal_solids_sweep_pairs(sets[0], NULL, sets[1], &of_b, pairs, PAIRS, &rule,
                                                  &(sepal_solid_hits){bits[isa > 0], row[0], row[1], row[2], row[3]}),
                         SEPAL_OK);
            for (size_t i = 0; i < PAIRS; i++) {
                later += isa == 0 && bit_at(bits[0], i) && row[0][i] > 0;
                cr_assert_eq(bit_at(bits[isa > 0], i), bit_at(bits[0], i), "%s, touching %d: pair %zu", sepal_isa(), touching, i);
                for (int k = 0; k < 4; k++)
                    cr_assert(memcmp(&row[k][i], &rows[0][k][i], sizeof(float)) == 0, "%s, touching %d: pair %zu, %d: %a, not %a",
                              sepal_isa(), touching, i, k, (double)row[k][i], (double)rows[0][k][i]);
            }
        }
    }
    cr_assert_gt(later, (size_t)PAIRS / 8, "%zu", later);
    for (int side = 0; side < 2; side++)
        sepal_solids_destroy(sets[side]);
}

/* A rotation, of any angle about any axis, rounded. */
static void any_rotation(rng *r, double m[3][3]) {
    double q[4], square = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = (double)rng_real(r, -1, 1);
        square += q[k] * q[k];
    }
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            const double v = q[1 + row] * q[1 + column], third = row == column ? 0 : q[4 - row - column];
            const bool forward = (column + 2) % 3 == row;
            m[row][column] = row == column ? 1 - 2 * (square - q[0] * q[0] - v) / square
                                           : 2 * (v + (forward ? q[0] * third : -q[0] * third)) / square;
        }
}

static void rotate(const double m[3][3], const double at[3], float out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (float)(m[k][0] * at[0] + m[k][1] * at[1] + m[k][2] * at[2]);
}

/* Two triangles in one plane, or parallel ones, turned together, and a move. Rounding puts them out of the plane by what float hardly sees,
 * but copies, and halves, of one triangle still have parallel edges. kind: the second is any triangle, a copy, half of it, or stands. */
static void add_turned(rng *r, sepal_solids *const sets[2], uint32_t kind, float move[3]) {
    static const double ways[][3] = {{-6, 0, 0}, {-6, 0.25, 0}, {0, 0, -1}, {-6, 0, 0x1p-12}, {2, 0, 0}, {0, -6, 0}};
    double m[3][3], at[2][3][3];
    float x[3][3], way[3];
    any_rotation(r, m);
    const double aside = rng_below(r, 2) ? 3 : 0, above = rng_below(r, 3) == 0 ? 0x1p-7 : 0;
    const double *w = ways[rng_below(r, sizeof ways / sizeof ways[0])];
    for (int k = 0; k < 3; k++) {
        at[0][k][0] = (double)rng_between(r, -512, 512) / 1024;
        at[0][k][1] = (double)rng_between(r, -512, 512) / 1024;
        at[0][k][2] = 0;
        for (int c = 0; c < 2; c++)
            at[1][k][c] = kind == 0 || kind == 3 ? (double)rng_between(r, -512, 512) / 1024 : at[0][k][c] / kind;
        at[1][k][2] = above;
        at[1][k][0] += aside;
        if (kind == 3)
            at[1][k][2] += at[1][k][1] + 0.5, at[1][k][1] = 0;
    }
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 3; k++) {
            float out[3];
            rotate((const double(*)[3])m, at[side][k], out);
            for (int c = 0; c < 3; c++)
                x[c][k] = out[c];
        }
        cr_assert_eq(sepal_solids_add_hull(sets[side], x[0], x[1], x[2], 3, 0, NULL), SEPAL_OK);
    }
    rotate((const double(*)[3])m, w, way);
    for (int c = 0; c < 3; c++)
        move[c] = way[c];
}

Test(solids_flat, turned_triangles_graze_as_the_reference_says) {
    enum { PAIRS = 4096 };
    static float moves[3][PAIRS], rows[2][4][PAIRS];
    static sepal_pair pairs[PAIRS];
    static uint64_t bits[2][SEPAL_BIT_WORDS(PAIRS)], yes[SEPAL_BIT_WORDS(PAIRS)];
    sepal_solids *sets[2];
    rng r = {11};
    size_t later = 0;
    cr_assert(sepal_solids_create(NULL, &sets[0]) == SEPAL_OK && sepal_solids_create(NULL, &sets[1]) == SEPAL_OK);
    for (uint32_t i = 0; i < PAIRS; i++) {
        float move[3];
        add_turned(&r, sets, i / 64 % 4, move);
        for (int c = 0; c < 3; c++)
            moves[c][i] = move[c];
        pairs[i] = (sepal_pair){i, i};
    }
    const sepal_solid_moves of_b = {moves[0], moves[1], moves[2], 0};
    for (int touching = 0; touching < 2; touching++) {
        const sepal_rule rule = {(sepal_touching)touching, 0, 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            float(*const row)[PAIRS] = rows[isa > 0];
            const sepal_solid_hits hits = {bits[isa > 0], row[0], row[1], row[2], row[3]}, told = {.bits = yes};
            use_isa(isa);
            cr_assert_eq(sepal_solids_sweep_pairs(sets[0], NULL, sets[1], &of_b, pairs, PAIRS, &rule, &hits), SEPAL_OK);
            cr_assert_eq(sepal_solids_sweep_pairs(sets[0], NULL, sets[1], &of_b, pairs, PAIRS, &rule, &told), SEPAL_OK);
            for (size_t i = 0; i < PAIRS; i++) {
                later += isa == 0 && bit_at(bits[0], i) && row[0][i] > 0;
                cr_assert_eq(bit_at(bits[isa > 0], i), bit_at(bits[0], i), "%s, touching %d: pair %zu", sepal_isa(), touching, i);
                cr_assert_eq(bit_at(yes, i), bit_at(bits[0], i), "%s, yes or no, touching %d: pair %zu", sepal_isa(), touching, i);
                for (int k = 0; k < 4; k++)
                    cr_assert(memcmp(&row[k][i], &rows[0][k][i], sizeof(float)) == 0, "%s, touching %d: pair %zu, %d: %a, not %a",
                              sepal_isa(), touching, i, k, (double)row[k][i], (double)rows[0][k][i]);
            }
        }
    }
    cr_assert_gt(later, (size_t)PAIRS / 8, "%zu", later);
    for (int side = 0; side < 2; side++)
        sepal_solids_destroy(sets[side]);
}

/* Tetrahedra that touch: a vertex of the second one at some place in a face of the first one, at its border or at a corner, or two edges
 * that cross; on a lattice, of which some are turned by whole numbers. Of every four pairs one is moved by the last bit of a coordinate. */
Test(solids_flat, tetrahedra_that_touch_are_pushed_as_the_reference_says) {
    enum { PAIRS = 4096 };
    static const int turn[3][3] = {{2, 1, 2}, {-2, 2, 1}, {-1, -2, 2}};
    static float rows[2][4][PAIRS];
    static sepal_pair pairs[PAIRS];
    sepal_solids *sets[2];
    rng r = {5};
    size_t touching = 0;
    cr_assert(sepal_solids_create(NULL, &sets[0]) == SEPAL_OK && sepal_solids_create(NULL, &sets[1]) == SEPAL_OK);
    for (uint32_t i = 0; i < PAIRS; i++) {
        const int size = i % 3 == 0 ? 3 : 4, weight[3] = {rng_between(&r, 0, 3), rng_between(&r, 0, 3), rng_between(&r, 1, 3)},
                  sum = weight[0] + weight[1] + weight[2];
        int at[2][4][3];
        float x[2][3][4];
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < 3; c++) {
                at[0][k][c] = c == 2 ? (k == 3 ? -9 : 0) : rng_between(&r, -16, 16) * sum;
                at[1][k][c] = c == 2 ? rng_between(&r, 1, 16) : rng_between(&r, -16, 16);
            }
        for (int c = 0; c < 3; c++) {
            at[1][0][c] = (weight[0] * at[0][0][c] + weight[1] * at[0][1][c] + weight[2] * at[0][2][c]) / sum;
            at[1][1][c] = i % 5 == 1 && c < 2 ? at[1][0][c] + rng_between(&r, -9, 9) : at[1][1][c];
        }
        if (i % 5 == 1) /* an edge in the plane of the face */
            at[1][1][2] = 0;
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < 4; k++)
                for (int c = 0; c < 3; c++) {
                    const int *v = at[side][k], *t = turn[c];
                    x[side][c][k] = (float)(i % 2 == 0 ? v[c] : t[0] * v[0] + t[1] * v[1] + t[2] * v[2]) / 64;
                }
            if (i % 4 == 3 && side == 1)
                x[1][2][0] = nextafterf(x[1][2][0], i % 8 == 3 ? -INFINITY : INFINITY);
            if (i % 8 == 4 && side == 1) /* double does not know that it is not 0 */
                x[1][2][0] += rng_below(&r, 2) ? 0x1p-46F : -0x1p-46F;
            cr_assert_eq(sepal_solids_add_hull(sets[side], x[side][0], x[side][1], x[side][2], (size_t)size, 0, NULL), SEPAL_OK);
        }
        pairs[i] = (sepal_pair){i, i};
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        float(*const row)[PAIRS] = rows[isa > 0];
        const sepal_solid_mtvs mtvs = {.normal_x = row[0], .normal_y = row[1], .normal_z = row[2], .depth = row[3]};
        use_isa(isa);
        cr_assert_eq(sepal_solids_mtv_pairs(sets[0], sets[1], pairs, PAIRS, NULL, &mtvs), SEPAL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            touching += isa == 0 && row[3][i] == 0;
            for (int k = 0; k < 4; k++)
                cr_assert(memcmp(&row[k][i], &rows[0][k][i], sizeof(float)) == 0, "%s: pair %zu, %d: %a, not %a", sepal_isa(), i, k,
                          (double)row[k][i], (double)rows[0][k][i]);
        }
    }
    cr_assert_gt(touching, (size_t)PAIRS / 4, "%zu", touching);
    for (int side = 0; side < 2; side++)
        sepal_solids_destroy(sets[side]);
}
