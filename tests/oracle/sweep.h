/* sweep.h — shapes that move, judged with GMP integers: the hull of all differences of their vertices at the beginning and at the
 * end of a part of the step, and the origin. */
#ifndef SEPAL_TESTS_ORACLE_SWEEP_H
#define SEPAL_TESTS_ORACLE_SWEEP_H

#include "depth.h"
#include "oracle.h"

/* A shape, and its displacement from time 0 to time 1. */
typedef struct oracle_mover {
    oracle_shape shape;
    float x, y;
} oracle_mover;

/* How two shapes meet until a time: whether they overlap at any time, or only touch at some time, or stay apart. The time is `time`
 * times 1 + nudge * 2^-300, where nudge is -1, 0 or 1. Takes time that grows with the square of the product of their sizes if they
 * have a reach. */
oracle_contact oracle_sweep_contact(const oracle_mover *a, const oracle_mover *b, float margin, float time, int nudge);

#endif
