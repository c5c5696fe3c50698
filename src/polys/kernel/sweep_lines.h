/* sweep_lines.h — what double knows for certain about two moving shapes at a time: two certificates.
 *
 * Let K be the Minkowski difference of the cores, d the relative move and r the reach, t0 the time at which they meet first.
 * A line tells what is not yet so: if all of K is farther than r along a direction at the beginning and at the time t, then t < t0. A
 * point tells what is so: if a point of K is nearer than r to the origin at the time t, then t0 < t. docs/numerics/sweep.md, "Lines
 * and points", has the proofs. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_LINES_H
#define SEPAL_POLYS_KERNEL_SWEEP_LINES_H

#include "sweep_query.h"
#include "sweep_way.h"

/* A bound on the errors of a gap and of a distance, relative to the coordinates, the part of the move and the reach that they are
 * made of. */
#define CAST_ERROR (16 * 0x1p-53)

typedef struct cast_question {
    sepal_mover a, b;
    sepal_reach reach;
    way_pair way;
    double move; /* |d.x| + |d.y| */
} cast_question;

static way_shape cast_shape(const sepal_mover *m) {
    return (way_shape){sepal_poly_x(m->set, m->index), sepal_poly_y(m->set, m->index), sepal_mover_size(m),
                       (m->set->heads[m->index].flags & SEPAL_CLOCKWISE) != 0};
}

static cast_question cast_of(const sweep_query *s, sepal_pair pair) {
    cast_question c = {.a = mover_a(s, pair), .b = mover_b(s, pair)};
    sepal_rule rule = rule_of(&s->q);
    c.reach = sepal_polys_scalar_reach(&c.a, &c.b, &rule);
    double2 d = {(double)c.b.move.x - (double)c.a.move.x, (double)c.b.move.y - (double)c.a.move.y};
    c.way = (way_pair){cast_shape(&c.a), cast_shape(&c.b), d, sqrt(c.reach.square)};
    c.move = fabs(d.x) + fabs(d.y);
    return c;
}

/* --- Lines -------------------------------------------------------------------------------------- */

/* The least n . p over the vertices of a shape, relative to an origin; the same without two of them; and the greatest |p|. */
typedef struct cast_range {
    double least, others, extent;
} cast_range;

static cast_range cast_project(const way_shape *s, double2 n, double2 origin, uint32_t one, uint32_t two) {
    cast_range r = {INFINITY, INFINITY, 0};
    for (uint32_t k = 0; k < s->size; k++) {
        double2 p = double2_sub(way_vertex(s, k), origin);
        double along = double2_dot(n, p), size = fabs(p.x) + fabs(p.y), other = k == one || k == two ? INFINITY : along;
        r.least = along < r.least ? along : r.least;
        r.others = other < r.others ? other : r.others;
        r.extent = size > r.extent ? size : r.extent;
    }
    return r;
}

/* A line with all of K beyond it: the least n . k over K at the beginning, and over all vertices of K but those of the entry; |n| and
 * n . d; and the greatest coordinates. */
typedef struct cast_line {
    double least, others, length, speed, extent;
} cast_line;

static cast_line cast_line_along(const cast_question *c, const way_entry *e, double2 n) {
    double2 origin = way_vertex(&c->way.a, e->a), back = {-n.x, -n.y};
    cast_range a = cast_project(&c->way.a, back, origin, e->a, e->part == WAY_EDGE_OF_A ? e->next : e->a);
    cast_range b = cast_project(&c->way.b, n, origin, e->b, e->part == WAY_EDGE_OF_B ? e->next : e->b);
    double others = a.others + b.least < a.least + b.others ? a.others + b.least : a.least + b.others;
    return (cast_line){a.least + b.least, others, sqrt(double2_dot(n, n)), double2_dot(n, c->way.d),
                       a.extent > b.extent ? a.extent : b.extent};
}

/* Is K certainly farther than r along the line, from the beginning until `time`? */
static bool cast_is_beyond(const cast_question *c, const cast_line *l, double time) {
    double end = l->least + time * l->speed, least = end < l->least ? end : l->least, r = c->way.r;
    return least > l->length * (r + CAST_ERROR * (r + l->extent + time * c->move));
}

/* --- Points ------------------------------------------------------------------------------------- */

/* A bound on the coordinates of a part. */
static double cast_size(const way_entry *e) {
    return fabs(e->w.x) + fabs(e->w.y) + fabs(e->edge.x) + fabs(e->edge.y);
}

/* Does the way certainly cross the inside of an edge, and its line after the beginning and before `time`? */
static bool cast_crosses(const cast_question *c, const way_entry *e, double time) {
    double2 end = {e->w.x + e->edge.x, e->w.y + e->edge.y}, n = e->normal, d = c->way.d;
    double size = cast_size(e), begins = double2_cross(e->w, d), ends = double2_cross(end, d), error = CAST_ERROR * size * c->move;
    double first = double2_dot(n, e->w), last = first + time * double2_dot(n, d);
    double gap_error = CAST_ERROR * (fabs(n.x) + fabs(n.y)) * (size + time * c->move);
    bool across = (begins > error && ends < -error) || (begins < -error && ends > error);
    return across && first > gap_error && last < -gap_error;
}

/* The point of the entry that is nearest to the origin at a time, as seen from there. share: where it is on the edge, from 0 to 1. */
static double2 cast_nearest(const cast_question *c, const way_entry *e, double time, double *share) {
    double2 at = {e->w.x + time * c->way.d.x, e->w.y + time * c->way.d.y};
    *share = 0;
    if (e->part == WAY_VERTEX)
        return at;
    double foot = -double2_dot(at, e->edge) / double2_dot(e->edge, e->edge);
    *share = foot > 0 ? foot < 1 ? foot : 1 : 0;
    return (double2){at.x + *share * e->edge.x, at.y + *share * e->edge.y};
}

/* Do the shapes certainly more than touch at a time, or before? */
static bool cast_is_within(const cast_question *c, const way_entry *e, double time) {
    if (c->reach.square == 0)
        return e->part != WAY_VERTEX && cast_crosses(c, e, time);
    double share;
    double2 at = cast_nearest(c, e, time, &share);
    double size = cast_size(e) + time * c->move;
    double r = c->way.r - CAST_ERROR * (c->way.r + size);
    return r > 0 && double2_dot(at, at) < r * r;
}

#endif
