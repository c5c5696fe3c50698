/* bench_calls.c — what a call costs: short lists of pairs, and rows of boxes as a traffic simulation asks about them, a call for each
 * or one call for all. */
#include "question.h"
#include "questions.h"
#include "scenes.h"
#include <stdlib.h>
#include <string.h>

typedef struct call_question {
    question base;
    size_t length; /* pairs of a list or a row */
    bool rows, one_call;
    scene scene;
    sepal_row *rows_of_scene;
    size_t row_count;
} call_question;

enum { ROW = 20 };

static const scene_recipe *recipe_named(const char *name) {
    for (size_t k = 0; k < scene_recipe_count; k++)
        if (strcmp(scene_recipes[k].name, name) == 0)
            return &scene_recipes[k];
    return NULL;
}

/* Rows begin at the partners of the scene's pairs, so that some of their boxes are near. */
static bool make_rows(call_question *s) {
    const size_t shapes = sepal_polys_count(s->scene.polys);
    s->row_count = s->scene.count / s->length;
    s->rows_of_scene = malloc(s->row_count * sizeof *s->rows_of_scene);
    if (s->rows_of_scene == NULL)
        return false;
    for (size_t k = 0; k < s->row_count; k++) {
        const sepal_pair pair = s->scene.pairs[k];
        const uint32_t last = (uint32_t)(shapes - s->length);
        s->rows_of_scene[k] = (sepal_row){pair.a, pair.b < last ? pair.b : last, (uint32_t)s->length};
    }
    return true;
}

static bool build(question *q) {
    call_question *s = (call_question *)q;
    const scene_recipe *recipe = recipe_named("box/aabb");
    if (recipe == NULL || !scene_build(recipe, &s->scene))
        return false;
    s->row_count = s->scene.count / s->length;
    q->items = s->row_count * s->length;
    q->bytes = (s->one_call ? SEPAL_BIT_WORDS(q->items) : s->row_count) * sizeof(uint64_t);
    q->shapes = s->scene.polys;
    return !s->rows || make_rows(s);
}

static sepal_status ask(question *q, void *answers) {
    const call_question *s = (call_question *)q;
    const sepal_polys *polys = s->scene.polys;
    uint64_t *bits = answers;
    sepal_status status = SEPAL_OK;
    if (s->one_call)
        return sepal_polys_overlap_rows(polys, polys, s->rows_of_scene, s->row_count, NULL, bits);
    for (size_t k = 0; k < s->row_count && status == SEPAL_OK; k++) {
        const sepal_row *row = &s->rows_of_scene[k];
        status = s->rows ? sepal_polys_overlap_one(polys, row->a, polys, row->first, row->count, NULL, &bits[k])
                         : sepal_polys_overlap_pairs(polys, polys, s->scene.pairs + k * s->length, s->length, NULL, &bits[k]);
    }
    return status;
}

static void release(question *q) {
    call_question *s = (call_question *)q;
    scene_free(&s->scene);
    free(s->rows_of_scene);
}

static const question_kind calls = {.name = "calls", .build = build, .ask = ask, .release = release};

static void add(const char *name, size_t length, bool rows, bool one_call) {
    call_question *s = (call_question *)question_add(&calls, name, sizeof *s);
    s->length = length;
    s->rows = rows;
    s->one_call = one_call;
}

void bench_calls_add(void) {
    add("lists of 1", 1, false, false);
    add("lists of 8", 8, false, false);
    add("lists of 64", 64, false, false);
    add("rows of 20", ROW, true, false);
    add("rows of 20, one call", ROW, true, true);
}
