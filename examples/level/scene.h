/* scene.h — the bodies of level.c, and where they begin. */
#ifndef LEVEL_SCENE_H
#define LEVEL_SCENE_H

#include "../stack_solver.h"
#include "ground.h"

#include <stdio.h>
#include <stdlib.h>

/* The bodies, in this order. The first two are the meshes: to the solver bodies that stand still, to the set points that no filter
 * wants. */
enum { FIELD, STREET, LEVELS, BULLETS = 5, SLIDERS = 6, STOPPED = 3, HELD = 2, FALLING = 72 };
enum {
    FIRST_BULLET = LEVELS,
    FIRST_SLIDER = FIRST_BULLET + BULLETS,
    FIRST_STOPPED = FIRST_SLIDER + SLIDERS,
    FIRST_HELD = FIRST_STOPPED + STOPPED,
    LOOSE = FIRST_HELD + HELD, /* slides down the ramp */
    FIRST_FALLING = LOOSE + 1,
    BODIES = FIRST_FALLING + FALLING
};

enum { CRATE, PLANK, DIAMOND, BALL, BULLET, MODELS };

/* Densities are 1 but for bullets. */
typedef struct model {
    float half_x, half_y, half_z; /* of a box; 0: none */
    float radius;                 /* of a ball, or of a regular octahedron */
    float mass;
    float agile_x, agile_y, agile_z; /* 1 / moment of inertia */
} model;
extern const model MODEL[MODELS];

enum { MOST_FOUND = 8 * BODIES };

typedef struct scene {
    sepal_solids *models, *world;
    sepal_mesh *meshes[LEVELS];
    sepal_finder *finder;
    body bodies[BODIES];
    uint32_t model[BODIES], member[BODIES], mask[BODIES];
    uint32_t moving[BODIES]; /* the bodies that move in this step */
    uint32_t moving_count;
    vec moves[BODIES], began[BODIES]; /* how far each goes in this step, and where it was at first */
    float farthest, fastest;          /* x of the crates at the kerb, and speed of the one from the ramp, at any time */
    sepal_pair pairs[MOST_PAIRS];
    sepal_mesh_manifold found[MOST_FOUND];
    solver solver;
    FILE *drawing; /* or NULL */
} scene;

bool done(const char *what, sepal_status status); /* says what failed */
sepal_solid_poses poses_of(const scene *s);
bool scene_begin(scene *s);
void scene_end(scene *s);

#endif
