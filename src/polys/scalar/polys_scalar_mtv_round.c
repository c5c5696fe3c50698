/* polys_scalar_mtv_round.c — the smallest push that parts a pair of shapes, or that leaves the margin of the rule between them. It
 * defines every bit of the answers; their signs are exact.
 *
 * Let r be the sum of the radii and the margin, 0 or more. The Minkowski difference of the shapes is that of their cores, grown by r
 * on all sides. If the cores meet, the depth is that of the cores plus r, along one of their axes. If not, it is r minus the distance
 * of the cores, along the line of their nearest points: two vertices, or a vertex and a point of an edge (Ericson, Real-Time
 * Collision Detection, section 9.5.3).
 *
 * If the gap along some axis is as large as the distance of some two points of the cores, then no axis has a greater gap and no two
 * points are nearer, so axis and points are the answer. In float two candidates are tried: the best edge normal, which is certain
 * if part of that edge faces the vertices that are nearest to it; and the line between the two nearest vertices, which is certain
 * if each core is entirely on its side. If neither is certain, or the cores are so near to each other that float does not know on
 * which side of 0 the gap is, the pair is computed in double (polys_scalar_nearest.c). The bounds are proved in
 * docs/numerics/mtv.md, "Radii, a margin, and pairs apart". */
#include "../../core/arithmetic.h"

#include "../bounds.h"
#include "axis.h"
#include "nearest.h"
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

sepal_line_status sepal_polys_scalar_line(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                          const sepal_axis *best, bool from_b, float extent, sepal_poly_mtv *out) {
    line found = from_b ? (line){-best->x, -best->y, best->gap} : (line){best->x, best->y, best->gap};
    bool is_edge = best->gap > -INFINITY, touches = is_edge && !(best->gap > extent * SEPAL_APART_ERROR);
    float origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    float face_error = extent * SEPAL_FACE_ERROR, corner_error = extent * SEPAL_CORNER_ERROR;
    uint32_t corner;
    sepal_line_status status = SEPAL_LINE_UNKNOWN;
    if (is_edge && best->gap < -(extent * SEPAL_GAP_ERROR))
        status = SEPAL_LINE_MEETS;
    else if (from_b ? face_each_other(b, j, best, a, i, origin_x, origin_y, face_error, &corner)
                    : face_each_other(a, i, best, b, j, origin_x, origin_y, face_error, &corner))
        status = touches ? SEPAL_LINE_TOUCHES : SEPAL_LINE_APART;
    else if (!touches && (from_b ? between_corners(b, j, corner, a, i, corner_error, -1, &found)
                                 : between_corners(a, i, corner, b, j, corner_error, 1, &found)))
        status = SEPAL_LINE_APART;
    *out = (sepal_poly_mtv){0 + found.x, 0 + found.y, 0 - found.distance}; /* 0 + -0 is 0 */
    return status;
}

static sepal_line_status line_in_float(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_poly_mtv *out) {
    const sepal_poly_circle *ca = &a->circles[i], *cb = &b->circles[j];
    float sum = fabsf(ca->outer) + fabsf(cb->outer), dx = fabsf(cb->x - ca->x), dy = fabsf(cb->y - ca->y);
    if (isinf(sum))
        return SEPAL_LINE_UNKNOWN;
    float extent = (sum + sum) + (dx > dy ? dx : dy), origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    sepal_axis of_a, of_b;
    if (!sepal_polys_scalar_greatest_gap(a, i, b, j, origin_x, origin_y, &of_a) ||
        !sepal_polys_scalar_greatest_gap(b, j, a, i, origin_x, origin_y, &of_b))
        return SEPAL_LINE_UNKNOWN;
    bool from_b = of_b.gap > of_a.gap;
    return sepal_polys_scalar_line(a, i, b, j, from_b ? &of_b : &of_a, from_b, extent, out);
}

/* --- Both ------------------------------------------------------------------------------------- */

/* In double. reach: the sum of the radii and the margin. */
static sepal_poly_mtv mtv_of_way(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double reach) {
    sepal_way way = sepal_polys_scalar_nearest(a, i, b, j);
    return (sepal_poly_mtv){0 + sepal_nearest_float(way.x), 0 + sepal_nearest_float(way.y),
                            sepal_nearest_float(reach - way.length)};
}

/* reach: the sum of the radii and the margin. The sign of the depth may be wrong. */
static sepal_poly_mtv mtv_with_reach(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double reach) {
    sepal_poly_mtv found;
    sepal_line_status status = line_in_float(a, i, b, j, &found);
    bool apart = status == SEPAL_LINE_APART;
    bool meet = !apart && (status == SEPAL_LINE_MEETS || sepal_polys_scalar_contact(a, i, b, j) != SEPAL_APART);
    if (meet && (status == SEPAL_LINE_UNKNOWN || reach == 0))
        found = sepal_polys_scalar_mtv(a, i, b, j);
    if (meet || apart) {
        found.depth = sepal_nearest_float(reach + (double)found.depth);
        return found;
    }
    return mtv_of_way(a, i, b, j, reach);
}

sepal_poly_mtv sepal_polys_scalar_mtv_apart(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    STAGES_REFER(i);
    sepal_poly_mtv out = mtv_of_way(a, i, b, j, 0);
    out.depth = sepal_signed_depth(out.depth, SEPAL_APART);
    return out;
}

sepal_poly_mtv sepal_polys_scalar_mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                            const sepal_rule *rule) {
    STAGES_REFER(i);
    double reach = ((double)sepal_poly_radius(a, i) + (double)sepal_poly_radius(b, j)) + (double)rule->margin;
    sepal_poly_mtv out = mtv_with_reach(a, i, b, j, reach);
    out.depth = sepal_signed_depth(out.depth, sepal_polys_scalar_contact_round(a, i, b, j, rule));
    return out;
}

static void write_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule,
                      const sepal_mtvs *out, size_t k) {
    sepal_poly_mtv found = sepal_polys_scalar_mtv_round(a, i, b, j, rule);
    sepal_poly_mtv_write(out, k, found);
    if (sepal_mtvs_want_points(out))
        sepal_mtv_points_write(out, k, sepal_polys_scalar_mtv_points(a, i, b, j, found.x, found.y));
}

void sepal_polys_mtv_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, const sepal_mtvs *out) {
    for (size_t k = 0; k < count; k++)
        write_mtv(a, pairs[k].a, b, pairs[k].b, rule, out, k);
}

void sepal_polys_mtv_rows_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                 const sepal_rule *rule, const sepal_mtvs *out) {
    for (size_t k = 0; k < count; rows++)
        for (uint32_t i = 0; i < rows->count; i++, k++)
            write_mtv(a, rows->a, b, rows->first + i, rule, out, k);
}
