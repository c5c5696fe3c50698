/* polys_subjects.h — scenes of polygons as subjects of questions: as they are, nested, with radii, and with a margin. */
#ifndef SEPAL_TESTS_POLYS_SUBJECTS_H
#define SEPAL_TESTS_POLYS_SUBJECTS_H

#include "../scenes/nests.h"
#include "../scenes/round_scenes.h"
#include "questions.h"

/* These share sets and pairs with a scene, which must outlive them; they are not to be destroyed. */
subject plain_subject(const scene *s);
subject nest_subject(const nest *n);
subject round_subject(const round_scene *r);

extern const set_kind polys_kind;

#endif
