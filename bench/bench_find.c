/* bench_find.c — all pairs of a set that overlap, found without a list of pairs. ns a shape, everything included but the making of
 * the set. */
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

/* Sides of the square such that each shape overlaps seven others or so. */
static const scene_recipe recipes[] = {
    {"boxes, 10 000", SCENE_BOXES, SCENE_ANY, 4, 4, 161, 0, 0, 10000, 1},
    {"boxes, 100 000", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1},
    {"boxes, 1 000 000", SCENE_BOXES, SCENE_ANY, 4, 4, 1612, 0, 0, 1000000, 1},
    {"8 vertices, 100 000", SCENE_POLYGONS, SCENE_ANY, 8, 8, 510, 0, 0, 100000, 1},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct find_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
    sepal_finder *finder;
} find_question;

static sepal_status ask(question *q, void *answers) {
    find_question *f = (find_question *)q;
    size_t found, room = q->bytes / sizeof(sepal_pair);
    return sepal_polys_find_pairs(f->finder, f->scene.polys, f->scene.polys, NULL, NULL, room, answers, &found);
}

static bool build(question *q) {
    find_question *f = (find_question *)q;
    size_t found = 0;
    if (!scene_build(f->recipe, &f->scene) || sepal_finder_create(NULL, &f->finder) != SEPAL_OK)
        return false;
    q->items = f->recipe->shape_count;
    if (sepal_polys_find_pairs(f->finder, f->scene.polys, f->scene.polys, NULL, NULL, 0, NULL, &found) != SEPAL_TOO_SMALL)
        return false;
    q->bytes = found * sizeof(sepal_pair);
    return true;
}

static void release(question *q) {
    find_question *f = (find_question *)q;
    scene_free(&f->scene);
    sepal_finder_destroy(f->finder);
}

static const question_kind find = {"find", build, ask, NULL, release, NULL, NULL};

void bench_find_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        ((find_question *)question_add(&find, recipes[k].name, sizeof(find_question)))->recipe = &recipes[k];
}
