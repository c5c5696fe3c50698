/* search_finder.c — makes and releases finders, their memory, and their trees. */
#include "../core/arithmetic.h"

#include "../core/memory.h"
#include "finder.h"
#include "kernels.h"
#include "order.h"

#include <string.h>

sepal_status sepal_finder_create(const sepal_allocator *allocator, sepal_finder **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_finder *finder = sepal_memory_take(allocator, 1, sizeof *finder);
    if (finder == NULL)
        return SEPAL_NO_MEMORY;
    *finder = (sepal_finder){.allocator = *allocator};
    *out = finder;
    return SEPAL_OK;
}

void sepal_finder_destroy(sepal_finder *finder) {
    if (finder == NULL)
        return;
    sepal_kept *kept = &finder->kept;
    sepal_grown_tree *passing = &finder->passing, *lasting = &finder->lasting;
    sepal_buffer *buffers[] = {&finder->bounds, &finder->spans,   &finder->order,       &finder->spare,     &finder->listed,
                               &finder->unique, &finder->looked,  &finder->pairs,       &finder->sorted,    &finder->counts,
                               &finder->rays,   &finder->classes, &passing->nodes,      &passing->depths,   &passing->ids,
                               &lasting->nodes, &lasting->depths, &lasting->ids,        &kept->boxes,       &kept->spans,
                               &kept->places,   &kept->fresh,     &kept->limits,        &kept->limit_spans, &kept->stale,
                               &kept->pairs,    &kept->changed,   &kept->changed_shapes};
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++) /* NOLINT(bugprone-sizeof-expression): pointers are counted */
        sepal_memory_release(&finder->allocator, buffers[k]->memory, buffers[k]->bytes, 1);
    sepal_polys_destroy(finder->points);
    sepal_polys_destroy(finder->exact_points);
    sepal_polys_destroy(finder->window);
    if (finder->destroy_solids != NULL) {
        finder->destroy_solids(finder->space_points);
        finder->destroy_solids(finder->space_window);
        finder->destroy_solids(finder->space_triangles);
    }
    sepal_allocator allocator = finder->allocator;
    sepal_memory_release(&allocator, finder, 1, sizeof *finder);
}

bool sepal_finder_rooms(sepal_finder *finder, const sepal_need *needs, size_t count) {
    void *grown[SEPAL_MOST_NEEDS] = {NULL};
    for (size_t k = 0; k < count; k++) {
        if (needs[k].bytes <= needs[k].buffer->bytes)
            continue;
        grown[k] = needs[k].bytes == SIZE_MAX ? NULL : sepal_memory_take(&finder->allocator, needs[k].bytes, 1);
        if (grown[k] != NULL)
            continue;
        while (k-- > 0)
            sepal_memory_release(&finder->allocator, grown[k], needs[k].bytes, 1);
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        sepal_buffer *buffer = needs[k].buffer;
        if (grown[k] == NULL)
            continue;
        if (needs[k].keep > 0)
            memcpy(grown[k], buffer->memory, needs[k].keep);
        sepal_memory_release(&finder->allocator, buffer->memory, buffer->bytes, 1);
        *buffer = (sepal_buffer){grown[k], needs[k].bytes};
    }
    return true;
}

bool sepal_finder_room(sepal_finder *finder, sepal_buffer *buffer, size_t bytes, size_t keep) {
    const sepal_need need = {buffer, bytes, keep};
    return sepal_finder_rooms(finder, &need, 1);
}

bool sepal_finder_order(sepal_finder *finder, const sepal_find_kind *kind, const void *set, size_t first, size_t count,
                        float margin) {
    if (count > SIZE_MAX / sizeof(sepal_bounds) / 2 ||
        !sepal_finder_room(finder, &finder->bounds, count * sizeof(sepal_bounds), 0) ||
        (kind->in_space && !sepal_finder_room(finder, &finder->spans, count * sizeof(sepal_span), 0)) ||
        !sepal_finder_room(finder, &finder->order, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(finder, &finder->spare, count * sizeof(uint64_t), 0))
        return false;
    sepal_span *spans = kind->in_space ? finder->spans.memory : NULL;
    kind->bounds(set, first, count, margin, finder->bounds.memory, spans);
    sepal_order_boxes(finder->bounds.memory, spans, finder->order.memory, finder->spare.memory, count);
    return true;
}

bool sepal_finder_make_tree(sepal_finder *finder, sepal_grown_tree *grown, bool in_space, size_t room) {
    size_t nodes = sepal_tree_nodes(room);
    if (!sepal_finder_room(finder, &grown->nodes, nodes * SEPAL_NODE_FLOATS * sizeof(float), 0) ||
        (in_space && !sepal_finder_room(finder, &grown->depths, nodes * SEPAL_SPAN_FLOATS * sizeof(float), 0)) ||
        !sepal_finder_room(finder, &grown->ids, nodes * SEPAL_FANOUT * sizeof(uint32_t), 0))
        return false;
    sepal_tree_make(&grown->tree, room, grown->nodes.memory, in_space ? grown->depths.memory : NULL, grown->ids.memory);
    return true;
}

sepal_status sepal_finder_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float margin) {
    size_t count = kind->count(set);
    sepal_grown_tree *passing = &finder->passing;
    passing->tree = (sepal_tree){.count = 0};
    if (count == 0)
        return SEPAL_OK;
    if (!sepal_finder_order(finder, kind, set, 0, count, margin) || !sepal_finder_make_tree(finder, passing, kind->in_space, count))
        return SEPAL_NO_MEMORY;
    sepal_tree_fill(&passing->tree, 0, finder->bounds.memory, kind->in_space ? finder->spans.memory : NULL, finder->order.memory,
                    NULL, count);
    return SEPAL_OK;
}
