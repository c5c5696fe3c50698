/* difference.h — a place in double, relative to an origin, as a float. */
#ifndef SEPAL_CORE_DIFFERENCE_H
#define SEPAL_CORE_DIFFERENCE_H

#include <stdint.h>
#include <string.h>

/* The float nearest to a - b. The difference is first rounded to odd in double, by the sign of its error (Knuth's TwoSum), and then
 * to float; that is the same as rounding it once (Boldo, Melquiond, "Emulation of a FMA and correctly rounded sums: proved
 * algorithms using rounding to odd", IEEE Transactions on Computers 57, 2008). docs/numerics/place.md, "Origin". */
static inline float sepal_difference(double a, double b) {
    double difference = a - b, part = a - difference;
    double error = (a - (difference + part)) + (part - b);
    uint64_t word;
    memcpy(&word, &difference, sizeof word);
    uint64_t outwards = (error > 0) == (difference > 0) ? 1 : UINT64_MAX; /* away from zero, or towards it */
    word += error != 0 && (word & 1) == 0 ? outwards : 0;
    memcpy(&difference, &word, sizeof word);
    return (float)difference;
}

#endif
