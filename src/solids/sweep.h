/* sweep.h — solids that move during a step, and one answer of the question whether they meet, as the scalar path and the kernels
 * write it. */
#ifndef SEPAL_SOLIDS_SWEEP_H
#define SEPAL_SOLIDS_SWEEP_H

#include "../core/pairs.h"
#include "set.h"

/* Solid `index` of a set, and how it moves while the time goes from 0 to 1. */
typedef struct sepal_solid_mover {
    const sepal_solids *set;
    uint32_t index;
    float move[3];
} sepal_solid_mover;

/* The moves to use: the stride is that of the arrays, or 0 where all solids rest. False if an array is missing. */
bool sepal_solids_moves_meaning(const sepal_solids *set, const sepal_solid_moves *given, sepal_solid_moves *out);

bool sepal_solids_moves_are_finite(const sepal_solids *set, const sepal_solid_moves *moves);

/* The moves are those of kernels.h: never NULL, and the stride may be 0. */
static inline sepal_solid_mover sepal_solid_mover_of(const sepal_solids *set, const sepal_solid_moves *moves, uint32_t index) {
    size_t at = moves->stride * index;
    return (sepal_solid_mover){set, index, {moves->x[at], moves->y[at], moves->z[at]}};
}

/* One answer of sepal_solids_sweep_pairs. */
typedef struct sepal_solid_hit {
    bool meet;
    float time, normal[3];
} sepal_solid_hit;

static inline sepal_solid_hit sepal_solid_no_hit(void) {
    return (sepal_solid_hit){false, 1, {0, 0, 0}};
}

/* Are the time or the normal wanted? Without them the answer is the bit alone. */
static inline bool sepal_solid_hits_want_more(const sepal_solid_hits *out) {
    return out->time != NULL || out->normal_x != NULL || out->normal_y != NULL || out->normal_z != NULL;
}

/* Writes answer k to the arrays that are wanted, in ascending order of k. */
static inline void sepal_solid_hit_write(const sepal_solid_hits *out, size_t k, sepal_solid_hit found) {
    if (out->bits != NULL)
        sepal_bits_write(out->bits, k, found.meet);
    if (out->time != NULL)
        out->time[k] = found.time;
    if (out->normal_x != NULL)
        out->normal_x[k] = found.normal[0];
    if (out->normal_y != NULL)
        out->normal_y[k] = found.normal[1];
    if (out->normal_z != NULL)
        out->normal_z[k] = found.normal[2];
}

#endif
