/* certified.h — what all attacks on certificates of a part share: a part goes in, made from the floats of an attack, and a certified distance
 * and direction come out, which are judged by the exact ones. */
#ifndef SEPAL_TESTS_ADVERSARY_CERTIFIED_H
#define SEPAL_TESTS_ADVERSARY_CERTIFIED_H

#include <solids/kernel/closest.h>
#include <solids/scalar/push.h>

/* found: in the first lane, what a certificate tells of the nearest part, or of the face by which cores leave each other; exact: that part. */
typedef struct certified {
    certified_push found;
    sepal_cores cores;
    sepal_nearest exact;
} certified;

/* Certifies a part; false if the floats make none, or it is not certain. */
typedef bool certificate(const float *input, certified *out);

static inline bool is_certified(const certified *of) {
    return (wdm_bits(of->found.sure) & 1) != 0;
}

/* The error of the distance, divided by its bound; the greatest of those of the components of the direction, divided by theirs, which is
 * infinite if a component is told to be 0 and is not. -INFINITY if nothing is certified. */
double distance_error_of(certificate *certify, const float *input);
double direction_error_of(certificate *certify, const float *input);

#endif
