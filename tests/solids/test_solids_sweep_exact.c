/* Moving solids: the scalar path against GMP. */
#include "../oracle/solid_sweep.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_moves.h"
#include "judged.h"
#include "solid_hits.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { PAIRS = 24, CASES = 2000 };

typedef struct tally {
    size_t meet, later, apart;
} tally;

typedef struct mover {
    const sepal_solids *set;
    oracle_solid solid;
    const float *move;
} mover;

static bool same_bits(float p, float q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

/* The least (sign = -1) or greatest n . p of a solid. */
static long double extreme_along(const oracle_solid *s, const long double n[3], int sign) {
    long double most = -(long double)INFINITY;
    for (size_t k = 0; k < s->points; k++) {
        long double along = 0;
        for (size_t t = 0; t < s->per_point; t++)
            for (int c = 0; c < 3; c++)
                along += n[c] * (long double)s->terms[(k * s->per_point + t) * 3 + (size_t)c];
        most = fmaxl(most, (long double)sign * along);
    }
    return (long double)sign * most;
}

static long double extent_of(const oracle_solid *a, const oracle_solid *b) {
    long double sum = 0;
    for (int k = 0; k < 3; k++) {
        const long double axis[3] = {k == 0, k == 1, k == 2};
        sum += fmaxl(extreme_along(a, axis, 1), extreme_along(b, axis, 1)) -
               fminl(extreme_along(a, axis, -1), extreme_along(b, axis, -1));
    }
    return sum;
}

/* The normal has the length 1, and along it the gap of the solids is closed between the time and the next float. */
static void judge_normal(const char *what, size_t i, const mover *a, const mover *b, float margin, const solid_hit *found) {
    const long double n[3] = {(long double)found->normal[0], (long double)found->normal[1], (long double)found->normal[2]};
    long double reach = (long double)a->solid.radius + (long double)b->solid.radius + (long double)margin;
    long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), closed = 0, way = 0;
    for (int k = 0; k < 3; k++) {
        long double d = (long double)b->move[k] - (long double)a->move[k];
        closed += n[k] * d;
        way += fabsl(d);
        cr_assert(!same_bits(found->normal[k], -0.0F));
    }
    long double unit = (extent_of(&a->solid, &b->solid) + reach + way) * 0x1p-24L;
    long double gap = extreme_along(&b->solid, n, -1) - extreme_along(&a->solid, n, 1) + (long double)found->time * closed - reach;
    cr_assert(fabsl(length - 1) <= 3 * 0x1p-24L, "%s, pair %zu: length %Lg", what, i, length);
    cr_assert(fabsl(gap) <= 8 * unit + 0x1p-149L, "%s, pair %zu: at %a along (%a, %a, %a) the gap is %Lg u", what, i,
              (double)found->time, (double)found->normal[0], (double)found->normal[1], (double)found->normal[2], gap / unit);
}

static oracle_contact until(const mover *a, const mover *b, float margin, float time, int nudge) {
    return oracle_solids_sweep_contact(&a->solid, a->move, &b->solid, b->move, margin, time, nudge);
}

static void judge_hit(const char *what, uint32_t i, const mover *a, const mover *b, const sepal_rule *rule, tally *t) {
    const solid_hit found = solid_hit_of(a->set, i, a->move, b->set, i, b->move, rule);
    const oracle_contact all = until(a, b, rule->margin, 1, 0);
    const bool meet = all == ORACLE_OVERLAP || (all == ORACLE_TOUCH && rule->touching == SEPAL_TOUCHING_OVERLAPS);
    cr_assert_eq(found.meet, meet, "%s, pair %u, touching %d: %d, contact %d", what, i, (int)rule->touching, found.meet, (int)all);
    if (!meet) {
        t->apart++;
        cr_assert(found.time == 1 && same_bits(found.normal[0], 0) && same_bits(found.normal[1], 0) &&
                  same_bits(found.normal[2], 0));
        return;
    }
    t->meet++;
    cr_assert(found.time >= 0 && found.time <= 1 && !signbit(found.time), "%s, pair %u: %a", what, i, (double)found.time);
    if (until(a, b, rule->margin, 0, 0) != ORACLE_APART) {
        const sepal_pair pair = {i, i};
        float n[3] = {0, 0, 0};
        const sepal_solid_mtvs push = {.normal_x = &n[0], .normal_y = &n[1], .normal_z = &n[2]};
        cr_assert_eq(sepal_solids_mtv_pairs(a->set, b->set, &pair, 1, rule, &push), SEPAL_OK);
        cr_assert(found.time == 0 && memcmp(n, found.normal, sizeof n) == 0, "%s, pair %u: %a", what, i, (double)found.time);
        return;
    }
    t->later++;
    if (found.time > 0)
        cr_assert_eq(until(a, b, rule->margin, found.time, -1), ORACLE_APART, "%s, pair %u: %a is late", what, i,
                     (double)found.time);
    const float next = nextafterf(found.time, 2);
    cr_assert(next > 1 || until(a, b, rule->margin, next, -1) != ORACLE_APART, "%s, pair %u: %a is early", what, i,
              (double)found.time);
    judge_normal(what, i, a, b, rule->margin, &found);
}

/* Whether the oracle can judge a pair in a short time. */
static bool is_small(const oracle_solid *a, const oracle_solid *b) {
    return a->points * b->points <= 64;
}

Test(solids_sweep, scalar_is_exact_by_gmp) {
    tally t = {0};
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 71, PAIRS);
        solid_moves moves = solid_moves_create(s.set_a, s.set_b, s.pairs, PAIRS, 72 + kind);
        for (uint32_t k = 0; k < PAIRS; k++) {
            judged_room room_a, room_b;
            const mover a = {s.set_a, judged(&s.a[k], &room_a), moves.a + 3 * (size_t)k};
            const mover b = {s.set_b, judged(&s.b[k], &room_b), moves.b + 3 * (size_t)k};
            for (int touching = 0; touching < 2 && is_small(&a.solid, &b.solid); touching++) {
                const sepal_rule rule = {(sepal_touching)touching, s.margin, 0};
                judge_hit(s.kind, k, &a, &b, &rule, &t);
            }
        }
        solid_moves_destroy(&moves);
        solid_scene_destroy(&s);
    }
    cr_assert(t.later > 80 && t.apart > 200, "%zu meet, %zu of them later; %zu stay apart", t.meet, t.later, t.apart);
}

/* --- Small whole numbers ------------------------------------------------------------------------
 * Times are often floats, and solids with a reach graze, or slide along each other from a time on. */

static int around(rng *r, int n) {
    return (int)rng_below(r, (uint32_t)(2 * n + 1)) - n;
}

/* One to four points, or a box, near a place. */
static solid_item small_solid(rng *r, const float place[3]) {
    solid_item out = {.box = rng_below(r, 6) == 0, .count = 1 + rng_below(r, 4)};
    float *const at[3] = {out.x, out.y, out.z}, *const edges[3] = {out.vectors.u, out.vectors.v, out.vectors.w};
    for (int k = 0; k < 3; k++) {
        out.vectors.c[k] = place[k] + (float)around(r, 2);
        edges[k][k] = (float)rng_below(r, 3);
        for (size_t m = 0; m < out.count; m++)
            at[k][m] = place[k] + (float)around(r, 2);
    }
    out.radius = rng_below(r, 2) == 0 ? (float)rng_below(r, 3) : 0;
    return out;
}

/* Moves along an axis, or any; often by a power of two. */
static void small_move(rng *r, float move[3]) {
    const int axis = (int)rng_below(r, 5), factor = 1 << rng_below(r, 4);
    for (int k = 0; k < 3; k++)
        move[k] = axis < 3 && axis != k ? 0 : (float)(factor * around(r, 4));
}

static void judge_small_solids(float scale, float margin, uint64_t seed, tally *t) {
    static const float none[3] = {0, 0, 0};
    rng r = {seed};
    sepal_solids *set_a = NULL, *set_b = NULL;
    cr_assert(sepal_solids_create(NULL, &set_a) == SEPAL_OK && sepal_solids_create(NULL, &set_b) == SEPAL_OK);
    for (size_t n = 0; n < CASES; n++) {
        float move[3], place[3];
        small_move(&r, move);
        const float part = n % 2 == 0 ? -0.5F : 0.5F; /* they are near each other at half of the time */
        for (int k = 0; k < 3; k++)
            place[k] = part * move[k];
        solid_item p = small_solid(&r, none), q = small_solid(&r, place);
        for (int k = 0; k < 3; k++) {
            float *const edges[6] = {p.vectors.u, p.vectors.v, p.vectors.w, q.vectors.u, q.vectors.v, q.vectors.w};
            for (int m = 0; m < 6; m++)
                edges[m][k] *= scale;
            p.vectors.c[k] *= scale, q.vectors.c[k] *= scale, move[k] *= scale;
            for (size_t m = 0; m < SOLID_MOST_VERTICES; m++)
                (k == 0 ? p.x : k == 1 ? p.y : p.z)[m] *= scale, (k == 0 ? q.x : k == 1 ? q.y : q.z)[m] *= scale;
        }
        p.radius *= scale, q.radius *= scale;
        sepal_solids_clear(set_a);
        sepal_solids_clear(set_b);
        solid_add(set_a, &p);
        solid_add(set_b, &q);
        judged_room room_a, room_b;
        const mover a = {set_a, judged(&p, &room_a), n % 2 == 0 ? none : move},
                    b = {set_b, judged(&q, &room_b), n % 2 == 0 ? move : none};
        const sepal_rule rule = {(sepal_touching)(n / 2 % 2), margin * scale, 0};
        if (is_small(&a.solid, &b.solid))
            judge_hit("small numbers", 0, &a, &b, &rule, t);
    }
    sepal_solids_destroy(set_a);
    sepal_solids_destroy(set_b);
}

Test(solids_sweep, small_numbers_by_gmp) {
    tally t = {0};
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    judge_small_solids(1, 0, 1, &t);
    judge_small_solids(1, 1, 2, &t);
    judge_small_solids(0x1p-149F, 0, 3, &t); /* the least floats */
    judge_small_solids(0x1p120F, 0, 4, &t);
    cr_assert(t.later > 1000 && t.apart > 2000, "%zu meet, %zu of them later; %zu stay apart", t.meet, t.later, t.apart);
}
