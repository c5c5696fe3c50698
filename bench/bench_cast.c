/* bench_cast.c — which shape each of many rays hits first, and when, against a tree that is built once; every shape that they hit; and what
 * as many boxes that move as the rays do hit first. ns a ray. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

/* Squares in which a ray gets about 12 far, ten shapes' widths, before it hits. Rays begin outside of all shapes and are 50 long. */
typedef struct cast_recipe {
    scene_recipe shapes;
    uint32_t cores; /* only so many of their vertices are kept, if not 0 */
    float radius;
} cast_recipe;

static const cast_recipe recipes[] = {
    {{"boxes, 1 000", SCENE_BOXES, SCENE_ANY, 4, 4, 161, 0, 0, 1000, 1}, 0, 0},
    {{"boxes, 100 000", SCENE_BOXES, SCENE_ANY, 4, 4, 1612, 0, 0, 100000, 1}, 0, 0},
    {{"8 vertices, 100 000", SCENE_POLYGONS, SCENE_ANY, 8, 8, 1612, 0, 0, 100000, 1}, 0, 0},
    {{"32 vertices, 10 000", SCENE_POLYGONS, SCENE_ANY, 32, 32, 510, 0, 0, 10000, 1}, 0, 0},
    {{"64 vertices, 10 000", SCENE_POLYGONS, SCENE_ANY, 64, 64, 510, 0, 0, 10000, 1}, 0, 0},
    {{"circles, 10 000", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 10000, 1}, 1, 1},
    {{"capsules, 10 000", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 10000, 1}, 2, 0.5F},
    {{"boxes+radius, 10 000", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 10000, 1}, 4, 0.25F},
    {{"8+radius, 10 000", SCENE_POLYGONS, SCENE_ANY, 8, 8, 510, 0, 0, 10000, 1}, 8, 0.25F},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0], RAYS = 16384 };
#define LENGTH 50.0

typedef struct cast_question {
    question base;
    const cast_recipe *recipe;
    scene scene;
    sepal_polys *round; /* the shapes with a radius, or NULL */
    const sepal_polys *shapes;
    sepal_polys *movers; /* boxes of 1 x 0.5 at the origins of the rays, or NULL */
    bool moving, every;
    sepal_finder *finder;
    float *rows; /* x, y, dx, dy of each ray */
} cast_question;

/* Answers: the shape of each ray, then its times, then the normals. */
static sepal_ray_hits hits_in(void *answers) {
    float *columns = (float *)answers + RAYS;
    return (sepal_ray_hits){answers, columns, columns + RAYS, columns + 2 * RAYS, 0};
}

static sepal_rays rays_of(const cast_question *c) {
    return (sepal_rays){c->rows, c->rows + 1, c->rows + 2, c->rows + 3, 4};
}

/* Counts the hits of each ray. */
static int count_hit(void *context, const sepal_ray_hit *hit) {
    ((uint32_t *)context)[hit->ray]++;
    return 1;
}

static sepal_status ask(question *q, void *answers) {
    const cast_question *c = (const cast_question *)q;
    const sepal_rays rays = rays_of(c);
    const sepal_moves moves = {rays.dx, rays.dy, rays.stride};
    const sepal_ray_hits hits = hits_in(answers);
    if (c->every) {
        memset(answers, 0, RAYS * sizeof(uint32_t));
        return sepal_polys_cast_each(c->finder, &rays, RAYS, 1, NULL, NULL, count_hit, answers);
    }
    if (c->moving)
        return sepal_polys_cast_shapes(c->finder, c->movers, &moves, 0, RAYS, NULL, NULL, &hits);
    return sepal_polys_cast_rays(c->finder, &rays, RAYS, NULL, NULL, &hits);
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static double random_share(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static bool make_round(cast_question *c) {
    bool fine = sepal_polys_create(NULL, &c->round) == SEPAL_OK;
    for (uint32_t i = 0; fine && i < sepal_polys_count(c->scene.polys); i++) {
        const float *x, *y;
        size_t count;
        fine = sepal_polys_vertices(c->scene.polys, i, &x, &y, &count) == SEPAL_OK &&
               sepal_polys_add_round(c->round, x, y, c->recipe->cores, c->recipe->radius, NULL) == SEPAL_OK;
    }
    c->shapes = c->round;
    return fine;
}

static bool make_movers(cast_question *c) {
    bool fine = sepal_polys_create(NULL, &c->movers) == SEPAL_OK;
    for (size_t i = 0; fine && i < RAYS; i++) {
        const float *row = c->rows + 4 * i, half_x = 0.5F, half_y = 0.25F;
        const sepal_boxes box = {.x = row, .y = row + 1, .half_x = &half_x, .half_y = &half_y};
        fine = sepal_polys_add_boxes(c->movers, &box, 1, NULL, NULL) == SEPAL_OK;
    }
    return fine;
}

static bool build(question *q) {
    cast_question *c = (cast_question *)q;
    uint64_t state = 1;
    c->rows = calloc(4 * RAYS, sizeof *c->rows);
    if (c->rows == NULL || !scene_build(&c->recipe->shapes, &c->scene))
        return false;
    c->shapes = c->scene.polys;
    if ((c->recipe->cores > 0 && !make_round(c)) || sepal_finder_create(NULL, &c->finder) != SEPAL_OK ||
        sepal_polys_find_build(c->finder, c->shapes) != SEPAL_OK)
        return false;
    for (size_t i = 0; i < RAYS;) {
        float *row = c->rows + 4 * i;
        const double side = (double)c->recipe->shapes.side, angle = 6.283185307179586 * random_share(&state);
        size_t within;
        row[0] = (float)(side * random_share(&state));
        row[1] = (float)(side * random_share(&state));
        row[2] = (float)(LENGTH * cos(angle));
        row[3] = (float)(LENGTH * sin(angle));
        const sepal_points at = {.x = row, .y = row + 1};
        i += sepal_polys_find_at(c->finder, &at, 1, NULL, NULL, 0, NULL, &within) == SEPAL_OK;
    }
    if (c->moving && !make_movers(c))
        return false;
    q->items = RAYS;
    q->bytes = RAYS * (sizeof(uint32_t) + (c->every ? 0 : 3 * sizeof(float))); /* of every hit, how many there are of a ray */
    q->shapes = c->shapes;
    return true;
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const sepal_rays rays = rays_of((const cast_question *)q);
    const sepal_ray_hits hits = hits_in(answers);
    who->cast(shapes, &rays, RAYS, &hits);
}

/* Rays with another shape. */
static size_t count_wrong(question *q, const peer *who) {
    const uint32_t *exact = q->exact, *got = q->answers;
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < RAYS; i++)
        wrong += exact[i] != got[i];
    return wrong;
}

static void release(question *q) {
    cast_question *c = (cast_question *)q;
    sepal_polys_destroy(c->round);
    sepal_polys_destroy(c->movers);
    scene_free(&c->scene);
    free(c->rows);
    sepal_finder_destroy(c->finder);
}

static const question_kind cast = {
    .name = "rays", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = count_wrong};

static const question_kind cast_every = {.name = "all hits of rays", .build = build, .ask = ask, .release = release};

static const question_kind cast_movers = {.name = "shape casts", .build = build, .ask = ask, .release = release};

void bench_cast_add(void) {
    for (size_t k = 0; k < 2; k++) { /* among 1 000 and 100 000 boxes */
        cast_question *c = (cast_question *)question_add(&cast_movers, recipes[k].shapes.name, sizeof *c);
        c->recipe = &recipes[k];
        c->moving = true;
        c = (cast_question *)question_add(&cast_every, recipes[k].shapes.name, sizeof *c);
        c->recipe = &recipes[k];
        c->every = true;
    }
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&cast, recipes[k].shapes.name, sizeof(cast_question));
        ((cast_question *)q)->recipe = &recipes[k];
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->cast)
                question_offer(q, peers[i], recipes[k].shapes.most, recipes[k].cores > 0);
    }
}
