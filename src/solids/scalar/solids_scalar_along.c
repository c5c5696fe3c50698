/* solids_scalar_along.c — how far has one group of solids to move along a direction, to be free of another one? It defines every bit of
 * the answer.
 *
 * A pair of parts overlaps, where touching is apart, during an open interval of the way: while the origin is inside of the Minkowski
 * difference K, which moves. So from a place where a pair overlaps to the end of its interval no place is free, and the search goes on
 * from the first float behind it (docs/numerics/groups.md, "Along a direction, in space"). */
#include "../../core/arithmetic.h"

#include "../kernels.h"
#include "motion.h"
#include "reference.h"

#include <math.h>

/* More than the roundings of the comparison below, as a share of the sum of what is rounded (in the same place, "Balls"). */
#define ALONG_ERROR 0x1p-50

/* Are the balls around two parts certainly apart where a has moved by `way`? */
static bool balls_are_apart(const sepal_solid_ball *a, const sepal_solid_ball *b, const float direction[3], float way) {
    const double between[3] = {(double)b->x - (double)a->x, (double)b->y - (double)a->y, (double)b->z - (double)a->z};
    double square = 0, size = 0;
    for (int k = 0; k < 3; k++) {
        const double moved = (double)way * (double)direction[k], rest = between[k] - moved;
        square += rest * rest;
        size += fabs(between[k]) + fabs(moved);
    }
    return sqrt(square) - size * ALONG_ERROR > ((double)a->r + (double)b->r) * (1 + ALONG_ERROR);
}

/* Do two parts overlap where a has moved by `way`? */
static bool overlap_at(const sepal_solid_mover *a, const sepal_solid_mover *b, float way) {
    sepal_cores cores;
    sepal_cores_of_movers(&cores, a, b, 1);
    sepal_cores_advance(&cores, way);
    return sepal_solids_scalar_contact_of(&cores) == SEPAL_OVERLAP;
}

float sepal_solids_push_along_scalar(const sepal_solids *a, sepal_group_parts of_a, const sepal_solids *b, sepal_group_parts of_b,
                                     const float direction[3]) {
    sepal_solid_mover p = {a, 0, {direction[0], direction[1], direction[2]}}, q = {b, 0, {0, 0, 0}};
    float way = 0;
    bool has_moved = true;
    while (has_moved && way < INFINITY) { /* each round goes through an interval, or no pair overlaps at the place */
        has_moved = false;
        for (size_t i = of_a.first; i < of_a.end; i++)
            for (size_t j = of_b.first; j < of_b.end && way < INFINITY; j++) {
                p.index = (uint32_t)i;
                q.index = (uint32_t)j;
                if (sepal_solid_is_removed(a, p.index) || sepal_solid_is_removed(b, q.index) ||
                    balls_are_apart(&a->balls[i], &b->balls[j], direction, way) || !overlap_at(&p, &q, way))
                    continue;
                way = sepal_solids_scalar_leave_cores(&p, &q);
                has_moved = true;
            }
    }
    return way;
}
