/* Overlap of shapes with radii, and under a margin: the scalar path against GMP, exact contact and one ulp beside it, and cases
 * worked out by hand. */
#include "../common/check.h"
#include "../oracle/round.h"
#include "../questions/polys_questions.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Scalar against GMP ------------------------------------------------------------------------*/

static size_t tally[3];

static void judge(size_t kind, uint64_t seed, radius_manner manner) {
    round_scene s = round_scene_create(kind, seed, 60, 400, manner);
    const polygon_list *b = s.base.one_set ? &s.base.a : &s.base.b;
    uint8_t *expected[RULES] = {answers_create(s.base.pair_count), answers_create(s.base.pair_count)};
    size_t i = 0;
    for (size_t spent = 0; i < s.base.pair_count && spent < 60000; i++) {
        sepal_pair pair = s.base.pairs[i];
        const polygon *p = &s.base.a.items[pair.a], *q = &b->items[pair.b];
        spent += p->count * q->count * (p->count + q->count);
        oracle_contact c =
            oracle_round_contact(p->x, p->y, p->count, s.radii_a[pair.a], q->x, q->y, q->count, s.radii_b[pair.b], s.margin);
        tally[c]++;
        expected[SEPAL_TOUCHING_OVERLAPS][i] = c != ORACLE_APART;
        expected[SEPAL_TOUCHING_IS_APART][i] = c == ORACLE_OVERLAP;
    }
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, s.margin, 0};
        call judged = {.a = s.a, .b = s.b, .pairs = s.base.pairs, .count = i, .rule = &rule};
        check_bits(&s.base, "scalar against GMP", &polys_questions[ASK_OVERLAP], &judged, expected[touching]);
        free(expected[touching]);
    }
    round_scene_destroy(&s);
}

Test(round, is_what_gmp_says) {
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            for (int manner = 0; manner < RADIUS_MANNERS; manner++)
                judge(kind, seed, (radius_manner)manner);
    cr_assert_gt(tally[ORACLE_APART], 10000, "%zu", tally[ORACLE_APART]);
    cr_assert_gt(tally[ORACLE_TOUCH], 1000, "%zu", tally[ORACLE_TOUCH]);
    cr_assert_gt(tally[ORACLE_OVERLAP], 10000, "%zu", tally[ORACLE_OVERLAP]);
}

/* --- Exact contact -----------------------------------------------------------------------------*/

/* Checks one pair on every instruction set, in both orders, by both questions about overlap. */
static void check_contact(const contact *c, oracle_contact expected, const char *what) {
    sepal_polys *a = contact_set(&c->a, c->radius_a), *b = contact_set(&c->b, c->radius_b);
    sepal_pair pair = {0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (int touching = 0; touching < RULES; touching++) {
            sepal_rule rule = {(sepal_touching)touching, c->margin, 0};
            bool overlap = touching == SEPAL_TOUCHING_OVERLAPS ? expected != ORACLE_APART : expected == ORACLE_OVERLAP;
            uint64_t bits[4] = {2, 2, 2, 2};
            cr_assert_eq(sepal_polys_overlap_pairs(a, b, &pair, 1, &rule, &bits[0]), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(b, a, &pair, 1, &rule, &bits[1]), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_one(a, 0, b, 0, 1, &rule, &bits[2]), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_one(b, 0, a, 0, 1, &rule, &bits[3]), SEPAL_OK);
            for (int k = 0; k < 4; k++)
                cr_assert_eq(bits[k], overlap, "%s, %s, query %d, rule %d: cores of %zu and %zu, radii %a and %a, margin %a", name,
                             what, k, touching, c->a.count, c->b.count, (double)c->radius_a, (double)c->radius_b,
                             (double)c->margin);
        }
    }
    sepal_polys_destroy(b);
    sepal_polys_destroy(a);
}

Test(round, touches_exactly) {
    rng r = {31};
    for (int round = 0; round < 4000; round++) {
        contact c = random_contact(&r);
        if (round % 16 == 0)
            cr_assert_eq(oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, c.b.count, c.radius_b, c.margin),
                         ORACLE_TOUCH, "the generator");
        check_contact(&c, ORACLE_TOUCH, "contact");
        for (int part = 0; part < 3; part++)
            for (int more = 0; more < 2; more++) {
                contact beside = c;
                float *value = part == 0 ? &beside.radius_a : part == 1 ? &beside.radius_b : &beside.margin;
                if (*value == 0 && !more)
                    continue;
                *value = nextafterf(*value, more ? FLT_MAX : 0);
                check_contact(&beside, more ? ORACLE_OVERLAP : ORACLE_APART, more ? "an ulp more" : "an ulp less");
            }
    }
}

/* The float nearest to v >= 0 that is not greater. */
static float rounded_down(double v) {
    float nearest = (float)v;
    return (double)nearest > v ? nextafterf(nearest, 0) : nearest;
}

/* The sum of radii and margin is the distance in double, or a neighbouring double, divided up exactly. No rounding of double
 * may decide. */
Test(round, by_a_hair) {
    rng r = {37};
    size_t found[3] = {0};
    for (int round = 0; round < 6000; round++) {
        contact c;
        size_t count = 1 + rng_below(&r, 4);
        make_round(&r, count, 0, 0, 1, 0, &c.a);
        make_round(&r, 1, rng_real(&r, -9, 9), rng_real(&r, 3, 9), 1, 0, &c.b);
        if (round % 3 == 0) { /* magnitudes whose sum double cannot hold */
            polygon_scale(&c.a, rng_between(&r, -60, 0));
            c.b.x[0] = ldexpf(c.b.x[0], rng_between(&r, -60, 0));
        }
        double distance = INFINITY;
        for (size_t i = 0; i < c.a.count; i++) {
            size_t next = (i + 1) % c.a.count;
            double ex = (double)c.a.x[next] - (double)c.a.x[i], ey = (double)c.a.y[next] - (double)c.a.y[i];
            double wx = (double)c.b.x[0] - (double)c.a.x[i], wy = (double)c.b.y[0] - (double)c.a.y[i];
            double along = wx * ex + wy * ey, length2 = ex * ex + ey * ey;
            bool facing = along > 0 && along < length2;
            distance = fmin(distance, facing ? fabs(wx * ey - wy * ex) / sqrt(length2) : sqrt(wx * wx + wy * wy));
        }
        for (int hair = -2; hair <= 2; hair++) {
            double rest = distance;
            for (int k = hair; k != 0; k += k < 0 ? 1 : -1)
                rest = nextafter(rest, k < 0 ? 0 : INFINITY);
            rest -= (double)(c.radius_a = rounded_down(rest));
            rest -= (double)(c.margin = rounded_down(rest));
            c.radius_b = (float)rest;
            oracle_contact expected =
                oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, 1, c.radius_b, c.margin);
            found[expected]++;
            check_contact(&c, expected, "by a hair");
        }
    }
    cr_assert(found[ORACLE_APART] > 5000 && found[ORACLE_OVERLAP] > 5000, "%zu apart, %zu overlap", found[0], found[2]);
}

/* Cases worked out by hand: a circle, capsule or square `a`, and a circle. */
Test(round, knows_cases_worked_out_by_hand) {
    static const struct {
        polygon core;
        float radius, x, y, other_radius, margin;
        oracle_contact contact;
    } cases[] = {
        {{{0}, {0}, 1}, 2, 0, 0, 3, 0, ORACLE_OVERLAP},                                /* concentric */
        {{{0}, {0}, 1}, 0x1p-149F, 0, 0, 0, 0, ORACLE_OVERLAP},                        /* a point in the middle */
        {{{0}, {0}, 1}, 0x1p-149F, 0x1p-149F, 0, 0, 0, ORACLE_TOUCH},                  /* one subnormal away */
        {{{0}, {0}, 1}, 0, 0x1p-149F, 0, 0, 0x1p-149F, ORACLE_TOUCH},                  /* by the margin alone */
        {{{0}, {0}, 1}, 0, 0x1p-149F, 0x1p-149F, 0, 0x1p-149F, ORACLE_APART},          /* the diagonal is longer */
        {{{0}, {0}, 1}, 0, 0, 0, 0, 0, ORACLE_TOUCH},                                  /* two equal points */
        {{{0}, {0}, 1}, 0, 0, 0, 0, 0x1p-149F, ORACLE_OVERLAP},                        /* and closer than the margin */
        {{{-FLT_MAX}, {0}, 1}, FLT_MAX, FLT_MAX, 0, FLT_MAX, 0, ORACLE_TOUCH},         /* as far as can be */
        {{{-FLT_MAX}, {0}, 1}, FLT_MAX, FLT_MAX, 0x1p-149F, FLT_MAX, 0, ORACLE_APART}, /* and a subnormal to the side */
        {{{-FLT_MAX}, {0}, 1}, FLT_MAX, FLT_MAX, 0x1p-149F, FLT_MAX, 0x1p-149F, ORACLE_OVERLAP},
        {{{-FLT_MAX}, {-FLT_MAX}, 1}, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, ORACLE_OVERLAP}, /* 2 sqrt 2 < 3 */
        {{{-1, 1}, {0, 0}, 2}, 1, 0, 3, 2, 0, ORACLE_TOUCH},                                        /* beside a capsule */
        {{{-1, 1}, {0, 0}, 2}, 1, 0, 0x1.800002p1F, 2, 0, ORACLE_APART},
        {{{-1, 1}, {0, 0}, 2}, 1, 4, 0, 2, 0, ORACLE_TOUCH}, /* at its end */
        {{{-1, 1}, {0, 0}, 2}, 1, 4, 4, 4, 0, ORACLE_TOUCH}, /* off its end: 3, 4, 5 */
        {{{-1, 1}, {0, 0}, 2}, 1, 4, 4, 4, 0x1p-149F, ORACLE_OVERLAP},
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 4, 5, 5, 0, ORACLE_TOUCH}, /* a corner of a square */
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 4, 5, 4, 1, ORACLE_TOUCH},
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 4, 5, 0x1.3ffffep2F, 0, ORACLE_APART},
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 0.5F, 4, 3, 0, ORACLE_TOUCH},              /* its side */
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 0.5F, 0.5F, 0x1p-149F, 0, ORACLE_OVERLAP}, /* inside it */
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 1, 0.5F, 0x1p-149F, 0, ORACLE_OVERLAP},    /* on its side: more than touching */
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 1, 0.5F, 0, 0, ORACLE_TOUCH},              /* a point there only touches */
        {{{-1, 1, 1, -1}, {-1, -1, 1, 1}, 4}, 0, 0, 0, 100, 0, ORACLE_OVERLAP},             /* around it */
        {{{1, 1, 1}, {0, 0, 0}, 3}, 2, 4, 0, 1, 0, ORACLE_TOUCH},                           /* a point given three times */
        {{{0, 0, 0}, {0, 0, 0}, 3}, 0, 0x1.000002p0F, 0, 1, 0, ORACLE_APART},               /* an ulp from it */
        {{{0}, {0}, 20}, 0, 0x1.000002p0F, 0, 1, 0, ORACLE_APART},                          /* given twenty times */
        {{{0}, {0}, 20}, 0, 1, 0, 1, 0, ORACLE_TOUCH},
        {{{0x1p24F, 0x1.000002p24F}, {0, 2}, 2}, 0.25F, 0x1p24F, 1, 0.25F, 0, ORACLE_APART}, /* where its middle is rounded to */
        {{{0, 0x1p100F}, {0, 0}, 2}, 0x1p-100F, 0x1p50F, 0x1p-100F, 0, 0, ORACLE_TOUCH},     /* wildly different magnitudes */
        {{{0, 0x1p100F}, {0, 0}, 2}, 0x1p-100F, 0x1p50F, 0x1p-100F, 0x1p-149F, 0, ORACLE_OVERLAP},
        {{{0, 0x1p100F}, {0, 0x1p-149F}, 2}, 0x1p-100F, 0x1p50F, 0x1p-100F, 0, 0, ORACLE_OVERLAP}, /* tilted towards it */
        {{{0, 0x1p100F}, {0, -0x1p-149F}, 2}, 0x1p-100F, 0x1p50F, 0x1p-100F, 0, 0, ORACLE_APART},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        contact c = {cases[i].core, {{cases[i].x}, {cases[i].y}, 1}, cases[i].radius, cases[i].other_radius, cases[i].margin};
        cr_assert_eq(oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, 1, c.radius_b, c.margin),
                     cases[i].contact, "the oracle, case %zu", i);
        char what[16];
        snprintf(what, sizeof what, "case %zu", i);
        check_contact(&c, cases[i].contact, what);
    }
}
