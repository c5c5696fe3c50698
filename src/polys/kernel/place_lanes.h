/* place_lanes.h — places shapes: their vertices, all that is stored of them, and the stores. Up to 16 vertices there is a shape in each
 * lane; of larger ones the vertices of one shape are side by side in lanes. */
#ifndef SEPAL_POLYS_KERNEL_PLACE_LANES_H
#define SEPAL_POLYS_KERNEL_PLACE_LANES_H

#include "../pose.h"
#include "../records.h"
#include "axes.h"
#include <string.h>

/* --- Records ------------------------------------------------------------------------------------- */

/* The records of polys_records.c for up to 16 vertices, a polygon in each lane.
 *
 * Everything is computed by the same operations in the same order as there, and so to the same bits. A lane is sure if its polygon
 * is in the range of polys_records.c, and is certainly convex: it turns one way only, by less than a half turn at each vertex, and
 * hence goes round once. (Polygons of one and two vertices are flat, and always convex.) The results in other lanes mean nothing. */

/* Vertices, relative to the centre as well; the edges from each vertex to the next; and the records. */
typedef struct shape_lanes {
    w2 vertex[SEPAL_LANE_VERTICES], near[SEPAL_LANE_VERTICES], edge[SEPAL_LANE_VERTICES];
    w2 centre;
    w radius, winding; /* winding: -1 in the lanes in which the polygon is clockwise, else 1 */
    w core, outer, inner;
    w least, most; /* magnitudes of coordinates; zeros do not count for the least */
    wm sure;
} shape_lanes;

/* What the circles are made of: the square of the distance of the farthest vertex from the centre; with the least area that an edge
 * spans with the centre and the least square of an edge, the square of the distance of the nearest line of an edge. (As
 * inner_square of polys_records.c computes it.) */
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
    wm number = w2_equal(v->centre, v->centre);
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
    w norm = w_mul(w_max(w2_sum(u), w2_sum(v)), w_set1(1 + SEPAL_RECORD_MARGIN));
    w size_u = w2_greatest(u), size_v = w2_greatest(v);
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
    w extent = w2_greatest(u);
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

/* All but the parallelogram. */
SPECIALISED void form_lanes(shape_lanes *v, uint32_t size) {
    w2 sum = {w_zero(), w_zero()};
    w share = w_set1(1.0F / (float)size), turn = w_infinity();
    for (uint32_t k = 1; k < size; k++)
        sum = w2_add(sum, w2_sub(v->vertex[k], v->vertex[0]));
    v->centre = (w2){w_add(v->vertex[0].x, w_mul(sum.x, share)), w_add(v->vertex[0].y, w_mul(sum.y, share))};
    for (uint32_t k = 0; k < size; k++)
        v->near[k] = w2_sub(v->vertex[k], v->centre);
    circle_measures m = measure_circles(v, size);
    form_circle(v, size, &m);
    form_exponents(v, size);
    if (size < 3)
        return;
    /* one that turns the same way at every vertex goes round once, as its model does (docs/numerics/place.md) */
    for (uint32_t k = 0; k < size; k++)
        turn = w_min(turn, form_turn(v->edge[k], v->edge[k + 1 < size ? k + 1 : 0], v->winding));
    v->sure = wm_and(v->sure, w_gt(turn, turn_error(v)));
}

/* --- Groups. A group of models to be placed, a shape in each lane: where it is read from, and its vertices once placed. */

/* SEPAL_LANES shapes of one size: their numbers in the call and where their blocks begin in the world; the same of their models,
 * and the flags of these. `count` lanes are in use. `model` is a part of the caller's list, or waiting_model. */
typedef struct place_group {
    uint32_t count;
    uint32_t shape[SEPAL_LANES], at[SEPAL_LANES];
    const uint32_t *model;
    uint32_t model_at[SEPAL_LANES], model_flags[SEPAL_LANES], waiting_model[SEPAL_LANES];
} place_group;

/* How a group is placed; known when the code is compiled.
 * in_order: the shapes follow each other in the world, and so do their blocks. Of shape[] and at[] only the first is set.
 * plain_boxes: all models are boxes with area, counter-clockwise and without radii. Of the models only model[] is set. */
typedef struct place_way {
    uint32_t size;
    bool in_order, plain_boxes;
} place_way;

SPECIALISED w take_pose(const float *values, size_t stride, const place_group *group, place_way way) {
    if (way.in_order && stride == 1)
        return w_load(values + group->shape[0]);
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = values[(way.in_order ? group->shape[0] + (size_t)lane : group->shape[lane]) * stride];
    return w_load(column);
}

/* Takes coordinates in double, relative to the origin. */
SPECIALISED w take_far(const double *values, size_t stride, double origin, const place_group *group, place_way way) {
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t i = way.in_order ? group->shape[0] + (size_t)lane : group->shape[lane];
        column[lane] = sepal_difference(values[i * stride], origin);
    }
    return w_load(column);
}

SPECIALISED w take_radii(const sepal_polys *models, const uint32_t *model) {
    if (!models->round)
        return w_zero();
    float column[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        column[lane] = models->radii[model[lane]];
    return w_load(column);
}

/* -1 for models that are clockwise, else 1. */
static inline w take_windings(const uint32_t *flags) {
    wi clockwise = wi_set1(SEPAL_CLOCKWISE);
    return w_select(wi_eq(wi_and(wi_load(flags), clockwise), clockwise), w_set1(-1), w_set1(1));
}

/* The vertices as placed, by the formula that sepal_polys_place states, and the edges. */
SPECIALISED void place_vertices(const sepal_placing *p, const place_group *group, place_way way, shape_lanes *out) {
    const sepal_poses *poses = p->poses;
    size_t stride = poses->stride;
    const w2 to = poses->x64 == NULL ? (w2){take_pose(poses->x, stride, group, way), take_pose(poses->y, stride, group, way)}
                                     : (w2){take_far(poses->x64, poses->stride64, poses->origin_x, group, way),
                                            take_far(poses->y64, poses->stride64, poses->origin_y, group, way)};
    w cosine = poses->cos == NULL ? w_set1(1) : take_pose(poses->cos, stride, group, way);
    w sine = poses->sin == NULL ? w_zero() : take_pose(poses->sin, stride, group, way);
    uint32_t padded = sepal_padded(way.size);
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->models->vertices + (way.plain_boxes ? 8 * (size_t)group->model[lane] : 4 * (size_t)group->model_at[lane]);
    out->winding = way.plain_boxes ? w_set1(1) : take_windings(group->model_flags);
    out->radius = way.plain_boxes ? w_zero() : take_radii(p->models, group->model);
    w model[2 * SEPAL_LANE_VERTICES];
    w_load_quads(at, (int)padded / 2, model);
    for (uint32_t k = 0; k < padded; k++) { /* those that fill up the block as well */
        w mx = model[k], my = model[padded + k];
        out->vertex[k].x = w_sub(w_add(to.x, w_mul(cosine, mx)), w_mul(sine, my));
        out->vertex[k].y = w_add(w_add(to.y, w_mul(sine, mx)), w_mul(cosine, my));
    }
    for (uint32_t k = 0; k < way.size; k++)
        out->edge[k] = w2_sub(out->vertex[k + 1 < way.size ? k + 1 : 0], out->vertex[k]);
}

/* --- Stores -------------------------------------------------------------------------------------- */

/* Below, a head is written as four words: at, size, low and high, flags and class. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "kernels for big-endian machines would have to write the halves of a head the other way round"
#endif

/* n quads of each shape, at its place times `stride` floats behind `first`. */
SPECIALISED void store_shapes(float *first, size_t stride, const uint32_t *place, int n, place_way way, const w *quads) {
    float *at[SEPAL_LANES];
    if (way.in_order) {
        w_store_run(first + stride * place[0], n, quads);
        return;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = first + stride * place[lane];
    w_store_quads(at, n, quads);
}

/* Records of n quads, one of each shape; `records` is that of the first shape of the call. */
SPECIALISED void store_records(void *records, int n, const place_group *group, place_way way, const w *fields) {
    store_shapes(records, 4 * (size_t)n, group->shape, n, way, fields);
}

SPECIALISED void store_block(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    uint32_t padded = sepal_padded(way.size);
    w block[2 * SEPAL_LANE_VERTICES];
    for (uint32_t k = 0; k < padded; k++) {
        block[k] = v->vertex[k].x;
        block[padded + k] = v->vertex[k].y;
    }
    store_shapes(p->world->vertices, 4, group->at, (int)padded / 2, way, block);
}

SPECIALISED void store_circles(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    w fields[4] = {v->centre.x, v->centre.y, w_flip(v->outer, v->winding), v->inner};
    store_records(p->world->circles + p->first, 1, group, way, fields);
}

/* Returns which lanes are boxes. */
SPECIALISED wm store_parallelograms(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v) {
    w zero = w_zero(), fields[8] = {zero, zero, zero, zero, zero, zero, w_infinity(), zero};
    wm boxes = wm_none();
    if (way.size <= 2)
        form_segment(v, way.size, fields);
    else if (way.size == 4)
        boxes = form_parallelogram(v, fields);
    store_records(p->world->cores + p->first, 2, group, way, fields);
    return boxes;
}

/* The exponents `low` and `high` of heads, as find_exponents of polys_records.c has them, in the halves of a word. The biased exponent 0 is
 * that of subnormals, whose unit is that of exponent 1. */
static inline wi exponents_of(w least, w most) {
    wi zero = wi_set1(0), one = wi_set1(1), low = wi_exponent(least), high = wi_exponent(most);
    wm all_zero = w_eq(most, w_zero());
    low = wi_sub(wi_select(wi_eq(low, zero), one, low), wi_set1(150));
    high = wi_sub(wi_select(wi_eq(high, zero), one, high), wi_set1(126));
    low = wi_select(all_zero, wi_set1(SEPAL_LOW_OF_ZERO), low);
    high = wi_select(all_zero, wi_set1(SEPAL_HIGH_OF_ZERO), high);
    return wi_halves(low, high);
}

SPECIALISED wi blocks_of(const place_group *group, place_way way) {
    if (!way.in_order)
        return wi_load(group->at);
    wi offset = wi_lane_numbers();
    for (size_t quads = sepal_quads_of(way.size); quads > 1; quads /= 2) /* 2, 4 or 8 */
        offset = wi_add(offset, offset);
    return wi_add(wi_set1((int32_t)group->at[0]), offset);
}

/* Are all shapes boxes, as far as the lanes are sure? `boxes`: the lanes whose parallelograms are. */
SPECIALISED bool store_heads(const sepal_placing *p, const place_group *group, place_way way, const shape_lanes *v, wm boxes) {
    wi box = wi_set1(SEPAL_BOX), flags = box;
    wm is_box = wm_all();
    if (!way.plain_boxes) {
        flags = wi_and(wi_load(group->model_flags), wi_set1(SEPAL_CLOCKWISE | SEPAL_BOX));
        flags = wi_or(flags, wi_select(boxes, box, wi_set1(way.size < 3 ? SEPAL_FLAT : 0)));
        is_box = wi_eq(wi_and(flags, box), box);
    }
    wi class = wi_select(is_box, wi_set1(SEPAL_BOXES), wi_set1((int32_t)sepal_class_of(way.size, 0)));
    const w words[4] = {w_of_bits(blocks_of(group, way)), w_of_bits(wi_set1((int32_t)way.size)),
                        w_of_bits(exponents_of(v->least, v->most)), w_of_bits(wi_halves(flags, class))};
    store_records(p->world->heads + p->first, 1, group, way, words);
    return wm_bits(wm_andnot(v->sure, is_box)) == 0;
}

/* Have all shapes area, a counter-clockwise winding and a finite circle, as far as the lanes are sure? (Those have area if they
 * have three vertices, and a finite circle.) */
SPECIALISED bool are_plain(const shape_lanes *v, uint32_t size) {
    wm clockwise = w_gt(w_zero(), v->winding);
    return size > 2 && wm_bits(wm_and(v->sure, clockwise)) == 0;
}

/* --- More than 16 vertices -----------------------------------------------------------------------
 *
 * Shapes of any sizes wait until they are as many as there are lanes. Each then goes through three passes: its vertices are placed
 * and summed up, then measured from their centre, and its coarse polygon is made. What the passes have measured goes into lanes, a
 * shape in each, where the records are computed as for smaller shapes. All results have the bits that polys_records.c computes. */

/* --- Chords. The coarse polygon of a placed shape (sepal_poly_find_coarse), a chord in each lane. */

/* Which vertices the chords of a polygon of this size begin at, and how many edges each of them skips. */
typedef struct chords {
    uint32_t size, longest;
    uint32_t from[SEPAL_COARSE];
    float edges[SEPAL_COARSE];
} chords;

/* Four vertices of each of SEPAL_LANES chords from chord k on: those at `step` and after. A load must not leave the block, so the
 * last four floats of it have a copy with room behind; what is behind the end of a chord means nothing. */
SPECIALISED void load_chords(const chords *c, int k, uint32_t step, const float *values, uint32_t padded, const float *end,
                             w *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t i = c->from[k + lane] + step, over = i + 4 > padded ? i + 4 - padded : 0;
        at[lane] = over == 0 ? values + i : end + (over < 4 ? over : 4);
    }
    w_load_any_quad(at, out);
}

/* A chord in each lane, as sepal_poly_chord_between makes it, and how many edges it skips. */
typedef struct chord_lanes {
    w2 from, e;
    w inverse, edges;
} chord_lanes;

SPECIALISED chord_lanes chords_between(w2 from, w2 end, w edges) {
    w2 e = w2_sub(end, from);
    w square = w_add(w_mul(e.x, e.x), w_mul(e.y, e.y)), inverse = w_div(w_set1(1), square);
    return (chord_lanes){from, e, w_select(w_gt(w_set1(SEPAL_RECORD_LEAST_SQUARE), square), w_zero(), inverse), edges};
}

/* sepal_poly_square_from_chord for the vertex `step` after the beginning; 0 if that is not skipped by the chord. */
SPECIALISED w square_from_chord(const chord_lanes *c, w2 vertex, uint32_t step) {
    w2 d = w2_sub(vertex, c->from);
    w along = w_add(w_mul(c->e.x, d.x), w_mul(c->e.y, d.y));
    w t = w_min(w_max(w_mul(along, c->inverse), w_zero()), w_set1(1));
    d = (w2){w_sub(d.x, w_mul(t, c->e.x)), w_sub(d.y, w_mul(t, c->e.y))};
    w square = w_add(w_mul(d.x, d.x), w_mul(d.y, d.y));
    return w_select(w_gt(c->edges, w_set1((float)step)), square, w_zero());
}

/* Writes the coarse polygon before the block at x, y; `extent` as in sepal_poly_coarse_slack. The chords are those of the last size. */
static void place_coarse(float *x, float *y, uint32_t size, float extent, chords *c) {
    for (size_t k = 0; k < SEPAL_COARSE && size != c->size; k++) {
        const uint32_t from = (uint32_t)(k * size / SEPAL_COARSE), length = (uint32_t)((k + 1) * size / SEPAL_COARSE) - from;
        c->from[k] = from;
        c->edges[k] = (float)length;
        c->longest = k == 0 || length > c->longest ? length : c->longest;
    }
    c->size = size;
    enum { GROUPS = SEPAL_COARSE / SEPAL_LANES };
    uint32_t padded = sepal_padded(size);
    float *out = x - SEPAL_COARSE_FLOATS, end_x[8] = {0}, end_y[8] = {0};
    memcpy(end_x, x + padded - 4, 4 * sizeof(float));
    memcpy(end_y, y + padded - 4, 4 * sizeof(float));
    w vx[GROUPS][4], vy[GROUPS][4], first_x = w_set1(x[0]), first_y = w_set1(y[0]);
    for (int group = 0; group < GROUPS; group++) {
        load_chords(c, group * SEPAL_LANES, 0, x, padded, end_x, vx[group]);
        load_chords(c, group * SEPAL_LANES, 0, y, padded, end_y, vy[group]);
        w_store(out + group * SEPAL_LANES, vx[group][0]);
        w_store(out + SEPAL_COARSE + group * SEPAL_LANES, vy[group][0]);
    }
    w greatest = w_zero();
    for (int group = 0; group < GROUPS; group++) {
        bool last = group + 1 == GROUPS;
        w2 from = {vx[group][0], vy[group][0]}, after = {first_x, first_y};
        if (!last)
            after = (w2){vx[group + 1][0], vy[group + 1][0]};
        const chord_lanes chord =
            chords_between(from, (w2){w_next(from.x, after.x), w_next(from.y, after.y)}, w_load(c->edges + group * SEPAL_LANES));
        for (uint32_t step = 0; step < c->longest; step += 4) {
            if (step > 0) {
                load_chords(c, group * SEPAL_LANES, step, x, padded, end_x, vx[group]);
                load_chords(c, group * SEPAL_LANES, step, y, padded, end_y, vy[group]);
            }
            for (uint32_t k = step == 0; k < 4 && step + k < c->longest; k++)
                greatest = w_max(greatest, square_from_chord(&chord, (w2){vx[group][k], vy[group][k]}, step + k));
        }
    }
    out[SEPAL_COARSE_SLACK] = sepal_poly_coarse_slack(w_greatest(greatest), extent);
    for (int k = SEPAL_COARSE_SLACK + 1; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
}

/* --- Shapes -------------------------------------------------------------------------------------- */

/* Bounds the error of a turn e x f = ex fy - ey fx, relative to |ex fy| + |ey fx|; and what underflow adds to it
 * (docs/numerics/place.md). */
#define LARGE_TURN_ERROR (5 * 0x1p-24F)
#define LARGE_TURN_LEAST 0x1p-120F

/* Measured of a shape, each a float. */
typedef enum large_measure {
    LARGE_CENTRE_X,
    LARGE_CENTRE_Y,
    LARGE_FARTHEST2,
    LARGE_NEAREST2,
    LARGE_LEAST_AREA,
    LARGE_LEAST_SQUARE,
    LARGE_LEAST,
    LARGE_MOST,
    LARGE_TURN, /* positive if every turn certainly is */
    LARGE_MEASURES
} large_measure;

/* Shapes that wait, `group.count` of them, and what was measured of them. */
typedef struct large_group {
    place_group group;
    uint32_t size[SEPAL_LANES];
    float measure[LARGE_MEASURES][SEPAL_LANES];
    float extent[SEPAL_LANES]; /* the greatest difference of a coordinate from that of the first vertex */
    chords chords;
} large_group;

/* The block of a placed shape, and its first vertex in every lane. */
typedef struct large_block {
    float *x, *y;
    uint32_t size, padded;
    w2 first;
} large_block;

SPECIALISED w load_part(const float *p, uint32_t floats) {
    return floats >= SEPAL_LANES ? w_load(p) : w_load_part(p, (int)floats / 4);
}
SPECIALISED void store_part(float *p, uint32_t floats, w a) {
    float all[SEPAL_LANES];
    w_store(floats >= SEPAL_LANES ? p : all, a);
    if (floats < SEPAL_LANES)
        memcpy(p, all, floats * sizeof *all);
}

/* The lanes of a register that begins with vertex k in which there is a vertex. */
static inline wm within_polygon(const large_block *b, uint32_t k) {
    return wi_gt(wi_set1((int32_t)(b->size - k)), wi_lane_numbers());
}

/* Vertices k and following; beyond the last one, the first in every lane. */
static inline w2 large_vertices(const large_block *b, uint32_t k) {
    w2 v = {load_part(b->x + k, b->padded - k), load_part(b->y + k, b->padded - k)};
    return b->size - k >= SEPAL_LANES ? v : w2_select(within_polygon(b, k), v, b->first);
}

/* Half of the registers added to the other half until one is left, and then its lanes likewise: the order of
 * find_circle of polys_records.c. */
SPECIALISED float sum_of(w *part) {
    float sum[SEPAL_LANES];
    for (int half = SEPAL_COARSE / SEPAL_LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] = w_add(part[k], part[k + half]);
    w_store(sum, part[0]);
    for (int half = SEPAL_LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            sum[k] += sum[k + half];
    return sum[0];
}

/* The first pass. */
static void place_large_vertices(const sepal_placing *p, large_group *large, int lane, large_block *out) {
    enum { PARTS = SEPAL_COARSE / SEPAL_LANES };
    const place_group *group = &large->group;
    const sepal_poses *poses = p->poses;
    size_t i = group->shape[lane];
    uint32_t size = large->size[lane], padded = sepal_padded(size);
    const float *from_x = sepal_poly_x(p->models, group->model[lane]), *from_y = from_x + padded;
    float *to_x = p->world->vertices + 4 * (size_t)group->at[lane], first_x, first_y;
    sepal_poly_pose_vertex(p->models, group->model[lane], poses, i, 0, &first_x, &first_y);
    *out = (large_block){to_x, to_x + padded, size, padded, {w_set1(first_x), w_set1(first_y)}};
    w x = w_set1(sepal_pose_x(poses, i)), y = w_set1(sepal_pose_y(poses, i));
    w cosine = w_set1(sepal_pose_cos(poses, i)), sine = w_set1(sepal_pose_sin(poses, i));
    w sum_x[PARTS], sum_y[PARTS], least = w_infinity(), most = w_zero(), extent = w_zero();
    for (int part = 0; part < PARTS; part++)
        sum_x[part] = sum_y[part] = w_zero();
    for (uint32_t begin = 0; begin < size; begin += SEPAL_COARSE)
        for (int part = 0; part < PARTS; part++) {
            uint32_t k = begin + (uint32_t)part * SEPAL_LANES;
            if (k >= size)
                break;
            w mx = load_part(from_x + k, padded - k), my = load_part(from_y + k, padded - k);
            w2 v = {w_sub(w_add(x, w_mul(cosine, mx)), w_mul(sine, my)), w_add(w_add(y, w_mul(sine, mx)), w_mul(cosine, my))};
            store_part(out->x + k, padded - k, v.x);
            store_part(out->y + k, padded - k, v.y);
            if (size - k < SEPAL_LANES)
                v = w2_select(within_polygon(out, k), v, out->first);
            w2 step = w2_sub(v, out->first);
            sum_x[part] = w_add(sum_x[part], step.x);
            sum_y[part] = w_add(sum_y[part], step.y);
            w magnitude_x = w_abs(v.x), magnitude_y = w_abs(v.y);
            least = w_min(least, w_min(magnitude_x, magnitude_y));
            most = w_max(most, w_max(magnitude_x, magnitude_y));
            extent = w_max(extent, w2_greatest(step));
        }
    float share = 1.0F / (float)size;
    large->measure[LARGE_CENTRE_X][lane] = first_x + sum_of(sum_x) * share;
    large->measure[LARGE_CENTRE_Y][lane] = first_y + sum_of(sum_y) * share;
    large->measure[LARGE_LEAST][lane] = w_least(least);
    large->measure[LARGE_MOST][lane] = w_greatest(most);
    large->extent[lane] = w_greatest(extent);
}

/* Bounds the error of form_turn. */
static inline w large_turn_error(w2 e, w2 f) {
    w products = w_add(w_abs(w_mul(e.x, f.y)), w_abs(w_mul(e.y, f.x)));
    return w_add(w_mul(products, w_set1(LARGE_TURN_ERROR)), w_set1(LARGE_TURN_LEAST));
}

/* Positive if the turn from e to f is certainly towards the inside. */
static inline w certain_turn(w2 e, w2 f, w winding) {
    return w_sub(form_turn(e, f, winding), large_turn_error(e, f));
}

/* The second pass. Lanes beyond the last vertex hold the first vertex and the first edge: they change no minimum and no maximum. */
static void measure_large(large_group *large, int lane, const large_block *b) {
    w winding = w_set1(large->group.model_flags[lane] & SEPAL_CLOCKWISE ? -1 : 1), infinity = w_infinity();
    w2 centre = {w_set1(large->measure[LARGE_CENTRE_X][lane]), w_set1(large->measure[LARGE_CENTRE_Y][lane])};
    w2 first_edge = {w_set1(b->x[1] - b->x[0]), w_set1(b->y[1] - b->y[0])}, before = first_edge;
    w farthest2 = w_zero(), nearest2 = infinity, least_area = infinity, least_square = infinity, turn = infinity;
    w2 v = large_vertices(b, 0);
    for (uint32_t k = 0; k < b->size; k += SEPAL_LANES) {
        w2 after = b->size - k > SEPAL_LANES ? large_vertices(b, k + SEPAL_LANES) : b->first;
        w2 e = w2_sub((w2){w_next(v.x, after.x), w_next(v.y, after.y)}, v), r = w2_sub(v, centre);
        if (b->size - k < SEPAL_LANES)
            e = w2_select(within_polygon(b, k), e, first_edge);
        w area = w_flip(w_sub(w_mul(e.y, r.x), w_mul(e.x, r.y)), winding);
        w square = w_add(w_mul(e.x, e.x), w_mul(e.y, e.y));
        farthest2 = w_max(farthest2, w_add(w_mul(r.x, r.x), w_mul(r.y, r.y)));
        least_area = w_min(least_area, area);
        least_square = w_min(least_square, square);
        nearest2 = w_min(nearest2, w_mul(area, w_div(area, square)));
        if (k > 0)
            turn = w_min(turn, certain_turn(before, (w2){w_next(before.x, e.x), w_next(before.y, e.y)}, winding));
        before = e;
        v = after;
    }
    w2 next = {w_next(before.x, first_edge.x), w_next(before.y, first_edge.y)};
    wm last = within_polygon(b, (b->size - 1) / SEPAL_LANES * SEPAL_LANES);
    turn = w_min(turn, w_select(last, certain_turn(before, next, winding), infinity));
    large->measure[LARGE_FARTHEST2][lane] = w_greatest(farthest2);
    large->measure[LARGE_NEAREST2][lane] = w_least(nearest2);
    large->measure[LARGE_LEAST_AREA][lane] = w_least(least_area);
    large->measure[LARGE_LEAST_SQUARE][lane] = w_least(least_square);
    large->measure[LARGE_TURN][lane] = w_least(turn);
    if (large->measure[LARGE_LEAST][lane] != 0)
        return;
    float least = INFINITY; /* of the magnitudes that are not 0, which do not count */
    for (uint32_t k = 0; k < b->size; k++) {
        float x = fabsf(b->x[k]), y = fabsf(b->y[k]);
        least = x > 0 && x < least ? x : least;
        least = y > 0 && y < least ? y : least;
    }
    large->measure[LARGE_LEAST][lane] = least;
}

/* Lanes that are not in use repeat the first shape. */
static inline void fill_group(place_group *group) {
    for (uint32_t lane = group->count; lane < SEPAL_LANES; lane++) {
        group->shape[lane] = group->shape[0];
        group->at[lane] = group->at[0];
        group->waiting_model[lane] = group->waiting_model[0];
        group->model_at[lane] = group->model_at[0];
        group->model_flags[lane] = group->model_flags[0];
    }
}
/* The records of all shapes, from what was measured. Returns which lanes are sure. */
static unsigned store_large(sepal_placing *p, const large_group *large) {
    enum { SIZE = SEPAL_LANE_VERTICES + 1 }; /* any that is not special */
    const place_way way = {SIZE, false, false};
    const place_group *group = &large->group;
    w m[LARGE_MEASURES];
    for (int k = 0; k < LARGE_MEASURES; k++)
        m[k] = w_load(large->measure[k]);
    shape_lanes v;
    v.winding = take_windings(group->model_flags);
    v.radius = take_radii(p->models, group->model);
    v.centre = (w2){m[LARGE_CENTRE_X], m[LARGE_CENTRE_Y]};
    v.least = m[LARGE_LEAST];
    v.most = m[LARGE_MOST];
    const circle_measures circle = {m[LARGE_FARTHEST2], m[LARGE_NEAREST2], m[LARGE_LEAST_AREA], m[LARGE_LEAST_SQUARE]};
    form_circle(&v, SIZE, &circle);
    v.sure = wm_and(v.sure, w_gt(m[LARGE_TURN], w_zero()));
    store_circles(p, group, way, &v);
    (void)store_parallelograms(p, group, way, &v);
    wi flags = wi_and(wi_load(group->model_flags), wi_set1(SEPAL_CLOCKWISE));
    const w head[4] = {w_of_bits(wi_load(group->at)), w_of_bits(wi_load(large->size)), w_of_bits(exponents_of(v.least, v.most)),
                       w_of_bits(wi_halves(flags, wi_set1(SEPAL_ABOVE_16)))};
    store_records(p->world->heads + p->first, 1, group, way, head);
    p->boxes = false;
    if (!are_plain(&v, SIZE))
        p->plain = false;
    return wm_bits(v.sure);
}

enum { FETCH_MODELS = 2 };

/* Fetches the vertices of a model that is placed soon: models are used in any order, so that the processor cannot foresee it. */
static inline void fetch_model(const sepal_placing *p, const large_group *large, int lane) {
    const float *x = sepal_poly_x(p->models, large->group.model[lane]);
    for (uint32_t k = 0; k < 2 * sepal_padded(large->size[lane]); k += 16)
        sepal_prefetch(x + k);
}

/* Places the shapes that wait. A shape that is not sure is placed again by itself. */
static void place_large_group(sepal_placing *p, large_group *large) {
    place_group *group = &large->group;
    large_block block[SEPAL_LANES];
    int count = (int)group->count;
    if (count == 0)
        return;
    for (int lane = 0; lane < count; lane++) {
        if (lane + FETCH_MODELS < count)
            fetch_model(p, large, lane + FETCH_MODELS);
        place_large_vertices(p, large, lane, &block[lane]);
    }
    for (int lane = 0; lane < count; lane++)
        measure_large(large, lane, &block[lane]);
    for (int lane = 0; lane < count; lane++)
        place_coarse(block[lane].x, block[lane].y, block[lane].size, large->extent[lane], &large->chords);
    fill_group(group);
    for (uint32_t lane = group->count; lane < SEPAL_LANES; lane++) {
        large->size[lane] = large->size[0];
        for (int k = 0; k < LARGE_MEASURES; k++)
            large->measure[k][lane] = large->measure[k][0];
    }
    for (unsigned left = ~store_large(p, large) & ((1U << count) - 1); left != 0; left &= left - 1) {
        unsigned lane = sepal_lowest_bit(left);
        sepal_polys_scalar_place_one(p, group->shape[lane]);
    }
    group->count = 0;
}

#endif
