/* A caller that is compiled and linked with -ffast-math. On x86 the whole program then starts with subnormals flushed to zero,
 * and the arithmetic of this file is not reliable. The library must still answer as GMP does. */
#include "../common/check.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void expect(const polygon_list *a, const polygon_list *b, const sepal_pair *pairs, size_t count, uint8_t *expected[RULES]) {
    for (size_t i = 0; i < count; i++) {
        const polygon *p = &a->items[pairs[i].a], *q = &b->items[pairs[i].b];
        oracle_contact c = oracle_hulls_contact(p->x, p->y, p->count, q->x, q->y, q->count);
        expected[SEPAL_TOUCHING_OVERLAPS][i] = c != ORACLE_APART;
        expected[SEPAL_TOUCHING_IS_APART][i] = c == ORACLE_OVERLAP;
    }
}

static void check_scene(const scene *s) {
    uint8_t *expected[RULES] = {answers_create(s->pair_count), answers_create(s->pair_count)};
    expect(&s->a, s->one_set ? &s->a : &s->b, s->pairs, s->pair_count, expected);
    for (int touching = 0; touching < RULES; touching++) {
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            check_pairs(s, use_isa(isa), s->set_a, s->set_b, s->pairs, s->pair_count, touching, expected[touching]);
        free(expected[touching]);
    }
}

Test(fastmath, of_the_caller_changes_nothing) {
    const char *const names[] = {"boxes",          "box grid",   "triangle tiling", "lattice",  "couples",
                                 "round, dressed", "everything", "slivers",         "segments", "a million away"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 901, 150, 1000);
        check_scene(&s);
        scene_destroy(&s);
    }
}

/* The whole number n as n * 2^-149, made from its bits, because arithmetic may flush it to zero. */
static float to_subnormal(float whole) {
    int32_t n = (int32_t)whole;
    uint32_t bits = n < 0 ? 0x80000000U | (uint32_t)-n : (uint32_t)n;
    float subnormal;
    memcpy(&subnormal, &bits, sizeof subnormal);
    return subnormal;
}

Test(fastmath, of_the_caller_flushes_nothing) {
    const char *const names[] = {"lattice", "triangle tiling", "segments", "parallelograms", "triangles on a lattice"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 902, 150, 1000);
        for (size_t i = 0; i < s.a.count; i++)
            for (size_t v = 0; v < s.a.items[i].count; v++) {
                s.a.items[i].x[v] = to_subnormal(s.a.items[i].x[v]);
                s.a.items[i].y[v] = to_subnormal(s.a.items[i].y[v]);
            }
        sepal_polys_destroy(s.set_a);
        s.set_a = s.set_b = load_set(&s.a, NULL);
        check_scene(&s);
        scene_destroy(&s);
    }
}
