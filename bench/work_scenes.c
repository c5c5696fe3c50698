#include "work_scenes.h"

#include <math.h>
#include <stdlib.h>

/* SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static double uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return low + (high - low) * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

static bool add_box(sepal_polys *set, double x, double y, double half_x, double half_y, double angle) {
    const float row[6] = {(float)x, (float)y, (float)half_x, (float)half_y, (float)cos(angle), (float)sin(angle)};
    const sepal_boxes box = {.x = row, .y = row + 1, .half_x = row + 2, .half_y = row + 3, .cos = row + 4, .sin = row + 5};
    return sepal_polys_add_boxes(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

bool work_scene_rocking(double turn, uint32_t count, sepal_polys *set) {
    uint64_t state = 7;
    bool fine = true;
    for (uint32_t i = 0; fine && i < 2 * count; i++) {
        const uint32_t pair = i / 2, floor = pair / 64;
        const double upper = i % 2, column = 2 * (double)(pair % 64), row = 3 * (double)floor;
        const double x = column + 0.3 * upper * uniform(&state, 0, 1), y = row + upper * (1 - 0.004 * uniform(&state, 0, 1));
        fine = add_box(set, x, y, 0.5, 0.5, turn * uniform(&state, -1, 1));
    }
    return fine;
}

static double hills(double x) {
    return 2 * sin(0.11 * x) + 0.4 * sin(0.37 * x + 1) + 0.05 * sin(1.7 * x);
}

bool work_scene_hills(uint32_t segments, sepal_polys *chain, sepal_polys *boxes) {
    uint64_t state = 13;
    bool fine = true;
    for (uint32_t i = 0; fine && i < segments; i++) { /* from right to left */
        const double x = 0.5 * (double)(segments - i);
        const float row[4] = {(float)x, (float)hills(x), (float)(x - 0.5), (float)hills(x - 0.5)};
        const sepal_capsules segment = {.x0 = row, .y0 = row + 1, .x1 = row + 2, .y1 = row + 3};
        fine = sepal_polys_add_capsules(chain, &segment, 1, NULL, NULL) == SEPAL_OK;
    }
    for (uint32_t i = 1; fine && i + 1 < segments / 2; i++) {
        const double x = (double)i + uniform(&state, 0, 0.5), angle = atan(hills(x + 0.5) - hills(x - 0.5));
        const double high = hills(x - 0.5) + hills(x + 0.5), up = 0.5 - uniform(&state, 0, 0.01);
        fine = add_box(boxes, x - up * sin(angle), high / 2 + up * cos(angle), 0.5, 0.5,
                       angle + (i % 8 == 0 ? uniform(&state, -0.3, 0.3) : uniform(&state, -1e-3, 1e-3)));
    }
    return fine;
}

bool work_scene_conveyor(uint32_t count, sepal_polys *set) {
    uint64_t state = 11;
    const uint32_t length = (uint32_t)sqrt(count);
    bool fine = true;
    for (uint32_t i = 0; fine && i < count; i++) { /* some touch the next one, some do not */
        const uint32_t belt = i / length;
        const double x = 0.82 * (double)(i % length) + uniform(&state, -0.02, 0.02);
        fine = add_box(set, x, 1.2 * (double)belt, 0.4, uniform(&state, 0.2, 0.5), uniform(&state, -0.02, 0.02));
    }
    return fine;
}

/* --- A crowd -------------------------------------------------------------------------------------------------------------------- */

enum { CROWD_KINDS = 6, CROWD_ROUNDS = 30, CROWD_PAIRS = 16 };

static const struct {
    float radius;
    size_t count;
    float x[8], y[8];
} crowd_kind[CROWD_KINDS] = {
    {0, 4, {-0.6F, 0.6F, 0.6F, -0.6F}, {-0.6F, -0.6F, 0.6F, 0.6F}},
    {0, 3, {-0.7F, 0.8F, -0.1F}, {-0.5F, -0.5F, 0.9F}},
    {0, 8, {0.6F, 0.25F, -0.25F, -0.6F, -0.6F, -0.25F, 0.25F, 0.6F}, {0.25F, 0.6F, 0.6F, 0.25F, -0.25F, -0.6F, -0.6F, -0.25F}},
    {0.6F, 1, {0}, {0}},
    {0.35F, 2, {-0.6F, 0.6F}, {0, 0}},
    {0.15F, 4, {-0.6F, 0.6F, 0.6F, -0.6F}, {-0.35F, -0.35F, 0.35F, 0.35F}},
};

typedef struct crowd {
    uint32_t count, *model;
    float *x, *y, *cos, *sin;
    sepal_pair *pairs;
    float *normal_x, *normal_y, *depth;
} crowd;

static bool crowd_begin(crowd *c, sepal_polys *models) {
    uint64_t state = 3;
    const size_t n = c->count, room = CROWD_PAIRS * n;
    const double side = 1.25 * sqrt((double)n);
    float *memory = malloc((4 * n + 3 * room) * sizeof *memory);
    c->x = memory;
    c->model = malloc(n * sizeof *c->model);
    c->pairs = malloc(room * sizeof *c->pairs);
    if (!memory || !c->model || !c->pairs)
        return false;
    c->y = memory + n, c->cos = memory + 2 * n, c->sin = memory + 3 * n;
    c->normal_x = memory + 4 * n, c->normal_y = c->normal_x + room, c->depth = c->normal_y + room;
    for (size_t i = 0; i < n; i++) {
        const double angle = uniform(&state, 0, 6.283185307179586);
        c->model[i] = (uint32_t)uniform(&state, 0, CROWD_KINDS);
        c->x[i] = (float)uniform(&state, 0, side), c->y[i] = (float)uniform(&state, 0, side);
        c->cos[i] = (float)cos(angle), c->sin[i] = (float)sin(angle);
    }
    for (size_t k = 0; k < CROWD_KINDS; k++)
        if (sepal_polys_add_round(models, crowd_kind[k].x, crowd_kind[k].y, crowd_kind[k].count, crowd_kind[k].radius, NULL) !=
            SEPAL_OK)
            return false;
    return true;
}

/* Moves the bodies of each pair that overlaps apart, by half of its depth each; places them all. */
static bool crowd_round(crowd *c, const sepal_polys *models, sepal_polys *world, sepal_finder *finder) {
    const sepal_poses poses = {.x = c->x, .y = c->y, .cos = c->cos, .sin = c->sin};
    const sepal_mtvs out = {.normal_x = c->normal_x, .normal_y = c->normal_y, .depth = c->depth};
    size_t found = 0;
    if (sepal_polys_place(world, models, c->model, &poses, c->count, NULL) != SEPAL_OK ||
        sepal_polys_find_pairs(finder, world, world, NULL, NULL, CROWD_PAIRS * (size_t)c->count, c->pairs, &found) != SEPAL_OK ||
        sepal_polys_mtv_pairs(world, world, c->pairs, found, NULL, &out) != SEPAL_OK)
        return false;
    for (size_t k = 0; k < found; k++) {
        const uint32_t a = c->pairs[k].a, b = c->pairs[k].b;
        const float x = 0.5F * c->depth[k] * c->normal_x[k], y = 0.5F * c->depth[k] * c->normal_y[k];
        c->x[a] -= x, c->y[a] -= y;
        c->x[b] += x, c->y[b] += y;
    }
    return true;
}

bool work_scene_crowd(uint32_t count, sepal_polys *set) {
    crowd c = {.count = count};
    sepal_polys *models = NULL;
    sepal_finder *finder = NULL;
    bool fine =
        sepal_polys_create(NULL, &models) == SEPAL_OK && sepal_finder_create(NULL, &finder) == SEPAL_OK && crowd_begin(&c, models);
    for (int k = 0; fine && k < CROWD_ROUNDS; k++)
        fine = crowd_round(&c, models, set, finder);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(models);
    free(c.x);
    free(c.model);
    free(c.pairs);
    return fine;
}

/* --- A board --------------------------------------------------------------------------------------------------------------------- */

static bool add_track(sepal_polys *set, const double from[2], const double to[2], double width) {
    const float x[2] = {(float)from[0], (float)to[0]}, y[2] = {(float)from[1], (float)to[1]};
    return sepal_polys_add_round(set, x, y, 2, (float)(width / 2), NULL) == SEPAL_OK;
}

/* A pad at (x, y) and what leaves it towards `way`: a straight track, one at 45 degrees, and a via, further out for odd pads. */
static bool add_net(sepal_polys *set, uint64_t *state, double x, double y, double way, int number) {
    const float px[4] = {(float)(x - 0.6), (float)(x + 0.6), (float)(x + 0.6), (float)(x - 0.6)},
                py[4] = {(float)(y - 0.1), (float)(y - 0.1), (float)(y + 0.1), (float)(y + 0.1)};
    const double out = uniform(state, 1, 1.1) + 0.9 * (number % 2), slope = uniform(state, 0.5, 0.6),
                 width = uniform(state, 0.12, 0.2);
    const double pad[2] = {x, y}, bend[2] = {x + way * out, y}, end[2] = {bend[0] + way * slope, y + slope};
    const float via[2] = {(float)end[0], (float)end[1]};
    return sepal_polys_add_round(set, px, py, 4, 0.05F, NULL) == SEPAL_OK && add_track(set, pad, bend, width) &&
           add_track(set, bend, end, width) && sepal_polys_add_round(set, via, via + 1, 1, 0.3F, NULL) == SEPAL_OK;
}

bool work_scene_copper(sepal_polys *set) {
    enum { CHIPS = 80, ACROSS = 10, PADS = 12 };
    uint64_t state = 13;
    bool fine = true;
    for (int chip = 0; fine && chip < CHIPS; chip++)
        for (int pad = 0; fine && pad < 2 * PADS; pad++) {
            const int row = chip / ACROSS;
            const double way = pad < PADS ? -1 : 1, x = 11.5 * (chip % ACROSS), y = 8.0 * (double)row;
            fine = add_net(set, &state, x + 2.2 * way, y + 0.5 * (pad % PADS), way, pad);
        }
    return fine;
}

/* --- Countries ------------------------------------------------------------------------------------------------------------------- */

enum { COUNTRIES = 8, HALVINGS = 5, STEPS = 1 << HALVINGS }; /* a border has so many edges */

typedef struct place {
    double x, y;
} place;

static place corner_of_grid(int column, int row) {
    uint64_t state = (uint64_t)row * 1000 + (uint64_t)column;
    return (place){10 * (column + uniform(&state, -0.15, 0.15)), 10 * (row + uniform(&state, -0.15, 0.15))};
}

/* Halves edges and moves their middles sideways, the shorter ones by less of their length, so that borders meet at corners only. The same
 * line for the same two corners. */
static void draw_border(place *line, int from_column, int from_row, int to_column, int to_row) {
    uint64_t state = (uint64_t)from_row << 40 | (uint64_t)from_column << 20 | (uint64_t)(to_row - from_row);
    line[0] = corner_of_grid(from_column, from_row);
    line[STEPS] = corner_of_grid(to_column, to_row);
    double most = 0.14;
    for (int length = STEPS; length > 1; length /= 2) {
        for (int k = 0; k < STEPS; k += length) {
            const place a = line[k], b = line[k + length];
            const double aside = uniform(&state, -most, most);
            line[k + length / 2] = (place){(a.x + b.x) / 2 - aside * (b.y - a.y), (a.y + b.y) / 2 + aside * (b.x - a.x)};
        }
        most *= 0.8;
    }
}

/* A quarter of an outline: the border, or the border backwards, without its last place. */
static void append(float *x, float *y, int quarter, const place *line, bool backwards) {
    for (int k = 0; k < STEPS; k++) {
        const place p = line[backwards ? STEPS - k : k];
        x[quarter * STEPS + k] = (float)p.x;
        y[quarter * STEPS + k] = (float)p.y;
    }
}

bool work_scene_countries(sepal_polys *set) {
    float x[4 * STEPS], y[4 * STEPS];
    place line[STEPS + 1];
    bool fine = true;
    for (int k = 0; fine && k < COUNTRIES * COUNTRIES; k++) {
        const int column = k % COUNTRIES, row = k / COUNTRIES;
        draw_border(line, column, row, column + 1, row);
        append(x, y, 0, line, false);
        draw_border(line, column + 1, row, column + 1, row + 1);
        append(x, y, 1, line, false);
        draw_border(line, column, row + 1, column + 1, row + 1);
        append(x, y, 2, line, true);
        draw_border(line, column, row, column, row + 1);
        append(x, y, 3, line, true);
        fine = sepal_polys_add_concave(set, x, y, sizeof x / sizeof *x, NULL, NULL, NULL) == SEPAL_OK;
    }
    return fine;
}

/* --- Traffic --------------------------------------------------------------------------------------------------------------------- */

bool work_scene_traffic(uint32_t frames, sepal_polys *set) {
    enum { LANES = 4, QUEUE = WORK_VEHICLES / LANES };
    static const double yaw[LANES] = {0.3, 0.3 + 3.14159, 1.7, 1.7 + 3.14159}, speed[LANES] = {13.9, 13.9, 11.1, 11.1};
    static const double length[] = {4.1, 4.5, 5.9, 11.5}, width[] = {1.7, 1.8, 2.0, 2.5};
    bool fine = true;
    for (uint32_t frame = 0; fine && frame < frames; frame++) {
        uint64_t state = 17; /* the same vehicles in every frame */
        for (int i = 0; fine && i < WORK_VEHICLES; i++) {
            const int lane = i / QUEUE, kind = (int)uniform(&state, 0, 4);
            const double along = 250 - 20 * (double)(i % QUEUE) - uniform(&state, 0, 8) + speed[lane] * frame / 10, right = 1.75;
            fine = add_box(set, along * cos(yaw[lane]) + right * sin(yaw[lane]), along * sin(yaw[lane]) - right * cos(yaw[lane]),
                           length[kind] / 2, width[kind] / 2, yaw[lane]);
        }
    }
    return fine;
}
