/* doubles.h — words on doubles, and between floats and doubles. */
#ifndef SEPAL_TESTS_SIMD_DOUBLES_H
#define SEPAL_TESTS_SIMD_DOUBLES_H

#include "floats.h"
#include <simd/vec2.h>
#include <simd/vec3.h>

static double plain_dflip(double a, double b, double c) {
    (void)c;
    return signbit(b) ? -a : a;
}
static double plain_dabs(double a, double b, double c) {
    (void)b, (void)c;
    return fabs(a);
}
static double plain_dnegated(double a, double b, double c) {
    (void)b, (void)c;
    return -a;
}
static double plain_dminus(double a, double b, double c) {
    (void)b, (void)c;
    return 0 - a;
}
static double plain_dadd(double a, double b, double c) {
    (void)c;
    return a + b;
}
static double plain_dsub(double a, double b, double c) {
    (void)c;
    return a - b;
}
static double plain_dmul(double a, double b, double c) {
    (void)c;
    return a * b;
}
static double plain_ddiv(double a, double b, double c) {
    (void)c;
    return a / b;
}
static double plain_dmin(double a, double b, double c) {
    (void)c;
    return a < b ? a : b;
}
static double plain_dmax(double a, double b, double c) {
    (void)c;
    return a > b ? a : b;
}

typedef struct double_word {
    const char *word;
    wd (*one)(wd);
    wd (*two)(wd, wd);
    wd (*three)(wd, wd, wd);
    double (*plain)(double, double, double);
    agreement how;
} double_word;

#ifdef W_FUSED
static double fused_dmsub(double a, double b, double c) {
    return fma(a, b, -c);
}
#endif

static const double_word double_words[] = {
    {"wd_negated", wd_negated, NULL, NULL, plain_dnegated, EXACT},
    {"wd_minus", wd_minus, NULL, NULL, plain_dminus, EXACT},
    {"wd_abs", wd_abs, NULL, NULL, plain_dabs, EXACT},
    {"wd_flip", NULL, wd_flip, NULL, plain_dflip, EXACT},
    {"wd_add", NULL, wd_add, NULL, plain_dadd, EXACT},
    {"wd_sub", NULL, wd_sub, NULL, plain_dsub, EXACT},
    {"wd_mul", NULL, wd_mul, NULL, plain_dmul, EXACT},
    {"wd_div", NULL, wd_div, NULL, plain_ddiv, EXACT},
    {"wd_min", NULL, wd_min, NULL, plain_dmin, EITHER},
    {"wd_max", NULL, wd_max, NULL, plain_dmax, EITHER},
#ifdef W_FUSED
    {"wd_msub", NULL, NULL, wd_msub, fused_dmsub, EXACT},
#endif
};

static void test_double_word(const double_word *row) {
    for (size_t n = 0; n < ROUNDS; n += HALF) {
        double a[HALF], b[HALF], c[HALF], got[HALF];
        for (size_t k = 0; k < HALF; k++) {
            a[k] = double_operand(n + k, 0);
            b[k] = double_operand(n + k, 1);
            c[k] = double_operand(n + k, 2);
        }
        wd va = load_doubles(a), vb = load_doubles(b), vc = load_doubles(c);
        store_doubles(got, row->one != NULL ? row->one(va) : row->two != NULL ? row->two(va, vb) : row->three(va, vb, vc));
        for (int k = 0; k < HALF; k++) {
            double expected = row->plain(a[k], b[k], c[k]);
            if (!agree_double(row->how, a[k], b[k], got[k], expected))
                failed(row->word, "(%a, %a, %a) in lane %d: %a, where plain C has %a", a[k], b[k], c[k], k, got[k], expected);
        }
    }
}

static bool plain_dgt(double a, double b) {
    return a > b;
}
static bool plain_dge(double a, double b) {
    return a >= b;
}
static bool plain_deq(double a, double b) {
    return a == b;
}
static bool plain_dlt(double a, double b) {
    return a < b;
}

typedef struct double_comparison {
    const char *word;
    wdm (*wide)(wd, wd);
    bool (*plain)(double, double);
} double_comparison;

static const double_comparison double_comparisons[] = {
    {"wd_gt", wd_gt, plain_dgt},
    {"wd_ge", wd_ge, plain_dge},
    {"wd_eq", wd_eq, plain_deq},
    {"wd_lt", wd_lt, plain_dlt},
};

static void test_double_comparison(const double_comparison *row) {
    for (size_t n = 0; n < ROUNDS; n += HALF) {
        double a[HALF], b[HALF];
        unsigned expected = 0;
        for (size_t k = 0; k < HALF; k++) {
            a[k] = double_operand(n + k, 0);
            b[k] = double_operand(n + k, 1);
            expected |= (unsigned)row->plain(a[k], b[k]) << k;
        }
        unsigned got = wdm_bits(row->wide(load_doubles(a), load_doubles(b)));
        if (got != expected)
            failed(row->word, "trial %zu: lanes %x, where plain C has %x", n, got, expected);
    }
}

static void expect_doubles(const char *word, wd got, const double *expected) {
    double lanes[HALF];
    store_doubles(lanes, got);
    for (int k = 0; k < HALF; k++)
        if (!same_double(lanes[k], expected[k]))
            failed(word, "lane %d: %a, where %a was expected", k, lanes[k], expected[k]);
}

static void test_wd_set1(const char *word) {
    for (int i = 0; i < DOUBLES; i++) {
        double expected[HALF];
        for (int k = 0; k < HALF; k++)
            expected[k] = special_doubles[i];
        expect_doubles(word, wd_set1(special_doubles[i]), expected);
    }
}

static void test_wd_select(const char *word) {
    for (unsigned trial = 0; trial < ROUNDS; trial++) {
        unsigned bits = (unsigned)random_bits() & ALL_DOUBLES;
        double a[HALF], b[HALF], expected[HALF];
        for (size_t k = 0; k < HALF; k++) {
            a[k] = double_operand(trial + 7 * k, 0);
            b[k] = double_operand(trial + 5 * k, 1);
            expected[k] = bits >> k & 1 ? a[k] : b[k];
        }
        expect_doubles(word, wd_select(mask_of_doubles(bits), load_doubles(a), load_doubles(b)), expected);
    }
}

static void test_wd_greatest(const char *word) {
    for (size_t n = 0; n < ROUNDS; n++) {
        double a[HALF], expected = -INFINITY;
        for (size_t k = 0; k < HALF; k++) {
            do
                a[k] = random_double();
            while (isnan(a[k]));
            if (k == n % HALF)
                a[k] = n % 3 == 0 ? INFINITY : fabs(a[k]);
            expected = a[k] > expected ? a[k] : expected;
        }
        double got = wd_greatest(load_doubles(a));
        if (!(got == expected))
            failed(word, "%a, where plain C has %a", got, expected);
    }
}

/* The upper half is added to the lower one until one is left. */
static void test_wd_sum(const char *word) {
    for (size_t n = 0; n < ROUNDS; n++) {
        double a[HALF], part[HALF];
        for (size_t k = 0; k < HALF; k++)
            part[k] = a[k] = n % 4 == 0 ? (double)float_operand(n + 3 * k, 0) : random_double();
        for (size_t half = HALF / 2; half > 0; half /= 2)
            for (size_t k = 0; k < half; k++)
                part[k] += part[k + half];
        double got = wd_sum(load_doubles(a));
        if (!(got == part[0]) && !(isnan(got) && isnan(part[0])))
            failed(word, "%a, where plain C has %a", got, part[0]);
    }
}

static void take_floats(size_t n, float a[LANES], double expected[LANES]) {
    for (size_t k = 0; k < LANES; k++) {
        a[k] = float_operand(n + k, 0);
        expected[k] = (double)a[k];
    }
}

static void test_wd_of(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[LANES];
        double expected[LANES];
        take_floats(n, a, expected);
        expect_doubles(word, wd_of(w_load(a), 0), expected);
        expect_doubles(word, wd_of(w_load(a), 1), expected + HALF);
    }
}

static void test_wd_of_floats(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[LANES];
        double expected[LANES];
        take_floats(n, a, expected);
        for (size_t first = 0; first <= HALF; first++)
            expect_doubles(word, wd_of_floats(a + first), expected + first);
    }
}

/* Doubles between two floats as well, and beyond the greatest. */
static void test_w_of(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        double a[LANES];
        float expected[LANES];
        for (size_t k = 0; k < LANES; k++) {
            double of_float = (double)float_operand(n + k, 0);
            a[k] = n % 2 == 0 ? of_float : of_float * (1 + (double)(random_bits() % 64) * 0x1p-29);
            expected[k] = (float)a[k];
        }
        expect_lanes(word, w_of(load_doubles(a), load_doubles(a + HALF)), expected);
    }
}

static void test_wd_load_fours(const char *word) {
    _Alignas(64) double numbers[4 * HALF];
    double expected[HALF];
    const double *at[HALF];
    wd got[4];
    for (int k = 0; k < 4 * HALF; k++)
        numbers[k] = k + 0.25;
    for (int lane = 0; lane < HALF; lane++)
        at[lane] = numbers + (ptrdiff_t)4 * (HALF - 1 - lane);
    wd_load_fours(at, got);
    for (int f = 0; f < 4; f++) {
        for (int lane = 0; lane < HALF; lane++)
            expected[lane] = at[lane][f];
        expect_doubles(word, got[f], expected);
    }
}

static const own_test own_tests_of_doubles[] = {
    {"wd_load_fours", test_wd_load_fours}, {"wd_set1", test_wd_set1}, {"wd_select", test_wd_select},
    {"wd_greatest", test_wd_greatest},     {"wd_sum", test_wd_sum},   {"wd_of", test_wd_of},
    {"wd_of_floats", test_wd_of_floats},   {"w_of", test_w_of},
};

static unsigned test_doubles(void) {
    enum {
        ROWS = sizeof double_words / sizeof *double_words,
        COMPARISONS = sizeof double_comparisons / sizeof *double_comparisons
    };
    for (int i = 0; i < ROWS; i++)
        test_double_word(&double_words[i]);
    for (int i = 0; i < COMPARISONS; i++)
        test_double_comparison(&double_comparisons[i]);
    return ROWS + COMPARISONS + run_own_tests(own_tests_of_doubles, sizeof own_tests_of_doubles / sizeof *own_tests_of_doubles);
}

#endif
