/* The smallest push of shapes with radii and under a margin: by hand, and against GMP. */
#include "../common/check.h"
#include "../oracle/depth.h"
#include "../oracle/round.h"
#include "../scenes/round_scenes.h"

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
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, &pair, 1, &rule, &(sepal_mtvs){&m.x, &m.y, &m.depth}), SEPAL_OK);
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

/* --- Every instruction set against the scalar path -----------------------------------------------*/

enum { MOST_PAIRS = 2500 };

typedef struct answers {
    float x[MOST_PAIRS + 1], y[MOST_PAIRS + 1], depth[MOST_PAIRS + 1];
} answers;

static void ask(const round_scene *s, size_t from, size_t count, int touching, answers *m) {
    const sepal_rule rule = {(sepal_touching)touching, s->margin};
    m->x[count] = m->y[count] = m->depth[count] = -12345;
    cr_assert_eq(sepal_polys_mtv_pairs(s->a, s->b, s->base.pairs + from, count, &rule, &(sepal_mtvs){m->x, m->y, m->depth}),
                 SEPAL_OK);
    cr_assert(m->x[count] == -12345 && m->y[count] == -12345 && m->depth[count] == -12345, "wrote behind %zu answers", count);
}

static bool same_bits(float p, float q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static void check_same(const round_scene *s, const char *who, size_t from, size_t count, const answers *m,
                       const answers *expected) {
    for (size_t i = 0; i < count; i++) {
        const size_t k = from + i;
        cr_assert(same_bits(m->x[i], expected->x[k]) && same_bits(m->y[i], expected->y[k]) &&
                      same_bits(m->depth[i], expected->depth[k]),
                  "%s, scene '%s', margin %a, pair %zu: (%a, %a) %a instead of (%a, %a) %a", who, s->base.kind, (double)s->margin,
                  k, (double)m->x[i], (double)m->y[i], (double)m->depth[i], (double)expected->x[k], (double)expected->y[k],
                  (double)expected->depth[k]);
    }
}

Test(mtv_round, all_instruction_sets_agree_bit_by_bit, .timeout = 250) {
    static answers expected, m;
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            const uint64_t seed = 961 + (uint64_t)(kind % 2);
            round_scene s = round_scene_create(kind, seed, 200, 600, (radius_manner)manner);
            use_isa(0);
            ask(&s, 0, 600, 0, &expected);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                ask(&s, 0, 600, (int)(isa % RULES), &m);
                check_same(&s, name, 0, 600, &m, &expected);
            }
            round_scene_destroy(&s);
        }
}

Test(mtv_round, batches_of_every_length_agree) {
    static answers expected, m;
    static const size_t longer[] = {127, 128, 129, 1000, 2047, 2048, 2049, 2065};
    static const char *const names[] = {"boxes", "box grid", "everything"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(scene_kind_find(names[n]), 971, 200, MOST_PAIRS, (radius_manner)manner);
            use_isa(0);
            ask(&s, 0, MOST_PAIRS, 0, &expected);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                for (size_t i = 0; i < 40 + sizeof longer / sizeof *longer; i++) {
                    const size_t length = i < 40 ? i : longer[i - 40], from = (i * 37) % (MOST_PAIRS - length + 1);
                    ask(&s, from, length, 0, &m);
                    check_same(&s, name, from, length, &m, &expected);
                }
            }
            round_scene_destroy(&s);
        }
}

/* Shapes at a distance that is small beside their size, edges that are nearly in line or nearly parallel to those of the other, and
 * radii that nearly reach: where float cannot tell what is nearest, and where what it tells has to be within the bounds. */
Test(mtv_round, edges_in_line_and_side_by_side, .timeout = 250) {
    rng r = {981};
    for (int round = 0; round < 6000; round++) {
        const double tilt = ldexp(rng_real(&r, -1, 1), -(int)rng_below(&r, 30)), bend = ldexp(1, -(int)rng_between(&r, 8, 26));
        const double gap = ldexp(rng_real(&r, 0.5, 1), -(int)rng_below(&r, 26)), slide = rng_real(&r, -2.2, 2.2);
        const double turn = rng_below(&r, 2) ? rng_real(&r, 0, 6.2) : 0, c = cos(turn), s = sin(turn);
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
        const float radius = (float)(rng_below(&r, 2) ? gap * rng_real(&r, 0, 2) : rng_real(&r, 0, 2));
        sepal_polys *in_a = contact_set(&a, radius), *in_b = contact_set(&b, 0);
        const oracle_shape p = {a.x, a.y, a.count, radius}, q = {b.x, b.y, b.count, 0};
        answer first = {0, 0, 0}, back = {0, 0, 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            const answer m = ask_one(in_a, in_b, (sepal_pair){0, 0}, 0, 0), n = ask_one(in_b, in_a, (sepal_pair){0, 0}, 0, 0);
            if (isa == 0) {
                first = m;
                back = n;
                judge("side by side", &p, &q, 0, m);
                judge("side by side, turned round", &q, &p, 0, n);
            }
            cr_assert(memcmp(&m, &first, sizeof m) == 0 && memcmp(&n, &back, sizeof n) == 0, "%s, round %d", sepal_isa(), round);
        }
        sepal_polys_destroy(in_a);
        sepal_polys_destroy(in_b);
    }
    cr_log_info("worst depth %.2f u D, worst push %.2f u D", worst_depth, worst_push);
}

/* A list that mixes shapes with and without a radius: an answer is what it is alone, and without radii it is that of the polygons.
 */
Test(mtv_round, lists_mix) {
    round_scene s = round_scene_create(scene_kind_find("everything"), 953, 150, 1500, (radius_manner)0);
    enum { PAIRS = 1500 };
    static float x[PAIRS], y[PAIRS], depth[PAIRS];
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0};
    cr_assert_eq(sepal_polys_mtv_pairs(s.a, s.b, s.base.pairs, PAIRS, &rule, &(sepal_mtvs){x, y, depth}), SEPAL_OK);
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
