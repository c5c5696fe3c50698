/* exact_vector.h — vectors of exact numbers, and how far a double is from an exact number. */
#ifndef SEPAL_TESTS_ADVERSARY_EXACT_VECTOR_H
#define SEPAL_TESTS_ADVERSARY_EXACT_VECTOR_H

#include <exact/number.h>

typedef struct exact_vector {
    sepal_number x[3];
} exact_vector;

/* to - from; to itself if from is NULL. */
exact_vector vector_between(const float *from, const float *to);
exact_vector exact_cross(const exact_vector *p, const exact_vector *q);
sepal_number exact_dot(const exact_vector *p, const exact_vector *q);

/* Makes a number positive. */
void make_positive(sepal_number *a);

/* |exact - computed| */
double difference(const sepal_number *exact, double computed);

/* |computed - sqrt(over / under)| */
double difference_from_root(const sepal_number *over, const sepal_number *under, double computed);

#endif
