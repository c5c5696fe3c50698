/* place_large.h — placing shapes of more than 16 vertices: the vertices of one shape side by side in lanes.
 *
 * Shapes of any sizes wait until they are as many as there are lanes. Each then goes through three passes: its vertices are placed
 * and summed up, then measured from their centre, and its coarse polygon is made. What the passes have measured goes into lanes, a
 * shape in each, where the records are computed as for smaller shapes. All results have the bits that polys_records.c computes. */
#ifndef SEPAL_POLYS_KERNEL_PLACE_LARGE_H
#define SEPAL_POLYS_KERNEL_PLACE_LARGE_H

#include "../records.h"
#include "axes.h"
#include "place_lanes.h"

/* --- Chords -------------------------------------------------------------------------------------- */

/* The coarse polygon of a placed shape (sepal_poly_find_coarse), a chord in each lane. */

/* Which vertices the chords of a polygon of this size begin at, and how many edges each of them skips. */
typedef struct chords {
    uint32_t size, longest;
    uint32_t from[SEPAL_COARSE];
    float edges[SEPAL_COARSE];
} chords;

static void find_chords(chords *out, uint32_t size) {
    out->size = size;
    out->longest = 0;
    for (size_t k = 0; k < SEPAL_COARSE; k++) {
        uint32_t from = (uint32_t)(k * size / SEPAL_COARSE), to = (uint32_t)((k + 1) * size / SEPAL_COARSE);
        out->from[k] = from;
        out->edges[k] = (float)(to - from);
        out->longest = to - from > out->longest ? to - from : out->longest;
    }
}

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

/* Writes the coarse polygon before the block at x, y; `extent` as in sepal_poly_coarse_slack. The chords are those of the last
 * size. */
static void place_coarse(float *x, float *y, uint32_t size, float extent, chords *c) {
    if (size != c->size)
        find_chords(c, size);
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
    if (floats >= SEPAL_LANES)
        w_store(p, a);
    else
        w_store_part(p, (int)floats / 4, a);
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
    for (int half = SEPAL_COARSE / SEPAL_LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] = w_add(part[k], part[k + half]);
    return w_sum(part[0]);
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
            extent = w_max(extent, w_max(w_abs(step.x), w_abs(step.y)));
        }
    float share = 1.0F / (float)size;
    large->measure[LARGE_CENTRE_X][lane] = first_x + sum_of(sum_x) * share;
    large->measure[LARGE_CENTRE_Y][lane] = first_y + sum_of(sum_y) * share;
    large->measure[LARGE_LEAST][lane] = w_least(least);
    large->measure[LARGE_MOST][lane] = w_greatest(most);
    large->extent[lane] = w_greatest(extent);
}

/* Zeros do not count for the least magnitude: looks for it among the others. */
static float least_but_zero(const large_block *b) {
    float least = INFINITY;
    for (uint32_t k = 0; k < b->size; k++) {
        float x = fabsf(b->x[k]), y = fabsf(b->y[k]);
        least = x > 0 && x < least ? x : least;
        least = y > 0 && y < least ? y : least;
    }
    return least;
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
    if (large->measure[LARGE_LEAST][lane] == 0)
        large->measure[LARGE_LEAST][lane] = least_but_zero(b);
}

/* Lanes that are not in use repeat the first shape. */
static void fill_large(large_group *large) {
    place_group *group = &large->group;
    for (uint32_t lane = group->count; lane < SEPAL_LANES; lane++) {
        group->shape[lane] = group->shape[0];
        group->at[lane] = group->at[0];
        group->waiting_model[lane] = group->waiting_model[0];
        group->model_flags[lane] = group->model_flags[0];
        large->size[lane] = large->size[0];
        for (int k = 0; k < LARGE_MEASURES; k++)
            large->measure[k][lane] = large->measure[k][0];
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
    fill_large(large);
    for (unsigned left = ~store_large(p, large) & ((1U << count) - 1); left != 0; left &= left - 1) {
        unsigned lane = sepal_lowest_bit(left);
        sepal_polys_scalar_place_one(p, group->shape[lane]);
    }
    group->count = 0;
}

#endif
