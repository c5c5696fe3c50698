/* The smallest push of shapes with radii and under a margin: by hand, and against GMP. */
#include "../common/check.h"
#include "../oracle/oracle.h"
#include "../scenes/round_scenes.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

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
    {"a circle around four equal vertices",
     {{0}, {0}, 1, 32},
     {{0x3p-36F, 0x3p-36F, 0x3p-36F, 0x3p-36F}, {0x4p-36F, 0x4p-36F, 0x4p-36F, 0x4p-36F}, 4, 0},
     0,
     0.6F,
     0.8F,
     32},
    {"four equal vertices in a circle",
     {{0x3p-36F, 0x3p-36F, 0x3p-36F, 0x3p-36F}, {0x4p-36F, 0x4p-36F, 0x4p-36F, 0x4p-36F}, 4, 0},
     {{0}, {0}, 1, 32},
     0,
     -0.6F,
     -0.8F,
     32},
    {"a circle around two equal vertices",
     {{0}, {0}, 1, 32},
     {{0x3p-36F, 0x3p-36F}, {0x4p-36F, 0x4p-36F}, 2, 1},
     0,
     0.6F,
     0.8F,
     33},
    {"a circle beside four equal vertices", {{0}, {0}, 1, 2}, {{3, 3, 3, 3}, {4, 4, 4, 4}, 4, 0}, 0, 0.6F, 0.8F, -3},
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
            sepal_rule rule = {.margin = cases[k].margin};
            push m = push_ask(a, b, (sepal_pair){0, 0}, &rule);
            cr_assert(fabsf(m.x - cases[k].normal_x) <= FLT_EPSILON && fabsf(m.y - cases[k].normal_y) <= FLT_EPSILON &&
                          m.depth == cases[k].depth,
                      "%s, %s: (%g, %g) %g", name, cases[k].what, (double)m.x, (double)m.y, (double)m.depth);
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
    }
}

/* --- Against GMP ------------------------------------------------------------------------------------------------------------- */

Test(mtv_round, is_within_its_bounds_by_gmp) {
    push_errors worst = {0};
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 951, 60, 16, (radius_manner)manner);
            const polygon_list *others = s.base.one_set ? &s.base.a : &s.base.b;
            use_isa(kind % sepal_isa_count());
            size_t spent = 0;
            for (size_t i = 0; i < s.base.pair_count && spent < 20000; i++) {
                sepal_pair pair = s.base.pairs[i];
                const polygon *p = &s.base.a.items[pair.a], *q = &others->items[pair.b];
                spent += (p->count + q->count) * (p->count + q->count);
                oracle_shape a = {p->x, p->y, p->count, s.radii_a[pair.a]}, b = {q->x, q->y, q->count, s.radii_b[pair.b]};
                sepal_rule rule = {(sepal_touching)(i % RULES), s.margin, 0};
                judge_push(s.base.kind, i, &a, &b, s.margin, push_ask(s.a, s.b, pair, &rule), &worst);
            }
            round_scene_destroy(&s);
        }
    check_push_errors(&worst);
}

Test(mtv_round, touches_exactly) {
    rng r = {952};
    push_errors worst = {0};
    for (int round = 0; round < 1000; round++) {
        contact c = random_contact(&r);
        sepal_polys *a = contact_set(&c.a, c.radius_a), *b = contact_set(&c.b, c.radius_b);
        use_isa((size_t)round % sepal_isa_count());
        sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, c.margin, 0}, other = {SEPAL_TOUCHING_IS_APART, c.margin, 0};
        push m = push_ask(a, b, (sepal_pair){0, 0}, &rule), n = push_ask(b, a, (sepal_pair){0, 0}, &other);
        cr_assert(m.depth == 0 && n.depth == 0, "depths %a and %a", (double)m.depth, (double)n.depth);
        oracle_shape p = {c.a.x, c.a.y, c.a.count, c.radius_a}, q = {c.b.x, c.b.y, c.b.count, c.radius_b};
        judge_push("contact", (size_t)round, &p, &q, c.margin, m, &worst);
        judge_push("contact, turned round", (size_t)round, &q, &p, c.margin, n, &worst);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

/* Shapes at a distance that is small relative to their size, with edges that are nearly in line with or nearly parallel to
 * those of the other, and with radii that nearly reach. Float cannot always tell there what is nearest, and its answers must be
 * within the bounds. */
Test(mtv_round, edges_in_line_and_side_by_side) {
    rng r = {981};
    push_errors worst = {0};
    for (int round = 0; round < 6000; round++) {
        double tilt = ldexp(rng_real(&r, -1, 1), -(int)rng_below(&r, 30)), bend = ldexp(1, -(int)rng_between(&r, 8, 26));
        double gap = ldexp(rng_real(&r, 0.5, 1), -(int)rng_below(&r, 26)), slide = rng_real(&r, -2.2, 2.2);
        double turn = rng_below(&r, 2) ? rng_real(&r, 0, 6.2) : 0, c = cos(turn), s = sin(turn);
        /* a below the line y = 0, b above it; a's upper side is bent in its middle */
        const double ax[] = {-1, 1, 1, 0, -1}, ay[] = {-1, -1, -bend, 0, -bend};
        const double bx[] = {slide - 1, slide + 1, slide + 1, slide - 1}, by[] = {gap - tilt, gap + tilt, gap + 1, gap + 1};
        polygon a = {.count = 0}, b = {.count = 0};
        for (int k = 0; k < 5; k++)
            polygon_push(&a, c * ax[k] - s * ay[k], s * ax[k] + c * ay[k]);
        for (int k = 0; k < 4; k++)
            polygon_push(&b, c * bx[k] - s * by[k], s * bx[k] + c * by[k]);
        polygon_take_hull(&a);
        polygon_take_hull(&b);
        float radius = (float)(rng_below(&r, 2) ? gap * rng_real(&r, 0, 2) : rng_real(&r, 0, 2));
        sepal_polys *in_a = contact_set(&a, radius), *in_b = contact_set(&b, 0);
        oracle_shape p = {a.x, a.y, a.count, radius}, q = {b.x, b.y, b.count, 0};
        push first = {0, 0, 0}, back = {0, 0, 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            push m = push_ask(in_a, in_b, (sepal_pair){0, 0}, NULL), n = push_ask(in_b, in_a, (sepal_pair){0, 0}, NULL);
            if (isa == 0) {
                first = m;
                back = n;
                judge_push("side by side", (size_t)round, &p, &q, 0, m, &worst);
                judge_push("side by side, turned round", (size_t)round, &q, &p, 0, n, &worst);
            }
            cr_assert(memcmp(&m, &first, sizeof m) == 0 && memcmp(&n, &back, sizeof n) == 0, "%s, round %d", sepal_isa(), round);
        }
        sepal_polys_destroy(in_a);
        sepal_polys_destroy(in_b);
    }
    check_push_errors(&worst);
}

/* --- Lists ------------------------------------------------------------------------------------------------------------------- */

/* A list that mixes shapes with and without a radius. Each answer is the same as alone, and without radii it is that of the
 * polygons. */
Test(mtv_round, lists_mix) {
    round_scene s = round_scene_create(scene_kind_find("everything"), 953, 150, 1500, (radius_manner)0);
    enum { PAIRS = 1500 };
    pushes all = pushes_ask(s.a, s.b, s.base.pairs, PAIRS, NULL);
    for (size_t i = 0; i < PAIRS; i++) {
        sepal_pair pair = s.base.pairs[i];
        bool plain = s.radii_a[pair.a] == 0 && s.radii_b[pair.b] == 0;
        push m = plain ? push_ask(s.base.set_a, s.base.set_b, pair, NULL) : push_ask(s.a, s.b, pair, NULL);
        cr_assert(same_bits(m.x, all.x[i]) && same_bits(m.y, all.y[i]) && same_bits(m.depth, all.depth[i]), "pair %zu", i);
    }
    pushes_release(&all);
    round_scene_destroy(&s);
}

/* Asks on every instruction set, judges by the oracle both ways round. */
static void judge_both_ways(const char *what, size_t number, const polygon *a, float radius_a, const polygon *b, float radius_b,
                            float margin, push_errors *worst) {
    sepal_polys *in_a = contact_set(a, radius_a), *in_b = contact_set(b, radius_b);
    const oracle_shape p = {a->x, a->y, a->count, radius_a}, q = {b->x, b->y, b->count, radius_b};
    const sepal_rule rule = {.margin = margin};
    push first = {0, 0, 0}, back = {0, 0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        push m = push_ask(in_a, in_b, (sepal_pair){0, 0}, &rule), n = push_ask(in_b, in_a, (sepal_pair){0, 0}, &rule);
        if (isa == 0) {
            first = m;
            back = n;
            judge_push(what, number, &p, &q, margin, m, worst);
            judge_push(what, number, &q, &p, margin, n, worst);
        }
        cr_assert(memcmp(&m, &first, sizeof m) == 0 && memcmp(&n, &back, sizeof n) == 0, "%s, '%s' %zu", sepal_isa(), what, number);
    }
    sepal_polys_destroy(in_a);
    sepal_polys_destroy(in_b);
}

static polygon polygon_of(const float *x, const float *y, size_t count) {
    polygon p = {.count = 0};
    for (size_t k = 0; k < count; k++)
        polygon_push(&p, (double)x[k], (double)y[k]);
    return p;
}

/* Two pairs of points that are equally near but for rounding; and cores so near to each other that float does not know on which side
 * of a segment a point is. A normal on the wrong side would lead through a. */
Test(mtv_round, normals_of_near_ties_lead_away_from_a) {
    push_errors worst = {0};
    static const float low_x[] = {0, -1}, low_y[] = {0, -0x1p-15F}, high_x[] = {1, -0x1p-13F}, high_y[] = {4096, 4096};
    const polygon low = polygon_of(low_x, low_y, 2), high = polygon_of(high_x, high_y, 2);
    judge_both_ways("capsules with two near pairs of points", 0, &low, 2457.6F, &high, 2457.6F, 0, &worst);
    static const float cut_x[] = {2.4F, -1.6F}, cut_y[] = {-1.6F, 2.4F}, at[] = {0.4F};
    const polygon cut = polygon_of(cut_x, cut_y, 2), point = polygon_of(at, at, 1);
    judge_both_ways("a point beside a segment", 0, &cut, 0, &point, 0, 0.25F, &worst);

    rng r = {953};
    size_t apart = 0;
    for (size_t round = 0; round < 3000; round++) {
        /* a: a segment or a needle through the point t of which the float next to it is b, or in which the tip of b begins */
        const double turn = rng_real(&r, 0, 6.2), c = cos(turn), s = sin(turn), t = rng_real(&r, -1, 1);
        const double width = rng_below(&r, 2) ? 0 : ldexp(1, -(int)rng_between(&r, 1, 26));
        polygon a = {.count = 0}, b = {.count = 0};
        polygon_push(&a, c, s);
        polygon_push(&a, -c, -s);
        if (width > 0)
            polygon_push(&a, -c - width * s, -s + width * c);
        const double x = width > 0 && rng_below(&r, 2) ? c : t * c, y = x == c ? s : t * s;
        polygon_push(&b, x + rng_real(&r, -1, 1) * 0x1p-24, y + rng_real(&r, -1, 1) * 0x1p-24);
        if (rng_below(&r, 2)) {
            const double way = rng_real(&r, 0, 6.2);
            polygon_push(&b, x + cos(way), y + sin(way));
        }
        const float margin = rng_below(&r, 2) ? 0.25F : 0;
        const oracle_contact met = oracle_hulls_contact(a.x, a.y, a.count, b.x, b.y, b.count);
        apart += met == ORACLE_APART;
        judge_both_ways("nearly touching", round, &a, 0, &b, 0, margin, &worst);
    }
    cr_assert_gt(apart, 500);
    check_push_errors(&worst);
}
