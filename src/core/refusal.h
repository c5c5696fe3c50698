/* refusal.h — why an element of a bulk call is refused. Functions that look at an element return the reason, or NULL if it is fine.
 * The reasons are static text, and the same for every kind of set. */
#ifndef SEPAL_CORE_REFUSAL_H
#define SEPAL_CORE_REFUSAL_H

#include <math.h>
#include <sepal/base.h>

#define SEPAL_NO_VERTICES           "it has no vertices"
#define SEPAL_MANY_VERTICES         "it has too many vertices"
#define SEPAL_NOT_FINITE            "a coordinate is not finite"
#define SEPAL_OUT_OF_DOUBLES        "a coordinate is neither 0 nor from 2^-200 to 2^100 in magnitude"
#define SEPAL_NOT_CONVEX            "its vertices do not go round a convex polygon once"
#define SEPAL_BAD_EXTENT            "a half extent is not finite"
#define SEPAL_NEGATIVE_EXTENT       "a half extent is negative"
#define SEPAL_BAD_RADIUS            "its radius is not finite"
#define SEPAL_NEGATIVE_RADIUS       "its radius is negative"
#define SEPAL_RADIUS_OUT_OF_DOUBLES "its radius is neither 0 nor from 2^-200 to 2^100"
#define SEPAL_BAD_TURN              "its orientation is not finite"
#define SEPAL_BAD_ROTATION          "its rotation is not finite, or its quaternion is 0"
#define SEPAL_BAD_POSE              "its pose is not finite"
#define SEPAL_BAD_SOLID_POSE        "its pose is not finite, or its quaternion is 0"
#define SEPAL_NO_AXIS               "its ends coincide"
#define SEPAL_BAD_CIRCUMRADIUS      "its circumradius is not finite, or negative"
#define SEPAL_OVERFLOW              "a coordinate overflows when it is computed"
#define SEPAL_DESCENDING            "its offset is less than the one before"
#define SEPAL_NOT_ASCENDING         "its column or its row does not lie above the one before, as rounded to float"
#define SEPAL_NO_VERTEX             "there is no vertex with the number of one of its corners"
#define SEPAL_NO_MODEL              "there is no model with this index"
#define SEPAL_NOT_THERE             "there is no shape with this index"
#define SEPAL_EMPTY_RING            "the ring that begins here has no vertices"
#define SEPAL_SHORT_RING            "its ring has less than three vertices, those that repeat the one before left out"
#define SEPAL_MEETS_ITSELF          "the edge that begins here touches or crosses another edge of its ring"
#define SEPAL_CROSSES_RING          "the edge that begins here crosses another ring, or lies partly on it"
#define SEPAL_ASTRAY_RING           "its ring is a hole that is not inside the outline, or not outside of another hole"
#define SEPAL_OTHER_SOLID           "its model is not a box, or a hull of as many vertices, like the solid that it replaces"
#define SEPAL_OTHER_SIZE            "its model has not as many vertices as the shape that it replaces"

/* Writes the first refusal of a call; the caller may not want it. */
static inline void sepal_refuse(sepal_refusal *refusal, size_t index, const char *reason) {
    if (refusal != NULL)
        *refusal = (sepal_refusal){index, reason};
}

static inline const char *sepal_refuse_radius(float radius) {
    return !isfinite(radius) ? SEPAL_BAD_RADIUS : radius < 0 ? SEPAL_NEGATIVE_RADIUS : NULL;
}

static inline const char *sepal_refuse_extent(float half) {
    return !isfinite(half) ? SEPAL_BAD_EXTENT : half < 0 ? SEPAL_NEGATIVE_EXTENT : NULL;
}

#endif
