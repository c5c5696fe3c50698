#include "compare.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <stdio.h>

reply ask_question(const question *q, const call *c) {
    reply r = reply_create(q, c->count);
    sepal_status status = q->ask(c, r.arrays);
    cr_assert_eq(status, SEPAL_OK, "%s, '%s': %s", sepal_isa(), q->name, sepal_status_text(status));
    return r;
}

reply ask_scalar(const question *q, const call *c) {
    use_isa(0);
    return ask_question(q, c);
}

static void print_answer(const reply *r, size_t i) {
    const question *q = r->question;
    for (size_t k = 0; k < q->array_count; k++) {
        size_t size = q->arrays[k].bytes * q->arrays[k].numbers;
        const unsigned char *bytes = r->arrays[k];
        if (size == 0)
            fprintf(stderr, " %d", bit_at(r->arrays[k], i));
        for (size_t n = 0; n < size; n++)
            fprintf(stderr, "%s%02x", n == 0 ? " " : "", (unsigned)bytes[i * size + n]);
    }
    fputc('\n', stderr);
}

void check_reply(const set_kind *kind, const subject *s, const call *c, const reply *got, const reply *expected, size_t from) {
    const question *q = got->question;
    const char *fault = reply_fault(got);
    size_t i = 0;
    cr_assert_null(fault, "%s, '%s', scene '%s', %zu answers: %s", sepal_isa(), q->name, s->name, c->count, fault);
    if (same_answers(got, expected, from, &i))
        return;
    kind->print(c->a, q->one_against_many ? c->index : c->pairs[i].a);
    kind->print(c->b, q->one_against_many ? (uint32_t)(c->first + i) : c->pairs[i].b);
    fputs("answer, and answer expected, as bytes:\n", stderr);
    print_answer(got, i);
    print_answer(expected, from + i);
    cr_assert_fail("%s, %s, '%s', scene '%s', seed %llu: answer %zu of %zu; touching %d, margin %a", sepal_isa(), kind->name,
                   q->name, s->name, (unsigned long long)s->seed, i, c->count, c->rule == NULL ? 0 : (int)c->rule->touching,
                   c->rule == NULL ? 0 : (double)c->rule->margin);
}

void check_call(const set_kind *kind, const subject *s, const call *c, const reply *expected, size_t from) {
    reply got = ask_question(expected->question, c);
    check_reply(kind, s, c, &got, expected, from);
    reply_release(&got);
}
