/* Sets of one class of solids each, with radii and without, for which kernels skip what other sets need: the answers to every question
 * about pairs are, bit by bit, those of the scalar path. */
#include "../common/check.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <string.h>

enum { BOXES, ROUNDED_BOXES, SPHERES, POINTS, CAPSULES, SEGMENTS, HULLS, LARGER_HULLS, ROUNDED_HULLS, CLASSES };
enum { PAIRS = 100, QUESTIONS = 6, ANSWER_BYTES = 40 * PAIRS + 64 };

static const char *const class_names[CLASSES] = {"boxes",    "rounded boxes", "spheres",      "points",       "capsules",
                                                 "segments", "hulls of 8",    "larger hulls", "rounded hulls"};
static const char *const question_names[QUESTIONS] = {"overlap",          "containment", "push",
                                                      "push with points", "sweep",       "sweep, bits alone"};

static float class_number(rng *r, bool lattice, double most) {
    const double any = rng_real(r, -most, most);
    return lattice ? (float)(int)(2 * any) / 2 : (float)any;
}

static sepal_solids *set_of_class(int class, bool lattice, rng *r) {
    static const size_t vertices[CLASSES] = {0, 0, 1, 1, 2, 2, 8, 20, 8};
    const bool round = class == ROUNDED_BOXES || class == SPHERES || class == CAPSULES || class == ROUNDED_HULLS;
    sepal_solids *out = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &out), SEPAL_OK);
    for (int i = 0; i < PAIRS; i++) {
        float at[3], half[3], turn[4], x[20], y[20], z[20];
        for (int k = 0; k < 3; k++) {
            at[k] = class_number(r, lattice, 2);
            half[k] = lattice ? 0.5F * (float)rng_between(r, 1, 3) : (float)rng_real(r, 0.2, 1.2);
        }
        for (int k = 0; k < 4; k++)
            turn[k] = (float)rng_real(r, -1, 1);
        const float radius = !round    ? 0
                             : lattice ? 0.25F * (float)rng_between(r, class == ROUNDED_BOXES ? 0 : 1, 4)
                                       : (float)rng_real(r, 0.1, 1);
        for (size_t k = 0; k < vertices[class]; k++) {
            x[k] = at[0] + (k == 0 ? 0 : class_number(r, lattice, 1));
            y[k] = at[1] + (k == 0 ? 0 : class_number(r, lattice, 1));
            z[k] = at[2] + (k == 0 ? 0 : class_number(r, lattice, 1));
        }
        sepal_solid_boxes one = {
            .x = at, .y = at + 1, .z = at + 2, .half_x = half, .half_y = half + 1, .half_z = half + 2, .radius = &radius};
        if (!lattice)
            one.turn = (sepal_solid_turns){turn, turn + 1, turn + 2, turn + 3, {NULL}};
        cr_assert_eq(vertices[class] == 0 ? sepal_solids_add_boxes(out, &one, 1, NULL, NULL)
                                          : sepal_solids_add_hull(out, x, y, z, vertices[class], radius, NULL),
                     SEPAL_OK);
    }
    return out;
}

/* What is asked, and where the answers of each question go. */
typedef struct class_call {
    const sepal_solids *a, *b;
    sepal_pair pairs[PAIRS];
    float moves[2][3 * PAIRS];
    sepal_rule rule;
} class_call;

typedef struct class_answers {
    _Alignas(8) unsigned char of[QUESTIONS][ANSWER_BYTES];
} class_answers;

static void ask_all(const class_call *c, class_answers *out) {
    const sepal_solid_moves a = {c->moves[0], c->moves[0] + 1, c->moves[0] + 2, 3},
                            b = {c->moves[1], c->moves[1] + 1, c->moves[1] + 2, 3};
    float *push = (void *)out->of[2], *points = (void *)out->of[3], *sweep = (void *)(out->of[4] + 64);
    memset(out, 0, sizeof *out);
    const sepal_solid_mtvs pushes = {
        .normal_x = push, .normal_y = push + PAIRS, .normal_z = push + 2 * PAIRS, .depth = push + 3 * PAIRS};
    sepal_solid_mtvs all = {
        .normal_x = points, .normal_y = points + PAIRS, .normal_z = points + 2 * PAIRS, .depth = points + 3 * PAIRS};
    all.a_x = points + 4 * PAIRS, all.a_y = points + 5 * PAIRS, all.a_z = points + 6 * PAIRS;
    all.b_x = points + 7 * PAIRS, all.b_y = points + 8 * PAIRS, all.b_z = points + 9 * PAIRS;
    const sepal_solid_hits hits = {(void *)out->of[4], sweep, sweep + PAIRS, sweep + 2 * PAIRS, sweep + 3 * PAIRS};
    const sepal_solid_hits bits = {.bits = (void *)out->of[5]};
    cr_assert_eq(sepal_solids_overlap_pairs(c->a, c->b, c->pairs, PAIRS, &c->rule, (void *)out->of[0]), SEPAL_OK);
    cr_assert_eq(sepal_solids_contains_pairs(c->a, c->b, c->pairs, PAIRS, &c->rule, (void *)out->of[1]), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(c->a, c->b, c->pairs, PAIRS, &c->rule, &pushes), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(c->a, c->b, c->pairs, PAIRS, &c->rule, &all), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(c->a, &a, c->b, &b, c->pairs, PAIRS, &c->rule, &hits), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(c->a, &a, c->b, &b, c->pairs, PAIRS, &c->rule, &bits), SEPAL_OK);
}

static void check_classes(int class_a, int class_b, bool lattice) {
    static class_call c;
    static class_answers expected, found;
    rng r = {(uint64_t)(100 * class_a + 10 * class_b + lattice)};
    sepal_solids *a = set_of_class(class_a, lattice, &r), *b = set_of_class(class_b, lattice, &r);
    c.a = a, c.b = b;
    for (uint32_t i = 0; i < PAIRS; i++)
        c.pairs[i] = (sepal_pair){i, rng_below(&r, PAIRS)};
    for (int i = 0; i < 3 * PAIRS; i++) {
        c.moves[0][i] = class_b % 2 == 0 ? 0 : class_number(&r, lattice, 2);
        c.moves[1][i] = class_number(&r, lattice, 4);
    }
    for (int rule = 0; rule < 4; rule++) {
        c.rule = (sepal_rule){(sepal_touching)(rule % 2), rule < 2 ? 0 : 0.25F};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask_all(&c, isa == 0 ? &expected : &found);
            for (int k = 0; k < QUESTIONS && isa > 0; k++)
                cr_assert_eq(memcmp(expected.of[k], found.of[k], ANSWER_BYTES), 0, "%s: %s of %s and %s, lattice %d, rule %d",
                             sepal_isa(), question_names[k], class_names[class_a], class_names[class_b], lattice, rule);
        }
    }
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}

Test(solids_classes, answers_are_those_of_the_scalar_path) {
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b < CLASSES; b++)
            for (int lattice = 0; lattice < 2; lattice++)
                check_classes(a, b, lattice != 0);
}
