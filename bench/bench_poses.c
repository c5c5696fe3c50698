/* bench_poses.c — from poses to answers: models are placed, and then each is asked about four times, beside libraries whose shapes have
 * poses that each of their questions multiplies by. ns a pair, placing included. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"
#include "solid_peers.h"
#include "solid_scenes.h"

typedef enum asked { OVERLAP, PUSH, POINTS, CONTACTS } asked;

enum { PAIRS = 16384 };

/* Every model has one shape of the world, and all have the same pose, so that those that are near stay so. */
#define TURN  0.3
#define SHIFT 5

typedef struct pose_question {
    question base;
    asked asked;
    const scene_recipe *recipe;
    scene scene;
    sepal_polys *world;
    const solid_recipe *solid_recipe; /* or solids */
    solid_scene solid_scene;
    sepal_solids *solid_world;
    const sepal_pair *pairs;
    uint32_t *model;
    float *values; /* columns of poses */
} pose_question;

static sepal_status place(const pose_question *s) {
    const float *v = s->values;
    if (s->recipe) {
        const size_t n = sepal_polys_count(s->scene.polys);
        const sepal_poses poses = {.x = v, .y = v + n, .cos = v + 2 * n, .sin = v + 3 * n};
        return sepal_polys_place(s->world, s->scene.polys, s->model, &poses, n, NULL);
    }
    const size_t n = SOLID_COUNT;
    const sepal_solid_poses poses = {
        .x = v, .y = v + n, .z = v, .turn = {.w = v + 2 * n, .x = v + 4 * n, .y = v + 4 * n, .z = v + 3 * n}};
    return sepal_solids_place(s->solid_world, s->solid_scene.a, s->model, &poses, n, NULL);
}

static bool make_poses(pose_question *s, size_t n, double angle) {
    s->model = malloc(n * sizeof *s->model);
    s->values = calloc(5 * n, sizeof *s->values);
    if (!s->model || !s->values)
        return false;
    for (size_t i = 0; i < n; i++) {
        s->model[i] = (uint32_t)i;
        s->values[i] = s->values[n + i] = SHIFT;
        s->values[2 * n + i] = (float)cos(angle);
        s->values[3 * n + i] = (float)sin(angle);
    }
    return place(s) == SEPAL_OK;
}

static bool build(question *q) {
    static const size_t floats[] = {[PUSH] = 3, [POINTS] = 7, [CONTACTS] = 10};
    pose_question *s = (pose_question *)q;
    if (!scene_build(s->recipe, &s->scene) || sepal_polys_create(NULL, &s->world) != SEPAL_OK ||
        !make_poses(s, sepal_polys_count(s->scene.polys), TURN))
        return false;
    s->pairs = s->scene.pairs;
    q->items = s->scene.count < PAIRS ? s->scene.count : PAIRS;
    q->bytes = s->asked == OVERLAP ? SEPAL_BIT_WORDS(q->items) * sizeof(uint64_t)
                                   : q->items * (floats[s->asked] * sizeof(float) + (s->asked == CONTACTS));
    q->shapes = s->world;
    return true;
}

static bool build_solids(question *q) {
    pose_question *s = (pose_question *)q;
    if (!solid_scene_build(s->solid_recipe, &s->solid_scene) || sepal_solids_create(NULL, &s->solid_world) != SEPAL_OK ||
        !make_poses(s, SOLID_COUNT, TURN / 2))
        return false;
    s->pairs = s->solid_scene.pairs;
    q->items = SOLID_PAIRS;
    q->bytes = s->asked == OVERLAP ? SEPAL_BIT_WORDS(q->items) * sizeof(uint64_t) : 4 * sizeof(float) * q->items;
    q->solids[0] = q->solids[1] = s->solid_world;
    return true;
}

static sepal_mtvs pushes_in(const pose_question *s, void *answers) {
    float *c = answers;
    const size_t n = s->base.items;
    sepal_mtvs out = {.normal_x = c, .normal_y = c + n, .depth = c + 2 * n};
    if (s->asked == POINTS)
        out.a_x = c + 3 * n, out.a_y = c + 4 * n, out.b_x = c + 5 * n, out.b_y = c + 6 * n;
    return out;
}

static sepal_contacts contacts_in(const pose_question *s, void *answers) {
    float *c = answers;
    const size_t n = s->base.items;
    return (sepal_contacts){.normal_x = c,
                            .normal_y = c + n,
                            .x = c + 2 * n,
                            .y = c + 4 * n,
                            .depth = c + 6 * n,
                            .feature = (uint32_t *)(void *)(c + 8 * n),
                            .count = (uint8_t *)(c + 10 * n)};
}

static sepal_solid_mtvs solid_pushes_in(const pose_question *s, void *answers) {
    float *c = answers;
    const size_t n = s->base.items;
    return (sepal_solid_mtvs){.normal_x = c, .normal_y = c + n, .normal_z = c + 2 * n, .depth = c + 3 * n};
}

static sepal_status ask(question *q, void *answers) {
    const pose_question *s = (pose_question *)q;
    const sepal_status status = place(s);
    if (status != SEPAL_OK)
        return status;
    if (s->asked == OVERLAP)
        return sepal_polys_overlap_pairs(s->world, s->world, s->pairs, q->items, NULL, answers);
    if (s->asked == CONTACTS) {
        const sepal_contacts out = contacts_in(s, answers);
        return sepal_polys_contacts_pairs(s->world, s->world, s->pairs, q->items, NULL, &out);
    }
    const sepal_mtvs out = pushes_in(s, answers);
    return sepal_polys_mtv_pairs(s->world, s->world, s->pairs, q->items, NULL, &out);
}

static sepal_status ask_solids(question *q, void *answers) {
    const pose_question *s = (pose_question *)q;
    const sepal_status status = place(s);
    if (status != SEPAL_OK)
        return status;
    if (s->asked == OVERLAP)
        return sepal_solids_overlap_pairs(s->solid_world, s->solid_world, s->pairs, q->items, NULL, answers);
    const sepal_solid_mtvs out = solid_pushes_in(s, answers);
    return sepal_solids_mtv_pairs(s->solid_world, s->solid_world, s->pairs, q->items, NULL, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const pose_question *s = (pose_question *)q;
    if (s->asked == OVERLAP)
        who->overlap(shapes, s->pairs, q->items, answers);
    else if (s->solid_recipe)
        who->push_solids(shapes, s->pairs, q->items, solid_pushes_in(s, answers));
    else if (s->asked == CONTACTS)
        who->contacts(shapes, s->pairs, q->items, contacts_in(s, answers));
    else
        (s->asked == PUSH ? who->mtv : who->points)(shapes, s->pairs, q->items, pushes_in(s, answers));
}

static size_t judge(question *q, const peer *who) {
    const pose_question *s = (pose_question *)q;
    size_t wrong = 0;
    if (s->asked == OVERLAP)
        return question_wrong_bits(q, who);
    if (s->solid_recipe)
        return question_wrong_depths(solid_pushes_in(s, q->answers).depth, solid_pushes_in(s, q->exact).depth, q->items);
    const sepal_mtvs found = pushes_in(s, q->answers), exact = pushes_in(s, q->exact);
    if (s->asked != CONTACTS)
        return s->asked == PUSH ? question_wrong_depths(found.depth, exact.depth, q->items)
                                : question_wrong_points(&found, &exact, q->items);
    for (size_t i = 0; i < q->items; i++)
        wrong += (contacts_in(s, q->answers).count[i] > 0) != (contacts_in(s, q->exact).count[i] > 0);
    return wrong;
}

static void release(question *q) {
    pose_question *s = (pose_question *)q;
    if (s->recipe)
        scene_free(&s->scene);
    else
        solid_scene_free(&s->solid_scene);
    sepal_polys_destroy(s->world);
    sepal_solids_destroy(s->solid_world);
    free(s->model);
    free(s->values);
}

/* --- All of them ----------------------------------------------------------------------------------------------------------------- */

static const char *const names[] = {
    [OVERLAP] = "poses overlap", [PUSH] = "poses mtv", [POINTS] = "poses points", [CONTACTS] = "poses contacts"};
static question_kind kinds[4], solid_kinds[2];

static void add(asked what, const char *recipe) {
    question *q = question_add(&kinds[what], recipe, sizeof(pose_question));
    pose_question *s = (pose_question *)q;
    s->asked = what;
    for (size_t k = 0; k < scene_recipe_count; k++)
        if (strcmp(scene_recipes[k].name, recipe) == 0)
            s->recipe = &scene_recipes[k];
    for (size_t i = 0; peers[i]; i++) {
        const peer *p = peers[i];
        if (p->poses && (what == OVERLAP  ? p->overlap != NULL
                         : what == PUSH   ? p->mtv != NULL
                         : what == POINTS ? p->points != NULL
                                          : p->contacts != NULL))
            question_offer(q, p, s->recipe->most, false);
    }
}

static void add_solids(asked what, const solid_recipe *recipe) {
    question *q = question_add(&solid_kinds[what], recipe->name, sizeof(pose_question));
    ((pose_question *)q)->asked = what;
    ((pose_question *)q)->solid_recipe = recipe;
    for (const peer *const *p = solid_peers; *p != NULL; p++)
        if ((*p)->poses && solid_peer_takes(*p, solid_peer_kinds(recipe)))
            question_add_peer(q, *p);
}

void bench_poses_add(void) {
    static const char *const scenes[] = {"box/aabb", "box/far", "8/aabb", "8/far", "64/aabb", "settled pile"};
    static const solid_recipe solids[] = {
        {"boxes, near", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
        {"boxes, far", SOLIDS_FAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
        {"hulls of 8, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 8, 0},
        {"hulls of 32, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 32, 0},
    };
    for (asked what = OVERLAP; what <= CONTACTS; what++) {
        kinds[what] = (question_kind){
            .name = names[what], .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
        for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
            add(what, scenes[k]);
    }
    for (asked what = OVERLAP; what <= PUSH; what++) {
        solid_kinds[what] = (question_kind){.name = what == OVERLAP ? "solids poses overlap" : "solids poses push",
                                            .build = build_solids,
                                            .ask = ask_solids,
                                            .release = release,
                                            .ask_peer = ask_peer,
                                            .judge = judge};
        for (size_t k = 0; k < sizeof solids / sizeof *solids; k++)
            add_solids(what, &solids[k]);
    }
}
