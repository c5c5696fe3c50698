/* push.h — the way out of a Minkowski difference, and its rounding. */
#ifndef SEPAL_SOLIDS_SCALAR_PUSH_H
#define SEPAL_SOLIDS_SCALAR_PUSH_H

#include "../../core/d3.h"
#include "../mtv.h"
#include "distance.h"

/* Finds a face of the Minkowski difference K, as three members, that is nearest to the origin but for 2^-40 of the extent of K. K
 * holds the origin. The normal n points outward. False if K has no volume. */
bool sepal_solids_scalar_nearest_face(const sepal_cores *cores, sepal_nearest *out);

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

/* More than the rounding of the sign that tells whether the origin is behind a face: units of 2^-53, of squares of lengths of its
 * edges, of these and R, and of R. */
#define SEPAL_GROW_EDGES (48 * 0x1p-53)
#define SEPAL_GROW_SIDES (192 * 0x1p-53)
#define SEPAL_GROW_PLACE (32 * 0x1p-53)

/* The face that it ends with, outside in front. It is the answer if no member is beyond it, and it is not farther than `most`: both
 * decided exactly. around: the origin is certainly inside of the polytope. */
typedef struct sepal_grown {
    sepal_member member[3];
    sepal_reach3 most;
    bool around;
} sepal_grown;

/* The face, if it is the answer; if not, false. */
bool sepal_solids_scalar_grown_face(const sepal_cores *cores, sepal_nearest *out);

/* The member that is farthest along n, times sign, becomes corner `number` of a polytope, which is at `at`. */
typedef void sepal_grow_corner(void *polytope, int number, const double n[3], double sign, double at[3]);

/* Its first four corners: two along the line between the centres, two to the sides. from: from the centre of a to that of b. Returns
 * 1 or 2, the number of the corner that follows 0 in the face that has corner 3 behind it, of 0, 1 and 2; 0 if there are no such members. */
static inline uint8_t sepal_grow_start(sepal_grow_corner *set_corner, void *polytope, double extent, const double from[3]) {
    static const double along_x[3] = {1, 0, 0};
    const double *c = from[0] == 0 && from[1] == 0 && from[2] == 0 ? along_x : from;
    double at[4][3], e[3], g[3], h[3], n[3], m[3], square, height;
    int least = 0, tried;
    set_corner(polytope, 0, c, -1, at[0]);
    set_corner(polytope, 1, c, 1, at[1]);
    d3_sub(at[1], at[0], e);
    for (int k = 1; k < 3; k++)
        least = fabs(e[k]) < fabs(e[least]) ? k : least;
    m[least] = 0, m[(least + 1) % 3] = e[(least + 2) % 3], m[(least + 2) % 3] = -e[(least + 1) % 3];
    for (tried = 0; tried < 2; tried++) {
        set_corner(polytope, 2, m, tried == 0 ? 1 : -1, at[2]);
        d3_sub(at[2], at[0], g);
        d3_cross(e, g, n);
        square = d3_dot(n, n);
        if (square > SEPAL_GROW_WIDTH * SEPAL_GROW_WIDTH * (d3_dot(e, e) * (extent * extent)))
            break;
    }
    for (int side = 0; side < 2 && tried < 2; side++) {
        set_corner(polytope, 3, n, side == 0 ? 1 : -1, at[3]);
        d3_sub(at[3], at[0], h);
        height = d3_dot(n, h);
        if (height * height > SEPAL_GROW_HEIGHT * SEPAL_GROW_HEIGHT * (square * (extent * extent)))
            return height > 0 ? 2 : 1;
    }
    return 0;
}

/* Directed edges of faces that are taken away; those whose opposites are there too are inside. */
typedef struct sepal_grow_rim {
    int count;
    uint8_t from[SEPAL_GROW_RIM], to[SEPAL_GROW_RIM];
} sepal_grow_rim;

/* False if there is no room. */
static inline bool sepal_grow_note_rim(sepal_grow_rim *r, uint8_t from, uint8_t to) {
    for (int k = 0; k < r->count; k++)
        if (r->from[k] == to && r->to[k] == from) {
            r->count--;
            r->from[k] = r->from[r->count];
            r->to[k] = r->to[r->count];
            return true;
        }
    if (r->count == SEPAL_GROW_RIM)
        return false;
    r->from[r->count] = from;
    r->to[r->count++] = to;
    return true;
}

/* The leading 25 bits of a number, rounded (Dekker, "A floating-point technique for extending the available precision", 1971). Not by
 * a conversion to float and back: gcc 12 leaves that out where it packs two of them into a vector. */
static inline double sepal_grown_leading(double x) {
    double shifted = x * (0x1p28 + 1);
    return shifted - (shifted - x);
}

/* Fills in `most`: distance is that of the nearest face of the polytope. */
static inline void sepal_grown_set_most(sepal_grown *out, double distance, double extent) {
    double most = (out->around ? distance : 0) + SEPAL_GROW_FARTHER * extent, first = sepal_grown_leading(most);
    out->most = (sepal_reach3){{first, sepal_grown_leading(most - first), 0, 0}};
}

/* Is no member beyond the plane of a face? If one is, `farthest` is the farthest. */
bool sepal_nearest_is_outermost(sepal_nearest *nearest, const sepal_cores *cores, sepal_member *farthest);

/* --- */

/* A unit vector at right angles to all members of a K without volume, rounded; (1, 0, 0) if they are one point. */
void sepal_solids_scalar_flat_normal(const sepal_cores *cores, float normal[3]);

/* The sum of the three parts of the reach and sign times the distance of what was found, rounded once, to the nearest float; beyond
 * all of them the last one. Part 3 of the reach is 0. */
float sepal_nearest_rounded(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach, int sign);

/* The direction of n, times sign, as a unit vector: each component the nearest float. */
void sepal_nearest_direction(sepal_nearest *found, const sepal_cores *cores, int sign, float normal[3]);

#endif
