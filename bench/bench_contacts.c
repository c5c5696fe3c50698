/* bench_contacts.c — where the shapes of each pair touch: of polygons beside other libraries, of shapes with radii without. */
#include <string.h>

#include "question.h"
#include "questions.h"
#include "round_scenes.h"
#include "scenes.h"

typedef struct contacts_question {
    question base;
    const scene_recipe *recipe; /* of polygons, or */
    const round_recipe *round;  /* of round shapes */
    scene scene;
    round_scene round_scene;
} contacts_question;

/* Bytes of all answers about one pair. */
enum { BYTES = sizeof(float[2]) + 3 * sizeof(float[2]) + sizeof(uint32_t[2]) + 1 };

/* The arrays of the answers follow each other in memory; the bytes come last. */
static sepal_contacts arrays_in(void *answers, size_t count) {
    float *memory = answers;
    return (sepal_contacts){
        .normal_x = memory,
        .normal_y = memory + count,
        .x = memory + 2 * count,
        .y = memory + 4 * count,
        .depth = memory + 6 * count,
        .feature = (uint32_t *)(void *)(memory + 8 * count),
        .count = (uint8_t *)(memory + 10 * count),
    };
}

static bool build(question *q) {
    contacts_question *s = (contacts_question *)q;
    if (!scene_build(s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = BYTES * s->scene.count;
    q->shapes = s->scene.polys;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const scene *s = &((contacts_question *)q)->scene;
    const sepal_contacts out = arrays_in(answers, s->count);
    return sepal_polys_contacts_pairs(s->polys, s->polys, s->pairs, s->count, NULL, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const scene *s = &((contacts_question *)q)->scene;
    who->contacts(shapes, s->pairs, s->count, arrays_in(answers, s->count));
}

/* Wrong is a peer's contact where there is none, or none where there is one. */
static size_t judge(question *q, const peer *who) {
    const sepal_contacts found = arrays_in(q->answers, q->items), exact = arrays_in(q->exact, q->items);
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < q->items; i++)
        wrong += (found.count[i] > 0) != (exact.count[i] > 0);
    return wrong;
}

static void release(question *q) {
    scene_free(&((contacts_question *)q)->scene);
}

static bool build_round(question *q) {
    contacts_question *s = (contacts_question *)q;
    if (!round_scene_build(s->round, &s->round_scene))
        return false;
    q->items = s->round_scene.count;
    q->bytes = BYTES * s->round_scene.count;
    return true;
}

static sepal_status ask_round(question *q, void *answers) {
    const round_scene *s = &((contacts_question *)q)->round_scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    const sepal_contacts out = arrays_in(answers, s->count);
    return sepal_polys_contacts_pairs(s->a, s->b, s->pairs, s->count, &rule, &out);
}

static void release_round(question *q) {
    round_scene_free(&((contacts_question *)q)->round_scene);
}

static const question_kind contacts = {
    .name = "contacts", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind contacts_round = {
    .name = "contacts-round", .build = build_round, .ask = ask_round, .release = release_round};

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

void bench_contacts_add(void) {
    static const char *const scenes[] = {"box/aabb", "box/far", "box/grid", "box/rest", "8/aabb", "8/far", "3-16/aabb"};
    static const char *const round_scenes[] = {"circle/aabb", "capsule/aabb", "box+margin/aabb", "8+radius/aabb", "mixed/aabb"};
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (!is_one_of(recipe->name, scenes, sizeof scenes / sizeof *scenes))
            continue;
        question *q = question_add(&contacts, recipe->name, sizeof(contacts_question));
        ((contacts_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->contacts && (peers[i]->most_vertices == 0 || recipe->most <= peers[i]->most_vertices))
                question_add_peer(q, peers[i]);
    }
    for (size_t k = 0; k < round_recipe_count; k++)
        if (is_one_of(round_recipes[k].name, round_scenes, sizeof round_scenes / sizeof *round_scenes))
            ((contacts_question *)question_add(&contacts_round, round_recipes[k].name, sizeof(contacts_question)))->round =
                &round_recipes[k];
}
