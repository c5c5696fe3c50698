/* outward.c — the sum of floats, rounded down, where double has too few bits: by whole numbers. */
#include "arithmetic.h"

#include "compiler.h"
#include "outward.h"

#include <stdbool.h>

/* A sum of floats as a whole number of 2^-149, in two's complement: a float has at most 277 bits, and one beyond the range
 * is put at 2^137, so that 16 of them have 291. */
enum { WORDS = 5, FRACTION = 23, INFINITE = 255, LARGEST = 0x7f7fffff };

static void add_to(uint64_t sum[WORDS], float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    const bool negative = bits >> 31 != 0;
    const uint32_t exponent = bits >> FRACTION & 255, fraction = bits & ((1U << FRACTION) - 1);
    const uint64_t whole = exponent == 0 ? fraction : fraction | 1U << FRACTION;
    const unsigned shift = exponent == 0 ? 0 : exponent == INFINITE ? INFINITE + 8 : exponent - 1, at = shift / 64, by = shift % 64;
    uint64_t carry = negative;
    for (unsigned k = 0; k < WORDS; k++) {
        uint64_t word = k == at ? whole << by : k == at + 1 && by > 0 ? whole >> (64 - by) : 0;
        word = negative ? ~word : word;
        const uint64_t with_carry = sum[k] + carry;
        carry = with_carry < carry;
        sum[k] = with_carry + word;
        carry += sum[k] < word;
    }
}

/* The sum, in whole numbers. */
SEPAL_NOINLINE static float sum_down_in_whole_numbers(const float *numbers, size_t count) {
    uint64_t sum[WORDS] = {0};
    for (size_t k = 0; k < count; k++)
        add_to(sum, numbers[k]);
    const bool negative = sum[WORDS - 1] >> 63 != 0;
    uint64_t carry = negative;
    for (unsigned k = 0; k < WORDS; k++) { /* the magnitude */
        sum[k] = (negative ? ~sum[k] : sum[k]) + carry;
        carry = carry != 0 && sum[k] == 0;
    }
    unsigned last = WORDS - 1;
    while (last > 0 && sum[last] == 0)
        last--;
    unsigned top = 64 * last + 63;
    while (top > FRACTION && (sum[top / 64] >> top % 64 & 1) == 0)
        top--;
    const unsigned lowest = top - FRACTION, at = lowest / 64, by = lowest % 64; /* of the bits that a float keeps */
    const uint64_t above = by > 0 && at + 1 < WORDS ? sum[at + 1] << (64 - by) : 0;
    const uint32_t kept = (uint32_t)(sum[at] >> by | above) & ((2U << FRACTION) - 1);
    bool lost = by > 0 && sum[at] << (64 - by) != 0;
    for (unsigned k = 0; k < at; k++)
        lost = lost || sum[k] != 0;
    /* What is kept and its exponent add up to the bits of the float, also where it is subnormal, and where a carry goes into the
     * exponent. */
    uint32_t bits = (lowest << FRACTION) + kept + (negative && lost ? 1 : 0);
    bits = bits < LARGEST ? bits : LARGEST;
    bits |= negative ? 0x80000000 : 0;
    float down;
    memcpy(&down, &bits, sizeof down);
    return down;
}

/* a + b, rounded; error: receives what rounding took from it (Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem
 * B). */
static double add_with_error(double a, double b, double *error) {
    const double sum = a + b, b_of_sum = sum - a;
    *error = (a - (sum - b_of_sum)) + (b - b_of_sum);
    return sum;
}

/* In double, if at most one addition is not exact, as where a place is far greater than all around it. Then the sum and its error say on
 * which side of the nearest float the real number is, unless others might lie between them. */
float sepal_sum_down(const float *numbers, size_t count) {
    double sum = 0, rest = 0;
    int inexact = 0;
    for (size_t k = count; k > 0; k--) {
        double error;
        sum = add_with_error(sum, (double)numbers[k - 1], &error);
        inexact += error != 0;
        rest = error != 0 ? error : rest;
    }
    const double beyond = (double)(float)sum - sum; /* is infinite beyond the range, and the rest NaN if a number is infinite */
    const bool is_clear = beyond != 0 ? fabs(rest) < fabs(beyond) : fabs(rest) < fabs(sum) * 0x1p-26;
    if (inexact > 1 || !(rest == 0 || is_clear))
        return sum_down_in_whole_numbers(numbers, count);
    float down;
    (void)sepal_round_down(sum, 0, &down);
    if (beyond == 0 && rest < 0)
        down = down == -FLT_MAX ? down : nextafterf(down, -INFINITY);
    return down;
}
