/* last_time.h — float32 times from 0 to 1, and the last of them at which something holds. */
#ifndef SEPAL_CORE_LAST_TIME_H
#define SEPAL_CORE_LAST_TIME_H

#include <stdbool.h>

/* The greatest float from 0 to 1 at which `holds` is true: it is true at 0, and false after the first number at which it is.
 * guess: a number near it. */
float sepal_last_time(bool (*holds)(const void *context, float time), const void *context, double guess);

/* The next greater float; the next smaller one of a time above 0. */
float sepal_next_time(float time);
float sepal_previous_time(float time);

/* The greatest float that is not greater than a number from 0 to 1. */
static inline float sepal_time_below(double time) {
    const float nearest = (float)time;
    return (double)nearest > time ? sepal_previous_time(nearest) : nearest;
}

#endif
