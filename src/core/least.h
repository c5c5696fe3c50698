/* least.h — the pair of parts of two groups with the least number: the nearest or deepest two, or the two that meet first. For every
 * kind of set, in fixed memory.
 *
 * A set stores of each shape a centre and how far it reaches. By these a pair is left out where its number is certainly greater than the
 * least so far; the others are asked about. Proved in docs/numerics/groups.md, "The least number of two groups". */
#ifndef SEPAL_CORE_LEAST_H
#define SEPAL_CORE_LEAST_H

#include "groups.h"

/* TILE: shapes that are looked at together: few, as the kernels leave little of the stack. BATCH: pairs that are asked about together: few, so that the least of them spares the next,
 * and as many as fill the lanes of every width. */
enum { SEPAL_LEAST_TILE = 32, SEPAL_LEAST_BATCH = 16 };

/* What bounds the numbers of a shape: a ball that holds it, and how it moves. In the plane, z is 0. */
typedef struct sepal_least_ball {
    float at[3], move[3], reach;
} sepal_least_ball;

/* Some shapes of b, coordinate by coordinate, and the box around all of them, wherever they move. */
typedef struct sepal_least_tile {
    size_t first, end;                /* the shapes were taken from this range; */
    size_t count;                     /* so many of them have not been removed: */
    uint8_t number[SEPAL_LEAST_TILE]; /* of each, less `first` */
    float at[3][SEPAL_LEAST_TILE], move[3][SEPAL_LEAST_TILE], reach[SEPAL_LEAST_TILE];
    sepal_near_box all;
} sepal_least_tile;

/* A question about pairs of groups. The caller sets the members up to `ask`. */
typedef struct sepal_least {
    const void *a, *b; /* the sets */
    const sepal_rule *rule;
    const void *moves[2]; /* of each set, known to `fill` and `ask` */
    bool moving; /* numbers are times from 0 to 1, greater than 1 of pairs that do not meet; else distances, < 0 of overlaps */

    /* The ball of shape `index` of set a (side 0) or b (side 1). */
    sepal_least_ball (*ball)(const struct sepal_least *least, int side, uint32_t index);

    /* Is there no shape in this slot? */
    bool (*is_removed)(const void *set, uint32_t index);

    /* The numbers of at most SEPAL_LEAST_BATCH pairs. */
    void (*ask)(const struct sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers);

    sepal_pair parts; /* that have the least number so far, */
    float best;       /* and this number */
    size_t waiting;   /* pairs that will be asked about */
    sepal_pair pairs[SEPAL_LEAST_BATCH];
    sepal_least_tile tile;
} sepal_least;

/* Answers pairs of good groups: parts[i] and number[i] of pair i; where no pair of parts has a number, SEPAL_NO_SHAPE twice and `none`.
 * Each of the two arrays may be NULL. */
void sepal_least_answer(sepal_least *least, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, float none,
                        sepal_pair *parts, float *number);

#endif
