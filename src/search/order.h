/* order.h — boxes along a space-filling curve. Any order gives the same answers; this one makes nodes small. */
#ifndef SEPAL_SEARCH_ORDER_H
#define SEPAL_SEARCH_ORDER_H

#include "tree.h"

/* Puts `count` boxes into the order of the Hilbert curve through their centres: order[k] has the number of the k-th box in its
 * low 32 bits. Empty ones come last. spans: of the boxes; NULL in the plane. spare: as many words to work in. */
void sepal_order_boxes(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, uint64_t *spare, size_t count);

#endif
