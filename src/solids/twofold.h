/* twofold.h — numbers of twice the digits of double: an unevaluated sum of two doubles, the second one no more than half of the last bit of
 * the first.
 *
 * Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", ACM Transactions on
 * Mathematical Software 44 (2017): with u = 2^-53, sums (their algorithm 6) are within 3 u^2 / (1 - 4 u), products by a double (algorithm 7)
 * and of two (algorithm 10) within 9 u^2: as a share of themselves. So is what TWOFOLD_UNIT bounds, as long as no product underflows. */
#ifndef SEPAL_SOLIDS_TWOFOLD_H
#define SEPAL_SOLIDS_TWOFOLD_H

#include "../exact/expansion.h"

#define TWOFOLD_UNIT 0x1p-102

typedef struct sepal_twofold {
    double high, low;
} sepal_twofold;

/* Of |a| >= |b|, or a = 0 (Dekker). */
static inline sepal_twofold sepal_twofold_of(double a, double b) {
    const double sum = a + b;
    return (sepal_twofold){sum, b - (sum - a)};
}
static inline sepal_twofold sepal_twofold_product(double a, double b) {
    sepal_twofold out;
    sepal_two_product(a, b, &out.high, &out.low);
    return out;
}
static inline sepal_twofold sepal_twofold_add(sepal_twofold a, sepal_twofold b) {
    sepal_twofold high, low, sum;
    sepal_two_sum(a.high, b.high, &high.high, &high.low);
    sepal_two_sum(a.low, b.low, &low.high, &low.low);
    sum = sepal_twofold_of(high.high, high.low + low.high);
    return sepal_twofold_of(sum.high, low.low + sum.low);
}
static inline sepal_twofold sepal_twofold_minus(sepal_twofold a) {
    return (sepal_twofold){-a.high, -a.low};
}
static inline sepal_twofold sepal_twofold_times(sepal_twofold a, sepal_twofold b) {
    const sepal_twofold product = sepal_twofold_product(a.high, b.high);
    return sepal_twofold_of(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/* a . b, and a x b */
static inline sepal_twofold sepal_twofold_dot(const sepal_twofold a[3], const sepal_twofold b[3]) {
    return sepal_twofold_add(sepal_twofold_add(sepal_twofold_times(a[0], b[0]), sepal_twofold_times(a[1], b[1])),
                             sepal_twofold_times(a[2], b[2]));
}
static inline void sepal_twofold_cross(const sepal_twofold a[3], const sepal_twofold b[3], sepal_twofold out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = sepal_twofold_add(sepal_twofold_times(a[(k + 1) % 3], b[(k + 2) % 3]),
                                   sepal_twofold_minus(sepal_twofold_times(a[(k + 2) % 3], b[(k + 1) % 3])));
}

#endif
