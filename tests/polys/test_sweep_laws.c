/* Moving shapes: laws that hold for every pair. */
#include "../common/check.h"
#include "../scenes/round_scenes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

typedef struct sweep_answers {
    uint64_t *bits;
    float *time, *x, *y;
    size_t count;
} sweep_answers;

static sweep_answers sweep_ask(const sepal_polys *a, const float *moves_a, const sepal_polys *b, const float *moves_b,
                               const sepal_pair *pairs, size_t count, const sepal_rule *rule) {
    sweep_answers s = {malloc((SEPAL_BIT_WORDS(count) + 1) * sizeof *s.bits), malloc((count + 1) * sizeof *s.time),
                       malloc((count + 1) * sizeof *s.x), malloc((count + 1) * sizeof *s.y), count};
    cr_assert(s.bits != NULL && s.time != NULL && s.x != NULL && s.y != NULL);
    sepal_moves of_a = moves_of(moves_a), of_b = moves_of(moves_b);
    sepal_hits out = {s.bits, s.time, s.x, s.y};
    cr_assert_eq(
        sepal_polys_sweep_pairs(a, moves_a == NULL ? NULL : &of_a, b, moves_b == NULL ? NULL : &of_b, pairs, count, rule, &out),
        SEPAL_OK);
    return s;
}

static void sweep_release(sweep_answers *s) {
    free(s->bits);
    free(s->time);
    free(s->x);
    free(s->y);
}

/* Without a relative move the answer is that of overlap, the time 0, and the normal that of the push. */
static void check_at_rest(const scene *s, const sepal_polys *a, const float *moves_a, const sepal_polys *b, const float *moves_b,
                          float margin) {
    size_t count = s->pair_count;
    uint64_t *overlap = malloc((SEPAL_BIT_WORDS(count) + 1) * sizeof *overlap);
    cr_assert_not_null(overlap);
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, margin, 0};
        sweep_answers got = sweep_ask(a, moves_a, b, moves_b, s->pairs, count, &rule);
        pushes parting = pushes_ask(a, b, s->pairs, count, &rule);
        cr_assert_eq(sepal_polys_overlap_pairs(a, b, s->pairs, count, &rule, overlap), SEPAL_OK);
        for (size_t i = 0; i < count; i++) {
            bool meet = bit_at(overlap, i);
            cr_assert(bit_at(got.bits, i) == meet && got.time[i] == (meet ? 0.0F : 1.0F) &&
                          same_bits(got.x[i], meet ? parting.x[i] : 0) && same_bits(got.y[i], meet ? parting.y[i] : 0),
                      "%s, scene '%s', pair %zu", sepal_isa(), s->kind, i);
        }
        pushes_release(&parting);
        sweep_release(&got);
    }
    free(overlap);
}

Test(sweep, without_a_relative_move_it_is_overlap) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 74, 60, 300);
        round_scene q = round_scene_create(kind, 75, 30, 100, (radius_manner)(kind % RADIUS_MANNERS));
        float one[2] = {s.moves_a[0], s.moves_a[1]};
        for (size_t i = 0; i < sepal_polys_count(s.set_a); i++)
            s.moves_a[2 * i] = one[0], s.moves_a[2 * i + 1] = one[1];
        for (size_t i = 0; i < sepal_polys_count(s.set_b); i++)
            s.moves_b[2 * i] = one[0], s.moves_b[2 * i + 1] = one[1];
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_at_rest(&s, s.set_a, NULL, s.set_b, NULL, 0);
            check_at_rest(&s, s.set_a, s.moves_a, s.set_b, s.moves_b, 0);
            check_at_rest(&q.base, q.a, NULL, q.b, NULL, q.margin);
        }
        round_scene_destroy(&q);
        scene_destroy(&s);
    }
}

/* The two sets exchanged: the same bits and times. */
static void check_exchanged(const scene *s, const sepal_polys *a, const sepal_polys *b, float margin) {
    size_t count = s->pair_count;
    sepal_pair *turned = malloc((count + 1) * sizeof *turned);
    cr_assert_not_null(turned);
    for (size_t i = 0; i < count; i++)
        turned[i] = (sepal_pair){s->pairs[i].b, s->pairs[i].a};
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, margin, 0};
        sweep_answers p = sweep_ask(a, s->moves_a, b, s->moves_b, s->pairs, count, &rule);
        sweep_answers q = sweep_ask(b, s->moves_b, a, s->moves_a, turned, count, &rule);
        for (size_t i = 0; i < count; i++)
            cr_assert(bit_at(p.bits, i) == bit_at(q.bits, i) && same_bits(p.time[i], q.time[i]),
                      "%s, scene '%s', pair %zu: %a and %a", sepal_isa(), s->kind, i, (double)p.time[i], (double)q.time[i]);
        sweep_release(&p);
        sweep_release(&q);
    }
    free(turned);
}

Test(sweep, the_order_of_the_two_does_not_matter) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 76, 60, 300);
        round_scene q = round_scene_create(kind, 77, 30, 100, (radius_manner)(kind % RADIUS_MANNERS));
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_exchanged(&s, s.set_a, s.set_b, 0);
            check_exchanged(&q.base, q.a, q.b, q.margin);
        }
        round_scene_destroy(&q);
        scene_destroy(&s);
    }
}
