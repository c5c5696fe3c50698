/* records.h — the records of polys_records.c for up to 16 vertices, a polygon in each lane.
 *
 * Everything is computed by the same operations in the same order as there, and so to the same bits. A lane is sure if its polygon
 * is in the range of polys_records.c, and is certainly convex: it turns one way only, by less than a half turn at each vertex, and
 * hence goes round once. (Polygons of one and two vertices are flat, and always convex.) The results in other lanes mean nothing.
 */
#ifndef SEPAL_POLYS_KERNEL_RECORDS_H
#define SEPAL_POLYS_KERNEL_RECORDS_H

#include "axes.h"
#include <string.h>

/* Vertices, relative to the centre as well; the edges from each vertex to the next; and the records. */
typedef struct shape_lanes {
    w2 vertex[SEPAL_LANE_VERTICES], near[SEPAL_LANE_VERTICES], edge[SEPAL_LANE_VERTICES];
    w2 centre;
    w radius, winding; /* winding: -1 in the lanes in which the polygon is clockwise, else 1 */
    w core, outer, inner;
    w least, most; /* magnitudes of coordinates; zeros do not count for the least */
    wm sure;
} shape_lanes;

SPECIALISED void form_centre(shape_lanes *v, uint32_t size) {
    w2 sum = {w_zero(), w_zero()};
    w share = w_set1(1.0F / (float)size);
    for (uint32_t k = 1; k < size; k++) {
        w2 step = w2_sub(v->vertex[k], v->vertex[0]);
        sum = (w2){w_add(sum.x, step.x), w_add(sum.y, step.y)};
    }
    v->centre = (w2){w_add(v->vertex[0].x, w_mul(sum.x, share)), w_add(v->vertex[0].y, w_mul(sum.y, share))};
    for (uint32_t k = 0; k < size; k++)
        v->near[k] = w2_sub(v->vertex[k], v->centre);
}

/* What the circles are made of: the square of the distance of the farthest vertex from the centre; with the least area that an edge
 * spans with the centre and the least square of an edge, the square of the distance of the nearest line of an edge. (inner_square
 * of polys_records.c has the same.) */
typedef struct circle_measures {
    w farthest2, nearest2, least_area, least_square;
} circle_measures;

SPECIALISED circle_measures measure_circles(const shape_lanes *v, uint32_t size) {
    w infinity = w_infinity(), most_square = w_zero();
    circle_measures m = {w_zero(), infinity, infinity, infinity};
    for (uint32_t k = 0; k < size; k++)
        m.farthest2 = w_max(m.farthest2, w_add(w_mul(v->near[k].x, v->near[k].x), w_mul(v->near[k].y, v->near[k].y)));
    for (uint32_t k = 0; k < size && size > 2; k++) {
        w2 e = v->edge[k], r = v->near[k];
        w area = w_flip(w_sub(w_mul(e.y, r.x), w_mul(e.x, r.y)), v->winding);
        w square = w_add(w_mul(e.x, e.x), w_mul(e.y, e.y));
        m.least_area = w_min(m.least_area, area);
        m.least_square = w_min(m.least_square, square);
        most_square = w_max(most_square, square);
        if (size > 4)
            m.nearest2 = w_min(m.nearest2, w_mul(area, w_div(area, square)));
    }
    if (size <= 4)
        m.nearest2 = w_mul(m.least_area, w_div(m.least_area, most_square));
    return m;
}

/* inner_of_core for three vertices or more. */
SPECIALISED w inner_of_core(const circle_measures *m, w core) {
    wm inside = wm_andnot(w_gt(m->least_area, w_zero()), w_gt(w_set1(SEPAL_RECORD_LEAST_SQUARE), m->least_square));
    w inner = w_sub(w_mul(w_sqrt(m->nearest2), w_set1(1 - SEPAL_RECORD_MARGIN)), w_mul(core, w_set1(SEPAL_RECORD_MARGIN)));
    return w_select(wm_andnot(inside, w_gt(w_zero(), inner)), inner, w_neg(core));
}

/* The circles around the centre; the lanes in range. */
SPECIALISED void form_circle(shape_lanes *v, uint32_t size, const circle_measures *m) {
    w least = w_set1(SEPAL_RANGE_LEAST), x = w_abs(v->centre.x), y = w_abs(v->centre.y), inner;
    v->core = w_max(w_mul(w_sqrt(m->farthest2), w_set1(1 + SEPAL_RECORD_MARGIN)), least);
    v->outer = size == 1 ? w_max(v->radius, least) : w_add(v->core, w_mul(v->radius, w_set1(1 + SEPAL_RECORD_MARGIN)));
    if (size <= 2)
        inner = size == 1 ? w_zero() : w_mul(w_add(w_add(x, y), v->core), w_set1(-0x1p-23F));
    else
        inner = inner_of_core(m, v->core);
    inner = w_add(inner, w_mul(v->radius, w_set1(1 - SEPAL_RECORD_MARGIN)));
    v->inner = w_select(w_gt(least, inner), w_neg(v->outer), inner);
    wm number = wm_and(w_eq(v->centre.x, v->centre.x), w_eq(v->centre.y, v->centre.y));
    v->sure = wm_andnot(number, w_gt(w_max(v->outer, w_max(x, y)), w_set1(SEPAL_RANGE_MOST)));
}

SPECIALISED void form_exponents(shape_lanes *v, uint32_t size) {
    w zero = w_zero();
    v->least = w_infinity();
    v->most = zero;
    for (uint32_t k = 0; k < size; k++) {
        w x = w_abs(v->vertex[k].x), y = w_abs(v->vertex[k].y);
        v->least = w_min(v->least, w_min(x, y));
        v->most = w_max(v->most, w_max(x, y));
    }
    if (wm_bits(w_eq(v->least, zero)) == 0)
        return;
    v->least = w_infinity();
    for (uint32_t k = 0; k < size; k++) {
        w x = w_abs(v->vertex[k].x), y = w_abs(v->vertex[k].y);
        v->least = w_min(v->least, w_select(w_gt(x, zero), x, v->least));
        v->least = w_min(v->least, w_select(w_gt(y, zero), y, v->least));
    }
}

/* The greatest distance of four coordinates from those of the corners -(u+v), u-v, u+v, -(u-v). */
SPECIALISED w form_stray(w a, w b, w c, w d, w u, w v) {
    w sum = w_add(u, v), difference = w_sub(u, v);
    w first = w_max(w_abs(w_add(a, sum)), w_abs(w_sub(b, difference)));
    return w_max(first, w_max(w_abs(w_sub(c, sum)), w_abs(w_add(d, difference))));
}

/* The eight floats of a parallelogram. Returns which lanes are boxes. */
SPECIALISED wm form_parallelogram(const shape_lanes *p, w *out) {
    const w2 *e = p->edge, *r = p->near;
    w quarter = w_set1(0.25F);
    w2 u = {w_mul(w_sub(e[0].x, e[2].x), quarter), w_mul(w_sub(e[0].y, e[2].y), quarter)};
    w2 v = {w_mul(w_sub(e[1].x, e[3].x), quarter), w_mul(w_sub(e[1].y, e[3].y), quarter)};
    w stray = w_max(form_stray(r[0].x, r[1].x, r[2].x, r[3].x, u.x, v.x), form_stray(r[0].y, r[1].y, r[2].y, r[3].y, u.y, v.y));
    w norm = w_mul(w_max(w_add(w_abs(u.x), w_abs(u.y)), w_add(w_abs(v.x), w_abs(v.y))), w_set1(1 + SEPAL_RECORD_MARGIN));
    w size_u = w_max(w_abs(u.x), w_abs(u.y)), size_v = w_max(w_abs(v.x), w_abs(v.y));
    w slack = w_add(w_mul(stray, w_set1(1 + SEPAL_RECORD_MARGIN)), w_mul(w_add(size_u, size_v), w_set1(SEPAL_BOX_ERROR)));
    wm outside = wm_or(w_gt(p->outer, w_set1(SEPAL_BOX_RANGE_MOST)), w_gt(w_set1(SEPAL_RANGE_LEAST), norm));
    slack = w_select(outside, w_infinity(), slack);
    w fields[8] = {p->centre.x, p->centre.y, u.x, u.y, v.x, v.y, slack, w_select(outside, w_set1(1), norm)};
    memcpy(out, fields, sizeof fields);
    return wm_not(w_gt(w_mul(slack, w_set1(64)), w_min(size_u, size_v)));
}

/* The eight floats of a segment. */
SPECIALISED void form_segment(const shape_lanes *p, uint32_t size, w *out) {
    const w2 *r = p->near;
    w half = w_set1(0.5F);
    w2 edge = w2_sub(p->vertex[size - 1], p->vertex[0]), u = {w_mul(edge.x, half), w_mul(edge.y, half)};
    w square = w_max(w_add(w_mul(u.x, u.x), w_mul(u.y, u.y)), w_set1(SEPAL_RECORD_LEAST_SQUARE));
    w stray_x = w_max(w_abs(w_add(r[0].x, u.x)), w_abs(w_sub(r[size - 1].x, u.x)));
    w stray_y = w_max(w_abs(w_add(r[0].y, u.y)), w_abs(w_sub(r[size - 1].y, u.y)));
    w extent = w_max(w_abs(u.x), w_abs(u.y));
    w slack = w_add(w_mul(w_max(stray_x, stray_y), w_set1(1 + SEPAL_RECORD_MARGIN)), w_mul(extent, w_set1(SEPAL_BOX_ERROR)));
    w fields[8] = {p->centre.x, p->centre.y, u.x, u.y, p->radius, w_div(w_set1(1), square), slack, w_zero()};
    memcpy(out, fields, sizeof fields);
}

/* Bounds the error of a turn e x f, relative to the square of the core's outer radius (docs/numerics/place.md). */
#define TURN_ERROR (24 * 0x1p-24F)
static inline w turn_error(const shape_lanes *v) {
    return w_mul(w_mul(v->core, v->core), w_set1(TURN_ERROR));
}

/* e x f for successive edges: positive if the polygon turns towards its inside. */
static inline w form_turn(w2 e, w2 f, w winding) {
    return w_flip(w_sub(w_mul(e.x, f.y), w_mul(e.y, f.x)), winding);
}

/* A placed polygon that turns the same way at every vertex goes round once, as its model does (docs/numerics/place.md). */
SPECIALISED wm surely_convex(const shape_lanes *v, uint32_t size) {
    w least = w_infinity();
    for (uint32_t k = 0; k < size; k++)
        least = w_min(least, form_turn(v->edge[k], v->edge[k + 1 < size ? k + 1 : 0], v->winding));
    return w_gt(least, turn_error(v));
}

/* All but the parallelogram. */
SPECIALISED void form_lanes(shape_lanes *v, uint32_t size) {
    form_centre(v, size);
    circle_measures m = measure_circles(v, size);
    form_circle(v, size, &m);
    form_exponents(v, size);
    if (size >= 3)
        v->sure = wm_and(v->sure, surely_convex(v, size));
}

#endif
