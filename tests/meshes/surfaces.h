/* surfaces.h — triangles that are hard on a mesh, the same triangles as hulls of a set, and bodies near them. */
#ifndef SEPAL_TESTS_SURFACES_H
#define SEPAL_TESTS_SURFACES_H

#include "../scenes/shapes.h"
#include <sepal/sepal.h>

typedef enum surface_kind {
    SURFACE_FLAT,    /* a grid in one plane, whose coordinates are whole */
    SURFACE_BUMPY,   /* a grid with noise */
    SURFACE_TILTED,  /* a grid in a plane up to rounding */
    SURFACE_TUBE,    /* closed */
    SURFACE_FAN,     /* many triangles at one vertex, some of them without area */
    SURFACE_CROWD,   /* triangles in one place, some several times, some wound the other way */
    SURFACE_NEEDLES, /* long and thin ones, and points and segments */
    SURFACE_HUGE,    /* of all sizes that floats have */
    SURFACES
} surface_kind;

/* Vertices as rows of three, and corners as rows of three. */
typedef struct surface {
    size_t vertices, count;
    float *vertex;
    uint32_t *corner;
} surface;

const char *surface_name(surface_kind kind);

/* size: of a grid, triangles of the others; more than 3. */
surface surface_create(surface_kind kind, uint32_t size, uint64_t seed);
void surface_release(surface *s);

sepal_triangles surface_triangles(const surface *s);
sepal_mesh *surface_mesh(const surface *s);

/* Triangle i as hull i, asked of the mesh and so without -0. */
sepal_solids *surface_hulls(const sepal_mesh *mesh);

/* Boxes, hulls, spheres, capsules and points near the triangles: some overlap them, some touch, some are apart. */
sepal_solids *surface_bodies(const surface *s, size_t count, uint64_t seed);

#endif
