/* Convexity and hulls, by turns. */
#include "../common/must.h"
#include "oracle.h"
#include "turn.h"

#include <stdlib.h>

static bool is_finite(float value) {
    return (float_bits(value) >> 23 & 0xff) != 0xff;
}

static bool same_place(float_point p, float_point q) {
    return float_key(p.x) == float_key(q.x) && float_key(p.y) == float_key(q.y);
}

/* --- Convexity ---------------------------------------------------------------------------------*/

/* Whether the direction from p to q is in [0, half a turn). If mirrored, x has the other sign. */
static bool in_upper_half(float_point p, float_point q, bool mirrored) {
    if (float_key(q.y) != float_key(p.y))
        return float_key(q.y) > float_key(p.y);
    return mirrored ? float_key(q.x) < float_key(p.x) : float_key(q.x) > float_key(p.x);
}

/* Whether the edges turn only to the left, by at most half a turn each (if mirrored, to the right), and through one full turn
 * in all. A direction that turns left comes from the lower half-plane back into the upper one once in each full turn. */
static bool turns_one_way_once(const float_point *points, size_t count, bool mirrored) {
    size_t turns = 0;
    for (size_t i = 0; i < count; i++) {
        float_point p = points[i], q = points[(i + 1) % count], r = points[(i + 2) % count];
        int turn = turn_of(p, q, r);
        if (mirrored ? turn > 0 : turn < 0)
            return false;
        turns += !in_upper_half(p, q, mirrored) && in_upper_half(q, r, mirrored);
    }
    return turns == 1;
}

bool oracle_is_convex(const float *x, const float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_finite(x[i]) || !is_finite(y[i]))
            return false;
    if (count == 0)
        return false;
    float_point *points = must_have(malloc(count * sizeof *points));
    size_t corners = 0; /* without points that repeat the one before */
    for (size_t i = 0; i < count; i++) {
        float_point p = {x[i], y[i]}, next = {x[(i + 1) % count], y[(i + 1) % count]};
        points[corners] = p;
        corners += !same_place(p, next);
    }
    bool convex = corners == 0 || turns_one_way_once(points, corners, false) || turns_one_way_once(points, corners, true);
    free(points);
    return convex;
}

/* --- Hull (Andrew's monotone chain, Information Processing Letters 9, 1979) --------------------*/

/* By x, then by y. Points that differ only in the sign of a zero are ordered too, so that the result does not depend on the
 * qsort. */
static int compare_points(const void *left, const void *right) {
    const float_point *p = left, *q = right;
    if (float_key(p->x) != float_key(q->x))
        return float_key(p->x) < float_key(q->x) ? -1 : 1;
    if (float_key(p->y) != float_key(q->y))
        return float_key(p->y) < float_key(q->y) ? -1 : 1;
    if (float_bits(p->x) != float_bits(q->x))
        return float_bits(p->x) < float_bits(q->x) ? -1 : 1;
    return (float_bits(p->y) > float_bits(q->y)) - (float_bits(p->y) < float_bits(q->y));
}

size_t oracle_hull(const float *x, const float *y, size_t count, float *hull_x, float *hull_y) {
    float_point *points = must_have(malloc(count * sizeof *points));
    float_point *chain = must_have(malloc((2 * count + 1) * sizeof *chain));
    for (size_t i = 0; i < count; i++)
        points[i] = (float_point){x[i], y[i]};
    qsort(points, count, sizeof *points, compare_points);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !same_place(points[distinct - 1], points[i]))
            points[distinct++] = points[i];
    size_t length = 0, bottom = 2; /* the lower chain from left to right, then the upper one back */
    for (size_t step = 0; step < 2 * distinct - 1; step++) {
        float_point next = points[step < distinct ? step : 2 * distinct - 2 - step];
        if (step == distinct)
            bottom = length + 1;
        while (length >= bottom && turn_of(chain[length - 2], chain[length - 1], next) <= 0)
            length--;
        chain[length++] = next;
    }
    size_t corners = distinct == 1 ? 1 : length - 1; /* the chain ends where it began */
    for (size_t i = 0; i < corners; i++) {
        hull_x[i] = chain[i].x;
        hull_y[i] = chain[i].y;
    }
    free(chain);
    free(points);
    return corners;
}
