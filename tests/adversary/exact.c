/* exact.c — the bounds in double of the reference (src/exact), against GMP; and how many binary places a kernel in double needs. */
#include "attack.h"
#include "families.h"

#include <exact/crossing.h>
#include <exact/distance.h>
#include <exact/orient.h>
#include <gmp.h>
#include <math.h>
#include <polys/kernel/exact.h>
#include <stdlib.h>

/* With this many bits, everything that four products make of the floats of an attack is exact. */
enum { BITS = 1024 };

/* Scratch numbers for the functions that follow. */
static mpf_t ex, ey, wx, wy, product, first, second;

static void prepare(void) {
    static bool ready;
    if (ready)
        return;
    ready = true;
    mpf_t *const all[] = {&ex, &ey, &wx, &wy, &product, &first, &second};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        mpf_init2(*all[i], BITS);
}

static void set_difference(mpf_t out, float p, float q) {
    mpf_set_d(out, (double)p);
    mpf_set_d(product, (double)q);
    mpf_sub(out, out, product);
}

/* out = ax bx + sign ay by */
static void set_sum_of_products(mpf_t out, const mpf_t ax, const mpf_t bx, const mpf_t ay, const mpf_t by, int sign) {
    mpf_mul(out, ax, bx);
    mpf_mul(product, ay, by);
    (sign > 0 ? mpf_add : mpf_sub)(out, out, product);
}

/* e = b - a and w = c - a, from six floats */
static void set_vectors(const float *f) {
    prepare();
    set_difference(ex, f[2], f[0]);
    set_difference(ey, f[3], f[1]);
    set_difference(wx, f[4], f[0]);
    set_difference(wy, f[5], f[1]);
}

/* The last rounding, which cannot change a sign, is not counted. */
static double share(sepal_estimate rounded, mpf_t exact) {
    mpf_set_d(product, rounded.value);
    mpf_sub(product, product, exact);
    return rounded.error > 0 ? (fabs(mpf_get_d(product)) - 0x1p-53 * fabs(rounded.value)) / rounded.error : -INFINITY;
}

static double side_range(const float *of, int points) { /* of every second float */
    double low = (double)of[0], high = low;
    for (int k = 1; k < points; k++) {
        low = fmin(low, (double)of[2 * k]);
        high = fmax(high, (double)of[2 * k]);
    }
    return high - low;
}

/* As the common polygon has them, with no vertex but these. */
static double side_error(const float *f) {
    set_vectors(f);
    set_sum_of_products(first, ex, wy, ey, wx, -1);
    const double run = (double)f[2] - (double)f[0], rise = (double)f[3] - (double)f[1];
    const double side = sepal_side(run, rise, (double)f[4] - (double)f[0], (double)f[5] - (double)f[1]);
    return share((sepal_estimate){side, sepal_side_error(run, rise, side_range(f, 3), side_range(f + 1, 3))}, first);
}

static double determinant_error(const float *f) {
    set_vectors(f);
    set_sum_of_products(first, ex, wy, ey, wx, -1);
    return share(sepal_determinant(f[0], f[1], f[2], f[3], f[4], f[5]), first);
}

static double dot_error(const float *f) {
    set_vectors(f);
    set_sum_of_products(first, ex, wx, ey, wy, 1);
    return share(sepal_dot(f[0], f[1], f[2], f[3], f[4], f[5]), first);
}

/* out = (a + b + c)^2 */
static void set_reach(mpf_t out, const float *parts) {
    mpf_set_d(out, (double)parts[0]);
    for (int k = 1; k < 3; k++) {
        mpf_set_d(product, (double)parts[k]);
        mpf_add(out, out, product);
    }
    mpf_mul(out, out, out);
}

/* The error that SEPAL_COMPARE_ERROR must cover: the quotient of the rounded squares relative to that of the exact ones, `first` /
 * `second`. */
static double squares_error(sepal_squares s) {
    if (mpf_sgn(first) == 0 || mpf_sgn(second) == 0 || s.least == 0)
        return -INFINITY;
    mpf_div(first, second, first); /* reciprocal */
    mpf_set_d(product, s.least / 1);
    mpf_mul(product, product, first);
    mpf_set_d(second, s.reach);
    mpf_div(product, product, second);
    mpf_sub_ui(product, product, 1);
    double farther = mpf_get_d(product); /* by this much the lower one is too great */
    mpf_set_d(product, s.most);
    mpf_mul(product, product, first);
    mpf_div(product, product, second);
    mpf_ui_sub(product, 1, product);
    return fmax(farther, mpf_get_d(product)) / SEPAL_COMPARE_ERROR;
}

static sepal_reach reach_of(const float *parts) {
    return sepal_reach_of(fabsf(parts[0]), fabsf(parts[1]), fabsf(parts[2]));
}

static double points_error(const float *f) {
    const float parts[] = {fabsf(f[4]), fabsf(f[5]), fabsf(f[6])};
    sepal_reach reach = reach_of(parts);
    prepare();
    set_difference(ex, f[2], f[0]);
    set_difference(ey, f[3], f[1]);
    set_sum_of_products(first, ex, ex, ey, ey, 1);
    set_reach(second, parts);
    return squares_error(sepal_squares_of_points(f[0], f[1], f[2], f[3], &reach));
}

static double line_error(const float *f) {
    const float parts[] = {fabsf(f[6]), fabsf(f[7]), fabsf(f[8])};
    sepal_reach reach = reach_of(parts);
    set_vectors(f);
    set_sum_of_products(first, ex, wy, ey, wx, -1);
    mpf_mul(first, first, first);
    set_sum_of_products(second, ex, ex, ey, ey, 1);
    set_reach(wx, parts);
    mpf_mul(second, second, wx);
    return squares_error(sepal_squares_of_line(f[0], f[1], f[2], f[3], f[4], f[5], &reach));
}

/* The exponent of the last binary place of a float that is not 0. */
static int last_place(float v) {
    int exponent;
    long number = lrint(ldexp(frexp((double)v, &exponent), 24));
    for (exponent -= 24; number % 2 == 0; number /= 2)
        exponent++;
    return exponent;
}

/* The places that differences of coordinates may take, of the 53 of a double; for all coordinates within the two that are given. */
static double places_of_differences(const float *f) {
    vertex_lanes a, b;
    int high;
    if (f[0] == 0 || f[1] == 0)
        return -INFINITY;
    for (int k = 0; k < 8; k++) {
        a.world[k] = w_set1(f[0]);
        b.world[k] = w_set1(f[1]);
    }
    if (exact_in_double(&a, &b) == 0)
        return -INFINITY;
    (void)frexp(fmax(fabs((double)f[0]), fabs((double)f[1])), &high);
    int low = last_place(f[0]) < last_place(f[1]) ? last_place(f[0]) : last_place(f[1]);
    return (high + 1 - low) / 54.0;
}

static const attack attacks[] = {
    {"QUADS_MOST_RATIO", "the places of a difference", places_of_differences, 2, 40, 0.981, {0x1.000002p+0F, 0x1p+28F}},
    {"SEPAL_ORIENT_ERROR",
     "a determinant",
     determinant_error,
     6,
     40,
     0.973,
     {-0x1.05e974p+19F, -0x1p+24F, -0x1.05e972p+19F, 0x1.0e2102p-13F, -0x1.fffffap-11F, -0x1.fffffep+17F}},
    {"SEPAL_SIDE_ERROR",
     "a side",
     side_error,
     6,
     40,
     0.294,
     {0x1.76321p+35F, -0x1.047ebcp-24F, -0x1.a847f8p+3F, -0x1.402cbep+7F, -0x1.62983ap+20F, -0x1.62a23cp+20F}},
    {"SEPAL_ORIENT_ERROR",
     "a dot product",
     dot_error,
     6,
     40,
     0.999,
     {-0x1.0005dep-24F, 0x1.07ffcp-24F, -0x1.0005dcp-24F, -0x1p+11F, -0x1.02p+23F, -0x1.0008p+11F}},
    {"SEPAL_COMPARE_ERROR",
     "points",
     points_error,
     7,
     40,
     0.449,
     {-0x1.c1bd8ep-8F, -0x1.004db6p+10F, 0x1.000046p+22F, 0x1.00d924p+11F, 0x1.c1b0cap-8F, 0x1.000044p+22F, -0x1.c1b60ap-8F}},
    {"SEPAL_COMPARE_ERROR",
     "a line",
     line_error,
     9,
     40,
     0.319,
     {0x1.fffffap+23F, 0x1.933c16p+5F, -0x1.41170ep+15F, -0x1.1406fcp+14F, -0x1.21870ep+16F, 0x1.1e0f38p+13F, -0x1.000006p+10F,
      0x1.8091ap-24F, 0x1.00922p-24F}},
};

const attack_family exact_attacks = {"exact", attacks, sizeof attacks / sizeof *attacks};
