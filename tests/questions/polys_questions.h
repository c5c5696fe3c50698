/* polys_questions.h — the questions about sets of convex polygons, in the order of the columns of the stored answers. */
#ifndef SEPAL_TESTS_POLYS_QUESTIONS_H
#define SEPAL_TESTS_POLYS_QUESTIONS_H

#include "questions.h"

enum { ASK_OVERLAP, ASK_OVERLAP_ONE, ASK_MTV, ASK_CONTAINS, POLYS_QUESTIONS };

extern const question polys_questions[POLYS_QUESTIONS];

#endif
