/* one_float.c — the words on floats for one pair, of src/simd/one_float.h, do what plain C does, as one.c says of those on doubles. */
#include "suite.h"

#include <simd/one_float.h>
#include <stddef.h>

static const float values[] = {0.0F,    -0.0F,    1.0F,    -1.0F,     1 + FLT_EPSILON, 3.0F,     0x1.8p-1F, FLT_MIN,
                               FLT_MAX, -FLT_MAX, 0x1p60F, 0x1p-149F, -0x1.8p-127F,    INFINITY, -INFINITY, NAN};
enum { VALUES = sizeof values / sizeof *values };

static bool same(float got, float expected) {
    return isnan(expected) ? isnan(got) : got == expected && signbit(got) == signbit(expected);
}

/* Where an operand is NaN, or both are zeros, it may be either of them. */
static bool is_either(float got, float a, float b, float expected) {
    return isnan(a) || isnan(b) || (a == 0 && b == 0) ? same(got, a) || same(got, b) : same(got, expected);
}

typedef bool pair_of_values(float a, float b);

static bool test_operations(float a, float b) {
    return same(w_add(a, b), a + b) && same(w_sub(a, b), a - b) && same(w_mul(a, b), a * b) && same(w_div(a, b), a / b);
}
static bool test_limits(float a, float b) {
    return is_either(w_min(a, b), a, b, fminf(a, b)) && is_either(w_max(a, b), a, b, fmaxf(a, b));
}
static bool test_of_one(float a, float b) {
    (void)b;
    return same(w_set1(a), a) && same(w_neg(a), -a) && same(w_abs(a), fabsf(a)) && same(w_sqrt(a), sqrtf(a));
}
static bool test_flip(float a, float b) {
    return same(w_flip(a, b), signbit(b) ? -a : a);
}
static bool test_chosen(float a, float b) {
    const w2 first = {a, b}, other = {b, a};
    return w_gt(a, b) == isgreater(a, b) && same(w_select(true, a, b), a) && same(w_select(false, a, b), b) &&
           same(w2_select(true, first, other).y, b) && same(w2_select(false, first, other).y, a);
}
static bool test_points(float a, float b) {
    const w2 p = {a, b}, q = {b, 3};
    return same(w2_sub(p, q).x, a - b) && same(w2_sub(p, q).y, b - 3) && same(w2_neg(p).x, -a) && same(w2_neg(p).y, -b) &&
           same(w2_sum(p), fabsf(a) + fabsf(b));
}
static bool test_along(float a, float b) {
    const w2 n = {a, b}, p = {b, 3};
    const float x = a * b, y = b * 3;
    return same(w2_along(n, p), x + y);
}
static bool test_any(float a, float b) {
    return wm_any(w_gt(a, b)) == isgreater(a, b);
}
static bool test_skip(float a, float b) {
    return wm_may_skip(w_gt(a, b)) == !isgreater(a, b);
}

static const struct {
    const char *word;
    pair_of_values *right;
} tests_of_one[] = {
    {"w_add", test_operations}, {"w_min", test_limits},   {"w_abs", test_of_one}, {"w_flip", test_flip},      {"w_gt", test_chosen},
    {"w2_sub", test_points},    {"w2_along", test_along}, {"wm_any", test_any},   {"wm_may_skip", test_skip},
};
enum { TESTS = sizeof tests_of_one / sizeof *tests_of_one };

static bool masks_are_right(bool a, bool b) {
    return wm_and(a, b) == (a ? b : false) && wm_or(a, b) == (a ? true : b) && wm_andnot(a, b) == (b ? false : a) &&
           wm_not(a) == (a ? false : true) && !wm_none() && wm_all();
}

unsigned simd_test_one_float(simd_fail *fail) {
    for (size_t k = 0; k < TESTS; k++)
        for (size_t n = 0; n < (size_t)VALUES * VALUES; n++)
            if (!tests_of_one[k].right(values[n % VALUES], values[n / VALUES]))
                fail(tests_of_one[k].word, "other than plain C");
    for (unsigned bits = 0; bits < 4; bits++)
        if (!masks_are_right(bits & 1, bits & 2))
            fail("wm", "other truth values than plain C has");
    return TESTS;
}
