/* round.h — shapes with radii, judged with GMP integers: the distance of two hulls against the sum of the radii and the margin. */
#ifndef SEPAL_TESTS_ORACLE_ROUND_H
#define SEPAL_TESTS_ORACLE_ROUND_H

#include "oracle.h"

/* How the hulls of two finite sets of points meet if each is enlarged by a radius, and one of them also by the margin. The
 * order of the points does not matter, nor do repeated points. */
oracle_contact oracle_round_contact(const float *ax, const float *ay, size_t a_count, float a_radius, const float *bx,
                                    const float *by, size_t b_count, float b_radius, float margin);

oracle_contact oracle_doubles_round_contact(const double *ax, const double *ay, size_t a_count, double a_radius, const double *bx,
                                            const double *by, size_t b_count, double b_radius, double margin);

/* The sign of a + b + c. */
int oracle_sum_sign(float a, float b, float c);
int oracle_doubles_sum_sign(double a, double b, double c);

#endif
