/* textbook_solids.h — two oriented boxes as it is usually written by hand: in float, one pair at a time, fifteen axes with an early exit
 * and an epsilon for parallel edges (Ericson, Real-Time Collision Detection, 2005, section 4.4.1; Gottschalk, Lin, Manocha, OBBTree,
 * 1996). Rounding and the epsilon make it wrong near contact. */
#ifndef BENCH_TEXTBOOK_SOLIDS_H
#define BENCH_TEXTBOOK_SOLIDS_H

#include <stddef.h>
#include <stdint.h>

#include <sepal/sepal.h>

typedef struct textbook_box {
    float centre[3], axis[3][3], half[3];
} textbook_box;

/* From the half edges; NULL if memory is short. For free(). */
textbook_box *textbook_boxes(const sepal_solids *set);

void textbook_boxes_overlap(const textbook_box *boxes, const sepal_pair *pairs, size_t count, uint64_t *bits);

#endif
