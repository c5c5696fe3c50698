#include "bench_contain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gbench.h"
#include "scenes.h"

#define PAIRS 65536

/* Shapes of a scene, and for each of them another shape near it: a copy made smaller, or a point. About half are contained. */
typedef struct situation {
    const char *name;
    scene_recipe outer;
    float size; /* of the copies; 0 = points */
    scene scene;
    sepal_polys *inner;
    sepal_pair *pairs;
    uint64_t *exact, *bits;
} situation;

static situation situations[] = {
    {"points in boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, 4096, PAIRS}, 0, {0}, NULL, NULL, NULL, NULL},
    {"points in 8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 40, 0, 0, 4096, PAIRS}, 0, {0}, NULL, NULL, NULL, NULL},
    {"points in 64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 40, 0, 0, 4096, PAIRS}, 0, {0}, NULL, NULL, NULL, NULL},
    {"boxes in boxes", {"", SCENE_BOXES, SCENE_ANY, 4, 4, 40, 0, 0, 4096, PAIRS}, 0.3F, {0}, NULL, NULL, NULL, NULL},
    {"8 in 8", {"", SCENE_POLYGONS, SCENE_ANY, 8, 8, 40, 0, 0, 4096, PAIRS}, 0.3F, {0}, NULL, NULL, NULL, NULL},
    {"3-16 in 3-16", {"", SCENE_POLYGONS, SCENE_ANY, 3, 16, 40, 0, 0, 4096, PAIRS}, 0.3F, {0}, NULL, NULL, NULL, NULL},
    {"64 in 64", {"", SCENE_POLYGONS, SCENE_ANY, 64, 64, 40, 0, 0, 4096, PAIRS}, 0.3F, {0}, NULL, NULL, NULL, NULL},
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
    fprintf(stderr, "\nbench: contain/%s/%s: %s\n", who->situation->name, who->isa, what);
    exit(EXIT_FAILURE);
}

/* Numbers of no special meaning from 0 to 1: the fractional parts of the multiples of an irrational. */
static float scattered(uint32_t i, double irrational) {
    const double value = i * irrational;
    return (float)(value - (double)(int64_t)value);
}

/* The shape k of the inner set: shape k of the outer one, made smaller and moved to somewhere in its bounding box. */
static bool add_inner(situation *s, uint32_t k) {
    const float *x, *y;
    float at[2] = {0, 0}, inner_x[64], inner_y[64];
    size_t n = 0;
    if (sepal_polys_vertices(s->scene.polys, k, &x, &y, &n) != SEPAL_OK)
        return false;
    for (int axis = 0; axis < 2; axis++) {
        const float *v = axis == 0 ? x : y;
        float low = v[0], high = v[0];
        for (size_t i = 1; i < n; i++) {
            low = v[i] < low ? v[i] : low;
            high = v[i] > high ? v[i] : high;
        }
        at[axis] = low + (high - low) * scattered(k, axis == 0 ? 0.618033988749895 : 0.7548776662466927);
    }
    for (size_t i = 0; i < n; i++) {
        inner_x[i] = at[0] + s->size * (x[i] - x[0]);
        inner_y[i] = at[1] + s->size * (y[i] - y[0]);
    }
    sepal_status status = sepal_polys_add(s->inner, inner_x, inner_y, s->size > 0 ? n : 1, NULL);
    if (status == SEPAL_BAD_SHAPE) /* rounded out of convexity */
        status = sepal_polys_add(s->inner, at, at + 1, 1, NULL);
    return status == SEPAL_OK;
}

static bool build(situation *s) {
    s->exact = calloc(SEPAL_BIT_WORDS(PAIRS), sizeof *s->exact);
    s->bits = calloc(SEPAL_BIT_WORDS(PAIRS), sizeof *s->bits);
    s->pairs = malloc(PAIRS * sizeof *s->pairs);
    if (!s->exact || !s->bits || !s->pairs || !scene_build(&s->outer, &s->scene) || sepal_polys_create(NULL, &s->inner) != SEPAL_OK)
        return false;
    for (uint32_t k = 0; k < s->outer.shape_count; k++)
        if (!add_inner(s, k))
            return false;
    for (size_t i = 0; i < PAIRS; i++)
        s->pairs[i] = (sepal_pair){s->scene.pairs[i].a, s->scene.pairs[i].a};
    return sepal_isa_use("scalar") == SEPAL_OK &&
           sepal_polys_contains_pairs(s->scene.polys, s->inner, s->pairs, PAIRS, s->exact) == SEPAL_OK;
}

static void measure(gbench_state *state, void *context) {
    subject *who = context;
    situation *s = who->situation;
    if (!s->exact && !build(s))
        die(who, "cannot build the scene");
    if (sepal_isa_use(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked) {
        memset(s->bits, 0x55, SEPAL_BIT_WORDS(PAIRS) * sizeof *s->bits);
        if (sepal_polys_contains_pairs(s->scene.polys, s->inner, s->pairs, PAIRS, s->bits) != SEPAL_OK)
            die(who, "the query failed");
        if (memcmp(s->bits, s->exact, SEPAL_BIT_WORDS(PAIRS) * sizeof *s->bits) != 0)
            die(who, "a pair is answered unlike the scalar path");
        who->checked = true;
    }
    while (gbench_keep_running(state))
        (void)sepal_polys_contains_pairs(s->scene.polys, s->inner, s->pairs, PAIRS, s->bits);
    gbench_set_items(state, PAIRS);
}

void bench_contain_register(void) {
    for (size_t k = 0; k < SITUATIONS; k++)
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            subject *who = calloc(1, sizeof *who);
            char name[128];
            if (!who)
                exit(EXIT_FAILURE);
            *who = (subject){.next = subjects, .situation = &situations[k], .isa = sepal_isa_at(i)};
            subjects = who;
            snprintf(name, sizeof name, "contain/%s/%s", situations[k].name, who->isa);
            gbench_register(name, measure, who);
        }
}

void bench_contain_free(void) {
    while (subjects) {
        subject *who = subjects;
        subjects = who->next;
        free(who);
    }
    for (size_t k = 0; k < SITUATIONS; k++) {
        scene_free(&situations[k].scene);
        sepal_polys_destroy(situations[k].inner);
        free(situations[k].pairs);
        free(situations[k].exact);
        free(situations[k].bits);
    }
}
