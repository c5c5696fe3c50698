#include "bench_place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gbench.h"
#include "scenes.h"

#define SHAPES 4096

/* The models are the shapes of a scene in a small square around the origin; the poses are columns, or rows of four. */
typedef struct situation {
    const char *name;
    scene_recipe models;
    size_t stride;
    scene scene;
    uint32_t *model;
    float *values;
    sepal_polys *exact, *world;
} situation;

static situation situations[] = {
    {"place boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, 64, 1}, 1, {0}, NULL, NULL, NULL, NULL},
    {"place boxes, rows", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 1, 0, 0, 64, 1}, 4, {0}, NULL, NULL, NULL, NULL},
    {"place triangles", {"", SCENE_POLYGONS, SCENE_ANY, 3, 3, 1, 0, 0, 64, 1}, 1, {0}, NULL, NULL, NULL, NULL},
    {"place 8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 1, 0, 0, 64, 1}, 1, {0}, NULL, NULL, NULL, NULL},
    {"place 3-16", {"", SCENE_POLYGONS, SCENE_ANY, 3, 16, 1, 0, 0, 64, 1}, 1, {0}, NULL, NULL, NULL, NULL},
    {"place 64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 1, 0, 0, 64, 1}, 1, {0}, NULL, NULL, NULL, NULL},
};
enum { SITUATIONS = sizeof situations / sizeof situations[0] };

typedef struct subject {
    struct subject *next;
    situation *situation;
    const char *isa;
    bool checked;
} subject;

static subject *subjects;

static void die(const subject *who, const char *what) {
    fprintf(stderr, "\nbench: place/%s/%s: %s\n", who->situation->name, who->isa, what);
    exit(EXIT_FAILURE);
}

static sepal_status place(const situation *s, sepal_polys *world) {
    const size_t step = s->stride == 1 ? SHAPES : 1;
    const sepal_poses poses = {s->values, s->values + step, s->values + 2 * step, s->values + 3 * step, s->stride};
    return sepal_polys_place(world, s->scene.polys, s->model, &poses, SHAPES);
}

static bool build(situation *s) {
    s->model = malloc(SHAPES * sizeof *s->model);
    s->values = malloc(SHAPES * sizeof(float[4]));
    if (!s->model || !s->values || !scene_build(&s->models, &s->scene) || sepal_polys_create(NULL, &s->exact) != SEPAL_OK ||
        sepal_polys_create(NULL, &s->world) != SEPAL_OK)
        return false;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const double angle = 2.399963229728653 * i, radius = 0.3 * sqrt(i); /* as the seeds of a sunflower */
        const double pose[4] = {radius * cos(angle), radius * sin(angle), cos(3 * angle), sin(3 * angle)};
        for (size_t k = 0; k < 4; k++)
            s->values[s->stride == 1 ? k * SHAPES + i : 4 * i + k] = (float)pose[k];
        s->model[i] = (uint32_t)((i * UINT64_C(2654435761)) >> 16) % s->models.shape_count;
    }
    return sepal_isa_use("scalar") == SEPAL_OK && place(s, s->exact) == SEPAL_OK;
}

static bool same_vertices(const sepal_polys *a, const sepal_polys *b) {
    for (uint32_t i = 0; i < SHAPES; i++) {
        const float *ax, *ay, *bx, *by;
        size_t n, m;
        if (sepal_polys_vertices(a, i, &ax, &ay, &n) != SEPAL_OK || sepal_polys_vertices(b, i, &bx, &by, &m) != SEPAL_OK ||
            n != m || memcmp(ax, bx, n * sizeof *ax) != 0 || memcmp(ay, by, n * sizeof *ay) != 0)
            return false;
    }
    return true;
}

static void measure(gbench_state *state, void *context) {
    subject *who = context;
    situation *s = who->situation;
    if (!s->model && !build(s))
        die(who, "cannot build the scene");
    if (sepal_isa_use(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked && (place(s, s->world) != SEPAL_OK || !same_vertices(s->exact, s->world)))
        die(who, "a shape is placed unlike the scalar path does");
    who->checked = true;
    while (gbench_keep_running(state))
        (void)place(s, s->world);
    gbench_set_items(state, SHAPES);
}

void bench_place_register(void) {
    for (size_t k = 0; k < SITUATIONS; k++)
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            subject *who = calloc(1, sizeof *who);
            char name[128];
            if (!who)
                exit(EXIT_FAILURE);
            *who = (subject){.next = subjects, .situation = &situations[k], .isa = sepal_isa_at(i)};
            subjects = who;
            snprintf(name, sizeof name, "place/%s/%s", situations[k].name, who->isa);
            gbench_register(name, measure, who);
        }
}

void bench_place_free(void) {
    while (subjects) {
        subject *who = subjects;
        subjects = who->next;
        free(who);
    }
    for (size_t k = 0; k < SITUATIONS; k++) {
        scene_free(&situations[k].scene);
        sepal_polys_destroy(situations[k].exact);
        sepal_polys_destroy(situations[k].world);
        free(situations[k].model);
        free(situations[k].values);
    }
}
