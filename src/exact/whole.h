/* whole.h — whole numbers of a few hundred bits: signs of polynomials in numbers that span few enough bits, for a hundredth of what
 * expansions (number.h) take. Only where the compiler has numbers of 128 bits. */
#ifndef SEPAL_EXACT_WHOLE_H
#define SEPAL_EXACT_WHOLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
#define SEPAL_HAS_WHOLE 1
__extension__ typedef __int128 sepal_whole128;
__extension__ typedef unsigned __int128 sepal_natural128;

static inline sepal_natural128 sepal_whole_magnitude(sepal_whole128 v) {
    return v < 0 ? -(sepal_natural128)v : (sepal_natural128)v;
}

/* The number of bits of a magnitude: it is less than 2 to the power of that. */
static inline int sepal_natural128_bits(sepal_natural128 v) {
    const uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
    return high != 0 ? 128 - __builtin_clzll(high) : low != 0 ? 64 - __builtin_clzll(low) : 0;
}

/* A double as an odd whole number times 2^*unit; 0 as 0. */
static inline int64_t sepal_whole_of_double(double v, int *unit) {
    uint64_t word;
    memcpy(&word, &v, sizeof word);
    const int field = (int)(word >> 52 & 0x7ff);
    const uint64_t bits = (word & 0xfffffffffffff) | (field > 0 ? (uint64_t)1 << 52 : 0);
    *unit = 0;
    if (bits == 0)
        return 0;
    const int zeros = __builtin_ctzll(bits);
    *unit = (field > 0 ? field : 1) - 1075 + zeros;
    const int64_t odd = (int64_t)(bits >> zeros);
    return word >> 63 != 0 ? -odd : odd;
}

/* --- Natural numbers ------------------------------------------------------------------------------ */

/* Parts of 64 bits, the lowest first. */
enum { SEPAL_NATURAL_PARTS = 8 };
typedef struct sepal_natural {
    uint64_t part[SEPAL_NATURAL_PARTS];
} sepal_natural;

/* out = p q, of count_p + count_q parts. */
static inline void sepal_natural_multiply(const uint64_t *p, int count_p, const uint64_t *q, int count_q, uint64_t *out) {
    for (int k = 0; k < count_p + count_q; k++)
        out[k] = 0;
    for (int i = 0; i < count_p; i++) {
        sepal_natural128 carry = 0;
        for (int j = 0; j < count_q; j++) {
            carry += (sepal_natural128)p[i] * q[j] + out[i + j];
            out[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
        out[i + count_q] = (uint64_t)carry;
    }
}

/* The product of numbers of at most four parts. */
static inline sepal_natural sepal_natural_product(const sepal_natural *p, const sepal_natural *q) {
    sepal_natural out;
    for (int k = SEPAL_NATURAL_PARTS / 2; k < SEPAL_NATURAL_PARTS; k++)
        assert(p->part[k] == 0 && q->part[k] == 0);
    sepal_natural_multiply(p->part, SEPAL_NATURAL_PARTS / 2, q->part, SEPAL_NATURAL_PARTS / 2, out.part);
    return out;
}

static inline int sepal_natural_bits(const sepal_natural *v) {
    for (int k = SEPAL_NATURAL_PARTS - 1; k >= 0; k--)
        if (v->part[k] != 0)
            return 64 * k + 64 - __builtin_clzll(v->part[k]);
    return 0;
}

/* v times 2^by, which fits; by >= 0. */
static inline void sepal_natural_shift(sepal_natural *v, int by) {
    assert(by >= 0 && sepal_natural_bits(v) + by <= 64 * SEPAL_NATURAL_PARTS);
    const int parts = by / 64, rest = by % 64;
    for (int k = SEPAL_NATURAL_PARTS - 1; k >= 0; k--) {
        const uint64_t high = k >= parts ? v->part[k - parts] : 0, low = k > parts ? v->part[k - parts - 1] : 0;
        v->part[k] = rest == 0 ? high : high << rest | low >> (64 - rest);
    }
}

/* The sign of p 2^shift - q. If both have as many bits, the one that is shifted fits. */
static inline int sepal_natural_compare(sepal_natural p, sepal_natural q, int shift) {
    const int of_p = sepal_natural_bits(&p), of_q = sepal_natural_bits(&q);
    if (of_p == 0 || of_q == 0 || of_p + shift != of_q)
        return of_p == 0 ? -(of_q != 0) : of_q == 0 || of_p + shift > of_q ? 1 : -1;
    sepal_natural_shift(shift > 0 ? &p : &q, shift > 0 ? shift : -shift);
    for (int k = SEPAL_NATURAL_PARTS - 1; k >= 0; k--)
        if (p.part[k] != q.part[k])
            return p.part[k] > q.part[k] ? 1 : -1;
    return 0;
}

/* --- Vectors -------------------------------------------------------------------------------------- */

/* Three whole numbers times 2^unit, each less than 2^bits in magnitude, bits < 127. */
typedef struct sepal_whole_vector {
    sepal_whole128 x[3];
    int unit, bits;
} sepal_whole_vector;

/* A sum of three products of such numbers: parts of 64 bits, the lowest first, as two's complement. */
typedef struct sepal_whole256 {
    uint64_t part[4];
} sepal_whole256;

static inline void sepal_whole_measure(sepal_whole_vector *v) {
    const sepal_natural128 any = sepal_whole_magnitude(v->x[0]) | sepal_whole_magnitude(v->x[1]) | sepal_whole_magnitude(v->x[2]);
    v->bits = sepal_natural128_bits(any);
}

/* p - q, p x q; false if that may not fit. */
static inline bool sepal_whole_minus(const sepal_whole_vector *p, const sepal_whole_vector *q, sepal_whole_vector *out) {
    const int unit = p->bits == 0 ? q->unit : q->bits == 0 ? p->unit : p->unit < q->unit ? p->unit : q->unit;
    const int by_p = p->bits == 0 ? 0 : p->unit - unit, by_q = q->bits == 0 ? 0 : q->unit - unit;
    if (p->bits + by_p > 125 || q->bits + by_q > 125)
        return false;
    for (int k = 0; k < 3; k++)
        out->x[k] = p->x[k] * ((sepal_whole128)1 << by_p) - q->x[k] * ((sepal_whole128)1 << by_q);
    out->unit = unit;
    sepal_whole_measure(out);
    return true;
}
static inline bool sepal_whole_cross(const sepal_whole_vector *p, const sepal_whole_vector *q, sepal_whole_vector *out) {
    if (p->bits + q->bits > 125)
        return false;
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        out->x[k] = p->x[y] * q->x[z] - p->x[z] * q->x[y];
    }
    out->unit = p->unit + q->unit;
    sepal_whole_measure(out);
    return true;
}

/* p . q 2^-(the sum of their units) */
static inline sepal_whole256 sepal_whole_dot(const sepal_whole_vector *p, const sepal_whole_vector *q) {
    assert(p->bits < 127 && q->bits < 127);
    sepal_whole256 sum = {{0, 0, 0, 0}};
    if (p->bits + q->bits <= 125) {
        const sepal_whole128 dot = (p->x[0] * q->x[0] + p->x[1] * q->x[1]) + p->x[2] * q->x[2];
        const uint64_t sign = dot < 0 ? UINT64_MAX : 0;
        return (sepal_whole256){{(uint64_t)dot, (uint64_t)((sepal_natural128)dot >> 64), sign, sign}};
    }
    for (int i = 0; i < 3; i++) {
        const sepal_natural128 a = sepal_whole_magnitude(p->x[i]), b = sepal_whole_magnitude(q->x[i]);
        const uint64_t of_a[2] = {(uint64_t)a, (uint64_t)(a >> 64)}, of_b[2] = {(uint64_t)b, (uint64_t)(b >> 64)};
        const uint64_t flip = (p->x[i] < 0) != (q->x[i] < 0) ? UINT64_MAX : 0; /* -v = ~v + 1 */
        uint64_t product[4];
        sepal_natural_multiply(of_a, 2, of_b, 2, product);
        sepal_natural128 carry = flip & 1;
        for (int k = 0; k < 4; k++) {
            carry += (sepal_natural128)sum.part[k] + (product[k] ^ flip);
            sum.part[k] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    return sum;
}

static inline int sepal_whole_sign(const sepal_whole256 *v) {
    return (v->part[3] >> 63) != 0 ? -1 : (v->part[0] | v->part[1] | v->part[2] | v->part[3]) != 0;
}

/* |v| */
static inline sepal_natural sepal_whole_natural(const sepal_whole256 *v) {
    const uint64_t flip = (v->part[3] >> 63) != 0 ? UINT64_MAX : 0;
    sepal_natural out = {{0}};
    sepal_natural128 carry = flip & 1;
    for (int k = 0; k < 4; k++) {
        carry += v->part[k] ^ flip;
        out.part[k] = (uint64_t)carry;
        carry >>= 64;
    }
    return out;
}
static inline sepal_natural sepal_natural_of(sepal_natural128 v) {
    return (sepal_natural){{(uint64_t)v, (uint64_t)(v >> 64)}};
}
#endif

#endif
