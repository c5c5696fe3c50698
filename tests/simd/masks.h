/* masks.h — words on truth values. */
#ifndef SEPAL_TESTS_SIMD_MASKS_H
#define SEPAL_TESTS_SIMD_MASKS_H

#include "operands.h"

static void expect_mask(const char *word, unsigned got, unsigned expected) {
    if (got != expected)
        failed(word, "lanes %x, where plain C has %x", got, expected);
}

static void test_wm_bits(const char *word) {
    for (unsigned bits = 0; bits <= ALL; bits++)
        expect_mask(word, wm_bits(mask_of(bits)), bits);
}
static void test_wm_of_bits(const char *word) {
    for (unsigned bits = 0; bits <= ALL; bits++) {
        expect_mask(word, wm_bits(wm_of_bits(bits)), bits);
        expect_mask(word, wm_bits(wm_of_bits(bits | ~(unsigned)ALL)), bits);
    }
}
static void test_wdm_bits(const char *word) {
    for (unsigned bits = 0; bits <= ALL_DOUBLES; bits++)
        expect_mask(word, wdm_bits(mask_of_doubles(bits)), bits);
}

/* The constants also as what they are selected by. */
static void test_wm_constants(const char *word) {
    expect_mask(word, wm_bits(wm_none()), 0);
    expect_mask(word, wm_bits(wm_all()), ALL);
    expect_mask(word, wm_bits(w_eq(w_select(wm_all(), w_set1(1), w_set1(2)), w_set1(1))), ALL);
    expect_mask(word, wm_bits(w_eq(w_select(wm_none(), w_set1(1), w_set1(2)), w_set1(2))), ALL);
}
static void test_wdm_constants(const char *word) {
    expect_mask(word, wdm_bits(wdm_none()), 0);
    expect_mask(word, wdm_bits(wdm_all()), ALL_DOUBLES);
    expect_mask(word, wdm_bits(wd_eq(wd_select(wdm_all(), wd_set1(1), wd_set1(2)), wd_set1(1))), ALL_DOUBLES);
    expect_mask(word, wdm_bits(wd_eq(wd_select(wdm_none(), wd_set1(1), wd_set1(2)), wd_set1(2))), ALL_DOUBLES);
}

static unsigned plain_and(unsigned a, unsigned b) {
    return a & b;
}
static unsigned plain_or(unsigned a, unsigned b) {
    return a | b;
}
static unsigned plain_andnot(unsigned a, unsigned b) {
    return a & ~b;
}
static unsigned plain_not(unsigned a, unsigned b) {
    (void)b;
    return ~a;
}

typedef struct mask_word {
    const char *word;
    wm (*one)(wm);
    wm (*two)(wm, wm);
    unsigned (*plain)(unsigned, unsigned);
} mask_word;

static const mask_word mask_words[] = {
    {"wm_not", wm_not, NULL, plain_not},
    {"wm_and", NULL, wm_and, plain_and},
    {"wm_or", NULL, wm_or, plain_or},
    {"wm_andnot", NULL, wm_andnot, plain_andnot},
};

/* Where selecting by the result goes too: a mask is more than its bits on some instruction sets. */
static void test_mask_word(const mask_word *row) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        unsigned a = (unsigned)random_bits() & ALL, b = (unsigned)random_bits() & ALL, expected = row->plain(a, b) & ALL;
        wm got = row->one != NULL ? row->one(mask_of(a)) : row->two(mask_of(a), mask_of(b));
        expect_mask(row->word, wm_bits(got), expected);
        expect_mask(row->word, wm_bits(w_eq(w_select(got, w_set1(1), w_set1(2)), w_set1(1))), expected);
    }
}

typedef struct double_mask_word {
    const char *word;
    wdm (*one)(wdm);
    wdm (*two)(wdm, wdm);
    unsigned (*plain)(unsigned, unsigned);
} double_mask_word;

static const double_mask_word double_mask_words[] = {
    {"wdm_not", wdm_not, NULL, plain_not},
    {"wdm_and", NULL, wdm_and, plain_and},
    {"wdm_or", NULL, wdm_or, plain_or},
    {"wdm_andnot", NULL, wdm_andnot, plain_andnot},
};

static void test_double_mask_word(const double_mask_word *row) {
    for (int trial = 0; trial < ROUNDS; trial++) {
        unsigned a = (unsigned)random_bits() & ALL_DOUBLES, b = (unsigned)random_bits() & ALL_DOUBLES;
        unsigned expected = row->plain(a, b) & ALL_DOUBLES;
        wdm got = row->one != NULL ? row->one(mask_of_doubles(a)) : row->two(mask_of_doubles(a), mask_of_doubles(b));
        expect_mask(row->word, wdm_bits(got), expected);
        expect_mask(row->word, wdm_bits(wd_eq(wd_select(got, wd_set1(1), wd_set1(2)), wd_set1(1))), expected);
    }
}

static const own_test own_tests_of_masks[] = {
    {"wm_bits", test_wm_bits},       {"wm_of_bits", test_wm_of_bits}, {"wdm_bits", test_wdm_bits},
    {"wm_none", test_wm_constants},  {"wm_all", test_wm_constants},   {"wdm_none", test_wdm_constants},
    {"wdm_all", test_wdm_constants},
};

static unsigned test_masks(void) {
    enum { ROWS = sizeof mask_words / sizeof *mask_words, DOUBLE_ROWS = sizeof double_mask_words / sizeof *double_mask_words };
    for (int i = 0; i < ROWS; i++)
        test_mask_word(&mask_words[i]);
    for (int i = 0; i < DOUBLE_ROWS; i++)
        test_double_mask_word(&double_mask_words[i]);
    return ROWS + DOUBLE_ROWS + run_own_tests(own_tests_of_masks, sizeof own_tests_of_masks / sizeof *own_tests_of_masks);
}

#endif
