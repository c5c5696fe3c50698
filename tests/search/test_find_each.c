/* test_find_each.c — all pairs of two sets as they are found: the same pairs as in order; the caller's function may end the search, and
 * runs in the caller's floating-point state. And answers so dense that the finder keeps them as bits. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../scenes/crowds.h"
#include "../scenes/solid_scenes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 300, SEED = 5, AT_ONCE_MOST = 4096 };

/* What the caller's function is given, call by call. */
typedef struct basket {
    sepal_pair *pairs;
    size_t count, room, calls;
    size_t enough; /* ends the search once there are so many */
    int rounding;  /* the mode that it saw last */
} basket;

static int put_into_basket(void *context, const sepal_pair *pairs, size_t count) {
    basket *b = context;
    cr_assert(count >= 1 && count <= AT_ONCE_MOST);
    cr_assert_leq(b->count + count, b->room, "more pairs than there are");
    memcpy(b->pairs + b->count, pairs, count * sizeof *pairs);
    b->count += count;
    b->calls++;
    b->rounding = fegetround();
    return b->count < b->enough;
}

static basket basket_create(size_t room) {
    basket b = {.pairs = calloc(room + 1, sizeof(sepal_pair)), .room = room, .enough = SIZE_MAX};
    cr_assert_not_null(b.pairs);
    return b;
}

static int compare_pairs(const void *left, const void *right) {
    const sepal_pair *l = left, *r = right;
    return l->a != r->a ? (l->a < r->a ? -1 : 1) : l->b != r->b ? (l->b < r->b ? -1 : 1) : 0;
}

static void check_same(const char *what, const sepal_pair *pairs, const sepal_pair *expected, size_t count) {
    for (size_t k = 0; k < count; k++)
        cr_assert(pairs[k].a == expected[k].a && pairs[k].b == expected[k].b, "%s, %s: pair %zu is (%u, %u) instead of (%u, %u)",
                  what, sepal_isa(), k, pairs[k].a, pairs[k].b, expected[k].a, expected[k].b);
}

/* The pairs of find_pairs on every instruction set, and in the same order on all of them. */
static void check_each(const char *what, either kind, const void *a, const void *b, const sepal_filter *filter,
                       const sepal_rule *rule) {
    sepal_finder *finder = NULL;
    size_t found = 0, again;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    use_isa(0);
    (void)either_find_pairs(kind, finder, a, b, filter, rule, 0, NULL, &found);
    basket in_order = basket_create(found), first = basket_create(found), got = basket_create(found);
    cr_assert_eq(either_find_pairs(kind, finder, a, b, filter, rule, found, in_order.pairs, &again), SEPAL_OK);
    cr_assert_eq(either_find_each(kind, finder, a, b, filter, rule, put_into_basket, &first), SEPAL_OK);
    cr_assert_eq(first.count, found, "%s: %zu pairs instead of %zu", what, first.count, found);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        got.count = 0;
        cr_assert_eq(either_find_each(kind, finder, a, b, filter, rule, put_into_basket, &got), SEPAL_OK);
        cr_assert_eq(got.count, found, "%s, %s: %zu pairs instead of %zu", what, sepal_isa(), got.count, found);
        check_same(what, got.pairs, first.pairs, found);
    }
    qsort(first.pairs, found, sizeof *first.pairs, compare_pairs);
    check_same(what, first.pairs, in_order.pairs, found);
    sepal_finder_destroy(finder);
    free(in_order.pairs);
    free(first.pairs);
    free(got.pairs);
}

Test(find_each, gives_the_pairs_of_find_pairs) {
    for (int kind = 0; kind < CROWDS; kind++) {
        sepal_polys *a = crowd_set((crowd)kind, SHAPES), *b = crowd_set(EVEN, SHAPES / 2);
        static uint32_t owners[SHAPES];
        for (uint32_t k = 0; k < SHAPES; k++)
            owners[k] = k / 3;
        const sepal_filter parts = {.owner = {owners, NULL}};
        const sepal_rule rule = {(sepal_touching)(kind % RULES), 0.25F, 0};
        check_each("one set", EITHER_POLYS, a, a, NULL, NULL);
        check_each("one set, a margin", EITHER_POLYS, a, a, NULL, &rule);
        check_each("one set, a filter", EITHER_POLYS, a, a, &parts, NULL);
        check_each("two sets", EITHER_POLYS, a, b, NULL, &rule);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
    for (int kind = 0; kind < SOLID_CROWDS; kind++) {
        sepal_solids *a = solid_crowd_set(kind, SEED, SHAPES), *b = solid_crowd_set(0, SEED, SHAPES / 2);
        const sepal_rule rule = {(sepal_touching)(kind % RULES), 0.25F, 0};
        check_each("one set of solids", EITHER_SOLIDS, a, a, NULL, &rule);
        check_each("two sets of solids", EITHER_SOLIDS, a, b, NULL, NULL);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}

/* --- Of a tree: a range, a list --------------------------------------------------------------------------------------------------- */

/* As in order by find_range and find_list, on every instruction set; and the caller's function is called no more once it has enough. */
static void check_each_of_tree(const char *what, either kind, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule) {
    enum { FIRST = 40, COUNT = 150, LISTED = 5 };
    static const uint32_t listed[LISTED] = {3, 99, 3, 120, 41};
    sepal_finder *finder = NULL;
    size_t found = 0, room = either_count(kind, a) * either_count(kind, b);
    basket in_order = basket_create(room), got = basket_create(room);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(either_find_build(kind, finder, b), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int by_list = 0; by_list < 2; by_list++) {
            use_isa(isa);
            got.count = got.calls = 0;
            got.enough = SIZE_MAX;
            if (by_list) {
                cr_assert_eq(either_find_list(kind, finder, a, listed, LISTED, filter, rule, room, in_order.pairs, &found),
                             SEPAL_OK);
                cr_assert_eq(either_find_each_list(kind, finder, a, listed, LISTED, filter, rule, put_into_basket, &got), SEPAL_OK);
            } else {
                cr_assert_eq(either_find_range(kind, finder, a, FIRST, COUNT, filter, rule, room, in_order.pairs, &found),
                             SEPAL_OK);
                cr_assert_eq(either_find_each_range(kind, finder, a, FIRST, COUNT, filter, rule, put_into_basket, &got), SEPAL_OK);
            }
            cr_assert_eq(got.count, found, "%s, %s: %zu pairs instead of %zu", what, sepal_isa(), got.count, found);
            qsort(got.pairs, found, sizeof *got.pairs, compare_pairs);
            check_same(what, got.pairs, in_order.pairs, found);
            got.count = got.calls = 0;
            got.enough = 1;
            cr_assert_eq(by_list ? either_find_each_list(kind, finder, a, listed, LISTED, filter, rule, put_into_basket, &got)
                                 : either_find_each_range(kind, finder, a, FIRST, COUNT, filter, rule, put_into_basket, &got),
                         SEPAL_OK);
            cr_assert_eq(got.calls, found > 0, "%s: %zu calls where one was enough", what, got.calls);
        }
    sepal_finder_destroy(finder);
    free(in_order.pairs);
    free(got.pairs);
}

Test(find_each, gives_the_pairs_of_a_range_and_of_a_list) {
    for (int kind = 0; kind < CROWDS; kind++) {
        sepal_polys *a = crowd_set((crowd)kind, SHAPES), *b = crowd_set(EVEN, SHAPES / 2);
        static uint32_t owners[SHAPES];
        for (uint32_t k = 0; k < SHAPES; k++)
            owners[k] = k / 3;
        const sepal_filter parts = {.owner = {owners, NULL}};
        const sepal_rule rule = {(sepal_touching)(kind % RULES), 0.25F, 0};
        check_each_of_tree("one set", EITHER_POLYS, a, a, &parts, &rule);
        check_each_of_tree("two sets", EITHER_POLYS, a, b, NULL, NULL);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    }
    for (int kind = 0; kind < SOLID_CROWDS; kind++) {
        sepal_solids *a = solid_crowd_set(kind, SEED, SHAPES), *b = solid_crowd_set(0, SEED, SHAPES / 2);
        check_each_of_tree("one set of solids", EITHER_SOLIDS, a, a, NULL, NULL);
        check_each_of_tree("two sets of solids", EITHER_SOLIDS, a, b, NULL, NULL);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}

Test(find_each, of_a_tree_refuses_bad_arguments) {
    enum { COUNT = 20 };
    static const uint32_t listed[] = {1, COUNT};
    const sepal_rule bad = {.margin = -1};
    basket b = basket_create(COUNT * COUNT);
    for (int of = 0; of < 2; of++) {
        const either kind = of == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        void *set = kind == EITHER_SOLIDS ? (void *)solid_crowd_set(0, SEED, COUNT) : (void *)crowd_set(ONE_PLACE, COUNT);
        sepal_finder *finder = NULL;
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_each_range(kind, finder, set, 0, 2, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT,
                     "no tree");
        cr_assert_eq(either_find_each_list(kind, finder, set, listed, 1, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        cr_assert_eq(either_find_each_range(kind, finder, NULL, 0, 2, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_range(kind, finder, set, 0, 2, NULL, NULL, NULL, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_range(kind, finder, set, 0, 2, NULL, &bad, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_range(kind, finder, set, 1, COUNT, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_list(kind, finder, NULL, listed, 1, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_list(kind, finder, set, NULL, 1, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_list(kind, finder, set, listed, 2, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_list(kind, finder, set, listed, 1, NULL, NULL, NULL, &b), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_each_list(kind, finder, set, listed, 1, NULL, &bad, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
    }
    cr_assert_eq(b.calls, 0U);
    free(b.pairs);
}

Test(find_each, ends_when_the_caller_has_enough) {
    sepal_polys *set = crowd_set(ONE_PLACE, SHAPES);
    sepal_finder *finder = NULL;
    size_t all = (size_t)SHAPES * (SHAPES - 1) / 2;
    basket b = basket_create(all);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t enough = 1; enough <= all; enough *= 5) {
        b.count = b.calls = 0;
        b.enough = enough;
        cr_assert_eq(sepal_polys_find_each(finder, set, set, NULL, NULL, put_into_basket, &b), SEPAL_OK);
        cr_assert(b.count >= enough && b.count < enough + AT_ONCE_MOST, "%zu pairs where %zu were enough", b.count, enough);
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    free(b.pairs);
}

Test(find_each, runs_the_function_in_the_state_of_the_caller) {
    sepal_polys *set = crowd_set(ONE_PLACE, SHAPES);
    sepal_finder *finder = NULL;
    basket b = basket_create((size_t)SHAPES * SHAPES);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    const int usual = fegetround();
    cr_assert_eq(fesetround(FE_UPWARD), 0);
    sepal_status status = sepal_polys_find_each(finder, set, set, NULL, NULL, put_into_basket, &b);
    int after = fegetround();
    fesetround(usual);
    cr_assert_eq(status, SEPAL_OK);
    cr_assert(b.calls > 1 && b.rounding == FE_UPWARD && after == FE_UPWARD);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    free(b.pairs);
}

Test(find_each, bad_arguments_call_nothing) {
    const sepal_rule bad = {.margin = -1};
    sepal_polys *set = crowd_set(ONE_PLACE, 20);
    sepal_solids *solids = solid_crowd_set(0, SEED, 20);
    sepal_finder *finder = NULL;
    basket b = basket_create(400);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_each(NULL, set, set, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each(finder, NULL, set, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each(finder, set, NULL, NULL, NULL, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each(finder, set, set, NULL, NULL, NULL, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_each(finder, set, set, NULL, &bad, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_find_each(finder, solids, solids, NULL, &bad, put_into_basket, &b), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(b.calls, 0U);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    sepal_solids_destroy(solids);
    free(b.pairs);
}

/* --- Where everything meets ------------------------------------------------------------------------------------------------------ */

/* All pairs of shapes first .. first+count-1 of one set and all `others` of another, or, where these are 0, the later ones of its own. */
static void check_all(const sepal_pair *pairs, size_t found, uint32_t first, uint32_t count, uint32_t others, uint32_t shapes) {
    size_t at = 0;
    for (uint32_t i = first; i < first + count; i++)
        for (uint32_t j = others > 0 ? 0 : i + 1; j < (others > 0 ? others : shapes); j++, at++)
            cr_assert(at < found && pairs[at].a == i && pairs[at].b == j, "pair %zu is not (%u, %u)", at, i, j);
    cr_assert_eq(found, at);
}

Test(find_each, dense_answers_are_in_order) {
    enum { A = 500, B = 333, FIRST = 77, SLICE = 300 };
    sepal_polys *a = crowd_set(ONE_PLACE, A), *b = crowd_set(ONE_PLACE, B);
    sepal_finder *finder = NULL;
    size_t room = (size_t)A * A, found;
    sepal_pair *pairs = calloc(room, sizeof *pairs);
    cr_assert_not_null(pairs);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int again = 0; again < 2; again++) { /* also in the memory of an earlier answer */
        cr_assert_eq(sepal_polys_find_pairs(finder, a, a, NULL, NULL, room, pairs, &found), SEPAL_OK);
        check_all(pairs, found, 0, A, 0, A);
        cr_assert_eq(sepal_polys_find_pairs(finder, a, b, NULL, NULL, room, pairs, &found), SEPAL_OK);
        check_all(pairs, found, 0, A, B, A);
        cr_assert_eq(sepal_polys_find_near(finder, a, b, NULL, 0.5F, room, pairs, &found), SEPAL_OK);
        check_all(pairs, found, 0, A, B, A);
        cr_assert_eq(sepal_polys_find_build(finder, b), SEPAL_OK);
        cr_assert_eq(sepal_polys_find_range(finder, a, FIRST, SLICE, NULL, NULL, room, pairs, &found), SEPAL_OK);
        check_all(pairs, found, FIRST, SLICE, B, A);
        cr_assert_eq(sepal_polys_find_pairs(finder, a, a, NULL, NULL, 5, pairs, &found), SEPAL_TOO_SMALL);
        cr_assert_eq(found, (size_t)A * (A - 1) / 2);
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
    free(pairs);
}

/* Whichever request for memory is refused: either the answer is right all the same, or nothing is written. */
Test(find_each, dense_answers_without_memory) {
    enum { COUNT = 400 };
    sepal_polys *set = crowd_set(ONE_PLACE, COUNT);
    size_t all = (size_t)COUNT * (COUNT - 1) / 2, refused = 0, fail_at = 0, requests;
    sepal_pair *pairs = calloc(all, sizeof *pairs);
    cr_assert_not_null(pairs);
    do {
        watch w = watch_create();
        w.fail_at = ++fail_at;
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        size_t found = 12345;
        memset(pairs, 0xff, all * sizeof *pairs);
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        sepal_status status = sepal_polys_find_pairs(finder, set, set, NULL, NULL, all, pairs, &found);
        if (status == SEPAL_OK)
            check_all(pairs, found, 0, COUNT, 0, COUNT);
        else
            cr_assert(status == SEPAL_NO_MEMORY && found == 12345 && pairs[0].a == UINT32_MAX);
        refused += status != SEPAL_OK;
        requests = w.requests;
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U, "memory was kept after request %zu was refused", fail_at);
    } while (fail_at < requests);
    cr_assert_gt(refused, 4U);
    sepal_polys_destroy(set);
    free(pairs);
}
