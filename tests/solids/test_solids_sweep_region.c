/* Moving solids meet if and only if the one at rest and what the other covers on its way do, and all instruction sets say when and how as
 * the scalar path does. Of a convex core that is the hull of its
 * vertices and of the same vertices at the end: another solid, so that every yes and no is that of an overlap. All numbers are small
 * multiples of one power of two, so that no vertex is rounded. */
#include "../common/must.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <sepal/solids.h>
#include <string.h>

enum { PAIRS = 600, CORE_MOST = 140 };

/* Multiples of 2^-8 up to `most`, so that many solids touch if it is small. */
static float some_number(rng *r, int32_t most, int32_t units) {
    return (float)rng_between(r, -most * units, most * units) / (float)units;
}

typedef struct region_kind {
    const char *name;
    uint32_t least_a, most_a, least_b, most_b; /* vertices; 0: a box */
    int32_t units;                             /* of coordinates to 1 */
    bool round;
} region_kind;

static const region_kind kinds[] = {
    {"boxes", 0, 0, 0, 0, 256, false},
    {"boxes on a lattice", 0, 0, 0, 0, 1, false},
    {"hulls", 5, 30, 5, 30, 256, false},
    {"hulls on a lattice", 5, 9, 5, 9, 1, false},
    {"boxes and hulls", 0, 0, 5, 17, 64, false},
    {"hulls and boxes on a lattice", 5, 9, 0, 0, 2, false},
    {"hulls of many vertices", 65, CORE_MOST, 5, CORE_MOST, 256, false},
    {"boxes and hulls of many vertices", 0, 0, 65, CORE_MOST, 4, false},
    {"tetrahedra", 4, 4, 4, 4, 64, false},
    {"tetrahedra on a lattice", 4, 4, 4, 4, 1, false},
    {"triangles and hulls on a lattice", 3, 3, 3, 7, 1, false},
    {"rounded hulls", 4, 17, 4, 17, 64, true},
    {"capsules", 2, 2, 2, 2, 16, true},
    {"spheres", 1, 1, 1, 1, 16, true},
    {"boxes and spheres", 0, 0, 1, 1, 16, true},
    {"capsules and rounded boxes", 2, 2, 0, 0, 4, true},
};

typedef struct region_sets {
    sepal_solids *a, *b, *region;
    float *move_a, *move_b; /* x, y, z in turn */
} region_sets;

static void add_hull(sepal_solids *set, float at[3][2 * CORE_MOST], size_t count, float radius) {
    must(sepal_solids_add_hull(set, at[0], at[1], at[2], count, radius, NULL) == SEPAL_OK, "a hull of %zu vertices", count);
}

/* Adds a solid around a centre; its vertices. */
static size_t add_some(rng *r, const region_kind *kind, sepal_solids *set, uint32_t least, uint32_t most, float radius,
                       float at[3][2 * CORE_MOST]) {
    float centre[3], g[3][3];
    for (int k = 0; k < 3; k++)
        centre[k] = some_number(r, most == 1 ? 3 : 6, kind->units);
    if (most > 0) {
        size_t count = least + rng_below(r, most - least + 1);
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < 3; k++)
                at[k][i] = centre[k] + (most == 1 ? 0 : some_number(r, 4, kind->units));
        add_hull(set, at, count, radius);
        return count;
    }
    for (int e = 0; e < 3; e++)
        for (int k = 0; k < 3; k++)
            g[e][k] = e == k ? 1 : rng_below(r, 3) == 0 ? 0 : some_number(r, 2, kind->units);
    const sepal_solid_parallelepipeds boxes = {{&centre[0], &centre[1], &centre[2]},
                                               {&g[0][0], &g[0][1], &g[0][2]},
                                               {&g[1][0], &g[1][1], &g[1][2]},
                                               {&g[2][0], &g[2][1], &g[2][2]},
                                               &radius,
                                               1};
    must(sepal_solids_add_parallelepipeds(set, &boxes, 1, NULL, NULL) == SEPAL_OK, "a box");
    for (size_t i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            at[k][i] = ((centre[k] + (i & 1 ? g[0][k] : -g[0][k])) + (i & 2 ? g[1][k] : -g[1][k])) + (i & 4 ? g[2][k] : -g[2][k]);
    return 8;
}

static void add_pair(rng *r, const region_kind *kind, size_t i, region_sets *s) {
    float at[3][2 * CORE_MOST];
    const float radius_a = kind->round ? some_number(r, 1, kind->units) : 0, radius_b = kind->round ? 1 : 0;
    add_some(r, kind, s->a, kind->least_a, kind->most_a, radius_a < 0 ? 0 : radius_a, at);
    const size_t count = add_some(r, kind, s->b, kind->least_b, kind->most_b, radius_b, at);
    for (int k = 0; k < 3; k++) {
        s->move_a[3 * i + (size_t)k] = rng_below(r, 2) == 0 ? 0 : some_number(r, 4, kind->units);
        s->move_b[3 * i + (size_t)k] = some_number(r, 8, kind->units);
        for (size_t v = 0; v < count; v++)
            at[k][count + v] = at[k][v] + (s->move_b[3 * i + (size_t)k] - s->move_a[3 * i + (size_t)k]);
    }
    add_hull(s->region, at, 2 * count, radius_b);
}

static void judge_region(const region_kind *kind, const sepal_rule *rule) {
    static float move_a[3 * PAIRS], move_b[3 * PAIRS];
    static sepal_pair pairs[PAIRS];
    static uint64_t moving[SEPAL_BIT_WORDS(PAIRS)], resting[SEPAL_BIT_WORDS(PAIRS)];
    region_sets s = {NULL, NULL, NULL, move_a, move_b};
    rng r = {77};
    cr_assert(sepal_solids_create(NULL, &s.a) == SEPAL_OK && sepal_solids_create(NULL, &s.b) == SEPAL_OK &&
              sepal_solids_create(NULL, &s.region) == SEPAL_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        add_pair(&r, kind, i, &s);
        pairs[i] = (sepal_pair){(uint32_t)i, (uint32_t)i};
    }
    const sepal_solid_moves of_a = {move_a, move_a + 1, move_a + 2, 3}, of_b = {move_b, move_b + 1, move_b + 2, 3};
    const sepal_solid_hits out = {.bits = moving}; /* alone: another way */
    static float found[4][PAIRS], expected[4][PAIRS];
    const sepal_solid_hits hits = {moving, found[0], found[1], found[2], found[3]};
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(s.a, &of_a, s.b, &of_b, pairs, PAIRS, rule, &hits), SEPAL_OK);
    memcpy(expected, found, sizeof expected);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        cr_assert_eq(sepal_solids_sweep_pairs(s.a, &of_a, s.b, &of_b, pairs, PAIRS, rule, &hits), SEPAL_OK);
        cr_assert_eq(memcmp(expected, found, sizeof expected), 0, "%s, %s: when or how", sepal_isa(), kind->name);
        cr_assert_eq(sepal_solids_sweep_pairs(s.a, &of_a, s.b, &of_b, pairs, PAIRS, rule, &out), SEPAL_OK);
        cr_assert_eq(sepal_solids_overlap_pairs(s.a, s.region, pairs, PAIRS, rule, resting), SEPAL_OK);
        size_t meet = sepal_bits_count(moving, PAIRS);
        cr_assert(meet > 20 && meet < PAIRS - 20, "%s: %zu of %d meet", kind->name, meet, (int)PAIRS);
        for (size_t i = 0; i < PAIRS; i++)
            cr_assert_eq(moving[i / 64] >> i % 64 & 1, resting[i / 64] >> i % 64 & 1, "%s, %s, pair %zu, touching %d", sepal_isa(),
                         kind->name, i, (int)rule->touching);
    }
    sepal_solids_destroy(s.a);
    sepal_solids_destroy(s.b);
    sepal_solids_destroy(s.region);
}

Test(solids_sweep_region, is_what_the_solids_meet) {
    const sepal_rule rules[] = {
        {SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, 0.5F, 0}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++)
            judge_region(&kinds[k], &rules[rule]);
}
