/* Contact points: cases worked out by hand, the scalar path against exact distances, and laws that hold for every pair. */
#include "../common/check.h"
#include "../oracle/contacts.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct answer {
    uint8_t count;
    float normal_x, normal_y, x[2], y[2], depth[2];
    uint32_t feature[2];
} answer;

static answer ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, float margin) {
    answer r;
    memset(&r, 0x5a, sizeof r);
    sepal_contacts out = {&r.count, &r.normal_x, &r.normal_y, r.x, r.y, r.depth, r.feature};
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin};
    cr_assert_eq(sepal_polys_contacts_pairs(a, b, &pair, 1, &rule, &out), SEPAL_OK);
    return r;
}

static sepal_polys *new_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

static oracle_shape shape_of(const sepal_polys *set, uint32_t index) {
    oracle_shape s = {0};
    cr_assert_eq(sepal_polys_vertices(set, index, &s.x, &s.y, &s.count), SEPAL_OK);
    cr_assert_eq(sepal_polys_radius(set, index, &s.radius), SEPAL_OK);
    return s;
}

/* --- By hand ----------------------------------------------------------------------------------------------------------------- */

typedef struct shape {
    float x[8], y[8];
    size_t count;
    float radius;
} shape;

#define SQUARE(left, low, right, high)                                                                                             \
    { {left, right, right, left}, {low, low, high, high}, 4, 0 }
#define CAPSULE(x0, y0, x1, y1, radius)                                                                                            \
    { {x0, x1}, {y0, y1}, 2, radius }
#define CIRCLE(x, y, radius)                                                                                                       \
    { {x}, {y}, 1, radius }

static const struct {
    const char *what;
    shape a, b;
    float margin;
    answer expected;
} cases[] = {
    {"a box on a wider one",
     SQUARE(-4, -2, 4, 0),
     SQUARE(-1, -0.5F, 1, 1),
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"a box on a narrower one",
     SQUARE(-1, -2, 1, 0),
     SQUARE(-4, -0.5F, 4, 1),
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"two that are shifted",
     SQUARE(-2, -2, 2, 0),
     SQUARE(0, -0.5F, 4, 1),
     0,
     {2, 0, 1, {2, 0}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"side by side, apart within the margin",
     SQUARE(0, 0, 2, 2),
     SQUARE(3, 1, 5, 4),
     1.5F,
     {2, 1, 0, {2.5F, 2.5F}, {1, 2}, {-1, -1}, {0x10000, 0x20003}}},
    {"the same, beyond the margin", SQUARE(0, 0, 2, 2), SQUARE(3, 1, 5, 4), 0.5F, {0, 0, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}}},
    {"exactly at the margin",
     SQUARE(0, 0, 2, 2),
     SQUARE(3, 1, 5, 4),
     1,
     {2, 1, 0, {2.5F, 2.5F}, {1, 2}, {-1, -1}, {0x10000, 0x20003}}},
    {"touching", SQUARE(0, 0, 2, 2), SQUARE(2, 1, 4, 4), 0, {2, 1, 0, {2, 2}, {1, 2}, {0, 0}, {0x10000, 0x20003}}},
    {"a corner on a side",
     SQUARE(-4, -2, 4, 0),
     {{0, 2, 0, -2}, {-0.5F, 1.5F, 3.5F, 1.5F}, 4, 0},
     0,
     {1, 0, 1, {0, 0}, {-0.25F, 0}, {0.5F, 0}, {0x30000, 0}}},
    {"a corner on a side, and its edge within the margin",
     SQUARE(-4, -2, 4, 0),
     {{0, 4, 0}, {-0.5F, 0.5F, 4}, 3, 0},
     1,
     {2, 0, 1, {4, 0}, {0.25F, -0.25F}, {-0.5F, 0.5F}, {0x20001, 0x30000}}},
    {"corner to corner", SQUARE(0, 0, 2, 2), SQUARE(5, 6, 7, 8), 5, {1, 0.6F, 0.8F, {3.5F, 0}, {4, 0}, {-5, 0}, {0x20000, 0}}},
    {"corners that touch", SQUARE(0, 0, 2, 2), SQUARE(2, 2, 4, 4), 0, {1, 1, 0, {2, 0}, {2, 0}, {0, 0}, {0x10000, 0}}},
    {"circles", CIRCLE(0, 0, 3), CIRCLE(3, 4, 4), 0, {1, 0.6F, 0.8F, {1.2F, 0}, {1.6F, 0}, {2, 0}, {0, 0}}},
    {"circles in one place", CIRCLE(1, 2, 3), CIRCLE(1, 2, 4), 0, {1, 1, 0, {0.5F, 0}, {2, 0}, {7, 0}, {0, 0}}},
    {"a circle on a box", SQUARE(-4, -2, 4, 0), CIRCLE(1, 1, 2), 0, {1, 0, 1, {1, 0}, {-0.5F, 0}, {1, 0}, {0x20000, 0}}},
    {"a box on a circle", CIRCLE(1, -1, 2), SQUARE(-4, 0, 4, 2), 0, {1, 0, 1, {1, 0}, {0.5F, 0}, {1, 0}, {0, 0}}},
    {"a circle off a corner",
     SQUARE(0, 0, 8, 8),
     CIRCLE(11, 12, 6),
     0,
     {1, 0.6F, 0.8F, {7.7F, 0}, {7.6F, 0}, {1, 0}, {0x20000, 0}}},
    {"a circle deep in a box", SQUARE(0, 0, 8, 8), CIRCLE(7, 4, 3), 0, {1, 1, 0, {6, 0}, {4, 0}, {4, 0}, {0x10000, 0}}},
    {"capsules side by side",
     CAPSULE(0, 0, 4, 0, 1),
     CAPSULE(6, 2, 1, 2, 2),
     0,
     {2, 0, 1, {4, 1}, {0.5F, 0.5F}, {1, 1}, {0x10000, 0x00001}}},
    {"capsules end to end", CAPSULE(0, 0, 4, 0, 1), CAPSULE(6, 0, 9, 0, 2), 0, {1, 1, 0, {4.5F, 0}, {0, 0}, {1, 0}, {0x10000, 0}}},
    {"capsules that cross", CAPSULE(0, 0, 4, 0, 1), CAPSULE(3, -1, 3, 3, 2), 0, {1, 0, 1, {3, 0}, {-1, 0}, {4, 0}, {0x10000, 0}}},
    {"segments on one line, overlapping",
     CAPSULE(0, 0, 4, 0, 0),
     CAPSULE(3, 0, 9, 0, 0),
     0,
     {2, 0, -1, {3, 4}, {0, 0}, {0, 0}, {0x00000, 0x10001}}},
    {"a point on a point", CIRCLE(1, 2, 0), CIRCLE(1, 2, 0), 0, {1, 1, 0, {1, 0}, {2, 0}, {0, 0}, {0, 0}}},
    {"a vertex in the middle of a side changes nothing",
     {{-4, 4, 4, 1, -4}, {-2, -2, 0, 0, 0}, 5, 0},
     {{-1, 0, 1, 1, -1}, {-0.5F, -0.5F, -0.5F, 1, 1}, 5, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20002, 0x40000}}},
    {"repeated vertices change nothing but their numbers",
     {{-4, -4, 4, 4, 4, -4}, {-2, -2, -2, 0, 0, 0}, 6, 0},
     {{-1, 1, 1, 1, -1}, {-0.5F, -0.5F, -0.5F, 1, 1}, 5, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x30001, 0x50000}}},
    {"clockwise polygons",
     {{-4, -4, 4, 4}, {-2, 0, 0, -2}, 4, 0},
     {{-1, -1, 1, 1}, {-0.5F, 1, 1, -0.5F}, 4, 0},
     0,
     {2, 0, 1, {1, -1}, {-0.25F, -0.25F}, {0.5F, 0.5F}, {0x20003, 0x10000}}},
};
enum { CASES = sizeof cases / sizeof *cases };

static void check_case(size_t k, const answer *got) {
    const answer *expected = &cases[k].expected;
    const float *numbers = &got->normal_x, *wanted = &expected->normal_x;
    cr_assert_eq(got->count, expected->count, "%s, %s: %d points", sepal_isa(), cases[k].what, got->count);
    for (size_t i = 0; i < 8; i++)
        cr_assert(fabsf(numbers[i] - wanted[i]) <= 16 * FLT_EPSILON, "%s, %s: number %zu is %a", sepal_isa(), cases[k].what, i,
                  (double)numbers[i]);
    for (size_t i = 0; i < 2; i++)
        cr_assert_eq(got->feature[i], expected->feature[i], "%s, %s: feature %zu is %x", sepal_isa(), cases[k].what, i,
                     (unsigned)got->feature[i]);
}
_Static_assert(offsetof(answer, feature) == offsetof(answer, normal_x) + 8 * sizeof(float), "eight floats follow each other");

Test(contacts, cases_worked_out_by_hand) {
    for (size_t k = 0; k < CASES; k++) {
        sepal_polys *a = new_set(), *b = new_set();
        const shape *p = &cases[k].a, *q = &cases[k].b;
        cr_assert_eq(sepal_polys_add_round(a, p->x, p->y, p->count, p->radius, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(b, q->x, q->y, q->count, q->radius, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            answer got = ask(a, b, (sepal_pair){0, 0}, cases[k].margin);
            check_case(k, &got);
        }
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
}

/* --- Against exact distances -------------------------------------------------------------------------------------------------- */

/* The bounds that the header states. */
#define ROUNDINGS 96
#define TIE       0x1p-12L
static const long double unit = 0x1p-24L, least_float = 0x1p-148L;

typedef struct worst {
    long double depth, place;
    size_t one, two;
} worst;

static bool is_zero(float v) {
    return v == 0 && !signbit(v);
}

static void check_unused(const char *what, size_t i, const answer *got) {
    for (size_t k = got->count; k < 2; k++)
        cr_assert(is_zero(got->x[k]) && is_zero(got->y[k]) && is_zero(got->depth[k]) && got->feature[k] == 0,
                  "'%s', pair %zu: point %zu is not used", what, i, k);
    if (got->count == 0)
        cr_assert(is_zero(got->normal_x) && is_zero(got->normal_y), "'%s', pair %zu: a normal without points", what, i);
}

/* A point of the surface of a core: on its boundary, and inside float's range, where no coordinate is cut off. */
static void check_place(const char *what, size_t i, const oracle_shape *s, long double x, long double y, long double extent,
                        long double rounding, worst *seen) {
    long double off = oracle_boundary_distance(s, x, y) - rounding - least_float;
    cr_assert_leq(off, ROUNDINGS * unit * extent, "'%s', pair %zu: %Lg roundings off the boundary", what, i, off / (unit * extent));
    seen->place = fmaxl(seen->place, extent > 0 ? off / (unit * extent) : 0);
}

static void judge(const char *what, size_t i, const oracle_shape *a, const oracle_shape *b, float margin, const answer *got,
                  worst *seen) {
    long double radii = (long double)a->radius + (long double)b->radius, extent = oracle_extent(a, b, (long double)margin);
    long double bound = ROUNDINGS * unit * extent + least_float, tie = TIE * oracle_reach_from_first(a, b);
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
    cr_log_info("one point %zu times, two %zu times; worst depth %.2Lf u D, place %.2Lf u D", seen->one, seen->two, seen->depth,
                seen->place);
    cr_assert(seen->one > 1000 && seen->two > 1000 && seen->depth > 0.5L && seen->place > 0.5L, "the judge sees too little");
}

Test(contacts, polygons_are_within_the_bounds, .timeout = 250) {
    worst seen = {0, 0, 0, 0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 1601, 120, 220);
        size_t spent = 0;
        for (size_t i = 0; i < s.pair_count && spent < 400000; i++) {
            oracle_shape a = shape_of(s.set_a, s.pairs[i].a), b = shape_of(s.set_b, s.pairs[i].b);
            long double extent = oracle_extent(&a, &b, 0);
            float margin = i % 3 == 0 || extent > 1e30L ? 0 : (float)(extent * (i % 3 == 1 ? 0.125L : 0x1p-10L));
            answer got = ask(s.set_a, s.set_b, s.pairs[i], margin);
            judge(s.kind, i, &a, &b, margin, &got, &seen);
            spent += (a.count + b.count) * (a.count + b.count);
        }
        scene_destroy(&s);
    }
    report(&seen);
}

Test(contacts, round_shapes_are_within_the_bounds, .timeout = 250) {
    worst seen = {0, 0, 0, 0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 1611 + (uint64_t)manner, 60, 60, (radius_manner)manner);
            size_t spent = 0;
            for (size_t i = 0; i < s.base.pair_count && spent < 100000; i++) {
                sepal_pair pair = s.base.pairs[i];
                oracle_shape a = shape_of(s.a, pair.a), b = shape_of(s.b, pair.b);
                answer got = ask(s.a, s.b, pair, s.margin);
                judge(s.base.kind, i, &a, &b, s.margin, &got, &seen);
                spent += (a.count + b.count) * (a.count + b.count);
            }
            round_scene_destroy(&s);
        }
    report(&seen);
}

/* Polygons with nearly parallel sides, sides that are bent a little in their middle, and gaps of every size: what is nearest then
 * depends on the last bits, and the answers must be within the bounds nevertheless. */
Test(contacts, sides_that_are_nearly_parallel_and_nearly_in_line, .timeout = 250) {
    rng r = {1621};
    worst seen = {0, 0, 0, 0};
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
        oracle_shape p = shape_of(in_a, 0), q = shape_of(in_b, 0);
        answer got = ask(in_a, in_b, (sepal_pair){0, 0}, margin), back = ask(in_b, in_a, (sepal_pair){0, 0}, margin);
        judge("nearly parallel", (size_t)round, &p, &q, margin, &got, &seen);
        judge("nearly parallel, turned round", (size_t)round, &q, &p, margin, &back, &seen);
        sepal_polys_destroy(in_a);
        sepal_polys_destroy(in_b);
    }
    report(&seen);
}

/* --- Laws ---------------------------------------------------------------------------------------------------------------------- */

/* Points exist exactly where overlap under the margin says yes. */
Test(contacts, there_are_points_exactly_where_shapes_overlap) {
    enum { PAIRS = 100 };
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 1631, 60, PAIRS, (radius_manner)manner);
            uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
            uint8_t count[PAIRS];
            sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, s.margin};
            use_isa(0);
            cr_assert_eq(sepal_polys_overlap_pairs(s.a, s.b, s.base.pairs, s.base.pair_count, &closed, bits), SEPAL_OK);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                sepal_rule rule = {(sepal_touching)(kind % 2), s.margin};
                memset(count, 0x5a, sizeof count);
                cr_assert_eq(
                    sepal_polys_contacts_pairs(s.a, s.b, s.base.pairs, s.base.pair_count, &rule, &(sepal_contacts){.count = count}),
                    SEPAL_OK);
                for (size_t i = 0; i < s.base.pair_count; i++)
                    cr_assert_eq(count[i] > 0, (int)(bits[i / 64] >> i % 64 & 1), "%s, scene '%s', pair %zu: %d points",
                                 sepal_isa(), s.base.kind, i, count[i]);
            }
            round_scene_destroy(&s);
        }
}

static void add_octagon(sepal_polys *set, double x, double y, double turn) {
    float vx[8], vy[8];
    for (int k = 0; k < 8; k++) {
        double angle = turn + (k + 0.5) * 0.78539816339744831;
        vx[k] = (float)(x + cos(angle));
        vy[k] = (float)(y + sin(angle));
    }
    cr_assert_eq(sepal_polys_add(set, vx, vy, 8, NULL), SEPAL_OK);
}

/* Sides that nearly touch and are nearly parallel: an edge of a is the reference edge, although it may be one of b along which the
 * two are apart. */
Test(contacts, sides_that_nearly_touch_have_points_exactly_where_shapes_overlap) {
    enum { PAIRS = 3000 };
    sepal_polys *set = new_set();
    rng r = {77};
    static sepal_pair pairs[PAIRS];
    static uint8_t count[PAIRS];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    size_t meet = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        double apart = 2 * 0.92387953251128674 + rng_real(&r, -0x1p-14, 0x1p-14);
        add_octagon(set, 0, 0, 0);
        add_octagon(set, apart, rng_real(&r, -0.5, 0.5), rng_real(&r, -0x1p-13, 0x1p-13));
        pairs[i] = (sepal_pair){2 * i, 2 * i + 1};
    }
    use_isa(0);
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, NULL, bits), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, pairs, PAIRS, NULL, &(sepal_contacts){.count = count}), SEPAL_OK);
        meet = 0;
        for (size_t i = 0; i < PAIRS; i++) {
            cr_assert_eq(count[i] > 0, (int)(bits[i / 64] >> i % 64 & 1), "%s, pair %zu: %d points", sepal_isa(), i, count[i]);
            meet += count[i] > 0;
        }
    }
    cr_assert(meet > PAIRS / 4 && meet < PAIRS - PAIRS / 4, "%zu", meet);
    sepal_polys_destroy(set);
}

/* A set with the vertices of another one, moved. */
static sepal_polys *moved_set(const sepal_polys *from, float dx, float dy) {
    sepal_polys *to = new_set();
    for (uint32_t i = 0; i < sepal_polys_count(from); i++) {
        oracle_shape s = shape_of(from, i);
        float x[64], y[64];
        cr_assert_leq(s.count, 64);
        for (size_t k = 0; k < s.count; k++) {
            x[k] = s.x[k] + dx;
            y[k] = s.y[k] + dy;
        }
        cr_assert_eq(sepal_polys_add_round(to, x, y, s.count, s.radius, NULL), SEPAL_OK);
    }
    return to;
}

/* Was no vertex of the shape rounded? */
static bool comes_back(const sepal_polys *set, const sepal_polys *moved, uint32_t index, float dx, float dy) {
    oracle_shape p = shape_of(set, index), q = shape_of(moved, index);
    for (size_t k = 0; k < p.count; k++)
        if (q.x[k] - dx != p.x[k] || q.y[k] - dy != p.y[k])
            return false;
    return true;
}

/* Where no coordinate is rounded, a common translation moves the points and changes nothing else. */
Test(contacts, translations_without_rounding_keep_all_bits_but_those_of_the_points) {
    static const float moves[][2] = {{1, 0}, {-64, 17}, {4096, -4096}, {3, 512}};
    const char *const names[] = {
        "lattice", "lattice, dressed", "boxes on a lattice", "triangles on a lattice", "box grid", "points and segments",
        "segments"};
    size_t points = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        scene s = scene_create(scene_kind_find(names[n]), 1641, 60, 300);
        for (size_t m = 0; m < sizeof moves / sizeof *moves; m++) {
            sepal_polys *a = moved_set(s.set_a, moves[m][0], moves[m][1]), *b = moved_set(s.set_b, moves[m][0], moves[m][1]);
            for (size_t i = 0; i < s.pair_count; i++) {
                if (!comes_back(s.set_a, a, s.pairs[i].a, moves[m][0], moves[m][1]) ||
                    !comes_back(s.set_b, b, s.pairs[i].b, moves[m][0], moves[m][1]))
                    continue;
                answer before = ask(s.set_a, s.set_b, s.pairs[i], 1), after = ask(a, b, s.pairs[i], 1);
                points += before.count;
                for (int k = 0; k < before.count && k < after.count; k++) {
                    cr_assert_float_eq((double)after.x[k], (double)(before.x[k] + moves[m][0]),
                                       1e-6 * (100 + fabs((double)moves[m][0])));
                    cr_assert_float_eq((double)after.y[k], (double)(before.y[k] + moves[m][1]),
                                       1e-6 * (100 + fabs((double)moves[m][1])));
                }
                memcpy(after.x, before.x, sizeof after.x);
                memcpy(after.y, before.y, sizeof after.y);
                cr_assert(after.count == before.count && memcmp(&after.normal_x, &before.normal_x, sizeof(float[8])) == 0 &&
                              memcmp(after.feature, before.feature, sizeof after.feature) == 0,
                          "scene '%s', pair %zu, move %zu", s.kind, i, m);
            }
            sepal_polys_destroy(b);
            sepal_polys_destroy(a);
        }
        scene_destroy(&s);
    }
    cr_assert_gt(points, 2000, "only %zu points", points);
}

static uint32_t turned_feature(uint32_t feature) {
    return feature >> 16 | feature << 16;
}

/* (b, a) has the contacts of (a, b) with the normal turned round, but where the choice of an edge is nearly a tie. */
Test(contacts, pairs_turned_round_have_the_same_points) {
    size_t same = 0, all = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        round_scene s = round_scene_create(kind, 1651, 60, 150, (radius_manner)(kind % RADIUS_MANNERS));
        for (size_t i = 0; i < s.base.pair_count; i++) {
            sepal_pair pair = s.base.pairs[i];
            answer p = ask(s.a, s.b, pair, s.margin), q = ask(s.b, s.a, (sepal_pair){pair.b, pair.a}, s.margin);
            cr_assert_eq(p.count > 0, q.count > 0);
            if (p.count == 0)
                continue;
            all++;
            bool alike = p.count == q.count;
            for (int k = 0; k < p.count && alike; k++)
                alike = p.feature[k] == turned_feature(q.feature[p.count - 1 - k]);
            oracle_shape a = shape_of(s.a, pair.a), b = shape_of(s.b, pair.b);
            long double bound = 2 * ROUNDINGS * unit * oracle_extent(&a, &b, (long double)s.margin) + least_float;
            long double nx = (long double)p.normal_x + (long double)q.normal_x,
                        ny = (long double)p.normal_y + (long double)q.normal_y;
            if (!alike || fabsl(nx) + fabsl(ny) > 1e-6L)
                continue;
            same++;
            for (int k = 0; k < p.count; k++) {
                int other = p.count - 1 - k;
                cr_assert_leq(fabsl((long double)p.depth[k] - (long double)q.depth[other]), bound, "'%s', pair %zu", s.base.kind,
                              i);
            }
        }
        round_scene_destroy(&s);
    }
    cr_assert(all > 3000 && same > all / 10 * 7, "only %zu of %zu pairs have the same contacts turned round", same, all);
}

/* --- Features ------------------------------------------------------------------------------------------------------------------ */

/* A box that slides over another one and rocks on it keeps its two features, whichever face is the reference. */
Test(contacts, features_stay_while_a_box_slides_and_rocks) {
    for (int step = -60; step <= 60; step++) {
        sepal_polys *set = new_set();
        float tilt = (float)ldexp(step % 2 ? 1 : -1, -6 - (step + 60) % 20), x = 0.04F * (float)step;
        const sepal_boxes boxes = {.x = (const float[]){0, x},
                                   .y = (const float[]){0, 1.99F},
                                   .half_x = (const float[]){2, 1},
                                   .half_y = (const float[]){1, 1},
                                   .cos = (const float[]){1, 1},
                                   .sin = (const float[]){0, tilt}};
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 2, NULL, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            answer got = ask(set, set, (sepal_pair){0, 1}, 0.1F), back = ask(set, set, (sepal_pair){1, 0}, 0.1F);
            cr_assert(got.count == 2 && back.count == 2, "%s, step %d: %d and %d points", sepal_isa(), step, got.count, back.count);
            cr_assert(got.feature[0] == 0x20001 && got.feature[1] == 0x30000, "%s, step %d: %x and %x", sepal_isa(), step,
                      (unsigned)got.feature[0], (unsigned)got.feature[1]);
            cr_assert(back.feature[0] == 0x00003 && back.feature[1] == 0x10002, "%s, step %d: %x and %x", sepal_isa(), step,
                      (unsigned)back.feature[0], (unsigned)back.feature[1]);
        }
        sepal_polys_destroy(set);
    }
}
