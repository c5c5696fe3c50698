/* difference.h — a walk around the Minkowski difference K of two cores, all b_j - a_i: exact, and linear in the number of vertices.
 *
 * The edges of K are those of b and those of a reversed, in the order of their directions: the two polygons are walked at once, as
 * sorted lists are merged (de Berg et al., Computational Geometry, 2008, section 13.3). While an edge of one polygon is walked, K is
 * at a vertex of the other, which is farthest beyond the edge. So a question about all edges of one polygon and all vertices of the
 * other, of which only those on the border of K matter, asks about n_a + n_b pairs of them. Segments are walked there and back, and
 * have K without area; points have no edge.
 *
 * Walked side by side, without reversing a, the vertex beside an edge is the one that is farthest outward from it. */
#ifndef SEPAL_POLYS_SCALAR_DIFFERENCE_H
#define SEPAL_POLYS_SCALAR_DIFFERENCE_H

#include "../../exact/motion.h"
#include "../set.h"

/* A polygon on the walk: its vertices, and at which of them the walk is. The polygon is on the left of the way. */
typedef struct sepal_rim {
    const float *x, *y;
    uint32_t size, at, left; /* left: how many edges are still to be walked */
    bool clockwise;
} sepal_rim;

/* The vertex of K where the walk is: b.at less a.at. Then its edge: from `from` to `to` of b, or of a, which is walked from `from` to
 * `to` as well, but in K from to. */
typedef struct sepal_border {
    sepal_rim a, b;
    bool side_by_side; /* a is not reversed */
    bool of_b;         /* whose edge it is */
    uint32_t from, to; /* with the polygon on the left */
} sepal_border;

static inline sepal_float2 sepal_rim_vertex(const sepal_rim *r, uint32_t k) {
    return (sepal_float2){r->x[k], r->y[k]};
}

static inline uint32_t sepal_rim_after(const sepal_rim *r, uint32_t k) {
    return !r->clockwise ? (k + 1 < r->size ? k + 1 : 0) : k > 0 ? k - 1 : r->size - 1;
}

static inline sepal_rim sepal_rim_at(const sepal_polys *set, uint32_t index) {
    const uint32_t size = set->heads[index].size;
    const bool clockwise = (set->heads[index].flags & SEPAL_CLOCKWISE) != 0;
    return (sepal_rim){sepal_poly_x(set, index), sepal_poly_y(set, index), size, 0, size, clockwise};
}

/* The vertex of a polygon that is farthest along a direction, found from vertex k on: around it products rise and fall once, but for
 * rounding. */
static inline uint32_t sepal_farthest_from(const sepal_rim *r, uint32_t k, double x, double y) {
    double most = x * (double)r->x[k] + y * (double)r->y[k];
    for (int back = 0; back < 2; back++)
        for (uint32_t left = r->size; left > 1; left--) {
            const uint32_t next = sepal_step_around(r->size, k, back == 1);
            const double along = x * (double)r->x[next] + y * (double)r->y[next];
            if (!(along >= most))
                break;
            k = next;
            most = along;
        }
    return k;
}

/* Begins at the lowest vertex, of several at the leftmost one; or, with sign -1, at the highest and rightmost one. */
static inline sepal_rim sepal_rim_of(const sepal_polys *set, uint32_t index, float sign) {
    sepal_rim r = sepal_rim_at(set, index);
    for (uint32_t k = 1; k < r.size; k++)
        if (sign * r.y[k] < sign * r.y[r.at] || (r.y[k] == r.y[r.at] && sign * r.x[k] < sign * r.x[r.at]))
            r.at = k;
    return r;
}

static inline sepal_border sepal_border_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    return (sepal_border){sepal_rim_of(a, i, -1), sepal_rim_of(b, j, 1), false, false, 0, 0};
}

static inline sepal_border sepal_side_by_side(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    return (sepal_border){sepal_rim_of(a, i, 1), sepal_rim_of(b, j, 1), true, false, 0, 0};
}

/* Goes to the vertex where the next edge begins, past others at the same point; false if there is no edge any more. */
static inline bool sepal_rim_has_edge(sepal_rim *r, uint32_t *next) {
    for (; r->left > 0; r->left--) {
        *next = sepal_rim_after(r, r->at);
        if (r->x[*next] != r->x[r->at] || r->y[*next] != r->y[r->at])
            return true;
        r->at = *next;
    }
    return false;
}

/* Does the direction from p to q turn left (1), right (-1) or not at all to become that from s to t? The sign of (q - p) x (t - s). */
static inline int sepal_turn(sepal_float2 p, sepal_float2 q, sepal_float2 s, sepal_float2 t) {
    double left = ((double)q.x - (double)p.x) * ((double)t.y - (double)s.y);
    double right = ((double)q.y - (double)p.y) * ((double)t.x - (double)s.x), cross = left - right;
    if (fabs(cross) > SEPAL_ORIENT_ERROR * (fabs(left) + fabs(right))) /* the operations, and so the bound, of sepal_determinant */
        return (cross > 0) - (cross < 0);
    if (p.x == s.x && p.y == s.y && q.x == t.x && q.y == t.y) /* an edge of both, as copies have */
        return 0;
    sepal_vector first = sepal_vector_between(p, q), second = sepal_vector_between(s, t);
    return sepal_vector_cross_sign(&first, &second);
}

/* The rim from vertex k on, or, if `back`, against its direction. */
static inline sepal_rim sepal_rim_from(const sepal_polys *set, uint32_t index, uint32_t k, bool back) {
    sepal_rim r = sepal_rim_at(set, index);
    r.at = k;
    r.clockwise = r.clockwise != back;
    return r;
}

/* Is no vertex of a polygon farther to the left of an edge of the other one, from p to q, than vertex k? Going round a convex polygon, a
 * product with a direction rises and falls once, so the next vertices that are not as far as k tell. (Those that are as far may be on the
 * opposite side of the polygon.) */
static inline bool sepal_is_farthest_left(const sepal_polys *set, uint32_t index, uint32_t k, sepal_float2 p, sepal_float2 q) {
    for (int back = 0; back < 2; back++) {
        sepal_rim r = sepal_rim_from(set, index, k, back == 1);
        uint32_t next;
        for (int turn = 0; turn == 0 && sepal_rim_has_edge(&r, &next); r.at = next, r.left--) {
            turn = sepal_turn(p, q, sepal_rim_vertex(&r, r.at), sepal_rim_vertex(&r, next));
            if (turn > 0)
                return false;
        }
    }
    return true;
}

/* Does the edge from p to q come no later in the walk than that from s to t? Directions begin with that of the x axis. */
static inline bool sepal_is_no_later(sepal_float2 p, sepal_float2 q, sepal_float2 s, sepal_float2 t) {
    bool first_down = q.y < p.y || (q.y == p.y && q.x < p.x), second_down = t.y < s.y || (t.y == s.y && t.x < s.x);
    return first_down != second_down ? second_down : sepal_turn(p, q, s, t) >= 0;
}

/* Finds the next edge of K; false behind the last one. The walk stays where the edge begins, until sepal_border_on. */
static inline bool sepal_border_edge(sepal_border *walk) {
    uint32_t to_a = 0, to_b = 0;
    bool in_a = sepal_rim_has_edge(&walk->a, &to_a), in_b = sepal_rim_has_edge(&walk->b, &to_b);
    if (!in_a && !in_b)
        return false;
    walk->of_b = in_b;
    if (in_a && in_b) {
        sepal_float2 start = sepal_rim_vertex(&walk->a, walk->a.at), end = sepal_rim_vertex(&walk->a, to_a);
        walk->of_b = sepal_is_no_later(sepal_rim_vertex(&walk->b, walk->b.at), sepal_rim_vertex(&walk->b, to_b),
                                       walk->side_by_side ? start : end, walk->side_by_side ? end : start);
    }
    walk->from = walk->of_b ? walk->b.at : walk->a.at;
    walk->to = walk->of_b ? to_b : to_a;
    return true;
}

/* Walks along the edge that was found. */
static inline void sepal_border_on(sepal_border *walk) {
    sepal_rim *r = walk->of_b ? &walk->b : &walk->a;
    r->at = walk->to;
    r->left--;
}

/* The ends of the edge, and the vertex of the other polygon. */
static inline void sepal_border_points(const sepal_border *walk, sepal_float2 *from, sepal_float2 *to, sepal_float2 *other) {
    const sepal_rim *of = walk->of_b ? &walk->b : &walk->a, *beside = walk->of_b ? &walk->a : &walk->b;
    *from = sepal_rim_vertex(of, walk->from);
    *to = sepal_rim_vertex(of, walk->to);
    *other = sepal_rim_vertex(beside, beside->at);
}

/* Do two polygons have so few vertices that trying all parts of K costs less than a walk? */
static inline bool sepal_parts_are_few(uint32_t size_a, uint32_t size_b) {
    return (uint64_t)size_a * size_b <= 64;
}

/* Those parts of K, vertices w and edges, of which an end has n . w <= most, for a unit vector n: in double, relative to an origin. */
typedef struct sepal_window {
    double x, y, most;
    sepal_float2 origin;
} sepal_window;

static const sepal_window sepal_all_parts = {0, 0, INFINITY, {0, 0}};

static inline double sepal_along(const sepal_window *n, sepal_float2 p) {
    return n->x * ((double)p.x - (double)n->origin.x) + n->y * ((double)p.y - (double)n->origin.y);
}

/* The least sign * n . p of a polygon's vertices; the greatest |x| + |y|, relative to the origin. */
static inline double sepal_least_along(const sepal_window *n, const sepal_rim *r, double sign) {
    double least = INFINITY;
    for (uint32_t k = 0; k < r->size; k++) {
        const double along = sign * sepal_along(n, sepal_rim_vertex(r, k));
        least = along < least ? along : least;
    }
    return least;
}

static inline double sepal_extent_from(sepal_float2 origin, const sepal_rim *r) {
    double most = 0;
    for (uint32_t k = 0; k < r->size; k++) {
        const double extent = fabs((double)r->x[k] - (double)origin.x) + fabs((double)r->y[k] - (double)origin.y);
        most = extent > most ? extent : most;
    }
    return most;
}

/* Relative to the products of which sepal_farness is made: a bound on its error (docs/numerics/sweep.md, "The farthest vertex"). */
#define SEPAL_FARTHEST_ERROR (8 * 0x1p-53)

/* How far a vertex is to the left of f, a difference of two floats, as seen from the first vertex, times |f|; *size: the products in it. */
static inline double sepal_farness(const sepal_vector *f, sepal_float2 first, sepal_float2 p, double *size) {
    const double left = f->near_x.value * ((double)p.y - (double)first.y);
    const double right = f->near_y.value * ((double)p.x - (double)first.x);
    *size = fabs(left) + fabs(right);
    return left - right;
}

/* Relative to the sum of its products: a bound on the error of a cross product of two differences; the least that it may be, in magnitude
 * (docs/numerics/sweep.md, "When shapes with a reach meet first"). */
#define SEPAL_DISC_ERROR 0x1p-48

static inline double sepal_least_aside(double dx, double dy, double wx, double wy) {
    const double left = dx * wy, right = dy * wx;
    return fabs(left - right) - SEPAL_DISC_ERROR * (fabs(left) + fabs(right));
}

#endif
