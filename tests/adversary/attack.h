/* attack.h — looks for inputs on which a bound on a rounding error is nearly reached.
 *
 * An attack is a function of some floats: the error that the library's own code makes on them, divided by the bound that it
 * relies on. A filter is right as long as this ratio is below 1 on every input (docs/numerics proves that), and wasteful if it
 * is far below 1 on all of them. The search climbs: it changes bits, exponents and structure of the best input so far, keeps
 * what is better, and starts again elsewhere when no change helps any more. */
#ifndef SEPAL_TESTS_ADVERSARY_ATTACK_H
#define SEPAL_TESTS_ADVERSARY_ATTACK_H

#include "../scenes/shapes.h"

enum { ATTACK_FLOATS = 24 };

typedef struct attack {
    const char *constant;                /* the bound, by its name in docs/numerics */
    const char *what;                    /* the quantity of which the error is measured */
    double (*ratio)(const float *input); /* error / bound; -INFINITY if the floats are no input */
    size_t floats;                       /* how many floats make an input */
    int spread;                          /* at first the exponents of the magnitudes lie in 0 .. spread - 1 */
    double reached;                      /* the ratio of the worst input known, which follows */
    float worst[ATTACK_FLOATS];
} attack;

/* The attacks of one file. */
typedef struct attack_family {
    const char *name;
    const attack *attacks;
    size_t count;
} attack_family;

/* Climbs for this many evaluations, first from the input `from` if that is not NULL. Writes the worst input that it finds and
 * returns its ratio. */
double attack_climb(const attack *about, rng *r, size_t evaluations, const float *from, float *worst);

#endif
