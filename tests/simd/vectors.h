/* vectors.h — words on vectors of two coordinates, products of three in a fixed order, and comparisons of products. */
#ifndef SEPAL_TESTS_SIMD_VECTORS_H
#define SEPAL_TESTS_SIMD_VECTORS_H

#include "doubles.h"

static void expect_vectors(const char *word, w2 got, const float *x, const float *y) {
    expect_lanes(word, got.x, x);
    expect_lanes(word, got.y, y);
}

/* Each coordinate on its own. */
static void test_vectors(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        unsigned bits = (unsigned)random_bits() & ALL;
        float a[2][LANES], b[2][LANES], sum[2][LANES], difference[2][LANES], opposite[2][LANES], flipped[2][LANES],
            choice[2][LANES];
        for (size_t c = 0; c < 2; c++)
            for (size_t k = 0; k < LANES; k++) {
                a[c][k] = float_operand(n + 3 * k + c, 0);
                b[c][k] = float_operand(n + 3 * k + c, 1);
                sum[c][k] = a[c][k] + b[c][k];
                difference[c][k] = a[c][k] - b[c][k];
                opposite[c][k] = -a[c][k];
                flipped[c][k] = signbit(b[0][k]) ? -a[c][k] : a[c][k];
                choice[c][k] = bits >> k & 1 ? a[c][k] : b[c][k];
            }
        w2 va = {w_load(a[0]), w_load(a[1])}, vb = {w_load(b[0]), w_load(b[1])};
        if (strcmp(word, "w2_add") == 0)
            expect_vectors(word, w2_add(va, vb), sum[0], sum[1]);
        else if (strcmp(word, "w2_sub") == 0)
            expect_vectors(word, w2_sub(va, vb), difference[0], difference[1]);
        else if (strcmp(word, "w2_neg") == 0)
            expect_vectors(word, w2_neg(va), opposite[0], opposite[1]);
        else if (strcmp(word, "w2_flip") == 0)
            expect_vectors(word, w2_flip(va, vb.x), flipped[0], flipped[1]);
        else
            expect_vectors(word, w2_select(mask_of(bits), va, vb), choice[0], choice[1]);
    }
}

/* Are both coordinates alike, or 0? Of values that often are, zeros of both signs and what is no number among them. */
static const double alike[] = {0, -0.0, 1, -1, (double)NAN};
static double next_alike(void) {
    return alike[(random_bits() >> 32) % (sizeof alike / sizeof *alike)];
}
static void test_equal_vectors(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        float a[2][LANES], b[2][LANES];
        unsigned equal = 0, zero = 0;
        for (unsigned k = 0; k < LANES; k++) {
            for (int c = 0; c < 2; c++)
                a[c][k] = (float)next_alike(), b[c][k] = (float)next_alike();
            equal |= (unsigned)(a[0][k] == b[0][k] && a[1][k] == b[1][k]) << k;
            zero |= (unsigned)(a[0][k] == 0 && a[1][k] == 0) << k;
        }
        const w2 va = {w_load(a[0]), w_load(a[1])}, vb = {w_load(b[0]), w_load(b[1])};
        const bool both = strcmp(word, "w2_equal") == 0;
        const unsigned got = wm_bits(both ? w2_equal(va, vb) : w2_is_zero(va)), expected = both ? equal : zero;
        if (got != expected)
            failed(word, "lanes %x, not %x", got, expected);
    }
}
static void test_equal_doubles_of_two(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        double a[2][HALF], b[2][HALF];
        unsigned equal = 0, zero = 0;
        for (unsigned k = 0; k < HALF; k++) {
            for (int c = 0; c < 2; c++)
                a[c][k] = next_alike(), b[c][k] = next_alike();
            equal |= (unsigned)(a[0][k] == b[0][k] && a[1][k] == b[1][k]) << k;
            zero |= (unsigned)(a[0][k] == 0 && a[1][k] == 0) << k;
        }
        const wd2 va = {load_doubles(a[0]), load_doubles(a[1])}, vb = {load_doubles(b[0]), load_doubles(b[1])};
        const bool both = strcmp(word, "wd2_equal") == 0;
        const unsigned got = wdm_bits(both ? wd2_equal(va, vb) : wd2_is_zero(va)), expected = both ? equal : zero;
        if (got != expected)
            failed(word, "lanes %x, not %x", got, expected);
    }
}

/* The greater of two magnitudes, and their sum. */
static void test_sizes(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        float x[LANES], y[LANES], greatest[LANES], sum[LANES];
        for (size_t k = 0; k < LANES; k++) {
            x[k] = float_operand(n + 3 * k, 0);
            y[k] = float_operand(n + 3 * k, 1);
            greatest[k] = fabsf(x[k]) > fabsf(y[k]) ? fabsf(x[k]) : fabsf(y[k]);
            sum[k] = fabsf(x[k]) + fabsf(y[k]);
        }
        const w2 v = {w_load(x), w_load(y)};
        if (strcmp(word, "w2_greatest") == 0)
            expect_lanes(word, w2_greatest(v), greatest);
        else
            expect_lanes(word, w2_sum(v), sum);
    }
}

/* A sum or difference of two products, of which one may be fused. */
static void test_of_products(const char *word, w (*wide)(w2, w2), bool cross) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[2][LANES], b[2][LANES], got[LANES];
        for (size_t k = 0; k < LANES; k++)
            for (int c = 0; c < 2; c++) {
                a[c][k] = c == 0 ? float_operand(n + k, 0) : random_float();
                b[c][k] = c == 0 ? float_operand(n + k, 1) : random_float();
            }
        w2 va = {w_load(a[0]), w_load(a[1])}, vb = {w_load(b[0]), w_load(b[1])};
        w_store(got, wide(va, vb));
        for (int k = 0; k < LANES; k++) {
            float second = cross ? -(a[1][k] * b[0][k]) : a[1][k] * b[1][k], first = a[0][k] * (cross ? b[1][k] : b[0][k]);
            float plain = first + second, fused = fmaf(a[0][k], cross ? b[1][k] : b[0][k], second);
            if (!agree_float(ROUNDINGS, a[0][k], b[0][k], got[k], plain, fused))
                failed(word, "(%a, %a) and (%a, %a): %a, where plain C has %a", (double)a[0][k], (double)a[1][k], (double)b[0][k],
                       (double)b[1][k], (double)got[k], (double)plain);
        }
    }
}
static void test_w_dot(const char *word) {
    test_of_products(word, w_dot, false);
}
static void test_w_cross(const char *word) {
    test_of_products(word, w_cross, true);
}

/* Vectors of two doubles, of whole numbers of which nothing but the root is rounded. */
static void test_doubles_of_two(const char *word) {
    const char *const what = strchr(word, '_') + 1;
    for (int trial = 0; trial < ROUNDS; trial++) {
        double a[2][HALF], b[2][HALF], s[HALF], expected[2][HALF];
        const unsigned bits = (unsigned)random_bits() & ALL_DOUBLES;
        const bool one = strcmp(what, "dot") == 0 || strcmp(what, "cross") == 0 || strcmp(what, "length") == 0;
        for (int k = 0; k < HALF; k++) {
            for (int c = 0; c < 2; c++) {
                a[c][k] = (double)(random_bits() >> 40) - 0x1p23;
                b[c][k] = (double)(random_bits() >> 40) - 0x1p23;
            }
            s[k] = (double)(random_bits() >> 40) - 0x1p23;
            for (int c = 0; c < 2; c++)
                expected[c][k] = strcmp(what, "add") == 0      ? a[c][k] + b[c][k]
                                 : strcmp(what, "sub") == 0    ? a[c][k] - b[c][k]
                                 : strcmp(what, "minus") == 0  ? 0 - a[c][k]
                                 : strcmp(what, "scale") == 0  ? a[c][k] * s[k]
                                 : strcmp(what, "select") == 0 ? (bits >> k & 1 ? a : b)[c][k]
                                 : strcmp(what, "dot") == 0    ? a[0][k] * b[0][k] + a[1][k] * b[1][k]
                                 : strcmp(what, "cross") == 0  ? a[0][k] * b[1][k] - a[1][k] * b[0][k]
                                                               : sqrt(a[0][k] * a[0][k] + a[1][k] * a[1][k]);
        }
        const wd2 va = {load_doubles(a[0]), load_doubles(a[1])}, vb = {load_doubles(b[0]), load_doubles(b[1])};
        const wd2 got = strcmp(what, "add") == 0      ? wd2_add(va, vb)
                        : strcmp(what, "sub") == 0    ? wd2_sub(va, vb)
                        : strcmp(what, "minus") == 0  ? wd2_minus(va)
                        : strcmp(what, "scale") == 0  ? wd2_scale(va, load_doubles(s))
                        : strcmp(what, "select") == 0 ? wd2_select(mask_of_doubles(bits), va, vb)
                                                      : va;
        if (one)
            expect_doubles(word,
                           strcmp(what, "dot") == 0     ? wd2_dot(va, vb)
                           : strcmp(what, "cross") == 0 ? wd2_cross(va, vb)
                                                        : wd2_length(va),
                           expected[0]);
        else {
            expect_doubles(word, got.x, expected[0]);
            expect_doubles(word, got.y, expected[1]);
        }
    }
}

/* Either half of floats, as doubles. */
static void test_wd2_of(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[2][LANES];
        double expected[2][LANES];
        for (size_t k = 0; k < LANES; k++)
            for (size_t c = 0; c < 2; c++) {
                a[c][k] = float_operand(n + k, (int)c);
                expected[c][k] = (double)a[c][k];
            }
        for (int half = 0; half < 2; half++) {
            const wd2 got = wd2_of((w2){w_load(a[0]), w_load(a[1])}, half);
            expect_doubles(word, got.x, expected[0] + half * HALF);
            expect_doubles(word, got.y, expected[1] + half * HALF);
        }
    }
}

/* --- Products ---------------------------------------------------------------------------------------------------------------*/

/* The magnitude of a product of two integers below 2^53: its upper and its lower 64 bits. */
typedef struct wide_integer {
    uint64_t high, low;
} wide_integer;

static wide_integer multiply(uint64_t a, uint64_t b) {
    uint64_t a1 = a >> 32, a0 = a & UINT32_MAX, b1 = b >> 32, b0 = b & UINT32_MAX;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & UINT32_MAX);
    return (wide_integer){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (low & UINT32_MAX)};
}

/* The sign of a * b - c * d. */
static int compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    int left = (a > 0) - (a < 0), right = (c > 0) - (c < 0);
    left *= (b > 0) - (b < 0);
    right *= (d > 0) - (d < 0);
    if (left != right || left == 0)
        return (left > right) - (left < right);
    wide_integer p = multiply((uint64_t)(a < 0 ? -a : a), (uint64_t)(b < 0 ? -b : b));
    wide_integer q = multiply((uint64_t)(c < 0 ? -c : c), (uint64_t)(d < 0 ? -d : d));
    int sign = p.high != q.high ? (p.high > q.high) - (p.high < q.high) : (p.low > q.low) - (p.low < q.low);
    return left * sign;
}

/* Up to 53 bits, or small; of either sign. */
static int64_t random_integer(void) {
    int64_t value = (int64_t)(random_bits() >> (random_bits() % 4 == 0 ? 60 : 11));
    return random_bits() & 1 ? value : -value;
}

/* Four factors: any; nearly or exactly equal products, by swapping or regrouping factors and adding 1. */
static void random_factors(int64_t *f) {
    for (int i = 0; i < 4; i++)
        f[i] = random_integer();
    if (random_bits() % 4 == 0)
        return;
    if (random_bits() & 1) {
        f[2] = f[1];
        f[3] = f[0];
    } else {
        int64_t p[4];
        for (int i = 0; i < 4; i++)
            p[i] = (int64_t)(random_bits() >> 38) - (1 << 25);
        f[0] = p[0] * p[1];
        f[1] = p[2] * p[3];
        f[2] = p[0] * p[2];
        f[3] = p[1] * p[3];
    }
    const int64_t most = (INT64_C(1) << 53) - 1;
    if (random_bits() & 1)
        f[3] += f[3] < most && (random_bits() & 1) ? 1 : f[3] > -most ? -1 : 0;
}

static void test_products(const char *word) {
    for (int trial = 0; trial < 20 * ROUNDS; trial++) {
        double factor[4][HALF];
        unsigned positive = 0, negative = 0;
        for (unsigned k = 0; k < (unsigned)HALF; k++) {
            int64_t f[4];
            random_factors(f);
            int sign = compare_products(f[0], f[1], f[2], f[3]), scale = (int)(random_bits() % 200) - 100;
            positive |= (unsigned)(sign > 0) << k;
            negative |= (unsigned)(sign < 0) << k;
            for (int i = 0; i < 4; i++)
                factor[i][k] = ldexp((double)f[i], i % 2 == 0 ? scale : -2 * scale);
        }
        wd a = load_doubles(factor[0]), b = load_doubles(factor[1]), c = load_doubles(factor[2]), d = load_doubles(factor[3]);
        wd got = wd_products_sub(a, b, c, d), zero = wd_set1(0);
        unsigned above = wdm_bits(wd_gt(got, zero)), below = wdm_bits(wd_gt(zero, got));
        if (above != positive || below != negative)
            failed(word, "trial %d: lanes %x above 0 and %x below, where integers have %x and %x", trial, above, below, positive,
                   negative);
    }
}

/* Products of vectors of three coordinates, and the sum of magnitudes, of which no operation may be fused: they define answers. */
static void test_in_order(const char *word) {
    bool cross = strcmp(word, "wd3_cross_in_order") == 0, sum = strcmp(word, "wd3_sum_in_order") == 0;
    for (int trial = 0; trial < ROUNDS; trial++) {
        double a[3][HALF], b[3][HALF], expected[3][HALF];
        for (int k = 0; k < HALF; k++) {
            for (int c = 0; c < 3; c++) {
                a[c][k] = ldexp((double)random_integer(), (int)(random_bits() % 8));
                b[c][k] = ldexp((double)random_integer(), (int)(random_bits() % 8));
            }
            for (int c = 0; c < 3; c++) {
                int d = (c + 1) % 3, e = (c + 2) % 3;
                expected[c][k] = cross    ? a[d][k] * b[e][k] - a[e][k] * b[d][k]
                                 : c != 0 ? 0
                                 : sum    ? (fabs(a[0][k]) + fabs(a[1][k])) + fabs(a[2][k])
                                          : (a[0][k] * b[0][k] + a[1][k] * b[1][k]) + a[2][k] * b[2][k];
            }
        }
        wd zero = wd_set1(0);
        wd3 va = {load_doubles(a[0]), load_doubles(a[1]), load_doubles(a[2])}, got = {zero, zero, zero};
        wd3 vb = {load_doubles(b[0]), load_doubles(b[1]), load_doubles(b[2])};
        if (cross)
            got = wd3_cross_in_order(va, vb);
        else if (sum)
            got.x = wd3_sum_in_order(va);
        else
            got.x = wd3_dot_in_order(va, vb);
        unsigned equal = wdm_bits(wd_eq(got.x, load_doubles(expected[0]))) & wdm_bits(wd_eq(got.y, load_doubles(expected[1]))) &
                         wdm_bits(wd_eq(got.z, load_doubles(expected[2])));
        if (equal != ALL_DOUBLES)
            failed(word, "trial %d: only lanes %x are right", trial, equal);
    }
}

#ifndef W_FUSED
/* p + tail = a * b, exactly: fma rounds once. */
static void test_wd_tail(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        double a[HALF], b[HALF], expected[HALF];
        for (int k = 0; k < HALF; k++) {
            a[k] = (double)random_integer();
            b[k] = ldexp((double)random_integer(), (int)(random_bits() % 99) - 50);
            expected[k] = fma(a[k], b[k], -(a[k] * b[k]));
        }
        wd va = load_doubles(a), vb = load_doubles(b), tail = wd_tail(va, vb, wd_mul(va, vb));
        unsigned equal = wdm_bits(wd_eq(tail, load_doubles(expected)));
        if (equal != ALL_DOUBLES)
            failed(word, "trial %d: only lanes %x are right", trial, equal);
    }
}
#endif

static const own_test own_tests_of_vectors[] = {
    {"w2_add", test_vectors},
    {"w2_sub", test_vectors},
    {"w2_neg", test_vectors},
    {"w2_flip", test_vectors},
    {"w2_select", test_vectors},
    {"w2_equal", test_equal_vectors},
    {"w2_is_zero", test_equal_vectors},
    {"w2_greatest", test_sizes},
    {"w2_sum", test_sizes},
    {"w_dot", test_w_dot},
    {"w_cross", test_w_cross},
    {"wd2_of", test_wd2_of},
    {"wd2_add", test_doubles_of_two},
    {"wd2_sub", test_doubles_of_two},
    {"wd2_minus", test_doubles_of_two},
    {"wd2_scale", test_doubles_of_two},
    {"wd2_select", test_doubles_of_two},
    {"wd2_equal", test_equal_doubles_of_two},
    {"wd2_is_zero", test_equal_doubles_of_two},
    {"wd2_dot", test_doubles_of_two},
    {"wd2_cross", test_doubles_of_two},
    {"wd2_length", test_doubles_of_two},
    {"wd_products_sub", test_products},
    {"wd3_dot_in_order", test_in_order},
    {"wd3_cross_in_order", test_in_order},
    {"wd3_sum_in_order", test_in_order},
#ifndef W_FUSED
    {"wd_tail", test_wd_tail},
#endif
};

static unsigned test_two_coordinates(void) {
    return run_own_tests(own_tests_of_vectors, sizeof own_tests_of_vectors / sizeof *own_tests_of_vectors);
}

#endif
