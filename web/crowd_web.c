/* crowd_web.c — a crowd of moving bodies for the page: where they are, which pairs are near, and which of these overlap. JavaScript
 * moves the bodies in the arrays that web_crowd_column gives, calls one step after the other, and takes the time of each. */
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD_X, CROWD_Y, CROWD_COS, CROWD_SIN, CROWD_COLUMNS }; /* the columns of web_crowd_column */

static float *columns;      /* where the bodies are: each column has a place for every body */
static uint32_t *model_of;  /* what each body is */
static uint8_t *meets;      /* 1 if a body overlaps another */
static sepal_pair *pairs;   /* the near pairs, with a < b */
static uint64_t *bits;      /* their answers */
static size_t bodies, room; /* for how many bodies, and pairs, there is memory */
static size_t near_count;   /* how many near pairs were found */
static sepal_polys *models, *world;
static sepal_finder *finder;

/* Makes the crowd, once: `count` bodies, and memory for `most` near pairs. Returns 1, or 0 if there is not enough memory; the page
 * then has no crowd. */
int web_crowd(size_t count, size_t most) {
    columns = calloc(count * CROWD_COLUMNS, sizeof *columns);
    model_of = calloc(count, sizeof *model_of);
    meets = calloc(count, 1);
    pairs = calloc(most, sizeof *pairs);
    bits = calloc(SEPAL_BIT_WORDS(most), sizeof *bits);
    if (columns == NULL || model_of == NULL || meets == NULL || pairs == NULL || bits == NULL)
        return 0;
    bodies = count;
    room = most;
    return sepal_polys_create(NULL, &models) == SEPAL_OK && sepal_polys_create(NULL, &world) == SEPAL_OK &&
           sepal_finder_create(NULL, &finder) == SEPAL_OK;
}

float *web_crowd_column(size_t i) {
    return columns + i * bodies;
}

uint32_t *web_crowd_models(void) {
    return model_of;
}

uint8_t *web_crowd_meets(void) {
    return meets;
}

sepal_pair *web_crowd_pairs(void) {
    return pairs;
}

uint64_t *web_crowd_bits(void) {
    return bits;
}

/* Adds a model with its `count` vertices x, then y. Returns its index, or -1. */
int web_crowd_model(const float *vertices, size_t count) {
    uint32_t index = 0;
    return sepal_polys_add(models, vertices, vertices + count, count, &index) == SEPAL_OK ? (int)index : -1;
}

/* Puts all bodies where the columns say. Returns 1, or 0 if a number is not finite. */
int web_crowd_place(void) {
    const sepal_poses poses = {.x = web_crowd_column(CROWD_X),
                               .y = web_crowd_column(CROWD_Y),
                               .cos = web_crowd_column(CROWD_COS),
                               .sin = web_crowd_column(CROWD_SIN)};
    return sepal_polys_place(world, models, model_of, &poses, bodies, NULL) == SEPAL_OK;
}

/* Finds the pairs whose bounding boxes meet. Returns how many there are, or -1 if there are more than there is room for. */
int web_crowd_near(void) {
    size_t found = 0;
    if (sepal_polys_find_near(finder, world, world, NULL, 0, room, pairs, &found) != SEPAL_OK)
        return -1;
    near_count = found;
    return (int)found;
}

/* Asks about the near pairs, `times` times over, so that a coarse clock can measure it. Returns how many overlap, or -1. */
int web_crowd_ask(int times) {
    for (int i = 0; i < times; i++)
        if (sepal_polys_overlap_pairs(world, world, pairs, near_count, NULL, bits) != SEPAL_OK)
            return -1;
    int overlaps = 0;
    for (size_t i = 0; i < SEPAL_BIT_WORDS(near_count); i++)
        overlaps += __builtin_popcountll(bits[i]);
    return overlaps;
}

/* Marks the bodies that overlap another, from the bits. */
void web_crowd_mark(void) {
    memset(meets, 0, bodies);
    for (size_t i = 0; i < near_count; i++)
        if (bits[i / 64] >> i % 64 & 1)
            meets[pairs[i].a] = meets[pairs[i].b] = 1;
}
