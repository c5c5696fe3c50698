/* polys_scalar_doubles.c — overlap and containment of shapes whose vertices are doubles, by their definitions (polys_scalar_overlap.c,
 * polys_scalar_overlap_round.c and polys_scalar_contain.c, which say why); exact, one pair at a time.
 *
 * Of the other polygon one vertex matters for each edge: the one that is farthest on one side of it. Where there are more than a few, it
 * is found from the one of the edge before, as rotating calipers do (Preparata, Shamos, Computational Geometry, 1985, section 4.2.3):
 * while the edges of a turn to the left, the farthest vertex of b goes round to the left as well. */
#include "../../core/arithmetic.h"

#include "../../core/stages.h"
#include "difference.h"
#include "reference.h"
#include "ring64.h"

#define NOT_FOUND_YET UINT32_MAX

/* Moves *at to the vertex of b that is farthest on the left of an edge, or with sign -1 on its right; before it was so of the edge
 * before. What leads along the edge is walked too: in a polygon that has turned by a half, the way begins with it. */
static void go_to_farthest(sepal_double2 from, sepal_double2 to, const ring64 *b, int sign, uint32_t *at) {
    if (*at == NOT_FOUND_YET) {
        *at = 0;
        for (uint32_t k = 1; k < b->size; k++)
            if (sign * sepal_cross64(from, to, corner64(b, *at), corner64(b, k)) > 0)
                *at = k;
    }
    for (uint32_t steps = 0; steps < b->size && sign * sepal_cross64(from, to, corner64(b, *at), corner64_after(b, *at)) >= 0;
         steps++)
        *at = *at + 1 < b->size ? *at + 1 : 0;
}

/* The greatest sign * side of a vertex of b from an edge: 1 if one is on its left, or with sign -1 on its right. at: where the walk is;
 * NULL if there are few vertices, of which each is tried. */
static int greatest_side(sepal_double2 from, sepal_double2 to, const ring64 *b, int sign, uint32_t *at) {
    int greatest = -1;
    if (at != NULL) {
        go_to_farthest(from, to, b, sign, at);
        return sign * sepal_orient64(from, to, corner64(b, *at));
    }
    for (uint32_t k = 0; k < b->size && greatest < 1; k++) {
        const int side = sign * sepal_orient64(from, to, corner64(b, k));
        greatest = side > greatest ? side : greatest;
    }
    return greatest;
}

/* Is of some edge of a the greatest sign * side of a vertex of b from `least` to `most`? */
static bool some_edge_has(const ring64 *a, const ring64 *b, int sign, int least, int most) {
    uint32_t found = NOT_FOUND_YET, *at = sepal_parts_are_few(a->size, b->size) ? NULL : &found;
    for (uint32_t k = 0; k < a->size; k++) {
        const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
        if (from.x == to.x && from.y == to.y)
            continue;
        const int side = greatest_side(from, to, b, sign, at);
        if (side >= least && side <= most)
            return true;
    }
    return false;
}

/* An interval of doubles, from the least to the greatest of some values. */
typedef struct interval64 {
    double low, high;
} interval64;

static interval64 interval64_of(const double *value, uint32_t count) {
    interval64 out = {value[0], value[0]};
    for (uint32_t k = 1; k < count; k++) {
        out.low = value[k] < out.low ? value[k] : out.low;
        out.high = value[k] > out.high ? value[k] : out.high;
    }
    return out;
}

static bool intervals64_apart(const double *p, uint32_t count_p, const double *q, uint32_t count_q, bool strict) {
    const interval64 a = interval64_of(p, count_p), b = interval64_of(q, count_q);
    return strict ? a.high <= b.low || b.high <= a.low : a.high < b.low || b.high < a.low;
}

static bool polygons64_overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, bool strict) {
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    if (some_edge_has(&of_a, &of_b, 1, -1, strict ? 0 : -1) || some_edge_has(&of_b, &of_a, 1, -1, strict ? 0 : -1))
        return false;
    return (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) == 0 ||
           (!intervals64_apart(sepal_poly_exact_x(a, i), of_a.size, sepal_poly_exact_x(b, j), of_b.size, strict) &&
            !intervals64_apart(sepal_poly_exact_y(a, i), of_a.size, sepal_poly_exact_y(b, j), of_b.size, strict));
}

static bool interval64_holds(const double *p, uint32_t count_p, const double *q, uint32_t count_q) {
    const interval64 a = interval64_of(p, count_p), b = interval64_of(q, count_q);
    return b.low >= a.low && b.high <= a.high;
}

static bool polygon64_holds(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, bool strict) {
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    const bool flat = (a->heads[i].flags & SEPAL_FLAT) != 0;
    if ((strict && flat) || some_edge_has(&of_a, &of_b, -1, strict ? 0 : 1, 1))
        return false;
    return !flat || (interval64_holds(sepal_poly_exact_x(a, i), of_a.size, sepal_poly_exact_x(b, j), of_b.size) &&
                     interval64_holds(sepal_poly_exact_y(a, i), of_a.size, sepal_poly_exact_y(b, j), of_b.size));
}

/* --- With a reach --------------------------------------------------------------------------------------------------------------- */

/* Says of an edge of a, from vertex k on, and a vertex of b whether it answers the question. */
typedef bool part_answers(const ring64 *a, uint32_t k, sepal_double2 p, const reach_test *test);

/* Does an edge of a answer with a vertex of b that is farthest on its left, or with sign -1 on its right? Where all edges of b along it are
 * as far, each of their ends is. Where there are few vertices, all are tried. */
static bool some_part_answers(const ring64 *a, const ring64 *b, int sign, part_answers *answers, const reach_test *test) {
    const bool few = sepal_parts_are_few(a->size, b->size);
    uint32_t at = NOT_FOUND_YET;
    for (uint32_t k = 0; k < a->size; k++) {
        const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
        if (from.x == to.x && from.y == to.y)
            continue;
        if (!few)
            go_to_farthest(from, to, b, sign, &at);
        uint32_t m = few ? 0 : at;
        for (uint32_t steps = 0; steps < b->size; steps++) {
            const sepal_double2 p = corner64(b, m);
            m = m > 0 ? m - 1 : b->size - 1;
            if (answers(a, k, p, test))
                return true;
            if (!few && sepal_cross64(from, to, corner64(b, m), p) != 0)
                break;
        }
    }
    return false;
}

static bool edge_is_near(const ring64 *a, uint32_t k, sepal_double2 p, const reach_test *test) {
    const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
    return sepal_compare_points64(from, p, test->reach) <= test->most || sepal_compare_points64(to, p, test->reach) <= test->most ||
           sepal_compare_edge64(from, to, p, test->reach) <= test->most;
}

/* Two cores without an edge are points. */
static bool points64_are_near(const ring64 *a, const ring64 *b, const reach_test *test) {
    return sepal_compare_points64(corner64(a, 0), corner64(b, 0), test->reach) <= test->most;
}

bool sepal_polys_overlap_doubles_scalar(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching,
                                        double margin) {
    STAGES_REFER(i);
    const double radius_a = sepal_poly_radius64(a, i), radius_b = sepal_poly_radius64(b, j);
    const bool strict = touching != SEPAL_TOUCHING_OVERLAPS;
    if (radius_a == 0 && radius_b == 0 && margin == 0)
        return polygons64_overlap(a, i, b, j, strict);
    if (polygons64_overlap(a, i, b, j, false)) /* and they do more than touch, as the reach is above 0 */
        return true;
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    const sepal_reach64 reach = sepal_reach64_of(radius_a, radius_b, margin);
    const reach_test near = {&reach, strict ? -1 : 0};
    return points64_are_near(&of_a, &of_b, &near) || some_part_answers(&of_a, &of_b, 1, edge_is_near, &near) ||
           some_part_answers(&of_b, &of_a, 1, edge_is_near, &near);
}

/* --- Containment with a reach --------------------------------------------------------------------------------------------------- */

/* Is vertex k of a the point of a that is nearest to p, and not the middle of a side, which tells itself (is_nearest_to in
 * polys_scalar_contain.c)? */
static bool is_nearest64(const ring64 *a, uint32_t k, sepal_double2 p) {
    const sepal_double2 at = corner64(a, k);
    sepal_double2 next = at, before = at;
    for (uint32_t m = k, left = a->size; left > 0 && next.x == at.x && next.y == at.y; left--)
        next = corner64(a, m = m + 1 < a->size ? m + 1 : 0);
    for (uint32_t m = k, left = a->size; left > 0 && before.x == at.x && before.y == at.y; left--)
        before = corner64(a, m = m > 0 ? m - 1 : a->size - 1);
    if (next.x == at.x && next.y == at.y)
        return true;
    const int ahead = sepal_sign_of_dot64(at, next, p), behind = sepal_sign_of_dot64(at, before, p);
    return ahead <= 0 && behind <= 0 && ahead + behind < 0;
}

static bool corner_is_far(const ring64 *a, uint32_t k, sepal_double2 p, const reach_test *test) {
    return sepal_compare_points64(corner64(a, k), p, test->reach) > test->most && is_nearest64(a, k, p);
}

/* Is p farther than the reach beyond the edge, or from an end of it that is the nearest point? */
static bool edge_is_far(const ring64 *a, uint32_t k, sepal_double2 p, const reach_test *test) {
    const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
    return (sepal_orient64(from, to, p) < 0 && sepal_compare_line64(from, to, p, test->reach) > test->most) ||
           corner_is_far(a, k, p, test) || corner_is_far(a, k + 1 < a->size ? k + 1 : 0, p, test);
}

/* Is a vertex of b farther than the reach from a? Of the walk along both (reach_holds_core in polys_scalar_contain.c) these are all
 * vertices and edges of a beside vertices of b, and the ends of all edges of b beside vertices of a. */
static bool some_vertex_is_far(const ring64 *a, const ring64 *b, const reach_test *far) {
    const bool few = sepal_parts_are_few(a->size, b->size);
    uint32_t at = NOT_FOUND_YET;
    if (some_part_answers(a, b, -1, edge_is_far, far) || corner_is_far(a, 0, corner64(b, 0), far))
        return true;
    for (uint32_t k = 0; k < b->size; k++) {
        const sepal_double2 from = corner64(b, k), to = corner64_after(b, k);
        if (from.x == to.x && from.y == to.y)
            continue;
        if (!few)
            go_to_farthest(from, to, a, -1, &at);
        for (uint32_t steps = 0, m = few ? 0 : at; steps < a->size; steps++) {
            const sepal_double2 p = corner64(a, m);
            const uint32_t before = m > 0 ? m - 1 : a->size - 1;
            if (corner_is_far(a, m, from, far) || corner_is_far(a, m, to, far))
                return true;
            if (!few && sepal_cross64(from, to, corner64(a, before), p) != 0)
                break;
            m = before;
        }
    }
    return false;
}

/* Is each vertex of b on the inner side of each edge of a, at least as far as the reach from it, or farther? */
static bool is_too_near_to_edge(const ring64 *a, uint32_t k, sepal_double2 p, const reach_test *test) {
    const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
    return sepal_orient64(from, to, p) <= 0 || sepal_compare_line64(from, to, p, test->reach) <= test->most;
}

bool sepal_polys_contains_doubles_scalar(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                         sepal_touching touching, double margin) {
    STAGES_REFER(i);
    const double radius_a = sepal_poly_radius64(a, i), radius_b = sepal_poly_radius64(b, j);
    const bool strict = touching != SEPAL_TOUCHING_OVERLAPS;
    const int spare = sepal_reach64_sign(radius_a, -radius_b, -margin);
    if (spare == 0)
        return polygon64_holds(a, i, b, j, strict);
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    if (spare < 0) {
        const sepal_reach64 reach = sepal_reach64_of(radius_b, margin, -radius_a);
        const reach_test near = {&reach, strict ? 0 : -1};
        return (a->heads[i].flags & SEPAL_FLAT) == 0 && !some_part_answers(&of_a, &of_b, -1, is_too_near_to_edge, &near);
    }
    const sepal_reach64 reach = sepal_reach64_of(radius_a, -radius_b, -margin);
    return !some_vertex_is_far(&of_a, &of_b, &(reach_test){&reach, strict ? -1 : 0});
}
