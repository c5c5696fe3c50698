/* settled_scenes.h — bodies that have come to rest in a small physics engine: what an engine asks about in every step. */
#ifndef BENCH_SETTLED_SCENES_H
#define BENCH_SETTLED_SCENES_H

#include <stdbool.h>

#include <sepal/sepal.h>

typedef enum settled_kind {
    SETTLED_PILE,    /* boxes, bricks, triangles and hexagons that fell into a box */
    SETTLED_PYRAMID, /* a pyramid of boxes */
    SETTLED_BRICKS,  /* a wall of bricks in running bond */
    SETTLED_KINDS
} settled_kind;

/* Adds the bodies, after so many steps of examples/pile_solver.h that they hardly move, and the floor and walls, to an empty set. False
 * if memory is short. The steps are made once in a run of the program. */
bool settled_scene_fill(settled_kind kind, sepal_polys *set);

#endif
