/* polys_scalar_corners.c — what a few vertices and edges tell of two shapes, exactly: for the kernels that find these, of one pair at a time,
 * in sets of floats or of doubles. */
#include "../../core/arithmetic.h"

#include "reference.h"
#include "ring64.h"

/* --- A point and an edge -------------------------------------------------------------------------------------------------------- */

/* The ends of the edge from vertex k to the next, as they are stored. */
static void take_edge64(const sepal_polys *set, uint32_t index, uint32_t k, sepal_double2 *from, sepal_double2 *to) {
    const sepal_coordinates x = sepal_poly_any_x(set, index), y = sepal_poly_any_y(set, index);
    const uint32_t next = k + 1 < set->heads[index].size ? k + 1 : 0;
    *from = (sepal_double2){sepal_coordinate(&x, k), sepal_coordinate(&y, k)};
    *to = (sepal_double2){sepal_coordinate(&x, next), sepal_coordinate(&y, next)};
}

int sepal_polys_scalar_side64(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y) {
    sepal_double2 from, to;
    take_edge64(set, index, k, &from, &to);
    const int side = sepal_orient64(from, to, (sepal_double2){x, y});
    return set->heads[index].flags & SEPAL_CLOCKWISE ? -side : side;
}

int sepal_polys_scalar_compare64(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y, const double *part,
                                 bool from_line) {
    const sepal_double2 p = {x, y};
    sepal_double2 from, to;
    take_edge64(set, index, k, &from, &to);
    const sepal_reach64 reach = sepal_reach64_of(part[0], part[1], part[2]);
    return from_line ? sepal_compare_line64(from, to, p, &reach) : sepal_compare_points64(from, p, &reach);
}

int sepal_polys_scalar_sign_of_reach(const double *part) {
    return sepal_reach64_sign(part[0], part[1], part[2]);
}

/* --- Two corners ---------------------------------------------------------------------------------------------------------------- */

/* Is vertex k of r, of a convex polygon, as far on the left of an edge as any? Those next to it that are as far are passed. */
static bool is_leftmost(const ring64 *r, uint32_t k, sepal_double2 from, sepal_double2 to) {
    for (int back = 0; back < 2; back++) {
        int left = 0;
        for (uint32_t m = k, steps = 1; steps < r->size && left == 0; steps++) {
            m = sepal_step_around(r->size, m, back == 1);
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
    const uint32_t vertices[3] = {b->at, sepal_step_around(b->ring.size, b->at, false),
                                  sepal_step_around(b->ring.size, b->at, true)};
    for (int m = 0; m < 3; m++)
        for (int before = 0; before < 2; before++) {
            const uint32_t k = before ? sepal_step_around(a->ring.size, a->at, true) : a->at;
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
    if (p.x == q.x && p.y == q.y) /* a way of no length has no sides */
        return reach.square > 0 || near.most == 0 ? 1 : 0;
    return sepal_compare_points64(p, q, &reach) <= near.most ? 1 : are_nearest(&of_a, &of_b) ? -1 : 0;
}
