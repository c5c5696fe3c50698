/* triangulate.h — a simple polygon as triangles. */
#ifndef SEPAL_POLYS_TRIANGULATE_H
#define SEPAL_POLYS_TRIANGULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What triangulating works in: for n vertices, n or the given multiple of n words of each array. */
enum { SEPAL_OUTLINE_NODES = 3, SEPAL_OUTLINE_HALVES = 3 };
typedef struct sepal_outline {
    const float *x, *y;                    /* the vertices; two that follow each other differ */
    uint32_t count;                        /* at least 3 */
    uint32_t *order;                       /* the vertices in the order of the sweep */
    uint32_t *status;                      /* the edges that the sweep line crosses, from below */
    uint32_t *head, *tail, *hook;          /* of the chain above each edge that has the inside above it */
    uint32_t *vertex, *up, *down, *behind; /* of the nodes of chains: 3 n each */
    /* The triangles: half-edge 3 t + k leads from corner k of triangle t to the next one, counter-clockwise. 3 n each. */
    uint32_t *corner; /* the vertex where a half-edge begins */
    uint32_t *twin;   /* the half-edge of the neighbour; SEPAL_OUTLINE for an edge of the polygon */
    size_t triangles;
} sepal_outline;

#define SEPAL_OUTLINE UINT32_MAX

/* Finds the triangles, n - 2 of them. False if the polygon is not simple; exact. */
bool sepal_poly_triangulate(sepal_outline *outline);

#endif
