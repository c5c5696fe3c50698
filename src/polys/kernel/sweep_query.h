/* sweep_query.h — a question about moving shapes, and their relative moves in lanes. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_QUERY_H
#define SEPAL_POLYS_KERNEL_SWEEP_QUERY_H

#include "query.h"

/* The moves are those of kernels.h: never NULL and finite, and the stride may be 0. */
typedef struct sweep_query {
    polys_query q;
    const sepal_moves *moves_a, *moves_b;
} sweep_query;

/* index[2 * lane] is the shape. */
SPECIALISED w2 load_moves(const sepal_moves *moves, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES];
    if (moves->stride == 0)
        return (w2){w_set1(*moves->x), w_set1(*moves->y)};
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t at = moves->stride * index[2 * lane];
        x[lane] = moves->x[at];
        y[lane] = moves->y[at];
    }
    return (w2){w_load(x), w_load(y)};
}

/* The moves of b as seen from a, of a block of pairs, rounded once: 0 only where they are 0. They are found ahead of their
 * use, since a vector that is loaded from values which were stored one by one, just before, has to wait for them. */
typedef struct relative_moves {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK];
} relative_moves;

static void find_moves(const sweep_query *s, const sepal_pair *pairs, size_t count, relative_moves *out) {
    const sepal_moves a = *s->moves_a, b = *s->moves_b;
    for (size_t k = 0; k < count; k++) {
        size_t at_a = a.stride * pairs[k].a, at_b = b.stride * pairs[k].b;
        out->x[k] = b.x[at_b] - a.x[at_a];
        out->y[k] = b.y[at_b] - a.y[at_a];
    }
    for (size_t k = count; k % SEPAL_LANES != 0; k++)
        out->x[k] = out->y[k] = 0;
}

/* What the filters are asked about a list of pairs. */
typedef struct moving_query {
    const sweep_query *s;
    const relative_moves *moves;
} moving_query;

static inline w2 moves_from(const moving_query *m, size_t k) {
    return (w2){w_load(m->moves->x + k), w_load(m->moves->y + k)};
}

static inline sepal_mover mover_a(const sweep_query *s, sepal_pair pair) {
    return sepal_mover_of(s->q.a, s->moves_a, pair.a);
}
static inline sepal_mover mover_b(const sweep_query *s, sepal_pair pair) {
    return sepal_mover_of(s->q.b, s->moves_b, pair.b);
}

/* The greatest |x| or |y| of a vector, and their sum. */
static inline w w2_greatest(w2 v) {
    return w_max(w_abs(v.x), w_abs(v.y));
}
static inline w w2_sum(w2 v) {
    return w_add(w_abs(v.x), w_abs(v.y));
}

/* Gaps between two shapes along the axes of each, and across the move; the least of each during the step. Bounds on their errors.
 * In the other lanes than in_range nothing is known (docs/numerics/sweep.md, "The filters"). */
typedef struct sweep_gaps {
    w a, b, across;
    w error_a, error_b, error_across;
    wm in_range;
} sweep_gaps;

/* The greatest distance of centres and move, together, up to which nothing overflows; and a bound on what underflow does to a gap
 * across the move. */
#define SWEEP_MOST  0x1p60F
#define SWEEP_LEAST 0x1p-110F

static inline lanes sweep_decided(const sweep_gaps *g) {
    wm no = wm_or(w_gt(g->a, g->error_a), wm_or(w_gt(g->b, g->error_b), w_gt(g->across, g->error_across)));
    wm yes = wm_and(w_gt(w_neg(g->error_a), g->a), wm_and(w_gt(w_neg(g->error_b), g->b), w_gt(w_neg(g->error_across), g->across)));
    return decided(wm_and(g->in_range, no), wm_and(g->in_range, yes));
}

/* Where there is no relative move, there is no axis across it. */
static inline w across_move(w2 m, w gap) {
    wm rests = wm_and(w_eq(m.x, w_zero()), w_eq(m.y, w_zero()));
    return w_select(rests, w_set1(-INFINITY), gap);
}

#endif
