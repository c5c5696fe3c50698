#include "turn.h"

#include <string.h>

uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int32_t float_key(float value) {
    const int32_t magnitude = (int32_t)(float_bits(value) & 0x7fffffff);
    return float_bits(value) >> 31 ? -magnitude : magnitude;
}

/* Whole numbers in two's complement, the least word first. A finite float32 is a multiple of 2^-149 below 2^128 in magnitude (IEEE
 * 754-2019, table 3.5), so 278 bits with the sign; a difference of two has 279, a difference of two products of these 558. */
enum { WORDS = 18 };

typedef struct whole {
    uint32_t word[WORDS];
} whole;

static whole minus(whole a, whole b) {
    uint64_t carry = 1; /* a - b = a + ~b + 1 */
    for (int i = 0; i < WORDS; i++) {
        carry += (uint64_t)a.word[i] + (uint32_t)~b.word[i];
        a.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

/* In units of 2^-149. */
static whole whole_of(float value) {
    const uint32_t bits = float_bits(value), field = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    const uint32_t shift = field == 0 ? 0 : field - 1;
    const uint64_t placed = (uint64_t)(field == 0 ? fraction : fraction | 0x800000) << shift % 32;
    const whole zero = {{0}};
    whole n = zero;
    n.word[shift / 32] = (uint32_t)placed;
    n.word[shift / 32 + 1] = (uint32_t)(placed >> 32);
    return bits >> 31 ? minus(zero, n) : n;
}

/* Modulo 2^576, which is exact where the product fits. */
static whole times(const whole *a, const whole *b) {
    whole product = {{0}};
    for (int i = 0; i < WORDS; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < WORDS; j++) {
            carry += (uint64_t)a->word[i] * b->word[j] + product.word[i + j];
            product.word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

static int sign_of(const whole *a) {
    if (a->word[WORDS - 1] >> 31)
        return -1;
    for (int i = 0; i < WORDS; i++)
        if (a->word[i] != 0)
            return 1;
    return 0;
}

int turn_of(float_point p, float_point q, float_point r) {
    const whole qx = whole_of(q.x), qy = whole_of(q.y);
    const whole ex = minus(qx, whole_of(p.x)), ey = minus(qy, whole_of(p.y));
    const whole fx = minus(whole_of(r.x), qx), fy = minus(whole_of(r.y), qy);
    const whole cross = minus(times(&ex, &fy), times(&ey, &fx));
    return sign_of(&cross);
}
