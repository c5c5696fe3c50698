/* bench_contacts.c — where the shapes of each pair touch: of polygons beside other libraries, of shapes with radii without. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "round_scenes.h"
#include "scenes.h"
#include "work_scenes.h"

typedef struct contact_record {
    uint8_t count;
    float normal[2];
    struct {
        float on_a[2], on_b[2], depth;
        uint32_t feature;
    } points[2];
} contact_record;

typedef struct contacts_question {
    question base;
    const scene_recipe *recipe; /* of polygons, or */
    const round_recipe *round;  /* of round shapes */
    scene scene;
    round_scene round_scene;
    contact_record *records;    /* of contacts_records */
    sepal_polys *chain, *boxes; /* of contacts_chain */
    sepal_pair *near;
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
    q->shapes = s->round_scene.a;
    q->partners = s->round_scene.b;
    return true;
}

static sepal_status ask_round(question *q, void *answers) {
    const round_scene *s = &((contacts_question *)q)->round_scene;
    const sepal_contact_rule rule = {.margin = s->recipe->margin};
    const sepal_contacts out = arrays_in(answers, s->count);
    return sepal_polys_contacts_pairs(s->a, s->b, s->pairs, s->count, &rule, &out);
}

static void ask_peer_round(question *q, const peer *who, void *shapes, void *answers) {
    who->contacts(shapes, ((contacts_question *)q)->round_scene.pairs, q->items, arrays_in(answers, q->items));
}

static void release_round(question *q) {
    round_scene_free(&((contacts_question *)q)->round_scene);
}

/* --- Into records, as an engine has them -----------------------------------------------------------------------------------------*/

/* With second points however far, and the points of both surfaces. */
static sepal_status ask_records(question *q, void *answers) {
    const contacts_question *s = (contacts_question *)q;
    contact_record *const records = s->records;
    const sepal_contact_rule rule = {.margin = 0.02F, .point_margin = INFINITY};
    const sepal_contacts out = {.count = &records->count,
                                .normal_x = &records->normal[0],
                                .normal_y = &records->normal[1],
                                .depth = &records->points->depth,
                                .feature = &records->points->feature,
                                .a_x = &records->points->on_a[0],
                                .a_y = &records->points->on_a[1],
                                .b_x = &records->points->on_b[0],
                                .b_y = &records->points->on_b[1],
                                .stride = sizeof *records,
                                .point_stride = sizeof *records->points};
    (void)answers; /* see collect */
    return sepal_polys_contacts_pairs(s->scene.polys, s->scene.polys, s->scene.pairs, s->scene.count, &rule, &out);
}

static bool collect_records(question *q, void *answers) {
    memcpy(answers, ((contacts_question *)q)->records, q->bytes);
    return true;
}

static bool build_records(question *q) {
    contacts_question *s = (contacts_question *)q;
    const bool built = build(q);
    s->records = built ? calloc(q->items, sizeof *s->records) : NULL;
    q->bytes = q->items * sizeof *s->records;
    return s->records != NULL;
}

static void release_records(question *q) {
    free(((contacts_question *)q)->records);
    release(q);
}

static const question_kind contacts_records = {
    .name = "contacts records", .build = build_records, .ask = ask_records, .collect = collect_records, .release = release_records};

/* --- Of boxes that lie on a chain ------------------------------------------------------------------------------------------------*/

static void release_chain(question *q) {
    contacts_question *s = (contacts_question *)q;
    sepal_polys_destroy(s->chain);
    sepal_polys_destroy(s->boxes);
    free(s->near);
}

static bool build_chain(question *q) {
    contacts_question *s = (contacts_question *)q;
    sepal_finder *finder = NULL;
    bool fine = sepal_polys_create(NULL, &s->chain) == SEPAL_OK && sepal_polys_create(NULL, &s->boxes) == SEPAL_OK &&
                sepal_finder_create(NULL, &finder) == SEPAL_OK && work_scene_hills(8192, s->chain, s->boxes);
    for (int round = 0; fine && round < 2; round++) { /* counts, then takes */
        s->near = round == 0 ? NULL : malloc(q->items * sizeof *s->near);
        const sepal_status status =
            sepal_polys_find_near(finder, s->chain, s->boxes, NULL, 0, round == 0 ? 0 : q->items, s->near, &q->items);
        fine = round == 0 ? status == SEPAL_TOO_SMALL : s->near != NULL && status == SEPAL_OK;
    }
    sepal_finder_destroy(finder);
    if (!fine)
        release_chain(q);
    q->bytes = BYTES * q->items;
    q->shapes = s->chain;
    q->partners = s->boxes;
    return fine;
}

static sepal_status ask_chain(question *q, void *answers) {
    const contacts_question *s = (contacts_question *)q;
    const sepal_contacts out = arrays_in(answers, q->items);
    const uint32_t first[] = {0, (uint32_t)sepal_polys_count(s->chain)};
    return sepal_polys_contacts_chains(s->chain, &(sepal_groups){first, 1}, s->boxes, s->near, q->items, NULL, &out);
}

static void ask_peer_chain(question *q, const peer *who, void *shapes, void *answers) {
    who->chain(shapes, ((contacts_question *)q)->near, q->items, arrays_in(answers, q->items));
}

/* Each library has rules of its own for what belongs to a chain. Wrong in all of them are points of a pair that does not overlap. */
static size_t judge_chain(question *q, const peer *who) {
    const contacts_question *s = (contacts_question *)q;
    const sepal_contacts found = arrays_in(q->answers, q->items);
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < q->items; i++) {
        uint64_t bit = 0;
        wrong += sepal_polys_overlap_pairs(s->chain, s->boxes, &s->near[i], 1, NULL, &bit) != SEPAL_OK ||
                 (found.count[i] > 0 && bit == 0);
    }
    return wrong;
}

/* --- All ------------------------------------------------------------------------------------------------------------------------ */

static const question_kind contacts = {
    .name = "contacts", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind contacts_round = {.name = "contacts-round",
                                             .build = build_round,
                                             .ask = ask_round,
                                             .release = release_round,
                                             .ask_peer = ask_peer_round,
                                             .judge = judge};

static const question_kind contacts_chain = {.name = "contacts chain",
                                             .build = build_chain,
                                             .ask = ask_chain,
                                             .release = release_chain,
                                             .ask_peer = ask_peer_chain,
                                             .judge = judge_chain};

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

void bench_contacts_add(void) {
    static const char *const scenes[] = {"box/aabb", "box/far", "box/grid", "box/rest", "8/aabb", "8/far", "3-16/aabb"};
    static const char *const round_scenes[] = {"circle/aabb",     "circle-box/aabb", "capsule/aabb", "box+radius/aabb",
                                               "box+margin/aabb", "8+radius/aabb",   "mixed/aabb"};
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (!scene_is_work(recipe) && !is_one_of(recipe->name, scenes, sizeof scenes / sizeof *scenes))
            continue;
        question *q = question_add(&contacts, recipe->name, sizeof(contacts_question));
        ((contacts_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->contacts)
                question_offer(q, peers[i], recipe->most, scene_is_round(recipe));
    }
    for (size_t k = 0; k < round_recipe_count; k++) {
        if (!is_one_of(round_recipes[k].name, round_scenes, sizeof round_scenes / sizeof *round_scenes))
            continue;
        question *q = question_add(&contacts_round, round_recipes[k].name, sizeof(contacts_question));
        ((contacts_question *)q)->round = &round_recipes[k];
        for (size_t i = 0; peers[i] && round_recipes[k].margin <= 0; i++)
            if (peers[i]->contacts)
                question_offer(q, peers[i], 0, true);
    }
    for (size_t k = 0; k < scene_recipe_count; k++)
        if (strcmp(scene_recipes[k].name, "stack rocking 1e-3") == 0)
            ((contacts_question *)question_add(&contacts_records, scene_recipes[k].name, sizeof(contacts_question)))->recipe =
                &scene_recipes[k];
    question *hills = question_add(&contacts_chain, "boxes on hills", sizeof(contacts_question));
    for (size_t i = 0; peers[i]; i++)
        if (peers[i]->chain)
            question_offer(hills, peers[i], 4, false);
}
