/* solid_sweep.h — solids that move, judged with GMP integers: what the one covers, seen from the other, is the hull of its points at
 * the beginning and at the end of a part of the step. */
#ifndef SEPAL_TESTS_ORACLE_SOLID_SWEEP_H
#define SEPAL_TESTS_ORACLE_SOLID_SWEEP_H

#include "solid.h"

/* How two solids meet until a time, a moving by move_a and b by move_b from time 0 to time 1: whether they overlap at any time, or
 * only touch at some time, or stay apart. The time is `time` times 1 + nudge * 2^-300, where nudge is -1, 0 or 1. */
oracle_contact oracle_solids_sweep_contact(const oracle_solid *a, const float move_a[3], const oracle_solid *b,
                                           const float move_b[3], float margin, float time, int nudge);

#endif
