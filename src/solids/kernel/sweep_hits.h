/* sweep_hits.h — times and normals of at most 64 pairs that kernels find in lanes, and how they are put among the answers. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_HITS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_HITS_H

#include "sweep_zonotopes.h"

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
