/* walk_on.h — many questions go on their ways through the tree, until each comes to a shape or has seen all. */
#ifndef SEPAL_SEARCH_KERNEL_WALK_ON_H
#define SEPAL_SEARCH_KERNEL_WALK_ON_H

#include "keys.h"

/* Looks at a node. least: receives a number for each box that is to be visited, in lanes its key, and INFINITY for the others. spans:
 * those of the node in space, else NULL. */
typedef void node_look(const void *walkers, uint32_t number, float limit, const float *node, const float *spans,
                       float least[SEPAL_FANOUT]);

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
    walk->nearest[level] = least_key(walk->least[level]);
}

/* A box of a level waits no longer. */
SPECIALISED void drop_box(sepal_walk *walk, int level, uint32_t which) {
    take_away(walk->least[level], which);
    walk->nearest[level] = least_key(walk->least[level]);
}

/* Is a box that is as near as the limit passed by, since all its shapes have numbers that are too great? Of equally near shapes, those with
 * the least numbers are looked for. */
SPECIALISED bool is_passed_by(const sepal_tree *tree, const sepal_walk *walk, uint32_t key, int level, uint32_t child) {
    uint32_t limit;
    memcpy(&limit, &walk->limit, sizeof limit);
    return (key & SEPAL_KEY_NUMBER) == limit && walk->before != UINT32_MAX && tree->least[level][child] >= walk->before;
}

/* Takes walks on. All look at one node each in turn, so that the nodes are there when they are looked at, and no look depends on the
 * answers of another one. What depends on where the walks have come to, and so on branches that are not foreseen, is a loop of its own. */
SPECIALISED void walk_on(node_look *look, const void *walkers, const sepal_tree *tree, sepal_walk *walks, sepal_walkers *on) {
    uint32_t *const numbers = on->numbers, *const ended = on->ended;
    sepal_walk_found *const found = on->found;
    size_t count = on->count, looking = on->looking, shapes = 0, ends = 0;
    do {
        const size_t before = shapes;
        size_t active = 0;
        for (size_t k = 0; k < looking; k++)
            look_at_next(look, walkers, numbers[k], tree, &walks[numbers[k]]);
        for (size_t k = 0; k < count; k++) {
            const uint32_t number = numbers[k];
            sepal_walk *walk = &walks[number];
            const uint32_t within = keys_within(walk->nearest, walk->limit);
            if (within == 0) {
                ended[ends++] = number;
                continue;
            }
            const int level = (int)sepal_lowest_bit(within);
            const uint32_t key = walk->nearest[level], which = key % SEPAL_FANOUT, child = walk->node[level] * SEPAL_FANOUT + which;
            if (is_passed_by(tree, walk, key, level, child)) { /* the walk chooses once more */
                drop_box(walk, level, which);
                k--;
                continue;
            }
            walk->level = level - 1;
            walk->next = child;
            numbers[active] = number;
            active += level > 0;
            found[shapes] = (sepal_walk_found){number, child};
            shapes += level == 0;
            drop_box(walk, level, which);
        }
        for (size_t k = 0; k < active; k++)
            fetch_next(tree, &walks[numbers[k]]);
        for (size_t k = before; k < shapes; k++)
            sepal_prefetch(&tree->ids[found[k].place]);
        count = looking = active;
    } while (looking > on->enough);
    on->count = on->looking = looking;
    on->shapes = shapes;
    on->ends = ends;
}

#endif
