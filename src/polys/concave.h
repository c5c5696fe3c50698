/* concave.h — cutting a polygon with holes into convex parts, whether its vertices are floats or doubles. */
#ifndef SEPAL_POLYS_CONCAVE_H
#define SEPAL_POLYS_CONCAVE_H

#include "../exact/orient64.h"
#include "set.h"

/* The polygon as it was given: either floats or doubles, the others NULL. A set of floats takes doubles that are floats. Ring k has the
 * vertices starts[k] .. starts[k + 1] - 1. */
typedef struct sepal_rings {
    const float *x, *y;
    const double *x64, *y64;
    const uint32_t *starts;
    size_t count;
} sepal_rings;

static inline sepal_double2 sepal_ring_vertex(const sepal_rings *g, size_t k) {
    return g->x64 != NULL ? (sepal_double2){g->x64[k], g->y64[k]} : (sepal_double2){(double)g->x[k], (double)g->y[k]};
}

/* The vertices, and two for each hole: so numbers of half-edges and nodes leave the highest bit free, 3 * 2^29 < 2^31. */
#define SEPAL_CONCAVE_MOST ((size_t)1 << 29)

/* Appends a part, whose memory there is, to a set of doubles. A parameter, so that a program without such sets has nothing of them. */
typedef void sepal_append_part(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t flags);

/* Adds the parts of a polygon, as sepal_polys_add_with_holes does; append: NULL if the set is one of floats. */
sepal_status sepal_polys_add_rings(sepal_polys *set, const sepal_rings *g, sepal_append_part *append, uint32_t *first,
                                   uint32_t *parts, sepal_refusal *refusal);

/* Adds the parts of what is outside of it, as sepal_polys_add_outside does, to a set of either kind. cut: an empty set of that kind, with
 * the same origin and allocator, in which the parts are cut. */
sepal_status sepal_polys_add_outside_of(sepal_polys *set, sepal_polys *cut, const sepal_rings *g, double beyond,
                                        sepal_append_part *append, uint32_t *first, uint32_t *parts, sepal_refusal *refusal);

#endif
