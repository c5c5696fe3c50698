/* kernels.h — the questions about sets of polygons: a table of functions that answer them, one for each instruction set. */
#ifndef SEPAL_POLYS_KERNELS_H
#define SEPAL_POLYS_KERNELS_H

#include "../core/isa.h"
#include "../core/rule.h"
#include "pose.h"
#include <sepal/polys.h>

/* The functions get arguments that were checked; a rule is never NULL, and `count` is not 0. */
typedef struct sepal_polys_kernels {
    /* Is every pairs[i].a < count_a and every pairs[i].b < count_b? */
    bool (*indices_within)(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b);

    /* sepal_polys_overlap_pairs; sepal_polys_overlap_rows, about rows that have `count` pairs together */
    void (*overlap_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                          uint64_t *bits);
    void (*overlap_rows)(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                         uint64_t *bits);

    /* sepal_polys_contains_pairs */
    void (*contains_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, uint64_t *bits);

    /* sepal_polys_mtv_pairs; sepal_polys_mtv_rows, about rows that have `count` pairs together */
    void (*mtv_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_mtvs *out);
    void (*mtv_rows)(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                     const sepal_mtvs *out);

    /* sepal_polys_sweep_pairs; moves are never NULL and finite, and their stride is 0 if all shapes of the set have the first one */
    void (*sweep_pairs)(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b, const sepal_moves *moves_b,
                        const sepal_pair *pairs, size_t count, const sepal_rule *rule, const sepal_hits *out);

    /* sepal_polys_contacts_pairs */
    void (*contacts_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, const sepal_contacts *out);

    /* Is every |x| and |y| of the poses <= most_place, and every |cos| and |sin| <= most_turn? (The strides are not 0.) */
    bool (*poses_within)(const sepal_poses *poses, size_t count, float most_place, float most_turn);
    /* sepal_polys_place and sepal_polys_place_range, when nothing can fail any more: the world has room, and its totals and radii
     * are set. Other threads may place other shapes of the world. */
    void (*place)(sepal_placing *placing);
} sepal_polys_kernels;

extern const sepal_polys_kernels sepal_polys_kernels_scalar;
extern const sepal_polys_kernels sepal_polys_kernels_x4;
extern const sepal_polys_kernels sepal_polys_kernels_x8;
extern const sepal_polys_kernels sepal_polys_kernels_x16;

/* The table of the instruction set in use. */
const sepal_polys_kernels *sepal_polys_kernels_in_use(void);

/* Are the sets not NULL, nor the rows while there are any, and are all rows within the sets? Counts the pairs. */
bool sepal_polys_rows_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, size_t *pairs);

/* Are the sets not NULL, nor the pairs while there are any, and are all indices within the sets? */
bool sepal_polys_pairs_are_good(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count);

#endif
