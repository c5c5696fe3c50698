/* whole.h — whole numbers of a few hundred bits: signs of polynomials in coordinates that span few enough bits, for a hundredth of
 * what expansions (number.h) take. Only where the compiler has numbers of 128 bits. */
#ifndef SEPAL_EXACT_WHOLE_H
#define SEPAL_EXACT_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SIZEOF_INT128__
#define SEPAL_HAS_WHOLE 1
__extension__ typedef __int128 sepal_whole128;
__extension__ typedef unsigned __int128 sepal_natural128;

/* Parts of 64 bits, the lowest first; three of them are a number with a sign, as two's complement. */
typedef struct sepal_whole192 {
    uint64_t part[3];
} sepal_whole192;

/* The cross product of vectors whose components are below 2^61 in magnitude: those of the product are below 2^123. */
static inline void sepal_whole_cross(const int64_t p[3], const int64_t q[3], sepal_whole128 out[3]) {
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        out[k] = (sepal_whole128)p[y] * q[z] - (sepal_whole128)p[z] * q[y];
    }
}

/* The magnitude of a number. */
static inline sepal_natural128 sepal_whole_magnitude(sepal_whole128 v) {
    return v < 0 ? -(sepal_natural128)v : (sepal_natural128)v;
}

/* sum + n x */
static inline void sepal_whole_add_product(sepal_whole192 *sum, sepal_whole128 n, int64_t x) {
    const sepal_natural128 size = sepal_whole_magnitude(n);
    const uint64_t by = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    const sepal_natural128 low = (sepal_natural128)(uint64_t)size * by;
    const sepal_natural128 high = (sepal_natural128)(uint64_t)(size >> 64) * by + (uint64_t)(low >> 64);
    const uint64_t flip = (n < 0) != (x < 0) ? UINT64_MAX : 0; /* -v = ~v + 1 */
    const uint64_t part[3] = {(uint64_t)low ^ flip, (uint64_t)high ^ flip, (uint64_t)(high >> 64) ^ flip};
    sepal_natural128 carry = flip & 1;
    for (int k = 0; k < 3; k++) {
        carry += (sepal_natural128)sum->part[k] + part[k];
        sum->part[k] = (uint64_t)carry;
        carry >>= 64;
    }
}

/* The dot product of such a cross product and a vector with components below 2^61: it is below 2^187. */
static inline sepal_whole192 sepal_whole_dot(const sepal_whole128 n[3], const int64_t v[3]) {
    sepal_whole192 sum = {{0, 0, 0}};
    for (int k = 0; k < 3; k++)
        sepal_whole_add_product(&sum, n[k], v[k]);
    return sum;
}

static inline int sepal_whole_sign(const sepal_whole192 *v) {
    return (v->part[2] >> 63) != 0 ? -1 : (v->part[0] | v->part[1] | v->part[2]) != 0;
}

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

/* The sign of d^2 - reach^2 n . n, for such d and n, and a reach below 2^63. */
static inline int sepal_whole_compare(const sepal_whole192 *d, const sepal_whole128 n[3], uint64_t reach) {
    uint64_t size[3], square[6], length2[4] = {0, 0, 0, 0}, reach2[2], other[6];
    sepal_natural128 carry = (d->part[2] >> 63) & 1;
    const uint64_t flip = carry != 0 ? UINT64_MAX : 0;
    for (int k = 0; k < 3; k++) {
        carry += d->part[k] ^ flip;
        size[k] = (uint64_t)carry;
        carry >>= 64;
    }
    sepal_natural_multiply(size, 3, size, 3, square);
    for (int k = 0; k < 3; k++) {
        const sepal_natural128 v = sepal_whole_magnitude(n[k]);
        const uint64_t half[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
        uint64_t of_one[4];
        sepal_natural_multiply(half, 2, half, 2, of_one);
        carry = 0;
        for (int i = 0; i < 4; i++) {
            carry += (sepal_natural128)length2[i] + of_one[i];
            length2[i] = (uint64_t)carry;
            carry >>= 64;
        }
    }
    sepal_natural_multiply(&reach, 1, &reach, 1, reach2);
    sepal_natural_multiply(length2, 4, reach2, 2, other);
    for (int k = 5; k >= 0; k--)
        if (square[k] != other[k])
            return square[k] > other[k] ? 1 : -1;
    return 0;
}
#endif

#endif
