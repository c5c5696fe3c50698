/* sweep_query.h — a question about moving solids, their relative moves in lanes, and how times and normals that kernels find are put among
 * the answers. */
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

/* A question about at most 64 pairs, and where the times and normals go: those of pairs that are left open have no meaning. */
typedef struct hits_found {
    const solid_sweep_query *s;
    float *time, *normal[3];
} hits_found;

/* The greatest floats that are not greater than times from 2^-60 to 1. */
static inline w times_below(wd low, wd high) {
    const w nearest = w_of(low, high);
    const w over = w_of(wd_sub(wd_of(nearest, 0), low), wd_sub(wd_of(nearest, 1), high));
    const w previous = w_of_bits(wi_sub(wi_of_bits(nearest), wi_set1(1)));
    return w_select(w_gt(over, w_zero()), previous, nearest);
}

/* Writes what was found of a list of pairs. first: where slot 0 is in the answers. */
static inline void write_hits(const sepal_solid_hits *out, size_t first, const pair_list *list, const hits_found *found) {
    float *const rows[4] = {out->time, out->normal_x, out->normal_y, out->normal_z};
    const float *const found_rows[4] = {found->time, found->normal[0], found->normal[1], found->normal[2]};
    for (int row = 0; row < 4; row++)
        write_to_slots(row_from(rows[row], first), list, found_rows[row]);
}

/* Writes what was found of those pairs of a list whose bit is set. */
static inline void write_certain_hits(const sepal_solid_hits *out, size_t first, const pair_list *list, const uint64_t *certain,
                                      const hits_found *found) {
    float *const rows[4] = {out->time, out->normal_x, out->normal_y, out->normal_z};
    const float *const found_rows[4] = {found->time, found->normal[0], found->normal[1], found->normal[2]};
    size_t k;
    for (int row = 0; row < 4; row++)
        if (rows[row] != NULL)
            FOR_BITS(k, certain, list->count)
                rows[row][first + list->slots[k]] = found_rows[row][k];
}

/* Bit k of a word becomes bit slots[k]. */
static inline uint64_t bits_at_slots(uint64_t bits, const uint16_t *slots) {
    uint64_t spread = 0;
    for (; bits != 0; bits &= bits - 1)
        spread |= UINT64_C(1) << slots[sepal_lowest_bit(bits)];
    return spread;
}

#endif
