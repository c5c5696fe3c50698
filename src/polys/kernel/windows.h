/* windows.h — runs of vertices of large polygons, with a pair in each lane. */
#ifndef SEPAL_POLYS_KERNEL_WINDOWS_H
#define SEPAL_POLYS_KERNEL_WINDOWS_H

#include "axes.h"

/* The vertices of windows, in lanes. world: as stored: x, then y. near: relative to one point of each lane. */
typedef struct window_lanes {
    w world[2 * MTV_WIDE];
    w2 near[MTV_WIDE];
} window_lanes;

static inline w2 window_vertex(const window_lanes *v, uint32_t k) {
    return (w2){v->world[k], v->world[MTV_WIDE + k]};
}

/* Loads windows of `size` vertices; those that pass the last vertex are copied together first. */
static SEPAL_NOINLINE void load_windows(const sepal_polys *set, const uint32_t *index, const uint32_t *start, uint32_t size,
                                        const w2 *origin, window_lanes *out) {
    float joined[SEPAL_LANES][2 * MTV_WIDE];
    const float *x[SEPAL_LANES], *y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t shape = index[2 * lane], left = set->heads[shape].size - start[lane];
        x[lane] = sepal_poly_x(set, shape) + start[lane];
        y[lane] = sepal_poly_y(set, shape) + start[lane];
        if (left < size) {
            for (uint32_t k = 0; k < size; k++) {
                joined[lane][k] = k < left ? x[lane][k] : sepal_poly_x(set, shape)[k - left];
                joined[lane][MTV_WIDE + k] = k < left ? y[lane][k] : sepal_poly_y(set, shape)[k - left];
            }
            x[lane] = joined[lane];
            y[lane] = joined[lane] + MTV_WIDE;
        }
    }
    for (uint32_t quad = 0; quad < size / 4; quad++) {
        const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_x[lane] = x[lane] + 4 * quad;
            at_y[lane] = y[lane] + 4 * quad;
        }
        w_load_any_quad(at_x, out->world + 4 * quad);
        w_load_any_quad(at_y, out->world + MTV_WIDE + 4 * quad);
    }
    for (uint32_t k = 0; k < size; k++)
        out->near[k] = w2_sub(window_vertex(out, k), *origin);
}

/* The same of four vertices, as those of a polygon of four. */
static inline void load_window_of_four(const sepal_polys *set, const uint32_t *index, const uint32_t *start, vertex_lanes *out) {
    window_lanes window;
    const w2 zero = {w_set1(0), w_set1(0)};
    load_windows(set, index, start, 4, &zero, &window);
    for (uint32_t k = 0; k < 4; k++) {
        out->world[k] = window.world[k];
        out->world[4 + k] = window.world[MTV_WIDE + k];
    }
}

#endif
