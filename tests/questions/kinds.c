/* kinds.c — all kinds of sets; the tests of every question go through them. */
#include "polys_subjects.h"
#include "solids_subjects.h"

const set_kind *const set_kinds[] = {&polys_kind, &solids_kind};
const size_t set_kind_count = sizeof set_kinds / sizeof *set_kinds; /* NOLINT(bugprone-sizeof-expression): pointers are counted */
