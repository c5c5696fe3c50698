/* wd3.h — three coordinates in double, for vec3.h and one.h. No operation is fused, so that lanes and one pair have the same bits. */
#ifndef SEPAL_SIMD_WD3_H
#define SEPAL_SIMD_WD3_H

/* May what follows be left out, since it changes nothing where m is false? Of one pair alone: in lanes a branch costs more than it
 * saves. */
static inline bool wdm_may_skip(wdm m) {
    return WD_ONE_PAIR && wdm_bits(m) == 0;
}

typedef struct wd3 {
    wd x, y, z;
} wd3;

static inline wdm wd_lt(wd a, wd b) {
    return wd_gt(b, a);
}
static inline wd wd_negated(wd a) {
    return wd_mul(a, wd_set1(-1)); /* exact, of zeros too */
}
static inline wd3 wd3_negated(wd3 a) {
    return (wd3){wd_negated(a.x), wd_negated(a.y), wd_negated(a.z)};
}
static inline wd3 wd3_add(wd3 a, wd3 b) {
    return (wd3){wd_add(a.x, b.x), wd_add(a.y, b.y), wd_add(a.z, b.z)};
}
static inline wd3 wd3_sub(wd3 a, wd3 b) {
    return (wd3){wd_sub(a.x, b.x), wd_sub(a.y, b.y), wd_sub(a.z, b.z)};
}
static inline wd3 wd3_scale(wd3 a, wd s) {
    return (wd3){wd_mul(a.x, s), wd_mul(a.y, s), wd_mul(a.z, s)};
}
static inline wd3 wd3_select(wdm m, wd3 a, wd3 b) {
    return (wd3){wd_select(m, a.x, b.x), wd_select(m, a.y, b.y), wd_select(m, a.z, b.z)};
}
/* 0 - a where asked, else a */
static inline wd3 wd3_minus(wd3 a, wdm where) {
    wd zero = wd_set1(0);
    return wd3_select(where, (wd3){wd_sub(zero, a.x), wd_sub(zero, a.y), wd_sub(zero, a.z)}, a);
}
static inline wd3 wd3_magnitudes(wd3 a) {
    return (wd3){wd_abs(a.x), wd_abs(a.y), wd_abs(a.z)};
}
static inline wd3 wd3_more(wd3 a, wd3 b) {
    return (wd3){wd_max(a.x, b.x), wd_max(a.y, b.y), wd_max(a.z, b.z)};
}
static inline wd3 wd3_less(wd3 a, wd3 b) {
    return (wd3){wd_min(a.x, b.x), wd_min(a.y, b.y), wd_min(a.z, b.z)};
}
/* The greatest of three coordinates, which are at least 0. */
static inline wd wd3_most(wd3 a) {
    return wd_max(wd_max(a.x, a.y), a.z);
}
/* The sum of the magnitudes; a . b, and a x b */
static inline wd wd3_sum_in_order(wd3 a) {
    return wd_add(wd_add(wd_abs(a.x), wd_abs(a.y)), wd_abs(a.z));
}
static inline wd wd3_dot_in_order(wd3 a, wd3 b) {
    return wd_add(wd_add(wd_mul(a.x, b.x), wd_mul(a.y, b.y)), wd_mul(a.z, b.z));
}
static inline wd3 wd3_cross_in_order(wd3 a, wd3 b) {
    return (wd3){wd_sub(wd_mul(a.y, b.z), wd_mul(a.z, b.y)), wd_sub(wd_mul(a.z, b.x), wd_mul(a.x, b.z)),
                 wd_sub(wd_mul(a.x, b.y), wd_mul(a.y, b.x))};
}
static inline wd3 wd3_unit(wd3 a) {
    const wd length = wd_sqrt(wd3_dot_in_order(a, a));
    return (wd3){wd_div(a.x, length), wd_div(a.y, length), wd_div(a.z, length)};
}

#endif
