/* integers.h — words on integers. */
#ifndef SEPAL_TESTS_SIMD_INTEGERS_H
#define SEPAL_TESTS_SIMD_INTEGERS_H

#include "masks.h"

static uint32_t plain_iadd(uint32_t a, uint32_t b) {
    return a + b;
}
static uint32_t plain_isub(uint32_t a, uint32_t b) {
    return a - b;
}
static uint32_t plain_iand(uint32_t a, uint32_t b) {
    return a & b;
}
static uint32_t plain_ior(uint32_t a, uint32_t b) {
    return a | b;
}
static uint32_t plain_halves(uint32_t a, uint32_t b) {
    return (a & 0xffff) | b << 16;
}

typedef struct integer_word {
    const char *word;
    wi (*wide)(wi, wi);
    uint32_t (*plain)(uint32_t, uint32_t);
} integer_word;

static const integer_word integer_words[] = {
    {"wi_add", wi_add, plain_iadd}, {"wi_sub", wi_sub, plain_isub},         {"wi_and", wi_and, plain_iand},
    {"wi_or", wi_or, plain_ior},    {"wi_halves", wi_halves, plain_halves},
};

static void expect_integers(const char *word, wi got, const int32_t *expected) {
    int32_t lanes[LANES];
    wi_store(lanes, got);
    for (int k = 0; k < LANES; k++)
        if (lanes[k] != expected[k])
            failed(word, "lane %d: %ld, where plain C has %ld", k, (long)lanes[k], (long)expected[k]);
}

static void test_integer_word(const integer_word *row) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        int32_t a[LANES], b[LANES], expected[LANES];
        for (size_t k = 0; k < LANES; k++) {
            a[k] = integer_operand(n + k, 0);
            b[k] = integer_operand(n + k, 1);
            uint32_t bits = row->plain((uint32_t)a[k], (uint32_t)b[k]);
            memcpy(&expected[k], &bits, sizeof bits);
        }
        expect_integers(row->word, row->wide(wi_load(a), wi_load(b)), expected);
    }
}

static void test_integer_comparisons(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        int32_t a[LANES], b[LANES];
        unsigned greater = 0, equal = 0;
        for (size_t k = 0; k < LANES; k++) {
            a[k] = integer_operand(n + k, 0);
            b[k] = n % 3 == 0 && k % 2 == 0 ? a[k] : integer_operand(n + k, 1);
            greater |= (unsigned)(a[k] > b[k]) << k;
            equal |= (unsigned)(a[k] == b[k]) << k;
        }
        wi va = wi_load(a), vb = wi_load(b);
        bool is_gt = strcmp(word, "wi_gt") == 0;
        expect_mask(word, wm_bits(is_gt ? wi_gt(va, vb) : wi_eq(va, vb)), is_gt ? greater : equal);
    }
}

static void test_wi_select(const char *word) {
    for (size_t trial = 0; trial < ROUNDS; trial++) {
        unsigned bits = (unsigned)random_bits() & ALL;
        int32_t a[LANES], b[LANES], expected[LANES];
        for (size_t k = 0; k < LANES; k++) {
            a[k] = integer_operand(trial + 7 * k, 0);
            b[k] = integer_operand(trial + 5 * k, 1);
            expected[k] = bits >> k & 1 ? a[k] : b[k];
        }
        expect_integers(word, wi_select(mask_of(bits), wi_load(a), wi_load(b)), expected);
    }
}

static void test_wi_set1(const char *word) {
    for (int i = 0; i < INTEGERS; i++) {
        int32_t expected[LANES];
        for (int k = 0; k < LANES; k++)
            expected[k] = special_integers[i];
        expect_integers(word, wi_set1(special_integers[i]), expected);
    }
}

static void test_wi_lane_numbers(const char *word) {
    int32_t expected[LANES];
    for (int k = 0; k < LANES; k++)
        expected[k] = k;
    expect_integers(word, wi_lane_numbers(), expected);
}

/* At every alignment; what lies around stays as it was. */
static void test_wi_load_store(const char *word) {
    int32_t from[3 * LANES], to[3 * LANES], expected[3 * LANES];
    for (int i = 0; i < 3 * LANES; i++)
        from[i] = i + 1;
    for (int at = 0; at <= 2 * LANES; at++) {
        for (int i = 0; i < 3 * LANES; i++) {
            to[i] = -1;
            expected[i] = i >= at && i < at + LANES ? from[i - at + LANES] : -1;
        }
        expect_integers(word, wi_load(from + at), from + at);
        wi_store(to + at, wi_load(from + LANES));
        if (memcmp(to, expected, sizeof to) != 0)
            failed(word, "at %d: the wrong integers were written", at);
    }
}

/* Bits stay as they are, those of NaN too; a float is taken apart by frexpf. */
static void test_bits_of_floats(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        int32_t bits[LANES], exponents[LANES];
        float a[LANES];
        for (size_t k = 0; k < LANES; k++) {
            a[k] = float_operand(n + k, 0);
            memcpy(&bits[k], &a[k], sizeof a[k]);
            int exponent = 0;
            if (isfinite(a[k]))
                (void)frexpf(a[k], &exponent);
            exponents[k] = !isfinite(a[k]) ? 255 : a[k] == 0 || exponent < -125 ? 0 : exponent + 126;
        }
        w floats;
        memcpy(&floats, bits, sizeof floats);
        expect_integers(word, wi_of_bits(floats), bits);
        expect_integers(word, wi_of_bits(w_of_bits(wi_load(bits))), bits);
        expect_integers(word, wi_exponent(floats), exponents);
    }
}

static const own_test own_tests_of_integers[] = {
    {"wi_gt", test_integer_comparisons},  {"wi_eq", test_integer_comparisons},
    {"wi_select", test_wi_select},        {"wi_set1", test_wi_set1},
    {"wi_load", test_wi_load_store},      {"wi_store", test_wi_load_store},
    {"wi_of_bits", test_bits_of_floats},  {"w_of_bits", test_bits_of_floats},
    {"wi_exponent", test_bits_of_floats}, {"wi_lane_numbers", test_wi_lane_numbers},
};

static unsigned test_integers(void) {
    enum { ROWS = sizeof integer_words / sizeof *integer_words };
    for (int i = 0; i < ROWS; i++)
        test_integer_word(&integer_words[i]);
    return ROWS + run_own_tests(own_tests_of_integers, sizeof own_tests_of_integers / sizeof *own_tests_of_integers);
}

#endif
