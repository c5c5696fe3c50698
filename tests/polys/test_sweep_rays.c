/* Points that move and polygons, in long lists: "All is the same to the last bit on every instruction set", for sets of one size and of
 * many, either of the two as shape a, ways through a vertex, along an edge and to the boundary at 0 and 1, vertices in the middle of a
 * side, repeated ones, and segments. The scalar path is the judge. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>

/* Pair k is shape k of both sets. MIXED: any of the sizes. */
enum { RAY_PAIRS = 112, MOST_SIZE = 70, ROUNDS = 6, SIZES = 10, MIXED = SIZES - 1 };

static const uint32_t sizes[SIZES] = {3, 4, 5, 8, 13, 16, 17, 33, 70};

typedef enum manner { ANYHOW, THROUGH_VERTEX, ALONG_EDGE, TO_BOUNDARY, LATTICE, FROM_INSIDE } manner;

typedef struct ray_family {
    const char *what;
    manner manner;
    float scale;
    double far; /* where the two are */
    double from;
} ray_family;

static const ray_family families[] = {
    {"anyhow", ANYHOW, 1, 0, 2},
    {"from far away", ANYHOW, 1, 0, 1e5},
    {"far from the origin", ANYHOW, 1, 3e6, 2},
    {"huge", ANYHOW, 0x1p100F, 0, 2},
    {"large", ANYHOW, 0x1p58F, 0, 2},
    {"tiny", ANYHOW, 0x1p-120F, 0, 2},
    {"subnormal", ANYHOW, 0x1p-140F, 0, 2},
    {"through a vertex", THROUGH_VERTEX, 1, 0, 2},
    {"along an edge", ALONG_EDGE, 1, 0, 2},
    {"to the boundary", TO_BOUNDARY, 1, 0, 2},
    {"on a lattice", LATTICE, 1, 0, 2},
    {"on a lattice far away", LATTICE, 1, 1048576, 2},
    {"from inside", FROM_INSIDE, 1, 0, 2},
};
enum { FAMILIES = sizeof families / sizeof *families };

typedef struct outline {
    uint32_t count;
    float x[MOST_SIZE], y[MOST_SIZE];
} outline;

/* A regular polygon, one way round or the other; on a lattice a box with vertices in the middles of its sides, or repeated; sometimes a
 * segment. */
static void make_outline(rng *r, const ray_family *f, uint32_t count, outline *out) {
    const bool back = rng_below(r, 3) == 0, flat = count == 4 && rng_below(r, 6) == 0;
    const double start = rng_real(r, 0, 7);
    const float w = (float)rng_between(r, 1, 4), h = (float)rng_between(r, 1, 4);
    const float bx[8] = {-w, 0, w, w, w, 0, -w, -w}, by[8] = {-h, -h, -h, 0, h, h, h, 0};
    out->count = count;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t at = back ? count - 1 - k : k;
        const double angle = start + 2 * acos(-1.0) * at / count;
        double x = cos(angle), y = sin(angle);
        if (f->manner == LATTICE) {
            x = (double)bx[at * 8 / count];
            y = flat ? 0 : (double)by[at * 8 / count];
        } else if (flat) {
            y = 0;
        }
        out->x[k] = (float)(x + f->far) * f->scale;
        out->y[k] = (float)(y + f->far) * f->scale;
    }
}

/* Where the ray begins, and where it goes to. */
static void make_ray(rng *r, const ray_family *f, const outline *o, float from[2], float move[2]) {
    const uint32_t k = rng_below(r, o->count), next = k + 1 < o->count ? k + 1 : 0;
    const double angle = rng_real(r, 0, 7), past = rng_real(r, -1.3, 1.3), reach = 1.05 + rng_real(r, 0, f->from);
    double x = reach * cos(angle), y = reach * sin(angle), dx = (-x - past * sin(angle)) * 1.5, dy = (-y + past * cos(angle)) * 1.5;
    if (f->manner == LATTICE) {
        x = rng_between(r, -8, 8);
        y = rng_between(r, -8, 8);
        dx = rng_between(r, -12, 12);
        dy = rng_below(r, 3) == 0 ? 0 : rng_between(r, -12, 12);
    } else if (f->manner == FROM_INSIDE) {
        x *= 0.3;
        y *= 0.3;
    }
    from[0] = (float)(x + f->far) * f->scale;
    from[1] = (float)(y + f->far) * f->scale;
    move[0] = (float)dx * f->scale;
    move[1] = (float)dy * f->scale;
    if (f->manner == THROUGH_VERTEX || f->manner == TO_BOUNDARY) { /* a vertex, or the middle of an edge */
        const float tx = f->manner == THROUGH_VERTEX ? o->x[k] : (o->x[k] + o->x[next]) / 2,
                    ty = f->manner == THROUGH_VERTEX ? o->y[k] : (o->y[k] + o->y[next]) / 2, share = (float)(1 << rng_below(r, 3));
        move[0] = (tx - from[0]) * share;
        move[1] = (ty - from[1]) * share;
    } else if (f->manner == ALONG_EDGE) {
        move[0] = (o->x[next] - o->x[k]) * 4;
        move[1] = (o->y[next] - o->y[k]) * 4;
        from[0] = o->x[k] - move[0] / 2;
        from[1] = o->y[k] - move[1] / 2;
    }
}

typedef struct ray_sets {
    sepal_polys *shapes, *points;
    float rays[2 * RAY_PAIRS], rests[2 * RAY_PAIRS]; /* moves of the points and of the shapes */
    bool points_first, shapes_rest;
    sepal_rule rule;
} ray_sets;

typedef struct ray_hits {
    uint64_t bits[SEPAL_BIT_WORDS(RAY_PAIRS)];
    float time[RAY_PAIRS], x[RAY_PAIRS], y[RAY_PAIRS];
} ray_hits;

static void ask_rays(const ray_sets *m, ray_hits *out) {
    sepal_pair pairs[RAY_PAIRS];
    const sepal_moves rays = moves_of(m->rays), rests = moves_of(m->rests), *of_shapes = m->shapes_rest ? NULL : &rests;
    const sepal_hits hits = {out->bits, out->time, out->x, out->y};
    for (uint32_t k = 0; k < RAY_PAIRS; k++)
        pairs[k] = (sepal_pair){k, k};
    cr_assert_eq(m->points_first
                     ? sepal_polys_sweep_pairs(m->points, &rays, m->shapes, of_shapes, pairs, RAY_PAIRS, &m->rule, &hits)
                     : sepal_polys_sweep_pairs(m->shapes, of_shapes, m->points, &rays, pairs, RAY_PAIRS, &m->rule, &hits),
                 SEPAL_OK);
}

static void fill_sets(rng *r, const ray_family *f, uint32_t kind, ray_sets *m) {
    cr_assert_eq(sepal_polys_create(NULL, &m->shapes), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &m->points), SEPAL_OK);
    m->points_first = rng_below(r, 2) == 0;
    m->shapes_rest = rng_below(r, 2) == 0;
    m->rule = (sepal_rule){(sepal_touching)rng_below(r, RULES), 0, 0};
    for (size_t k = 0; k < RAY_PAIRS; k++) {
        outline o;
        float from[2], move[2];
        uint32_t size = sizes[kind == MIXED ? rng_below(r, MIXED) : kind];
        make_outline(r, f, size, &o);
        for (; sepal_polys_add(m->shapes, o.x, o.y, o.count, NULL) != SEPAL_OK; make_outline(r, f, size, &o))
            size = size > 4 ? size - 1 : 4; /* where few floats are, large polygons are not convex */
        make_ray(r, f, &o, from, move);
        cr_assert_eq(sepal_polys_add(m->points, from, from + 1, 1, NULL), SEPAL_OK);
        for (size_t i = 0; i < 2; i++) {
            m->rests[2 * k + i] = m->shapes_rest ? 0 : (float)rng_between(r, -2, 2) * f->scale;
            m->rays[2 * k + i] = move[i] + m->rests[2 * k + i];
        }
    }
}

static size_t check_rays(rng *r, const ray_family *f, uint32_t kind) {
    ray_sets m;
    ray_hits expected, found;
    size_t later = 0;
    fill_sets(r, f, kind, &m);
    use_isa(0);
    ask_rays(&m, &expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask_rays(&m, &found);
        for (size_t k = 0; k < RAY_PAIRS; k++)
            cr_assert(bit_at(found.bits, k) == bit_at(expected.bits, k) && same_bits(found.time[k], expected.time[k]) &&
                          same_bits(found.x[k], expected.x[k]) && same_bits(found.y[k], expected.y[k]),
                      "%s, %s, kind %u, pair %zu: %d at %a along (%a, %a), not %d at %a along (%a, %a)", sepal_isa(), f->what, kind,
                      k, bit_at(found.bits, k), (double)found.time[k], (double)found.x[k], (double)found.y[k],
                      bit_at(expected.bits, k), (double)expected.time[k], (double)expected.x[k], (double)expected.y[k]);
    }
    for (size_t k = 0; k < RAY_PAIRS; k++)
        later += bit_at(expected.bits, k) && expected.time[k] > 0;
    sepal_polys_destroy(m.shapes);
    sepal_polys_destroy(m.points);
    return later;
}

Test(sweep_rays, hits_are_those_of_the_scalar_path) {
    rng r = {2028};
    for (size_t f = 0; f < FAMILIES; f++) {
        size_t later = 0;
        for (int round = 0; round < ROUNDS; round++)
            for (uint32_t kind = 0; kind < SIZES; kind++)
                later += check_rays(&r, &families[f], kind);
        cr_log_info("%s: %zu meet later", families[f].what, later);
        cr_assert(later > 100 || families[f].manner == FROM_INSIDE, "%s: only %zu", families[f].what, later);
    }
}
