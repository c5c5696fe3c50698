#include "bench_round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sepal/sepal.h>

#include "gbench.h"
#include "round_scenes.h"

typedef struct situation {
    const round_recipe *recipe;
    round_scene scene;
    uint64_t *exact, *bits; /* the answers of the scalar path, and those that are being measured */
} situation;

typedef struct subject {
    situation *situation;
    const char *isa;
    bool checked;
} subject;

static situation *situations;
static subject *subjects;

static void die(const subject *who, const char *what) {
    fprintf(stderr, "\nbench: round/%s/%s: %s\n", who->situation->recipe->name, who->isa, what);
    exit(EXIT_FAILURE);
}

static sepal_status ask(const situation *s, uint64_t *bits) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    return sepal_polys_overlap_pairs(s->scene.a, s->scene.b, s->scene.pairs, s->scene.count, &rule, bits);
}

/* Builds the scene and its exact answers, once. */
static void prepare(const subject *who) {
    situation *s = who->situation;
    if (s->exact)
        return;
    if (!round_scene_build(s->recipe, &s->scene))
        die(who, "cannot build the scene");
    s->exact = calloc(SEPAL_BIT_WORDS(s->scene.count), sizeof *s->exact);
    s->bits = calloc(SEPAL_BIT_WORDS(s->scene.count), sizeof *s->bits);
    if (!s->exact || !s->bits)
        die(who, "no memory");
    if (sepal_isa_use("scalar") != SEPAL_OK || ask(s, s->exact) != SEPAL_OK)
        die(who, "the scalar path failed");
}

static void measure(gbench_state *state, void *context) {
    subject *who = context;
    const situation *s = who->situation;
    prepare(who);
    if (sepal_isa_use(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked) {
        memset(s->bits, 0x55, SEPAL_BIT_WORDS(s->scene.count) * sizeof *s->bits);
        if (ask(s, s->bits) != SEPAL_OK)
            die(who, "the query failed");
        for (size_t i = 0; i < s->scene.count; i++)
            if ((s->bits[i / 64] ^ s->exact[i / 64]) >> (i % 64) & 1) {
                char text[128];
                snprintf(text, sizeof text, "pair %zu, shapes %" PRIu32 " and %" PRIu32 ", is answered unlike the scalar path", i,
                         s->scene.pairs[i].a, s->scene.pairs[i].b);
                die(who, text);
            }
        who->checked = true;
    }
    while (gbench_keep_running(state))
        (void)ask(s, s->bits);
    gbench_set_items(state, s->scene.count);
}

void bench_round_register(void) {
    const size_t isas = sepal_isa_count();
    situations = calloc(round_recipe_count, sizeof *situations);
    subjects = calloc(round_recipe_count * isas, sizeof *subjects);
    if (!situations || !subjects)
        exit(EXIT_FAILURE);
    for (size_t k = 0; k < round_recipe_count; k++) {
        situations[k].recipe = &round_recipes[k];
        for (size_t i = 0; i < isas; i++) {
            subject *who = &subjects[k * isas + i];
            *who = (subject){.situation = &situations[k], .isa = sepal_isa_at(i)};
            char name[128];
            snprintf(name, sizeof name, "round/%s/%s", round_recipes[k].name, who->isa);
            gbench_register(name, measure, who);
        }
    }
}

void bench_round_free(void) {
    for (size_t k = 0; k < round_recipe_count; k++) {
        round_scene_free(&situations[k].scene);
        free(situations[k].exact);
        free(situations[k].bits);
    }
    free(situations);
    free(subjects);
}
