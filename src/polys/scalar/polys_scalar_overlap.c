/* polys_scalar_overlap.c — the separating axis theorem; exact, one pair at a time.
 *
 * Two convex polygons are apart if and only if, for some edge of one of them, every vertex of the other lies beyond it (Ericson,
 * Real-Time Collision Detection, section 5.2.1). For two polygons without area this is not enough: two points, or two segments on
 * one line, are separated along the line. Then they are apart if and only if the intervals that they cover on one of the coordinate
 * axes are.
 *
 * Of the other polygon one vertex matters for each edge; where there are more than a few, a walk around the Minkowski difference finds
 * them all. */
#include "../../core/arithmetic.h"

#include "../../exact/orient.h"
#include "difference.h"
#include "reference.h"

/* Does an edge of a separate it from b? Of a few vertices each is tried: the first one tells of most edges that they do not. */
static bool any_edge_of_few_separates(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching) {
    const sepal_rim of_a = sepal_rim_at(a, i), of_b = sepal_rim_at(b, j);
    const int least_beyond = touching == SEPAL_TOUCHING_OVERLAPS ? -1 : 0;
    for (uint32_t edge = 0; edge < of_a.size; edge++) {
        const sepal_float2 from = sepal_rim_vertex(&of_a, edge), to = sepal_rim_vertex(&of_a, sepal_rim_after(&of_a, edge));
        bool separates = from.x != to.x || from.y != to.y;
        for (uint32_t k = 0; k < of_b.size && separates; k++)
            separates = sepal_orient(from.x, from.y, to.x, to.y, of_b.x[k], of_b.y[k]) <= least_beyond;
        if (separates)
            return true;
    }
    return false;
}

/* Does an edge of one separate it from the other? The vertex that K has beside the edge is the farthest on the side of its polygon. */
static bool any_edge_separates(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching) {
    int least_beyond = touching == SEPAL_TOUCHING_OVERLAPS ? -1 : 0;
    for (sepal_border w = sepal_border_of(a, i, b, j); sepal_border_edge(&w); sepal_border_on(&w)) {
        sepal_float2 from, to, p;
        sepal_border_points(&w, &from, &to, &p);
        if (sepal_orient(from.x, from.y, to.x, to.y, p.x, p.y) <= least_beyond)
            return true;
    }
    return false;
}

/* Are the intervals that p and q cover apart? */
static bool intervals_apart(const float *p, uint32_t count_p, const float *q, uint32_t count_q, sepal_touching touching) {
    float p_min = p[0], p_max = p[0], q_min = q[0], q_max = q[0];
    for (uint32_t k = 1; k < count_p; k++) {
        p_min = p[k] < p_min ? p[k] : p_min;
        p_max = p[k] > p_max ? p[k] : p_max;
    }
    for (uint32_t k = 1; k < count_q; k++) {
        q_min = q[k] < q_min ? q[k] : q_min;
        q_max = q[k] > q_max ? q[k] : q_max;
    }
    if (touching == SEPAL_TOUCHING_OVERLAPS)
        return p_max < q_min || q_max < p_min;
    return p_max <= q_min || q_max <= p_min;
}

bool sepal_polys_scalar_overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching) {
    STAGES_REFER(i);
    const bool few = sepal_parts_are_few(a->heads[i].size, b->heads[j].size);
    if (few ? any_edge_of_few_separates(a, i, b, j, touching) || any_edge_of_few_separates(b, j, a, i, touching)
            : any_edge_separates(a, i, b, j, touching))
        return false;
    if (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) {
        uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
        return !intervals_apart(sepal_poly_x(a, i), size_a, sepal_poly_x(b, j), size_b, touching) &&
               !intervals_apart(sepal_poly_y(a, i), size_a, sepal_poly_y(b, j), size_b, touching);
    }
    return true;
}

sepal_contact sepal_polys_scalar_contact(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    if (!sepal_polys_scalar_overlap(a, i, b, j, SEPAL_TOUCHING_OVERLAPS))
        return SEPAL_APART;
    return sepal_polys_scalar_overlap(a, i, b, j, SEPAL_TOUCHING_IS_APART) ? SEPAL_OVERLAP : SEPAL_TOUCH;
}
