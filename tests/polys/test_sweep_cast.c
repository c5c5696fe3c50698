/* Moving shapes, one cast at a time: "All is the same to the last bit on every instruction set", where that is hardest: many vertices,
 * faces that are parallel, ways that graze, times that are floats, and coordinates of any size. The scalar path is the judge. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { SHAPES = 60, PAIRS = 150 };

typedef struct moving_sets {
    sepal_polys *a, *b;
    float moves_a[2 * SHAPES], moves_b[2 * SHAPES];
    sepal_pair pairs[PAIRS];
    sepal_rule rule;
} moving_sets;

typedef struct sweep_found {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], alone[SEPAL_BIT_WORDS(PAIRS)]; /* alone: asked without times and normals */
    float time[PAIRS], x[PAIRS], y[PAIRS];
} sweep_found;

/* What a family is made of. scale: a power of two, so that a lattice stays one. */
typedef struct family {
    const char *what;
    bool lattice, round, far;
    uint32_t most_vertices, most_radius; /* radii and margins are multiples of an eighth */
    float scale;
} family;

static const family families[] = {
    {"n-gons", false, false, false, 40, 0, 1},
    {"round n-gons", false, true, false, 12, 4, 1},
    {"large round n-gons", false, true, false, 40, 1, 1},
    {"large, far from the origin", false, true, true, 40, 3, 1},
    {"far from the origin", false, true, true, 8, 3, 1},
    {"on a lattice", true, false, false, 12, 0, 1},
    {"round, on a lattice", true, true, false, 12, 8, 1},
    {"huge, on a lattice", true, true, false, 8, 8, 0x1p60F},
    {"tiny, on a lattice", true, true, false, 8, 8, 0x1p-130F},
    {"huge", false, true, false, 8, 4, 0x1p100F},
    {"large and huge", false, true, false, 24, 1, 0x1p100F},
    {"tiny", false, true, false, 8, 4, 0x1p-120F},
};
enum { FAMILIES = sizeof families / sizeof *families };

static void add_random(rng *r, const family *f, sepal_polys *set) {
    for (;;) {
        polygon p;
        uint32_t most = 1 + rng_below(r, f->most_vertices), kind = rng_below(r, 4);
        int32_t x = rng_between(r, -6, 6), y = rng_between(r, -6, 6);
        if (f->far)
            x += 100000, y -= 70000;
        if (f->lattice && kind == 0)
            make_parallelogram((lattice_point){x, y}, (lattice_point){rng_between(r, 1, 3), 0},
                               (lattice_point){0, rng_between(r, 1, 3)}, &p);
        else if (f->lattice)
            make_lattice(r, most, (lattice_point){x, y}, 2, &p);
        else
            make_round(r, most, x, y, rng_real(r, 0.25, 2), 0, &p);
        if ((f->lattice ? p.count < 8 : p.count > 16) && rng_below(r, 8) == 0) { /* a vertex twice */
            p.x[p.count] = p.x[p.count - 1];
            p.y[p.count] = p.y[p.count - 1];
            p.count++;
        }
        for (size_t k = 0; k < p.count; k++) {
            p.x[k] *= f->scale;
            p.y[k] *= f->scale;
        }
        float radius = f->round ? (float)rng_below(r, f->most_radius + 1) * 0.125F * f->scale : 0;
        if (sepal_polys_add_round(set, p.x, p.y, p.count, radius, NULL) == SEPAL_OK)
            return;
    }
}

static float random_move(rng *r, const family *f) {
    if (f->lattice)
        return rng_below(r, 4) == 0 ? 0 : (float)rng_between(r, -16, 16) * f->scale;
    return (float)rng_real(r, -12, 12) * f->scale;
}

static void make_sets(rng *r, const family *f, moving_sets *m) {
    cr_assert_eq(sepal_polys_create(NULL, &m->a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &m->b), SEPAL_OK);
    for (size_t i = 0; i < SHAPES; i++) {
        add_random(r, f, m->a);
        add_random(r, f, m->b);
        for (size_t k = 2 * i; k < 2 * i + 2; k++) {
            m->moves_a[k] = rng_below(r, 3) == 0 ? random_move(r, f) : 0;
            m->moves_b[k] = random_move(r, f);
        }
    }
    for (size_t k = 0; k < PAIRS; k++)
        m->pairs[k] = (sepal_pair){rng_below(r, SHAPES), rng_below(r, SHAPES)};
    m->rule = (sepal_rule){(sepal_touching)rng_below(r, RULES),
                           f->round && rng_below(r, 3) == 0 ? (float)rng_below(r, 3) * 0.25F * f->scale : 0, 0};
}

static void ask(const moving_sets *m, size_t length, sweep_found *out) {
    const sweep_asked asked = {m->a, m->b, moves_of(m->moves_a), moves_of(m->moves_b), m->pairs, PAIRS, &m->rule};
    sweep_in_lists(&asked, length, &(sepal_hits){out->bits, out->time, out->x, out->y});
    sweep_in_lists(&asked, length, &(sepal_hits){.bits = out->alone});
}

static void check_same(const moving_sets *m, const family *f, size_t length, const sweep_found *expected) {
    sweep_found found;
    ask(m, length, &found);
    for (size_t k = 0; k < PAIRS; k++)
        cr_assert(bit_at(found.bits, k) == bit_at(expected->bits, k) && bit_at(found.alone, k) == bit_at(expected->bits, k) &&
                      same_bits(found.time[k], expected->time[k]) && same_bits(found.x[k], expected->x[k]) &&
                      same_bits(found.y[k], expected->y[k]),
                  "%s, %s, %u and %u, lists of %zu: %d at %a along (%a, %a), not %d at %a along (%a, %a)", sepal_isa(), f->what,
                  m->pairs[k].a, m->pairs[k].b, length, bit_at(found.bits, k), (double)found.time[k], (double)found.x[k],
                  (double)found.y[k], bit_at(expected->bits, k), (double)expected->time[k], (double)expected->x[k],
                  (double)expected->y[k]);
}

/* Lists of up to three pairs are answered by other code than longer ones. */
static size_t check_family(rng *r, const family *f) {
    moving_sets m;
    sweep_found expected;
    size_t later = 0;
    make_sets(r, f, &m);
    use_isa(0);
    ask(&m, PAIRS, &expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        check_same(&m, f, PAIRS, &expected);
        for (size_t length = 1; length <= 4; length++)
            check_same(&m, f, length, &expected);
    }
    for (size_t k = 0; k < PAIRS; k++)
        later += bit_at(expected.bits, k) && expected.time[k] > 0;
    sepal_polys_destroy(m.a);
    sepal_polys_destroy(m.b);
    return later;
}

Test(sweep_cast, times_and_normals_are_those_of_the_scalar_path) {
    rng r = {2026};
    for (size_t f = 0; f < FAMILIES; f++) {
        size_t later = 0;
        for (int round = 0; round < 12; round++)
            later += check_family(&r, &families[f]);
        cr_log_info("%s: %zu meet later", families[f].what, later);
        cr_assert(later > 100, "%s: only %zu", families[f].what, later);
    }
}
