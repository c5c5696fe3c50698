/* stack_scene.h — the scenes of stack.c: a tower of boxes, and bodies in layers that are about to fall into a pit. */
#ifndef STACK_SCENE_H
#define STACK_SCENE_H

#include "stack_solver.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TOWER = 20,
    SIDE = 10, /* bodies along an edge of a layer */
    LAYERS = 10,
    BULLETS = 4,
    FALLING = SIDE * SIDE * LAYERS,
    WALLS = 5,
    STEPS = 960,
    SHOT = 720,
    REPORT = 60,
    CORNERS = 12, /* of a prism */
    MODELS = 8
};

#define ASIDE 0.001F /* m, and rad: of the boxes of a crooked tower */
#define PIT   7.0F   /* m, from the middle of the pit to its walls */
#define APART 1.35F  /* m, between bodies before they fall */
#define SPEED 120.0F /* m/s, of a bullet */

/* What bodies are copies of. The density is 1 but for the bullet. */
enum { FLOOR, WALL, BULLET, CUBE, PLANK, CRATE, PRISM, BALL };
static const struct {
    float radius; /* of a ball, or of a prism */
    float half_x, half_y, half_z;
    float mass;
    float agile_x, agile_y, agile_z; /* 1 / moment of inertia */
} MODEL[MODELS] = {
    {0, 3 * PIT, 3 * PIT, 1, 0, 0, 0, 0},
    {0, 1, PIT + 2, 20, 0, 0, 0, 0},
    {0.45F, 0, 0, 0, 3, 4.1F, 4.1F, 4.1F},
    {0, 0.5F, 0.5F, 0.5F, 1, 6, 6, 6},
    {0, 0.7F, 0.4F, 0.25F, 0.56F, 24.1F, 9.7F, 8.24F},
    {0, 0.5F, 0.4F, 0.4F, 0.64F, 14.65F, 11.43F, 11.43F},
    {0.45F, 0, 0, 0.4F, 0.486F, 20.2F, 20.2F, 21.3F},
    {0.45F, 0, 0, 0, 0.382F, 32.3F, 32.3F, 32.3F},
};

typedef struct scene {
    sepal_solids *models, *world;
    sepal_finder *finder;
    uint32_t count;
    body bodies[MOST_BODIES];
    uint32_t model[MOST_BODIES], member[MOST_BODIES], mask[MOST_BODIES];
    uint32_t moving[MOST_BODIES]; /* the bodies that move in this step */
    uint32_t moving_count;
    vec moves[MOST_BODIES];
    sepal_pair pairs[MOST_PAIRS];
    float hit_time[MOST_BODIES];
    solver solver;
    FILE *drawing; /* or NULL */
} scene;

static bool done(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fprintf(stderr, "stack: cannot %s: %s\n", what, sepal_status_text(status));
    return status == SEPAL_OK;
}

static sepal_status add_model(sepal_solids *models, uint32_t m) {
    float x[8] = {0}, y[8] = {0}, z[8] = {0};
    if (m == BALL || m == BULLET)
        return sepal_solids_add_hull(models, x, y, z, 1, MODEL[m].radius, NULL);
    if (m == CRATE) { /* a box as a program has it that knows only its corners */
        for (int k = 0; k < 8; k++) {
            x[k] = (k & 1) != 0 ? MODEL[m].half_x : -MODEL[m].half_x;
            y[k] = (k & 2) != 0 ? MODEL[m].half_y : -MODEL[m].half_y;
            z[k] = (k & 4) != 0 ? MODEL[m].half_z : -MODEL[m].half_z;
        }
        return sepal_solids_add_hull(models, x, y, z, 8, 0, NULL);
    }
    if (m == PRISM) {
        const float bottom = -MODEL[m].half_z;
        const sepal_solid_prisms prism = {.x0 = x,
                                          .y0 = y,
                                          .z0 = &bottom,
                                          .x1 = x,
                                          .y1 = y,
                                          .z1 = &MODEL[m].half_z,
                                          .circumradius = &MODEL[m].radius,
                                          .sides = CORNERS};
        return sepal_solids_add_prisms(models, &prism, 1, NULL, NULL);
    }
    const sepal_solid_boxes box = {
        .x = x, .y = y, .z = z, .half_x = &MODEL[m].half_x, .half_y = &MODEL[m].half_y, .half_z = &MODEL[m].half_z};
    return sepal_solids_add_boxes(models, &box, 1, NULL, NULL);
}

static body *add_body(scene *s, uint32_t model, float x, float y, float z) {
    const uint32_t i = s->count++;
    const bool fixed = model < BULLET;
    s->model[i] = model;
    s->member[i] = fixed ? 1 : 2; /* walls meet bodies only */
    s->mask[i] = fixed ? 2 : 3;
    s->bodies[i] = (body){.at = {x, y, z}, .w = 1, .friction = FRICTION};
    if (!fixed) {
        s->bodies[i].light = 1 / MODEL[model].mass;
        s->bodies[i].agile = (vec){MODEL[model].agile_x, MODEL[model].agile_y, MODEL[model].agile_z};
    }
    return &s->bodies[i];
}

static sepal_solid_poses poses_of(const scene *s) {
    const body *b = s->bodies;
    return (sepal_solid_poses){.x = &b->at.x,
                               .y = &b->at.y,
                               .z = &b->at.z,
                               .turn = {.w = &b->w, .x = &b->x, .y = &b->y, .z = &b->z},
                               .stride = sizeof *b / sizeof(float)};
}

static bool place_all(scene *s) {
    const sepal_solid_poses poses = poses_of(s);
    return done("place the bodies", sepal_solids_place(s->world, s->models, s->model, &poses, s->count, NULL)) &&
           done("build the tree", sepal_solids_find_keep(s->finder, s->world, FORESEEN));
}

static bool begin(scene *s) {
    if (!done("make the sets", sepal_solids_create(NULL, &s->models)) ||
        !done("make the sets", sepal_solids_create(NULL, &s->world)) ||
        !done("make the finder", sepal_finder_create(NULL, &s->finder)))
        return false;
    for (uint32_t m = 0; m < MODELS; m++)
        if (!done("add a model", add_model(s->models, m)))
            return false;
    return true;
}

static float random_part(uint32_t *random) {    /* -1 .. 1 */
    *random = *random * 1664525U + 1013904223U; /* Knuth, The Art of Computer Programming, volume 2, section 3.3.4 */
    return (float)(*random >> 16) / 32768 - 1;
}

/* aside: how far boxes are from where they should be, in m, and how far they are turned, in rad, at most. */
static bool begin_tower(scene *s, float aside) {
    uint32_t random = 1;
    s->count = 0;
    s->solver.count[0] = s->solver.count[1] = 0;
    add_body(s, FLOOR, 0, 0, -1);
    for (int k = 0; k < TOWER; k++) {
        const float x = aside * random_part(&random), y = aside * random_part(&random);
        body *b = add_body(s, CUBE, x, y, 0.5F + (float)k);
        b->z = 0.5F * aside * random_part(&random);
        b->w = sqrtf(1 - b->z * b->z);
    }
    return place_all(s);
}

static void turn_body(body *b, uint32_t *random) {
    b->w = 1, b->x = random_part(random), b->y = random_part(random), b->z = random_part(random);
    const float length = sqrtf(b->w * b->w + b->x * b->x + b->y * b->y + b->z * b->z);
    b->w /= length, b->x /= length, b->y /= length, b->z /= length;
}

static bool begin_pile(scene *s) {
    static const uint32_t kinds[] = {CUBE, PLANK, CRATE, PRISM, BALL, CUBE, PRISM, CRATE};
    uint32_t random = 1;
    s->count = 0;
    s->solver.count[0] = s->solver.count[1] = 0;
    add_body(s, FLOOR, 0, 0, -1);
    add_body(s, WALL, -PIT - 1, 0, 20);
    add_body(s, WALL, PIT + 1, 0, 20);
    for (int k = 0; k < 2; k++) { /* the same walls, a quarter turn about z */
        body *b = add_body(s, WALL, 0, k == 0 ? -PIT - 1 : PIT + 1, 20);
        b->w = b->z = 0.70710678F;
    }
    for (int k = 0; k < FALLING; k++) {
        const float jitter = 0.05F * random_part(&random);
        const int layer = k / (SIDE * SIDE);
        body *b = add_body(s, kinds[random >> 24 & 7], APART * ((float)(k % SIDE) - 0.5F * (SIDE - 1)) + jitter,
                           APART * ((float)(k / SIDE % SIDE) - 0.5F * (SIDE - 1)) - jitter, 1 + APART * (float)layer);
        turn_body(b, &random);
    }
    for (int k = 0; k < BULLETS; k++) { /* they wait above */
        body *b = add_body(s, BULLET, (k & 1) != 0 ? 2.5F : -2.5F, (k & 2) != 0 ? 2.5F : -2.5F, 45 + (float)k);
        b->asleep = true, b->still = SLEEPY;
    }
    return place_all(s);
}

#endif
