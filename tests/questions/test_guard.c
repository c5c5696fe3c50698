/* No question reads or writes outside what it is given: the arrays of the caller and the memory of the sets end where a page begins
 * that may not be touched. A stray access ends the test with a signal. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "compare.h"

#include <criterion/criterion.h>
#include <string.h>

/* The last shape of a guarded set lies at the end of its memory, so it is in many pairs. */
static void favour_the_ends(subject *s) {
    uint32_t last_a = (uint32_t)s->count_a - 1, last_b = (uint32_t)s->count_b - 1;
    for (size_t i = 0; i < s->pair_count; i += 2) {
        s->pairs[i].a = i % 4 == 0 ? last_a : s->pairs[i].a;
        s->pairs[i].b = i % 8 == 0 || i % 4 == 2 ? last_b : s->pairs[i].b;
    }
}

/* The moves of a set, ending at a page. */
static float *moves_at_the_edge(const float *moves, size_t floats) {
    if (moves == NULL)
        return NULL;
    float *copy = guarded(floats * sizeof *moves);
    memcpy(copy, moves, floats * sizeof *moves);
    return copy;
}

static void release_moves(float *moves, size_t floats) {
    if (moves != NULL)
        guarded_release(moves, floats * sizeof *moves);
}

/* The pairs, the moves and all arrays of answers end at a page. */
static void ask_at_the_edge(const set_kind *kind, const subject *s, const call *c, const reply *expected, size_t first) {
    const question *q = expected->question;
    size_t pair_bytes = q->one_against_many ? 0 : c->count * sizeof *c->pairs;
    sepal_pair *pairs = pair_bytes == 0 ? NULL : guarded(pair_bytes);
    call at_edge = *c;
    reply got = {.question = q, .count = c->count};
    size_t differs = 0;
    if (pairs != NULL)
        memcpy(pairs, c->pairs, pair_bytes);
    at_edge.pairs = pairs;
    size_t floats_a = kind->dimensions * s->count_a, floats_b = kind->dimensions * s->count_b;
    float *moves_a = moves_at_the_edge(c->moves_a, floats_a), *moves_b = moves_at_the_edge(c->moves_b, floats_b);
    at_edge.moves_a = moves_a;
    at_edge.moves_b = moves_b;
    for (size_t k = 0; k < q->array_count; k++)
        got.arrays[k] = guarded(array_bytes(&q->arrays[k], c->count));
    cr_assert_eq(q->ask(&at_edge, got.arrays), SEPAL_OK);
    cr_assert(same_answers(&got, expected, first, &differs), "%s, %s, '%s', scene '%s': answer %zu of %zu", sepal_isa(), kind->name,
              q->name, s->name, differs, c->count);
    for (size_t k = 0; k < q->array_count; k++)
        guarded_release(got.arrays[k], array_bytes(&q->arrays[k], c->count));
    release_moves(moves_a, floats_a);
    release_moves(moves_b, floats_b);
    if (pairs != NULL)
        guarded_release(pairs, pair_bytes);
}

/* `s`: in ordinary memory; `inside`: its copy in guarded memory. What a question reads hardly depends on the rule, so the subjects take
 * turns with the rules. */
static void check_question(const set_kind *kind, const question *q, const subject *s, const subject *inside, size_t turn) {
    size_t all = q->slow ? call_longest(q, s) / 4 : call_longest(q, s);
    uint32_t last = (uint32_t)s->count_a - 1;
    sepal_rule rule = rule_number(turn % rule_count(q), s->margin);
    call whole = call_part(q, s, last, 0, all, &rule);
    reply expected = ask_scalar(q, &whole);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        const size_t growth = isa == 0 ? 1 : 2; /* the scalar path takes one pair after the other, however many there are */
        for (size_t length = 1; length <= all; length += 1 + length / growth) {
            call end = call_part(q, inside, last, all - length, length, &rule);
            ask_at_the_edge(kind, s, &end, &expected, all - length);
            if (q->one_against_many) {
                call beginning = call_part(q, inside, last, 0, length, &rule);
                ask_at_the_edge(kind, s, &beginning, &expected, 0);
            }
        }
    }
    reply_release(&expected);
}

Test(guard, questions_stay_inside) {
    sepal_allocator allocator = guard_allocator();
    for (size_t k = 0; k < set_kind_count; k++)
        for (size_t n = 0; n < set_kinds[k]->brief_count(); n++)
            for (int exact_room = 0; exact_room < 2; exact_room++) {
                const set_kind *kind = set_kinds[k];
                subject s = kind->create(n, 501, 60 + 7 * (n % 5), 250);
                favour_the_ends(&s);
                subject inside = kind->copy(&s, &allocator, exact_room);
                for (size_t j = 0; j < kind->question_count; j++)
                    if (is_asked(j, 2 * n + (size_t)exact_room))
                        check_question(kind, &kind->questions[j], &s, &inside, n + (size_t)exact_room);
                kind->destroy(&inside);
                kind->destroy(&s);
            }
}
