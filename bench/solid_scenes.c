#include "solid_scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static double uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static size_t below(uint64_t *state, size_t n) {
    return (size_t)uniform(state, 0, (double)n);
}

/* Where a solid is, and how large: of its bounding ball. */
typedef struct placed {
    double centre[3], radius;
} placed;

/* A unit quaternion, uniform over all rotations (w, x, y, z). */
static void random_turn(uint64_t *state, float q[4]) {
    double v[4], square;
    do {
        square = 0;
        for (int k = 0; k < 4; k++) {
            v[k] = uniform(state, -1, 1);
            square += v[k] * v[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 4; k++)
        q[k] = (float)(v[k] / sqrt(square));
}

static bool add_box(sepal_solids *set, uint64_t *state, const float c[3], double *radius) {
    float h[3], q[4];
    random_turn(state, q);
    for (int k = 0; k < 3; k++)
        h[k] = (float)uniform(state, 0.5, 1.5);
    *radius = sqrt((double)h[0] * (double)h[0] + (double)h[1] * (double)h[1] + (double)h[2] * (double)h[2]);
    const sepal_solid_boxes box = {.x = c,
                                   .y = c + 1,
                                   .z = c + 2,
                                   .half_x = h,
                                   .half_y = h + 1,
                                   .half_z = h + 2,
                                   .turn = {.w = q, .x = q + 1, .y = q + 2, .z = q + 3}};
    return sepal_solids_add_boxes(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

/* rounding: a radius around the hull. */
static bool add_hull(sepal_solids *set, uint64_t *state, const float c[3], size_t count, float rounding, double *radius) {
    float v[3][64];
    double axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = uniform(state, 0.6, 1.8);
    *radius = 1.8 + (double)rounding;
    for (size_t i = 0; i < count; i++) {
        double p[3], square;
        do {
            square = 0;
            for (int k = 0; k < 3; k++) {
                p[k] = uniform(state, -1, 1);
                square += p[k] * p[k];
            }
        } while (square > 1 || square < 0.01);
        for (int k = 0; k < 3; k++)
            v[k][i] = (float)((double)c[k] + axes[k] * p[k] / sqrt(square));
    }
    return sepal_solids_add_hull(set, v[0], v[1], v[2], count, rounding, NULL) == SEPAL_OK;
}

static bool add_round(sepal_solids *set, uint64_t *state, const float c[3], bool capsule, double *radius) {
    float r = (float)uniform(state, 0.3, 1), to[3];
    for (int k = 0; k < 3; k++)
        to[k] = c[k] + (float)uniform(state, -1, 1);
    *radius = (double)r + (capsule ? 1.8 : 0);
    if (capsule) {
        const sepal_solid_capsules one = {c, c + 1, c + 2, to, to + 1, to + 2, &r, 1};
        return sepal_solids_add_capsules(set, &one, 1, NULL, NULL) == SEPAL_OK;
    }
    const sepal_solid_spheres one = {c, c + 1, c + 2, &r, 1};
    return sepal_solids_add_spheres(set, &one, 1, NULL, NULL) == SEPAL_OK;
}

static bool fill(sepal_solids *set, const solid_recipe *recipe, solid_kind kind, uint64_t seed, placed *where) {
    uint64_t state = seed;
    const double side = recipe->places == SOLIDS_FAR ? 80 : 16;
    for (size_t i = 0; i < SOLID_COUNT; i++) {
        float c[3];
        for (int k = 0; k < 3; k++) {
            where[i].centre[k] = uniform(&state, 0, side) + (double)recipe->offset;
            c[k] = (float)where[i].centre[k];
        }
        const bool hull = kind == SOLID_HULLS || kind == SOLID_ROUNDED;
        const float rounding = kind == SOLID_ROUNDED ? 0.1F : 0;
        const bool added = kind == SOLID_BOXES ? add_box(set, &state, c, &where[i].radius)
                           : hull              ? add_hull(set, &state, c, recipe->vertices, rounding, &where[i].radius)
                                               : add_round(set, &state, c, kind == SOLID_CAPSULES, &where[i].radius);
        if (!added)
            return false;
    }
    return true;
}

/* The links of arms, six each, that reach from a base to any side, and mostly up; lengths are those of an arm for a table, in tenths of a
 * metre. */
static bool fill_arms(sepal_solids *set, placed *where) {
    enum { LINKS = 6 };
    uint64_t state = 21;
    float from[3] = {0}, to[3] = {0};
    const float radius = 0.6F;
    for (size_t i = 0; i < SOLID_COUNT; i++) {
        double way[3], square = 0;
        for (int k = 0; k < 3; k++) {
            from[k] = i % LINKS == 0 ? 0 : to[k];
            way[k] = i % LINKS == 0 ? k == 2 : uniform(&state, -1, 1) + (k == 2 && i % LINKS < 3 ? 0.5 : 0);
            square += way[k] * way[k];
        }
        for (int k = 0; k < 3; k++) {
            to[k] = from[k] + (float)(2.5 * way[k] / sqrt(square + 1e-9));
            where[i].centre[k] = ((double)from[k] + (double)to[k]) / 2;
        }
        where[i].radius = 1.25 + (double)radius;
        const sepal_solid_capsules one = {from, from + 1, from + 2, to, to + 1, to + 2, &radius, 1};
        if (sepal_solids_add_capsules(set, &one, 1, NULL, NULL) != SEPAL_OK)
            return false;
    }
    return true;
}

/* Crates, boards of shelves and posts: turned about the vertical axis only. */
static bool fill_obstacles(sepal_solids *set, placed *where) {
    static const float halves[3][3] = {{1, 1.5F, 1}, {4, 1.5F, 0.15F}, {0.3F, 0.3F, 3}};
    uint64_t state = 22;
    for (size_t i = 0; i < SOLID_COUNT; i++) {
        const float *h = halves[i % 3];
        const double turn = uniform(&state, -0.3, 0.3), angle = uniform(&state, 0, 6.283), away = uniform(&state, 3, 9);
        const float c[3] = {(float)(away * cos(angle)), (float)(away * sin(angle)), (float)uniform(&state, -2, 10)};
        const float q[4] = {(float)cos(turn), 0, 0, (float)sin(turn)};
        const sepal_solid_boxes box = {.x = c,
                                       .y = c + 1,
                                       .z = c + 2,
                                       .half_x = h,
                                       .half_y = h + 1,
                                       .half_z = h + 2,
                                       .turn = {.w = q, .x = q + 1, .y = q + 2, .z = q + 3}};
        for (int k = 0; k < 3; k++)
            where[i].centre[k] = (double)c[k];
        where[i].radius = sqrt((double)h[0] * (double)h[0] + (double)h[1] * (double)h[1] + (double)h[2] * (double)h[2]);
        if (sepal_solids_add_boxes(set, &box, 1, NULL, NULL) != SEPAL_OK)
            return false;
    }
    return true;
}

static void pair_up(const solid_recipe *recipe, const placed *a, const placed *b, sepal_pair *pairs) {
    uint64_t state = 77;
    for (size_t n = 0; n < SOLID_PAIRS;) {
        const size_t i = recipe->places == SOLIDS_ONE ? 1 + n / SOLID_COUNT : below(&state, SOLID_COUNT);
        const size_t j = recipe->places == SOLIDS_ONE ? n % SOLID_COUNT : below(&state, SOLID_COUNT);
        double square = 0, reach = a[i].radius + b[j].radius;
        for (int k = 0; k < 3; k++)
            square += (a[i].centre[k] - b[j].centre[k]) * (a[i].centre[k] - b[j].centre[k]);
        const bool near = recipe->places == SOLIDS_NEAR || recipe->places == SOLIDS_CELL;
        const bool suits = near ? square <= reach * reach : recipe->places == SOLIDS_DEEP ? square <= 0.09 * reach * reach : true;
        if (suits && (i != j || a != b || recipe->places == SOLIDS_ONE))
            pairs[n++] = (sepal_pair){(uint32_t)i, (uint32_t)j};
    }
}

/* --- 16 x 16 x 16 cells ------------------------------------------------------------------------------------------------------- */

static bool add_cell(sepal_solids *set, const solid_recipe *recipe, const size_t cell[3], double turn) {
    static const double axes[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    float v[4][3] = {{0}};
    for (int k = 0; k < 3; k++) {
        if (recipe->places == SOLIDS_ROTATED) {
            for (int m = 0; m < 3; m++)
                v[1 + m][k] = (float)(0.25 * axes[m][k]), v[0][k] += (float)(0.5 * axes[m][k] * (double)cell[m]);
        } else {
            v[1 + k][k] = 0.5F;
            v[0][k] = (float)cell[k];
        }
    }
    if (recipe->places == SOLIDS_STACK) {
        v[1][0] = v[2][1] = (float)(0.49 * cos(turn));
        v[1][1] = (float)(0.49 * sin(turn));
        v[2][0] = -v[1][1];
    } else if (recipe->places == SOLIDS_PALLET) {
        const double along = cos(0.3), aside = sin(0.3);
        v[0][0] = (float)(along * (double)cell[0] - aside * (double)cell[1]);
        v[0][1] = (float)(aside * (double)cell[0] + along * (double)cell[1]);
        v[1][0] = v[2][1] = (float)(0.495 * along);
        v[1][1] = (float)(0.495 * aside);
        v[2][0] = -v[1][1];
        v[3][2] = 0.495F;
    }
    sepal_solid_parallelepipeds box = {.stride = 1};
    for (int k = 0; k < 3; k++)
        box.c[k] = &v[0][k], box.u[k] = &v[1][k], box.v[k] = &v[2][k], box.w[k] = &v[3][k];
    return sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

/* One of the six tetrahedra of Kuhn's cut of a cube: from its corner along the axes in the order `chosen`. */
static bool add_tetrahedron(sepal_solids *set, const size_t cell[3], size_t chosen) {
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    float v[3][4];
    for (int k = 0; k < 3; k++)
        v[k][0] = (float)cell[k] * 0.7F;
    for (int step = 0; step < 3; step++)
        for (int k = 0; k < 3; k++)
            v[k][step + 1] = order[chosen][step] == k ? (float)(cell[k] + 1) * 0.7F : v[k][step];
    return sepal_solids_add_hull(set, v[0], v[1], v[2], 4, 0, NULL) == SEPAL_OK;
}

static bool fill_cells(sepal_solids *set, const solid_recipe *recipe, sepal_pair *pairs) {
    uint64_t state = 5;
    for (size_t i = 0; i < SOLID_COUNT; i++) {
        const size_t cell[3] = {i % 16, i / 16 % 16, i / 256};
        if (recipe->places == SOLIDS_MESH ? !add_tetrahedron(set, cell, below(&state, 6))
                                          : !add_cell(set, recipe, cell, uniform(&state, -0.02, 0.02)))
            return false;
    }
    for (size_t n = 0; n < SOLID_PAIRS;) {
        const size_t i = below(&state, SOLID_COUNT), cell[3] = {i % 16, i / 16 % 16, i / 256};
        size_t next[3], inside = 1;
        for (int k = 0; k < 3; k++) {
            next[k] = cell[k] + below(&state, 3) - 1; /* wraps below 0 */
            inside &= next[k] < 16;
        }
        const size_t j = next[0] + 16 * next[1] + 256 * next[2];
        if (inside && i != j)
            pairs[n++] = (sepal_pair){(uint32_t)i, (uint32_t)j};
    }
    return true;
}

/* --- Prisms on each other ----------------------------------------------------------------------------------------------------- */

/* A box of sides 1.1, 1.1 and 1, turned about the vertical axis. */
static bool add_crate(sepal_solids *set, uint64_t *state, const double c[3]) {
    static const float half[2] = {0.55F, 0.5F}, zero = 0;
    const double turn = uniform(state, 0, 3.1415);
    const float at[3] = {(float)c[0], (float)c[1], (float)c[2]}, q[2] = {(float)cos(turn), (float)sin(turn)};
    const sepal_solid_boxes box = {.x = at,
                                   .y = at + 1,
                                   .z = at + 2,
                                   .half_x = half,
                                   .half_y = half,
                                   .half_z = half + 1,
                                   .turn = {.w = q, .x = &zero, .y = &zero, .z = q + 1}};
    return sepal_solids_add_boxes(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

/* Turned about the vertical axis, then tilted. */
static bool add_prism(sepal_solids *set, uint64_t *state, const double c[3], size_t vertices, double most) {
    float v[3][64];
    const double turn = uniform(state, 0, 6.283), tilt[2] = {uniform(state, -most, most), uniform(state, -most, most)};
    for (size_t i = 0; i < vertices; i++) {
        const size_t corner = i / 2;
        const double angle = turn + 12.566370614359172 * (double)corner / (double)vertices;
        const double x = 0.8 * cos(angle), y = 0.8 * sin(angle), z = i % 2 == 0 ? -0.5 : 0.5;
        v[0][i] = (float)(c[0] + x + tilt[0] * z);
        v[1][i] = (float)(c[1] + y + tilt[1] * z);
        v[2][i] = (float)(c[2] + z - tilt[0] * x - tilt[1] * y);
    }
    return sepal_solids_add_hull(set, v[0], v[1], v[2], vertices, 0, NULL) == SEPAL_OK;
}

static bool fill_piles(sepal_solids *set, const solid_recipe *recipe, sepal_pair *pairs) {
    uint64_t state = 9;
    for (size_t i = 0; i < SOLID_COUNT; i += 2) {
        double c[3] = {uniform(&state, 0, 16), uniform(&state, 0, 16), uniform(&state, 0, 16)};
        c[2] = recipe->places == SOLIDS_TOUCHING ? floor(c[2]) : c[2];
        if (recipe->a == SOLID_BOXES ? !add_crate(set, &state, c) : !add_prism(set, &state, c, recipe->vertices, 0))
            return false;
        c[0] += uniform(&state, -0.4, 0.4), c[1] += uniform(&state, -0.4, 0.4),
            c[2] += recipe->places == SOLIDS_TOUCHING ? 1 : 0.995;
        if (!add_prism(set, &state, c, recipe->vertices, recipe->places == SOLIDS_TILTED ? 1e-3 : 0))
            return false;
    }
    for (size_t n = 0; n < SOLID_PAIRS; n++) {
        const uint32_t low = 2 * (uint32_t)below(&state, SOLID_COUNT / 2);
        pairs[n] = n % 2 == 0 ? (sepal_pair){low, low + 1} : (sepal_pair){low + 1, low};
    }
    return true;
}

bool solid_scene_build(const solid_recipe *recipe, solid_scene *out) {
    placed *a = malloc(SOLID_COUNT * sizeof *a), *b = malloc(SOLID_COUNT * sizeof *b);
    const bool two = recipe->a != recipe->b && recipe->places < SOLIDS_STACK;
    bool built = a && b && sepal_solids_create(NULL, &out->a) == SEPAL_OK;
    built = built && (!two || sepal_solids_create(NULL, &out->b) == SEPAL_OK);
    out->pairs = malloc(SOLID_PAIRS * sizeof *out->pairs);
    built = built && out->pairs;
    if (built && recipe->places >= SOLIDS_FLUSH) {
        built = fill_piles(out->a, recipe, out->pairs);
    } else if (built && recipe->places >= SOLIDS_STACK) {
        built = fill_cells(out->a, recipe, out->pairs);
    } else if (built) {
        built = recipe->places == SOLIDS_CELL
                    ? fill_arms(out->a, a) && fill_obstacles(out->b, b)
                    : fill(out->a, recipe, recipe->a, 1, a) && (!two || fill(out->b, recipe, recipe->b, 2, b));
        if (built)
            pair_up(recipe, a, two ? b : a, out->pairs);
    }
    if (!two)
        out->b = out->a;
    free(a);
    free(b);
    return built;
}

void solid_scene_free(solid_scene *built) {
    if (built->b != built->a)
        sepal_solids_destroy(built->b);
    sepal_solids_destroy(built->a);
    free(built->pairs);
    *built = (solid_scene){0};
}
