#include "questions.h"
#include "../common/must.h"

#include <stdlib.h>
#include <string.h>

/* --- Rules ------------------------------------------------------------------------------------------------------------------- */

size_t rule_count(const question *q) {
    return q->touching ? RULES_MOST : 1;
}

sepal_rule rule_number(size_t i, float margin) {
    static const sepal_touching touching[RULES_MOST] = {SEPAL_TOUCHING_OVERLAPS, SEPAL_TOUCHING_IS_APART};
    return (sepal_rule){.touching = touching[i], .margin = margin};
}

/* --- Answers ----------------------------------------------------------------------------------------------------------------- */

enum { STALE = 0xa5, BYTES_BEHIND = 64 };

size_t array_bytes(const answer_array *array, size_t count) {
    return array->bytes == 0 ? SEPAL_BIT_WORDS(count) * sizeof(uint64_t) : array->bytes * array->numbers * count;
}

reply reply_create(const question *q, size_t count) {
    reply r = {.question = q, .count = count};
    for (size_t k = 0; k < q->array_count; k++)
        r.arrays[k] = must_have(malloc(array_bytes(&q->arrays[k], count) + BYTES_BEHIND));
    reply_reset(&r);
    return r;
}

void reply_release(reply *r) {
    for (size_t k = 0; k < r->question->array_count; k++)
        free(r->arrays[k]);
}

void reply_reset(reply *r) {
    for (size_t k = 0; k < r->question->array_count; k++)
        memset(r->arrays[k], STALE, array_bytes(&r->question->arrays[k], r->count) + BYTES_BEHIND);
}

static bool all_stale(const reply *r, size_t k, size_t from) {
    const unsigned char *bytes = r->arrays[k];
    for (size_t i = from; i < array_bytes(&r->question->arrays[k], r->count) + BYTES_BEHIND; i++)
        if (bytes[i] != STALE)
            return false;
    return true;
}

bool reply_is_untouched(const reply *r) {
    for (size_t k = 0; k < r->question->array_count; k++)
        if (!all_stale(r, k, 0))
            return false;
    return true;
}

static bool bit(const void *words, size_t i) {
    return ((const uint64_t *)words)[i / 64] >> i % 64 & 1;
}

const char *reply_fault(const reply *r) {
    for (size_t k = 0; k < r->question->array_count; k++) {
        const answer_array *array = &r->question->arrays[k];
        if (!all_stale(r, k, array_bytes(array, r->count)))
            return "the call wrote behind the answers";
        for (size_t i = r->count; array->bytes == 0 && i % 64 != 0; i++)
            if (bit(r->arrays[k], i))
                return "a spare bit is set";
    }
    return NULL;
}

bool same_answer(const reply *p, size_t i, const reply *q, size_t k) {
    for (size_t n = 0; n < p->question->array_count; n++) {
        const answer_array *array = &p->question->arrays[n];
        size_t size = array->bytes * array->numbers;
        const char *of_p = p->arrays[n], *of_q = q->arrays[n];
        if (size == 0 ? bit(of_p, i) != bit(of_q, k) : memcmp(of_p + i * size, of_q + k * size, size) != 0)
            return false;
    }
    return true;
}

bool same_answers(const reply *got, const reply *expected, size_t from, size_t *differs) {
    for (size_t i = 0; i < got->count; i++)
        if (!same_answer(got, i, expected, from + i)) {
            *differs = i;
            return false;
        }
    return true;
}

/* --- Calls ------------------------------------------------------------------------------------------------------------------- */

call call_part(const question *q, const subject *s, uint32_t index, size_t first, size_t count, const sepal_rule *rule) {
    call c = {.a = s->a, .b = s->b, .moves_a = s->moves_a, .moves_b = s->moves_b, .count = count, .rule = rule};
    if (q->one_against_many) {
        c.index = index;
        c.first = first;
    } else {
        c.pairs = s->pairs + first;
    }
    return c;
}

/* A number that a row can hold: what is beyond 32 bits is outside of every set. */
static uint32_t in_row(size_t number) {
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

void call_in_rows(const call *c, sepal_row rows[CALL_ROWS]) {
    size_t half = c->count / 2;
    rows[0] = (sepal_row){c->index, in_row(c->first), in_row(half)};
    rows[1] = (sepal_row){c->index, in_row(c->first), 0};
    rows[2] = (sepal_row){c->index, in_row(in_row(c->first) + half), in_row(c->count - half)};
}

size_t call_longest(const question *q, const subject *s) {
    return q->one_against_many ? s->count_b : s->pair_count;
}

/* --- What is asked about ----------------------------------------------------------------------------------------------------- */

/* What SEPAL_TESTS chooses. */
static size_t chosen(size_t whole, size_t some, size_t quick, size_t slow) {
    const char *tests = getenv("SEPAL_TESTS");
    if (tests == NULL)
        return whole;
    return strcmp(tests, "slow") == 0 ? slow : strcmp(tests, "quick") == 0 ? quick : strcmp(tests, "some") == 0 ? some : whole;
}

bool is_asked(size_t question_number, size_t subject_number) {
    return (question_number + subject_number) % chosen(1, 5, 31, 61) == 0;
}

size_t scene_step(void) {
    return chosen(1, 3, 5, 13);
}

size_t scene_step_at_most_5(void) {
    return chosen(1, 3, 5, 5);
}
