/* polys_scalar_sweep.c — do two shapes that move in straight lines ever meet? Exact, one pair at a time.
 *
 * Only the relative move d of b as seen from a matters. Let K be the Minkowski difference of the cores, all b_j - a_i. As b moves,
 * K moves by d, and it covers K + [0, 1] d, which is convex. The cores meet at some time if and only if this contains the origin.
 * Its edges are those of K, hence of both cores, and two that are parallel to d (Ericson, Real-Time Collision Detection, 2005,
 * section 5.5.8; Gomez, "Simple intersection tests for games", 1999). Shapes with radii, or under a margin, meet if and only if the
 * origin is within reach of it: of a vertex of K on its way, or of an edge of K at the beginning or at the end. */
#include "../../core/arithmetic.h"

#include "../../exact/expansion.h"
#include "../../exact/orient.h"
#include "difference.h"
#include "reference.h"
#include <assert.h>
#include <math.h>

/* --- Cores -------------------------------------------------------------------------------------- */

bool sepal_polys_scalar_edge_ends(const sepal_mover *a, uint32_t edge, sepal_float2 *from, sepal_float2 *to) {
    uint32_t next = edge + 1 < sepal_mover_size(a) ? edge + 1 : 0;
    bool clockwise = (a->set->heads[a->index].flags & SEPAL_CLOCKWISE) != 0;
    *from = sepal_mover_vertex(a, clockwise ? next : edge);
    *to = sepal_mover_vertex(a, clockwise ? edge : next);
    return from->x != to->x || from->y != to->y;
}

uint32_t sepal_polys_scalar_edge_start(const sepal_mover *a, uint32_t edge) {
    bool clockwise = (a->set->heads[a->index].flags & SEPAL_CLOCKWISE) != 0;
    return !clockwise ? edge : edge + 1 < sepal_mover_size(a) ? edge + 1 : 0;
}

/* Is all of K beyond one of its edges until `time`? As the way is straight, the beginning and the end tell. */
static bool any_edge_separates_moving(const sepal_mover *a, const sepal_mover *b, float time, sepal_touching touching) {
    int least_beyond = touching == SEPAL_TOUCHING_OVERLAPS ? -1 : 0;
    for (sepal_border w = sepal_border_of(a->set, a->index, b->set, b->index); sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, p;
        sepal_border_points(&w, &from, &to, &p);
        if (sepal_orient(from.x, from.y, to.x, to.y, p.x, p.y) > least_beyond)
            continue;
        sepal_vector e = sepal_vector_between(from, to);
        sepal_vector moved = sepal_vector_at(from, p, w.of_b ? b->move : a->move, w.of_b ? a->move : b->move, time);
        if (sepal_vector_cross_sign(&e, &moved) <= least_beyond)
            return true;
    }
    return false;
}

/* Exact signs decide only among those vertices that double does not tell to be nearer than the farthest one. */
sepal_float2 sepal_polys_scalar_farthest_left(const sepal_vector *f, const sepal_mover *m, int sign) {
    const sepal_float2 first = sepal_mover_vertex(m, 0);
    double most = 0, error = 0, size;
    for (uint32_t k = 1; k < sepal_mover_size(m); k++) {
        const double far = sign * sepal_farness(f, first, sepal_mover_vertex(m, k), &size);
        most = far > most ? far : most;
        error = size > error ? size : error;
    }
    error *= 2 * SEPAL_FARTHEST_ERROR;
    bool found = false;
    sepal_float2 best = first;
    for (uint32_t k = 0; k < sepal_mover_size(m); k++) {
        const sepal_float2 next = sepal_mover_vertex(m, k);
        if (sign * sepal_farness(f, first, next, &size) < most - error)
            continue;
        const sepal_vector step = sepal_vector_between(best, next);
        if (!found || sign * sepal_vector_cross_sign(f, &step) > 0)
            best = next;
        found = true;
    }
    return best;
}

/* Is K on one side of the line through the origin along the relative move? */
static bool way_separates(const sepal_mover *a, const sepal_mover *b, sepal_touching touching) {
    sepal_vector d = sepal_vector_between(a->move, b->move);
    sepal_float2 left_a = sepal_polys_scalar_farthest_left(&d, a, 1), right_a = sepal_polys_scalar_farthest_left(&d, a, -1);
    sepal_float2 left_b = sepal_polys_scalar_farthest_left(&d, b, 1), right_b = sepal_polys_scalar_farthest_left(&d, b, -1);
    sepal_vector leftmost = sepal_vector_between(right_a, left_b), rightmost = sepal_vector_between(left_a, right_b);
    int least_beyond = touching == SEPAL_TOUCHING_OVERLAPS ? 1 : 0;
    return sepal_vector_cross_sign(&d, &leftmost) <= -least_beyond || sepal_vector_cross_sign(&d, &rightmost) >= least_beyond;
}

/* Do two cores without area have a difference without area: is one a point, or are both along one direction? */
static bool difference_is_flat(const sepal_mover *a, const sepal_mover *b) {
    sepal_float2 first_a = sepal_mover_vertex(a, 0), first_b = sepal_mover_vertex(b, 0);
    for (uint32_t i = 1; i < sepal_mover_size(a); i++)
        for (uint32_t j = 1; j < sepal_mover_size(b); j++) {
            sepal_vector along_a = sepal_vector_between(first_a, sepal_mover_vertex(a, i));
            sepal_vector along_b = sepal_vector_between(first_b, sepal_mover_vertex(b, j));
            if (sepal_vector_cross_sign(&along_a, &along_b) != 0)
                return false;
        }
    return true;
}

/* The sign of to - from + time * (move_to - move_from), along one coordinate axis. */
static int difference_sign(float from, float to, float move_from, float move_to, float time) {
    double t = (double)time;
    double terms[4] = {(double)to, -(double)from, t * (double)move_to, -(t * (double)move_from)};
    return sepal_sign_of_sum(terms, 4);
}

/* Are the intervals of a and b along a coordinate axis apart until `time`? (x or y of all vertices, and of the moves) */
static bool intervals_stay_apart(const float *p, uint32_t count_p, float move_p, const float *q, uint32_t count_q, float move_q,
                                 float time) {
    bool below = true, above = true;
    for (uint32_t i = 0; i < count_p; i++)
        for (uint32_t j = 0; j < count_q; j++) {
            int begin = difference_sign(p[i], q[j], 0, 0, 0), end = difference_sign(p[i], q[j], move_p, move_q, time);
            below = below && begin < 0 && end < 0;
            above = above && begin > 0 && end > 0;
        }
    return below || above;
}

static bool coordinate_axis_separates(const sepal_mover *a, const sepal_mover *b, float time) {
    uint32_t size_a = sepal_mover_size(a), size_b = sepal_mover_size(b);
    return intervals_stay_apart(sepal_poly_x(a->set, a->index), size_a, a->move.x, sepal_poly_x(b->set, b->index), size_b,
                                b->move.x, time) ||
           intervals_stay_apart(sepal_poly_y(a->set, a->index), size_a, a->move.y, sepal_poly_y(b->set, b->index), size_b,
                                b->move.y, time);
}

static bool is_at_rest(const sepal_mover *a, const sepal_mover *b) {
    return a->move.x == b->move.x && a->move.y == b->move.y;
}

bool sepal_polys_scalar_sweep_cores(const sepal_mover *a, const sepal_mover *b, float time, sepal_touching touching) {
    assert(time >= 0 && time <= 1);
    if (time == 0 || is_at_rest(a, b))
        return sepal_polys_scalar_overlap(a->set, a->index, b->set, b->index, touching);
    if (way_separates(a, b, touching) || any_edge_separates_moving(a, b, time, touching))
        return false;
    if ((a->set->heads[a->index].flags & b->set->heads[b->index].flags & SEPAL_FLAT) == 0)
        return true;
    if (touching == SEPAL_TOUCHING_OVERLAPS) /* a difference along the line of the move has no other axis that could separate */
        return !coordinate_axis_separates(a, b, time);
    return !difference_is_flat(a, b);
}

/* --- Shapes with radii, and margins --------------------------------------------------------------
 * `most` is the greatest result of a comparison that counts: 0 if touching does, else -1. */

/* Is the origin within reach of the way of a vertex of K, which moves by `way` and is at q - p at the beginning? */
static bool way_reaches(const sepal_mover *a, sepal_float2 p, const sepal_mover *b, sepal_float2 q, const sepal_vector *way,
                        float time, const sepal_reach *reach, int most) {
    const sepal_vector v = sepal_vector_between(p, q);
    if (sepal_vector_compare_line(way, &v, reach) > most) /* most of them */
        return false;
    const sepal_vector end = sepal_vector_at(p, q, a->move, b->move, time);
    return sepal_vector_compare_length(&v, reach) <= most || sepal_vector_compare_length(&end, reach) <= most ||
           (sepal_vector_dot_sign(way, &v) < 0 && sepal_vector_dot_sign(way, &end) > 0);
}

bool sepal_polys_scalar_vertex_reaches(const sepal_mover *a, uint32_t i, const sepal_mover *b, uint32_t j, float time,
                                       const sepal_reach *reach, int most) {
    const sepal_vector way = sepal_vector_between(a->move, b->move);
    return way_reaches(a, sepal_mover_vertex(a, i), b, sepal_mover_vertex(b, j), &way, time, reach, most);
}

/* Does the edge of K at which the walk is come within reach with its inside, at the beginning or at `time`? */
static bool edge_reaches(const sepal_border *w, const sepal_mover *a, const sepal_mover *b, float time, const sepal_reach *reach,
                         int most) {
    sepal_float2 from, to, p, of = w->of_b ? b->move : a->move, beside = w->of_b ? a->move : b->move;
    sepal_border_points(w, &from, &to, &p);
    if (sepal_compare_edge(from.x, from.y, to.x, to.y, p.x, p.y, reach) <= most)
        return true;
    const sepal_vector e = sepal_vector_between(from, to), from_start = sepal_vector_at(from, p, of, beside, time);
    if (sepal_vector_compare_line(&e, &from_start, reach) > most) /* most of them */
        return false;
    const sepal_vector from_end = sepal_vector_at(to, p, of, beside, time);
    return sepal_vector_dot_sign(&e, &from_start) > 0 && sepal_vector_dot_sign(&e, &from_end) < 0;
}

/* Do two cores that do not meet until `time` come within reach? The origin is outside of what K covers, so a part of the border of K
 * is nearest to it: a vertex on its way, or an edge at the beginning or at `time`. */
static bool border_reaches_moving(const sepal_mover *a, const sepal_mover *b, float time, const sepal_reach *reach, int most) {
    const sepal_vector way = sepal_vector_between(a->move, b->move);
    for (sepal_border w = sepal_border_of(a->set, a->index, b->set, b->index);; sepal_border_on(&w)) {
        bool has_edge = sepal_border_edge(&w);
        const sepal_float2 p = sepal_rim_vertex(&w.a, w.a.at), q = sepal_rim_vertex(&w.b, w.b.at);
        if (way_reaches(a, p, b, q, &way, time, reach, most) || (has_edge && edge_reaches(&w, a, b, time, reach, most)))
            return true;
        if (!has_edge)
            return false;
    }
}

sepal_reach sepal_polys_scalar_reach(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule) {
    return sepal_reach_of(sepal_poly_radius(a->set, a->index), sepal_poly_radius(b->set, b->index), rule->margin);
}

bool sepal_polys_scalar_sweep(const sepal_mover *a, const sepal_mover *b, float time, const sepal_rule *rule) {
    STAGES_REFER(a->index);
    sepal_reach reach = sepal_polys_scalar_reach(a, b, rule);
    if (reach.square == 0) /* the square of no other reach underflows */
        return sepal_polys_scalar_sweep_cores(a, b, time, rule->touching);
    if (time == 0 || is_at_rest(a, b))
        return sepal_polys_scalar_overlap_round(a->set, a->index, b->set, b->index, rule);
    if (sepal_polys_scalar_sweep_cores(a, b, time, SEPAL_TOUCHING_OVERLAPS)) /* then they do more than touch */
        return true;
    int most = rule->touching == SEPAL_TOUCHING_OVERLAPS ? 0 : -1;
    return border_reaches_moving(a, b, time, &reach, most);
}
