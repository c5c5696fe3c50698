/* contact.h — how two shapes meet, and what that says of a rounded depth. */
#ifndef SEPAL_CORE_CONTACT_H
#define SEPAL_CORE_CONTACT_H

#include <float.h>

/* Whether two shapes are apart, touch or overlap, decided exactly. */
typedef enum sepal_contact { SEPAL_APART = -1, SEPAL_TOUCH = 0, SEPAL_OVERLAP = 1 } sepal_contact;

/* A rounded depth with the sign that the exact contact has: a depth on the wrong side of 0 becomes the float next to 0. */
static inline float sepal_signed_depth(float depth, sepal_contact contact) {
    if (contact == SEPAL_TOUCH)
        return 0;
    if (contact == SEPAL_OVERLAP)
        return depth > 0 ? depth : FLT_TRUE_MIN;
    return depth < 0 ? depth : -FLT_TRUE_MIN;
}

/* The nearest finite float. */
static inline float sepal_nearest_float(double v) {
    if (v > (double)FLT_MAX)
        return FLT_MAX;
    return v < -(double)FLT_MAX ? -FLT_MAX : (float)v;
}

#endif
