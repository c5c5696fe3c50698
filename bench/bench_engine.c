/* bench_engine.c — a step of an engine, and a pose of a robot: bodies that rest on each other, of which all are placed, and what is asked
 * about those that are near. */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"

/* What stands in a scene. Sizes are 1 m or less; crates and prisms stand upright, tilted by up to 1e-3, hulls and capsules lie anyhow. */
typedef enum engine_body {
    ENGINE_CRATE,
    ENGINE_CRATE_HULL, /* a crate as a hull of 8 vertices */
    ENGINE_HULL_16,
    ENGINE_HULL_32,
    ENGINE_CYLINDER_12,
    ENGINE_CYLINDER_24,
    ENGINE_CYLINDER_32,
    ENGINE_BALL,
    ENGINE_CAPSULE,
    ENGINE_TILE,
    ENGINE_LINK, /* a cylinder of 64 sides */
    ENGINE_BODIES
} engine_body;

/* A heap and a wall have layers of bodies, each of which is sunk a little into those below. On tiles balls roll along a row. A cell has the
 * links of a robot among crates. Anyhow, bodies are turned in any way, as debris that has just been thrown together. */
typedef enum engine_place { ENGINE_HEAP, ENGINE_WALL, ENGINE_TILES, ENGINE_CELL, ENGINE_ENDS, ENGINE_ANYHOW } engine_place;

/* What is beside the pairs of a scene, and must not matter to them; or their order. */
typedef enum engine_beside {
    ENGINE_ALONE,
    ENGINE_BALL_BESIDE,   /* a ball, in no pair */
    ENGINE_CRATES_BESIDE, /* so many crates, in no pair, that there are WORLD_MOST bodies */
    ENGINE_SORTED         /* pairs are in the order of the kinds of their bodies */
} engine_beside;

typedef struct engine_scene {
    const char *name;
    engine_place place;
    engine_body first, last; /* the bodies that take turns */
    engine_beside beside;
} engine_scene;

static const engine_scene scenes[] = {
    {"heap of crates", ENGINE_HEAP, ENGINE_CRATE, ENGINE_CRATE, ENGINE_ALONE},
    {"heap of crates, a ball elsewhere", ENGINE_HEAP, ENGINE_CRATE, ENGINE_CRATE, ENGINE_BALL_BESIDE},
    {"heap of crates, among 8192 bodies", ENGINE_HEAP, ENGINE_CRATE, ENGINE_CRATE, ENGINE_CRATES_BESIDE},
    {"heap of crates as hulls", ENGINE_HEAP, ENGINE_CRATE_HULL, ENGINE_CRATE_HULL, ENGINE_ALONE},
    {"heap of hulls of 16", ENGINE_HEAP, ENGINE_HULL_16, ENGINE_HULL_16, ENGINE_ALONE},
    {"heap of hulls of 32", ENGINE_HEAP, ENGINE_HULL_32, ENGINE_HULL_32, ENGINE_ALONE},
    {"heap of cylinders of 12", ENGINE_HEAP, ENGINE_CYLINDER_12, ENGINE_CYLINDER_12, ENGINE_ALONE},
    {"heap of cylinders of 24", ENGINE_HEAP, ENGINE_CYLINDER_24, ENGINE_CYLINDER_24, ENGINE_ALONE},
    {"heap of cylinders of 32", ENGINE_HEAP, ENGINE_CYLINDER_32, ENGINE_CYLINDER_32, ENGINE_ALONE},
    {"heap of all kinds", ENGINE_HEAP, ENGINE_CRATE, ENGINE_CAPSULE, ENGINE_ALONE},
    {"heap of all kinds, pairs sorted", ENGINE_HEAP, ENGINE_CRATE, ENGINE_CAPSULE, ENGINE_SORTED},
    {"wall of crates", ENGINE_WALL, ENGINE_CRATE, ENGINE_CRATE, ENGINE_ALONE},
    {"balls on tiles", ENGINE_TILES, ENGINE_BALL, ENGINE_BALL, ENGINE_ALONE},
    {"robot's cell, 64 sides", ENGINE_CELL, ENGINE_LINK, ENGINE_LINK, ENGINE_ALONE},
};
enum {
    SCENES = sizeof scenes / sizeof scenes[0],
    SIDE = 8,
    BODIES_MOST = SIDE * SIDE * SIDE,
    WORLD_MOST = 8192,
    PAIRS_MOST = 4096,
    POSE = 7
};

#define NEAR 0.02F /* m: contacts are foreseen, and pairs found, within that */
#define SUNK 0.004

/* length: of the lists that are asked one after the other; 0: all pairs at once. */
typedef struct engine_question {
    question base;
    const engine_scene *scene;
    size_t length, bodies;
    float margin;
    sepal_solids *models, *world;
    uint32_t model[WORLD_MOST];
    float pose[WORLD_MOST][POSE], move[WORLD_MOST][3];
    sepal_pair pairs[PAIRS_MOST];
} engine_question;

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Within [-1, 1). */
static double random_side(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
}

/* --- Models ---------------------------------------------------------------------------------------------------------------------- */

static bool add_box(sepal_solids *set) {
    static const float zero = 0, half = 0.5F;
    const sepal_solid_boxes box = {.x = &zero, .y = &zero, .z = &zero, .half_x = &half, .half_y = &half, .half_z = &half};
    return sepal_solids_add_boxes(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

static bool add_round(sepal_solids *set, bool capsule) {
    static const float zero = 0, radius[] = {0.5F, 0.3F}, low = -0.2F, high = 0.2F;
    const sepal_solid_capsules rod = {&zero, &zero, &low, &zero, &zero, &high, &radius[1], 1};
    const sepal_solid_spheres ball = {&zero, &zero, &zero, &radius[0], 1};
    return (capsule ? sepal_solids_add_capsules(set, &rod, 1, NULL, NULL) : sepal_solids_add_spheres(set, &ball, 1, NULL, NULL)) ==
           SEPAL_OK;
}

/* As a hull, whose ends are at -0.5 and 0.5. */
static bool add_cylinder(sepal_solids *set, size_t sides, double radius) {
    float at[3][128];
    for (size_t k = 0; k < 2 * sides; k++) {
        const size_t corner = k / 2;
        const double turn = 6.283185307179586 * ((double)corner + 0.5) / (double)sides;
        at[0][k] = (float)(radius * cos(turn));
        at[1][k] = (float)(radius * sin(turn));
        at[2][k] = k % 2 == 0 ? -0.5F : 0.5F;
    }
    return sepal_solids_add_hull(set, at[0], at[1], at[2], 2 * sides, 0, NULL) == SEPAL_OK;
}

/* Points on a sphere, anywhere. */
static bool add_stone(sepal_solids *set, size_t vertices) {
    float at[3][32];
    uint64_t state = vertices;
    for (size_t k = 0; k < vertices; k++) {
        double v[3], square = 0;
        for (int c = 0; c < 3; c++) {
            v[c] = random_side(&state);
            square += v[c] * v[c];
        }
        for (int c = 0; c < 3; c++)
            at[c][k] = (float)(0.5 * v[c] / sqrt(square));
    }
    return sepal_solids_add_hull(set, at[0], at[1], at[2], vertices, 0, NULL) == SEPAL_OK;
}

static bool add_model(sepal_solids *set, engine_body body) {
    switch (body) {
    case ENGINE_CRATE_HULL:
        return add_cylinder(set, 4, 0.70710678);
    case ENGINE_HULL_16:
        return add_stone(set, 16);
    case ENGINE_HULL_32:
        return add_stone(set, 32);
    case ENGINE_CYLINDER_12:
        return add_cylinder(set, 12, 0.5);
    case ENGINE_CYLINDER_24:
        return add_cylinder(set, 24, 0.5);
    case ENGINE_CYLINDER_32:
        return add_cylinder(set, 32, 0.5);
    case ENGINE_LINK:
        return add_cylinder(set, 64, 0.3);
    case ENGINE_BALL:
        return add_round(set, false);
    case ENGINE_CAPSULE:
        return add_round(set, true);
    default:
        return add_box(set);
    }
}

/* --- Scenes ---------------------------------------------------------------------------------------------------------------------- */

static bool lies_anyhow(engine_body body) {
    return body == ENGINE_HULL_16 || body == ENGINE_HULL_32 || body >= ENGINE_BALL;
}

static void add_body(engine_question *e, engine_body body, double x, double y, double z, bool upright, uint64_t *state) {
    float *p = e->pose[e->bodies];
    double q[4] = {1, 0, 0, upright ? 0 : random_side(state)}, square = 0;
    const bool anyhow = !upright && (lies_anyhow(body) || e->scene->place == ENGINE_ANYHOW);
    for (int k = 1; k < 4; k++)
        q[k] += (body == ENGINE_TILE ? 0 : k < 3 && anyhow ? 1 : 5e-4) * random_side(state);
    for (int k = 0; k < 4; k++)
        square += q[k] * q[k];
    for (int k = 0; k < 4; k++)
        p[3 + k] = (float)(q[k] / sqrt(square));
    p[0] = (float)x, p[1] = (float)y, p[2] = (float)z;
    for (int k = 0; k < 3; k++)
        e->move[e->bodies][k] = (float)(0.05 * random_side(state));
    e->model[e->bodies++] = (uint32_t)body;
}

/* Layers of bodies beside each other. Those of a heap are turned about the vertical axis, and shifted; those of a wall are laid as bricks. */
static void add_layers(engine_question *e, bool wall, uint64_t *state) {
    const int kinds = (int)e->scene->last - (int)e->scene->first + 1, deep = wall ? 1 : SIDE, wide = wall ? SIDE * SIDE : SIDE;
    const bool anyhow = lies_anyhow(e->scene->first); /* hulls within balls of the diameter 1, many of which touch so */
    const double spread = wall ? 0 : 0.1, apart = wall ? 1.001 : anyhow ? 1 : 1.3;
    for (int k = 0; k < BODIES_MOST; k++) {
        const int column = k % wide, row = k / wide % deep, layer = k / wide / deep;
        const engine_body body = (engine_body)((int)e->scene->first + (int)((random_side(state) + 1) / 2 * kinds));
        const double x = apart * column + 0.5 * apart * (layer % 2) + spread * random_side(state);
        const double y = apart * row + (wall ? 0 : 0.5 * apart * (layer % 2)) + spread * random_side(state);
        add_body(e, body, x, y, (anyhow ? 0.56 : 1 - SUNK) * layer, wall, state);
    }
}

static void add_tiles(engine_question *e, uint64_t *state) {
    const int side = 3 * SIDE / 2;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            add_body(e, ENGINE_TILE, x, y, 0, true, state);
    for (int k = 0; k < side * side; k++) {
        const double along = (side - 2) * (random_side(state) + 1) / 2, row = k % side;
        add_body(e, ENGINE_BALL, along, row + 0.5, 1 - SUNK, true, state);
    }
}

/* On the end of each cylinder a ball, or an upright capsule, that is as high. */
static void add_ends(engine_question *e, uint64_t *state) {
    for (int k = 0; k < BODIES_MOST / 2; k++) {
        const int row = k / SIDE;
        const double x = 2 * (k % SIDE), y = 2 * row, aside = 0.25 * random_side(state);
        add_body(e, e->scene->first, x, y, 0, false, state);
        add_body(e, k % 2 == 0 ? ENGINE_BALL : ENGINE_CAPSULE, x + aside, y, 1 - SUNK, true, state);
    }
}

static void add_anyhow(engine_question *e, uint64_t *state) {
    const double apart = 1.1, spread = 0.2;
    for (int k = 0; k < 5 * SIDE * SIDE; k++) {
        const int column = k % SIDE, row = k / SIDE % SIDE, layer = k / (SIDE * SIDE);
        const double x = apart * column + spread * random_side(state), y = apart * row + spread * random_side(state);
        add_body(e, e->scene->first, x, y, apart * layer + spread * random_side(state), false, state);
    }
}

static void add_cell(engine_question *e, uint64_t *state) {
    for (int k = 0; k < BODIES_MOST; k++) {
        const double x = 4 * random_side(state), y = 4 * random_side(state), z = 4 * random_side(state);
        add_body(e, k % 2 == 0 ? ENGINE_LINK : ENGINE_CRATE, x, y, z, false, state);
    }
}

/* In no pair: 2 m apart, and away from the others. */
static void add_beside(engine_question *e, uint64_t *state) {
    const engine_beside beside = e->scene->beside;
    const size_t most = beside == ENGINE_CRATES_BESIDE ? WORLD_MOST : e->bodies + (beside == ENGINE_BALL_BESIDE ? 1 : 0);
    for (size_t k = 0; e->bodies < most; k++) {
        const size_t row = k / 64;
        add_body(e, beside == ENGINE_BALL_BESIDE ? ENGINE_BALL : ENGINE_CRATE, 100 + 2 * (double)(k % 64), 2 * (double)row, 0,
                 false, state);
    }
}

static sepal_solid_poses poses_of(const engine_question *e) {
    const float *p = e->pose[0];
    return (sepal_solid_poses){
        .x = p, .y = p + 1, .z = p + 2, .turn = {.w = p + 3, .x = p + 4, .y = p + 5, .z = p + 6}, .stride = POSE};
}

static bool place(engine_question *e) {
    const sepal_solid_poses poses = poses_of(e);
    return sepal_solids_place(e->world, e->models, e->model, &poses, e->bodies, NULL) == SEPAL_OK;
}

/* A pair, the kinds of its bodies, and its place in the list. */
typedef struct sorted_pair {
    uint32_t kinds;
    size_t at;
    sepal_pair pair;
} sorted_pair;

static bool find_pairs(engine_question *e) {
    sepal_finder *finder = NULL;
    size_t found = 0;
    bool fine = sepal_finder_create(NULL, &finder) == SEPAL_OK &&
                sepal_solids_find_near(finder, e->world, e->world, NULL, NEAR, PAIRS_MOST, e->pairs, &found) == SEPAL_OK;
    sepal_finder_destroy(finder);
    e->base.items = found < PAIRS_MOST ? found : PAIRS_MOST;
    return fine;
}

static int by_kinds(const void *left, const void *right) {
    const sorted_pair *p = left, *q = right;
    return p->kinds != q->kinds ? (p->kinds > q->kinds) - (p->kinds < q->kinds) : (p->at > q->at) - (p->at < q->at);
}

/* In the order of the unordered kinds of both bodies; pairs of the same kinds stay in theirs. */
static bool sort_pairs(engine_question *e) {
    sorted_pair *list = malloc(e->base.items * sizeof *list);
    if (!list)
        return false;
    for (size_t k = 0; k < e->base.items; k++) {
        const uint32_t a = e->model[e->pairs[k].a], b = e->model[e->pairs[k].b];
        list[k] = (sorted_pair){(a < b ? a : b) * ENGINE_BODIES + (a < b ? b : a), k, e->pairs[k]};
    }
    qsort(list, e->base.items, sizeof *list, by_kinds);
    for (size_t k = 0; k < e->base.items; k++)
        e->pairs[k] = list[k].pair;
    free(list);
    return true;
}

static bool build_scene(engine_question *e) {
    uint64_t state = 5;
    bool fine = sepal_solids_create(NULL, &e->models) == SEPAL_OK && sepal_solids_create(NULL, &e->world) == SEPAL_OK;
    for (int body = 0; fine && body < ENGINE_BODIES; body++)
        fine = add_model(e->models, (engine_body)body);
    e->bodies = 0;
    if (e->scene->place == ENGINE_TILES)
        add_tiles(e, &state);
    else if (e->scene->place == ENGINE_ENDS)
        add_ends(e, &state);
    else if (e->scene->place == ENGINE_ANYHOW)
        add_anyhow(e, &state);
    else if (e->scene->place == ENGINE_CELL)
        add_cell(e, &state);
    else
        add_layers(e, e->scene->place == ENGINE_WALL, &state);
    add_beside(e, &state);
    fine = fine && place(e) && find_pairs(e) && (e->scene->beside != ENGINE_SORTED || sort_pairs(e));
    e->base.solids[0] = e->base.solids[1] = e->world;
    return fine;
}

static void release(question *q) {
    engine_question *e = (engine_question *)q;
    sepal_solids_destroy(e->models);
    sepal_solids_destroy(e->world);
}

/* --- Questions ------------------------------------------------------------------------------------------------------------------- */

/* Pairs from `first` on that one call is asked about. */
static size_t list_from(const engine_question *e, size_t first) {
    const size_t left = e->base.items - first;
    return e->length == 0 || left < e->length ? left : e->length;
}

/* As an engine keeps them. */
typedef struct engine_point {
    float of_a[3], of_b[3], depth;
    uint32_t feature;
} engine_point;
typedef struct engine_manifold {
    uint32_t count;
    float normal[3];
    engine_point points[4];
} engine_manifold;

static bool build_contacts(question *q) {
    if (!build_scene((engine_question *)q))
        return false;
    q->bytes = q->items * sizeof(engine_manifold);
    return true;
}

/* Bodies are placed, and all pairs are asked. */
static sepal_status ask_contacts(question *q, void *answers) {
    engine_question *e = (engine_question *)q;
    const sepal_contact_rule rule = {.margin = NEAR};
    const sepal_solid_poses poses = poses_of(e);
    sepal_status status = sepal_solids_place(e->world, e->models, e->model, &poses, e->bodies, NULL);
    for (size_t first = 0, some; first < q->items && status == SEPAL_OK; first += some) {
        engine_manifold *m = (engine_manifold *)answers + first;
        const sepal_solid_contacts out = {.count = (uint8_t *)&m->count,
                                          .normal_x = &m->normal[0],
                                          .normal_y = &m->normal[1],
                                          .normal_z = &m->normal[2],
                                          .a_x = &m->points->of_a[0],
                                          .a_y = &m->points->of_a[1],
                                          .a_z = &m->points->of_a[2],
                                          .b_x = &m->points->of_b[0],
                                          .b_y = &m->points->of_b[1],
                                          .b_z = &m->points->of_b[2],
                                          .depth = &m->points->depth,
                                          .feature = &m->points->feature,
                                          .stride = sizeof *m,
                                          .point_stride = sizeof *m->points,
                                          .poses_a = &poses,
                                          .poses_b = &poses};
        some = list_from(e, first);
        for (size_t k = 0; k < some; k++)
            m[k].count = 0; /* of which one byte is written */
        status = sepal_solids_contacts_pairs(e->world, e->world, e->pairs + first, some, &rule, &out);
    }
    return status;
}

enum { PUSH_ARRAYS = 10, HIT_ARRAYS = 4 };

static bool build_nearest(question *q) {
    if (!build_scene((engine_question *)q))
        return false;
    q->bytes = q->items * PUSH_ARRAYS * sizeof(float);
    return true;
}

static sepal_status ask_nearest(question *q, void *answers) {
    const engine_question *e = (const engine_question *)q;
    const size_t n = q->items;
    float *at = answers;
    sepal_status status = SEPAL_OK;
    for (size_t first = 0, some; first < n && status == SEPAL_OK; first += some, at += some) {
        const sepal_solid_mtvs out = {.normal_x = at,
                                      .normal_y = at + n,
                                      .normal_z = at + 2 * n,
                                      .depth = at + 3 * n,
                                      .a_x = at + 4 * n,
                                      .a_y = at + 5 * n,
                                      .a_z = at + 6 * n,
                                      .b_x = at + 7 * n,
                                      .b_y = at + 8 * n,
                                      .b_z = at + 9 * n};
        some = list_from(e, first);
        status = sepal_solids_mtv_pairs(e->world, e->world, e->pairs + first, some, NULL, &out);
    }
    return status;
}

static bool build_sweep(question *q) {
    if (!build_scene((engine_question *)q))
        return false;
    q->bytes = q->items * HIT_ARRAYS * sizeof(float);
    return true;
}

static sepal_status ask_sweep(question *q, void *answers) {
    const engine_question *e = (const engine_question *)q;
    const float *m = e->move[0];
    const size_t n = q->items;
    const sepal_solid_moves moves = {m, m + 1, m + 2, 3};
    const sepal_rule rule = {.margin = e->margin};
    float *at = answers;
    sepal_status status = SEPAL_OK;
    for (size_t first = 0, some; first < n && status == SEPAL_OK; first += some, at += some) {
        const sepal_solid_hits out = {.time = at, .normal_x = at + n, .normal_y = at + 2 * n, .normal_z = at + 3 * n};
        some = list_from(e, first);
        status = sepal_solids_sweep_pairs(e->world, &moves, e->world, &moves, e->pairs + first, some, &rule, &out);
    }
    return status;
}

/* length, margin: of engine_question. */
typedef struct engine_kind {
    question_kind kind;
    size_t length;
    float margin;
} engine_kind;
static const engine_kind kinds[] = {
    {{.name = "engine contacts", .build = build_contacts, .ask = ask_contacts, .release = release}, 0, 0},
    {{.name = "engine calls of 1", .build = build_contacts, .ask = ask_contacts, .release = release}, 1, 0},
    {{.name = "engine calls of 16", .build = build_contacts, .ask = ask_contacts, .release = release}, 16, 0},
    {{.name = "engine calls of 512", .build = build_contacts, .ask = ask_contacts, .release = release}, 512, 0},
    {{.name = "engine nearest", .build = build_nearest, .ask = ask_nearest, .release = release}, 0, 0},
    {{.name = "engine nearest of 1", .build = build_nearest, .ask = ask_nearest, .release = release}, 1, 0},
    {{.name = "engine nearest of 16", .build = build_nearest, .ask = ask_nearest, .release = release}, 16, 0},
    {{.name = "engine nearest of 512", .build = build_nearest, .ask = ask_nearest, .release = release}, 512, 0},
    {{.name = "engine sweep", .build = build_sweep, .ask = ask_sweep, .release = release}, 0, 0},
    {{.name = "engine sweeps of 1", .build = build_sweep, .ask = ask_sweep, .release = release}, 1, 0},
    {{.name = "engine sweeps of 16", .build = build_sweep, .ask = ask_sweep, .release = release}, 16, 0},
    {{.name = "engine sweeps of 512", .build = build_sweep, .ask = ask_sweep, .release = release}, 512, 0},
    {{.name = "engine sweep-margin", .build = build_sweep, .ask = ask_sweep, .release = release}, 0, 0.01F},
    {{.name = "engine sweep-margins of 1", .build = build_sweep, .ask = ask_sweep, .release = release}, 1, 0.01F},
    {{.name = "engine sweep-margins of 16", .build = build_sweep, .ask = ask_sweep, .release = release}, 16, 0.01F},
    {{.name = "engine sweep-margins of 512", .build = build_sweep, .ask = ask_sweep, .release = release}, 512, 0.01F}};

/* What is round on flat ends, and crates that lie anyhow: contacts and pushes. */
static const engine_scene others[] = {
    {.name = "balls, capsules on cylinders of 12", .place = ENGINE_ENDS, .first = ENGINE_CYLINDER_12},
    {.name = "balls, capsules on cylinders of 24", .place = ENGINE_ENDS, .first = ENGINE_CYLINDER_24},
    {.name = "crates anyhow", .place = ENGINE_ANYHOW, .first = ENGINE_CRATE},
    {.name = "crates as hulls, anyhow", .place = ENGINE_ANYHOW, .first = ENGINE_CRATE_HULL},
};

static void add_other_rows(const engine_kind *kind) {
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        engine_question *e = (engine_question *)question_add(&kind->kind, others[k].name, sizeof *e);
        e->scene = &others[k];
    }
}

void bench_engine_add(void) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        for (size_t k = 0; k < SCENES; k++) {
            if (scenes[k].beside == ENGINE_CRATES_BESIDE && kinds[i].kind.ask != ask_sweep)
                continue; /* placing them would be most of it */
            engine_question *e = (engine_question *)question_add(&kinds[i].kind, scenes[k].name, sizeof *e);
            e->scene = &scenes[k];
            e->length = kinds[i].length;
            e->margin = kinds[i].margin;
        }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].length == 0 && (kinds[i].kind.ask == ask_contacts || kinds[i].kind.ask == ask_nearest))
            add_other_rows(&kinds[i]);
}
