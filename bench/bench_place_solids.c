/* bench_place_solids.c — models of solids turned and moved into a world set */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "solid_scenes.h"

enum { MODELS = 64, POSE = 7 }; /* of a pose: x, y, z, and a quaternion */

/* The models are the first solids of a scene; the poses are columns, or rows. */
typedef struct place_recipe {
    const char *name;
    solid_recipe models;
    bool rows;
} place_recipe;

static const place_recipe recipes[] = {
    {"boxes", {"", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0}, false},
    {"boxes, rows", {"", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0}, true},
    {"spheres", {"", SOLIDS_NEAR, SOLID_SPHERES, SOLID_SPHERES, 0, 0}, false},
    {"capsules", {"", SOLIDS_NEAR, SOLID_CAPSULES, SOLID_CAPSULES, 0, 0}, false},
    {"tetrahedra", {"", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 4, 0}, false},
    {"hulls of 8", {"", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 8, 0}, false},
    {"hulls of 32", {"", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 32, 0}, false},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct place_question {
    question base;
    const place_recipe *recipe;
    solid_scene scene;
    uint32_t *model;
    float *values;
    sepal_solids *world;
} place_question;

static sepal_status ask(question *q, void *answers) {
    const place_question *s = (place_question *)q;
    const size_t step = s->recipe->rows ? 1 : SOLID_COUNT;
    const float *v = s->values;
    const sepal_solid_poses poses = {.x = v,
                                     .y = v + step,
                                     .z = v + 2 * step,
                                     .turn = {.w = v + 3 * step, .x = v + 4 * step, .y = v + 5 * step, .z = v + 6 * step},
                                     .stride = s->recipe->rows ? POSE : 1};
    (void)answers; /* see collect */
    return sepal_solids_place(s->world, s->scene.a, s->model, &poses, SOLID_COUNT, NULL);
}

/* Copies the vectors of all boxes, and the vertices of all hulls. `answers` may be NULL. Returns how many bytes they take. */
static size_t copy_solids(const sepal_solids *world, char *answers) {
    size_t used = 0;
    for (uint32_t i = 0; i < SOLID_COUNT; i++) {
        sepal_parallelepiped box;
        const float *at[3];
        size_t count;
        if (sepal_solids_box(world, i, &box) == SEPAL_OK) {
            if (answers)
                memcpy(answers + used, &box, sizeof box);
            used += sizeof box;
            continue;
        }
        if (sepal_solids_vertices(world, i, &at[0], &at[1], &at[2], &count) != SEPAL_OK)
            return 0;
        for (int k = 0; k < 3; k++, used += count * sizeof(float))
            if (answers)
                memcpy(answers + used, at[k], count * sizeof(float));
    }
    return used;
}

static bool collect(question *q, void *answers) {
    return copy_solids(((place_question *)q)->world, answers) == q->bytes;
}

static bool build(question *q) {
    place_question *s = (place_question *)q;
    s->model = malloc(SOLID_COUNT * sizeof *s->model);
    s->values = malloc(SOLID_COUNT * sizeof(float[POSE]));
    if (!s->model || !s->values || !solid_scene_build(&s->recipe->models, &s->scene) ||
        sepal_solids_create(NULL, &s->world) != SEPAL_OK)
        return false;
    for (uint32_t i = 0; i < SOLID_COUNT; i++) {
        const double angle = 2.399963229728653 * i, half = 1.5 * angle; /* turned about (1, 2, 2) */
        const double pose[POSE] = {
            0.3 * sqrt(i) * cos(angle), 0.3 * sqrt(i) * sin(angle), 0.01 * (i % 100), cos(half), sin(half) / 3,
            2 * sin(half) / 3,          2 * sin(half) / 3};
        for (size_t k = 0; k < POSE; k++)
            s->values[s->recipe->rows ? POSE * i + k : k * SOLID_COUNT + i] = (float)pose[k];
        s->model[i] = (uint32_t)((i * UINT64_C(2654435761)) >> 16) % MODELS;
    }
    q->items = SOLID_COUNT;
    if (ask(q, NULL) != SEPAL_OK)
        return false;
    q->bytes = copy_solids(s->world, NULL);
    return q->bytes > 0;
}

static void release(question *q) {
    place_question *s = (place_question *)q;
    solid_scene_free(&s->scene);
    sepal_solids_destroy(s->world);
    free(s->model);
    free(s->values);
}

static const question_kind place = {.name = "solids place", .build = build, .ask = ask, .collect = collect, .release = release};

void bench_place_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        ((place_question *)question_add(&place, recipes[k].name, sizeof(place_question)))->recipe = &recipes[k];
}
