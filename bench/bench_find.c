/* bench_find.c — all pairs of a set that overlap, found without a list of pairs: in order, as they are found, and, as the broad phase of
 * an engine, those whose boxes are near. ns a shape, everything included but the making of the set. */
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
    {"boxes, 3000 on top of each other", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, 3000, 1},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0], PEERS_MOST = 100000 }; /* more take some peers half a minute */

/* The recipe of a broad phase, and its margin: what a body may move in a step. */
static const scene_recipe near_recipe = {"boxes, 100 000, margin 0.1", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1};
static const float near_margin = 0.1F;

typedef struct find_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
    sepal_finder *finder;
    size_t room, found; /* of what a peer finds, which may be more than there is */
    sepal_pair *of_a_peer;
} find_question;

static sepal_status ask(question *q, void *answers) {
    find_question *f = (find_question *)q;
    size_t found, room = q->bytes / sizeof(sepal_pair);
    return sepal_polys_find_pairs(f->finder, f->scene.polys, f->scene.polys, NULL, NULL, room, answers, &found);
}

static sepal_status ask_near(question *q, void *answers) {
    find_question *f = (find_question *)q;
    size_t found, room = q->bytes / sizeof(sepal_pair);
    return sepal_polys_find_near(f->finder, f->scene.polys, f->scene.polys, NULL, near_margin, room, answers, &found);
}

static int copy_pairs(void *context, const sepal_pair *pairs, size_t count) {
    sepal_pair **to = context;
    memcpy(*to, pairs, count * sizeof *pairs);
    *to += count;
    return 1;
}

static sepal_status ask_each(question *q, void *answers) {
    find_question *f = (find_question *)q;
    sepal_pair *to = answers;
    return sepal_polys_find_each(f->finder, f->scene.polys, f->scene.polys, NULL, NULL, copy_pairs, &to);
}

static bool build(question *q) {
    find_question *f = (find_question *)q;
    size_t found = 0;
    if (!scene_build(f->recipe, &f->scene) || sepal_finder_create(NULL, &f->finder) != SEPAL_OK)
        return false;
    q->items = f->recipe->shape_count;
    if (f->recipe == &near_recipe)
        (void)sepal_polys_find_near(f->finder, f->scene.polys, f->scene.polys, NULL, near_margin, 0, NULL, &found);
    else
        (void)sepal_polys_find_pairs(f->finder, f->scene.polys, f->scene.polys, NULL, NULL, 0, NULL, &found);
    if (found == 0)
        return false;
    q->bytes = found * sizeof(sepal_pair);
    q->shapes = f->scene.polys;
    f->room = 2 * found;
    f->of_a_peer = calloc(f->room + 1, sizeof *f->of_a_peer);
    return f->of_a_peer != NULL;
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    find_question *f = (find_question *)q;
    (void)answers;
    f->found = who->find(shapes, f->room, f->of_a_peer);
}

/* Pairs that are missing, and pairs that should not be there; both lists ascend. */
static size_t count_wrong(question *q, const peer *who) {
    const find_question *f = (find_question *)q;
    const sepal_pair *exact = q->exact, *got = f->of_a_peer;
    const size_t count = q->bytes / sizeof *exact, kept = f->found < f->room ? f->found : f->room;
    size_t wrong = f->found - kept, i = 0, k = 0;
    (void)who;
    while (i < count && k < kept) {
        const uint64_t p = (uint64_t)exact[i].a << 32 | exact[i].b, r = (uint64_t)got[k].a << 32 | got[k].b;
        wrong += p != r;
        i += p <= r;
        k += r <= p;
    }
    return wrong + (count - i) + (kept - k);
}

static void release(question *q) {
    find_question *f = (find_question *)q;
    scene_free(&f->scene);
    free(f->of_a_peer);
    sepal_finder_destroy(f->finder);
}

static const question_kind find = {.name = "find",
                                   .build = build,
                                   .ask = ask,
                                   .release = release,
                                   .ask_peer = ask_peer,
                                   .judge = count_wrong},
                           each = {.name = "find each", .build = build, .ask = ask_each, .release = release},
                           near = {.name = "find near", .build = build, .ask = ask_near, .release = release};

static question *add(const question_kind *kind, const scene_recipe *recipe) {
    question *q = question_add(kind, recipe->name, sizeof(find_question));
    ((find_question *)q)->recipe = recipe;
    return q;
}

void bench_find_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = add(&find, &recipes[k]);
        for (size_t i = 0; peers[i] && recipes[k].shape_count <= PEERS_MOST; i++)
            if (peers[i]->find)
                question_add_peer(q, peers[i]);
        if (recipes[k].shape_count <= PEERS_MOST)
            add(&each, &recipes[k]);
    }
    add(&near, &near_recipe);
}
