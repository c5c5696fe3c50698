/* bench_round.c — which shapes with radii overlap, or under a margin? */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"

/* Which cores a set has. */
typedef enum core_shape { POINTS, SEGMENTS, RECTANGLES, MIXED, EIGHTS, LARGE } core_shape;

/* Shapes of about unit size, centres uniform in a square; radii uniform in [0.25, 0.75] if there are any. */
typedef struct round_recipe {
    const char *name;
    core_shape a, b;
    bool radii_a, radii_b;
    float side, margin;
    bool near; /* only pairs whose bounding boxes overlap, radii and margin included */
    bool grid; /* vertices on a lattice, all radii alike: many pairs touch */
} round_recipe;

static const round_recipe recipes[] = {
    {"circle/aabb", POINTS, POINTS, true, true, 40, 0, true, false},
    {"circle/far", POINTS, POINTS, true, true, 40, 0, false, false},
    {"circle/touching", POINTS, POINTS, true, true, 16, 0, true, true},
    {"circle-box/aabb", POINTS, RECTANGLES, true, false, 40, 0, true, false},
    {"circle-box/far", POINTS, RECTANGLES, true, false, 40, 0, false, false},
    {"circle-box/touching", POINTS, RECTANGLES, true, false, 16, 0, true, true},
    {"capsule/aabb", SEGMENTS, SEGMENTS, true, true, 40, 0, true, false},
    {"capsule/far", SEGMENTS, SEGMENTS, true, true, 40, 0, false, false},
    {"capsule/deep", SEGMENTS, SEGMENTS, true, true, 1, 0, false, false},
    {"capsule/touching", SEGMENTS, SEGMENTS, true, true, 16, 0, true, true},
    {"box+radius/aabb", RECTANGLES, RECTANGLES, true, true, 40, 0, true, false},
    {"box+margin/aabb", RECTANGLES, RECTANGLES, false, false, 40, 0.25F, true, false},
    {"8+radius/aabb", EIGHTS, EIGHTS, true, true, 40, 0, true, false},
    {"32+radius/aabb", LARGE, LARGE, true, true, 40, 0, true, false},
    {"mixed/aabb", MIXED, MIXED, true, true, 40, 0, true, false},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0], SHAPES = 4096, PAIRS = 65536, MOST_VERTICES = 32 };

typedef struct round_question {
    question base;
    const round_recipe *recipe;
    sepal_polys *a, *b;
    sepal_pair *pairs;
} round_question;

/* SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static double uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return low + (high - low) * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

static uint32_t vertices_of(core_shape shape, uint64_t *state) {
    static const uint32_t counts[] = {1, 2, 4, 0, 8, MOST_VERTICES};
    return shape == MIXED ? 1U << (int)uniform(state, 0, 4) : counts[shape];
}

/* Vertices on an ellipse with half axes uniform in [0.5, 1.5], in any orientation; a core that rounding bends is drawn again. */
static bool add_shape(const round_recipe *recipe, core_shape shape, bool radii, uint64_t *state, sepal_polys *set) {
    const double side = (double)recipe->side, turn = 2 * acos(-1.0);
    for (;;) {
        double cx = uniform(state, -side / 2, side / 2), cy = uniform(state, -side / 2, side / 2);
        double angle = uniform(state, 0, turn), half_x = uniform(state, 0.5, 1.5), half_y = uniform(state, 0.5, 1.5);
        double radius = radii ? uniform(state, 0.25, 0.75) : 0;
        const uint32_t n = vertices_of(shape, state);
        if (recipe->grid) {
            cx = rint(cx);
            cy = rint(cy);
            radius = 0.5;
            angle = rint(angle * 4 / turn) * turn / 4;
            half_x = half_y = 1.25;
        }
        float x[MOST_VERTICES], y[MOST_VERTICES];
        for (uint32_t i = 0; i < n; i++) {
            const double part = n == 1 ? 0 : 1, u = part * half_x * cos((i + 0.5) * turn / n),
                         v = part * half_y * sin((i + 0.5) * turn / n);
            x[i] = (float)(cx + u * cos(angle) - v * sin(angle));
            y[i] = (float)(cy + u * sin(angle) + v * cos(angle));
            if (recipe->grid) {
                x[i] = rintf(x[i]);
                y[i] = rintf(y[i]);
            }
        }
        const sepal_status status = sepal_polys_add_round(set, x, y, n, (float)radius, NULL);
        if (status != SEPAL_BAD_SHAPE)
            return status == SEPAL_OK;
    }
}

static sepal_polys *make_set(const round_recipe *recipe, core_shape shape, bool radii, uint64_t *state) {
    sepal_polys *set = NULL;
    if (sepal_polys_create(NULL, &set) != SEPAL_OK)
        return NULL;
    for (int i = 0; i < SHAPES; i++)
        if (!add_shape(recipe, shape, radii, state, set))
            return NULL;
    return set;
}

/* Do the bounding boxes of two shapes overlap, radii and margin included? */
static bool are_near(const round_question *s, sepal_pair pair) {
    const sepal_polys *const sets[2] = {s->a, s->b};
    const uint32_t index[2] = {pair.a, pair.b};
    float low[2][2], high[2][2];
    for (int k = 0; k < 2; k++) {
        const float *v[2];
        float radius = 0;
        size_t count = 0;
        (void)sepal_polys_vertices(sets[k], index[k], &v[0], &v[1], &count);
        (void)sepal_polys_radius(sets[k], index[k], &radius);
        for (int axis = 0; axis < 2; axis++) {
            low[k][axis] = high[k][axis] = v[axis][0];
            for (size_t i = 1; i < count; i++) {
                low[k][axis] = fminf(low[k][axis], v[axis][i]);
                high[k][axis] = fmaxf(high[k][axis], v[axis][i]);
            }
            low[k][axis] -= radius;
            high[k][axis] += radius + s->recipe->margin;
        }
    }
    return low[0][0] <= high[1][0] && low[1][0] <= high[0][0] && low[0][1] <= high[1][1] && low[1][1] <= high[0][1];
}

static sepal_status ask(question *q, void *answers) {
    const round_question *s = (round_question *)q;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->recipe->margin};
    return sepal_polys_overlap_pairs(s->a, s->b, s->pairs, PAIRS, &rule, answers);
}

static bool build(question *q) {
    round_question *s = (round_question *)q;
    const round_recipe *recipe = s->recipe;
    uint64_t state = 1 + (uint64_t)(recipe - recipes);
    s->pairs = calloc(PAIRS, sizeof *s->pairs);
    s->a = make_set(recipe, recipe->a, recipe->radii_a, &state);
    s->b = recipe->a == recipe->b ? s->a : make_set(recipe, recipe->b, recipe->radii_b, &state);
    if (!s->pairs || !s->a || !s->b)
        return false;
    for (int i = 0; i < PAIRS;) {
        const sepal_pair pair = {(uint32_t)uniform(&state, 0, SHAPES), (uint32_t)uniform(&state, 0, SHAPES)};
        if ((s->a != s->b || pair.a != pair.b) && (!recipe->near || are_near(s, pair)))
            s->pairs[i++] = pair;
    }
    q->items = PAIRS;
    q->bytes = SEPAL_BIT_WORDS(PAIRS) * sizeof(uint64_t);
    return true;
}

static void release(question *q) {
    round_question *s = (round_question *)q;
    if (s->b != s->a)
        sepal_polys_destroy(s->b);
    sepal_polys_destroy(s->a);
    free(s->pairs);
}

static const question_kind kind = {"round", build, ask, NULL, release, NULL, NULL};

void bench_round_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        ((round_question *)question_add(&kind, recipes[k].name, sizeof(round_question)))->recipe = &recipes[k];
}
