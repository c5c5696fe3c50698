/* distance.h — the distance of two cores that are apart, exactly. */
#ifndef SEPAL_SOLIDS_SCALAR_DISTANCE_H
#define SEPAL_SOLIDS_SCALAR_DISTANCE_H

#include "difference.h"

/* The part of the Minkowski difference K that holds its point nearest to the origin: one, two or three members, with that point
 * strictly between them. n has the direction of that point. The vectors refer to each other: so this structure stays where it is.
 */
typedef struct sepal_nearest {
    int count;
    sepal_member member[3];
    sepal_exact w[3];      /* the members */
    sepal_exact edge[2];   /* w[1] - w[0], w[2] - w[0] */
    sepal_exact across, n; /* two members: across = edge[0] x w[0], n = across x edge[0]; three: n = edge[0] x edge[1] */
} sepal_nearest;

/* Where the origin is, if exact signs prove a guess: beyond K, whose nearest part is `out`; in K; inside of it; on its boundary. out: the
 * part to begin with. */
typedef enum sepal_proved {
    SEPAL_NOT_PROVED,
    SEPAL_PROVED_APART,
    SEPAL_PROVED_WITHIN,
    SEPAL_PROVED_INSIDE,
    SEPAL_PROVED_TOUCHING
} sepal_proved;

/* Finds it. False if K holds the origin. */
bool sepal_solids_scalar_nearest(const sepal_cores *cores, sepal_nearest *out);

/* Finds it, or tells where in K the origin is: never SEPAL_NOT_PROVED, and SEPAL_PROVED_WITHIN if it may be inside or on the boundary. */
sepal_proved sepal_solids_scalar_where(const sepal_cores *cores, sepal_nearest *out);

/* Finds the part where b is a little farther on than where `out` was found: the guess begins with that part. anew: if it is not proved, the
 * search begins with the first member, so that of several parts in one plane it finds the same one wherever the guess ends. */
bool sepal_solids_scalar_nearest_on(const sepal_cores *cores, sepal_nearest *out, bool anew);

/* Proves one guess, which begins with the part that `out` has. If it is not proved, `out` is that guess, or has no members. */
sepal_proved sepal_nearest_prove(const sepal_cores *cores, sepal_nearest *out);

/* The guess, in double: `member`, from 1 to 3 that may be the part, or 4 that may be around the origin; or 0. It begins with the `count`
 * members that are there. */
int sepal_solids_scalar_guess(const sepal_cores *cores, int count, sepal_member member[4]);

/* Makes the part of these members, with the point anywhere in their affine hull. */
void sepal_nearest_set(sepal_nearest *s, const sepal_cores *cores, int count, const sepal_member *member);

/* The square of the distance as a quotient of two numbers. */
void sepal_nearest_square(sepal_nearest *found, const sepal_cores *cores, sepal_number *over, sepal_number *under);

/* The distance between two numbers, in double; *most may be infinite, where too much cancelled. */
void sepal_nearest_range(const sepal_nearest *found, double *least, double *most);

/* A sum of floats, or of doubles with at most 25 bits, to compare a distance with. */
enum { SEPAL_REACH_PARTS = 4 };
typedef struct sepal_reach3 {
    double part[SEPAL_REACH_PARTS];
} sepal_reach3;

/* The sign of the distance less the sum. */
int sepal_nearest_compare(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach);

/* The direction of the point of the affine hull that is nearest to the origin. */
static inline sepal_exact *sepal_nearest_normal(sepal_nearest *found) {
    return found->count == 1 ? &found->w[0] : &found->n;
}

#endif
