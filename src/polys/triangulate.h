/* triangulate.h — a polygon, which may have holes, as triangles. */
#ifndef SEPAL_POLYS_TRIANGULATE_H
#define SEPAL_POLYS_TRIANGULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A polygon, and what triangulating works in. With m = vertices + 2 holes, each array has m or the given multiple of m words. */
enum { SEPAL_OUTLINE_NODES = 3, SEPAL_OUTLINE_HALVES = 3 };
typedef struct sepal_outline {
    const double *x,
        *y; /* the vertices, ring after ring; two that follow each other differ. Floats, or doubles as orient64.h has them */
    uint32_t count;       /* vertices */
    uint32_t *starts;     /* where each ring begins, of at least 3 vertices, and where the last ends. Ring 0 is the outline of the
                             polygon, the others are its holes. */
    uint32_t *lowest;     /* of each ring its vertex that comes first in the order of the sweep */
    uint32_t *ring;       /* of each vertex, and of the edge that begins there, the number of its ring */
    uint32_t *after;      /* of each vertex the next one of its ring */
    uint32_t *order;      /* the vertices in the order of the sweep */
    uint32_t *status;     /* the edges that the sweep line crosses, from below */
    uint32_t *fan, *open; /* edges that begin at a point; visits of rings to it that are not complete */
    uint32_t *head, *tail, *hook;          /* of the chain above each edge that has the inside above it */
    uint32_t *vertex, *up, *down, *behind; /* of the nodes of chains: 3 m each */
    /* The triangles: half-edge 3 t + k leads from corner k of triangle t to the next one, counter-clockwise. 3 m each. */
    uint32_t *corner; /* the vertex where a half-edge begins */
    uint32_t *twin;   /* the half-edge of the neighbour; SEPAL_OUTLINE for an edge of the polygon */
    size_t triangles;
    /* What is wrong, if anything: an edge that meets another where it may not, in the ring that comes later, and in one ring the
     * edge that does; or the first vertex, in the order of the sweep, of a ring that is not where it should be, and SEPAL_OUTLINE. */
    uint32_t wrong, against;
} sepal_outline;

#define SEPAL_OUTLINE UINT32_MAX

/* Finds the triangles, m - 2 of them, or less if rings touch. False if a ring is not simple, rings cross or have
 * more than points in common, or a hole is not inside the outline or is inside another; exact. */
bool sepal_poly_triangulate(sepal_outline *outline);

#endif
