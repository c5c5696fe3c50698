#include "turn.h"

#include <string.h>

uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int32_t float_key(float value) {
    int32_t magnitude = (int32_t)(float_bits(value) & 0x7fffffff);
    return float_bits(value) >> 31 ? -magnitude : magnitude;
}

/* Integers in two's complement, the least significant word first; `words` words are in use. A finite float32 is a multiple of
 * 2^(k - 150) below 2^(k - 126) in magnitude, where k is its biased exponent, or 1 if that is 0 (IEEE 754-2019, table 3.5). In
 * units of the least multiple among some floats whose k differ by at most d, the floats are below 2^(24 + d), their differences
 * below 2^(25 + d), and differences of products of these below 2^(51 + 2d). With one bit for the sign these are 52 + 2d bits,
 * and at most 558. */
enum { WORDS = 18 };

typedef struct whole {
    uint32_t word[WORDS];
} whole;

static int words_for(uint32_t d) {
    return (int)(52 + 2 * d + 31) / 32;
}

static uint32_t exponent_of(float value) {
    uint32_t field = float_bits(value) >> 23 & 0xff;
    return field == 0 ? 1 : field;
}

static whole minus(int words, whole a, whole b) {
    uint64_t carry = 1; /* a - b = a + ~b + 1 */
    for (int i = 0; i < words; i++) {
        carry += (uint64_t)a.word[i] + (uint32_t)~b.word[i];
        a.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

/* In units of 2^(least - 150). */
static whole whole_of(int words, float value, uint32_t least) {
    whole zero = {{0}};
    uint32_t bits = float_bits(value), fraction = bits & 0x7fffff;
    if (bits << 1 == 0)
        return zero;
    uint32_t shift = exponent_of(value) - least;
    uint64_t placed = (uint64_t)((bits >> 23 & 0xff) == 0 ? fraction : fraction | 0x800000) << shift % 32;
    whole n = zero;
    n.word[shift / 32] = (uint32_t)placed;
    n.word[shift / 32 + 1] = (uint32_t)(placed >> 32);
    return bits >> 31 ? minus(words, zero, n) : n;
}

/* Modulo 2^(32 words), which is exact where the product fits. */
static whole times(int words, const whole *a, const whole *b) {
    whole product = {{0}};
    for (int i = 0; i < words; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < words; j++) {
            carry += (uint64_t)a->word[i] * b->word[j] + product.word[i + j];
            product.word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

static int sign_of(int words, const whole *a) {
    if (a->word[words - 1] >> 31)
        return -1;
    for (int i = 0; i < words; i++)
        if (a->word[i] != 0)
            return 1;
    return 0;
}

int turn_of(float_point p, float_point q, float_point r) {
    const float values[6] = {p.x, p.y, q.x, q.y, r.x, r.y};
    uint32_t least = 254, most = 1;
    for (int k = 0; k < 6; k++)
        if (float_bits(values[k]) << 1 != 0) { /* zeros are multiples of anything */
            uint32_t exponent = exponent_of(values[k]);
            least = exponent < least ? exponent : least;
            most = exponent > most ? exponent : most;
        }
    int n = words_for(most > least ? most - least : 0);
    whole qx = whole_of(n, q.x, least), qy = whole_of(n, q.y, least);
    whole ex = minus(n, qx, whole_of(n, p.x, least)), ey = minus(n, qy, whole_of(n, p.y, least));
    whole fx = minus(n, whole_of(n, r.x, least), qx), fy = minus(n, whole_of(n, r.y, least), qy);
    whole cross = minus(n, times(n, &ex, &fy), times(n, &ey, &fx));
    return sign_of(n, &cross);
}
