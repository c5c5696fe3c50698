/* steps.h — which of some steps is the first with a yes? For every kind of set. */
#ifndef SEPAL_CORE_STEPS_H
#define SEPAL_CORE_STEPS_H

#include "near.h"

/* Steps that are placed and asked about together: a tile. */
enum { SEPAL_STEPS_AT_ONCE = SEPAL_NEAR_TILE };

/* Asks about shapes 0 .. steps-1 of set a, each of which is a step, and `shapes` shapes of set b. near: with both sets, the rule,
 * `boxes`, and an `ask` that calls sepal_steps_take with the answers to its candidates. first: receives the first step with a
 * yes, or `steps`. */
void sepal_steps_first(sepal_near *near, size_t steps, size_t shapes, size_t *first);

/* Keeps the answers to the candidates, which are none then. */
void sepal_steps_take(sepal_near *near, const uint64_t *found);

#endif
