/* polys_questions.h — the questions about sets of convex polygons. The first ones are the columns of the stored answers, in this
 * order; those in rows have the same answers, and containment by a rule has those of containment where the rule is the usual one. */
#ifndef SEPAL_TESTS_POLYS_QUESTIONS_H
#define SEPAL_TESTS_POLYS_QUESTIONS_H

#include "questions.h"

enum {
    ASK_OVERLAP,
    ASK_OVERLAP_ONE,
    ASK_MTV,
    ASK_CONTAINS,
    ASK_SWEEP,
    ASK_CONTACTS,
    ASK_CONTACT_SURFACES,
    POLYS_STORED,
    ASK_OVERLAP_ROWS = POLYS_STORED,
    ASK_MTV_ROWS,
    ASK_OVERLAP_GROUPS,
    ASK_CONTAINS_BY_RULE,
    ASK_COMMON, /* have columns of their own behind the others */
    ASK_POLYGONS,
    ASK_MTV_ALONE, /* the pushes without their points */
    POLYS_QUESTIONS
};

extern const question polys_questions[POLYS_QUESTIONS];

#endif
