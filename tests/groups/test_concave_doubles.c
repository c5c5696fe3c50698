/* test_concave_doubles.c — outlines of doubles, and what is outside of them, cut into convex parts: as outlines of floats are, where an
 * exact map leads from one to the other; and judged by GMP where the doubles have all their bits. */
#include "../common/allocators.h"
#include "../oracle/oracle.h"
#include "outlines.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/groups.h>
#include <string.h>

enum { RINGS_MOST = 3, VERTICES_MOST = RINGS_MOST * OUTLINE_MOST };

static void good(sepal_status status) {
    cr_assert_eq(status, SEPAL_OK, "%s", sepal_status_text(status));
}

/* --- Exact maps: whole numbers times a power of two, and moved, without rounding */

typedef struct map {
    double scale, x, y;
} map;

static const map maps[] = {
    {1, 0, 0},
    {0x1p-20, 500123, 5400123}, /* a metre somewhere on the UTM grid, in micrometres */
    {1, 0x1p52, -0x1p52},       /* the last places of the doubles */
    {0x1p-149, 0, 0},           /* where differences of floats vanish */
    {0x1p73, -0x1p98, 0x1p98},  /* the top of the range */
    {0x1p-200, 0, 0x1p-190},    /* and the bottom */
    {0x1p-40, -0x1.8p10, 0x1.4p12},
};

typedef struct area {
    float x[VERTICES_MOST], y[VERTICES_MOST];
    double x64[VERTICES_MOST], y64[VERTICES_MOST];
    uint32_t starts[RINGS_MOST + 1];
    size_t rings;
} area;

static void append_ring(area *a, const outline *o, const map *m) {
    const uint32_t at = a->starts[a->rings];
    outline_floats(o, a->x + at, a->y + at);
    for (size_t k = 0; k < o->count; k++) {
        a->x64[at + k] = m->x + m->scale * o->x[k];
        a->y64[at + k] = m->y + m->scale * o->y[k];
        cr_assert(a->x64[at + k] - m->x == m->scale * o->x[k] && a->y64[at + k] - m->y == m->scale * o->y[k], "the map rounds");
    }
    a->starts[++a->rings] = at + (uint32_t)o->count;
}

/* The parts of one set are those of the other, moved. */
static void check_parts(const sepal_polys *floats, const sepal_polys *doubles, const map *m) {
    cr_assert_eq(sepal_polys_count(floats), sepal_polys_count(doubles));
    for (uint32_t k = 0; k < sepal_polys_count(floats); k++) {
        const float *x, *y;
        const double *x64, *y64;
        size_t count, count64;
        good(sepal_polys_vertices(floats, k, &x, &y, &count));
        good(sepal_polys_vertices_doubles(doubles, k, &x64, &y64, &count64));
        cr_assert_eq(count, count64);
        for (size_t i = 0; i < count; i++)
            cr_assert(x64[i] == m->x + m->scale * (double)x[i] && y64[i] == m->y + m->scale * (double)y[i]);
    }
}

/* Both sets take the area, and its outside, or refuse it for the reason. */
static bool check_area(const area *a, const map *m) {
    sepal_polys *floats = NULL, *doubles = NULL;
    uint32_t first = 77, first64 = 77, parts = 88, parts64 = 88;
    sepal_refusal refusal = {99, NULL}, refusal64 = {99, NULL};
    good(sepal_polys_create(NULL, &floats));
    good(sepal_polys_create_doubles(NULL, m->x, m->y, &doubles));
    const sepal_status status = sepal_polys_add_with_holes(floats, a->x, a->y, a->starts, a->rings, &first, &parts, &refusal);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(doubles, a->x64, a->y64, a->starts, a->rings, &first64, &parts64, &refusal64),
                 status);
    cr_assert(first == first64 && parts == parts64);
    cr_assert(refusal.index == refusal64.index && refusal.reason == refusal64.reason);
    cr_assert_eq(sepal_polys_add_outside(floats, a->x, a->y, a->starts, a->rings, 2, &first, &parts, &refusal), status);
    cr_assert_eq(
        sepal_polys_add_outside_doubles(doubles, a->x64, a->y64, a->starts, a->rings, 2 * m->scale, &first64, &parts64, &refusal64),
        status);
    cr_assert(first == first64 && parts == parts64);
    cr_assert(refusal.index == refusal64.index && refusal.reason == refusal64.reason);
    check_parts(floats, doubles, m);
    sepal_polys_destroy(doubles);
    sepal_polys_destroy(floats);
    return status == SEPAL_OK;
}

Test(concave_doubles, parts_are_those_of_floats_that_an_exact_map_moves) {
    static area a;
    static outline o;
    size_t taken = 0, refused = 0;
    for (size_t n = 0; n < sizeof maps / sizeof *maps; n++)
        for (int kind = 0; kind < OUTLINE_KINDS; kind++)
            for (uint64_t seed = 0; seed < 40; seed++) {
                rng r = {seed};
                a.rings = 0;
                outline_make(&o, (outline_kind)kind, 4 + seed * 3, seed);
                for (size_t k = 0; k < o.count; k++) { /* room for holes, and for rings that cross */
                    o.x[k] *= kind == OUTLINE_STAR ? 1 : 16;
                    o.y[k] *= kind == OUTLINE_STAR ? 1 : 16;
                }
                append_ring(&a, &o, &maps[n]);
                const int32_t at_x = o.x[rng_below(&r, (uint32_t)o.count)], at_y = o.y[rng_below(&r, (uint32_t)o.count)];
                while (seed % 3 > 0 && a.rings < 1 + seed % 3) {
                    outline hole;
                    outline_make(&hole, OUTLINE_TANGLE, 3, seed + a.rings);
                    for (size_t k = 0; k < hole.count; k++) {
                        hole.x[k] += at_x - 16;
                        hole.y[k] += at_y - 16;
                    }
                    append_ring(&a, &hole, &maps[n]);
                }
                if (check_area(&a, &maps[n]))
                    taken++;
                else
                    refused++;
            }
    cr_assert(taken > 500 && refused > 100, "%zu taken, %zu refused", taken, refused);
}

/* --- All bits: random doubles */

enum { STAR_MOST = 24 };

typedef struct star {
    double x[STAR_MOST], y[STAR_MOST];
    size_t count;
} star;

/* The vertex k of so many, of which the first one follows the last. */
static size_t around(size_t k, size_t count) {
    return k < count ? k : k - count;
}

/* Vertices around a point; then some are laid on the middle of another edge, as well as doubles can. */
static star make_star(rng *r, double at_x, double at_y) {
    star s = {.count = 5 + rng_below(r, STAR_MOST - 5)};
    for (size_t k = 0; k < s.count; k++) {
        const double u = -1 + 2 * ((double)k + 0.5) / (double)s.count, t = u / (1 - u * u), c = 1 / (1 + t * t);
        const double radius = rng_real(r, 0.2, 1);
        s.x[k] = at_x + radius * (1 - t * t) * c;
        s.y[k] = at_y + radius * 2 * t * c;
    }
    for (uint32_t n = rng_below(r, 3); n > 0; n--) {
        const size_t k = rng_below(r, (uint32_t)s.count), j = around(k + 2 + rng_below(r, (uint32_t)s.count - 4), s.count);
        const size_t next = around(j + 1, s.count);
        const double x = s.x[j] + (s.x[next] - s.x[j]) * 0.5, y = s.y[j] + (s.y[next] - s.y[j]) * 0.5;
        const size_t after = around(k + 1, s.count), before = around(k + s.count - 1, s.count);
        if ((x == s.x[after] && y == s.y[after]) || (x == s.x[before] && y == s.y[before]))
            continue; /* a vertex that repeats another is allowed, and the judge would not know */
        s.x[k] = x;
        s.y[k] = y;
    }
    return s;
}

/* No two edges meet but those that follow each other, which meet at their common end; by GMP. */
static bool is_simple(const star *s) {
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = i + 1; j < s->count; j++) {
            const size_t i_next = around(i + 1, s->count), j_next = around(j + 1, s->count);
            const double ax[] = {s->x[i], s->x[i_next]}, ay[] = {s->y[i], s->y[i_next]};
            const double bx[] = {s->x[j], s->x[j_next]}, by[] = {s->y[j], s->y[j_next]};
            bool meet;
            if (j == i_next)
                meet = oracle_doubles_contact(ax, ay, 1, bx, by, 2) != ORACLE_APART ||
                       oracle_doubles_contact(ax, ay, 2, bx + 1, by + 1, 1) != ORACLE_APART;
            else if (i == j_next)
                meet = oracle_doubles_contact(bx, by, 1, ax, ay, 2) != ORACLE_APART ||
                       oracle_doubles_contact(bx, by, 2, ax + 1, ay + 1, 1) != ORACLE_APART;
            else
                meet = oracle_doubles_contact(ax, ay, 2, bx, by, 2) != ORACLE_APART;
            if (meet)
                return false;
        }
    return true;
}

static size_t vertex_number(const star *s, double x, double y) {
    for (size_t k = 0; k < s->count; k++)
        if (s->x[k] == x && s->y[k] == y)
            return k;
    cr_assert(false, "a part has a vertex that the outline has not");
    return 0;
}

/* The parts are convex, and their edges are those of the outline, each once, and others in pairs of both directions: so the sum of their
 * windings around a point is that of the outline, which is 1 inside and 0 outside, and they cut it without gaps or overlaps. */
static void check_star(const star *s, const sepal_polys *set) {
    static int edges[STAR_MOST][STAR_MOST];
    sepal_polys *again = NULL;
    int way = 0;
    memset(edges, 0, sizeof edges);
    good(sepal_polys_create_doubles(NULL, 0, 0, &again));
    for (uint32_t k = 0; k < sepal_polys_count(set); k++) {
        const double *x, *y;
        size_t count;
        good(sepal_polys_vertices_doubles(set, k, &x, &y, &count));
        good(sepal_polys_add_doubles(again, x, y, count, NULL));
        for (size_t i = 0; i < count; i++) {
            const size_t next = i + 1 < count ? i + 1 : 0;
            edges[vertex_number(s, x[i], y[i])][vertex_number(s, x[next], y[next])]++;
        }
    }
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < i; j++) {
            const int sum = edges[i][j] - edges[j][i];
            const bool follows = i == j + 1, leads = j == 0 && i == s->count - 1;
            cr_assert(edges[i][j] <= 1 && edges[j][i] <= 1, "an edge twice");
            if (follows || leads) { /* counter-clockwise, the parts go this way or that along all edges of the outline */
                const int forward = follows ? -sum : sum;
                cr_assert(forward == 1 || forward == -1);
                cr_assert(way == 0 || way == forward);
                way = forward;
            } else {
                cr_assert_eq(sum, 0, "a diagonal with a part on one side only");
            }
        }
    sepal_polys_destroy(again);
}

Test(concave_doubles, outlines_with_all_their_bits_are_judged_by_gmp) {
    static const double places[][2] = {{0, 0}, {500123.4567, 5400123.4567}, {0.3, -0.7}, {1e7, -1e7}, {1e-9, 1e12}};
    size_t taken = 0, refused = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        rng r = {seed};
        const star s = make_star(&r, places[seed % 5][0], places[seed % 5][1]);
        sepal_polys *set = NULL;
        uint32_t first = 77, parts = 88;
        good(sepal_polys_create_doubles(NULL, places[seed % 5][0], 0, &set));
        const bool simple = is_simple(&s);
        const sepal_status status = sepal_polys_add_concave_doubles(set, s.x, s.y, s.count, &first, &parts, NULL);
        cr_assert_eq(status, simple ? SEPAL_OK : SEPAL_BAD_SHAPE, "seed %d: %s", (int)seed, sepal_status_text(status));
        if (simple) {
            cr_assert(first == 0 && parts == sepal_polys_count(set));
            check_star(&s, set);
            taken++;
        } else {
            cr_assert(first == 77 && parts == 88 && sepal_polys_count(set) == 0);
            refused++;
        }
        sepal_polys_destroy(set);
    }
    cr_assert(taken > 600 && refused > 300, "%zu taken, %zu refused", taken, refused);
}

/* A notch that ends in an angle of one unit in the last place: doubles tell its sides apart, and floats do not. */
Test(concave_doubles, a_hair_is_cut_out) {
    const double low = 5400123.4567, high = nextafter(low, INFINITY);
    const double x[] = {500000, 500010, 500010, 500001, 500010, 500010, 500000};
    const double y[] = {5400100, 5400100, low, low, high, 5400200, 5400200};
    const double point_x = 500005, point_y[] = {nextafter(low, 0), low, high, nextafter(high, INFINITY)};
    static const bool strictly[] = {true, false, true, true}; /* a side of the notch is between low and high there */
    sepal_polys *set = NULL, *floats = NULL;
    float float_x[7], float_y[7];
    uint32_t parts;
    good(sepal_polys_create_doubles(NULL, 500000, 5400000, &set));
    good(sepal_polys_create(NULL, &floats));
    good(sepal_polys_add_concave_doubles(set, x, y, 7, NULL, &parts, NULL));
    for (int k = 0; k < 7; k++) {
        float_x[k] = (float)x[k];
        float_y[k] = (float)y[k];
    }
    cr_assert_eq(sepal_polys_add_concave(floats, float_x, float_y, 7, NULL, NULL, NULL), SEPAL_BAD_SHAPE);
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t together[] = {0, parts}, alone[] = {0, 1};
        const sepal_groups whole = {together, 1}, point = {alone, 1};
        const sepal_pair pair = {0, 0};
        sepal_polys *points = NULL;
        uint64_t overlaps, inside;
        good(sepal_polys_create_doubles(NULL, 500000, 5400000, &points));
        good(sepal_polys_add_doubles(points, &point_x, &point_y[k], 1, NULL));
        good(sepal_polys_overlap_groups(set, &whole, points, &point, &pair, 1, NULL, &overlaps));
        good(sepal_polys_overlap_groups(set, &whole, points, &point, &pair, 1, &(sepal_rule){SEPAL_TOUCHING_IS_APART, 0, 0},
                                        &inside));
        cr_assert(overlaps == 1 && (inside == 1) == strictly[k], "point %u", (unsigned)k);
        sepal_polys_destroy(points);
    }
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

/* --- What is refused */

Test(concave_doubles, refusals_name_the_vertex_and_leave_the_set_alone) {
    static const double bad[] = {0x1p-201, 0x1.0000000000001p100, INFINITY, NAN};
    const uint32_t starts[] = {0, 4, 8}, down[] = {0, 4, 3};
    double x[] = {0, 9, 9, 0, 2, 4, 4, 2}, y[] = {0, 0, 9, 9, 2, 2, 4, 4};
    sepal_polys *set = NULL, *floats = NULL;
    uint32_t first = 77, parts = 88;
    sepal_refusal refusal;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create(NULL, &floats));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        for (size_t i = 0; i < 8; i++) {
            const double kept = x[i];
            x[i] = bad[k];
            cr_assert_eq(sepal_polys_add_with_holes_doubles(set, x, y, starts, 2, &first, &parts, &refusal), SEPAL_BAD_SHAPE);
            cr_assert(refusal.index == i && strstr(refusal.reason, "2^-200") != NULL, "%s", refusal.reason);
            cr_assert_eq(sepal_polys_add_with_holes_doubles(set, y, x, starts, 2, &first, &parts, &refusal), SEPAL_BAD_SHAPE);
            cr_assert(refusal.index == i && strstr(refusal.reason, "2^-200") != NULL, "%s", refusal.reason);
            x[i] = kept;
        }
    cr_assert_eq(sepal_polys_add_with_holes_doubles(set, NULL, y, starts, 2, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(set, x, NULL, starts, 2, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(set, x, y, NULL, 2, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(NULL, x, y, starts, 2, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(set, x, y, down, 2, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(set, x, y, starts, 0, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_with_holes_doubles(floats, x, y, starts, 2, &first, &parts, NULL), SEPAL_BAD_KIND);
    cr_assert_eq(sepal_polys_add_concave_doubles(NULL, x, y, 4, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_concave_doubles(set, NULL, y, 4, &first, &parts, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_concave_doubles(floats, x, y, 4, &first, &parts, NULL), SEPAL_BAD_KIND);
    cr_assert_eq(sepal_polys_add_concave_doubles(set, x, y, 2, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave_doubles(set, x, y, ((size_t)1 << 29) + 1, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave_doubles(set, x, y, ((size_t)1 << 32) + 4, &first, &parts, NULL), SEPAL_BAD_SHAPE);
    cr_assert(first == 77 && parts == 88 && sepal_polys_count(set) == 0);
    good(sepal_polys_add_with_holes_doubles(set, x, y, starts, 2, NULL, NULL, NULL));
    cr_assert_gt(sepal_polys_count(set), 1U);
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

static void check_outside_refused(sepal_polys *set, const double *x, const double *y, const uint32_t *starts, size_t rings,
                                  double beyond, sepal_status expected) {
    uint32_t first = 77, parts = 88;
    sepal_refusal refusal = {66, NULL};
    cr_assert_eq(sepal_polys_add_outside_doubles(set, x, y, starts, rings, beyond, &first, &parts, &refusal), expected);
    cr_assert(first == 77 && parts == 88 && (set == NULL || sepal_polys_count(set) == 0));
}

Test(concave_doubles, frames_that_are_refused_change_nothing) {
    const double x[] = {500000, 500009, 500009, 500000, 500002, 500004, 500004}, y[] = {0, 0, 9, 9, 2, 2, 4};
    const double far[] = {0, 0x1p100, 0x1p100, 0}, tiny_x[] = {0x1.4p-199, 0x1p-197, 0x1p-197, 0x1.4p-199},
                 tiny_y[] = {0, 0, 0x1p-197, 0x1p-197};
    const uint32_t starts[] = {0, 4, 7}, down[] = {4, 0};
    sepal_polys *set = NULL, *floats = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create(NULL, &floats));
    check_outside_refused(set, NULL, y, starts, 2, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, NULL, starts, 2, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, NULL, 2, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(NULL, x, y, starts, 2, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(floats, x, y, starts, 2, 1, SEPAL_BAD_KIND);
    check_outside_refused(set, x, y, down, 1, 1, SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 0, 1, SEPAL_BAD_SHAPE);
    static const double bad[] = {0, -0.0, -1, 0x1p-201, 0x1p101, INFINITY, NAN};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        check_outside_refused(set, x, y, starts, 2, bad[k], SEPAL_BAD_ARGUMENT);
    check_outside_refused(set, x, y, starts, 2, 0x1p-36, SEPAL_BAD_SHAPE);            /* rounded away */
    check_outside_refused(set, far, y, starts, 1, 1, SEPAL_BAD_SHAPE);                /* likewise */
    check_outside_refused(set, far, y, starts, 1, 0x1p60, SEPAL_BAD_SHAPE);           /* beyond the range */
    check_outside_refused(set, tiny_x, tiny_y, starts, 1, 0x1p-199, SEPAL_BAD_SHAPE); /* a side at 2^-201 */
    good(sepal_polys_add_outside_doubles(set, tiny_x, tiny_y, starts, 1, 0x1p-200, NULL, NULL, NULL));
    sepal_polys_clear(set);
    uint32_t parts = 0;
    good(sepal_polys_add_outside_doubles(set, x, y, starts, 2, 0x1p-33, NULL, &parts, NULL));
    cr_assert(parts > 4 && sepal_polys_count(set) == parts);
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

/* Whichever request for memory is refused, the set is as it was, and nothing else is kept. */
Test(concave_doubles, outside_without_memory_changes_nothing) {
    const double x[] = {0, 9, 9, 0, 3, 5, 3}, y[] = {0, 0, 9, 9, 3, 3, 5};
    const uint32_t starts[] = {0, 4, 7};
    size_t refused = 0;
    for (sepal_status status = SEPAL_NO_MEMORY; status != SEPAL_OK; refused++) {
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = NULL;
        good(sepal_polys_create_doubles(&allocator, 0, 0, &set));
        w.fail_at = w.requests + refused;
        status = sepal_polys_add_outside_doubles(set, x, y, starts, 2, 1, NULL, NULL, NULL);
        cr_assert(status == SEPAL_OK ? sepal_polys_count(set) > 4 : status == SEPAL_NO_MEMORY && sepal_polys_count(set) == 0);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0U);
        cr_assert_lt(refused, 100U);
    }
    cr_assert_gt(refused, 8U);
}
