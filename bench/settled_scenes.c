#include "settled_scenes.h"

#include <stdlib.h>

#include "../examples/pile_solver.h"

/* The models. Masses are areas. */
typedef struct settled_model {
    size_t count;
    float x[6], y[6];
    float mass, inertia; /* 0: it stands still for ever */
} settled_model;

enum { FLOOR, WALL, BOX, BRICK, TRIANGLE, HEXAGON, MODELS, FALLING_KINDS = MODELS - BOX };

static const settled_model model_of[MODELS] = {
    {4, {-60, 60, 60, -60}, {-2, -2, 2, 2}, 0, 0},
    {4, {-2, 2, 2, -2}, {-60, -60, 60, 60}, 0, 0},
    {4, {-0.5F, 0.5F, 0.5F, -0.5F}, {-0.5F, -0.5F, 0.5F, 0.5F}, 1, 0.1667F},
    {4, {-1, 1, 1, -1}, {-0.5F, -0.5F, 0.5F, 0.5F}, 2, 0.8333F},
    {3, {-0.6F, 0.6F, 0}, {-0.4F, -0.4F, 0.8F}, 0.72F, 0.104F},
    {6, {0.6F, 0.3F, -0.3F, -0.6F, -0.3F, 0.3F}, {0, 0.52F, 0.52F, 0, -0.52F, -0.52F}, 0.936F, 0.14F},
};

typedef struct engine {
    sepal_polys *models, *world;
    sepal_finder *finder;
    uint32_t model[MOST_BODIES], member[MOST_BODIES], mask[MOST_BODIES];
    sepal_pair pairs[MOST_PAIRS];
    uint8_t count[MOST_PAIRS];
    float normal_x[MOST_PAIRS], normal_y[MOST_PAIRS], x[MOST_POINTS], y[MOST_POINTS], depth[MOST_POINTS];
    uint32_t feature[MOST_POINTS];
    bodies bodies;
    solver solver;
} engine;

/* Poses after the last step. */
typedef struct settled {
    uint32_t count, model[MOST_BODIES];
    float x[MOST_BODIES], y[MOST_BODIES], cos[MOST_BODIES], sin[MOST_BODIES];
} settled;

static bool make_models(sepal_polys **out) {
    bool fine = sepal_polys_create(NULL, out) == SEPAL_OK;
    for (size_t m = 0; fine && m < MODELS; m++)
        fine = sepal_polys_add(*out, model_of[m].x, model_of[m].y, model_of[m].count, NULL) == SEPAL_OK;
    return fine;
}

/* --- The beginning -------------------------------------------------------------------------------------------------------------- */

static void add_body(engine *e, uint32_t model, float x, float y) {
    bodies *w = &e->bodies;
    const uint32_t i = w->count++;
    const bool fixed = model < BOX;
    e->model[i] = model;
    w->x[i] = x, w->y[i] = y, w->cos[i] = 1;
    if (!fixed)
        w->light[i] = 1 / model_of[model].mass, w->agile[i] = 1 / model_of[model].inertia;
    e->member[i] = fixed ? 1 : 2; /* walls meet bodies only */
    e->mask[i] = fixed ? 2 : 3;
}

static void begin_pile(engine *e) {
    enum { ROWS = 30, COLUMNS = 30 };
    uint32_t random = 1;
    add_body(e, WALL, -25, 58);
    add_body(e, WALL, 25, 58);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            random = random * 1664525U + 1013904223U; /* Knuth, The Art of Computer Programming, volume 2, section 3.3.4 */
            const float jitter = (float)(random >> 24) / 2048, t = (float)(random >> 8 & 255) / 255;
            bodies *w = &e->bodies;
            add_body(e, BOX + (random >> 16) % FALLING_KINDS, 1.5F * ((float)column - 0.5F * (COLUMNS - 1)) + jitter,
                     1 + 1.5F * (float)row);
            w->cos[w->count - 1] = (1 - t * t) / (1 + t * t); /* a rational point of the circle */
            w->sin[w->count - 1] = 2 * t / (1 + t * t);
        }
}

static void begin_pyramid(engine *e) {
    enum { BASE = 40 };
    for (int row = 0; row < BASE; row++)
        for (int k = 0; k < BASE - row; k++)
            add_body(e, BOX, 1.05F * ((float)k + 0.5F * (float)row - 0.5F * BASE), 0.5F + (float)row);
}

/* Every other row begins half a brick further. */
static void begin_bricks(engine *e) {
    enum { ROWS = 24, BRICKS = 30 };
    for (int row = 0; row < ROWS; row++)
        for (int k = 0; k < BRICKS; k++)
            add_body(e, BRICK, 2.001F * ((float)k - 0.5F * BRICKS) + (float)(row % 2), 0.5F + (float)row);
}

/* --- A step --------------------------------------------------------------------------------------------------------------------- */

static bool place(const engine *e) {
    const bodies *w = &e->bodies;
    const sepal_poses poses = {.x = w->x, .y = w->y, .cos = w->cos, .sin = w->sin};
    return sepal_polys_place(e->world, e->models, e->model, &poses, w->count, NULL) == SEPAL_OK;
}

static bool touch(engine *e) {
    const sepal_filter filter = {.member = {e->member, e->member}, .mask = {e->mask, e->mask}};
    const sepal_contact_rule near = {.margin = FORESEEN};
    const sepal_contacts out = {.count = e->count,
                                .normal_x = e->normal_x,
                                .normal_y = e->normal_y,
                                .x = e->x,
                                .y = e->y,
                                .depth = e->depth,
                                .feature = e->feature};
    size_t found;
    if (sepal_polys_find_near(e->finder, e->world, e->world, &filter, FORESEEN, MOST_PAIRS, e->pairs, &found) != SEPAL_OK ||
        sepal_polys_contacts_pairs(e->world, e->world, e->pairs, found, &near, &out) != SEPAL_OK)
        return false;
    solver_begin(&e->solver, &e->bodies, e->pairs, found, &out);
    return true;
}

static void move(bodies *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const float turn = SECONDS * w->spin[i], cosine = w->cos[i] - turn * w->sin[i], sine = w->sin[i] + turn * w->cos[i];
        const float length = sqrtf(cosine * cosine + sine * sine);
        w->x[i] += SECONDS * w->vx[i], w->y[i] += SECONDS * w->vy[i];
        w->cos[i] = cosine / length, w->sin[i] = sine / length;
    }
}

static bool step(engine *e) {
    bodies *w = &e->bodies;
    for (uint32_t i = 0; i < w->count; i++)
        w->vy[i] -= is_fixed(w, i) ? 0 : SECONDS * GRAVITY;
    if (!place(e) || !touch(e))
        return false;
    solver_run(&e->solver, w);
    move(w);
    solver_relax(&e->solver, w);
    return true;
}

static bool run(settled_kind kind, engine *e) {
    static void (*const begin[SETTLED_KINDS])(engine *) = {begin_pile, begin_pyramid, begin_bricks};
    static const int steps[SETTLED_KINDS] = {360, 60, 60};
    add_body(e, FLOOR, 0, -2);
    begin[kind](e);
    bool fine = make_models(&e->models) && sepal_polys_create(NULL, &e->world) == SEPAL_OK &&
                sepal_finder_create(NULL, &e->finder) == SEPAL_OK;
    for (int k = 0; fine && k < steps[kind]; k++)
        fine = step(e);
    sepal_finder_destroy(e->finder);
    sepal_polys_destroy(e->world);
    sepal_polys_destroy(e->models);
    return fine;
}

static bool settle(settled_kind kind, settled *out) {
    const char *const before = sepal_isa(); /* the answers, and so the steps, are the same on all; scalar would take its time */
    engine *e = calloc(1, sizeof *e);
    bool fine = e != NULL && sepal_isa_use(sepal_isa_at(sepal_isa_count() - 1)) == SEPAL_OK;
    fine = fine && run(kind, e) && sepal_isa_use(before) == SEPAL_OK;
    for (uint32_t i = 0; fine && i < e->bodies.count; i++) {
        out->model[i] = e->model[i];
        out->x[i] = e->bodies.x[i], out->y[i] = e->bodies.y[i];
        out->cos[i] = e->bodies.cos[i], out->sin[i] = e->bodies.sin[i];
    }
    out->count = fine ? e->bodies.count : 0;
    free(e);
    return fine;
}

bool settled_scene_fill(settled_kind kind, sepal_polys *set) {
    static settled known[SETTLED_KINDS];
    settled *s = &known[kind];
    sepal_polys *models = NULL;
    const sepal_poses poses = {.x = s->x, .y = s->y, .cos = s->cos, .sin = s->sin};
    const bool fine = (s->count > 0 || settle(kind, s)) && make_models(&models) &&
                      sepal_polys_place(set, models, s->model, &poses, s->count, NULL) == SEPAL_OK;
    sepal_polys_destroy(models);
    return fine;
}
