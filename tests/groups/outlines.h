/* outlines.h — polygons with whole coordinates that need not be convex, and what whole numbers say of them. */
#ifndef SEPAL_TESTS_OUTLINES_H
#define SEPAL_TESTS_OUTLINES_H

#include "../scenes/shapes.h"

#include <sepal/polys.h>
#include <stdbool.h>

enum { OUTLINE_MOST = 4000 };

/* Coordinates below 2^20 in magnitude. */
typedef struct outline {
    size_t count;
    int32_t x[OUTLINE_MOST], y[OUTLINE_MOST];
} outline;

/* The kinds of outlines that are simple. */
typedef enum outline_kind {
    OUTLINE_TANGLE, /* random points, joined so that nothing crosses */
    OUTLINE_MAZE,   /* around the passages of a maze */
    OUTLINE_COMB,   /* teeth from both sides */
    OUTLINE_SPIRAL,
    OUTLINE_STAR, /* around a point that sees all of it */
    OUTLINE_KINDS
} outline_kind;

/* A simple polygon of about `size` vertices; every other one is clockwise. */
void outline_make(outline *o, outline_kind kind, size_t size, uint64_t seed);

/* Twice the signed area. */
int64_t outline_area2(const outline *o);

/* Whether the polygon is simple, by comparing every pair of edges. */
bool outline_is_simple(const outline *o);

/* The coordinates as floats. */
void outline_floats(const outline *o, float *x, float *y);

/* Whether (x, y) is inside (1), on an edge (0), or outside (-1): by counting the edges that a ray crosses. */
int outline_side(const outline *o, int64_t x, int64_t y);

#endif
