/* Small round shapes that move far in a step, and meet others beside a vertex: "the normal leads from a point of the core of a to one of the
 * core of b that are r apart when the shapes first touch", within 2 u, or else that of another part which is as near but for a bound. The
 * judge computes with GMP, in the plane z = 0. */
#include "../common/check.h"
#include "../oracle/first_touch.h"
#include "../scenes/shapes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS = 4, MANNERS = 3, MOST = 16 };
static const char *const kinds[KINDS] = {"box", "polygon", "segment", "rounded polygon"};
static const char *const manners[MANNERS] = {"circle", "capsule", "point with a margin"};

typedef struct small_shape {
    float x[MOST], y[MOST], radius, terms[3 * MOST];
    size_t count;
    oracle_solid solid;
} small_shape;

static void finish_shape(small_shape *s) {
    for (size_t k = 0; k < s->count; k++)
        s->terms[3 * k] = s->x[k], s->terms[3 * k + 1] = s->y[k], s->terms[3 * k + 2] = 0;
    s->solid = (oracle_solid){s->terms, s->count, 1, s->radius};
}

static void make_target(rng *r, int kind, double reach, small_shape *out) {
    polygon p = {.count = 0};
    if (kind == 0) {
        const box b = random_box(r, rng_real(r, -1, 1), rng_real(r, -1, 1), 0.25, 1);
        box_corners(&b, &p);
    } else if (kind == 2) {
        for (int k = 0; k < 2; k++)
            polygon_push(&p, rng_real(r, -1, 1), rng_real(r, -1, 1));
    } else {
        make_round(r, 3 + rng_below(r, 6), rng_real(r, -1, 1), rng_real(r, -1, 1), 1, 0, &p);
    }
    const uint32_t from = rng_below(r, (uint32_t)p.count); /* this vertex comes to the origin, but for some reaches */
    const float corner[2] = {p.x[from], p.y[from]};
    const double near = reach * pow(2, rng_real(r, -4, 6));
    for (size_t k = 0; k < p.count; k++) {
        p.x[k] -= corner[0];
        p.y[k] -= corner[1];
    }
    p.x[from] = (float)(near * rng_real(r, -1, 1));
    p.y[from] = (float)(near * rng_real(r, -1, 1));
    polygon_take_hull(&p);
    out->count = p.count;
    memcpy(out->x, p.x, p.count * sizeof *p.x);
    memcpy(out->y, p.y, p.count * sizeof *p.y);
    out->radius = kind == 3 ? (float)(0.5 * reach) : 0;
    finish_shape(out);
}

typedef struct small_pair {
    small_shape shapes[2];
    float moves[2][2], margin;
} small_pair;

static void make_pair(rng *r, int kind, int manner, double ratio, small_pair *p) {
    const double way = rng_real(r, 64, 1024), reach = way / ratio, when = 0.5;
    small_shape *a = &p->shapes[0], *b = &p->shapes[1];
    make_target(r, kind, reach, a);
    double d[2] = {rng_real(r, -1, 1), rng_real(r, -1, 1)}, length = hypot(d[0], d[1]);
    b->count = manner == 1 ? 2 : 1;
    b->radius = manner == 2 ? 0 : (float)(reach - (double)a->radius);
    p->margin = manner == 2 ? (float)(reach - (double)a->radius) : 0;
    for (int k = 0; k < 2; k++) {
        float *at = k == 0 ? b->x : b->y;
        d[k] *= way / length;
        at[0] = -(float)(when * (double)(float)d[k]);
        at[1] = at[0] + (float)(rng_real(r, -1, 1) * fmax(4 * reach, 0x1p-20 * way));
        p->moves[0][k] = 0;
        p->moves[1][k] = (float)d[k];
    }
    finish_shape(b);
}

static sepal_polys *set_of(const small_shape *s) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, NULL), SEPAL_OK);
    return set;
}

typedef struct small_tally {
    size_t later, ahead, seen;
} small_tally;

/* How far from the origin, as seen from another, the vertices are at most, and how long the way is. */
static double extent_of(const small_pair *p) {
    double extent = 0;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < p->shapes[i].count; k++)
            extent = fmax(extent, hypot((double)p->shapes[i].x[k], (double)p->shapes[i].y[k]));
    return 2 * extent + hypot((double)p->moves[1][0], (double)p->moves[1][1]);
}

static void judge_pair(rng *r, const char *what, const small_pair *p, small_tally *t) {
    const int first = rng_below(r, 2) != 0, other = 1 - first;
    sepal_polys *const a = set_of(&p->shapes[first]), *const b = set_of(&p->shapes[other]);
    const sepal_rule rule = {.margin = p->margin};
    const mover of_a = {a, 0, p->moves[first][0], p->moves[first][1]}, of_b = {b, 0, p->moves[other][0], p->moves[other][1]};
    const float move_a[3] = {of_a.x, of_a.y, 0}, move_b[3] = {of_b.x, of_b.y, 0};
    const double reach = (double)p->shapes[0].radius + (double)p->shapes[1].radius + (double)p->margin;
    oracle_touch truth = {.slope = 0};
    hit expected = {.meet = false};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        const hit found = hit_of(&of_a, &of_b, &rule);
        if (isa == 0) {
            expected = found;
            t->seen++;
            if (!found.meet || found.time == 0)
                break;
            cr_assert(oracle_solids_first_touch(&p->shapes[first].solid, move_a, &p->shapes[other].solid, move_b, p->margin,
                                                found.time, &truth),
                      "%s: %a", what, (double)found.time);
            t->later++;
            t->ahead += truth.shift > 1;
        }
        cr_assert(found.time == expected.time && found.x == expected.x && found.y == expected.y,
                  "%s, %s: at %a (%a, %a), not at %a (%a, %a)", sepal_isa(), what, (double)found.time, (double)found.x,
                  (double)found.y, (double)expected.time, (double)expected.x, (double)expected.y);
        /* the others of which the normal may be: a point of K that is r + e away is not farther than sqrt(2 r e + e^2) from the one that is
         * r away, which is nearest (Rockafellar, Convex Analysis, 1970, section 31) */
        const double e = 0x1p-45 * extent_of(p) / reach,
                     off = hypot((double)found.x - truth.normal[0], (double)found.y - truth.normal[1]);
        cr_assert(off <= 3 * 0x1p-24 + sqrt(2 * e + e * e), "%s, %s, %g radii after %a: (%.9g, %.9g), not (%.9g, %.9g)",
                  sepal_isa(), what, truth.shift, (double)found.time, (double)found.x, (double)found.y, truth.normal[0],
                  truth.normal[1]);
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

Test(sweep_small, the_normal_is_that_of_the_parts_which_touch_first) {
    rng r = {3301};
    for (int kind = 0; kind < KINDS; kind++)
        for (int manner = 0; manner < MANNERS; manner++) {
            small_tally t = {0};
            for (int bits = 0; bits <= 40; bits++)
                for (int k = 0; k < 12; k++) {
                    char what[100];
                    small_pair p;
                    snprintf(what, sizeof what, "%s, %s, move of 2^%d radii", kinds[kind], manners[manner], bits);
                    make_pair(&r, kind, manner, pow(2, bits), &p);
                    judge_pair(&r, what, &p, &t);
                }
            cr_assert(2 * t.later > t.seen && t.ahead >= t.seen / 8, "%s, %s: of %zu, %zu meet later, and %zu farther on than r",
                      kinds[kind], manners[manner], t.seen, t.later, t.ahead);
        }
}
