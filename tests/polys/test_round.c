/* Shapes with radii, and margins: the scalar path against GMP, every instruction set against scalar, exact contact and one ulp
 * beside it, and what adding such shapes promises. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../oracle/round.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_answers(const round_scene *s, const char *who, const sepal_pair *pairs, size_t count, int touching,
                          const uint8_t *expected) {
    const sepal_rule rule = {(sepal_touching)touching, s->margin};
    const size_t words = SEPAL_BIT_WORDS(count);
    uint64_t *bits = malloc((words + 1) * sizeof *bits);
    cr_assert_not_null(bits);
    memset(bits, 0xff, (words + 1) * sizeof *bits);
    cr_assert_eq(sepal_polys_overlap_pairs(s->a, s->b, pairs, count, &rule, bits), SEPAL_OK);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(bit_at(bits, i), expected[i],
                     "%s, scene '%s', seed %llu, pair %zu of %zu: shapes %u and %u, rule %d, margin %a", who, s->base.kind,
                     (unsigned long long)s->base.seed, i, count, pairs[i].a, pairs[i].b, touching, (double)s->margin);
    for (size_t i = count; i < 64 * words; i++)
        cr_assert(!bit_at(bits, i), "%s: spare bit %zu of %zu is set", who, i, count);
    cr_assert_eq(bits[words], UINT64_MAX, "%s wrote behind the answers", who);
    free(bits);
}

/* --- Scalar against GMP ------------------------------------------------------------------------*/

static size_t tally[3];

static void judge(size_t kind, uint64_t seed, radius_manner manner) {
    round_scene s = round_scene_create(kind, seed, 60, 400, manner);
    const polygon_list *b = s.base.one_set ? &s.base.a : &s.base.b;
    uint8_t *expected[RULES] = {answers_create(s.base.pair_count), answers_create(s.base.pair_count)};
    size_t i = 0;
    for (size_t spent = 0; i < s.base.pair_count && spent < 60000; i++) {
        const sepal_pair pair = s.base.pairs[i];
        const polygon *p = &s.base.a.items[pair.a], *q = &b->items[pair.b];
        spent += p->count * q->count * (p->count + q->count);
        const oracle_contact c =
            oracle_round_contact(p->x, p->y, p->count, s.radii_a[pair.a], q->x, q->y, q->count, s.radii_b[pair.b], s.margin);
        tally[c]++;
        expected[SEPAL_TOUCHING_OVERLAPS][i] = c != ORACLE_APART;
        expected[SEPAL_TOUCHING_IS_APART][i] = c == ORACLE_OVERLAP;
    }
    for (int touching = 0; touching < RULES; touching++) {
        check_answers(&s, "scalar against GMP", s.base.pairs, i, touching, expected[touching]);
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

/* By every instruction set, both ways round, by both queries. */
static void check_contact(const contact *c, oracle_contact expected, const char *what) {
    sepal_polys *a = contact_set(&c->a, c->radius_a), *b = contact_set(&c->b, c->radius_b);
    const sepal_pair pair = {0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (int touching = 0; touching < RULES; touching++) {
            const sepal_rule rule = {(sepal_touching)touching, c->margin};
            const bool overlap = touching == SEPAL_TOUCHING_OVERLAPS ? expected != ORACLE_APART : expected == ORACLE_OVERLAP;
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
        const contact c = random_contact(&r);
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
    const float nearest = (float)v;
    return (double)nearest > v ? nextafterf(nearest, 0) : nearest;
}

/* The reach is the distance as double has it, or a neighbour of that, shared out exactly: no rounding of double may decide. */
Test(round, by_a_hair) {
    rng r = {37};
    size_t found[3] = {0};
    for (int round = 0; round < 6000; round++) {
        contact c;
        const size_t count = 1 + rng_below(&r, 4);
        make_round(&r, count, 0, 0, 1, 0, &c.a);
        make_round(&r, 1, rng_real(&r, -9, 9), rng_real(&r, 3, 9), 1, 0, &c.b);
        if (round % 3 == 0) { /* magnitudes that double cannot add up */
            polygon_scale(&c.a, rng_between(&r, -60, 0));
            c.b.x[0] = ldexpf(c.b.x[0], rng_between(&r, -60, 0));
        }
        double distance = INFINITY;
        for (size_t i = 0; i < c.a.count; i++) {
            const size_t next = (i + 1) % c.a.count;
            const double ex = (double)c.a.x[next] - (double)c.a.x[i], ey = (double)c.a.y[next] - (double)c.a.y[i];
            const double wx = (double)c.b.x[0] - (double)c.a.x[i], wy = (double)c.b.y[0] - (double)c.a.y[i];
            const double along = wx * ex + wy * ey, length2 = ex * ex + ey * ey;
            const bool facing = along > 0 && along < length2;
            distance = fmin(distance, facing ? fabs(wx * ey - wy * ex) / sqrt(length2) : sqrt(wx * wx + wy * wy));
        }
        for (int hair = -2; hair <= 2; hair++) {
            double rest = distance;
            for (int k = hair; k != 0; k += k < 0 ? 1 : -1)
                rest = nextafter(rest, k < 0 ? 0 : INFINITY);
            rest -= (double)(c.radius_a = rounded_down(rest));
            rest -= (double)(c.margin = rounded_down(rest));
            c.radius_b = (float)rest;
            const oracle_contact expected =
                oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, 1, c.radius_b, c.margin);
            found[expected]++;
            check_contact(&c, expected, "by a hair");
        }
    }
    cr_assert(found[ORACLE_APART] > 5000 && found[ORACLE_OVERLAP] > 5000, "%zu apart, %zu overlap", found[0], found[2]);
}

/* Worked out by hand: a circle, capsule or square `a` about the origin, and a circle. */
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
        const contact c = {cases[i].core, {{cases[i].x}, {cases[i].y}, 1}, cases[i].radius, cases[i].other_radius, cases[i].margin};
        cr_assert_eq(oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, 1, c.radius_b, c.margin),
                     cases[i].contact, "the oracle, case %zu", i);
        char what[16];
        snprintf(what, sizeof what, "case %zu", i);
        check_contact(&c, cases[i].contact, what);
    }
}

/* --- Every instruction set against scalar ------------------------------------------------------*/

static uint8_t *reference(const round_scene *s, const sepal_pair *pairs, size_t count, int touching) {
    const sepal_rule rule = {(sepal_touching)touching, s->margin};
    uint64_t *bits = malloc((SEPAL_BIT_WORDS(count) + 1) * sizeof *bits);
    uint8_t *answers = answers_create(count);
    use_isa(0);
    cr_assert_eq(sepal_polys_overlap_pairs(s->a, s->b, pairs, count, &rule, bits), SEPAL_OK);
    for (size_t i = 0; i < count; i++)
        answers[i] = bit_at(bits, i);
    free(bits);
    return answers;
}

Test(round, agrees_on_lists_of_pairs) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 201 + (uint64_t)manner, 120, 700, (radius_manner)manner);
            for (int touching = 0; touching < RULES; touching++) {
                uint8_t *expected = reference(&s, s.base.pairs, s.base.pair_count, touching);
                for (size_t isa = 1; isa < sepal_isa_count(); isa++)
                    check_answers(&s, use_isa(isa), s.base.pairs, s.base.pair_count, touching, expected);
                free(expected);
            }
            round_scene_destroy(&s);
        }
}

static const char *const few[] = {"boxes",   "everything",          "points and segments",
                                  "lattice", "boxes and triangles", "everything and wild"};
enum { FEW = sizeof few / sizeof *few };

Test(round, agrees_on_lists_of_every_length) {
    static const size_t lengths[] = {63, 64, 65, 127, 128, 511, 512, 513, 1023, 1024, 1025, 1500};
    for (size_t k = 0; k < FEW; k++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(scene_kind_find(few[k]), 211, 150, 1600, (radius_manner)manner);
            uint8_t *expected = reference(&s, s.base.pairs, s.base.pair_count, 0);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                for (size_t i = 0; i < 40 + sizeof lengths / sizeof *lengths && (isa > 0 || i < 40); i++) {
                    const size_t length = i < 40 ? i : lengths[i - 40], from = i * 37 % (s.base.pair_count - length);
                    check_answers(&s, name, s.base.pairs + from, length, 0, expected + from);
                }
            }
            free(expected);
            round_scene_destroy(&s);
        }
}

Test(round, agrees_on_one_against_many) {
    for (size_t k = 0; k < FEW; k++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(scene_kind_find(few[k]), 221, 700, 10, (radius_manner)manner);
            const size_t all = sepal_polys_count(s.b), words = SEPAL_BIT_WORDS(all);
            sepal_pair *pairs = malloc(all * sizeof *pairs);
            uint64_t *bits = malloc((words + 1) * sizeof *bits);
            cr_assert(pairs != NULL && bits != NULL);
            for (uint32_t index = 0; index < 3; index++) {
                for (size_t j = 0; j < all; j++)
                    pairs[j] = (sepal_pair){index, (uint32_t)j};
                uint8_t *expected = reference(&s, pairs, all, (int)index % RULES);
                const sepal_rule rule = {(sepal_touching)(index % RULES), s.margin};
                for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                    for (size_t first = 0; first < all; first += 1 + all / 5) {
                        const char *name = use_isa(isa);
                        memset(bits, 0xff, (words + 1) * sizeof *bits);
                        cr_assert_eq(sepal_polys_overlap_one(s.a, index, s.b, first, all - first, &rule, bits), SEPAL_OK);
                        for (size_t j = first; j < all; j++)
                            cr_assert_eq(bit_at(bits, j - first), expected[j], "%s, scene '%s': %u against %zu", name, few[k],
                                         index, j);
                        cr_assert_eq(bits[SEPAL_BIT_WORDS(all - first)], UINT64_MAX);
                    }
                free(expected);
            }
            free(bits);
            free(pairs);
            round_scene_destroy(&s);
        }
}

/* --- The floating-point state of the caller ----------------------------------------------------*/

#if defined(__SSE2__)
#include <xmmintrin.h>

/* Subnormal radii and margins under flush-to-zero and denormals-are-zero, and every rounding mode (Intel SDM, volume 1, 10.2.3). */
Test(round, does_not_depend_on_the_callers_arithmetic) {
    static const unsigned states[] = {0x1f80 | 1 << 15 | 1 << 6, 0x1f80 | 1 << 13, 0x1f80 | 1 << 14, 0x1f80 | 3 << 13, 0x0000};
    static const float x = 0x1p-149F, none = 0, least = 0x1p-149F, bad = NAN;
    for (size_t k = 0; k < sizeof states / sizeof *states; k++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            sepal_polys *set = NULL;
            cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
            const sepal_rule margin = {SEPAL_TOUCHING_OVERLAPS, least}, no_margin = {SEPAL_TOUCHING_OVERLAPS, bad};
            const sepal_pair pairs[3] = {{0, 1}, {0, 2}, {1, 2}};
            uint64_t plain = 0, with_margin = 0, refused = 77;
            sepal_status status[7];
            const unsigned callers = _mm_getcsr();
            _mm_setcsr(states[k]);
            status[0] = sepal_polys_add(set, &none, &none, 1, NULL);
            status[1] = sepal_polys_add_round(set, &x, &none, 1, 0, NULL);
            status[2] = sepal_polys_add_round(set, &none, &x, 1, least, NULL);
            status[3] = sepal_polys_add_round(set, &none, &none, 1, bad, NULL);
            status[4] = sepal_polys_overlap_pairs(set, set, pairs, 3, NULL, &plain);
            status[5] = sepal_polys_overlap_pairs(set, set, pairs, 3, &margin, &with_margin);
            status[6] = sepal_polys_overlap_pairs(set, set, pairs, 3, &no_margin, &refused);
            const unsigned after = _mm_getcsr();
            _mm_setcsr(callers);
            static const sepal_status expected[7] = {SEPAL_OK, SEPAL_OK, SEPAL_OK,          SEPAL_BAD_SHAPE,
                                                     SEPAL_OK, SEPAL_OK, SEPAL_BAD_ARGUMENT};
            cr_assert(memcmp(status, expected, sizeof status) == 0, "state %zu", k);
            cr_assert_eq(after, states[k], "the caller's state was changed");
            cr_assert_eq(plain, 2, "state %zu: %llx", k, (unsigned long long)plain);
            cr_assert_eq(with_margin, 7, "state %zu: %llx", k, (unsigned long long)with_margin);
            cr_assert_eq(refused, 77);
            sepal_polys_destroy(set);
        }
}
#endif

/* --- Adding ------------------------------------------------------------------------------------*/

static sepal_polys *empty_set(const sepal_allocator *allocator) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(allocator, &set), SEPAL_OK);
    return set;
}

static float radius_of(const sepal_polys *set, uint32_t index) {
    float radius = -1;
    cr_assert_eq(sepal_polys_radius(set, index, &radius), SEPAL_OK);
    return radius;
}

enum { ROWS = 70, CAPSULE = 5 };

/* Rows of x0, y0, x1, y1, radius. */
static void make_rows(float *rows) {
    rng r = {5};
    for (int i = 0; i < ROWS * CAPSULE; i++)
        rows[i] = (float)rng_real(&r, 0, 9);
    rows[4] = 0;
}

static sepal_status add_rows(sepal_polys *set, const float *rows, int vertices, size_t count, uint32_t *index) {
    const sepal_circles circles = {rows, rows + 1, rows + 4, CAPSULE};
    const sepal_capsules capsules = {rows, rows + 1, rows + 2, rows + 3, rows + 4, CAPSULE};
    return vertices == 1 ? sepal_polys_add_circles(set, &circles, count, index)
                         : sepal_polys_add_capsules(set, &capsules, count, index);
}

Test(round, shapes_are_added_in_rows) {
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    for (int vertices = 1; vertices <= 2; vertices++) {
        sepal_polys *set = empty_set(NULL);
        const float one[] = {4};
        cr_assert_eq(sepal_polys_add(set, one, one, 1, NULL), SEPAL_OK);
        uint32_t index = 0;
        cr_assert_eq(add_rows(set, rows, vertices, ROWS, &index), SEPAL_OK);
        cr_assert_eq(index, 1);
        cr_assert_eq(add_rows(set, rows, vertices, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_count(set), 1 + ROWS);
        cr_assert_eq(radius_of(set, 0), 0);
        for (uint32_t i = 0; i < ROWS; i++) {
            const float *x, *y, *row = rows + (size_t)CAPSULE * i;
            size_t count;
            cr_assert_eq(sepal_polys_vertices(set, 1 + i, &x, &y, &count), SEPAL_OK);
            cr_assert_eq(count, (size_t)vertices);
            cr_assert(x[0] == row[0] && y[0] == row[1] && x[count - 1] == row[2 * count - 2] && y[count - 1] == row[2 * count - 1]);
            cr_assert_eq(radius_of(set, 1 + i), row[4]);
        }
        sepal_polys_destroy(set);
    }
    /* separate arrays: stride 0 is 1 */
    const float x[] = {1, 2}, y[] = {3, 4}, radius[] = {5, 6};
    const sepal_circles circles = {x, y, radius, 0};
    const sepal_capsules capsules = {x, y, y, x, radius, 0};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_circles(set, &circles, 2, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_capsules(set, &capsules, 2, NULL), SEPAL_OK);
    for (uint32_t i = 0; i < 4; i++)
        cr_assert_eq(radius_of(set, i), radius[i % 2]);
    sepal_polys_destroy(set);
}

static void check_refused(sepal_polys *set, sepal_status status, sepal_status expected, content *before, const uint32_t *index) {
    cr_assert_eq(status, expected, "%s", sepal_status_text(status));
    cr_assert_eq(*index, 12345);
    check_content(set, before, "a refused round shape");
}

Test(round, shapes_are_added_all_or_none) {
    static const float bad[] = {-1, -0x1p-149F, NAN, INFINITY};
    const float square[2][4] = {{0, 1, 1, 0}, {0, 0, 1, 1}};
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    sepal_polys *set = empty_set(NULL);
    uint32_t index = 12345;
    for (int times = 0; times < 2; times++) { /* without radii in the set, and with */
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            content before = content_of(set);
            check_refused(set, sepal_polys_add_round(set, square[0], square[1], 4, bad[k], &index), SEPAL_BAD_SHAPE, &before,
                          &index);
            for (int vertices = 1; vertices <= 2; vertices++)
                for (size_t at = 0; at < ROWS; at += 23)
                    for (int column = 0; column < CAPSULE; column++) {
                        if ((column < 4 && k < 2) || (vertices == 1 && (column == 2 || column == 3)))
                            continue;
                        const float old = rows[CAPSULE * at + (size_t)column];
                        rows[CAPSULE * at + (size_t)column] = bad[k];
                        before = content_of(set);
                        check_refused(set, add_rows(set, rows, vertices, ROWS, &index), SEPAL_BAD_SHAPE, &before, &index);
                        rows[CAPSULE * at + (size_t)column] = old;
                    }
        }
        cr_assert_eq(sepal_polys_add_round(set, square[0], square[1], 4, 2, NULL), SEPAL_OK);
    }
    const float bow_tie[2][4] = {{0, 1, 0, 1}, {0, 0, 1, 1}};
    content before = content_of(set);
    check_refused(set, sepal_polys_add_round(set, bow_tie[0], bow_tie[1], 4, 1, &index), SEPAL_BAD_SHAPE, &before, &index);
    sepal_polys_destroy(set);
}

Test(round, arguments_are_needed) {
    const float v[] = {1};
    const sepal_circles circles[] = {{NULL, v, v, 1}, {v, NULL, v, 1}, {v, v, NULL, 1}, {v, v, v, 1}};
    const sepal_capsules capsules[] = {{NULL, v, v, v, v, 1}, {v, NULL, v, v, v, 1}, {v, v, NULL, v, v, 1},
                                       {v, v, v, NULL, v, 1}, {v, v, v, v, NULL, 1}, {v, v, v, v, v, 1}};
    sepal_polys *set = empty_set(NULL);
    uint32_t index = 12345;
    float radius = 7;
    for (int k = 0; k < 3; k++) {
        cr_assert_eq(sepal_polys_add_circles(set, &circles[k], 1, &index), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_add_circles(set, &circles[k], 0, NULL), SEPAL_OK);
    }
    for (int k = 0; k < 5; k++)
        cr_assert_eq(sepal_polys_add_capsules(set, &capsules[k], 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_circles(NULL, &circles[3], 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_circles(set, NULL, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules(NULL, &capsules[5], 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules(set, NULL, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(NULL, v, v, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(set, NULL, v, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_round(set, v, NULL, 1, 1, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius(set, 0, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius(NULL, 0, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_count(set), 0);
    cr_assert_eq(index, 12345);
    cr_assert_eq(radius, 7);
    cr_assert_eq(sepal_polys_add_circles(set, &circles[3], 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, 0, NULL), SEPAL_BAD_ARGUMENT);
    const float margins[] = {-1, -0x1p-149F, NAN, INFINITY, -INFINITY};
    const sepal_pair pair = {0, 0};
    for (size_t k = 0; k < sizeof margins / sizeof *margins; k++) {
        const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margins[k]};
        uint64_t bits = 99;
        cr_assert_eq(sepal_polys_overlap_pairs(set, set, &pair, 1, &rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_one(set, 0, set, 0, 1, &rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(bits, 99);
    }
    const sepal_rule minus_zero = {SEPAL_TOUCHING_OVERLAPS, -0.0F};
    uint64_t bits = 99;
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, &pair, 1, &minus_zero, &bits), SEPAL_OK);
    cr_assert_eq(bits, 1);
    sepal_polys_destroy(set);
}

/* Updating keeps the radius, emptying forgets it, growing carries it along. */
Test(round, radii_stay_with_their_shapes) {
    rng r = {9};
    round_scene s = round_scene_create(scene_kind_find("everything"), 231, 300, 500, RADII_SOME);
    for (int times = 0; times < 2; times++) {
        for (uint32_t i = 0; i < sepal_polys_count(s.a); i++) {
            cr_assert_eq(radius_of(s.a, i), s.radii_a[i]);
            polygon p;
            make_round(&r, s.base.a.items[i].count, 0, 0, 5, 1, &p);
            cr_assert_eq(sepal_polys_update(s.a, i, p.x, p.y), SEPAL_OK);
            cr_assert_eq(radius_of(s.a, i), s.radii_a[i]);
            cr_assert_eq(sepal_polys_update(s.a, i, s.base.a.items[i].x, s.base.a.items[i].y), SEPAL_OK);
        }
        cr_assert_eq(sepal_polys_reserve(s.a, 5000, 20000), SEPAL_OK);
    }
    for (int touching = 0; touching < RULES; touching++) {
        sepal_polys *fresh = s.a;
        uint8_t *expected = reference(&s, s.base.pairs, s.base.pair_count, touching);
        s.a = s.b = load_set(&s.base.a, NULL); /* the same cores, without radii */
        sepal_polys_clear(s.a);
        for (size_t i = 0; i < s.base.a.count; i++)
            cr_assert_eq(
                sepal_polys_add_round(s.a, s.base.a.items[i].x, s.base.a.items[i].y, s.base.a.items[i].count, s.radii_a[i], NULL),
                SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            check_answers(&s, use_isa(isa), s.base.pairs, s.base.pair_count, touching, expected);
        sepal_polys_destroy(s.a);
        s.a = s.b = fresh;
        free(expected);
    }
    sepal_polys_clear(s.a);
    const float at[] = {3};
    cr_assert_eq(sepal_polys_add(s.a, at, at, 1, NULL), SEPAL_OK);
    cr_assert_eq(radius_of(s.a, 0), 0);
    round_scene_destroy(&s);
}

/* --- Memory ------------------------------------------------------------------------------------*/

Test(round, memory_may_run_out_at_any_allocation) {
    float rows[ROWS * CAPSULE];
    make_rows(rows);
    size_t refused = 0;
    for (bool met = true; met; refused++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = empty_set(&allocator);
        w.fail_at = w.requests + refused;
        met = false;
        for (int step = 0; step < 4; step++) {
            content before = content_of(set);
            uint32_t index = 12345;
            sepal_status status = step == 1 ? sepal_polys_add_round(set, rows, rows + 1, 1, 2, &index)
                                            : add_rows(set, rows, 1 + step % 2, ROWS, &index);
            if (status == SEPAL_OK) {
                content_release(&before);
                continue;
            }
            met = true;
            check_refused(set, status, SEPAL_NO_MEMORY, &before, &index);
            status = step == 1 ? sepal_polys_add_round(set, rows, rows + 1, 1, 2, &index)
                               : add_rows(set, rows, 1 + step % 2, ROWS, &index);
            cr_assert_eq(status, SEPAL_OK, "with memory again, the same call works");
        }
        for (uint32_t i = 0; i < ROWS; i++)
            cr_assert(radius_of(set, i) == rows[CAPSULE * i + 4] && radius_of(set, ROWS + 1 + i) == rows[CAPSULE * i + 4]);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0, "%zu allocations were not released", w.live);
    }
    cr_assert_gt(refused, 6, "only %zu allocations", refused);
}

/* Sets, pairs and answers that end where a page begins that may not be touched. */
Test(round, queries_stay_inside) {
    const sepal_allocator allocator = guard_allocator();
    for (size_t k = 0; k < FEW; k++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(scene_kind_find(few[k]), 241, 60 + 7 * k, 300, (radius_manner)manner);
            const polygon_list *b = s.base.one_set ? &s.base.a : &s.base.b;
            size_t vertices = 0;
            for (size_t i = 0; i < b->count; i++)
                vertices += b->items[i].count;
            sepal_polys *tight = empty_set(&allocator);
            cr_assert_eq(sepal_polys_reserve(tight, b->count, vertices), SEPAL_OK);
            for (size_t i = 0; i < b->count; i++)
                cr_assert_eq(sepal_polys_add_round(tight, b->items[i].x, b->items[i].y, b->items[i].count, s.radii_b[i], NULL),
                             SEPAL_OK);
            for (size_t i = 0; i < s.base.pair_count; i += 2)
                s.base.pairs[i].b = (uint32_t)b->count - 1;
            uint8_t *expected = reference(&s, s.base.pairs, s.base.pair_count, 0);
            const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s.margin};
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                for (size_t length = 1; length <= s.base.pair_count; length += 1 + length / 8) {
                    const size_t from = s.base.pair_count - length, words = SEPAL_BIT_WORDS(length);
                    sepal_pair *pairs = guarded(length * sizeof *pairs);
                    uint64_t *bits = guarded(words * sizeof *bits);
                    memcpy(pairs, s.base.pairs + from, length * sizeof *pairs);
                    cr_assert_eq(sepal_polys_overlap_pairs(s.a, tight, pairs, length, &rule, bits), SEPAL_OK);
                    for (size_t i = 0; i < length; i++)
                        cr_assert_eq(bit_at(bits, i), expected[from + i], "%s, scene '%s'", sepal_isa(), few[k]);
                    guarded_release(bits, words * sizeof *bits);
                    guarded_release(pairs, length * sizeof *pairs);
                }
            }
            free(expected);
            sepal_polys_destroy(tight);
            round_scene_destroy(&s);
        }
}
