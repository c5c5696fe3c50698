/* solids_questions.h — the questions about sets of solids, in the order of the columns of the stored answers. */
#ifndef SEPAL_TESTS_SOLIDS_QUESTIONS_H
#define SEPAL_TESTS_SOLIDS_QUESTIONS_H

#include "questions.h"

enum {
    SOLIDS_OVERLAP,
    SOLIDS_OVERLAP_ONE,
    SOLIDS_MTV,
    SOLIDS_CONTAINS,
    SOLIDS_CONTAINS_BY_RULE,
    SOLIDS_CONTACTS,
    SOLIDS_SWEEP,
    SOLIDS_OVERLAP_ROWS,
    SOLIDS_MTV_ROWS,
    SOLIDS_QUESTIONS
};

extern const question solids_questions[SOLIDS_QUESTIONS];

#endif
