/* Contact points of the scalar path against exact distances: depths, places and normals are within the bounds of the header. */
#include "../common/check.h"
#include "../oracle/contacts.h"
#include "../scenes/round_scenes.h"
#include "contact_points.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#define TIE 0x1p-12L /* as the header states it, like the bounds of contact_points.h */
static const long double unit = CONTACT_UNIT, least_float = CONTACT_LEAST_FLOAT;

typedef struct worst {
    long double depth, place, surface;
    size_t one, two;
} worst;

static bool is_zero(float v) {
    return v == 0 && !signbit(v);
}

static void check_unused(const char *what, size_t i, const contact_points *got) {
    for (size_t k = got->count; k < 2; k++)
        cr_assert(is_zero(got->x[k]) && is_zero(got->y[k]) && is_zero(got->depth[k]) && got->feature[k] == 0 &&
                      is_zero(got->a_x[k]) && is_zero(got->a_y[k]) && is_zero(got->b_x[k]) && is_zero(got->b_y[k]),
                  "'%s', pair %zu: point %zu is not used", what, i, k);
    if (got->count == 0)
        cr_assert(is_zero(got->normal_x) && is_zero(got->normal_y), "'%s', pair %zu: a normal without points", what, i);
}

/* A point of the surface of a core: on its boundary, and inside float's range, where no coordinate is cut off. */
static void check_place(const char *what, size_t i, const oracle_shape *s, long double x, long double y, long double extent,
                        long double rounding, worst *seen) {
    long double off = oracle_boundary_distance(s, x, y) - rounding - least_float;
    cr_assert_leq(off, CONTACT_ROUNDINGS * unit * extent, "'%s', pair %zu: %Lg roundings off the boundary", what, i,
                  off / (unit * extent));
    seen->place = fmaxl(seen->place, extent > 0 ? off / (unit * extent) : 0);
}

/* The point of a surface, relative to (0, 0): on the boundary of the core but for the radius. (x, y) is the normal that leads out of
 * the shape. Inside float's range, where no coordinate is cut off. */
static void check_surface(const char *what, size_t i, const oracle_shape *s, float at_x, float at_y, long double x, long double y,
                          long double extent, worst *seen) {
    long double px = (long double)at_x, py = (long double)at_y, r = (long double)s->radius;
    cr_assert(isfinite(at_x) && isfinite(at_y), "'%s', pair %zu", what, i);
    if (fabsl(px) == (long double)FLT_MAX || fabsl(py) == (long double)FLT_MAX)
        return;
    long double off = oracle_boundary_distance(s, px - r * x, py - r * y) - 2 * unit * (fabsl(px) + fabsl(py)) - least_float;
    cr_assert_leq(off, SURFACE_ROUNDINGS * unit * extent, "'%s', pair %zu: %Lg roundings off the boundary", what, i,
                  off / (unit * extent));
    seen->surface = fmaxl(seen->surface, extent > 0 ? off / (unit * extent) : 0);
}

static void judge(const char *what, size_t i, const oracle_shape *a, const oracle_shape *b, float margin, const contact_points *got,
                  worst *seen) {
    long double radii = (long double)a->radius + (long double)b->radius, extent = oracle_extent(a, b, (long double)margin);
    long double bound = CONTACT_ROUNDINGS * unit * extent + least_float, tie = TIE * oracle_reach_from_first(a, b);
    long double exact = radii - oracle_signed_distance(a, b), nx = (long double)got->normal_x, ny = (long double)got->normal_y;
    long double deepest = -INFINITY;
    check_unused(what, i, got);
    cr_assert_leq(got->count, 2);
    if (got->count == 0)
        return;
    cr_assert_float_eq((double)(nx * nx + ny * ny), 1, 12 * 0x1p-24, "'%s', pair %zu: |n|^2", what, i);
    for (int k = 0; k < got->count; k++) {
        long double x = (long double)got->x[k], y = (long double)got->y[k], depth = (long double)got->depth[k];
        cr_assert(isfinite(got->x[k]) && isfinite(got->y[k]) && isfinite(got->depth[k]), "'%s', pair %zu", what, i);
        cr_assert_geq(got->depth[k], -margin, "'%s', pair %zu: depth %a", what, i, (double)got->depth[k]);
        deepest = fmaxl(deepest, depth);
        if (fabsl(x) == (long double)FLT_MAX || fabsl(y) == (long double)FLT_MAX || depth == (long double)FLT_MAX)
            continue;
        long double to_a = depth / 2 - (long double)a->radius, to_b = (long double)b->radius - depth / 2;
        long double rounding = unit * (fabsl(x) + fabsl(y));
        check_place(what, i, a, x + to_a * nx, y + to_a * ny, extent, rounding, seen);
        check_place(what, i, b, x + to_b * nx, y + to_b * ny, extent, rounding, seen);
        check_surface(what, i, a, got->a_x[k], got->a_y[k], nx, ny, extent, seen);
        check_surface(what, i, b, got->b_x[k], got->b_y[k], -nx, -ny, extent, seen);
    }
    if (deepest < (long double)FLT_MAX) {
        long double along = radii - oracle_gap_along(a, b, nx, ny);
        cr_assert(deepest >= exact - bound && deepest <= fmaxl(exact, -(long double)margin) + tie + bound,
                  "'%s', pair %zu: depth %Lg instead of %Lg, %Lg roundings, %Lg ties", what, i, deepest, exact,
                  (deepest - exact) / (unit * extent), (deepest - exact) / tie);
        cr_assert_leq(along, deepest + bound, "'%s', pair %zu: %Lg along the normal, depth %Lg, %Lg roundings", what, i, along,
                      deepest, (along - deepest) / (unit * extent));
        long double error = fmaxl(exact - deepest, along - deepest) - least_float;
        seen->depth = fmaxl(seen->depth, extent > 0 ? error / (unit * extent) : 0);
    }
    seen->one += got->count == 1;
    seen->two += got->count == 2;
}

static void report(const worst *seen) {
    cr_log_info("one point %zu times, two %zu times; worst depth %.2Lf u D, place %.2Lf u D, surface %.2Lf u D", seen->one,
                seen->two, seen->depth, seen->place, seen->surface);
    cr_assert(seen->one > 1000 && seen->two > 1000 && seen->depth > 0.5L && seen->place > 0.5L && seen->surface > 0.5L,
              "the judge sees too little");
}

Test(contacts, polygons_are_within_the_bounds) {
    worst seen = {.depth = 0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 1601, 120, 220);
        size_t spent = 0;
        for (size_t i = 0; i < s.pair_count && spent < 400000; i++) {
            oracle_shape a = round_shape_of(s.set_a, s.pairs[i].a), b = round_shape_of(s.set_b, s.pairs[i].b);
            long double extent = oracle_extent(&a, &b, 0);
            float margin = i % 3 == 0 || extent > 1e30L ? 0 : (float)(extent * (i % 3 == 1 ? 0.125L : 0x1p-10L));
            contact_points got = contact_points_ask(s.set_a, s.set_b, s.pairs[i], margin);
            judge(s.kind, i, &a, &b, margin, &got, &seen);
            spent += (a.count + b.count) * (a.count + b.count);
        }
        scene_destroy(&s);
    }
    report(&seen);
}

Test(contacts, round_shapes_are_within_the_bounds) {
    worst seen = {.depth = 0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 1611 + (uint64_t)manner, 60, 60, (radius_manner)manner);
            size_t spent = 0;
            for (size_t i = 0; i < s.base.pair_count && spent < 100000; i++) {
                sepal_pair pair = s.base.pairs[i];
                oracle_shape a = round_shape_of(s.a, pair.a), b = round_shape_of(s.b, pair.b);
                contact_points got = contact_points_ask(s.a, s.b, pair, s.margin);
                judge(s.base.kind, i, &a, &b, s.margin, &got, &seen);
                spent += (a.count + b.count) * (a.count + b.count);
            }
            round_scene_destroy(&s);
        }
    report(&seen);
}

/* Polygons with nearly parallel sides, sides that are bent a little in their middle, and gaps of every size: what is nearest then
 * depends on the last bits, and the answers must be within the bounds nevertheless. */
Test(contacts, sides_that_are_nearly_parallel_and_nearly_in_line) {
    rng r = {1621};
    worst seen = {.depth = 0};
    use_isa(0);
    for (int round = 0; round < 20000; round++) {
        double tilt = ldexp(rng_real(&r, -1, 1), -(int)rng_below(&r, 30)), bend = ldexp(1, -(int)rng_between(&r, 4, 27));
        double gap = ldexp(rng_real(&r, -1, 1), -(int)rng_below(&r, 28)), slide = rng_real(&r, -2.5, 2.5);
        double turn = rng_below(&r, 2) ? rng_real(&r, 0, 6.2) : 0, c = cos(turn), s = sin(turn),
               far = rng_below(&r, 4) == 0 ? 50 : 0;
        const double ax[] = {-1, 1, 1, 0.3, -0.4, -1}, ay[] = {-1, -1, -bend, 0, 0, -bend};
        const double bx[] = {slide - 1, slide, slide + 1, slide + 1, slide - 1},
                     by[] = {gap - tilt, gap - bend * rng_below(&r, 2), gap + tilt, gap + 1, gap + 1};
        polygon a = {.count = 0}, b = {.count = 0};
        for (int k = 0; k < 6; k++)
            polygon_push(&a, far + c * ax[k] - s * ay[k], s * ax[k] + c * ay[k]);
        for (int k = 0; k < 5; k++)
            polygon_push(&b, far + c * bx[k] - s * by[k], s * bx[k] + c * by[k]);
        polygon_take_hull(&a);
        polygon_take_hull(&b);
        if (rng_below(&r, 5) == 0) /* a segment */
            b.count = 2;
        float radius = (float)(rng_below(&r, 2) ? fabs(gap) * rng_real(&r, 0, 2) : rng_below(&r, 2) ? rng_real(&r, 0, 2) : 0);
        float margin = (float)(rng_below(&r, 2) ? rng_real(&r, 0, 2) : 0);
        sepal_polys *in_a = contact_set(&a, radius), *in_b = contact_set(&b, 0);
        oracle_shape p = round_shape_of(in_a, 0), q = round_shape_of(in_b, 0);
        contact_points got = contact_points_ask(in_a, in_b, (sepal_pair){0, 0}, margin),
                       back = contact_points_ask(in_b, in_a, (sepal_pair){0, 0}, margin);
        judge("nearly parallel", (size_t)round, &p, &q, margin, &got, &seen);
        judge("nearly parallel, turned round", (size_t)round, &q, &p, margin, &back, &seen);
        sepal_polys_destroy(in_a);
        sepal_polys_destroy(in_b);
    }
    report(&seen);
}

/* --- Flush but for noise ------------------------------------------------------------------------------------------------------ */

/* Polygons that lie on and beside each other, of sizes near 1, each of them moved and turned a little; then all turned and moved. */
typedef struct flush_scene {
    sepal_polys *set;
    rng random;
    double noise, turn, place[2];
    float radius;
} flush_scene;

static double some_noise(flush_scene *s) {
    return s->noise * rng_real(&s->random, -1, 1);
}

/* The vertices are those of an outline around (x, y). */
static void add_outline(flush_scene *s, double x, double y, const polygon *outline, float radius) {
    const double turn = some_noise(s), c = cos(turn), sine = sin(turn), all_c = cos(s->turn), all_s = sin(s->turn);
    const double at_x = x + some_noise(s), at_y = y + some_noise(s);
    polygon moved = {.count = outline->count};
    for (size_t k = 0; k < outline->count; k++) {
        const double vx = (double)outline->x[k], vy = (double)outline->y[k];
        const double px = at_x + c * vx - sine * vy, py = at_y + sine * vx + c * vy;
        moved.x[k] = (float)(s->place[0] + all_c * px - all_s * py);
        moved.y[k] = (float)(s->place[1] + all_s * px + all_c * py);
    }
    cr_assert_eq(sepal_polys_add_round(s->set, moved.x, moved.y, moved.count, radius, NULL), SEPAL_OK);
}

/* With the radius of the scene, as large as without one. */
static void add_brick(flush_scene *s, double x, double y, double width, double height) {
    const float w = (float)(width / 2) - s->radius, h = (float)(height / 2) - s->radius;
    add_outline(s, x + width / 2, y + height / 2, &(polygon){{-w, w, w, -w}, {-h, -h, h, h}, 4}, s->radius);
}

/* Bricks in running bond, with bars on top of them. */
static void build_wall(flush_scene *s) {
    for (int row = 0; row < 4; row++)
        for (int k = 0; k < 5; k++)
            add_brick(s, k + 0.5 * (row % 2), 0.4 * row, 1, 0.4);
    for (int k = 0; k < 5; k++)
        add_outline(s, 0.5 + k, 1.6 + 0x1p-4, &(polygon){{-0.5F, 0.5F}, {0, 0}, 2}, 0x1p-4F);
}

/* Squares, which have all corners in common. */
static void build_tiles(flush_scene *s) {
    for (int k = 0; k < 25; k++)
        add_brick(s, k % 5, floor(k / 5.0), 1, 1);
}

static void build_honeycomb(flush_scene *s) {
    polygon cell = {.count = 6};
    for (int k = 0; k < 6; k++) {
        cell.x[k] = (float)cos(1.0471975511965976 * k);
        cell.y[k] = (float)sin(1.0471975511965976 * k);
    }
    for (int k = 0; k < 20; k++)
        add_outline(s, 1.5 * (k % 5), sqrt(0.75) * (2 * floor(k / 5.0) + k % 5 % 2), &cell, 0);
}

typedef struct flush_layout {
    const char *name;
    void (*build)(flush_scene *s);
    float radius;
} flush_layout;

static const flush_layout flush_layouts[] = {
    {"wall", build_wall, 0}, {"round bricks", build_wall, 0x1p-5F}, {"tiles", build_tiles, 0}, {"honeycomb", build_honeycomb, 0}};

static flush_scene flush_scene_create(const flush_layout *of, int round) {
    static const double noises[] = {1e-7, 1e-6, 3e-6, 1e-5, 1e-4, 1e-3};
    flush_scene s = {.random = {1671 + (uint64_t)round}, .noise = noises[round % 6], .radius = of->radius};
    cr_assert_eq(sepal_polys_create(NULL, &s.set), SEPAL_OK);
    s.turn = round % 4 < 2 ? 0 : rng_real(&s.random, -3, 3);
    for (int c = 0; c < 2; c++)
        s.place[c] = round % 5 == 0 ? rng_real(&s.random, -20, 20) : 0;
    of->build(&s);
    return s;
}

/* No side is cut by one to which it is parallel: so no point is beyond the end of a side, as it may be in space. */
Test(contacts, walls_that_are_flush_but_for_noise_are_within_the_bounds) {
    worst seen = {.depth = 0};
    for (int round = 0; round < 192; round++) {
        use_isa((size_t)round % sepal_isa_count());
        flush_scene s = flush_scene_create(&flush_layouts[round % 4], round / 4);
        const float margin = (float)(round % 3 == 0 ? 0.01 : 8 * s.noise);
        for (uint32_t j = 1; j < sepal_polys_count(s.set); j++)
            for (uint32_t i = 0; i < j; i++) {
                const sepal_pair pair = i % 2 == 0 ? (sepal_pair){i, j} : (sepal_pair){j, i};
                const oracle_shape a = round_shape_of(s.set, pair.a), b = round_shape_of(s.set, pair.b);
                const sepal_contact_rule rule = {.margin = margin, .point_margin = margin};
                const contact_points got = contact_points_ask_by(s.set, NULL, s.set, pair, &rule);
                judge(flush_layouts[round % 4].name, i, &a, &b, margin, &got, &seen);
            }
        sepal_polys_destroy(s.set);
    }
    report(&seen);
}

/* Bricks on a floor of segments as long as they are, whose joints are at their ends or in their middle. */
Test(contacts, bricks_on_a_chain_are_within_the_bounds) {
    enum { SEGMENTS = 8 };
    worst seen = {.depth = 0};
    for (int round = 0; round < 192; round++) {
        use_isa((size_t)round % sepal_isa_count());
        flush_scene s = flush_scene_create(&flush_layouts[round % 3], round / 3);
        float x[SEGMENTS + 1], y[SEGMENTS + 1];
        sepal_polys *chain = NULL;
        for (int k = 0; k <= SEGMENTS; k++) { /* the outside is above */
            const double from = 7 - k + (round % 2 == 0 ? 0 : 0.5) + some_noise(&s), above = some_noise(&s);
            x[k] = (float)(s.place[0] + cos(s.turn) * from - sin(s.turn) * above);
            y[k] = (float)(s.place[1] + sin(s.turn) * from + cos(s.turn) * above);
        }
        cr_assert_eq(sepal_polys_create(NULL, &chain), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_capsules(chain, &(sepal_capsules){x, y, x + 1, y + 1, NULL, 1}, SEGMENTS, NULL, NULL),
                     SEPAL_OK);
        const uint32_t first[] = {0, SEGMENTS};
        const float margin = (float)(round % 3 == 0 ? 0.01 : 8 * s.noise);
        const sepal_contact_rule rule = {.margin = margin, .point_margin = margin};
        for (uint32_t k = 0; k < SEGMENTS * (uint32_t)sepal_polys_count(s.set); k++) {
            const sepal_pair pair = {k % SEGMENTS, k / SEGMENTS};
            const oracle_shape a = round_shape_of(chain, pair.a), b = round_shape_of(s.set, pair.b);
            const contact_points got = contact_points_ask_by(chain, &(sepal_groups){first, 1}, s.set, pair, &rule);
            const long double extent = oracle_extent(&a, &b, (long double)margin), nx = (long double)got.normal_x,
                              ny = (long double)got.normal_y;
            for (int p = 0; p < got.count; p++) {
                check_surface("on a chain", k, &a, got.a_x[p], got.a_y[p], nx, ny, extent, &seen);
                check_surface("on a chain", k, &b, got.b_x[p], got.b_y[p], -nx, -ny, extent, &seen);
            }
            seen.one += got.count == 1;
            seen.two += got.count == 2;
        }
        sepal_polys_destroy(chain);
        sepal_polys_destroy(s.set);
    }
    cr_log_info("on a chain: one point %zu times, two %zu times; worst surface %.2Lf u D", seen.one, seen.two, seen.surface);
    cr_assert(seen.one > 200 && seen.two > 1000 && seen.surface > 0.5L, "the judge sees too little");
}

/* --- Surfaces ------------------------------------------------------------------------------------------------------------------ */

/* The distance of a point from the surface of a shape. */
static long double surface_distance(const oracle_shape *s, long double x, long double y) {
    return fabsl(oracle_boundary_distance(s, x, y) - (long double)s->radius);
}

/* A rounded box or a capsule whose lower side is tilted against a floor, which is rounded or not, from either side. The points are
 * outside of the cores. */
Test(contacts, points_of_tilted_round_sides_are_as_near_to_the_surfaces_as_stated) {
    rng r = {1651};
    size_t two = 0, inside = 0;
    for (int round = 0; round < 20000; round++) {
        long double tilt = ldexpl(rng_real(&r, 0, 1), -(int)rng_below(&r, 12));
        double s = sin((double)tilt), c = cos((double)tilt), size = rng_real(&r, 0.1, 2), radius = rng_real(&r, 0.1, 1);
        float floor_radius = (float)(rng_below(&r, 2) ? rng_real(&r, 0, 1) : 0), deep = (float)rng_real(&r, -0.5, 0.7);
        double height = radius + (double)floor_radius - radius * (double)deep;
        polygon floor = {{-9, 9, 9, -9}, {-1, -1, 0, 0}, 4}, other = {.count = 0};
        polygon_push(&other, -size * c, height);
        polygon_push(&other, size * c, height + 2 * size * s);
        if (rng_below(&r, 2)) {
            polygon_push(&other, size * c - s, height + 2 * size * s + c);
            polygon_push(&other, -size * c - s, height + c);
        }
        sepal_polys *in_a = contact_set(&floor, floor_radius), *in_b = contact_set(&other, (float)radius);
        oracle_shape p = round_shape_of(in_a, 0), q = round_shape_of(in_b, 0);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int swap = 0; swap < 2; swap++) {
                use_isa(isa);
                contact_points got = contact_points_ask(swap ? in_b : in_a, swap ? in_a : in_b, (sepal_pair){0, 0}, 3);
                long double bound = CONTACT_ROUNDINGS * unit * oracle_extent(&p, &q, 3) + 2 * unit * 9;
                int deeper = got.count == 2 && got.depth[1] > got.depth[0];
                two += got.count == 2;
                for (int k = 0; k < got.count; k++) {
                    long double x = (long double)got.x[k], y = (long double)got.y[k], half = fabsl((long double)got.depth[k]) / 2;
                    long double farther = k == deeper ? 0 : (long double)radius * (1 - cosl(tilt));
                    if (y < 0 || (k != deeper && (long double)radius * cosl(tilt) < half)) /* inside of a core */
                        continue;
                    cr_assert_leq(surface_distance(&p, x, y), half + bound, "%s, round %d: the floor", sepal_isa(), round);
                    cr_assert_leq(surface_distance(&q, x, y), half + farther + bound, "%s, round %d: tilted by %Lg", sepal_isa(),
                                  round, tilt);
                    inside += surface_distance(&q, x, y) > half + farther / 2 + bound;
                }
            }
        sepal_polys_destroy(in_a);
        sepal_polys_destroy(in_b);
    }
    cr_assert(two > 10000 && inside > 1000, "two points %zu times, %zu times inside of the surface", two, inside);
}
