/* test_answers.c — lists of the answers that are yes, against a loop over the bits. */
#include "../common/allocators.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <sepal/base.h>
#include <string.h>

enum { MOST = 700 };

/* Words of random bits, of which about `share` in eight are set; 8 sets all. */
static void fill(uint64_t *bits, size_t words, unsigned share, uint64_t seed) {
    rng r = {seed};
    for (size_t k = 0; k < words; k++) {
        bits[k] = 0;
        for (unsigned bit = 0; bit < 64; bit++)
            bits[k] |= (uint64_t)(rng_real(&r, 0, 8) < share) << bit;
    }
}

/* Compares with a loop over the bits. All arrays end at a page that may not be touched. */
static void check_answers(size_t count, unsigned share, uint64_t seed) {
    size_t words = SEPAL_BIT_WORDS(count), expected = 0, found = 0, found_pairs = 0;
    uint64_t *bits = guarded(words * sizeof *bits);
    sepal_pair *pairs = guarded(count * sizeof *pairs);
    fill(bits, words, share, seed);
    for (size_t i = 0; i < count; i++) {
        expected += bits[i / 64] >> i % 64 & 1;
        pairs[i] = (sepal_pair){(uint32_t)(7 * i + 1), (uint32_t)(count - i)};
    }
    cr_assert_eq(sepal_bits_count(bits, count), expected, "%zu answers", count);
    uint32_t *list = guarded(expected * sizeof *list);
    sepal_pair *listed = guarded(expected * sizeof *listed);
    cr_assert_eq(sepal_bits_list(bits, count, list, &found), SEPAL_OK);
    cr_assert_eq(sepal_bits_pairs(bits, pairs, count, listed, &found_pairs), SEPAL_OK);
    cr_assert(found == expected && found_pairs == expected);
    for (size_t i = 0, k = 0; i < count; i++) {
        if ((bits[i / 64] >> i % 64 & 1) == 0)
            continue;
        cr_assert_eq(list[k], i, "%zu answers, number %zu", count, k);
        cr_assert(listed[k].a == pairs[i].a && listed[k].b == pairs[i].b, "%zu answers, pair %zu", count, k);
        k++;
    }
    cr_assert_eq(sepal_bits_pairs(bits, pairs, count, pairs, &found_pairs), SEPAL_OK);
    cr_assert(found_pairs == expected && (expected == 0 || memcmp(pairs, listed, expected * sizeof *listed) == 0), "in place");
    guarded_release(bits, words * sizeof *bits);
    guarded_release(pairs, count * sizeof *pairs);
    guarded_release(list, expected * sizeof *list);
    guarded_release(listed, expected * sizeof *listed);
}

Test(answers, lists_are_those_of_a_loop) {
    for (size_t count = 1; count < MOST; count += count < 200 ? 1 : 61)
        for (unsigned share = 0; share <= 8; share += 4)
            check_answers(count, share, count * 9 + share);
}

Test(answers, bad_arguments_change_nothing) {
    const uint64_t none[2] = {0, ~UINT64_C(0) << 6}, some[1] = {5};
    const sepal_pair pairs[70] = {{0, 0}};
    uint32_t list[2] = {8, 9};
    sepal_pair listed[2] = {{1, 2}, {3, 4}};
    size_t found = 77;
    cr_assert_eq(sepal_bits_count(NULL, 70), 0U);
    cr_assert_eq(sepal_bits_list(NULL, 1, list, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_list(some, 3, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_list(some, 3, list, NULL), SEPAL_BAD_ARGUMENT);
    if (SIZE_MAX > UINT32_MAX)
        cr_assert_eq(sepal_bits_list(some, (size_t)UINT32_MAX + 2, list, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_pairs(NULL, pairs, 1, listed, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_pairs(some, NULL, 3, listed, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_pairs(some, pairs, 3, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_bits_pairs(some, pairs, 3, listed, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert(found == 77 && list[0] == 8 && list[1] == 9 && listed[0].a == 1 && listed[1].b == 4);
    /* Where nothing is found, no list is needed. */
    cr_assert_eq(sepal_bits_list(none, 70, NULL, &found), SEPAL_OK);
    cr_assert_eq(found, 0U);
    found = 77;
    cr_assert_eq(sepal_bits_pairs(none, pairs, 70, NULL, &found), SEPAL_OK);
    cr_assert_eq(found, 0U);
    found = 77;
    cr_assert_eq(sepal_bits_list(NULL, 0, NULL, &found), SEPAL_OK);
    cr_assert_eq(found, 0U);
    found = 77;
    cr_assert_eq(sepal_bits_pairs(NULL, NULL, 0, NULL, &found), SEPAL_OK);
    cr_assert_eq(found, 0U);
}
