/* polys_scalar_nearest.c — the way between the nearest points of two polygons that are apart, in double.
 *
 * These points are two vertices, or a vertex and the foot of its perpendicular on an edge (Ericson, Real-Time Collision Detection,
 * section 9.5.3). The difference of two floats has one rounding in double, so the way between two vertices is known to a few
 * roundings of its own length. That from a vertex to an edge is a determinant divided by a length; where the determinant is small
 * beside its products, it is computed exactly and rounded once. Whether the foot is on the edge is decided exactly. So every
 * candidate is known relative to its own length, and the shortest is a good answer even for polygons that nearly touch.
 *
 * Most candidates are certainly longer than the shortest one so far. They are left out before anything is divided or decided exactly,
 * which changes no answer. */
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

/* The shortest way so far, and a little more than the square of a length that the shortest way does not exceed. */
typedef struct shortest {
    sepal_way way;
    double square;
} shortest;

static void take_way(double x, double y, double length, shortest *best) {
    double square = length * length * (1 + 0x1p-20);
    *best = (shortest){{x, y, length}, square < best->square ? square : best->square};
}

/* Takes the way from vertex p to vertex q, if it is shorter than the best. */
static void try_points(float px, float py, float qx, float qy, shortest *best) {
    double dx = (double)qx - (double)px, dy = (double)qy - (double)py, square = dx * dx + dy * dy, length;
    if (square > best->square)
        return;
    length = sqrt(square);
    if (length < best->way.length)
        take_way(dx / length, dy / length, length, best);
}

/* Is a vertex at (rx, ry) from one end of an edge certainly farther from its line than the shortest way is long? The cross product of the
 * differences has an error of less than 2^-50 times the sum of its products, and the determinant is known to 2^-27 of itself
 * (docs/numerics/mtv.md, "In double"). */
static bool edge_is_farther(double ex, double ey, double rx, double ry, const shortest *best) {
    double p = ex * ry, q = ey * rx, least = fabs(p - q) - (fabs(p) + fabs(q)) * 0x1p-50;
    return least > 0 && least * least > best->square * (ex * ex + ey * ey);
}

/* Takes the way from vertex p to the foot of its perpendicular on the edge from q to s, if the foot is strictly between them and
 * the way is shorter than the best. sign: 1, or -1 if it leads from b to a. */
static void try_nearest_edge(float px, float py, float qx, float qy, float sx, float sy, double sign, shortest *best) {
    double ex = (double)sx - (double)qx, ey = (double)sy - (double)qy;
    if ((qx == sx && qy == sy) || edge_is_farther(ex, ey, (double)px - (double)qx, (double)py - (double)qy, best) ||
        sepal_sign_of_dot(qx, qy, sx, sy, px, py) <= 0 || sepal_sign_of_dot(sx, sy, qx, qy, px, py) <= 0)
        return;
    double length = sqrt(ex * ex + ey * ey);
    double side = determinant_of(qx, qy, sx, sy, px, py) / length; /* > 0: p is left of the edge */
    if (fabs(side) < best->way.length) {
        double outward = side > 0 ? -sign : sign;
        take_way(outward * -ey / length, outward * ex / length, fabs(side), best);
    }
}

/* Tries the ways from each vertex of a to the vertices of b, unless b is the first polygon of the pair, and to its edges. */
static void try_vertices(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double sign, shortest *best) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    for (uint32_t k = 0; k < size_a; k++)
        for (uint32_t m = 0; m < size_b; m++) {
            uint32_t next = m + 1 < size_b ? m + 1 : 0;
            if (sign > 0)
                try_points(ax[k], ay[k], bx[m], by[m], best);
            try_nearest_edge(ax[k], ay[k], bx[m], by[m], bx[next], by[next], sign, best);
        }
}

/* The least squared distance of two vertices: no longer way is the shortest one. */
static double nearest_vertices(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    double least = INFINITY;
    for (uint32_t k = 0; k < a->heads[i].size; k++)
        for (uint32_t m = 0; m < b->heads[j].size; m++) {
            double dx = (double)bx[m] - (double)ax[k], dy = (double)by[m] - (double)ay[k], square = dx * dx + dy * dy;
            least = square < least ? square : least;
        }
    return least;
}

sepal_way sepal_polys_scalar_nearest(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    shortest best = {{0, 0, INFINITY}, nearest_vertices(a, i, b, j) * (1 + 0x1p-20)};
    try_vertices(a, i, b, j, 1, &best);
    try_vertices(b, j, a, i, -1, &best);
    return best.way;
}
