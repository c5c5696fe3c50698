/* Moving shapes: the scalar path against GMP. */
#include "../common/check.h"
#include "../oracle/sweep.h"
#include "../scenes/round_scenes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>

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
            sepal_rule rule = {(sepal_touching)touching, margin, 0};
            if (!is_small(a, b, pair, most))
                continue;
            mover p = {a, pair.a, s->moves_a[2 * pair.a], s->moves_a[2 * pair.a + 1]},
                  q = {b, pair.b, s->moves_b[2 * pair.b], s->moves_b[2 * pair.b + 1]};
            judge_hit(s->kind, i, &p, &q, &rule, hit_of(&p, &q, &rule), t);
        }
}

Test(sweep, scalar_is_exact_by_gmp) {
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

Test(sweep, scalar_is_exact_with_radii_by_gmp) {
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
Test(sweep, contact_at_half_time_is_found_to_the_last_bit) {
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
            sepal_rule rule = {(sepal_touching)touching, c.margin, 0};
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
