/* crowd.c — ten thousand bodies of many shapes walk left and right through each other, and push each other apart.
 *
 *     crowd [drawing.svg]
 *
 * Every body has a model (a convex polygon in its own frame, a circle, or a capsule) and a pose. A step moves the poses, places the
 * models, finds the pairs that are close by a uniform grid, asks which of them overlap and by how much, and moves the two bodies of
 * each such pair apart by half of that each. This is repeated a few times. The last state is drawn: those who walk to the right in
 * one colour, the others in another. Where they meet, they jam. Only + - * / and sqrt are used, each rounded by itself, so the
 * result is the same on every machine.
 *
 *     cc -O2 -ffp-contract=off -o crowd crowd.c $(pkg-config --cflags --libs sepal) -lm */
#include "drawing_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sepal/sepal.h>

enum { BODIES = 10000, STEPS = 160, REPORT = 20, MODELS = 11, MOST_PAIRS = 20 * BODIES, ROUNDS = 4, CELLS = 68 };

#define SIDE 170.0F /* of the square that they live in */
#define STEP 0.05F  /* seconds */
#define WALK 3.0F   /* the speed at which everybody wants to walk */
#define URGE 0.1F   /* the part of the difference from this speed that a step removes */

/* The models: a radius around one or more vertices. */
static const struct {
    float radius;
    size_t count;
    float x[8], y[8];
} MODEL[MODELS] = {
    {0, 4, {-0.6F, 0.6F, 0.6F, -0.6F}, {-0.6F, -0.6F, 0.6F, 0.6F}},
    {0, 4, {-1.1F, 1.1F, 1.1F, -1.1F}, {-0.3F, -0.3F, 0.3F, 0.3F}},
    {0, 3, {-0.7F, 0.8F, -0.1F}, {-0.5F, -0.5F, 0.9F}},
    {0, 5, {0.8F, 0.25F, -0.65F, -0.65F, 0.25F}, {0, 0.75F, 0.45F, -0.45F, -0.75F}},
    {0, 6, {0.7F, 0.35F, -0.35F, -0.7F, -0.35F, 0.35F}, {0, 0.6F, 0.6F, 0, -0.6F, -0.6F}},
    {0, 8, {0.6F, 0.25F, -0.25F, -0.6F, -0.6F, -0.25F, 0.25F, 0.6F}, {0.25F, 0.6F, 0.6F, 0.25F, -0.25F, -0.6F, -0.6F, -0.25F}},
    {0, 4, {-0.9F, 0.5F, 0.9F, -0.5F}, {-0.4F, -0.4F, 0.4F, 0.4F}},
    {0, 3, {-0.9F, 1.2F, -0.9F}, {-0.2F, 0, 0.2F}},
    {0, 7, {1, 0.4F, -0.5F, -0.8F, -0.6F, 0, 0.8F}, {0.1F, 0.5F, 0.45F, 0.1F, -0.3F, -0.5F, -0.4F}},
    {0.6F, 1, {0}, {0}},
    {0.35F, 2, {-0.6F, 0.6F}, {0, 0}},
};
#define REACH 1.25F /* no point of a model is farther from its origin; a cell of the grid is twice as wide, SIDE / CELLS */

struct crowd {
    sepal_polys *models, *world;
    uint32_t model[BODIES];
    float x[BODIES], y[BODIES], cos[BODIES], sin[BODIES]; /* poses */
    float vx[BODIES], vy[BODIES];                         /* velocity */
    float wish[BODIES];                                   /* the vx of a body if nobody is in its way */
    float turn_cos[BODIES], turn_sin[BODIES];             /* the rotation of one step */
    sepal_pair near[MOST_PAIRS];                          /* pairs that may meet, then those that do */
    size_t near_count;
    uint64_t bits[SEPAL_BIT_WORDS(MOST_PAIRS)];
    float normal_x[MOST_PAIRS], normal_y[MOST_PAIRS], depth[MOST_PAIRS];
};

static bool fail(const char *what, const char *why) {
    fprintf(stderr, "crowd: cannot %s: %s\n", what, why);
    return false;
}

static bool done(const char *what, sepal_status status) {
    return status == SEPAL_OK ? true : fail(what, sepal_status_text(status));
}

/* --- The beginning ----------------------------------------------------------------------------------------------------*/

/* A random number from low to high, by SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA
 * 2014). */
static float random_from(uint64_t *state, float low, float high) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return low + (high - low) * ((float)((z ^ (z >> 31)) >> 40) * 0x1p-24F);
}

/* A direction by the rational parametrisation of the unit circle: (1 - t^2, 2t) / (1 + t^2). */
static void direction(float t, float *cosine, float *sine) {
    *cosine = (1 - t * t) / (1 + t * t);
    *sine = 2 * t / (1 + t * t);
}

static bool begin(struct crowd *c) {
    uint64_t state = 1;
    if (!done("make a set", sepal_polys_create(NULL, &c->models)) || !done("make a set", sepal_polys_create(NULL, &c->world)))
        return false;
    for (size_t k = 0; k < MODELS; k++)
        if (!done("add a model", sepal_polys_add_round(c->models, MODEL[k].x, MODEL[k].y, MODEL[k].count, MODEL[k].radius, NULL)))
            return false;
    for (size_t i = 0; i < BODIES; i++) {
        c->model[i] = (uint32_t)random_from(&state, 0, MODELS);
        c->x[i] = random_from(&state, REACH, SIDE - REACH);
        c->y[i] = random_from(&state, REACH, SIDE - REACH);
        c->vx[i] = c->wish[i] = random_from(&state, -1, 1) < 0 ? -WALK : WALK;
        c->vy[i] = 0;
        direction(random_from(&state, -3, 3), &c->cos[i], &c->sin[i]);
        direction(random_from(&state, -0.02F, 0.02F), &c->turn_cos[i], &c->turn_sin[i]);
    }
    return true;
}

/* --- A step -----------------------------------------------------------------------------------------------------------*/

/* Keeps the bodies inside the walls. */
static float inside(float place) {
    return fminf(fmaxf(place, REACH), SIDE - REACH);
}

static void move(struct crowd *c) {
    for (size_t i = 0; i < BODIES; i++) {
        float cosine = c->cos[i] * c->turn_cos[i] - c->sin[i] * c->turn_sin[i];
        float sine = c->sin[i] * c->turn_cos[i] + c->cos[i] * c->turn_sin[i];
        float length = sqrtf(cosine * cosine + sine * sine); /* without this, rounding would slowly scale the bodies */
        c->cos[i] = cosine / length;
        c->sin[i] = sine / length;
        c->vx[i] += URGE * (c->wish[i] - c->vx[i]);
        c->vy[i] -= URGE * c->vy[i];
        c->x[i] = inside(c->x[i] + STEP * c->vx[i]);
        c->y[i] = inside(c->y[i] + STEP * c->vy[i]);
        if (c->wish[i] < 0 ? c->x[i] == REACH : c->x[i] == SIDE - REACH) /* at the wall it turns round */
            c->wish[i] = -c->wish[i];
    }
}

/* Bodies that can touch are in one cell or in neighbouring ones. The grid is built by counting: cell k has the bodies
 * body[start[k]] .. body[start[k + 1] - 1]. Each cell is paired with itself and with four of its neighbours; so no pair comes
 * twice. */
static int cell_of(float place) {
    int k = (int)(place * ((float)CELLS / SIDE));
    return k < CELLS ? k : CELLS - 1;
}

static bool pair_cells(struct crowd *c, const uint32_t *start, const uint32_t *body, int from, int to) {
    for (uint32_t i = start[from]; i < start[from + 1]; i++)
        for (uint32_t j = from == to ? i + 1 : start[to]; j < start[to + 1]; j++) {
            float dx = c->x[body[i]] - c->x[body[j]], dy = c->y[body[i]] - c->y[body[j]];
            if (dx * dx + dy * dy > 4 * REACH * REACH)
                continue;
            if (c->near_count == MOST_PAIRS)
                return fail("keep the pairs", "there are too many");
            c->near[c->near_count++] = (sepal_pair){body[i], body[j]};
        }
    return true;
}

static bool find_near(struct crowd *c) {
    static const int across[] = {0, 1, -1, 0, 1}, up[] = {0, 0, 1, 1, 1};
    uint32_t start[CELLS * CELLS + 1] = {0}, next[CELLS * CELLS], body[BODIES];
    for (size_t i = 0; i < BODIES; i++)
        start[cell_of(c->y[i]) * CELLS + cell_of(c->x[i]) + 1]++;
    for (int k = 0; k < CELLS * CELLS; k++) {
        start[k + 1] += start[k];
        next[k] = start[k];
    }
    for (uint32_t i = 0; i < BODIES; i++)
        body[next[cell_of(c->y[i]) * CELLS + cell_of(c->x[i])]++] = i;
    c->near_count = 0;
    for (int k = 0; k < CELLS * CELLS; k++)
        for (int n = 0; n < 5; n++) {
            int x = k % CELLS + across[n], y = k / CELLS + up[n];
            if (x >= 0 && x < CELLS && y < CELLS && !pair_cells(c, start, body, k, y * CELLS + x))
                return false;
        }
    return true;
}

/* Keeps the near pairs that overlap. Here touching is apart, since bodies that touch need no push. */
static bool keep_overlapping(struct crowd *c) {
    const sepal_rule strictly = {.touching = SEPAL_TOUCHING_IS_APART};
    if (!done("test pairs", sepal_polys_overlap_pairs(c->world, c->world, c->near, c->near_count, &strictly, c->bits)))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < c->near_count; i++)
        if (c->bits[i / 64] >> i % 64 & 1)
            c->near[kept++] = c->near[i];
    c->near_count = kept;
    return true;
}

/* Moves the bodies of every overlapping pair apart, each by half of the push, and reverses the speed at which they approach. */
static bool push_apart(struct crowd *c, float *deepest) {
    const sepal_mtvs out = {.normal_x = c->normal_x, .normal_y = c->normal_y, .depth = c->depth};
    *deepest = 0;
    if (!done("push pairs", sepal_polys_mtv_pairs(c->world, c->world, c->near, c->near_count, NULL, &out)))
        return false;
    for (size_t i = 0; i < c->near_count; i++) {
        const uint32_t a = c->near[i].a, b = c->near[i].b;
        const float nx = c->normal_x[i], ny = c->normal_y[i], half = 0.5F * c->depth[i];
        c->x[a] = inside(c->x[a] - half * nx), c->y[a] = inside(c->y[a] - half * ny);
        c->x[b] = inside(c->x[b] + half * nx), c->y[b] = inside(c->y[b] + half * ny);
        const float approach = (c->vx[a] - c->vx[b]) * nx + (c->vy[a] - c->vy[b]) * ny;
        if (approach > 0) {
            c->vx[a] -= approach * nx, c->vy[a] -= approach * ny; /* equal masses exchange it */
            c->vx[b] += approach * nx, c->vy[b] += approach * ny;
        }
        *deepest = fmaxf(*deepest, c->depth[i]);
    }
    return true;
}

static bool place(struct crowd *c) {
    const sepal_poses poses = {.x = c->x, .y = c->y, .cos = c->cos, .sin = c->sin, .stride = 1};
    return done("place the bodies", sepal_polys_place(c->world, c->models, c->model, &poses, BODIES, NULL));
}

static bool run(struct crowd *c) {
    printf("step  round  near pairs  overlaps  deepest\n");
    for (int step = 1; step <= STEPS; step++) {
        move(c);
        for (int round = 1; round <= ROUNDS; round++) { /* a body that was pushed may overlap another one */
            float deepest;
            if (!place(c) || !find_near(c))
                return false;
            const size_t near = c->near_count;
            if (!keep_overlapping(c) || !push_apart(c, &deepest))
                return false;
            if (step == 1 || step % REPORT == 0)
                printf("%4d  %5d  %10zu  %8zu  %7.4f\n", step, round, near, c->near_count, (double)deepest);
        }
    }
    return place(c);
}

/* --- The drawing, in hundredths: one path for all bodies of a model that walk the same way ----------------------------------*/

static int hundredths(float v) {
    return (int)floorf(100 * v + 0.5F);
}

static void draw_bodies(FILE *file, const struct crowd *c, uint32_t model, bool to_the_right) {
    const char *colour = to_the_right ? "#2b6cb0" : "#ed8936";
    const float radius = MODEL[model].radius;
    if (radius > 0) /* a line of that width with round ends and corners */
        fprintf(file, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
                colour, colour, 2 * hundredths(radius));
    else
        fprintf(file, "<path fill=\"%s\" d=\"", colour);
    for (uint32_t i = 0; i < BODIES; i++) {
        const float *x, *y;
        size_t count;
        if (c->model[i] != model || (c->wish[i] > 0) != to_the_right ||
            sepal_polys_vertices(c->world, i, &x, &y, &count) != SEPAL_OK)
            continue;
        fprintf(file, "M%d %dl", hundredths(x[0]), hundredths(y[0]));
        for (size_t k = 1; k < count; k++)
            fprintf(file, "%d %d ", hundredths(x[k]) - hundredths(x[k - 1]), hundredths(y[k]) - hundredths(y[k - 1]));
        fprintf(file, count == 1 ? "0 0 z\n" : "z\n");
    }
    fprintf(file, "\"/>\n");
}

static bool draw(const struct crowd *c, const char *name) {
    FILE *file = open_drawing("crowd", name);
    if (file == NULL)
        return false;
    const int side = hundredths(SIDE);
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"1000\" height=\"1000\">\n", side, side);
    fprintf(file, "<title>%d bodies after %d steps</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", BODIES, STEPS,
            side, side);
    for (uint32_t model = 0; model < MODELS; model++) {
        draw_bodies(file, c, model, false);
        draw_bodies(file, c, model, true);
    }
    return close_drawing(file, "crowd", name);
}

int main(int argc, char **argv) {
    static struct crowd crowd;
    if (argc > 2 || (argc == 2 && !is_drawing(argv[1]))) {
        fputs("usage: crowd [drawing.svg]\n", stderr);
        return EXIT_FAILURE;
    }
    const bool ok = begin(&crowd) && run(&crowd) && (argc < 2 || draw(&crowd, argv[1]));
    sepal_polys_destroy(crowd.models);
    sepal_polys_destroy(crowd.world);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
