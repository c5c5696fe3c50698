/* bench_threads.c — questions in parts, by one thread and by all cores. The library starts no thread: OpenMP cuts the work here, as
 * an engine's job system would. Time is that of the clock on the wall. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

/* So many pairs or shapes are one part. A multiple of 64, so that no two threads write to one word of bits. */
enum { PART = 8192 };

typedef struct threads_question threads_question;

typedef struct threads_recipe {
    const char *name;
    scene_recipe scene;
    bool is_placed; /* the shapes of the scene are models, each of which is placed once; else its pairs are asked about */
    /* Asks about pairs or shapes first .. first + count - 1. */
    sepal_status (*ask)(const threads_question *q, size_t first, size_t count, void *answers);
    size_t answer_bits; /* of one pair */
} threads_recipe;

struct threads_question {
    question base;
    const threads_recipe *recipe;
    int threads;
    scene scene;
    sepal_polys *world;
    uint32_t *model;
    float *x, *y, *cosine, *sine;
};

static sepal_status overlap(const threads_question *q, size_t first, size_t count, void *answers) {
    const scene *s = &q->scene;
    return sepal_polys_overlap_pairs(s->polys, s->polys, s->pairs + first, count, NULL, (uint64_t *)answers + first / 64);
}

static sepal_status push(const threads_question *q, size_t first, size_t count, void *answers) {
    const scene *s = &q->scene;
    float *x = answers, *y = x + s->count, *depth = y + s->count;
    const sepal_mtvs out = {.normal_x = x + first, .normal_y = y + first, .depth = depth + first};
    return sepal_polys_mtv_pairs(s->polys, s->polys, s->pairs + first, count, NULL, &out);
}

static sepal_status place(const threads_question *q, size_t first, size_t count, void *answers) {
    const sepal_poses poses = {.x = q->x + first, .y = q->y + first, .cos = q->cosine + first, .sin = q->sine + first};
    (void)answers; /* see collect */
    return sepal_polys_place_range(q->world, first, q->scene.polys, q->model + first, &poses, count, NULL);
}

static const threads_recipe recipes[] = {
    {"overlap, 3-16", {"", SCENE_POLYGONS, SCENE_AABB, 3, 16, 160, 0, 0, 65536, 1 << 19}, false, overlap, 1},
    {"push, boxes", {"", SCENE_BOXES, SCENE_AABB, 4, 4, 160, 0, 0, 65536, 1 << 19}, false, push, 96},
    {"place, boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 160, 0, 0, 1 << 19, 1}, true, place, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

static sepal_status ask(question *base, void *answers) {
    const threads_question *q = (threads_question *)base;
    const long parts = (long)((base->items + PART - 1) / PART);
    bool good = true;
#pragma omp parallel for num_threads(q->threads) schedule(dynamic) reduction(&& : good)
    for (long k = 0; k < parts; k++) {
        const size_t first = (size_t)k * PART, left = base->items - first;
        good = good && q->recipe->ask(q, first, left < PART ? left : PART, answers) == SEPAL_OK;
    }
    return good ? SEPAL_OK : SEPAL_BAD_ARGUMENT;
}

/* Of placing, the answers are the vertices: four for each box. */
static bool collect(question *base, void *answers) {
    const threads_question *q = (threads_question *)base;
    float *at = answers;
    for (size_t i = 0; q->recipe->is_placed && i < base->items; i++) {
        const float *x, *y;
        size_t n = 0;
        if (sepal_polys_vertices(q->world, (uint32_t)i, &x, &y, &n) != SEPAL_OK || n != 4)
            return false;
        for (size_t k = 0; k < n; k++, at += 2) {
            at[0] = x[k];
            at[1] = y[k];
        }
    }
    return true;
}

static bool build_world(threads_question *q) {
    const size_t count = q->base.items;
    q->model = malloc(count * sizeof *q->model);
    q->x = malloc(count * sizeof *q->x);
    q->y = malloc(count * sizeof *q->y);
    q->cosine = malloc(count * sizeof *q->cosine);
    q->sine = malloc(count * sizeof *q->sine);
    if (!q->model || !q->x || !q->y || !q->cosine || !q->sine || sepal_polys_create(NULL, &q->world) != SEPAL_OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / 1024;
        q->model[i] = (uint32_t)i;
        q->x[i] = (float)(i % 1024);
        q->y[i] = (float)row;
        q->cosine[i] = cosf((float)i);
        q->sine[i] = sinf((float)i);
    }
    const sepal_poses poses = {.x = q->x, .y = q->y, .cos = q->cosine, .sin = q->sine};
    return sepal_polys_place(q->world, q->scene.polys, q->model, &poses, count, NULL) == SEPAL_OK;
}

static bool build(question *base) {
    threads_question *q = (threads_question *)base;
    const threads_recipe *recipe = q->recipe;
    if (!scene_build(&recipe->scene, &q->scene))
        return false;
    base->items = recipe->is_placed ? recipe->scene.shape_count : q->scene.count;
    base->bytes = recipe->is_placed ? base->items * sizeof(float[8]) : (base->items * recipe->answer_bits + 63) / 64 * 8;
    return !recipe->is_placed || build_world(q);
}

static void release(question *base) {
    threads_question *q = (threads_question *)base;
    scene_free(&q->scene);
    sepal_polys_destroy(q->world);
    free(q->model);
    free(q->x), free(q->y);
    free(q->cosine), free(q->sine);
}

static const question_kind threads = {
    .name = "threads",
    .build = build,
    .ask = ask,
    .collect = collect,
    .release = release,
    .on_the_wall = true,
};

void bench_threads_add(void) {
    static char names[2 * RECIPES][48];
    const int counts[2] = {1, omp_get_max_threads()};
    for (size_t k = 0; k < 2 * RECIPES; k++) {
        const threads_recipe *recipe = &recipes[k / 2];
        const int count = counts[k % 2];
        if (k % 2 == 1 && count == 1)
            continue; /* a machine of one core */
        snprintf(names[k], sizeof names[k], "%s, %d thread%s", recipe->name, count, count == 1 ? "" : "s");
        threads_question *q = (threads_question *)question_add(&threads, names[k], sizeof *q);
        q->recipe = recipe;
        q->threads = count;
    }
}
