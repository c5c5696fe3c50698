#include "../core/arithmetic.h"

#include "expansion.h"

/* a + b = *sum + *error exactly (Knuth; Shewchuk's theorem 7), whatever the order of the magnitudes. */
static inline void two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double b_seen = s - a;
    double a_seen = s - b_seen;
    *error = (a - a_seen) + (b - b_seen);
    *sum = s;
}

/* a * b = *product + *error exactly (Dekker; Shewchuk's theorem 18): halves of at most 26 bits have exact products. */
static inline void two_product(double a, double b, double *product, double *error) {
    const double splitter = 0x1p27 + 1;
    double a_big = splitter * a, b_big = splitter * b;
    double a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
    double a_low = a - a_high, b_low = b - b_high;
    *product = a * b;
    *error = a_low * b_low - (((*product - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

int sepal_expand_by(double *expansion, int length, double term) {
    double carry = term;
    int kept = 0;
    for (int k = 0; k < length; k++) {
        double error;
        two_sum(carry, expansion[k], &carry, &error);
        if (error != 0)
            expansion[kept++] = error;
    }
    if (carry != 0)
        expansion[kept++] = carry;
    return kept;
}

int sepal_expand_sum(const double *terms, int count, double *expansion) {
    int length = 0;
    for (int i = 0; i < count; i++)
        length = sepal_expand_by(expansion, length, terms[i]);
    return length;
}

int sepal_sign_of_sum(const double *terms, int count) {
    double expansion[SEPAL_SUM_TERMS];
    int length = sepal_expand_sum(terms, count, expansion);
    if (length == 0)
        return 0;
    return expansion[length - 1] > 0 ? 1 : -1;
}

int sepal_multiply(const double *p, int count_p, const double *q, int count_q, double *terms) {
    int count = 0;
    for (int i = 0; i < count_p; i++)
        for (int k = 0; k < count_q; k++, count += 2)
            two_product(p[i], q[k], &terms[count], &terms[count + 1]);
    return count;
}
