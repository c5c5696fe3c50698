/* polys_scalar_overlap_round.c — overlap of shapes with radii, and under a margin; exact, one pair at a time.
 *
 * A shape is all points within its radius of its core, so two shapes are within the margin of each other if and only if their cores
 * are within the reach r_a + r_b + margin. The nearest points of two convex polygons that are apart are a vertex of each, or a
 * vertex of one and the foot of its perpendicular on an edge of the other (Ericson, Real-Time Collision Detection, section 9.5.3).
 */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "../../exact/distance.h"
#include "difference.h"
#include "reference.h"

/* Are the borders of two cores that are apart within reach of each other? The origin is outside of K, so a vertex or the inside of an
 * edge on the border of K is nearest to it. `most` is the greatest result of a comparison that counts: 0 if touching does, else -1. */
static bool border_reaches(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_reach *reach, int most) {
    sepal_border w = sepal_border_of(a, i, b, j);
    sepal_float2 p = sepal_rim_vertex(&w.a, w.a.at), q = sepal_rim_vertex(&w.b, w.b.at);
    bool reaches = sepal_compare_points(p.x, p.y, q.x, q.y, reach) <= most;
    for (; !reaches && sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, other;
        sepal_border_points(&w, &from, &to, &other);
        reaches = sepal_compare_points(to.x, to.y, other.x, other.y, reach) <= most ||
                  sepal_compare_edge(from.x, from.y, to.x, to.y, other.x, other.y, reach) <= most;
    }
    return reaches;
}

bool sepal_polys_scalar_overlap_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    STAGES_REFER(i);
    float radius_a = sepal_poly_radius(a, i), radius_b = sepal_poly_radius(b, j);
    if (radius_a == 0 && radius_b == 0 && rule->margin == 0)
        return sepal_polys_scalar_overlap(a, i, b, j, rule->touching);
    if (sepal_polys_scalar_overlap(a, i, b, j, SEPAL_TOUCHING_OVERLAPS)) /* and they do more than touch, as the reach is above 0 */
        return true;
    sepal_reach reach = sepal_reach_of(radius_a, radius_b, rule->margin);
    int most = rule->touching == SEPAL_TOUCHING_OVERLAPS ? 0 : -1;
    return border_reaches(a, i, b, j, &reach, most);
}

sepal_contact sepal_polys_scalar_contact_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                               const sepal_rule *rule) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin, 0}, open = {SEPAL_TOUCHING_IS_APART, rule->margin, 0};
    if (!sepal_polys_scalar_overlap_round(a, i, b, j, &closed))
        return SEPAL_APART;
    return sepal_polys_scalar_overlap_round(a, i, b, j, &open) ? SEPAL_OVERLAP : SEPAL_TOUCH;
}

static bool overlaps_one(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    return a->doubles ? a->kernels->overlap_scalar(a, i, b, j, rule->touching, rule->margin64)
                      : sepal_polys_scalar_overlap_round(a, i, b, j, rule);
}

void sepal_polys_overlap_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                      const sepal_rule *rule, sepal_policy *circles, uint64_t *bits) {
    (void)circles;
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, overlaps_one(a, pairs[k].a, b, pairs[k].b, rule));
}

void sepal_polys_overlap_rows_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                     const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; rows++)
        for (uint32_t i = 0; i < rows->count; i++, k++)
            sepal_bits_write(bits, k, overlaps_one(a, rows->a, b, rows->first + i, rule));
}
