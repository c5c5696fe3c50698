/* bench_find_solids.c — all pairs of solids that overlap. ns a solid, everything included but the making of the set. */
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"
#include "solid_scenes.h"

static const solid_recipe recipes[] = {
    {"boxes, near", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, far", SOLIDS_FAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, stack", SOLIDS_STACK, SOLID_BOXES, SOLID_BOXES, 0, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct find_question {
    question base;
    const solid_recipe *recipe;
    solid_scene scene;
    sepal_finder *finder;
    size_t room, found; /* of what a peer finds, which may be more than there is */
    sepal_pair *of_a_peer;
} find_question;

static sepal_status ask(question *q, void *answers) {
    find_question *f = (find_question *)q;
    size_t found;
    return sepal_solids_find_pairs(f->finder, f->scene.a, f->scene.a, NULL, NULL, q->bytes / sizeof(sepal_pair), answers, &found);
}

static bool build(question *q) {
    find_question *f = (find_question *)q;
    size_t found = 0;
    if (!solid_scene_build(f->recipe, &f->scene) || sepal_finder_create(NULL, &f->finder) != SEPAL_OK)
        return false;
    if (sepal_solids_find_pairs(f->finder, f->scene.a, f->scene.a, NULL, NULL, 0, NULL, &found) != SEPAL_TOO_SMALL)
        return false;
    q->items = SOLID_COUNT;
    q->bytes = found * sizeof(sepal_pair);
    q->solids[0] = q->solids[1] = f->scene.a;
    f->room = 2 * found;
    f->of_a_peer = calloc(f->room, sizeof *f->of_a_peer);
    return f->of_a_peer != NULL;
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    find_question *f = (find_question *)q;
    (void)answers;
    f->found = who->find_solids(shapes, f->room, f->of_a_peer);
}

static size_t judge(question *q, const peer *who) {
    const find_question *f = (find_question *)q;
    (void)who;
    return question_wrong_pairs(f->of_a_peer, f->found, f->room, q->exact, q->bytes / sizeof(sepal_pair));
}

static void release(question *q) {
    find_question *f = (find_question *)q;
    solid_scene_free(&f->scene);
    free(f->of_a_peer);
    sepal_finder_destroy(f->finder);
}

static const question_kind find = {
    .name = "solids find", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

void bench_find_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&find, recipes[k].name, sizeof(find_question));
        ((find_question *)q)->recipe = &recipes[k];
        for (const peer *const *p = solid_peers; *p != NULL; p++)
            if ((*p)->find_solids && solid_peer_takes(*p, solid_peer_kinds(&recipes[k])))
                question_add_peer(q, *p);
    }
}
