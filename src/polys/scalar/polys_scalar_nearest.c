/* polys_scalar_nearest.c — the way between the nearest points of two polygons that are apart, in double.
 *
 * These points are two vertices, or a vertex and the foot of its perpendicular on an edge (Ericson, Real-Time Collision Detection,
 * section 9.5.3). The difference of two floats has one rounding in double, so the way between two vertices is known to a few
 * roundings of its own length. That from a vertex to an edge is a determinant divided by a length; where the determinant is small
 * beside its products, it is computed exactly and rounded once. Whether the foot is on the edge is decided exactly. So every
 * candidate is known relative to its own length, and the shortest is a good answer even for polygons that nearly touch.
 *
 * Most candidates are certainly longer than the shortest one on the border of K, or than the shortest one so far. They are left out
 * before anything is divided or decided exactly, which changes no answer. */
#include "../../core/arithmetic.h"

#include "../../exact/distance.h"
#include "../../exact/number.h"
#include "difference.h"
#include "nearest.h"
#include <math.h>

/* A determinant that exceeds the bound on its error by this factor is known to 2^-27 of itself. */
#define DETERMINANT_SURE 0x1p27

/* (b - a) x (c - a), within 2^-27 of itself and with its exact sign. */
static double determinant_of(float ax, float ay, float bx, float by, float cx, float cy) {
    sepal_estimate det = sepal_determinant(ax, ay, bx, by, cx, cy);
    if (fabs(det.value) > DETERMINANT_SURE * det.error)
        return det.value;
    const double products[6] = {
        (double)bx * (double)cy,    -((double)by * (double)cx), (double)cx * (double)ay,
        -((double)cy * (double)ax), (double)ax * (double)by,    -((double)ay * (double)bx),
    };
    sepal_number sum;
    sepal_number_sum(products, 6, &sum);
    return sepal_number_value(&sum);
}

/* The shortest way so far, and a little more than the square of a length that the shortest way does not exceed. */
typedef struct shortest {
    sepal_way way;
    double square;
} shortest;

static void take_way(double x, double y, double length, shortest *best) {
    double square = length * length * (1 + 0x1p-20);
    *best = (shortest){{x, y, length}, square < best->square ? square : best->square};
}

/* Takes the way from vertex p to vertex q, if it is shorter than the best. */
static void try_points(float px, float py, float qx, float qy, shortest *best) {
    double dx = (double)qx - (double)px, dy = (double)qy - (double)py, square = dx * dx + dy * dy, length;
    if (square > best->square)
        return;
    length = sqrt(square);
    if (length < best->way.length)
        take_way(dx / length, dy / length, length, best);
}

/* Is a vertex at (rx, ry) from one end of an edge certainly farther from its line than the shortest way is long? The cross product of the
 * differences has an error of less than 2^-50 times the sum of its products, and the determinant is known to 2^-27 of itself
 * (docs/numerics/mtv.md, "In double"). */
static bool edge_is_farther(double ex, double ey, double rx, double ry, const shortest *best) {
    double p = ex * ry, q = ey * rx, least = fabs(p - q) - (fabs(p) + fabs(q)) * 0x1p-50;
    return least > 0 && least * least > best->square * (ex * ex + ey * ey);
}

/* Takes the way from vertex p to the foot of its perpendicular on the edge from q to s, if the foot is strictly between them and
 * the way is shorter than the best. sign: 1, or -1 if it leads from b to a. */
static void try_nearest_edge(float px, float py, float qx, float qy, float sx, float sy, double sign, shortest *best) {
    double ex = (double)sx - (double)qx, ey = (double)sy - (double)qy;
    if ((qx == sx && qy == sy) || edge_is_farther(ex, ey, (double)px - (double)qx, (double)py - (double)qy, best) ||
        sepal_sign_of_dot(qx, qy, sx, sy, px, py) <= 0 || sepal_sign_of_dot(sx, sy, qx, qy, px, py) <= 0)
        return;
    double length = sqrt(ex * ex + ey * ey);
    double side = determinant_of(qx, qy, sx, sy, px, py) / length; /* > 0: p is left of the edge */
    if (fabs(side) < best->way.length) {
        double outward = side > 0 ? -sign : sign;
        take_way(outward * -ey / length, outward * ex / length, fabs(side), best);
    }
}

/* The least squared distance of two vertices: no longer way is the shortest one. */
static double nearest_vertices(const sepal_rim *a, const sepal_rim *b) {
    double least = INFINITY;
    for (uint32_t k = 0; k < a->size; k++)
        for (uint32_t m = 0; m < b->size; m++) {
            double dx = (double)b->x[m] - (double)a->x[k], dy = (double)b->y[m] - (double)a->y[k], square = dx * dx + dy * dy;
            least = square < least ? square : least;
        }
    return least;
}

/* The shortest way to a part of the border of K, and a bound on the square of its length. Segments and points have the same border. */
static shortest nearest_on_border(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    shortest best = {{0, 0, INFINITY}, INFINITY};
    for (sepal_border w = sepal_border_of(a, i, b, j);; sepal_border_on(&w)) {
        const bool has_edge = sepal_border_edge(&w);
        const sepal_float2 p = sepal_rim_vertex(&w.a, w.a.at), q = sepal_rim_vertex(&w.b, w.b.at);
        try_points(p.x, p.y, q.x, q.y, &best);
        if (!has_edge)
            return best;
        sepal_float2 from, to, other;
        sepal_border_points(&w, &from, &to, &other);
        try_nearest_edge(other.x, other.y, from.x, from.y, to.x, to.y, w.of_b ? 1 : -1, &best);
    }
}

/* Tries the ways between vertex k of a and both edges at vertex m of b; sign: as above. */
static void try_edges_at(const sepal_rim *a, uint32_t k, const sepal_rim *b, uint32_t m, double sign, shortest *best) {
    const sepal_float2 p = sepal_rim_vertex(a, k), q = sepal_rim_vertex(b, m);
    const sepal_float2 next = sepal_rim_vertex(b, sepal_step_around(b->size, m, false));
    const sepal_float2 before = sepal_rim_vertex(b, sepal_step_around(b->size, m, true));
    try_nearest_edge(p.x, p.y, q.x, q.y, next.x, next.y, sign, best);
    try_nearest_edge(p.x, p.y, before.x, before.y, q.x, q.y, sign, best);
}

/* A vertex of K, that of b less that of a, and their numbers; and the point of the side between two of them that is nearest to the origin. */
typedef struct knot {
    double x, y;
    uint32_t of_a, of_b;
} knot;

static knot nearest_on_side(const knot *p, const knot *q) {
    const double ex = q->x - p->x, ey = q->y - p->y, along = -(p->x * ex + p->y * ey), length2 = ex * ex + ey * ey;
    const double share = !(along > 0) ? 0 : along >= length2 ? 1 : along / length2;
    return (knot){p->x + share * ex, p->y + share * ey, 0, 0};
}

/* The vertex of K that is least far along v. from: where the search begins. */
static knot least_along(const sepal_rim *a, const sepal_rim *b, double x, double y, const knot *from) {
    const uint32_t of_a = sepal_farthest_from(a, from->of_a, x, y), of_b = sepal_farthest_from(b, from->of_b, -x, -y);
    const sepal_float2 p = sepal_rim_vertex(a, of_a), q = sepal_rim_vertex(b, of_b);
    return (knot){(double)q.x - (double)p.x, (double)q.y - (double)p.y, of_a, of_b};
}

enum { STEPS_MOST = 24 };

/* A short way, found in steps (Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
 * Three-Dimensional Space", IEEE Journal of Robotics and Automation 4, 1988, in the plane): that of the vertices and edges where they end.
 * False if it is not as short as the gap between the polygons along its direction is wide: then others may be much shorter. */
static bool nearest_in_steps(const sepal_rim *a, const sepal_rim *b, shortest *best) {
    const sepal_float2 origin = sepal_rim_vertex(a, 0), other = sepal_rim_vertex(b, 0);
    knot nearest = {(double)other.x - (double)origin.x, (double)other.y - (double)origin.y, 0, 0}, side[2] = {nearest, nearest};
    for (int step = 0; step < STEPS_MOST; step++) {
        const knot next = least_along(a, b, nearest.x, nearest.y, &side[1]);
        const knot first = nearest_on_side(&side[0], &next), second = nearest_on_side(&side[1], &next);
        const double square1 = first.x * first.x + first.y * first.y, square2 = second.x * second.x + second.y * second.y;
        if (!(fmin(square1, square2) < nearest.x * nearest.x + nearest.y * nearest.y))
            break;
        side[0] = square2 < square1 ? side[1] : side[0];
        side[1] = next;
        nearest = square2 < square1 ? second : first;
    }
    *best = (shortest){{0, 0, INFINITY}, INFINITY};
    for (int k = 0; k < 2; k++) {
        const sepal_float2 p = sepal_rim_vertex(a, side[k].of_a), q = sepal_rim_vertex(b, side[k].of_b);
        try_points(p.x, p.y, q.x, q.y, best);
        try_edges_at(a, side[k].of_a, b, side[k].of_b, 1, best);
        try_edges_at(b, side[k].of_b, a, side[k].of_a, -1, best);
    }
    const knot last = least_along(a, b, best->way.x, best->way.y, &side[1]);
    const double error = SEPAL_NEAREST_ERROR * (fabs(last.x) + fabs(last.y));
    return last.x * best->way.x + last.y * best->way.y + error >= best->way.length * (1 - 0x1p-20);
}

/* The parts of K that may be as near as a short way: its direction tells, since no way is shorter than its part along it
 * (docs/numerics/mtv.md, "In double"). */
static sepal_window window_of_way(const sepal_rim *a, const sepal_rim *b, const shortest *best) {
    sepal_window n = {best->way.x, best->way.y, 0, sepal_rim_vertex(a, 0)};
    const double extent = sepal_extent_from(n.origin, a) + sepal_extent_from(n.origin, b);
    n.most = sqrt(best->square) * (1 + 0x1p-20) + SEPAL_NEAREST_ERROR * extent;
    return n;
}

/* Tries the ways in the window from each vertex of a to the vertices of b, unless b is the first polygon of the pair, and to its edges.
 */
static void try_vertices(const sepal_rim *a, const sepal_rim *b, double sign, const sepal_window *n, shortest *best) {
    const bool all = isinf(n->most);
    const double least_b = all ? 0 : sepal_least_along(n, b, sign), first = sign * sepal_along(n, sepal_rim_vertex(b, 0));
    for (uint32_t k = 0; k < a->size; k++) {
        const sepal_float2 p = sepal_rim_vertex(a, k);
        const double most = n->most + (all ? 0 : sign * sepal_along(n, p));
        if (least_b > most)
            continue;
        double here, next = first;
        for (uint32_t m = 0; m < b->size; m++) {
            const sepal_float2 q = sepal_rim_vertex(b, m), s = sepal_rim_vertex(b, m + 1 < b->size ? m + 1 : 0);
            here = next;
            next = m + 1 < b->size ? sign * sepal_along(n, s) : first;
            if (!all && here > most && next > most)
                continue;
            if (sign > 0)
                try_points(p.x, p.y, q.x, q.y, best);
            try_nearest_edge(p.x, p.y, q.x, q.y, s.x, s.y, sign, best);
        }
    }
}

sepal_way sepal_polys_scalar_nearest(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const sepal_rim of_a = sepal_rim_at(a, i), of_b = sepal_rim_at(b, j);
    shortest best = {{0, 0, INFINITY}, INFINITY};
    sepal_window n = sepal_all_parts;
    if (sepal_parts_are_few(of_a.size, of_b.size)) {
        best.square = nearest_vertices(&of_a, &of_b) * (1 + 0x1p-20);
    } else {
        shortest found;
        if (!nearest_in_steps(&of_a, &of_b, &found))
            found = nearest_on_border(a, i, b, j);
        n = window_of_way(&of_a, &of_b, &found);
        best.square = found.square;
    }
    try_vertices(&of_a, &of_b, 1, &n, &best);
    try_vertices(&of_b, &of_a, -1, &n, &best);
    return best.way;
}
