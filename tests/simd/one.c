/* one.c — the words on doubles for one pair, of src/simd/one.h, do what plain C does: they are written by hand, as those of an instruction
 * set are. The words of three coordinates are made of them, and tested in lanes. */
#include "suite.h"

#include <float.h>
#include <simd/one.h>
#include <stddef.h>
#include <stdint.h>

static const double values[] = {0.0,     -0.0,     1.0,     -1.0,      1 + DBL_EPSILON, 3.0,      0x1.8p-1,  DBL_MIN,
                                DBL_MAX, -DBL_MAX, 0x1p400, 0x1p-1074, -0x1.8p-1023,    INFINITY, -INFINITY, NAN};
enum { VALUES = sizeof values / sizeof *values };

static bool same(double got, double expected) {
    return isnan(expected) ? isnan(got) : got == expected && signbit(got) == signbit(expected);
}

/* Where an operand is NaN, or both are zeros, it may be either of them. */
static bool is_either(double got, double a, double b, double expected) {
    return isnan(a) || isnan(b) || (a == 0 && b == 0) ? same(got, a) || same(got, b) : same(got, expected);
}

typedef bool pair_of_values(double a, double b);

static bool test_one_add(double a, double b) {
    return same(wd_add(a, b), a + b);
}
static bool test_one_sub(double a, double b) {
    return same(wd_sub(a, b), a - b);
}
static bool test_one_mul(double a, double b) {
    return same(wd_mul(a, b), a * b);
}
static bool test_one_div(double a, double b) {
    return same(wd_div(a, b), a / b);
}
static bool test_one_min(double a, double b) {
    return is_either(wd_min(a, b), a, b, fmin(a, b));
}
static bool test_one_max(double a, double b) {
    return is_either(wd_max(a, b), a, b, fmax(a, b));
}
static bool test_one_of_one(double a, double b) {
    (void)b;
    return same(wd_set1(a), a) && same(wd_abs(a), fabs(a)) && same(wd_sqrt(a), sqrt(a));
}
static bool test_one_flip(double a, double b) {
    return same(wd_flip(a, b), signbit(b) ? -a : a);
}
static bool test_one_compared(double a, double b) {
    return wd_gt(a, b) == isgreater(a, b) && wd_ge(a, b) == isgreaterequal(a, b) &&
           wd_eq(a, b) == (isgreaterequal(a, b) && islessequal(a, b));
}
static bool test_one_chosen(double a, double b) {
    return same(wd_select(true, a, b), a) && same(wd_select(false, a, b), b);
}
static bool test_one_at(double a, double b) {
    const float v[3] = {(float)a, 2, (float)b};
    const wd3 at = wd3_at(v);
    return same(at.x, (double)v[0]) && same(at.y, 2) && same(at.z, (double)v[2]);
}

static bool test_one_skip(double a, double b) {
    return wdm_may_skip(wd_gt(a, b)) == (a > b ? false : true);
}

static const struct {
    const char *word;
    pair_of_values *right;
} tests_of_one[] = {
    {"wd_add", test_one_add},     {"wd_sub", test_one_sub},       {"wd_mul", test_one_mul},     {"wd_div", test_one_div},
    {"wd_min", test_one_min},     {"wd_max", test_one_max},       {"wd_set1", test_one_of_one}, {"wd_abs", test_one_of_one},
    {"wd_sqrt", test_one_of_one}, {"wd_gt", test_one_compared},   {"wd_ge", test_one_compared}, {"wd_eq", test_one_compared},
    {"wd_flip", test_one_flip},   {"wd_select", test_one_chosen}, {"wd3_at", test_one_at},      {"wdm_may_skip", test_one_skip},
};
enum { WORDS_ON_DOUBLES = sizeof tests_of_one / sizeof *tests_of_one, WORDS_ON_TRUTH = 6 };

static bool masks_are_right(bool a, bool b) {
    return wdm_and(a, b) == (a ? b : false) && wdm_or(a, b) == (a ? true : b) && wdm_andnot(a, b) == (b ? false : a) &&
           wdm_not(a) == (a ? false : true) && wdm_bits(a) == (a ? 1U : 0U) && !wdm_none() && wdm_all();
}

unsigned simd_test_one(simd_fail *fail) {
    for (size_t k = 0; k < WORDS_ON_DOUBLES; k++)
        for (size_t n = 0; n < (size_t)VALUES * VALUES; n++)
            if (!tests_of_one[k].right(values[n % VALUES], values[n / VALUES]))
                fail(tests_of_one[k].word, "other than plain C");
    for (unsigned bits = 0; bits < 4; bits++)
        if (!masks_are_right(bits & 1, bits & 2))
            fail("wdm", "other truth values than plain C has");
    return WORDS_ON_DOUBLES + WORDS_ON_TRUTH;
}
