/* place_chords.h — the coarse polygon of a placed shape (sepal_poly_find_coarse), a chord in each lane. */
#ifndef SEPAL_POLYS_KERNEL_PLACE_CHORDS_H
#define SEPAL_POLYS_KERNEL_PLACE_CHORDS_H

#include "../records.h"
#include "axes.h"

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

#endif
