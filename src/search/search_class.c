/* search_class.c — the classes of a filter, from the shapes up to the top of a tree: so a join leaves out whole nodes of which the filter
 * wants no pair. */
#include "../core/arithmetic.h"

#include "class.h"
#include "filter.h"

/* That of no shape: nothing wants it. */
static const sepal_class no_class = {0, 0, UINT32_MAX, 0};

/* Without owners, the least and the greatest differ, so that no two boxes have one owner. */
static sepal_class class_of(const sepal_filter *f, uint32_t shape) {
    const uint32_t all = ~UINT32_C(0);
    return (sepal_class){sepal_filter_number(f->member[0], shape, all), sepal_filter_number(f->mask[0], shape, all),
                         sepal_filter_number(f->owner[0], shape, 0), sepal_filter_number(f->owner[0], shape, 1)};
}

static sepal_class class_union_of(const uint32_t *node) {
    sepal_class all = no_class;
    for (size_t k = 0; k < SEPAL_FANOUT; k++) {
        const sepal_class own = sepal_node_class(node, k);
        all.member |= own.member;
        all.mask |= own.mask;
        all.least_owner = own.least_owner < all.least_owner ? own.least_owner : all.least_owner;
        all.most_owner = own.most_owner > all.most_owner ? own.most_owner : all.most_owner;
    }
    return all;
}

bool sepal_class_tree(sepal_finder *finder, const sepal_tree *tree, const sepal_filter *filter, sepal_tree *out) {
    size_t nodes = 0;
    for (int level = 0; level < tree->levels; level++)
        nodes += tree->nodes[level];
    const sepal_need need = sepal_need_of(&finder->classes, nodes, SEPAL_CLASS_WORDS * sizeof(uint32_t), 0);
    if (!sepal_finder_rooms(finder, &need, 1))
        return false;
    *out = *tree;
    uint32_t *classes = finder->classes.memory;
    for (int level = 0; level < tree->levels; level++) {
        out->classes[level] = classes;
        for (size_t node = 0; node < tree->nodes[level]; node++, classes += SEPAL_CLASS_WORDS)
            for (size_t k = 0; k < SEPAL_FANOUT; k++) {
                const size_t at = node * SEPAL_FANOUT + k;
                const sepal_bounds box = sepal_node_box(tree->level[level] + node * SEPAL_NODE_FLOATS, k);
                const bool empty = box.low_x > box.high_x; /* then there may be no shape, or no node */
                sepal_node_set_class(classes, k,
                                     empty        ? no_class
                                     : level == 0 ? class_of(filter, tree->ids[at])
                                                  : class_union_of(out->classes[level - 1] + at * SEPAL_CLASS_WORDS));
            }
    }
    return true;
}
