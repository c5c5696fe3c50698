/* The floating-point state of the caller: rounding mode, flush-to-zero, traps and sticky flags change no answer, and no question
 * changes them; nor errno. */
#include "../common/check.h"
#include "../common/fp_states.h"
#include "compare.h"

#include <criterion/criterion.h>

static void check_question(const set_kind *kind, const question *q, const subject *s) {
    for (size_t i = 0; i < rule_count(q); i++) {
        sepal_rule rule = rule_number(i, s->margin);
        call whole = call_part(q, s, s->pairs[0].a, 0, call_longest(q, s), &rule);
        reply expected = ask_scalar(q, &whole);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            call c = whole;
            c.count = isa == 0 ? whole.count / 4 : whole.count; /* the scalar path takes pairs one by one, and long */
            reply got = reply_create(q, c.count);
            use_isa(isa);
            for (size_t state = 0; state < fp_state_count(); state++) {
                reply_reset(&got);
                fenv_t usual;
                fp_snapshot before = fp_state_enter(state, &usual);
                sepal_status status = q->ask(&c, got.arrays);
                fp_snapshot after = fp_snapshot_take();
                fesetenv(&usual);
                cr_assert_eq(status, SEPAL_OK, "%s, %s, '%s', scene '%s'", sepal_isa(), fp_state_name(state), q->name, s->name);
                check_fp_snapshots(&before, &after, state, q->name);
                check_reply(kind, s, &c, &got, &expected, 0);
            }
            reply_release(&got);
        }
        reply_release(&expected);
    }
}

Test(state, does_not_change_answers_and_is_not_changed) {
    for (size_t k = 0; k < set_kind_count; k++)
        for (size_t n = 0; n < set_kinds[k]->brief_count(); n++) {
            const set_kind *kind = set_kinds[k];
            subject s = kind->create(n, 701, 40, 40);
            for (size_t j = 0; j < kind->question_count; j++)
                if (is_asked(j, n))
                    check_question(kind, &kind->questions[j], &s);
            kind->destroy(&s);
        }
}
