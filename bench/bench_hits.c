/* bench_hits.c — what one hit costs: two regular polygons that move towards each other, in a list of equal pairs, or one pair a
 * call. */
#include <math.h>

#include "question.h"
#include "questions.h"

enum { PAIRS = 256, MOST_VERTICES = 64 };

typedef struct hit_question {
    question base;
    uint32_t vertices;
    float radius;
    double turn; /* of b; 0: its faces are parallel to those of a */
    bool one_a_call;
    sepal_polys *a, *b;
    sepal_pair pairs[PAIRS];
} hit_question;

static bool add_polygon(sepal_polys *set, uint32_t vertices, float radius, double x, double y, double angle) {
    float px[MOST_VERTICES], py[MOST_VERTICES];
    const double step = 2 * acos(-1.0) / vertices;
    for (uint32_t k = 0; k < vertices; k++) {
        px[k] = (float)(x + cos(angle + step * k));
        py[k] = (float)(y + sin(angle + step * k));
    }
    return sepal_polys_add_round(set, px, py, vertices, radius, NULL) == SEPAL_OK;
}

static bool build(question *q) {
    hit_question *h = (hit_question *)q;
    q->items = PAIRS;
    q->bytes = SEPAL_BIT_WORDS(PAIRS) * sizeof(uint64_t) + 3 * PAIRS * sizeof(float);
    if (sepal_polys_create(NULL, &h->a) != SEPAL_OK || sepal_polys_create(NULL, &h->b) != SEPAL_OK)
        return false;
    q->shapes = h->a;
    q->partners = h->b;
    return add_polygon(h->a, h->vertices, h->radius, 0, 0, 0.3) && add_polygon(h->b, h->vertices, h->radius, 4, 0.4, 0.3 + h->turn);
}

static const float move[2] = {-3.7F, 0.1F};
static const sepal_moves moves = {move, move + 1, 1};

static sepal_status ask(question *q, void *answers) {
    const hit_question *h = (const hit_question *)q;
    const size_t length = h->one_a_call ? 1 : PAIRS;
    uint64_t *bits = answers, one = 0;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(PAIRS));
    sepal_status status = SEPAL_OK;
    for (size_t k = 0; k < PAIRS && status == SEPAL_OK; k += length) {
        const sepal_hits out = {h->one_a_call ? &one : bits, columns + k, columns + PAIRS + k, columns + 2 * PAIRS + k};
        status = sepal_polys_sweep_pairs(h->a, NULL, h->b, &moves, h->pairs + k, length, NULL, &out);
        if (h->one_a_call)
            bits[k / 64] = (k % 64 == 0 ? 0 : bits[k / 64]) | one << k % 64;
    }
    return status;
}

static void release(question *q) {
    hit_question *h = (hit_question *)q;
    sepal_polys_destroy(h->a);
    sepal_polys_destroy(h->b);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    uint64_t *bits = answers;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(PAIRS));
    who->sweep(shapes, NULL, &moves, ((hit_question *)q)->pairs, PAIRS,
               (sepal_hits){bits, columns, columns + PAIRS, columns + 2 * (size_t)PAIRS});
}

static size_t judge(question *q, const peer *who) {
    (void)who;
    return question_wrong_hits(q, ((hit_question *)q)->pairs, NULL, &moves);
}

static const question_kind hits = {
    .name = "sweep-hit", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

static void add(const char *name, uint32_t vertices, float radius, double turn, bool one_a_call) {
    hit_question *h = (hit_question *)question_add(&hits, name, sizeof *h);
    h->vertices = vertices;
    h->radius = radius;
    h->turn = turn;
    h->one_a_call = one_a_call;
    for (size_t i = 0; peers[i]; i++)
        if (peers[i]->sweep)
            question_offer(&h->base, peers[i], vertices, true);
}

void bench_hits_add(void) {
    const float radius = 0.15F;
    const double turn = 0.13;
    add("4", 4, 0, turn, false);
    add("8", 8, 0, turn, false);
    add("32", 32, 0, turn, false);
    add("64", 64, 0, turn, false);
    add("capsules", 2, radius, turn, false);
    add("4+radius", 4, radius, turn, false);
    add("8+radius", 8, radius, turn, false);
    add("16+radius", 16, radius, turn, false);
    add("64+radius", 64, radius, turn, false);
    add("4+radius, parallel faces", 4, radius, 0, false);
    add("8+radius, parallel faces", 8, radius, 0, false);
    add("8+radius, one pair a call", 8, radius, turn, true);
}
