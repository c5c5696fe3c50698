/* bench_sweep.c — moving shapes: which pairs meet; and when and how they do. */
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "round_scenes.h"
#include "scenes.h"

/* The shapes are about 2 wide, and move by up to 3 in each coordinate; in scenes from work by up to 0.1, as in a step of an engine. */
#define MOST_MOVE 3.0
#define WORK_MOVE 0.1

typedef struct sweep_question {
    question base;
    const scene_recipe *recipe; /* one of the two */
    const round_recipe *round;
    scene scene;
    round_scene round_scene;
    const sepal_polys *a, *b;
    const sepal_pair *pairs;
    float *moves_a, *moves_b; /* x and y in turn */
} sweep_question;

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static float random_move(uint64_t *state, double most) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (float)((2 * (double)(z >> 11) * 0x1p-53 - 1) * most);
}

static float *random_moves(const sepal_polys *set, uint64_t seed, double most) {
    const size_t count = 2 * sepal_polys_count(set);
    float *moves = malloc(count * sizeof *moves);
    for (size_t i = 0; moves && i < count; i++)
        moves[i] = random_move(&seed, most);
    return moves;
}

static bool build(question *q, size_t bytes_per_pair) {
    sweep_question *s = (sweep_question *)q;
    if (s->recipe ? !scene_build(s->recipe, &s->scene) : !round_scene_build(s->round, &s->round_scene))
        return false;
    s->a = s->recipe ? s->scene.polys : s->round_scene.a;
    s->b = s->recipe ? s->scene.polys : s->round_scene.b;
    s->pairs = s->recipe ? s->scene.pairs : s->round_scene.pairs;
    q->items = s->recipe ? s->scene.count : s->round_scene.count;
    q->bytes = SEPAL_BIT_WORDS(q->items) * sizeof(uint64_t) + q->items * bytes_per_pair;
    q->shapes = s->a;
    q->partners = s->b;
    const double most = s->recipe && scene_is_work(s->recipe) ? WORK_MOVE : MOST_MOVE;
    s->moves_a = random_moves(s->a, 1, most);
    s->moves_b = random_moves(s->b, 1, most); /* one set has one move of each shape */
    return s->moves_a && s->moves_b;
}

static bool build_bits(question *q) {
    return build(q, 0);
}

static bool build_hits(question *q) {
    return build(q, sizeof(float[3]));
}

static sepal_moves moves_in(const float *moves) {
    return (sepal_moves){moves, moves + 1, 2};
}

static sepal_status ask(question *q, const sepal_hits *out) {
    const sweep_question *s = (const sweep_question *)q;
    const sepal_moves a = moves_in(s->moves_a), b = moves_in(s->moves_b);
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->round ? s->round->margin : 0, 0};
    return sepal_polys_sweep_pairs(s->a, &a, s->b, &b, s->pairs, q->items, &rule, out);
}

static sepal_status ask_bits(question *q, void *answers) {
    return ask(q, &(sepal_hits){.bits = answers});
}

static sepal_hits hits_in(void *answers, size_t n) {
    uint64_t *bits = answers;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(n));
    return (sepal_hits){bits, columns, columns + n, columns + 2 * n};
}

static sepal_status ask_hits(question *q, void *answers) {
    const sepal_hits out = hits_in(answers, q->items);
    return ask(q, &out);
}

/* Peers, which know no margins. */
static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const sweep_question *s = (const sweep_question *)q;
    const sepal_moves a = moves_in(s->moves_a), b = moves_in(s->moves_b);
    who->sweep(shapes, &a, &b, s->pairs, q->items, hits_in(answers, q->items));
}

static size_t judge(question *q, const peer *who) {
    const sweep_question *s = (const sweep_question *)q;
    const sepal_moves a = moves_in(s->moves_a), b = moves_in(s->moves_b);
    (void)who;
    return question_wrong_hits(q, s->pairs, &a, &b);
}

static void release(question *q) {
    sweep_question *s = (sweep_question *)q;
    free(s->moves_a);
    free(s->moves_b);
    if (s->recipe)
        scene_free(&s->scene);
    else
        round_scene_free(&s->round_scene);
}

static const question_kind bits = {.name = "sweep-bits", .build = build_bits, .ask = ask_bits, .release = release};
static const question_kind hits = {
    .name = "sweep", .build = build_hits, .ask = ask_hits, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind round_hits = {
    .name = "sweep-round", .build = build_hits, .ask = ask_hits, .release = release, .ask_peer = ask_peer, .judge = judge};

static void add_peers(question *q, size_t most, bool round) {
    for (size_t i = 0; peers[i]; i++)
        if (peers[i]->sweep)
            question_offer(q, peers[i], most, round);
}

static void add_scenes(const question_kind *kind) {
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (recipe->pairs == SCENE_ONE || recipe->shape_count > 4096) /* others measure how memory is read */
            continue;
        question *q = question_add(kind, recipe->name, sizeof(sweep_question));
        ((sweep_question *)q)->recipe = recipe;
        if (kind == &hits)
            add_peers(q, recipe->most, scene_is_round(recipe));
    }
}

void bench_sweep_add(void) {
    add_scenes(&bits);
    add_scenes(&hits);
    for (size_t k = 0; k < round_recipe_count; k++) {
        question *q = question_add(&round_hits, round_recipes[k].name, sizeof(sweep_question));
        ((sweep_question *)q)->round = &round_recipes[k];
        if (round_recipes[k].margin <= 0)
            add_peers(q, 0, true);
    }
}
