#include "scenes.h"

#include "settled_scenes.h"
#include "work_scenes.h"

#include <math.h>
#include <stdlib.h>

#define MOST_VERTICES 128
#define SHAPES        4096
#define PAIRS         65536

/* box/offset is box/aabb far from the origin, where plain float arithmetic gives wrong answers. In 3-8/lattice many pairs touch
 * exactly. */
const scene_recipe scene_recipes[] = {
    {"box/aabb", SCENE_BOXES, SCENE_AABB, 4, 4, 40, 0, 0, SHAPES, PAIRS},
    {"box/far", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, SHAPES, PAIRS},
    {"box/deep", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, SHAPES, PAIRS},
    {"box/one-many", SCENE_BOXES, SCENE_ONE, 4, 4, 40, 0, 0, SHAPES, PAIRS},
    {"box/grid", SCENE_GRID, SCENE_NEIGHBOURS, 4, 4, 64, 0, 0, SHAPES, PAIRS},
    {"4/tiling", SCENE_TILING, SCENE_NEIGHBOURS, 4, 4, 64, 0, 0, SHAPES, PAIRS},
    {"box/rest", SCENE_REST, SCENE_ABOVE, 4, 4, 0, 0, 0, SHAPES, PAIRS},
    {"box/offset", SCENE_BOXES, SCENE_AABB, 4, 4, 40, 1e6F, 0, SHAPES, PAIRS},
    {"box/huge", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, 1000000, 8000000},
    {"triangle/aabb", SCENE_POLYGONS, SCENE_AABB, 3, 3, 40, 0, 0, SHAPES, PAIRS},
    {"8/aabb", SCENE_POLYGONS, SCENE_AABB, 8, 8, 40, 0, 0, SHAPES, PAIRS},
    {"8/far", SCENE_POLYGONS, SCENE_ANY, 8, 8, 40, 0, 0, SHAPES, PAIRS},
    {"8/deep", SCENE_POLYGONS, SCENE_ANY, 8, 8, 1, 0, 0, SHAPES, PAIRS},
    {"3-8/lattice", SCENE_POLYGONS, SCENE_AABB, 3, 8, 40, 0, 0.25F, SHAPES, PAIRS},
    {"3-16/aabb", SCENE_POLYGONS, SCENE_AABB, 3, 16, 40, 0, 0, SHAPES, PAIRS},
    {"4/aabb", SCENE_POLYGONS, SCENE_AABB, 4, 4, 40, 0, 0, SHAPES, PAIRS},
    {"12/aabb", SCENE_POLYGONS, SCENE_AABB, 12, 12, 40, 0, 0, SHAPES, PAIRS},
    {"24/aabb", SCENE_POLYGONS, SCENE_AABB, 24, 24, 40, 0, 0, SHAPES, PAIRS},
    {"32/aabb", SCENE_POLYGONS, SCENE_AABB, 32, 32, 40, 0, 0, SHAPES, PAIRS},
    {"48/aabb", SCENE_POLYGONS, SCENE_AABB, 48, 48, 40, 0, 0, SHAPES, PAIRS},
    {"64/aabb", SCENE_POLYGONS, SCENE_AABB, 64, 64, 40, 0, 0, SHAPES, PAIRS},
    {"128/aabb", SCENE_POLYGONS, SCENE_AABB, 128, 128, 40, 0, 0, SHAPES, PAIRS},
    {"3-64/aabb", SCENE_POLYGONS, SCENE_AABB, 3, 64, 40, 0, 0, SHAPES, PAIRS},
    {"stack rocking 0", SCENE_ROCKING, SCENE_TWO, 4, 4, 0, 0, 0, SHAPES, 0},
    {"stack rocking 1e-5", SCENE_ROCKING, SCENE_TWO, 4, 4, 0, 0, 1e-5F, SHAPES, 0},
    {"stack rocking 1e-4", SCENE_ROCKING, SCENE_TWO, 4, 4, 0, 0, 1e-4F, SHAPES, 0},
    {"stack rocking 1e-3", SCENE_ROCKING, SCENE_TWO, 4, 4, 0, 0, 1e-3F, SHAPES, 0},
    {"stack rocking 1e-2", SCENE_ROCKING, SCENE_TWO, 4, 4, 0, 0, 1e-2F, SHAPES, 0},
    {"settled pile", SCENE_PILE, SCENE_FOUND, 3, 6, 0.05F, 0, 0, 0, 0},
    {"settled pyramid", SCENE_PYRAMID, SCENE_FOUND, 4, 4, 0.05F, 0, 0, 0, 0},
    {"wall of bricks", SCENE_BRICKS, SCENE_FOUND, 4, 4, 0.05F, 0, 0, 0, 0},
    {"conveyor", SCENE_CONVEYOR, SCENE_FOUND, 4, 4, 0.05F, 0, 0, SHAPES, 0},
    {"parts of countries", SCENE_COUNTRIES, SCENE_FOUND, 3, 64, 0, 0, 0, 0, 0},
    {"dense crowd", SCENE_CROWD, SCENE_FOUND, 1, 8, 0.1F, 0, 0, SHAPES, 0},
    {"copper of a board", SCENE_COPPER, SCENE_FOUND, 1, 4, 0.2F, 0, 0, 0, 0},
};
const size_t scene_recipe_count = sizeof scene_recipes / sizeof scene_recipes[0];

/* SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state, double low, double high) {
    return low + (high - low) * ((double)(next_random(state) >> 11) * 0x1p-53);
}

/* A number from 0 to count-1. count is so much smaller than 2^32 that the bias does not matter. */
static uint32_t below(uint64_t *state, uint32_t count) {
    return (uint32_t)(((next_random(state) >> 32) * count) >> 32);
}

/* --- Shapes --------------------------------------------------------------------------------------------------------------------*/

typedef struct placing {
    double x, y, half_x, half_y, cosine, sine;
} placing;

static placing random_placing(const scene_recipe *recipe, uint64_t *state) {
    const double half_side = 0.5 * (double)recipe->side, pi = acos(-1.0);
    placing p;
    p.x = (double)recipe->offset + uniform(state, -half_side, half_side);
    p.y = (double)recipe->offset + uniform(state, -half_side, half_side);
    p.half_x = uniform(state, 0.5, 1.5);
    p.half_y = uniform(state, 0.5, 1.5);
    const double angle = uniform(state, 0, 2 * pi);
    p.cosine = cos(angle);
    p.sine = sin(angle);
    return p;
}

static uint32_t grid_width(const scene_recipe *recipe) {
    return (uint32_t)sqrt(recipe->shape_count);
}

/* What a physics engine has in every step, once a stack has settled. */
static placing resting_placing(const scene_recipe *recipe, size_t k, uint64_t *state) {
    const uint32_t width = grid_width(recipe);
    const size_t row = k / width, column = k % width;
    const double angle = uniform(state, -1e-3, 1e-3);
    return (placing){.x = 1.5 * (double)column + uniform(state, -0.15, 0.15),
                     .y = 0.996 * (double)row + uniform(state, -2e-3, 2e-3),
                     .half_x = 0.5,
                     .half_y = 0.5,
                     .cosine = cos(angle),
                     .sine = sin(angle)};
}

static bool add_boxes(const scene_recipe *recipe, uint64_t *state, sepal_polys *polys) {
    enum { X, Y, HALF_X, HALF_Y, COSINE, SINE, COLUMNS };
    float *rows = malloc(recipe->shape_count * sizeof(float[COLUMNS]));
    if (!rows)
        return false;
    for (size_t i = 0; i < recipe->shape_count; i++) {
        const placing p = recipe->shapes == SCENE_REST ? resting_placing(recipe, i, state) : random_placing(recipe, state);
        float *row = rows + i * COLUMNS;
        row[X] = (float)p.x, row[Y] = (float)p.y;
        row[HALF_X] = (float)p.half_x, row[HALF_Y] = (float)p.half_y;
        row[COSINE] = (float)p.cosine, row[SINE] = (float)p.sine;
    }
    const sepal_boxes boxes = {.x = rows + X,
                               .y = rows + Y,
                               .half_x = rows + HALF_X,
                               .half_y = rows + HALF_Y,
                               .cos = rows + COSINE,
                               .sin = rows + SINE,
                               .stride = COLUMNS};
    const sepal_status status = sepal_polys_add_boxes(polys, &boxes, recipe->shape_count, NULL, NULL);
    free(rows);
    return status == SEPAL_OK;
}

static float rounded(double coordinate, float step) {
    return step > 0 ? step * (float)rint(coordinate / (double)step) : (float)coordinate;
}

/* Does the polygon have area? (Other libraries cannot hold points and segments.) */
static bool has_area(const float *x, const float *y, unsigned n) {
    double area = 0;
    for (unsigned i = 1; i + 1 < n; i++)
        area += ((double)x[i] - (double)x[0]) * ((double)y[i + 1] - (double)y[0]) -
                ((double)y[i] - (double)y[0]) * ((double)x[i + 1] - (double)x[0]);
    return area > 0;
}

/* A polygon that is no longer convex once its vertices are rounded is drawn again. */
static bool add_polygon(const scene_recipe *recipe, uint64_t *state, sepal_polys *polys) {
    const double turn = 2 * acos(-1.0);
    const unsigned n = recipe->least + below(state, recipe->most - recipe->least + 1);
    float x[MOST_VERTICES], y[MOST_VERTICES];
    for (;;) {
        const placing p = random_placing(recipe, state);
        for (unsigned i = 0; i < n; i++) {
            const double angle = (i + 0.15 + 0.7 * uniform(state, 0, 1)) * turn / n;
            const double u = 1.2 * p.half_x * cos(angle), v = 1.2 * p.half_y * sin(angle);
            x[i] = rounded(p.x + u * p.cosine - v * p.sine, recipe->step);
            y[i] = rounded(p.y + u * p.sine + v * p.cosine, recipe->step);
        }
        if (!has_area(x, y, n))
            continue;
        const sepal_status status = sepal_polys_add(polys, x, y, n, NULL);
        if (status != SEPAL_BAD_SHAPE)
            return status == SEPAL_OK;
    }
}

/* A random number of a corner of the grid, which does not depend on the cell that asks. */
static double corner_shift(const scene_recipe *recipe, uint32_t column, uint32_t row, uint64_t which) {
    uint64_t state = ((uint64_t)row << 32 | column) * 2 + which;
    return recipe->shapes == SCENE_TILING ? uniform(&state, -0.2, 0.2) : 0;
}

static bool add_grid(const scene_recipe *recipe, sepal_polys *polys) {
    const uint32_t width = grid_width(recipe);
    const double angle = 0.3, cell = (double)recipe->side / width, middle = 0.5 * width;
    static const uint32_t corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (uint32_t k = 0; k < width * width; k++) {
        float x[4], y[4];
        for (int i = 0; i < 4; i++) {
            const uint32_t column = k % width + corners[i][0], row = k / width + corners[i][1];
            const double u = cell * (column - middle + corner_shift(recipe, column, row, 0));
            const double v = cell * (row - middle + corner_shift(recipe, column, row, 1));
            x[i] = (float)(u * cos(angle) - v * sin(angle));
            y[i] = (float)(u * sin(angle) + v * cos(angle));
        }
        if (sepal_polys_add(polys, x, y, 4, NULL) != SEPAL_OK)
            return false;
    }
    return true;
}

/* shape_count of SCENE_ROCKING is that of its pairs. */
static bool add_work(const scene_recipe *recipe, sepal_polys *polys) {
    switch (recipe->shapes) {
    case SCENE_ROCKING:
        return work_scene_rocking((double)recipe->step, recipe->shape_count, polys);
    case SCENE_PILE:
        return settled_scene_fill(SETTLED_PILE, polys);
    case SCENE_PYRAMID:
        return settled_scene_fill(SETTLED_PYRAMID, polys);
    case SCENE_BRICKS:
        return settled_scene_fill(SETTLED_BRICKS, polys);
    case SCENE_CONVEYOR:
        return work_scene_conveyor(recipe->shape_count, polys);
    case SCENE_COUNTRIES:
        return work_scene_countries(polys);
    case SCENE_CROWD:
        return work_scene_crowd(recipe->shape_count, polys);
    default:
        return work_scene_copper(polys);
    }
}

static bool add_shapes(const scene_recipe *recipe, uint64_t *state, sepal_polys *polys) {
    if (scene_is_work(recipe))
        return add_work(recipe, polys);
    if (recipe->shapes == SCENE_BOXES || recipe->shapes == SCENE_REST)
        return add_boxes(recipe, state, polys);
    if (recipe->shapes == SCENE_GRID || recipe->shapes == SCENE_TILING)
        return add_grid(recipe, polys);
    for (uint32_t i = 0; i < recipe->shape_count; i++)
        if (!add_polygon(recipe, state, polys))
            return false;
    return true;
}

/* --- Pairs ---------------------------------------------------------------------------------------------------------------------*/

typedef struct bounds {
    float low[2], high[2];
} bounds;

static void bounds_of(const sepal_polys *polys, uint32_t index, bounds *out) {
    const float *x, *y;
    size_t n;
    if (sepal_polys_vertices(polys, index, &x, &y, &n) != SEPAL_OK)
        abort();
    *out = (bounds){{x[0], y[0]}, {x[0], y[0]}};
    for (size_t i = 1; i < n; i++) {
        out->low[0] = fminf(out->low[0], x[i]);
        out->high[0] = fmaxf(out->high[0], x[i]);
        out->low[1] = fminf(out->low[1], y[i]);
        out->high[1] = fmaxf(out->high[1], y[i]);
    }
}

static bool bounds_overlap(const bounds *a, const bounds *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] && b->low[1] <= a->high[1];
}

static bool are_neighbours(uint32_t a, uint32_t b, uint32_t width) {
    const int64_t dx = (int64_t)(a % width) - b % width, dy = (int64_t)(a / width) - b / width;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
}

/* Draws a candidate. The recipe's kind of pairs decides whether it is kept. */
static sepal_pair random_pair(const scene_recipe *recipe, uint64_t *state) {
    if (recipe->pairs == SCENE_ABOVE) {
        const uint32_t below_it = below(state, recipe->shape_count - grid_width(recipe));
        return (sepal_pair){below_it, below_it + grid_width(recipe)};
    }
    const uint32_t a = below(state, recipe->shape_count);
    if (recipe->pairs != SCENE_NEIGHBOURS)
        return (sepal_pair){a, below(state, recipe->shape_count)};
    const int64_t width = grid_width(recipe);
    const int64_t dx = (int64_t)below(state, 3) - 1;
    const int64_t dy = (int64_t)below(state, 3) - 1;
    const int64_t b = a + width * dy + dx;
    return (sepal_pair){a, b >= 0 && b < width * width ? (uint32_t)b : a};
}

static void draw_pairs(const scene_recipe *recipe, uint64_t *state, const bounds *boxes, sepal_pair *pairs) {
    for (size_t i = 0; i < recipe->pair_count;) {
        const sepal_pair p = random_pair(recipe, state);
        if (p.a == p.b || (recipe->pairs == SCENE_AABB && !bounds_overlap(&boxes[p.a], &boxes[p.b])) ||
            (recipe->pairs == SCENE_NEIGHBOURS && !are_neighbours(p.a, p.b, grid_width(recipe))))
            continue;
        pairs[i++] = p;
    }
}

static void list_one_against_many(const scene_recipe *recipe, uint64_t *state, sepal_pair *pairs) {
    for (size_t i = 0; i < recipe->pair_count;) {
        const uint32_t one = below(state, recipe->shape_count);
        for (uint32_t b = 0; b < recipe->shape_count; b++)
            pairs[i++] = (sepal_pair){one, b};
    }
}

static bool find_pairs(const scene_recipe *recipe, scene *out) {
    sepal_finder *finder = NULL;
    bool ok = sepal_finder_create(NULL, &finder) == SEPAL_OK;
    const sepal_status few = sepal_polys_find_near(finder, out->polys, out->polys, NULL, recipe->side, 0, NULL, &out->count);
    out->pairs = ok && few == SEPAL_TOO_SMALL ? malloc(out->count * sizeof *out->pairs) : NULL;
    ok = out->pairs &&
         sepal_polys_find_near(finder, out->polys, out->polys, NULL, recipe->side, out->count, out->pairs, &out->count) == SEPAL_OK;
    sepal_finder_destroy(finder);
    return ok;
}

static bool pair_twos(scene *out) {
    out->count = sepal_polys_count(out->polys) / 2;
    out->pairs = malloc(out->count * sizeof *out->pairs);
    for (uint32_t i = 0; out->pairs && i < out->count; i++)
        out->pairs[i] = (sepal_pair){2 * i, 2 * i + 1};
    return out->pairs != NULL;
}

static bool add_pairs(const scene_recipe *recipe, uint64_t *state, scene *out) {
    if (recipe->pairs == SCENE_FOUND)
        return find_pairs(recipe, out);
    if (recipe->pairs == SCENE_TWO)
        return pair_twos(out);
    out->count = recipe->pair_count;
    out->pairs = malloc(out->count * sizeof *out->pairs);
    bounds *boxes = malloc(recipe->shape_count * sizeof *boxes);
    const bool ok = out->pairs && boxes;
    if (ok && recipe->pairs == SCENE_ONE)
        list_one_against_many(recipe, state, out->pairs);
    else if (ok) {
        for (uint32_t i = 0; i < recipe->shape_count; i++)
            bounds_of(out->polys, i, &boxes[i]);
        draw_pairs(recipe, state, boxes, out->pairs);
    }
    free(boxes);
    return ok;
}

bool scene_build(const scene_recipe *recipe, scene *out) {
    uint64_t state = 1;
    *out = (scene){0};
    if (sepal_polys_create(NULL, &out->polys) == SEPAL_OK && add_shapes(recipe, &state, out->polys) &&
        add_pairs(recipe, &state, out))
        return true;
    scene_free(out);
    return false;
}

void scene_free(scene *built) {
    sepal_polys_destroy(built->polys);
    free(built->pairs);
    *built = (scene){0};
}
