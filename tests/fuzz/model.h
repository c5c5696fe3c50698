/* model.h — a plain list of what a set should hold, and the set beside it. */
#ifndef SEPAL_TESTS_MODEL_H
#define SEPAL_TESTS_MODEL_H

#include "memory.h"
#include "points.h"

#include <sepal/sepal.h>

enum { VERTICES_MOST = 44, SHAPES_MOST = 120 };

typedef struct shape {
    size_t count;
    float x[VERTICES_MOST], y[VERTICES_MOST], radius;
} shape;

/* Points without a radius; they need not be convex. */
shape take_shape(pen *p);

/* A convex polygon without a radius, in either winding: the points, or their hull if they are not its vertices. */
shape take_convex(pen *p);

/* Whether sepal_polys_add_round must accept it. */
bool shape_is_fine(const shape *s);

/* Replace the vertices by the corners of their hull (oracle_hull): the first always, the second only if they are not convex. */
void shape_take_hull(shape *s);
void shape_make_convex(shape *s);

typedef struct model {
    size_t count;
    shape shapes[SHAPES_MOST];
} model;

/* A set, where its memory comes from, and what it should hold. */
typedef struct tracked {
    sepal_polys *set;
    memory memory;
    model model;
    bool boxes; /* fill it mostly with boxes, because sets of boxes only have kernels of their own */
} tracked;

void tracked_open(tracked *t, bool boxes);
void tracked_close(tracked *t); /* fails if memory of the set is not released */
void tracked_check(const tracked *t);

/* Another set with the same shapes, added one by one. */
sepal_polys *model_set(const model *m);

#endif
