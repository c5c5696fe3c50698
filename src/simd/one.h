/* one.h — the words on doubles for one pair, in plain C: a header that is written in words is compiled with these for the scalar path,
 * and with those of simd.h, which says what each word means, for lanes. The unit includes the one or the other before it. */
#ifndef SEPAL_SIMD_ONE_H
#define SEPAL_SIMD_ONE_H

#include <math.h>
#include <stdbool.h>

typedef double wd;
typedef bool wdm;

enum { WD_ONE_PAIR = 1, WD_LANES = 1 };

static inline wd wd_set1(double s) {
    return s;
}
static inline wd wd_load(const double *p) {
    return *p;
}
static inline double wd_greatest(wd a) {
    return a;
}
static inline wd wd_add(wd a, wd b) {
    return a + b;
}
static inline wd wd_sub(wd a, wd b) {
    return a - b;
}
static inline wd wd_mul(wd a, wd b) {
    return a * b;
}
static inline wd wd_div(wd a, wd b) {
    return a / b;
}
static inline wd wd_sqrt(wd a) {
    return sqrt(a);
}
static inline wd wd_min(wd a, wd b) {
    return a < b ? a : b;
}
static inline wd wd_max(wd a, wd b) {
    return a > b ? a : b;
}
static inline wd wd_abs(wd a) {
    return fabs(a);
}
static inline wd wd_flip(wd a, wd s) {
    return signbit(s) ? -a : a;
}
static inline wdm wd_gt(wd a, wd b) {
    return a > b;
}
static inline wdm wd_ge(wd a, wd b) {
    return a >= b;
}
static inline wdm wd_eq(wd a, wd b) {
    return a == b;
}
static inline wd wd_select(wdm m, wd a, wd b) {
    return m ? a : b;
}
static inline wdm wdm_none(void) {
    return false;
}
static inline wdm wdm_all(void) {
    return true;
}
static inline wdm wdm_not(wdm a) {
    return !a;
}
static inline wdm wdm_and(wdm a, wdm b) {
    return a && b;
}
static inline wdm wdm_or(wdm a, wdm b) {
    return a || b;
}
static inline wdm wdm_andnot(wdm a, wdm b) {
    return a && !b;
}
static inline unsigned wdm_bits(wdm m) {
    return m;
}
static inline wd wd_tail(wd a, wd b, wd p) { /* Dekker's, as in products.h */
    const wd splitter = 0x1p27 + 1, a_scaled = splitter * a, b_scaled = splitter * b;
    const wd a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b), a_low = a - a_high, b_low = b - b_high;
    return a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

#include "tails.h"
#include "wd3.h"

static inline wd3 wd3_at(const float v[3]) {
    return (wd3){(double)v[0], (double)v[1], (double)v[2]};
}

#endif
