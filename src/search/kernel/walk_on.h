/* walk_on.h — many questions go on their ways through the tree, until each comes to a shape or has seen all. */
#ifndef SEPAL_SEARCH_KERNEL_WALK_ON_H
#define SEPAL_SEARCH_KERNEL_WALK_ON_H

#include "../walk.h"
#include "node.h"

/* Looks at a node. least: receives a number for each box that is to be visited, INFINITY for the others. spans: those of the node in
 * space, else NULL. */
typedef void node_look(const void *walkers, uint32_t number, float limit, const float *node, const float *spans,
                       float least[SEPAL_FANOUT]);

#if defined(SEPAL_LANES)

/* Which is the least of the numbers of a level. */
SPECIALISED void find_nearest_box(sepal_walk *walk, int level) {
    const float *least = walk->least[level];
    w nearest = w_load(least);
    uint32_t bits = 0;
    for (int k = SEPAL_LANES; k < SEPAL_FANOUT; k += SEPAL_LANES)
        nearest = w_min(nearest, w_load(least + k));
    const float found = w_least(nearest);
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES)
        bits |= (uint32_t)wm_bits(w_eq(w_load(least + k), w_set1(found))) << k;
    walk->nearest[level] = found;
    walk->which[level] = sepal_lowest_bit(bits);
}

/* Makes number `which` of a level INFINITY. All are stored at once, so that loads do not wait for a store of one. */
SPECIALISED void take_away(sepal_walk *walk, int level, uint32_t which) {
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        const wm taken = wi_eq(wi_add(wi_lane_numbers(), wi_set1(k)), wi_set1((int32_t)which));
        w_store(walk->least[level] + k, w_select(taken, w_infinity(), w_load(walk->least[level] + k)));
    }
}

/* The levels, as bits, that have something within the limit. */
SPECIALISED uint32_t levels_within(const sepal_walk *walk) {
    uint32_t beyond = 0;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES)
        beyond |= (uint32_t)wm_bits(w_gt(w_load(walk->nearest + k), w_set1(walk->limit))) << k;
    return ~beyond & 0xffff;
}

#else

SPECIALISED void find_nearest_box(sepal_walk *walk, int level) {
    const float *least = walk->least[level];
    unsigned found = 0;
    for (unsigned k = 1; k < SEPAL_FANOUT; k++)
        found = least[k] < least[found] ? k : found;
    walk->nearest[level] = least[found];
    walk->which[level] = found;
}

SPECIALISED void take_away(sepal_walk *walk, int level, uint32_t which) {
    walk->least[level][which] = INFINITY;
}

SPECIALISED uint32_t levels_within(const sepal_walk *walk) {
    uint32_t within = 0;
    for (unsigned k = 0; k < SEPAL_WALK_LEVELS; k++)
        within |= (uint32_t)(walk->nearest[k] <= walk->limit) << k;
    return within;
}

#endif

/* Asks for the memory of the node to look at next. */
static inline void fetch_next(const sepal_tree *tree, const sepal_walk *walk) {
    enum { LINE_FLOATS = 16 };
    const float *node = tree->level[walk->level] + walk->next * (size_t)SEPAL_NODE_FLOATS, *spans = tree->spans[walk->level];
    for (size_t k = 0; k < SEPAL_NODE_FLOATS; k += LINE_FLOATS)
        sepal_prefetch(node + k);
    for (size_t k = 0; k < SEPAL_SPAN_FLOATS && spans != NULL; k += LINE_FLOATS)
        sepal_prefetch(spans + walk->next * (size_t)SEPAL_SPAN_FLOATS + k);
}

/* Looks at the node that is next. */
SPECIALISED void look_at_next(node_look *look, const void *walkers, uint32_t number, const sepal_tree *tree, sepal_walk *walk) {
    const int level = walk->level;
    const float *node = tree->level[level] + walk->next * (size_t)SEPAL_NODE_FLOATS, *spans = tree->spans[level];
    if (spans != NULL)
        look(walkers, number, walk->limit, node, spans + walk->next * (size_t)SEPAL_SPAN_FLOATS, walk->least[level]);
    else
        look(walkers, number, walk->limit, node, NULL, walk->least[level]);
    walk->node[level] = walk->next;
    find_nearest_box(walk, level);
}

/* Takes on the walks with the given numbers, which are overwritten. Returns how many have come to a shape. All look at one node each in
 * turn, so that the nodes are there when they are looked at, and no look depends on the answers of another one. What depends on where
 * the walks have come to, and so on branches that are not foreseen, is a loop of its own. */
SPECIALISED size_t walk_on(node_look *look, const void *walkers, const sepal_tree *tree, sepal_walk *walks, uint32_t *numbers,
                           size_t count, sepal_walk_found *found) {
    size_t shapes = 0;
    for (bool began = false; count > 0; began = true) {
        const size_t before = shapes;
        size_t active = 0;
        for (size_t k = 0; k < count && began; k++)
            look_at_next(look, walkers, numbers[k], tree, &walks[numbers[k]]);
        for (size_t k = 0; k < count; k++) {
            const uint32_t number = numbers[k];
            sepal_walk *walk = &walks[number];
            const uint32_t within = levels_within(walk);
            if (within == 0)
                continue;
            const int level = (int)sepal_lowest_bit(within);
            const uint32_t which = walk->which[level], child = walk->node[level] * SEPAL_FANOUT + which;
            walk->level = level - 1;
            walk->next = child;
            numbers[active] = number;
            active += level > 0;
            found[shapes] = (sepal_walk_found){number, child};
            shapes += level == 0;
            take_away(walk, level, which);
            find_nearest_box(walk, level);
        }
        for (size_t k = 0; k < active; k++)
            fetch_next(tree, &walks[numbers[k]]);
        for (size_t k = before; k < shapes; k++)
            sepal_prefetch(&tree->ids[found[k].place]);
        count = active;
    }
    return shapes;
}

#endif
