/* groups.c — pairs of groups: which parts are candidates, and whose answer is yes already. */
#include "arithmetic.h"

#include "groups.h"

sepal_group_parts sepal_group_parts_of(const sepal_group_side *side, uint32_t group) {
    const uint32_t *first = side->groups->first;
    return first == NULL ? (sepal_group_parts){group, (size_t)group + 1} : (sepal_group_parts){first[group], first[group + 1]};
}

static bool group_is_good(const sepal_group_side *side, uint32_t group) {
    size_t groups = side->groups->first == NULL ? side->shapes : side->groups->count;
    if (group >= groups)
        return false;
    sepal_group_parts parts = sepal_group_parts_of(side, group);
    return parts.first <= parts.end && parts.end <= side->shapes;
}

bool sepal_groups_are_good(const sepal_group_side sides[2], const sepal_pair *pairs, size_t count) {
    for (int k = 0; k < 2; k++)
        if (sides[k].groups == NULL || (sides[k].groups->first == NULL && sides[k].groups->count > 0))
            return false;
    if (pairs == NULL && count > 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!group_is_good(&sides[0], pairs[i].a) || !group_is_good(&sides[1], pairs[i].b))
            return false;
    return true;
}

/* One part in common is enough for a pair of groups. */
static bool pair_is_answered(const sepal_near *near, uint32_t a) {
    (void)a;
    const uint64_t *bits = near->answers;
    return bits[near->tag / 64] >> (near->tag % 64) & 1;
}

void sepal_groups_take(sepal_near *near, const uint64_t *found) {
    uint64_t *bits = near->answers;
    for (size_t k = 0; k < near->count; k++)
        bits[near->tags[k] / 64] |= (found[k / 64] >> (k % 64) & 1) << (near->tags[k] % 64);
    near->count = 0;
}

void sepal_groups_answer(sepal_near *near, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, uint64_t *bits) {
    for (size_t k = 0; k < SEPAL_BIT_WORDS(count); k++)
        bits[k] = 0;
    near->answered = pair_is_answered;
    near->answers = bits;
    sepal_near_begin(near);
    for (size_t i = 0; i < count; i++) {
        sepal_group_parts a = sepal_group_parts_of(&sides[0], pairs[i].a), b = sepal_group_parts_of(&sides[1], pairs[i].b);
        near->tag = i;
        sepal_near_add(near, &(sepal_near_ranges){{a.first, b.first}, {a.end - a.first, b.end - b.first}});
    }
    sepal_near_end(near);
}
