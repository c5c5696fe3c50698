/* longs.h — words on integers of 64 bits, vectors of three coordinates, and records of sixteen floats. Vectors are tried on small whole
 * numbers, with which nothing is rounded. */
#ifndef SEPAL_TESTS_SIMD_LONGS_H
#define SEPAL_TESTS_SIMD_LONGS_H

#include "doubles.h"

#include <simd/blocks.h>
#include <stdlib.h>

static wl load_longs(const int64_t *values) {
    wl out;
    memcpy(&out, values, sizeof out);
    return out;
}

static void expect_longs(const char *word, wl got, const int64_t *expected) {
    int64_t lanes[HALF];
    memcpy(lanes, &got, sizeof lanes);
    for (int k = 0; k < HALF; k++)
        if (lanes[k] != expected[k])
            failed(word, "lane %d: %lld, where plain C has %lld", k, (long long)lanes[k], (long long)expected[k]);
}

/* Any bits; or few of them, of either sign; or 0. */
static int64_t random_long(void) {
    uint64_t bits = random_bits();
    switch (random_bits() % 4) {
    case 0:
        return 0;
    case 1:
        return (int64_t)(bits >> 40) - (1 << 23);
    case 2:
        return (int64_t)(bits & UINT64_C(0xffffffff00000000));
    default:
        return (int64_t)bits;
    }
}

static void test_longs(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        int64_t a[HALF], b[HALF], sum[HALF], difference[HALF], product[HALF], choice[HALF], same[HALF];
        double whole[HALF], any[HALF];
        int64_t of_whole[HALF], of_any[HALF];
        unsigned bits = (unsigned)random_bits() & ALL_DOUBLES, negative = 0, zero = 0;
        for (unsigned k = 0; k < (unsigned)HALF; k++) {
            a[k] = random_long();
            b[k] = random_long();
            sum[k] = (int64_t)((uint64_t)a[k] + (uint64_t)b[k]);
            difference[k] = (int64_t)((uint64_t)a[k] - (uint64_t)b[k]);
            product[k] = (int64_t)((uint64_t)a[k] * (uint64_t)b[k]);
            choice[k] = bits >> k & 1 ? a[k] : b[k];
            same[k] = a[0];
            negative |= (unsigned)(a[k] < 0) << k;
            zero |= (unsigned)(a[k] == 0) << k;
            of_whole[k] = a[k] % (INT64_C(1) << 51);
            whole[k] = (double)of_whole[k];
            memcpy(&any[k], &b[k], sizeof any[k]);
            of_any[k] = b[k];
        }
        wl va = load_longs(a), vb = load_longs(b);
        wd some = load_doubles(any);
        unsigned chosen = bits;
        double mask[HALF];
        for (unsigned k = 0; k < (unsigned)HALF; k++)
            mask[k] = chosen >> k & 1;
        wdm m = wd_gt(load_doubles(mask), wd_set1(0));
        if (strcmp(word, "wl_add") == 0)
            expect_longs(word, wl_add(va, vb), sum);
        else if (strcmp(word, "wl_sub") == 0)
            expect_longs(word, wl_sub(va, vb), difference);
        else if (strcmp(word, "wl_mul") == 0)
            expect_longs(word, wl_mul(va, vb), product);
        else if (strcmp(word, "wl_set1") == 0)
            expect_longs(word, wl_set1(a[0]), same);
        else if (strcmp(word, "wl_select") == 0)
            expect_longs(word, wl_select(m, va, vb), choice);
        else if (strcmp(word, "wl_of") == 0)
            expect_longs(word, wl_of(load_doubles(whole)), of_whole);
        else if (strcmp(word, "wl_of_bits") == 0)
            expect_longs(word, wl_of_bits(some), of_any);
        else if (strcmp(word, "wl_negative") == 0)
            expect_mask(word, wdm_bits(wl_negative(va)), negative);
        else
            expect_mask(word, wdm_bits(wl_zero(va)), zero);
    }
}

/* --- Doubles ------------------------------------------------------------------------------------------------------------------ */

static void test_more_doubles(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        double a[HALF], b[HALF], c[HALF], got[HALF + 1], expected[HALF];
        for (size_t k = 0; k < (size_t)HALF; k++) {
            a[k] = (double)(random_bits() >> 40);
            b[k] = (double)(random_bits() >> 40) - 0x1p23;
            c[k] = (double)(random_bits() >> 16);
            expected[k] = strcmp(word, "wd_sqrt") == 0   ? sqrt(a[k])
                          : strcmp(word, "wd_madd") == 0 ? a[k] * b[k] + c[k]
                          : strcmp(word, "wd_msub") == 0 ? a[k] * b[k] - c[k]
                                                         : a[k];
        }
        wd va = wd_load(a), vb = wd_load(b), vc = wd_load(c);
        got[HALF] = -1;
        wd_store(got, strcmp(word, "wd_sqrt") == 0   ? wd_sqrt(va)
                      : strcmp(word, "wd_madd") == 0 ? wd_madd(va, vb, vc)
                      : strcmp(word, "wd_msub") == 0 ? wd_msub(va, vb, vc)
                                                     : va);
        if (memcmp(got, expected, sizeof expected) != 0 || got[HALF] != -1)
            failed(word, "round %u: other doubles than plain C has", n);
    }
}

/* --- Three coordinates -------------------------------------------------------------------------------------------------------- */

/* The third vector of a triple product, so small that floats hold all sums exactly. */
static const int64_t third[3] = {3, -5, 7};

/* What a word makes of vectors a and b and a number s. */
static void plain_of_three(const char *word, const int64_t a[3], const int64_t b[3], int64_t s, bool choose, int64_t out[3]) {
    const char *what = strchr(word, '_') + 1;
    out[0] = out[1] = out[2] = 0;
    if (strcmp(what, "dot") == 0)
        out[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    else if (strcmp(what, "triple") == 0)
        for (int k = 0; k < 3; k++)
            out[0] += (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]) * third[k];
    else if (strcmp(what, "across") == 0) { /* at right angles to a, in the plane of two axes */
        const bool flat = llabs(a[2]) > llabs(a[0]) && llabs(a[2]) > llabs(a[1]);
        out[0] = flat ? 0 : a[1], out[1] = flat ? a[2] : -a[0], out[2] = flat ? -a[1] : 0;
    } else if (strcmp(what, "sum") == 0)
        out[0] = llabs(a[0]) + llabs(a[1]) + llabs(a[2]);
    else if (strcmp(what, "most") == 0)
        out[0] = a[0] > a[1] ? a[0] : a[1], out[0] = a[2] > out[0] ? a[2] : out[0];
    else if (strcmp(what, "greatest") == 0)
        out[0] = llabs(a[0]) > llabs(a[1]) ? llabs(a[0]) : llabs(a[1]), out[0] = llabs(a[2]) > out[0] ? llabs(a[2]) : out[0];
    else
        for (int k = 0; k < 3; k++) {
            int i = (k + 1) % 3, j = (k + 2) % 3;
            out[k] = strcmp(what, "add") == 0          ? a[k] + b[k]
                     : strcmp(what, "sub") == 0        ? a[k] - b[k]
                     : strcmp(what, "scale") == 0      ? a[k] * s
                     : strcmp(what, "abs") == 0        ? llabs(a[k])
                     : strcmp(what, "magnitudes") == 0 ? llabs(a[k])
                     : strcmp(what, "more") == 0       ? (a[k] > b[k] ? a[k] : b[k])
                     : strcmp(what, "less") == 0       ? (a[k] < b[k] ? a[k] : b[k])
                     : strcmp(what, "negated") == 0    ? -a[k]
                     : strcmp(what, "minus") == 0      ? (choose ? -a[k] : a[k])
                     : strcmp(what, "cross") == 0      ? a[i] * b[j] - a[j] * b[i]
                     : strcmp(what, "set1") == 0       ? a[k]
                     : strcmp(what, "of") == 0         ? a[k]
                                                       : (choose ? a[k] : b[k]);
        }
}

/* Random vectors, one in each lane. */
typedef struct threes {
    int64_t a[LANES][3], b[LANES][3], s[LANES];
    unsigned bits;
} threes;

static threes random_threes(const char *word) {
    threes t;
    t.bits = (unsigned)random_bits() & ALL;
    for (int k = 0; k < LANES; k++) {
        for (int c = 0; c < 3; c++) {
            t.a[k][c] = (int64_t)(random_bits() >> 54) - 512;
            t.b[k][c] = (int64_t)(random_bits() >> 54) - 512;
        }
        t.s[k] = (int64_t)(random_bits() >> 54) - 512;
        if (strcmp(word, "w3_set1") == 0)
            memcpy(t.a[k], t.a[0], sizeof t.a[0]);
    }
    return t;
}

static w3 floats_of(int64_t v[LANES][3]) {
    float f[3][LANES];
    for (int k = 0; k < LANES; k++)
        for (int c = 0; c < 3; c++)
            f[c][k] = (float)v[k][c];
    return (w3){w_load(f[0]), w_load(f[1]), w_load(f[2])};
}

static void test_floats_of_three(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        threes t = random_threes(word);
        float s[LANES], expected[3][LANES];
        for (int k = 0; k < LANES; k++) {
            int64_t out[3];
            plain_of_three(word, t.a[k], t.b[k], t.s[k], t.bits >> k & 1, out);
            s[k] = (float)t.s[k];
            for (int c = 0; c < 3; c++)
                expected[c][k] = (float)out[c] + 0.0F;
        }
        w3 a = floats_of(t.a), b = floats_of(t.b), got = {w_set1(0), w_set1(0), w_set1(0)};
        if (strcmp(word, "w3_add") == 0)
            got = w3_add(a, b);
        else if (strcmp(word, "w3_sub") == 0)
            got = w3_sub(a, b);
        else if (strcmp(word, "w3_scale") == 0)
            got = w3_scale(a, w_load(s));
        else if (strcmp(word, "w3_cross") == 0)
            got = w3_cross(a, b);
        else if (strcmp(word, "w3_select") == 0)
            got = w3_select(mask_of(t.bits), a, b);
        else if (strcmp(word, "w3_dot") == 0)
            got.x = w3_dot(a, b);
        else if (strcmp(word, "w3_triple") == 0)
            got.x = w3_triple(a, b, w3_set1((float)third[0], (float)third[1], (float)third[2]));
        else if (strcmp(word, "w3_across") == 0)
            got = w3_across(a);
        else if (strcmp(word, "w3_sum") == 0)
            got.x = w3_sum(a);
        else if (strcmp(word, "w3_greatest") == 0)
            got.x = w3_greatest(a);
        else if (strcmp(word, "w3_of") == 0)
            got = w3_of(wd3_of(a, 0), wd3_of(a, 1));
        else
            got = w3_set1((float)t.a[0][0], (float)t.a[0][1], (float)t.a[0][2]);
        w zero = w_set1(0); /* -0 becomes 0 */
        expect_lanes(word, w_add(got.x, zero), expected[0]);
        expect_lanes(word, w_add(got.y, zero), expected[1]);
        expect_lanes(word, w_add(got.z, zero), expected[2]);
    }
}

/* Doubles, and integers by way of them. */
static void test_halves_of_three(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        threes t = random_threes(word);
        int half = (int)(n % 2), first = half * HALF;
        int64_t expected[3][HALF];
        double plain[3][HALF], s[HALF], mask[HALF];
        for (int k = 0; k < HALF; k++) {
            int64_t out[3];
            plain_of_three(word, t.a[first + k], t.b[first + k], t.s[first + k], t.bits >> (first + k) & 1, out);
            s[k] = (double)t.s[first + k];
            mask[k] = t.bits >> (first + k) & 1;
            for (int c = 0; c < 3; c++) {
                expected[c][k] = out[c];
                plain[c][k] = (double)out[c];
            }
        }
        wd zero = wd_set1(0);
        wd3 a = wd3_of(floats_of(t.a), half), b = wd3_of(floats_of(t.b), half), got = {zero, zero, zero};
        if (word[1] == 'l') {
            wl3 la = wl3_of(a), lb = wl3_of(b), lanes = la;
            if (strcmp(word, "wl3_sub") == 0)
                lanes = wl3_sub(la, lb);
            else if (strcmp(word, "wl3_cross") == 0)
                lanes = wl3_cross(la, lb);
            else if (strcmp(word, "wl3_dot") == 0)
                lanes = (wl3){wl3_dot(la, lb), wl_set1(0), wl_set1(0)};
            expect_longs(word, lanes.x, expected[0]);
            expect_longs(word, lanes.y, expected[1]);
            expect_longs(word, lanes.z, expected[2]);
            continue;
        }
        if (strcmp(word, "wd3_add") == 0)
            got = wd3_add(a, b);
        else if (strcmp(word, "wd3_sub") == 0)
            got = wd3_sub(a, b);
        else if (strcmp(word, "wd3_scale") == 0)
            got = wd3_scale(a, wd_load(s));
        else if (strcmp(word, "wd3_cross") == 0)
            got = wd3_cross(a, b);
        else if (strcmp(word, "wd3_select") == 0)
            got = wd3_select(wd_gt(wd_load(mask), zero), a, b);
        else if (strcmp(word, "wd3_magnitudes") == 0)
            got = wd3_magnitudes(a);
        else if (strcmp(word, "wd3_more") == 0)
            got = wd3_more(a, b);
        else if (strcmp(word, "wd3_less") == 0)
            got = wd3_less(a, b);
        else if (strcmp(word, "wd3_negated") == 0)
            got = wd3_negated(a);
        else if (strcmp(word, "wd3_minus") == 0)
            got = wd3_minus(a, wd_gt(wd_load(mask), zero));
        else if (strcmp(word, "wd3_most") == 0)
            got.x = wd3_most(a);
        else if (strcmp(word, "wd3_dot") == 0)
            got.x = wd3_dot(a, b);
        else if (strcmp(word, "wd3_triple") == 0)
            got.x = wd3_triple(a, b, (wd3){wd_set1((double)third[0]), wd_set1((double)third[1]), wd_set1((double)third[2])});
        else if (strcmp(word, "wd3_sum") == 0)
            got.x = wd3_sum(a);
        else if (strcmp(word, "wd3_greatest") == 0)
            got.x = wd3_greatest(a);
        else
            got = a;
        unsigned equal = wdm_bits(wd_eq(got.x, wd_load(plain[0]))) & wdm_bits(wd_eq(got.y, wd_load(plain[1]))) &
                         wdm_bits(wd_eq(got.z, wd_load(plain[2])));
        if (equal != ALL_DOUBLES)
            failed(word, "round %u: only lanes %x are right", n, equal);
    }
}

/* Each operation is rounded once, in order: the bits are those of plain C. */
static void test_wd3_unit(const char *word) {
    for (unsigned n = 0; n < ROUNDS; n++) {
        double v[3][HALF], expected[3][HALF];
        for (int k = 0; k < HALF; k++) {
            for (int c = 0; c < 3; c++)
                v[c][k] = (double)((int64_t)(random_bits() >> 40) - (1 << 23)) + 0.5;
            const double length = sqrt((v[0][k] * v[0][k] + v[1][k] * v[1][k]) + v[2][k] * v[2][k]);
            for (int c = 0; c < 3; c++)
                expected[c][k] = v[c][k] / length;
        }
        const wd3 got = wd3_unit((wd3){wd_load(v[0]), wd_load(v[1]), wd_load(v[2])});
        expect_doubles(word, got.x, expected[0]);
        expect_doubles(word, got.y, expected[1]);
        expect_doubles(word, got.z, expected[2]);
    }
}

/* --- Records ------------------------------------------------------------------------------------------------------------------ */

static void test_w_load_sixteen(const char *word) {
    static _Alignas(64) float records[LANES][16];
    const float *at[LANES];
    for (int k = 0; k < LANES; k++) {
        at[k] = records[(5 * k + 3) % LANES];
        for (int f = 0; f < 16; f++)
            records[k][f] = (float)(100 * k + f);
    }
    w out[16];
    w_load_sixteen(at, out);
    for (int f = 0; f < 16; f++) {
        float expected[LANES];
        for (int k = 0; k < LANES; k++)
            expected[k] = at[k][f];
        expect_lanes(word, out[f], expected);
    }
}

/* Each coordinate goes to its own place, and no further. */
static void test_stores_of_three(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[3][LANES], to[3][LANES + 1];
        double b[3][HALF], to_double[3][HALF + 1];
        for (size_t c = 0; c < 3; c++) {
            for (size_t k = 0; k < LANES; k++)
                a[c][k] = random_float();
            for (size_t k = 0; k < (size_t)HALF; k++)
                b[c][k] = (double)random_float();
            to[c][LANES] = 1;
            to_double[c][HALF] = 1;
        }
        w3_store(to[0], to[1], to[2], (w3){w_load(a[0]), w_load(a[1]), w_load(a[2])});
        wd3_store(to_double[0], to_double[1], to_double[2], (wd3){load_doubles(b[0]), load_doubles(b[1]), load_doubles(b[2])});
        for (size_t c = 0; c < 3; c++)
            if (strcmp(word, "w3_store") == 0 ? memcmp(to[c], a[c], sizeof a[c]) != 0 || to[c][LANES] != 1
                                              : memcmp(to_double[c], b[c], sizeof b[c]) != 0 || to_double[c][HALF] != 1)
                failed(word, "round %zu, coordinate %zu: other numbers than were given", n, c);
    }
}

/* By the sign bits of a number for each lane. */
static void test_w3_flip(const char *word) {
    for (size_t n = 0; n < ROUNDS; n += LANES) {
        float a[3][LANES], by[LANES], expected[3][LANES];
        for (size_t k = 0; k < LANES; k++) {
            by[k] = float_operand(n + k, 1);
            for (size_t c = 0; c < 3; c++) {
                a[c][k] = float_operand(n + k + c, 0);
                expected[c][k] = signbit(by[k]) ? -a[c][k] : a[c][k];
            }
        }
        const w3 got = w3_flip((w3){w_load(a[0]), w_load(a[1]), w_load(a[2])}, w_load(by));
        expect_lanes(word, got.x, expected[0]);
        expect_lanes(word, got.y, expected[1]);
        expect_lanes(word, got.z, expected[2]);
    }
}

static const own_test own_tests_of_longs[] = {
    {"wl_add", test_longs},
    {"wl_sub", test_longs},
    {"wl_mul", test_longs},
    {"wl_set1", test_longs},
    {"wl_select", test_longs},
    {"wl_of", test_longs},
    {"wl_of_bits", test_longs},
    {"wl_negative", test_longs},
    {"wl_zero", test_longs},
    {"wd_load", test_more_doubles},
    {"wd_store", test_more_doubles},
    {"wd_sqrt", test_more_doubles},
    {"wd_madd", test_more_doubles},
#ifndef W_FUSED
    {"wd_msub", test_more_doubles},
#endif
    {"w3_add", test_floats_of_three},
    {"w3_sub", test_floats_of_three},
    {"w3_scale", test_floats_of_three},
    {"w3_cross", test_floats_of_three},
    {"w3_select", test_floats_of_three},
    {"w3_dot", test_floats_of_three},
    {"w3_triple", test_floats_of_three},
    {"w3_across", test_floats_of_three},
    {"w3_sum", test_floats_of_three},
    {"w3_greatest", test_floats_of_three},
    {"w3_of", test_floats_of_three},
    {"w3_set1", test_floats_of_three},
    {"w3_store", test_stores_of_three},
    {"wd3_store", test_stores_of_three},
    {"w3_flip", test_w3_flip},
    {"wd3_of", test_halves_of_three},
    {"wd3_add", test_halves_of_three},
    {"wd3_sub", test_halves_of_three},
    {"wd3_scale", test_halves_of_three},
    {"wd3_cross", test_halves_of_three},
    {"wd3_select", test_halves_of_three},
    {"wd3_magnitudes", test_halves_of_three},
    {"wd3_more", test_halves_of_three},
    {"wd3_less", test_halves_of_three},
    {"wd3_negated", test_halves_of_three},
    {"wd3_minus", test_halves_of_three},
    {"wd3_most", test_halves_of_three},
    {"wd3_unit", test_wd3_unit},
    {"wd3_dot", test_halves_of_three},
    {"wd3_triple", test_halves_of_three},
    {"wd3_sum", test_halves_of_three},
    {"wd3_greatest", test_halves_of_three},
    {"wl3_of", test_halves_of_three},
    {"wl3_sub", test_halves_of_three},
    {"wl3_cross", test_halves_of_three},
    {"wl3_dot", test_halves_of_three},
    {"w_load_sixteen", test_w_load_sixteen},
};

static unsigned test_three_coordinates(void) {
    return run_own_tests(own_tests_of_longs, sizeof own_tests_of_longs / sizeof *own_tests_of_longs);
}

#endif
