/* Moving shapes: cases worked out by hand, the scalar path against GMP, laws, and bad arguments. That the instruction sets agree is
 * tested with every other question (questions/test_agree.c). */
#include "../common/check.h"
#include "../oracle/sweep.h"
#include "../scenes/round_scenes.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Rows of x and y. */
static sepal_moves moves_of(const float *rows) {
    return rows == NULL ? (sepal_moves){NULL, NULL, 0} : (sepal_moves){rows, rows + 1, 2};
}

typedef struct hit {
    bool meet;
    float time, x, y;
} hit;

typedef struct mover {
    const sepal_polys *set;
    uint32_t index;
    float x, y; /* its move */
} mover;

/* The answer about one pair. The sets get moves that are those of this pair for all shapes. */
static hit hit_of(const mover *a, const mover *b, const sepal_rule *rule) {
    enum { SHAPES_MOST = 2048 };
    static float moves_a[2 * SHAPES_MOST], moves_b[2 * SHAPES_MOST];
    size_t count_a = sepal_polys_count(a->set), count_b = sepal_polys_count(b->set);
    cr_assert(count_a <= SHAPES_MOST && count_b <= SHAPES_MOST);
    for (size_t i = 0; i < count_a; i++)
        moves_a[2 * i] = a->x, moves_a[2 * i + 1] = a->y;
    for (size_t i = 0; i < count_b; i++)
        moves_b[2 * i] = b->x, moves_b[2 * i + 1] = b->y;
    sepal_moves of_a = moves_of(moves_a), of_b = moves_of(moves_b);
    uint64_t bits = 0;
    hit found = {false, -1, -1, -1};
    sepal_pair pair = {a->index, b->index};
    sepal_hits out = {&bits, &found.time, &found.x, &found.y};
    cr_assert_eq(sepal_polys_sweep_pairs(a->set, &of_a, b->set, &of_b, &pair, 1, rule, &out), SEPAL_OK);
    found.meet = bits == 1;
    return found;
}

static sepal_polys *set_of(const float *x, const float *y, size_t count, float radius) {
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_round(set, x, y, count, radius, NULL), SEPAL_OK);
    return set;
}

/* --- By hand ------------------------------------------------------------------------------------*/

typedef struct shape {
    float x[4], y[4];
    size_t count;
    float radius;
} shape;

#define SQUARE                                                                                                                     \
    { {0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0 }
#define BOX_AT(l, b)                                                                                                               \
    { {l, (l) + 1, (l) + 1, l}, {b, b, (b) + 1, (b) + 1}, 4, 0 }

static const struct {
    const char *what;
    shape a, b;
    float ax, ay, bx, by; /* moves */
    hit closed, open;     /* the answers; open: where touching is apart */
} cases[] = {
    {"a thin wall in the way",
     {{5, 5.001F, 5.001F, 5}, {-9, -9, 9, 9}, 4, 0},
     BOX_AT(0, 0),
     0,
     0,
     32,
     0,
     {true, 0.125F, -1, 0},
     {true, 0.125F, -1, 0}},
    {"a wall without thickness", {{5, 5}, {-9, 9}, 2, 0}, BOX_AT(0, 0), 0, 0, 32, 0, {true, 0.125F, -1, 0}, {true, 0.125F, -1, 0}},
    {"the wall comes as well", {{5, 5}, {-9, 9}, 2, 0}, BOX_AT(0, 0), -16, 0, 16, 0, {true, 0.125F, -1, 0}, {true, 0.125F, -1, 0}},
    {"a point through a wall of no thickness only touches it",
     {{5, 5}, {-9, 9}, 2, 0},
     {{1}, {0}, 1, 0},
     0,
     0,
     32,
     0,
     {true, 0.125F, -1, 0},
     {false, 1, 0, 0}},
    {"contact at the very end", SQUARE, BOX_AT(5, 0), 0, 0, -3, 0, {true, 1, 1, 0}, {false, 1, 0, 0}},
    {"the way ends one ulp before", SQUARE, BOX_AT(5, 0), 0, 0, -0x2.fffffcp0F, 0, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"away from each other", SQUARE, BOX_AT(5, 0), 0, 0, 3, 0, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"side by side with one speed", SQUARE, BOX_AT(5, 0), 100, 7, 100, 7, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"grazing along an edge", SQUARE, BOX_AT(4, 2), 0, 0, -8, 0, {true, 0.25F, 1, 0}, {false, 1, 0, 0}},
    {"a hair above the edge",
     SQUARE,
     {{4, 5, 5, 4}, {0x2.000004p0F, 0x2.000004p0F, 3, 3}, 4, 0},
     0,
     0,
     -8,
     0,
     {false, 1, 0, 0},
     {false, 1, 0, 0}},
    {"a hair below",
     SQUARE,
     {{4, 5, 5, 4}, {0x1.fffffep0F, 0x1.fffffep0F, 3, 3}, 4, 0},
     0,
     0,
     -8,
     0,
     {true, 0.25F, 1, 0},
     {true, 0.25F, 1, 0}},
    {"corner to corner, and past: the first axis", SQUARE, BOX_AT(4, 4), 0, 0, -4, 4, {false, 1, 0, 0}, {false, 1, 0, 0}},
    {"corner to corner, and on into it", SQUARE, BOX_AT(4, 4), 0, 0, -8, -8, {true, 0.25F, 1, 0}, {true, 0.25F, 1, 0}},
    {"corners that slide past each other", SQUARE, BOX_AT(4, 0), 0, 0, -4, 4, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"touching at the beginning, then apart", SQUARE, BOX_AT(2, 0), 0, 0, 5, 0, {true, 0, 1, 0}, {false, 1, 0, 0}},
    {"touching at the beginning, then deeper", SQUARE, BOX_AT(2, 0), 0, 0, -5, 0, {true, 0, 1, 0}, {true, 0, 1, 0}},
    {"overlapping at the beginning", SQUARE, BOX_AT(1.5F, 0.5F), 0, 0, 50, 1, {true, 0, 1, 0}, {true, 0, 1, 0}},
    {"two points", {{0}, {0}, 1, 0}, {{3}, {4}, 1, 0}, 0, 0, -6, -8, {true, 0.5F, 0.6F, 0.8F}, {false, 1, 0, 0}},
    {"two points on one line that do not reach",
     {{0}, {0}, 1, 0},
     {{3}, {4}, 1, 0},
     0,
     0,
     -2.25F,
     -3,
     {false, 1, 0, 0},
     {false, 1, 0, 0}},
    {"segments on one line", {{0, 1}, {0, 0}, 2, 0}, {{5, 3}, {0, 0}, 2, 0}, 0, 0, -4, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"crossing segments", {{0, 4}, {0, 0}, 2, 0}, {{1, 1}, {2, 4}, 2, 0}, 0, 0, 0, -8, {true, 0.25F, 0, 1}, {true, 0.25F, 0, 1}},
    {"circles head on", {{0}, {0}, 1, 1}, {{10}, {0}, 1, 2}, 0, 0, -14, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"circles that graze", {{0}, {0}, 1, 1}, {{4}, {3}, 1, 2}, 0, 0, -8, 0, {true, 0x1.fffffep-2F, 0, 1}, {false, 1, 0, 0}},
    {"a circle at an angle", {{0}, {0}, 1, 2}, {{12}, {4}, 1, 3}, 0, 0, -18, 0, {true, 0.5F, 0.6F, 0.8F}, {true, 0.5F, 0.6F, 0.8F}},
    {"a circle on a wall", {{0, 0}, {-9, 9}, 2, 0}, {{9}, {0}, 1, 1}, 0, 0, -16, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"a circle on a corner", SQUARE, {{9}, {6}, 1, 5}, 0, 0, -8, 0, {true, 0.5F, 0.6F, 0.8F}, {true, 0.5F, 0.6F, 0.8F}},
    {"a circle slides along a wall",
     {{0, 4}, {0, 0}, 2, 0},
     {{8}, {1}, 1, 1},
     0,
     0,
     -8,
     0,
     {true, 0x1.fffffep-2F, 0, 1},
     {false, 1, 0, 0}},
    {"capsules", {{0, 0}, {0, 4}, 2, 1}, {{8, 8}, {3, 9}, 2, 1}, 0, 0, -12, 0, {true, 0.5F, 1, 0}, {true, 0.5F, 1, 0}},
    {"a move of 1e30",
     {{1e25F, 1.001e25F, 1.001e25F, 1e25F}, {-9, -9, 9, 9}, 4, 0},
     BOX_AT(0, 0),
     0,
     0,
     1e30F,
     0,
     {true, 0x1.4f8b56p-17F, -1, 0},
     {true, 0x1.4f8b56p-17F, -1, 0}},
    {"the greatest moves", {{0}, {0}, 1, 0}, {{FLT_MAX}, {0}, 1, 0}, FLT_MAX, 0, -FLT_MAX, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
    {"the least ones", {{0}, {0}, 1, 0}, {{0x2p-149F}, {0}, 1, 0}, 0, 0, -0x4p-149F, 0, {true, 0.5F, 1, 0}, {false, 1, 0, 0}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_hit(const char *what, hit found, hit expected) {
    float near = 2 * FLT_EPSILON;
    cr_assert(found.meet == expected.meet && same_bits(found.time, expected.time) && fabsf(found.x - expected.x) <= near &&
                  fabsf(found.y - expected.y) <= near,
              "%s, %s: %d at %a, (%g, %g)", sepal_isa(), what, found.meet, (double)found.time, (double)found.x, (double)found.y);
}

Test(sweep, cases_worked_out_by_hand) {
    for (size_t k = 0; k < CASES; k++) {
        sepal_polys *a = set_of(cases[k].a.x, cases[k].a.y, cases[k].a.count, cases[k].a.radius);
        sepal_polys *b = set_of(cases[k].b.x, cases[k].b.y, cases[k].b.count, cases[k].b.radius);
        mover p = {a, 0, cases[k].ax, cases[k].ay}, q = {b, 0, cases[k].bx, cases[k].by};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_hit(cases[k].what, hit_of(&p, &q, rule_at(SEPAL_TOUCHING_OVERLAPS)), cases[k].closed);
            check_hit(cases[k].what, hit_of(&p, &q, rule_at(SEPAL_TOUCHING_IS_APART)), cases[k].open);
        }
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

/* --- The scalar path against GMP ----------------------------------------------------------------*/

static oracle_mover oracle_mover_of(const mover *m) {
    oracle_mover out = {core_of(m->set, m->index), m->x, m->y};
    cr_assert_eq(sepal_polys_radius(m->set, m->index, &out.shape.radius), SEPAL_OK);
    return out;
}

/* The least or greatest n . p of a shape's vertices. */
static long double extreme_along(const oracle_shape *s, long double x, long double y, int sign) {
    long double most = -(long double)INFINITY;
    for (size_t i = 0; i < s->count; i++)
        most = fmaxl(most, (long double)sign * (x * (long double)s->x[i] + y * (long double)s->y[i]));
    return (long double)sign * most;
}

static long double diagonal_of(const oracle_shape *a, const oracle_shape *b) {
    long double low_x = fminl(extreme_along(a, 1, 0, -1), extreme_along(b, 1, 0, -1)),
                high_x = fmaxl(extreme_along(a, 1, 0, 1), extreme_along(b, 1, 0, 1)),
                low_y = fminl(extreme_along(a, 0, 1, -1), extreme_along(b, 0, 1, -1)),
                high_y = fmaxl(extreme_along(a, 0, 1, 1), extreme_along(b, 0, 1, 1));
    return hypotl(high_x - low_x, high_y - low_y);
}

/* The normal has the length 1, and along it the gap of the shapes is closed between the time and the next float. */
static void judge_normal(const char *what, size_t i, const oracle_mover *a, const oracle_mover *b, float margin, hit found) {
    long double x = (long double)found.x, y = (long double)found.y, t = (long double)found.time;
    long double dx = (long double)b->x - (long double)a->x, dy = (long double)b->y - (long double)a->y;
    long double reach = (long double)a->shape.radius + (long double)b->shape.radius + (long double)margin;
    long double unit = (diagonal_of(&a->shape, &b->shape) + reach + hypotl(dx, dy)) * 0x1p-24L;
    long double gap = extreme_along(&b->shape, x, y, -1) - extreme_along(&a->shape, x, y, 1) + t * (x * dx + y * dy) - reach;
    cr_assert(fabsl(hypotl(x, y) - 1) <= 2 * 0x1p-24L, "%s, pair %zu: the normal (%a, %a)", what, i, (double)found.x,
              (double)found.y);
    cr_assert(fabsl(gap) <= 8 * unit + 0x1p-149L, "%s, pair %zu: at %a along (%a, %a) the gap is %Lg u", what, i,
              (double)found.time, (double)found.x, (double)found.y, gap / unit);
}

typedef struct tally {
    size_t meet, later, apart, early; /* early: the time is not the greatest float that is not too late */
} tally;

static void judge_hit(const char *what, size_t i, const mover *p, const mover *q, const sepal_rule *rule, hit found, tally *t) {
    oracle_mover a = oracle_mover_of(p), b = oracle_mover_of(q);
    oracle_contact all = oracle_sweep_contact(&a, &b, rule->margin, 1, 0);
    bool meet = all == ORACLE_OVERLAP || (all == ORACLE_TOUCH && rule->touching == SEPAL_TOUCHING_OVERLAPS);
    cr_assert_eq(found.meet, meet, "%s, pair %zu (%u and %u), touching %d, margin %a: %d", what, i, p->index, q->index,
                 (int)rule->touching, (double)rule->margin, found.meet);
    if (!meet) {
        t->apart++;
        cr_assert(found.time == 1 && same_bits(found.x, 0) && same_bits(found.y, 0), "%s, pair %zu", what, i);
        return;
    }
    t->meet++;
    cr_assert(found.time >= 0 && found.time <= 1 && !signbit(found.time), "%s, pair %zu: %a", what, i, (double)found.time);
    if (oracle_sweep_contact(&a, &b, rule->margin, 0, 0) != ORACLE_APART) {
        push at_first = push_ask(p->set, q->set, (sepal_pair){p->index, q->index}, rule);
        cr_assert(found.time == 0 && same_bits(found.x, at_first.x) && same_bits(found.y, at_first.y), "%s, pair %zu: %a", what, i,
                  (double)found.time);
        return;
    }
    t->later++;
    if (found.time > 0)
        cr_assert_eq(oracle_sweep_contact(&a, &b, rule->margin, found.time, -1), ORACLE_APART, "%s, pair %zu: %a is late", what, i,
                     (double)found.time);
    float next = nextafterf(found.time, 2);
    bool reach = a.shape.radius > 0 || b.shape.radius > 0 || rule->margin > 0;
    if (next <= 1 && oracle_sweep_contact(&a, &b, rule->margin, next, -1) == ORACLE_APART) {
        t->early++;
        cr_assert(reach && oracle_sweep_contact(&a, &b, rule->margin, next, 0) == ORACLE_TOUCH, "%s, pair %zu: %a is early", what,
                  i, (double)found.time);
    }
    judge_normal(what, i, &a, &b, rule->margin, found);
}

/* Whether the oracle can judge a pair in a short time. */
static bool is_small(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, size_t most) {
    return core_of(a, pair.a).count * core_of(b, pair.b).count <= most;
}

static void judge_scene(const scene *s, const sepal_polys *a, const sepal_polys *b, float margin, size_t most, tally *t) {
    for (int touching = 0; touching < RULES; touching++)
        for (size_t i = 0; i < s->pair_count; i++) {
            sepal_pair pair = s->pairs[i];
            sepal_rule rule = {(sepal_touching)touching, margin};
            if (!is_small(a, b, pair, most))
                continue;
            mover p = {a, pair.a, s->moves_a[2 * pair.a], s->moves_a[2 * pair.a + 1]},
                  q = {b, pair.b, s->moves_b[2 * pair.b], s->moves_b[2 * pair.b + 1]};
            judge_hit(s->kind, i, &p, &q, &rule, hit_of(&p, &q, &rule), t);
        }
}

Test(sweep, scalar_is_exact_by_gmp, .timeout = 1500) {
    tally t = {0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 71, 60, 160);
        judge_scene(&s, s.set_a, s.set_b, 0, 400, &t);
        scene_destroy(&s);
    }
    cr_log_info("polygons: %zu meet, %zu of them later; %zu stay apart", t.meet, t.later, t.apart);
    cr_assert(t.later > 1000 && t.apart > 1000 && t.early == 0);
}

Test(sweep, scalar_is_exact_with_radii_by_gmp, .timeout = 1500) {
    tally t = {0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 72 + (uint64_t)manner, 30, 40, (radius_manner)manner);
            judge_scene(&s.base, s.a, s.b, s.margin, 16, &t);
            round_scene_destroy(&s);
        }
    cr_log_info("with radii: %zu meet, %zu of them later; %zu stay apart; %zu graze", t.meet, t.later, t.apart, t.early);
    cr_assert(t.later > 1000 && t.apart > 1000 && t.early < t.later / 50);
}

/* --- Exact contact during the step --------------------------------------------------------------
 * Two shapes that touch exactly are taken back by half of a move. If they meet no earlier, they do so at 0.5, to the last bit. */
Test(sweep, contact_at_half_time_is_found_to_the_last_bit, .timeout = 1500) {
    rng r = {73};
    tally t = {0};
    size_t at_half = 0;
    use_isa(0);
    for (size_t k = 0; k < 3000; k++) {
        contact c = random_contact(&r);
        float unit = c.b.x[0] == 0 ? 1 : 0;
        int exponent = 0;
        if (unit == 0)
            frexpf(c.b.x[0], &exponent);
        float scale = ldexpf(1, exponent > -100 ? exponent - 8 : -108);
        float dx = (float)rng_between(&r, -40, 40) * scale, dy = (float)rng_between(&r, -40, 40) * scale;
        polygon back = c.b;
        bool exact = true;
        for (size_t i = 0; i < back.count; i++) {
            back.x[i] = c.b.x[i] - dx;
            back.y[i] = c.b.y[i] - dy;
            exact =
                exact && (double)back.x[i] == (double)c.b.x[i] - (double)dx && (double)back.y[i] == (double)c.b.y[i] - (double)dy;
        }
        if (!exact || !polygon_is_valid(&back))
            continue;
        sepal_polys *a = contact_set(&c.a, c.radius_a), *b = contact_set(&back, c.radius_b);
        mover p = {a, 0, 0, 0}, q = {b, 0, 2 * dx, 2 * dy};
        for (int touching = 0; touching < RULES; touching++) {
            sepal_rule rule = {(sepal_touching)touching, c.margin};
            use_isa(0);
            hit found = hit_of(&p, &q, &rule);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                hit other = hit_of(&p, &q, &rule);
                cr_assert(other.meet == found.meet && same_bits(other.time, found.time) && same_bits(other.x, found.x) &&
                              same_bits(other.y, found.y),
                          "%s, contact %zu: %d at %a, and %d at %a", sepal_isa(), k, other.meet, (double)other.time, found.meet,
                          (double)found.time);
            }
            use_isa(0);
            if (is_small(a, b, (sepal_pair){0, 0}, 20))
                judge_hit("a contact at half time", k, &p, &q, &rule, found, &t);
            at_half += found.meet && found.time == 0.5F;
        }
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
    cr_log_info("at half time: %zu; %zu meet, %zu of them later, %zu graze", at_half, t.meet, t.later, t.early);
    cr_assert(at_half > 300 && t.later > 300);
}

/* --- Laws ---------------------------------------------------------------------------------------*/

typedef struct sweep_answers {
    uint64_t *bits;
    float *time, *x, *y;
    size_t count;
} sweep_answers;

static sweep_answers sweep_ask(const sepal_polys *a, const float *moves_a, const sepal_polys *b, const float *moves_b,
                               const sepal_pair *pairs, size_t count, const sepal_rule *rule) {
    sweep_answers s = {malloc((SEPAL_BIT_WORDS(count) + 1) * sizeof *s.bits), malloc((count + 1) * sizeof *s.time),
                       malloc((count + 1) * sizeof *s.x), malloc((count + 1) * sizeof *s.y), count};
    cr_assert(s.bits != NULL && s.time != NULL && s.x != NULL && s.y != NULL);
    sepal_moves of_a = moves_of(moves_a), of_b = moves_of(moves_b);
    sepal_hits out = {s.bits, s.time, s.x, s.y};
    cr_assert_eq(
        sepal_polys_sweep_pairs(a, moves_a == NULL ? NULL : &of_a, b, moves_b == NULL ? NULL : &of_b, pairs, count, rule, &out),
        SEPAL_OK);
    return s;
}

static void sweep_release(sweep_answers *s) {
    free(s->bits);
    free(s->time);
    free(s->x);
    free(s->y);
}

/* Without a relative move the answer is that of overlap, the time 0, and the normal that of the push. */
static void check_at_rest(const scene *s, const sepal_polys *a, const float *moves_a, const sepal_polys *b, const float *moves_b,
                          float margin) {
    size_t count = s->pair_count;
    uint64_t *overlap = malloc((SEPAL_BIT_WORDS(count) + 1) * sizeof *overlap);
    cr_assert_not_null(overlap);
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, margin};
        sweep_answers got = sweep_ask(a, moves_a, b, moves_b, s->pairs, count, &rule);
        pushes parting = pushes_ask(a, b, s->pairs, count, &rule);
        cr_assert_eq(sepal_polys_overlap_pairs(a, b, s->pairs, count, &rule, overlap), SEPAL_OK);
        for (size_t i = 0; i < count; i++) {
            bool meet = bit_at(overlap, i);
            cr_assert(bit_at(got.bits, i) == meet && got.time[i] == (meet ? 0.0F : 1.0F) &&
                          same_bits(got.x[i], meet ? parting.x[i] : 0) && same_bits(got.y[i], meet ? parting.y[i] : 0),
                      "%s, scene '%s', pair %zu", sepal_isa(), s->kind, i);
        }
        pushes_release(&parting);
        sweep_release(&got);
    }
    free(overlap);
}

Test(sweep, without_a_relative_move_it_is_overlap, .timeout = 600) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 74, 60, 300);
        round_scene q = round_scene_create(kind, 75, 30, 100, (radius_manner)(kind % RADIUS_MANNERS));
        float one[2] = {s.moves_a[0], s.moves_a[1]};
        for (size_t i = 0; i < sepal_polys_count(s.set_a); i++)
            s.moves_a[2 * i] = one[0], s.moves_a[2 * i + 1] = one[1];
        for (size_t i = 0; i < sepal_polys_count(s.set_b); i++)
            s.moves_b[2 * i] = one[0], s.moves_b[2 * i + 1] = one[1];
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_at_rest(&s, s.set_a, NULL, s.set_b, NULL, 0);
            check_at_rest(&s, s.set_a, s.moves_a, s.set_b, s.moves_b, 0);
            check_at_rest(&q.base, q.a, NULL, q.b, NULL, q.margin);
        }
        round_scene_destroy(&q);
        scene_destroy(&s);
    }
}

/* The two sets exchanged: the same bits and times. */
static void check_exchanged(const scene *s, const sepal_polys *a, const sepal_polys *b, float margin) {
    size_t count = s->pair_count;
    sepal_pair *turned = malloc((count + 1) * sizeof *turned);
    cr_assert_not_null(turned);
    for (size_t i = 0; i < count; i++)
        turned[i] = (sepal_pair){s->pairs[i].b, s->pairs[i].a};
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, margin};
        sweep_answers p = sweep_ask(a, s->moves_a, b, s->moves_b, s->pairs, count, &rule);
        sweep_answers q = sweep_ask(b, s->moves_b, a, s->moves_a, turned, count, &rule);
        for (size_t i = 0; i < count; i++)
            cr_assert(bit_at(p.bits, i) == bit_at(q.bits, i) && same_bits(p.time[i], q.time[i]),
                      "%s, scene '%s', pair %zu: %a and %a", sepal_isa(), s->kind, i, (double)p.time[i], (double)q.time[i]);
        sweep_release(&p);
        sweep_release(&q);
    }
    free(turned);
}

Test(sweep, the_order_of_the_two_does_not_matter, .timeout = 600) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 76, 60, 300);
        round_scene q = round_scene_create(kind, 77, 30, 100, (radius_manner)(kind % RADIUS_MANNERS));
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_exchanged(&s, s.set_a, s.set_b, 0);
            check_exchanged(&q.base, q.a, q.b, q.margin);
        }
        round_scene_destroy(&q);
        scene_destroy(&s);
    }
}

/* --- Bad arguments ------------------------------------------------------------------------------*/

Test(sweep, moves_have_arrays_of_finite_numbers) {
    scene s = scene_create(scene_kind_find("lattice"), 78, 40, 9);
    size_t count = sepal_polys_count(s.set_a);
    uint64_t bits = 12345;
    float time = -7;
    sepal_hits out = {.bits = &bits, .time = &time};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        static const float bad[] = {INFINITY, -INFINITY, NAN};
        sepal_moves good = {s.moves_a, s.moves_a + 1, 2}, no_x = {NULL, s.moves_a, 2}, no_y = {s.moves_a, NULL, 2};
        cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &no_x, s.set_b, NULL, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, NULL, s.set_b, &no_y, s.pairs, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
        for (size_t i = 0; i < 2 * count; i++)
            for (int k = 0; k < 3; k++) {
                float kept = s.moves_a[i];
                s.moves_a[i] = bad[k];
                cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &good, s.set_b, NULL, s.pairs, 1, NULL, &out), SEPAL_BAD_SHAPE);
                cr_assert_eq(sepal_polys_sweep_pairs(s.set_b, NULL, s.set_a, &good, s.pairs, 1, NULL, &out), SEPAL_BAD_SHAPE);
                s.moves_a[i] = kept;
            }
        cr_assert(bits == 12345 && time == -7, "untouched");
    }
    scene_destroy(&s);
}

/* Columns are found by their stride; 0 means 1. */
Test(sweep, moves_may_be_rows_or_columns) {
    scene s = scene_create(scene_kind_find("boxes"), 79, 40, 60);
    size_t count = sepal_polys_count(s.set_a), pairs = s.pair_count;
    float *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
    cr_assert(x != NULL && y != NULL);
    for (size_t i = 0; i < count; i++)
        x[i] = s.moves_a[2 * i], y[i] = s.moves_a[2 * i + 1];
    uint64_t rows = 0, columns = 0, ones = 0;
    cr_assert_leq(pairs, 64);
    sepal_moves as_rows = {s.moves_a, s.moves_a + 1, 2}, as_columns = {x, y, 0}, as_ones = {x, y, 1};
    cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &as_rows, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &rows}),
                 SEPAL_OK);
    cr_assert_eq(
        sepal_polys_sweep_pairs(s.set_a, &as_columns, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &columns}),
        SEPAL_OK);
    cr_assert_eq(sepal_polys_sweep_pairs(s.set_a, &as_ones, s.set_a, NULL, s.pairs, pairs, NULL, &(sepal_hits){.bits = &ones}),
                 SEPAL_OK);
    cr_assert(rows == columns && rows == ones && rows != 0);
    free(x);
    free(y);
    scene_destroy(&s);
}
