#include "polys_subjects.h"
#include "../common/must.h"
#include "polys_questions.h"

#include <stdio.h>
#include <stdlib.h>

subject plain_subject(const scene *s) {
    return (subject){.name = s->kind,
                     .seed = s->seed,
                     .a = s->set_a,
                     .b = s->set_b,
                     .count_a = sepal_polys_count(s->set_a),
                     .count_b = sepal_polys_count(s->set_b),
                     .moves_a = s->moves_a,
                     .moves_b = s->moves_b,
                     .pairs = s->pairs,
                     .pair_count = s->pair_count};
}

subject nest_subject(const nest *n) {
    subject s = plain_subject(&n->outer);
    s.b = n->inner;
    s.moves_b = NULL;
    s.count_b = sepal_polys_count(n->inner);
    s.pairs = n->pairs;
    s.pair_count = n->count;
    return s;
}

subject round_subject(const round_scene *r) {
    subject s = plain_subject(&r->base);
    s.a = r->a;
    s.b = r->b;
    s.count_a = sepal_polys_count(r->a);
    s.count_b = sepal_polys_count(r->b);
    s.margin = r->margin;
    return s;
}

/* --- The scene of a subject -------------------------------------------------------------------------------------------------- */

/* The forms of a subject: a scene as it is, nested, and with radii. */
typedef enum form { FORM_PLAIN, FORM_NEST, FORM_ROUND } form;

typedef struct held_scene {
    form form;
    scene plain;
    nest nest;
    round_scene round;
} held_scene;

/* First all scenes as they are, then all nested, then all with radii: each scene in one manner of round_scenes.h, which is another
 * one for the next scene, and then in the other manners. */
static size_t brief_count(void) {
    return 3 * scene_kind_count();
}

static size_t subject_count(void) {
    return (2 + RADIUS_MANNERS) * scene_kind_count();
}

static subject create(size_t number, uint64_t seed, size_t shapes, size_t pairs) {
    held_scene *held = must_have(calloc(1, sizeof *held));
    size_t kind = number % scene_kind_count(), turn = number / scene_kind_count();
    subject s;
    held->form = turn == 0 ? FORM_PLAIN : turn == 1 ? FORM_NEST : FORM_ROUND;
    if (held->form == FORM_PLAIN) {
        held->plain = scene_create(kind, seed, shapes, pairs);
        s = plain_subject(&held->plain);
    } else if (held->form == FORM_NEST) {
        held->nest = nest_create(kind, seed, shapes, pairs);
        s = nest_subject(&held->nest);
    } else {
        held->round = round_scene_create(kind, seed, shapes, pairs, (radius_manner)((kind + turn) % RADIUS_MANNERS));
        s = round_subject(&held->round);
    }
    s.scene = held;
    return s;
}

static void destroy_copy(subject *s) {
    sepal_polys_destroy((sepal_polys *)s->a);
    if (s->b != s->a)
        sepal_polys_destroy((sepal_polys *)s->b);
}

static void destroy(subject *s) {
    held_scene *held = s->scene;
    if (held == NULL)
        destroy_copy(s);
    else if (held->form == FORM_PLAIN)
        scene_destroy(&held->plain);
    else if (held->form == FORM_NEST)
        nest_destroy(&held->nest);
    else
        round_scene_destroy(&held->round);
    free(held);
}

/* --- Copies ------------------------------------------------------------------------------------------------------------------ */

static sepal_polys *copy_set(const sepal_polys *from, const sepal_allocator *allocator, bool exact_room) {
    sepal_polys *set = empty_set(allocator);
    const float *x, *y;
    size_t count, vertices = 0, shapes = sepal_polys_count(from);
    for (uint32_t i = 0; i < shapes; i++) {
        must(sepal_polys_vertices(from, i, &x, &y, &count) == SEPAL_OK, "shape %u has no vertices", (unsigned)i);
        vertices += count;
    }
    if (exact_room)
        must(sepal_polys_reserve(set, shapes, vertices) == SEPAL_OK, "there is no room for %zu shapes", shapes);
    for (uint32_t i = 0; i < shapes; i++) {
        float radius;
        must(sepal_polys_vertices(from, i, &x, &y, &count) == SEPAL_OK, "shape %u has no vertices", (unsigned)i);
        must(sepal_polys_radius(from, i, &radius) == SEPAL_OK, "shape %u has no radius", (unsigned)i);
        must(sepal_polys_add_round(set, x, y, count, radius, NULL) == SEPAL_OK, "shape %u was refused", (unsigned)i);
    }
    return set;
}

/* A scene without radii grows as it was made at first: boxes all at once. */
static sepal_polys *copy_list(const polygon_list *list, const sepal_polys *from, const sepal_allocator *allocator,
                              bool exact_room) {
    return exact_room ? copy_set(from, allocator, true) : load_set(list, allocator);
}

static subject copy(const subject *from, const sepal_allocator *allocator, bool exact_room) {
    const held_scene *held = from->scene;
    subject s = *from;
    s.scene = NULL;
    if (held->form == FORM_PLAIN) {
        s.a = copy_list(&held->plain.a, from->a, allocator, exact_room);
        s.b = held->plain.one_set ? s.a : copy_list(&held->plain.b, from->b, allocator, exact_room);
    } else if (held->form == FORM_NEST) {
        s.a = copy_list(&held->nest.outer.a, from->a, allocator, exact_room);
        s.b = copy_list(&held->nest.list, from->b, allocator, exact_room);
    } else {
        s.a = copy_set(from->a, allocator, exact_room);
        s.b = from->b == from->a ? s.a : copy_set(from->b, allocator, exact_room);
    }
    return s;
}

/* --- The kind ---------------------------------------------------------------------------------------------------------------- */

/* Hexadecimal floats, which C reads back without rounding. */
static void print(const void *set, uint32_t index) {
    const float *x, *y;
    float radius = 0;
    size_t count = 0;
    must(sepal_polys_vertices(set, index, &x, &y, &count) == SEPAL_OK, "there is no shape %u", (unsigned)index);
    must(sepal_polys_radius(set, index, &radius) == SEPAL_OK, "there is no shape %u", (unsigned)index);
    fprintf(stderr, "shape %u, radius %a:", (unsigned)index, (double)radius);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " {%a, %a}", (double)x[i], (double)y[i]);
    fputc('\n', stderr);
}

const set_kind polys_kind = {
    .name = "polygons",
    .dimensions = 2,
    .questions = polys_questions,
    .question_count = POLYS_QUESTIONS,
    .subject_count = subject_count,
    .brief_count = brief_count,
    .create = create,
    .destroy = destroy,
    .copy = copy,
    .print = print,
};
