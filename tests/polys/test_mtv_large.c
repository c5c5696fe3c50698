/* Polygons of more than 16 vertices, for which kernels look at a few edges or vertices only: pushes and their points have the bits of the scalar
 * path, and so have overlap and containment. The polygons are made so that this is hard: ties, repeated and collinear vertices, vertices crowded in
 * one place, no area, extreme scales. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../common/check.h"

enum { MOST = 300, SHAPES = 240, PAIRS = 6000 };

static uint64_t state;

static double uniform(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

typedef struct outline {
    size_t count;
    double x[MOST], y[MOST];
} outline;

static int ascending(const void *p, const void *q) {
    const double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* Vertices at these angles of an ellipse. */
static void on_ellipse(outline *o, double *angles, double width, double height) {
    qsort(angles, o->count, sizeof *angles, ascending);
    for (size_t k = 0; k < o->count; k++) {
        o->x[k] = width * cos(angles[k]);
        o->y[k] = height * sin(angles[k]);
    }
}

static void random_ellipse(outline *o) {
    double angles[MOST];
    for (size_t k = 0; k < o->count; k++)
        angles[k] = ((double)k + uniform(0.1, 0.9)) * 2 * acos(-1.0) / (double)o->count;
    on_ellipse(o, angles, uniform(1, 4), uniform(1, 4));
}

static void regular(outline *o) {
    double angles[MOST];
    for (size_t k = 0; k < o->count; k++)
        angles[k] = (double)k * 2 * acos(-1.0) / (double)o->count;
    on_ellipse(o, angles, 2, 2);
}

/* All but two of the vertices in a twentieth of the turn. */
static void crowded(outline *o) {
    double angles[MOST];
    for (size_t k = 0; k < o->count; k++)
        angles[k] = 0.3 * ((double)k + uniform(0.2, 0.8)) / (double)o->count;
    angles[0] = 2.5;
    angles[1] = 4.4;
    on_ellipse(o, angles, 3, 3);
}

static void half_disc(outline *o) {
    double angles[MOST];
    for (size_t k = 0; k < o->count; k++)
        angles[k] = (double)k * acos(-1.0) / (double)(o->count - 1);
    on_ellipse(o, angles, 3, 3);
}

/* The integer points on the sides of a square, begun anywhere. */
static void collinear(outline *o) {
    const long side = (long)o->count / 4, from = (long)uniform(0, (double)o->count);
    o->count = 4 * (size_t)side;
    for (long k = 0; k < 4 * side; k++) {
        const long at = (k + from) % (4 * side), along = at % side, which = at / side;
        const long xs[] = {along, side, side - along, 0}, ys[] = {0, along, side, side - along};
        o->x[k] = (double)xs[which];
        o->y[k] = (double)ys[which];
    }
}

/* Few corners, each of them many times. */
static void repeated(outline *o) {
    const size_t corners = 3 + (size_t)uniform(0, 4);
    for (size_t k = 0; k < o->count; k++) {
        const size_t corner = k * corners / o->count;
        const double angle = (double)corner * 2 * acos(-1.0) / (double)corners;
        o->x[k] = floor(16 * cos(angle)) / 8;
        o->y[k] = floor(16 * sin(angle)) / 8;
    }
}

/* A triangle, of which one corner takes all but the last two vertices. */
static void one_corner(outline *o) {
    for (size_t k = 0; k < o->count; k++) {
        o->x[k] = k + 1 == o->count ? 2 : 0;
        o->y[k] = k + 2 == o->count ? -2 : 0;
    }
}

/* Along a segment and back. */
static void flat(outline *o) {
    for (size_t k = 0; k < o->count; k++) {
        const size_t half = o->count / 2, at = k < half ? k : o->count - k;
        o->x[k] = (double)at / 8;
        o->y[k] = (double)at / 4;
    }
}

static void (*const makers[])(outline *o) = {random_ellipse, regular,    crowded, half_disc,     collinear,
                                             repeated,       one_corner, flat,    random_ellipse};
enum { MAKERS = sizeof makers / sizeof *makers };

/* Adds a polygon somewhere, in either winding, every third with a radius; false if rounding has bent it. */
static bool add(sepal_polys *set, const outline *o, double scale, double spread, bool radii) {
    float x[MOST], y[MOST];
    const double at_x = floor(uniform(-spread, spread) * 8) / 8, at_y = floor(uniform(-spread, spread) * 8) / 8;
    const bool reversed = uniform(0, 1) < 0.3;
    for (size_t k = 0; k < o->count; k++) {
        const size_t from = reversed ? o->count - 1 - k : k;
        x[k] = (float)(scale * (at_x + o->x[from]));
        y[k] = (float)(scale * (at_y + o->y[from]));
    }
    const float radius = (float)(scale * (uniform(0, 1) < 0.3 ? uniform(0, 1) : 0));
    const uint32_t first[2] = {0, (uint32_t)o->count};
    return sepal_polys_add_many(set, x, y, first, 1, radii ? &radius : NULL, NULL, NULL) == SEPAL_OK;
}

/* The polygons of a scale; `least` to `most` vertices. */
static sepal_polys *make_set(double scale, double spread, size_t least, size_t most, bool radii) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (size_t made = 0, tried = 0; made < SHAPES; tried++) {
        outline o = {.count = least + (size_t)uniform(0, (double)(most - least + 1))};
        makers[tried % MAKERS](&o);
        made += add(set, &o, scale, spread, radii);
        cr_assert_lt(tried, 20 * SHAPES, "most polygons are accepted");
    }
    return set;
}

static void check_pushes(const sepal_polys *set, const sepal_pair *pairs, const sepal_rule *rule, const char *what) {
    enum { NUMBERS = 7 };
    static float expected[NUMBERS][PAIRS], found[NUMBERS][PAIRS];
    const sepal_mtvs scalar = {expected[0], expected[1], expected[2], expected[3], expected[4], expected[5], expected[6]},
                     other = {found[0], found[1], found[2], found[3], found[4], found[5], found[6]};
    use_isa(0);
    cr_assert_eq(sepal_polys_mtv_pairs(set, set, pairs, PAIRS, rule, &scalar), SEPAL_OK);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, pairs, PAIRS, rule, &other), SEPAL_OK);
        for (size_t k = 0; k < PAIRS; k++)
            for (int c = 0; c < NUMBERS; c++)
                cr_assert_eq(memcmp(&expected[c][k], &found[c][k], sizeof **found), 0,
                             "%s, %s, pair %zu (%u, %u): %a instead of %a", name, what, k, pairs[k].a, pairs[k].b,
                             (double)found[c][k], (double)expected[c][k]);
    }
}

static void check_set(const sepal_polys *set, const sepal_rule *rule, const char *what) {
    static sepal_pair pairs[PAIRS];
    for (size_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){(uint32_t)uniform(0, SHAPES), (uint32_t)uniform(0, SHAPES)};
    check_pushes(set, pairs, rule, what);
}

static void check_both(const sepal_polys *set, sepal_touching touching, const char *what) {
    static sepal_pair pairs[PAIRS];
    static uint64_t expected[2][PAIRS / 64 + 1], found[2][PAIRS / 64 + 1];
    const sepal_rule rule = {touching, 0, 0};
    for (size_t k = 0; k < PAIRS; k++) {
        const uint32_t a = (uint32_t)uniform(0, SHAPES);
        pairs[k] = (sepal_pair){a, k % 16 == 0 ? a : (uint32_t)uniform(0, SHAPES)};
    }
    use_isa(0);
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, &rule, expected[0]), SEPAL_OK);
    cr_assert_eq(sepal_polys_contains_pairs(set, set, pairs, PAIRS, &rule, expected[1]), SEPAL_OK);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, &rule, found[0]), SEPAL_OK);
        cr_assert_eq(sepal_polys_contains_pairs(set, set, pairs, PAIRS, &rule, found[1]), SEPAL_OK);
        for (size_t k = 0; k < PAIRS; k++)
            for (int c = 0; c < 2; c++)
                cr_assert_eq((expected[c][k / 64] ^ found[c][k / 64]) >> k % 64 & 1, 0, "%s, %s, %s of pair %zu (%u, %u)", name,
                             what, c ? "containment" : "overlap", k, pairs[k].a, pairs[k].b);
    }
}

Test(mtv_large, has_the_bits_of_the_scalar_path) {
    static const struct {
        const char *what;
        double scale, spread;
        size_t least, most;
    } sets[] = {
        {"near", 1, 2, 17, 64},          {"deep", 1, 0.25, 17, 64},
        {"apart", 1, 30, 17, 64},        {"far away", 1, 5e4, 17, 64},
        {"tiny", 0x1p-45, 2, 17, 64},    {"out of range", 0x1p-90, 2, 17, 64},
        {"enormous", 0x1p57, 2, 17, 64}, {"of all sizes", 1, 3, 9, 128},
        {"larger, near", 1, 2, 65, 128}, {"larger, deep", 1, 0.25, 24, 128},
        {"largest", 1, 2, 129, 300},     {"large and small", 1, 2, 8, 300},
    };
    state = 12345;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        for (int round = 0; round < 2; round++) {
            const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, round ? (float)(0.25 * sets[k].scale) : 0, 0};
            sepal_polys *set = make_set(sets[k].scale, sets[k].spread, sets[k].least, sets[k].most, round > 0);
            check_set(set, NULL, sets[k].what);
            check_both(set, SEPAL_TOUCHING_OVERLAPS, sets[k].what);
            check_both(set, SEPAL_TOUCHING_IS_APART, sets[k].what);
            if (round)
                check_set(set, &rule, "the same with a margin");
            sepal_polys_destroy(set);
        }
    }
}

/* --- Polygons so far apart that several vertices are equally near, as computed ---------------------------------------------------- */

/* A regular polygon whose vertices are multiples of 2^-7, turned so that the edge from the last vertex to the first one has the outward
 * normal `angle`, in either winding. */
static bool add_towards(sepal_polys *set, double at_x, double at_y, size_t count, double angle) {
    float x[MOST], y[MOST];
    const double side = 2 * acos(-1.0) / (double)count, turn = uniform(0, 1) < 0.5 ? side : -side;
    for (size_t k = 0; k < count; k++) {
        x[k] = (float)(at_x + floor(512 * cos(angle + ((double)k + 0.5) * turn)) / 128);
        y[k] = (float)(at_y + floor(512 * sin(angle + ((double)k + 0.5) * turn)) / 128);
    }
    return sepal_polys_add(set, x, y, count, NULL) == SEPAL_OK;
}

Test(mtv_large, takes_the_first_of_vertices_that_are_equally_near) {
    static const size_t counts[] = {18, 24, 40, 64};
    state = 54321;
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        sepal_polys *set;
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        size_t made = 0;
        for (size_t tried = 0; made < SHAPES; tried++) { /* in the middle, and on a circle about it */
            const double angle = uniform(0, 2 * acos(-1.0)), away = made % 2 == 0 ? 0 : uniform(1e4, 9e4);
            const double turned = angle + (made % 2 == 0 ? 0 : acos(-1.0)) + uniform(-0.03, 0.03);
            made += add_towards(set, floor(away * cos(angle)), floor(away * sin(angle)), counts[n], turned);
            cr_assert_lt(tried, 20 * SHAPES, "most polygons are accepted");
        }
        check_set(set, NULL, "equally near vertices");
        sepal_polys_destroy(set);
    }
}

/* A wedge whose tip is vertex 0, with a vertex 2^-7 away on either side of it, and all others far behind; or the same turned by 180
 * degrees. Seen from far away along (0.8, 0.6), two of the three may be at one place across, as computed. */
static bool add_wedge(sepal_polys *set, double at_x, double at_y, bool turned) {
    enum { COPIES = 8, COUNT = 3 + 2 * COPIES };
    float x[COUNT], y[COUNT];
    for (int k = 0; k < COUNT; k++) {
        const int corner = k < 2 ? k : k < 2 + COPIES ? 2 : k + 1 < COUNT ? 3 : 4;
        const double xs[] = {0, 0, -2, -8, -0x1p-7}, ys[] = {0, -0x1p-7, -8, -2, 0};
        x[k] = (float)(at_x + (turned ? -xs[corner] : xs[corner]));
        y[k] = (float)(at_y + (turned ? -ys[corner] : ys[corner]));
    }
    return sepal_polys_add(set, x, y, COUNT, NULL) == SEPAL_OK;
}

Test(mtv_large, takes_the_first_of_vertices_at_one_place_across) {
    sepal_polys *set;
    state = 99;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (size_t made = 0; made < SHAPES; made++) {
        const bool turned = made % 2 == 1;
        const double away = turned ? 1.55e5 : 0, x = floor(uniform(-9000, 9000)) / 128, y = floor(uniform(-9000, 9000)) / 128;
        cr_assert(add_wedge(set, 0.8 * away + x, 0.6 * away + y, turned));
    }
    check_set(set, NULL, "wedges");
    sepal_polys_destroy(set);
}

/* --- Polygons that are nearer than float can tell ----------------------------------------------------------------------------------- */

/* What lies at a vertex of the last polygon, but for a gap of some units in the last place: the polygon's mirror image through it, or the first
 * two of its vertices, or one. */
static bool add_beside(sepal_polys *set, const outline *o) {
    float x[MOST], y[MOST];
    const size_t at = (size_t)uniform(0, (double)o->count), count = uniform(0, 1) < 0.6 ? o->count : uniform(0, 1) < 0.7 ? 2 : 1;
    const double gap = uniform(-0.5, 4) * 0x1p-22;
    for (size_t k = 0; k < count; k++) {
        const size_t from = count < o->count ? (at + k) % o->count : k;
        x[k] = (float)((2 + gap) * o->x[at] - o->x[from]);
        y[k] = (float)((2 + gap) * o->y[at] - o->y[from]);
    }
    return sepal_polys_add(set, x, y, count, NULL) == SEPAL_OK;
}

Test(mtv_large, of_polygons_that_nearly_touch) {
    static sepal_pair pairs[PAIRS];
    sepal_polys *set;
    state = 20261;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (uint32_t made = 0, tried = 0; made < PAIRS; tried++) {
        outline o = {.count = 4 + (size_t)uniform(0, tried % 2 == 0 ? 20 : 120)};
        makers[tried % MAKERS](&o);
        const uint32_t a = (uint32_t)sepal_polys_count(set);
        const bool is_added = add(set, &o, 1, 0, false) && add_beside(set, &o);
        if (is_added)
            pairs[made++] = tried % 3 == 0 ? (sepal_pair){a + 1, a} : (sepal_pair){a, a + 1};
        cr_assert_lt(tried, 20 * PAIRS, "most polygons are accepted");
    }
    check_pushes(set, pairs, NULL, "nearly touching");
    sepal_polys_destroy(set);
}
