/* bench_solids.c — which solids overlap, and what pushes them apart? */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"
#include "solid_scenes.h"

static const solid_recipe recipes[] = {
    {"boxes, near", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, far", SOLIDS_FAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, deep", SOLIDS_DEEP, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, one with all", SOLIDS_ONE, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, offset 1e6", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 1e6F},
    {"boxes, stack", SOLIDS_STACK, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, lattice", SOLIDS_ALIGNED, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, lattice rotated", SOLIDS_ROTATED, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"spheres", SOLIDS_NEAR, SOLID_SPHERES, SOLID_SPHERES, 0, 0},
    {"boxes and spheres", SOLIDS_NEAR, SOLID_BOXES, SOLID_SPHERES, 0, 0},
    {"capsules", SOLIDS_NEAR, SOLID_CAPSULES, SOLID_CAPSULES, 0, 0},
    {"boxes and capsules", SOLIDS_NEAR, SOLID_BOXES, SOLID_CAPSULES, 0, 0},
    {"tetrahedra, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 4, 0},
    {"hulls of 8, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"hulls of 16, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"hulls of 32, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 32, 0},
    {"hulls of 64, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 64, 0},
    {"hulls of 16, far", SOLIDS_FAR, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"hulls of 16, deep", SOLIDS_DEEP, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"tetrahedra of a mesh", SOLIDS_MESH, SOLID_HULLS, SOLID_HULLS, 4, 0},
    {"crates at rest", SOLIDS_FLUSH, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"crates tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"prisms of 6 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 12, 0},
    {"prisms of 12 at rest", SOLIDS_FLUSH, SOLID_HULLS, SOLID_HULLS, 24, 0},
    {"prisms of 12 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 24, 0},
    {"prisms of 24 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 48, 0},
    {"boxes and spheres, deep", SOLIDS_DEEP, SOLID_BOXES, SOLID_SPHERES, 0, 0},
    {"boxes and capsules, deep", SOLIDS_DEEP, SOLID_BOXES, SOLID_CAPSULES, 0, 0},
    {"spheres, a box with all", SOLIDS_ONE, SOLID_BOXES, SOLID_SPHERES, 0, 0},
    {"crates touching", SOLIDS_TOUCHING, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"robot's cell", SOLIDS_CELL, SOLID_CAPSULES, SOLID_BOXES, 0, 0},
    {"boxes, turned pallet", SOLIDS_PALLET, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes and prisms of 12 tilted", SOLIDS_TILTED, SOLID_BOXES, SOLID_HULLS, 24, 0},
    {"rounded hulls of 8, near", SOLIDS_NEAR, SOLID_ROUNDED, SOLID_ROUNDED, 8, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

/* Those whose pushes are asked for as well. */
static const size_t pushed[] = {0,  1,  2,  5,  7,  8,  9,  10, 11, 12, 13, 14, 15, 17,
                                20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33};
enum { PUSHED = sizeof pushed / sizeof pushed[0] };

typedef struct solids_question {
    question base;
    const solid_recipe *recipe;
    solid_scene scene;
} solids_question;

static bool build(question *q) {
    solids_question *s = (solids_question *)q;
    if (!solid_scene_build(s->recipe, &s->scene))
        return false;
    q->items = SOLID_PAIRS;
    q->bytes = SEPAL_BIT_WORDS(SOLID_PAIRS) * sizeof(uint64_t);
    q->solids[0] = s->scene.a;
    q->solids[1] = s->scene.b;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const solids_question *s = (solids_question *)q;
    const sepal_pair *pairs = s->scene.pairs;
    uint64_t *bits = answers;
    if (s->recipe->places != SOLIDS_ONE)
        return sepal_solids_overlap_pairs(s->scene.a, s->scene.b, pairs, SOLID_PAIRS, NULL, bits);
    sepal_status status = SEPAL_OK;
    for (size_t i = 0; i < SOLID_PAIRS && status == SEPAL_OK; i += SOLID_COUNT)
        status = sepal_solids_overlap_one(s->scene.a, pairs[i].a, s->scene.b, 0, SOLID_COUNT, NULL, bits + i / 64);
    return status;
}

static void release(question *q) {
    solids_question *s = (solids_question *)q;
    solid_scene_free(&s->scene);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    who->overlap(shapes, ((solids_question *)q)->scene.pairs, SOLID_PAIRS, answers);
}

static const question_kind overlap = {
    .name = "solids overlap", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = question_wrong_bits};

/* --- Pushes: all normals' x, then y, then z, then depths -----------------------------------------------------------------------*/

static bool build_push(question *q) {
    const bool built = build(q);
    q->bytes = SOLID_PAIRS * 4 * sizeof(float);
    return built;
}

static sepal_solid_mtvs arrays_of(float *out) {
    return (sepal_solid_mtvs){
        .normal_x = out, .normal_y = out + SOLID_PAIRS, .normal_z = out + 2 * SOLID_PAIRS, .depth = out + 3 * SOLID_PAIRS};
}

static sepal_status ask_push(question *q, void *answers) {
    const solids_question *s = (solids_question *)q;
    const sepal_solid_mtvs arrays = arrays_of(answers);
    return sepal_solids_mtv_pairs(s->scene.a, s->scene.b, s->scene.pairs, SOLID_PAIRS, NULL, &arrays);
}

static void ask_peer_push(question *q, const peer *who, void *shapes, void *answers) {
    who->push_solids(shapes, ((solids_question *)q)->scene.pairs, SOLID_PAIRS, arrays_of(answers));
}

static size_t judge_push(question *q, const peer *who) {
    (void)who;
    return question_wrong_depths(arrays_of(q->answers).depth, arrays_of(q->exact).depth, q->items);
}

static const question_kind push = {.name = "solids push",
                                   .build = build_push,
                                   .ask = ask_push,
                                   .release = release,
                                   .ask_peer = ask_peer_push,
                                   .judge = judge_push};

/* --- Nearest points: after the pushes the points of a, then those of b -----------------------------------------------------------*/

static bool build_points(question *q) {
    const bool built = build(q);
    q->bytes = SOLID_PAIRS * 10 * sizeof(float);
    return built;
}

static sepal_solid_mtvs points_of(float *out) {
    sepal_solid_mtvs arrays = arrays_of(out);
    float **const points[] = {&arrays.a_x, &arrays.a_y, &arrays.a_z, &arrays.b_x, &arrays.b_y, &arrays.b_z};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        *points[k] = out + (4 + k) * SOLID_PAIRS;
    return arrays;
}

static sepal_status ask_points(question *q, void *answers) {
    solids_question *s = (solids_question *)q;
    const sepal_solid_mtvs arrays = points_of(answers);
    return sepal_solids_mtv_pairs(s->scene.a, s->scene.b, s->scene.pairs, SOLID_PAIRS, NULL, &arrays);
}

static void ask_peer_points(question *q, const peer *who, void *shapes, void *answers) {
    who->points_solids(shapes, ((solids_question *)q)->scene.pairs, SOLID_PAIRS, points_of(answers));
}

/* Of pairs that are apart, distances and those of the points; and pairs that are apart for one only. */
static size_t count_wrong_points(question *q, const peer *who) {
    const sepal_solid_mtvs found = points_of(q->answers), exact = points_of(q->exact);
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < q->items; i++) {
        const double depth = fmin(0, (double)exact.depth[i]), given = fmin(0, (double)found.depth[i]);
        const double x = (double)found.b_x[i] - (double)found.a_x[i], y = (double)found.b_y[i] - (double)found.a_y[i],
                     z = (double)found.b_z[i] - (double)found.a_z[i];
        wrong += fabs(depth - given) > 1e-3 || (depth < -1e-3 && fabs(sqrt(x * x + y * y + z * z) + depth) > 1e-3);
    }
    return wrong;
}

static const question_kind points = {.name = "solids push-points",
                                     .build = build_points,
                                     .ask = ask_points,
                                     .release = release,
                                     .ask_peer = ask_peer_points,
                                     .judge = count_wrong_points};

/* --- All --------------------------------------------------------------------------------------------------------------------------*/

static void add(const question_kind *kind, const solid_recipe *recipe) {
    question *q = question_add(kind, recipe->name, sizeof(solids_question));
    const unsigned kinds = solid_peer_kinds(recipe);
    ((solids_question *)q)->recipe = recipe;
    for (const peer *const *p = solid_peers; *p != NULL; p++)
        if (solid_peer_takes(*p, kinds) && (kind == &overlap ? (*p)->overlap != NULL
                                            : kind == &push  ? (*p)->push_solids != NULL
                                                             : (*p)->points_solids != NULL))
            question_add_peer(q, *p);
}

void bench_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        add(&overlap, &recipes[k]);
    for (size_t k = 0; k < PUSHED; k++)
        add(&push, &recipes[pushed[k]]);
    for (size_t k = 0; k < PUSHED; k++)
        add(&points, &recipes[pushed[k]]);
}
