/* polys_scalar_hit.c — when and how two cores that move in straight lines meet first; exact, one pair at a time. It defines every
 * bit of the answers.
 *
 * K is the Minkowski difference of the cores, d the move of b as seen from a. Along the outward normal of an edge of K, the gap at
 * the beginning shrinks by the speed of d towards it: the quotient is the time at which the gap is closed. The cores meet from the
 * greatest of these times on (the entering half of the clipping by Cyrus and Beck; Ericson, Real-Time Collision Detection, 2005,
 * section 5.5.8). The greatest quotient is found exactly, and rounded towards 0 by asking on which side of it a float is. */
#include "../../core/arithmetic.h"

#include "difference.h"
#include "reference.h"
#include <assert.h>
#include <math.h>

/* --- Axes ----------------------------------------------------------------------------------------- */

/* An axis along which the gap closes: f is its normal, which leads from a to b, turned by a quarter turn to the left; v leads, at the
 * beginning, from a vertex of a that is farthest along the normal to one of b that is nearest. So f x v is minus the gap, and f x d
 * is the speed, both multiplied by |f|. Of axes whose gaps are closed at one time the one of the lowest rank counts. */
typedef struct closing_axis {
    bool found;
    uint64_t rank;
    sepal_vector f, v;
    sepal_float2 from, to; /* the two vertices */
    double least;          /* the last gap is certainly not closed before this time */
} closing_axis;

#define CLOSING_ERROR (16 * 0x1p-53)

/* Is the gap along the axis of f surely closed before another one, or not at all? If not, *least becomes a bound on its time. Most axes
 * are left out by that, before any vector is made of them (docs/numerics/sweep.md, "When cores meet first"). */
static bool closes_too_early(double fx, double fy, sepal_float2 from, sepal_float2 to, const sepal_vector *d, double *least) {
    double vx = (double)to.x - (double)from.x, vy = (double)to.y - (double)from.y;
    double dx = d->near_x.value, dy = d->near_y.value, length = fabs(fx) + fabs(fy);
    double gap = fy * vx - fx * vy, gap_error = CLOSING_ERROR * length * (fabs(vx) + fabs(vy));
    double speed = fx * dy - fy * dx, speed_error = CLOSING_ERROR * length * (fabs(dx) + fabs(dy)), slowest = speed - speed_error;
    if (speed < -speed_error || gap < -gap_error)
        return true;
    double low = (gap - gap_error) / (speed + speed_error) * (1 - CLOSING_ERROR);
    double high = slowest > 0 ? (gap + gap_error) / slowest * (1 + CLOSING_ERROR) : INFINITY;
    bool early = high < *least;
    *least = low > *least ? low : *least;
    return early;
}

/* Replaces *best by the axis of f, along which `from` is a farthest vertex of a and `to` a nearest one of b, if the gap along it is
 * closed later, or as late and its rank is lower. */
static void try_closing_axis(const sepal_vector *f, sepal_float2 from, sepal_float2 to, uint64_t rank, const sepal_vector *d,
                             closing_axis *best) {
    sepal_vector v = sepal_vector_between(from, to);
    if (sepal_vector_cross_sign(f, d) <= 0 || sepal_vector_cross_sign(f, &v) >= 0)
        return;
    int later = best->found ? -sepal_vector_compare_quotients(f, &v, &best->f, &best->v, d) : 1;
    if (later > 0 || (later == 0 && rank < best->rank))
        *best = (closing_axis){true, rank, *f, v, from, to, best->least};
}

/* Tries an axis without knowing the vertices. */
static void try_any_axis(const sepal_vector *f, const sepal_mover *a, const sepal_mover *b, uint64_t rank, const sepal_vector *d,
                         closing_axis *best) {
    const sepal_float2 from = sepal_polys_scalar_farthest_left(f, a, -1), to = sepal_polys_scalar_farthest_left(f, b, 1);
    if (!closes_too_early(f->near_x.value, f->near_y.value, from, to, d, &best->least))
        try_closing_axis(f, from, to, rank, d, best);
}

/* Tries the outward normals of the edges of K. Those of a have the ranks 0 .. n_a - 1, in the order of the vertices, then come those of
 * b. */
static void try_border(const sepal_mover *a, const sepal_mover *b, const sepal_vector *d, closing_axis *best) {
    const uint32_t size_a = sepal_mover_size(a);
    for (sepal_border w = sepal_border_of(a->set, a->index, b->set, b->index); sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, other;
        sepal_border_points(&w, &from, &to, &other);
        const bool clockwise = w.of_b ? w.b.clockwise : w.a.clockwise;
        const uint64_t edge = clockwise ? w.to : w.from;
        const sepal_float2 tail = w.of_b ? to : from, head = w.of_b ? from : to; /* of f */
        const sepal_float2 of_a = w.of_b ? other : from, of_b = w.of_b ? from : other;
        if (closes_too_early((double)head.x - (double)tail.x, (double)head.y - (double)tail.y, of_a, of_b, d, &best->least))
            continue;
        const sepal_vector f = sepal_vector_between(tail, head);
        try_closing_axis(&f, of_a, of_b, w.of_b ? size_a + edge : edge, d, best);
    }
}

/* Tries the directions along the edges of a polygon of the pair. */
static void try_along_edges(const sepal_mover *of, const sepal_mover *a, const sepal_mover *b, uint64_t rank, const sepal_vector *d,
                            closing_axis *best) {
    for (uint32_t edge = 0; edge < sepal_mover_size(of); edge++) {
        sepal_float2 from, to;
        if (!sepal_polys_scalar_edge_ends(of, edge, &from, &to))
            continue;
        sepal_vector e = of == a ? sepal_vector_between(from, to) : sepal_vector_between(to, from);
        sepal_vector turned = sepal_vector_turned(&e);
        try_any_axis(&turned, a, b, rank + edge, d, best);
    }
}

/* The axis whose gap is closed last. (Two polygons without area also have the axes of sepal_polys_scalar_mtv.) */
static closing_axis last_axis(const sepal_mover *a, const sepal_mover *b) {
    closing_axis best = {.found = false, .least = 0};
    const uint64_t size_a = sepal_mover_size(a), size_b = sepal_mover_size(b);
    sepal_vector d = sepal_vector_between(a->move, b->move);
    try_border(a, b, &d, &best);
    if (a->set->heads[a->index].flags & b->set->heads[b->index].flags & SEPAL_FLAT) {
        try_along_edges(a, a, b, size_a + size_b, &d, &best);
        try_along_edges(b, a, b, 2 * size_a + size_b, &d, &best);
        if (!best.found) { /* two points */
            sepal_vector w = sepal_vector_between(sepal_mover_vertex(a, 0), sepal_mover_vertex(b, 0));
            sepal_vector turned = sepal_vector_turned(&w);
            try_any_axis(&turned, a, b, 0, &d, &best);
        }
    }
    return best;
}

/* --- The time ------------------------------------------------------------------------------------- */

typedef struct closing_gap {
    const sepal_mover *a, *b;
    const sepal_vector *f;
    sepal_float2 from, to;
} closing_gap;

/* Is the gap along the axis still open at a time, or just closed? */
static bool gap_is_open(const void *context, float time) {
    const closing_gap *g = context;
    sepal_vector v = sepal_vector_at(g->from, g->to, g->a->move, g->b->move, time);
    return sepal_vector_cross_sign(g->f, &v) <= 0;
}

/* f is the normal of the axis, turned by a quarter turn to the left; from and to are a vertex of a that is farthest along the normal
 * and one of b that is nearest. */
static sepal_poly_hit hit_along(const sepal_mover *a, const sepal_mover *b, const sepal_vector *f, sepal_float2 from,
                                sepal_float2 to) {
    sepal_vector d = sepal_vector_between(a->move, b->move), v = sepal_vector_between(from, to);
    double guess = -sepal_vector_cross(f, &v).value / sepal_vector_cross(f, &d).value, x, y;
    sepal_vector_direction(f, &x, &y);
    closing_gap gap = {a, b, f, from, to};
    float time = sepal_last_time(gap_is_open, &gap, guess);
    return (sepal_poly_hit){true, time, 0 + (float)y, 0 - (float)x};
}

sepal_poly_hit sepal_polys_scalar_hit_cores(const sepal_mover *a, const sepal_mover *b) {
    STAGES_REFER(a->index);
    closing_axis axis = last_axis(a, b);
    assert(axis.found); /* as they meet */
    return hit_along(a, b, &axis.f, axis.from, axis.to);
}

/* --- A part of K that is proposed ----------------------------------------------------------------- */

/* What is asked of edges at a vertex of K: vertex i of a and j of b. v: from the one to the other; along: NULL, or the ends of an edge to
 * which they must be parallel, as those of f. */
typedef struct closing_part {
    const sepal_mover *a, *b;
    uint32_t i, j;
    sepal_vector d, v;
    const sepal_float2 *along;
} closing_part;

/* Have two edges one direction? */
static bool is_along(const sepal_float2 p[2], const sepal_float2 q[2]) {
    return sepal_turn(p[0], p[1], q[0], q[1]) == 0 && (p[1].x > p[0].x) == (q[1].x > q[0].x) &&
           (p[1].y > p[0].y) == (q[1].y > q[0].y);
}

/* Is all of K beyond the line of an edge of a (or of b) at the vertex of K, from p to q, and the origin in front of it, towards which the
 * gap is closed? */
static bool edge_closes(const closing_part *c, bool of_a, sepal_float2 p, sepal_float2 q) {
    const sepal_mover *other = of_a ? c->b : c->a;
    const sepal_float2 ends[2] = {of_a ? p : q, of_a ? q : p};
    const sepal_vector f = sepal_vector_between(ends[0], ends[1]);
    return (c->along == NULL || is_along(ends, c->along)) && sepal_vector_cross_sign(&f, &c->d) > 0 &&
           sepal_vector_cross_sign(&f, &c->v) < 0 && sepal_is_farthest_left(other->set, other->index, of_a ? c->j : c->i, p, q);
}

/* Of the edges of a (or of b) for which this is so, and those on their lines, the one with the lowest number; false if there is none. */
static bool find_closing_edge(const closing_part *c, bool of_a, uint32_t *number) {
    const sepal_mover *mover = of_a ? c->a : c->b;
    bool found = false;
    for (int back = 0; back < 2; back++) {
        sepal_rim r = sepal_rim_from(mover->set, mover->index, of_a ? c->i : c->j, back == 1);
        sepal_float2 first[2] = {{0, 0}, {0, 0}};
        uint32_t next;
        for (bool begins = true; sepal_rim_has_edge(&r, &next); begins = false) {
            const sepal_float2 here = sepal_rim_vertex(&r, r.at), there = sepal_rim_vertex(&r, next);
            const sepal_float2 edge[2] = {back == 1 ? there : here, back == 1 ? here : there}; /* the polygon is on its left */
            if (begins ? !edge_closes(c, of_a, edge[0], edge[1]) : !is_along(edge, first))
                break;
            first[0] = edge[0], first[1] = edge[1];
            const uint32_t mine = r.clockwise ? next : r.at;
            *number = found && *number < mine ? *number : mine;
            found = true;
            r.at = next;
            r.left--;
        }
    }
    return found;
}

/* Of shapes without area whose edges are all along the way: the first of these that closes a gap, as of last_axis, or the line of two points.
 * Others are not told. */
static bool hit_along_way(const closing_part *c, sepal_poly_hit *hit) {
    sepal_vector first = sepal_vector_turned(&c->v);
    bool found = sepal_mover_size(c->a) * sepal_mover_size(c->b) == 1;
    if ((c->a->set->heads[c->a->index].flags & c->b->set->heads[c->b->index].flags & SEPAL_FLAT) == 0)
        return false;
    for (int of_b = 0; of_b < 2; of_b++) {
        const sepal_mover *m = of_b ? c->b : c->a;
        for (uint32_t edge = 0; edge < sepal_mover_size(m); edge++) {
            sepal_float2 ends[2];
            if (!sepal_polys_scalar_edge_ends(m, edge, &ends[0], &ends[1]))
                continue;
            const sepal_vector e = sepal_vector_between(ends[of_b], ends[1 - of_b]);
            if (sepal_vector_cross_sign(&e, &c->d) != 0)
                return false;
            const sepal_vector f = sepal_vector_turned(&e);
            first = !found ? f : first;
            found = found || sepal_vector_cross_sign(&f, &c->d) > 0;
        }
    }
    const sepal_float2 p = sepal_polys_scalar_farthest_left(&first, c->a, -1),
                       q = sepal_polys_scalar_farthest_left(&first, c->b, 1);
    const sepal_vector v = sepal_vector_between(p, q);
    if (!found || sepal_vector_cross_sign(&first, &v) >= 0)
        return false;
    *hit = hit_along(c->a, c->b, &first, p, q);
    return true;
}

bool sepal_polys_scalar_hit_part(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, sepal_poly_hit *hit) {
    const sepal_float2 p = sepal_mover_vertex(a, part->a), q = sepal_mover_vertex(b, part->b);
    sepal_float2 ends[2] = {{0, 0}, {0, 0}};
    closing_part c = {a, b, part->a, part->b, sepal_vector_between(a->move, b->move), sepal_vector_between(p, q), NULL};
    uint32_t number = 0;
    if (part->of != NULL) {
        sepal_polys_scalar_edge_ends(part->of, part->edge, &ends[part->of == a ? 0 : 1], &ends[part->of == a ? 1 : 0]);
        c.along = ends;
    }
    const bool of_a = find_closing_edge(&c, true, &number);
    if (!of_a && !find_closing_edge(&c, false, &number))
        return part->of == NULL && hit_along_way(&c, hit);
    sepal_polys_scalar_edge_ends(of_a ? a : b, number, &ends[of_a ? 0 : 1], &ends[of_a ? 1 : 0]);
    const sepal_vector f = sepal_vector_between(ends[0], ends[1]);
    *hit = hit_along(a, b, &f, p, q);
    return true;
}
