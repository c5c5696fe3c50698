/* search_keep.c — the tree of a set that is kept while its shapes move, come and go: its memory, and how it is packed. All memory that a
 * call may need is taken before anything changes. */
#include "../core/arithmetic.h"

#include "keep.h"
#include "order.h"

#include <float.h>
#include <math.h>
#include <string.h>

static size_t leaves_for(size_t count) {
    return (count + SEPAL_FANOUT - 1) / SEPAL_FANOUT;
}

/* For how many leaves the tail of a tree has room: a thirty-second of all shapes, and some for the last leaf of each run, which may not
 * be full; and no more than the levels of a tree have room for. */
static size_t tail_leaves(size_t count) {
    const size_t most = (size_t)1 << (4 * (SEPAL_TREE_LEVELS - 1)), leaves = leaves_for(count),
                 tail = count / 32 / SEPAL_FANOUT + 8;
    return leaves >= most ? 0 : tail < most - leaves ? tail : most - leaves;
}

/* --- Memory ---------------------------------------------------------------------------------------------------------------------
 */

/* What a tree of `count` shapes needs; returns how many buffers these are. Buffers that an update works in may be those of other calls. */
static size_t list_needs(sepal_finder *f, bool space, size_t count, bool follow, sepal_need needs[SEPAL_MOST_NEEDS]) {
    sepal_kept *kept = &f->kept;
    sepal_grown_tree *tree = &f->lasting;
    const size_t tail = tail_leaves(count), leaves = leaves_for(count) + tail, places = leaves * SEPAL_FANOUT;
    const size_t nodes = sepal_tree_nodes(places), left = sepal_keep_left_most(count) + SEPAL_LOOKED_AT;
    const size_t looked = count / SEPAL_LOOKED_AT + 1;
    size_t n = 0;
    needs[n++] = sepal_need_of(&kept->boxes, count, sizeof(sepal_bounds), follow ? kept->boxes.bytes : 0);
    needs[n++] = sepal_need_of(&f->order, places, sizeof(uint64_t), 0);
    needs[n++] = sepal_need_of(&f->spare, places, sizeof(uint64_t), 0);
    needs[n++] = sepal_need_of(&tree->nodes, nodes, SEPAL_NODE_FLOATS * sizeof(float), follow ? tree->nodes.bytes : 0);
    needs[n++] = sepal_need_of(&tree->ids, nodes, SEPAL_FANOUT * sizeof(uint32_t), follow ? tree->ids.bytes : 0);
    if (space) {
        needs[n++] = sepal_need_of(&kept->spans, count, sizeof(sepal_span), follow ? kept->spans.bytes : 0);
        needs[n++] = sepal_need_of(&tree->depths, nodes, SEPAL_SPAN_FLOATS * sizeof(float), follow ? tree->depths.bytes : 0);
    }
    if (!follow)
        return n;
    needs[n++] = sepal_need_of(&kept->places, count, sizeof(uint32_t), kept->places.bytes);
    needs[n++] = sepal_need_of(&kept->limits, leaves, sizeof(sepal_bounds), kept->limits.bytes);
    needs[n++] = sepal_need_of(&kept->stale, sepal_tree_bit_words(places), sizeof(uint64_t), kept->stale.bytes);
    needs[n++] = sepal_need_of(&kept->fresh, 2 * tail * SEPAL_FANOUT, sizeof(uint32_t), 0);
    needs[n++] = sepal_need_of(&f->unique, left, sizeof(uint32_t), 0);
    needs[n++] = sepal_need_of(&f->bounds, count + left, sizeof(sepal_bounds), 0);
    needs[n++] = sepal_need_of(&f->looked, looked, 1, 0);
    if (space) {
        needs[n++] = sepal_need_of(&kept->limit_spans, leaves, sizeof(sepal_span), kept->limit_spans.bytes);
        needs[n++] = sepal_need_of(&f->spans, count + left, sizeof(sepal_span), 0);
    }
    return n;
}

static bool are_there(const sepal_need *needs, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (needs[k].bytes > needs[k].buffer->bytes)
            return false;
    return true;
}

bool sepal_keep_room(sepal_finder *f, const sepal_find_kind *kind, size_t count, bool follow) {
    sepal_need needs[SEPAL_MOST_NEEDS];
    sepal_tree *tree = &f->lasting.tree, was = *tree;
    size_t n = list_needs(f, kind->in_space, count, follow, needs);
    if (are_there(needs, n))
        return true;
    if (follow && count > f->kept.count) /* more shapes will follow these */
        n = list_needs(f, kind->in_space, count + count / 8, follow, needs);
    if (!sepal_finder_rooms(f, needs, n))
        return false;
    if (!follow)
        return true;
    /* The nodes may have gone to another place. */
    sepal_tree_make(tree, (f->kept.leaves + f->kept.room) * SEPAL_FANOUT, f->lasting.nodes.memory,
                    kind->in_space ? f->lasting.depths.memory : NULL, f->lasting.ids.memory);
    tree->count = was.count;
    memcpy(tree->nodes, was.nodes, sizeof was.nodes);
    return true;
}

/* --- Packing --------------------------------------------------------------------------------------------------------------------
 */

void sepal_keep_pack(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    sepal_tree *tree = &f->lasting.tree;
    const sepal_span *spans = f->kind->in_space ? kept->spans.memory : NULL;
    *tree = (sepal_tree){.count = 0};
    kept->room = tail_leaves(kept->count);
    kept->runs = kept->fresh_count = 0;
    kept->changes = 0;
    kept->has_places = kept->crowded = kept->refused = false;
    if (kept->count == 0)
        return;
    sepal_order_boxes(kept->boxes.memory, spans, f->order.memory, f->spare.memory, kept->count);
    sepal_tree_make(tree, (leaves_for(kept->count) + kept->room) * SEPAL_FANOUT, f->lasting.nodes.memory,
                    spans != NULL ? f->lasting.depths.memory : NULL, f->lasting.ids.memory);
    sepal_tree_fill(tree, 0, kept->boxes.memory, spans, f->order.memory, NULL, kept->count);
    kept->leaves = kept->run[0] = tree->nodes[0];
}

/* A side with everything within `reach` beyond it, rounded outwards: the sum has an error of at most 2^-24 of itself, or none where it is
 * subnormal, and so has the second one. Strictly farther out than the sum of the real numbers (docs/finder.md), up to the end of the
 * range. */
static float side_above(float high, float reach) {
    const float sum = high + reach, side = sum + (fabsf(sum) * 0x1p-22F + 0x1p-149F);
    return side < FLT_MAX ? side : FLT_MAX;
}
static float side_below(float low, float reach) {
    return -side_above(-low, reach);
}

/* Enlarges boxes, but for empty ones. A loop without a branch. */
static void enlarge(sepal_bounds *boxes, size_t count, float reach) {
    for (size_t k = 0; k < count; k++) {
        const sepal_bounds box = boxes[k];
        const bool empty = sepal_keep_is_empty(box);
        boxes[k].low_x = empty ? box.low_x : side_below(box.low_x, reach);
        boxes[k].low_y = empty ? box.low_y : side_below(box.low_y, reach);
        boxes[k].high_x = empty ? box.high_x : side_above(box.high_x, reach);
        boxes[k].high_y = empty ? box.high_y : side_above(box.high_y, reach);
    }
}

static void enlarge_spans(sepal_span *spans, size_t count, float reach) {
    for (size_t k = 0; k < count; k++) {
        const sepal_span z = spans[k];
        const bool empty = z.low > z.high;
        spans[k] = (sepal_span){empty ? z.low : side_below(z.low, reach), empty ? z.high : side_above(z.high, reach)};
    }
}

/* Makes the boxes of shapes first .. first+count-1 from those around them, which are there, or found now if there are none. */
static void make_boxes(sepal_finder *f, size_t first, size_t count, const sepal_bounds *own, const sepal_span *own_spans) {
    sepal_kept *kept = &f->kept;
    const bool space = f->kind->in_space;
    const float reach = kept->half + (kept->restless ? 0 : kept->slack);
    sepal_bounds *boxes = (sepal_bounds *)kept->boxes.memory + first;
    sepal_span *spans = space ? (sepal_span *)kept->spans.memory + first : NULL;
    if (own == NULL) {
        f->kind->bounds(f->built, first, count, 0, boxes, spans);
    } else {
        memcpy(boxes, own + first, count * sizeof *boxes);
        if (space)
            memcpy(spans, own_spans + first, count * sizeof *spans);
    }
    if (reach > 0)
        enlarge(boxes, count, reach);
    if (reach > 0 && space)
        enlarge_spans(spans, count, reach);
}

void sepal_keep_make_boxes(sepal_finder *f, size_t first, size_t count) {
    for (size_t end = first + count, k = first; k < end; k += SEPAL_LOOKED_AT) /* so many that they stay in the cache */
        make_boxes(f, k, end - k < SEPAL_LOOKED_AT ? end - k : SEPAL_LOOKED_AT, NULL, NULL);
}

void sepal_keep_build_looked(sepal_finder *f, bool restless) {
    sepal_kept *kept = &f->kept;
    const unsigned char *looked = f->looked.memory;
    kept->has_pairs = false;
    kept->restless = restless;
    for (size_t first = 0; first < kept->count; first += SEPAL_LOOKED_AT) {
        const size_t left = kept->count - first, count = left < SEPAL_LOOKED_AT ? left : SEPAL_LOOKED_AT;
        const bool is_there = looked[first / SEPAL_LOOKED_AT] != 0;
        make_boxes(f, first, count, is_there ? f->bounds.memory : NULL, f->spans.memory);
    }
    sepal_keep_pack(f);
}

sepal_status sepal_keep_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float slack, float half) {
    sepal_kept *kept = &finder->kept;
    if (!sepal_keep_room(finder, kind, kind->count(set), false))
        return SEPAL_NO_MEMORY;
    finder->kind = kind;
    finder->built = set;
    kept->count = kind->count(set);
    kept->slack = slack;
    kept->half = half;
    kept->has_pairs = kept->restless = false;
    sepal_keep_make_boxes(finder, 0, kept->count);
    sepal_keep_pack(finder);
    return SEPAL_OK;
}

/* --- Places ---------------------------------------------------------------------------------------------------------------------
 */

static float grown_low(float low, float high) {
    return low - 0.5F * (high - low);
}

/* The boxes of a leaf may go by a half of its size to each side. */
void sepal_keep_find_places(sepal_finder *f, size_t first, size_t end) {
    sepal_kept *kept = &f->kept;
    const sepal_tree *tree = &f->lasting.tree;
    uint32_t *places = kept->places.memory;
    sepal_bounds *limits = kept->limits.memory;
    sepal_span *limit_spans = kept->limit_spans.memory;
    for (size_t place = first * SEPAL_FANOUT; place < tree->count; place++)
        places[tree->ids[place]] = (uint32_t)place;
    for (size_t leaf = first; leaf < end; leaf++) {
        sepal_span z = {0, 0};
        sepal_bounds all = sepal_tree_leaf(tree, leaf, &z);
        limits[leaf] = (sepal_bounds){grown_low(all.low_x, all.high_x), grown_low(all.low_y, all.high_y),
                                      grown_low(all.high_x, all.low_x), grown_low(all.high_y, all.low_y)};
        if (f->kind->in_space)
            limit_spans[leaf] = (sepal_span){grown_low(z.low, z.high), grown_low(z.high, z.low)};
    }
}

void sepal_keep_begin_places(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    if (kept->has_places)
        return;
    memset(kept->stale.memory, 0, sepal_tree_bit_words((kept->leaves + kept->room) * SEPAL_FANOUT) * sizeof(uint64_t));
    sepal_keep_find_places(f, 0, kept->leaves);
    kept->has_places = true;
}
