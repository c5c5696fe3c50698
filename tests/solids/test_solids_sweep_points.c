/* Boxes and moving points, as rays are, and two spheres: all instruction sets say whether they meet, when and how as the scalar path does,
 * which is exact. The ways lead along faces, through edges and corners, and one float beside them; boxes are turned, sheared, thin, flat,
 * huge and tiny. */
#include "../common/check.h"
#include "../common/must.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { PAIRS = 1900 }; /* more than a chunk */

/* Boxes by their vectors, and points on their way. */
typedef struct moving_points {
    const char *name;
    int32_t units;  /* of coordinates to 1 */
    int aligned;    /* of ten boxes, how many are parallel to the axes */
    int flat;       /* and how many have a half edge of 0, or one in the plane of the others */
    int thin;       /* and how many have a half edge that is divided by 2^20 */
    int scale;      /* all is multiplied by a power of two between 2^-scale and 2^scale */
    bool both_move; /* boxes as well */
    bool mixed;     /* between hulls and solids with radii */
} moving_points;

static const moving_points kinds[] = {
    {"turned boxes", 1 << 20, 0, 0, 0, 0, false, false},
    {"parallel to the axes", 1 << 20, 10, 0, 0, 0, false, false},
    {"on a lattice", 1, 5, 0, 0, 0, false, false},
    {"both move", 256, 2, 0, 0, 0, true, false},
    {"flat", 4, 4, 7, 0, 0, false, false},
    {"thin", 1 << 20, 2, 0, 10, 0, false, false},
    {"of all magnitudes", 4096, 2, 1, 1, 40, false, false},
    {"huge and tiny", 4096, 2, 1, 1, 100, false, false},
    {"among others", 64, 3, 1, 0, 0, false, true},
};

typedef struct point_sets {
    sepal_solids *boxes, *points;
    float move_a[3 * PAIRS], move_b[3 * PAIRS];
} point_sets;

static float lattice_number(rng *r, int32_t most, int32_t units) {
    return (float)rng_between(r, -most * units, most * units) / (float)units;
}

static bool one_in_ten(rng *r, int of) {
    return (int)rng_below(r, 10) < of;
}

/* A point of the box: g[0] to g[2] times -1, 0 or 1, or a number between; so a corner, on an edge, a face, or inside. */
static void point_of_box(rng *r, const double c[3], double g[3][3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = c[k];
    for (int e = 0; e < 3; e++) {
        const double share = rng_below(r, 2) == 0 ? (double)rng_between(r, -1, 1) : (double)rng_between(r, -300, 300) / 256;
        for (int k = 0; k < 3; k++)
            out[k] += share * g[e][k];
    }
}

static void add_box_of(const double c[3], double g[3][3], double scale, float radius, sepal_solids *set) {
    float at[3], edge[3][3];
    for (int k = 0; k < 3; k++) {
        at[k] = (float)(c[k] * scale);
        for (int e = 0; e < 3; e++)
            edge[e][k] = (float)(g[e][k] * scale);
    }
    const sepal_solid_parallelepipeds one = {{&at[0], &at[1], &at[2]},
                                             {&edge[0][0], &edge[0][1], &edge[0][2]},
                                             {&edge[1][0], &edge[1][1], &edge[1][2]},
                                             {&edge[2][0], &edge[2][1], &edge[2][2]},
                                             &radius,
                                             1};
    must(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL) == SEPAL_OK, "a box");
}

/* Three vectors, at right angles or not. */
static void choose_edges(rng *r, const moving_points *kind, double g[3][3]) {
    const bool aligned = one_in_ten(r, kind->aligned), flat = one_in_ten(r, kind->flat), thin = one_in_ten(r, kind->thin);
    for (int e = 0; e < 3; e++)
        for (int k = 0; k < 3; k++)
            g[e][k] = e == k ? 1 + fabs((double)lattice_number(r, 2, kind->units)) : 0;
    for (int e = 0; e < 3 && !aligned; e++)
        for (int k = 0; k < 3; k++)
            g[e][k] = (double)lattice_number(r, 2, kind->units);
    for (int k = 0; k < 3 && flat; k++)
        g[2][k] = rng_below(r, 2) == 0 ? 0 : g[0][k] + g[1][k];
    for (int k = 0; k < 3 && thin; k++)
        g[1][k] *= 0x1p-20;
}

static void add_other(rng *r, sepal_solids *set) {
    float at[3][6];
    for (int k = 0; k < 3; k++)
        for (int v = 0; v < 6; v++)
            at[k][v] = lattice_number(r, 5, 16);
    must(sepal_solids_add_hull(set, at[0], at[1], at[2], 1 + rng_below(r, 6), rng_below(r, 2) == 0 ? 0 : 0.25F, NULL) == SEPAL_OK,
         "a hull");
}

static void add_moving_pair(rng *r, const moving_points *kind, size_t i, point_sets *s) {
    double c[3], g[3][3], from[3], goal[3], scale = ldexp(1, rng_between(r, -kind->scale, kind->scale));
    static const double shares[] = {1, 1, 2, 1.5, 0.5, 1 + 0x1p-22, 1 - 0x1p-22, 0x1p20};
    for (int k = 0; k < 3; k++)
        c[k] = (double)lattice_number(r, 6, kind->units);
    choose_edges(r, kind, g);
    if (kind->mixed && rng_below(r, 3) == 0)
        add_other(r, s->boxes);
    else
        add_box_of(c, g, scale, kind->mixed && rng_below(r, 4) == 0 ? 0.25F : 0, s->boxes);
    point_of_box(r, c, g, goal);
    point_of_box(r, c, g, from);
    const double away = rng_below(r, 8) == 0 ? 0 : 3, share = shares[rng_below(r, 8)];
    const unsigned along = rng_below(r, 6); /* below 3: parallel to an edge */
    float at[3];
    for (int k = 0; k < 3; k++) {
        const double step = along < 3 ? g[along][k] : (double)lattice_number(r, 3, kind->units);
        from[k] = along < 4 ? goal[k] + away * step : from[k] + away * step;
        at[k] = (float)(from[k] * scale);
        s->move_a[3 * i + (size_t)k] = kind->both_move && rng_below(r, 2) == 0 ? lattice_number(r, 3, kind->units) : 0;
        s->move_b[3 * i + (size_t)k] = (float)((goal[k] * scale - (double)at[k]) * share);
        if (rng_below(r, 10) == 0) /* one float beside */
            at[k] = nextafterf(at[k], rng_below(r, 2) == 0 ? -INFINITY : INFINITY);
    }
    const float radius = kind->mixed && rng_below(r, 4) == 0 ? 0.5F : 0;
    must(sepal_solids_add_hull(s->points, &at[0], &at[1], &at[2], 1, radius, NULL) == SEPAL_OK, "a point");
}

/* turned: points come first. */
static void check_sets(const moving_points *kind, const point_sets *s, const sepal_rule *rule, bool turned) {
    static float found[4][PAIRS], expected[4][PAIRS];
    static uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], meet[SEPAL_BIT_WORDS(PAIRS)];
    static sepal_pair pairs[PAIRS];
    const float *first = turned ? s->move_b : s->move_a, *second = turned ? s->move_a : s->move_b;
    const sepal_solids *a = turned ? s->points : s->boxes, *b = turned ? s->boxes : s->points;
    const sepal_solid_moves of_a = {first, first + 1, first + 2, 3}, of_b = {second, second + 1, second + 2, 3};
    const sepal_solid_hits out = {bits, found[0], found[1], found[2], found[3]}, alone = {.bits = bits};
    for (uint32_t i = 0; i < PAIRS; i++)
        pairs[i] = (sepal_pair){i, i};
    use_isa(0);
    cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, pairs, PAIRS, rule, &out), SEPAL_OK);
    memcpy(expected, found, sizeof expected);
    memcpy(meet, bits, sizeof meet);
    const size_t count = sepal_bits_count(meet, PAIRS);
    cr_assert(count > 100 && count < PAIRS - 100, "%s: %zu of %d meet", kind->name, count, (int)PAIRS);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        memset(found, 99, sizeof found);
        cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, pairs, PAIRS, rule, &out), SEPAL_OK);
        for (size_t i = 0; i < PAIRS; i++) {
            cr_assert_eq(bits[i / 64] >> i % 64 & 1, meet[i / 64] >> i % 64 & 1, "%s, %s, pair %zu", sepal_isa(), kind->name, i);
            for (int row = 0; row < 4; row++)
                cr_assert_eq(memcmp(&found[row][i], &expected[row][i], sizeof(float)), 0, "%s, %s, pair %zu, %s: %a, not %a",
                             sepal_isa(), kind->name, i, row == 0 ? "time" : "normal", (double)found[row][i],
                             (double)expected[row][i]);
        }
        memset(bits, 0, sizeof bits);
        cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, pairs, PAIRS, rule, &alone), SEPAL_OK);
        cr_assert_eq(memcmp(bits, meet, sizeof meet), 0, "%s, %s: the bits alone", sepal_isa(), kind->name);
    }
}

Test(solids_sweep_points, as_the_scalar_path) {
    static point_sets s;
    rng r = {1207};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        must(sepal_solids_create(NULL, &s.boxes) == SEPAL_OK && sepal_solids_create(NULL, &s.points) == SEPAL_OK, "two sets");
        for (size_t i = 0; i < PAIRS; i++)
            add_moving_pair(&r, &kinds[k], i, &s);
        for (int turned = 0; turned < 2; turned++) {
            for (int touching = 0; touching < 2; touching++)
                check_sets(&kinds[k], &s, &(sepal_rule){(sepal_touching)touching, 0, 0}, turned == 1);
            check_sets(&kinds[k], &s, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0.125F, 0}, turned == 1);
        }
        sepal_solids_destroy(s.boxes);
        sepal_solids_destroy(s.points);
    }
}

/* Cubes alone, all or some of which have radii: a point meets the rounded one, not its core. */
Test(solids_sweep_points, rounded_boxes_alone) {
    for (int way = 0; way < 3; way++) {
        static point_sets s;
        rng r = {1208};
        must(sepal_solids_create(NULL, &s.boxes) == SEPAL_OK && sepal_solids_create(NULL, &s.points) == SEPAL_OK, "two sets");
        for (size_t i = 0; i < PAIRS; i++) {
            double c[3], g[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            float at[3];
            for (int k = 0; k < 3; k++) {
                c[k] = (double)lattice_number(&r, 2, 4);
                at[k] = (float)c[k] + lattice_number(&r, 3, 16);
                s.move_a[3 * i + (size_t)k] = 0;
                s.move_b[3 * i + (size_t)k] = lattice_number(&r, 4, 16);
            }
            add_box_of(c, g, 1, way == 0 || (way == 1 && i % 7 == 0) || i == 3 ? 0.5F : 0, s.boxes);
            must(sepal_solids_add_hull(s.points, &at[0], &at[1], &at[2], 1, 0, NULL) == SEPAL_OK, "a point");
        }
        for (int touching = 0; touching < 2; touching++)
            check_sets(&kinds[0], &s, &(sepal_rule){(sepal_touching)touching, 0, 0}, false);
        sepal_solids_destroy(s.boxes);
        sepal_solids_destroy(s.points);
    }
}

/* Spheres alone, of which some are points: head on, past each other, tangent on a lattice, at rest, and of all magnitudes. */
Test(solids_sweep_points, spheres_alone) {
    static const moving_points of_name[] = {{.name = "spheres"}, {.name = "on a lattice"}, {.name = "of all magnitudes"}};
    static const int32_t units[] = {1 << 18, 1, 1 << 10};
    for (int way = 0; way < 3; way++) {
        static point_sets s;
        rng r = {1209};
        must(sepal_solids_create(NULL, &s.boxes) == SEPAL_OK && sepal_solids_create(NULL, &s.points) == SEPAL_OK, "two sets");
        for (size_t i = 0; i < PAIRS; i++) {
            const double scale = way == 2 ? ldexp(1, rng_between(&r, -60, 60)) : 1;
            float at[2][3];
            for (size_t k = 0; k < 3; k++) {
                for (int side = 0; side < 2; side++)
                    at[side][k] = (float)((double)lattice_number(&r, 4, units[way]) * scale);
                s.move_a[3 * i + k] = rng_below(&r, 2) == 0 ? 0 : (float)((double)lattice_number(&r, 2, units[way]) * scale);
                s.move_b[3 * i + k] = rng_below(&r, 9) == 0 ? 0 : (float)((double)lattice_number(&r, 8, units[way]) * scale);
            }
            for (int side = 0; side < 2; side++) {
                const float radius = rng_below(&r, 9) == 0 ? 0 : (float)(fabs((double)lattice_number(&r, 3, units[way])) * scale);
                must(sepal_solids_add_hull(side == 0 ? s.boxes : s.points, &at[side][0], &at[side][1], &at[side][2], 1, radius,
                                           NULL) == SEPAL_OK,
                     "a sphere");
            }
        }
        for (int touching = 0; touching < 2; touching++)
            check_sets(&of_name[way], &s, &(sepal_rule){(sepal_touching)touching, 0, 0}, false);
        check_sets(&of_name[way], &s, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0.125F, 0}, false);
        sepal_solids_destroy(s.boxes);
        sepal_solids_destroy(s.points);
    }
}
