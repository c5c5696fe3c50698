#include "round_scenes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SHAPES = 4096, PAIRS = 65536, MOST_VERTICES = 32 };

const round_recipe round_recipes[] = {
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
const size_t round_recipe_count = sizeof round_recipes / sizeof round_recipes[0];

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

/* Vertices on an ellipse with half-axes uniform in [0.5, 1.5], in any orientation. A core that rounding has made non-convex is
 * drawn again. */
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
static bool are_near(const round_scene *s, sepal_pair pair) {
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

bool round_scene_build(const round_recipe *recipe, round_scene *out) {
    uint64_t state = 1 + (uint64_t)(recipe - round_recipes);
    *out = (round_scene){.recipe = recipe, .count = PAIRS};
    out->pairs = calloc(PAIRS, sizeof *out->pairs);
    out->a = make_set(recipe, recipe->a, recipe->radii_a, &state);
    out->b = recipe->a == recipe->b ? out->a : make_set(recipe, recipe->b, recipe->radii_b, &state);
    if (!out->pairs || !out->a || !out->b)
        return false;
    for (int i = 0; i < PAIRS;) {
        const sepal_pair pair = {(uint32_t)uniform(&state, 0, SHAPES), (uint32_t)uniform(&state, 0, SHAPES)};
        if ((out->a != out->b || pair.a != pair.b) && (!recipe->near || are_near(out, pair)))
            out->pairs[i++] = pair;
    }
    return true;
}

void round_scene_free(round_scene *built) {
    if (built->b != built->a)
        sepal_polys_destroy(built->b);
    sepal_polys_destroy(built->a);
    free(built->pairs);
    *built = (round_scene){0};
}
