/* bench_find.c — all pairs of a set that overlap, found without a list of pairs: in order, as they are found, as the broad phase of an
 * engine, those whose boxes are near, and, step by step, by a tree that is kept; and the nearest of each. ns a shape, everything included
 * but the making of the set. */
#include <float.h>
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
    {"settled pile", SCENE_PILE, SCENE_FOUND, 3, 6, 0.05F, 0, 0, 0, 0},
    {"conveyor, 100 000", SCENE_CONVEYOR, SCENE_FOUND, 4, 4, 0.05F, 0, 0, 100000, 0},
    {"parts of countries", SCENE_COUNTRIES, SCENE_FOUND, 3, 64, 0, 0, 0, 0, 0},
    {"dense crowd, 10 000", SCENE_CROWD, SCENE_FOUND, 1, 8, 0.1F, 0, 0, 10000, 0},
    {"copper of a board", SCENE_COPPER, SCENE_FOUND, 1, 4, 0.2F, 0, 0, 0, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0], PEERS_MOST = 100000 }; /* more take some peers half a minute */

/* The recipe of a broad phase, and its margin: what a body may move in a step. */
static const scene_recipe near_recipe = {"boxes, 100 000, margin 0.1", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1};
static const float near_margin = 0.1F;

/* The recipes of a tree that is kept, its slack, and how far the shapes that move do. All boxes of a conveyor move by their poses, as
 * the bodies of an engine do; or each is given other vertices. */
static const scene_recipe rest_recipe = {"boxes, 100 000, at rest", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1};
static const scene_recipe hundredth_recipe = {
    "boxes, 100 000, a hundredth moves", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1};
static const scene_recipe conveyor_recipe = {
    "conveyor, 100 000, all move by 0.008", SCENE_CONVEYOR, SCENE_FOUND, 4, 4, 0.05F, 0, 0, 100000, 0};
static const scene_recipe vertices_recipe = {
    "conveyor, 100 000, other vertices for all", SCENE_CONVEYOR, SCENE_FOUND, 4, 4, 0.05F, 0, 0, 100000, 0};
static const float kept_slack = 0.1F, kept_move = 0.25F, conveyor_move = 0x1p-7F;

/* Of what is nearest to each shape, in a square such that most are apart. */
static const scene_recipe nearest_recipe = {"boxes, 100 000, 5 nearest", SCENE_BOXES, SCENE_ANY, 4, 4, 1612, 0, 0, 100000, 1};
enum { NEAREST = 5 };

enum { CORNERS = 4, MOVERS = 1000, MOVERS_APART = 97 };

typedef struct find_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
    sepal_finder *finder;
    size_t room, found; /* of what a peer finds, which may be more than there is */
    sepal_pair *of_a_peer;
    uint32_t *movers; /* the shapes that get other vertices in each step */
    size_t mover_count;
    float move;             /* how far they go; or all, by their poses: */
    sepal_polys *models;    /* NULL, or what they are without a pose, */
    uint32_t *model;        /* which of them each is, */
    float *pose_x, *pose_y; /* and where */
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

/* The numbers of the nearest, then their distances. */
static sepal_status ask_nearest(question *q, void *answers) {
    const find_question *f = (find_question *)q;
    float *distance = (float *)answers + NEAREST * q->items;
    return sepal_polys_find_nearest(f->finder, f->scene.polys, 0, q->items, NEAREST, NULL, FLT_MAX, answers, distance);
}

static bool build_nearest(find_question *f) {
    f->base.items = nearest_recipe.shape_count;
    f->base.shapes = f->scene.polys;
    f->base.bytes = f->base.items * NEAREST * (sizeof(uint32_t) + sizeof(float));
    return sepal_polys_find_build(f->finder, f->scene.polys) == SEPAL_OK;
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

static sepal_status ask_rest(question *q, void *answers) {
    find_question *f = (find_question *)q;
    size_t found, room = q->bytes / sizeof(sepal_pair);
    sepal_status status = sepal_polys_find_update(f->finder, NULL, 0);
    return status == SEPAL_OK ? sepal_polys_find_kept(f->finder, NULL, NULL, room, answers, &found) : status;
}

/* One step: all shapes move by their poses, and all pairs are found. */
static sepal_status step_poses(find_question *f, float move, size_t room, sepal_pair *pairs) {
    const sepal_poses poses = {.x = f->pose_x, .y = f->pose_y};
    const size_t count = sepal_polys_count(f->models);
    size_t found;
    for (size_t k = 0; k < count; k++)
        f->pose_x[k] += move;
    sepal_status status = sepal_polys_place_range(f->scene.polys, 0, f->models, f->model, &poses, count, NULL);
    if (status == SEPAL_OK)
        status = sepal_polys_find_update(f->finder, NULL, 0);
    return status == SEPAL_OK ? sepal_polys_find_kept(f->finder, NULL, NULL, room, pairs, &found) : status;
}

/* One step: some boxes get other vertices, or all another pose, and all pairs are found. */
static sepal_status step(find_question *f, float move, size_t room, sepal_pair *pairs) {
    size_t found, count;
    if (f->models != NULL)
        return step_poses(f, move, room, pairs);
    for (size_t k = 0; k < f->mover_count; k++) {
        const float *x, *y;
        float to_x[CORNERS], to_y[CORNERS];
        if (sepal_polys_vertices(f->scene.polys, f->movers[k], &x, &y, &count) != SEPAL_OK || count != CORNERS)
            return SEPAL_BAD_ARGUMENT;
        for (int i = 0; i < CORNERS; i++)
            to_x[i] = x[i] + move, to_y[i] = y[i];
        if (sepal_polys_update(f->scene.polys, f->movers[k], to_x, to_y) != SEPAL_OK)
            return SEPAL_BAD_SHAPE;
    }
    sepal_status status = sepal_polys_find_update(f->finder, f->movers, f->mover_count);
    return status == SEPAL_OK ? sepal_polys_find_kept(f->finder, NULL, NULL, room, pairs, &found) : status;
}

/* There and back, so that the answers are the same each time. */
static sepal_status ask_steps(question *q, void *answers) {
    find_question *f = (find_question *)q;
    sepal_status status = step(f, f->move, f->room, f->of_a_peer);
    return status == SEPAL_OK ? step(f, -f->move, q->bytes / sizeof(sepal_pair), answers) : status;
}

/* Makes the shapes models, each with its first corner at the origin, and places them where they were. */
static bool place_all(find_question *f) {
    const size_t count = sepal_polys_count(f->scene.polys);
    const sepal_poses poses = {.x = f->pose_x = malloc(count * sizeof(float)), .y = f->pose_y = malloc(count * sizeof(float))};
    f->model = malloc(count * sizeof *f->model);
    if (!f->pose_x || !f->pose_y || !f->model || sepal_polys_create(NULL, &f->models) != SEPAL_OK)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        const float *x, *y;
        float own_x[CORNERS], own_y[CORNERS];
        size_t corners;
        if (sepal_polys_vertices(f->scene.polys, k, &x, &y, &corners) != SEPAL_OK || corners != CORNERS)
            return false;
        for (int i = 0; i < CORNERS; i++)
            own_x[i] = x[i] - x[0], own_y[i] = y[i] - y[0];
        f->pose_x[k] = x[0], f->pose_y[k] = y[0];
        if (sepal_polys_add(f->models, own_x, own_y, CORNERS, &f->model[k]) != SEPAL_OK)
            return false;
    }
    return sepal_polys_place(f->scene.polys, f->models, f->model, &poses, count, NULL) == SEPAL_OK;
}

static bool build_kept(find_question *f) {
    const bool all = f->recipe == &conveyor_recipe || f->recipe == &vertices_recipe;
    f->mover_count = all ? f->recipe->shape_count : MOVERS;
    f->move = all ? conveyor_move : kept_move;
    f->movers = malloc(f->mover_count * sizeof *f->movers);
    if (!f->movers || (f->recipe == &conveyor_recipe && !place_all(f)) ||
        sepal_polys_find_keep(f->finder, f->scene.polys, kept_slack) != SEPAL_OK)
        return false;
    for (uint32_t k = 0; k < f->mover_count; k++)
        f->movers[k] = k * (all ? 1 : MOVERS_APART);
    for (int k = 0; k < 2; k++) /* the first time, moving there and back rounds some coordinates */
        (void)step(f, k == 0 ? f->move : -f->move, 0, NULL);
    return true;
}

static bool build(question *q) {
    find_question *f = (find_question *)q;
    size_t found = 0;
    if (!scene_build(f->recipe, &f->scene) || sepal_finder_create(NULL, &f->finder) != SEPAL_OK)
        return false;
    if (f->recipe == &nearest_recipe)
        return build_nearest(f);
    const bool steps = f->recipe == &hundredth_recipe || f->recipe == &conveyor_recipe || f->recipe == &vertices_recipe;
    q->items = sepal_polys_count(f->scene.polys) * (steps ? 2 : 1);
    if ((steps || f->recipe == &rest_recipe) && !build_kept(f))
        return false;
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

static void ask_peer_each(question *q, const peer *who, void *shapes, void *answers) {
    find_question *f = (find_question *)q;
    (void)answers;
    f->found = who->find_each(shapes, f->room, f->of_a_peer);
}

static void ask_peer_near(question *q, const peer *who, void *shapes, void *answers) {
    find_question *f = (find_question *)q;
    (void)answers;
    f->found = who->find_near(shapes, near_margin, f->room, f->of_a_peer);
}

/* The pairs after shapes have moved there, and after they have moved back; or where nothing moves. */
static void ask_peer_kept(question *q, const peer *who, void *shapes, void *answers) {
    find_question *f = (find_question *)q;
    (void)answers;
    if (f->recipe == &rest_recipe) {
        f->found = who->find_moved(shapes, NULL, 0, 0, f->room, f->of_a_peer);
        return;
    }
    (void)who->find_moved(shapes, f->movers, f->mover_count, f->move, f->room, f->of_a_peer);
    f->found = who->find_moved(shapes, f->movers, f->mover_count, -f->move, f->room, f->of_a_peer);
}

static void ask_peer_nearest(question *q, const peer *who, void *shapes, void *answers) {
    who->find_nearest(shapes, NEAREST, answers, (float *)answers + NEAREST * q->items);
}

/* Distances that are off by a thousandth; shapes equally near may be named in any order. */
static size_t judge_nearest(question *q, const peer *who) {
    const size_t n = NEAREST * q->items;
    (void)who;
    return question_wrong_depths((float *)q->answers + n, (float *)q->exact + n, n);
}

static size_t judge(question *q, const peer *who) {
    const find_question *f = (find_question *)q;
    (void)who;
    return question_wrong_pairs(f->of_a_peer, f->found, f->room, q->exact, q->bytes / sizeof(sepal_pair));
}

static void release(question *q) {
    find_question *f = (find_question *)q;
    scene_free(&f->scene);
    free(f->of_a_peer);
    free(f->movers);
    free(f->model);
    free(f->pose_x);
    free(f->pose_y);
    sepal_polys_destroy(f->models);
    sepal_finder_destroy(f->finder);
}

/* A question, and whether a peer answers it. */
typedef struct find_kind {
    question_kind kind;
    bool (*has)(const peer *who);
} find_kind;

static bool has_find(const peer *who) {
    return who->find != NULL;
}
static bool has_each(const peer *who) {
    return who->find_each != NULL;
}
static bool has_near(const peer *who) {
    return who->find_near != NULL;
}
static bool has_kept(const peer *who) {
    return who->find_moved != NULL;
}
static bool has_nearest(const peer *who) {
    return who->find_nearest != NULL;
}

static const find_kind
    find = {{.name = "find", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge}, has_find},
    each = {{.name = "find each", .build = build, .ask = ask_each, .release = release, .ask_peer = ask_peer_each, .judge = judge},
            has_each},
    near = {{.name = "find near", .build = build, .ask = ask_near, .release = release, .ask_peer = ask_peer_near, .judge = judge},
            has_near},
    rest = {{.name = "find kept", .build = build, .ask = ask_rest, .release = release, .ask_peer = ask_peer_kept, .judge = judge},
            has_kept},
    steps = {{.name = "find kept", .build = build, .ask = ask_steps, .release = release, .ask_peer = ask_peer_kept, .judge = judge},
             has_kept},
    nearest = {{.name = "find nearest",
                .build = build,
                .ask = ask_nearest,
                .release = release,
                .ask_peer = ask_peer_nearest,
                .judge = judge_nearest},
               has_nearest};

static void add(const find_kind *kind, const scene_recipe *recipe) {
    question *q = question_add(&kind->kind, recipe->name, sizeof(find_question));
    ((find_question *)q)->recipe = recipe;
    for (size_t i = 0; peers[i] && recipe->shape_count <= PEERS_MOST; i++)
        if (kind->has(peers[i]))
            question_offer(q, peers[i], recipe->most, scene_is_round(recipe));
}

void bench_find_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        add(&find, &recipes[k]);
    for (size_t k = 0; k < RECIPES; k++)
        if (recipes[k].shape_count <= PEERS_MOST)
            add(&each, &recipes[k]);
    add(&near, &near_recipe);
    add(&rest, &rest_recipe);
    add(&steps, &hundredth_recipe);
    add(&steps, &conveyor_recipe);
    add(&steps, &vertices_recipe);
    add(&nearest, &nearest_recipe);
}
