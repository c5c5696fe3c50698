/* test_find_outward.c — the boxes of find_near have the sides that search.h states: the nearest floats that leave nothing outside. Whole
 * numbers judge: all coordinates are multiples of 2^-30, and sums of them fit into 64 bits, where double has too few. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { SEED = 12, TRIALS = 400, UNIT = -30, MOST_SHIFT = 30, MOST_SUMMANDS = 6 };

/* A number as a float, and in units. */
typedef struct number {
    float value;
    int64_t units;
} number;

/* Up to 24 bits anywhere, so that sums often have more than 53. */
static number some_number(rng *r, bool negative) {
    const uint32_t bits = rng_below(r, 4) == 0 ? rng_below(r, 3) : rng_below(r, 1 << 24);
    const int shift = (int)rng_below(r, MOST_SHIFT + 1);
    const int64_t units = (int64_t)bits << shift;
    return negative ? (number){-ldexpf((float)bits, shift + UNIT), -units} : (number){ldexpf((float)bits, shift + UNIT), units};
}

static bool is_at_most(float value, int64_t units) {
    const double of_value = ldexp((double)value, -UNIT);
    return fabs(of_value) < 0x1p52 ? of_value <= (double)units : (int64_t)of_value <= units;
}

static float rounded_down(int64_t units) {
    float down = ldexpf((float)units, UNIT);
    while (!is_at_most(down, units))
        down = nextafterf(down, -INFINITY);
    for (float next; is_at_most(next = nextafterf(down, INFINITY), units);)
        down = next;
    return down;
}
static float rounded_up(int64_t units) {
    return -rounded_down(-units);
}

/* A shape around a place on an axis: how far it reaches from there is the sum of `reach`, of which the last but one is the radius and the
 * last the margin. */
typedef struct shape {
    either kind;
    int axis;
    bool is_box; /* a solid by its vectors */
    number at, reach[MOST_SUMMANDS];
} shape;

static void add_shape(const shape *s, void *set) {
    float at[3] = {0, 0, 0};
    at[s->axis] = s->at.value;
    const float radius = s->reach[3].value;
    if (!s->is_box) {
        cr_assert_eq(either_add_ball(s->kind, set, at, radius), SEPAL_OK);
        return;
    }
    float edge[3][3] = {{0}};
    for (int k = 0; k < 3; k++)
        edge[k][s->axis] = k == 1 ? -s->reach[k].value : s->reach[k].value;
    const sepal_solid_parallelepipeds edges = {.c = {&at[0], &at[1], &at[2]},
                                               .u = {&edge[0][0], &edge[0][1], &edge[0][2]},
                                               .v = {&edge[1][0], &edge[1][1], &edge[1][2]},
                                               .w = {&edge[2][0], &edge[2][1], &edge[2][2]},
                                               .radius = &radius};
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &edges, 1, NULL, NULL), SEPAL_OK);
}

/* Is a point near the shape? Either is in a set of its own, or both are in one. */
static bool is_point_near(sepal_finder *finder, const shape *s, float place, float margin, bool one_set) {
    void *a = either_create(s->kind), *b = one_set ? a : either_create(s->kind);
    float at[3] = {0, 0, 0};
    size_t found = 0;
    sepal_pair pair;
    at[s->axis] = place;
    add_shape(s, a);
    cr_assert_eq(either_add_ball(s->kind, b, at, 0), SEPAL_OK);
    cr_assert_eq(either_find_near(s->kind, finder, a, b, NULL, margin, 1, &pair, &found), SEPAL_OK);
    either_destroy(s->kind, a);
    if (!one_set)
        either_destroy(s->kind, b);
    return found == 1;
}

static void check_sides(sepal_finder *finder, const shape *s) {
    int64_t reach = 0;
    for (int k = s->is_box ? 0 : 3; k < 4; k++)
        reach += s->reach[k].units;
    const number margin = s->reach[4];
    const int64_t high = s->at.units + reach, low = s->at.units - reach;
    const float above = rounded_up(high + margin.units), below = rounded_down(low - margin.units);
    cr_assert(is_point_near(finder, s, above, margin.value, false), "%a is not near up to %a", (double)s->at.value, (double)above);
    cr_assert(is_point_near(finder, s, below, margin.value, false), "%a is not near down to %a", (double)s->at.value,
              (double)below);
    cr_assert(!is_point_near(finder, s, nextafterf(above, INFINITY), margin.value, false), "%s: %a is near beyond %a", sepal_isa(),
              (double)s->at.value, (double)above);
    cr_assert(!is_point_near(finder, s, nextafterf(below, -INFINITY), margin.value, false), "%s: %a is near beyond %a", sepal_isa(),
              (double)s->at.value, (double)below);
    /* In one set both have a half of the margin. */
    number half = {0.5F * margin.value, margin.units / 2};
    float place = above;
    if (margin.units % 2 != 0)
        return;
    for (int k = 0; k < 4; k++) {
        const int64_t of_point = llrint(ldexp((double)place, -UNIT)) - half.units;
        if (ldexp((double)place, -UNIT) != nearbyint(ldexp((double)place, -UNIT)))
            return; /* no multiple of the unit */
        cr_assert_eq(is_point_near(finder, s, place, margin.value, true), rounded_up(high + half.units) >= rounded_down(of_point),
                     "%s: %a, %a in one set", sepal_isa(), (double)s->at.value, (double)place);
        place = nextafterf(place, INFINITY);
    }
}

Test(find_outward, sides_are_rounded_once) {
    rng r = {SEED};
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int trial = 0; trial < TRIALS; trial++) {
        shape s = {.kind = trial % 2 == 0 ? EITHER_POLYS : EITHER_SOLIDS};
        s.axis = (int)rng_below(&r, s.kind == EITHER_SOLIDS ? 3 : 2);
        s.is_box = s.kind == EITHER_SOLIDS && rng_below(&r, 2) == 0;
        s.at = some_number(&r, rng_below(&r, 2) == 0);
        for (int k = 0; k < 5; k++)
            s.reach[k] = some_number(&r, false);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_sides(finder, &s);
        }
    }
    sepal_finder_destroy(finder);
}

/* A place, radius and margin at the ends of the range of float; and the last place that is near. */
typedef struct extreme {
    float at, radius, margin, last;
} extreme;

Test(find_outward, at_the_ends_of_the_range) {
    const float above_4 = nextafterf(4, INFINITY);
    const extreme cases[] = {
        {4, 0, 0, 4},
        {4, 0, 1, 5},
        {4, 0, 0x1p-149F, above_4},
        {4, 0x1p-149F, 0x1p-140F, above_4},
        {-4, 0x1p-149F, 0, -nextafterf(4, 0)},
        {0, 0x1p-149F, 0x1p-149F, 0x1p-148F},
        {0x1p-140F, 0, 0x1p-145F, 0x1p-140F + 0x1p-145F},
        {-FLT_MAX, FLT_MAX, 0, 0},
        {-FLT_MAX, FLT_MAX, 1, 1}, /* the sum is FLT_MAX in float */
        {-FLT_MAX, FLT_MAX, 0x1p-149F, 0x1p-149F},
        {-FLT_MAX, FLT_MAX, FLT_MAX / 2, FLT_MAX / 2},
        {-0x1p127F, FLT_MAX, FLT_MAX, FLT_MAX},
        {0, FLT_MAX, FLT_MAX, FLT_MAX},
    };
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
            const extreme *e = &cases[k / 2];
            const shape s = {.kind = k % 2 == 0 ? EITHER_POLYS : EITHER_SOLIDS, .at = {e->at, 0}, .reach = {[3] = {e->radius, 0}}};
            use_isa(isa);
            cr_assert(is_point_near(finder, &s, e->last, e->margin, false), "%s: case %zu: not near enough", sepal_isa(), k / 2);
            cr_assert(e->last == FLT_MAX || !is_point_near(finder, &s, nextafterf(e->last, INFINITY), e->margin, false),
                      "%s: case %zu: too far", sepal_isa(), k / 2);
        }
    sepal_finder_destroy(finder);
}
