/* sweep_way.h — where the way of a shape first comes within reach of another one: one pair at a time, in double, in a time that is
 * linear in their vertices; where the walk begins is found with a vertex in each lane.
 *
 * As seen from K, the Minkowski difference of the cores, the origin moves by -d. The front of K, as seen along this way, is a chain of
 * edges of a and b in the order of their directions, which is the order in which merging two sorted lists finds them (de Berg et al.,
 * Computational Geometry, 2008, section 13.3). The walk begins at the vertex of K that is first along the way, goes to the side on
 * which the way passes it, and ends where the disc of the radius r around the origin touches.
 *
 * What is found need not be right: sweep_cast.h proves each answer, and leaves open what it cannot prove. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_WAY_H
#define SEPAL_POLYS_KERNEL_SWEEP_WAY_H

#include "exact.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

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

/* d must not be 0. */
static inline void way_find(const way_pair *p, way_entry *out) {
    double2 d = p->d;
    uint32_t a = way_farthest(&p->a, (double2){-d.x, -d.y}), b = way_farthest(&p->b, d);
    double2 from = double2_sub(way_vertex(&p->b, b), way_vertex(&p->a, a));
    double c = double2_cross(from, d), side = c > 0 ? 1 : -1; /* c: how far to the left of the way that is, times |d| */
    way_step of_a = way_step_from(&p->a, a, d, side, -1), of_b = way_step_from(&p->b, b, d, side, 1);
    *out = (way_entry){.part = WAY_VERTEX};
    for (uint32_t most = p->a.size + p->b.size; most > 0 && (of_a.ahead > 0 || of_b.ahead > 0); most--) {
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

#endif
