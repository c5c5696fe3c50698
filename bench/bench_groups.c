/* bench_groups.c — groups: which parts of two bodies are nearest or deepest, which meet first, how far a push along a direction is, and what
 * is inside of a union. Bodies are arcs of turned boxes, in rows that are so close that arcs reach into each other. An item is a pair of
 * bodies; of pushes, a body that is to get out of a copy of itself; of unions, a body and a small box between two of its boxes. */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"

enum { SHAPES = 4096, ROW = 32 };

typedef enum asked { DEEPEST, FIRST, ALONG, INSIDE } asked;

typedef struct groups_question {
    question base;
    asked asked;
    bool in_space;
    uint32_t parts; /* of a body */
    sepal_polys *polys, *small;
    sepal_solids *solids;
    uint32_t *first;
    sepal_pair *pairs;
    float *moves; /* three floats a shape */
    float along[3][SHAPES];
} groups_question;

static void release(question *q) {
    groups_question *s = (groups_question *)q;
    sepal_polys_destroy(s->polys);
    sepal_polys_destroy(s->small);
    sepal_solids_destroy(s->solids);
    free(s->first);
    free(s->pairs);
    free(s->moves);
}

/* Box k of all: on an arc of four fifths of a circle, along it. */
static bool add_box(groups_question *s, uint32_t k) {
    const uint32_t body = k / s->parts, row = body / ROW;
    const float turn = 5 * (float)(k % s->parts) / (float)s->parts + (float)body, radius = 0.25F * (float)s->parts, c = cosf(turn),
                sine = sinf(turn);
    const float x = 3 * radius * (float)(body % ROW) + radius * c, y = 3 * radius * (float)row + radius * sine;
    const float half_x = 0.2F + 0.3F * (float)(k * 7 % 16) / 16,
                half_y = s->asked == INSIDE ? 0.7F : 0.15F + 0.15F * (float)(k * 5 % 16) / 16; /* unions without gaps */
    if (!s->in_space) {
        const sepal_boxes box = {.x = &x, .y = &y, .half_x = &half_x, .half_y = &half_y, .cos = &c, .sin = &sine};
        return sepal_polys_add_boxes(s->polys, &box, 1, NULL, NULL) == SEPAL_OK;
    }
    float at[3][8];
    for (int corner = 0; corner < 8; corner++) {
        const float u = (corner & 1) != 0 ? half_x : -half_x, v = (corner & 2) != 0 ? half_y : -half_y;
        at[0][corner] = x + (c * u - sine * v);
        at[1][corner] = y + (sine * u + c * v);
        at[2][corner] = (float)(k * 3 % 16) / 16 + ((corner & 4) != 0 ? 0.3F : -0.3F);
    }
    return sepal_solids_add_hull(s->solids, at[0], at[1], at[2], 8, 0, NULL) == SEPAL_OK;
}

/* In the middle between two boxes of a body. */
static bool add_small_box(groups_question *s, uint32_t body) {
    const uint32_t row = body / ROW, part = body * 7 % (s->parts - 1);
    const float turn = 5 * ((float)part + 0.5F) / (float)s->parts + (float)body, radius = 0.25F * (float)s->parts, c = cosf(turn),
                sine = sinf(turn), half_x = 0.08F, half_y = 0.2F;
    const float x = 3 * radius * (float)(body % ROW) + radius * c, y = 3 * radius * (float)row + radius * sine;
    const sepal_boxes box = {.x = &x, .y = &y, .half_x = &half_x, .half_y = &half_y, .cos = &c, .sin = &sine};
    return sepal_polys_add_boxes(s->small, &box, 1, NULL, NULL) == SEPAL_OK;
}

static bool build(question *q) {
    groups_question *s = (groups_question *)q;
    const uint32_t bodies = SHAPES / s->parts;
    s->first = malloc((bodies + 1) * sizeof *s->first);
    s->pairs = malloc(bodies * sizeof *s->pairs);
    s->moves = malloc(3 * SHAPES * sizeof *s->moves);
    bool fine = s->first != NULL && s->pairs != NULL && s->moves != NULL && sepal_polys_create(NULL, &s->polys) == SEPAL_OK &&
                sepal_polys_create(NULL, &s->small) == SEPAL_OK && sepal_solids_create(NULL, &s->solids) == SEPAL_OK;
    for (uint32_t k = 0; fine && k < SHAPES; k++) {
        s->along[0][k] = k % 2 == 0 ? 1 : 0.5F;
        s->along[1][k] = k % 2 == 0 ? 0 : 1;
        s->along[2][k] = 0;
        s->moves[3 * k] = 0.5F * (float)s->parts;
        s->moves[3 * k + 1] = 0.1F * (float)s->parts;
        s->moves[3 * k + 2] = 0;
        fine = add_box(s, k);
    }
    for (uint32_t k = 0; fine && k <= bodies; k++)
        s->first[k] = k * s->parts;
    for (uint32_t k = 0; fine && s->asked == INSIDE && k < bodies; k++)
        fine = add_small_box(s, k);
    for (uint32_t k = 0; fine && k + 1 < bodies; k++)
        s->pairs[k] = (sepal_pair){k, s->asked == ALONG || s->asked == INSIDE ? k : k + 1};
    if (!fine)
        release(q);
    q->items = bodies - 1;
    q->bytes = q->items * ((s->asked == ALONG ? 0 : sizeof(sepal_pair)) + sizeof(float));
    if (s->asked == INSIDE)
        q->bytes = SEPAL_BIT_WORDS(q->items) * sizeof(uint64_t);
    if (!s->in_space)
        q->shapes = s->polys;
    else
        q->solids[0] = q->solids[1] = s->solids;
    return fine;
}

static sepal_status ask(question *q, void *answers) {
    const groups_question *s = (groups_question *)q;
    const sepal_groups groups = {s->first, SHAPES / s->parts};
    const sepal_moves moves = {s->moves, s->moves + 1, 3};
    const sepal_solid_moves in_space = {s->moves, s->moves + 1, s->moves + 2, 3};
    sepal_pair *parts = answers;
    float *number = (float *)(parts + q->items);
    if (s->asked == INSIDE)
        return sepal_polys_contains_groups(s->polys, &groups, s->small, &(sepal_groups){NULL, 0}, s->pairs, q->items, answers);
    if (s->asked == ALONG)
        return s->in_space ? sepal_solids_push_along_groups(s->solids, &groups, s->solids, &groups, s->pairs, q->items, s->along[0],
                                                            s->along[1], s->along[2], answers)
                           : sepal_polys_push_along_groups(s->polys, &groups, s->polys, &groups, s->pairs, q->items, s->along[0],
                                                           s->along[1], answers);
    if (s->asked == DEEPEST)
        return s->in_space
                   ? sepal_solids_deepest_groups(s->solids, &groups, s->solids, &groups, s->pairs, q->items, NULL, parts, number)
                   : sepal_polys_deepest_groups(s->polys, &groups, s->polys, &groups, s->pairs, q->items, NULL, parts, number);
    return s->in_space ? sepal_solids_first_groups(s->solids, &groups, &in_space, s->solids, &groups, NULL, s->pairs, q->items,
                                                   NULL, parts, number)
                       : sepal_polys_first_groups(s->polys, &groups, &moves, s->polys, &groups, NULL, s->pairs, q->items, NULL,
                                                  parts, number);
}

static const question_kind kinds[] = {[DEEPEST] = {.name = "groups deepest", .build = build, .ask = ask, .release = release},
                                      [INSIDE] = {.name = "groups inside", .build = build, .ask = ask, .release = release},
                                      [ALONG] = {.name = "groups along", .build = build, .ask = ask, .release = release},
                                      [FIRST] = {.name = "groups first", .build = build, .ask = ask, .release = release}};

static void add(asked what, const char *name, bool in_space, uint32_t parts) {
    groups_question *s = (groups_question *)question_add(&kinds[what], name, sizeof *s);
    s->asked = what;
    s->in_space = in_space;
    s->parts = parts;
}

void bench_groups_add(void) {
    add(DEEPEST, "16 boxes each", false, 16);
    add(DEEPEST, "64 boxes each", false, 64);
    add(DEEPEST, "16 hulls each, in space", true, 16);
    add(ALONG, "16 boxes each", false, 16);
    add(ALONG, "64 boxes each", false, 64);
    add(ALONG, "16 hulls each, in space", true, 16);
    add(INSIDE, "16 boxes each", false, 16);
    add(INSIDE, "64 boxes each", false, 64);
    add(FIRST, "16 boxes each", false, 16);
    add(FIRST, "64 boxes each", false, 64);
    add(FIRST, "16 hulls each, in space", true, 16);
}
