/* test_policy.c — whether a filter pays is learnt from what it leaves open, costs a sample now and then where it does not, and is
 * remembered for as long as a question lasts, also from one call of a kernel to the next. */
#include "../../src/polys/kernels.h"
#include "../../src/search/find.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST = 512, CHUNK = 2048, EIGHTHS = 2 };

/* What a filter is asked about in so many chunks, if it leaves `open` of a hundred pairs open. */
static size_t asked_in_all(sepal_policy *policy, size_t chunks, size_t open) {
    size_t sum = 0;
    for (size_t k = 0; k < chunks; k++) {
        size_t asked = sepal_policy_asks(policy, LEAST, CHUNK);
        sum += asked;
        if (asked == 0)
            continue;
        if (sepal_policy_learns(policy, EIGHTHS, open * asked / 100, asked) && asked < CHUNK) {
            sum += CHUNK - asked;
            sepal_policy_learns(policy, EIGHTHS, open * CHUNK / 100, CHUNK);
        }
    }
    return sum;
}

Test(policy, asks_about_all_where_it_pays) {
    sepal_policy policy = {0};
    cr_assert_eq(asked_in_all(&policy, 64, 25), 64 * CHUNK, "every pair once");
    cr_assert(policy.pays);
}

Test(policy, asks_a_sample_now_and_then_where_it_does_not) {
    sepal_policy policy = {0};
    cr_assert_eq(asked_in_all(&policy, 64, 30), 4 * SEPAL_POLICY_SAMPLE, "one chunk in sixteen");
    cr_assert_not(policy.pays);
}

Test(policy, changes_with_the_scene) {
    sepal_policy policy = {0};
    cr_assert_eq(asked_in_all(&policy, 1, 90), SEPAL_POLICY_SAMPLE);
    cr_assert_eq(asked_in_all(&policy, SEPAL_POLICY_WAITS, 0), 0);
    cr_assert_eq(asked_in_all(&policy, 2, 0), 2 * CHUNK);
    cr_assert_eq(asked_in_all(&policy, 3, 90), CHUNK, "no sample of a filter that paid before");
}

Test(policy, learns_nothing_from_few_pairs) {
    sepal_policy policy = {0};
    cr_assert_eq(sepal_policy_asks(&policy, LEAST, LEAST - 1), 0);
    policy.waits = 3;
    cr_assert_eq(sepal_policy_asks(&policy, LEAST, LEAST - 1), 0);
    cr_assert_eq(policy.waits, 3);
    cr_assert_eq(sepal_policy_asks(&(sepal_policy){0}, 1, SEPAL_POLICY_SAMPLE - 1), SEPAL_POLICY_SAMPLE - 1,
                 "all if a sample is more");
}

/* Boxes that all overlap, so that circles decide next to nothing of them; they are turned, so that the inner ones do not either. */
static sepal_polys *crowd_of_boxes(uint32_t count) {
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < count; k++) {
        const float x[] = {-8, 8, 8, -8}, y[] = {(float)k, (float)k, (float)k + 0.5F, (float)k + 0.5F};
        cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    }
    return set;
}

Test(policy, is_kept_from_call_to_call_of_the_kernels) {
    enum { SHAPES = 8 };
    sepal_polys *set = crowd_of_boxes(SHAPES);
    sepal_pair pairs[LEAST];
    uint64_t bits[SEPAL_BIT_WORDS(LEAST)];
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    for (uint32_t k = 0; k < LEAST; k++)
        pairs[k] = (sepal_pair){k % SHAPES, (k + 1) % SHAPES};
    for (size_t at = 0; sepal_isa_at(at) != NULL; at++) {
        sepal_policy circles = {0};
        if (strcmp(sepal_isa_at(at), "scalar") == 0 || sepal_isa_use(sepal_isa_at(at)) != SEPAL_OK)
            continue;
        for (unsigned call = 0; call < 3; call++) {
            sepal_polys_overlap_pairs_kernels[sepal_isa_in_use()](set, set, pairs, LEAST, &rule, &circles, bits);
            cr_assert_eq(circles.waits, SEPAL_POLICY_WAITS - call, "%s, call %u", sepal_isa(), call);
        }
    }
    sepal_polys_destroy(set);
}

/* A kind of shapes that are all at one place, whose kernel counts its calls where the policy is. */
enum { AT_ONE_PLACE = 200 };
static unsigned calls_of_question;

static size_t count_shapes(const void *set) {
    (void)set;
    return AT_ONE_PLACE;
}
static void bounds_of_shapes(const void *set, size_t first, size_t count, float margin, sepal_bounds *out, sepal_span *spans) {
    (void)set, (void)first, (void)margin, (void)spans;
    for (size_t k = 0; k < count; k++)
        out[k] = (sepal_bounds){0, 0, 1, 1};
}
static void overlap_of_shapes(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                              sepal_policy *round, uint64_t *bits) {
    (void)a, (void)b, (void)pairs, (void)rule;
    memset(bits, 0, SEPAL_BIT_WORDS(count) * sizeof *bits);
    cr_assert_eq(round->waits, calls_of_question, "what the last call learnt is there");
    round->waits = ++calls_of_question;
}

Test(policy, is_that_of_a_question_to_the_finder) {
    const sepal_find_kind kind = {.count = count_shapes, .bounds = bounds_of_shapes, .overlap_pairs = overlap_of_shapes};
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const sepal_find asked = {.a = &kind, .b = &kind, .rule = &rule};
    sepal_finder *finder = NULL;
    size_t found;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int question = 0; question < 2; question++) { /* each begins with nothing known */
        calls_of_question = 0;
        cr_assert_eq(sepal_find_all(finder, &kind, &asked, 0, NULL, &found), SEPAL_OK);
        cr_assert_eq(found, 0);
        cr_assert_geq(calls_of_question, AT_ONE_PLACE * (AT_ONE_PLACE - 1) / 2 / SEPAL_FIND_CANDIDATES);
        cr_assert_geq(calls_of_question, 2);
    }
    sepal_finder_destroy(finder);
}
