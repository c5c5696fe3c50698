/* solids_scalar_mtv.c — the smallest push that parts a pair of solids: defines every bit of the answers, and their signs exactly.
 *
 * Let r be the sum of the radii and the margin. While the cores are apart, the depth is r less their distance, along the line of
 * their nearest points. While they meet, the way out is that of the cores, to the nearest face of their Minkowski difference, and
 * then straight on through the rim of width r. Two boxes have the fifteen directions of solids_scalar_boxes.c for that, evaluated
 * in double in a fixed order; the error is bounded in docs/numerics/solids.md, "Smallest push". */
#include "../../core/arithmetic.h"

#include "push.h"
#include "reference.h"
#include <math.h>

/* --- Two boxes that meet ---------------------------------------------------------------------- */

/* The two half edges that each axis is the cross product of: faces of a, faces of b, edge x edge. */
static const uint8_t axis_of[15][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}, {5, 3}, {3, 4}, {0, 3}, {0, 4},
                                       {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}};

static double dot(const double p[3], const double q[3]) {
    return (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2];
}

/* False if all half edges are parallel: then there is no axis. */
static bool push_of_boxes(const sepal_box_exact *a, const sepal_box_exact *b, double normal[3], double *depth) {
    const float *vectors[6] = {a->u, a->v, a->w, b->u, b->v, b->w};
    double g[6][3], d[3];
    bool found = false;
    *depth = INFINITY;
    for (int k = 0; k < 3; k++) {
        for (int m = 0; m < 6; m++)
            g[m][k] = (double)vectors[m][k];
        d[k] = (double)b->c[k] - (double)a->c[k];
    }
    for (int axis = 0; axis < 15; axis++) {
        const double *p = g[axis_of[axis][0]], *q = g[axis_of[axis][1]];
        double n[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
        double length2 = dot(n, n), reach = 0, along = dot(n, d);
        if (!(length2 > 0))
            continue;
        for (int m = 0; m < 6; m++)
            reach += fabs(dot(n, g[m]));
        double length = sqrt(length2), share = (reach - fabs(along)) / length;
        if (share < *depth) {
            *depth = share;
            for (int k = 0; k < 3; k++)
                normal[k] = (along < 0 ? -n[k] : n[k]) / length;
            found = true;
        }
    }
    return found;
}

/* --- Cores of any kind ------------------------------------------------------------------------ */

static sepal_solid_mtv of_apart(const sepal_cores *cores, const sepal_reach3 *reach) {
    sepal_nearest found;
    float n[3];
    (void)sepal_solids_scalar_nearest(cores, &found);
    sepal_nearest_direction(&found, cores, 1, n);
    return (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, cores, reach, -1)};
}

static sepal_solid_mtv of_meeting(const sepal_cores *cores, const sepal_reach3 *reach) {
    double sum = (reach->part[0] + reach->part[1]) + reach->part[2];
    float n[3];
    if (sepal_solid_is_box(cores->a, cores->i) && sepal_solid_is_box(cores->b, cores->j)) {
        double normal[3], depth;
        if (push_of_boxes(sepal_solid_exact(cores->a, cores->i), sepal_solid_exact(cores->b, cores->j), normal, &depth)) {
            depth = sum + (depth > 0 ? depth : 0);
            return (sepal_solid_mtv){(float)normal[0] + 0, (float)normal[1] + 0, (float)normal[2] + 0, /* 0 + -0 is 0 */
                                     sepal_nearest_float(depth)};
        }
    } else {
        sepal_nearest found;
        if (sepal_solids_scalar_nearest_face(cores, &found)) {
            sepal_nearest_direction(&found, cores, -1, n);
            return (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, cores, reach, 1)};
        }
    }
    sepal_solids_scalar_flat_normal(cores, n);
    return (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_float(sum)};
}

sepal_solid_mtv sepal_solids_scalar_mtv(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                        const sepal_rule *rule) {
    sepal_reach3 reach = {{(double)sepal_solid_radius(a, i), (double)sepal_solid_radius(b, j), (double)rule->margin, 0}};
    sepal_cores cores;
    sepal_cores_set(&cores, a, i, b, j);
    sepal_contact contact = sepal_solids_scalar_cores(a, i, b, j);
    sepal_solid_mtv out = contact == SEPAL_APART ? of_apart(&cores, &reach) : of_meeting(&cores, &reach);
    out.depth = sepal_signed_depth(out.depth, sepal_solids_scalar_contact(a, i, b, j, rule));
    return out;
}

void sepal_solids_mtv_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, sepal_solids_push_policy *quick, const sepal_solid_mtvs *out) {
    (void)quick;
    for (size_t k = 0; k < count; k++)
        sepal_solid_mtv_write(out, k, sepal_solids_scalar_mtv(a, pairs[k].a, b, pairs[k].b, rule));
}
