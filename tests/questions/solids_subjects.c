#include "solids_subjects.h"
#include "../common/must.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_sets.h"
#include "solids_questions.h"

#include <stdio.h>
#include <stdlib.h>

/* --- The scene of a subject ------------------------------------------------------------------- */

/* All scenes as they are, and large hulls; then each scene with solids in the second set that are often inside of those in the first;
 * then the first set of each scene against itself, under a margin. */
typedef enum form { FORM_PLAIN, FORM_LARGE, FORM_NEST, FORM_ITSELF } form;

typedef struct held_scene {
    solid_scene scene;
    sepal_solids *more[2]; /* sets that the subject has beside those of the scene, or NULL */
    solid_moves moves;
} held_scene;

static size_t brief_count(void) {
    return solid_scene_kinds() + LARGE_MANNERS;
}

static size_t subject_count(void) {
    return 3 * solid_scene_kinds() + LARGE_MANNERS;
}

/* The form of a subject; the number of its scene, or of the manner of its hulls. */
static form form_of(size_t number, size_t *scene) {
    size_t kinds = solid_scene_kinds();
    bool plain = number < kinds, large = !plain && number < kinds + LARGE_MANNERS;
    number -= plain ? 0 : large ? kinds : kinds + LARGE_MANNERS;
    *scene = number % kinds;
    return plain ? FORM_PLAIN : large ? FORM_LARGE : number < kinds ? FORM_NEST : FORM_ITSELF;
}

/* The pairs of the scene, each with its counterpart; then any. */
static void make_pairs(subject *s, size_t own) {
    rng r = {s->seed};
    for (size_t i = 0; i < s->pair_count; i++) {
        s->pairs[i].a = i < own ? (uint32_t)i : rng_below(&r, (uint32_t)s->count_a);
        s->pairs[i].b = i < own ? (uint32_t)i : rng_below(&r, (uint32_t)s->count_b);
    }
}

static subject create(size_t number, uint64_t seed, size_t shapes, size_t pairs) {
    held_scene *held = must_have(calloc(1, sizeof *held));
    size_t rest;
    form f = form_of(number, &rest);
    held->scene = solid_scene_create(rest, seed, f == FORM_LARGE ? 0 : shapes);
    subject s = {.name = held->scene.kind, .seed = seed, .count_a = shapes, .count_b = shapes, .scene = held};
    s.a = held->scene.set_a;
    s.b = f == FORM_ITSELF ? held->scene.set_a : held->scene.set_b;
    s.margin = f == FORM_ITSELF ? 0.25F : held->scene.margin;
    if (f == FORM_NEST)
        s.b = held->more[1] = solid_scene_inner(&held->scene, NULL);
    if (f == FORM_LARGE) {
        s.name = large_manner_names[rest];
        s.a = held->more[0] = large_hulls_create((int)rest, seed, shapes);
        s.b = held->more[1] = large_hulls_create((int)rest, seed + 1, shapes);
    }
    s.pair_count = shapes == 0 ? 0 : pairs;
    s.pairs = must_have(calloc(s.pair_count + 1, sizeof *s.pairs));
    make_pairs(&s, f == FORM_PLAIN || f == FORM_NEST ? shapes : 0);
    held->moves = solid_moves_create(s.a, s.b, s.pairs, s.pair_count, seed);
    s.moves_a = held->moves.a;
    s.moves_b = held->moves.b;
    return s;
}

static void destroy(subject *s) {
    held_scene *held = s->scene;
    if (held == NULL) { /* a copy, whose pairs are those of the original */
        sepal_solids_destroy((sepal_solids *)s->a);
        if (s->b != s->a)
            sepal_solids_destroy((sepal_solids *)s->b);
        return;
    }
    sepal_solids_destroy(held->more[0]);
    sepal_solids_destroy(held->more[1]);
    solid_moves_destroy(&held->moves);
    solid_scene_destroy(&held->scene);
    free(s->pairs);
    free(held);
}

static subject copy(const subject *from, const sepal_allocator *allocator, bool exact_room) {
    subject s = *from;
    s.scene = NULL;
    s.a = solid_set_copy(from->a, allocator, exact_room);
    s.b = from->b == from->a ? s.a : solid_set_copy(from->b, allocator, exact_room);
    return s;
}

/* --- The kind --------------------------------------------------------------------------------- */

static void print_vector(const char *name, float x, float y, float z) {
    fprintf(stderr, " %s{%a, %a, %a}", name, (double)x, (double)y, (double)z);
}

/* Hexadecimal floats, which C reads back without rounding. */
static void print(const void *set, uint32_t index) {
    sepal_parallelepiped v;
    const float *x, *y, *z;
    float radius = 0;
    size_t count;
    must(sepal_solids_radius(set, index, &radius) == SEPAL_OK, "there is no solid %u", (unsigned)index);
    fprintf(stderr, "solid %u, radius %a:", (unsigned)index, (double)radius);
    if (sepal_solids_box(set, index, &v) == SEPAL_OK) {
        print_vector("c ", v.c[0], v.c[1], v.c[2]);
        print_vector("u ", v.u[0], v.u[1], v.u[2]);
        print_vector("v ", v.v[0], v.v[1], v.v[2]);
        print_vector("w ", v.w[0], v.w[1], v.w[2]);
    } else if (sepal_solids_vertices(set, index, &x, &y, &z, &count) == SEPAL_OK) {
        for (size_t i = 0; i < count; i++)
            print_vector("", x[i], y[i], z[i]);
    }
    fputc('\n', stderr);
}

const set_kind solids_kind = {
    .name = "solids",
    .dimensions = 3,
    .questions = solids_questions,
    .question_count = SOLIDS_QUESTIONS,
    .subject_count = subject_count,
    .brief_count = brief_count,
    .create = create,
    .destroy = destroy,
    .copy = copy,
    .print = print,
};
