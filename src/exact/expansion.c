#include "../core/arithmetic.h"

#include "expansion.h"
#include <assert.h>

int sepal_expand_by(double *expansion, int length, double term) {
    double carry = term;
    int kept = 0;
    for (int k = 0; k < length; k++) {
        double error;
        sepal_two_sum(carry, expansion[k], &carry, &error);
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
    assert(count <= SEPAL_SUM_TERMS);
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
            sepal_two_product(p[i], q[k], &terms[count], &terms[count + 1]);
    return count;
}
