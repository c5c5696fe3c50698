/* difference.h — vectors between the vertices of two cores, and the signs of polynomials in them, exactly.
 *
 * Two cores A and B overlap if their Minkowski difference K, the convex hull of all w = b - a for vertices a of A and b of B, holds
 * the origin. Whatever is asked of K is here the sign of a dot product of two vectors, each of which is a difference of vertices, a
 * difference of such differences, or a cross product. A vector is first known in double, with a bound on its error
 * (docs/numerics/solids.md, "Vectors"); its exact components are computed when a sign needs them: as whole numbers times a power of
 * two, and where these do not fit, as expansions. */
#ifndef SEPAL_SOLIDS_SCALAR_DIFFERENCE_H
#define SEPAL_SOLIDS_SCALAR_DIFFERENCE_H

#include "../../core/compiler.h"
#include "../../exact/number.h"
#include "../../exact/orient3.h"
#include "../../exact/whole.h"
#include "../set.h"
#include <assert.h>
#include <math.h>

/* A vector in double. No component of the true one differs by more than `error`. unit: a power of two that all components are multiples
 * of; 0 if none is known, or if the error is not 0. */
typedef struct sepal_exact_vector {
    double x[3], error, unit;
} sepal_exact_vector;

/* A core at rest. Its vertices are those of a box, or of a hull, whose coordinates are floats, `step` from one axis to the next. at: of
 * up to eight vertices what they are, multiplied by the scale, in double, and by how much each component is wrong; the last one again
 * fills the places of those that a hull lacks. */
enum { SEPAL_CORE_SMALL = 8 };
typedef struct sepal_core {
    const sepal_box_exact *box; /* NULL of a hull */
    const float *x;
    size_t step;
    bool is_small;
    double at[3][SEPAL_CORE_SMALL], error[SEPAL_CORE_SMALL];
    double extent, wrong; /* more than any coordinate; than the error of one in double */
} sepal_core;

/* The two cores. Of b only the vertices first_b .. first_b + size_b - 1 count: all, or one. Vertex still_b + k of b, where still_b is how
 * many it has, is its vertex k at the time `time`, as seen from a, when both move: then all of these count, or all of both places, which is
 * what b covers until then. */
typedef struct sepal_cores {
    const sepal_solids *a, *b;
    uint32_t i, j, size_a, first_b, size_b, still_b;
    const float *move_a, *move_b; /* three numbers each */
    float time;                   /* at least 0 */
    double onward[3];             /* how far b is beyond its place at that time, multiplied by the scale; mostly 0 */
    double scale;                 /* a power of two, that all vertices and moves are multiplied by */
    double unit;                  /* a power of two that all coordinates at rest are multiples of */
    bool is_whole;                /* double has all differences of these */
    sepal_exact_vector way;       /* from a vertex at rest to where it is then */
    sepal_core core[2];           /* a, b */
} sepal_cores;

/* At rest, multiplied by a scale, or by 1. */
void sepal_cores_set_scaled(sepal_cores *cores, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, double scale);
static inline void sepal_cores_set(sepal_cores *cores, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    sepal_cores_set_scaled(cores, a, i, b, j, 1);
}

/* b becomes all that it covers until a time; b as it is at a time; b a little farther on than at the last of these, as seen from a. */
void sepal_cores_sweep(sepal_cores *cores, float time);
void sepal_cores_advance(sepal_cores *cores, float time);
void sepal_cores_go_on(sepal_cores *cores, const double onward[3]);

/* A vertex of one of the two. */
typedef struct sepal_vertex {
    bool of_b;
    uint32_t number;
} sepal_vertex;

/* The member b - a of the difference. */
typedef struct sepal_member {
    uint32_t a, b;
} sepal_member;

typedef enum sepal_exact_kind { SEPAL_BETWEEN, SEPAL_MINUS, SEPAL_CROSS, SEPAL_FIXED } sepal_exact_kind;

/* A vector, and how it is made. Those that it is made of must stay where they are as long as it is used. */
typedef struct sepal_exact {
    sepal_exact_vector near;
    sepal_exact_kind kind;
    enum { SEPAL_KNOWN_NEAR, SEPAL_KNOWN_NUMBERS, SEPAL_KNOWN_WHOLE } known;
    sepal_vertex to, from;     /* between two vertices */
    struct sepal_exact *p, *q; /* p - q, p x q */
    union {                    /* filled in if it is known as these */
        sepal_number x[3];
#ifdef SEPAL_HAS_WHOLE
        sepal_whole_vector whole;
#endif
    };
} sepal_exact;

#ifdef SEPAL_HAS_WHOLE
/* The exact components as whole numbers; false if they do not fit. */
bool sepal_exact_whole(sepal_exact *v, const sepal_cores *cores, sepal_whole_vector *out);
#endif

/* Of how many sixteenths of vertices, at rest, a point of each core is made that lines through the origin lead from which rarely meet an edge of
 * K: of a those with the numbers 0, size / 3, size / 2, 2 size / 3 and the last one, of b the third, first, last, second and fourth of these; for
 * boxes the shares of their centre and half edges that makes. */
static const int sepal_line_shares[5] = {4, 2, 6, 1, 3}, sepal_line_box[2][4] = {{16, -8, -6, 4}, {16, 2, -2, 10}};
static inline void sepal_line_vertices(bool of_b, uint32_t size, uint32_t out[5]) {
    const uint32_t spread[5] = {0, size / 3, size / 2, 2 * size / 3, size - 1};
    static const uint8_t order[2][5] = {{0, 1, 2, 3, 4}, {2, 0, 4, 1, 3}};
    for (int i = 0; i < 5; i++)
        out[i] = spread[order[of_b][i]];
}

/* to - from; b - a of a member; the way of b as seen from a, or with sign = -1 its negative; sixteen times the difference of those points of the
 * cores, or its negative; p - q; p x q; small integers. */
void sepal_exact_between(sepal_exact *out, const sepal_cores *cores, sepal_vertex from, sepal_vertex to);
void sepal_exact_member(sepal_exact *out, const sepal_cores *cores, sepal_member member);
void sepal_exact_way(sepal_exact *out, const sepal_cores *cores, int sign);
void sepal_exact_middle(sepal_exact *out, const sepal_cores *cores, int sign);
void sepal_exact_minus(sepal_exact *out, sepal_exact *p, sepal_exact *q);
void sepal_exact_cross(sepal_exact *out, sepal_exact *p, sepal_exact *q);
void sepal_exact_axis(sepal_exact *out, int axis);

/* Fills in the exact components. */
void sepal_exact_know(sepal_exact *v, const sepal_cores *cores);

/* Fills in the exact components, and makes the vector in double accurate to the last bits, whatever cancelled. */
void sepal_exact_refine(sepal_exact *v, const sepal_cores *cores);

/* The signs of p . q, and of component k. */
int sepal_exact_dot_sign(sepal_exact *p, sepal_exact *q, const sepal_cores *cores);
int sepal_exact_component_sign(sepal_exact *v, int k, const sepal_cores *cores);

/* Is it the null vector? */
bool sepal_exact_is_zero(sepal_exact *v, const sepal_cores *cores);

/* p . q, if double has it without an error; else about that, and false. */
bool sepal_exact_dot_in_double(const sepal_exact *p, const sepal_exact *q, double *out);

/* The exact p . q. */
void sepal_exact_dot(sepal_exact *p, sepal_exact *q, const sepal_cores *cores, sepal_number *out);

/* --- Extreme vertices ----------------------------------------------------------------------------- */

/* The member with the greatest sign * n . w along the first direction; of several the one along the second, and so on; of several that
 * all directions leave the one with the lowest numbers. */
enum { SEPAL_DIRECTIONS = 5 };
typedef struct sepal_directions {
    int count, sign;
    sepal_exact *n[SEPAL_DIRECTIONS];
    int times[SEPAL_DIRECTIONS]; /* 1 or -1 */
} sepal_directions;
sepal_member sepal_exact_extreme(const sepal_cores *cores, const sepal_directions *directions);

/* The member with the least n . w; of several the one with the lowest numbers. */
sepal_member sepal_exact_support(const sepal_cores *cores, sepal_exact *n);

/* Has no member a smaller n . w than this one? */
bool sepal_exact_is_support(const sepal_cores *cores, sepal_exact *n, sepal_member member);

/* n . x in double for `count` vertices from `first` on. */
void sepal_cores_heights(const sepal_cores *cores, bool of_b, const double n[3], uint32_t first, uint32_t count, double *out);

/* What these are wrong by at most, for an n that is known so well. */
double sepal_cores_height_error(const sepal_cores *cores, bool of_b, const sepal_exact_vector *n);

/* How many heights are looked at together. */
enum { SEPAL_HEIGHTS = 64 };

/* The first of the greatest of some numbers, of which there is one at least: of each eight the greatest first, without branches. */
static inline uint32_t sepal_greatest_of(const double *v, uint32_t count) {
    assert(count > 0);
    double most = -INFINITY;
    uint32_t best = 0, k = 0;
    for (; k + 8 <= count; k += 8) {
        double m[4];
        for (uint32_t c = 0; c < 4; c++)
            m[c] = v[k + c] > v[k + c + 4] ? v[k + c] : v[k + c + 4];
        for (int c = 0; c < 2; c++)
            m[c] = m[c] > m[c + 2] ? m[c] : m[c + 2];
        m[0] = m[0] > m[1] ? m[0] : m[1];
        if (m[0] > most)
            most = m[0], best = k;
    }
    for (; k < count; k++)
        if (v[k] > most)
            most = v[k], best = k;
    if (best + 8 > count)
        return best;
    unsigned same = 0;
    for (uint32_t c = 0; c < 8; c++)
        same |= (unsigned)(v[best + c] >= most) << c;
    return same != 0 ? best + sepal_lowest_bit(same) : 0;
}

/* How many vertices of one core count, and the number of the first. */
static inline uint32_t sepal_cores_first(const sepal_cores *cores, bool of_b) {
    return of_b ? cores->first_b : 0;
}
static inline uint32_t sepal_cores_end(const sepal_cores *cores, bool of_b) {
    return of_b ? cores->first_b + cores->size_b : cores->size_a;
}

/* No coordinate of a vertex that counts is greater than the extent, or wrong in double by more than the error. */
static inline bool sepal_cores_moved(const sepal_cores *cores, bool of_b) {
    return of_b && cores->first_b + cores->size_b > cores->still_b;
}
static inline double sepal_cores_extent(const sepal_cores *cores, bool of_b) {
    return cores->core[of_b].extent + (sepal_cores_moved(cores, of_b) ? sepal_largest_of(cores->way.x) : 0);
}
static inline double sepal_cores_error(const sepal_cores *cores, bool of_b) {
    return cores->core[of_b].wrong + (sepal_cores_moved(cores, of_b) ? cores->way.error : 0);
}

/* A vertex at rest in double; a vertex. */
static inline void sepal_core_place(const sepal_core *core, double scale, uint32_t number, double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = core->is_small ? core->at[k][number] : scale * (double)core->x[(size_t)k * core->step + number];
}
static inline void sepal_cores_place(const sepal_cores *cores, sepal_vertex v, double out[3]) {
    const bool moved = v.of_b && v.number >= cores->still_b;
    sepal_core_place(&cores->core[v.of_b], cores->scale, moved ? v.number - cores->still_b : v.number, out);
    for (int k = 0; k < 3 && moved; k++)
        out[k] += cores->way.x[k];
}

/* Member k of those that differ from the first one in one vertex at most, k < size_a + size_b. They span what all members span, and
 * their differences what all differences of members span. */
static inline sepal_member sepal_cores_spanning(const sepal_cores *cores, uint32_t k) {
    assert(k < cores->size_a + cores->size_b);
    return k < cores->size_b ? (sepal_member){0, cores->first_b + k} : (sepal_member){k - cores->size_b, cores->first_b};
}

#endif
