/* bench_sweep_solids.c — moving solids: which pairs meet; when and how they do; and what rays hit first among many. */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"
#include "solid_scenes.h"

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Within [0, 1). */
static double random_share(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* --- Pairs: bits, then times, then normals ------------------------------------------------------------------------------------- */

static const solid_recipe recipes[] = {
    {"boxes, near", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, far", SOLIDS_FAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"spheres", SOLIDS_NEAR, SOLID_SPHERES, SOLID_SPHERES, 0, 0},
    {"boxes and spheres", SOLIDS_NEAR, SOLID_BOXES, SOLID_SPHERES, 0, 0},
    {"capsules", SOLIDS_NEAR, SOLID_CAPSULES, SOLID_CAPSULES, 0, 0},
    {"hulls of 16, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"boxes and hulls of 16", SOLIDS_NEAR, SOLID_BOXES, SOLID_HULLS, 16, 0},
    {"robot's cell", SOLIDS_CELL, SOLID_CAPSULES, SOLID_BOXES, 0, 0},
    {"rounded hulls of 8, near", SOLIDS_NEAR, SOLID_ROUNDED, SOLID_ROUNDED, 8, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

/* The solids are about 2 wide, and move by up to 3 in each coordinate. */
#define MOST_MOVE 3.0

typedef struct sweep_question {
    question base;
    const solid_recipe *recipe;
    solid_scene scene;
    float *moves[2]; /* x, y, z in turn */
} sweep_question;

static bool build(question *q, size_t bytes_per_64) {
    sweep_question *s = (sweep_question *)q;
    if (!solid_scene_build(s->recipe, &s->scene))
        return false;
    q->items = SOLID_PAIRS;
    q->solids[0] = s->scene.a;
    q->solids[1] = s->scene.b;
    q->bytes = SEPAL_BIT_WORDS(SOLID_PAIRS) * bytes_per_64;
    for (int side = 0; side < 2; side++) {
        const size_t floats = 3 * sepal_solids_count(side == 0 ? s->scene.a : s->scene.b);
        uint64_t state = 1; /* one set has one move of each solid */
        s->moves[side] = malloc(floats * sizeof(float));
        for (size_t i = 0; s->moves[side] && i < floats; i++)
            s->moves[side][i] = (float)((2 * random_share(&state) - 1) * MOST_MOVE);
    }
    return s->moves[0] && s->moves[1];
}

static bool build_bits(question *q) {
    return build(q, sizeof(uint64_t));
}

static bool build_hits(question *q) {
    return build(q, sizeof(uint64_t) + 64 * sizeof(float[4]));
}

static sepal_solid_moves moves_of(const sweep_question *s, int side) {
    const float *m = s->moves[side];
    return (sepal_solid_moves){m, m + 1, m + 2, 3};
}

static sepal_status ask(question *q, const sepal_solid_hits *out) {
    const sweep_question *s = (const sweep_question *)q;
    const sepal_solid_moves a = moves_of(s, 0), b = moves_of(s, 1);
    return sepal_solids_sweep_pairs(s->scene.a, &a, s->scene.b, &b, s->scene.pairs, q->items, NULL, out);
}

static sepal_status ask_bits(question *q, void *answers) {
    return ask(q, &(sepal_solid_hits){.bits = answers});
}

static sepal_solid_hits hits_in(void *answers, size_t n) {
    uint64_t *bits = answers;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(n));
    return (sepal_solid_hits){bits, columns, columns + n, columns + 2 * n, columns + 3 * n};
}

static sepal_status ask_hits(question *q, void *answers) {
    const sepal_solid_hits out = hits_in(answers, q->items);
    return ask(q, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const sweep_question *s = (const sweep_question *)q;
    const sepal_solid_moves a = moves_of(s, 0), b = moves_of(s, 1);
    who->sweep_solids(shapes, &a, &b, s->scene.pairs, q->items, hits_in(answers, q->items));
}

/* Hits that do not exist or are missed, and times that are off by a fiftieth of the move. */
static size_t judge(question *q, const peer *who) {
    const sepal_solid_hits found = hits_in(q->answers, q->items), exact = hits_in(q->exact, q->items);
    size_t wrong = question_wrong_bits(q, who);
    for (size_t i = 0; i < q->items; i++)
        if ((exact.bits[i / 64] & found.bits[i / 64]) >> (i % 64) & 1)
            wrong += fabs((double)found.time[i] - (double)exact.time[i]) > 0.02;
    return wrong;
}

static void release(question *q) {
    sweep_question *s = (sweep_question *)q;
    free(s->moves[0]);
    free(s->moves[1]);
    solid_scene_free(&s->scene);
}

static const question_kind bits = {.name = "solids sweep-bits", .build = build_bits, .ask = ask_bits, .release = release};
static const question_kind hits = {
    .name = "solids sweep", .build = build_hits, .ask = ask_hits, .release = release, .ask_peer = ask_peer, .judge = judge};

/* --- Rays: solids, times, normals ----------------------------------------------------------------------------------------------- */

typedef struct cast_recipe {
    const char *name;
    size_t count;
    bool spheres;
} cast_recipe;

static const cast_recipe casts[] = {{"boxes, 100 000", 100000, false}, {"spheres, 100 000", 100000, true}};
enum { CASTS = sizeof casts / sizeof casts[0], RAYS = 4096 };

/* Turned boxes of half extents 0.5 .. 1.5, or spheres of such radii, in a cube in which a ray gets some twenty far. */
#define CUBE   150.0
#define LENGTH 50.0

typedef struct cast_question {
    question base;
    const cast_recipe *recipe;
    sepal_solids *set;
    sepal_finder *finder;
    float *rows; /* x, y, z, dx, dy, dz of each ray */
} cast_question;

static bool fill(cast_question *c, uint64_t *state) {
    const size_t n = c->recipe->count;
    float *rows = malloc(10 * n * sizeof *rows);
    bool fine = rows != NULL && sepal_solids_create(NULL, &c->set) == SEPAL_OK;
    for (size_t i = 0; fine && i < 10 * n; i++)
        rows[i] = (float)(i % 10 < 3   ? CUBE * random_share(state)
                          : i % 10 < 6 ? 0.5 + random_share(state)
                                       : 2 * random_share(state) - 1);
    const float *r = rows;
    const sepal_solid_boxes boxes = {.x = r,
                                     .y = r + 1,
                                     .z = r + 2,
                                     .half_x = r + 3,
                                     .half_y = r + 4,
                                     .half_z = r + 5,
                                     .turn = {r + 6, r + 7, r + 8, r + 9, {NULL}},
                                     .stride = 10};
    const sepal_solid_spheres spheres = {r, r + 1, r + 2, r + 3, 10};
    fine = fine && (c->recipe->spheres ? sepal_solids_add_spheres(c->set, &spheres, n, NULL, NULL)
                                       : sepal_solids_add_boxes(c->set, &boxes, n, NULL, NULL)) == SEPAL_OK;
    free(rows);
    return fine;
}

static bool build_rays(question *q) {
    cast_question *c = (cast_question *)q;
    uint64_t state = 1;
    c->rows = malloc(6 * RAYS * sizeof *c->rows);
    if (c->rows == NULL || !fill(c, &state) || sepal_finder_create(NULL, &c->finder) != SEPAL_OK ||
        sepal_solids_find_build(c->finder, c->set) != SEPAL_OK)
        return false;
    for (size_t i = 0; i < RAYS;) { /* they begin outside of all solids */
        float *row = c->rows + 6 * i;
        double way[3], square = 0;
        size_t within;
        for (int k = 0; k < 3; k++) {
            row[k] = (float)(CUBE * random_share(&state));
            way[k] = 2 * random_share(&state) - 1;
            square += way[k] * way[k];
        }
        for (int k = 0; k < 3; k++)
            row[3 + k] = (float)(LENGTH * way[k] / sqrt(square));
        const sepal_solid_points at = {row, row + 1, row + 2, 0};
        i += sepal_solids_find_at(c->finder, &at, 1, NULL, NULL, 0, NULL, &within) == SEPAL_OK;
    }
    q->items = RAYS;
    q->bytes = RAYS * (sizeof(uint32_t) + 4 * sizeof(float));
    q->solids[0] = q->solids[1] = c->set;
    return true;
}

static sepal_solid_rays rays_in(const float *r) {
    return (sepal_solid_rays){r, r + 1, r + 2, r + 3, r + 4, r + 5, 6};
}

static sepal_solid_ray_hits first_in(void *answers) {
    float *columns = (float *)answers + RAYS;
    return (sepal_solid_ray_hits){answers, columns, columns + RAYS, columns + 2 * RAYS, columns + 3 * RAYS, 0};
}

static sepal_status ask_rays(question *q, void *answers) {
    const cast_question *c = (const cast_question *)q;
    const sepal_solid_rays rays = rays_in(c->rows);
    const sepal_solid_ray_hits found = first_in(answers);
    return sepal_solids_cast_rays(c->finder, &rays, RAYS, NULL, NULL, &found);
}

static void ask_peer_rays(question *q, const peer *who, void *shapes, void *answers) {
    const sepal_solid_rays rays = rays_in(((const cast_question *)q)->rows);
    const sepal_solid_ray_hits found = first_in(answers);
    who->cast_solids(shapes, &rays, RAYS, &found);
}

/* Rays with another solid. */
static size_t judge_rays(question *q, const peer *who) {
    const uint32_t *exact = q->exact, *got = q->answers;
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < RAYS; i++)
        wrong += exact[i] != got[i];
    return wrong;
}

static void release_rays(question *q) {
    cast_question *c = (cast_question *)q;
    sepal_finder_destroy(c->finder);
    sepal_solids_destroy(c->set);
    free(c->rows);
}

static const question_kind rays = {.name = "solids rays",
                                   .build = build_rays,
                                   .ask = ask_rays,
                                   .release = release_rays,
                                   .ask_peer = ask_peer_rays,
                                   .judge = judge_rays};

void bench_sweep_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        ((sweep_question *)question_add(&bits, recipes[k].name, sizeof(sweep_question)))->recipe = &recipes[k];
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&hits, recipes[k].name, sizeof(sweep_question));
        ((sweep_question *)q)->recipe = &recipes[k];
        for (const peer *const *p = solid_peers; *p != NULL; p++)
            if ((*p)->sweep_solids && solid_peer_takes(*p, solid_peer_kinds(&recipes[k])))
                question_add_peer(q, *p);
    }
    for (size_t k = 0; k < CASTS; k++) {
        question *q = question_add(&rays, casts[k].name, sizeof(cast_question));
        ((cast_question *)q)->recipe = &casts[k];
        for (const peer *const *p = solid_peers; *p != NULL; p++)
            if ((*p)->cast_solids && solid_peer_takes(*p, casts[k].spheres ? PEER_SPHERES : PEER_BOXES))
                question_add_peer(q, *p);
    }
}
