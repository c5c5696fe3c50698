/* tails.h — numbers of twice the places of a double, on whole numbers of up to 61 bits, which they and int64_t have exactly. */
#ifndef SEPAL_TESTS_SIMD_TAILS_H
#define SEPAL_TESTS_SIMD_TAILS_H

#include "operands.h"
#include <simd/tails.h>

static int64_t random_whole(int bits) {
    const int64_t n = (int64_t)(random_bits() >> (64 - bits));
    return random_bits() & 1 ? n : -n;
}

static tailed load_tailed(const int64_t *n) {
    double high[HALF], low[HALF];
    for (int k = 0; k < HALF; k++) {
        high[k] = (double)n[k];
        low[k] = (double)(n[k] - (int64_t)high[k]);
    }
    return (tailed){load_doubles(high), load_doubles(low)};
}

static void expect_tailed(const char *word, tailed got, const int64_t *expected) {
    double high[HALF], low[HALF];
    store_doubles(high, got.high);
    store_doubles(low, got.low);
    for (int k = 0; k < HALF; k++) {
        const bool same = (int64_t)high[k] + (int64_t)low[k] == expected[k];
        if (!same || high[k] + low[k] != high[k])
            failed(word, "lane %d: %.0f and %.0f instead of %lld", k, high[k], low[k], (long long)expected[k]);
    }
}

static void test_tailed_sums(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        int64_t a[HALF], b[HALF], sum[HALF], difference[HALF];
        for (int k = 0; k < HALF; k++) {
            a[k] = random_whole(60), b[k] = trial % 2 ? random_whole(60) : random_whole(40) - a[k];
            sum[k] = a[k] + b[k], difference[k] = a[k] - b[k];
        }
        expect_tailed(word, tailed_add(load_tailed(a), load_tailed(b)), sum);
        expect_tailed(word, tailed_sub(load_tailed(a), load_tailed(b)), difference);
        double whole[2][HALF];
        for (int k = 0; k < HALF; k++) {
            whole[0][k] = (double)a[k], whole[1][k] = (double)b[k];
            sum[k] = (int64_t)whole[0][k] + (int64_t)whole[1][k];
        }
        expect_tailed(word, tailed_of(load_doubles(whole[0]), load_doubles(whole[1])), sum);
    }
}

/* Of a number with a tail and a small one, in either order, and of two that have none, as doubles, too. */
static void test_tailed_products(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        int64_t a[HALF], b[HALF], product[HALF], square[HALF];
        double of[2][HALF];
        for (int k = 0; k < HALF; k++) {
            const int bits = trial % 2 ? 57 : 30;
            a[k] = random_whole(bits), b[k] = random_whole(60 - bits);
            product[k] = a[k] * b[k];
        }
        expect_tailed(word, tailed_mul(load_tailed(a), load_tailed(b)), product);
        expect_tailed(word, tailed_mul(load_tailed(b), load_tailed(a)), product);
        for (int k = 0; k < HALF; k++)
            of[0][k] = (double)a[k], of[1][k] = (double)b[k], product[k] = (int64_t)of[0][k] * (int64_t)of[1][k];
        expect_tailed(word, tailed_product(load_doubles(of[0]), load_doubles(of[1])), product);
        for (int k = 0; k < HALF; k++) {
            a[k] = random_whole(30), b[k] = random_whole(30);
            square[k] = a[k] * a[k] + b[k] * b[k];
        }
        expect_tailed(word, tailed_square2((tailed2){load_tailed(a), load_tailed(b)}), square);
    }
}

static void test_tailed_reach(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        double parts[3][HALF];
        int64_t sum[HALF];
        for (int k = 0; k < HALF; k++) {
            sum[k] = 0;
            for (int part = 0; part < 3; part++) {
                parts[part][k] = (double)random_whole(trial % 2 ? 53 : 60);
                sum[k] += (int64_t)parts[part][k];
            }
        }
        const tailed_sum reach = tailed_reach(load_doubles(parts[0]), load_doubles(parts[1]), load_doubles(parts[2]));
        expect_tailed(word, reach.sum, sum);
        if (wdm_bits(reach.exact) != ALL_DOUBLES)
            failed(word, "sums of whole numbers are taken for inexact ones");
    }
    const tailed_sum three = tailed_reach(wd_set1(0x1p60), wd_set1(1), wd_set1(0x1p-60));
    if (wdm_bits(three.exact) != 0)
        failed(word, "a sum of three parts of 120 bits is taken for exact");
}

/* What is nearer to 0 than the unit is 0; all else stays. */
static void test_tailed_multiple(const char *word) {
    for (int size = 0; size < 4; size++) {
        const int64_t whole[4] = {0, 7, 8, -9};
        const wd value = wd_set1((double)whole[size]), error = wd_set1(0.5);
        const tailed_estimate got = tailed_multiple((tailed_estimate){{value, wd_set1(0)}, error}, wd_set1(8));
        const bool is_zero = size < 2;
        const unsigned right = wdm_bits(wd_eq(got.value.high, is_zero ? wd_set1(0) : value)) &
                               wdm_bits(wd_eq(got.error, is_zero ? wd_set1(0) : error));
        if (right != ALL_DOUBLES)
            failed(word, "%lld as a multiple of 8: only lanes %x are right", (long long)whole[size], right);
    }
}

/* An estimate of a whole number: that number, which has less than 60 bits, with a bound below 1, and without an error along an axis. */
static void expect_estimate(const char *word, tailed_estimate got, const int64_t *expected, const bool *axis) {
    double high[HALF], low[HALF], error[HALF];
    store_doubles(high, got.value.high);
    store_doubles(low, got.value.low);
    store_doubles(error, got.error);
    for (int k = 0; k < HALF; k++) {
        const bool same = (int64_t)high[k] + (int64_t)low[k] == expected[k];
        if (!same || !(error[k] < (axis[k] ? DBL_MIN : 1)))
            failed(word, "lane %d: %.17g + %.17g, error %g, instead of %lld", k, high[k], low[k], error[k], (long long)expected[k]);
    }
}

static tailed_sum reach_of(const int64_t *n) {
    double part[HALF];
    for (int k = 0; k < HALF; k++)
        part[k] = (double)(n[k] - 3);
    return tailed_reach(load_doubles(part), wd_set1(1), wd_set1(2));
}

/* One in two is at the distance of the reach or one off, by a right triangle of 3, 4 and 5; and one in four is along an axis. */
static void test_tailed_of_points(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        int64_t x[HALF], y[HALF], reach[HALF], expected[HALF];
        bool axis[HALF];
        for (int k = 0; k < HALF; k++) {
            const int64_t size = random_whole(26);
            x[k] = 3 * size, y[k] = -4 * size, reach[k] = llabs(5 * size) + (int64_t)(random_bits() % 3) - 1;
            if (trial % 2)
                x[k] = random_whole(29), y[k] = random_whole(29), reach[k] = llabs(random_whole(29));
            if (trial % 4 == 3)
                y[k] = 0, reach[k] = llabs(x[k]) + (int64_t)(random_bits() % 3) - 1;
            reach[k] = reach[k] < 0 ? 0 : reach[k];
            axis[k] = x[k] == 0 || y[k] == 0;
            expected[k] = axis[k] ? reach[k] - llabs(x[k] + y[k]) : reach[k] * reach[k] - x[k] * x[k] - y[k] * y[k];
        }
        const tailed_sum sum = reach_of(reach);
        expect_estimate(word, tailed_within_of_points((tailed2){load_tailed(x), load_tailed(y)}, &sum, wd_set1(1)), expected, axis);
    }
}

static void test_tailed_of_line(const char *word) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        int64_t v[2][HALF], e[2][HALF], reach[HALF], expected[HALF];
        bool axis[HALF];
        for (int k = 0; k < HALF; k++) {
            const int64_t length = random_whole(8) | 1, along = random_whole(5), beside = random_whole(9);
            const bool straight = trial % 4 == 3;
            e[0][k] = straight ? 0 : 3 * length, e[1][k] = (straight ? 5 : 4) * length;
            v[0][k] = e[0][k] * along + (straight ? 5 : 4) * beside, v[1][k] = e[1][k] * along - (straight ? 0 : 3) * beside;
            reach[k] = llabs(5 * beside) + (trial % 2 ? (int64_t)(random_bits() % 64) : 0);
            const int64_t area = v[0][k] * e[1][k] - v[1][k] * e[0][k];
            const int64_t within = reach[k] * reach[k] * (e[0][k] * e[0][k] + e[1][k] * e[1][k]) - area * area;
            axis[k] = straight;
            expected[k] = straight ? reach[k] - llabs(v[0][k]) : within;
        }
        const tailed_sum sum = reach_of(reach);
        const tailed2 way = {load_tailed(v[0]), load_tailed(v[1])}, edge = {load_tailed(e[0]), load_tailed(e[1])};
        expect_estimate(word, tailed_within_of_line(way, edge, &sum, wd_set1(1)), expected, axis);
    }
}

static const own_test own_tests_of_tails[] = {
    {"tailed_of", test_tailed_sums},
    {"tailed_add", test_tailed_sums},
    {"tailed_sub", test_tailed_sums},
    {"tailed_product", test_tailed_products},
    {"tailed_mul", test_tailed_products},
    {"tailed_square2", test_tailed_products},
    {"tailed_reach", test_tailed_reach},
    {"tailed_multiple", test_tailed_multiple},
    {"tailed_straight", test_tailed_of_points},
    {"tailed_within_of_points", test_tailed_of_points},
    {"tailed_within_of_line", test_tailed_of_line},
};

static unsigned test_tails(void) {
    return run_own_tests(own_tests_of_tails, sizeof own_tests_of_tails / sizeof *own_tests_of_tails);
}

#endif
