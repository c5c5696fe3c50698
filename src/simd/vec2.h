/* vec2.h — vectors of two coordinates, one vector in each lane. */
#ifndef SEPAL_SIMD_VEC2_H
#define SEPAL_SIMD_VEC2_H

#include "simd.h"

typedef struct w2 {
    w x, y;
} w2;

static inline w2 w2_add(w2 a, w2 b) {
    return (w2){w_add(a.x, b.x), w_add(a.y, b.y)};
}
static inline w2 w2_sub(w2 a, w2 b) {
    return (w2){w_sub(a.x, b.x), w_sub(a.y, b.y)};
}
static inline w2 w2_neg(w2 a) {
    return (w2){w_neg(a.x), w_neg(a.y)};
}
/* a with the signs of both coordinates flipped in the lanes where s has its sign bit set. */
static inline w2 w2_flip(w2 a, w s) {
    return (w2){w_flip(a.x, s), w_flip(a.y, s)};
}
static inline w2 w2_select(wm m, w2 a, w2 b) {
    return (w2){w_select(m, a.x, b.x), w_select(m, a.y, b.y)};
}
static inline wm w2_equal(w2 a, w2 b) {
    return wm_and(w_eq(a.x, b.x), w_eq(a.y, b.y));
}
static inline wm w2_is_zero(w2 a) {
    return w2_equal(a, (w2){w_zero(), w_zero()});
}
/* a . b; for filters only, like w_madd. */
static inline w w_dot(w2 a, w2 b) {
    return w_madd(a.x, b.x, w_mul(a.y, b.y));
}
/* a x b = ax by - ay bx: twice the area of the triangle that a and b span, positive if b is to the left of a. For filters only,
 * like w_madd. */
static inline w w_cross(w2 a, w2 b) {
    return w_msub(a.x, b.y, w_mul(a.y, b.x));
}

/* The greatest |x| or |y| of a vector, and their sum. */
static inline w w2_greatest(w2 v) {
    return w_max(w_abs(v.x), w_abs(v.y));
}
static inline w w2_sum(w2 v) {
    return w_add(w_abs(v.x), w_abs(v.y));
}

/* Two doubles, in half of the lanes. Each operation is rounded, and none is fused, so that the bits are those of plain C. */
typedef struct wd2 {
    wd x, y;
} wd2;

static inline wd wd_minus(wd a) {
    return wd_sub(wd_set1(0), a);
}
static inline wd2 wd2_of(w2 a, int half) {
    return (wd2){wd_of(a.x, half), wd_of(a.y, half)};
}
static inline wd2 wd2_add(wd2 a, wd2 b) {
    return (wd2){wd_add(a.x, b.x), wd_add(a.y, b.y)};
}
static inline wd2 wd2_scale(wd2 a, wd s) {
    return (wd2){wd_mul(a.x, s), wd_mul(a.y, s)};
}
static inline wd2 wd2_sub(wd2 a, wd2 b) {
    return (wd2){wd_sub(a.x, b.x), wd_sub(a.y, b.y)};
}
static inline wd2 wd2_minus(wd2 a) {
    return (wd2){wd_minus(a.x), wd_minus(a.y)};
}
static inline wd wd2_dot(wd2 a, wd2 b) {
    return wd_add(wd_mul(a.x, b.x), wd_mul(a.y, b.y));
}
static inline wd wd2_cross(wd2 a, wd2 b) {
    return wd_sub(wd_mul(a.x, b.y), wd_mul(a.y, b.x));
}
static inline wd wd2_length(wd2 a) {
    return wd_sqrt(wd2_dot(a, a));
}
static inline wdm wd2_equal(wd2 a, wd2 b) {
    return wdm_and(wd_eq(a.x, b.x), wd_eq(a.y, b.y));
}
static inline wdm wd2_is_zero(wd2 a) {
    return wd2_equal(a, (wd2){wd_set1(0), wd_set1(0)});
}
static inline wd2 wd2_select(wdm m, wd2 a, wd2 b) {
    return (wd2){wd_select(m, a.x, b.x), wd_select(m, a.y, b.y)};
}

#endif
