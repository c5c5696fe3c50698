/* The kernels for small shapes with radii, on whole lists: exact contact and an ulp beside it, lanes that the exact kernel
 * decides beside lanes that it leaves, and capsules, circles and slanted boxes of every scale and at every distance. */
#include "../common/check.h"
#include "../oracle/round.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 600 };

/* Pair i is shape i of one set and shape i of the other. */
typedef struct pair_list {
    sepal_polys *a, *b;
    sepal_pair pairs[PAIRS], turned[PAIRS];
    uint8_t expected[RULES][PAIRS];
    size_t count;
} pair_list;

static pair_list *pairs_create(void) {
    pair_list *l = calloc(1, sizeof *l);
    cr_assert_not_null(l);
    cr_assert_eq(sepal_polys_create(NULL, &l->a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &l->b), SEPAL_OK);
    return l;
}

static void pairs_destroy(pair_list *l) {
    sepal_polys_destroy(l->b);
    sepal_polys_destroy(l->a);
    free(l);
}

static void pairs_add(pair_list *l, const polygon *a, float radius_a, const polygon *b, float radius_b) {
    sepal_pair *pair = &l->pairs[l->count];
    cr_assert_eq(sepal_polys_add_round(l->a, a->x, a->y, a->count, radius_a, &pair->a), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(l->b, b->x, b->y, b->count, radius_b, &pair->b), SEPAL_OK);
    l->turned[l->count++] = (sepal_pair){pair->b, pair->a};
}

static void pairs_expect(pair_list *l, size_t i, oracle_contact expected) {
    l->expected[SEPAL_TOUCHING_OVERLAPS][i] = expected != ORACLE_APART;
    l->expected[SEPAL_TOUCHING_IS_APART][i] = expected == ORACLE_OVERLAP;
}

/* Checks a list on every instruction set, under both rules and in both orders. */
static void check_list(const pair_list *l, float margin, const char *what) {
    uint64_t bits[2][SEPAL_BIT_WORDS(PAIRS)];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int touching = 0; touching < RULES; touching++) {
            const char *name = use_isa(isa);
            sepal_rule rule = {(sepal_touching)touching, margin, 0};
            cr_assert_eq(sepal_polys_overlap_pairs(l->a, l->b, l->pairs, l->count, &rule, bits[0]), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(l->b, l->a, l->turned, l->count, &rule, bits[1]), SEPAL_OK);
            for (int order = 0; order < 2; order++)
                for (size_t i = 0; i < l->count; i++)
                    cr_assert_eq(bit_at(bits[order], i), l->expected[touching][i], "%s, %s, pair %zu, rule %d, order %d", name,
                                 what, i, touching, order);
        }
}

/* --- Contact -----------------------------------------------------------------------------------*/

/* Contacts with at most `most` vertices each, of which two thirds are an ulp closer or farther. Some lanes are moved by so
 * little that their coordinates have too many significant bits for the exact kernel. */
static void check_contacts(size_t most, float margin, uint64_t seed) {
    rng r = {seed};
    pair_list *l = pairs_create();
    while (l->count < PAIRS) {
        contact c = random_contact(&r);
        int change = rng_between(&r, -1, 1);
        float *const radius = rng_below(&r, 2) ? &c.radius_a : &c.radius_b;
        double rest = (double)*radius + (double)c.margin - (double)margin;
        *radius = (float)rest;
        if (c.a.count > most || c.b.count > most || rest <= 0 || (double)*radius != rest)
            continue;
        if (change != 0)
            *radius = nextafterf(*radius, change > 0 ? FLT_MAX : 0);
        oracle_contact expected = change > 0 ? ORACLE_OVERLAP : change < 0 ? ORACLE_APART : ORACLE_TOUCH;
        if (rng_below(&r, 8) == 0 && c.a.x[0] == 0) {
            c.a.x[0] = 0x1p-100F;
            expected = oracle_round_contact(c.a.x, c.a.y, c.a.count, c.radius_a, c.b.x, c.b.y, c.b.count, c.radius_b, margin);
        }
        pairs_add(l, &c.a, c.radius_a, &c.b, c.radius_b);
        pairs_expect(l, l->count - 1, expected);
    }
    check_list(l, margin, "contact");
    pairs_destroy(l);
}

Test(reach, touches_exactly_in_lists) {
    for (uint64_t seed = 51; seed < 57; seed++)
        for (size_t most = 1; most <= 4; most *= 2)
            check_contacts(most, seed % 2 ? 0 : 0x1p-20F, seed);
}

/* Cores that cross or lie in each other, without a vertex near an edge. They lie on a lattice, so that the exact kernel would
 * be used. */
Test(reach, cores_may_overlap_under_tiny_radii) {
    static const struct {
        polygon a, b;
        oracle_contact contact;
    } cases[] = {
        {{{-4, 4}, {0, 0}, 2}, {{0, 0}, {-4, 4}, 2}, ORACLE_OVERLAP},                /* a cross */
        {{{-4, 4}, {0, 0}, 2}, {{-4, 4}, {0, 0}, 2}, ORACLE_OVERLAP},                /* a segment on itself */
        {{{-4, 0}, {0, 0}, 2}, {{2, 4}, {0, 0}, 2}, ORACLE_APART},                   /* on one line */
        {{{-4, 0}, {0, 0}, 2}, {{0, 4}, {0, 0}, 2}, ORACLE_OVERLAP},                 /* end on end: more than touching */
        {{{-4, 4}, {0, 0}, 2}, {{-4, 4}, {1, 1}, 2}, ORACLE_APART},                  /* parallel */
        {{{1, 1}, {1, 1}, 2}, {{1, 1}, {1, 1}, 2}, ORACLE_OVERLAP},                  /* points given twice */
        {{{1, 1}, {1, 1}, 2}, {{2, 2}, {1, 1}, 2}, ORACLE_APART},                    /* and apart */
        {{{-4, 4, 4, -4}, {-4, -4, 4, 4}, 4}, {{0}, {0}, 1}, ORACLE_OVERLAP},        /* in the middle of a box */
        {{{-4, 4, 4, -4}, {-4, -4, 4, 4}, 4}, {{0, 1}, {0, 1}, 2}, ORACLE_OVERLAP},  /* a segment in it */
        {{{-4, 4, 4, -4}, {-4, -4, 4, 4}, 4}, {{-9, 9}, {1, 2}, 2}, ORACLE_OVERLAP}, /* through it */
        {{{-4, 4, 4, -4}, {4, 4, -4, -4}, 4}, {{-9, 9}, {1, 2}, 2}, ORACLE_OVERLAP}, /* clockwise */
        {{{-4, 4, 4, -4}, {4, 4, -4, -4}, 4}, {{-9, 9}, {5, 5}, 2}, ORACLE_APART},   /* past it */
        {{{-4, 4, 4, -4}, {-1, -1, 1, 1}, 4}, {{-1, 1, 1, -1}, {-4, -4, 4, 4}, 4}, ORACLE_OVERLAP}, /* a plus sign */
        {{{-4, 4, 0}, {0, 0, 0}, 3}, {{0, 0, 0}, {-4, 4, 0}, 3}, ORACLE_OVERLAP},                   /* flat, of three vertices */
        {{{-4, 4, 0}, {0, 0, 0}, 3}, {{5, 7, 6}, {0, 0, 0}, 3}, ORACLE_APART},
    };
    static const float radii[] = {0x1p-20F, 0x1p-60F, 0x1p-149F};
    enum { CASES = sizeof cases / sizeof *cases };
    for (size_t k = 0; k < sizeof radii / sizeof *radii; k++)
        for (size_t most = 2; most <= 4; most += 2) {
            pair_list *l = pairs_create();
            for (size_t i = 0; i < CASES; i++)
                if (cases[i].a.count <= most && cases[i].b.count <= most) {
                    cr_assert_eq(oracle_round_contact(cases[i].a.x, cases[i].a.y, cases[i].a.count, radii[k], cases[i].b.x,
                                                      cases[i].b.y, cases[i].b.count, 0, 0),
                                 cases[i].contact, "the oracle, case %zu", i);
                    pairs_add(l, &cases[i].a, radii[k], &cases[i].b, 0);
                    pairs_expect(l, l->count - 1, cases[i].contact);
                }
            check_list(l, 0, "cores that overlap");
            pairs_destroy(l);
        }
}

/* --- Nearest points ----------------------------------------------------------------------------*/

typedef enum core { POINT, SEGMENT, SLANTED_BOX } core;

/* A shape about the origin, of a size near 16; some have no extent in one direction or in both. */
static void make_core(rng *r, core kind, polygon *out) {
    lattice_point p = {rng_between(r, -4096, 4096), rng_between(r, -4096, 4096)};
    int32_t wide = rng_below(r, 4) ? 8192 : rng_between(r, 0, 8);
    lattice_point u = {rng_between(r, -8192, 8192), rng_between(r, -8192, 8192)};
    lattice_point lean = {rng_between(r, -wide, wide) / 4, rng_between(r, -wide, wide) / 4};
    lattice_point v = {rng_below(r, 2) ? -u.y + lean.x : lean.x, rng_below(r, 2) ? u.x + lean.y : lean.y};
    out->count = 0;
    if (kind == SLANTED_BOX) {
        make_parallelogram(p, u, v, out);
    } else {
        polygon_push(out, (double)p.x, (double)p.y);
        if (kind == SEGMENT)
            polygon_push(out, (double)(p.x + lean.x), (double)(p.y + lean.y + (rng_below(r, 2) ? u.y : 0)));
    }
    polygon_scale(out, -9);
}

/* The distance of the cores in double, except if a vertex of one is nearest to the inside of an edge of a box. */
static double least_distance(const polygon *p, const polygon *q) {
    double least = INFINITY;
    for (size_t i = 0; i < p->count; i++)
        for (size_t j = 0; j < q->count; j++) {
            double dx = (double)p->x[i] - (double)q->x[j], dy = (double)p->y[i] - (double)q->y[j];
            double ex = (double)p->x[(i + 1) % p->count] - (double)p->x[i], ey = (double)p->y[(i + 1) % p->count] - (double)p->y[i],
                   length2 = ex * ex + ey * ey;
            double t = length2 > 0 ? fmax(0, fmin(1, -(dx * ex + dy * ey) / length2)) : 0;
            double fx = dx + t * ex, fy = dy + t * ey;
            least = fmin(least, sqrt(fx * fx + fy * fy));
        }
    return least;
}

static size_t answers[2];

/* Shapes at most a few sizes apart, `away` from the origin, all times 2^scale. The radius mostly is near the one at which they
 * touch. */
static void check_cores(core kind_a, core kind_b, double away, int scale, uint64_t seed) {
    rng r = {seed};
    pair_list *l = pairs_create();
    while (l->count < PAIRS) {
        polygon a, b;
        make_core(&r, kind_a, &a);
        make_core(&r, kind_b, &b);
        polygon_translate(&a, away, -away);
        polygon_translate(&b, away + rng_real(&r, -20, 20), -away + rng_real(&r, -20, 20));
        double distance = fmin(least_distance(&a, &b), least_distance(&b, &a));
        double share = rng_below(&r, 3) == 0 ? rng_real(&r, 0, 2) : 1 + rng_real(&r, -1, 1) * ldexp(1, -rng_between(&r, 4, 26));
        float radius = rng_below(&r, 8) == 0 ? 0 : (float)(distance * share);
        polygon_scale(&a, scale);
        polygon_scale(&b, scale);
        if (!polygon_is_valid(&a) || !polygon_is_valid(&b))
            continue;
        radius = ldexpf(radius, scale);
        float radius_b = rng_below(&r, 2) ? 0 : radius * 0.25F;
        pairs_add(l, &a, radius - radius_b, &b, radius_b);
    }
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, 0, 0};
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        use_isa(0);
        cr_assert_eq(sepal_polys_overlap_pairs(l->a, l->b, l->pairs, PAIRS, &rule, bits), SEPAL_OK);
        for (size_t i = 0; i < PAIRS; i++)
            answers[l->expected[touching][i] = bit_at(bits, i)]++;
    }
    check_list(l, 0, kind_b == SLANTED_BOX ? "a slanted box" : "a segment");
    pairs_destroy(l);
}

Test(reach, nearest_points_at_every_scale) {
    static const double away[] = {0, 1000, 0x1p20, 0x1p40};
    static const int scales[] = {0, -20, 20, -40, 40, -75, 75, -130};
    for (size_t i = 0; i < sizeof away / sizeof *away; i++)
        for (size_t j = 0; j < sizeof scales / sizeof *scales; j++) {
            if (away[i] > 0x1p30 && scales[j] > 70) /* would overflow */
                continue;
            check_cores(SEGMENT, SEGMENT, away[i], scales[j], 61 + 8 * i + j);
            check_cores(POINT, SEGMENT, away[i], scales[j], 161 + 8 * i + j);
            check_cores(POINT, SLANTED_BOX, away[i], scales[j], 261 + 8 * i + j);
        }
    cr_assert(answers[0] > 10000 && answers[1] > 10000, "%zu apart, %zu overlap", answers[0], answers[1]);
}
