/* push.h — the way out of a Minkowski difference, and its rounding. */
#ifndef SEPAL_SOLIDS_SCALAR_PUSH_H
#define SEPAL_SOLIDS_SCALAR_PUSH_H

#include "../../core/d3.h"
#include "../mtv.h"
#include "distance.h"

/* Finds a face of the Minkowski difference K, as three members, that is nearest to the origin but for 2^-40 of the extent of K. K
 * holds the origin. The normal n points outward. False if K has no volume. */
bool sepal_solids_scalar_nearest_face(sepal_cores *cores, sepal_nearest *out);

/* If the origin is on the boundary of K, which has volume: the face that answers, as three members, outside in front. False if that
 * is not told by the line (solids_scalar_hit.c). */
bool sepal_solids_scalar_touched_face(sepal_cores *cores, sepal_member face[3]);

/* --- The first attempt ------------------------------------------------------------------------ */

/* A polytope of members that grows around the origin, in double and in a fixed order of operations, until no member is beyond its
 * nearest face. What it is made of: corners and faces of the polytope; edges around faces that are taken away. */
enum { SEPAL_GROW_CORNERS = 128, SEPAL_GROW_FACES = 2 * SEPAL_GROW_CORNERS, SEPAL_GROW_RIM = 192 };

/* Shares of R, which no vertex exceeds by the sum of its coordinates. A member is taken in if it is farther beyond the nearest face;
 * a face is taken away if the member is farther beyond it; the face that is found may be farther than the nearest one by this. The
 * first members are not in a line, and not in a plane, by more. R is between the last two. */
#define SEPAL_GROW_PROGRESS 0x1p-42
#define SEPAL_GROW_BEYOND   0x1p-44
#define SEPAL_GROW_FARTHER  0x1p-41
#define SEPAL_GROW_WIDTH    0x1p-20
#define SEPAL_GROW_HEIGHT   0x1p-30
#define SEPAL_GROW_LEAST    0x1p-60
#define SEPAL_GROW_MOST     0x1p60

/* Directed edges, from the corner in the high byte to that in the low one, of faces that are taken away; those whose opposites are there too
 * are inside. */
typedef struct sepal_grow_rim {
    int count, most;
    uint16_t *edge; /* room for the most */
} sepal_grow_rim;

static inline uint8_t sepal_grow_rim_from(const sepal_grow_rim *r, int k) {
    return (uint8_t)(r->edge[k] >> 8);
}
static inline uint8_t sepal_grow_rim_to(const sepal_grow_rim *r, int k) {
    return (uint8_t)(r->edge[k] & 0xff);
}

/* Notes an edge. False if there is no room. */
static inline bool sepal_grow_rim_note(sepal_grow_rim *r, uint8_t from, uint8_t to) {
    const uint16_t opposite = (uint16_t)(to << 8 | from);
    for (int k = 0; k < r->count; k++)
        if (r->edge[k] == opposite) {
            r->edge[k] = r->edge[--r->count];
            return true;
        }
    if (r->count == r->most)
        return false;
    r->edge[r->count++] = (uint16_t)(from << 8 | to);
    return true;
}

/* More than the rounding of the sign that tells whether the origin is behind a face: units of 2^-53, of squares of lengths of its
 * edges, of these and R, and of R. */
#define SEPAL_GROW_EDGES (48 * 0x1p-53)
#define SEPAL_GROW_SIDES (192 * 0x1p-53)
#define SEPAL_GROW_PLACE (32 * 0x1p-53)
/* More than the first two, of edges of any length: of the square of R. */
#define SEPAL_GROW_ANY 0x1p-40

/* The face that it ends with, outside in front. It is the answer if no member is beyond it, and it is not farther than `most`: both
 * decided exactly. around: the origin is certainly inside of the polytope. */
typedef struct sepal_grown {
    sepal_member member[3];
    sepal_reach3 most;
    bool around;
} sepal_grown;

/* The face, if it is the answer; if not, false. around: as of sepal_grown. */
bool sepal_solids_scalar_grown_face(const sepal_cores *cores, sepal_nearest *out, bool *around);

/* Is no member beyond the plane of a face? If one is, `farthest` is the farthest. */
bool sepal_nearest_is_outermost(sepal_nearest *nearest, const sepal_cores *cores, sepal_member *farthest);

/* --- Places in double -------------------------------------------------------------------------- */

/* The rounding of a difference of two members, of the magnitude of vertices; and what this and rounding make of a product of three
 * differences (docs/numerics/solids.md, "Smallest push"). */
#define SEPAL_PLACE_ERROR     (8 * 0x1p-53)
#define SEPAL_BEHIND_PLACES   8
#define SEPAL_BEHIND_ROUNDING (32 * 0x1p-53)

static inline void sepal_place_of_member(const sepal_cores *cores, sepal_member member, double out[3]) {
    double a[3], b[3];
    sepal_cores_place(cores, (sepal_vertex){false, member.a}, a);
    sepal_cores_place(cores, (sepal_vertex){true, member.b}, b);
    d3_sub(b, a, out);
}

/* What no component of a difference of two places is off by. */
static inline double sepal_places_wrong(const sepal_cores *cores) {
    return 2 * (sepal_cores_error(cores, false) + sepal_cores_error(cores, true)) +
           SEPAL_PLACE_ERROR * (sepal_cores_extent(cores, false) + sepal_cores_extent(cores, true));
}

/* How far the member s is in front of the plane of p, q and r, times the length of (q - p) x (r - p); error: what this is off by at most. */
static inline double sepal_place_height(const double p[3], const double q[3], const double r[3], const double s[3], double wrong,
                                        double *error) {
    double e[3], g[3], h[3], n[3];
    d3_sub(q, p, e);
    d3_sub(r, p, g);
    d3_sub(s, p, h);
    d3_cross(e, g, n);
    const double one = sepal_largest_of(e) + wrong, two = sepal_largest_of(g) + wrong, three = sepal_largest_of(h) + wrong;
    *error = SEPAL_BEHIND_PLACES * wrong * (one * two + (one + two) * three) + SEPAL_BEHIND_ROUNDING * (one * two * three);
    return d3_dot(n, h);
}

/* A unit vector at right angles to all members of a K without volume, rounded; (1, 0, 0) if they are one point. */
void sepal_solids_scalar_flat_normal(const sepal_cores *cores, float normal[3]);

/* The sum of the three parts of the reach and sign times the distance of what was found, rounded once, to the nearest float; beyond
 * all of them the last one. Part 3 of the reach is 0. */
float sepal_nearest_rounded(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach, int sign);

/* The direction of n, times sign, as a unit vector: each component the nearest float. */
void sepal_nearest_direction(sepal_nearest *found, const sepal_cores *cores, int sign, float normal[3]);

#endif
