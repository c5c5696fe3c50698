/* number.h — numbers that are computed with as if with real ones: sums, products, signs.
 *
 * A number is an expansion (expansion.h) after COMPRESS of Shewchuk (1997), section 2.8: an unevaluated sum of doubles that do not
 * overlap, the largest of which is the whole but for one unit in its last place. Everything is exact while no bit of a value leaves
 * the range of double: polynomials of a degree up to 6 in float32 values do not (docs/numerics/solids.md, "Numbers"). */
#ifndef SEPAL_EXACT_NUMBER_H
#define SEPAL_EXACT_NUMBER_H

/* The most components of a polynomial of degree 6 (in the same place). */
enum { SEPAL_NUMBER_PARTS = 40 };

/* Most terms that sepal_number_sum is given. */
enum { SEPAL_NUMBER_TERMS = 16 };

typedef struct sepal_number {
    int length;                      /* of the expansion; 0 for 0 */
    double part[SEPAL_NUMBER_PARTS]; /* none is 0; ascending magnitudes */
} sepal_number;

/* terms[0] + ... + terms[count-1]; count <= SEPAL_NUMBER_TERMS. */
void sepal_number_sum(const double *terms, int count, sepal_number *out);

/* a + b, a - b, a * b. `out` may be a or b. */
void sepal_number_add(const sepal_number *a, const sepal_number *b, sepal_number *out);
void sepal_number_subtract(const sepal_number *a, const sepal_number *b, sepal_number *out);
void sepal_number_multiply(const sepal_number *a, const sepal_number *b, sepal_number *out);

/* -1, 0 or +1. */
static inline int sepal_number_sign(const sepal_number *a) {
    return a->length == 0 ? 0 : a->part[a->length - 1] > 0 ? 1 : -1;
}

/* The number, wrong by less than one unit in the last place. */
static inline double sepal_number_value(const sepal_number *a) {
    return a->length == 0 ? 0 : a->part[a->length - 1];
}

#endif
