/* pile_scene.h — the scene of pile.c: walls, bodies in rows that are about to fall, and bullets above them. */
#ifndef PILE_SCENE_H
#define PILE_SCENE_H

#include "pile_solver.h"

#include <stdio.h>

enum {
    WALLS = 3,
    COLUMNS = 40,
    ROWS = 50,
    BULLETS = 6,
    FALLING = COLUMNS * ROWS,
    STEPS = 900,
    SHOT = 600,
    REPORT = 60,
    MODELS = 9
};

#define WIDTH  64.0F  /* m, of the box */
#define HEIGHT 100.0F /* m, of its walls */
#define SHOWN  36.0F  /* m, of the box in the drawing */
#define APART  1.5F   /* m, between bodies before they fall */
#define SPEED  150.0F /* m/s, of a bullet */

/* The models: a radius around vertices, and what their mass (per m² and 1) and moment of inertia are. */
static const struct {
    float radius;
    size_t count;
    float x[6], y[6];
    float mass, inertia;
} MODEL[MODELS] = {
    {0, 4, {-WIDTH, WIDTH, WIDTH, -WIDTH}, {-2, -2, 2, 2}, 0, 0},     /* floor */
    {0, 4, {-2, 2, 2, -2}, {-HEIGHT, -HEIGHT, HEIGHT, HEIGHT}, 0, 0}, /* wall */
    {0.4F, 1, {0}, {0}, 5, 0.4F},                                     /* bullet */
    {0, 4, {-0.5F, 0.5F, 0.5F, -0.5F}, {-0.5F, -0.5F, 0.5F, 0.5F}, 1, 0.1667F},
    {0, 4, {-0.7F, 0.7F, 0.7F, -0.7F}, {-0.35F, -0.35F, 0.35F, 0.35F}, 0.98F, 0.2F},
    {0, 3, {-0.6F, 0.6F, 0}, {-0.4F, -0.4F, 0.8F}, 0.72F, 0.104F},
    {0, 6, {0.6F, 0.3F, -0.3F, -0.6F, -0.3F, 0.3F}, {0, 0.52F, 0.52F, 0, -0.52F, -0.52F}, 0.936F, 0.14F},
    {0.5F, 1, {0}, {0}, 0.785F, 0.098F},
    {0.3F, 2, {-0.4F, 0.4F}, {0, 0}, 0.763F, 0.14F},
};
enum { FLOOR, WALL, BULLET, FIRST_FALLING };

typedef struct pile {
    sepal_polys *models, *world;
    sepal_finder *finder;
    bodies bodies;
    uint32_t model[MOST_BODIES], member[MOST_BODIES], mask[MOST_BODIES];
    float move_x[MOST_BODIES], move_y[MOST_BODIES]; /* in a step */
    sepal_pair pairs[MOST_PAIRS];
    uint8_t count[MOST_PAIRS];
    float normal_x[MOST_PAIRS], normal_y[MOST_PAIRS], x[MOST_POINTS], y[MOST_POINTS], depth[MOST_POINTS];
    uint32_t feature[MOST_POINTS];
    float hit_time[MOST_BODIES];
    solver solver;
    FILE *drawing; /* or NULL */
} pile;

static bool done(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fprintf(stderr, "pile: cannot %s: %s\n", what, sepal_status_text(status));
    return status == SEPAL_OK;
}

static void add_body(pile *p, uint32_t model, float x, float y) {
    bodies *w = &p->bodies;
    const uint32_t i = w->count++;
    const bool fixed = model < BULLET;
    p->model[i] = model;
    w->x[i] = x, w->y[i] = y, w->cos[i] = 1;
    if (!fixed)
        w->light[i] = 1 / MODEL[model].mass, w->agile[i] = 1 / MODEL[model].inertia;
    p->member[i] = fixed ? 1 : 2; /* walls meet bodies only */
    p->mask[i] = fixed ? 2 : 3;
}

/* A quarter turn and less, by a rational point of the circle. */
static void turn_body(bodies *w, uint32_t i, float t) {
    w->cos[i] = (1 - t * t) / (1 + t * t);
    w->sin[i] = 2 * t / (1 + t * t);
}

static bool begin(pile *p) {
    if (!done("make the sets", sepal_polys_create(NULL, &p->models)) ||
        !done("make the sets", sepal_polys_create(NULL, &p->world)) ||
        !done("make the finder", sepal_finder_create(NULL, &p->finder)))
        return false;
    for (size_t m = 0; m < MODELS; m++)
        if (!done("add a model", sepal_polys_add_round(p->models, MODEL[m].x, MODEL[m].y, MODEL[m].count, MODEL[m].radius, NULL)))
            return false;
    add_body(p, FLOOR, 0, -2);
    add_body(p, WALL, -WIDTH / 2 - 2, HEIGHT);
    add_body(p, WALL, WIDTH / 2 + 2, HEIGHT);
    uint32_t random = 1;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            random = random * 1664525U + 1013904223U; /* Knuth, The Art of Computer Programming, volume 2, section 3.3.4 */
            const float jitter = (float)(random >> 24) / 1024 - 0.125F;
            add_body(p, FIRST_FALLING + (random >> 16) % (MODELS - FIRST_FALLING),
                     APART * ((float)column - 0.5F * (COLUMNS - 1)) + jitter, 2 + APART * (float)row);
            turn_body(&p->bodies, p->bodies.count - 1, (float)(random >> 8 & 255) / 255);
        }
    for (int k = 0; k < BULLETS; k++) /* they wait above */
        add_body(p, BULLET, 8 * ((float)k - 0.5F * (BULLETS - 1)), HEIGHT + 10);
    for (uint32_t i = p->bodies.count - BULLETS; i < p->bodies.count; i++)
        p->bodies.asleep[i] = true, p->bodies.still[i] = SLEEPY;
    const sepal_poses poses = {.x = p->bodies.x, .y = p->bodies.y, .cos = p->bodies.cos, .sin = p->bodies.sin};
    return done("place the bodies", sepal_polys_place(p->world, p->models, p->model, &poses, p->bodies.count, NULL));
}

#endif
