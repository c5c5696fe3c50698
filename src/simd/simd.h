/* simd.h — the words in which the kernels are written: one float per lane, one shape or pair of shapes per lane.
 *
 * What each word means is said once, here. simd_sse2.h, simd_avx2.h and simd_avx512.h define it for 4, 8 and 16 lanes through SIMDe, which
 * turns it into instructions of the target. tests/simd/ compares every word with plain C, on every instruction set. Words on
 * vectors of two and of three coordinates are in vec2.h and vec3.h.
 *
 * Types
 *   w                         SEPAL_LANES floats
 *   wd                        SEPAL_LANES / 2 doubles
 *   wi                        SEPAL_LANES integers of 32 bits
 *   wm                        a truth value for each lane of a w or a wi
 *   wdm                       a truth value for each lane of a wd
 *
 * Words on floats; those that have a twin on doubles (wd_add and so on) are marked with a d
 *   w_set1(s)               d s in every lane
 *   w_zero() w_infinity()     +0 and +infinity in every lane
 *   w_load(p) w_store(p, a)   SEPAL_LANES floats at p, of any alignment
 *   w_of_bytes(p)             SEPAL_LANES bytes at p, of any alignment, as numbers from 0 to 255
 *   w_add w_sub w_mul w_div d rounded once each
 *   w_sqrt                    rounded once
 *   w_madd w_msub(a, b, c)    a * b + c and a * b - c, rounded once where the target can, else twice. For filters only, whose
 *                             bounds allow for both
 *   w_min w_max             d of two numbers; if one is NaN, or if both are zeros, either operand
 *   w_abs(a)                d |a|
 *   w_neg(a)                  -a: the sign is flipped, that of a zero too (0 - a would be +0 for both zeros)
 *   w_flip(a, s)            d a with its sign flipped in the lanes where s has its sign bit set
 *   w_gt w_eq               d a > b, a == b; false for NaN. On doubles also wd_ge
 *   w_select(m, a, b)       d a in the lanes where m is true, else b
 *   w_greatest w_least(a)     the greatest and the least lane, as a float; no lane may be NaN
 *   wd_sum(a)                 the sum of all lanes, as one number: the upper half of the lanes is added to the lower one, each sum
 *                             rounded once, and so on with what remains, until one is left
 *   w_next(a, b)              lane k + 1 of a in lane k, and lane 0 of b in the last lane
 *
 * Words on truth values; the same with wdm_
 *   wm_none() wm_all()        false and true in every lane
 *   wm_not wm_and wm_or       lane by lane
 *   wm_andnot(a, b)           a and not b
 *   wm_bits(m)                lane k as bit k; the other bits are 0
 *   wm_of_bits(bits)          bit k as lane k; the other bits mean nothing
 *
 * Words on integers
 *   wi_set1(s)                s in every lane
 *   wi_load(p) wi_store(p, a) SEPAL_LANES integers at p, of any alignment
 *   wi_lane_numbers()         k in lane k
 *   wi_of_bits(a)             the bits of a float as an integer
 *   w_of_bits(i)              and back
 *   wi_add wi_sub             modulo 2^32
 *   wi_and wi_or              bit by bit
 *   wi_gt wi_eq               a > b as signed integers, a == b
 *   wi_select(m, a, b)        a in the lanes where m is true, else b
 *   wi_exponent(a)            the biased exponent of a float: 0 to 255, whatever its sign
 *   wi_halves(low, high)      the lower 16 bits of `low` in the lower half, those of `high` in the upper half
 *
 * Between floats and doubles
 *   wd_of(a, half)            the lower (half = 0) or upper half of a w, converted exactly
 *   w_of(low, high)           the two halves back, each lane rounded once
 *   wd_of_floats(p)           SEPAL_LANES / 2 floats at p, of any alignment, converted exactly
 *
 * Comparing products (products.h)
 *   wd_products_sub(a, b, c, d)
 *                             a number with the exact sign of a * b - c * d: 0 only if the two are equal. All four are finite, and no
 *                             product other than 0 is below 2^-900 or above 2^900 in magnitude, as with differences of float32 values
 *
 * Blocks of memory (blocks.h): lane k of out[f] is the float f at at[k]
 *   w_load_quads(at, n, out)  n quads of 16 bytes for each lane, 16-byte aligned: f = 0 .. 4n-1
 *   w_load_eight(at, out)     two quads for each lane, aligned
 *   w_load_sixteen(at, out)   four quads for each lane, aligned
 *   w_load_any_quad(at, out)  one quad for each lane, of any alignment
 *   wd_load_fours(at, out)    four doubles for each of SEPAL_LANES / 2 lanes, 32-byte aligned: lane k of out[f] is double f at at[k]
 *   w_store_quads(at, n, in)  the reverse of w_load_quads
 *   w_store_run(to, n, in)    the same to places that follow each other: at[k] = to + 4nk, n <= 8
 *   w_load_part(p, n)         n quads at p, 16-byte aligned, in the first 4n lanes, and 0 in the others: n = 1 .. SEPAL_LANES / 4
 *   w_load_around(p, n)       n quads at p, 16-byte aligned, and again until the lanes are full: n = 1 or 2; of 4 lanes, only the
 *                             first quad
 *
 * Pairs of quads, where a register has some (W_QUAD_PAIRS)
 *   w_load_two(p, q)          the quads at p and at q, 16-byte aligned, and again until the lanes are full
 *   w_quad_next(a)            in each quad, lane k + 1 in lane k, and lane 0 in the last lane
 *   w_quad_swap(a)            the two quads of each pair change places
 *
 * What blocks.h is made of
 *   w_quad_row(at, quad)      the aligned quads `quad` of at[0], at[4], at[8] and so on, one beside the other
 *   w_any_row(at)             the same of quad 0, of any alignment
 *   w_store_row(at, quad, a)  the reverse of w_quad_row
 *   w_transpose(rows)         in four registers, each group of four lanes transposed: 4 * g + i of register k and 4 * g + k of
 *                             register i change places
 *   w_transpose_quads(rows)   in as many registers as a register has quads: quad i of register k and quad k of register i change
 *                             places */
#ifndef SEPAL_SIMD_SIMD_H
#define SEPAL_SIMD_SIMD_H

#include "../core/compiler.h"
#include "instructions.h"
#include <math.h>

/* SIMDe would replace instructions that the compiler may not use by slow C, without a word. */
#if !defined(SIMDE_NO_NATIVE)
#if defined(SEPAL_FOR_AVX512) && !(defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__))
#error "for AVX-512 compile with -mavx512f -mavx512dq -mavx512bw -mavx512vl and AVX2's (/arch:AVX512), or SEPAL_WITHOUT_AVX512"
#endif
#if defined(SEPAL_FOR_AVX2) && !(defined(__AVX2__) && (defined(__FMA__) || (defined(_MSC_VER) && !defined(__clang__))))
#error "for AVX2 compile with -mavx2 -mfma -mbmi -mbmi2 -mpopcnt (/arch:AVX2), or all files of sepal with SEPAL_WITHOUT_AVX2"
#endif
#if defined(SEPAL_FOR_SSE2) && defined(__i386__) && !defined(__SSE2__)
#error "for SSE2 compile with -msse2 -mfpmath=sse, or all files of sepal with SEPAL_WITHOUT_SSE2"
#endif
#if defined(SEPAL_FOR_SSE2) && defined(__wasm__) && !defined(__wasm_simd128__)
#error "for simd128 compile with -msimd128, or all files of sepal with SEPAL_WITHOUT_SSE2"
#endif
#endif

#if defined(SEPAL_FOR_AVX512)
#include "simd_avx512.h"
#elif defined(SEPAL_FOR_AVX2)
#include "simd_avx2.h"
#elif defined(SEPAL_FOR_SSE2)
#include "simd_sse2.h"
#else
#error "define SEPAL_FOR_SSE2, SEPAL_FOR_AVX2 or SEPAL_FOR_AVX512 for kernels"
#endif

static inline w w_zero(void) {
    return w_set1(0);
}
static inline w w_infinity(void) {
    return w_set1(INFINITY);
}
static inline float w_least(w a) {
    return -w_greatest(w_neg(a));
}
static inline wm wm_of_bits(unsigned bits) {
    static const int32_t bit_of_lane[16] = {1,      1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                                            1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
    const wi own = wi_load(bit_of_lane);
    return wi_eq(wi_and(wi_set1((int32_t)bits), own), own);
}

#include "blocks.h"
#include "products.h"
#include "vec2.h"

/* More words on doubles: wd_load, wd_store and wd_sqrt are as those on floats; wd_madd and wd_msub are for filters only, as w_madd is.
 */
#ifndef W_FUSED
static inline wd wd_madd(wd a, wd b, wd c) {
    return wd_add(wd_mul(a, b), c);
}
static inline wd wd_msub(wd a, wd b, wd c) {
    return wd_sub(wd_mul(a, b), c);
}
#endif

/* Words on wl: SEPAL_LANES / 2 integers of 64 bits.
 *   wl_set1(s)              s in every lane
 *   wl_add wl_sub wl_mul    modulo 2^64
 *   wl_of_bits(a)           the bits of a double as an integer
 *   wl_of(a)                of doubles that are integers below 2^51 in magnitude: exactly
 *   wl_negative wl_zero     a < 0, a == 0: truth values of doubles
 *   wl_select(m, a, b)      a in the lanes where m is true, else b */

/* In 1.5 * 2^52 + a the unit of the last place is 1, so that its bits as an integer are those of 1.5 * 2^52, plus a. */
static inline wl wl_of(wd a) {
    wd shift = wd_set1(0x1.8p52);
    return wl_sub(wl_of_bits(wd_add(a, shift)), wl_of_bits(shift));
}

#endif
