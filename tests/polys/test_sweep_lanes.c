/* Moving shapes, most of them with a reach, in long lists of few kinds, so that each lane has a pair: "All is the same to the last bit on every
 * instruction set", for faces that are parallel or nearly so, ways along a face, corners on corners, times at 0 and 1 and between two
 * floats, any scale and place. The scalar path is the judge. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Pair k is shape k of both sets. */
enum { LANE_PAIRS = 96, KINDS = 5, ROUNDS = 12 };

static const uint32_t sizes_of_kinds[KINDS][2] = {{1, 1}, {2, 2}, {4, 4}, {8, 8}, {1, 4}};

/* Those of which a few vertices are enough; fewer rounds, since the reference takes long for them. */
enum { LARGE_KINDS = 4, LARGE_ROUNDS = 2 };

static const uint32_t sizes_of_large[LARGE_KINDS][2] = {{16, 16}, {32, 32}, {64, 16}, {9, 40}};

typedef struct lane_sets {
    sepal_polys *a, *b;
    float moves_a[2 * LANE_PAIRS], moves_b[2 * LANE_PAIRS];
    sepal_rule rule;
} lane_sets;

/* A regular polygon, a segment or a point. */
static void make_regular(uint32_t count, double angle, polygon *out) {
    out->count = count;
    for (uint32_t k = 0; k < count; k++) {
        double turn = angle + 2 * acos(-1.0) * k / count;
        out->x[k] = count == 1 ? 0 : (float)cos(turn);
        out->y[k] = count == 1 ? 0 : (float)sin(turn);
    }
}

/* A box with as many vertices on each side. */
static void make_large_box(float x, float y, uint32_t count, polygon *out) {
    const float px[5] = {-x, x, x, -x, -x}, py[5] = {-y, -y, y, y, -y};
    const uint32_t each = (count + 3) / 4;
    out->count = count;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t side = k / each, i = k % each;
        out->x[k] = px[side] + (px[side + 1] - px[side]) * (float)i / (float)each;
        out->y[k] = py[side] + (py[side + 1] - py[side]) * (float)i / (float)each;
    }
}

static void make_box(rng *r, uint32_t count, polygon *out) {
    float x = (float)rng_between(r, 1, 3), y = (float)rng_between(r, 1, 3);
    if (count > 8) {
        make_large_box(x, y, count, out);
        return;
    }
    const float px[8] = {-x, x, x, -x}, py[8] = {-y, -y, y, y};
    const float ox[8] = {-x, x, x + y, x + y, x, -x, -x - y, -x - y}, oy[8] = {-x - y, -x - y, -x, x, x + y, x + y, x, -x};
    const float mx[8] = {-x, 0, x, x, x, 0, -x, -x}, my[8] = {-y, -y, -y, 0, y, y, y, 0}; /* a box with the middles of its sides */
    const bool octagon = rng_below(r, 2) == 0;
    out->count = count;
    for (uint32_t k = 0; k < count; k++) {
        out->x[k] = count == 8 ? octagon ? ox[k] : mx[k] : count == 1 ? 0 : px[k];
        out->y[k] = count == 8 ? octagon ? oy[k] : my[k] : count == 1 ? 0 : py[k];
    }
}

/* Moves some coordinates by one or two floats. */
static void disturb(rng *r, polygon *p) {
    for (size_t k = 0; k < p->count; k++)
        for (uint32_t steps = rng_below(r, 3); steps > 0; steps--) {
            float to = rng_below(r, 2) == 0 ? -INFINITY : INFINITY;
            if (rng_below(r, 2) == 0)
                p->x[k] = nextafterf(p->x[k], to);
            else
                p->y[k] = nextafterf(p->y[k], to);
        }
}

/* A number so small that double loses it beside a coordinate, or nearly; or 0. */
static float small_number(rng *r) {
    return rng_below(r, 3) == 0 ? 0 : ldexpf((float)rng_between(r, -3, 3), -(int)(24 + rng_below(r, 44)));
}

/* A box, segment or point whose upper side is at about y = 0. */
static void make_tilted(rng *r, uint32_t count, polygon *out) {
    make_box(r, count, out);
    float top = count == 8 ? out->y[4] : count > 2 ? out->y[2] : count == 2 ? -out->y[0] : 0;
    for (uint32_t k = 0; k < count; k++) {
        out->y[k] = count == 2 ? 0 : out->y[k] - top;
        out->y[k] = out->y[k] == 0 ? small_number(r) : out->y[k];
    }
}

typedef enum manner { ANYHOW, PARALLEL, NEARLY_PARALLEL, LATTICE, ALONG, TILTED } manner;

typedef struct lane_family {
    const char *what;
    manner manner;
    float scale;
    double far;     /* where the two are */
    double fastest; /* the move, relative to their size */
    bool small_reach;
} lane_family;

static const lane_family lane_families[] = {
    {"anyhow", ANYHOW, 1, 0, 8, false},
    {"fast", ANYHOW, 1, 0, 1e5, false},
    {"slow", ANYHOW, 1, 0, 4, false},
    {"hardly any reach", ANYHOW, 1, 0, 8, true},
    {"far from the origin", ANYHOW, 1, 3e6, 8, false},
    {"huge", ANYHOW, 0x1p100F, 0, 8, false},
    {"tiny", ANYHOW, 0x1p-120F, 0, 8, false},
    {"subnormal", ANYHOW, 0x1p-140F, 0, 8, false},
    {"parallel", PARALLEL, 1, 0, 8, false},
    {"parallel, far from the origin", PARALLEL, 1, 1e5, 8, false},
    {"parallel but for a float", NEARLY_PARALLEL, 1, 0, 8, false},
    {"the same, hardly any reach", NEARLY_PARALLEL, 1, 0, 8, true},
    {"on a lattice", LATTICE, 1, 0, 8, false},
    {"on a lattice far away", LATTICE, 1, 1048576, 8, false},
    {"on a huge lattice", LATTICE, 0x1p60F, 0, 8, false},
    {"along faces", ALONG, 1, 0, 8, false},
    {"tilted by less than double sees", TILTED, 1, 0, 8, false},
};
enum { LANE_FAMILIES = sizeof lane_families / sizeof *lane_families };

static bool add_moved(sepal_polys *set, const polygon *p, double x, double y, float scale, float radius) {
    polygon q = *p;
    for (size_t k = 0; k < q.count; k++) {
        q.x[k] = (float)(p->x[k] + x) * scale;
        q.y[k] = (float)(p->y[k] + y) * scale;
    }
    return sepal_polys_add_round(set, q.x, q.y, q.count, radius * scale, NULL) == SEPAL_OK;
}

/* Adds a pair, or returns false if one of its shapes is not convex any more. */
static bool add_pair(rng *r, const lane_family *f, uint32_t size_a, uint32_t size_b, size_t k, lane_sets *m) {
    polygon a, b;
    const bool whole = f->manner == LATTICE || f->manner == ALONG || f->manner == TILTED;
    double angle = rng_real(r, 0, 7), x = whole ? rng_between(r, -9, 9) : rng_real(r, -9, 9),
           y = whole ? rng_between(r, -9, 9) : rng_real(r, -9, 9), way = rng_real(r, 0, f->fastest);
    float radius_a = f->small_reach ? 0x1p-20F : (float)rng_below(r, 5) * 0.25F, radius_b = (float)rng_below(r, 3) * 0.25F;
    if (f->small_reach || size_a == 1)
        radius_b = f->small_reach ? 0 : 0.25F;
    if (size_a >= 4 && rng_below(r, size_a > 8 ? 2 : 4) == 0)
        radius_a = radius_b = 0; /* cores, and beside them in a list others */
    if (whole) {
        make_box(r, size_a, &a);
        make_box(r, size_b, &b);
        if (f->manner == TILTED) {
            make_tilted(r, size_a, &a);
            y = rng_between(r, 4, 12);
            x = rng_between(r, -3, 3) + (double)small_number(r);
        }
    } else {
        make_regular(size_a, angle, &a);
        make_regular(size_b, f->manner == ANYHOW ? rng_real(r, 0, 7) : angle + acos(-1.0) / 2 * rng_below(r, 4), &b);
    }
    if (f->manner == NEARLY_PARALLEL) {
        disturb(r, &a);
        disturb(r, &b);
    }
    sepal_polys *sets[2] = {m->a, m->b};
    const polygon probes[2] = {a, b};
    for (int i = 0; i < 2; i++) { /* neither set gets a shape unless both do */
        sepal_polys *probe = NULL;
        cr_assert_eq(sepal_polys_create(NULL, &probe), SEPAL_OK);
        bool fits = add_moved(probe, &probes[i], f->far + (i == 1 ? x : 0), f->far + (i == 1 ? y : 0), f->scale, 1);
        sepal_polys_destroy(probe);
        if (!fits)
            return false;
    }
    cr_assert(add_moved(sets[0], &a, f->far, f->far, f->scale, radius_a));
    cr_assert(add_moved(sets[1], &b, f->far + x, f->far + y, f->scale, radius_b));
    double aim = rng_real(r, -0.4, 0.4), turned_x = x - aim * y, turned_y = y + aim * x;
    double length = hypot(x, y) > 0 ? hypot(x, y) : 1, share = -way / length;
    if (f->manner == LATTICE) { /* often straight at each other, as far as they are apart, or by a power of two of that */
        turned_x = rng_below(r, 4) == 0 ? rng_between(r, -9, 9) : x;
        turned_y = rng_below(r, 4) == 0 ? rng_between(r, -9, 9) : y;
        share = -(double)(1 << rng_below(r, 3)) / 2;
    } else if (f->manner == TILTED) {
        turned_x = rng_below(r, 3) == 0 ? x : (double)small_number(r);
        turned_y = y;
        share = -(double)(1 << rng_below(r, 3)) / 2;
    } else if (f->manner == ALONG) {
        turned_x = rng_below(r, 2) == 0 ? 0 : x;
        turned_y = turned_x == 0 ? y : 0;
        share = -2;
    }
    m->moves_a[2 * k] = rng_below(r, 4) == 0 ? (float)rng_between(r, -2, 2) * f->scale : 0;
    m->moves_a[2 * k + 1] = 0;
    m->moves_b[2 * k] = (float)(turned_x * share) * f->scale + m->moves_a[2 * k];
    m->moves_b[2 * k + 1] = (float)(turned_y * share) * f->scale;
    return isfinite(m->moves_b[2 * k]) && isfinite(m->moves_b[2 * k + 1]);
}

typedef struct lane_hits {
    uint64_t bits[SEPAL_BIT_WORDS(LANE_PAIRS)], alone[SEPAL_BIT_WORDS(LANE_PAIRS)];
    float time[LANE_PAIRS], x[LANE_PAIRS], y[LANE_PAIRS];
} lane_hits;

static void ask_lanes(const lane_sets *m, size_t length, lane_hits *out) {
    sepal_pair pairs[LANE_PAIRS];
    for (uint32_t k = 0; k < LANE_PAIRS; k++)
        pairs[k] = (sepal_pair){k, k};
    const sweep_asked asked = {m->a, m->b, moves_of(m->moves_a), moves_of(m->moves_b), pairs, LANE_PAIRS, &m->rule};
    sweep_in_lists(&asked, length, &(sepal_hits){out->bits, out->time, out->x, out->y});
    sweep_in_lists(&asked, length, &(sepal_hits){.bits = out->alone});
}

static size_t check_lanes(rng *r, const lane_family *f, const uint32_t size[2]) {
    static const size_t lengths[] = {LANE_PAIRS, 1, 2, 3}; /* up to three pairs are answered one by one */
    lane_sets m;
    lane_hits expected, found;
    size_t later = 0;
    cr_assert_eq(sepal_polys_create(NULL, &m.a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &m.b), SEPAL_OK);
    for (size_t k = 0; k < LANE_PAIRS; k++)
        while (!add_pair(r, f, size[0], size[1], k, &m))
            ;
    m.rule = (sepal_rule){(sepal_touching)rng_below(r, RULES), rng_below(r, 3) == 0 ? 0.25F * f->scale : 0, 0};
    use_isa(0);
    ask_lanes(&m, LANE_PAIRS, &expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++)
        for (size_t length = 0; length < sizeof lengths / sizeof *lengths; length++) {
            use_isa(isa);
            ask_lanes(&m, lengths[length], &found);
            for (size_t k = 0; k < LANE_PAIRS; k++)
                cr_assert(
                    bit_at(found.bits, k) == bit_at(expected.bits, k) && bit_at(found.alone, k) == bit_at(expected.bits, k) &&
                        same_bits(found.time[k], expected.time[k]) && same_bits(found.x[k], expected.x[k]) &&
                        same_bits(found.y[k], expected.y[k]),
                    "%s, %s, lists of %zu, %u and %u vertices, pair %zu: %d at %a along (%a, %a), not %d at %a along (%a, %a)",
                    sepal_isa(), f->what, lengths[length], size[0], size[1], k, bit_at(found.bits, k), (double)found.time[k],
                    (double)found.x[k], (double)found.y[k], bit_at(expected.bits, k), (double)expected.time[k],
                    (double)expected.x[k], (double)expected.y[k]);
        }
    for (size_t k = 0; k < LANE_PAIRS; k++)
        later += bit_at(expected.bits, k) && expected.time[k] > 0;
    sepal_polys_destroy(m.a);
    sepal_polys_destroy(m.b);
    return later;
}

Test(sweep_lanes, hits_are_those_of_the_scalar_path) {
    rng r = {2027};
    for (size_t f = 0; f < LANE_FAMILIES; f++) {
        size_t later = 0;
        for (int round = 0; round < ROUNDS; round++)
            for (size_t kind = 0; kind < KINDS; kind++)
                later += check_lanes(&r, &lane_families[f], sizes_of_kinds[kind]);
        cr_log_info("%s: %zu meet later", lane_families[f].what, later);
        cr_assert(later > 100, "%s: only %zu", lane_families[f].what, later);
    }
}

/* A regular polygon of many vertices is not convex in float far from the origin, nor are many vertices on a side that is tilted. */
Test(sweep_lanes, hits_of_large_shapes_are_those_of_the_scalar_path) {
    rng r = {2028};
    for (size_t f = 0; f < LANE_FAMILIES; f++) {
        const lane_family *family = &lane_families[f];
        size_t later = 0;
        if (family->far != 0 || family->manner == TILTED)
            continue;
        for (int round = 0; round < LARGE_ROUNDS; round++)
            for (size_t kind = 0; kind < LARGE_KINDS; kind++)
                later += check_lanes(&r, family, sizes_of_large[kind]);
        cr_log_info("%s: %zu meet later", family->what, later);
        cr_assert(later > 30, "%s: only %zu", family->what, later);
    }
}

/* The ends of a segment may be so near to each other that their differences from the other shape round to the same double. They are
 * two points, and the first one that is met may be either. */
Test(sweep_lanes, the_ends_of_a_short_segment_are_two_points) {
    enum { COPIES = 16 };
    const float x = -72, y = -63.75F, radius = 64, ends_x[2] = {0, -0x1p-47F}, ends_y[2] = {0, 0x1p-48F};
    for (int way = 0; way < 4; way++) {
        const float from_x = ends_x[way & 1], from_y = ends_y[way & 1], to_x = ends_x[~way & 1], to_y = ends_y[~way & 1];
        const sepal_circles circle = {&x, &y, &radius, 0};
        const sepal_capsules segment = {&from_x, &from_y, &to_x, &to_y, NULL, 0};
        sepal_polys *sets[2] = {NULL, NULL};
        sepal_pair pairs[COPIES];
        float still[2 * COPIES] = {0}, moves[2 * COPIES], expected[3][COPIES] = {{0}}, got[3][COPIES] = {{0}};
        uint64_t expected_bits = 0, bits = 0;
        for (int side = 0; side < 2; side++) {
            cr_assert_eq(sepal_polys_create(NULL, &sets[side]), SEPAL_OK);
            for (uint32_t k = 0; k < COPIES; k++) {
                cr_assert_eq(side == way / 2 ? sepal_polys_add_circles(sets[side], &circle, 1, NULL, NULL)
                                             : sepal_polys_add_capsules(sets[side], &segment, 1, NULL, NULL),
                             SEPAL_OK);
                pairs[k] = (sepal_pair){k, k};
                moves[2 * k] = way / 2 == 0 ? -96 : 96;
                moves[2 * k + 1] = way / 2 == 0 ? -765 : 765;
            }
        }
        const sepal_moves of_a = {still, still + 1, 2}, of_b = {moves, moves + 1, 2};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            float(*const to)[COPIES] = isa == 0 ? expected : got;
            const sepal_hits out = {.bits = isa == 0 ? &expected_bits : &bits, .time = to[0], .normal_x = to[1], .normal_y = to[2]};
            use_isa(isa);
            cr_assert_eq(sepal_polys_sweep_pairs(sets[0], &of_a, sets[1], &of_b, pairs, COPIES, NULL, &out), SEPAL_OK);
            cr_assert_eq(*out.bits, (1U << COPIES) - 1);
            cr_assert_eq(memcmp(to, expected, sizeof expected), 0, "%s, way %d: normal %a, %a instead of %a, %a", sepal_isa(), way,
                         (double)to[1][0], (double)to[2][0], (double)expected[1][0], (double)expected[2][0]);
        }
        for (int side = 0; side < 2; side++)
            sepal_polys_destroy(sets[side]);
    }
}

/* The edges (2758, 4853) and three times that are parallel, but their normals, each rounded from double, are different floats. Where both
 * meet, the normal is that of the edge of shape a. The products with the moves do not fit a double, so that either line may seem to be
 * crossed last. */
Test(sweep_lanes, parallel_edges_may_have_normals_of_different_floats) {
    const double along[2] = {2758, 4853}, out[2] = {4853, -2758};
    rng r = {2029};
    for (int swapped = 0; swapped < 2; swapped++) {
        lane_sets m = {.rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0}};
        lane_hits expected, found;
        size_t later = 0;
        sepal_polys **const sets[2] = {swapped == 1 ? &m.b : &m.a, swapped == 1 ? &m.a : &m.b};
        cr_assert(sepal_polys_create(NULL, &m.a) == SEPAL_OK && sepal_polys_create(NULL, &m.b) == SEPAL_OK);
        for (size_t k = 0; k < LANE_PAIRS; k++) {
            const double aside = rng_between(&r, 0, 6) / 2.0, faster = rng_real(&r, 1, 3);
            polygon p = {.count = 3}, q = {.count = 3};
            for (int i = 0; i < 2; i++) {
                float *const of_p = i == 0 ? p.x : p.y, *const of_q = i == 0 ? q.x : q.y;
                of_p[0] = 0;
                of_p[1] = (float)along[i];
                of_p[2] = (float)-out[i];
                of_q[0] = (float)(aside * along[i] + out[i]);
                of_q[1] = (float)((aside - 3) * along[i] + out[i]);
                of_q[2] = (float)((aside - 1) * along[i] + 3 * out[i]);
                m.moves_a[2 * k + (size_t)i] = 0;
                m.moves_b[2 * k + (size_t)i] = (float)((swapped == 1 ? faster : -faster) * (i == 0 ? 6500 : 0x1p-20));
            }
            cr_assert(add_moved(*sets[0], &p, 0, 0, 1, 0) && add_moved(*sets[1], &q, 0, 0, 1, 0));
        }
        use_isa(0);
        ask_lanes(&m, LANE_PAIRS, &expected);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask_lanes(&m, LANE_PAIRS, &found);
            for (size_t k = 0; k < LANE_PAIRS; k++)
                cr_assert(bit_at(found.bits, k) == bit_at(expected.bits, k) && same_bits(found.time[k], expected.time[k]) &&
                              same_bits(found.x[k], expected.x[k]) && same_bits(found.y[k], expected.y[k]),
                          "%s, %d, pair %zu: at %a along (%a, %a), not at %a along (%a, %a)", sepal_isa(), swapped, k,
                          (double)found.time[k], (double)found.x[k], (double)found.y[k], (double)expected.time[k],
                          (double)expected.x[k], (double)expected.y[k]);
        }
        for (size_t k = 0; k < LANE_PAIRS; k++)
            later += bit_at(expected.bits, k) && expected.time[k] > 0;
        cr_assert(later > LANE_PAIRS / 2, "only %zu", later);
        sepal_polys_destroy(m.a);
        sepal_polys_destroy(m.b);
    }
}
