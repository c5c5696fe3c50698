/* steps.c — the first step with a yes: what comes behind it is not asked about any more. */
#include "arithmetic.h"

#include "steps.h"

static bool step_is_behind(const sepal_near *near, uint32_t a) {
    return a >= *(const size_t *)near->answers;
}

void sepal_steps_take(sepal_near *near, const uint64_t *found) {
    size_t *first = near->answers;
    for (size_t k = 0; k < near->count; k++)
        if ((found[k / 64] >> (k % 64) & 1) != 0 && near->pairs[k].a < *first)
            *first = near->pairs[k].a;
    near->count = 0;
}

void sepal_steps_first(sepal_near *near, size_t steps, size_t shapes, size_t *first) {
    *first = steps;
    near->answered = step_is_behind;
    near->answers = first;
    sepal_near_begin(near);
    sepal_near_add(near, &(sepal_near_ranges){{0, 0}, {steps, shapes}});
    sepal_near_end(near);
}
