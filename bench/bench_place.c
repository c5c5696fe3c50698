/* bench_place.c — models turned and moved into a world set */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

#define SHAPES 4096

/* The models are the shapes of a scene in a small square around the origin; the poses are columns, or rows of four. */
typedef struct place_recipe {
    const char *name;
    scene_recipe models;
    size_t stride;
} place_recipe;

static const place_recipe recipes[] = {
    {"boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, 64, 1}, 1},
    {"boxes, rows", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, 64, 1}, 4},
    {"triangles", {"", SCENE_POLYGONS, SCENE_ANY, 3, 3, 1, 0, 0, 64, 1}, 1},
    {"8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 1, 0, 0, 64, 1}, 1},
    {"3-16", {"", SCENE_POLYGONS, SCENE_ANY, 3, 16, 1, 0, 0, 64, 1}, 1},
    {"64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 1, 0, 0, 64, 1}, 1},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct place_question {
    question base;
    const place_recipe *recipe;
    scene scene;
    uint32_t *model;
    float *values;
    sepal_polys *world;
} place_question;

static sepal_status ask(question *q, void *answers) {
    const place_question *s = (place_question *)q;
    const size_t stride = s->recipe->stride, step = stride == 1 ? SHAPES : 1;
    const sepal_poses poses = {
        .x = s->values, .y = s->values + step, .cos = s->values + 2 * step, .sin = s->values + 3 * step, .stride = stride};
    (void)answers; /* see collect */
    return sepal_polys_place(s->world, s->scene.polys, s->model, &poses, SHAPES, NULL);
}

/* Copies the vertices of all shapes, for each first x and then y. `answers` may be NULL. Returns how many bytes they take. */
static size_t copy_vertices(const sepal_polys *world, float *answers) {
    size_t used = 0;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const float *x, *y;
        size_t n = 0;
        if (sepal_polys_vertices(world, i, &x, &y, &n) != SEPAL_OK)
            return 0;
        if (answers) {
            memcpy(answers + used, x, n * sizeof *x);
            memcpy(answers + used + n, y, n * sizeof *y);
        }
        used += 2 * n;
    }
    return used * sizeof(float);
}

static bool collect(question *q, void *answers) {
    return copy_vertices(((place_question *)q)->world, answers) == q->bytes;
}

static bool build(question *q) {
    place_question *s = (place_question *)q;
    s->model = malloc(SHAPES * sizeof *s->model);
    s->values = malloc(SHAPES * sizeof(float[4]));
    if (!s->model || !s->values || !scene_build(&s->recipe->models, &s->scene) || sepal_polys_create(NULL, &s->world) != SEPAL_OK)
        return false;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const double angle = 2.399963229728653 * i, radius = 0.3 * sqrt(i); /* arranged like the seeds of a sunflower: evenly */
        const double pose[4] = {radius * cos(angle), radius * sin(angle), cos(3 * angle), sin(3 * angle)};
        for (size_t k = 0; k < 4; k++)
            s->values[s->recipe->stride == 1 ? k * SHAPES + i : 4 * i + k] = (float)pose[k];
        s->model[i] = (uint32_t)((i * UINT64_C(2654435761)) >> 16) % s->recipe->models.shape_count;
    }
    q->items = SHAPES;
    if (ask(q, NULL) != SEPAL_OK)
        return false;
    q->bytes = copy_vertices(s->world, NULL);
    return q->bytes > 0;
}

static void release(question *q) {
    place_question *s = (place_question *)q;
    scene_free(&s->scene);
    sepal_polys_destroy(s->world);
    free(s->model);
    free(s->values);
}

/* Every fourth shape, as those that are awake in a world at rest. */
static sepal_status ask_list(question *q, void *answers) {
    const place_question *s = (place_question *)q;
    static uint32_t awake[SHAPES / 4];
    const sepal_poses poses = {.x = s->values,
                               .y = s->values + SHAPES,
                               .cos = s->values + 2 * (size_t)SHAPES,
                               .sin = s->values + 3 * (size_t)SHAPES,
                               .stride = 1};
    (void)answers;
    for (uint32_t k = 0; awake[SHAPES / 4 - 1] == 0 && k < SHAPES / 4; k++)
        awake[k] = 4 * k + k % 4;
    return sepal_polys_place_list(s->world, awake, SHAPES / 4, s->scene.polys, s->model, &poses, NULL);
}

static bool build_list(question *q) {
    if (!build(q))
        return false;
    q->items = SHAPES / 4;
    return true;
}

static const question_kind place_list = {
    .name = "place list", .build = build_list, .ask = ask_list, .collect = collect, .release = release};
static const question_kind place = {.name = "place", .build = build, .ask = ask, .collect = collect, .release = release};

void bench_place_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        ((place_question *)question_add(&place, recipes[k].name, sizeof(place_question)))->recipe = &recipes[k];
    for (size_t k = 0; k < RECIPES; k++)
        if (recipes[k].stride == 1)
            ((place_question *)question_add(&place_list, recipes[k].name, sizeof(place_question)))->recipe = &recipes[k];
}
