/* bench_overlap.c — which pairs overlap? */
#include "question.h"
#include "questions.h"
#include "scenes.h"

typedef struct overlap_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
} overlap_question;

static bool build(question *q) {
    overlap_question *s = (overlap_question *)q;
    if (!scene_build(s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = SEPAL_BIT_WORDS(s->scene.count) * sizeof(uint64_t);
    q->shapes = s->scene.polys;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const overlap_question *s = (overlap_question *)q;
    const sepal_polys *polys = s->scene.polys;
    const sepal_pair *pairs = s->scene.pairs;
    uint64_t *bits = answers;
    if (s->recipe->pairs != SCENE_ONE)
        return sepal_polys_overlap_pairs(polys, polys, pairs, s->scene.count, NULL, bits);
    sepal_status status = SEPAL_OK;
    for (size_t i = 0; i < s->scene.count && status == SEPAL_OK; i += s->recipe->shape_count)
        status = sepal_polys_overlap_one(polys, pairs[i].a, polys, 0, s->recipe->shape_count, NULL, bits + i / 64);
    return status;
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const overlap_question *s = (overlap_question *)q;
    who->overlap(shapes, s->scene.pairs, s->scene.count, answers);
}

static void release(question *q) {
    scene_free(&((overlap_question *)q)->scene);
}

static const question_kind overlap = {
    .name = "overlap", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = question_wrong_bits};

/* Other libraries would need too much memory and time for a scene that is made to exceed the caches. */
static bool suits(const peer *other, const scene_recipe *recipe) {
    const bool small = recipe->shape_count <= 4096 || other == &peer_textbook;
    return other->overlap && small && peer_takes(other, recipe->most, scene_is_round(recipe));
}

void bench_overlap_add(void) {
    for (size_t k = 0; k < scene_recipe_count; k++) {
        question *q = question_add(&overlap, scene_recipes[k].name, sizeof(overlap_question));
        ((overlap_question *)q)->recipe = &scene_recipes[k];
        for (size_t i = 0; peers[i]; i++)
            if (suits(peers[i], &scene_recipes[k]))
                question_add_peer(q, peers[i]);
    }
}
