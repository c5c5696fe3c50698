/* bench_aimed_solids.c — rays and boxes that are aimed at triangles and other hulls, one pair each: when and how do they meet? */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"

enum { AIMED = 8192, MOST_VERTICES = 64 };

/* Vertices on the unit sphere around places in a cube; prisms have half of them below. What moves begins anywhere in the cube, and half way
 * comes to a point inside. */
#define CUBE 100.0

typedef struct aimed_recipe {
    const char *name;
    unsigned vertices;
    bool prisms, boxes;
} aimed_recipe;

static const aimed_recipe recipes[] = {
    {"rays, triangles", 3, false, false},    {"rays, tetrahedra", 4, false, false},   {"rays, hulls of 8", 8, false, false},
    {"rays, hulls of 16", 16, false, false}, {"rays, hulls of 32", 32, false, false}, {"rays, prisms of 12", 12, true, false},
    {"boxes, triangles", 3, false, true},    {"boxes, hulls of 8", 8, false, true},   {"boxes, hulls of 16", 16, false, true},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct aimed_question {
    question base;
    const aimed_recipe *recipe;
    sepal_solids *hulls, *movers;
    float *moves; /* x, y, z in turn */
    sepal_pair *pairs;
} aimed_question;

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Within [0, 1). */
static double random_share(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static bool add_hull(const aimed_question *q, uint64_t *state, double goal[3]) {
    const unsigned n = q->recipe->vertices, sides = n / 2;
    double centre[3], v[3], weight = 0;
    float at[3][MOST_VERTICES];
    for (int k = 0; k < 3; k++) {
        centre[k] = CUBE * random_share(state);
        goal[k] = 0;
    }
    for (unsigned i = 0; i < n; i++) {
        const double height = q->recipe->prisms ? (i < sides ? -0.5 : 0.5) : 2 * random_share(state) - 1,
                     turn =
                         2 * acos(-1.0) * (q->recipe->prisms ? (i < sides ? i : i - sides) / (double)sides : random_share(state)),
                     width = sqrt(1 - height * height), share = 0.1 + random_share(state);
        v[0] = width * cos(turn);
        v[1] = width * sin(turn);
        v[2] = height;
        for (int k = 0; k < 3; k++) {
            at[k][i] = (float)(centre[k] + v[k]);
            goal[k] += share * (double)at[k][i];
        }
        weight += share;
    }
    for (int k = 0; k < 3; k++)
        goal[k] /= weight;
    return sepal_solids_add_hull(q->hulls, at[0], at[1], at[2], n, 0, NULL) == SEPAL_OK;
}

static bool add_mover(const aimed_question *q, uint64_t *state, const double goal[3], float move[3]) {
    float at[3], turn[4];
    const float half = 0.4F;
    for (int k = 0; k < 3; k++) {
        at[k] = (float)(CUBE * random_share(state));
        move[k] = (float)(2 * (goal[k] - (double)at[k]));
    }
    if (!q->recipe->boxes)
        return sepal_solids_add_hull(q->movers, at, at + 1, at + 2, 1, 0, NULL) == SEPAL_OK;
    for (int k = 0; k < 4; k++)
        turn[k] = (float)(2 * random_share(state) - 1);
    const sepal_solid_boxes box = {.x = at,
                                   .y = at + 1,
                                   .z = at + 2,
                                   .half_x = &half,
                                   .half_y = &half,
                                   .half_z = &half,
                                   .turn = {turn, turn + 1, turn + 2, turn + 3, {NULL}}};
    return sepal_solids_add_boxes(q->movers, &box, 1, NULL, NULL) == SEPAL_OK;
}

static bool build(question *q) {
    aimed_question *s = (aimed_question *)q;
    uint64_t state = 1;
    s->moves = malloc(3 * AIMED * sizeof(float));
    s->pairs = malloc(AIMED * sizeof(sepal_pair));
    bool fine = s->moves != NULL && s->pairs != NULL && sepal_solids_create(NULL, &s->hulls) == SEPAL_OK &&
                sepal_solids_create(NULL, &s->movers) == SEPAL_OK;
    for (uint32_t i = 0; fine && i < AIMED; i++) {
        double goal[3];
        fine = add_hull(s, &state, goal) && add_mover(s, &state, goal, s->moves + 3 * (size_t)i);
        s->pairs[i] = (sepal_pair){i, i};
    }
    q->items = AIMED;
    q->solids[0] = s->hulls;
    q->solids[1] = s->movers;
    q->bytes = SEPAL_BIT_WORDS(AIMED) * sizeof(uint64_t) + AIMED * sizeof(float[4]);
    return fine;
}

static sepal_solid_hits hits_in(void *answers) {
    uint64_t *bits = answers;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(AIMED));
    return (sepal_solid_hits){bits, columns, columns + AIMED, columns + 2 * (size_t)AIMED, columns + 3 * (size_t)AIMED};
}

static sepal_status ask(question *q, void *answers) {
    const aimed_question *s = (const aimed_question *)q;
    const sepal_solid_moves moves = {s->moves, s->moves + 1, s->moves + 2, 3};
    const sepal_solid_hits out = hits_in(answers);
    return sepal_solids_sweep_pairs(s->hulls, NULL, s->movers, &moves, s->pairs, AIMED, NULL, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    static const float rest[3 * AIMED];
    const aimed_question *s = (const aimed_question *)q;
    const sepal_solid_moves none = {rest, rest + 1, rest + 2, 3}, moves = {s->moves, s->moves + 1, s->moves + 2, 3};
    who->sweep_solids(shapes, &none, &moves, s->pairs, AIMED, hits_in(answers));
}

/* Hits that do not exist or are missed, and times that are off by more than a hundredth of a unit. */
static size_t judge(question *q, const peer *who) {
    const aimed_question *s = (const aimed_question *)q;
    const sepal_solid_hits found = hits_in(q->answers), exact = hits_in(q->exact);
    size_t wrong = question_wrong_bits(q, who);
    for (size_t i = 0; i < AIMED; i++) {
        double way = 0;
        for (size_t k = 0; k < 3; k++)
            way += (double)s->moves[3 * i + k] * (double)s->moves[3 * i + k];
        if ((exact.bits[i / 64] & found.bits[i / 64]) >> (i % 64) & 1)
            wrong += fabs((double)found.time[i] - (double)exact.time[i]) * sqrt(way) > 0.01;
    }
    return wrong;
}

static void release(question *q) {
    aimed_question *s = (aimed_question *)q;
    sepal_solids_destroy(s->hulls);
    sepal_solids_destroy(s->movers);
    free(s->moves);
    free(s->pairs);
}

static const question_kind aimed = {
    .name = "solids aimed", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

void bench_aimed_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&aimed, recipes[k].name, sizeof(aimed_question));
        ((aimed_question *)q)->recipe = &recipes[k];
        for (const peer *const *p = solid_peers; *p != NULL; p++)
            if ((*p)->sweep_solids && solid_peer_takes(*p, PEER_HULLS | (recipes[k].boxes ? PEER_BOXES : PEER_SPHERES)))
                question_add_peer(q, *p);
    }
}
