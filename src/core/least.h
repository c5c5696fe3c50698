/* least.h — the pair of parts of two groups with the least number: the nearest or deepest two, or the two that meet first. For every
 * kind of set, in fixed memory.
 *
 * A set stores of each shape a centre and how far it reaches. By these a pair is left out where its number is certainly greater than the
 * least so far; the others are asked about. Proved in docs/numerics/groups.md, "The least number of two groups". */
#ifndef SEPAL_CORE_LEAST_H
#define SEPAL_CORE_LEAST_H

#include "groups.h"

/* GROUPS: pairs of groups that are answered together, so that kernels are asked about the parts of all of them at once. TILE: shapes that
 * are looked at together. BATCH: pairs of shapes that are asked about at once: at least those of one row of a tile. */
enum { SEPAL_LEAST_GROUPS = 48, SEPAL_LEAST_TILE = 64, SEPAL_LEAST_BATCH = 96 };

/* Bounds are loosened by these: a share, and a length besides for what underflows. The last two: how much later than the least time so far a
 * pair may touch and still have the same time, as a share of it and in all. */
#define SEPAL_LEAST_SHARE       0x1p-17F
#define SEPAL_LEAST_BEYOND      0x1p-58F
#define SEPAL_LEAST_BOUNDED     0x1p100F /* ways and reaches below this are compared by coordinates */
#define SEPAL_LEAST_TIME_SHARE  0x1p-20F
#define SEPAL_LEAST_TIME_BEYOND 0x1p-60F

/* What bounds the numbers of some shapes: the ball that holds each, and how it moves, coordinate by coordinate. In the plane, z is 0. All
 * arrays repeat the last shape up to a multiple of SEPAL_LEAST_BLOCK. */
enum { SEPAL_LEAST_BLOCK = 16 };
typedef struct sepal_least_tile {
    size_t first, end;                /* the shapes were taken from this range; */
    size_t count;                     /* so many of them have not been removed: */
    uint8_t number[SEPAL_LEAST_TILE]; /* of each, less `first` */
    float at[3][SEPAL_LEAST_TILE], move[3][SEPAL_LEAST_TILE], reach[SEPAL_LEAST_TILE];
} sepal_least_tile;

/* Two tiles and what is asked about their pairs. */
typedef struct sepal_least_join {
    const sepal_least_tile *a, *b;
    float margin;
    bool moving;
    float best; /* the least number so far */
} sepal_least_join;

/* For each shape k of b the shape of a that seems the nearest, or the first to be met. seeds[k] is its key: the bits of a float, as an
 * integer of the same order, of which the last ones are replaced by the place of the shape in its tile; or SEPAL_LEAST_NONE or more if
 * none seems to be met. */
#define SEPAL_LEAST_NONE INT32_C(0x7f000000)
typedef void sepal_least_seeds_kernel(const sepal_least_join *join, int32_t seeds[SEPAL_LEAST_TILE]);
sepal_least_seeds_kernel sepal_least_seeds_scalar, sepal_least_seeds_sse2, sepal_least_seeds_avx2, sepal_least_seeds_avx512;

/* The next shape of a, from `row` on, with which some of b may have a number that is not greater than the least so far: its place, or that
 * behind the last if there is none. may: receives 1 for each of these of b, else 0. */
typedef size_t sepal_least_row_kernel(const sepal_least_join *join, size_t row, uint32_t may[SEPAL_LEAST_TILE]);
sepal_least_row_kernel sepal_least_row_scalar, sepal_least_row_sse2, sepal_least_row_avx2, sepal_least_row_avx512;

/* Two groups on their way. */
typedef struct sepal_least_groups {
    float best;       /* the least number so far, */
    sepal_pair parts; /* and who has it */
    sepal_pair seed;  /* asked about first, or SEPAL_NO_SHAPE twice */
} sepal_least_groups;

/* A question about pairs of groups. The caller sets the members up to `is_beyond`. */
typedef struct sepal_least {
    const void *a, *b; /* the sets */
    const sepal_rule *rule;
    const void *moves[2]; /* of each set, known to `fill` and `ask` */
    bool moving; /* numbers are times from 0 to 1, greater than 1 of pairs that do not meet; else distances, < 0 of overlaps */

    /* Sets a tile's count, numbers, places, moves and reaches to those of the shapes from first to end of set a (side 0) or b
     * (side 1). */
    void (*fill)(const struct sepal_least *least, int side, sepal_least_tile *tile);

    /* The numbers of at most SEPAL_LEAST_BATCH pairs. */
    void (*ask)(const struct sepal_least *least, const sepal_pair *pairs, size_t count, float *numbers);

    /* Is the number of a pair certainly greater than the least one of its groups so far? For kinds of shapes of which a number takes many
     * times as long as this; else NULL. */
    bool (*is_beyond)(const struct sepal_least *least, sepal_pair pair, float best);

    size_t waiting; /* pairs that will be asked about, and the number of the groups to which each belongs */
    sepal_pair pairs[SEPAL_LEAST_BATCH];
    uint8_t owners[SEPAL_LEAST_BATCH];
    const sepal_group_side *sides;
    const sepal_pair *together;                    /* the pairs of groups that are answered together, */
    sepal_least_groups groups[SEPAL_LEAST_GROUPS]; /* and how far each is */
} sepal_least;

/* Answers pairs of good groups: parts[i] and number[i] of pair i; where no pair of parts has a number, SEPAL_NO_SHAPE twice and `none`.
 * Each of the two arrays may be NULL. */
void sepal_least_answer(sepal_least *least, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, float none,
                        sepal_pair *parts, float *number);

#endif
