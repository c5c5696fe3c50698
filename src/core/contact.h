/* contact.h — how two shapes meet, what that says of a rounded depth, and how contact points are written. */
#ifndef SEPAL_CORE_CONTACT_H
#define SEPAL_CORE_CONTACT_H

#include <float.h>
#include <stddef.h>
#include <string.h>

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

/* Where the values of a pair stand in the records of the caller: so many bytes behind those of pair 0; and how many bytes there are
 * from one point to the next. */
typedef struct sepal_contact_offsets {
    size_t count, normal, points, step;
} sepal_contact_offsets;

/* Those of pair k, with at most `most` points. stride, point_stride: of the caller. */
static inline sepal_contact_offsets sepal_contact_offsets_of(size_t k, size_t stride, size_t point_stride, size_t most) {
    if (stride == 0)
        return (sepal_contact_offsets){k, k * sizeof(float), k * most * sizeof(float), sizeof(float)};
    return (sepal_contact_offsets){k * stride, k * stride, k * stride, point_stride == 0 ? sizeof(float) : point_stride};
}

/* Writes a value of four bytes, or one, at a distance in bytes, if it is wanted. Records of callers need not be aligned. */
static inline void sepal_contact_put(void *to, size_t offset, const void *value, size_t size) {
    if (to != NULL)
        memcpy((unsigned char *)to + offset, value, size);
}

#endif
