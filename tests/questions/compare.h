/* compare.h — asks any question and compares the answers with others, pair by pair; a failure names scene, seed, pair and shapes.
 */
#ifndef SEPAL_TESTS_COMPARE_H
#define SEPAL_TESTS_COMPARE_H

#include "questions.h"

/* Asks a call that must succeed. */
reply ask_question(const question *q, const call *c);

/* Asks it by the scalar path. */
reply ask_scalar(const question *q, const call *c);

/* Fails unless nothing beside the answers was written, and they are those of `expected` from answer `from` on. */
void check_reply(const set_kind *kind, const subject *s, const call *c, const reply *got, const reply *expected, size_t from);

/* Asks and checks. */
void check_call(const set_kind *kind, const subject *s, const call *c, const reply *expected, size_t from);

#endif
