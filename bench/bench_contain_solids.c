/* bench_contain_solids.c — which solids contain which? */
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"
#include "solid_scenes.h"

/* The solids of a scene, and near each of them another one: a smaller copy of it, or a point. */
typedef struct contain_recipe {
    const char *name;
    solid_recipe outer;
    float size; /* of the copies, relative to the original; 0 = points */
} contain_recipe;

static const contain_recipe recipes[] = {
    {"points in boxes", {"", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0}, 0},
    {"boxes in boxes", {"", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0}, 0.3F},
    {"spheres in spheres", {"", SOLIDS_NEAR, SOLID_SPHERES, SOLID_SPHERES, 0, 0}, 0.3F},
    {"points in hulls of 16", {"", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 16, 0}, 0},
    {"hulls of 16 in hulls of 16", {"", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 16, 0}, 0.3F},
    {"points in prisms of 12", {"", SOLIDS_FLUSH, SOLID_HULLS, SOLID_HULLS, 24, 0}, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0], VERTICES = 64 };

typedef struct contain_question {
    question base;
    const contain_recipe *recipe;
    solid_scene scene;
    sepal_solids *inner;
    sepal_pair *pairs;
} contain_question;

/* Evenly spread numbers from -0.8 to 0.8: the fractional parts of the multiples of an irrational number for each coordinate (the powers
 * of 1/g, g the root of x^4 = x + 1; Roberts, The unreasonable effectiveness of quasirandom sequences, 2018). */
static float scattered(uint32_t i, int coordinate) {
    static const double irrational[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    const double value = i * irrational[coordinate];
    return (float)(1.6 * (value - (double)(int64_t)value) - 0.8);
}

/* A smaller copy of a box, or a point, somewhere in it. */
static bool add_in_box(contain_question *c, uint32_t k, sepal_parallelepiped *box) {
    const float size = c->recipe->size, s[3] = {scattered(k, 0), scattered(k, 1), scattered(k, 2)};
    float at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = box->c[i] + s[0] * box->u[i] + s[1] * box->v[i] + s[2] * box->w[i];
        box->u[i] *= size, box->v[i] *= size, box->w[i] *= size;
    }
    if (size <= 0)
        return sepal_solids_add_hull(c->inner, &at[0], &at[1], &at[2], 1, 0, NULL) == SEPAL_OK;
    const sepal_solid_parallelepipeds smaller = {{&at[0], &at[1], &at[2]},
                                                 {&box->u[0], &box->u[1], &box->u[2]},
                                                 {&box->v[0], &box->v[1], &box->v[2]},
                                                 {&box->w[0], &box->w[1], &box->w[2]},
                                                 NULL,
                                                 0};
    return sepal_solids_add_parallelepipeds(c->inner, &smaller, 1, NULL, NULL) == SEPAL_OK;
}

/* Adds what a hull or a sphere contains, in the box parallel to the axes around its core and its radius. */
static bool add_in_hull(contain_question *c, uint32_t k) {
    const float size = c->recipe->size, *v[3];
    float inner[3][VERTICES], radius;
    size_t n;
    if (sepal_solids_vertices(c->scene.a, k, &v[0], &v[1], &v[2], &n) != SEPAL_OK ||
        sepal_solids_radius(c->scene.a, k, &radius) != SEPAL_OK)
        return false;
    for (int i = 0; i < 3; i++) {
        float low = v[i][0], high = low;
        for (size_t j = 1; j < n; j++) {
            low = v[i][j] < low ? v[i][j] : low;
            high = v[i][j] > high ? v[i][j] : high;
        }
        const float middle = (low + high) / 2, at = middle + scattered(k, i) * ((high - low) / 2 + radius);
        for (size_t j = 0; j < n; j++)
            inner[i][j] = at + size * (v[i][j] - middle);
    }
    return sepal_solids_add_hull(c->inner, inner[0], inner[1], inner[2], size > 0 ? n : 1, size * radius, NULL) == SEPAL_OK;
}

/* Solid k of the inner set is solid k of the outer one, made smaller and moved. */
static bool add_inner(contain_question *c, uint32_t k) {
    sepal_parallelepiped box;
    return sepal_solids_box(c->scene.a, k, &box) == SEPAL_OK ? add_in_box(c, k, &box) : add_in_hull(c, k);
}

static bool build(question *q) {
    contain_question *c = (contain_question *)q;
    c->pairs = malloc(SOLID_PAIRS * sizeof *c->pairs);
    if (c->pairs == NULL || !solid_scene_build(&c->recipe->outer, &c->scene) || sepal_solids_create(NULL, &c->inner) != SEPAL_OK)
        return false;
    for (uint32_t k = 0; k < sepal_solids_count(c->scene.a); k++)
        if (!add_inner(c, k))
            return false;
    for (size_t i = 0; i < SOLID_PAIRS; i++)
        c->pairs[i] = (sepal_pair){c->scene.pairs[i].a, c->scene.pairs[i].a};
    q->items = SOLID_PAIRS;
    q->bytes = SEPAL_BIT_WORDS(SOLID_PAIRS) * sizeof(uint64_t);
    q->solids[0] = c->scene.a;
    q->solids[1] = c->inner;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const contain_question *c = (contain_question *)q;
    return sepal_solids_contains_pairs(c->scene.a, c->inner, c->pairs, SOLID_PAIRS, NULL, answers);
}

static void release(question *q) {
    contain_question *c = (contain_question *)q;
    solid_scene_free(&c->scene);
    sepal_solids_destroy(c->inner);
    free(c->pairs);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    who->contain(shapes, ((contain_question *)q)->pairs, SOLID_PAIRS, answers);
}

static const question_kind contain = {
    .name = "solids contain", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = question_wrong_bits};

void bench_contain_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&contain, recipes[k].name, sizeof(contain_question));
        ((contain_question *)q)->recipe = &recipes[k];
        for (const peer *const *p = solid_peers; *p != NULL; p++)
            if ((*p)->contain && solid_peer_takes(*p, solid_peer_kinds(&recipes[k].outer)))
                question_add_peer(q, *p);
    }
}
