/* Contact points of circles: the bits of the scalar path, in order and in arrays of any choice, on every instruction set. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <string.h>

enum { CIRCLES = 600, PAIRS = 1500, SEED = 17 };

typedef struct answers {
    uint8_t count[PAIRS];
    float normal[2][PAIRS], at[2][2 * PAIRS], depth[2 * PAIRS];
    uint32_t feature[2 * PAIRS];
} answers;

/* Where centres are: on a lattice, so that circles touch exactly and lie on each other, or anywhere; in a unit. */
typedef enum places { ON_LATTICE, IN_SQUARE, ONE_LINE, PLACES } places;

/* Radii: none; halves, of circles that touch on the lattice; any; none, tiny or a half. */
typedef enum radii { NO_RADII, HALVES, ANY_RADII, SOME_RADII, RADII } radii;

static sepal_polys *circles(places where, radii which, double unit, uint64_t seed) {
    static float x[CIRCLES], y[CIRCLES], radius[CIRCLES];
    const double some[] = {0, 0x1p-50, 0.5};
    rng r = {seed};
    sepal_polys *set = empty_set(NULL);
    for (size_t i = 0; i < CIRCLES; i++) {
        const double u = where == ON_LATTICE ? rng_below(&r, 20) : rng_real(&r, 0, 20);
        const double v = where == ON_LATTICE ? rng_below(&r, 20) : where == ONE_LINE ? 0 : rng_real(&r, 0, 20);
        const double any = rng_real(&r, 0, 1.5), chosen = some[rng_below(&r, 3)];
        x[i] = (float)(u * unit);
        y[i] = (float)(v * unit);
        radius[i] = (float)((which == HALVES ? 0.5 : which == ANY_RADII ? any : chosen) * unit);
    }
    const sepal_circles all = {x, y, which == NO_RADII ? NULL : radius, 1};
    cr_assert_eq(sepal_polys_add_circles(set, &all, CIRCLES, NULL, NULL), SEPAL_OK);
    return set;
}

static sepal_contacts arrays_of(answers *to) {
    return (sepal_contacts){.count = to->count,
                            .normal_x = to->normal[0],
                            .normal_y = to->normal[1],
                            .x = to->at[0],
                            .y = to->at[1],
                            .depth = to->depth,
                            .feature = to->feature};
}

static void ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, float margin, answers *to) {
    const sepal_contacts out = arrays_of(to);
    const sepal_contact_rule rule = {.margin = margin};
    memset(to, 0x55, sizeof *to);
    cr_assert_eq(sepal_polys_contacts_pairs(a, b, pairs, count, &rule, &out), SEPAL_OK);
}

static size_t points_of(const answers *found, size_t count) {
    size_t sum = 0;
    for (size_t k = 0; k < count; k++)
        sum += found->count[k];
    return sum;
}

Test(contacts_circles, the_bits_of_the_scalar_path) {
    static const double units[] = {1, 0x1p-45, 1e-38, 1e30};
    static const size_t counts[] = {1, 3, 64, 65, 300, PAIRS};
    static answers expected, found;
    static sepal_pair pairs[PAIRS];
    size_t points = 0;
    rng r = {SEED};
    for (int where = 0; where < PLACES; where++)
        for (int which = 0; which < RADII; which++)
            for (size_t scale = 0; scale < sizeof units / sizeof *units; scale++) {
                const double unit = units[scale];
                sepal_polys *a = circles((places)where, (radii)which, unit, SEED),
                            *b = circles((places)where, HALVES, unit, SEED + 1);
                for (size_t k = 0; k < PAIRS; k++)
                    pairs[k] = (sepal_pair){rng_below(&r, CIRCLES), k % 7 == 0 ? pairs[k].a : rng_below(&r, CIRCLES)};
                for (int one = 0; one < 2; one++)
                    for (int wide = 0; wide < 3; wide++) {
                        const float margin = wide == 0 ? 0 : wide == 1 ? (float)(0.25 * unit) : 3e38F;
                        const sepal_polys *second = one != 0 ? a : b;
                        use_isa(0);
                        cr_assert_str_eq(sepal_isa(), "scalar");
                        ask(a, second, pairs, PAIRS, margin, &expected);
                        points += points_of(&expected, PAIRS);
                        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                            use_isa(isa);
                            ask(a, second, pairs, PAIRS, margin, &found);
                            cr_assert_eq(memcmp(&found, &expected, sizeof found), 0, "%s: places %d, radii %d, unit %g, margin %g",
                                         sepal_isa(), where, which, unit, (double)margin);
                        }
                    }
                sepal_polys_destroy(a);
                sepal_polys_destroy(b);
            }
    cr_assert_gt(points, 10000U);
    sepal_polys *set = circles(IN_SQUARE, ANY_RADII, 1, SEED);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) { /* nothing is written behind the last pair */
        use_isa(0);
        ask(set, set, pairs, counts[k], 1, &expected);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask(set, set, pairs, counts[k], 1, &found);
            cr_assert_eq(memcmp(&found, &expected, sizeof found), 0, "%s: %zu pairs", sepal_isa(), counts[k]);
        }
    }
    sepal_polys_destroy(set);
}

/* Triangles and quadrilaterals of either winding, boxes, and flat ones, where circles are. */
static sepal_polys *beside_circles(places where, bool boxes, double unit, uint64_t seed) {
    rng r = {seed};
    sepal_polys *set = empty_set(NULL);
    for (size_t i = 0; i < CIRCLES; i++) {
        const bool lattice = where == ON_LATTICE, turned = !boxes && rng_below(&r, 2) != 0;
        const double u = lattice ? rng_below(&r, 20) : rng_real(&r, 0, 20), v = where == ONE_LINE ? 0 : rng_real(&r, 0, 20);
        const double c = lattice ? 1 : rng_real(&r, 0.1, 1), s = lattice ? 0 : rng_real(&r, 0, 1), h = rng_real(&r, 0.2, 1);
        const double middle_y = lattice ? (double)rng_below(&r, 20) : v, wide = lattice ? 1 : h;
        const double dx[] = {-c + s * wide, c + s * wide, c - s * wide, -c - s * wide},
                     dy[] = {-s - c * wide, s - c * wide, s + c * wide, -s + c * wide};
        const size_t size = boxes ? 4 : 3 + rng_below(&r, 2);
        const bool flat = !boxes && rng_below(&r, 16) == 0;
        float x[4], y[4];
        for (size_t k = 0; k < size; k++) {
            const size_t from = turned ? size - 1 - k : k;
            x[k] = (float)((u + dx[from]) * unit);
            y[k] = flat ? (float)(middle_y * unit) : (float)((middle_y + dy[from]) * unit);
        }
        const float radius = rng_below(&r, 2) == 0 ? 0 : (float)(0.25 * unit);
        const sepal_status added = sepal_polys_add_round(set, x, y, flat ? 2 : size, radius, NULL);
        cr_assert(added == SEPAL_OK, "shape %zu: status %d", i, (int)added);
    }
    return set;
}

Test(contacts_circles, on_small_polygons_the_bits_of_the_scalar_path) {
    static const double units[] = {1, 0x1p-45, 1e30};
    static answers expected, found;
    static sepal_pair pairs[PAIRS];
    size_t points = 0;
    rng r = {SEED};
    for (int where = 0; where < 3 * 2 * 2; where++) {
        const bool boxes = where / 3 % 2 != 0, turned = where / 6 != 0;
        for (size_t scale = 0; scale < sizeof units / sizeof *units; scale++) {
            const double unit = units[scale];
            sepal_polys *round = circles((places)(where % 3), scale == 0 ? ANY_RADII : HALVES, unit, SEED),
                        *other = beside_circles((places)(where % 3), boxes, unit, SEED + 1);
            const sepal_polys *a = turned ? other : round, *b = turned ? round : other;
            for (size_t k = 0; k < PAIRS; k++)
                pairs[k] = (sepal_pair){rng_below(&r, CIRCLES), rng_below(&r, CIRCLES)};
            for (int wide = 0; wide < 2; wide++) {
                const float margin = (float)(wide * 2 * unit);
                use_isa(0);
                ask(a, b, pairs, PAIRS, margin, &expected);
                points += points_of(&expected, PAIRS);
                for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                    use_isa(isa);
                    ask(a, b, pairs, PAIRS, margin, &found);
                    cr_assert_eq(memcmp(&found, &expected, sizeof found), 0, "%s: places %d, unit %g, margin %g", sepal_isa(),
                                 where, unit, (double)margin);
                }
            }
            sepal_polys_destroy(round);
            sepal_polys_destroy(other);
        }
    }
    cr_assert_gt(points, 5000U);
}

/* Each array alone receives what it receives among all. */
Test(contacts_circles, arrays_that_are_wanted) {
    static answers all, some;
    static sepal_pair pairs[PAIRS];
    rng r = {SEED};
    sepal_polys *set = circles(IN_SQUARE, ANY_RADII, 1, SEED);
    const sepal_contact_rule rule = {.margin = 1};
    for (size_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){rng_below(&r, CIRCLES), rng_below(&r, CIRCLES)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(set, set, pairs, PAIRS, rule.margin, &all);
        memset(&some, 0x55, sizeof some);
        const sepal_contacts each[] = {
            {.count = some.count}, {.normal_x = some.normal[0]}, {.normal_y = some.normal[1]}, {.x = some.at[0]},
            {.y = some.at[1]},     {.depth = some.depth},        {.feature = some.feature}};
        for (size_t k = 0; k < sizeof each / sizeof *each; k++)
            cr_assert_eq(sepal_polys_contacts_pairs(set, set, pairs, PAIRS, &rule, &each[k]), SEPAL_OK);
        cr_assert_eq(memcmp(&some, &all, sizeof some), 0, "%s", sepal_isa());
    }
    sepal_polys_destroy(set);
}

/* Sets that do not fit the second-level cache: what the kernel reads is fetched ahead. */
Test(contacts_circles, of_a_large_set) {
    enum { MANY = 66000, STEP = 43 };
    static float x[MANY], y[MANY];
    static sepal_pair pairs[PAIRS];
    static answers expected, found;
    for (uint32_t i = 0; i < MANY; i++) {
        x[i] = (float)(i % 300) * 0.75F;
        const uint32_t row = i / 300;
        y[i] = (float)row * 0.75F;
    }
    for (uint32_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){k * STEP, k * STEP + 1 + k % 2};
    sepal_polys *set = empty_set(NULL);
    const float half[] = {0.5F};
    for (uint32_t i = 0; i < MANY; i++)
        cr_assert_eq(sepal_polys_add_circles(set, &(sepal_circles){x + i, y + i, half, 1}, 1, NULL, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(set, set, pairs, PAIRS, 0, isa == 0 ? &expected : &found);
        cr_assert(isa == 0 || memcmp(&expected, &found, sizeof found) == 0, "%s", sepal_isa());
    }
    cr_assert_geq(points_of(&expected, PAIRS), PAIRS / 3);
    sepal_polys_destroy(set);
}
