#include "exact_vector.h"

#include <math.h>
#include <stddef.h>

exact_vector vector_between(const float *from, const float *to) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        const double terms[2] = {(double)to[k], from == NULL ? 0 : -(double)from[k]};
        sepal_number_sum(terms, 2, &out.x[k]);
    }
    return out;
}

exact_vector exact_cross(const exact_vector *p, const exact_vector *q) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        sepal_number left, right;
        sepal_number_multiply(&p->x[(k + 1) % 3], &q->x[(k + 2) % 3], &left);
        sepal_number_multiply(&p->x[(k + 2) % 3], &q->x[(k + 1) % 3], &right);
        sepal_number_subtract(&left, &right, &out.x[k]);
    }
    return out;
}

sepal_number exact_dot(const exact_vector *p, const exact_vector *q) {
    sepal_number sum = {.length = 0}, product;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&p->x[k], &q->x[k], &product);
        sepal_number_add(&sum, &product, &sum);
    }
    return sum;
}

void make_positive(sepal_number *a) {
    if (sepal_number_sign(a) < 0)
        for (int k = 0; k < a->length; k++)
            a->part[k] = -a->part[k];
}

double difference(const sepal_number *exact, double computed) {
    sepal_number found, rest;
    sepal_number_sum(&computed, 1, &found);
    sepal_number_subtract(exact, &found, &rest);
    return fabs(sepal_number_value(&rest));
}

/* The difference of the squares by the sum of the numbers. */
double difference_from_root(const sepal_number *over, const sepal_number *under, double computed) {
    sepal_number factor, square;
    sepal_number_sum(&computed, 1, &factor);
    sepal_number_multiply(&factor, &factor, &square);
    sepal_number_multiply(&square, under, &square);
    sepal_number_subtract(&square, over, &square);
    const double root = sqrt(sepal_number_value(over) / sepal_number_value(under));
    return fabs(sepal_number_value(&square)) / (sepal_number_value(under) * (computed + root));
}
