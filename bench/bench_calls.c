/* bench_calls.c — what a call costs: short lists of pairs, beside the single calls of other libraries; and rows of boxes as a traffic
 * simulation asks about them, a call for each or one call for all. */
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "round_scenes.h"
#include "scenes.h"
#include "work_scenes.h"

typedef enum asked { OVERLAP, PUSH, CONTACTS } asked;

typedef struct call_question {
    question base;
    asked asked;
    const char *recipe; /* of scenes.h or round_scenes.h; NULL: traffic */
    size_t length;      /* pairs of a list or a row */
    bool rows, one_call;
    scene scene;
    round_scene round;
    const sepal_polys *a, *b;
    sepal_pair *pairs; /* all pairs, those of the rows as well */
    sepal_row *rows_of_scene;
    size_t row_count;
} call_question;

enum { ROW = 20, FRAMES = 32, CONTACT_BYTES = 10 * sizeof(float) + 1 };

static const scene_recipe *recipe_named(const char *name) {
    for (size_t k = 0; k < scene_recipe_count; k++)
        if (strcmp(scene_recipes[k].name, name) == 0)
            return &scene_recipes[k];
    return NULL;
}

static const round_recipe *round_named(const char *name) {
    for (size_t k = 0; k < round_recipe_count; k++)
        if (strcmp(round_recipes[k].name, name) == 0)
            return &round_recipes[k];
    return NULL;
}

/* Rows begin at the partners of the scene's pairs, so that some of their boxes are near. */
static bool make_rows(call_question *s) {
    const size_t shapes = sepal_polys_count(s->scene.polys);
    s->rows_of_scene = malloc(s->row_count * sizeof *s->rows_of_scene);
    if (s->rows_of_scene == NULL)
        return false;
    for (size_t k = 0; k < s->row_count; k++) {
        const sepal_pair pair = s->scene.pairs[k];
        const uint32_t last = (uint32_t)(shapes - s->length);
        s->rows_of_scene[k] = (sepal_row){pair.a, pair.b < last ? pair.b : last, (uint32_t)s->length};
    }
    return true;
}

/* Each vehicle with those of its moment that follow it. */
static bool build_traffic(call_question *s) {
    size_t pairs = 0;
    s->row_count = FRAMES * WORK_VEHICLES;
    s->rows_of_scene = malloc(s->row_count * sizeof *s->rows_of_scene);
    s->pairs = malloc(s->row_count * WORK_VEHICLES / 2 * sizeof *s->pairs);
    if (!s->rows_of_scene || !s->pairs || sepal_polys_create(NULL, &s->scene.polys) != SEPAL_OK ||
        !work_scene_traffic(FRAMES, s->scene.polys))
        return false;
    for (uint32_t k = 0; k < s->row_count; k++) {
        const uint32_t later = WORK_VEHICLES - 1 - k % WORK_VEHICLES;
        s->rows_of_scene[k] = (sepal_row){k, later > 0 ? k + 1 : k, later};
        for (uint32_t i = 0; i < later; i++)
            s->pairs[pairs++] = (sepal_pair){k, k + 1 + i};
    }
    s->base.items = pairs;
    return true;
}

static bool build_lists(call_question *s) {
    const scene_recipe *recipe = recipe_named(s->recipe);
    const round_recipe *round = recipe ? NULL : round_named(s->recipe);
    size_t count;
    if (recipe ? !scene_build(recipe, &s->scene) : !round || !round_scene_build(round, &s->round))
        return false;
    count = recipe ? s->scene.count : s->round.count;
    s->row_count = count / s->length;
    s->base.items = s->row_count * s->length;
    s->pairs = malloc(count * sizeof *s->pairs);
    if (!s->pairs)
        return false;
    memcpy(s->pairs, recipe ? s->scene.pairs : s->round.pairs, count * sizeof *s->pairs);
    return !s->rows || make_rows(s);
}

static bool build(question *q) {
    call_question *s = (call_question *)q;
    if (s->recipe ? !build_lists(s) : !build_traffic(s))
        return false;
    s->a = s->scene.polys ? s->scene.polys : s->round.a;
    s->b = s->scene.polys ? s->scene.polys : s->round.b;
    q->bytes = s->asked == CONTACTS ? CONTACT_BYTES * q->items
               : s->asked == PUSH   ? 3 * sizeof(float) * q->items
                                    : (s->one_call ? SEPAL_BIT_WORDS(q->items) : s->row_count) * sizeof(uint64_t);
    q->shapes = s->a;
    q->partners = s->b;
    return true;
}

/* The arrays of all answers, from pair k on. */
static sepal_mtvs pushes_in(void *answers, size_t n, size_t k) {
    float *columns = answers;
    return (sepal_mtvs){.normal_x = columns + k, .normal_y = columns + n + k, .depth = columns + 2 * n + k};
}

static sepal_contacts contacts_in(void *answers, size_t n, size_t k) {
    float *columns = answers;
    return (sepal_contacts){.normal_x = columns + k,
                            .normal_y = columns + n + k,
                            .x = columns + 2 * n + 2 * k,
                            .y = columns + 4 * n + 2 * k,
                            .depth = columns + 6 * n + 2 * k,
                            .feature = (uint32_t *)(void *)(columns + 8 * n) + 2 * k,
                            .count = (uint8_t *)(columns + 10 * n) + k};
}

static sepal_status ask_list(const call_question *s, size_t k, void *answers) {
    const size_t first = k * s->length, n = s->base.items;
    const sepal_pair *pairs = s->pairs + first;
    if (s->asked == OVERLAP)
        return sepal_polys_overlap_pairs(s->a, s->b, pairs, s->length, NULL, (uint64_t *)answers + k);
    if (s->asked == PUSH) {
        const sepal_mtvs out = pushes_in(answers, n, first);
        return sepal_polys_mtv_pairs(s->a, s->b, pairs, s->length, NULL, &out);
    }
    const sepal_contacts out = contacts_in(answers, n, first);
    return sepal_polys_contacts_pairs(s->a, s->b, pairs, s->length, NULL, &out);
}

static sepal_status ask(question *q, void *answers) {
    const call_question *s = (call_question *)q;
    uint64_t *bits = answers;
    sepal_status status = SEPAL_OK;
    if (s->one_call)
        return sepal_polys_overlap_rows(s->a, s->b, s->rows_of_scene, s->row_count, NULL, bits);
    for (size_t k = 0; k < s->row_count && status == SEPAL_OK; k++) {
        const sepal_row *row = s->rows ? &s->rows_of_scene[k] : NULL;
        status =
            row ? sepal_polys_overlap_one(s->a, row->a, s->b, row->first, row->count, NULL, &bits[k]) : ask_list(s, k, answers);
    }
    return status;
}

/* --- Peers ----------------------------------------------------------------------------------------------------------------------- */

/* They are asked about a list of the same length in each call. */
static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const call_question *s = (call_question *)q;
    if (s->one_call) {
        who->overlap(shapes, s->pairs, q->items, answers);
        return;
    }
    for (size_t k = 0; k < s->row_count; k++) {
        const size_t first = k * s->length;
        const sepal_pair *pairs = s->pairs + first;
        if (s->asked == OVERLAP)
            who->overlap(shapes, pairs, s->length, (uint64_t *)answers + k);
        else if (s->asked == PUSH)
            who->mtv(shapes, pairs, s->length, pushes_in(answers, q->items, first));
        else
            who->contacts(shapes, pairs, s->length, contacts_in(answers, q->items, first));
    }
}

static size_t judge(question *q, const peer *who) {
    const call_question *s = (call_question *)q;
    size_t wrong = 0;
    (void)who;
    if (s->one_call)
        return question_wrong_bits(q, who);
    if (s->asked == PUSH)
        return question_wrong_depths(pushes_in(q->answers, q->items, 0).depth, pushes_in(q->exact, q->items, 0).depth, q->items);
    if (s->asked == CONTACTS)
        for (size_t i = 0; i < q->items; i++)
            wrong += (contacts_in(q->answers, q->items, i).count[0] > 0) != (contacts_in(q->exact, q->items, i).count[0] > 0);
    else
        for (size_t i = 0; i < q->items; i++) {
            const uint64_t both = ((uint64_t *)q->answers)[i / s->length] ^ ((uint64_t *)q->exact)[i / s->length];
            wrong += both >> (i % s->length) & 1;
        }
    return wrong;
}

static void release(question *q) {
    call_question *s = (call_question *)q;
    scene_free(&s->scene);
    if (s->round.pairs)
        round_scene_free(&s->round);
    free(s->pairs);
    free(s->rows_of_scene);
}

/* --- All of them ----------------------------------------------------------------------------------------------------------------- */

static const question_kind kinds[] = {
    [OVERLAP] = {.name = "calls", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge},
    [PUSH] = {.name = "calls mtv", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge},
    [CONTACTS] = {.name = "calls contacts", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge}};

static void add(asked what, const char *name, const char *recipe, size_t length, bool rows, bool one_call) {
    call_question *s = (call_question *)question_add(&kinds[what], name, sizeof *s);
    s->asked = what;
    s->recipe = recipe;
    s->length = length;
    s->rows = rows;
    s->one_call = one_call;
    for (size_t i = 0; peers[i] && (!rows || recipe == NULL); i++)
        if (what == OVERLAP ? peers[i]->overlap != NULL : what == PUSH ? peers[i]->mtv != NULL : peers[i]->contacts != NULL)
            question_offer(&s->base, peers[i], 8, recipe != NULL && round_named(recipe) != NULL);
}

void bench_calls_add(void) {
    add(OVERLAP, "lists of 1", "box/aabb", 1, false, false);
    add(OVERLAP, "lists of 4", "box/aabb", 4, false, false);
    add(OVERLAP, "lists of 16", "box/aabb", 16, false, false);
    add(OVERLAP, "lists of 64", "box/aabb", 64, false, false);
    add(OVERLAP, "8 vertices, lists of 1", "8/aabb", 1, false, false);
    add(OVERLAP, "8 vertices, lists of 4", "8/aabb", 4, false, false);
    add(OVERLAP, "8 vertices, lists of 16", "8/aabb", 16, false, false);
    add(OVERLAP, "rows of 20", "box/aabb", ROW, true, false);
    add(OVERLAP, "rows of 20, one call", "box/aabb", ROW, true, true);
    add(OVERLAP, "traffic in rows, one call", NULL, 0, true, true);
    add(PUSH, "boxes, lists of 1", "box/aabb", 1, false, false);
    add(PUSH, "boxes, lists of 4", "box/aabb", 4, false, false);
    add(PUSH, "boxes, lists of 16", "box/aabb", 16, false, false);
    add(CONTACTS, "boxes, lists of 1", "box/aabb", 1, false, false);
    add(CONTACTS, "boxes, lists of 4", "box/aabb", 4, false, false);
    add(CONTACTS, "boxes, lists of 16", "box/aabb", 16, false, false);
    add(CONTACTS, "8 vertices, lists of 1", "8/aabb", 1, false, false);
    add(CONTACTS, "8 vertices, lists of 4", "8/aabb", 4, false, false);
    add(CONTACTS, "8 vertices, lists of 16", "8/aabb", 16, false, false);
    add(CONTACTS, "capsules, lists of 1", "capsule/aabb", 1, false, false);
    add(CONTACTS, "capsules, lists of 4", "capsule/aabb", 4, false, false);
    add(CONTACTS, "capsules, lists of 16", "capsule/aabb", 16, false, false);
}
