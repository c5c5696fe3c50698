/* mtv_round.c — the smallest push that parts a pair of shapes with radii, or keeps the margin of the rule between them.
 *
 * Let r be the sum of the radii and the margin. The difference of the two shapes is that of their cores with a rim of width r. If
 * the cores meet, the way out of it is the way out of the cores and then straight on through the rim. If not, the nearest points of
 * the cores are the nearest of all, and the distance along their line is what r exceeds (Ericson, Real-Time Collision Detection,
 * section 9.5.3, for what these points can be). */
#include "../kernels.h"
#include "../layout.h"
#include <math.h>

/* The nearest points of two cores that are apart: the way from one of a to one of b. */
typedef struct way {
    double x, y, length; /* (x, y): its direction */
    double farthest;     /* the distance of no vertex of a from one of b is greater */
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

/* From p to the inside of the edge from q to s, if that is where its perpendicular ends. */
static void try_edge(double px, double py, double qx, double qy, double sx, double sy, double sign, way *best) {
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

/* If the cores are nearer to each other than this share of their size, the direction between their nearest points is not known well
 * enough in double; but then every axis along which they are apart will do (docs/numerics.md, "Minimum translation"). */
#define HAIR 0x1p-26

/* From the vertices of a to b. sign: -1 if the pair is the other way round. */
static void try_vertices(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, double sign, way *best) {
    const float *ax = sepal_poly_x(a, i), *ay = sepal_poly_y(a, i), *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    for (uint32_t k = 0; k < size_a; k++)
        for (uint32_t m = 0; m < size_b; m++) {
            uint32_t next = m + 1 < size_b ? m + 1 : 0;
            double px = (double)ax[k], py = (double)ay[k], qx = (double)bx[m], qy = (double)by[m];
            try_points(px, py, qx, qy, sign, best);
            try_edge(px, py, qx, qy, (double)bx[next], (double)by[next], sign, best);
        }
}

static sepal_contact contact_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin}, open = {SEPAL_TOUCHING_IS_APART, rule->margin};
    if (!sepal_scalar_overlap_round(a, i, b, j, &closed))
        return SEPAL_APART;
    return sepal_scalar_overlap_round(a, i, b, j, &open) ? SEPAL_OVERLAP : SEPAL_TOUCH;
}

static sepal_mtv mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    double reach = (double)sepal_poly_radius(a, i) + (double)sepal_poly_radius(b, j) + (double)rule->margin;
    sepal_mtv found = sepal_scalar_mtv(a, i, b, j); /* of the cores */
    if (reach == 0)
        return found;
    if (found.depth >= 0) {
        found.depth = sepal_nearest_float((double)found.depth + reach);
        return found;
    }
    way best = {0, 0, INFINITY, 0};
    try_vertices(a, i, b, j, 1, &best);
    try_vertices(b, j, a, i, -1, &best);
    if (best.length > HAIR * best.farthest) {
        found.x = 0 + sepal_nearest_float(best.x);
        found.y = 0 + sepal_nearest_float(best.y);
    }
    found.depth = sepal_signed_depth(sepal_nearest_float(reach - best.length), contact_of(a, i, b, j, rule));
    return found;
}

void sepal_scalar_mtv_round_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, sepal_mtvs out) {
    for (size_t k = 0; k < count; k++)
        sepal_mtv_write(out, k, mtv_round(a, pairs[k].a, b, pairs[k].b, rule));
}
