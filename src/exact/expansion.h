/* expansion.h — the sign of a sum of doubles, as if with real numbers.
 *
 * Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational
 * Geometry 18 (1997): a number is kept as an unevaluated sum of doubles that do not overlap (an expansion); adding one more double
 * is exact (GROW-EXPANSION, his figure 6, theorem 10), and the sign is that of the largest component that is not zero. */
#ifndef SEPAL_EXACT_EXPANSION_H
#define SEPAL_EXACT_EXPANSION_H

/* Most terms of a sum. */
#define SEPAL_SUM_TERMS 144

/* -1, 0 or +1: the sign of terms[0] + ... + terms[count-1]; count <= SEPAL_SUM_TERMS. Exact while no partial sum overflows. */
int sepal_sign_of_sum(const double *terms, int count);

/* Adds one term to an expansion, in place; returns its new length, at most one more. */
int sepal_expand_by(double *expansion, int length, double term);

/* The same sum as an expansion of at most `count` components that are not 0, the smallest first. Returns how many. */
int sepal_expand_sum(const double *terms, int count, double *expansion);

/* The product of two expansions as terms of a sum: 2 * count_p * count_q of them, whose number is returned. Exact while no term
 * leaves the range of double, its lowest bit included. */
int sepal_multiply(const double *p, int count_p, const double *q, int count_q, double *terms);

#endif
