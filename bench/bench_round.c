/* bench_round.c — shapes with radii, or under a margin: which of them overlap, and the smallest push that parts them. */
#include "question.h"
#include "questions.h"
#include "round_scenes.h"

typedef struct round_question {
    question base;
    const round_recipe *recipe;
    round_scene scene;
} round_question;

static bool build(question *q, size_t bytes_per_64) {
    round_question *s = (round_question *)q;
    if (!round_scene_build(s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = SEPAL_BIT_WORDS(s->scene.count) * bytes_per_64;
    q->shapes = s->scene.a;
    q->partners = s->scene.b;
    return true;
}

static void release(question *q) {
    round_scene_free(&((round_question *)q)->scene);
}

static bool build_bits(question *q) {
    return build(q, sizeof(uint64_t));
}

static sepal_status ask_overlap(question *q, void *answers) {
    const round_scene *s = &((round_question *)q)->scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin, 0};
    return sepal_polys_overlap_pairs(s->a, s->b, s->pairs, s->count, &rule, answers);
}

static bool build_pushes(question *q) {
    return build(q, 64 * sizeof(float[3]));
}

static sepal_status ask_mtv(question *q, void *answers) {
    const round_scene *s = &((round_question *)q)->scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin, 0};
    float *columns = answers;
    const sepal_mtvs out = {.normal_x = columns, .normal_y = columns + s->count, .depth = columns + 2 * s->count};
    return sepal_polys_mtv_pairs(s->a, s->b, s->pairs, s->count, &rule, &out);
}

/* With the nearest or deepest points: seven arrays. */
static bool build_points(question *q) {
    return build(q, 64 * sizeof(float[7]));
}

static sepal_mtvs points_in(void *answers, size_t n) {
    float *columns = answers;
    return (sepal_mtvs){.normal_x = columns,
                        .normal_y = columns + n,
                        .depth = columns + 2 * n,
                        .a_x = columns + 3 * n,
                        .a_y = columns + 4 * n,
                        .b_x = columns + 5 * n,
                        .b_y = columns + 6 * n};
}

static sepal_status ask_points(question *q, void *answers) {
    const round_scene *s = &((round_question *)q)->scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin, 0};
    const sepal_mtvs out = points_in(answers, s->count);
    return sepal_polys_mtv_pairs(s->a, s->b, s->pairs, s->count, &rule, &out);
}

/* --- Peers, which know no margins ------------------------------------------------------------------------------------------------*/

static void ask_peer_overlap(question *q, const peer *who, void *shapes, void *answers) {
    who->overlap(shapes, ((round_question *)q)->scene.pairs, q->items, answers);
}

static sepal_mtvs arrays_in(void *answers, size_t n) {
    float *columns = answers;
    return (sepal_mtvs){.normal_x = columns, .normal_y = columns + n, .depth = columns + 2 * n};
}

static void ask_peer_mtv(question *q, const peer *who, void *shapes, void *answers) {
    who->mtv(shapes, ((round_question *)q)->scene.pairs, q->items, arrays_in(answers, q->items));
}

static size_t judge_mtv(question *q, const peer *who) {
    (void)who;
    return question_wrong_depths(arrays_in(q->answers, q->items).depth, arrays_in(q->exact, q->items).depth, q->items);
}

static void ask_peer_points(question *q, const peer *who, void *shapes, void *answers) {
    who->points(shapes, ((round_question *)q)->scene.pairs, q->items, points_in(answers, q->items));
}

static size_t judge_points(question *q, const peer *who) {
    (void)who;
    const sepal_mtvs found = points_in(q->answers, q->items), exact = points_in(q->exact, q->items);
    return question_wrong_points(&found, &exact, q->items);
}

static const question_kind overlap = {.name = "round",
                                      .build = build_bits,
                                      .ask = ask_overlap,
                                      .release = release,
                                      .ask_peer = ask_peer_overlap,
                                      .judge = question_wrong_bits};
static const question_kind mtv = {
    .name = "mtv-round", .build = build_pushes, .ask = ask_mtv, .release = release, .ask_peer = ask_peer_mtv, .judge = judge_mtv};
static const question_kind points = {.name = "mtv-points-round",
                                     .build = build_points,
                                     .ask = ask_points,
                                     .release = release,
                                     .ask_peer = ask_peer_points,
                                     .judge = judge_points};

static void add(const question_kind *kind) {
    for (size_t k = 0; k < round_recipe_count; k++) {
        question *q = question_add(kind, round_recipes[k].name, sizeof(round_question));
        ((round_question *)q)->recipe = &round_recipes[k];
        for (size_t i = 0; peers[i] && round_recipes[k].margin <= 0; i++)
            if (kind == &overlap ? peers[i]->overlap != NULL : kind == &mtv ? peers[i]->mtv != NULL : peers[i]->points != NULL)
                question_offer(q, peers[i], 0, true);
    }
}

void bench_round_add(void) {
    add(&overlap);
}

void bench_mtv_round_add(void) {
    add(&mtv);
    add(&points);
}
