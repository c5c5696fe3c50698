/* polys_scalar_mtv.c — the smallest push that parts the cores of a pair, one pair at a time. It defines every bit of the answers.
 *
 * For the outward unit normal n of an edge of a, at vertex a_i, the gap to b is min_j n . (b_j - a_i). The depth is minus the
 * greatest gap over all axes. It is computed in float, with every operation rounded in the order written, so that the kernels can
 * repeat it. Pairs out of the range of float are computed in double; the kernels send them here. The sign of the depth comes from
 * the exact contact. docs/numerics/mtv.md proves why these axes suffice, and the bounds on the errors. */
#include "../../core/arithmetic.h"

#include "../bounds.h"
#include "axis.h"
#include "reference.h"
#include <float.h>
#include <math.h>

/* --- In float --------------------------------------------------------------------------------- */

bool sepal_polys_scalar_greatest_gap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float origin_x,
                                     float origin_y, sepal_axis *best) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    bool clockwise = (a->heads[i].flags & SEPAL_CLOCKWISE) != 0;
    *best = (sepal_axis){0, 0, -INFINITY, 0};
    for (uint32_t edge = 0; edge < size_a; edge++) {
        uint32_t next = edge + 1 < size_a ? edge + 1 : 0;
        float ex = ax[next] - ax[edge], ey = ay[next] - ay[edge];
        if (ex == 0 && ey == 0)
            continue;
        float square = ex * ex + ey * ey;
        if (square < SEPAL_LEAST_SQUARE)
            return false;
        float inverse = 1 / sqrtf(square);
        float nx = ey * inverse, ny = -ex * inverse;
        if (clockwise) {
            nx = -nx;
            ny = -ny;
        }
        float least = INFINITY;
        for (uint32_t k = 0; k < size_b; k++) {
            float along = nx * (bx[k] - origin_x) + ny * (by[k] - origin_y);
            least = along < least ? along : least;
        }
        float gap = least - (nx * (ax[edge] - origin_x) + ny * (ay[edge] - origin_y));
        if (gap > best->gap)
            *best = (sepal_axis){nx, ny, gap, edge};
    }
    return true;
}

static bool mtv_in_float(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_poly_mtv *out) {
    if (isinf(a->circles[i].outer) || isinf(b->circles[j].outer) || (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) != 0)
        return false;
    float origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    sepal_axis of_a, of_b;
    if (!sepal_polys_scalar_greatest_gap(a, i, b, j, origin_x, origin_y, &of_a) ||
        !sepal_polys_scalar_greatest_gap(b, j, a, i, origin_x, origin_y, &of_b))
        return false;
    if (of_b.gap > of_a.gap)
        *out = (sepal_poly_mtv){0 - of_b.x, 0 - of_b.y, 0 - of_b.gap};
    else
        *out = (sepal_poly_mtv){0 + of_a.x, 0 + of_a.y, 0 - of_a.gap}; /* 0 + -0 is 0 */
    return true;
}

/* --- In double --------------------------------------------------------------------------------- */

/* Computed for coordinates and edges that are out of the range of float, and for two polygons without area. */
typedef struct axis_double {
    double x, y, gap;
} axis_double;

/* The interval that a polygon covers along an axis, relative to an origin. */
static void project(const sepal_polys *set, uint32_t index, const axis_double *n, double origin_x, double origin_y, double *low,
                    double *high) {
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        double along = n->x * ((double)x[k] - origin_x) + n->y * ((double)y[k] - origin_y);
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

/* Replaces *best by the axis (x, y), outward from a, if the gap along it is greater. `sign` is 1, or -1 if b is the first polygon
 * of the pair. */
static void try_axis(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double x, double y, double sign,
                     axis_double *best) {
    axis_double n = {x, y, 0};
    double origin_x = (double)*sepal_poly_x(a, i), origin_y = (double)*sepal_poly_y(a, i), low_a, high_a, low_b, high_b;
    project(a, i, &n, origin_x, origin_y, &low_a, &high_a);
    project(b, j, &n, origin_x, origin_y, &low_b, &high_b);
    if (low_b - high_a > best->gap)
        *best = (axis_double){sign * x, sign * y, low_b - high_a};
}

/* Tries the outward normals of the edges of a, or the directions along the edges. */
static void try_edges(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, bool along, double sign,
                      axis_double *best) {
    const float *x = sepal_poly_x(a, i), *y = sepal_poly_y(a, i);
    uint32_t size = a->heads[i].size;
    double outward = a->heads[i].flags & SEPAL_CLOCKWISE ? -1 : 1;
    for (uint32_t edge = 0; edge < size; edge++) {
        uint32_t next = edge + 1 < size ? edge + 1 : 0;
        double ex = (double)x[next] - (double)x[edge], ey = (double)y[next] - (double)y[edge], length = sqrt(ex * ex + ey * ey);
        if (length == 0)
            continue;
        if (along)
            try_axis(a, i, b, j, ex / length, ey / length, sign, best);
        else
            try_axis(a, i, b, j, outward * ey / length, -outward * ex / length, sign, best);
    }
}

static sepal_poly_mtv mtv_in_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    axis_double best = {0, 0, -INFINITY};
    try_edges(a, i, b, j, false, 1, &best);
    try_edges(b, j, a, i, false, -1, &best);
    if ((a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) != 0) {
        try_edges(a, i, b, j, true, 1, &best);
        try_edges(b, j, a, i, true, -1, &best);
    }
    if (best.gap == -INFINITY) { /* two points */
        double dx = (double)*sepal_poly_x(b, j) - (double)*sepal_poly_x(a, i);
        double dy = (double)*sepal_poly_y(b, j) - (double)*sepal_poly_y(a, i), length = sqrt(dx * dx + dy * dy);
        best = length > 0 ? (axis_double){dx / length, dy / length, length} : (axis_double){1, 0, 0};
    }
    return (sepal_poly_mtv){0 + sepal_nearest_float(best.x), 0 + sepal_nearest_float(best.y), 0 - sepal_nearest_float(best.gap)};
}

/* --- Both ------------------------------------------------------------------------------------- */

sepal_poly_mtv sepal_polys_scalar_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    sepal_poly_mtv found;
    if (!mtv_in_float(a, i, b, j, &found))
        found = mtv_in_double(a, i, b, j);
    found.depth = sepal_signed_depth(found.depth, sepal_polys_scalar_contact(a, i, b, j));
    return found;
}
