/* kernels.h — the questions about sets of solids, each answered once per instruction set: a table for each. */
#ifndef SEPAL_SOLIDS_KERNELS_H
#define SEPAL_SOLIDS_KERNELS_H

#include "../core/isa.h"
#include "../core/rule.h"
#include "pose.h"

/* All arguments were checked; a rule is not NULL. */
typedef struct sepal_solids_kernels {
    /* sepal_solids_overlap_pairs, sepal_solids_overlap_one */
    void (*overlap_pairs)(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                          const sepal_rule *rule, uint64_t *bits);
    void (*overlap_one)(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first, size_t count,
                        const sepal_rule *rule, uint64_t *bits);

    /* sepal_solids_contains_pairs */
    void (*contains_pairs)(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, uint64_t *bits);

    /* sepal_solids_mtv_pairs */
    void (*mtv_pairs)(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                      const sepal_solid_mtvs *out);

    /* sepal_solids_place and its companions, once nothing can fail. */
    void (*place)(const sepal_solid_placing *placing);
} sepal_solids_kernels;

extern const sepal_solids_kernels sepal_solids_kernels_scalar;
extern const sepal_solids_kernels sepal_solids_kernels_x4;
extern const sepal_solids_kernels sepal_solids_kernels_x8;
extern const sepal_solids_kernels sepal_solids_kernels_x16;

/* The table of the instruction set in use. */
const sepal_solids_kernels *sepal_solids_kernels_in_use(void);

/* Are the sets and the pairs there, and all indices within the sets? */
bool sepal_solids_pairs_are_good(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count);

#endif
