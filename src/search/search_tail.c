/* search_tail.c — the tail of a tree that is kept: leaves behind those that were packed, for shapes that are new, or have gone far.
 *
 * It consists of runs, each packed along the curve by itself. A run that is not at least twice as long as what comes behind it is
 * packed with that, so that there are some log n runs, and each shape is packed some log n times (the logarithmic method: Bentley, Saxe,
 * "Decomposable searching problems I", Journal of Algorithms 1, 1980). */
#include "../core/arithmetic.h"

#include "keep.h"
#include "order.h"

bool sepal_tail_add(sepal_finder *f, uint32_t shape) {
    sepal_kept *kept = &f->kept;
    uint32_t *places = kept->places.memory, *fresh = kept->fresh.memory;
    places[shape] = SEPAL_NO_PLACE;
    if (kept->fresh_count == kept->room * SEPAL_FANOUT)
        return false;
    fresh[kept->fresh_count++] = shape;
    return true;
}

/* The shapes of the last run wait for new places. */
static void take_back_run(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_bounds *boxes = kept->boxes.memory;
    const uint32_t *ids = f->lasting.tree.ids;
    uint32_t *places = kept->places.memory, *fresh = kept->fresh.memory;
    const size_t end = kept->run[kept->runs--] * SEPAL_FANOUT;
    for (size_t place = kept->run[kept->runs] * SEPAL_FANOUT; place < end; place++) {
        const uint32_t shape = ids[place];
        if (shape >= kept->count || places[shape] != place) /* no shape, or one that has gone elsewhere or was removed */
            continue;
        places[shape] = SEPAL_NO_PLACE;
        if (!sepal_keep_is_empty(boxes[shape]))
            fresh[kept->fresh_count++] = shape;
    }
}

/* Packs the shapes that wait as the last run. */
static void pack_run(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_bounds *boxes = kept->boxes.memory;
    const sepal_span *spans = kept->spans.memory;
    const uint32_t *fresh = kept->fresh.memory;
    const size_t first = kept->run[kept->runs];
    sepal_bounds *tail = f->bounds.memory;
    sepal_span *tail_spans = f->kind->in_space ? f->spans.memory : NULL;
    for (size_t k = 0; k < kept->fresh_count; k++) {
        tail[k] = boxes[fresh[k]];
        if (tail_spans != NULL)
            tail_spans[k] = spans[fresh[k]];
    }
    sepal_order_boxes(tail, tail_spans, f->order.memory, f->spare.memory, kept->fresh_count);
    sepal_tree_fill(&f->lasting.tree, first, tail, tail_spans, f->order.memory, fresh, kept->fresh_count);
    const size_t end = f->lasting.tree.nodes[0];
    sepal_keep_find_places(f, first, end);
    if (end > first)
        kept->run[++kept->runs] = end;
    kept->fresh_count = 0;
}

bool sepal_tail_renew(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const size_t room = kept->room * SEPAL_FANOUT;
    bool is_full = false;
    if (kept->fresh_count == 0)
        return true;
    while (kept->runs > 0) {
        const size_t end = kept->run[kept->runs], places = (end - kept->run[kept->runs - 1]) * SEPAL_FANOUT;
        is_full = is_full || (end - kept->leaves) * SEPAL_FANOUT + kept->fresh_count > room;
        if (places > SEPAL_FANOUT && places >= 2 * kept->fresh_count && !is_full)
            break;
        take_back_run(f);
    }
    /* What is full and has few empty boxes would soon be full again. */
    if (kept->fresh_count > (is_full ? room - room / 4 : room))
        return false;
    pack_run(f);
    return true;
}
