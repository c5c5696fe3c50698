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
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    return sepal_polys_overlap_pairs(s->a, s->b, s->pairs, s->count, &rule, answers);
}

static bool build_pushes(question *q) {
    return build(q, 64 * sizeof(float[3]));
}

static sepal_status ask_mtv(question *q, void *answers) {
    const round_scene *s = &((round_question *)q)->scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    float *columns = answers;
    const sepal_mtvs out = {.normal_x = columns, .normal_y = columns + s->count, .depth = columns + 2 * s->count};
    return sepal_polys_mtv_pairs(s->a, s->b, s->pairs, s->count, &rule, &out);
}

/* With the nearest or deepest points: seven arrays. */
static bool build_points(question *q) {
    return build(q, 64 * sizeof(float[7]));
}

static sepal_status ask_points(question *q, void *answers) {
    const round_scene *s = &((round_question *)q)->scene;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    float *columns = answers;
    const size_t n = s->count;
    const sepal_mtvs out = {.normal_x = columns,
                            .normal_y = columns + n,
                            .depth = columns + 2 * n,
                            .a_x = columns + 3 * n,
                            .a_y = columns + 4 * n,
                            .b_x = columns + 5 * n,
                            .b_y = columns + 6 * n};
    return sepal_polys_mtv_pairs(s->a, s->b, s->pairs, n, &rule, &out);
}

static const question_kind overlap = {.name = "round", .build = build_bits, .ask = ask_overlap, .release = release};
static const question_kind mtv = {.name = "mtv-round", .build = build_pushes, .ask = ask_mtv, .release = release};
static const question_kind points = {.name = "mtv-points-round", .build = build_points, .ask = ask_points, .release = release};

void bench_round_add(void) {
    for (size_t k = 0; k < round_recipe_count; k++)
        ((round_question *)question_add(&overlap, round_recipes[k].name, sizeof(round_question)))->recipe = &round_recipes[k];
}

void bench_mtv_round_add(void) {
    for (size_t k = 0; k < round_recipe_count; k++)
        ((round_question *)question_add(&mtv, round_recipes[k].name, sizeof(round_question)))->recipe = &round_recipes[k];
    for (size_t k = 0; k < round_recipe_count; k++)
        ((round_question *)question_add(&points, round_recipes[k].name, sizeof(round_question)))->recipe = &round_recipes[k];
}
