/* Triangles and other hulls, and what moves towards them: points, as rays are, segments and boxes. All instruction sets say whether they
 * meet, when and how as the scalar path does, which is exact, whichever of the two is the first one. The ways lead through corners, edges and
 * the inside, in the plane of a triangle, beside it, and one float beside; times are floats, or nearly; some triangles are needles, have no
 * area, or are far from the origin. */
#include "../common/check.h"
#include "../common/must.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { PAIRS = 1100, MOST_VERTICES = 40 }; /* more than a chunk */

typedef struct ray_kind {
    const char *name;
    int32_t units;  /* of coordinates to 1 */
    int vertices;   /* of a hull */
    int movers;     /* vertices of what moves; 0: a box */
    int thin;       /* of ten, how many have all vertices but the first two near the first one, or on a line with these */
    int level;      /* and how many have one coordinate that all of their vertices share */
    int prisms;     /* and how many have their first vertices at one level, and the others above these, along an axis or aslant */
    int scale;      /* all is multiplied by a power of two between 2^-scale and 2^scale */
    float far;      /* how far from the origin they are */
    bool both_move; /* the hulls as well */
} ray_kind;

static const ray_kind kinds[] = {
    {"triangles", 1 << 20, 3, 1, 0, 0, 0, 0, 0, false},
    {"triangles on a lattice", 1, 3, 1, 0, 4, 0, 0, 0, false},
    {"triangles on a fine lattice, level", 512, 3, 1, 1, 9, 0, 0, 0, false},
    {"level triangles", 1 << 20, 3, 1, 0, 10, 0, 0, 0, false},
    {"needles", 1 << 18, 3, 1, 10, 0, 0, 0, 0, false},
    {"triangles of all magnitudes", 4096, 3, 1, 1, 2, 0, 100, 0, true},
    {"triangles far away", 1024, 3, 1, 0, 3, 0, 0, 0x1p13F, true},
    {"hulls of 4", 64, 4, 1, 1, 1, 0, 0, 0, false},
    {"hulls of 8", 1 << 20, 8, 1, 0, 0, 0, 0, 0, true},
    {"hulls of 16 on a lattice", 4, 16, 1, 0, 0, 0, 0, 0, false},
    {"hulls of 40 of all magnitudes", 1 << 16, 40, 1, 0, 0, 0, 40, 0, false},
    {"segments and triangles", 256, 3, 2, 1, 3, 0, 0, 0, false},
    {"segments and hulls of 8", 1 << 18, 8, 2, 0, 0, 0, 0, 0, true},
    {"boxes and triangles", 1 << 18, 3, 0, 1, 3, 0, 0, 0, false},
    {"boxes and hulls of 9 on a lattice", 2, 9, 0, 0, 0, 0, 0, 0, false},
    {"prisms of 12", 1 << 18, 12, 1, 0, 0, 10, 0, 0, false},
    {"prisms of 10 on a lattice", 2, 10, 1, 0, 0, 9, 0, 0, true},
    {"prisms of 8 far away", 1 << 10, 8, 1, 1, 0, 9, 0, 0x1p13F, false},
    {"prisms of 14 of all magnitudes", 1 << 12, 14, 1, 1, 0, 10, 60, 0, true},
    {"boxes and prisms of 12", 1 << 18, 12, 0, 0, 0, 10, 0, 0, false},
};

typedef struct ray_sets {
    sepal_solids *hulls, *movers;
    float moves[2][3 * PAIRS]; /* of the hulls, and of what moves towards them */
} ray_sets;

static double number(rng *r, int32_t most, int32_t units) {
    return (double)rng_between(r, -most * units, most * units) / units;
}

static bool one_in_ten(rng *r, int of) {
    return (int)rng_below(r, 10) < of;
}

static void choose_vertices(rng *r, const ray_kind *kind, double v[MOST_VERTICES][3]) {
    const bool thin = one_in_ten(r, kind->thin), level = one_in_ten(r, kind->level);
    const uint32_t axis = rng_below(r, 3);
    const double share = rng_below(r, 2) == 0 ? 0.5 : 0x1p-16;
    const int below = one_in_ten(r, kind->prisms) ? kind->vertices / 2 : kind->vertices;
    const bool upright = rng_below(r, 2) == 0;
    for (int i = 0; i < kind->vertices; i++)
        for (uint32_t k = 0; k < 3; k++) {
            v[i][k] = (double)kind->far + number(r, 3, kind->units);
            if (below < kind->vertices && i > 0 && i < below && k == axis)
                v[i][k] = v[0][k];
            if (i > below) /* by as much as the first one above is */
                v[i][k] = v[i - below][k] + (v[below][k] - v[0][k]);
            if (i == below && upright && k != axis)
                v[i][k] = v[0][k];
            if (level && k == axis)
                v[i][k] = v[0][k];
            if (thin && i > 1)
                v[i][k] = v[0][k] + share * (share < 0.5 ? v[i][k] - v[0][k] : v[1][k] - v[0][k]);
        }
}

/* A vertex, a point of the line or of the plane of some of them. */
static void choose_goal(rng *r, const ray_kind *kind, double v[MOST_VERTICES][3], double out[3]) {
    const uint32_t of = rng_below(r, 4), most = (uint32_t)kind->vertices;
    for (int k = 0; k < 3; k++)
        out[k] = v[0][k];
    for (uint32_t i = 0; i < of; i++) {
        const double *to = v[rng_below(r, most)];
        const double share = rng_below(r, 2) == 0 ? 0.5 * (double)rng_below(r, 3) : (double)rng_between(r, -20, 276) / 256;
        for (int k = 0; k < 3; k++)
            out[k] += share * (to[k] - out[k]);
    }
}

static void add_mover(rng *r, const ray_kind *kind, const float at[3], double scale, sepal_solids *set) {
    float x[2] = {at[0], at[0]}, y[2] = {at[1], at[1]}, z[2] = {at[2], at[2]};
    float edge[3][3];
    for (int e = 0; e < 3; e++)
        for (int k = 0; k < 3; k++)
            edge[e][k] = (float)(scale * (rng_below(r, 2) == 0 ? number(r, 1, kind->units) : e == k));
    if (kind->movers == 0) {
        const sepal_solid_parallelepipeds one = {.c = {x, y, z},
                                                 .u = {&edge[0][0], &edge[0][1], &edge[0][2]},
                                                 .v = {&edge[1][0], &edge[1][1], &edge[1][2]},
                                                 .w = {&edge[2][0], &edge[2][1], &edge[2][2]}};
        must(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL) == SEPAL_OK, "a box");
        return;
    }
    x[1] += edge[0][0], y[1] += edge[0][1], z[1] += edge[0][2];
    must(sepal_solids_add_hull(set, x, y, z, (size_t)kind->movers, 0, NULL) == SEPAL_OK, "a point or a segment");
}

static void add_pair(rng *r, const ray_kind *kind, size_t i, ray_sets *s) {
    static const double shares[] = {1, 1, 2, 1.5, 0.5, 4, 1 + 0x1p-22, 1 - 0x1p-22, 0x1p10};
    double v[MOST_VERTICES][3] = {{0}}, goal[3];
    const double scale = ldexp(1, rng_between(r, -kind->scale, kind->scale)), share = shares[rng_below(r, 9)];
    float at[3][MOST_VERTICES], from[3];
    choose_vertices(r, kind, v);
    choose_goal(r, kind, v, goal);
    const uint32_t along = rng_below(r, 8); /* below 2: an edge; below 4: an axis */
    for (uint32_t k = 0; k < 3; k++) {
        const double step = along < 2   ? 2 * (v[along + 1][k] - v[0][k])
                            : along < 4 ? (k == along - 1) * 4.0
                                        : number(r, 4, kind->units);
        for (int n = 0; n < kind->vertices; n++)
            at[k][n] = (float)(v[n][k] * scale);
        from[k] = (float)((goal[k] + step) * scale);
        const float hull = kind->both_move && rng_below(r, 2) == 0 ? (float)(number(r, 2, kind->units) * scale) : 0;
        s->moves[0][3 * i + k] = hull;
        s->moves[1][3 * i + k] = hull + (float)((goal[k] * scale - (double)from[k]) * share);
        if (rng_below(r, 12) == 0) /* one float beside */
            from[k] = nextafterf(from[k], rng_below(r, 2) == 0 ? -INFINITY : INFINITY);
    }
    must(sepal_solids_add_hull(s->hulls, at[0], at[1], at[2], (size_t)kind->vertices, 0, NULL) == SEPAL_OK, "a hull");
    add_mover(r, kind, from, scale, s->movers);
}

static void ask(const ray_sets *s, bool turned, const sepal_pair *pairs, const sepal_rule *rule, const sepal_solid_hits *out) {
    sepal_solid_moves of[2];
    for (int side = 0; side < 2; side++)
        of[side] = (sepal_solid_moves){s->moves[side], s->moves[side] + 1, s->moves[side] + 2, 3};
    cr_assert_eq(turned ? sepal_solids_sweep_pairs(s->movers, &of[1], s->hulls, &of[0], pairs, PAIRS, rule, out)
                        : sepal_solids_sweep_pairs(s->hulls, &of[0], s->movers, &of[1], pairs, PAIRS, rule, out),
                 SEPAL_OK);
}

static void check_sets(const ray_kind *kind, const ray_sets *s, bool turned, const sepal_rule *rule) {
    static float found[4][PAIRS], expected[4][PAIRS];
    static uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], meet[SEPAL_BIT_WORDS(PAIRS)];
    static sepal_pair pairs[PAIRS];
    const sepal_solid_hits out = {bits, found[0], found[1], found[2], found[3]}, alone = {.bits = bits};
    for (uint32_t i = 0; i < PAIRS; i++)
        pairs[i] = (sepal_pair){i, i};
    use_isa(0);
    ask(s, turned, pairs, rule, &out);
    memcpy(expected, found, sizeof expected);
    memcpy(meet, bits, sizeof meet);
    const size_t count = sepal_bits_count(meet, PAIRS);
    const bool can_meet = rule->touching == SEPAL_TOUCHING_OVERLAPS || kind->vertices > 3 || kind->movers == 0;
    cr_assert(!can_meet || (count > 100 && count < PAIRS - 30), "%s: %zu of %d meet", kind->name, count, (int)PAIRS);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        memset(found, 99, sizeof found);
        ask(s, turned, pairs, rule, &out);
        for (size_t i = 0; i < PAIRS; i++) {
            cr_assert_eq(bits[i / 64] >> i % 64 & 1, meet[i / 64] >> i % 64 & 1, "%s, %s, pair %zu", sepal_isa(), kind->name, i);
            for (int row = 0; row < 4; row++)
                cr_assert_eq(memcmp(&found[row][i], &expected[row][i], sizeof(float)), 0, "%s, %s, pair %zu, %s: %a, not %a",
                             sepal_isa(), kind->name, i, row == 0 ? "time" : "normal", (double)found[row][i],
                             (double)expected[row][i]);
        }
        memset(bits, 0, sizeof bits);
        ask(s, turned, pairs, rule, &alone);
        cr_assert_eq(memcmp(bits, meet, sizeof meet), 0, "%s, %s: the bits alone", sepal_isa(), kind->name);
    }
}

Test(solids_sweep_rays, as_the_scalar_path) {
    static ray_sets s;
    rng r = {2811};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        must(sepal_solids_create(NULL, &s.hulls) == SEPAL_OK && sepal_solids_create(NULL, &s.movers) == SEPAL_OK, "two sets");
        for (size_t i = 0; i < PAIRS; i++)
            add_pair(&r, &kinds[k], i, &s);
        for (int touching = 0; touching < 2; touching++)
            check_sets(&kinds[k], &s, k % 2 == (unsigned)touching, &(sepal_rule){(sepal_touching)touching, 0, 0});
        check_sets(&kinds[k], &s, k % 2 == 1, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0});
        sepal_solids_destroy(s.hulls);
        sepal_solids_destroy(s.movers);
    }
}
