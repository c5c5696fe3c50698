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

/* SEPAL_LANES / 2 chords as vectors e from their beginnings a, with 1 / |e|^2, or 0 if that is none. */
typedef struct chord_lanes {
    wd ax, ay, ex, ey, inverse, edges;
} chord_lanes;

SPECIALISED chord_lanes chords_between(w ax, w ay, w bx, w by, w edges, int half) {
    chord_lanes out = {.ax = wd_of(ax, half), .ay = wd_of(ay, half), .edges = wd_of(edges, half)};
    out.ex = wd_sub(wd_of(bx, half), out.ax);
    out.ey = wd_sub(wd_of(by, half), out.ay);
    wd square = wd_add(wd_mul(out.ex, out.ex), wd_mul(out.ey, out.ey)), zero = wd_set1(0);
    out.inverse = wd_select(wd_gt(square, zero), wd_div(wd_set1(1), square), zero);
    return out;
}

/* The square of the distance of the vertex `step` after the beginning from the chord; 0 if that is not skipped by it. */
SPECIALISED wd square_from_chord(const chord_lanes *c, w x, w y, int half, uint32_t step) {
    wd zero = wd_set1(0), dx = wd_sub(wd_of(x, half), c->ax), dy = wd_sub(wd_of(y, half), c->ay);
    wd along = wd_add(wd_mul(c->ex, dx), wd_mul(c->ey, dy));
    wd t = wd_min(wd_max(wd_mul(along, c->inverse), zero), wd_set1(1));
    dx = wd_sub(dx, wd_mul(t, c->ex));
    dy = wd_sub(dy, wd_mul(t, c->ey));
    wd square = wd_add(wd_mul(dx, dx), wd_mul(dy, dy));
    return wd_select(wd_gt(c->edges, wd_set1((double)step)), square, zero);
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
    wd greatest = wd_set1(0);
    for (int group = 0; group < GROUPS; group++) {
        w ax = vx[group][0], ay = vy[group][0], edges = w_load(c->edges + group * SEPAL_LANES);
        w bx = w_next(ax, group + 1 < GROUPS ? vx[group + 1][0] : first_x);
        w by = w_next(ay, group + 1 < GROUPS ? vy[group + 1][0] : first_y);
        const chord_lanes low = chords_between(ax, ay, bx, by, edges, 0), high = chords_between(ax, ay, bx, by, edges, 1);
        for (uint32_t step = 0; step < c->longest; step += 4) {
            if (step > 0) {
                load_chords(c, group * SEPAL_LANES, step, x, padded, end_x, vx[group]);
                load_chords(c, group * SEPAL_LANES, step, y, padded, end_y, vy[group]);
            }
            for (uint32_t k = step == 0; k < 4 && step + k < c->longest; k++) {
                greatest = wd_max(greatest, square_from_chord(&low, vx[group][k], vy[group][k], 0, step + k));
                greatest = wd_max(greatest, square_from_chord(&high, vx[group][k], vy[group][k], 1, step + k));
            }
        }
    }
    out[SEPAL_COARSE_SLACK] = sepal_poly_coarse_slack(wd_greatest(greatest), extent);
    for (int k = SEPAL_COARSE_SLACK + 1; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
}

#endif
