/* plane.h — planes through vertices of a core a, and on which side of them vertices of a and of another core b are, exactly.
 *
 * A sign is taken from double where a bound on its error lets it (docs/numerics/solids.md, "Planes"), and else it is that of the vectors
 * of difference.h. */
#ifndef SEPAL_SOLIDS_SCALAR_PLANE_H
#define SEPAL_SOLIDS_SCALAR_PLANE_H

#include "distance.h"

/* Two cores, a (0) and b (1), by their vertices. */
typedef struct sepal_corners {
    const sepal_solids *set[2];
    uint32_t index[2], size[2];
    bool box[2];
    const float *x[2]; /* of a hull: the coordinates, `step` from one axis to the next */
    size_t step[2];
    double corner[2][8][3]; /* of a box */
    double error;           /* no coordinate of `corner` is wrong by more */
    double extent[2];       /* no coordinate of a vertex of a differs by more from one of a; of a and of b */
    bool whole;             /* normals and heights have no error: they are whole numbers that double has */
    bool exact;             /* `cores` is filled in */
    sepal_cores cores;
} sepal_corners;

/* The vertices of two cores. */
void sepal_corners_set(sepal_corners *s, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j);

/* The two for the vectors of difference.h, at rest. */
sepal_cores *sepal_corners_cores(sepal_corners *s);

/* Vertex k of core `of`, in double. */
static inline void sepal_corner_of(const sepal_corners *s, int of, uint32_t k, double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = s->box[of] ? s->corner[of][k][c] : (double)s->x[of][(size_t)c * s->step[of] + k];
}

/* In place of the number of a vertex: the point at infinity in the direction of coordinate axis k, which has the number
 * SEPAL_AT_INFINITY + k. One that is not at infinity comes first. */
#define SEPAL_AT_INFINITY (UINT32_MAX - 2)

/* The plane through three of these. The directions of its two edges are known in double, and what they are in exact numbers when a sign
 * needs it; so it stays where it is. */
typedef struct sepal_corner_plane {
    uint32_t corner[3];
    double at[3], n[3]; /* the first corner; the normal, edge 1 x edge 2 */
    double wrong;       /* by how much a component of n may be wrong */
    double error[2];    /* by how much n . (x - at) may be, for a vertex x of each core */
    bool known;         /* what follows is filled in */
    sepal_exact edge[2], normal;
} sepal_corner_plane;

void sepal_corner_plane_set(sepal_corner_plane *p, const sepal_corners *s, const uint32_t corner[3]);

/* n . (x - at) in double */
static inline double sepal_corner_height(const sepal_corner_plane *p, const double x[3]) {
    return (p->n[0] * (x[0] - p->at[0]) + p->n[1] * (x[1] - p->at[1])) + p->n[2] * (x[2] - p->at[2]);
}

/* n . (x - at) for the vertices first .. first + count - 1 of core `of`, in double. */
void sepal_corner_heights(const sepal_corner_plane *p, const sepal_corners *s, int of, uint32_t first, uint32_t count, double *out);

/* The exact signs: of n . (x - at) for vertex k of a core; of n . (x - y) for vertices x and y of b; of component k of n. */
int sepal_corner_side(sepal_corner_plane *p, sepal_corners *s, int of, uint32_t k);
int sepal_corner_order(sepal_corner_plane *p, sepal_corners *s, uint32_t x, uint32_t y);
int sepal_corner_component(sepal_corner_plane *p, sepal_corners *s, int k);

/* The sign of the distance of vertex k of b from a plane through vertices, less the reach, which is not negative. */
int sepal_corner_compare(sepal_corner_plane *p, sepal_corners *s, uint32_t k, const sepal_reach3 *reach);

#endif
