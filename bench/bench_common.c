/* bench_common.c — how much area do two polygons have in common? sepal gives area and IoU, peers the area. And which polygon is it? */
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

typedef struct common_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
    /* Of common polygons: where those of each pair begin, and room for as many corners as there can be, x and y, so that none is computed
     * twice; how many there are. */
    uint32_t *first;
    float *x, *y;
    size_t room, corners;
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
    common_question *s = (common_question *)q;
    scene_free(&s->scene);
    free(s->first);
    free(s->x);
    free(s->y);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const scene *s = &((common_question *)q)->scene;
    who->common(shapes, s->pairs, s->count, answers);
}

static size_t judge(question *q, const peer *who) {
    (void)who;
    return question_wrong_depths(q->answers, q->exact, q->items);
}

static sepal_status ask_polygons(question *q, void *answers) {
    common_question *s = (common_question *)q;
    (void)answers; /* see collect_polygons */
    return sepal_polys_common_polygons(s->scene.polys, s->scene.polys, s->scene.pairs, s->scene.count, NULL, s->room, s->x, s->y,
                                       s->first, &s->corners);
}

/* No other library is asked. */
static bool build_polygons(question *q) {
    common_question *s = (common_question *)q;
    if (!scene_build(s->recipe, &s->scene))
        return false;
    s->room = 2 * s->recipe->most * s->scene.count;
    s->first = malloc((s->scene.count + 1) * sizeof *s->first);
    s->x = malloc(s->room * sizeof *s->x);
    s->y = malloc(s->room * sizeof *s->y);
    if (!s->first || !s->x || !s->y || ask_polygons(q, NULL) != SEPAL_OK)
        return false;
    q->items = s->scene.count;
    q->bytes = (s->scene.count + 1) * sizeof *s->first + s->corners * (sizeof *s->x + sizeof *s->y);
    q->shapes = s->scene.polys;
    return true;
}

static bool collect_polygons(question *q, void *answers) {
    const common_question *s = (const common_question *)q;
    char *to = answers;
    memcpy(to, s->first, (s->scene.count + 1) * sizeof *s->first);
    to += (s->scene.count + 1) * sizeof *s->first;
    memcpy(to, s->x, s->corners * sizeof *s->x);
    memcpy(to + s->corners * sizeof *s->x, s->y, s->corners * sizeof *s->y);
    return true;
}

static const question_kind polygons = {
    .name = "polygon", .build = build_polygons, .ask = ask_polygons, .collect = collect_polygons, .release = release};

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
