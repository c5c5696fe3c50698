/* points.h — floats and points from bytes. Raw bits can make any float, but two polygons of raw bits hardly ever touch. So
 * there are also whole numbers on a lattice, earlier points, points an ulp beside them, the middle of two points, and runs of
 * many vertices. */
#ifndef SEPAL_TESTS_POINTS_H
#define SEPAL_TESTS_POINTS_H

#include "bytes.h"

enum { PEN_SEEN = 64 };

typedef struct pen {
    bytes *from;
    int scale;   /* the lattice is that of whole multiples of 2^scale, */
    float x, y;  /* moved to here */
    size_t seen; /* number of points so far; the last ones are kept */
    float seen_x[PEN_SEEN], seen_y[PEN_SEEN];
} pen;

pen pen_create(bytes *from);

/* Any float, infinities and NaN included. */
float take_float(pen *p);

/* take_finite: any finite float. take_reach: finite and >= 0, very often 0. */
float take_finite(pen *p);
float take_reach(pen *p);

/* The nearest finite float. */
float to_float(double value);

/* 1 .. `most` finite points; returns how many. */
size_t take_points(pen *p, float *x, float *y, size_t most);

#endif
