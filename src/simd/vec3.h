/* vec3.h — three coordinates in each lane, as floats and as doubles.
 *
 * Sums and products may be fused (w_madd): these are words for filters, whose bounds allow for both. What must have the same bits
 * on every instruction set is written out with w_mul, w_add and the like, or has `in_order` in its name. */
#ifndef SEPAL_SIMD_VEC3_H
#define SEPAL_SIMD_VEC3_H

#include "simd.h"

enum { WD_ONE_PAIR = 0 };

#include "wd3.h"

typedef struct w3 {
    w x, y, z;
} w3;

static inline w3 w3_set1(float x, float y, float z) {
    return (w3){w_set1(x), w_set1(y), w_set1(z)};
}
static inline w3 w3_add(w3 a, w3 b) {
    return (w3){w_add(a.x, b.x), w_add(a.y, b.y), w_add(a.z, b.z)};
}
static inline w3 w3_sub(w3 a, w3 b) {
    return (w3){w_sub(a.x, b.x), w_sub(a.y, b.y), w_sub(a.z, b.z)};
}
static inline w3 w3_scale(w3 a, w s) {
    return (w3){w_mul(a.x, s), w_mul(a.y, s), w_mul(a.z, s)};
}
static inline w3 w3_select(wm m, w3 a, w3 b) {
    return (w3){w_select(m, a.x, b.x), w_select(m, a.y, b.y), w_select(m, a.z, b.z)};
}
/* To three places. */
static inline void w3_store(float *x, float *y, float *z, w3 a) {
    w_store(x, a.x);
    w_store(y, a.y);
    w_store(z, a.z);
}
static inline void wd3_store(double *x, double *y, double *z, wd3 a) {
    wd_store(x, a.x);
    wd_store(y, a.y);
    wd_store(z, a.z);
}
/* a with the signs of all coordinates flipped in the lanes where s has its sign bit set. */
static inline w3 w3_flip(w3 a, w s) {
    return (w3){w_flip(a.x, s), w_flip(a.y, s), w_flip(a.z, s)};
}
/* a . b */
static inline w w3_dot(w3 a, w3 b) {
    return w_madd(a.z, b.z, w_madd(a.y, b.y, w_mul(a.x, b.x)));
}
/* a x b: normal to both, as long as the area of the parallelogram that they span */
static inline w3 w3_cross(w3 a, w3 b) {
    return (w3){w_msub(a.y, b.z, w_mul(a.z, b.y)), w_msub(a.z, b.x, w_mul(a.x, b.z)), w_msub(a.x, b.y, w_mul(a.y, b.x))};
}
/* (a x b) . c = det(a, b, c): its sign tells on which side of the plane through the origin, a and b the vector c is */
static inline w w3_triple(w3 a, w3 b, w3 c) {
    return w3_dot(w3_cross(a, b), c);
}
/* A direction at right angles to a, unless a is 0. */
static inline w3 w3_across(w3 a) {
    const w zero = w_set1(0);
    const wm flat = w_gt(w_abs(a.z), w_max(w_abs(a.x), w_abs(a.y)));
    return w3_select(flat, (w3){zero, a.z, w_sub(zero, a.y)}, (w3){a.y, w_sub(zero, a.x), zero});
}
/* The sum of the magnitudes of the coordinates, and the greatest of them. */
static inline w w3_sum(w3 a) {
    return w_add(w_abs(a.x), w_add(w_abs(a.y), w_abs(a.z)));
}
static inline w w3_greatest(w3 a) {
    return w_max(w_abs(a.x), w_max(w_abs(a.y), w_abs(a.z)));
}

static inline wd3 wd3_of(w3 a, int half) {
    return (wd3){wd_of(a.x, half), wd_of(a.y, half), wd_of(a.z, half)};
}
static inline w3 w3_of(wd3 low, wd3 high) {
    return (w3){w_of(low.x, high.x), w_of(low.y, high.y), w_of(low.z, high.z)};
}
static inline wd wd3_dot(wd3 a, wd3 b) {
    return wd_madd(a.z, b.z, wd_madd(a.y, b.y, wd_mul(a.x, b.x)));
}
static inline wd3 wd3_cross(wd3 a, wd3 b) {
    return (wd3){wd_msub(a.y, b.z, wd_mul(a.z, b.y)), wd_msub(a.z, b.x, wd_mul(a.x, b.z)), wd_msub(a.x, b.y, wd_mul(a.y, b.x))};
}
static inline wd wd3_triple(wd3 a, wd3 b, wd3 c) {
    return wd3_dot(wd3_cross(a, b), c);
}
static inline wd wd3_sum(wd3 a) {
    return wd_add(wd_abs(a.x), wd_add(wd_abs(a.y), wd_abs(a.z)));
}
static inline wd wd3_greatest(wd3 a) {
    return wd_max(wd_abs(a.x), wd_max(wd_abs(a.y), wd_abs(a.z)));
}

/* Integers modulo 2^64. */
typedef struct wl3 {
    wl x, y, z;
} wl3;

static inline wl3 wl3_of(wd3 a) {
    return (wl3){wl_of(a.x), wl_of(a.y), wl_of(a.z)};
}
static inline wl3 wl3_sub(wl3 a, wl3 b) {
    return (wl3){wl_sub(a.x, b.x), wl_sub(a.y, b.y), wl_sub(a.z, b.z)};
}
static inline wl wl3_dot(wl3 a, wl3 b) {
    return wl_add(wl_mul(a.x, b.x), wl_add(wl_mul(a.y, b.y), wl_mul(a.z, b.z)));
}
static inline wl3 wl3_cross(wl3 a, wl3 b) {
    return (wl3){wl_sub(wl_mul(a.y, b.z), wl_mul(a.z, b.y)), wl_sub(wl_mul(a.z, b.x), wl_mul(a.x, b.z)),
                 wl_sub(wl_mul(a.x, b.y), wl_mul(a.y, b.x))};
}

#endif
