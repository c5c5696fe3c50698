/* Laws between answers: exchange, translation, scaling, reflection, another order of vertices, another order of pairs, a part
 * of a batch. Each law is tested on every instruction set, against the answers of the same instruction set. */
#include "../common/check.h"
#include "../questions/questions.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 150, PAIRS = 700 };

static sepal_pair *pairs_create(size_t count) {
    sepal_pair *pairs = malloc((count + 1) * sizeof *pairs);
    cr_assert_not_null(pairs);
    return pairs;
}

/* A set of the polygons of `list`, each changed by `change`. */
static sepal_polys *changed_set(const polygon_list *list, rng *r, void (*change)(rng *, polygon *)) {
    polygon_list copy = {.count = list->count};
    copy.items = malloc(list->count * sizeof *copy.items);
    cr_assert_not_null(copy.items);
    for (size_t i = 0; i < list->count; i++) {
        copy.items[i] = list->items[i];
        change(r, &copy.items[i]);
    }
    sepal_polys *set = load_set(&copy, NULL);
    free(copy.items);
    return set;
}

/* Fails if changing every polygon of the scene in this way changes an answer. */
static void check_change(const char *kind, uint64_t seed, const char *what, void (*change)(rng *, polygon *)) {
    scene s = scene_create(scene_kind_find(kind), seed, SHAPES, PAIRS);
    rng r = {seed};
    sepal_polys *a = changed_set(&s.a, &r, change), *b = s.one_set ? a : changed_set(&s.b, &r, change);
    uint8_t *expected = answers_create(s.pair_count);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (int touching = 0; touching < RULES; touching++) {
            ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
            check_pairs(&s, what, a, b, s.pairs, s.pair_count, touching, expected);
        }
    }
    free(expected);
    sepal_polys_destroy(a);
    if (!s.one_set)
        sepal_polys_destroy(b);
    scene_destroy(&s);
}

/* --- Other vertices, the same answers ----------------------------------------------------------*/

static void start_elsewhere(rng *r, polygon *p) {
    polygon_start_at(p, rng_below(r, (uint32_t)p->count));
}

static void reverse(rng *r, polygon *p) {
    (void)r;
    polygon_reverse(p);
}

static void repeat_some(rng *r, polygon *p) {
    if (p->count < POLYGON_MAX - 4)
        polygon_repeat(r, p, p->count + 1 + rng_below(r, 4));
}

static void split_some(rng *r, polygon *p) {
    polygon_split_edges(r, p, 3);
}

static void take_hull(rng *r, polygon *p) {
    (void)r;
    polygon_take_hull(p);
}

static void reflect(rng *r, polygon *p) {
    (void)r;
    for (size_t i = 0; i < p->count; i++)
        p->x[i] = -p->x[i];
}

static void exchange_axes(rng *r, polygon *p) {
    (void)r;
    polygon old = *p;
    memcpy(p->x, old.y, old.count * sizeof *p->x);
    memcpy(p->y, old.x, old.count * sizeof *p->y);
}

Test(laws, the_order_of_vertices_means_nothing) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        check_change(scene_kind_name(kind), 201, "another first vertex", start_elsewhere);
        check_change(scene_kind_name(kind), 202, "the other winding", reverse);
    }
}

Test(laws, vertices_that_are_no_corners_mean_nothing) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        check_change(scene_kind_name(kind), 203, "repeated vertices", repeat_some);
        check_change(scene_kind_name(kind), 204, "corners only", take_hull);
    }
    check_change("lattice", 205, "vertices on edges", split_some);
    check_change("couples", 206, "vertices on edges", split_some);
    check_change("parallelogram tiling", 207, "vertices on edges", split_some);
}

Test(laws, the_plane_has_no_preferred_direction) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        check_change(scene_kind_name(kind), 208, "reflected", reflect);
        check_change(scene_kind_name(kind), 209, "axes exchanged", exchange_axes);
    }
}

/* --- Other places and sizes, exactly -------------------------------------------------------------
 * These scenes have whole coordinates far below 2^24. */

static void move_a_little(rng *r, polygon *p) {
    (void)r;
    polygon_translate(p, 7, -3);
}

static void move_far(rng *r, polygon *p) {
    (void)r;
    polygon_translate(p, 16000000, -15999999);
}

static void scale_down(rng *r, polygon *p) {
    (void)r;
    polygon_scale(p, -149);
}

static void scale_near_range(rng *r, polygon *p) {
    (void)r;
    polygon_scale(p, -43);
}

static void scale_up(rng *r, polygon *p) {
    (void)r;
    polygon_scale(p, 100);
}

Test(laws, place_and_size_mean_nothing) {
    const char *const whole[] = {"boxes, aligned", "boxes on a lattice", "boxes and points", "segments",
                                 "lattice",        "parallelograms",     "triangle tiling",  "triangles on a lattice"};
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        check_change(whole[k], 210, "moved a little", move_a_little);
        check_change(whole[k], 211, "moved far", move_far);
        check_change(whole[k], 212, "scaled by 2^-149", scale_down);
        check_change(whole[k], 213, "scaled by 2^-43", scale_near_range);
        check_change(whole[k], 214, "scaled by 2^100", scale_up);
    }
}

/* --- The same pairs otherwise ------------------------------------------------------------------*/

Test(laws, a_and_b_may_be_exchanged) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 215, SHAPES, PAIRS);
        sepal_pair *back = pairs_create(s.pair_count);
        uint8_t *expected = answers_create(s.pair_count);
        for (size_t i = 0; i < s.pair_count; i++)
            back[i] = (sepal_pair){s.pairs[i].b, s.pairs[i].a};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (int touching = 0; touching < RULES; touching++) {
                ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
                check_pairs(&s, "exchanged", s.set_b, s.set_a, back, s.pair_count, touching, expected);
            }
        }
        free(expected);
        free(back);
        scene_destroy(&s);
    }
}

/* A selection of the pairs in any order, some more than once, has the same answers. */
Test(laws, the_company_of_a_pair_means_nothing) {
    rng r = {216};
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 216, SHAPES, PAIRS);
        uint8_t *expected = answers_create(s.pair_count), *chosen = answers_create(2 * s.pair_count);
        sepal_pair *choice = pairs_create(2 * s.pair_count);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (int touching = 0; touching < RULES; touching++) {
                ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
                for (int times = 0; times < 4; times++) {
                    size_t count = rng_below(&r, 2 * (uint32_t)s.pair_count);
                    uint32_t from_few = times == 0 ? 3 : (uint32_t)s.pair_count;
                    for (size_t i = 0; i < count; i++) {
                        size_t k = rng_below(&r, from_few);
                        choice[i] = s.pairs[k];
                        chosen[i] = expected[k];
                    }
                    check_pairs(&s, "a selection", s.set_a, s.set_b, choice, count, touching, chosen);
                }
            }
        }
        free(choice);
        free(chosen);
        free(expected);
        scene_destroy(&s);
    }
}

Test(laws, what_is_apart_when_touching_counts_is_apart_otherwise) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 217, SHAPES, PAIRS);
        uint8_t *touching[RULES] = {answers_create(s.pair_count), answers_create(s.pair_count)};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (int rule = 0; rule < RULES; rule++)
                ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, rule, touching[rule]);
            for (size_t i = 0; i < s.pair_count; i++)
                cr_assert(touching[SEPAL_TOUCHING_OVERLAPS][i] || !touching[SEPAL_TOUCHING_IS_APART][i],
                          "%s, scene '%s', seed %llu, pair %zu", sepal_isa(), s.kind, (unsigned long long)s.seed, i);
        }
        free(touching[0]);
        free(touching[1]);
        scene_destroy(&s);
    }
}
