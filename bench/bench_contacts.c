/* bench_contacts.c — where the shapes of each pair touch: of polygons beside other libraries, of shapes with radii without. */
#include <math.h>
#include <stdlib.h>
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

/* --- A rocking stack ------------------------------------------------------------------------------------------------------------ */

/* Unit boxes, each of which lies on another one, shifted and sunk a little, and both are turned by up to some radians. */
typedef struct stack_recipe {
    const char *name;
    double turn;
    bool in_records; /* with second points however far, and the points of both surfaces, in records as an engine has them */
} stack_recipe;
static const stack_recipe stacks[] = {{"stack rocking 0", 0, false},
                                      {"stack rocking 1e-5", 1e-5, false},
                                      {"stack rocking 1e-3", 1e-3, false},
                                      {"stack rocking 1e-2", 1e-2, false},
                                      {"stack rocking 1e-3, records", 1e-3, true}};

typedef struct stack_record {
    uint8_t count;
    float normal[2];
    struct {
        float on_a[2], on_b[2], depth;
        uint32_t feature;
    } points[2];
} stack_record;

typedef struct stack_question {
    question base;
    const stack_recipe *recipe;
    sepal_polys *boxes;
    sepal_pair *pairs;
} stack_question;

enum { STACKS = 4096 };

static double next_share(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U; /* Knuth's MMIX generator */
    return (double)(*state >> 40) * 0x1p-24;
}

static void release_stacks(question *q) {
    stack_question *s = (stack_question *)q;
    sepal_polys_destroy(s->boxes);
    free(s->pairs);
}

static bool build_stacks(question *q) {
    stack_question *s = (stack_question *)q;
    uint64_t state = 7;
    bool built = sepal_polys_create(NULL, &s->boxes) == SEPAL_OK && (s->pairs = calloc(STACKS, sizeof *s->pairs)) != NULL;
    for (uint32_t i = 0; i < 2 * STACKS && built; i++) {
        double turn = s->recipe->turn * (2 * next_share(&state) - 1), upper = i % 2;
        const float x = (float)(0.3 * upper * next_share(&state)), y = (float)(upper * (1 - 0.004 * next_share(&state)));
        const float half = 0.5F, c = (float)cos(turn), sine = (float)sin(turn);
        const sepal_boxes box = {.x = &x, .y = &y, .half_x = &half, .half_y = &half, .cos = &c, .sin = &sine};
        built = sepal_polys_add_boxes(s->boxes, &box, 1, NULL, NULL) == SEPAL_OK;
        s->pairs[i / 2] = (sepal_pair){i - i % 2, i - i % 2 + 1};
    }
    if (!built)
        release_stacks(q);
    q->items = STACKS;
    q->bytes = (s->recipe->in_records ? sizeof(stack_record) : BYTES) * (size_t)STACKS;
    return built;
}

static sepal_status ask_stacks_into_records(const stack_question *s, stack_record *records) {
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
    return sepal_polys_contacts_pairs(s->boxes, s->boxes, s->pairs, STACKS, &rule, &out);
}

static sepal_status ask_stacks(question *q, void *answers) {
    const stack_question *s = (stack_question *)q;
    if (s->recipe->in_records)
        return ask_stacks_into_records(s, answers);
    const sepal_contact_rule rule = {.margin = 0.02F};
    const sepal_contacts out = arrays_in(answers, STACKS);
    return sepal_polys_contacts_pairs(s->boxes, s->boxes, s->pairs, STACKS, &rule, &out);
}

static const question_kind contacts_stack = {
    .name = "contacts-stack", .build = build_stacks, .ask = ask_stacks, .release = release_stacks};

/* --- All ------------------------------------------------------------------------------------------------------------------------ */

static const question_kind contacts = {
    .name = "contacts", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind contacts_round = {.name = "contacts-round",
                                             .build = build_round,
                                             .ask = ask_round,
                                             .release = release_round,
                                             .ask_peer = ask_peer_round,
                                             .judge = judge};

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
        if (!is_one_of(recipe->name, scenes, sizeof scenes / sizeof *scenes))
            continue;
        question *q = question_add(&contacts, recipe->name, sizeof(contacts_question));
        ((contacts_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->contacts)
                question_offer(q, peers[i], recipe->most, false);
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
    for (size_t k = 0; k < sizeof stacks / sizeof *stacks; k++)
        ((stack_question *)question_add(&contacts_stack, stacks[k].name, sizeof(stack_question)))->recipe = &stacks[k];
}
