/* sepal_solids_add_prisms: where the corners are, which bits they have, what is refused. */
#include <sepal/solids.h>

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long double two_pi = 6.283185307179586476925286766559L;

static sepal_solids *empty_set(void) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    return set;
}

/* Rows of x0, y0, z0, x1, y1, z1, circumradius, radius. */
enum { WIDTH = 8 };
static sepal_solid_prisms rows_of(const float *row, uint32_t sides) {
    return (sepal_solid_prisms){.x0 = row,
                                .y0 = row + 1,
                                .z0 = row + 2,
                                .x1 = row + 3,
                                .y1 = row + 4,
                                .z1 = row + 5,
                                .circumradius = row + 6,
                                .radius = row + 7,
                                .stride = WIDTH,
                                .sides = sides};
}

/* The unit vectors across the axis that the header states. */
static void vectors_across(const float *row, long double u[3], long double v[3]) {
    long double d[3], along = 0, length = 0;
    int least = 0;
    for (int k = 0; k < 3; k++) {
        d[k] = (long double)row[3 + k] - (long double)row[k];
        length += d[k] * d[k];
    }
    for (int k = 0; k < 3; k++)
        least = fabsl(d[k]) < fabsl(d[least]) ? k : least;
    along = d[least] / length;
    length = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = (k == least ? 1 : 0) - along * d[k];
        length += u[k] * u[k];
    }
    for (int k = 0; k < 3; k++)
        u[k] /= sqrtl(length);
    length = 0;
    for (int k = 0; k < 3; k++) {
        v[k] = d[(k + 1) % 3] * u[(k + 2) % 3] - d[(k + 2) % 3] * u[(k + 1) % 3];
        length += v[k] * v[k];
    }
    for (int k = 0; k < 3; k++)
        v[k] /= sqrtl(length);
}

/* Prism `index` is that of the row, each coordinate within the bound of the header and half an ulp of float. */
static void check_prism(const sepal_solids *set, uint32_t index, const float *row, uint32_t sides) {
    const float *at[3];
    size_t count;
    float radius;
    long double u[3], v[3];
    cr_assert_eq(sepal_solids_vertices(set, index, &at[0], &at[1], &at[2], &count), SEPAL_OK);
    cr_assert_eq(count, 2 * (size_t)sides);
    cr_assert_eq(sepal_solids_radius(set, index, &radius), SEPAL_OK);
    cr_assert_eq(radius, row[7]);
    vectors_across(row, u, v);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const long double angle = two_pi * (long double)(i % sides) / (long double)sides;
            const long double exact =
                (long double)row[i < sides ? k : 3 + k] + (long double)row[6] * (cosl(angle) * u[k] + sinl(angle) * v[k]);
            const long double bound = 0x1p-47L * (long double)row[6] + (0x1p-52L + 0x1p-24L) * fabsl(exact) + 0x1p-149L;
            cr_assert(fabsl((long double)at[k][i] - exact) <= bound, "%u sides, point %zu: %a instead of %La", (unsigned)sides, i,
                      (double)at[k][i], exact);
        }
}

static float any(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return (float)(*state >> 8) * 0x1p-23F - 1;
}

Test(solids_prisms, corners_are_where_the_header_says) {
    uint32_t state = 7;
    for (uint32_t sides = 3; sides <= SEPAL_PRISM_SIDES_MOST; sides++) {
        float rows[12][WIDTH];
        uint32_t index = 99;
        sepal_solids *set = empty_set();
        for (int i = 0; i < 12; i++) {
            for (int k = 0; k < 6; k++)
                rows[i][k] = ldexpf(any(&state), i % 3 == 0 ? 0 : i % 3 == 1 ? 20 : -130);
            rows[i][6] = ldexpf(1 + any(&state), i % 4 == 0 ? -10 : i % 4 == 1 ? 60 : 0);
            rows[i][7] = i % 2 == 0 ? 0 : 1 + any(&state);
            if (i > 8) /* along the axes of the coordinates */
                for (int k = 0; k < 3; k++)
                    rows[i][3 + k] = rows[i][k] + (k == i - 9 ? 3 : 0);
        }
        const sepal_solid_prisms prisms = rows_of(rows[0], sides);
        cr_assert_eq(sepal_solids_add_prisms(set, &prisms, 2, &index, NULL), SEPAL_OK);
        cr_assert_eq(index, 0);
        const sepal_solid_prisms others = rows_of(rows[2], sides);
        cr_assert_eq(sepal_solids_add_prisms(set, &others, 10, &index, NULL), SEPAL_OK);
        cr_assert_eq(index, 2);
        for (uint32_t i = 0; i < 12; i++)
            check_prism(set, i, rows[i], sides);
        sepal_solids_destroy(set);
    }
}

/* Of the square and the hexagon the corners are known; and a regular polygon is symmetric, to the bit. */
Test(solids_prisms, polygons_are_regular) {
    const float row[WIDTH] = {0, 0, -1, 0, 0, 1, 2, 0}, half_root = 1.7320508F;
    const float square[2][4] = {{2, 0, -2, 0}, {0, 2, 0, -2}};
    const float hexagon[2][6] = {{2, 1, -1, -2, -1, 1}, {0, half_root, half_root, 0, -half_root, -half_root}};
    const float *x, *y, *z;
    size_t count;
    sepal_solids *set = empty_set();
    for (uint32_t sides = 4; sides <= SEPAL_PRISM_SIDES_MOST; sides += 2) {
        const sepal_solid_prisms prism = rows_of(row, sides);
        sepal_solids_clear(set);
        cr_assert_eq(sepal_solids_add_prisms(set, &prism, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_vertices(set, 0, &x, &y, &z, &count), SEPAL_OK);
        for (uint32_t k = 0; k < sides; k++) {
            const uint32_t opposite = (k + sides / 2) % sides, mirrored = (sides - k) % sides;
            cr_assert(x[k] == -x[opposite] && y[k] == -y[opposite] && x[k] == x[mirrored] && y[k] == -y[mirrored]);
            cr_assert(x[k] == x[sides + k] && y[k] == y[sides + k] && z[k] == -1 && z[sides + k] == 1);
            cr_assert(sides != 4 || (x[k] == square[0][k] && y[k] == square[1][k]));
            cr_assert(sides != 6 || (x[k] == hexagon[0][k] && y[k] == hexagon[1][k]));
        }
    }
    sepal_solids_destroy(set);
}

/* The cylinder of the circumradius contains the prism, and the prism that of its inradius. */
Test(solids_prisms, lies_between_two_cylinders) {
    const float row[WIDTH] = {1, 2, 3, 4, 6, 3, 1, 0};
    const sepal_solid_prisms prism = rows_of(row, 20);
    const sepal_rule all_but_this = {.margin = 0.98768834F * (1 - 0x1p-20F)}; /* cos(pi / 20) */
    sepal_solids *set = empty_set();
    const float x[] = {2.5F, 1.75F}, y[] = {4, 3}, z[] = {3, 3};
    uint64_t bits = 0;
    cr_assert_eq(sepal_solids_add_prisms(set, &prism, 1, NULL, NULL), SEPAL_OK);
    for (size_t k = 0; k < 2; k++)
        cr_assert_eq(sepal_solids_add_hull(set, x + k, y + k, z + k, 1, 0, NULL), SEPAL_OK);
    const sepal_pair pairs[] = {{0, 1}, {0, 2}};
    cr_assert_eq(sepal_solids_contains_pairs(set, set, pairs, 2, &all_but_this, &bits), SEPAL_OK);
    cr_assert_eq(bits, 3, "points of the axis, with a ball of the inradius");
    const sepal_rule more = {.margin = 0.98768834F * (1 + 0x1p-20F)};
    cr_assert_eq(sepal_solids_contains_pairs(set, set, pairs, 2, &more, &bits), SEPAL_OK);
    cr_assert_eq(bits, 0);
    sepal_solids_destroy(set);
}

/* --- What is refused -------------------------------------------------------------------------- */

static void check_refused(sepal_solids *set, const float row[WIDTH], const char *reason) {
    float rows[2][WIDTH] = {{0, 0, 0, 0, 0, 1, 1, 0}};
    uint32_t index = 77;
    sepal_refusal refusal = {55, NULL};
    memcpy(rows[1], row, sizeof rows[1]);
    const sepal_solid_prisms prisms = rows_of(rows[0], 12);
    cr_assert_eq(sepal_solids_add_prisms(set, &prisms, 2, &index, &refusal), SEPAL_BAD_SHAPE, "%s", reason);
    cr_assert(refusal.index == 1 && strcmp(refusal.reason, reason) == 0, "%s instead of %s", refusal.reason, reason);
    cr_assert(index == 77 && sepal_solids_count(set) == 0);
}

Test(solids_prisms, refuses_bad_numbers_and_changes_nothing) {
    const float bad[] = {NAN, INFINITY, -INFINITY, -1};
    sepal_solids *set = empty_set();
    for (size_t b = 0; b < 4; b++)
        for (int place = 0; place < WIDTH; place++) {
            float row[WIDTH] = {0, 0, 0, 0, 0, 1, 1, 0};
            row[place] = bad[b];
            if (b < 3 || place > 5)
                check_refused(set, row,
                              place < 6    ? "a coordinate is not finite"
                              : place == 6 ? "its circumradius is not finite, or negative"
                              : b < 3      ? "its radius is not finite"
                                           : "its radius is negative");
        }
    check_refused(set, (float[WIDTH]){1, 2, 3, 1, 2, 3, 1, 0}, "its ends coincide");
    check_refused(set, (float[WIDTH]){FLT_MAX, 0, 0, FLT_MAX, 0, 1, FLT_MAX, 0}, "a coordinate overflows when it is computed");
    sepal_solids_destroy(set);
}

Test(solids_prisms, refuses_bad_arguments) {
    const float row[WIDTH] = {0, 0, 0, 0, 0, 1, 1, 0};
    const sepal_solid_prisms whole = rows_of(row, 12), none = {.sides = 3};
    sepal_solids *set = empty_set();
    uint32_t index = 77;
    cr_assert_eq(sepal_solids_add_prisms(NULL, &whole, 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_prisms(set, NULL, 0, &index, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_add_prisms(set, &none, 1, &index, NULL), SEPAL_BAD_ARGUMENT);
    for (int k = 0; k < 7; k++) {
        sepal_solid_prisms part = whole;
        const float **const arrays[] = {&part.x0, &part.y0, &part.z0, &part.x1, &part.y1, &part.z1, &part.circumradius};
        *arrays[k] = NULL;
        cr_assert_eq(sepal_solids_add_prisms(set, &part, 1, &index, NULL), SEPAL_BAD_ARGUMENT, "array %d", k);
    }
    const uint32_t sides[] = {0, 1, 2, SEPAL_PRISM_SIDES_MOST + 1, UINT32_MAX};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        const sepal_solid_prisms other = rows_of(row, sides[k]);
        cr_assert_eq(sepal_solids_add_prisms(set, &other, 1, &index, NULL), SEPAL_BAD_ARGUMENT, "%u sides", (unsigned)sides[k]);
    }
    cr_assert_eq(sepal_solids_add_prisms(set, &whole, SIZE_MAX, &index, NULL), SEPAL_NO_MEMORY);
    cr_assert(index == 77 && sepal_solids_count(set) == 0);
    cr_assert_eq(sepal_solids_add_prisms(set, &none, 0, &index, NULL), SEPAL_OK);
    cr_assert_eq(index, 0);
    sepal_solid_prisms sharp = whole;
    sharp.radius = NULL;
    float radius = 1;
    cr_assert_eq(sepal_solids_add_prisms(set, &sharp, 1, &index, NULL), SEPAL_OK);
    cr_assert(sepal_solids_radius(set, 0, &radius) == SEPAL_OK && radius == 0);
    sepal_solids_destroy(set);
}
