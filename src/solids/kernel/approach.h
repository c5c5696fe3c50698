/* approach.h — the part of the Minkowski difference K = {b - a} that is nearest to the origin, searched for in double.
 *
 * Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in three-dimensional space",
 * IEEE Journal of Robotics and Automation 4 (1988), with the nearest points of triangles and tetrahedra as in Ericson, Real-Time
 * Collision Detection, 2005, section 5.1. What it finds is a proposal: feature.h tells whether it is certain. */
#ifndef SEPAL_SOLIDS_KERNEL_APPROACH_H
#define SEPAL_SOLIDS_KERNEL_APPROACH_H

#include "cores.h"

enum { APPROACH_STEPS = 32 };
/* A step that comes nearer by a smaller share of the distance is the last one. */
#define APPROACH_PROGRESS 0x1p-44

typedef struct simplex {
    int count;
    core_member m[4];
} simplex;

/* The nearest point of a segment, triangle or tetrahedron to the origin: the members that span it, and its place. */
typedef struct nearest_part {
    int count, m[3];
    double at[3], square;
} nearest_part;

static void take_part(const simplex *s, int count, const int *m, const double *share, nearest_part *best) {
    nearest_part part = {.count = count};
    for (int i = 0; i < count; i++) {
        part.m[i] = m[i];
        for (int k = 0; k < 3; k++)
            part.at[k] += share[i] * s->m[m[i]].w[k];
    }
    part.square = d3_dot(part.at, part.at);
    if (part.square < best->square)
        *best = part;
}

static void near_segment(const simplex *s, int i, int j, nearest_part *best) {
    double e[3];
    const double *p = s->m[i].w, *q = s->m[j].w;
    d3_sub(q, p, e);
    double along = -d3_dot(p, e), square = d3_dot(e, e);
    if (along <= 0)
        take_part(s, 1, (int[]){i}, (double[]){1}, best);
    else if (along >= square)
        take_part(s, 1, (int[]){j}, (double[]){1}, best);
    else
        take_part(s, 2, (int[]){i, j}, (double[]){1 - along / square, along / square}, best);
}

static void near_triangle(const simplex *s, int i, int j, int k, nearest_part *best) {
    double e[3], g[3], n[3], x[3];
    const double *p = s->m[i].w, *q = s->m[j].w, *r = s->m[k].w;
    d3_sub(q, p, e);
    d3_sub(r, p, g);
    d3_cross(e, g, n);
    double square = d3_dot(n, n);
    d3_cross(p, q, x);
    double of_r = d3_dot(x, n);
    d3_cross(q, r, x);
    double of_p = d3_dot(x, n);
    double of_q = square - of_p - of_r;
    if (of_p > 0 && of_q > 0 && of_r > 0) {
        take_part(s, 3, (int[]){i, j, k}, (double[]){of_p / square, of_q / square, of_r / square}, best);
        return;
    }
    near_segment(s, i, j, best);
    near_segment(s, j, k, best);
    near_segment(s, i, k, best);
}

/* False if the origin is inside of the tetrahedron. */
static bool near_tetrahedron(const simplex *s, nearest_part *best) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    bool outside = false;
    for (int f = 0; f < 4; f++) {
        double e[3], g[3], n[3], x[3];
        const double *p = s->m[face[f][0]].w;
        d3_sub(s->m[face[f][1]].w, p, e);
        d3_sub(s->m[face[f][2]].w, p, g);
        d3_cross(e, g, n);
        d3_sub(s->m[face[f][3]].w, p, x);
        if (d3_dot(n, x) * d3_dot(n, p) < 0)
            continue; /* the origin is on the side of the fourth */
        outside = true;
        near_triangle(s, face[f][0], face[f][1], face[f][2], best);
    }
    return outside;
}

/* Reduces the simplex to the part of its nearest point. False if it holds the origin. */
static bool reduce_simplex(simplex *s, double at[3]) {
    nearest_part best = {.square = INFINITY};
    if (s->count == 1)
        take_part(s, 1, (int[]){0}, (double[]){1}, &best);
    else if (s->count == 2)
        near_segment(s, 0, 1, &best);
    else if (s->count == 3)
        near_triangle(s, 0, 1, 2, &best);
    else if (!near_tetrahedron(s, &best))
        return false;
    simplex part = {.count = best.count};
    for (int k = 0; k < best.count; k++)
        part.m[k] = s->m[best.m[k]];
    *s = part;
    for (int k = 0; k < 3; k++)
        at[k] = best.at[k];
    return true;
}

typedef enum approach_end { APPROACH_APART, APPROACH_MEETS, APPROACH_UNSURE } approach_end;

/* Finds the nearest part, or a tetrahedron that holds the origin. */
static approach_end search_nearest(const core_pair *p, simplex *s) {
    double at[3];
    s->count = 1;
    set_member(p, 0, 0, &s->m[0]);
    for (int step = 0; step < APPROACH_STEPS; step++) {
        if (!reduce_simplex(s, at))
            return APPROACH_MEETS;
        double square = d3_dot(at, at), minus[3] = {-at[0], -at[1], -at[2]};
        if (!(square > 0))
            return APPROACH_UNSURE;
        core_member *next = &s->m[s->count];
        support_along(p, minus, next);
        if (square - d3_dot(at, next->w) <= APPROACH_PROGRESS * square)
            return APPROACH_APART;
        for (int k = 0; k < s->count; k++)
            if (s->m[k].a == next->a && s->m[k].b == next->b)
                return APPROACH_APART;
        s->count++;
    }
    return APPROACH_UNSURE;
}

#endif
