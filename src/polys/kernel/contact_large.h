/* contact_large.h — the contact points of polygons of more than 16 vertices: the greatest gaps with an axis in each lane, and the rest
 * by the reference, which takes linear time for it. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_LARGE_H
#define SEPAL_POLYS_KERNEL_CONTACT_LARGE_H

#include "contact_values.h"
#include "mtv_large.h"

static inline sepal_poly_contacts contacts_of_large(const polys_query *q, sepal_pair pair) {
    const sepal_polys *a = q->a, *b = q->b;
    w2 origin = {w_set1(*sepal_poly_x(a, pair.a)), w_set1(*sepal_poly_y(a, pair.a))};
    sepal_axis of_a, of_b;
    bool fit = fabsf(a->circles[pair.a].outer) + fabsf(b->circles[pair.b].outer) < INFINITY &&
               greatest_gap_of_large(a, pair.a, b, pair.b, origin, &of_a) &&
               greatest_gap_of_large(b, pair.b, a, pair.a, origin, &of_b);
    return fit ? sepal_polys_scalar_manifold_of(a, pair.a, b, pair.b, &of_a, &of_b, q->margin)
               : sepal_polys_scalar_manifold_double(a, pair.a, b, pair.b, q->margin);
}

#endif
