/* sweep_cast.h — moving shapes, one pair at a time, in double: a guess where and when they meet first, in a time that is linear in
 * their vertices, and the proof of it by lines and points. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_CAST_H
#define SEPAL_POLYS_KERNEL_SWEEP_CAST_H

#include "exact.h"
#include "sweep_filters.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* ===== Where the way first comes within reach ==================================================== */

/* Where the way of a shape first comes within reach of another one: one pair at a time, in double, in a time that is
 * linear in their vertices; where the walk begins is found with a vertex in each lane.
 *
 * As seen from K, the Minkowski difference of the cores, the origin moves by -d. The front of K, as seen along this way, is a chain of
 * edges of a and b in the order of their directions, which is the order in which merging two sorted lists finds them (de Berg et al.,
 * Computational Geometry, 2008, section 13.3). The walk begins at the vertex of K that is first along the way, goes to the side on
 * which the way passes it, and ends where the disc of the radius r around the origin touches.
 *
 * What is found need not be right: casts prove each answer, and leave open what they cannot prove. */

static inline wd wd2_size(wd2 p) {
    return wd_add(wd_abs(p.x), wd_abs(p.y));
}

/* A core. */
typedef struct way_shape {
    const float *x, *y;
    uint32_t size;
    bool clockwise;
} way_shape;

static inline double2 way_vertex(const way_shape *s, uint32_t k) {
    return (double2){(double)s->x[k], (double)s->y[k]};
}

/* b moves by d as seen from a; r: the sum of the radii and the margin. */
typedef struct way_pair {
    way_shape a, b;
    double2 d;
    double r;
} way_pair;

/* The first part of K within reach: the vertex w, vertex b of b minus vertex a of a; or the edge that leads from there along `edge`,
 * to the vertex b or a of the number `next`. normal: from a to b, of any length. time: when the part comes within reach, if the way
 * is continued beyond the step at both ends; infinite if no part does, and then the normal is that of the way. */
typedef struct way_entry {
    uint32_t a, b, next;
    enum { WAY_VERTEX, WAY_EDGE_OF_A, WAY_EDGE_OF_B } part;
    bool k_is_left; /* does K lie to the left of the edge? */
    double2 w, edge, normal;
    double time;
} way_entry;

/* The vertex that is farthest in a direction, with a vertex in each lane. */
static inline uint32_t way_farthest_of_many(const way_shape *s, double2 along) {
    const wd along_x = wd_set1(along.x), along_y = wd_set1(along.y);
    wd most[2] = {wd_set1(-INFINITY), wd_set1(-INFINITY)}, number[2] = {wd_set1(0), wd_set1(SEPAL_LANES / 2.0)};
    for (uint32_t k = 0; k < s->size; k += SEPAL_LANES) {
        uint32_t from = k + SEPAL_LANES <= s->size ? k : s->size - SEPAL_LANES; /* some of the last ones come twice */
        w x = w_load(s->x + from), y = w_load(s->y + from);
        for (int half = 0; half < 2; half++) {
            wd here = wd_madd(along_x, wd_of(x, half), wd_mul(along_y, wd_of(y, half)));
            number[half] = wd_select(wd_gt(here, most[half]), wd_set1(from + half * (SEPAL_LANES / 2.0)), number[half]);
            most[half] = wd_max(here, most[half]);
        }
    }
    double begins[SEPAL_LANES / 2];
    wd_store(begins, wd_select(wd_gt(most[1], most[0]), number[1], number[0]));
    most[0] = wd_max(most[0], most[1]);
    unsigned lane = sepal_lowest_bit(wdm_bits(wd_eq(most[0], wd_set1(wd_greatest(most[0])))));
    return (uint32_t)begins[lane] + lane;
}
static inline uint32_t way_farthest(const way_shape *s, double2 along) {
    if (s->size >= SEPAL_LANES)
        return way_farthest_of_many(s, along);
    uint32_t best = 0;
    double most = double2_dot(along, way_vertex(s, 0));
    for (uint32_t k = 1; k < s->size; k++) {
        double here = double2_dot(along, way_vertex(s, k));
        best = here > most ? k : best;
        most = here > most ? here : most;
    }
    return best;
}

/* The next edge of one of the shapes that the walk comes to, to the right (side = 1) or to the left (-1); `along` is that of K.
 * ahead: positive if the edge is one of the front. */
typedef struct way_step {
    uint32_t from, next;
    double2 along;
    double ahead;
} way_step;

/* sign: 1 for b, -1 for a, whose vertices K has with the other sign. */
static inline way_step way_step_from(const way_shape *s, uint32_t from, double2 d, double side, double sign) {
    way_step step = {from, from, {0, 0}, 0};
    bool forwards = (side > 0) != s->clockwise;
    for (uint32_t tries = 1; tries < s->size; tries++) { /* vertices may be repeated */
        step.next = forwards ? (step.next + 1 < s->size ? step.next + 1 : 0) : (step.next > 0 ? step.next : s->size) - 1;
        double2 along = double2_sub(way_vertex(s, step.next), way_vertex(s, from));
        step.along = (double2){sign * along.x, sign * along.y};
        step.ahead = side * double2_cross(d, step.along);
        if (along.x != 0 || along.y != 0)
            break;
    }
    return step;
}

/* The entry over an edge of K, and into the disc around a vertex. */
static inline void way_over_edge(const way_pair *p, double side, double length, way_entry *out) {
    out->k_is_left = side > 0;
    out->normal = (double2){-side * out->edge.y, side * out->edge.x};
    out->time = (p->r * length - double2_dot(out->normal, out->w)) / double2_dot(out->normal, p->d);
}

static inline void way_into_disc(const way_pair *p, way_entry *out) {
    double2 d = p->d, from = out->w;
    double length2 = double2_dot(d, d), reach = p->r * sqrt(length2), c = double2_cross(from, d);
    double inside = (reach - c) * (reach + c);
    if (inside < 0) {
        out->normal = c > 0 ? (double2){d.y, -d.x} : (double2){-d.y, d.x};
        out->time = INFINITY;
    } else {
        out->time = -(double2_dot(from, d) + sqrt(inside)) / length2;
        out->normal = (double2){from.x + out->time * d.x, from.y + out->time * d.y};
    }
}

/* Of so many vertices a walk along all is short; of more, most walks end after a few steps. A walk goes on where so many are left. */
enum { WAY_WALK_MOST = 64, WAY_SKIPS_AFTER = 8, WAY_LEFT = 16 };

/* A shape on the front, as seen along the way d: the edges from `from` on, in the direction of the walk; sign: as for way_step_from. */
typedef struct way_front {
    const way_shape *s;
    double2 d;
    double sign;
    uint32_t from;
    bool forwards;
} way_front;

static inline uint32_t way_front_at(const way_front *f, uint32_t steps) {
    const uint32_t size = f->s->size, on = f->forwards ? steps : size - steps;
    return f->from + on < size ? f->from + on : f->from + on - size;
}

/* How many steps on the vertex is that is farthest along n, which is between the way and its side, if so many to so many: the edges that
 * lead there come before all others. */
static inline uint32_t way_front_farthest(const way_front *f, double2 n, uint32_t low, uint32_t high) {
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const double2 edge = double2_sub(way_vertex(f->s, way_front_at(f, middle + 1)), way_vertex(f->s, way_front_at(f, middle)));
        const bool leads = f->sign * double2_dot(n, edge) > 0 && f->sign * double2_dot(f->d, edge) <= 0;
        low = leads ? middle + 1 : low;
        high = leads ? high : middle;
    }
    return low;
}

/* Lets a walk go on farther from where it is: at *a and *b, or vertices behind. What the walk asks before an edge falls along the front. So
 * the angle between the way and its normal on that side is halved, again and again, for the last direction such that the disc has not
 * touched before a line across it; the walk goes on from the vertices that are farthest along it. */
static SEPAL_NOINLINE void way_skip(const way_pair *p, double side, uint32_t *a, uint32_t *b) {
    const double2 d = p->d;
    const double length = sqrt(double2_dot(d, d));
    const way_front of_a = {&p->a, d, -1, *a, (side > 0) != p->a.clockwise}, of_b = {&p->b, d, 1, *b, (side > 0) != p->b.clockwise};
    uint32_t low_a = 0, low_b = 0, high_a = p->a.size - 1, high_b = p->b.size - 1;
    double2 passed = d, beyond = {-side * d.y, side * d.x};
    for (uint32_t left = p->a.size + p->b.size; left > WAY_LEFT; left /= 2) {
        double2 n = {passed.x + beyond.x, passed.y + beyond.y};
        const double scale = length / sqrt(double2_dot(n, n));
        n = (double2){scale * n.x, scale * n.y};
        const uint32_t at_a = way_front_farthest(&of_a, n, low_a, high_a), at_b = way_front_farthest(&of_b, n, low_b, high_b);
        const double2 at = double2_sub(way_vertex(&p->b, way_front_at(&of_b, at_b)), way_vertex(&p->a, way_front_at(&of_a, at_a)));
        if (at_a + at_b == 0 || side * (double2_cross(at, d) * length + p->r * double2_cross(n, d)) > 0) {
            passed = n;
            low_a = at_a;
            low_b = at_b;
        } else {
            beyond = n;
            high_a = at_a;
            high_b = at_b;
        }
    }
    *a = way_front_at(&of_a, low_a);
    *b = way_front_at(&of_b, low_b);
}

/* d must not be 0. */
static inline void way_find(const way_pair *p, way_entry *out) {
    double2 d = p->d;
    uint32_t a = way_farthest(&p->a, (double2){-d.x, -d.y}), b = way_farthest(&p->b, d);
    double2 from = double2_sub(way_vertex(&p->b, b), way_vertex(&p->a, a));
    double c = double2_cross(from, d), side = c > 0 ? 1 : -1; /* c: how far to the left of the way that is, times |d| */
    const uint32_t vertices = p->a.size + p->b.size;
    way_step of_a = way_step_from(&p->a, a, d, side, -1), of_b = way_step_from(&p->b, b, d, side, 1);
    *out = (way_entry){.part = WAY_VERTEX};
    for (uint32_t steps = 0; steps < 2 * vertices && (of_a.ahead > 0 || of_b.ahead > 0); steps++) {
        if (steps == WAY_SKIPS_AFTER && vertices > WAY_WALK_MOST) {
            way_skip(p, side, &a, &b);
            from = double2_sub(way_vertex(&p->b, b), way_vertex(&p->a, a));
            c = double2_cross(from, d);
            of_a = way_step_from(&p->a, a, d, side, -1);
            of_b = way_step_from(&p->b, b, d, side, 1);
            if (!(of_a.ahead > 0 || of_b.ahead > 0))
                break;
        }
        bool from_b =
            of_b.ahead > 0 && (!(of_a.ahead > 0) || side * double2_cross(of_b.along, of_a.along) > 0); /* which comes first? */
        way_step step = from_b ? of_b : of_a;
        double length = sqrt(double2_dot(step.along, step.along)), slant = p->r * double2_dot(step.along, d);
        if (!(side * c * length + slant > 0)) /* the disc has touched before the edge begins */
            break;
        if (from_b)
            b = step.next;
        else
            a = step.next;
        double2 end = double2_sub(way_vertex(&p->b, b), way_vertex(&p->a, a));
        c = double2_cross(end, d);
        if (!(side * c * length + slant > 0)) { /* it touches before the edge ends */
            *out = (way_entry){.a = from_b ? a : step.from,
                               .b = from_b ? step.from : b,
                               .next = step.next,
                               .part = from_b ? WAY_EDGE_OF_B : WAY_EDGE_OF_A,
                               .w = from,
                               .edge = step.along};
            way_over_edge(p, side, length, out);
            return;
        }
        from = end;
        if (from_b)
            of_b = way_step_from(&p->b, b, d, side, 1);
        else
            of_a = way_step_from(&p->a, a, d, side, -1);
    }
    out->a = a;
    out->b = b;
    out->w = from;
    way_into_disc(p, out);
}

/* ===== Lines that part =========================================================================== */

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
    int most;            /* of the signs of a distance less the reach, the greatest that counts */
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
    c.most = rule.touching == SEPAL_TOUCHING_OVERLAPS ? 0 : -1;
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

/* How many vertices that may be as far as these are looked at on either side. */
enum { CAST_TIES = 4 };

/* The least products over a large shape, from two neighbours, or one vertex twice, and the vertices beside them. False unless those at which
 * it ends on either side are farther along n by more than `error` than one between: then all others are as far, since the shape is convex. */
static bool cast_project_few(const way_shape *s, double2 n, double2 origin, uint32_t one, uint32_t two, double error,
                             cast_range *out) {
    const uint32_t after_one = one + 1 < s->size ? one + 1 : 0, after_two = two + 1 < s->size ? two + 1 : 0;
    if (s->size <= SEPAL_LANE_VERTICES || !(one == two || after_one == two || after_two == one))
        return false;
    const double along_one = double2_dot(n, double2_sub(way_vertex(s, one), origin));
    const double along_two = double2_dot(n, double2_sub(way_vertex(s, two), origin));
    *out = (cast_range){along_one < along_two ? along_one : along_two, INFINITY};
    for (int forwards = 0; forwards < 2; forwards++) {
        uint32_t k = (after_two == one) == (forwards == 1) ? one : two;
        bool is_farther = false;
        for (int tries = 0; tries < CAST_TIES && !is_farther; tries++) {
            k = forwards == 1 ? (k + 1 < s->size ? k + 1 : 0) : (k > 0 ? k : s->size) - 1;
            const double along = double2_dot(n, double2_sub(way_vertex(s, k), origin));
            is_farther = along - out->least > error;
            out->others = along < out->others ? along : out->others;
            out->least = along < out->least ? along : out->least;
        }
        if (!is_farther)
            return false;
    }
    return true;
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

/* ===== Casts ===================================================================================== */

/* Do two moving shapes meet, when, and how? One pair at a time.
 *
 * The walk above guesses in double where and when they meet first. If a line parts them until the float before, and a point of the one is
 * within reach of the other at the float after, that is the time, and no root was rounded to find it; if a line parts them to the
 * end, they do not meet. Where a float is too near to the time for double, exact arithmetic tells on which side it is, for the part of
 * K that is met first. What is left open then is left to the reference (docs/numerics/sweep.md, "Casts"). */

/* --- Points -------------------------------------------------------------------------------------- */

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

/* --- The first entry. The normal of shapes with a reach is that of the first entry into K, of all its vertices and edges, as
 * polys_scalar_hit_round.c computes it. Mostly all but the one that was found are certainly later; otherwise the entries are computed by
 * the same functions, of those that are not later than that one (docs/numerics/sweep.md, "The first entry"). */

/* Relative to all lengths of a pair: a bound on the errors of an entry as the reference computes it; how far parts of K must be behind
 * the contact, or aside, to be certainly later; the least reach for which the edges that begin at the contact are so, and how near to
 * it they must begin then. Relative to the move: the least speed along the normal for which all of this holds. */
#define CAST_ENTRY_ERROR 0x1p-44
#define CAST_BEHIND      0x1p-14
#define CAST_SPEED       0x1p-6
#define CAST_REACH       0x1p-10
#define CAST_CORNER      0x1p-28

/* The part of an entry. An edge is the one that ends at `next`, or, if the walk has gone backwards, begins there. */
static sepal_part cast_part(const cast_question *c, const way_entry *e) {
    if (e->part == WAY_VERTEX)
        return (sepal_part){e->a, e->b, NULL, 0};
    const way_shape *s = e->part == WAY_EDGE_OF_A ? &c->way.a : &c->way.b;
    const bool forwards = e->k_is_left != s->clockwise;
    const uint32_t edge = !forwards ? e->next : (e->next > 0 ? e->next : s->size) - 1;
    return (sepal_part){e->a, e->b, e->part == WAY_EDGE_OF_A ? &c->a : &c->b, edge};
}

/* The ends of the part at which the walk ended, the one that comes first along the way in front; *other: the other end. */
static way_entry cast_first_end(const cast_question *c, const way_entry *e, way_entry *other) {
    way_entry first = {.a = e->a, .b = e->b, .part = WAY_VERTEX};
    *other = (way_entry){.a = e->part == WAY_EDGE_OF_A ? e->next : e->a, .b = e->part == WAY_EDGE_OF_B ? e->next : e->b};
    first.w = double2_sub(way_vertex(&c->way.b, first.b), way_vertex(&c->way.a, first.a));
    other->w = double2_sub(way_vertex(&c->way.b, other->b), way_vertex(&c->way.a, other->a));
    other->part = WAY_VERTEX;
    if (!(double2_dot(other->w, c->way.d) > double2_dot(first.w, c->way.d)))
        return first;
    const way_entry later = first;
    first = *other;
    *other = later;
    return first;
}

/* Is every part of K certainly later than one? All other vertices of K must be behind, and the contact within the edge. size: all
 * lengths. */
static bool cast_is_alone(const cast_question *c, const way_entry *e, const cast_line *l, double size) {
    const double behind = CAST_BEHIND * size, length = l->length;
    if (!(l->speed <= -CAST_SPEED * length * c->move) || !(l->others - l->least >= behind * length))
        return false;
    const double2 tangent = {-e->normal.y / length, e->normal.x / length};
    const double2 from = {e->w.x + e->time * c->way.d.x, e->w.y + e->time * c->way.d.y};
    const double at = double2_dot(tangent, from), end = at + double2_dot(tangent, e->edge);
    if (e->part == WAY_VERTEX)
        return fabs(at) < CAST_CORNER * size && c->way.r >= CAST_REACH * size;
    return (at < -behind && end > behind) || (at > behind && end < -behind);
}

/* The normal of shapes with a reach that come within it with a part of K. l: the line along its normal; or NULL if more than double was
 * needed to tell when. */
static void cast_normal(const cast_question *c, const way_entry *e, const cast_line *l, sepal_poly_hit *hit) {
    const double lengths = fabs((double)c->reach.part[0]) + fabs((double)c->reach.part[1]) + fabs((double)c->reach.part[2]);
    const double size = c->extent + c->move + lengths, error = CAST_ENTRY_ERROR * size;
    way_entry parts[3] = {*e};
    sepal_entry first = {INFINITY, 0, 0, INFINITY};
    parts[1] = cast_first_end(c, e, &parts[2]);
    for (int k = 0; k < 3 && (k != 1 || isinf(first.miss)); k++) { /* the foot may be at either end of the edge */
        const sepal_part part = cast_part(c, &parts[k]);
        sepal_polys_scalar_try_part(&c->a, &c->b, &part, &c->reach, &first);
    }
    if (l == NULL || !cast_is_alone(c, e, l, size) || first.miss != 0 || !(fabs(first.time) <= 1) ||
        !(fabs(first.time - e->time) * c->move <= error) || !(l->least + first.time * l->speed >= l->length * (c->way.r - error)))
        first = sepal_polys_scalar_first_entry(&c->a, &c->b, &c->reach, &first);
    hit->x = 0 + (float)first.x;
    hit->y = 0 + (float)first.y;
}

/* --- Times --------------------------------------------------------------------------------------- */

/* Times that are tried; a way that passes a vertex at the distance of the reach, but for such a share of its square; and by how much a line
 * along such a way is turned, to part what has passed, or does not come so far. */
enum { CAST_TRIES = 6 };
#define CAST_GRAZED 0x1p-40
#define CAST_TURN   0x1p-20

/* The time, if a float is too near to it for the certificates, by exact signs for the part of K that seems to be met first. guess: a time
 * near it. */
static bool cast_time_exactly(const cast_question *c, const sepal_part *part, double guess, float *time) {
    if (!(guess >= 0))
        return false;
    *time = sepal_time_below(guess < 1 ? guess : 1);
    for (int tries = 0; tries < CAST_TRIES; tries++) {
        const float next = sepal_next_time(*time);
        const sepal_enters enters = sepal_polys_scalar_enters(&c->a, &c->b, part, *time, &c->reach, c->most);
        const bool ends = next > 1; /* to touch at the end is to meet if touching counts */
        if (enters == SEPAL_ENTERS_NEXT || (ends && enters == SEPAL_ENTERS_LATER))
            return !ends;
        if (*time == 0 && enters != SEPAL_ENTERS_LATER) /* what touches at the beginning has another normal */
            return false;
        if (enters == SEPAL_ENTERS_HERE || enters == SEPAL_ENTERS_UNKNOWN)
            return enters == SEPAL_ENTERS_HERE && !(ends && c->most != 0);
        *time = enters == SEPAL_ENTERS_EARLIER ? sepal_previous_time(*time) : next;
    }
    return false;
}

/* When a vertex of K is as near as the reach, about, or nearest. */
static double cast_grazing_time(const cast_question *c, double2 from) {
    const double2 d = c->way.d;
    const double length2 = double2_dot(d, d), across = double2_cross(from, d), reach2 = c->way.r * c->way.r * length2;
    const double inside = reach2 - across * across;
    return -(double2_dot(from, d) + (inside > CAST_GRAZED * reach2 ? sqrt(inside) : 0)) / length2;
}

/* --- Answers ------------------------------------------------------------------------------------- */

/* CAST_MEET: they meet; CAST_HIT: and the time and the normal are found. */
typedef enum cast_verdict { CAST_OPEN, CAST_APART, CAST_MEET, CAST_HIT } cast_verdict;

/* Shapes with a reach, of which double may know that they are within it at the float after `time`: the part that was found comes first, or,
 * by exact signs, that or one of its ends. So it is, where touching counts, where they graze. */
static bool cast_hit_round(const cast_question *c, const way_entry *e, float time, bool within, sepal_poly_hit *hit) {
    *hit = (sepal_poly_hit){true, time, 0, 0};
    if (within) {
        const cast_line l = cast_line_along(c, e, e->normal);
        if (cast_is_beyond(c, &l, (double)time)) {
            cast_normal(c, e, &l, hit);
            return true;
        }
    }
    way_entry parts[3] = {*e};
    parts[1] = cast_first_end(c, e, &parts[2]);
    const int count = c->most != 0 ? 1 : e->part == WAY_VERTEX ? 2 : 3;
    for (int k = 0; k < count; k++) {
        const sepal_part part = cast_part(c, &parts[k]);
        if (!cast_time_exactly(c, &part, k == 0 ? e->time : cast_grazing_time(c, parts[k].w), &hit->time))
            continue;
        cast_normal(c, &parts[k], NULL, hit);
        return true;
    }
    return false;
}

/* Do they certainly stay apart? behind: the way has left K before it begins, if at all, so that the line is that of the place which
 * it leaves last. */
static bool cast_stays_apart(const cast_question *c, const way_entry *e, bool behind) {
    way_entry last = *e;
    if (behind) {
        way_pair back = c->way;
        back.d = (double2){-back.d.x, -back.d.y};
        way_find(&back, &last);
    }
    const cast_line l = cast_line_along(c, &last, last.normal);
    if (cast_is_beyond(c, &l, 1))
        return true;
    const double by = (behind ? CAST_TURN : -CAST_TURN) * l.length / c->move;
    const cast_line beside = cast_line_along(c, &last, (double2){last.normal.x + by * c->way.d.x, last.normal.y + by * c->way.d.y});
    return cast_is_beyond(c, &beside, 1);
}

/* Does an end of the part at which the walk ended come within reach, exactly, or its edge at the end of the step? That tells of shapes that
 * graze. hit: NULL, or of cores where touching counts. */
static bool cast_grazes(const cast_question *c, const way_entry *e, sepal_poly_hit *hit) {
    way_entry parts[3] = {*e, *e, *e};
    if (e->part != WAY_VERTEX)
        parts[0] = cast_first_end(c, e, &parts[1]);
    for (int k = 0; k < (e->part == WAY_VERTEX ? 1 : 3); k++) {
        const sepal_part part = cast_part(c, &parts[k]);
        const bool reached =
            part.of == NULL ? sepal_polys_scalar_vertex_reaches(&c->a, part.a, &c->b, part.b, 1, &c->reach, c->most)
                            : c->most == 0 && sepal_polys_scalar_enters(&c->a, &c->b, &part, 1, &c->reach, 0) == SEPAL_ENTERS_HERE;
        if (reached && (hit == NULL || sepal_polys_scalar_hit_part(&c->a, &c->b, &part, hit)))
            return true;
    }
    return false;
}

/* Shapes of which only yes or no is asked mostly graze, if they come here: does the vertex of K that is nearest across the way come within
 * reach, or is all of K beyond it? */
static cast_verdict cast_beside_way(const cast_question *c) {
    const sepal_poly_circle *of_a = &c->a.set->circles[c->a.index], *of_b = &c->b.set->circles[c->b.index];
    const double2 d = c->way.d, apart = {(double)of_b->x - (double)of_a->x, (double)of_b->y - (double)of_a->y};
    const double side = double2_cross(d, apart) > 0 ? 1 : -1;
    const double2 n = {-side * d.y, side * d.x}, back = {-n.x, -n.y};
    const way_entry e = {.a = way_farthest(&c->way.a, n), .b = way_farthest(&c->way.b, back), .part = WAY_VERTEX};
    if (sepal_polys_scalar_vertex_reaches(&c->a, e.a, &c->b, e.b, 1, &c->reach, c->most))
        return CAST_MEET;
    const cast_line l = cast_line_along(c, &e, n);
    return cast_is_beyond(c, &l, 1) ? CAST_APART : CAST_OPEN;
}

/* --- One pair ------------------------------------------------------------------------------------ */

/* A pair that is apart at the beginning, or touches there where touching is apart. more: the time and the normal are wanted if it meets; if
 * they are found, that is proof that it is apart at the beginning. */
static cast_verdict cast_pair(const sweep_query *s, sepal_pair pair, bool more, sepal_poly_hit *hit) {
    /* where touching is apart, two cores without area meet only if they cross: no line or point decides that */
    if (!has_area(&s->q, pair) && !has_reach(&s->q, pair) && s->q.touching != SEPAL_TOUCHING_OVERLAPS)
        return CAST_OPEN;
    const cast_question c = cast_of(s, pair);
    way_entry e;
    *hit = sepal_poly_no_hit();
    if (c.move == 0)
        return CAST_APART;
    const cast_verdict beside = more ? CAST_OPEN : cast_beside_way(&c);
    if (beside != CAST_OPEN)
        return beside;
    way_find(&c.way, &e);
    const bool round = c.reach.square != 0, ahead = e.time >= 0 && e.time < 1;
    if (!ahead && cast_stays_apart(&c, &e, e.time < 0))
        return CAST_APART;
    const float time = ahead ? sepal_time_below(e.time) : 1, next = sepal_next_time(time);
    const bool within = next <= 1 && cast_is_within(&c, &e, (double)next);
    const bool meet = within || (!round && next < 1 && cast_is_within(&c, &e, 1));
    hit->meet = true;
    const sepal_part part = cast_part(&c, &e);
    if (more && (round  ? cast_hit_round(&c, &e, time, within, hit)
                 : meet ? sepal_polys_scalar_hit_part(&c.a, &c.b, &part, hit) /* over the inside of an edge */
                        : c.most == 0 && cast_grazes(&c, &e, hit)))
        return CAST_HIT;
    return meet || cast_grazes(&c, &e, NULL) ? CAST_MEET : CAST_OPEN;
}

#endif
