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
 * So each edge of A asks about the vertex of B that is farthest outward, which a walk along both finds.
 *
 * Where touching does not count, B must be in the interior of A: h_A + r > h_B + s in every direction. All comparisons are then
 * strict, and a core without area, which has no interior, contains something only within its radius. */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "../../exact/distance.h"
#include "../../exact/orient.h"
#include "difference.h"
#include "reference.h"

/* Is p in the interval from the least to the greatest of the values? */
static bool interval_holds(const float *values, uint32_t count, float p) {
    float least = values[0], most = values[0];
    for (uint32_t k = 1; k < count; k++) {
        least = values[k] < least ? values[k] : least;
        most = values[k] > most ? values[k] : most;
    }
    return p >= least && p <= most;
}

static bool intervals_hold(const sepal_polys *a, uint32_t i, float px, float py) {
    return interval_holds(sepal_poly_x(a, i), a->heads[i].size, px) && interval_holds(sepal_poly_y(a, i), a->heads[i].size, py);
}

/* Is the point p on the inner side of the line from `from` to `to`, under the rule, or, with a reach, at least so far away from it? */
static bool line_holds(sepal_float2 from, sepal_float2 to, sepal_float2 p, const sepal_reach *reach, bool strict) {
    if ((p.x == from.x && p.y == from.y) || (p.x == to.x && p.y == to.y)) /* a vertex of both, as copies have */
        return !strict && reach == NULL;
    return sepal_orient(from.x, from.y, to.x, to.y, p.x, p.y) >= (strict || reach != NULL ? 1 : 0) &&
           (reach == NULL || sepal_compare_line(from.x, from.y, to.x, to.y, p.x, p.y, reach) >= (strict ? 1 : 0));
}

/* Do all lines of edges of a hold all vertices of b? Of each line the vertex tells that is farthest outward. */
static bool lines_hold(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_reach *reach, bool strict) {
    for (sepal_border w = sepal_side_by_side(a, i, b, j); sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, p;
        sepal_border_points(&w, &from, &to, &p);
        if (!w.of_b && !line_holds(from, to, p, reach, strict))
            return false;
    }
    return true;
}

/* Of a few vertices each is tried: most are outside, and the first one tells. */
static bool lines_hold_few(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_reach *reach,
                           bool strict) {
    const sepal_rim of_a = sepal_rim_at(a, i), of_b = sepal_rim_at(b, j);
    for (uint32_t k = 0; k < of_b.size; k++)
        for (uint32_t edge = 0; edge < of_a.size; edge++) {
            const sepal_float2 from = sepal_rim_vertex(&of_a, edge), to = sepal_rim_vertex(&of_a, sepal_rim_after(&of_a, edge));
            if ((from.x != to.x || from.y != to.y) && !line_holds(from, to, sepal_rim_vertex(&of_b, k), reach, strict))
                return false;
        }
    return true;
}

/* Is the core of shape j of b inside that of shape i of a, under the rule, or, with a reach, so far away from the line of every edge?
 */
static bool core_holds_core(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_reach *reach,
                            bool strict) {
    const bool few = sepal_parts_are_few(a->heads[i].size, b->heads[j].size);
    if (!(few ? lines_hold_few : lines_hold)(a, i, b, j, reach, strict))
        return false;
    if ((a->heads[i].flags & SEPAL_FLAT) == 0)
        return true;
    const float *x = sepal_poly_x(b, j), *y = sepal_poly_y(b, j);
    bool holds = !strict && reach == NULL;
    for (uint32_t k = 0; k < b->heads[j].size && holds; k++)
        holds = intervals_hold(a, i, x[k], y[k]);
    return holds;
}

/* --- The outer polygon rounder ------------------------------------------------------------------------------------------------ */

/* Is vertex k of a, which differs from its neighbours on the rim, the point of a that is nearest to p? Not if both neighbours are at a
 * right angle to the way: then it is in the middle of a side, which may have p behind it, or the side is all of a. The side tells. */
static bool is_nearest_to(const sepal_rim *a, uint32_t k, sepal_float2 p) {
    const sepal_float2 at = sepal_rim_vertex(a, k);
    sepal_rim there = *a, back = *a;
    uint32_t next = k, before = k;
    there.at = back.at = k;
    there.left = back.left = a->size;
    back.clockwise = !a->clockwise;
    if (!sepal_rim_has_edge(&there, &next) || !sepal_rim_has_edge(&back, &before))
        return true;
    const sepal_float2 one = sepal_rim_vertex(a, next), two = sepal_rim_vertex(a, before);
    const int ahead = sepal_sign_of_dot(at.x, at.y, one.x, one.y, p.x, p.y);
    const int behind = sepal_sign_of_dot(at.x, at.y, two.x, two.y, p.x, p.y);
    return ahead <= 0 && behind <= 0 && ahead + behind < 0;
}

/* Is no vertex of b farther than the reach from the core a; if `strict`, is every one nearer?
 *
 * h_B - h_A is greatest in a direction that is normal to an edge of A, where it is how far a vertex of B is beyond the line; or else in
 * that from a vertex a of A to a vertex b of B, where both are farthest: there it is |b - a|, and a is the point of A nearest to b.
 * The walk has all of these. What it has besides is no more than a distance from A. */
static bool reach_holds_core(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_reach *reach,
                             bool strict) {
    const int most = strict ? -1 : 0;
    sepal_border w = sepal_side_by_side(a, i, b, j);
    for (;;) {
        const bool more = sepal_border_edge(&w);
        const sepal_float2 at = sepal_rim_vertex(&w.a, w.a.at), p = sepal_rim_vertex(&w.b, w.b.at);
        if (is_nearest_to(&w.a, w.a.at, p) && sepal_compare_points(at.x, at.y, p.x, p.y, reach) > most)
            return false;
        if (!more)
            return true;
        if (!w.of_b) {
            const sepal_float2 to = sepal_rim_vertex(&w.a, w.to);
            if (sepal_orient(at.x, at.y, to.x, to.y, p.x, p.y) < 0 &&
                sepal_compare_line(at.x, at.y, to.x, to.y, p.x, p.y, reach) > most)
                return false;
        }
        sepal_border_on(&w);
    }
}

bool sepal_polys_scalar_contains(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    STAGES_REFER(i);
    const bool strict = rule->touching == SEPAL_TOUCHING_IS_APART;
    const float radius_a = sepal_poly_radius(a, i), radius_b = sepal_poly_radius(b, j), margin = rule->margin;
    const int spare = sepal_reach_sign(radius_a, -radius_b, -margin);
    const sepal_reach reach =
        spare >= 0 ? sepal_reach_of(radius_a, -radius_b, -margin) : sepal_reach_of(radius_b, margin, -radius_a);
    if (spare <= 0)
        return core_holds_core(a, i, b, j, spare < 0 ? &reach : NULL, strict);
    return reach_holds_core(a, i, b, j, &reach, strict);
}

void sepal_polys_contains_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k,
                         a->doubles ? a->kernels->contain_scalar(a, pairs[k].a, b, pairs[k].b, rule->touching, rule->margin64)
                                    : sepal_polys_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}
