/* polys_scalar_mtv_round.c — the smallest push that parts a pair of shapes with radii, or that leaves the margin of the rule
 * between them. It defines every bit of the answers; their signs are exact.
 *
 * Let r be the sum of the radii and the margin. The Minkowski difference of the shapes is that of their cores, grown by r on all
 * sides. If the cores overlap, the depth is that of the cores plus r, along one of their axes. If not, it is r minus the distance
 * of the cores, along the line of their nearest points: two vertices, or a vertex and a point of an edge (Ericson, Real-Time
 * Collision Detection, section 9.5.3).
 *
 * If the gap along some axis is as large as the distance of some two points of the cores, then no axis has a greater gap and no two
 * points are nearer, so axis and points are the answer. In float two candidates are tried: the best edge normal, which is certain
 * if part of that edge faces the vertices that are nearest to it; and the line between the two nearest vertices, which is certain
 * if each core is entirely on its side. If neither is certain, the pair is computed in double. The bounds are proved in
 * docs/numerics/mtv.md, "Radii and a margin". */
#include "../../core/arithmetic.h"

#include "../bounds.h"
#include "axis.h"
#include "reference.h"
#include <math.h>

/* --- In float --------------------------------------------------------------------------------- */

/* An axis from a to b, and the gap of the cores along it; negative if they overlap along it. */
typedef struct line {
    float x, y, distance;
} line;

/* Is some point of the hull of the vertices of polygon j of b that are nearest along the normal of the best edge, of polygon i of
 * a, above the inside of that edge? `error`: vertices farther by this much still count as nearest. If not, *corner is the end of
 * the edge that is nearer to them. */
static bool face_each_other(const sepal_polys *a, uint32_t i, const sepal_axis *axis, const sepal_polys *b, uint32_t j,
                            float origin_x, float origin_y, float error, uint32_t *corner) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_b = b->heads[j].size, from = axis->edge, to = from + 1 < a->heads[i].size ? from + 1 : 0;
    float ex = ax[to] - ax[from], ey = ay[to] - ay[from], least = INFINITY, after = 0, before = 0;
    for (uint32_t k = 0; k < size_b; k++) {
        float along = axis->x * (bx[k] - origin_x) + axis->y * (by[k] - origin_y);
        least = along < least ? along : least;
    }
    for (uint32_t k = 0; k < size_b; k++) {
        float along = axis->x * (bx[k] - origin_x) + axis->y * (by[k] - origin_y);
        if (along > least + error)
            continue;
        float past_from = ex * (bx[k] - ax[from]) + ey * (by[k] - ay[from]);
        float short_of_to = ex * (ax[to] - bx[k]) + ey * (ay[to] - by[k]);
        after = past_from > after ? past_from : after;
        before = short_of_to > before ? short_of_to : before;
    }
    *corner = after > 0 ? to : from;
    return after > 0 && before > 0;
}

/* How far a core extends along w beyond one of its vertices, times the length of w. */
static float extent_beyond(const sepal_polys *set, uint32_t index, float from_x, float from_y, float wx, float wy) {
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    float most = 0;
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        float along = wx * (x[k] - from_x) + wy * (y[k] - from_y);
        most = along > most ? along : most;
    }
    return most;
}

/* The line from a vertex of polygon i of a to the nearest vertex of polygon j of b. True if the two are certainly nearest points of
 * the cores, within `error`. sign: 1, or -1 if b is the first polygon of the pair. */
static bool between_corners(const sepal_polys *a, uint32_t i, uint32_t corner, const sepal_polys *b, uint32_t j, float error,
                            float sign, line *out) {
    const float px = sepal_poly_x(a, i)[corner], py = sepal_poly_y(a, i)[corner];
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    float nearest = INFINITY, qx = *bx, qy = *by;
    for (uint32_t k = 0; k < b->heads[j].size; k++) {
        float dx = bx[k] - px, dy = by[k] - py, square = dx * dx + dy * dy;
        if (square < nearest) {
            nearest = square;
            qx = bx[k];
            qy = by[k];
        }
    }
    if (nearest < SEPAL_LEAST_SQUARE)
        return false;
    float wx = qx - px, wy = qy - py, length = sqrtf(nearest), inverse = 1 / length;
    *out = (line){sign * wx * inverse, sign * wy * inverse, length};
    return !(extent_beyond(a, i, px, py, wx, wy) + extent_beyond(b, j, qx, qy, -wx, -wy) > length * error);
}

static bool mtv_round_in_float(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, line *out) {
    const sepal_poly_circle *ca = &a->circles[i], *cb = &b->circles[j];
    float sum = fabsf(ca->outer) + fabsf(cb->outer), dx = fabsf(cb->x - ca->x), dy = fabsf(cb->y - ca->y);
    if (isinf(sum))
        return false;
    float extent = (sum + sum) + (dx > dy ? dx : dy), origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    sepal_axis of_a, of_b;
    if (!sepal_polys_scalar_greatest_gap(a, i, b, j, origin_x, origin_y, &of_a) ||
        !sepal_polys_scalar_greatest_gap(b, j, a, i, origin_x, origin_y, &of_b))
        return false;
    bool from_b = of_b.gap > of_a.gap;
    *out = from_b ? (line){-of_b.x, -of_b.y, of_b.gap} : (line){of_a.x, of_a.y, of_a.gap};
    if (out->distance > -INFINITY &&
        out->distance < -(extent * SEPAL_GAP_ERROR)) /* there is an edge, and the cores surely overlap */
        return true;
    float face_error = extent * SEPAL_FACE_ERROR, corner_error = extent * SEPAL_CORNER_ERROR;
    uint32_t corner;
    if (from_b)
        return face_each_other(b, j, &of_b, a, i, origin_x, origin_y, face_error, &corner) ||
               between_corners(b, j, corner, a, i, corner_error, -1, out);
    return face_each_other(a, i, &of_a, b, j, origin_x, origin_y, face_error, &corner) ||
           between_corners(a, i, corner, b, j, corner_error, 1, out);
}

/* --- In double -------------------------------------------------------------------------------- */

/* The way from a point of the core of a to a point of the core of b, for cores that are apart. */
typedef struct way {
    double x, y, length; /* (x, y): its direction */
    double farthest;     /* the greatest distance of a vertex of a from a vertex of b */
} way;

static void try_points(double ax, double ay, double bx, double by, double sign, way *best) {
    double dx = bx - ax, dy = by - ay, length = sqrt(dx * dx + dy * dy);
    if (length > best->farthest)
        best->farthest = length;
    if (length < best->length) {
        best->x = sign * dx / length;
        best->y = sign * dy / length;
        best->length = length;
    }
}

/* The way from p to the foot of its perpendicular on the edge from q to s, if the foot is strictly between them. */
static void try_edge_inside(double px, double py, double qx, double qy, double sx, double sy, double sign, way *best) {
    double ex = sx - qx, ey = sy - qy, wx = px - qx, wy = py - qy, square = ex * ex + ey * ey, along = ex * wx + ey * wy;
    if (!(along > 0 && along < square))
        return;
    double length = sqrt(square), side = (ex * wy - ey * wx) / length;
    if (fabs(side) < best->length) {
        double outward = side > 0 ? -sign : sign;
        best->x = outward * -ey / length;
        best->y = outward * ex / length;
        best->length = fabs(side);
    }
}

/* The least distance of the cores, relative to their size, at which double knows the direction between their nearest points well
 * enough. If they are nearer, any axis along which they are apart will do (docs/numerics/mtv.md, "Radii and a margin"). */
#define DIRECTION_LEAST_DISTANCE 0x1p-26

/* Tries the ways from each vertex of a to the vertices and edges of b. sign: 1, or -1 if b is the first polygon of the pair. */
static void try_vertices(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double sign, way *best) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    for (uint32_t k = 0; k < size_a; k++)
        for (uint32_t m = 0; m < size_b; m++) {
            uint32_t next = m + 1 < size_b ? m + 1 : 0;
            double px = (double)ax[k], py = (double)ay[k], qx = (double)bx[m], qy = (double)by[m];
            try_points(px, py, qx, qy, sign, best);
            try_edge_inside(px, py, qx, qy, (double)bx[next], (double)by[next], sign, best);
        }
}

/* reach: the sum of the radii and the margin. The sign of the depth may be wrong. */
static sepal_poly_mtv mtv_round_in_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double reach) {
    sepal_poly_mtv found = sepal_polys_scalar_mtv(a, i, b, j); /* of the cores */
    if (found.depth >= 0) {
        found.depth = sepal_nearest_float(reach + (double)found.depth);
        return found;
    }
    way best = {0, 0, INFINITY, 0};
    try_vertices(a, i, b, j, 1, &best);
    try_vertices(b, j, a, i, -1, &best);
    if (best.length > DIRECTION_LEAST_DISTANCE * best.farthest) {
        found.x = 0 + sepal_nearest_float(best.x);
        found.y = 0 + sepal_nearest_float(best.y);
    }
    found.depth = sepal_nearest_float(reach - best.length);
    return found;
}

/* --- Both ------------------------------------------------------------------------------------- */

sepal_poly_mtv sepal_polys_scalar_mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                            const sepal_rule *rule) {
    double reach = ((double)sepal_poly_radius(a, i) + (double)sepal_poly_radius(b, j)) + (double)rule->margin;
    if (reach == 0)
        return sepal_polys_scalar_mtv(a, i, b, j);
    line found;
    sepal_poly_mtv out;
    if (mtv_round_in_float(a, i, b, j, &found))
        out = (sepal_poly_mtv){0 + found.x, 0 + found.y, sepal_nearest_float(reach - (double)found.distance)}; /* 0 + -0 is 0 */
    else
        out = mtv_round_in_double(a, i, b, j, reach);
    out.depth = sepal_signed_depth(out.depth, sepal_polys_scalar_contact_round(a, i, b, j, rule));
    return out;
}
