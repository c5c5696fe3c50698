/* Polygons of 32 to 480 vertices that touch exactly: at vertices and along faces, at a distance that is their radii and a margin, and from
 * within. Sets of floats and of doubles give the answers of the scalar path on every instruction set, and those that are known.
 *
 * The edges of a polygon are the primitive vectors of whole numbers up to `most`, in the order of their directions; so it is P = 2c - P for
 * its centre c. P + t touches P if t is on the border of 2(P - c), and is within P with the radius |t| more, exactly. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { VERTICES_MOST = 512, PLACES = 400, MOST_PATTERNS = 5 };

typedef struct outline {
    int count, x[VERTICES_MOST], y[VERTICES_MOST];
} outline;

static int common_divisor(int p, int q) {
    while (q != 0) {
        const int rest = p % q;
        p = q;
        q = rest;
    }
    return abs(p);
}

typedef struct vector {
    int x, y;
} vector;

static int by_direction(const void *p, const void *q) {
    const vector *a = p, *b = q;
    const int lower_a = a->y < 0 || (a->y == 0 && a->x < 0), lower_b = b->y < 0 || (b->y == 0 && b->x < 0);
    return lower_a != lower_b ? lower_a - lower_b : a->y * b->x - a->x * b->y;
}

static outline outline_of(int most) {
    vector edges[VERTICES_MOST] = {{0, 0}};
    outline o = {0};
    for (int x = -most; x <= most; x++)
        for (int y = -most; y <= most; y++)
            if (common_divisor(x, y) == 1) {
                cr_assert(o.count < VERTICES_MOST, "there are too many vectors");
                edges[o.count++] = (vector){x, y};
            }
    qsort(edges, (size_t)o.count, sizeof *edges, by_direction);
    for (int k = 1; k < o.count; k++) {
        o.x[k] = o.x[k - 1] + edges[k - 1].x;
        o.y[k] = o.y[k - 1] + edges[k - 1].y;
    }
    return o;
}

/* The sets: a has P, b has it at all places. floats and doubles. */
typedef struct both {
    sepal_polys *floats_a, *floats_b, *doubles_a, *doubles_b;
} both;

static both both_create(void) {
    both s;
    cr_assert_eq(sepal_polys_create(NULL, &s.floats_a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &s.floats_b), SEPAL_OK);
    cr_assert_eq(sepal_polys_create_doubles(NULL, 0, 0, &s.doubles_a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create_doubles(NULL, 0, 0, &s.doubles_b), SEPAL_OK);
    return s;
}

static void both_destroy(both *s) {
    sepal_polys_destroy(s->floats_a);
    sepal_polys_destroy(s->floats_b);
    sepal_polys_destroy(s->doubles_a);
    sepal_polys_destroy(s->doubles_b);
}

/* Half of them go round the other way. */
static void add_moved(const outline *o, double scale, double x, double y, double radius, bool turned, sepal_polys *floats,
                      sepal_polys *doubles) {
    double all_x[VERTICES_MOST], all_y[VERTICES_MOST];
    float near_x[VERTICES_MOST], near_y[VERTICES_MOST];
    for (int k = 0; k < o->count; k++) {
        const int at = turned ? o->count - 1 - k : k;
        all_x[k] = scale * o->x[at] + x;
        all_y[k] = scale * o->y[at] + y;
        near_x[k] = (float)all_x[k];
        near_y[k] = (float)all_y[k];
        cr_assert((double)near_x[k] == all_x[k] && (double)near_y[k] == all_y[k], "a coordinate is no float");
    }
    cr_assert_eq(sepal_polys_add_round(floats, near_x, near_y, (size_t)o->count, (float)radius, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round_doubles(doubles, all_x, all_y, (size_t)o->count, radius, NULL), SEPAL_OK);
}

typedef sepal_status ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                         uint64_t *bits);

/* Asks about shape 0 of a and each of b. expected: of each, -1 if it is not known. */
static void check(const both *s, ask *asked, const char *name, const sepal_rule *rule, const signed char *expected) {
    sepal_pair pairs[PLACES];
    uint64_t reference[2][PLACES / 64 + 1] = {{0}}, bits[PLACES / 64 + 1] = {0};
    for (uint32_t k = 0; k < PLACES; k++)
        pairs[k] = (sepal_pair){0, k};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *who = use_isa(isa);
        for (int doubles = 0; doubles < 2; doubles++) {
            uint64_t *to = isa == 0 ? reference[doubles] : bits;
            const sepal_status status = doubles ? asked(s->doubles_a, s->doubles_b, pairs, PLACES, rule, to)
                                                : asked(s->floats_a, s->floats_b, pairs, PLACES, rule, to);
            cr_assert_eq(status, SEPAL_OK);
            for (size_t k = 0; k < PLACES; k++) {
                const int got = (int)(to[k / 64] >> k % 64 & 1), scalar = (int)(reference[doubles][k / 64] >> k % 64 & 1);
                cr_assert_eq(got, scalar, "%s, %s, doubles %d, margin %g, touching %d: place %zu", who, name, doubles,
                             (double)rule->margin, rule->touching, k);
                cr_assert(expected[k] < 0 || got == expected[k], "%s, %s, doubles %d, margin %g, touching %d: place %zu has %d",
                          who, name, doubles, (double)rule->margin, rule->touching, k, got);
            }
        }
    }
}

/* A vector along which the distance is a whole number: its length is 5. */
static const vector fives[] = {{3, 4}, {4, 3}, {-3, 4}, {-4, 3}, {3, -4}, {4, -3}, {-3, -4}, {-4, -3}, {5, 0}, {0, -5}};

static const int patterns[MOST_PATTERNS] = {3, 5, 6, 8, 13};

/* Places where P + t touches P: t is a vertex of 2(P - c), or on an edge; or is that with a gap of 5 times k along the normal of an edge of
 * length 5, for which the reach is made. */
Test(large_ties, overlap) {
    rng r = {4711};
    for (int pattern = 0; pattern < MOST_PATTERNS; pattern++) {
        const outline o = outline_of(patterns[pattern]);
        const int half = o.count / 2;
        for (int gap = 0; gap < 3; gap++) {
            both s = both_create();
            signed char within[2][PLACES];
            const double radius = gap == 2 ? 2 : 0, margin = gap == 0 ? 0 : 5 - 2 * radius;
            add_moved(&o, 1, 0, 0, radius, false, s.floats_a, s.doubles_a);
            for (int k = 0; k < PLACES; k++) {
                int at = (int)rng_below(&r, (uint32_t)o.count);
                vector e = {o.x[(at + 1) % o.count] - o.x[at], o.y[(at + 1) % o.count] - o.y[at]};
                double x = o.x[at] - o.x[(at + half) % o.count], y = o.y[at] - o.y[(at + half) % o.count];
                const double share = (double)rng_below(&r, 5) / 2;
                const vector five = fives[rng_below(&r, 10)];
                if (gap > 0) { /* the vertex that is farthest along the normal, or an edge across it */
                    for (int m = 0; m < o.count; m++)
                        if ((o.x[m] - o.x[at]) * five.x + (o.y[m] - o.y[at]) * five.y > 0)
                            at = m;
                    e = (vector){o.x[(at + 1) % o.count] - o.x[at], o.y[(at + 1) % o.count] - o.y[at]};
                    x = o.x[at] - o.x[(at + half) % o.count] + five.x;
                    y = o.y[at] - o.y[(at + half) % o.count] + five.y;
                    e = e.x * five.x + e.y * five.y == 0 ? e : (vector){0, 0};
                }
                x += share * e.x;
                y += share * e.y;
                within[0][k] = 1;
                within[1][k] = 0;
                add_moved(&o, 1, x, y, radius, k % 2 != 0, s.floats_b, s.doubles_b);
            }
            for (int touching = 0; touching < 2; touching++) {
                const sepal_rule rule = {touching == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, (float)margin, 0};
                check(&s, sepal_polys_overlap_pairs, "overlap", &rule, within[touching]);
            }
            both_destroy(&s);
        }
    }
}

/* Places of P in P with a radius of 5, and with one of 0; and in 2P from within. */
Test(large_ties, containment) {
    rng r = {1147};
    for (int pattern = 0; pattern < MOST_PATTERNS; pattern++) {
        const outline o = outline_of(patterns[pattern]);
        for (int way = 0; way < 4; way++) { /* 0: without a reach. 1: the outer one is rounder. 2, 3: with a margin besides */
            both s = both_create();
            signed char within[2][PLACES];
            const double radius = way == 0 ? 0 : way == 1 ? 5 : 7, margin = way < 2 ? 0 : 2;
            add_moved(&o, way == 0 || way == 3 ? 2 : 1, 0, 0, radius, false, s.floats_a, s.doubles_a);
            for (int k = 0; k < PLACES; k++) {
                const int at = (int)rng_below(&r, (uint32_t)o.count), next = (at + 1) % o.count;
                const vector five = fives[rng_below(&r, 10)];
                const double share = (double)rng_below(&r, 5) / 4;
                double x = way == 0 || way == 3 ? o.x[at] + share * (o.x[next] - o.x[at]) : five.x;
                double y = way == 0 || way == 3 ? o.y[at] + share * (o.y[next] - o.y[at]) : five.y;
                const bool less = rng_below(&r, 4) == 0;
                if (less && way != 3) { /* nearer to the middle */
                    const int opposite = o.count / 2;
                    x = way == 0 ? x + (o.x[opposite] - x * 2) / 64 : x / 2;
                    y = way == 0 ? y + (o.y[opposite] - y * 2) / 64 : y / 2;
                }
                within[0][k] = 1;
                within[1][k] = way == 3 ? 1 : (signed char)less;
                add_moved(&o, 1, x, y, 0, k % 2 != 0, s.floats_b, s.doubles_b);
            }
            for (int touching = 0; touching < 2; touching++) {
                const sepal_rule rule = {touching == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, (float)margin, 0};
                check(&s, sepal_polys_contains_pairs, "containment", &rule, within[touching]);
            }
            both_destroy(&s);
        }
    }
}
