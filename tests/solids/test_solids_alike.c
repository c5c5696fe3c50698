/* Solids that are alike: boxes with the same turn or all but the same, segments parallel to an edge, a face or a diagonal of a box or all but,
 * spheres with one centre or all but, hulls that share faces. Pushes, contacts, overlap, containment and hits have the bits of the reference on
 * every instruction set, in long lists and in lists of a few pairs. */
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { ALIKE_PAIRS = 120, FEW = 6, CORNERS = 8 };

typedef enum alike_kind { BOX, CAPSULE, SPHERE, HULL, ALIKE_KINDS } alike_kind;

/* One of a few floats near a number. */
static float nearly(rng *r, float v) {
    switch (rng_below(r, 8)) {
    case 0:
        return nextafterf(v, INFINITY);
    case 1:
        return nextafterf(v, -INFINITY);
    case 2:
        return v * (1 + 0x1p-18F);
    case 3:
        return v + ldexpf((float)rng_between(r, -1, 1), -(int)rng_between(r, 20, 149));
    default:
        return v;
    }
}

/* A direction of the frame that all boxes of a list have but for rounding. */
typedef struct frame {
    float axis[3][3], turn[4];
} frame;

static frame frame_of(rng *r) {
    static const float turns[][4] = {{1, 0, 0, 0}, {0.6F, 0.8F, 0, 0}, {0.5F, 0.5F, 0.5F, 0.5F}, {0.1F, -0.7F, 0.5F, 0.5F}};
    frame f;
    memcpy(f.turn, turns[rng_below(r, 4)], sizeof f.turn);
    const double w = (double)f.turn[0], x = (double)f.turn[1], y = (double)f.turn[2], z = (double)f.turn[3],
                 square = w * w + x * x + y * y + z * z;
    const double rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            f.axis[i][k] = (float)(rows[i][k] / square);
    return f;
}

/* A place with whole or half coordinates along the frame. */
static void place_of(rng *r, const frame *f, int most, float out[3]) {
    const float along[3] = {(float)rng_between(r, -most, most) / 2, (float)rng_between(r, -most, most) / 2,
                            (float)rng_between(r, -most, most) / 2};
    for (int k = 0; k < 3; k++)
        out[k] = along[0] * f->axis[0][k] + along[1] * f->axis[1][k] + along[2] * f->axis[2][k];
}

static void add_alike(rng *r, const frame *f, alike_kind kind, float scale, const float at[3], sepal_solids *set) {
    float c[3], half[3], turn[4], radius = (float)rng_between(r, kind == BOX ? 0 : 1, 3) / 4 * scale, p[2][3];
    for (int k = 0; k < 3; k++) {
        c[k] = nearly(r, at[k] * scale);
        half[k] = (float)rng_between(r, 1, 3) / 2 * scale;
    }
    for (int k = 0; k < 4; k++)
        turn[k] = nearly(r, f->turn[k]);
    if (kind == BOX) {
        const sepal_solid_boxes one = {.x = c,
                                       .y = c + 1,
                                       .z = c + 2,
                                       .half_x = half,
                                       .half_y = half + 1,
                                       .half_z = half + 2,
                                       .turn = {turn, turn + 1, turn + 2, turn + 3, {NULL}},
                                       .radius = rng_below(r, 3) == 0 ? &radius : NULL};
        cr_assert_eq(sepal_solids_add_boxes(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else if (kind == CAPSULE) { /* along an edge, a diagonal of a face, or one of the box, of any length, or a point */
        const int32_t by[3] = {rng_between(r, -1, 1), rng_between(r, -1, 1), rng_between(r, -1, 1)};
        const float length = (float)rng_between(r, 0, 4) * scale;
        for (int k = 0; k < 3; k++) {
            const float to = ((float)by[0] * f->axis[0][k] + (float)by[1] * f->axis[1][k] + (float)by[2] * f->axis[2][k]) * length;
            p[0][k] = nearly(r, c[k] - to);
            p[1][k] = nearly(r, c[k] + to);
        }
        const sepal_solid_capsules one = {&p[0][0], &p[0][1], &p[0][2], &p[1][0], &p[1][1], &p[1][2], &radius, 1};
        cr_assert_eq(sepal_solids_add_capsules(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else if (kind == SPHERE) {
        const sepal_solid_spheres one = {c, c + 1, c + 2, &radius, 1};
        cr_assert_eq(sepal_solids_add_spheres(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else { /* some corners of a box */
        float x[CORNERS], y[CORNERS], z[CORNERS];
        const size_t count = 4 + rng_below(r, CORNERS - 3);
        for (size_t i = 0; i < count; i++) {
            const size_t bits = i < 4 ? (i * 3) & 7 : rng_below(r, CORNERS);
            float v[3];
            for (int k = 0; k < 3; k++)
                v[k] = c[k] + ((bits & 1 ? half[0] : -half[0]) * f->axis[0][k] + (bits & 2 ? half[1] : -half[1]) * f->axis[1][k]) +
                       (bits & 4 ? half[2] : -half[2]) * f->axis[2][k];
            x[i] = v[0], y[i] = v[1], z[i] = v[2];
        }
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
    }
}

/* All that is answered. */
typedef struct answers {
    uint64_t overlap[SEPAL_BIT_WORDS(ALIKE_PAIRS)], inside[SEPAL_BIT_WORDS(ALIKE_PAIRS)];
    uint64_t meet[SEPAL_BIT_WORDS(ALIKE_PAIRS)];
    float hit[4][ALIKE_PAIRS], push[4][ALIKE_PAIRS], normal[3][ALIKE_PAIRS], point[4][4 * ALIKE_PAIRS];
    uint8_t count[ALIKE_PAIRS];
} answers;

typedef struct alike_sets {
    sepal_solids *a, *b;
    sepal_pair pairs[ALIKE_PAIRS];
    float moves[3 * ALIKE_PAIRS]; /* of b */
    sepal_rule rule;
} alike_sets;

static void ask_alike(const alike_sets *m, size_t from, size_t count, answers *out) {
    const sepal_contact_rule contact_rule = {.margin = m->rule.margin};
    const sepal_solid_mtvs pushes = {
        .normal_x = out->push[0], .normal_y = out->push[1], .normal_z = out->push[2], .depth = out->push[3]};
    const sepal_solid_contacts contacts = {.count = out->count,
                                           .normal_x = out->normal[0],
                                           .normal_y = out->normal[1],
                                           .normal_z = out->normal[2],
                                           .x = out->point[0],
                                           .y = out->point[1],
                                           .z = out->point[2],
                                           .depth = out->point[3]};
    const sepal_pair *pairs = m->pairs + from;
    const sepal_solid_moves moves = {m->moves, m->moves + 1, m->moves + 2, 3};
    const sepal_solid_hits hits = {out->meet, out->hit[0], out->hit[1], out->hit[2], out->hit[3]};
    memset(out, 0, sizeof *out);
    cr_assert_eq(sepal_solids_overlap_pairs(m->a, m->b, pairs, count, &m->rule, out->overlap), SEPAL_OK);
    cr_assert_eq(sepal_solids_contains_pairs(m->a, m->b, pairs, count, &m->rule, out->inside), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(m->a, NULL, m->b, &moves, pairs, count, &m->rule, &hits), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(m->a, m->b, pairs, count, &m->rule, &pushes), SEPAL_OK);
    cr_assert_eq(sepal_solids_contacts_pairs(m->a, m->b, pairs, count, &contact_rule, &contacts), SEPAL_OK);
}

static bool same_alike(const answers *got, size_t i, const answers *expected, size_t k) {
    bool same = (got->overlap[i / 64] >> (i % 64) & 1) == (expected->overlap[k / 64] >> (k % 64) & 1) &&
                (got->inside[i / 64] >> (i % 64) & 1) == (expected->inside[k / 64] >> (k % 64) & 1) &&
                (got->meet[i / 64] >> (i % 64) & 1) == (expected->meet[k / 64] >> (k % 64) & 1) &&
                got->count[i] == expected->count[k];
    for (int n = 0; n < 4; n++) {
        same = same && memcmp(&got->hit[n][i], &expected->hit[n][k], sizeof(float)) == 0;
        same = same && memcmp(&got->push[n][i], &expected->push[n][k], sizeof(float)) == 0;
        same = same && (n == 3 || memcmp(&got->normal[n][i], &expected->normal[n][k], sizeof(float)) == 0);
        same = same && memcmp(&got->point[n][4 * i], &expected->point[n][4 * k], 4 * sizeof(float)) == 0;
    }
    return same;
}

static void check_alike(rng *r, alike_kind kind_a, alike_kind kind_b, float scale) {
    static answers expected, got;
    const frame f = frame_of(r);
    alike_sets m = {.rule = {(sepal_touching)rng_below(r, 2), rng_below(r, 3) == 0 ? scale / 4 : 0, 0}};
    cr_assert_eq(sepal_solids_create(NULL, &m.a), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &m.b), SEPAL_OK);
    for (uint32_t k = 0; k < ALIKE_PAIRS; k++) {
        const bool mixed = kind_a == ALIKE_KINDS;
        float at[2][3];
        place_of(r, &f, 6, at[0]);
        place_of(r, &f, rng_below(r, 4) == 0 ? 0 : 4, at[1]);
        for (int i = 0; i < 3; i++)
            at[1][i] += at[0][i];
        add_alike(r, &f, mixed ? (alike_kind)rng_below(r, ALIKE_KINDS) : kind_a, scale, at[0], m.a);
        add_alike(r, &f, mixed ? (alike_kind)rng_below(r, ALIKE_KINDS) : kind_b, scale, at[1], m.b);
        m.pairs[k] = (sepal_pair){k, k};
        const float share = (float)rng_between(r, -4, 2) / 2; /* towards a, aside, or along an axis of the frame */
        const int axis = (int)rng_below(r, 6);
        for (int i = 0; i < 3; i++)
            m.moves[3 * k + (uint32_t)i] =
                nearly(r, (axis < 3 ? share * 2 * f.axis[axis][i] : share * (at[1][i] - at[0][i])) * scale);
    }
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask_alike(&m, 0, ALIKE_PAIRS, &expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        for (size_t count = 0; count < FEW; count++) {
            const size_t all = count == 0 ? ALIKE_PAIRS : count, from = count == 0 ? 0 : rng_below(r, ALIKE_PAIRS - FEW);
            ask_alike(&m, from, all, &got);
            for (size_t i = 0; i < all; i++)
                cr_assert(same_alike(&got, i, &expected, from + i),
                          "%s, kinds %d and %d, scale %a: pair %zu of %zu from %zu: %u points, depth %a along (%a, %a, %a), not "
                          "%u, %a along "
                          "(%a, %a, %a)",
                          sepal_isa(), (int)kind_a, (int)kind_b, (double)scale, i, all, from, got.count[i], (double)got.push[3][i],
                          (double)got.push[0][i], (double)got.push[1][i], (double)got.push[2][i], expected.count[from + i],
                          (double)expected.push[3][from + i], (double)expected.push[0][from + i],
                          (double)expected.push[1][from + i], (double)expected.push[2][from + i]);
        }
    }
    sepal_solids_destroy(m.a);
    sepal_solids_destroy(m.b);
}

Test(solids_alike, have_the_bits_of_the_reference) {
    static const float scales[] = {1, 0x1p-70F, 0x1p70F, 0x1p-135F};
    rng r = {2031};
    for (size_t s = 0; s < sizeof scales / sizeof *scales; s++)
        for (int a = 0; a <= ALIKE_KINDS; a++)
            for (int b = 0; b < (a == ALIKE_KINDS ? 3 : ALIKE_KINDS); b++)
                check_alike(&r, (alike_kind)a, (alike_kind)b, scales[s]);
}

/* A sphere on the core of a capsule, of which coordinates are so small that the squares of a direction at right angles to it underflow. */
Test(solids_alike, a_short_direction_parts_nothing) {
    const float at[7] = {0x1.8p-70F, 0, 0x1.80006p-69F, -0x1.ap-68F, -0x1p-149F, 0x1.7ffffep-69F, 0x1.8p-71F},
                centre[4] = {-0x1.4p-69F, 0, 0x1.8p-69F, 0x1p-72F};
    const sepal_solid_capsules capsule = {&at[0], &at[1], &at[2], &at[3], &at[4], &at[5], &at[6], 1};
    const sepal_solid_spheres sphere = {&centre[0], &centre[1], &centre[2], &centre[3], 1};
    const sepal_pair pair = {0, 0};
    sepal_solids *a = NULL, *b = NULL;
    cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
    cr_assert_eq(sepal_solids_add_capsules(a, &capsule, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(b, &sphere, 1, NULL, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int touching = 0; touching < 2; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, 0, 0};
            uint64_t bits = 0;
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            cr_assert_eq(sepal_solids_contains_pairs(a, b, &pair, 1, &rule, &bits), SEPAL_OK);
            cr_assert_eq(bits, 1, "%s", sepal_isa());
        }
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}
