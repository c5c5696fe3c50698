/* bench_mtv.c — the smallest push that parts each pair */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

typedef struct mtv_question {
    question base;
    const scene_recipe *recipe;
    scene scene;
} mtv_question;

/* The three arrays of the answers follow each other in memory. */
static sepal_mtvs arrays_in(void *answers, size_t count) {
    float *memory = answers;
    return (sepal_mtvs){.normal_x = memory, .normal_y = memory + count, .depth = memory + 2 * count};
}

static bool build(question *q) {
    mtv_question *s = (mtv_question *)q;
    if (!scene_build(s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = 3 * s->scene.count * sizeof(float);
    q->shapes = s->scene.polys;
    return true;
}

/* With the nearest or deepest points: seven arrays. */
static bool build_points(question *q) {
    if (!build(q))
        return false;
    q->bytes = 7 * q->items * sizeof(float);
    return true;
}

/* Four more after those. */
static sepal_mtvs points_in(void *answers, size_t count) {
    sepal_mtvs out = arrays_in(answers, count);
    out.a_x = out.depth + count;
    out.a_y = out.a_x + count;
    out.b_x = out.a_y + count;
    out.b_y = out.b_x + count;
    return out;
}

static sepal_status ask_points(question *q, void *answers) {
    const scene *s = &((mtv_question *)q)->scene;
    const sepal_mtvs out = points_in(answers, s->count);
    return sepal_polys_mtv_pairs(s->polys, s->polys, s->pairs, s->count, NULL, &out);
}

static sepal_status ask(question *q, void *answers) {
    const scene *s = &((mtv_question *)q)->scene;
    const sepal_mtvs out = arrays_in(answers, s->count);
    return sepal_polys_mtv_pairs(s->polys, s->polys, s->pairs, s->count, NULL, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const scene *s = &((mtv_question *)q)->scene;
    who->mtv(shapes, s->pairs, s->count, arrays_in(answers, s->count));
}

static void release(question *q) {
    scene_free(&((mtv_question *)q)->scene);
}

/* --- Peers ---------------------------------------------------------------------------------------------------------------------*/

/* How many answers of a peer are wrong, and in which way. Two lengths count as different if they differ by `COARSE` or more, so
 * that a tolerance which is part of the peer's design does not count as an error. The shapes are about 2 wide. */
#define COARSE 1e-3
typedef struct faults {
    const char *scene, *peer;
    size_t sign; /* reports an overlap that does not exist, or misses one */
    size_t way;  /* does not part the pair: wrong direction, or too short */
    size_t far;  /* parts the pair, but a shorter push would do */
} faults;

static faults known[64];
static size_t known_count;

/* How far a extends into b along the direction (x, y), which points from a towards b. */
static double shared(const sepal_polys *polys, sepal_pair pair, double x, double y) {
    const float *vx, *vy;
    float radius_a = 0, radius_b = 0;
    size_t count = 0;
    double reach_a = -INFINITY, reach_b = INFINITY;
    (void)sepal_polys_vertices(polys, pair.a, &vx, &vy, &count);
    for (size_t i = 0; i < count; i++)
        reach_a = fmax(reach_a, x * (double)vx[i] + y * (double)vy[i]);
    (void)sepal_polys_vertices(polys, pair.b, &vx, &vy, &count);
    for (size_t i = 0; i < count; i++)
        reach_b = fmin(reach_b, x * (double)vx[i] + y * (double)vy[i]);
    (void)sepal_polys_radius(polys, pair.a, &radius_a);
    (void)sepal_polys_radius(polys, pair.b, &radius_b);
    return reach_a - reach_b + (double)radius_a + (double)radius_b;
}

static faults faults_of(const scene *s, const sepal_mtvs *found, const float *exact_depth) {
    faults f = {0};
    for (size_t i = 0; i < s->count; i++) {
        const double exact = (double)exact_depth[i], depth = (double)found->depth[i];
        if ((depth >= 0) != (exact >= 0))
            f.sign++;
        else if (exact < 0)
            continue;
        else if (depth < shared(s->polys, s->pairs[i], (double)found->normal_x[i], (double)found->normal_y[i]) - COARSE)
            f.way++;
        else if (depth > exact + COARSE)
            f.far++;
    }
    return f;
}

static size_t judge(question *q, const peer *who) {
    const scene *s = &((mtv_question *)q)->scene;
    const sepal_mtvs found = arrays_in(q->answers, s->count), exact = arrays_in(q->exact, s->count);
    faults f = faults_of(s, &found, exact.depth);
    const size_t wrong = f.sign + f.way + f.far;
    f.scene = q->scene;
    f.peer = who->name;
    if (wrong > 0 && known_count < sizeof known / sizeof known[0])
        known[known_count++] = f;
    return wrong;
}

static void ask_peer_points(question *q, const peer *who, void *shapes, void *answers) {
    const scene *s = &((mtv_question *)q)->scene;
    who->points(shapes, s->pairs, s->count, points_in(answers, s->count));
}

static size_t judge_points(question *q, const peer *who) {
    (void)who;
    const sepal_mtvs found = points_in(q->answers, q->items), exact = points_in(q->exact, q->items);
    return question_wrong_points(&found, &exact, q->items);
}

static int by_name(const void *a, const void *b) {
    const faults *left = a, *right = b;
    const int order = strcmp(left->scene, right->scene);
    return order != 0 ? order : strcmp(left->peer, right->peer);
}

void bench_mtv_explain(FILE *out) {
    qsort(known, known_count, sizeof *known, by_name); /* the order of the run, in which they were found, is random */
    if (known_count > 0)
        fprintf(out, "\n| mtv: wrong answers | overlap or not | does not part them | not the shortest |\n|-|-:|-:|-:|\n");
    for (size_t i = 0; i < known_count; i++)
        fprintf(out, "| %s, %s | %zu | %zu | %zu |\n", known[i].scene, known[i].peer, known[i].sign, known[i].way, known[i].far);
}

/* --- All of them ---------------------------------------------------------------------------------------------------------------*/

static const question_kind mtv = {
    .name = "mtv", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind points = {.name = "mtv-points",
                                     .build = build_points,
                                     .ask = ask_points,
                                     .release = release,
                                     .ask_peer = ask_peer_points,
                                     .judge = judge_points};

void bench_mtv_add(void) {
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (recipe->pairs == SCENE_ONE || recipe->shape_count > 4096) /* these scenes measure how memory is read */
            continue;
        question *q = question_add(&mtv, recipe->name, sizeof(mtv_question));
        ((mtv_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->mtv)
                question_offer(q, peers[i], recipe->most, scene_is_round(recipe));
    }
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (recipe->pairs == SCENE_ONE || recipe->pairs == SCENE_NEIGHBOURS || recipe->most > 64 || recipe->shape_count > 4096)
            continue;
        question *q = question_add(&points, recipe->name, sizeof(mtv_question));
        ((mtv_question *)q)->recipe = recipe;
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->points)
                question_offer(q, peers[i], recipe->most, scene_is_round(recipe));
    }
}
