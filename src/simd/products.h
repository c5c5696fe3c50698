/* products.h — comparing two products of doubles exactly, in lanes. */
#ifndef SEPAL_SIMD_PRODUCTS_H
#define SEPAL_SIMD_PRODUCTS_H

#include "simd.h"

/* With a fused operation: let q = c * d rounded, t = c * d - q and s = a * b - q rounded; t is exact. Rounding is monotonic, so
 * where s and t differ, they compare as the exact values do. If s = t, then a * b - q is less than a unit in the last place of q
 * and a multiple of the last of the 106 bits of a * b, hence s was exact as well, and the products are equal. The
 * rounded difference of two numbers has its sign, and is 0 only if they are equal, since subnormal numbers are kept. */
#ifdef W_FUSED
static inline wd wd_products_sub(wd a, wd b, wd c, wd d) {
    wd q = wd_mul(c, d);
    return wd_sub(wd_msub(a, b, q), wd_msub(c, d, q));
}
/* a * b - p for p = a * b rounded, exactly. */
static inline wd wd_tail(wd a, wd b, wd p) {
    return wd_msub(a, b, p);
}
#else
/* a * b - p for p = a * b rounded, exactly. This is Dekker's two-product: both factors are split into halves of 26 and 27 bits,
 * whose products are exact (Shewchuk 1997, theorem 18). */
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
static inline wd wd_products_sub(wd a, wd b, wd c, wd d) {
    wd p = wd_mul(a, b), q = wd_mul(c, d), difference = wd_sub(p, q);
    wdm equal = wd_eq(p, q);
    if (wdm_bits(equal) == 0)
        return difference;
    return wd_select(equal, wd_sub(wd_tail(a, b, p), wd_tail(c, d, q)), difference);
}
#endif

#endif
