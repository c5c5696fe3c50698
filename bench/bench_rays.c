/* bench_rays.c — one ray against one shape: points that move, and shapes that rest. */
#include <math.h>

#include "question.h"
#include "questions.h"

enum { SHAPES = 1024, PAIRS = 16384, MOST_VERTICES = 64 };

typedef struct ray_question {
    question base;
    uint32_t vertices;
    float radius;
    bool deep;          /* the rays begin inside */
    sepal_polys *a, *b; /* shapes, and where the rays begin */
    float dx[PAIRS], dy[PAIRS];
    sepal_pair pairs[PAIRS];
} ray_question;

/* SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static double uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

/* Regular polygons in a square, each with rays from about it that lead past its middle by up to one and a half times its size: two thirds
 * of them hit. Deep ones begin within a half of its size, or of its radius, from its middle. */
static bool build(question *q) {
    ray_question *s = (ray_question *)q;
    const double turn = 2 * acos(-1.0), size = s->vertices == 1 ? 0 : 1, reach = size + (double)s->radius,
                 deep = s->radius > 0 ? (double)s->radius : size;
    double x[SHAPES], y[SHAPES];
    uint64_t state = 1;
    q->items = PAIRS;
    q->bytes = SEPAL_BIT_WORDS(PAIRS) * sizeof(uint64_t) + PAIRS * sizeof(float[3]);
    if (sepal_polys_create(NULL, &s->a) != SEPAL_OK || sepal_polys_create(NULL, &s->b) != SEPAL_OK)
        return false;
    for (int k = 0; k < SHAPES; k++) {
        float px[MOST_VERTICES], py[MOST_VERTICES];
        const double angle = uniform(&state, 0, turn);
        x[k] = uniform(&state, -20, 20);
        y[k] = uniform(&state, -20, 20);
        for (uint32_t i = 0; i < s->vertices; i++) {
            px[i] = (float)(x[k] + size * cos(angle + turn * i / s->vertices));
            py[i] = (float)(y[k] + size * sin(angle + turn * i / s->vertices));
        }
        if (sepal_polys_add_round(s->a, px, py, s->vertices, s->radius, NULL) != SEPAL_OK)
            return false;
    }
    for (uint32_t k = 0; k < PAIRS; k++) {
        const uint32_t shape = (uint32_t)uniform(&state, 0, SHAPES);
        const double angle = uniform(&state, 0, turn),
                     from = s->deep ? uniform(&state, 0, 0.5) * deep : uniform(&state, 1.1, 2.5) * reach,
                     past = uniform(&state, -1.5, 1.5) * reach, c = cos(angle), d = sin(angle);
        const float fx = (float)(x[shape] + from * c), fy = (float)(y[shape] + from * d);
        s->dx[k] = (float)(1.5 * (-from * c - past * d));
        s->dy[k] = (float)(1.5 * (-from * d + past * c));
        s->pairs[k] = (sepal_pair){shape, k};
        if (sepal_polys_add(s->b, &fx, &fy, 1, NULL) != SEPAL_OK)
            return false;
    }
    q->shapes = s->a;
    q->partners = s->b;
    return true;
}

static sepal_moves moves_of(const ray_question *s) {
    return (sepal_moves){s->dx, s->dy, 1};
}

static sepal_hits hits_in(void *answers) {
    uint64_t *bits = answers;
    float *columns = (void *)(bits + SEPAL_BIT_WORDS(PAIRS));
    return (sepal_hits){bits, columns, columns + PAIRS, columns + 2 * (size_t)PAIRS};
}

static sepal_status ask(question *q, void *answers) {
    const ray_question *s = (const ray_question *)q;
    const sepal_moves moves = moves_of(s);
    const sepal_hits out = hits_in(answers);
    return sepal_polys_sweep_pairs(s->a, NULL, s->b, &moves, s->pairs, PAIRS, NULL, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const ray_question *s = (const ray_question *)q;
    const sepal_moves moves = moves_of(s);
    (who->ray ? who->ray : who->sweep)(shapes, NULL, &moves, s->pairs, PAIRS, hits_in(answers));
}

static size_t judge(question *q, const peer *who) {
    const ray_question *s = (const ray_question *)q;
    const sepal_moves moves = moves_of(s);
    (void)who;
    return question_wrong_hits(q, s->pairs, NULL, &moves);
}

static void release(question *q) {
    ray_question *s = (ray_question *)q;
    sepal_polys_destroy(s->a);
    sepal_polys_destroy(s->b);
}

static const question_kind rays = {
    .name = "sweep-ray", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

/* A peer's rays know circles, and polygons without radii. From inside of a shape they hit nothing: so no peer is asked there. */
static void add(const char *name, uint32_t vertices, float radius, bool deep) {
    ray_question *s = (ray_question *)question_add(&rays, name, sizeof *s);
    s->vertices = vertices;
    s->radius = radius;
    s->deep = deep;
    for (size_t i = 0; peers[i] && !deep; i++)
        if (peers[i]->ray ? vertices == 1 || (vertices > 2 && radius <= 0) : peers[i]->sweep != NULL)
            question_offer(&s->base, peers[i], vertices, true);
}

void bench_rays_add(void) {
    add("boxes", 4, 0, false);
    add("8 vertices", 8, 0, false);
    add("32 vertices", 32, 0, false);
    add("64 vertices", 64, 0, false);
    add("circles", 1, 0.5F, false);
    add("capsules", 2, 0.5F, false);
    add("rounded boxes", 4, 0.5F, false);
    add("rounded polygons of 8 vertices", 8, 0.5F, false);
    add("8 vertices, from inside", 8, 0, true);
    add("16 vertices, from inside", 16, 0, true);
    add("32 vertices, from inside", 32, 0, true);
    add("64 vertices, from inside", 64, 0, true);
    add("circles, from inside", 1, 0.5F, true);
    add("capsules, from inside", 2, 0.5F, true);
}
