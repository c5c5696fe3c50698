/* The smallest push of shapes with radii and under a margin: by hand, and against GMP. */
#include "check.h"
#include "oracle/depth.h"
#include "oracle/round.h"
#include "round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double depth_bound = 17, push_bound = 32; /* as the header states them */

typedef struct answer {
    float x, y, depth;
} answer;

static answer ask_one(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin, int touching) {
    answer m = {0, 0, 0};
    const sepal_rule rule = {(sepal_touching)touching, margin};
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, &pair, 1, &rule, (sepal_mtvs){&m.x, &m.y, &m.depth}), SEPAL_OK);
    return m;
}

/* --- By hand -------------------------------------------------------------------------------------*/

typedef struct shape {
    float x[4], y[4];
    size_t count;
    float radius;
} shape;

static const struct {
    const char *what;
    shape a, b;
    float margin, normal_x, normal_y, depth;
} cases[] = {
    {"circles", {{0}, {0}, 1, 3}, {{3}, {4}, 1, 4}, 0, 0.6F, 0.8F, 2},
    {"circles that touch", {{0}, {0}, 1, 2}, {{3}, {4}, 1, 3}, 0, 0.6F, 0.8F, 0},
    {"circles apart", {{0}, {0}, 1, 1}, {{3}, {4}, 1, 2}, 0, 0.6F, 0.8F, -2},
    {"circles apart, but for the margin", {{0}, {0}, 1, 1}, {{3}, {4}, 1, 2}, 2.5F, 0.6F, 0.8F, 0.5F},
    {"concentric circles", {{5}, {5}, 1, 3}, {{5}, {5}, 1, 1}, 0, 1, 0, 4},
    {"a circle beside an edge", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4, 0}, {{10}, {4}, 1, 3}, 0, 1, 0, 1},
    {"a circle off a corner", {{11}, {12}, 1, 6}, {{0, 8, 8, 0}, {0, 0, 8, 8}, 4, 0}, 0, -0.6F, -0.8F, 1},
    {"a circle in a square", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4, 0}, {{7}, {4}, 1, 3}, 0, 1, 0, 4},
    {"crossing capsules", {{0, 4}, {0, 0}, 2, 1}, {{3, 3}, {-1, 3}, 2, 2}, 0, 0, 1, 4},
    {"capsules side by side", {{0, 4}, {0, 0}, 2, 1}, {{4, 0}, {2, 2}, 2, 2}, 0, 0, 1, 1},
    {"polygons apart, but for the margin", {{0, 2, 0}, {0, 0, 2}, 3, 0}, {{5, 9, 5}, {0, 0, 9}, 3, 0}, 4, 1, 0, 1},
    {"subnormal radii", {{0}, {0}, 1, 0x1p-149F}, {{0}, {0x3p-149F}, 1, 0x1p-149F}, 0, 0, 1, -0x1p-149F},
    {"the greatest radii", {{0}, {0}, 1, FLT_MAX}, {{1}, {0}, 1, FLT_MAX}, 0, 1, 0, FLT_MAX},
};

Test(mtv_round, cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            sepal_polys *a, *b;
            cr_assert_eq(sepal_polys_create(NULL, &a), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &b), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_round(a, cases[k].a.x, cases[k].a.y, cases[k].a.count, cases[k].a.radius, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_round(b, cases[k].b.x, cases[k].b.y, cases[k].b.count, cases[k].b.radius, NULL), SEPAL_OK);
            const answer m = ask_one(a, b, (sepal_pair){0, 0}, cases[k].margin, 0);
            cr_assert(fabsf(m.x - cases[k].normal_x) <= FLT_EPSILON && fabsf(m.y - cases[k].normal_y) <= FLT_EPSILON &&
                          m.depth == cases[k].depth,
                      "%s, %s: (%g, %g) %g", name, cases[k].what, (double)m.x, (double)m.y, (double)m.depth);
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
    }
}

/* --- Against GMP ---------------------------------------------------------------------------------*/

static double worst_depth, worst_push;

static void judge(const char *what, const oracle_shape *a, const oracle_shape *b, float margin, answer m) {
    const oracle_contact met = oracle_round_contact(a->x, a->y, a->count, a->radius, b->x, b->y, b->count, b->radius, margin);
    cr_assert(isfinite(m.x) && isfinite(m.y) && isfinite(m.depth), "%s: (%a, %a) %a", what, (double)m.x, (double)m.y,
              (double)m.depth);
    cr_assert(!(m.depth == 0 && signbit(m.depth)) && !(m.x == 0 && signbit(m.x)) && !(m.y == 0 && signbit(m.y)), "%s: -0", what);
    cr_assert_eq((m.depth > 0) - (m.depth < 0), (int)met - (int)ORACLE_TOUCH, "%s: depth %a, contact %d", what, (double)m.depth,
                 (int)met);
    const double error = oracle_depth_error(a, b, margin, m.depth);
    cr_assert_leq(error, depth_bound, "%s: %g roundings", what, error);
    worst_depth = error > worst_depth ? error : worst_depth;
    if (m.depth > 0 && m.depth < FLT_MAX) {
        const double left = oracle_push_error(a, b, margin, m.x, m.y, m.depth);
        cr_assert_leq(left, push_bound, "%s: %g roundings are left", what, left);
        worst_push = left > worst_push ? left : worst_push;
    }
}

Test(mtv_round, is_within_its_bounds_by_gmp, .timeout = 250) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 951, 60, 16, (radius_manner)manner);
            const polygon_list *others = s.base.one_set ? &s.base.a : &s.base.b;
            use_isa(kind % sepal_isa_count());
            size_t spent = 0;
            for (size_t i = 0; i < s.base.pair_count && spent < 20000; i++) {
                const sepal_pair pair = s.base.pairs[i];
                const polygon *p = &s.base.a.items[pair.a], *q = &others->items[pair.b];
                spent += (p->count + q->count) * (p->count + q->count);
                const oracle_shape a = {p->x, p->y, p->count, s.radii_a[pair.a]}, b = {q->x, q->y, q->count, s.radii_b[pair.b]};
                judge(s.base.kind, &a, &b, s.margin, ask_one(s.a, s.b, pair, s.margin, (int)(i % RULES)));
            }
            round_scene_destroy(&s);
        }
    cr_log_info("worst depth %.2f u D, worst push %.2f u D", worst_depth, worst_push);
    cr_assert(worst_depth > 0.5 && worst_push > 0.5, "the oracle sees no rounding at all");
}

Test(mtv_round, touches_exactly) {
    rng r = {952};
    for (int round = 0; round < 1000; round++) {
        const contact c = random_contact(&r);
        sepal_polys *a = contact_set(&c.a, c.radius_a), *b = contact_set(&c.b, c.radius_b);
        use_isa((size_t)round % sepal_isa_count());
        const answer m = ask_one(a, b, (sepal_pair){0, 0}, c.margin, 0), n = ask_one(b, a, (sepal_pair){0, 0}, c.margin, 1);
        cr_assert(m.depth == 0 && n.depth == 0, "depths %a and %a", (double)m.depth, (double)n.depth);
        const oracle_shape p = {c.a.x, c.a.y, c.a.count, c.radius_a}, q = {c.b.x, c.b.y, c.b.count, c.radius_b};
        judge("contact", &p, &q, c.margin, m);
        judge("contact, turned round", &q, &p, c.margin, n);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

/* A list that mixes shapes with and without a radius: an answer is what it is alone, and without radii it is that of the polygons.
 */
Test(mtv_round, lists_mix) {
    round_scene s = round_scene_create(scene_kind_find("everything"), 953, 150, 1500, (radius_manner)0);
    enum { PAIRS = 1500 };
    static float x[PAIRS], y[PAIRS], depth[PAIRS];
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0};
    cr_assert_eq(sepal_polys_mtv_pairs(s.a, s.b, s.base.pairs, PAIRS, &rule, (sepal_mtvs){x, y, depth}), SEPAL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        const sepal_pair pair = s.base.pairs[i];
        const bool plain = s.radii_a[pair.a] == 0 && s.radii_b[pair.b] == 0;
        const answer m = plain ? ask_one(s.base.set_a, s.base.set_b, pair, 0, 0) : ask_one(s.a, s.b, pair, 0, 0);
        cr_assert(memcmp(&m.x, &x[i], sizeof m.x) == 0 && memcmp(&m.y, &y[i], sizeof m.y) == 0 &&
                      memcmp(&m.depth, &depth[i], sizeof m.depth) == 0,
                  "pair %zu", i);
    }
    round_scene_destroy(&s);
}
