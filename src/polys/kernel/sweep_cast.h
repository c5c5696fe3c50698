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

typedef struct double2 {
    double x, y;
} double2;

static inline double2 double2_sub(double2 p, double2 q) {
    return (double2){p.x - q.x, p.y - q.y};
}
static inline double double2_dot(double2 p, double2 q) {
    return p.x * q.x + p.y * q.y;
}
static inline double double2_cross(double2 p, double2 q) {
    return p.x * q.y - p.y * q.x;
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

/* The vertex that is farthest in a direction: of few vertices, and of many, with a vertex in each lane. */
static inline uint32_t way_farthest_of_few(const way_shape *s, double2 along) {
    uint32_t best = 0;
    double most = double2_dot(along, way_vertex(s, 0));
    for (uint32_t k = 1; k < s->size; k++) {
        double here = double2_dot(along, way_vertex(s, k));
        best = here > most ? k : best;
        most = here > most ? here : most;
    }
    return best;
}
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
    return s->size < SEPAL_LANES ? way_farthest_of_few(s, along) : way_farthest_of_many(s, along);
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

/* Of so many vertices a walk along all is short; of more, most walks end after a few steps. */
enum { WAY_WALK_MOST = 64, WAY_SKIPS_AFTER = 8 };

/* Lets a walk go on farther from where it began: *a and *b become numbers of vertices there, or stay as they are. What the walk asks before
 * an edge falls along the front. So the angle between the way and its normal on that side is halved, again and again, for the last
 * direction such that the disc has not touched before a line across it; the walk goes on from the vertices that are farthest along it. */
static SEPAL_NOINLINE void way_skip(const way_pair *p, double side, uint32_t *a, uint32_t *b) {
    const double2 d = p->d;
    const double length = sqrt(double2_dot(d, d));
    double2 passed = d, beyond = {-side * d.y, side * d.x};
    for (uint32_t left = p->a.size + p->b.size; left > WAY_WALK_MOST; left /= 2) {
        double2 n = {passed.x + beyond.x, passed.y + beyond.y};
        const double scale = length / sqrt(double2_dot(n, n));
        n = (double2){scale * n.x, scale * n.y};
        const uint32_t at_a = way_farthest(&p->a, (double2){-n.x, -n.y}), at_b = way_farthest(&p->b, n);
        const double2 at = double2_sub(way_vertex(&p->b, at_b), way_vertex(&p->a, at_a));
        const bool is_passed = side * (double2_cross(at, d) * length + p->r * double2_cross(n, d)) > 0;
        passed = is_passed ? n : passed;
        beyond = is_passed ? beyond : n;
        *a = is_passed ? at_a : *a;
        *b = is_passed ? at_b : *b;
    }
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

/* The least products over a large shape, from two neighbours, or one vertex twice, and the vertices beside them. False unless these are farther
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

/* --- The first entry ----------------------------------------------------------------------------- */

/* The normal of shapes with a reach at the time at which they meet first.
 *
 * It is that of the first entry into K, as polys_scalar_hit_round.c computes it: of all vertices and edges of K. Here all but a few
 * are certainly later, and of those the entries are computed by the same functions, in the same order (docs/numerics/sweep.md, "The
 * first entry"). */

/* Relative to all lengths of a pair: a bound on the errors of an entry as the reference computes it; how far parts of K must be behind
 * the contact, or aside, to be certainly later; the least reach for which the edges that begin at the contact are so, and how near to
 * it they must begin then. Relative to the move: the least speed along the normal for which the last two hold, and the least for which
 * all of this does. */
#define CAST_ENTRY_ERROR 0x1p-44
#define CAST_BEHIND      0x1p-14
#define CAST_SPEED       0x1p-6
#define CAST_SLOWEST     0x1p-20
#define CAST_REACH       0x1p-10
#define CAST_CORNER      0x1p-28

/* The shape that the edge of an entry is one of, or NULL; and the number of the edge: the one that ends at `next`, or, if the walk has
 * gone backwards, begins there. */
static const sepal_mover *cast_mover(const cast_question *c, const way_entry *e) {
    return e->part == WAY_VERTEX ? NULL : e->part == WAY_EDGE_OF_A ? &c->a : &c->b;
}
static uint32_t cast_edge(const cast_question *c, const way_entry *e) {
    const way_shape *s = e->part == WAY_EDGE_OF_A ? &c->way.a : &c->way.b;
    bool forwards = e->k_is_left != s->clockwise;
    return !forwards ? e->next : (e->next > 0 ? e->next : s->size) - 1;
}

/* A few vertices of a shape, in ascending order. Of 500 vertices on a circle some six are next to a contact. */
enum { CAST_FEW = 16 };
typedef struct cast_few {
    uint32_t at[CAST_FEW], count;
} cast_few;

static bool cast_few_hold(const cast_few *few, uint32_t k) {
    for (uint32_t i = 0; i < few->count; i++)
        if (few->at[i] == k)
            return true;
    return false;
}

/* One vertex, or the two ends of an edge. */
static cast_few cast_few_of(uint32_t one, uint32_t two) {
    if (one == two)
        return (cast_few){{one}, 1};
    return one < two ? (cast_few){{one, two}, 2} : (cast_few){{two, one}, 2};
}

/* The vertices that are least far along n, up to `most`; false if there are too many. */
static bool cast_find_few(const way_shape *s, double2 n, double2 origin, double most, cast_few *out) {
    out->count = 0;
    for (uint32_t k = 0; k < s->size; k++) {
        if (double2_dot(n, double2_sub(way_vertex(s, k), origin)) > most)
            continue;
        if (out->count == CAST_FEW)
            return false;
        out->at[out->count++] = k;
    }
    return true;
}

/* What decides which entries are computed. a, b: the vertices whose differences are not certainly behind. aside: a part of K that is
 * farther than this from the contact, along the tangent, is not met first. corner: nor is the inside of an edge of which one end is
 * this near to the contact, and the other one behind. */
typedef struct cast_parts {
    const cast_question *c;
    double2 tangent, origin; /* of length 1; where the origin is at the contact */
    cast_few a, b;
    double aside, corner, r;
} cast_parts;

/* Vertex a of a and vertex b of b: how far along the tangent their difference is from the contact. */
static double cast_aside(const cast_parts *p, uint32_t a, uint32_t b) {
    double2 corner = double2_sub(way_vertex(&p->c->way.b, b), way_vertex(&p->c->way.a, a));
    return double2_dot(p->tangent, double2_sub(corner, p->origin));
}

/* May the inside of an edge be met first? hold: whether its ends are among the few; at: how far aside they are. */
static bool cast_edge_counts(const cast_parts *p, const bool hold[2], const double at[2]) {
    if (hold[0] && hold[1])
        return !((at[0] > p->aside && at[1] > p->aside) || (at[0] < -p->aside && at[1] < -p->aside));
    double near = fabs(hold[0] ? at[0] : at[1]);
    return near <= p->aside && near >= p->corner;
}

/* The numbers of the edges that begin or end at a few vertices, in ascending order. Returns how many they are. */
static uint32_t cast_edges_at(const cast_few *few, uint32_t size, uint32_t out[2 * CAST_FEW]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * few->count; i++) {
        uint32_t vertex = few->at[i / 2], edge = i % 2 == 1 ? vertex : (vertex > 0 ? vertex : size) - 1, at = count;
        while (at > 0 && out[at - 1] > edge)
            at--;
        if (at > 0 && out[at - 1] == edge)
            continue;
        for (uint32_t k = count++; k > at; k--)
            out[k] = out[k - 1];
        out[at] = edge;
    }
    return count;
}

/* Tries the edges of one shape that have an end among the few, each with the few vertices of the other one, in the order of the
 * reference; with the edges of a, the discs. sign: 1 for the edges of a, -1 for those of b. */
static void cast_try_edges(const cast_parts *p, double sign, sepal_entry *first) {
    const sepal_mover *of = sign > 0 ? &p->c->a : &p->c->b, *other = sign > 0 ? &p->c->b : &p->c->a;
    const cast_few *ends = sign > 0 ? &p->a : &p->b, *vertices = sign > 0 ? &p->b : &p->a;
    uint32_t edges[2 * CAST_FEW], size = sepal_mover_size(of), count = cast_edges_at(ends, size, edges);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = edges[i] + 1 < size ? edges[i] + 1 : 0, start = sepal_polys_scalar_edge_start(of, edges[i]);
        bool hold[2] = {cast_few_hold(ends, edges[i]), cast_few_hold(ends, next)};
        for (uint32_t k = 0; k < vertices->count; k++) {
            uint32_t vertex = vertices->at[k];
            double at[2] = {sign > 0 ? cast_aside(p, edges[i], vertex) : cast_aside(p, vertex, edges[i]),
                            sign > 0 ? cast_aside(p, next, vertex) : cast_aside(p, vertex, next)};
            int first_end = start == next;
            if (sign > 0 && hold[first_end] && fabs(at[first_end]) <= p->aside)
                sepal_polys_scalar_try_disc(of, start, other, vertex, p->r, first);
            if (cast_edge_counts(p, hold, at))
                sepal_polys_scalar_try_edge(of, edges[i], other, vertex, p->r, sign, first);
        }
    }
}

/* Is every part of K certainly later than the one that was guessed? All other vertices of K must be behind. */
static bool cast_is_alone(const cast_parts *p, const way_entry *e) {
    double at = cast_aside(p, e->a, e->b), end;
    if (e->part == WAY_VERTEX)
        return fabs(at) < p->corner;
    end = e->part == WAY_EDGE_OF_A ? cast_aside(p, e->next, e->b) : cast_aside(p, e->a, e->next);
    return (at < -p->aside && end > p->aside) || (at > p->aside && end < -p->aside);
}

/* The entry of the part that was guessed. */
static void cast_try_alone(const cast_parts *p, const way_entry *e, sepal_entry *first) {
    const sepal_mover *a = &p->c->a, *b = &p->c->b;
    if (e->part == WAY_VERTEX)
        sepal_polys_scalar_try_disc(a, e->a, b, e->b, p->r, first);
    else if (e->part == WAY_EDGE_OF_A)
        sepal_polys_scalar_try_edge(a, cast_edge(p->c, e), b, e->b, p->r, 1, first);
    else
        sepal_polys_scalar_try_edge(b, cast_edge(p->c, e), a, e->a, p->r, -1, first);
}

/* Finds the few vertices; false if there are too many. behind: how far others are along the line's normal, times its length. */
static bool cast_find_both(cast_parts *p, const way_entry *e, const cast_line *l, double behind) {
    const way_shape *a = &p->c->way.a, *b = &p->c->way.b;
    if (l->others - l->least >= behind) {
        p->a = cast_few_of(e->a, e->part == WAY_EDGE_OF_A ? e->next : e->a);
        p->b = cast_few_of(e->b, e->part == WAY_EDGE_OF_B ? e->next : e->b);
        return true;
    }
    double2 n = e->normal, back = {-n.x, -n.y}, origin = way_vertex(a, e->a);
    cast_range of_a = cast_project(a, back, origin, 0, 0), of_b = cast_project(b, n, origin, 0, 0);
    return cast_find_few(a, back, origin, of_a.least + behind, &p->a) && cast_find_few(b, n, origin, of_b.least + behind, &p->b);
}

/* The normal of shapes with a reach, that of the first entry of all; false if it is not certain which that is. */
static bool cast_normal(const cast_question *c, const way_entry *e, const cast_line *l, sepal_poly_hit *hit) {
    double parts = fabs((double)c->reach.part[0]) + fabs((double)c->reach.part[1]) + fabs((double)c->reach.part[2]);
    double size = c->extent + c->move + parts, behind = CAST_BEHIND * size, error = CAST_ENTRY_ERROR * size;
    bool quick = l->speed <= -CAST_SPEED * l->length * c->move;
    cast_parts p = {.c = c,
                    .tangent = {-e->normal.y / l->length, e->normal.x / l->length},
                    .origin = {-e->time * c->way.d.x, -e->time * c->way.d.y},
                    .aside = quick ? behind : INFINITY,
                    .corner = quick && c->way.r >= CAST_REACH * size ? CAST_CORNER * size : 0,
                    .r = sepal_polys_scalar_reach_sum(&c->reach)};
    sepal_entry first = {INFINITY, 0, 0, INFINITY};
    if (!(l->speed <= -CAST_SLOWEST * l->length * c->move))
        return false;
    if (l->others - l->least >= behind * l->length && cast_is_alone(&p, e)) {
        cast_try_alone(&p, e, &first);
    } else {
        if (!cast_find_both(&p, e, l, behind * l->length))
            return false;
        cast_try_edges(&p, 1, &first);
        cast_try_edges(&p, -1, &first);
    }
    if (first.miss != 0 || !(fabs(first.time) <= 1) || !(fabs(first.time - e->time) * c->move <= error) ||
        !(l->least + first.time * l->speed >= l->length * (c->way.r - error)))
        return false;
    hit->x = 0 + (float)first.x;
    hit->y = 0 + (float)first.y;
    return true;
}

/* --- Times --------------------------------------------------------------------------------------- */

/* The distance of the shapes at a time, of which it is certain that it is that of the entry alone: 1 if it is greater than the reach,
 * 0 if it is equal and becomes less, -1 if it is less; 2 if it is not certain. */
static int cast_compare(const cast_question *c, const way_entry *e, float time) {
    double t = (double)time, share;
    double2 at = cast_nearest(c, e, t, &share), n = e->part == WAY_VERTEX ? at : e->normal;
    cast_line l = cast_line_along(c, e, n);
    double size = c->extent + c->move + c->way.r, error = CAST_ENTRY_ERROR * size;
    if (!(l.others - l.least > error * (l.length + 0x1p-4 * size)) || !(l.speed < -error * (l.length + 0x1p-4 * size)))
        return 2;
    if (e->part != WAY_VERTEX && !(share * l.length > error && (1 - share) * l.length > error)) /* |n| is that of the edge */
        return 2;
    /* its line tells a distance on both sides: the origin must certainly be in front of it */
    if (e->part != WAY_VERTEX && !(l.least + t * l.speed > l.length * CAST_ERROR * (c->extent + t * c->move)))
        return 2;
    return sepal_polys_scalar_compare_part(&c->a, e->a, &c->b, e->b, cast_mover(c, e), cast_edge(c, e), time, &c->reach);
}

/* The time, if a float is too near to it for the certificates: by exact signs for the part of K that is met first. */
static bool cast_time_exactly(const cast_question *c, const way_entry *e, float *time) {
    for (int tries = 0; tries < 3; tries++) {
        int here = cast_compare(c, e, *time);
        if (here == 2 || (here < 0 && *time == 0))
            return false;
        if (here == 0)
            return *time > 0 && *time < 1; /* what touches at the beginning has another normal */
        if (here < 0) {
            *time = sepal_previous_time(*time);
            continue;
        }
        float next = sepal_next_time(*time);
        int then = next <= 1 ? cast_compare(c, e, next) : 2;
        if (then == 2)
            return false;
        if (then < 0)
            return true;
        *time = next;
    }
    return false;
}

/* --- Answers ------------------------------------------------------------------------------------- */

/* CAST_MEET: they meet; CAST_HIT: and the time and the normal are found. */
typedef enum cast_verdict { CAST_OPEN, CAST_APART, CAST_MEET, CAST_HIT } cast_verdict;

/* Shapes with a reach that certainly meet between `time` and the next float, but for rounding. */
static bool cast_hit_round(const cast_question *c, const way_entry *e, float time, bool within, sepal_poly_hit *hit) {
    cast_line l = cast_line_along(c, e, e->normal);
    hit->time = time;
    return ((within && cast_is_beyond(c, &l, (double)time)) || cast_time_exactly(c, e, &hit->time)) && cast_normal(c, e, &l, hit);
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

/* Cores that meet over the inside of an edge, if `inside`, which is certain; else, where touching counts, those of which the way passes an
 * end of the part exactly. */
static bool cast_hit_cores(const cast_question *c, const way_entry *e, bool inside, sepal_poly_hit *hit) {
    if (inside)
        return sepal_polys_scalar_hit_part(&c->a, e->a, &c->b, e->b, cast_mover(c, e), cast_edge(c, e), hit);
    way_entry ends[2];
    ends[0] = cast_first_end(c, e, &ends[1]);
    for (int k = 0; k < (e->part == WAY_VERTEX ? 1 : 2) && c->most == 0; k++)
        if (sepal_polys_scalar_vertex_reaches(&c->a, ends[k].a, &c->b, ends[k].b, 1, &c->reach, 0) &&
            sepal_polys_scalar_hit_part(&c->a, ends[k].a, &c->b, ends[k].b, NULL, 0, hit))
            return true;
    return false;
}

/* Do they certainly stay apart? behind: the way has left K before it begins, if at all, so that the line is that of the place which
 * it leaves last. */
static bool cast_stays_apart(const cast_question *c, const way_entry *e, bool behind) {
    way_entry last = *e;
    if (behind) {
        way_pair turned = c->way;
        turned.d = (double2){-turned.d.x, -turned.d.y};
        way_find(&turned, &last);
    }
    cast_line l = cast_line_along(c, &last, last.normal);
    return cast_is_beyond(c, &l, 1);
}

/* Does an end of the part at which the walk ended come within reach, exactly? That tells of shapes that graze. */
static bool cast_grazes(const cast_question *c, const way_entry *e) {
    const uint32_t a = e->part == WAY_EDGE_OF_A ? e->next : e->a, b = e->part == WAY_EDGE_OF_B ? e->next : e->b;
    return sepal_polys_scalar_vertex_reaches(&c->a, a, &c->b, b, 1, &c->reach, c->most) ||
           (e->part != WAY_VERTEX && sepal_polys_scalar_vertex_reaches(&c->a, e->a, &c->b, e->b, 1, &c->reach, c->most));
}

/* May a line or a point decide this pair? Two cores without area have more axes than their edges. */
static inline bool cast_takes(const sweep_query *s, sepal_pair pair) {
    return (s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_FLAT) == 0 || has_reach(&s->q, pair);
}

/* --- Grazing ------------------------------------------------------------------------------------- */

/* Times that are tried; a way that passes a vertex at the distance of the reach, but for such a share of its square. */
enum { CAST_GRAZES = 6 };
#define CAST_GRAZED 0x1p-40

/* When the vertex of K is as near as the reach, about, or nearest. */
static double cast_grazing_time(const cast_question *c, double2 from) {
    const double2 d = c->way.d;
    const double length2 = double2_dot(d, d), across = double2_cross(from, d), reach2 = c->way.r * c->way.r * length2;
    const double inside = reach2 - across * across;
    return -(double2_dot(from, d) + (inside > CAST_GRAZED * reach2 ? sqrt(inside) : 0)) / length2;
}

/* Is a vertex of K certainly the part that is nearest at a time? */
static bool cast_is_nearest(const cast_question *c, const way_entry *e, float time) {
    const double2 n = {e->w.x + (double)time * c->way.d.x, e->w.y + (double)time * c->way.d.y};
    const cast_line l = cast_line_along(c, e, n);
    const double size = c->extent + c->move + c->way.r;
    return l.others - l.least > CAST_ENTRY_ERROR * size * (l.length + 0x1p-4 * size);
}

/* The time and the normal of shapes with a reach that graze, where touching counts: by exact signs for the vertex of K that comes first, of
 * those of the part at which the walk ended. */
static bool cast_hit_grazing(const cast_question *c, const way_entry *e, sepal_poly_hit *hit) {
    way_entry other;
    const way_entry v = cast_first_end(c, e, &other);
    const double guess = cast_grazing_time(c, v.w);
    if (!(guess > 0 && guess < 1))
        return false;
    float time = sepal_time_below(guess);
    for (int tries = 0; tries < CAST_GRAZES; tries++) {
        const bool inside = time > 0 && sepal_next_time(time) <= 1;
        const sepal_graze found = inside ? sepal_polys_scalar_graze(&c->a, v.a, &c->b, v.b, time, &c->reach) : SEPAL_GRAZE_TOUCHES;
        if (found == SEPAL_GRAZE_TOUCHES)
            return false;
        if (found == SEPAL_GRAZE_HERE) {
            if (!cast_is_nearest(c, &v, time))
                return false;
            *hit = (sepal_poly_hit){true, time, 0, 0};
            sepal_polys_scalar_round_normal(&c->a, &c->b, &c->reach, hit);
            return true;
        }
        time = found == SEPAL_GRAZE_EARLIER ? sepal_previous_time(time) : sepal_next_time(time);
    }
    return false;
}

/* A pair of which one shape moves as seen from the other. more: the time and the normal are wanted if it meets; if they are found, that is
 * proof that it is apart at the beginning. */
static cast_verdict cast_moving(const cast_question *c, bool more, sepal_poly_hit *hit) {
    way_entry e;
    *hit = sepal_poly_no_hit();
    way_find(&c->way, &e);
    const bool round = c->reach.square != 0, grazing = more && round && c->most == 0;
    if (!(e.time >= 0 && e.time < 1)) {
        if (cast_stays_apart(c, &e, e.time < 0))
            return CAST_APART;
        if (round ? grazing && cast_hit_grazing(c, &e, hit) : more && cast_hit_cores(c, &e, false, hit))
            return CAST_HIT;
        return cast_grazes(c, &e) ? CAST_MEET : CAST_OPEN;
    }
    float time = sepal_time_below(e.time), next = sepal_next_time(time);
    const bool within = next <= 1 && cast_is_within(c, &e, (double)next);
    const bool meet = within || (!round && next < 1 && cast_is_within(c, &e, 1));
    hit->meet = true;
    if (more && (round ? cast_hit_round(c, &e, time, within, hit) : cast_hit_cores(c, &e, meet, hit)))
        return CAST_HIT;
    if (grazing && !meet && cast_hit_grazing(c, &e, hit))
        return CAST_HIT;
    return meet || cast_grazes(c, &e) ? CAST_MEET : CAST_OPEN;
}

/* A pair that is apart at the beginning, or touches there where touching is apart. */
static cast_verdict cast_pair(const sweep_query *s, sepal_pair pair, bool more, sepal_poly_hit *hit) {
    if (!cast_takes(s, pair))
        return CAST_OPEN;
    cast_question c = cast_of(s, pair);
    if (c.move == 0) {
        *hit = sepal_poly_no_hit();
        return CAST_APART;
    }
    return cast_moving(&c, more, hit);
}

/* ===== A few pairs =============================================================================== */

/* When and how do moving shapes meet? One pair at a time, for lists of so few pairs that most lanes of the kernels would
 * hold copies.
 *
 * What proves a hit is a line that parts the shapes from the beginning on, and what proves that they stay apart is one,
 * too. So nothing has to be known of a pair before it is cast, and no other stage is asked; what a cast leaves open, such as a pair that
 * overlaps at the beginning, is answered as a pair of any list (docs/numerics/sweep.md, "Casts"). */

/* Is the pair certainly apart during the step, by its circles? */
static inline bool one_misses(const sweep_query *s, const sepal_poly_circle *a, const sepal_poly_circle *b,
                              const cast_question *c) {
    const w2 move = {w_set1(c->b.move.x - c->a.move.x), w_set1(c->b.move.y - c->a.move.y)};
    const sweep_distances apart = sweep_circle_distances(same_circle(a), same_circle(b), move, s->q.margin);
    const lanes found = sweep_circles_decided(&apart);
    return ((found.yes | found.open) & 1) == 0;
}

/* Do the inner circles seem to meet at the beginning? Then a cast would be in vain. */
static inline bool one_begins_inside(const sweep_query *s, const sepal_poly_circle *a, const sepal_poly_circle *b) {
    const float x = b->x - a->x, y = b->y - a->y, reach = a->inner + b->inner + s->q.margin;
    return x * x + y * y < reach * reach;
}

/* Lists of up to so many pairs are answered one by one. */
enum { ONE_BY_ONE = 3 };

/* Answers a pair, or leaves it open. */
static SEPAL_NOINLINE cast_verdict sweep_one(const sweep_query *s, sepal_pair pair, sepal_poly_hit *hit) {
    const sepal_poly_circle *a = &s->q.a->circles[pair.a], *b = &s->q.b->circles[pair.b];
    if (!cast_takes(s, pair) || one_begins_inside(s, a, b))
        return CAST_OPEN;
    const cast_question c = cast_of(s, pair);
    *hit = sepal_poly_no_hit();
    if (one_misses(s, a, b, &c))
        return CAST_APART;
    return c.move == 0 ? CAST_OPEN : cast_moving(&c, true, hit);
}

#endif
