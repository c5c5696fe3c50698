/* Every instruction set gives the answers of the scalar path, to the last bit: for every question and rule, in lists of all lengths
 * about the multiples of a lane count and of the chunks in which the library works, from any beginning. */
#include "../common/check.h"
#include "compare.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* Lists of fewer than SHORT pairs have every length. Longer ones are about the multiples of 128 at which chunks may end: each call of
 * check_parts takes one of the three lengths about each, and the subjects take turns. */
static const size_t lengths[][3] = {{127, 128, 129}, {255, 256, 257}, {511, 512, 513}, {1023, 1024, 1025}, {1727, 1728, 1729}};
enum { LENGTHS = sizeof lengths / sizeof *lengths, SHORT = 71, SHAPES = 330, PAIRS = 2700 };

/* Answers of the scalar path to one whole list, and what it was asked. */
typedef struct reference {
    const set_kind *kind;
    const subject *subject;
    const question *question;
    const sepal_rule *rule;
    uint32_t index;
    size_t turn; /* which of three lengths is taken */
    reply answers;
} reference;

static void check_part(const reference *ref, size_t first, size_t count) {
    call c = call_part(ref->question, ref->subject, ref->index, first, count, ref->rule);
    check_call(ref->kind, ref->subject, &c, &ref->answers, first);
}

/* The answers of the scalar path are the reference itself. */
static bool is_reference(void) {
    return sepal_isa() == sepal_isa_at(0);
}

static void check_whole(const reference *ref) {
    if (!is_reference())
        check_part(ref, 0, ref->answers.count);
}

/* Short parts from anywhere, and long ones. The scalar path itself takes one pair at a time: it is asked for few, and for about as many
 * as there are bits in a word. */
static void check_parts(const reference *ref) {
    size_t all = ref->answers.count, until = is_reference() ? SHORT : SHORT + LENGTHS;
    for (size_t i = 0; i < until; i++) {
        if (is_reference() && i > 9 && i < 63)
            continue;
        size_t length = i < SHORT ? i : lengths[i - SHORT][ref->turn % 3];
        if (length <= all)
            check_part(ref, i * 37 % (all - length + 1), length);
    }
    check_part(ref, all, 0);
}

/* All, and nearly all from odd places on. */
static void check_ends(const reference *ref) {
    size_t all = ref->answers.count;
    rng r = {all};
    if (is_reference())
        return;
    check_part(ref, 0, all);
    for (size_t first = 1; first < 18 && first + 40 < all; first += 3)
        check_part(ref, first, all - first - rng_below(&r, 40));
}

/* Every question about a subject, by its number, under every rule; of one against many, `rows` different ones. A slow question is asked about a
 * quarter of the pairs. */
static void check_subject(const set_kind *kind, size_t number, const subject *s, uint32_t rows,
                          void (*check)(const reference *ref)) {
    for (size_t k = 0; k < kind->question_count; k++) {
        if (!is_asked(k, number))
            continue;
        const question *q = &kind->questions[k];
        size_t all = q->slow ? call_longest(q, s) / 4 : call_longest(q, s);
        rng r = {s->seed};
        for (uint32_t row = 0; row < (q->one_against_many ? rows : 1); row++)
            for (size_t i = 0; i < rule_count(q); i++) {
                sepal_rule rule = rule_number(i, s->margin);
                reference ref = {kind, s, q, &rule, rng_below(&r, (uint32_t)s->count_a), s->seed + k + i, {0}};
                call whole = call_part(q, s, ref.index, 0, all, &rule);
                ref.answers = ask_scalar(q, &whole);
                for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                    use_isa(isa);
                    check(&ref);
                }
                reply_release(&ref.answers);
            }
    }
}

/* Subjects first .. end-1 of every kind of set, which check_subject then goes through. */
static void check_subjects(const set_kind *kind, size_t first, size_t end, size_t step, uint64_t seed, size_t shapes, size_t pairs,
                           uint32_t rows, void (*check)(const reference *ref)) {
    for (size_t n = first; n < end; n += step) {
        subject s = kind->create(n, seed, shapes, pairs);
        check_subject(kind, n / step, &s, rows, check);
        kind->destroy(&s);
    }
}

Test(agree, on_whole_lists) {
    for (size_t k = 0; k < set_kind_count; k++) {
        const set_kind *kind = set_kinds[k];
        check_subjects(kind, 0, kind->brief_count(), 1, 101, SHAPES, PAIRS, 2, check_whole);
        check_subjects(kind, kind->brief_count(), kind->subject_count(), 1, 102, 120, 700, 2, check_whole);
    }
}

Test(agree, on_parts_of_every_length) {
    for (size_t k = 0; k < set_kind_count; k++)
        check_subjects(set_kinds[k], 0, set_kinds[k]->brief_count(), 1, 104, SHAPES, PAIRS, 1, check_parts);
}

/* Where the library chooses the instruction set, it may take another one for short lists. */
static void check_short_by_choice(const reference *ref) {
    cr_assert_eq(sepal_isa_use(NULL), SEPAL_OK);
    for (size_t length = 1; length < 20 && length <= ref->answers.count; length++)
        check_part(ref, length * 37 % (ref->answers.count - length + 1), length);
}

Test(agree, on_short_lists_by_the_choice_of_the_library) {
    for (size_t k = 0; k < set_kind_count; k++)
        check_subjects(set_kinds[k], 0, set_kinds[k]->brief_count(), 3, 107, 100, 100, 1, check_short_by_choice);
}

/* Lists of up to three pairs may be answered by other code than longer ones: each pair alone, and each with the next one or two. */
static void check_alone(const reference *ref) {
    if (is_reference())
        return;
    for (size_t length = 1; length <= 3; length++)
        for (size_t k = 0; k + length <= ref->answers.count; k++)
            check_part(ref, k, length);
}

Test(agree, on_each_pair_alone) {
    for (size_t k = 0; k < set_kind_count; k++)
        check_subjects(set_kinds[k], 0, set_kinds[k]->brief_count(), 1, 108, 60, 120, 1, check_alone);
}

Test(agree, on_nearly_all_from_odd_places) {
    for (size_t k = 0; k < set_kind_count; k++)
        check_subjects(set_kinds[k], 0, set_kinds[k]->brief_count(), 1, 105, 100, 100, 5, check_ends);
}

/* Sets of more shapes than the library takes in one chunk. */
Test(agree, on_one_against_very_many) {
    for (size_t k = 0; k < set_kind_count; k++)
        check_subjects(set_kinds[k], 0, set_kinds[k]->brief_count(), 9, 106, 1700, 10, 3, check_ends);
}
