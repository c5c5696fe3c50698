/* region.h — a union of polygons as one region, in which an edge that two of them share is no boundary. */
#ifndef SEPAL_POLYS_REGION_H
#define SEPAL_POLYS_REGION_H

#include "../core/groups.h"
#include "set.h"

/* Has a part of a group a radius? It may be subnormal, so the floating-point state must be the library's. */
static inline bool sepal_poly_parts_are_round(const sepal_polys *set, sepal_group_parts parts) {
    bool round = false;
    for (size_t i = parts.first; set->round && i < parts.end; i++)
        round |= sepal_poly_radius(set, (uint32_t)i) > 0;
    return round;
}

/* What is wrong with sets and groups that are asked about without radii and rules, apart from the radii: checks them, and says what the
 * sides are. */
static inline sepal_status sepal_poly_group_sides(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                  const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                  sepal_group_side sides[2]) {
    if (a == NULL || b == NULL)
        return SEPAL_BAD_ARGUMENT;
    sides[0] = (sepal_group_side){groups_a, a->count};
    sides[1] = (sepal_group_side){groups_b, b->count};
    if (!sepal_groups_are_good(sides, pairs, count))
        return SEPAL_BAD_ARGUMENT;
    return sepal_polys_are_floats(a, b) ? SEPAL_OK : SEPAL_BAD_KIND;
}

/* Has a part of a group of these pairs a radius? In the library's floating-point state. */
static inline bool sepal_poly_groups_are_round(const sepal_polys *a, const sepal_polys *b, const sepal_group_side sides[2],
                                               const sepal_pair *pairs, size_t count) {
    bool round = false;
    for (size_t k = 0; (a->round || b->round) && k < count; k++)
        round |= sepal_poly_parts_are_round(a, sepal_group_parts_of(&sides[0], pairs[k].a)) ||
                 sepal_poly_parts_are_round(b, sepal_group_parts_of(&sides[1], pairs[k].b));
    return round;
}

/* Has shape `i` neither area nor radius: is it a point or a segment? */
bool sepal_poly_is_thin(const sepal_polys *set, uint32_t i);

/* The box around those parts of a group that have area and no radius; low > high if there are none. */
typedef struct sepal_region_box {
    double low_x, low_y, high_x, high_y;
} sepal_region_box;
sepal_region_box sepal_poly_region_box(const sepal_polys *set, sepal_group_parts parts);

/* Does the box around the core of shape `i` meet it? Exact. */
bool sepal_poly_meets_region_box(const sepal_polys *set, uint32_t i, const sepal_region_box *box);

/* Is a point of the thin shape `i` of `set`, which is not an end of a segment, in the interior of the union of those parts of a group
 * of `other` that have area and no radius? That i overlaps none of the parts by itself is known. Exact. */
bool sepal_poly_is_in_region(const sepal_polys *set, uint32_t i, const sepal_polys *other, sepal_group_parts parts);

#endif
