/* solids_subjects.h — scenes of solids as subjects of questions: as they are, nested, one set against itself with a margin,
 * and large hulls. */
#ifndef SEPAL_TESTS_SOLIDS_SUBJECTS_H
#define SEPAL_TESTS_SOLIDS_SUBJECTS_H

#include "questions.h"

extern const set_kind solids_kind;

#endif
