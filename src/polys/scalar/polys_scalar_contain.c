/* polys_scalar_contain.c — containment by its definition; exact, one pair at a time.
 *
 * A polygon with area is the intersection of the half-planes of its edges, and a half-plane contains a convex hull if it contains
 * the vertices. A segment is walked there and back, so it has the half-planes on both sides of its line, and only points on the
 * line are in both; of these, the intervals on the coordinate axes decide. A point has no edge, and the intervals alone decide.
 *
 * Let h be the support function. A with radius r contains B with radius s if h_A + r >= h_B + s in every direction (Schneider,
 * Convex Bodies, section 1.7); a margin is added to s. If r >= s, this says that B is inside A with the radius r - s: no vertex of B
 * is farther than r - s from A. If r < s, every vertex of B must be on the inner side of every edge of A, at a distance of s - r or
 * more from the edge's line. Then the discs of radius s - r about the vertices are in A, and so is their hull.
 *
 * Where touching does not count, B must be in the interior of A: h_A + r > h_B + s in every direction. All comparisons are then
 * strict, and a core without area, which has no interior, contains something only within its radius. */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "../../exact/distance.h"
#include "../../exact/orient.h"
#include "reference.h"

/* Is the point p on the inner side of edge `edge`, or, unless `strict`, on its line? */
static bool edge_holds_point(const sepal_polys *a, uint32_t i, uint32_t edge, float px, float py, bool strict) {
    const float *x = sepal_poly_x(a, i), *y = sepal_poly_y(a, i);
    uint32_t next = edge + 1 < a->heads[i].size ? edge + 1 : 0;
    if (x[edge] == x[next] && y[edge] == y[next])
        return true;
    int side = sepal_orient(x[edge], y[edge], x[next], y[next], px, py);
    side = a->heads[i].flags & SEPAL_CLOCKWISE ? -side : side;
    return side > 0 || (side == 0 && !strict);
}

/* Is p in the interval from the least to the greatest of the values? */
static bool interval_holds(const float *values, uint32_t count, float p) {
    float least = values[0], most = values[0];
    for (uint32_t k = 1; k < count; k++) {
        least = values[k] < least ? values[k] : least;
        most = values[k] > most ? values[k] : most;
    }
    return p >= least && p <= most;
}

static bool core_holds_point(const sepal_polys *a, uint32_t i, float px, float py, bool strict) {
    uint32_t size = a->heads[i].size;
    for (uint32_t edge = 0; edge < size; edge++)
        if (!edge_holds_point(a, i, edge, px, py, strict))
            return false;
    if (a->heads[i].flags & SEPAL_FLAT)
        return !strict && interval_holds(sepal_poly_x(a, i), size, px) && interval_holds(sepal_poly_y(a, i), size, py);
    return true;
}

/* Is the point p within reach of a vertex, or of the inside of an edge, of the core of shape i of a? If `strict`, it must be
 * nearer than that. */
static bool boundary_reaches(const sepal_polys *a, uint32_t i, float px, float py, const sepal_reach *reach, bool strict) {
    const float *x = sepal_poly_x(a, i), *y = sepal_poly_y(a, i);
    uint32_t size = a->heads[i].size;
    int most = strict ? -1 : 0;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t next = k + 1 < size ? k + 1 : 0;
        if (sepal_compare_points(x[k], y[k], px, py, reach) <= most ||
            sepal_compare_edge(x[k], y[k], x[next], y[next], px, py, reach) <= most)
            return true;
    }
    return false;
}

/* Is the point p inside the core of shape i of a, at least `reach` away from the line of every edge, or, if `strict`, more? */
static bool core_holds_disc(const sepal_polys *a, uint32_t i, float px, float py, const sepal_reach *reach, bool strict) {
    const float *x = sepal_poly_x(a, i), *y = sepal_poly_y(a, i);
    uint32_t size = a->heads[i].size;
    int inner = a->heads[i].flags & SEPAL_CLOCKWISE ? -1 : 1;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t next = k + 1 < size ? k + 1 : 0;
        if (x[k] == x[next] && y[k] == y[next])
            continue;
        if (inner * sepal_orient(x[k], y[k], x[next], y[next], px, py) <= 0 ||
            sepal_compare_line(x[k], y[k], x[next], y[next], px, py, reach) < (strict ? 1 : 0))
            return false;
    }
    return (a->heads[i].flags & SEPAL_FLAT) == 0;
}

bool sepal_polys_scalar_contains(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    STAGES_REFER(i);
    float radius_a = sepal_poly_radius(a, i), radius_b = sepal_poly_radius(b, j), margin = rule->margin;
    bool strict = rule->touching == SEPAL_TOUCHING_IS_APART;
    int spare = sepal_reach_sign(radius_a, -radius_b, -margin);
    sepal_reach reach = spare >= 0 ? sepal_reach_of(radius_a, -radius_b, -margin) : sepal_reach_of(radius_b, margin, -radius_a);
    const float *x = sepal_poly_x(b, j), *y = sepal_poly_y(b, j);
    for (uint32_t k = 0; k < b->heads[j].size; k++) {
        bool holds = spare == 0  ? core_holds_point(a, i, x[k], y[k], strict)
                     : spare > 0 ? core_holds_point(a, i, x[k], y[k], false) || boundary_reaches(a, i, x[k], y[k], &reach, strict)
                                 : core_holds_disc(a, i, x[k], y[k], &reach, strict);
        if (!holds)
            return false;
    }
    return true;
}

void sepal_polys_contains_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_polys_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}
