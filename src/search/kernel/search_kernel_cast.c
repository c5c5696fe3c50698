/* search_kernel_cast.c — takes a ray through the tree, nearer nodes first, from leaf to leaf. */
#include "../../core/arithmetic.h"

#include "names.h"
#include "slabs.h"

/* The children first .. of a node that the ray may enter wait for it, the nearest one on top. */
static void wait_in_order(sepal_ray *ray, size_t first, int level, uint32_t hits, const float *entry) {
    int bottom = ray->waiting;
    for (; hits != 0; hits &= hits - 1) {
        unsigned k = sepal_lowest_bit(hits);
        int at = ray->waiting++;
        for (; at > bottom && ray->nodes[at - 1].entry < entry[k]; at--)
            ray->nodes[at] = ray->nodes[at - 1];
        ray->nodes[at] = (sepal_ray_node){(uint32_t)(first + k), level, entry[k]};
    }
}

size_t search_next_leaf(const sepal_tree *tree, sepal_ray *ray, uint32_t shapes[SEPAL_FANOUT]) {
    while (ray->waiting > 0) {
        const sepal_ray_node at = ray->nodes[--ray->waiting];
        float entry[SEPAL_FANOUT];
        if (at.entry > ray->time)
            continue;
        const float *spans = tree->spans[at.level] == NULL ? NULL : tree->spans[at.level] + at.node * (size_t)SEPAL_SPAN_FLOATS;
        uint32_t hits = ray_hits(tree->level[at.level] + at.node * (size_t)SEPAL_NODE_FLOATS, spans, ray, entry);
        if (at.level > 0) {
            wait_in_order(ray, at.node * (size_t)SEPAL_FANOUT, at.level - 1, hits, entry);
            continue;
        }
        size_t count = 0;
        for (; hits != 0; hits &= hits - 1)
            shapes[count++] = tree->ids[at.node * (size_t)SEPAL_FANOUT + sepal_lowest_bit(hits)];
        if (count > 0)
            return count;
    }
    return 0;
}
