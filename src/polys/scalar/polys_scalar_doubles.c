/* polys_scalar_doubles.c — overlap and containment of shapes whose vertices are doubles, by their definitions (polys_scalar_overlap.c,
 * polys_scalar_overlap_round.c and polys_scalar_contain.c, which say why); exact, one pair at a time.
 *
 * Of the other polygon one vertex matters for each edge: the one that is farthest on one side of it. Where there are more than a few, it
 * is found from the one of the edge before, as rotating calipers do (Preparata, Shamos, Computational Geometry, 1985, section 4.2.3):
 * while the edges of a turn to the left, the farthest vertex of b goes round to the left as well. */
#include "../../core/arithmetic.h"

#include "../../core/stages.h"
#include "../../exact/distance64.h"
#include "difference.h"
#include "reference.h"

/* A polygon with its vertices in counter-clockwise order. */
typedef struct ring64 {
    const double *x, *y;
    uint32_t size;
    bool clockwise;
} ring64;

static ring64 ring64_of(const sepal_polys *set, uint32_t i) {
    return (ring64){sepal_poly_exact_x(set, i), sepal_poly_exact_y(set, i), set->heads[i].size,
                    (set->heads[i].flags & SEPAL_CLOCKWISE) != 0};
}

static sepal_double2 corner64(const ring64 *r, uint32_t k) {
    const uint32_t at = r->clockwise ? r->size - 1 - k : k;
    return (sepal_double2){r->x[at], r->y[at]};
}

static sepal_double2 corner64_after(const ring64 *r, uint32_t k) {
    return corner64(r, k + 1 < r->size ? k + 1 : 0);
}

int sepal_polys_scalar_side_doubles(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y) {
    const double *from_x = sepal_poly_exact_x(set, index), *from_y = sepal_poly_exact_y(set, index);
    const uint32_t next = k + 1 < set->heads[index].size ? k + 1 : 0;
    const int side =
        sepal_orient64((sepal_double2){from_x[k], from_y[k]}, (sepal_double2){from_x[next], from_y[next]}, (sepal_double2){x, y});
    return set->heads[index].flags & SEPAL_CLOCKWISE ? -side : side;
}

int sepal_polys_scalar_compare_doubles(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y, const double *part,
                                       bool from_line) {
    const double *from_x = sepal_poly_exact_x(set, index), *from_y = sepal_poly_exact_y(set, index);
    const uint32_t next = k + 1 < set->heads[index].size ? k + 1 : 0;
    const sepal_double2 from = {from_x[k], from_y[k]}, to = {from_x[next], from_y[next]}, p = {x, y};
    const sepal_reach64 reach = sepal_reach64_of(part[0], part[1], part[2]);
    return from_line ? sepal_compare_line64(from, to, p, &reach) : sepal_compare_points64(from, p, &reach);
}

int sepal_polys_scalar_sign_of_reach(const double *part) {
    return sepal_reach64_sign(part[0], part[1], part[2]);
}

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
           (!intervals64_apart(of_a.x, of_a.size, of_b.x, of_b.size, strict) &&
            !intervals64_apart(of_a.y, of_a.size, of_b.y, of_b.size, strict));
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
    return !flat ||
           (interval64_holds(of_a.x, of_a.size, of_b.x, of_b.size) && interval64_holds(of_a.y, of_a.size, of_b.y, of_b.size));
}

/* --- With a reach --------------------------------------------------------------------------------------------------------------- */

/* A comparison with a reach counts if its result is at most `most`. */
typedef struct reach_test {
    const sepal_reach64 *reach;
    int most;
} reach_test;

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

static uint32_t ring64_step(const ring64 *r, uint32_t k, bool back) {
    return back ? (k > 0 ? k : r->size) - 1 : k + 1 < r->size ? k + 1 : 0;
}

/* Is vertex k of r, of a convex polygon, as far on the left of an edge as any? Those next to it that are as far are passed. */
static bool is_leftmost(const ring64 *r, uint32_t k, sepal_double2 from, sepal_double2 to) {
    for (int back = 0; back < 2; back++) {
        int left = 0;
        for (uint32_t m = k, steps = 1; steps < r->size && left == 0; steps++) {
            m = ring64_step(r, m, back == 1);
            left = sepal_cross64(from, to, corner64(r, k), corner64(r, m));
        }
        if (left > 0)
            return false;
    }
    return true;
}

/* A polygon, one of its vertices, and a point that is certainly inside of it, if it has a known one. */
typedef struct corner64_of {
    ring64 ring;
    uint32_t at;
    bool has_inner;
    sepal_double2 inner;
} corner64_of;

/* The centre of the inner circle is inside: docs/numerics/doubles.md, "What is stored". */
static corner64_of corner64_at(const sepal_polys *set, uint32_t index, uint32_t vertex) {
    const ring64 ring = ring64_of(set, index);
    const sepal_poly_circle *c = &set->circles[index];
    return (corner64_of){ring,
                         ring.clockwise ? ring.size - 1 - vertex : vertex,
                         c->inner > 0 && sepal_poly_radius64(set, index) == 0,
                         {(double)c->x + set->origin_x, (double)c->y + set->origin_y}};
}

/* What an edge of a and a vertex of b tell: 1 they are near, or the vertex is in the triangle of the edge and the inner point, and so in a;
 * -1 all of b is on the other side of the line, and far; 0 nothing. */
static int tell_by_edge(const corner64_of *a, uint32_t k, const ring64 *b, uint32_t vertex, const reach_test *near) {
    const sepal_double2 from = corner64(&a->ring, k), to = corner64_after(&a->ring, k), p = corner64(b, vertex);
    const bool no_reach = near->reach->square == 0, strict = near->most < 0;
    if (from.x == to.x && from.y == to.y)
        return 0;
    const int side = sepal_orient64(from, to, p);
    const int line = side == 0 ? (no_reach ? 0 : -1) : no_reach ? 1 : sepal_compare_line64(from, to, p, near->reach);
    if (line <= near->most && sepal_sign_of_dot64(from, to, p) >= 0 && sepal_sign_of_dot64(to, from, p) >= 0)
        return 1;
    if (side <= 0 && line > near->most)
        return is_leftmost(b, vertex, from, to) ? -1 : 0;
    const int least = no_reach && strict ? 1 : 0;
    return a->has_inner && side >= least && sepal_orient64(to, a->inner, p) >= least && sepal_orient64(a->inner, from, p) >= least;
}

/* Both edges at the vertex of a, with the vertex of b and those beside it. */
static int tell_by_edges(const corner64_of *a, const corner64_of *b, const reach_test *near) {
    const uint32_t vertices[3] = {b->at, ring64_step(&b->ring, b->at, false), ring64_step(&b->ring, b->at, true)};
    for (int m = 0; m < 3; m++)
        for (int before = 0; before < 2; before++) {
            const uint32_t k = before ? ring64_step(&a->ring, a->at, true) : a->at;
            const int told = tell_by_edge(a, k, &b->ring, vertices[m], near);
            if (told != 0)
                return told;
        }
    return 0;
}

/* The way from one vertex to the other, turned by a right angle, has all that is farther along it on its left. */
static bool are_nearest(const corner64_of *a, const corner64_of *b) {
    const sepal_double2 p = corner64(&a->ring, a->at), q = corner64(&b->ring, b->at), from = {p.y, -p.x}, to = {q.y, -q.x};
    return is_leftmost(&a->ring, a->at, from, to) && is_leftmost(&b->ring, b->at, to, from);
}

int sepal_polys_scalar_meet_at_corners(const sepal_polys *a, sepal_pair pair, const sepal_polys *b, sepal_pair corners,
                                       sepal_touching touching, double margin) {
    const corner64_of of_a = corner64_at(a, pair.a, corners.a), of_b = corner64_at(b, pair.b, corners.b);
    const sepal_reach64 reach = sepal_reach64_of(sepal_poly_radius64(a, pair.a), sepal_poly_radius64(b, pair.b), margin);
    const reach_test near = {&reach, touching != SEPAL_TOUCHING_OVERLAPS ? -1 : 0};
    const int by_a = tell_by_edges(&of_a, &of_b, &near), by_b = by_a != 0 ? by_a : tell_by_edges(&of_b, &of_a, &near);
    if (by_b != 0)
        return by_b;
    const sepal_double2 p = corner64(&of_a.ring, of_a.at), q = corner64(&of_b.ring, of_b.at);
    const int beyond = p.x == q.x && p.y == q.y ? (reach.square > 0 ? -1 : 0) : sepal_compare_points64(p, q, &reach);
    return beyond <= near.most ? 1 : are_nearest(&of_a, &of_b) ? -1 : 0;
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
