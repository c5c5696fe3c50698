/* sweep.h — shapes that move during a step, and one answer of the question whether they meet, as the scalar path and the kernels
 * write it. */
#ifndef SEPAL_POLYS_SWEEP_H
#define SEPAL_POLYS_SWEEP_H

#include "../core/last_time.h"
#include "../core/pairs.h"
#include "../exact/motion.h"
#include "set.h"

/* Polygon `index` of a set, or the shape with its radius, and how it moves while the time goes from 0 to 1. */
typedef struct sepal_mover {
    const sepal_polys *set;
    uint32_t index;
    sepal_float2 move;
} sepal_mover;

/* The moves to use: the stride is that of the arrays, or 0 where all shapes rest. False if an array is missing. */
bool sepal_polys_moves_meaning(const sepal_polys *set, const sepal_moves *given, sepal_moves *out);

bool sepal_polys_moves_are_finite(const sepal_polys *set, const sepal_moves *moves);

/* The moves are those of kernels.h: never NULL, and the stride may be 0. */
static inline sepal_mover sepal_mover_of(const sepal_polys *set, const sepal_moves *moves, uint32_t index) {
    size_t at = moves->stride * index;
    return (sepal_mover){set, index, {moves->x[at], moves->y[at]}};
}

/* Vertex k. */
static inline sepal_float2 sepal_mover_vertex(const sepal_mover *m, uint32_t k) {
    return (sepal_float2){sepal_poly_x(m->set, m->index)[k], sepal_poly_y(m->set, m->index)[k]};
}

static inline uint32_t sepal_mover_size(const sepal_mover *m) {
    return m->set->heads[m->index].size;
}

/* One answer of sepal_polys_sweep_pairs. */
typedef struct sepal_poly_hit {
    bool meet;
    float time, x, y; /* (x, y): the normal */
} sepal_poly_hit;

static inline sepal_poly_hit sepal_poly_no_hit(void) {
    return (sepal_poly_hit){false, 1, 0, 0};
}

/* Are the time or the normal wanted? Without them the answer is the bit alone. */
static inline bool sepal_hits_want_more(const sepal_hits *out) {
    return out->time != NULL || out->normal_x != NULL || out->normal_y != NULL;
}

/* Writes answer k to the arrays that are wanted, in ascending order of k. */
static inline void sepal_poly_hit_write(const sepal_hits *out, size_t k, sepal_poly_hit found) {
    if (out->bits != NULL)
        sepal_bits_write(out->bits, k, found.meet);
    if (out->time != NULL)
        out->time[k] = found.time;
    if (out->normal_x != NULL)
        out->normal_x[k] = found.x;
    if (out->normal_y != NULL)
        out->normal_y[k] = found.y;
}

#endif
