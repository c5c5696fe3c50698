/* bench_sizes.c — what memory costs: pairs at random out of ever larger sets of boxes, beside a loop that does no more than read the
 * vertices of both boxes. Up to the size of a cache the kernels compute; beyond it both wait for memory. */
#include "question.h"
#include "questions.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_OF_A_SHAPE = 4, LEAST_PAIRS = 65536 };

typedef struct size_question {
    question base;
    scene_recipe recipe;
    scene scene;
} size_question;

static bool build(question *q) {
    size_question *s = (size_question *)q;
    if (!scene_build(&s->recipe, &s->scene))
        return false;
    q->items = s->scene.count;
    q->bytes = SEPAL_BIT_WORDS(s->scene.count) * sizeof(uint64_t);
    q->shapes = s->scene.polys;
    return true;
}

static sepal_status ask(question *q, void *answers) {
    const size_question *s = (size_question *)q;
    return sepal_polys_overlap_pairs(s->scene.polys, s->scene.polys, s->scene.pairs, s->scene.count, NULL, answers);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const size_question *s = (size_question *)q;
    who->overlap(shapes, s->scene.pairs, s->scene.count, answers);
}

/* The loop that only reads gives no answers, so none is wrong. */
static size_t judge(question *q, const peer *who) {
    (void)q;
    (void)who;
    return 0;
}

static void release(question *q) {
    scene_free(&((size_question *)q)->scene);
}

static const question_kind sizes = {
    .name = "sizes", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

/* --- The loop that only reads ------------------------------------------------------------------------------------------------- */

typedef struct corners {
    float x[4], y[4];
} corners;

static void *copy_corners(const sepal_polys *polys) {
    const size_t count = sepal_polys_count(polys);
    corners *all = malloc(count * sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        const float *x, *y;
        size_t n;
        if (sepal_polys_vertices(polys, (uint32_t)i, &x, &y, &n) != SEPAL_OK || n != 4) {
            free(all);
            return NULL;
        }
        memcpy(all[i].x, x, sizeof all[i].x);
        memcpy(all[i].y, y, sizeof all[i].y);
    }
    return all;
}

/* A sum of all that is read, so that no compiler leaves the reading out. */
static void read_corners(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const corners *all = shapes;
    float sum = 0;
    for (size_t i = 0; i < count; i++) {
        const corners *a = &all[pairs[i].a], *b = &all[pairs[i].b];
        sum += (a->x[0] + a->y[3]) + (b->x[0] + b->y[3]);
    }
    memcpy(bits, &sum, sizeof sum);
}

static const peer reading = {
    .name = "only reads", .most_vertices = 4, .create = copy_corners, .destroy = free, .overlap = read_corners};

void bench_sizes_add(void) {
    static const struct {
        const char *name;
        int exponent;
    } all[] = {{"2^10", 10}, {"2^12", 12}, {"2^14", 14}, {"2^16", 16}, {"2^18", 18}, {"2^19", 19}, {"2^20", 20}, {"2^21", 21}};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        const uint32_t shapes = UINT32_C(1) << all[k].exponent;
        const size_t pairs = PAIRS_OF_A_SHAPE * (size_t)shapes;
        size_question *s = (size_question *)question_add(&sizes, all[k].name, sizeof *s);
        s->recipe = (scene_recipe){.name = all[k].name,
                                   .shapes = SCENE_BOXES,
                                   .pairs = SCENE_ANY,
                                   .least = 4,
                                   .most = 4,
                                   .side = 40,
                                   .shape_count = shapes,
                                   .pair_count = pairs > LEAST_PAIRS ? pairs : LEAST_PAIRS};
        question_add_peer(&s->base, &reading);
    }
}
