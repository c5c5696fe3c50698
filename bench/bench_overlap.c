#include "bench_overlap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gbench.h"
#include "peers.h"
#include "scenes.h"

/* A recipe, and what is made of it when the first benchmark that asks for it runs. */
typedef struct situation {
    const scene_recipe *recipe;
    scene scene;
    uint64_t *exact; /* the answers of the scalar path */
    uint64_t *bits;  /* the answers that are being measured */
} situation;

/* One benchmark: a situation, and who is asked. */
typedef struct subject {
    struct subject *next;
    situation *situation;
    const char *isa;  /* of sepal, or NULL */
    const peer *peer; /* or NULL */
    void *peer_shapes;
    size_t wrong; /* answers of the peer */
    bool checked;
} subject;

static situation *situations;
static subject *subjects;

static void die(const subject *who, const char *what) {
    fprintf(stderr, "\nbench: overlap/%s/%s: %s\n", who->situation->recipe->name, who->isa ? who->isa : who->peer->name, what);
    exit(EXIT_FAILURE);
}

static sepal_status ask_sepal(const situation *s, uint64_t *bits) {
    const sepal_polys *polys = s->scene.polys;
    const sepal_pair *pairs = s->scene.pairs;
    if (s->recipe->pairs != SCENE_ONE)
        return sepal_polys_overlap_pairs(polys, polys, pairs, s->scene.count, NULL, bits);
    sepal_status status = SEPAL_OK;
    for (size_t i = 0; i < s->scene.count && status == SEPAL_OK; i += s->recipe->shape_count)
        status = sepal_polys_overlap_one(polys, pairs[i].a, polys, 0, s->recipe->shape_count, NULL, bits + i / 64);
    return status;
}

/* Builds the scene and its exact answers, once. */
static void prepare(const subject *who) {
    situation *s = who->situation;
    if (s->exact)
        return;
    const size_t words = SEPAL_BIT_WORDS(s->recipe->pair_count);
    s->exact = calloc(words, sizeof *s->exact);
    s->bits = calloc(words, sizeof *s->bits);
    if (!s->exact || !s->bits || !scene_build(s->recipe, &s->scene))
        die(who, "cannot build the scene");
    if (sepal_isa_use("scalar") != SEPAL_OK || ask_sepal(s, s->exact) != SEPAL_OK)
        die(who, "the scalar path failed");
}

/* The answers that differ from the exact ones; *first is the index of the first of them. */
static size_t count_wrong(const situation *s, size_t *first) {
    size_t wrong = 0;
    for (size_t i = 0; i < s->scene.count; i++)
        if ((s->bits[i / 64] ^ s->exact[i / 64]) >> (i % 64) & 1) {
            if (wrong++ == 0)
                *first = i;
        }
    return wrong;
}

static void measure_sepal(gbench_state *state, void *context) {
    subject *who = context;
    const situation *s = who->situation;
    prepare(who);
    if (sepal_isa_use(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked) {
        memset(s->bits, 0x55, SEPAL_BIT_WORDS(s->scene.count) * sizeof *s->bits);
        size_t first = 0;
        if (ask_sepal(s, s->bits) != SEPAL_OK)
            die(who, "the query failed");
        if (count_wrong(s, &first) > 0) {
            char text[128];
            snprintf(text, sizeof text, "pair %zu, shapes %" PRIu32 " and %" PRIu32 ", is answered unlike the scalar path", first,
                     s->scene.pairs[first].a, s->scene.pairs[first].b);
            die(who, text);
        }
        who->checked = true;
    }
    while (gbench_keep_running(state))
        (void)ask_sepal(s, s->bits);
    gbench_set_items(state, s->scene.count);
}

static void measure_peer(gbench_state *state, void *context) {
    subject *who = context;
    const situation *s = who->situation;
    prepare(who);
    if (!who->checked) {
        size_t first = 0;
        who->peer_shapes = who->peer->create(s->scene.polys);
        if (!who->peer_shapes)
            die(who, "the peer cannot build its shapes");
        who->peer->overlap(who->peer_shapes, s->scene.pairs, s->scene.count, s->bits);
        who->wrong = count_wrong(s, &first);
        who->checked = true;
    }
    while (gbench_keep_running(state))
        who->peer->overlap(who->peer_shapes, s->scene.pairs, s->scene.count, s->bits);
    gbench_set_items(state, s->scene.count);
    gbench_counter(state, "wrong", (double)who->wrong);
}

static void add(situation *s, const char *isa, const peer *other) {
    subject *who = calloc(1, sizeof *who);
    char name[128];
    if (!who)
        exit(EXIT_FAILURE);
    *who = (subject){.next = subjects, .situation = s, .isa = isa, .peer = other};
    subjects = who;
    snprintf(name, sizeof name, "overlap/%s/%s", s->recipe->name, isa ? isa : other->name);
    gbench_register(name, isa ? measure_sepal : measure_peer, who);
}

/* Other libraries are too big and slow for a scene that is made to exceed the caches. */
static bool suits(const peer *other, const scene_recipe *recipe) {
    const bool small = recipe->shape_count <= 4096 || other == &peer_textbook;
    return small && (other->most_vertices == 0 || recipe->most <= other->most_vertices);
}

void bench_overlap_register(void) {
    situations = calloc(scene_recipe_count, sizeof *situations);
    if (!situations)
        exit(EXIT_FAILURE);
    for (size_t k = 0; k < scene_recipe_count; k++) {
        situations[k].recipe = &scene_recipes[k];
        for (size_t i = 0; i < sepal_isa_count(); i++)
            add(&situations[k], sepal_isa_at(i), NULL);
        for (size_t i = 0; peers[i]; i++)
            if (suits(peers[i], &scene_recipes[k]))
                add(&situations[k], NULL, peers[i]);
    }
}

void bench_overlap_free(void) {
    while (subjects) {
        subject *who = subjects;
        subjects = who->next;
        if (who->peer_shapes)
            who->peer->destroy(who->peer_shapes);
        free(who);
    }
    for (size_t k = 0; k < scene_recipe_count; k++) {
        scene_free(&situations[k].scene);
        free(situations[k].exact);
        free(situations[k].bits);
    }
    free(situations);
}
