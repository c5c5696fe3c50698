/* Small round solids that move far in a step, and meet others beside an edge or a vertex: "the normal leads from the point of the core of a
 * that is nearest to the core of b when they first touch to that one. Each component is then within 2 u of its own". At the float that is
 * the time, they may be many radii from there, and another part may be nearest. The judge computes with GMP. */
#include "../common/check.h"
#include "../oracle/first_touch.h"
#include "../scenes/shapes.h"
#include "contact_answers.h"
#include "judged.h"
#include "solid_hits.h"

enum { KINDS = 6, MANNERS = 3 };
static const char *const kinds[KINDS] = {"box", "turned box", "hull", "triangle", "segment", "rounded box"};
static const char *const manners[MANNERS] = {"sphere", "capsule", "point with a margin"};

static float around(rng *r, double size) {
    return (float)rng_real(r, -size, size);
}

/* A solid near the origin, whose size is some 1. */
static solid_item target_of_kind(rng *r, int kind, double reach) {
    solid_item out = {.box = kind == 0 || kind == 1 || kind == 5,
                      .count = kind == 2   ? 4 + rng_below(r, 3)
                               : kind == 3 ? 3
                                           : 2,
                      .radius = kind == 5 ? (float)(0.5 * reach) : 0};
    float *const at[3] = {out.x, out.y, out.z};
    float m[9];
    turn_matrix(kind == 0 ? 0 : rng_real(r, 0, 3), kind == 0 ? 0 : rng_real(r, 0, 3), kind == 0 ? 0 : rng_real(r, 0, 3), m);
    for (int k = 0; k < 3; k++) {
        out.vectors.c[k] = around(r, 1);
        const float half = (float)rng_real(r, 0.25, 1);
        float *const edge = k == 0 ? out.vectors.u : k == 1 ? out.vectors.v : out.vectors.w;
        for (int i = 0; i < 3; i++)
            edge[i] = half * m[3 * i + k];
        for (size_t v = 0; v < out.count; v++)
            at[k][v] = around(r, 1);
    }
    return out;
}

/* Moves a hull so that its first vertex is near the origin. */
static void bring_to_origin(rng *r, double near, solid_item *s) {
    float *const at[3] = {s->x, s->y, s->z};
    for (int k = 0; k < 3; k++) {
        const float from = at[k][0];
        for (size_t v = 1; v < s->count; v++)
            at[k][v] -= from;
        at[k][0] = (float)(near * rng_real(r, -1, 1));
    }
}

static void point_of(const oracle_solid *s, size_t number, double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (size_t t = 0; t < s->per_point; t++)
            out[k] += (double)s->terms[(number * s->per_point + t) * 3 + (size_t)k];
    }
}

typedef struct small_pair {
    solid_item items[2];
    judged_room rooms[2];
    oracle_solid solids[2];
    float moves[2][3], margin;
} small_pair;

/* A small solid that comes near a place beside an edge of the other, or beside a vertex. ratio: how many times its reach it moves. */
static void make_pair(rng *r, int kind, int manner, double ratio, small_pair *p) {
    const double way = rng_real(r, 64, 1024), reach = way / ratio, share = rng_real(r, 0, 1), when = rng_real(r, 0.25, 0.75);
    double corner[3][3], to[3], d[3], length = 0;
    p->items[0] = target_of_kind(r, kind, reach);
    p->solids[0] = judged(&p->items[0], &p->rooms[0]);
    const bool through =
        !p->items[0].box && rng_below(r, 2) != 0; /* the way leads through the origin, and so nearly does a vertex */
    if (through)
        bring_to_origin(r, reach * pow(2, rng_real(r, -4, 6)), &p->items[0]);
    p->solids[0] = judged(&p->items[0], &p->rooms[0]);
    for (int v = 0; v < 3; v++)
        point_of(&p->solids[0], rng_below(r, (uint32_t)p->solids[0].points), corner[v]);
    const double beside = way * 0x1p-24 * pow(2, rng_real(r, -12, 2)), along = rng_below(r, 3) == 0 ? beside : share;
    for (int k = 0; k < 3; k++) {
        to[k] = corner[0][k] + along * (corner[1][k] - corner[0][k]) + fmin(beside, 0.5) * (corner[2][k] - corner[0][k]);
        d[k] = rng_real(r, -1, 1);
        length += d[k] * d[k];
    }
    p->items[1] =
        (solid_item){.count = manner == 1 ? 2 : 1, .radius = manner == 2 ? 0 : (float)(reach - (double)p->items[0].radius)};
    p->margin = manner == 2 ? (float)(reach - (double)p->items[0].radius) : 0;
    float *const at[3] = {p->items[1].x, p->items[1].y, p->items[1].z};
    for (int k = 0; k < 3; k++) {
        d[k] *= way / sqrt(length);
        at[k][0] = through ? -(float)d[k] / 2 : (float)(to[k] - when * d[k]);
        at[k][1] = at[k][0] + around(r, fmax(4 * reach, 0x1p-20 * way));
        p->moves[0][k] = through || rng_below(r, 2) == 0 ? 0 : around(r, 0.25 * way);
        p->moves[1][k] = p->moves[0][k] + (float)d[k];
    }
    p->solids[1] = judged(&p->items[1], &p->rooms[1]);
}

typedef struct small_tally {
    size_t later, ahead, seen;
} small_tally;

/* Asks about the pair on every instruction set, either solid being the first one. */
static void judge_pair(rng *r, const char *what, const char *mover, double ratio, const small_pair *p, small_tally *t) {
    const int first = rng_below(r, 2) != 0, other = 1 - first;
    const sepal_rule rule = {.margin = p->margin};
    sepal_solids *const a = new_set(), *const b = new_set();
    solid_add(a, &p->items[first]);
    solid_add(b, &p->items[other]);
    oracle_touch truth = {.slope = 0};
    solid_hit expected = {.meet = false};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        const solid_hit found = solid_hit_of(a, 0, p->moves[first], b, 0, p->moves[other], &rule);
        if (isa == 0) {
            expected = found;
            t->seen++;
            if (!found.meet || found.time == 0)
                break;
            cr_assert(oracle_solids_first_touch(&p->solids[first], p->moves[first], &p->solids[other], p->moves[other], p->margin,
                                                found.time, &truth),
                      "%s, %s: %a", what, mover, (double)found.time);
            t->later++;
            t->ahead += truth.shift > 1;
        }
        cr_assert(found.time == expected.time && memcmp(found.normal, expected.normal, sizeof found.normal) == 0,
                  "%s, %s, %s, move of %g radii: at %a (%a, %a, %a), not at %a (%a, %a, %a)", sepal_isa(), what, mover, ratio,
                  (double)found.time, (double)found.normal[0], (double)found.normal[1], (double)found.normal[2],
                  (double)expected.time, (double)expected.normal[0], (double)expected.normal[1], (double)expected.normal[2]);
        for (int k = 0; k < 3; k++)
            cr_assert(fabs((double)found.normal[k] - truth.normal[k]) <= 2 * 0x1p-24,
                      "%s, %s, %s, move of %g radii, %g of them after %a, slope %g: (%.9g, %.9g, %.9g), not (%.9g, %.9g, %.9g)",
                      sepal_isa(), what, mover, ratio, truth.shift, (double)found.time, truth.slope, (double)found.normal[0],
                      (double)found.normal[1], (double)found.normal[2], truth.normal[0], truth.normal[1], truth.normal[2]);
    }
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}

Test(solids_sweep_small, the_normal_is_that_of_the_parts_which_touch_first) {
    rng r = {3201};
    for (int kind = 0; kind < KINDS; kind++)
        for (int manner = 0; manner < MANNERS; manner++) {
            small_tally t = {0};
            for (int bits = 0; bits <= 40; bits += manner == 1 ? 4 : 1) {
                const double ratio = pow(2, bits);
                for (int k = 0; k < 12; k++) {
                    small_pair p;
                    make_pair(&r, kind, manner, ratio, &p);
                    judge_pair(&r, kinds[kind], manners[manner], ratio, &p, &t);
                }
            }
            cr_assert(2 * t.later > t.seen && t.ahead >= t.seen / 32, "%s, %s: of %zu, %zu meet later, and %zu farther on than r",
                      kinds[kind], manners[manner], t.seen, t.later, t.ahead);
        }
}

/* The way passes an end of a segment farther away than r, and the segment itself, which is nearly along it, is met many r later. */
Test(solids_sweep_small, an_end_that_is_never_met_gives_no_normal) {
    const float x[] = {0x1.05112ep+17F, -0x1.7d7768p+18F}, y[] = {0, 0x1.f5c24ap-9F}, z[] = {0, 0x1.ebdc8p-16F};
    const float ball[] = {0x1.f600cep+42F, 0, 0x1.0000f6p+0F}, zero = 0, move = -0x1.a0c58ap+43F;
    sepal_solids *a = NULL, *b = NULL;
    cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(a, x, y, z, 2, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, ball, ball + 1, ball + 2, 1, 1, NULL), SEPAL_OK);
    const sepal_solid_moves still = {&zero, &zero, &zero, 1}, moves = {&move, &zero, &zero, 1};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        float time = 0, n[3] = {0, 0, 0};
        uint64_t bits = 0;
        use_isa(isa);
        cr_assert_eq(sepal_solids_sweep_pairs(a, &still, b, &moves, &(sepal_pair){0, 0}, 1, NULL,
                                              &(sepal_solid_hits){&bits, &time, n, n + 1, n + 2}),
                     SEPAL_OK);
        cr_assert(bits != 0 && fabs(n[1] + 0.00224309) < 1e-7 && fabs(n[2] - 0.99999748) < 2e-7, "%s: %g, (%g, %g, %g)",
                  sepal_isa(), (double)time, (double)n[0], (double)n[1], (double)n[2]);
    }
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}
