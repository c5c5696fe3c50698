/* answers.c — lists of the answers that are yes, from their bits. */
#include "arithmetic.h"

#include "compiler.h"
#include <sepal/base.h>
#include <stdbool.h>

/* The word whose first bit is answer `first`, without the bits of answers from `count` on. */
static uint64_t answers_from(const uint64_t *bits, size_t first, size_t count) {
    size_t left = count - first;
    return left >= 64 ? bits[first / 64] : bits[first / 64] & ((UINT64_C(1) << left) - 1);
}

/* Counts the bits of a word in parallel (Warren, Hacker's Delight, section 5-1): compilers make it wide, without an instruction
 * for it. */
static unsigned ones_in(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(word * UINT64_C(0x0101010101010101) >> 56);
}

size_t sepal_bits_count(const uint64_t *bits, size_t count) {
    size_t sum = 0, whole = count / 64;
    if (bits == NULL)
        return 0;
    for (size_t k = 0; k < whole; k++)
        sum += ones_in(bits[k]);
    return count % 64 == 0 ? sum : sum + ones_in(answers_from(bits, 64 * whole, count));
}

static bool any_yes(const uint64_t *bits, size_t count) {
    for (size_t first = 0; first < count; first += 64)
        if (answers_from(bits, first, count) != 0)
            return true;
    return false;
}

sepal_status sepal_bits_list(const uint64_t *bits, size_t count, uint32_t *list, size_t *found) {
    if (found == NULL || (bits == NULL && count > 0) || (count > 0 && count - 1 > UINT32_MAX))
        return SEPAL_BAD_ARGUMENT;
    if (list == NULL && any_yes(bits, count))
        return SEPAL_BAD_ARGUMENT;
    size_t listed = 0;
    for (size_t first = 0; first < count; first += 64)
        for (uint64_t left = answers_from(bits, first, count); left != 0; left &= left - 1)
            list[listed++] = (uint32_t)(first + sepal_lowest_bit(left)); /* NOLINT: any_yes has seen that it is not NULL */
    *found = listed;
    return SEPAL_OK;
}

sepal_status sepal_bits_pairs(const uint64_t *bits, const sepal_pair *pairs, size_t count, sepal_pair *list, size_t *found) {
    if (found == NULL || ((bits == NULL || pairs == NULL) && count > 0) || (list == NULL && any_yes(bits, count)))
        return SEPAL_BAD_ARGUMENT;
    size_t listed = 0;
    for (size_t first = 0; first < count; first += 64)
        for (uint64_t left = answers_from(bits, first, count); left != 0; left &= left - 1)
            list[listed++] = pairs[first + sepal_lowest_bit(left)]; /* NOLINT: any_yes has seen that it is not NULL */
    *found = listed;
    return SEPAL_OK;
}
