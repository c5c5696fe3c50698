/* simd.h — the vocabulary of the kernels: one float per lane, one pair of shapes per lane. What each word means is said here once;
 * wide_x4.h, wide_x8.h and wide_x16.h say it in instructions, through SIMDe, which turns them into those of the target.
 *
 * Types
 *   w    SEPAL_LANES floats                         wm   a truth value for each lane of a w
 *   wd   SEPAL_LANES / 2 doubles                    wdm  a truth value for each lane of a wd
 * Words (w; the same with wd_ on doubles)
 *   w_set1(s)               s in every lane
 *   w_load(p), w_store(p,a) SEPAL_LANES floats at p, any alignment
 *   w_add w_sub w_mul       rounded once each
 *   w_div w_sqrt            rounded once each; not on doubles
 *   w_madd, w_msub(a, b, c) a * b + c, a * b - c: rounded once where the target can, else twice. For filters only: their bounds
 *                           allow for both
 *   w_min w_max             of two numbers; if one is NaN, or both are zeros, either operand
 *   w_abs(a)                |a|
 *   w_flip(a, s)            a with its sign flipped in the lanes where s has its sign bit set
 *   w_gt w_eq, wd_ge        a > b, a == b, a >= b; false for NaN
 *   w_select(m, a, b)       m ? a : b
 *   wm_and wm_or wm_andnot  on truth values; wm_andnot(a, b) = a and not b
 *   wm_bits(m)              lane k as bit k
 *   w_greatest(a)           the greatest lane, as a float
 *   wd_of(a, half)          the lower (half = 0) or upper half of a w, converted: exact
 *   w_of(low, high)         the two halves back, each rounded once
 *   wd_products_gt, wd_products_ge(a, b, c, d)   a * b > c * d, a * b >= c * d, exactly
 *   w_load_quads(at, n, out)  lane k of out[f] = at[k][f] for f = 0 .. 4n-1: n quads of 16 aligned bytes for each lane, transposed
 *   w_load_eight(at, out)     the same for n = 2
 *   w_store_quads(at, n, in) at[k][f] = lane k of in[f] for f = 0 .. 4n-1: the same back
 *   w_store_run(to, n, in)    the same to places that follow each other: at[k] = to + 4nk, n <= 8 */
#ifndef SEPAL_SIMD_SIMD_H
#define SEPAL_SIMD_SIMD_H

#include "../core/compiler.h"

#if SEPAL_LANES == 16
#include "simd_x16.h"
#elif SEPAL_LANES == 8
#include "simd_x8.h"
#elif SEPAL_LANES == 4
#include "simd_x4.h"
#else
#error "SEPAL_LANES must be 4, 8 or 16"
#endif

/* Row by row, so that the addresses of only a few lanes are needed at a time. */
SPECIALISED void w_load_quads(const float *const *at, int count, w *out) {
    for (int row = 0; row < 4; row++)
        for (int quad = 0; quad < count; quad++)
            out[4 * quad + row] = w_quad_row(at + row, quad);
    for (int quad = 0; quad < count; quad++)
        w_transpose(out + 4 * quad);
}
#ifndef W_LOADS_EIGHT
static inline void w_load_eight(const float *const *at, w *out) {
    w_load_quads(at, 2, out);
}
#endif
SPECIALISED void w_store_quads(float *const *at, int count, const w *in) {
    for (int quad = 0; quad < count; quad++) {
        w rows[4] = {in[4 * quad], in[4 * quad + 1], in[4 * quad + 2], in[4 * quad + 3]};
        w_transpose(rows);
        for (int row = 0; row < 4; row++)
            w_store_row(at + row, quad, rows[row]);
    }
}

/* Quads in the order in which they lie in memory: register 0 the first ones of each quarter of the run, and so on; then as many
 * registers as have quads are turned round at a time. */
SPECIALISED void w_store_run(float *to, int count, const w *in) {
    enum { QUADS = SEPAL_LANES / 4 };
    w list[32];
    for (int quad = 0; quad < count; quad++) {
        w rows[4] = {in[4 * quad], in[4 * quad + 1], in[4 * quad + 2], in[4 * quad + 3]};
        w_transpose(rows);
        for (int row = 0; row < 4; row++)
            list[row * count + quad] = rows[row];
    }
    for (int i = 0; i < 4 * count; i += QUADS) {
        w_transpose_quads(list + i);
        for (int k = 0; k < QUADS; k++)
            w_store(to + 16 * count * k + 4 * i, list[i + k]);
    }
}

/* Two coordinates. */
typedef struct w2 {
    w x, y;
} w2;

static inline w2 w2_sub(w2 a, w2 b) {
    return (w2){w_sub(a.x, b.x), w_sub(a.y, b.y)};
}
static inline w2 w2_add(w2 a, w2 b) {
    return (w2){w_add(a.x, b.x), w_add(a.y, b.y)};
}
static inline w2 w2_select(wm m, w2 a, w2 b) {
    return (w2){w_select(m, a.x, b.x), w_select(m, a.y, b.y)};
}
/* a . b */
static inline w w_dot(w2 a, w2 b) {
    return w_madd(a.x, b.x, w_mul(a.y, b.y));
}
/* a x b = ax by - ay bx: twice the area that a and b span, positive if b is left of a */
static inline w w_cross(w2 a, w2 b) {
    return w_msub(a.x, b.y, w_mul(a.y, b.x));
}

/* a * b > c * d, and a * b >= c * d, as if with real numbers (no range problem for differences of float32 values).
 *
 * Fused: let q = c * d rounded, t = c * d - q and s = a * b - q, where t is exact. Rounding is monotonic, so s > t and s < t are
 * the answers for the exact values; and if s = t, then a * b - q is less than a unit in the last place of q and a multiple of the
 * last of the 106 bits of a * b, hence s was exact as well, and the products are equal. */
#ifdef W_FUSED
static inline wdm wd_products_gt(wd a, wd b, wd c, wd d) {
    wd q = wd_mul(c, d);
    return wd_gt(wd_msub(a, b, q), wd_msub(c, d, q));
}
static inline wdm wd_products_ge(wd a, wd b, wd c, wd d) {
    wd q = wd_mul(c, d);
    return wd_ge(wd_msub(a, b, q), wd_msub(c, d, q));
}
#else
/* a * b - p for p = a * b rounded. Dekker's two-product: halves of 26 and 27 bits, whose products are exact (Shewchuk 1997,
 * theorem 18). */
static inline wd wd_tail(wd a, wd b, wd p) {
    wd splitter = wd_set1(0x1p27 + 1);
    wd a_scaled = wd_mul(a, splitter), b_scaled = wd_mul(b, splitter);
    wd a_high = wd_sub(a_scaled, wd_sub(a_scaled, a)), b_high = wd_sub(b_scaled, wd_sub(b_scaled, b));
    wd a_low = wd_sub(a, a_high), b_low = wd_sub(b, b_high);
    wd rest = wd_sub(p, wd_mul(a_high, b_high));
    rest = wd_sub(rest, wd_mul(a_low, b_high));
    rest = wd_sub(rest, wd_mul(a_high, b_low));
    return wd_sub(wd_mul(a_low, b_low), rest);
}
/* Where the rounded products differ they compare as the exact ones do; where they are equal, their errors compare. */
static inline wdm wd_products_gt(wd a, wd b, wd c, wd d) {
    wd p = wd_mul(a, b), q = wd_mul(c, d);
    wdm equal = wd_eq(p, q);
    if (wdm_bits(equal) == 0)
        return wd_gt(p, q);
    return wdm_or(wd_gt(p, q), wdm_and(equal, wd_gt(wd_tail(a, b, p), wd_tail(c, d, q))));
}
static inline wdm wd_products_ge(wd a, wd b, wd c, wd d) {
    wd p = wd_mul(a, b), q = wd_mul(c, d);
    wdm equal = wd_eq(p, q);
    if (wdm_bits(equal) == 0)
        return wd_gt(p, q);
    return wdm_or(wd_gt(p, q), wdm_and(equal, wd_ge(wd_tail(a, b, p), wd_tail(c, d, q))));
}
#endif

#endif
