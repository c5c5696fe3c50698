/* sweep_query.h — a question about moving solids, and their relative moves in lanes. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_QUERY_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_QUERY_H

#include "query.h"

/* The moves are those of kernels.h: never NULL and finite, and the stride may be 0. */
typedef struct solid_sweep_query {
    solids_query q;
    const sepal_solid_moves *moves_a, *moves_b;
} solid_sweep_query;

/* index[2 * lane] is the solid. */
SPECIALISED w3 solid_load_moves(const sepal_solid_moves *moves, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES], z[SEPAL_LANES];
    if (moves->stride == 0)
        return w3_set1(*moves->x, *moves->y, *moves->z);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t at = moves->stride * index[2 * lane];
        x[lane] = moves->x[at];
        y[lane] = moves->y[at];
        z[lane] = moves->z[at];
    }
    return (w3){w_load(x), w_load(y), w_load(z)};
}

/* The move of b as seen from a, rounded once: 0 only where it is 0. */
SPECIALISED w3 load_relative_moves(const solid_sweep_query *s, const sepal_pair *group) {
    return w3_sub(solid_load_moves(s->moves_b, &group->b), solid_load_moves(s->moves_a, &group->a));
}

static inline sepal_solid_mover solid_mover_a(const solid_sweep_query *s, sepal_pair pair) {
    return sepal_solid_mover_of(s->q.a, s->moves_a, pair.a);
}
static inline sepal_solid_mover solid_mover_b(const solid_sweep_query *s, sepal_pair pair) {
    return sepal_solid_mover_of(s->q.b, s->moves_b, pair.b);
}

/* The greatest distance of centres and move, together, up to which nothing overflows. */
#define SWEEP_BALL_MOST 0x1p60F

#endif
