/* test_find_kept.c — a tree that is kept while shapes move, come and go: all that is asked of it, step by step, against a finder that
 * builds everything anew; and pairs of listed shapes, against all pairs. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 900, POINTS = 3, ROOM = 200000, SEED = 606 };

/* Shapes of one to three points, some with a radius, that the test can put into a set again. */
typedef struct stock {
    either kind;
    void *set;
    size_t count;
    float at[MOST][POINTS][3];
    float radius[MOST];
    rng r;
} stock;

/* Spread over a square, or cube, in which each shape meets some others. */
static void draw(stock *s, size_t i) {
    float centre[3];
    double side = s->kind == EITHER_SOLIDS ? 9 : 28;
    for (int axis = 0; axis < 3; axis++)
        centre[axis] = (float)rng_real(&s->r, 0, side);
    for (int k = 0; k < POINTS; k++)
        for (int axis = 0; axis < 3; axis++)
            s->at[i][k][axis] = centre[axis] + (float)rng_real(&s->r, -0.6, 0.6);
}

static size_t points_of(size_t i) {
    return 1 + i % POINTS;
}

static void add(stock *s) {
    size_t i = s->count++;
    draw(s, i);
    s->radius[i] = i % 2 == 0 ? 0 : (float)rng_real(&s->r, 0, 0.5);
    cr_assert_eq(either_add_points(s->kind, s->set, s->at[i], points_of(i), s->radius[i]), SEPAL_OK);
}

/* The last shapes are gone. */
static void keep_first(stock *s, size_t count) {
    either_clear(s->kind, s->set);
    s->count = count;
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(either_add_points(s->kind, s->set, s->at[i], points_of(i), s->radius[i]), SEPAL_OK);
}

static void shift(stock *s, uint32_t i, double by) {
    for (int axis = 0; axis < 3; axis++) {
        float move = (float)rng_real(&s->r, -by, by);
        for (int k = 0; k < POINTS; k++)
            s->at[i][k][axis] += move;
    }
    cr_assert_eq(either_update_points(s->kind, s->set, i, s->at[i], points_of(i)), SEPAL_OK);
}

static void jump(stock *s, uint32_t i) {
    draw(s, i);
    cr_assert_eq(either_update_points(s->kind, s->set, i, s->at[i], points_of(i)), SEPAL_OK);
}

static sepal_pair expected[ROOM], got[ROOM];

static void must_be_same(const char *what, int step, size_t found, size_t wanted) {
    cr_assert_eq(found, wanted, "%s, %s, step %d: %zu pairs instead of %zu", sepal_isa(), what, step, found, wanted);
    for (size_t k = 0; k < found; k++)
        cr_assert(got[k].a == expected[k].a && got[k].b == expected[k].b, "%s, %s, step %d, pair %zu: (%u, %u) instead of (%u, %u)",
                  sepal_isa(), what, step, k, got[k].a, got[k].b, expected[k].a, expected[k].b);
}

/* What a caller's function is given; it says that it has enough once there are so many. */
typedef struct basket {
    sepal_pair pairs[ROOM];
    size_t count, calls, enough;
} basket;

static int put_into_basket(void *context, const sepal_pair *pairs, size_t count) {
    basket *b = context;
    cr_assert(count >= 1 && count <= 4096 && b->count + count <= ROOM);
    memcpy(b->pairs + b->count, pairs, count * sizeof *pairs);
    b->count += count;
    b->calls++;
    return b->count < b->enough;
}

static int compare_pairs(const void *left, const void *right) {
    const sepal_pair *l = left, *r = right;
    return l->a != r->a ? (l->a < r->a ? -1 : 1) : l->b != r->b ? (l->b < r->b ? -1 : 1) : 0;
}

static bool contains_pair(const sepal_pair *pairs, size_t count, sepal_pair pair) {
    return count > 0 && bsearch(&pair, pairs, count, sizeof pair, compare_pairs) != NULL;
}

/* The pairs of a kept tree as they come, and those of its boxes, where `wanted` pairs in `expected` overlap. */
static void check_each_and_near(const stock *s, sepal_finder *kept, int step, const sepal_rule *rule, const sepal_filter *filter,
                                size_t wanted) {
    static basket b;
    size_t near;
    const sepal_status status = either_find_near_kept(s->kind, kept, filter, rule == NULL ? 0 : rule->margin, ROOM, got, &near);
    cr_assert_eq(status, near > ROOM ? SEPAL_TOO_SMALL : SEPAL_OK);
    if (status == SEPAL_TOO_SMALL) /* with the greatest slack all boxes meet */
        return;
    for (size_t k = 0; k < wanted; k++)
        cr_assert(contains_pair(got, near, expected[k]), "step %d: (%u, %u) is not near", step, expected[k].a, expected[k].b);
    for (size_t k = 1; k < near; k++)
        cr_assert_lt(compare_pairs(&got[k - 1], &got[k]), 0);
    b.count = b.calls = 0;
    b.enough = SIZE_MAX;
    cr_assert_eq(either_find_each_kept(s->kind, kept, filter, rule, put_into_basket, &b), SEPAL_OK);
    qsort(b.pairs, b.count, sizeof *b.pairs, compare_pairs);
    memcpy(got, b.pairs, b.count * sizeof *got);
    must_be_same("each", step, b.count, wanted);
    if (wanted == 0)
        return;
    b.count = b.calls = 0;
    b.enough = 1;
    cr_assert_eq(either_find_each_kept(s->kind, kept, filter, rule, put_into_basket, &b), SEPAL_OK);
    cr_assert_eq(b.calls, 1, "the search did not end");
}

/* All that a tree is asked, against a finder that knows nothing yet. */
static void check_step(const stock *s, sepal_finder *kept, int step, const sepal_rule *rule, const sepal_filter *filter) {
    sepal_finder *fresh = NULL;
    size_t found, wanted, half = s->count / 2;
    cr_assert_eq(sepal_finder_create(NULL, &fresh), SEPAL_OK);
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->set, s->set, filter, rule, ROOM, expected, &wanted), SEPAL_OK);
    cr_assert_eq(either_find_kept(s->kind, kept, filter, rule, ROOM, got, &found), SEPAL_OK);
    must_be_same("kept", step, found, wanted);
    if (wanted > 0) { /* too little room: the number is told, and nothing is written */
        memset(got, 0xff, sizeof got[0]);
        cr_assert_eq(either_find_kept(s->kind, kept, filter, rule, wanted - 1, got, &found), SEPAL_TOO_SMALL);
        cr_assert(found == wanted && got[0].a == UINT32_MAX);
    }
    check_each_and_near(s, kept, step, rule, filter, wanted);
    cr_assert_eq(either_find_range(s->kind, kept, s->set, 0, half, filter, rule, ROOM, got, &found), SEPAL_OK);
    size_t of_range = found;
    cr_assert_eq(
        either_find_range(s->kind, kept, s->set, half, s->count - half, filter, rule, ROOM - of_range, got + of_range, &found),
        SEPAL_OK);
    must_be_same("range", step, of_range + found, wanted);
    cr_assert_eq(either_find_build(s->kind, fresh, s->set), SEPAL_OK);
    for (size_t i = 0; i < s->count; i += 37) {
        cr_assert_eq(either_find_at(s->kind, fresh, s->at[i][0], 1, NULL, rule, ROOM, expected, &wanted), SEPAL_OK);
        cr_assert_eq(either_find_at(s->kind, kept, s->at[i][0], 1, NULL, rule, ROOM, got, &found), SEPAL_OK);
        must_be_same("at", step, found, wanted);
    }
    sepal_finder_destroy(fresh);
}

/* Steps of every kind: rest, small moves, moves to the next shapes, jumps, shapes that come and go, each told by a list or not. */
static void run_steps(either kind, float slack, int steps) {
    static stock s;
    static uint32_t list[2 * MOST], numbers[MOST];
    sepal_finder *kept = NULL;
    s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
    cr_assert_eq(sepal_finder_create(NULL, &kept), SEPAL_OK);
    for (size_t i = 0; i < MOST; i++)
        numbers[i] = (uint32_t)(i * 2654435761U >> 29);
    while (s.count < 500)
        add(&s);
    cr_assert_eq(either_find_keep(kind, kept, s.set, slack), SEPAL_OK);
    for (int step = 0; step < steps; step++) {
        const sepal_rule rule = {(sepal_touching)(step / 3 % 2), step < 20 ? 0 : (float)(step % 5) * 0.0625F, 0};
        const sepal_filter filter = {{numbers, NULL}, {NULL, NULL}, {step % 2 == 0 ? numbers : NULL, NULL}};
        size_t listed = 0, movers = step % 4 == 0 ? 0 : step % 11 == 0 ? s.count : s.count / 20;
        for (size_t k = 0; k < movers; k++) {
            uint32_t i = movers == s.count ? (uint32_t)k : (uint32_t)rng_below(&s.r, (uint32_t)s.count); /* all: in order */
            list[listed++] = i;
            if (step % 7 == 3)
                jump(&s, i);
            else
                shift(&s, i, step % 3 == 0 ? 0.01 : step % 3 == 1 ? 0.2 : 1.5);
        }
        if (step % 6 == 5)
            keep_first(&s, s.count - (step % 12 == 5 ? 3 : s.count / 3));
        else if (step % 6 == 2)
            for (size_t more = step % 12 == 2 ? 5 : 150; more > 0 && s.count < MOST; more--)
                add(&s);
        for (size_t k = 0; k < listed; k++) /* those that were removed are not listed */
            while (k < listed && list[k] >= s.count)
                list[k] = list[--listed];
        bool all = step % 2 == 0;
        cr_assert_eq(either_find_update(kind, kept, all ? NULL : list, all ? 0 : listed), SEPAL_OK);
        check_step(&s, kept, step, &rule, step % 3 == 0 ? &filter : NULL);
    }
    keep_first(&s, 0);
    cr_assert_eq(either_find_update(kind, kept, NULL, 0), SEPAL_OK);
    check_step(&s, kept, steps, NULL, NULL);
    while (s.count < 40)
        add(&s);
    cr_assert_eq(either_find_update(kind, kept, NULL, 0), SEPAL_OK);
    check_step(&s, kept, steps + 1, NULL, NULL);
    sepal_finder_destroy(kept);
    either_destroy(kind, s.set);
}

Test(find_kept, every_kind_of_step) {
    static const float slacks[] = {0, 0.05F, 3e38F};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
            for (size_t k = 0; k < sizeof slacks / sizeof *slacks; k++) {
                use_isa(isa);
                run_steps(kind, slacks[k], k < 2 ? 60 : 12); /* with a greater slack most boxes meet */
            }
}

/* Near pairs of a tree that was just built, with neither slack nor margin, are those of the boxes around the shapes. Afterwards they come
 * and go only when a shape leaves its box: so not while all move by less than the slack. */
Test(find_kept, near_pairs_stay_while_shapes_are_in_their_boxes) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
            static stock s;
            sepal_finder *finder = NULL;
            size_t found, wanted;
            use_isa(isa);
            s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
            while (s.count < 500)
                add(&s);
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            cr_assert_eq(either_find_near(kind, finder, s.set, s.set, NULL, 0, ROOM, expected, &wanted), SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, finder, s.set, 0), SEPAL_OK);
            cr_assert_eq(either_find_near_kept(kind, finder, NULL, 0, ROOM, got, &found), SEPAL_OK);
            must_be_same("near", 0, found, wanted);
            cr_assert_eq(either_find_keep(kind, finder, s.set, 0.25F), SEPAL_OK);
            cr_assert_eq(either_find_near_kept(kind, finder, NULL, 0, ROOM, expected, &wanted), SEPAL_OK);
            for (int step = 0; step < 4; step++) {
                for (uint32_t i = 0; i < s.count; i++)
                    shift(&s, i, 0.06);
                cr_assert_eq(either_find_update(kind, finder, NULL, 0), SEPAL_OK);
                cr_assert_eq(either_find_near_kept(kind, finder, NULL, 0, ROOM, got, &found), SEPAL_OK);
                must_be_same("near", step, found, wanted);
            }
            sepal_finder_destroy(finder);
            either_destroy(kind, s.set);
        }
}

/* Shapes that all leave their boxes in each step, until they move little: then the boxes have their slack again. */
Test(find_kept, restless_shapes_come_to_rest) {
    static sepal_pair first[ROOM];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
            static stock s;
            sepal_finder *finder = NULL;
            size_t found, wanted = 0;
            const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.125F, 0};
            use_isa(isa);
            s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
            while (s.count < 500)
                add(&s);
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, finder, s.set, 0.25F), SEPAL_OK);
            for (int step = 0; step < 10; step++) {
                for (uint32_t i = 0; i < s.count; i++)
                    if (step < 6 || i % 8 == 0)
                        shift(&s, i, step < 6 ? 1.5 : 0.06);
                cr_assert_eq(either_find_update(kind, finder, NULL, 0), SEPAL_OK);
                check_step(&s, finder, step, step % 2 == 0 ? &rule : NULL, NULL);
                cr_assert_eq(either_find_near_kept(kind, finder, NULL, 0, ROOM, got, &found), SEPAL_OK);
                if (step < 7) {
                    memcpy(first, got, found * sizeof *got);
                    wanted = found;
                }
                memcpy(expected, first, wanted * sizeof *got);
                must_be_same("near", step, found, wanted);
            }
            sepal_finder_destroy(finder);
            either_destroy(kind, s.set);
        }
}

/* Other calls of a finder leave its tree as it is. */
Test(find_kept, the_tree_survives_other_calls) {
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        static stock s, other;
        sepal_finder *finder = NULL;
        size_t found;
        s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
        other = (stock){.kind = kind, .set = either_create(kind), .r = {SEED + 1}};
        while (s.count < 300)
            add(&s);
        while (other.count < 400)
            add(&other);
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_build(kind, finder, s.set), SEPAL_OK);
        for (int step = 0; step < 3; step++) {
            cr_assert_eq(either_find_pairs(kind, finder, other.set, s.set, NULL, NULL, ROOM, got, &found), SEPAL_OK);
            cr_assert_eq(either_find_near(kind, finder, other.set, other.set, NULL, 1, ROOM, got, &found), SEPAL_OK);
            check_step(&s, finder, step, NULL, NULL);
        }
        sepal_finder_destroy(finder);
        either_destroy(kind, s.set);
        either_destroy(kind, other.set);
    }
}

/* --- Lists ----------------------------------------------------------------------------------------------------------------------
 */

static bool is_listed(const uint32_t *shapes, size_t count, uint32_t shape) {
    for (size_t k = 0; k < count; k++)
        if (shapes[k] == shape)
            return true;
    return false;
}

/* Of all pairs, those with a listed shape: of one set either, of two sets the first. */
static size_t with_listed(const uint32_t *shapes, size_t count, bool one_set, size_t all) {
    size_t wanted = 0;
    for (size_t k = 0; k < all; k++) {
        expected[wanted] = expected[k];
        wanted += is_listed(shapes, count, expected[k].a) || (one_set && is_listed(shapes, count, expected[k].b));
    }
    return wanted;
}

Test(find_kept, listed_shapes) {
    static const size_t sizes[] = {0, 1, 2, 17, 60, 299, 700};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
            static stock s, other;
            static uint32_t list[MOST], numbers[MOST];
            sepal_finder *finder = NULL;
            size_t found, all;
            use_isa(isa);
            s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
            other = (stock){.kind = kind, .set = either_create(kind), .r = {SEED + 1}};
            while (s.count < 300)
                add(&s);
            while (other.count < 350)
                add(&other);
            for (size_t i = 0; i < MOST; i++)
                numbers[i] = (uint32_t)(i * 2654435761U >> 29);
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, finder, s.set, 0.25F), SEPAL_OK);
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
                const sepal_rule rule = {(sepal_touching)(k % 2), k < 3 ? 0 : 0.125F, 0};
                const sepal_filter some = {{numbers, numbers + 5}, {NULL, numbers + 9}, {numbers, numbers}},
                                   *filter = k % 2 ? &some : NULL;
                for (size_t i = 0; i < sizes[k]; i++)
                    list[i] = (uint32_t)rng_below(&s.r, (uint32_t)s.count);
                cr_assert_eq(either_find_pairs(kind, finder, s.set, s.set, filter, &rule, ROOM, expected, &all), SEPAL_OK);
                cr_assert_eq(either_find_list(kind, finder, s.set, list, sizes[k], filter, &rule, ROOM, got, &found), SEPAL_OK);
                must_be_same("list", (int)k, found, with_listed(list, sizes[k], true, all));
                cr_assert_eq(either_find_pairs(kind, finder, other.set, s.set, filter, &rule, ROOM, expected, &all), SEPAL_OK);
                cr_assert_eq(either_find_list(kind, finder, other.set, list, sizes[k], filter, &rule, ROOM, got, &found), SEPAL_OK);
                must_be_same("list of another set", (int)k, found, with_listed(list, sizes[k], false, all));
            }
            sepal_finder_destroy(finder);
            either_destroy(kind, s.set);
            either_destroy(kind, other.set);
        }
}

/* --- What may go wrong ----------------------------------------------------------------------------------------------------------
 */

Test(find_kept, bad_arguments_change_nothing) {
    static stock s;
    const sepal_rule bad = {.margin = -1};
    const uint32_t within[] = {3, 0}, outside[] = {3, 20};
    sepal_finder *finder = NULL;
    sepal_solids *solids = NULL;
    sepal_pair pairs[1] = {{123, 456}};
    size_t found = 99;
    s = (stock){.kind = EITHER_POLYS, .set = either_create(EITHER_POLYS), .r = {SEED}};
    while (s.count < 20)
        add(&s);
    cr_assert_eq(sepal_solids_create(NULL, &solids), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_keep(NULL, s.set, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_keep(finder, NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_keep(finder, s.set, -1), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_keep(finder, s.set, NAN), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_keep(finder, s.set, INFINITY), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_update(finder, NULL, 0), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_kept(finder, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_list(finder, s.set, within, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "no tree");
    cr_assert_eq(sepal_polys_find_keep(finder, s.set, 0), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_update(NULL, NULL, 0), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_update(finder, outside, 2), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_update(finder, NULL, 0), SEPAL_BAD_ARGUMENT, "a tree of polygons");
    cr_assert_eq(sepal_solids_find_kept(finder, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "a tree of polygons");
    cr_assert_eq(sepal_solids_find_list(finder, solids, NULL, 0, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT,
                 "a tree of polygons");
    cr_assert_eq(sepal_polys_find_kept(NULL, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_kept(finder, NULL, &bad, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_kept(finder, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_kept(finder, NULL, NULL, 1, pairs, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each_kept(NULL, NULL, NULL, put_into_basket, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each_kept(finder, NULL, &bad, put_into_basket, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each_kept(finder, NULL, NULL, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_each_kept(finder, NULL, NULL, put_into_basket, &found), SEPAL_BAD_ARGUMENT, "of polygons");
    cr_assert_eq(sepal_polys_find_near_kept(NULL, NULL, 0, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near_kept(finder, NULL, -1, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near_kept(finder, NULL, NAN, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near_kept(finder, NULL, 0, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_near_kept(finder, NULL, 0, 1, pairs, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_near_kept(finder, NULL, 0, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "a tree of polygons");
    cr_assert_eq(sepal_polys_find_list(NULL, s.set, within, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, NULL, within, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, s.set, NULL, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, s.set, outside, 2, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, s.set, within, 2, NULL, &bad, 1, pairs, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, s.set, within, 2, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_list(finder, s.set, within, 2, NULL, NULL, 1, pairs, NULL), SEPAL_BAD_ARGUMENT);
    add(&s); /* the tree does not follow yet */
    cr_assert_eq(sepal_polys_find_kept(finder, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "another number of shapes");
    cr_assert_eq(sepal_polys_find_range(finder, s.set, 0, 1, NULL, NULL, 1, pairs, &found), SEPAL_BAD_ARGUMENT, "the same");
    cr_assert(found == 99 && pairs[0].a == 123 && pairs[0].b == 456);
    cr_assert_eq(sepal_polys_find_update(finder, NULL, 0), SEPAL_OK);
    check_step(&s, finder, 0, NULL, NULL);
    sepal_finder_destroy(finder);
    sepal_solids_destroy(solids);
    either_destroy(EITHER_POLYS, s.set);
}

/* The pairs in `got`, against a finder that knows nothing yet. */
static void check_kept(const stock *s, int step, const sepal_rule *rule, size_t found) {
    sepal_finder *fresh = NULL;
    size_t wanted;
    cr_assert_eq(sepal_finder_create(NULL, &fresh), SEPAL_OK);
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->set, s->set, NULL, rule, ROOM, expected, &wanted), SEPAL_OK);
    must_be_same("kept", step, found, wanted);
    sepal_finder_destroy(fresh);
}

/* Whichever request for memory is refused, the call says so, and changes nothing: the tree is there as it was, and the same call can be
 * made again. The answer of a call that succeeds is right. Returns how many calls were refused. */
static size_t steps_without_memory(either kind, size_t fail_at) {
    static stock s;
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_finder *finder = NULL;
    size_t found, refused = 0;
    sepal_status status;
    s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
    while (s.count < 200)
        add(&s);
    w.fail_at = fail_at;
    if (sepal_finder_create(&allocator, &finder) != SEPAL_OK) {
        either_destroy(kind, s.set);
        return 1;
    }
    if ((status = either_find_keep(kind, finder, s.set, 0.125F)) != SEPAL_OK) {
        cr_assert_eq(status, SEPAL_NO_MEMORY);
        cr_assert_eq(either_find_update(kind, finder, NULL, 0), SEPAL_BAD_ARGUMENT, "there was no tree before");
        cr_assert_eq(either_find_keep(kind, finder, s.set, 0.125F), SEPAL_OK);
        refused++;
    }
    for (int step = 0; step < 5; step++) {
        const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, step < 3 ? 0 : 0.0625F * (float)step,
                                 0}; /* the margin grows in the end */
        found = 12345;
        if ((status = either_find_kept(kind, finder, NULL, &rule, ROOM, got, &found)) != SEPAL_OK) {
            cr_assert(status == SEPAL_NO_MEMORY && found == 12345);
            cr_assert_eq(either_find_kept(kind, finder, NULL, &rule, ROOM, got, &found), SEPAL_OK, "step %d", step);
            refused++;
        }
        check_kept(&s, step, &rule, found);
        const size_t before = s.count;
        for (uint32_t i = 0; i < 20; i++)
            shift(&s, i * 9, i % 2 == 0 ? 0.5 : 20);
        for (int more = 0; more < 25; more++)
            add(&s);
        if ((status = either_find_update(kind, finder, NULL, 0)) != SEPAL_OK) {
            cr_assert_eq(status, SEPAL_NO_MEMORY);
            cr_assert_eq(either_find_range(kind, finder, s.set, 0, 1, NULL, NULL, ROOM, got, &found), SEPAL_BAD_ARGUMENT);
            keep_first(&s, before); /* the tree is one of so many shapes */
            cr_assert_eq(either_find_range(kind, finder, s.set, 0, 1, NULL, NULL, ROOM, got, &found), SEPAL_OK);
            while (s.count < before + 25)
                add(&s);
            cr_assert_eq(either_find_update(kind, finder, NULL, 0), SEPAL_OK);
            refused++;
        }
        if (step == 4 && either_find_build(kind, finder, s.set) != SEPAL_OK) { /* the tree that there is serves on */
            refused++;
            cr_assert_eq(either_find_range(kind, finder, s.set, 0, s.count, NULL, NULL, ROOM, got, &found), SEPAL_OK);
            check_kept(&s, step, NULL, found);
        }
    }
    sepal_finder_destroy(finder);
    cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", fail_at);
    either_destroy(kind, s.set);
    return refused;
}

Test(find_kept, memory_that_runs_out) {
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        size_t fail_at = 0;
        while (steps_without_memory(kind, fail_at) > 0)
            fail_at++;
        cr_assert_gt(fail_at, 20U);
    }
}

/* Steps of a scene that does not grow ask for no memory. */
Test(find_kept, memory_is_kept) {
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        static stock s;
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        size_t found, requests = 0;
        s = (stock){.kind = kind, .set = either_create(kind), .r = {SEED}};
        while (s.count < 400)
            add(&s);
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        cr_assert_eq(either_find_keep(kind, finder, s.set, 0.125F), SEPAL_OK);
        for (int step = 0; step < 12; step++) {
            for (uint32_t i = 0; i < 400; i += 9) { /* there and back */
                for (int k = 0; k < POINTS; k++)
                    s.at[i][k][0] += step % 2 == 0 ? 0.5F : -0.5F;
                cr_assert_eq(either_update_points(kind, s.set, i, s.at[i], points_of(i)), SEPAL_OK);
            }
            cr_assert_eq(either_find_update(kind, finder, NULL, 0), SEPAL_OK);
            cr_assert_eq(either_find_kept(kind, finder, NULL, NULL, ROOM, got, &found), SEPAL_OK);
            if (step == 8)
                requests = w.requests;
        }
        cr_assert_eq(w.requests, requests);
        sepal_finder_destroy(finder);
        either_destroy(kind, s.set);
    }
}
