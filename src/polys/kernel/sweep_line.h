/* sweep_line.h — one moving pair in double, and a line that parts it until some time. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_LINE_H
#define SEPAL_POLYS_KERNEL_SWEEP_LINE_H

#include "sweep_filters.h"
#include "sweep_way.h"

/* What double knows for certain about two moving shapes at a time: two certificates.
 *
 * Let K be the Minkowski difference of the cores, d the relative move and r the reach, t0 the time at which they meet first.
 * A line tells what is not yet so: if all of K is farther than r along a direction at the beginning and at the time t, then t < t0. A
 * point tells what is so: if a point of K is nearer than r to the origin at the time t, then t0 < t. docs/numerics/sweep.md, "Lines
 * and points", has the proofs. */

/* A bound on the errors of a gap and of a distance, relative to the coordinates, the part of the move and the reach that they are
 * made of. */
#define CAST_ERROR (16 * 0x1p-53)

typedef struct cast_question {
    sepal_mover a, b;
    sepal_reach reach;
    way_pair way;
    double move, extent; /* |d.x| + |d.y|; at least |x| + |y| of all vertices relative to any of a */
} cast_question;

static way_shape cast_shape(const sepal_mover *m) {
    return (way_shape){sepal_poly_x(m->set, m->index), sepal_poly_y(m->set, m->index), sepal_mover_size(m),
                       (m->set->heads[m->index].flags & SEPAL_CLOCKWISE) != 0};
}

/* At least |x| + |y| of all vertices relative to any of a: from the circles, or from the vertices if circles are out of range. */
static double cast_extent(const sweep_query *s, sepal_pair pair, const way_pair *way) {
    const sepal_poly_circle *of_a = &s->q.a->circles[pair.a], *of_b = &s->q.b->circles[pair.b];
    double apart = fabs((double)of_b->x - (double)of_a->x) + fabs((double)of_b->y - (double)of_a->y), most = 0;
    double extent = 3 * (fabs((double)of_a->outer) + fabs((double)of_b->outer)) + 1.5 * apart;
    if (extent < INFINITY)
        return extent;
    for (uint32_t k = 0; k < way->a.size + way->b.size; k++) {
        double2 at = k < way->a.size ? way_vertex(&way->a, k) : way_vertex(&way->b, k - way->a.size);
        double2 p = double2_sub(at, way_vertex(&way->a, 0));
        most = fabs(p.x) + fabs(p.y) > most ? fabs(p.x) + fabs(p.y) : most;
    }
    return 2 * most;
}

static cast_question cast_of(const sweep_query *s, sepal_pair pair) {
    cast_question c = {.a = mover_a(s, pair), .b = mover_b(s, pair)};
    sepal_rule rule = rule_of(&s->q);
    c.reach = sepal_polys_scalar_reach(&c.a, &c.b, &rule);
    double2 d = {(double)c.b.move.x - (double)c.a.move.x, (double)c.b.move.y - (double)c.a.move.y};
    c.way = (way_pair){cast_shape(&c.a), cast_shape(&c.b), d, sqrt(c.reach.square)};
    c.move = fabs(d.x) + fabs(d.y);
    c.extent = cast_extent(s, pair, &c.way);
    return c;
}

/* --- Lines --------------------------------------------------------------------------------------- */

/* The least n . p over the vertices of a shape, relative to an origin; the same without two of them. */
typedef struct cast_range {
    double least, others;
} cast_range;

static cast_range cast_project(const way_shape *s, double2 n, double2 origin, uint32_t one, uint32_t two) {
    cast_range r = {INFINITY, INFINITY};
    for (uint32_t k = 0; k < s->size; k++) {
        double along = double2_dot(n, double2_sub(way_vertex(s, k), origin)), other = k == one || k == two ? INFINITY : along;
        r.least = along < r.least ? along : r.least;
        r.others = other < r.others ? other : r.others;
    }
    return r;
}

/* The same of a large shape, from two neighbours, or one vertex twice, and the vertices beside them. False unless these are farther
 * along n by more than `error`: then all others are as far, since the shape is convex. */
static bool cast_project_few(const way_shape *s, double2 n, double2 origin, uint32_t one, uint32_t two, double error,
                             cast_range *out) {
    uint32_t after_one = one + 1 < s->size ? one + 1 : 0, after_two = two + 1 < s->size ? two + 1 : 0;
    if (s->size <= SEPAL_LANE_VERTICES || !(one == two || after_one == two || after_two == one))
        return false;
    uint32_t first = after_two == one ? two : one, end = after_two == one ? after_one : after_two;
    uint32_t before = (first > 0 ? first : s->size) - 1;
    double along_one = double2_dot(n, double2_sub(way_vertex(s, one), origin));
    double along_two = double2_dot(n, double2_sub(way_vertex(s, two), origin));
    double along_before = double2_dot(n, double2_sub(way_vertex(s, before), origin));
    double along_end = double2_dot(n, double2_sub(way_vertex(s, end), origin));
    *out = (cast_range){along_one < along_two ? along_one : along_two, along_before < along_end ? along_before : along_end};
    return out->others - (along_one < along_two ? along_two : along_one) > error;
}

/* A line with all of K beyond it: the least n . k over K at the beginning, and over all vertices of K but those of the entry; |n| and
 * n . d. */
typedef struct cast_line {
    double least, others, length, speed;
} cast_line;

static cast_line cast_line_along(const cast_question *c, const way_entry *e, double2 n) {
    double2 origin = way_vertex(&c->way.a, e->a), back = {-n.x, -n.y};
    uint32_t next_a = e->part == WAY_EDGE_OF_A ? e->next : e->a, next_b = e->part == WAY_EDGE_OF_B ? e->next : e->b;
    double error = CAST_ERROR * (fabs(n.x) + fabs(n.y)) * c->extent;
    cast_range a, b;
    if (!cast_project_few(&c->way.a, back, origin, e->a, next_a, error, &a))
        a = cast_project(&c->way.a, back, origin, e->a, next_a);
    if (!cast_project_few(&c->way.b, n, origin, e->b, next_b, error, &b))
        b = cast_project(&c->way.b, n, origin, e->b, next_b);
    double others = a.others + b.least < a.least + b.others ? a.others + b.least : a.least + b.others;
    return (cast_line){a.least + b.least, others, sqrt(double2_dot(n, n)), double2_dot(n, c->way.d)};
}

/* Is K certainly farther than r along the line, from the beginning until `time`? */
static bool cast_is_beyond(const cast_question *c, const cast_line *l, double time) {
    double end = l->least + time * l->speed, least = end < l->least ? end : l->least, r = c->way.r;
    return least > l->length * (r + CAST_ERROR * (r + c->extent + time * c->move));
}

#endif
