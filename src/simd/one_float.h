/* one_float.h — the words on floats for one pair, in plain C, as one.h has those on doubles. w1 is what w is in lanes. */
#ifndef SEPAL_SIMD_ONE_FLOAT_H
#define SEPAL_SIMD_ONE_FLOAT_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef float w1;
typedef bool wm;

typedef struct w2 {
    w1 x, y;
} w2;

static inline w1 w_set1(float s) {
    return s;
}
static inline w1 w_add(w1 a, w1 b) {
    return a + b;
}
static inline w1 w_sub(w1 a, w1 b) {
    return a - b;
}
static inline w1 w_mul(w1 a, w1 b) {
    return a * b;
}
static inline w1 w_div(w1 a, w1 b) {
    return a / b;
}
static inline w1 w_sqrt(w1 a) {
    return sqrtf(a);
}
static inline w1 w_min(w1 a, w1 b) {
    return a < b ? a : b;
}
static inline w1 w_max(w1 a, w1 b) {
    return a > b ? a : b;
}
static inline w1 w_neg(w1 a) {
    return -a;
}
static inline w1 w_abs(w1 a) {
    return fabsf(a);
}
static inline w1 w_flip(w1 a, w1 s) {
    return signbit(s) ? -a : a;
}
static inline wm w_gt(w1 a, w1 b) {
    return a > b;
}
static inline w1 w_select(wm m, w1 a, w1 b) {
    return m ? a : b;
}
static inline wm wm_none(void) {
    return false;
}
static inline wm wm_all(void) {
    return true;
}
static inline wm wm_not(wm a) {
    return !a;
}
static inline wm wm_and(wm a, wm b) {
    return a & b;
}
static inline wm wm_or(wm a, wm b) {
    return a | b;
}
static inline wm wm_andnot(wm a, wm b) {
    return a & !b;
}
static inline bool wm_any(wm m) {
    return m;
}
/* May what follows be left out, since it changes nothing where m is false? In lanes a branch costs more than it saves. */
static inline bool wm_may_skip(wm m) {
    return !m;
}
static inline w2 w2_sub(w2 a, w2 b) {
    return (w2){a.x - b.x, a.y - b.y};
}
static inline w2 w2_neg(w2 a) {
    return (w2){-a.x, -a.y};
}
static inline w2 w2_select(wm m, w2 a, w2 b) {
    return m ? a : b;
}
static inline w1 w2_along(w2 n, w2 p) {
    return n.x * p.x + n.y * p.y;
}
static inline w1 w2_sum(w2 v) {
    return fabsf(v.x) + fabsf(v.y);
}

#endif
