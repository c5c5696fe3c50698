/* operands.h — what the words are tried on: special values in all combinations, then random ones; and how results are compared. */
#ifndef SEPAL_TESTS_SIMD_OPERANDS_H
#define SEPAL_TESTS_SIMD_OPERANDS_H

#include "suite.h"

#include <float.h>
#include <math.h>
#include <simd/simd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LANES = SEPAL_LANES, HALF = SEPAL_LANES / 2, ROUNDS = 3000 };

static simd_fail *fail_with;

static void failed(const char *word, const char *format, ...) {
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fail_with(word, text);
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t random_state = 1;
static uint64_t random_bits(void) {
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static const float special_floats[] = {
    0.0F,    -0.0F,    1.0F,      -1.0F,        1 + FLT_EPSILON,  3.0F,     0x1.8p-1F, FLT_MIN, -FLT_MIN,
    FLT_MAX, -FLT_MAX, 0x1p-149F, -0x1.8p-127F, 0x1.fffffep-127F, INFINITY, -INFINITY, NAN,
};
static const double special_doubles[] = {
    0.0,     -0.0,     1.0,       -1.0,         1 + DBL_EPSILON, 3.0,      0x1.8p-1,  DBL_MIN, -DBL_MIN,
    DBL_MAX, -DBL_MAX, 0x1p-1074, -0x1.8p-1023, 0x1p-1022,       INFINITY, -INFINITY, NAN,
};
static const int32_t special_integers[] = {0,       1,        -1,         2,         0xff,      0xffff,
                                           0x10000, 0x7fffff, 0x3f800000, INT32_MAX, INT32_MIN, INT32_MIN + 1};
enum {
    FLOATS = sizeof special_floats / sizeof *special_floats,
    DOUBLES = sizeof special_doubles / sizeof *special_doubles,
    INTEGERS = sizeof special_integers / sizeof *special_integers,
};

/* Any bits, or a number near 1, so that sums cancel. */
static float random_float(void) {
    uint64_t bits = random_bits();
    uint32_t word = bits & 1 ? (uint32_t)(bits >> 32) : UINT32_C(0x3f000000) | (uint32_t)(bits >> 33 & 0x80ffffff);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}
static double random_double(void) {
    uint64_t bits = random_bits(), near = UINT64_C(0x3fe0000000000000) | (bits & UINT64_C(0x801fffffffffffff));
    double value;
    memcpy(&value, random_bits() & 1 ? &bits : &near, sizeof value);
    return value;
}

/* Operand `which` of trial n: in the first trials the special values in all combinations of two, and a random third. */
static float float_operand(size_t n, int which) {
    if (n >= (size_t)FLOATS * FLOATS || which == 2)
        return random_float();
    return special_floats[which == 0 ? n % FLOATS : n / FLOATS];
}
static double double_operand(size_t n, int which) {
    if (n >= (size_t)DOUBLES * DOUBLES || which == 2)
        return random_double();
    return special_doubles[which == 0 ? n % DOUBLES : n / DOUBLES];
}
static int32_t integer_operand(size_t n, int which) {
    if (n >= (size_t)INTEGERS * INTEGERS)
        return (int32_t)(uint32_t)(random_bits() >> 32);
    return special_integers[which == 0 ? n % INTEGERS : n / INTEGERS];
}

/* Equal to the last bit; but any NaN is as good as another. */
static bool same_float(float a, float b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}
static bool same_double(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* How far a result is settled. EITHER: if an operand is NaN, or if both are zeros, it may be either of them. ROUNDINGS: a * b ± c,
 * rounded once or twice. */
typedef enum agreement { EXACT, EITHER, ROUNDINGS } agreement;

static bool agree_float(agreement how, float a, float b, float got, float expected, float fused) {
    if (how == EITHER && (isnan(a) || isnan(b) || (a == 0 && b == 0)))
        return same_float(got, a) || same_float(got, b);
    return same_float(got, expected) || (how == ROUNDINGS && same_float(got, fused));
}
static bool agree_double(agreement how, double a, double b, double got, double expected) {
    if (how == EITHER && (isnan(a) || isnan(b) || (a == 0 && b == 0)))
        return same_double(got, a) || same_double(got, b);
    return same_double(got, expected);
}

/* The kernels have doubles from floats only, so there is no word for these two. */
static wd load_doubles(const double *p) {
    wd a;
    memcpy(&a, p, sizeof a);
    return a;
}
static void store_doubles(double *p, wd a) {
    memcpy(p, &a, sizeof a);
}

/* Masks from their bits. */
static wm mask_of(unsigned bits) {
    float ones[LANES];
    for (int k = 0; k < LANES; k++)
        ones[k] = (float)(bits >> k & 1);
    return w_eq(w_load(ones), w_set1(1));
}
static wdm mask_of_doubles(unsigned bits) {
    double ones[HALF];
    for (int k = 0; k < HALF; k++)
        ones[k] = (double)(bits >> k & 1);
    return wd_eq(load_doubles(ones), wd_set1(1));
}
enum { ALL = (1 << LANES) - 1, ALL_DOUBLES = (1 << HALF) - 1 };

/* A word with a test of its own. */
typedef struct own_test {
    const char *word;
    void (*test)(const char *word);
} own_test;

static unsigned run_own_tests(const own_test *tests, size_t count) {
    for (size_t k = 0; k < count; k++)
        tests[k].test(tests[k].word);
    return (unsigned)count;
}

#endif
