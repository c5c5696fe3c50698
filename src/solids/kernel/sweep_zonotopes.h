/* sweep_zonotopes.h — a moving box and a box or a point, without a reach: do they meet, when and how? One pair at a time, in double,
 * where its error cannot matter.
 *
 * The Minkowski difference K is a zonotope of three or six half edges g around d, and what it covers as it moves by m one of these and
 * m / 2 around d + m / 2. So they meet if the origin is not beyond any of the facets, which are normal to cross products of two of the
 * generators; and when they meet first is the greatest quotient of the gap along a facet of K and its speed. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ZONOTOPES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ZONOTOPES_H

#include "../../core/d3.h"
#include "../../core/last_time.h"
#include "sweep_errors.h"

enum { ZONOTOPE_EDGES = 6, ZONOTOPE_AXES = 15 };

/* The generators: the half edges, and behind them m / 2. size: |g|_1. */
typedef struct zonotope {
    double g[ZONOTOPE_EDGES + 1][3], size[ZONOTOPE_EDGES + 1], d[3], m[3];
    int edges;
    double extent; /* of the half edges and d */
    bool exact;    /* m was not rounded to more than a float */
} zonotope;

/* Products of floats are exact in double: a component of a cross product is wrong by one rounding, and 0 only if it is 0. */
static inline bool zonotope_is_null(const double n[3]) {
    return n[0] == 0 && n[1] == 0 && n[2] == 0;
}

/* Adds the half edges of a box; the centre of that, or the point. */
static void zonotope_take(zonotope *z, const sepal_solids *set, uint32_t index, double centre[3]) {
    if (!sepal_solid_is_box(set, index)) {
        centre[0] = (double)*sepal_solid_x(set, index);
        centre[1] = (double)*sepal_solid_y(set, index);
        centre[2] = (double)*sepal_solid_z(set, index);
        return;
    }
    const sepal_box_exact *box = sepal_solid_exact(set, index);
    const float *const edges[3] = {box->u, box->v, box->w};
    for (int e = 0; e < 3; e++, z->edges++)
        for (int k = 0; k < 3; k++)
            z->g[z->edges][k] = (double)edges[e][k];
    for (int k = 0; k < 3; k++)
        centre[k] = (double)box->c[k];
}

/* False if they are not two boxes, or a box and a point, whose difference has volume. */
static bool zonotope_of(const solid_sweep_query *s, sepal_pair pair, zonotope *z) {
    const sepal_solid_head *of_a = &s->q.a->heads[pair.a], *of_b = &s->q.b->heads[pair.b];
    bool boxes = of_a->class <= SEPAL_SOLID_POINT && of_b->class <= SEPAL_SOLID_POINT;
    if (!boxes || (of_a->flags & of_b->flags & SEPAL_SOLID_FLAT) != 0 || solid_has_reach(&s->q, pair))
        return false;
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    double at_a[3], at_b[3];
    z->edges = 0;
    zonotope_take(z, s->q.a, pair.a, at_a);
    zonotope_take(z, s->q.b, pair.b, at_b);
    z->exact = true;
    for (int k = 0; k < 3; k++) {
        z->d[k] = at_b[k] - at_a[k];
        z->m[k] = (double)b.move[k] - (double)a.move[k];
        z->g[z->edges][k] = z->m[k] / 2;
        z->exact = z->exact && (a.move[k] == 0 || b.move[k] == 0);
    }
    z->extent = d3_sum(z->d);
    for (int e = 0; e <= z->edges; e++) {
        z->size[e] = d3_sum(z->g[e]);
        z->extent += e < z->edges ? z->size[e] : 0;
    }
    return true;
}

/* Is the origin certainly inside, or outside, of what K covers? */
static sweep_verdict zonotope_meets(const zonotope *z) {
    const int all = z->edges + 1;
    const double extent = z->extent + 2 * z->size[z->edges];
    double centre[3];
    bool inside = true;
    for (int k = 0; k < 3; k++)
        centre[k] = z->d[k] + z->g[z->edges][k];
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            double n[3], reach = 0;
            d3_cross(z->g[i], z->g[j], n);
            if (zonotope_is_null(n)) { /* parallel */
                inside = inside && (j < z->edges || z->exact);
                continue;
            }
            for (int e = 0; e < all; e++)
                reach += e != i && e != j ? fabs(d3_dot(n, z->g[e])) : 0;
            double gap = fabs(d3_dot(n, centre)) - reach;
            double error = ZONOTOPE_GAP_ERROR * (z->size[i] * z->size[j]) * extent;
            if (gap > error)
                return SWEEP_APART;
            inside = inside && gap < -error;
        }
    return inside ? SWEEP_MEET : SWEEP_OPEN;
}

/* A facet of K that the origin is certainly beyond at the beginning: when it is closed, and its normal, from a to b if times sign. */
typedef struct closing_facet {
    double least, most, n[3], sign;
} closing_facet;

/* False if the bits are not certain. */
static bool round_normal(const closing_facet *facet, float out[3]) {
    double factor = facet->sign / sqrt(d3_dot(facet->n, facet->n));
    bool sure = true;
    for (int k = 0; k < 3; k++) {
        double v = facet->n[k] * factor;
        out[k] = (float)v + 0; /* never -0 */
        sure = sure && (float)(v * (1 - ZONOTOPE_NORMAL_ERROR)) == (float)(v * (1 + ZONOTOPE_NORMAL_ERROR));
    }
    return sure;
}

/* The normals of the facets of K, the gaps along them at the beginning, on the side of d, and bounds on their errors. */
typedef struct zonotope_gaps {
    double n[ZONOTOPE_AXES][3], along[ZONOTOPE_AXES], gap[ZONOTOPE_AXES], scale[ZONOTOPE_AXES];
    int axes;
} zonotope_gaps;

static inline void find_zonotope_gaps(const zonotope *z, int edges, zonotope_gaps *out) {
    int axis = 0;
    out->axes = edges * (edges - 1) / 2;
    for (int i = 0; i < edges; i++)
        for (int j = i + 1; j < edges; j++, axis++) {
            d3_cross(z->g[i], z->g[j], out->n[axis]);
            out->along[axis] = d3_dot(out->n[axis], z->d);
            out->gap[axis] = fabs(out->along[axis]);
            out->scale[axis] = z->size[i] * z->size[j];
        }
    axis = 0;
    for (int i = 0; i < edges; i++)
        for (int j = i + 1; j < edges; j++, axis++)
            for (int e = j + 1; e < edges; e++) { /* three half edges have one determinant, for three axes */
                const double determinant = fabs(d3_dot(out->n[axis], z->g[e]));
                out->gap[axis] -= determinant;
                out->gap[axis - j + e] -= determinant;
                out->gap[j * (2 * edges - 1 - j) / 2 + e - j - 1] -= determinant;
            }
}

/* Fills in the facets; returns how many, or -1 if that is not certain. */
static int find_closing_facets(const zonotope *z, closing_facet out[ZONOTOPE_AXES]) {
    const double move = 2 * z->size[z->edges];
    zonotope_gaps all;
    int found = 0;
    if (z->edges == ZONOTOPE_EDGES)
        find_zonotope_gaps(z, ZONOTOPE_EDGES, &all);
    else
        find_zonotope_gaps(z, z->edges, &all);
    for (int axis = 0; axis < all.axes; axis++) {
        const double *n = all.n[axis], gap = all.gap[axis], scale = all.scale[axis];
        double gap_error = ZONOTOPE_GAP_ERROR * scale * z->extent, speed_error = ZONOTOPE_SPEED_ERROR * scale * move;
        if (gap < -gap_error || zonotope_is_null(n))
            continue;
        double speed = all.along[axis] > 0 ? -d3_dot(n, z->m) : d3_dot(n, z->m);
        if (!(gap > gap_error) || !(speed > speed_error))
            return -1;
        closing_facet *facet = &out[found++];
        facet->least = (gap - gap_error) / (speed + speed_error) * (1 - ZONOTOPE_QUOTIENT_ERROR);
        facet->most = (gap + gap_error) / (speed - speed_error) * (1 + ZONOTOPE_QUOTIENT_ERROR);
        facet->sign = all.along[axis] > 0 ? 1 : -1;
        for (int k = 0; k < 3; k++)
            facet->n[k] = n[k];
    }
    return found;
}

/* When and how they meet, if they are apart at the beginning and meet, which is certain. False if the bits are not. */
static bool zonotope_hit(const zonotope *z, sepal_solid_hit *hit) {
    closing_facet facets[ZONOTOPE_AXES];
    int count = find_closing_facets(z, facets), last = 0;
    for (int k = 1; k < count; k++)
        last = facets[k].least > facets[last].least ? k : last;
    if (count <= 0)
        return false;
    const closing_facet *best = &facets[last];
    double most = best->most;
    bool sure = best->least <= 1 && round_normal(best, hit->normal);
    for (int k = 0; k < count && sure; k++) {
        float normal[3];
        if (k == last || facets[k].most < best->least)
            continue;
        sure = round_normal(&facets[k], normal); /* it may be the last one */
        for (int axis = 0; axis < 3; axis++)
            sure = sure && normal[axis] == hit->normal[axis];
        most = facets[k].most > most ? facets[k].most : most;
    }
    hit->meet = true;
    hit->time = sepal_time_below(best->least < 1 ? best->least : 1);
    return sure && sepal_time_below(most < 1 ? most : 1) == hit->time;
}

#endif
