/* excess.h — does a contain b? Only the edges of a count, and of b the vertex that is farthest beyond each of them. The bounds are
 * those of the same quantities in overlap (docs/numerics/contain.md). */
#ifndef SEPAL_POLYS_KERNEL_EXCESS_H
#define SEPAL_POLYS_KERNEL_EXCESS_H

#include "axes.h"
#include "boxes.h"

/* --- Circles: is b's outer one inside a's inner one, or some point of b outside of a's outer one? */

static inline circle_squares circles_beyond(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    /* Some point of b is at least distance + b.inner from the centre of a. This holds if b.inner is the radius of a disc inside b,
     * and also if b.inner is negative and some point of b is within -b.inner of its centre. */
    w beyond = w_sub(a.outer, b.inner), room = w_sub(a.inner, b.outer);
    w beyond2 = w_mul(w_mul(beyond, w_set1(1 + CIRCLE_MARGIN)), w_abs(beyond));
    w room2 = w_mul(w_mul(room, w_set1(1 - CIRCLE_MARGIN)), w_abs(room));
    return (circle_squares){w_dot(d, d), beyond2, room2};
}

SPECIALISED lanes circles_contain_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    return decided_by_circles(circles_beyond(load_circles(q->a, &group->a), load_circles(q->b, &group->b)));
}

static bool filter_containing_circles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(circles_contain_kernel, NULL, question, pairs, count, n, out);
}

/* The circles with b farther out by the margin. Each of its radii is rounded by more than the addition can have erred, the inner one
 * down and the outer one up (docs/numerics/contain.md). */
SPECIALISED lanes circles_contain_within_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    if (q->margin > 0) {
        w margin = w_set1(q->margin), inner = w_add(b.inner, margin);
        b.inner = w_sub(inner, w_mul(w_abs(inner), w_set1(CIRCLE_MARGIN)));
        b.outer = w_mul(w_add(b.outer, margin), w_set1(1 + CIRCLE_MARGIN));
    }
    return decided_by_circles(circles_beyond(a, b));
}

static bool filter_containing_within(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(circles_contain_within_kernel, NULL, question, pairs, count, n, out);
}

/* --- Boxes: b's half width and the centres' distance against a's half width, across both edges of a */

/* The greatest distance of b beyond an edge of a (times the length of the edge), and a bound on its error. */
typedef struct excess_lanes {
    w excess, error;
} excess_lanes;

static inline excess_lanes boxes_excess(box_lanes a, box_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w error = w_mul(a.norm, w_add(a.slack, b.slack));
    w own = w_abs(w_cross(a.u, a.v));
    w width_u = w_add(w_abs(w_cross(a.u, b.u)), w_abs(w_cross(a.u, b.v)));
    w width_v = w_add(w_abs(w_cross(a.v, b.u)), w_abs(w_cross(a.v, b.v)));
    w excess_u = w_sub(w_add(w_abs(w_cross(a.u, d)), width_u), own);
    w excess_v = w_sub(w_add(w_abs(w_cross(a.v, d)), width_v), own);
    return (excess_lanes){w_max(excess_u, excess_v), error};
}

static inline lanes boxes_contain(box_lanes a, box_lanes b) {
    excess_lanes e = boxes_excess(a, b);
    return decided(w_gt(e.excess, e.error), w_gt(w_neg(e.error), e.excess));
}

SPECIALISED lanes boxes_contain_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k, (void)n;
    return boxes_contain(load_boxes(q->a, &group->a), load_boxes(q->b, &group->b));
}

static bool filter_containing_boxes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(boxes_contain_kernel, NULL, question, pairs, count, n, out);
}

/* --- Axes: how far is b beyond each edge of a? */

/* The greatest of n . (b_j - a_i) over all outward normals n of a and vertices of b; -infinity if a has no edge. */
SPECIALISED w greatest_excess(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b) {
    w greatest = w_set1(-INFINITY);
    for (uint32_t i = 0; i < size_a; i++) {
        inward_normal n = inward_at(a, size_a, i, winding);
        w shallowest = w_dot(n.normal, vertex(b->near, size_b, 0));
        for (uint32_t j = 1; j < size_b; j++)
            shallowest = w_min(shallowest, w_dot(n.normal, vertex(b->near, size_b, j)));
        w excess = w_sub(w_dot(n.normal, vertex(a->near, size_a, i)), shallowest);
        greatest = w_max(greatest, w_select(n.no_edge, w_set1(-INFINITY), excess));
    }
    return greatest;
}

/* -infinity if a has no edge. */
SPECIALISED excess_lanes axes_excess(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    w2 d = w2_sub(b.centre, a.centre);
    make_near(va, n.a, a.centre);
    make_near(vb, n.b, a.centre);
    w extent = w_add(w_add(a.outer, b.outer), w_max(w_abs(d.x), w_abs(d.y)));
    w error = w_mul(a.outer, w_mul(extent, w_set1(AXES_ERROR)));
    return (excess_lanes){greatest_excess(va, n.a, a.winding, vb, n.b), error};
}

SPECIALISED lanes axes_contain(circle_lanes a, vertex_lanes *va, circle_lanes b, vertex_lanes *vb, sizes n) {
    excess_lanes e = axes_excess(a, va, b, vb, n);
    wm no_edge = w_eq(e.excess, w_set1(-INFINITY));
    return decided(w_gt(e.excess, e.error), wm_andnot(w_gt(w_neg(e.error), e.excess), no_edge));
}

/* n.b = 1 says that every b is a point: the centre of its circle. */
SPECIALISED lanes axes_contain_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const polys_query *q = question;
    (void)k;
    circle_lanes ca = load_circles(q->a, &group->a);
    circle_lanes cb = load_circles(q->b, &group->b);
    vertex_lanes va, vb;
    load_vertices(q->a, &group->a, n.a, n.same, &va);
    if (n.b == 1)
        vb.world[0] = cb.centre.x, vb.world[block_size(1)] = cb.centre.y;
    else
        load_vertices(q->b, &group->b, n.b, n.same, &vb);
    return axes_contain(ca, &va, cb, &vb, n);
}

/* n: block sizes; n.b = 1 as above. */
static bool filter_containing_axes(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n));
    n.same = false; /* a constant, for the sake of the loops */
    if (are_sizes(n, 8, 1))
        return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){8, 1, false}, out);
    if (are_sizes(n, 8, 8))
        return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){8, 8, false}, out);
    return ask_groups(axes_contain_kernel, NULL, question, pairs, count, n, out);
}

/* All edge normals, for sets in which all blocks have room for four. */
static bool filter_containing_quads(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    assert(sizes_fit(question, pairs, count, n) && n.a == 4 && (n.b == 1 || n.b == 4));
    if (n.b == 1)
        return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){4, 1, true}, out);
    return ask_groups(axes_contain_kernel, NULL, question, pairs, count, (sizes){4, 4, true}, out);
}

#endif
