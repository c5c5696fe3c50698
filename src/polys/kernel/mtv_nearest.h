/* mtv_nearest.h — the line of the nearest points of two cores that are apart. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_round.c in the same order, so that the bits are the same. What is certain, and why, is
 * said there. */
#ifndef SEPAL_POLYS_KERNEL_MTV_NEAREST_H
#define SEPAL_POLYS_KERNEL_MTV_NEAREST_H

#include "vertices.h"

/* n . p, each operation rounded */
static inline w w2_along(w2 n, w2 p) {
    return w_add(w_mul(n.x, p.x), w_mul(n.y, p.y));
}

/* Axes with their gaps. */
typedef struct axis_lanes {
    w2 normal;
    w gap;
} axis_lanes;

SPECIALISED axis_lanes select_axis(wm m, axis_lanes a, axis_lanes b) {
    return (axis_lanes){w2_select(m, a.normal, b.normal), w_select(m, a.gap, b.gap)};
}

/* An axis, and the number of the edge that it is normal to; 0 if there is no edge. */
typedef struct edge_axis {
    axis_lanes axis;
    w edge;
} edge_axis;

/* An axis from a to b, and the distance of the cores along it, which is negative if they overlap along it. */
typedef struct line_lanes {
    w2 normal;
    w distance;
} line_lanes;

/* The vertices of the polygon that does not have the edge. Those of a smaller polygon are filled up by repeating its first vertex.
 * Returns their number. */
SPECIALISED uint32_t take_other(wm edge_of_b, const w *a, const w *b, sizes n, w2 *out) {
    uint32_t size = n.a == 1 || n.b == 1 ? 1 : n.a > n.b ? n.a : n.b; /* a point has no edge */
    for (uint32_t k = 0; k < size; k++) {
        w2 of_a = vertex(a, n.a, k < n.a ? k : 0), of_b = vertex(b, n.b, k < n.b ? k : 0);
        out[k] = n.b == 1 ? of_b : n.a == 1 ? of_a : w2_select(edge_of_b, of_a, of_b);
    }
    return size;
}

/* The vertices of the polygon that has the edge, likewise; and the ends of the edge. */
SPECIALISED void take_edge(wm of_b, w number, const w *a, const w *b, sizes n, w2 *from, w2 *to) {
    uint32_t size = n.a > n.b ? n.a : n.b;
    w2 own[SEPAL_LANE_VERTICES];
    for (uint32_t k = 0; k < size; k++) {
        w2 in_a = vertex(a, n.a, k < n.a ? k : 0), in_b = vertex(b, n.b, k < n.b ? k : 0);
        own[k] = n.b == 1 ? in_a : n.a == 1 ? in_b : w2_select(of_b, in_b, in_a);
    }
    *from = own[0];
    *to = own[size > 1 ? 1 : 0];
    for (uint32_t k = 1; k < size; k++) {
        wm here = w_eq(number, w_set1((float)k));
        *from = w2_select(here, own[k], *from);
        *to = w2_select(here, own[k + 1 < size ? k + 1 : 0], *to);
    }
}

/* Do the edge with the best normal and the vertices of the other polygon that are nearest along it face each other? `error`: how
 * much farther than the nearest vertex another one may be along the normal to be among them. If they do not face each other,
 * `corner` receives the end of the edge that is nearer to them. */
SPECIALISED wm face_each_other(w2 normal, w2 from, w2 to, w2 origin, const w2 *other, uint32_t size, w error, w2 *corner) {
    w along[SEPAL_LANE_VERTICES], least = w_set1(INFINITY), zero = w_set1(0), after = zero, before = zero;
    for (uint32_t k = 0; k < size; k++) {
        along[k] = w2_along(normal, w2_sub(other[k], origin));
        least = w_min(least, along[k]);
    }
    w most = w_add(least, error);
    w2 edge = w2_sub(to, from);
    for (uint32_t k = 0; k < size; k++) {
        wm farther = w_gt(along[k], most);
        after = w_max(after, w_select(farther, zero, w2_along(edge, w2_sub(other[k], from))));
        before = w_max(before, w_select(farther, zero, w2_along(edge, w2_sub(to, other[k]))));
    }
    wm past_from = w_gt(after, zero);
    *corner = w2_select(past_from, to, from);
    return wm_and(past_from, w_gt(before, zero));
}

/* How far a core extends along a vector beyond one of its vertices, times the length of the vector. */
SPECIALISED w extent_beyond(const w *core, uint32_t size, w2 from, w2 way) {
    w most = w_set1(0);
    for (uint32_t k = 0; k < size && size > 1; k++)
        most = w_max(most, w2_along(way, w2_sub(vertex(core, size, k), from)));
    return most;
}

/* The line from a corner to the nearest vertex of the other polygon. Returns the lanes in which the cores are certainly not nearer
 * to each other than these two points. */
SPECIALISED wm between_corners(const w *a, const w *b, sizes n, w2 corner, wm of_b, const w2 *other, uint32_t size, w error,
                               line_lanes *out) {
    w nearest2 = w_set1(INFINITY);
    w2 nearest = other[0];
    for (uint32_t k = 0; k < size; k++) {
        w2 d = w2_sub(other[k], corner);
        w square = w2_along(d, d);
        wm nearer = w_gt(nearest2, square);
        nearest2 = w_select(nearer, square, nearest2);
        nearest = w2_select(nearer, other[k], nearest);
    }
    w2 p = w2_select(of_b, nearest, corner), q = w2_select(of_b, corner, nearest);
    w2 way = w2_sub(q, p), back = w2_sub(p, q);
    w length = w_sqrt(nearest2), inverse = w_div(w_set1(1), length);
    w shared = w_add(extent_beyond(a, n.a, p, way), extent_beyond(b, n.b, q, back));
    *out = (line_lanes){{w_mul(way.x, inverse), w_mul(way.y, inverse)}, length};
    wm uncertain = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), nearest2), w_gt(shared, w_mul(length, error)));
    return wm_not(uncertain);
}

/* What float knows of a pair, from the best axes of both. meet: the cores surely overlap; the line is the best axis. touch: they
 * touch, but for rounding; the line is the best axis, which is right if they meet. apart: they are surely apart; the line is that of
 * their nearest points in the lanes in which it is `certain`. */
typedef struct nearest_lanes {
    line_lanes line;
    wm meet, touch, apart, certain;
} nearest_lanes;

/* The edge whose normal has the greatest gap; where it begins and ends; and the vertices of the other polygon. All as stored. */
typedef struct best_edge {
    axis_lanes axis;
    wm of_b; /* it is an edge of b, and its normal leads from b to a */
    w2 from, to;
    w2 other[SEPAL_LANE_VERTICES];
    uint32_t size; /* of the other polygon */
} best_edge;

/* The ends of an edge and the other polygon's vertices. */
SPECIALISED void take_best(wm of_b, w number, const w *a, const w *b, sizes n, best_edge *out) {
    out->of_b = of_b;
    take_edge(of_b, number, a, b, n, &out->from, &out->to);
    out->other[0] = out->from; /* there is always one, which gcc -O2 does not recognise */
    out->size = take_other(of_b, a, b, n, out->other);
}

/* What the greatest gap alone tells. The line is the best axis. */
SPECIALISED nearest_lanes judge_gap(axis_lanes best, wm of_b, w extent) {
    w gap = best.gap;
    wm no_edge = w_eq(gap, w_set1(-INFINITY));
    wm meet = wm_andnot(w_gt(w_neg(w_mul(extent, w_set1(SEPAL_GAP_ERROR))), gap), no_edge);
    wm apart = wm_or(no_edge, w_gt(gap, w_mul(extent, w_set1(SEPAL_APART_ERROR))));
    return (nearest_lanes){
        .line = {w2_select(of_b, w2_neg(best.normal), best.normal), gap},
        .meet = meet,
        .touch = wm_not(wm_or(meet, apart)),
        .apart = apart,
        .certain = wm_none(),
    };
}

/* The line of the nearest points in the lanes that are apart. a, b: vertices as stored. faces: where the cores touch, the best edge
 * must face the other core. */
SPECIALISED void find_nearest_line(const w *a, const w *b, const best_edge *best, sizes n, w extent, bool faces,
                                   nearest_lanes *out) {
    w2 corner = best->from;
    if (n.a > 1 || n.b > 1) {
        w face_error = w_mul(extent, w_set1(SEPAL_FACE_ERROR));
        wm facing = face_each_other(best->axis.normal, best->from, best->to, vertex(a, n.a, 0), best->other, best->size, face_error,
                                    &corner);
        out->certain = wm_and(out->apart, facing);
        if (faces)
            out->touch = wm_and(out->touch, facing);
        if (wm_bits(wm_andnot(out->apart, facing)) == 0)
            return;
    }

    line_lanes between;
    w corner_error = w_mul(extent, w_set1(SEPAL_CORNER_ERROR));
    wm found = between_corners(a, b, n, corner, best->of_b, best->other, best->size, corner_error, &between);
    wm corners = wm_and(found, wm_andnot(out->apart, out->certain));
    out->certain = wm_or(out->certain, corners);
    out->line =
        (line_lanes){w2_select(corners, between.normal, out->line.normal), w_select(corners, between.distance, out->line.distance)};
}

/* All of this, from the best axes of both. */
SPECIALISED nearest_lanes nearest_line(const w *a, const edge_axis *of_a, const w *b, const edge_axis *of_b, sizes n, w extent,
                                       bool faces) {
    best_edge best;
    /* A point has no edge, so beside one the edge is always of the other polygon, even if all vertices of that are equal. */
    wm from_b = n.a == 1 && n.b > 1 ? wm_all() : w_gt(of_b->axis.gap, of_a->axis.gap);
    best.axis = select_axis(from_b, of_b->axis, of_a->axis);
    nearest_lanes out = judge_gap(best.axis, from_b, extent);
    if (wm_bits(faces ? wm_not(out.meet) : out.apart) == 0)
        return out;
    take_best(from_b, w_select(from_b, of_b->edge, of_a->edge), a, b, n, &best);
    find_nearest_line(a, b, &best, n, extent, faces, &out);
    return out;
}

#endif
