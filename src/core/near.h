/* near.h — pairs of shapes of two ranges whose boxes meet, in fixed memory, for questions that need no more than one yes.
 *
 * The boxes are parallel to the axes and made of what a set stores of each shape: a centre, and how far it reaches. Pairs of boxes
 * that meet are candidates. They are collected, also those of successive ranges, and asked about exactly when there are many. */
#ifndef SEPAL_CORE_NEAR_H
#define SEPAL_CORE_NEAR_H

#include <math.h>
#include <sepal/base.h>
#include <stdbool.h>

enum {
    SEPAL_NEAR_TILE = 64,       /* shapes whose boxes are compared at a time */
    SEPAL_NEAR_CANDIDATES = 512 /* as they are on the stack, fewer than the kernels take in one chunk */
};

/* The box around some shapes: low and high x, y, z. In the plane, z is 0. */
typedef struct sepal_near_box {
    float low[3], high[3];
} sepal_near_box;

/* The boxes of shapes first .. first+count-1 of one of the sets, coordinate by coordinate, and the box around all of them. */
typedef struct sepal_near_tile {
    size_t first, count;
    float low[3][SEPAL_NEAR_TILE], high[3][SEPAL_NEAR_TILE];
    sepal_near_box all;
} sepal_near_tile;

/* Sets box k of a tile to that of all points that are not farther than `reach` (which may be infinite) and `margin` from the point
 * `at`. The rounding errors of a side are less than the slack by which it is moved outwards (docs/numerics/groups.md, "Boxes"). */
static inline void sepal_near_set_box(sepal_near_tile *tile, size_t k, const float at[3], float reach, float margin) {
    float far = reach + margin;
    for (int axis = 0; axis < 3; axis++) {
        float slack = (fabsf(at[axis]) + far) * 0x1p-22F;
        tile->low[axis][k] = (at[axis] - far) - slack;
        tile->high[axis][k] = (at[axis] + far) + slack;
    }
}

/* A question on its way. The caller sets the members up to `answers`, and sepal_near_begin the others. */
typedef struct sepal_near {
    const void *a, *b; /* the sets */
    const sepal_rule *rule;

    /* Sets the boxes of a tile to those of shapes first .. first+count-1 of a set. */
    void (*boxes)(const void *set, size_t first, size_t count, float margin, sepal_near_tile *tile);

    /* Answers the candidates exactly and keeps what matters of the answers. */
    void (*ask)(struct sepal_near *near);

    /* Whether shape a need not be asked about any more, with the tag of the ranges on their way. */
    bool (*answered)(const struct sepal_near *near, uint32_t a);

    void *answers; /* of the question; known to `ask` and `answered` */

    size_t tag; /* of the ranges on their way: handed to their candidates */
    size_t count;
    sepal_pair pairs[SEPAL_NEAR_CANDIDATES];
    size_t tags[SEPAL_NEAR_CANDIDATES];
    sepal_near_tile tile[2];
} sepal_near;

/* Two ranges of shapes, of a and of b. */
typedef struct sepal_near_ranges {
    size_t first[2], count[2];
} sepal_near_ranges;

/* Makes `near` ready for its first ranges. */
void sepal_near_begin(sepal_near *near);

/* Collects the candidates of two ranges under near->tag. */
void sepal_near_add(sepal_near *near, const sepal_near_ranges *ranges);

/* Asks about the candidates that are left. */
void sepal_near_end(sepal_near *near);

#endif
