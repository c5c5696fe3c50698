/* expansion.h — the sign of a sum of doubles, as if with real numbers.
 *
 * Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational
 * Geometry 18 (1997): a number is kept as an unevaluated sum of doubles that do not overlap (an expansion); adding one more double
 * is exact (GROW-EXPANSION, his figure 6, theorem 10), and the sign is that of the largest component that is not zero. */
#ifndef SEPAL_EXACT_EXPANSION_H
#define SEPAL_EXACT_EXPANSION_H

/* Most terms of a sum. */
#define SEPAL_SUM_TERMS 144

/* a + b = *sum + *error exactly (Knuth; Shewchuk's theorem 7), whatever the order of the magnitudes. */
static inline void sepal_two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double b_seen = s - a;
    double a_seen = s - b_seen;
    *error = (a - a_seen) + (b - b_seen);
    *sum = s;
}

/* a * b = *product + *error exactly (Dekker; Shewchuk's theorem 18): halves of at most 26 bits have exact products. */
static inline void sepal_two_product(double a, double b, double *product, double *error) {
    const double splitter = 0x1p27 + 1;
    double a_big = splitter * a, b_big = splitter * b;
    double a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
    double a_low = a - a_high, b_low = b - b_high;
    *product = a * b;
    *error = a_low * b_low - (((*product - a_high * b_high) - a_low * b_high) - a_high * b_low);
}

/* -1, 0 or +1: the sign of terms[0] + ... + terms[count-1]; count <= SEPAL_SUM_TERMS. Exact while no partial sum overflows. */
int sepal_sign_of_sum(const double *terms, int count);

/* Adds one term to an expansion, in place; returns its new length, at most one more. */
int sepal_expand_by(double *expansion, int length, double term);

/* The sum of the terms as an expansion of at most `count` components that are not 0, the smallest first. Returns how many. */
int sepal_expand_sum(const double *terms, int count, double *expansion);

/* The product of two expansions as terms of a sum: 2 * count_p * count_q of them, whose number is returned. Exact while no term
 * leaves the range of double, its lowest bit included. */
int sepal_multiply(const double *p, int count_p, const double *q, int count_q, double *terms);

#endif
