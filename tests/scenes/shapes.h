/* shapes.h — single polygons for the tests, from a seed.
 *
 * They are made only by whole numbers, conversions, + - * / and exact scaling, and not by functions of libm whose last bit
 * differs from machine to machine. So a seed makes the same polygon everywhere. Points that are computed in floating point are
 * replaced by the corners of their exact hull. */
#ifndef SEPAL_TESTS_SHAPES_H
#define SEPAL_TESTS_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
typedef struct rng {
    uint64_t state;
} rng;

uint64_t rng_next(rng *r);
uint32_t rng_below(rng *r, uint32_t bound);          /* 0 .. bound-1 */
int32_t rng_between(rng *r, int32_t lo, int32_t hi); /* lo .. hi */
double rng_real(rng *r, double lo, double hi);

enum { POLYGON_MAX = 256 };

typedef struct polygon {
    float x[POLYGON_MAX], y[POLYGON_MAX];
    size_t count;
} polygon;

/* Whole numbers, as the generators on a lattice use them; at most 2^24 in magnitude where they become a polygon. */
typedef struct lattice_point {
    int64_t x, y;
} lattice_point;

void polygon_push(polygon *p, double x, double y);
bool polygon_is_valid(const polygon *p);
void polygon_take_hull(polygon *p);

/* A box as sepal_boxes has it. */
typedef struct box {
    float x, y, half_x, half_y, cos, sin;
} box;

/* The corners as the header of the library defines them. */
void box_corners(const box *b, polygon *out);

/* cos and sin of a random direction: a rational point of the unit circle, rounded. */
void random_rotation(rng *r, double *cos, double *sin);

box random_box(rng *r, double x, double y, double half_least, double half_most);

/* --- Making polygons ---------------------------------------------------------------------------*/

/* `count` vertices on an ellipse about (x, y) with radii up to `radius`, rounded to multiples of `quantum` (0: to float32). If
 * rounding has removed vertices, others are repeated. */
void make_round(rng *r, size_t count, double x, double y, double radius, double quantum, polygon *out);

/* The hull of `count` points of the lattice within `range` of (x, y). */
void make_lattice(rng *r, size_t count, lattice_point centre, int32_t range, polygon *out);

/* The hull of `count` floats of any exponent in [lowest, highest] (biased: 0 .. 254) and either sign. */
void make_wild(rng *r, size_t count, int lowest, int highest, polygon *out);

/* A parallelogram p, p+u, p+u+v, p+v. */
void make_parallelogram(lattice_point p, lattice_point u, lattice_point v, polygon *out);

/* A hexagon p, p+u, p+2u+v, p+2u+2v, p+u+2v, p+v; steps of 2u+v and u+2v tile the plane with it. */
void make_hexagon(lattice_point p, lattice_point u, lattice_point v, polygon *out);

/* An octagon about the origin with sides at distance `half` along the axes, each 2 * `side` long. */
void make_octagon(int64_t half, int64_t side, polygon *out);

/* --- Moving polygons into contact --------------------------------------------------------------*/

typedef enum touch_manner {
    TOUCH_VERTEX, /* a vertex on a vertex */
    TOUCH_MIDDLE, /* a vertex on the middle of an edge */
    TOUCH_EDGE    /* along a whole edge; the mover becomes a copy of the neighbour, turned by half a turn */
} touch_manner;

typedef struct touch {
    lattice_point point, edge; /* the place, and the vector of the neighbour's edge there */
} touch;

/* Moves a polygon, whole coordinates to whole coordinates, until it touches another from outside. Both have even coordinates. */
touch move_to_touch(rng *r, const polygon *neighbour, touch_manner manner, polygon *mover);

/* --- Changing polygons, the hull kept ----------------------------------------------------------*/

void polygon_reverse(polygon *p);
void polygon_start_at(polygon *p, size_t first);
void polygon_repeat(rng *r, polygon *p, size_t count);         /* repeats vertices until there are `count` */
void polygon_split_edges(rng *r, polygon *p, size_t attempts); /* puts vertices on edges if float32 can hold them exactly */

/* --- Changing polygons, the hull changed -------------------------------------------------------*/

void polygon_translate(polygon *p, double x, double y);
void polygon_scale(polygon *p, int exponent); /* times 2^exponent */
void polygon_nudge(rng *r, polygon *p);       /* one coordinate of one vertex by one ulp, if it stays convex */

#endif
