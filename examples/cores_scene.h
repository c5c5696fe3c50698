/* cores_scene.h — the scene of cores.c, and what each part of it works with. */
#ifndef CORES_SCENE_H
#define CORES_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sepal/sepal.h>

enum { PARTS = 16 };

#define REACH 0.6F /* no point of a model is farther from its origin */

/* What one thread works with: the part is its own, so that no two threads write to one set or finder. */
struct part {
    sepal_polys *set;
    sepal_finder *finder;
    uint32_t *shape, *model;  /* of a strip: for each shape its number in the scene, */
    float *x, *y, *cos, *sin; /* and its pose */
    sepal_pair *pairs;        /* found, with the numbers of the scene */
    size_t count, found, room;
};

struct scene {
    size_t count;
    float side, *x, *y, *cos, *sin; /* poses */
    uint32_t *model;
    sepal_polys *models, *world;
    sepal_pair *near; /* pairs to ask about */
    size_t near_count;
    uint64_t *bits, *bits_in_parts;
    sepal_pair *pairs; /* all that overlap */
    size_t found;
    sepal_finder *finder;
    struct part part[PARTS];
    size_t next[PARTS][PARTS]; /* of a part of the shapes and a strip: how many go there, then where the next one goes */
};

static bool done(const char *what, sepal_status status) {
    if (status == SEPAL_OK)
        return true;
    fprintf(stderr, "cores: cannot %s: %s\n", what, sepal_status_text(status));
    return false;
}

static bool there(const void *memory) {
    return memory != NULL || done("keep the scene", SEPAL_NO_MEMORY);
}

/* A random number from 0 to 1, by SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static float random_number(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return (float)((z ^ (z >> 31)) >> 40) * 0x1p-24F;
}

/* Boxes and triangles in a square, about as many overlaps as shapes. */
static bool begin(struct scene *s) {
    static const float box_x[] = {-0.5F, 0.5F, 0.5F, -0.5F}, box_y[] = {-0.3F, -0.3F, 0.3F, 0.3F};
    uint64_t state = 1;
    size_t n = s->count;
    s->side = 1;
    while (s->side * s->side < (float)n)
        s->side *= 1.1F;
    s->x = calloc(n, sizeof *s->x), s->y = calloc(n, sizeof *s->y);
    s->cos = calloc(n, sizeof *s->cos), s->sin = calloc(n, sizeof *s->sin);
    s->model = calloc(n, sizeof *s->model);
    if (!there(s->x) || !there(s->y) || !there(s->cos) || !there(s->sin) || !there(s->model))
        return false;
    for (size_t i = 0; i < n; i++) {
        float t = 6 * random_number(&state) - 3; /* a direction: (1 - t^2, 2t) / (1 + t^2) */
        s->x[i] = s->side * random_number(&state);
        s->y[i] = s->side * random_number(&state);
        s->cos[i] = (1 - t * t) / (1 + t * t);
        s->sin[i] = 2 * t / (1 + t * t);
        s->model[i] = (uint32_t)(i % 2);
    }
    bool good = done("make a set", sepal_polys_create(NULL, &s->models)) &&
                done("make a set", sepal_polys_create(NULL, &s->world)) &&
                done("make a finder", sepal_finder_create(NULL, &s->finder)) &&
                done("add a model", sepal_polys_add(s->models, box_x, box_y, 4, NULL)) &&
                done("add a model", sepal_polys_add(s->models, box_x, box_y, 3, NULL));
    for (struct part *p = s->part; p < s->part + PARTS && good; p++) {
        p->shape = calloc(n, sizeof *p->shape), p->model = calloc(n, sizeof *p->model);
        p->x = calloc(n, sizeof *p->x), p->y = calloc(n, sizeof *p->y);
        p->cos = calloc(n, sizeof *p->cos), p->sin = calloc(n, sizeof *p->sin);
        good = there(p->shape) && there(p->model) && there(p->x) && there(p->y) && there(p->cos) && there(p->sin) &&
               done("make a set", sepal_polys_create(NULL, &p->set)) &&
               done("make a finder", sepal_finder_create(NULL, &p->finder));
    }
    return good;
}

static void end(struct scene *s) {
    for (struct part *p = s->part; p < s->part + PARTS; p++) {
        sepal_polys_destroy(p->set);
        sepal_finder_destroy(p->finder);
        free(p->shape), free(p->model), free(p->pairs);
        free(p->x), free(p->y), free(p->cos), free(p->sin);
    }
    sepal_polys_destroy(s->models);
    sepal_polys_destroy(s->world);
    sepal_finder_destroy(s->finder);
    free(s->x), free(s->y), free(s->cos), free(s->sin), free(s->model);
    free(s->near), free(s->bits), free(s->bits_in_parts), free(s->pairs);
}

/* The first shape, pair or word of part k of `count`. */
static size_t first_of(size_t count, int k) {
    return count / PARTS * (size_t)k + count % PARTS * (size_t)k / PARTS;
}

#endif
