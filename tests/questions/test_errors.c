/* Bad arguments of any question: the status says so, and nothing is written. */
#include "../common/check.h"
#include "compare.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SHAPES = 100, PAIRS = 1200, SOME = 200 };

/* Calls `check` for every question about some subjects, on every instruction set. */
static void check_all(uint64_t seed, void (*check)(const question *q, subject *s)) {
    for (size_t k = 0; k < set_kind_count; k++) {
        const set_kind *kind = set_kinds[k];
        const size_t step = 1 + kind->subject_count() / 12;
        for (size_t n = 0; n < kind->subject_count(); n += step) {
            subject s = kind->create(n, seed, SHAPES, PAIRS);
            for (size_t j = 0; j < kind->question_count; j++)
                for (size_t isa = 0; isa < sepal_isa_count() && is_asked(j, n / step); isa++) {
                    use_isa(isa);
                    check(&kind->questions[j], &s);
                }
            kind->destroy(&s);
        }
    }
}

/* Fails unless a call is refused and writes nothing. */
static void check_refused(const question *q, const call *c, reply *r, const char *what, size_t number) {
    sepal_status status = q->ask(c, r->arrays);
    cr_assert_eq(status, SEPAL_BAD_ARGUMENT, "%s, '%s', %s %zu: %s", sepal_isa(), q->name, what, number, sepal_status_text(status));
}

static void check_untouched(reply *r, const char *what) {
    cr_assert(reply_is_untouched(r), "%s, '%s', %s: answers were written", sepal_isa(), r->question->name, what);
    reply_release(r);
}

/* The scalar path takes one pair after the other, and long: it is asked about an eighth. */
static size_t fewer_of_scalar(size_t count) {
    return sepal_isa() == sepal_isa_at(0) ? (count + 7) / 8 : count;
}

/* --- Indices ----------------------------------------------------------------------------------------------------------------- */

/* One index of a list is outside its set, wherever it stands in a chunk and in a vector. */
static void check_bad_indices(const question *q, subject *s) {
    static const size_t counts[] = {1, 2, 15, 16, 17, 63, 64, 65, 512, 513, 600, 1100};
    uint32_t beyond_a[] = {(uint32_t)s->count_a, (uint32_t)s->count_a + 1, 0x80000000U, UINT32_MAX};
    uint32_t beyond_b[] = {(uint32_t)s->count_b, (uint32_t)s->count_b + 1, 0x80000000U, UINT32_MAX};
    if (q->one_against_many)
        return;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        reply r = reply_create(q, counts[i]);
        call c = call_part(q, s, 0, 0, counts[i], NULL);
        for (size_t at = 0; at < counts[i];) {
            sepal_pair good = s->pairs[at];
            for (int k = 0; k < 4; k++) {
                s->pairs[at].a = beyond_a[k];
                check_refused(q, &c, &r, "index of a beyond the set, at", at);
                s->pairs[at] = good;
                s->pairs[at].b = beyond_b[k];
                check_refused(q, &c, &r, "index of b beyond the set, at", at);
                s->pairs[at] = good;
            }
            at += at > 20 && at + 20 < counts[i] ? 14 : 1;
        }
        check_untouched(&r, "a bad index");
    }
}

Test(errors, a_bad_index_leaves_the_answers_alone) {
    check_all(601, check_bad_indices);
}

static void check_bad_ranges(const question *q, subject *s) {
    size_t count_a = s->count_a, count_b = s->count_b;
    struct {
        uint32_t index;
        size_t first, count;
    } bad[] = {
        {(uint32_t)count_a, 0, 1},
        {(uint32_t)count_a, 0, 0},
        {UINT32_MAX, 0, count_b},
        {0, 0, count_b + 1},
        {0, 1, count_b},
        {0, count_b, 1},
        {0, count_b + 1, 0},
        {0, SIZE_MAX, 0},
        {0, SIZE_MAX, 1},
        {0, 1, SIZE_MAX},
        {0, 2, SIZE_MAX - 1},
        {0, SIZE_MAX, SIZE_MAX},
#if SIZE_MAX > UINT32_MAX
        {0, (size_t)UINT32_MAX + 1, 1},
        {0, (size_t)UINT32_MAX + 1, 0},
        {0, 0, (size_t)UINT32_MAX + 2},
#endif
    };
    if (!q->one_against_many)
        return;
    reply r = reply_create(q, count_b + 1);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        call c = call_part(q, s, bad[k].index, bad[k].first, bad[k].count, NULL);
        check_refused(q, &c, &r, "range", k);
    }
    call empty = call_part(q, s, 0, count_b, 0, NULL);
    cr_assert_eq(q->ask(&empty, r.arrays), SEPAL_OK, "an empty range is no error");
    check_untouched(&r, "a bad range");
}

Test(errors, a_bad_range_leaves_the_answers_alone) {
    check_all(602, check_bad_ranges);
}

/* --- Pointers and rules ------------------------------------------------------------------------------------------------------ */

static void check_missing(const question *q, subject *s) {
    reply r = reply_create(q, 9);
    for (size_t count = 0; count <= 9; count += 9) {
        call good = call_part(q, s, 0, 0, count, NULL), c = good;
        c.a = NULL;
        check_refused(q, &c, &r, "no set a, count", count);
        c = good;
        c.b = NULL;
        check_refused(q, &c, &r, "no set b, count", count);
        c = good;
        c.pairs = NULL;
        if (count > 0 && !q->one_against_many)
            check_refused(q, &c, &r, "no pairs, count", count);
        if (count > 0 || q->structured)
            cr_assert_eq(q->ask(&good, NULL), SEPAL_BAD_ARGUMENT, "%s, '%s', no place for answers", sepal_isa(), q->name);
    }
    call empty = call_part(q, s, 0, 3, 0, NULL);
    cr_assert_eq(q->ask(&empty, r.arrays), SEPAL_OK);
    empty.pairs = NULL;
    cr_assert_eq(q->ask(&empty, q->structured ? r.arrays : NULL), SEPAL_OK, "%s, '%s': without pairs no list is needed",
                 sepal_isa(), q->name);
    check_untouched(&r, "a missing argument");
}

Test(errors, questions_need_sets_lists_and_a_place_for_answers) {
    check_all(603, check_missing);
}

static void check_rules(const question *q, subject *s) {
    sepal_rule bad[] = {
        {(sepal_touching)2, 0, 0},
        {(sepal_touching)-1, 0, 0},
        {(sepal_touching)0x7fffffff, 0, 0},
        {SEPAL_TOUCHING_OVERLAPS, -1, 0},
        {SEPAL_TOUCHING_OVERLAPS, -0x1p-149F, 0},
        {SEPAL_TOUCHING_OVERLAPS, NAN, 0},
        {SEPAL_TOUCHING_OVERLAPS, INFINITY, 0},
        {SEPAL_TOUCHING_IS_APART, -INFINITY, 0},
        {SEPAL_TOUCHING_OVERLAPS, 0, 1}, /* which is for sets of doubles */
        {SEPAL_TOUCHING_OVERLAPS, 0, NAN},
    };
    if (!q->ruled)
        return;
    reply r = reply_create(q, 9);
    const bool by_contact_rule = strstr(q->name, "contact") != NULL || strcmp(q->name, "surfaces") == 0; /* which has no margin64 */
    for (size_t k = 0; k < sizeof bad / sizeof *bad - (by_contact_rule ? 2 : 0); k++)
        for (size_t count = 0; count <= 9; count += 9) {
            call c = call_part(q, s, 0, 0, count, &bad[k]);
            check_refused(q, &c, &r, "rule", k);
        }
    check_untouched(&r, "a rule without a meaning");
}

Test(errors, a_rule_needs_a_meaning) {
    check_all(604, check_rules);
}

/* No rule is the rule of zeros; a margin of -0 is 0; and where touching has no effect, it has a meaning all the same. */
static void check_equal_rules(const question *q, subject *s) {
    sepal_rule equal[] = {{SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, -0.0F, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}};
    call c = call_part(q, s, 0, 0, fewer_of_scalar(call_longest(q, s)), NULL);
    reply without = ask_question(q, &c);
    size_t differs = 0;
    for (size_t k = 0; k < (q->touching ? 2 : 3); k++) {
        c.rule = &equal[k];
        reply with = ask_question(q, &c);
        cr_assert(same_answers(&with, &without, 0, &differs), "%s, '%s', scene '%s', rule %zu: answer %zu", sepal_isa(), q->name,
                  s->name, k, differs);
        reply_release(&with);
    }
    reply_release(&without);
}

Test(errors, equal_rules_give_equal_answers) {
    check_all(605, check_equal_rules);
}

/* Of up to this many arrays every choice is tried; of more, none, each alone, all but each, and all. */
enum { ALL_CHOICES = 7 };

static bool is_tried(const question *q, unsigned wanted) {
    size_t chosen = 0;
    for (unsigned left = wanted; left != 0; left &= left - 1)
        chosen++;
    return q->array_count <= ALL_CHOICES || chosen <= 1 || chosen + 1 >= q->array_count;
}

/* Each array of a structure may be left out, and then the others hold what they hold otherwise. */
static void check_left_out(const question *q, subject *s) {
    if (!q->structured)
        return;
    for (size_t i = 0; i < RULES_MOST; i++) {
        sepal_rule rule = rule_number(i, s->margin);
        size_t longest = call_longest(q, s), count = fewer_of_scalar(longest < SOME ? longest : SOME);
        call c = call_part(q, s, 0, 0, count, &rule);
        reply full = ask_question(q, &c);
        for (unsigned wanted = 0; wanted < 1U << q->array_count; wanted++) {
            if (!is_tried(q, wanted))
                continue;
            reply got = reply_create(q, c.count), expected = reply_create(q, c.count);
            void *arrays[ARRAYS_MOST] = {NULL};
            for (size_t k = 0; k < q->array_count; k++)
                if (wanted >> k & 1) {
                    arrays[k] = got.arrays[k];
                    memcpy(expected.arrays[k], full.arrays[k], array_bytes(&q->arrays[k], c.count));
                }
            cr_assert_eq(q->ask(&c, arrays), SEPAL_OK, "%s, '%s', arrays %u", sepal_isa(), q->name, wanted);
            size_t differs = 0;
            cr_assert(same_answers(&got, &expected, 0, &differs), "%s, '%s', scene '%s', arrays %u: answer %zu", sepal_isa(),
                      q->name, s->name, wanted, differs);
            reply_release(&expected);
            reply_release(&got);
        }
        reply_release(&full);
    }
}

Test(errors, arrays_of_a_structure_may_be_left_out) {
    check_all(606, check_left_out);
}

/* --- Empty sets -------------------------------------------------------------------------------------------------------------- */

static void check_empty(const question *q, const subject *full, const subject *empty) {
    static const sepal_pair pairs[70] = {{0, 0}};
    for (int which = 1; which < 4; which++) {
        call c = {.a = which & 1 ? empty->a : full->a, .b = which & 2 ? empty->b : full->b, .pairs = pairs, .count = 70};
        reply r = reply_create(q, c.count);
        check_refused(q, &c, &r, "an empty set, case", (size_t)which);
        c.count = 0;
        bool is_good = !q->one_against_many || which == 2;
        cr_assert_eq(q->ask(&c, r.arrays), is_good ? SEPAL_OK : SEPAL_BAD_ARGUMENT, "%s, '%s'", sepal_isa(), q->name);
        check_untouched(&r, "an empty set");
    }
}

Test(errors, empty_sets_have_no_pairs) {
    for (size_t k = 0; k < set_kind_count; k++) {
        const set_kind *kind = set_kinds[k];
        subject full = kind->create(0, 607, SHAPES, 10), empty = kind->create(0, 607, 0, 0);
        cr_assert(empty.count_a == 0 && empty.count_b == 0);
        for (size_t j = 0; j < kind->question_count; j++)
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                check_empty(&kind->questions[j], &full, &empty);
            }
        kind->destroy(&empty);
        kind->destroy(&full);
    }
}
