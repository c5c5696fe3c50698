/* polytope.h — a polytope of members of the Minkowski difference K, grown in double until its nearest face seems to be one of K.
 *
 * The expanding polytope of van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001: four
 * members; the nearest face of their tetrahedron; the member farthest along its normal, which the polytope takes in, until none is
 * beyond that face. Members that are in the plane of a face but for rounding are left out, so that solids that rest on each other,
 * whose K has many faces in one plane or nearly so, take a few steps.
 *
 * Where several faces are as near, this order of operations tells which one answers. So every operation here is part of the
 * definition. It is written in words, which the unit includes before it: a face in each lane for the kernels, one face at a time for
 * the reference (solids_scalar_grow.c, simd/one.h). Nothing here has to be right: the face is the answer only after exact signs
 * agree (docs/numerics/solids.md, "Smallest push"). */
#ifndef SEPAL_SOLIDS_SCALAR_POLYTOPE_H
#define SEPAL_SOLIDS_SCALAR_POLYTOPE_H

#include "../../core/compiler.h"
#include "push.h"
#include <assert.h>

/* What a polytope is made of: `farthest` finds the member that is farthest along n, and where it is. No member is farther from the origin
 * than the extent. */
typedef void grow_farthest(const void *cores, const double n[3], sepal_member *member, double at[3]);
typedef struct grow_source {
    grow_farthest *farthest;
    const void *cores;
    double extent;
} grow_source;

/* The corners of each face, outside in front; its unit normal; the least n . w of its corners. Behind the last face, up to a multiple of
 * lanes, there are some that are infinitely far away. added: the numbers of the faces that the last corner has. */
typedef struct grow_body {
    int corners, faces, count_added;
    double corner[SEPAL_GROW_CORNERS][3];
    sepal_member member[SEPAL_GROW_CORNERS]; /* that a corner is */
    uint8_t of[SEPAL_GROW_FACES][3], added[SEPAL_GROW_FACES];
    double n[3][SEPAL_GROW_FACES], distance[SEPAL_GROW_FACES];
    double inverse; /* that of the shortest cross product of which a normal was made */
} grow_body;

/* --- Faces ------------------------------------------------------------------------------------------------------------------------- */

/* How far the origin certainly is behind a face at least: of two of its edges, and the inverse length of their cross product. */
static inline double least_behind(const double e[3], const double g[3], double inverse, double distance, double extent) {
    const double lengths = d3_sum(e) + d3_sum(g);
    const double limit = lengths * (lengths * SEPAL_GROW_EDGES + SEPAL_GROW_SIDES * extent);
    return distance - extent * (limit * inverse + SEPAL_GROW_PLACE);
}

/* That of a face of the polytope. It is found where it is asked for, since most faces do not stay. */
static inline double behind_face(const grow_body *p, int face, double extent) {
    const uint8_t *of = p->of[face];
    double e[3], g[3], n[3];
    d3_sub(p->corner[of[1]], p->corner[of[0]], e);
    d3_sub(p->corner[of[2]], p->corner[of[0]], g);
    d3_cross(e, g, n);
    return least_behind(e, g, 1 / sqrt(d3_dot(n, n)), p->distance[face], extent);
}

/* One at a time, since they are few: to fill lanes with corners takes longer. False if the corners are in a line. */
static inline bool set_face(grow_body *p, uint8_t number, uint8_t from, uint8_t to, uint8_t apex) {
    const uint8_t of[3] = {from, to, apex};
    const double *corner[3] = {p->corner[from], p->corner[to], p->corner[apex]};
    double e[3], g[3], n[3];
    d3_sub(corner[1], corner[0], e);
    d3_sub(corner[2], corner[0], g);
    d3_cross(e, g, n);
    const double square = d3_dot(n, n), inverse = 1 / sqrt(square);
    for (int i = 0; i < 3; i++) {
        p->of[number][i] = of[i];
        p->n[i][number] = n[i] *= inverse;
    }
    const double one = d3_dot(n, corner[0]), two = d3_dot(n, corner[1]), three = d3_dot(n, corner[2]);
    const double less = one < two ? one : two;
    p->distance[number] = less < three ? less : three;
    p->inverse = inverse > p->inverse ? inverse : p->inverse;
    return square > 0;
}

/* Up to a multiple of lanes. */
static inline void end_faces(grow_body *p) {
    for (int k = p->faces; k % WD_LANES != 0; k++)
        p->n[0][k] = p->n[1][k] = p->n[2][k] = 0, p->distance[k] = (double)INFINITY;
}

/* The number of the first of the nearest faces. */
static inline int nearest_face(const grow_body *p) {
    wd least = wd_load(p->distance);
    for (int first = WD_LANES; first < p->faces; first += WD_LANES)
        least = wd_min(least, wd_load(p->distance + first));
    const wd distance = wd_set1(-wd_greatest(wd_negated(least)));
    for (int first = 0;; first += WD_LANES) {
        const uint64_t same = wdm_bits(wd_eq(wd_load(p->distance + first), distance));
        if (same != 0)
            return first + (int)sepal_lowest_bit(same);
    }
}

static inline bool is_behind_all(const grow_body *p, double extent) {
    for (int k = 0; k < p->faces; k++)
        if (!(behind_face(p, k, extent) > 0))
            return false;
    return true;
}

/* Is the origin certainly behind all faces, the nearest of which is at this distance? They are asked one by one only where behind_face may take
 * away as much from some distance. */
static inline bool is_around(const grow_body *p, double distance, double extent) {
    const bool far = distance > extent * (SEPAL_GROW_ANY * (extent * extent) * p->inverse + 2 * SEPAL_GROW_PLACE);
    assert(!far || is_behind_all(p, extent));
    return far || is_behind_all(p, extent);
}

/* --- The first four corners -------------------------------------------------------------------------------------------------------- */

/* The member that is farthest along sign * n becomes a corner. */
static inline void place_first(const grow_source *of, const double n[3], double sign, int number, grow_body *p) {
    const double along[3] = {sign * n[0], sign * n[1], sign * n[2]};
    of->farthest(of->cores, along, &p->member[number], p->corner[number]);
}

/* Two corners along the line between the centres, two to the sides. from: from the centre of a to that of b. Returns 1 or 2, the number of the
 * corner that follows 0 in the face that has corner 3 behind it, of 0, 1 and 2; 0 if there are no such members. */
static inline uint8_t place_first_corners(const grow_source *of, const double from[3], grow_body *p) {
    static const double along_x[3] = {1, 0, 0};
    const double *c = from[0] == 0 && from[1] == 0 && from[2] == 0 ? along_x : from, square_of_extent = of->extent * of->extent;
    double e[3], g[3], h[3], n[3], m[3], square, height;
    int least = 0, tried;
    place_first(of, c, -1, 0, p);
    place_first(of, c, 1, 1, p);
    d3_sub(p->corner[1], p->corner[0], e);
    for (int k = 1; k < 3; k++)
        least = fabs(e[k]) < fabs(e[least]) ? k : least;
    m[least] = 0, m[(least + 1) % 3] = e[(least + 2) % 3], m[(least + 2) % 3] = -e[(least + 1) % 3];
    for (tried = 0; tried < 2; tried++) {
        place_first(of, m, tried == 0 ? 1 : -1, 2, p);
        d3_sub(p->corner[2], p->corner[0], g);
        d3_cross(e, g, n);
        square = d3_dot(n, n);
        if (square > SEPAL_GROW_WIDTH * SEPAL_GROW_WIDTH * (d3_dot(e, e) * square_of_extent))
            break;
    }
    for (int side = 0; side < 2 && tried < 2; side++) {
        place_first(of, n, side == 0 ? 1 : -1, 3, p);
        d3_sub(p->corner[3], p->corner[0], h);
        height = d3_dot(n, h);
        if (height * height > SEPAL_GROW_HEIGHT * SEPAL_GROW_HEIGHT * (square * square_of_extent))
            return height > 0 ? 2 : 1;
    }
    return 0;
}

/* from: as of place_first_corners. False if there are no first corners. */
static inline bool start_body(const grow_source *of, const double from[3], grow_body *p) {
    const uint8_t one = place_first_corners(of, from, p), two = (uint8_t)(3 - one);
    const uint8_t begins[4] = {0, one, two, 0}, ends[4] = {one, 0, one, two}, apex[4] = {two, 3, 3, 3};
    bool fine = one != 0;
    p->corners = p->faces = p->count_added = 4;
    p->inverse = 0;
    for (uint8_t k = 0; k < 4 && fine; k++)
        fine = set_face(p, p->added[k] = k, begins[k], ends[k], apex[k]);
    end_faces(p);
    return fine;
}

/* --- One more corner --------------------------------------------------------------------------------------------------------------- */

/* Takes in a member, which is at `at`. The new faces get the numbers of those that are taken away, and further ones. False if there is no room. */
static inline bool take_in(grow_body *p, double extent, sepal_member member, const double at[3]) {
    uint16_t room[SEPAL_GROW_RIM];
    sepal_grow_rim r = {0, SEPAL_GROW_RIM, room};
    int gone = 0;
    bool fine = true;
    if (p->corners == SEPAL_GROW_CORNERS)
        return false;
    const wd3 corner = {wd_set1(at[0]), wd_set1(at[1]), wd_set1(at[2])};
    for (int begin = 0; begin < p->faces; begin += 64) { /* first which faces are seen, without a branch for each */
        uint64_t seen = 0;
        for (int first = begin; first < p->faces && first < begin + 64; first += WD_LANES) {
            const wd3 n = {wd_load(p->n[0] + first), wd_load(p->n[1] + first), wd_load(p->n[2] + first)};
            const wd beyond = wd_sub(wd3_dot_in_order(n, corner), wd_load(p->distance + first));
            seen |= (uint64_t)wdm_bits(wd_gt(beyond, wd_set1(SEPAL_GROW_BEYOND * extent))) << (first - begin);
        }
        for (; seen != 0; seen &= seen - 1) {
            const unsigned face = (unsigned)begin + sepal_lowest_bit(seen);
            const uint8_t *c = p->of[face];
            for (int e = 0; e < 3; e++)
                if (!sepal_grow_rim_note(&r, c[e], c[(e + 1) % 3]))
                    return false;
            p->added[gone++] = (uint8_t)face;
        }
    }
    const int added = r.count - gone;
    if (added < 0 || p->faces + added > SEPAL_GROW_FACES)
        return false;
    for (int k = 0; k < added; k++)
        p->added[gone + k] = (uint8_t)p->faces++;
    p->member[p->corners] = member;
    memcpy(p->corner[p->corners++], at, sizeof *p->corner);
    p->count_added = r.count;
    for (int k = 0; k < r.count && fine; k++)
        fine = set_face(p, p->added[k], sepal_grow_rim_from(&r, k), sepal_grow_rim_to(&r, k), (uint8_t)(p->corners - 1));
    end_faces(p);
    return fine;
}

/* --- The face that it ends with ---------------------------------------------------------------------------------------------------- */

/* The leading 25 bits of a number, rounded (Dekker, "A floating-point technique for extending the available precision", 1971). Not by
 * a conversion to float and back: gcc 12 leaves that out where it packs two of them into a vector. */
static inline double leading_bits(double x) {
    const double shifted = x * (0x1p28 + 1);
    return shifted - (shifted - x);
}

/* from: as of place_first_corners. False if there is no such face, or not enough room, or if all of K is beyond a plane that the origin is
 * in front of. */
static inline bool grow_around(const grow_source *of, const double from[3], sepal_grown *out) {
    grow_body p;
    if (!(of->extent > SEPAL_GROW_LEAST && of->extent < SEPAL_GROW_MOST) || !start_body(of, from, &p))
        return false;
    for (;;) {
        sepal_member member;
        const int best = nearest_face(&p);
        const double n[3] = {p.n[0][best], p.n[1][best], p.n[2][best]}, distance = p.distance[best];
        double at[3];
        of->farthest(of->cores, n, &member, at);
        if (d3_dot(n, at) < -SEPAL_GROW_FARTHER * of->extent)
            return false;
        if (d3_dot(n, at) - distance > SEPAL_GROW_PROGRESS * of->extent) {
            if (!take_in(&p, of->extent, member, at))
                return false;
            continue;
        }
        out->around = is_around(&p, distance, of->extent);
        for (int k = 0; k < 3; k++)
            out->member[k] = p.member[p.of[best][k]];
        const double most = (out->around ? distance : 0) + SEPAL_GROW_FARTHER * of->extent, first = leading_bits(most);
        out->most = (sepal_reach3){{first, leading_bits(most - first), 0, 0}};
        return true;
    }
}

#endif
