/* polys_scalar_nearest.c — the way between the nearest points of two polygons that are apart, in double.
 *
 * These points are two vertices, or a vertex and the foot of its perpendicular on an edge (Ericson, Real-Time Collision Detection,
 * section 9.5.3). The difference of two floats has one rounding in double, so the way between two vertices is known to a few
 * roundings of its own length. That from a vertex to an edge is a determinant divided by a length; where the determinant is small
 * beside its products, it is computed exactly and rounded once. Whether the foot is on the edge is decided exactly. So every
 * candidate is known relative to its own length, and the shortest is a good answer even for polygons that nearly touch. */
#include "../../core/arithmetic.h"

#include "../../exact/distance.h"
#include "../../exact/number.h"
#include "nearest.h"
#include <math.h>

/* A determinant that exceeds the bound on its error by this factor is known to 2^-27 of itself. */
#define DETERMINANT_SURE 0x1p27

/* (b - a) x (c - a), within 2^-27 of itself and with its exact sign. */
static double determinant_of(float ax, float ay, float bx, float by, float cx, float cy) {
    sepal_estimate det = sepal_determinant(ax, ay, bx, by, cx, cy);
    if (fabs(det.value) > DETERMINANT_SURE * det.error)
        return det.value;
    const double products[6] = {
        (double)bx * (double)cy,    -((double)by * (double)cx), (double)cx * (double)ay,
        -((double)cy * (double)ax), (double)ax * (double)by,    -((double)ay * (double)bx),
    };
    sepal_number sum;
    sepal_number_sum(products, 6, &sum);
    return sepal_number_value(&sum);
}

/* Takes the way from vertex p to vertex q, if it is shorter than the best. sign: 1, or -1 if it leads from b to a. */
static void try_points(float px, float py, float qx, float qy, double sign, sepal_way *best) {
    double dx = (double)qx - (double)px, dy = (double)qy - (double)py, length = sqrt(dx * dx + dy * dy);
    if (length < best->length)
        *best = (sepal_way){sign * dx / length, sign * dy / length, length};
}

/* Takes the way from vertex p to the foot of its perpendicular on the edge from q to s, if the foot is strictly between them and
 * the way is shorter than the best. */
static void try_nearest_edge(float px, float py, float qx, float qy, float sx, float sy, double sign, sepal_way *best) {
    if ((qx == sx && qy == sy) || sepal_sign_of_dot(qx, qy, sx, sy, px, py) <= 0 || sepal_sign_of_dot(sx, sy, qx, qy, px, py) <= 0)
        return;
    double ex = (double)sx - (double)qx, ey = (double)sy - (double)qy, length = sqrt(ex * ex + ey * ey);
    double side = determinant_of(qx, qy, sx, sy, px, py) / length; /* > 0: p is left of the edge */
    if (fabs(side) < best->length) {
        double outward = side > 0 ? -sign : sign;
        *best = (sepal_way){outward * -ey / length, outward * ex / length, fabs(side)};
    }
}

/* Tries the ways from each vertex of a to the vertices and edges of b. */
static void try_vertices(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double sign, sepal_way *best) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    for (uint32_t k = 0; k < size_a; k++)
        for (uint32_t m = 0; m < size_b; m++) {
            uint32_t next = m + 1 < size_b ? m + 1 : 0;
            try_points(ax[k], ay[k], bx[m], by[m], sign, best);
            try_nearest_edge(ax[k], ay[k], bx[m], by[m], bx[next], by[next], sign, best);
        }
}

sepal_way sepal_polys_scalar_nearest(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    sepal_way best = {0, 0, INFINITY};
    try_vertices(a, i, b, j, 1, &best);
    try_vertices(b, j, a, i, -1, &best);
    return best;
}
