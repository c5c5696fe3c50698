/* Shapes on a lattice, of which most pairs touch exactly or have vertices in common: every instruction set gives the answers of the
 * scalar path to the last bit, for points, segments, quadrilaterals, those without area, 8 and 16 vertices, and these at once, with
 * and without radii and margins. A few coordinates are so near to 0 that their exponents and those of the others do not fit a double. */
#include "../common/check.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { SHAPES = 120, PAIRS = 3000, SIDE = 3 };

typedef struct cast {
    const char *name;
    unsigned kinds; /* bits of the kinds of shapes below */
    bool radii, tiny;
    bool nudged; /* some coordinates are so little beside the lattice that float cannot tell, and double can */
} cast;
enum { POINT = 1, SEGMENT = 2, QUAD = 4, FLAT = 8, EIGHT = 16, EVERYTHING = 31, PLAIN = 32, SIXTEEN = 64 };

static const cast casts[] = {
    {"points", POINT, true, false, false},
    {"points and points beside 0", POINT, true, true, false},
    {"segments", SEGMENT, true, false, false},
    {"segments beside 0", SEGMENT, true, true, false},
    {"points and segments", POINT | SEGMENT, true, true, false},
    {"quadrilaterals", QUAD, false, false, false},
    {"quadrilaterals beside 0", QUAD, false, true, false},
    {"quadrilaterals with radii", QUAD, true, true, false},
    {"points and quadrilaterals", POINT | QUAD, true, false, false},
    {"quadrilaterals without area", FLAT, true, false, false},
    {"quadrilaterals with and without area", QUAD | FLAT, false, true, false},
    {"everything", EVERYTHING, true, false, false},
    {"squares and diamonds", PLAIN, false, false, false},
    {"squares and diamonds beside 0", PLAIN, false, true, false},
    {"nudged squares and diamonds", PLAIN, false, false, true},
    {"nudged segments", SEGMENT, true, false, true},
    {"nudged points and segments", POINT | SEGMENT, true, false, true},
    {"nudged quadrilaterals", QUAD, false, false, true},
    {"nudged points and quadrilaterals", POINT | QUAD, true, false, true},
    {"octagons", EIGHT, false, false, false},
    {"octagons beside 0", EIGHT, false, true, false},
    {"nudged octagons", EIGHT, false, false, true},
    {"quadrilaterals and 8 or 16 vertices", QUAD | EIGHT | SIXTEEN, false, false, false},
    {"quadrilaterals and 8 or 16 vertices, beside 0", QUAD | EIGHT | SIXTEEN, false, true, false},
    {"nudged squares and 8 or 16 vertices", PLAIN | EIGHT | SIXTEEN, false, false, true},
    {"everything, nudged", EVERYTHING, true, false, true},
    {"everything beside 0", EVERYTHING, true, true, false},
};

static float lattice(rng *r, const cast *c) {
    float at = (float)rng_between(r, -SIDE, SIDE);
    if (c->nudged && rng_below(r, 4) == 0)
        at += rng_below(r, 2) ? 0x1p-20F : -0x1p-20F;
    return c->tiny && rng_below(r, 8) == 0 ? (rng_below(r, 2) ? 0x1p-60F : -0x1p-40F) : at;
}

static unsigned one_of(rng *r, unsigned kinds) {
    for (;;) {
        unsigned kind = 1U << rng_below(r, 7);
        if (kinds & kind)
            return kind;
    }
}

/* Half of the segments and quadrilaterals have sides along the axes of coordinates, as they meet in more ways. */
static void add_one(rng *r, const cast *c, sepal_polys *set) {
    for (;;) {
        unsigned kind = one_of(r, c->kinds);
        size_t size = kind == POINT ? 1 : kind == SEGMENT ? 2 : kind == EIGHT ? 8 : kind == SIXTEEN ? 16 : 4;
        float x[16], y[16], left = lattice(r, c), low = lattice(r, c), right = lattice(r, c), high = lattice(r, c);
        bool upright = rng_below(r, 2) != 0;
        for (size_t k = 0; k < size; k++) {
            x[k] = upright ? (k % 4 == 1 || k % 4 == 2 ? right : left) : lattice(r, c);
            y[k] = upright && size > 2 ? (k % 4 >= 2 ? high : low) : lattice(r, c);
            if (kind == FLAT) {
                x[k] = k % 3 == 0 ? left : right;
                y[k] = k % 3 == 0 ? low : high;
            }
        }
        if (kind == PLAIN) { /* a square or a diamond, counter-clockwise; a set of these has kernels of its own */
            static const float square[2][4] = {{0, 1, 1, 0}, {0, 0, 1, 1}}, diamond[2][4] = {{-1, 0, 1, 0}, {0, -1, 0, 1}};
            for (size_t k = 0; k < 4; k++) {
                x[k] = left + (upright ? square : diamond)[0][k];
                y[k] = low + (upright ? square : diamond)[1][k];
            }
        }
        if (kind == EIGHT) { /* an octagon with corners on the lattice, or a square with vertices inside of its sides */
            static const float octagon[2][8] = {{-1, 0, 1, 1, 1, 0, -1, -1}, {-1, -1, -1, 0, 1, 1, 1, 0}};
            for (size_t k = 0; k < 8; k++) {
                x[k] = left + octagon[0][k];
                y[k] = low + octagon[1][k];
            }
        }
        if (kind == SIXTEEN) { /* a square of side 4 with a vertex at each place of the lattice */
            static const float square[16] = {-2, -1, 0, 1, 2, 2, 2, 2, 2, 1, 0, -1, -2, -2, -2, -2};
            for (size_t k = 0; k < 16; k++) {
                x[k] = left + square[k];
                y[k] = low + square[(k + 12) % 16];
            }
        }
        float radius = c->radii ? 0.5F * (float)rng_below(r, 3) : 0;
        sepal_status status = sepal_polys_add_round(set, x, y, size, radius, NULL);
        if (status == SEPAL_OK)
            return;
        cr_assert_eq(status, SEPAL_BAD_SHAPE);
    }
}

static void check_overlaps(const scene *s, const sepal_pair *pairs) {
    for (int touching = 0; touching < RULES; touching++) {
        uint8_t *expected = answers_create(PAIRS);
        use_isa(0);
        ask_pairs(s->set_a, s->set_b, pairs, PAIRS, touching, expected);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            const char *who = use_isa(isa);
            check_pairs(s, who, s->set_a, s->set_b, pairs, PAIRS, touching, expected);
        }
        free(expected);
    }
}

/* Returns how many pairs touch exactly. */
static size_t check_margin(const scene *s, const sepal_pair *pairs, float margin) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    size_t touching = 0;
    use_isa(0);
    pushes expected = pushes_ask(s->set_a, s->set_b, pairs, PAIRS, &rule);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *who = use_isa(isa);
        pushes got = pushes_ask(s->set_a, s->set_b, pairs, PAIRS, &rule);
        check_same_pushes(s, who, &got, &expected);
        pushes_release(&got);
    }
    for (size_t k = 0; k < PAIRS; k++)
        touching += expected.depth[k] == 0;
    pushes_release(&expected);
    return touching;
}

Test(touching, shapes_on_a_lattice_agree) {
    rng r = {1107};
    for (size_t k = 0; k < sizeof casts / sizeof *casts; k++) {
        scene s = {.kind = casts[k].name, .seed = 1107};
        sepal_pair pairs[PAIRS];
        cr_assert_eq(sepal_polys_create(NULL, &s.set_a), SEPAL_OK);
        cr_assert_eq(sepal_polys_create(NULL, &s.set_b), SEPAL_OK);
        for (int i = 0; i < SHAPES; i++) {
            add_one(&r, &casts[k], s.set_a);
            add_one(&r, &casts[k], s.set_b);
        }
        for (size_t i = 0; i < PAIRS; i++)
            pairs[i] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
        check_overlaps(&s, pairs);
        size_t touching = check_margin(&s, pairs, 0) + check_margin(&s, pairs, 1);
        cr_assert_gt(touching, PAIRS / 50, "%s: only %zu pairs touch", casts[k].name, touching);
        sepal_polys_destroy(s.set_a);
        sepal_polys_destroy(s.set_b);
    }
}
