/* polys_scalar_hit.c — when and how two cores that move in straight lines meet first; exact, one pair at a time. It defines every
 * bit of the answers.
 *
 * K is the Minkowski difference of the cores, d the move of b as seen from a. Along the outward normal of an edge of K, the gap at
 * the beginning shrinks by the speed of d towards it: the quotient is the time at which the gap is closed. The cores meet from the
 * greatest of these times on (the entering half of the clipping by Cyrus and Beck; Ericson, Real-Time Collision Detection, 2005,
 * section 5.5.8). The greatest quotient is found exactly, and rounded towards 0 by asking on which side of it a float is. */
#include "../../core/arithmetic.h"

#include "reference.h"
#include <math.h>

/* --- Axes ----------------------------------------------------------------------------------------- */

/* An axis along which the gap closes: f is its normal, which leads from a to b, turned by a quarter turn to the left; v leads, at the
 * beginning, from a vertex of a that is farthest along the normal to one of b that is nearest. So f x v is minus the gap, and f x d
 * is the speed, both multiplied by |f|. */
typedef struct closing_axis {
    bool found;
    sepal_vector f, v;
    sepal_float2 from, to; /* the two vertices */
    double least;          /* the last gap is certainly not closed before this time */
} closing_axis;

/* Bounds on the time at which the gap along an axis is closed, in double: most < 0 if it sets no time. Large polygons have many axes
 * that are closed too early to matter, which this shows at little cost (docs/numerics/sweep.md, "When cores meet first"). */
typedef struct closing_bounds {
    double least, most;
} closing_bounds;

#define CLOSING_ERROR (16 * 0x1p-53)

/* The least and the greatest f x p over the vertices of a polygon, relative to an origin; *extent becomes at least their coordinates.
 */
static void range_across_axis(double fx, double fy, const sepal_mover *m, sepal_float2 origin, double *least, double *greatest,
                              double *extent) {
    const float *x = sepal_poly_x(m->set, m->index), *y = sepal_poly_y(m->set, m->index);
    *least = INFINITY;
    *greatest = -INFINITY;
    for (uint32_t k = 0; k < sepal_mover_size(m); k++) {
        double px = (double)x[k] - (double)origin.x, py = (double)y[k] - (double)origin.y, cross = fx * py - fy * px;
        double size = fabs(px) + fabs(py);
        *least = cross < *least ? cross : *least;
        *greatest = cross > *greatest ? cross : *greatest;
        *extent = size > *extent ? size : *extent;
    }
}

static closing_bounds bound_closing(const sepal_vector *f, const sepal_vector *d, const sepal_mover *a, const sepal_mover *b) {
    double fx = f->near_x.value, fy = f->near_y.value, length = fabs(fx) + fabs(fy), extent = 0, least, greatest, unused;
    double move = fabs(d->near_x.value) + fabs(d->near_y.value), speed = sepal_vector_cross(f, d).value;
    double speed_error = CLOSING_ERROR * length * move;
    if (speed < -speed_error)
        return (closing_bounds){-1, -1};
    sepal_float2 origin = sepal_mover_vertex(a, 0);
    range_across_axis(fx, fy, a, origin, &least, &unused, &extent);
    range_across_axis(fx, fy, b, origin, &unused, &greatest, &extent);
    double gap = least - greatest, gap_error = CLOSING_ERROR * length * extent;
    if (gap < -gap_error)
        return (closing_bounds){-1, -1};
    double slowest = speed - speed_error, low = (gap - gap_error) / (speed + speed_error);
    double high = slowest > 0 ? (gap + gap_error) / slowest : INFINITY;
    return (closing_bounds){low * (1 - CLOSING_ERROR), high * (1 + CLOSING_ERROR)};
}

/* Replaces *best by the axis of f if the gap along it is closed later. */
static void try_closing_axis(const sepal_vector *f, const sepal_mover *a, const sepal_mover *b, closing_axis *best) {
    sepal_vector d = sepal_vector_between(a->move, b->move);
    closing_bounds bounds = bound_closing(f, &d, a, b);
    if (bounds.most < best->least || sepal_vector_cross_sign(f, &d) <= 0)
        return;
    best->least = bounds.least > best->least ? bounds.least : best->least;
    closing_axis axis = {.found = true,
                         .least = best->least,
                         .f = *f,
                         .from = sepal_polys_scalar_farthest_left(f, a, -1),
                         .to = sepal_polys_scalar_farthest_left(f, b, 1)};
    axis.v = sepal_vector_between(axis.from, axis.to);
    if (sepal_vector_cross_sign(f, &axis.v) < 0 &&
        (!best->found || sepal_vector_compare_quotients(f, &axis.v, &best->f, &best->v, &d) < 0))
        *best = axis;
}

/* Tries the outward normals of the edges of a polygon of the pair, those of b reversed; or the directions along the edges. */
static void try_closing_edges(const sepal_mover *of, const sepal_mover *a, const sepal_mover *b, bool along, closing_axis *best) {
    for (uint32_t edge = 0; edge < sepal_mover_size(of); edge++) {
        sepal_float2 from, to;
        if (!sepal_polys_scalar_edge_ends(of, edge, &from, &to))
            continue;
        sepal_vector e = of == a ? sepal_vector_between(from, to) : sepal_vector_between(to, from);
        sepal_vector turned = sepal_vector_turned(&e);
        try_closing_axis(along ? &turned : &e, a, b, best);
    }
}

/* The axis whose gap is closed last. (Two polygons without area also have the axes of sepal_polys_scalar_mtv.) */
static closing_axis last_axis(const sepal_mover *a, const sepal_mover *b) {
    closing_axis best = {.found = false, .least = 0};
    try_closing_edges(a, a, b, false, &best);
    try_closing_edges(b, a, b, false, &best);
    if (a->set->heads[a->index].flags & b->set->heads[b->index].flags & SEPAL_FLAT) {
        try_closing_edges(a, a, b, true, &best);
        try_closing_edges(b, a, b, true, &best);
        if (!best.found) { /* two points */
            sepal_vector w = sepal_vector_between(sepal_mover_vertex(a, 0), sepal_mover_vertex(b, 0));
            sepal_vector turned = sepal_vector_turned(&w);
            try_closing_axis(&turned, a, b, &best);
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
    return hit_along(a, b, &axis.f, axis.from, axis.to);
}

sepal_poly_hit sepal_polys_scalar_hit_edge(const sepal_mover *a, uint32_t i, const sepal_mover *b, uint32_t j,
                                           const sepal_mover *of, uint32_t edge) {
    sepal_float2 from, to;
    sepal_polys_scalar_edge_ends(of, edge, &from, &to);
    sepal_vector f = of == a ? sepal_vector_between(from, to) : sepal_vector_between(to, from);
    return hit_along(a, b, &f, sepal_mover_vertex(a, i), sepal_mover_vertex(b, j));
}
