/* groups.h — what groups of shapes are, for every kind of set. */
#ifndef SEPAL_CORE_GROUPS_H
#define SEPAL_CORE_GROUPS_H

#include "near.h"
#include <sepal/groups.h>

/* Groups of a set of `shapes` shapes. */
typedef struct sepal_group_side {
    const sepal_groups *groups;
    size_t shapes;
} sepal_group_side;

/* The parts of a group: shapes first .. end-1. */
typedef struct sepal_group_parts {
    size_t first, end;
} sepal_group_parts;

sepal_group_parts sepal_group_parts_of(const sepal_group_side *side, uint32_t group);

/* Are the groups and the pairs there, and is every group of a pair within its set? */
bool sepal_groups_are_good(const sepal_group_side sides[2], const sepal_pair *pairs, size_t count);

/* Answers `count` > 0 pairs of good groups. near: with both sets, the rule, `boxes`, and an `ask` that calls
 * sepal_groups_take with the answers to its candidates. */
void sepal_groups_answer(sepal_near *near, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, uint64_t *bits);

/* Keeps the answers to the candidates, which are none then. */
void sepal_groups_take(sepal_near *near, const uint64_t *found);

#endif
