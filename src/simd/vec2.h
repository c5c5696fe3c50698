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

#endif
