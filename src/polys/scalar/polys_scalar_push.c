/* polys_scalar_push.c — how far has one group of polygons to move along a direction, to be free of another one? It defines every bit of
 * the answer.
 *
 * Let K be the Minkowski difference of two polygons, all b_j - a_i. When a has moved by t d, the two overlap, where touching is apart, if
 * and only if t d is in the interior of K: on the inner side of all of its edges. Each edge is a bound on t, from below or from above: the
 * clipping of a line by Cyrus and Beck (Ericson, Real-Time Collision Detection, 2005, section 5.3.8). So each pair of parts overlaps during
 * an open interval of the way, and the groups are free where none of the intervals is. A bound is a quotient of cross products;
 * quotients are compared exactly, and only the answer is rounded. */
#include "../../core/arithmetic.h"

#include "../../core/last_time.h"
#include "difference.h"
#include "reference.h"

#include <float.h>
#include <math.h>

/* A place on the way at which a pair of parts ends to overlap. */
typedef struct push_place {
    sepal_way_place at;
    sepal_float2 from, to; /* the vertices of a and b between which its v leads */
    double about;          /* within WAY_ERROR of itself; 0 at the beginning */
} push_place;

/* Three roundings of double, of two cross products (motion.h) and their quotient, and those of what it is compared with below. */
#define WAY_ERROR 0x1p-48

/* Are the circles around two parts certainly apart where a has moved to `place` (docs/numerics/groups.md, "Along a direction")? */
static bool circles_are_apart(const sepal_poly_circle *a, const sepal_poly_circle *b, sepal_float2 move, const push_place *place) {
    const double x = (double)b->x - (double)a->x, y = (double)b->y - (double)a->y;
    const double moved_x = place->about * (double)move.x, moved_y = place->about * (double)move.y;
    const double size = (fabs(x) + fabs(y)) + (fabs(moved_x) + fabs(moved_y)), rest_x = x - moved_x, rest_y = y - moved_y;
    const double reach = (fabs((double)a->outer) + fabs((double)b->outer)) * (1 + WAY_ERROR); /* the signs are flags */
    return sqrt(rest_x * rest_x + rest_y * rest_y) - size * WAY_ERROR > reach;
}

/* Do the two overlap at a place? Then the place becomes the one where that ends. */
static bool passes_pair(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_vector *d,
                        push_place *place) {
    push_place end = *place;
    bool has_end = false;
    for (sepal_border w = sepal_border_of(a, i, b, j); sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, other;
        sepal_border_points(&w, &from, &to, &other);
        const sepal_vector ahead = sepal_vector_between(from, to), back = sepal_vector_between(to, from);
        push_place edge = {.at = {.e = w.of_b ? ahead : back}, .from = w.of_b ? other : from, .to = w.of_b ? from : other};
        edge.at.v = sepal_vector_between(edge.from, edge.to);
        const int side = sepal_vector_cross_sign(&edge.at.e, d);
        if (side == 0 && sepal_vector_cross_sign(&edge.at.e, &edge.at.v) >= 0)
            return false;
        if (side < 0)
            edge.at.e = w.of_b ? back : ahead;
        if (side != 0 && side * sepal_way_compare(&place->at, &edge.at, d) <= 0)
            return false;
        if (side < 0 && (!has_end || sepal_way_compare(&edge.at, &end.at, d) < 0)) {
            end = edge;
            has_end = true;
        }
    }
    if (!has_end)
        return false;
    end.about = sepal_vector_cross_value(&end.at.e, &end.at.v) / sepal_vector_cross_value(&end.at.e, d);
    *place = end;
    return true;
}

static bool is_at_or_behind(float time, const push_place *place, sepal_float2 move) {
    const sepal_float2 rest = {0, 0};
    const sepal_vector left = sepal_vector_at(place->from, place->to, move, rest, time);
    return sepal_vector_cross_sign(&place->at.e, &left) <= 0;
}

/* The least float that is not before a place; infinite if it is behind all floats. */
static float round_place_up(const push_place *place, sepal_float2 move) {
    if (place->at.is_begin)
        return 0;
    float time = place->about < (double)FLT_MAX ? (float)place->about : FLT_MAX;
    while (time < INFINITY && !is_at_or_behind(time, place, move))
        time = sepal_next_time(time);
    while (time > 0 && time < INFINITY && is_at_or_behind(sepal_previous_time(time), place, move))
        time = sepal_previous_time(time);
    return time;
}

float sepal_polys_push_along_scalar(const sepal_polys *a, sepal_group_parts of_a, const sepal_polys *b, sepal_group_parts of_b,
                                    float dx, float dy) {
    const sepal_float2 rest = {0, 0}, move = {dx, dy};
    const sepal_vector d = sepal_vector_between(rest, move);
    push_place place = {.at = {.is_begin = true}};
    bool has_moved = true;
    while (has_moved) { /* each round goes through an interval, or none of them holds the place */
        has_moved = false;
        for (size_t i = of_a.first; i < of_a.end; i++)
            for (size_t j = of_b.first; j < of_b.end; j++)
                if (!sepal_poly_is_removed(a, (uint32_t)i) && !sepal_poly_is_removed(b, (uint32_t)j) &&
                    !circles_are_apart(&a->circles[i], &b->circles[j], move, &place))
                    has_moved |= passes_pair(a, (uint32_t)i, b, (uint32_t)j, &d, &place);
    }
    return round_place_up(&place, move);
}
