/* floats.h — words on floats. */
#ifndef SEPAL_TESTS_SIMD_FLOATS_H
#define SEPAL_TESTS_SIMD_FLOATS_H

#include "operands.h"

/* --- Plain C: of up to three operands ---------------------------------------------------------------------------------------*/

static float plain_abs(float a, float b, float c) {
    (void)b, (void)c;
    return fabsf(a);
}
static float plain_neg(float a, float b, float c) {
    (void)b, (void)c;
    return -a;
}
static float plain_sqrt(float a, float b, float c) {
    (void)b, (void)c;
    return sqrtf(a);
}
static float plain_add(float a, float b, float c) {
    (void)c;
    return a + b;
}
static float plain_sub(float a, float b, float c) {
    (void)c;
    return a - b;
}
static float plain_mul(float a, float b, float c) {
    (void)c;
    return a * b;
}
static float plain_div(float a, float b, float c) {
    (void)c;
    return a / b;
}
static float plain_min(float a, float b, float c) {
    (void)c;
    return a < b ? a : b;
}
static float plain_max(float a, float b, float c) {
    (void)c;
    return a > b ? a : b;
}
static float plain_flip(float a, float b, float c) {
    (void)c;
    return signbit(b) ? -a : a;
}
static float plain_madd(float a, float b, float c) {
    return a * b + c;
}
static float plain_msub(float a, float b, float c) {
    return a * b - c;
}
static float fused_madd(float a, float b, float c) {
    return fmaf(a, b, c);
}
static float fused_msub(float a, float b, float c) {
    return fmaf(a, b, -c);
}

/* --- Lane by lane -----------------------------------------------------------------------------------------------------------*/

typedef struct float_word {
    const char *word;
    w (*one)(w);
    w (*two)(w, w);
    w (*three)(w, w, w);
    float (*plain)(float, float, float);
    agreement how;
    float (*fused)(float, float, float);
} float_word;

static const float_word float_words[] = {
    {"w_abs", w_abs, NULL, NULL, plain_abs, EXACT, NULL},
    {"w_neg", w_neg, NULL, NULL, plain_neg, EXACT, NULL},
    {"w_sqrt", w_sqrt, NULL, NULL, plain_sqrt, EXACT, NULL},
    {"w_add", NULL, w_add, NULL, plain_add, EXACT, NULL},
    {"w_sub", NULL, w_sub, NULL, plain_sub, EXACT, NULL},
    {"w_mul", NULL, w_mul, NULL, plain_mul, EXACT, NULL},
    {"w_div", NULL, w_div, NULL, plain_div, EXACT, NULL},
    {"w_min", NULL, w_min, NULL, plain_min, EITHER, NULL},
    {"w_max", NULL, w_max, NULL, plain_max, EITHER, NULL},
    {"w_flip", NULL, w_flip, NULL, plain_flip, EXACT, NULL},
    {"w_madd", NULL, NULL, w_madd, plain_madd, ROUNDINGS, fused_madd},
    {"w_msub", NULL, NULL, w_msub, plain_msub, ROUNDINGS, fused_msub},
};

static void test_float_word(const float_word *row) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[LANES], b[LANES], c[LANES], got[LANES];
        for (size_t k = 0; k < LANES; k++) {
            a[k] = float_operand(n + k, 0);
            b[k] = float_operand(n + k, 1);
            c[k] = float_operand(n + k, 2);
        }
        w va = w_load(a), vb = w_load(b), vc = w_load(c);
        w_store(got, row->one != NULL ? row->one(va) : row->two != NULL ? row->two(va, vb) : row->three(va, vb, vc));
        for (int k = 0; k < LANES; k++) {
            float expected = row->plain(a[k], b[k], c[k]), fused = row->fused == NULL ? expected : row->fused(a[k], b[k], c[k]);
            if (!agree_float(row->how, a[k], b[k], got[k], expected, fused))
                failed(row->word, "(%a, %a, %a) in lane %d: %a, where plain C has %a", (double)a[k], (double)b[k], (double)c[k], k,
                       (double)got[k], (double)expected);
        }
    }
}

/* --- Comparisons ------------------------------------------------------------------------------------------------------------*/

static bool plain_gt(float a, float b) {
    return a > b;
}
static bool plain_eq(float a, float b) {
    return a == b;
}

typedef struct float_comparison {
    const char *word;
    wm (*wide)(w, w);
    bool (*plain)(float, float);
} float_comparison;

static const float_comparison float_comparisons[] = {
    {"w_gt", w_gt, plain_gt},
    {"w_eq", w_eq, plain_eq},
};

static void test_float_comparison(const float_comparison *row) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[LANES], b[LANES];
        unsigned expected = 0;
        for (size_t k = 0; k < LANES; k++) {
            a[k] = float_operand(n + k, 0);
            b[k] = float_operand(n + k, 1);
            expected |= (unsigned)row->plain(a[k], b[k]) << k;
        }
        unsigned got = wm_bits(row->wide(w_load(a), w_load(b)));
        if (got != expected)
            failed(row->word, "trial %zu: lanes %x, where plain C has %x", n, got, expected);
    }
}

/* --- Words with tests of their own ------------------------------------------------------------------------------------------*/

static void expect_lanes(const char *word, w got, const float *expected) {
    float lanes[LANES];
    w_store(lanes, got);
    for (int k = 0; k < LANES; k++)
        if (!same_float(lanes[k], expected[k]))
            failed(word, "lane %d: %a, where %a was expected", k, (double)lanes[k], (double)expected[k]);
}

static void expect_everywhere(const char *word, w got, float expected) {
    float lanes[LANES];
    for (int k = 0; k < LANES; k++)
        lanes[k] = expected;
    expect_lanes(word, got, lanes);
}

static void test_w_set1(const char *word) {
    for (int i = 0; i < FLOATS; i++)
        expect_everywhere(word, w_set1(special_floats[i]), special_floats[i]);
}
static void test_w_zero(const char *word) {
    expect_everywhere(word, w_zero(), 0.0F);
}
static void test_w_infinity(const char *word) {
    expect_everywhere(word, w_infinity(), INFINITY);
}

/* At every alignment; what lies around stays as it was. */
static void test_w_load_store(const char *word) {
    float from[3 * LANES], to[3 * LANES], expected[3 * LANES];
    for (int i = 0; i < 3 * LANES; i++)
        from[i] = (float)(i + 1);
    for (int at = 0; at <= 2 * LANES; at++) {
        for (int i = 0; i < 3 * LANES; i++) {
            to[i] = -1;
            expected[i] = i >= at && i < at + LANES ? from[i - at + LANES] : -1;
        }
        expect_lanes(word, w_load(from + at), from + at);
        w_store(to + at, w_load(from + LANES));
        if (memcmp(to, expected, sizeof to) != 0)
            failed(word, "at %d: the wrong floats were written", at);
    }
}

static void test_w_select(const char *word) {
    for (unsigned trial = 0; trial < ROUNDS; trial++) {
        unsigned bits = trial < 2 ? trial * ALL : (unsigned)random_bits() & ALL;
        float a[LANES], b[LANES], expected[LANES];
        for (size_t k = 0; k < LANES; k++) {
            a[k] = float_operand(trial + 7 * k, 0);
            b[k] = float_operand(trial + 5 * k, 1);
            expected[k] = bits >> k & 1 ? a[k] : b[k];
        }
        expect_lanes(word, w_select(mask_of(bits), w_load(a), w_load(b)), expected);
    }
}

/* The extreme in each lane in turn, among any numbers, and beside infinities. */
static void test_extreme(const char *word, float (*of)(w), bool greatest) {
    for (size_t n = 0; n < ROUNDS; n++) {
        float a[LANES], expected = greatest ? -INFINITY : INFINITY;
        for (size_t k = 0; k < LANES; k++) {
            do
                a[k] = k == n % LANES ? float_operand(n, 0) : random_float();
            while (isnan(a[k]) && k != n % LANES);
            if (isnan(a[k]))
                a[k] = greatest ? INFINITY : -INFINITY;
            expected = (greatest ? a[k] > expected : a[k] < expected) ? a[k] : expected;
        }
        float got = of(w_load(a));
        if (!(got == expected)) /* of two zeros either */
            failed(word, "%a, where plain C has %a", (double)got, (double)expected);
    }
}
static void test_w_greatest(const char *word) {
    test_extreme(word, w_greatest, true);
}
static void test_w_least(const char *word) {
    test_extreme(word, w_least, false);
}

static void test_w_next(const char *word) {
    float a[LANES], b[LANES], expected[LANES];
    for (int k = 0; k < LANES; k++) {
        a[k] = (float)(k + 1);
        b[k] = (float)(100 + k);
        expected[k] = (float)(k + 2);
    }
    expected[LANES - 1] = 100;
    expect_lanes(word, w_next(w_load(a), w_load(b)), expected);
}

static void test_w_of_bytes(const char *word) {
    uint8_t bytes[256 + LANES];
    for (size_t k = 0; k < sizeof bytes; k++)
        bytes[k] = (uint8_t)k;
    for (size_t first = 0; first < 256; first++) {
        float expected[LANES];
        for (size_t k = 0; k < LANES; k++)
            expected[k] = (float)((first + k) % 256);
        expect_lanes(word, w_of_bytes(bytes + first), expected);
    }
}

static const own_test own_tests_of_floats[] = {
    {"w_set1", test_w_set1},        {"w_zero", test_w_zero},         {"w_infinity", test_w_infinity}, {"w_load", test_w_load_store},
    {"w_store", test_w_load_store}, {"w_select", test_w_select},     {"w_greatest", test_w_greatest}, {"w_least", test_w_least},
    {"w_next", test_w_next},        {"w_of_bytes", test_w_of_bytes},
};

static unsigned test_floats(void) {
    enum { ROWS = sizeof float_words / sizeof *float_words, COMPARISONS = sizeof float_comparisons / sizeof *float_comparisons };
    for (int i = 0; i < ROWS; i++)
        test_float_word(&float_words[i]);
    for (int i = 0; i < COMPARISONS; i++)
        test_float_comparison(&float_comparisons[i]);
    return ROWS + COMPARISONS + run_own_tests(own_tests_of_floats, sizeof own_tests_of_floats / sizeof *own_tests_of_floats);
}

#endif
