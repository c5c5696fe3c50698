/* double2.h — vectors of two doubles, in half of the lanes. Each operation is rounded, and none is fused, so that the bits are those of
 * plain C. */
#ifndef SEPAL_POLYS_KERNEL_DOUBLE2_H
#define SEPAL_POLYS_KERNEL_DOUBLE2_H

#include "exact.h"

static inline wd wd_minus(wd a) {
    return wd_sub(wd_set1(0), a);
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
static inline wd2 wd2_select(wdm m, wd2 a, wd2 b) {
    return (wd2){wd_select(m, a.x, b.x), wd_select(m, a.y, b.y)};
}

#endif
