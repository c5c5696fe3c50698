/* Slots: whatever was removed and replaced in a set, every question about it has, to the last bit, the answers of a set that was filled
 * with the same shapes at once; and those about empty slots are what the headers say. */
#include "../common/check.h"
#include "compare.h"

#include <criterion/criterion.h>
#include <float.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 60, PAIRS = 250 };

static bool is_solid(const set_kind *kind) {
    return kind->dimensions == 3;
}

static void replace(const set_kind *kind, void *set, uint32_t index, const void *from, uint32_t shape) {
    cr_assert_eq(is_solid(kind) ? sepal_solids_replace(set, index, from, shape) : sepal_polys_replace(set, index, from, shape),
                 SEPAL_OK);
}

static sepal_status take_out(const set_kind *kind, void *set, uint32_t index) {
    return is_solid(kind) ? sepal_solids_remove(set, index) : sepal_polys_remove(set, index);
}

/* Removes and replaces at random, by shapes of the set itself and of another; at the end each shape is where it was, but that one of
 * eight is removed, which `gone` says. */
static void churn(const set_kind *kind, rng *r, void *set, const void *shapes, size_t count, const void *others, size_t other_count,
                  bool *gone) {
    for (size_t step = 0; step < 3 * count; step++) {
        uint32_t i = rng_below(r, (uint32_t)count), from = rng_below(r, (uint32_t)count);
        if (rng_below(r, 3) == 0)
            (void)take_out(kind, set, i); /* refused where it is removed already */
        else if (rng_below(r, 2) == 0)
            replace(kind, set, i, others, rng_below(r, (uint32_t)other_count));
        else if ((is_solid(kind) ? sepal_solids_replace(set, i, set, from) : sepal_polys_replace(set, i, set, from)) != SEPAL_OK)
            replace(kind, set, i, shapes, from); /* where that one is removed */
    }
    for (uint32_t i = (uint32_t)count; i-- > 0;) {
        replace(kind, set, i, shapes, i);
        gone[i] = rng_below(r, 8) == 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (gone[i])
            cr_assert_eq(take_out(kind, set, i), SEPAL_OK);
}

/* What the headers say of a pair with an empty slot: 0, but for the depth of a push and the time of a sweep. */
static reply nothing_of(const question *q) {
    reply r = reply_create(q, 1);
    const bool push = strncmp(q->name, "push", 4) == 0, sweep = strcmp(q->name, "sweep") == 0;
    for (size_t k = 0; k < q->array_count; k++) {
        memset(r.arrays[k], 0, array_bytes(&q->arrays[k], 1));
        bool is_depth = push && k == (q->array_count <= 7 ? 2 : 3); /* behind the normal */
        if (is_depth || (sweep && k == 1))
            *(float *)r.arrays[k] = is_depth ? -FLT_MAX : 1;
    }
    return r;
}

static void check_question(const set_kind *kind, const subject *whole, const subject *loose, const question *q, const bool *gone_a,
                           const bool *gone_b) {
    const size_t all = q->slow ? call_longest(q, whole) / 4 : call_longest(q, whole);
    for (size_t i = 0; i < rule_count(q); i++) {
        const sepal_rule rule = rule_number(i, whole->margin);
        uint32_t index = 0;
        while (q->one_against_many && gone_a[index] && i == 0) /* under the second rule, one may be removed itself */
            index++;
        const call of_whole = call_part(q, whole, index, 0, all, &rule), of_loose = call_part(q, loose, index, 0, all, &rule);
        reply expected = reply_create(q, all), got = reply_create(q, all), nothing = nothing_of(q);
        cr_assert_eq(q->ask(&of_whole, expected.arrays), SEPAL_OK);
        cr_assert_eq(q->ask(&of_loose, got.arrays), SEPAL_OK);
        cr_assert_null(reply_fault(&got));
        for (size_t k = 0; k < all; k++) {
            uint32_t a = q->one_against_many ? index : whole->pairs[k].a, b = q->one_against_many ? (uint32_t)k : whole->pairs[k].b;
            bool is_gone = gone_a[a] || gone_b[b];
            cr_assert(is_gone ? same_answer(&got, k, &nothing, 0) : same_answer(&got, k, &expected, k),
                      "%s, %s, %s, %s: pair %zu, (%u, %u)%s", sepal_isa(), kind->name, whole->name, q->name, k, a, b,
                      is_gone ? ", of which one is removed" : "");
        }
        reply_release(&expected);
        reply_release(&got);
        reply_release(&nothing);
    }
}

static void check_subject(const set_kind *kind, size_t number) {
    subject whole = kind->create(number, 77, SHAPES, PAIRS), loose = kind->copy(&whole, NULL, number % 2 == 0);
    bool *gone_a = calloc(whole.count_a, sizeof *gone_a), *gone_b = calloc(whole.count_b, sizeof *gone_b);
    rng r = {number};
    cr_assert(gone_a != NULL && gone_b != NULL);
    churn(kind, &r, (void *)loose.a, whole.a, whole.count_a, whole.b, whole.count_b, gone_a);
    if (loose.a != loose.b)
        churn(kind, &r, (void *)loose.b, whole.b, whole.count_b, whole.a, whole.count_a, gone_b);
    for (size_t k = 0; k < kind->question_count; k++)
        for (size_t isa = 0; isa < sepal_isa_count() && is_asked(k, number); isa++) {
            use_isa(isa);
            check_question(kind, &whole, &loose, &kind->questions[k], gone_a, loose.a == loose.b ? gone_a : gone_b);
        }
    free(gone_a);
    free(gone_b);
    kind->destroy(&loose);
    kind->destroy(&whole);
}

Test(slots, answer_as_a_set_that_was_filled_at_once) {
    for (size_t k = 0; k < set_kind_count; k++)
        for (size_t n = 0; n < set_kinds[k]->subject_count(); n++)
            check_subject(set_kinds[k], n);
}
