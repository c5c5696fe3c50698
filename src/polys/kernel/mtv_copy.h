/* mtv_copy.h — takes the pushes of a block of pairs to the arrays that are wanted, and finds their points. */
#ifndef SEPAL_POLYS_KERNEL_MTV_COPY_H
#define SEPAL_POLYS_KERNEL_MTV_COPY_H

#include "names.h"
#include <string.h>

/* Copies the pushes of a block of pairs, and finds their points, to the arrays that are wanted. first: the number of the first pair. */
static inline void copy_block_wanted(const polys_query *q, const sepal_pair *pairs, const sepal_mtvs *out, size_t first,
                                     const mtv_values *from, size_t count) {
    sepal_mtvs to = mtvs_from(out, first);
    if (to.normal_x != NULL)
        memcpy(to.normal_x, from->x, count * sizeof *from->x);
    if (to.normal_y != NULL)
        memcpy(to.normal_y, from->y, count * sizeof *from->y);
    if (to.depth != NULL)
        memcpy(to.depth, from->depth, count * sizeof *from->depth);
    if (sepal_mtvs_want_points(&to))
        kernel_mtv_points(q, pairs, count, from, &to);
}

static inline void copy_to_slots(float *to, const pair_list *list, const float *from) {
    for (size_t k = 0; to != NULL && k < list->count; k++)
        to[list->slots[k]] = from[k];
}

/* The points of a block of a list, to the slots of its pairs. */
static SEPAL_NOINLINE void copy_list_points(const polys_query *q, const pair_list *list, const mtv_values *from,
                                            const sepal_mtvs *to) {
    float at[4][SEPAL_BLOCK];
    kernel_mtv_points(q, list->pairs, list->count, from, &(sepal_mtvs){.a_x = at[0], .a_y = at[1], .b_x = at[2], .b_y = at[3]});
    copy_to_slots(to->a_x, list, at[0]);
    copy_to_slots(to->a_y, list, at[1]);
    copy_to_slots(to->b_x, list, at[2]);
    copy_to_slots(to->b_y, list, at[3]);
}

/* The same of a list, to the slots of its pairs in a chunk that begins with number `first`. */
static inline void copy_list_wanted(const polys_query *q, const pair_list *list, const sepal_mtvs *out, size_t first,
                                    const mtv_values *from) {
    sepal_mtvs to = mtvs_from(out, first);
    copy_to_slots(to.normal_x, list, from->x);
    copy_to_slots(to.normal_y, list, from->y);
    copy_to_slots(to.depth, list, from->depth);
    if (sepal_mtvs_want_points(&to))
        copy_list_points(q, list, from, &to);
}

#endif
