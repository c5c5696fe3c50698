/* points.h — floats and points from bytes. Raw bits reach everything, but two polygons of raw bits never touch; so there are also
 * whole numbers on a lattice, what was there before, an ulp beside it, the middle of two points, and runs of many vertices. */
#ifndef SEPAL_TESTS_POINTS_H
#define SEPAL_TESTS_POINTS_H

#include "bytes.h"

enum { PEN_SEEN = 64 };

typedef struct pen {
    bytes *from;
    int scale;   /* the lattice is that of whole multiples of 2^scale, */
    float x, y;  /* moved to here */
    size_t seen; /* points so far; the last ones are kept */
    float seen_x[PEN_SEEN], seen_y[PEN_SEEN];
} pen;

pen pen_create(bytes *from);

/* Any float, infinities and NaN included. */
float take_float(pen *p);

/* Finite; finite and >= 0, very often 0. */
float take_finite(pen *p);
float take_reach(pen *p);

/* The nearest finite one. */
float to_float(double value);

/* 1 .. `most` finite points; returns how many. */
size_t take_points(pen *p, float *x, float *y, size_t most);

#endif
