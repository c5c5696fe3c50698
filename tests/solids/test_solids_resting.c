/* Hulls that rest on each other, or are as far apart as the margin, exactly or all but: which of them overlap, as the oracle says; and
 * the pushes of those that have sunk into each other, as the reference defines them. */
#include "../scenes/shapes.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS = 96 };

/* Prisms over points in a plane, `sides` below and as many above. The points have any coordinates or small whole ones; with the
 * latter the prism may be slanted: then all its coordinates are along (1, 2, 2), (2, 1, -2), (2, -2, 1), exactly. Or it lies along
 * another coordinate axis, or is upside down. */
typedef enum lie { UPRIGHT_ANY, UPRIGHT_WHOLE, SLANTED, ALONG_X, ALONG_Y, UPSIDE_DOWN, LIES } lie;

static float next_coordinate(rng *r, lie how) {
    return how == UPRIGHT_WHOLE || how == SLANTED ? (float)rng_between(r, -9, 9) : (float)rng_real(r, -9, 9);
}

static solid_item prism(rng *r, lie how, float bottom, float top) {
    static const float across[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    solid_item s = {.count = 2 * (3 + rng_below(r, 6))};
    for (size_t k = 0; k < s.count; k++) {
        const bool above = k >= s.count / 2;
        const size_t below = above ? k - s.count / 2 : 0;
        s.x[k] = above ? s.x[below] : next_coordinate(r, how);
        s.y[k] = above ? s.y[below] : next_coordinate(r, how);
        s.z[k] = above ? top : bottom;
    }
    for (size_t k = 0; k < s.count; k++) {
        const float x = s.x[k], y = s.y[k], z = s.z[k];
        if (how == ALONG_X)
            s.x[k] = z, s.y[k] = x, s.z[k] = y;
        if (how == ALONG_Y)
            s.x[k] = y, s.y[k] = -z, s.z[k] = x;
        if (how == UPSIDE_DOWN)
            s.z[k] = -z;
        if (how != SLANTED)
            continue;
        s.x[k] = x * across[0][0] + y * across[1][0] + z * across[2][0];
        s.y[k] = x * across[0][1] + y * across[1][1] + z * across[2][1];
        s.z[k] = x * across[0][2] + y * across[1][2] + z * across[2][2];
    }
    return s;
}

/* A lower and an upper prism for each pair; the gap between them is lifts[k % 4]. */
static void build(rng *r, const float lifts[4], solid_item *items, sepal_solids **set, sepal_pair *pairs) {
    cr_assert_eq(sepal_solids_create(NULL, set), SEPAL_OK);
    for (uint32_t k = 0; k < PAIRS; k++) {
        const lie how = (lie)(k / 4 % LIES);
        items[2 * k] = prism(r, how, -3, 0);
        items[2 * k + 1] = prism(r, how, lifts[k % 4], 2);
        solid_add(*set, &items[2 * k]);
        solid_add(*set, &items[2 * k + 1]);
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    }
}

/* Asks every instruction set under a margin. Returns how many pairs touch. */
static size_t judge(const solid_item *items, const sepal_solids *set, const sepal_pair *pairs, float margin) {
    oracle_contact contact[PAIRS];
    size_t touching = 0;
    for (size_t k = 0; k < PAIRS; k++) {
        judged_room room_a, room_b;
        const oracle_solid a = judged(&items[pairs[k].a], &room_a), b = judged(&items[pairs[k].b], &room_b);
        contact[k] = oracle_solids_contact(&a, &b, margin);
        touching += contact[k] == ORACLE_TOUCH;
    }
    for (size_t i = 0; i < 2 * sepal_isa_count(); i++) {
        const bool closed = i % 2 == 0;
        const sepal_rule rule = {closed ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, margin, 0};
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i / 2)), SEPAL_OK);
        cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, PAIRS, &rule, bits), SEPAL_OK);
        for (size_t k = 0; k < PAIRS; k++)
            cr_assert_eq(bits[k / 64] >> k % 64 & 1, contact[k] == ORACLE_OVERLAP || (closed && contact[k] == ORACLE_TOUCH),
                         "%s, %s, pair %zu, margin %a", sepal_isa(), closed ? "closed" : "open", k, (double)margin);
    }
    return touching;
}

Test(solids_resting, with_no_gap_or_hardly_any) {
    static const float lifts[4] = {0, -0x1p-14F, 0, 0x1p-14F};
    rng r = {5};
    solid_item items[2 * PAIRS];
    sepal_pair pairs[PAIRS];
    sepal_solids *set;
    build(&r, lifts, items, &set, pairs);
    cr_assert_gt(judge(items, set, pairs, 0), PAIRS / 4, "hardly any touch");
    sepal_solids_destroy(set);
}

Test(solids_resting, as_far_apart_as_the_margin) {
    static const float lifts[4] = {0.125F, 0.125F, 0.25F, 0};
    rng r = {6};
    solid_item items[2 * PAIRS];
    sepal_pair pairs[PAIRS];
    sepal_solids *set;
    size_t touching = 0;
    build(&r, lifts, items, &set, pairs);
    for (int k = 0; k < 2; k++) { /* the gaps of slanted ones are three times as wide */
        const float margin = k == 0 ? 0.125F : 0.375F;
        touching += judge(items, set, pairs, nextafterf(margin, 0)) + judge(items, set, pairs, margin) +
                    judge(items, set, pairs, nextafterf(margin, 1));
    }
    cr_assert_gt(touching, PAIRS / 8, "hardly any touch");
    sepal_solids_destroy(set);
}

/* --- Pushes --------------------------------------------------------------------------------------------------------------------- */

enum { SUNK = 192 };

/* A prism over a regular polygon, turned about the vertical axis, then tilted: as many corners below as above. On a coarse grid, if one
 * is given, some of its sides are planes exactly, and others hardly are. */
static void add_regular_prism(sepal_solids *set, rng *r, size_t sides, const double c[3], double tilt, double grid, float scale,
                              float radius) {
    const double turn = rng_real(r, 0, 6.283), lean[2] = {rng_real(r, -tilt, tilt), rng_real(r, -tilt, tilt)};
    float v[3][64];
    for (size_t i = 0; i < 2 * sides; i++) {
        const size_t corner = i / 2;
        const double angle = turn + 6.283185307179586 * (double)corner / (double)sides, x = 0.8 * cos(angle), y = 0.8 * sin(angle);
        const double z = i % 2 == 0 ? -0.5 : 0.5;
        const double at[3] = {c[0] + x + lean[0] * z, c[1] + y + lean[1] * z, c[2] + z - lean[0] * x - lean[1] * y};
        for (int k = 0; k < 3; k++)
            v[k][i] = scale * (float)(grid > 0 ? rint(at[k] / grid) * grid : at[k]);
    }
    cr_assert_eq(sepal_solids_add_hull(set, v[0], v[1], v[2], 2 * sides, radius, NULL), SEPAL_OK);
}

typedef struct sunk_pushes {
    float x[SUNK], y[SUNK], z[SUNK], depth[SUNK];
} sunk_pushes;

static void ask_sunk(const char *isa, const sepal_solids *set, const sepal_pair *pairs, sunk_pushes *out) {
    const sepal_solid_mtvs arrays = {.normal_x = out->x, .normal_y = out->y, .normal_z = out->z, .depth = out->depth};
    cr_assert_eq(sepal_isa_use(isa), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, SUNK, NULL, &arrays), SEPAL_OK);
}

/* The pushes on every instruction set have the bits of the reference. */
static void judge_by_reference(const char *scene, const sepal_solids *set, const sepal_pair *pairs) {
    static sunk_pushes scalar, got;
    ask_sunk("scalar", set, pairs, &scalar);
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        ask_sunk(sepal_isa_at(i), set, pairs, &got);
        for (size_t k = 0; k < SUNK; k++)
            cr_assert(memcmp(&got.x[k], &scalar.x[k], sizeof(float)) == 0 && memcmp(&got.y[k], &scalar.y[k], sizeof(float)) == 0 &&
                          memcmp(&got.z[k], &scalar.z[k], sizeof(float)) == 0 &&
                          memcmp(&got.depth[k], &scalar.depth[k], sizeof(float)) == 0,
                      "%s, %s, pair %zu: (%a %a %a) %a, the reference (%a %a %a) %a", sepal_isa(), scene, k, (double)got.x[k],
                      (double)got.y[k], (double)got.z[k], (double)got.depth[k], (double)scalar.x[k], (double)scalar.y[k],
                      (double)scalar.z[k], (double)scalar.depth[k]);
    }
}

/* A lower and an upper prism for each pair, the upper one deeper by `sunk` than if it rested. */
static void judge_pushes(rng *r, size_t sides, double sunk, double tilt, double grid, float scale, float radius) {
    sepal_solids *set;
    sepal_pair pairs[SUNK];
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < SUNK; k++) {
        double c[3] = {rng_real(r, 0, 16), rng_real(r, 0, 16), rng_real(r, 0, 16)};
        add_regular_prism(set, r, sides, c, k % 3 == 0 ? tilt : 0, grid, scale, radius);
        c[0] += rng_real(r, -0.5, 0.5), c[1] += rng_real(r, -0.5, 0.5), c[2] += 1 - sunk;
        add_regular_prism(set, r, k % 5 == 0 ? 3 : sides, c, tilt, grid, scale, 0);
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    }
    char scene[96];
    snprintf(scene, sizeof scene, "%zu sides, sunk %g, tilt %g", sides, sunk, tilt);
    judge_by_reference(scene, set, pairs);
    sepal_solids_destroy(set);
}

Test(solids_resting, pushes_of_those_that_sank_in_have_the_bits_of_the_reference) {
    static const size_t sides[] = {3, 4, 7, 12, 24};
    static const double depths[] = {0.005, 0x1p-14, 0.2}, tilts[] = {0, 1e-3, 1e-7, 0.05};
    rng r = {7};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++)
        for (size_t depth = 0; depth < 3; depth++)
            for (size_t tilt = 0; tilt < 4; tilt++) {
                const float scale = tilt == 1 && depth == 2 ? 0x1p-40F : 1;
                judge_pushes(&r, sides[k], depths[depth], tilts[tilt], 0, scale, depth == 1 ? 0.125F : 0);
                judge_pushes(&r, sides[k], depths[depth], tilts[tilt], ldexp(1, -6 - 2 * (int)k), scale, 0);
            }
}

/* A prism over a regular polygon with a vertex on a coordinate axis but for rounding, so that some coordinates are tiny beside others;
 * tilted about both axes of the polygon. */
static void add_prism_at_axis(sepal_solids *set, size_t sides, const double c[3], double turn, const double lean[2]) {
    float v[3][64];
    for (size_t i = 0; i < 2 * sides; i++) {
        const size_t side = i / 2;
        const double angle = turn + 6.283185307179586 * (double)side / (double)sides, x = 0.5 * cos(angle), y = 0.5 * sin(angle);
        const double at[3] = {c[0] + x, c[1] + y, c[2] + (i % 2 == 0 ? -0.5 : 0.5) + lean[0] * x + lean[1] * y};
        for (int k = 0; k < 3; k++)
            v[k][i] = (float)at[k];
    }
    cr_assert_eq(sepal_solids_add_hull(set, v[0], v[1], v[2], 2 * sides, 0, NULL), SEPAL_OK);
}

/* A prism around the origin and one that stands on it. */
static void judge_tower(rng *r, size_t sides, double turn, double off, double tilt) {
    sepal_solids *set;
    sepal_pair pairs[SUNK];
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < SUNK; k++) {
        double lean[2][2];
        for (int of = 0; of < 4; of++)
            lean[of / 2][of % 2] = k % 7 == 0 ? 0 : rng_real(r, -tilt, tilt);
        add_prism_at_axis(set, sides, (const double[]){0, 0, 0}, 0, lean[0]);
        add_prism_at_axis(set, sides, (const double[]){rng_real(r, -off, off), rng_real(r, -off, off), 0.999}, turn, lean[1]);
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    }
    char scene[96];
    snprintf(scene, sizeof scene, "tower, %zu sides, off %g, tilt %g", sides, off, tilt);
    judge_by_reference(scene, set, pairs);
    sepal_solids_destroy(set);
}

Test(solids_resting, prisms_end_on_end_around_the_origin) {
    static const double tilts[] = {1e-7, 1e-6, 1e-5}, offs[] = {0, 1e-6, 0.1};
    rng r = {9};
    for (size_t sides = 4; sides <= 24; sides += sides / 2)
        for (size_t tilt = 0; tilt < 3; tilt++)
            for (size_t off = 0; off < 3; off++)
                judge_tower(&r, sides, off == 1 ? 0.1 : 0, offs[off], tilts[tilt]);
}

/* x, y, z as the coordinates axis, axis + 1 and axis + 2, which go round. */
static void add_points_along(sepal_solids *set, int axis, float v[3][8]) {
    const float *const at[3] = {v[(3 - axis) % 3], v[(4 - axis) % 3], v[(5 - axis) % 3]};
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 8, 0, NULL), SEPAL_OK);
}

/* A crate as a hull, of which one corner of the top is off the plane of the other three by `off`; and a hull that has sunk into the top by
 * one vertex. */
static void add_crate_and_hull(sepal_solids *set, rng *r, int axis, float off) {
    const float wide = 0.125F * (float)rng_between(r, 4, 7), deep = 0.125F * (float)rng_between(r, 4, 7);
    const float slant[2] = {0.125F * (float)rng_between(r, -1, 1), 0.125F * (float)rng_between(r, -1, 1)};
    const size_t lifted = rng_below(r, 4);
    float crate[3][8], hull[3][8];
    for (size_t k = 0; k < 8; k++) {
        const bool top = k < 4;
        crate[0][k] = (k & 1 ? wide : -wide) + (k & 2 ? slant[0] : -slant[0]);
        crate[1][k] = (k & 2 ? deep : -deep) + (k & 1 ? slant[1] : -slant[1]);
        crate[2][k] = top ? (k == lifted ? off : 0) : -1;
        hull[0][k] = 0.0625F * (float)rng_between(r, -4, 4);
        hull[1][k] = 0.0625F * (float)rng_between(r, -4, 4);
        hull[2][k] = k == 0 ? -0.0625F : 0.5F + 0.0625F * (float)rng_between(r, 0, 7);
    }
    add_points_along(set, axis, crate);
    add_points_along(set, axis, hull);
}

/* Hardly more than double may be off by: integers do not tell of coordinates that have so many bits. */
Test(solids_resting, the_fourth_corner_of_a_face_may_hardly_be_off_its_plane) {
    static const float offs[] = {0, 0x1p-46F, -0x1p-46F, 0x1p-45F, -0x1p-45F, 0x1p-44F, -0x1p-44F};
    rng r = {9};
    for (int axis = 0; axis < 3; axis++)
        for (size_t off = 0; off < sizeof offs / sizeof *offs; off++) {
            char scene[64];
            sepal_solids *set;
            sepal_pair pairs[SUNK];
            cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
            for (uint32_t k = 0; k < SUNK; k++) {
                add_crate_and_hull(set, &r, axis, offs[off]);
                pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
            }
            snprintf(scene, sizeof scene, "axis %d, off by %a", axis, (double)offs[off]);
            judge_by_reference(scene, set, pairs);
            sepal_solids_destroy(set);
        }
}
