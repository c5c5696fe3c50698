/* expansion.h — the sign of a sum of doubles, as if with real numbers.
 *
 * Jonathan Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", Discrete & Computational
 * Geometry 18 (1997): a number is kept as an unevaluated sum of doubles that do not overlap (an expansion); adding one more double
 * is exact (GROW-EXPANSION, his figure 6, theorem 10), and the sign is that of the largest component that is not zero. */
#ifndef SEPAL_EXACT_EXPANSION_H
#define SEPAL_EXACT_EXPANSION_H

/* -1, 0 or +1: the sign of terms[0] + ... + terms[count-1]; count <= SEPAL_SUM_TERMS. Exact while no partial sum overflows. */
#define SEPAL_SUM_TERMS 64
int sepal_sign_of_sum(const double *terms, int count);

#endif
