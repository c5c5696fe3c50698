/* Moving solids: cases worked out by hand, arguments, and laws. That the instruction sets agree is tested with every other question
 * (questions/test_agree.c). */
#include "../scenes/shapes.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_scenes.h"
#include "solid_hits.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const float none[3] = {0, 0, 0};

/* --- Cases worked out by hand --------------------------------------------------------------------*/

#define BOX(cx, cy, cz, hx, hy, hz)                                                                                                \
    {                                                                                                                              \
        .box = true, .vectors = { {(cx), (cy), (cz)}, {(hx), 0, 0}, {0, (hy), 0}, {0, 0, (hz)} }                                   \
    }
#define ROUND_BOX(cx, cy, cz, hx, hy, hz, r)                                                                                       \
    { .box = true, .vectors = {{(cx), (cy), (cz)}, {(hx), 0, 0}, {0, (hy), 0}, {0, 0, (hz)}}, .radius = (r) }
#define BALL(cx, cy, cz, r)                                                                                                        \
    { .count = 1, .x = {(cx)}, .y = {(cy)}, .z = {(cz)}, .radius = (r) }
#define CAPSULE(ax, ay, az, bx, by, bz, r)                                                                                         \
    { .count = 2, .x = {(ax), (bx)}, .y = {(ay), (by)}, .z = {(az), (bz)}, .radius = (r) }

static const struct {
    const char *what;
    solid_item a, b;
    float by_a[3], by_b[3];
    solid_hit closed, open; /* open: where touching is apart */
} cases[] = {
    {"a thin wall in the way",
     BOX(5, 0, 0, 0.5F, 9, 9),
     BOX(0, 0, 0, 0.5F, 0.5F, 0.5F),
     {0, 0, 0},
     {32, 0, 0},
     {true, 0.125F, {-1, 0, 0}},
     {true, 0.125F, {-1, 0, 0}}},
    {"a wall without thickness",
     BOX(5, 0, 0, 0, 9, 9),
     BOX(0, 0, 0, 1, 1, 1),
     {-16, 0, 0},
     {16, 0, 0},
     {true, 0.125F, {-1, 0, 0}},
     {true, 0.125F, {-1, 0, 0}}},
    {"a point through a wall of no thickness only touches it",
     BOX(5, 0, 0, 0, 9, 9),
     BALL(1, 0, 0, 0),
     {0, 0, 0},
     {32, 0, 0},
     {true, 0.125F, {-1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"a point through a box",
     BOX(5, 0, 0, 1, 9, 9),
     BALL(0, 1, 2, 0),
     {0, 0, 0},
     {16, 0, 0},
     {true, 0.25F, {-1, 0, 0}},
     {true, 0.25F, {-1, 0, 0}}},
    {"contact at the very end",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(5, 0, 0, 1, 1, 1),
     {0, 0, 0},
     {-3, 0, 0},
     {true, 1, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"the way ends one ulp before",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(5, 0, 0, 1, 1, 1),
     {0, 0, 0},
     {-0x2.fffffcp0F, 0, 0},
     {false, 1, {0, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"away from each other",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(5, 0, 0, 1, 1, 1),
     {0, 0, 0},
     {3, 1, 1},
     {false, 1, {0, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"side by side with one speed",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(5, 0, 0, 1, 1, 1),
     {100, 7, 1},
     {100, 7, 1},
     {false, 1, {0, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"faces that slide along each other",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(4, 0, 2, 1, 1, 1),
     {0, 0, 0},
     {-8, 0, 0},
     {true, 0.25F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"a hair above the face",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(4, 0, 0x2.000004p0F, 1, 1, 1),
     {0, 0, 0},
     {-8, 0, 0},
     {false, 1, {0, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"a hair below",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(4, 0, 0x1.fffffep0F, 1, 1, 1),
     {0, 0, 0},
     {-8, 0, 0},
     {true, 0.25F, {1, 0, 0}},
     {true, 0.25F, {1, 0, 0}}},
    {"touching at the beginning, then apart",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(2, 0, 0, 1, 1, 1),
     {0, 0, 0},
     {5, 0, 0},
     {true, 0, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"touching at the beginning, then deeper",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(2, 0, 0, 1, 1, 1),
     {0, 0, 0},
     {-5, 0, 0},
     {true, 0, {1, 0, 0}},
     {true, 0, {1, 0, 0}}},
    {"overlapping at the beginning",
     BOX(0, 0, 0, 1, 1, 1),
     BOX(1.5F, 0.5F, 0, 1, 1, 1),
     {0, 0, 0},
     {50, 1, 2},
     {true, 0, {1, 0, 0}},
     {true, 0, {1, 0, 0}}},
    {"edges that cross",
     BOX(0, 0, 0, 1, 1, 1),
     CAPSULE(5, 3, -9, 3, 5, 9, 0),
     {0, 0, 0},
     {-12, -12, 0},
     {true, 0.25F, {0.70710678F, 0.70710678F, 0}},
     {true, 0.25F, {0.70710678F, 0.70710678F, 0}}},
    {"two points",
     BALL(0, 0, 0, 0),
     BALL(2, 3, 6, 0),
     {0, 0, 0},
     {-4, -6, -12},
     {true, 0.5F, {2 / 7.0F, 3 / 7.0F, 6 / 7.0F}},
     {false, 1, {0, 0, 0}}},
    {"segments on one line",
     CAPSULE(0, 0, 0, 1, 0, 0, 0),
     CAPSULE(5, 0, 0, 3, 0, 0, 0),
     {0, 0, 0},
     {-4, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"a point on a segment",
     CAPSULE(0, 0, -3, 0, 0, 3, 0),
     BALL(4, 0, 1, 0),
     {0, 0, 0},
     {-8, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"crossing segments",
     CAPSULE(0, -4, 0, 0, 4, 0, 0),
     CAPSULE(4, 0, -4, 4, 0, 4, 0),
     {0, 0, 0},
     {-16, 0, 0},
     {true, 0.25F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"crossing segments in one plane",
     CAPSULE(0, 0, 0, 4, 0, 0, 0),
     CAPSULE(1, 2, 0, 1, 4, 0, 0),
     {0, 0, 0},
     {0, -8, 0},
     {true, 0.25F, {0, 1, 0}},
     {false, 1, {0, 0, 0}}},
    {"spheres head on",
     BALL(0, 0, 0, 1),
     BALL(10, 0, 0, 2),
     {0, 0, 0},
     {-14, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {true, 0.5F, {1, 0, 0}}},
    {"spheres that graze",
     BALL(0, 0, 0, 1),
     BALL(4, 0, 3, 2),
     {0, 0, 0},
     {-8, 0, 0},
     {true, 0.5F, {0, 0, 1}},
     {false, 1, {0, 0, 0}}},
    {"a sphere at an angle",
     BALL(0, 0, 0, 2),
     BALL(12, 0, 4, 3),
     {0, 0, 0},
     {-18, 0, 0},
     {true, 0.5F, {0.6F, 0, 0.8F}},
     {true, 0.5F, {0.6F, 0, 0.8F}}},
    {"a sphere on a face",
     BOX(0, 0, 0, 1, 1, 1),
     BALL(0.5F, 0.25F, 9, 2),
     {0, 0, 0},
     {0, 0, -12},
     {true, 0.5F, {0, 0, 1}},
     {true, 0.5F, {0, 0, 1}}},
    {"a sphere on an edge",
     BOX(0, 0, 0, 1, 1, 1),
     BALL(9, 0, 5, 5),
     {0, 0, 0},
     {-10, 0, 0},
     {true, 0.5F, {0.6F, 0, 0.8F}},
     {true, 0.5F, {0.6F, 0, 0.8F}}},
    {"a sphere on a corner",
     BOX(0, 0, 0, 1, 1, 1),
     BALL(11, 4, 7, 7),
     {0, 0, 0},
     {-16, 0, 0},
     {true, 0.5F, {2 / 7.0F, 3 / 7.0F, 6 / 7.0F}},
     {true, 0.5F, {2 / 7.0F, 3 / 7.0F, 6 / 7.0F}}},
    {"a sphere slides over a face, from an edge on",
     BOX(0, 0, 0, 1, 1, 1),
     BALL(5, 0, 3, 2),
     {0, 0, 0},
     {-16, 0, 0},
     {true, 0.25F, {0, 0, 1}},
     {false, 1, {0, 0, 0}}},
    {"capsules side by side",
     CAPSULE(0, 0, 0, 0, 4, 0, 1),
     CAPSULE(8, 3, 0, 8, 9, 0, 1),
     {0, 0, 0},
     {-12, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {true, 0.5F, {1, 0, 0}}},
    {"capsules across each other",
     CAPSULE(0, -4, 0, 0, 4, 0, 1),
     CAPSULE(8, 0, -4, 8, 0, 4, 1),
     {0, 0, 0},
     {-12, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {true, 0.5F, {1, 0, 0}}},
    {"a capsule lands on a box",
     BOX(0, 0, 0, 4, 4, 1),
     CAPSULE(-9, 0, 4, 9, 0, 4, 1),
     {0, 0, 0},
     {0, 0, -4},
     {true, 0.5F, {0, 0, 1}},
     {true, 0.5F, {0, 0, 1}}},
    {"rounded boxes",
     ROUND_BOX(0, 0, 0, 1, 1, 1, 0.5F),
     ROUND_BOX(0, 6, 0, 1, 1, 1, 0.5F),
     {0, 2, 0},
     {0, -4, 0},
     {true, 0.5F, {0, 1, 0}},
     {true, 0.5F, {0, 1, 0}}},
    {"the greatest moves",
     BALL(0, 0, 0, 0),
     BALL(FLT_MAX, 0, 0, 0),
     {FLT_MAX, 0, 0},
     {-FLT_MAX, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"the least ones",
     BALL(0, 0, 0, 0),
     BALL(0x2p-149F, 0, 0, 0),
     {0, 0, 0},
     {-0x4p-149F, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {false, 1, {0, 0, 0}}},
    {"the least reach",
     BALL(0, 0, 0, 0x1p-149F),
     BALL(0x3p-149F, 0, 0, 0),
     {0, 0, 0},
     {-0x4p-149F, 0, 0},
     {true, 0.5F, {1, 0, 0}},
     {true, 0.5F, {1, 0, 0}}},
};
enum { HAND_CASES = sizeof cases / sizeof *cases };

static void check_hit(const char *what, const char *rule, solid_hit found, solid_hit expected) {
    float off = 0;
    for (int k = 0; k < 3; k++)
        off = fmaxf(off, fabsf(found.normal[k] - expected.normal[k]));
    cr_assert(found.meet == expected.meet && memcmp(&found.time, &expected.time, sizeof found.time) == 0 && off <= FLT_EPSILON,
              "%s, %s, %s: %d at %a, (%g, %g, %g)", sepal_isa(), what, rule, found.meet, (double)found.time,
              (double)found.normal[0], (double)found.normal[1], (double)found.normal[2]);
}

Test(solids_sweep, cases_worked_out_by_hand) {
    static const sepal_rule open = {SEPAL_TOUCHING_IS_APART, 0, 0};
    for (size_t k = 0; k < HAND_CASES; k++) {
        sepal_solids *a = NULL, *b = NULL;
        cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
        solid_add(a, &cases[k].a);
        solid_add(b, &cases[k].b);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            check_hit(cases[k].what, "closed", solid_hit_of(a, 0, cases[k].by_a, b, 0, cases[k].by_b, NULL), cases[k].closed);
            check_hit(cases[k].what, "open", solid_hit_of(a, 0, cases[k].by_a, b, 0, cases[k].by_b, &open), cases[k].open);
        }
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}

/* A coordinate of 2^100 beside one of 2^-100: times are multiples of 2^-62, and the greatest that are not later. */
Test(solids_sweep, numbers_that_span_many_bits) {
    const solid_item still = BALL(0, 0x1p-100F, 0, 0x1p-100F);
    for (int exponent = -80; exponent < 0; exponent++) {
        const float time = ldexpf(1.5F, exponent), by[3] = {-0x1p100F, 0, 0};
        const solid_item flies = BALL(time * 0x1p100F, 0x1p-100F, 0, 0);
        sepal_solids *a = NULL, *b = NULL;
        cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
        solid_add(a, &still);
        solid_add(b, &flies);
        const solid_hit found = solid_hit_of(a, 0, none, b, 0, by, NULL); /* at time - 2^-200 */
        const float before = exponent >= -38 ? nextafterf(time, 0) : floorf(ldexpf(nextafterf(time, 0), 62)) * 0x1p-62F;
        cr_assert(found.meet && found.time < time && found.time >= before, "2^%d: %a", exponent, (double)found.time);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}

/* --- Arguments ------------------------------------------------------------------------------------*/

Test(solids_sweep, moves_have_arrays_of_finite_numbers) {
    enum { SOLIDS = 20 };
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    solid_scene s = solid_scene_create(0, 78, SOLIDS);
    solid_moves m = solid_moves_create(s.set_a, s.set_b, s.pairs, SOLIDS, 1);
    uint64_t bits = 12345;
    float time = -7;
    const sepal_solid_hits out = {.bits = &bits, .time = &time};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        const sepal_solid_moves good = {m.a, m.a + 1, m.a + 2, 3}, no_x = {NULL, m.a, m.a, 3}, no_y = {m.a, NULL, m.a, 3},
                                no_z = {m.a, m.a, NULL, 3};
        cr_assert_eq(sepal_solids_sweep_pairs(s.set_a, &no_x, s.set_b, NULL, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_solids_sweep_pairs(s.set_a, &no_y, s.set_b, NULL, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_solids_sweep_pairs(s.set_b, NULL, s.set_a, &no_z, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        for (uint32_t i = 0; i < SOLIDS; i++)
            for (int k = 0; k < 9; k++) {
                const size_t at = 3 * (size_t)i + (size_t)k % 3;
                const float kept = m.a[at];
                const sepal_pair forth = {i, 0}, back = {0, i};
                m.a[at] = bad[k / 3];
                cr_assert_eq(sepal_solids_sweep_pairs(s.set_a, &good, s.set_b, NULL, &forth, 1, NULL, &out), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_solids_sweep_pairs(s.set_b, NULL, s.set_a, &good, &back, 1, NULL, &out), SEPAL_BAD_SHAPE);
                m.a[at] = kept;
            }
        cr_assert(bits == 12345 && time == -7, "untouched");
    }
    solid_moves_destroy(&m);
    solid_scene_destroy(&s);
}

/* The moves of solids in no pair may be anything, of few pairs, and of more than the sets have solids. */
Test(solids_sweep, moves_of_other_solids_are_not_looked_at) {
    enum { SOLIDS = 20, MANY = 3 * SOLIDS };
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    solid_scene s = solid_scene_create(0, 78, SOLIDS);
    solid_moves m = solid_moves_create(s.set_a, s.set_b, s.pairs, SOLIDS, 1);
    const sepal_solid_moves moves_a = {m.a, m.a + 1, m.a + 2, 3}, moves_b = {m.b, m.b + 1, m.b + 2, 3};
    sepal_pair pairs[MANY];
    float expected[MANY], time[MANY];
    for (uint32_t k = 0; k < MANY; k++)
        pairs[k] = (sepal_pair){2 * (k % (SOLIDS / 2)), 2 * (k * 7 % (SOLIDS / 2)) + 1};
    cr_assert_eq(
        sepal_solids_sweep_pairs(s.set_a, &moves_a, s.set_b, &moves_b, pairs, MANY, NULL, &(sepal_solid_hits){.time = expected}),
        SEPAL_OK);
    for (size_t i = 0; i < SOLIDS; i++)
        (i % 2 == 0 ? m.b : m.a)[3 * i + i / 2 % 3] = bad[i % 3];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t count = 1; count <= MANY; count += MANY - 1) {
            const sepal_solid_hits out = {.time = time};
            sepal_pair last[MANY];
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            cr_assert_eq(sepal_solids_sweep_pairs(s.set_a, &moves_a, s.set_b, &moves_b, pairs, count, NULL, &out), SEPAL_OK);
            cr_assert_arr_eq(time, expected, count * sizeof *time);
            memcpy(last, pairs, count * sizeof *last);
            last[count - 1].b = 4;
            time[0] = -7;
            cr_assert_eq(sepal_solids_sweep_pairs(s.set_a, &moves_a, s.set_b, &moves_b, last, count, NULL, &out), SEPAL_BAD_SHAPE);
            cr_assert(time[0] == -7, "untouched");
        }
    solid_moves_destroy(&m);
    solid_scene_destroy(&s);
}

/* --- Laws ------------------------------------------------------------------------------------------*/

enum { PAIRS = 48 };

typedef struct answers {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    float time[PAIRS], normal[3][PAIRS];
} answers;

static answers ask(const sepal_solids *a, const float *by_a, const sepal_solids *b, const float *by_b, const sepal_pair *pairs,
                   size_t count, const sepal_rule *rule) {
    answers out;
    memset(&out, 0, sizeof out);
    const sepal_solid_moves of_a = {by_a, by_a + 1, by_a + 2, 3}, of_b = {by_b, by_b + 1, by_b + 2, 3};
    const sepal_solid_hits hits = {out.bits, out.time, out.normal[0], out.normal[1], out.normal[2]};
    cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, pairs, count, rule, &hits), SEPAL_OK);
    return out;
}

typedef void law(const solid_scene *s, const solid_moves *m, const sepal_rule *rule);

static void for_all_scenes(law *check) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 90, PAIRS);
        solid_moves m = solid_moves_create(s.set_a, s.set_b, s.pairs, PAIRS, 91 + kind);
        for (int touching = 0; touching < 2; touching++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at((kind + (size_t)touching) % sepal_isa_count())), SEPAL_OK);
            const sepal_rule rule = {(sepal_touching)touching, s.margin, 0};
            check(&s, &m, &rule);
        }
        solid_moves_destroy(&m);
        solid_scene_destroy(&s);
    }
}

/* The two sets exchanged: the same bits and times. */
static void check_exchanged(const solid_scene *s, const solid_moves *m, const sepal_rule *rule) {
    const answers one = ask(s->set_a, m->a, s->set_b, m->b, s->pairs, PAIRS, rule);
    const answers other = ask(s->set_b, m->b, s->set_a, m->a, s->pairs, PAIRS, rule);
    cr_assert(memcmp(one.bits, other.bits, sizeof one.bits) == 0 && memcmp(one.time, other.time, sizeof one.time) == 0, "%s",
              s->kind);
}
Test(solids_sweep, the_order_of_the_two_does_not_matter) {
    for_all_scenes(check_exchanged);
}

/* Without a relative move the bit is that of overlap, the time 0, and the normal that of the push. */
static void check_at_rest(const solid_scene *s, const solid_moves *m, const sepal_rule *rule) {
    static float all_alike[3 * PAIRS];
    uint64_t overlap[SEPAL_BIT_WORDS(PAIRS)];
    float x[PAIRS] = {0}, y[PAIRS] = {0}, z[PAIRS] = {0};
    for (size_t k = 0; k < 3 * PAIRS; k++)
        all_alike[k] = m->a[k % 3];
    const answers got = ask(s->set_a, all_alike, s->set_b, all_alike, s->pairs, PAIRS, rule);
    cr_assert_eq(sepal_solids_overlap_pairs(s->set_a, s->set_b, s->pairs, PAIRS, rule, overlap), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, PAIRS, rule,
                                        &(sepal_solid_mtvs){.normal_x = x, .normal_y = y, .normal_z = z}),
                 SEPAL_OK);
    cr_assert_eq(memcmp(got.bits, overlap, sizeof overlap), 0, "%s", s->kind);
    for (size_t k = 0; k < PAIRS; k++) {
        const bool meet = overlap[k / 64] >> k % 64 & 1;
        cr_assert(got.time[k] == (meet ? 0.0F : 1.0F) && got.normal[0][k] == (meet ? x[k] : 0) &&
                      got.normal[1][k] == (meet ? y[k] : 0) && got.normal[2][k] == (meet ? z[k] : 0),
                  "%s, pair %zu", s->kind, k);
    }
}
Test(solids_sweep, without_a_relative_move_it_is_overlap) {
    for_all_scenes(check_at_rest);
}

/* A list cut anywhere, and every array left out, makes the same answers. */
static void check_cut(const solid_scene *s, const solid_moves *m, const sepal_rule *rule) {
    const answers whole = ask(s->set_a, m->a, s->set_b, m->b, s->pairs, PAIRS, rule);
    for (size_t k = 0; k < PAIRS; k++) {
        const answers one = ask(s->set_a, m->a, s->set_b, m->b, s->pairs + k, 1, rule);
        cr_assert((one.bits[0] == 1) == (whole.bits[k / 64] >> k % 64 & 1) && one.time[0] == whole.time[k] &&
                      one.normal[0][0] == whole.normal[0][k] && one.normal[1][0] == whole.normal[1][k] &&
                      one.normal[2][0] == whole.normal[2][k],
                  "%s, pair %zu", s->kind, k);
    }
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    const sepal_solid_moves of_a = {m->a, m->a + 1, m->a + 2, 3}, of_b = {m->b, m->b + 1, m->b + 2, 3};
    cr_assert_eq(
        sepal_solids_sweep_pairs(s->set_a, &of_a, s->set_b, &of_b, s->pairs, PAIRS, rule, &(sepal_solid_hits){.bits = bits}),
        SEPAL_OK);
    cr_assert_eq(memcmp(bits, whole.bits, sizeof bits), 0, "%s", s->kind);
}
Test(solids_sweep, a_list_may_be_cut_anywhere) {
    for_all_scenes(check_cut);
}

/* --- Hulls in lanes ---------------------------------------------------------------------------------------------------------------- */

enum { HULLS = 320, HULL_SIZES = 6 };

/* Sizes that fill their blocks and that do not; of pairs k with k % 4 == 1 crates, which have more than three vertices in a plane, and
 * with k % 4 == 2 hulls with vertices on a coarse lattice, whose ways meet edges and vertices.
 * first: receives vertex 0 of each. */
static void add_hulls(sepal_solids *set, rng *r, size_t size, float away, float *first) {
    for (size_t k = 0; k < HULLS; k++) {
        const bool crate = k % 4 == 1, lattice = k % 4 == 2;
        float v[3][64] = {{0}}, at[3];
        for (int c = 0; c < 3; c++)
            at[c] = lattice ? (float)(4 * rng_between(r, 0, 2)) : (float)rng_real(r, 0, 6) + away;
        for (size_t i = 0; i < size; i++)
            for (int c = 0; c < 3; c++)
                v[c][i] = at[c] + (crate     ? (float)(i >> c & 1)
                                   : lattice ? (float)rng_between(r, -2, 2)
                                             : (float)rng_real(r, -1, 1));
        for (size_t c = 0; c < 3; c++)
            first[3 * k + c] = v[c][0];
        cr_assert_eq(sepal_solids_add_hull(set, v[0], v[1], v[2], size, 0, NULL), SEPAL_OK);
    }
}

typedef struct hull_hits {
    uint64_t bits[SEPAL_BIT_WORDS(HULLS)];
    float rows[4][HULLS];
} hull_hits;

static size_t compare_hull_hits(size_t size_a, size_t size_b, float away) {
    static hull_hits exact, got;
    static float moves[2][3 * HULLS], first[2][3 * HULLS];
    static sepal_pair pairs[HULLS];
    sepal_solids *a = NULL, *b = NULL;
    rng r = {100 * size_a + size_b};
    size_t hits = 0;
    cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
    add_hulls(a, &r, size_a, away, first[0]);
    add_hulls(b, &r, size_b, away, first[1]);
    for (uint32_t k = 0; k < HULLS; k++) {
        pairs[k] = (sepal_pair){k, k};
        for (uint32_t c = 3 * k; c < 3 * k + 3; c++) { /* mostly towards the other one */
            const float between = first[0][c] - first[1][c];
            moves[0][c] = k % 4 == 2 ? 0 : (float)rng_real(&r, -1, 1);
            moves[1][c] = k % 4 == 2 ? between + (float)rng_between(&r, -1, 1) : between * (float)rng_real(&r, 0.7, 1.5);
        }
    }
    const sepal_solid_moves of_a = {moves[0], moves[0] + 1, moves[0] + 2, 3}, of_b = {moves[1], moves[1] + 1, moves[1] + 2, 3};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) { /* the first one is scalar */
        hull_hits *to = isa == 0 ? &exact : &got;
        const sepal_solid_hits out = {to->bits, to->rows[0], to->rows[1], to->rows[2], to->rows[3]};
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, pairs, HULLS, NULL, &out), SEPAL_OK);
        cr_assert_eq(memcmp(to->bits, exact.bits, sizeof exact.bits), 0, "%s, %zu and %zu", sepal_isa(), size_a, size_b);
        for (int row = 0; row < 4; row++)
            for (size_t k = 0; k < HULLS; k++)
                cr_assert_eq(memcmp(&to->rows[row][k], &exact.rows[row][k], sizeof(float)), 0,
                             "%s, %zu and %zu, pair %zu: %a, not %a", sepal_isa(), size_a, size_b, k, (double)to->rows[row][k],
                             (double)exact.rows[row][k]);
    }
    for (size_t k = 0; k < HULLS; k++)
        hits += exact.rows[0][k] > 0 && exact.rows[0][k] < 1;
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
    return hits;
}

Test(solids_sweep, hulls_in_lanes_hit_as_one_by_one) {
    static const size_t sizes[HULL_SIZES] = {4, 5, 8, 12, 32, 40};
    for (size_t k = 0; k < HULL_SIZES; k++) {
        const size_t hits = compare_hull_hits(sizes[k], sizes[(k + k % 2) % HULL_SIZES], k == 3 ? 1000 : 0);
        cr_assert_gt(hits, (size_t)HULLS / 8, "%zu", hits);
    }
}
