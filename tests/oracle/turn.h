/* turn.h — which way three points turn, computed exactly with the integers of C, without any library. */
#ifndef SEPAL_TESTS_ORACLE_TURN_H
#define SEPAL_TESTS_ORACLE_TURN_H

#include <stdint.h>

typedef struct float_point {
    float x, y;
} float_point;

/* The sign of (q - p) x (r - q): 1 if p, q, r turn left, -1 if right, 0 if they are on one line. All are finite. */
int turn_of(float_point p, float_point q, float_point r);

/* The bits of a float, and an integer that has the order of the floats (-0 and 0 are equal). */
uint32_t float_bits(float value);
int32_t float_key(float value);

#endif
