/* way.h — places along a straight way, exactly: how far along it a line is crossed. */
#ifndef SEPAL_POLYS_SCALAR_WAY_H
#define SEPAL_POLYS_SCALAR_WAY_H

#include "../../exact/motion.h"

/* On a way along d, the place e x v / e x d, with e x d > 0: where it crosses the line along e through v, as seen from the beginning of the
 * way. Or the beginning. */
typedef struct sepal_way_place {
    bool is_begin;
    sepal_vector e, v;
} sepal_way_place;

/* The sign of p - q. */
static inline int sepal_way_compare(const sepal_way_place *p, const sepal_way_place *q, const sepal_vector *d) {
    if (!p->is_begin && !q->is_begin)
        return sepal_vector_compare_quotients(&p->e, &p->v, &q->e, &q->v, d);
    if (p->is_begin && q->is_begin)
        return 0;
    return p->is_begin ? -sepal_vector_cross_sign(&q->e, &q->v) : sepal_vector_cross_sign(&p->e, &p->v);
}

#endif
