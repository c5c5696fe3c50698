/* bench_contain.c — which shapes contain which? */
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

#define PAIRS 65536

/* The shapes of a scene, and near each of them another one: a smaller copy of it, or a point. About half of these are contained. */
typedef struct contain_recipe {
    const char *name;
    scene_recipe outer;
    float size; /* of the copies, relative to the original; 0 = points */
} contain_recipe;

static const contain_recipe recipes[] = {
    {"points in boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, 4096, PAIRS}, 0},
    {"points in 8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 40, 0, 0, 4096, PAIRS}, 0},
    {"points in 64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 40, 0, 0, 4096, PAIRS}, 0},
    {"boxes in boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, 4096, PAIRS}, 0.3F},
    {"8 in 8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 40, 0, 0, 4096, PAIRS}, 0.3F},
    {"3-16 in 3-16", {"", SCENE_POLYGONS, SCENE_ANY, 3, 16, 40, 0, 0, 4096, PAIRS}, 0.3F},
    {"points in countries", {"", SCENE_COUNTRIES, SCENE_FOUND, 3, 64, 0, 0, 0, 0, 0}, 0},
    {"64 in 64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 40, 0, 0, 4096, PAIRS}, 0.3F},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct contain_question {
    question base;
    const contain_recipe *recipe;
    scene scene;
    sepal_polys *inner;
    sepal_pair *pairs;
} contain_question;

/* Evenly spread numbers from 0 to 1: the fractional parts of the multiples of an irrational number. */
static float scattered(uint32_t i, double irrational) {
    const double value = i * irrational;
    return (float)(value - (double)(int64_t)value);
}

/* Shape k of the inner set is shape k of the outer set, made smaller and moved to a place in its bounding box. */
static bool add_inner(contain_question *s, uint32_t k) {
    const float *x, *y;
    float at[2] = {0, 0}, inner_x[64], inner_y[64];
    size_t n = 0;
    if (sepal_polys_vertices(s->scene.polys, k, &x, &y, &n) != SEPAL_OK)
        return false;
    for (int axis = 0; axis < 2; axis++) {
        const float *v = axis == 0 ? x : y;
        float low = v[0], high = v[0];
        for (size_t i = 1; i < n; i++) {
            low = v[i] < low ? v[i] : low;
            high = v[i] > high ? v[i] : high;
        }
        at[axis] = low + (high - low) * scattered(k, axis == 0 ? 0.618033988749895 : 0.7548776662466927);
    }
    for (size_t i = 0; i < n; i++) {
        inner_x[i] = at[0] + s->recipe->size * (x[i] - x[0]);
        inner_y[i] = at[1] + s->recipe->size * (y[i] - y[0]);
    }
    sepal_status status = sepal_polys_add(s->inner, inner_x, inner_y, s->recipe->size > 0 ? n : 1, NULL);
    if (status == SEPAL_BAD_SHAPE) /* rounding has made it non-convex */
        status = sepal_polys_add(s->inner, at, at + 1, 1, NULL);
    return status == SEPAL_OK;
}

static bool build(question *q) {
    contain_question *s = (contain_question *)q;
    const scene_recipe *outer = &s->recipe->outer;
    s->pairs = malloc(PAIRS * sizeof *s->pairs);
    if (!s->pairs || !scene_build(outer, &s->scene) || sepal_polys_create(NULL, &s->inner) != SEPAL_OK)
        return false;
    for (uint32_t k = 0; k < sepal_polys_count(s->scene.polys); k++)
        if (!add_inner(s, k))
            return false;
    for (size_t i = 0; i < PAIRS; i++)
        s->pairs[i] = (sepal_pair){s->scene.pairs[i % s->scene.count].a, s->scene.pairs[i % s->scene.count].a};
    q->items = PAIRS;
    q->bytes = SEPAL_BIT_WORDS(PAIRS) * sizeof(uint64_t);
    q->shapes = s->scene.polys;
    q->partners = s->inner;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const contain_question *s = (contain_question *)q;
    return sepal_polys_contains_pairs(s->scene.polys, s->inner, s->pairs, PAIRS, NULL, answers);
}

static void release(question *q) {
    contain_question *s = (contain_question *)q;
    scene_free(&s->scene);
    sepal_polys_destroy(s->inner);
    free(s->pairs);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    who->contain(shapes, ((contain_question *)q)->pairs, PAIRS, answers);
}

static const question_kind contain = {
    .name = "contain", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = question_wrong_bits};

void bench_contain_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&contain, recipes[k].name, sizeof(contain_question));
        ((contain_question *)q)->recipe = &recipes[k];
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->contain && (recipes[k].size <= 0 || !peers[i]->only_points))
                question_offer(q, peers[i], recipes[k].outer.most, false);
    }
}
