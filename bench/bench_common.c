/* bench_common.c — how much area do two polygons have in common? sepal gives area and IoU, peers the area. And which polygon is it? */
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

typedef struct common_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
    size_t corners; /* of all common polygons */
} common_question;

static bool build(question *q) {
    common_question *s = (common_question *)q;
    if (!scene_build(s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = 2 * s->scene.count * sizeof(float);
    q->shapes = s->scene.polys;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const scene *s = &((common_question *)q)->scene;
    const sepal_commons out = {.area = answers, .iou = (float *)answers + s->count};
    return sepal_polys_common_pairs(s->polys, s->polys, s->pairs, s->count, &out);
}

static void release(question *q) {
    scene_free(&((common_question *)q)->scene);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const scene *s = &((common_question *)q)->scene;
    who->common(shapes, s->pairs, s->count, answers);
}

static size_t judge(question *q, const peer *who) {
    (void)who;
    return question_wrong_depths(q->answers, q->exact, q->items);
}

/* The answers are where the corners of each pair begin, and then their x and y; no other library is asked. */
static bool build_polygons(question *q) {
    common_question *s = (common_question *)q;
    uint32_t *first;
    if (!scene_build(s->recipe, &s->scene) || !(first = malloc((s->scene.count + 1) * sizeof *first)))
        return false;
    const sepal_status status = sepal_polys_common_polygons(s->scene.polys, s->scene.polys, s->scene.pairs, s->scene.count, NULL, 0,
                                                            NULL, NULL, first, &s->corners);
    free(first);
    q->items = s->scene.count;
    q->bytes = (s->scene.count + 1) * sizeof(uint32_t) + 2 * s->corners * sizeof(float);
    q->shapes = s->scene.polys;
    return status == SEPAL_OK || status == SEPAL_TOO_SMALL;
}

static sepal_status ask_polygons(question *q, void *answers) {
    const common_question *of = (const common_question *)q;
    const scene *s = &of->scene;
    uint32_t *first = answers;
    float *x = (float *)(void *)(first + s->count + 1);
    size_t found;
    return sepal_polys_common_polygons(s->polys, s->polys, s->pairs, s->count, NULL, of->corners, x, x + of->corners, first,
                                       &found);
}

static const question_kind polygons = {.name = "polygon", .build = build_polygons, .ask = ask_polygons, .release = release};

static const question_kind common = {
    .name = "common", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

void bench_common_add(void) {
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (recipe->pairs == SCENE_ONE || recipe->pairs == SCENE_NEIGHBOURS || recipe->most > 64 || recipe->shape_count > 4096 ||
            scene_is_round(recipe))
            continue;
        question *q = question_add(&common, recipe->name, sizeof(common_question));
        ((common_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->common)
                question_offer(q, peers[i], recipe->most, false);
        q = question_add(&polygons, recipe->name, sizeof(common_question));
        ((common_question *)q)->recipe = recipe;
    }
}
