/* search_keep.c — the tree of a set that is kept while its shapes move, come and go.
 *
 * Each box of the tree may be larger than its shape, so that most moves change nothing. A shape that leaves its box gets a new one, in
 * the same leaf while the leaf does not grow by more than its own size; the nodes above are renewed. What goes farther, or is new,
 * moves to the tail: leaves behind those that were packed, which are packed anew in each update. When the tail is full, all is. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "keep.h"
#include "order.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Shapes whose boxes are looked at in one call. */
enum { LOOKED_AT = 256 };

/* The place of a shape in the tail. */
#define IN_TAIL UINT32_MAX

/* For how many shapes the tail of a tree has room. It is packed in each update that changes it, at a cost for each of them that is
 * near that of a shape when all is packed: so this is a thirty-second of that. */
static size_t tail_room(size_t count) {
    return count / 32 + 64;
}

/* A buffer for `count` elements and some more, which keeps its first `keep` bytes. */
static bool grow_kept(sepal_finder *f, sepal_buffer *buffer, size_t count, size_t size, size_t keep) {
    if (count <= buffer->bytes / size)
        return true;
    return count <= SIZE_MAX / size / 2 && sepal_finder_room(f, buffer, (count + count / 8 + 64) * size, keep);
}

/* --- Packing --------------------------------------------------------------------------------------------------------------------
 */

/* Puts the boxes of `count` shapes into order. */
static bool order_boxes(sepal_finder *f, const sepal_bounds *boxes, const sepal_span *spans, size_t count) {
    if (!sepal_finder_room(f, &f->order, count * sizeof(uint64_t), 0) ||
        !sepal_finder_room(f, &f->spare, count * sizeof(uint64_t), 0))
        return false;
    sepal_order_boxes(boxes, spans, f->order.memory, f->spare.memory, count);
    return true;
}

/* Packs all boxes. */
static bool pack(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_span *spans = f->kind->in_space ? kept->spans.memory : NULL;
    kept->room = tail_room(kept->count);
    kept->tail = 0;
    kept->has_places = false;
    f->lasting.tree = (sepal_tree){.count = 0};
    if (kept->count == 0)
        return true;
    if (!order_boxes(f, kept->boxes.memory, spans, kept->count) ||
        !sepal_finder_make_tree(f, &f->lasting, f->kind->in_space, kept->count + SEPAL_FANOUT + kept->room))
        return false;
    sepal_tree_fill(&f->lasting.tree, 0, kept->boxes.memory, spans, f->order.memory, NULL, kept->count);
    kept->leaves = f->lasting.tree.nodes[0];
    return true;
}

/* The boxes of shapes first .. first+count-1. */
static void make_boxes(sepal_finder *f, size_t first, size_t count) {
    if (count == 0) /* then there may be no memory for them */
        return;
    sepal_kept *kept = &f->kept;
    sepal_bounds *boxes = kept->boxes.memory;
    sepal_span *spans = f->kind->in_space ? kept->spans.memory : NULL;
    f->kind->bounds(f->built, first, count, kept->half + kept->slack, boxes + first, spans != NULL ? spans + first : NULL);
}

sepal_status sepal_keep_build(sepal_finder *finder, const sepal_find_kind *kind, const void *set, float slack, float half) {
    sepal_kept *kept = &finder->kept;
    finder->kind = kind;
    finder->built = set;
    kept->count = kind->count(set);
    kept->slack = slack;
    kept->half = half;
    kept->has_pairs = kept->restless = false;
    bool room = grow_kept(finder, &kept->boxes, kept->count, sizeof(sepal_bounds), 0) &&
                (!kind->in_space || grow_kept(finder, &kept->spans, kept->count, sizeof(sepal_span), 0));
    if (room)
        make_boxes(finder, 0, kept->count);
    if (room && pack(finder))
        return SEPAL_OK;
    finder->built = NULL;
    return SEPAL_NO_MEMORY;
}

/* --- What is needed to follow the set -------------------------------------------------------------------------------------------
 */

static float grown_low(float low, float high) {
    return low - 0.5F * (high - low);
}

/* Where the shapes are, and how far the boxes of a leaf may go: by a half of its size to each side. */
static bool make_places(sepal_finder *f) {
    sepal_kept *kept = &f->kept;
    const sepal_tree *tree = &f->lasting.tree;
    bool space = f->kind->in_space;
    size_t bytes = sepal_tree_nodes(kept->count + SEPAL_FANOUT + kept->room);
    if (kept->has_places)
        return true;
    if (!grow_kept(f, &kept->places, kept->count, sizeof(uint32_t), 0) ||
        !grow_kept(f, &kept->limits, kept->leaves, sizeof(sepal_bounds), 0) ||
        (space && !grow_kept(f, &kept->limit_spans, kept->leaves, sizeof(sepal_span), 0)) ||
        !grow_kept(f, &kept->tail_shapes, kept->room, sizeof(uint32_t), 0) || !grow_kept(f, &kept->stale, bytes, 1, 0))
        return false;
    uint32_t *places = kept->places.memory;
    sepal_bounds *limits = kept->limits.memory;
    sepal_span *limit_spans = kept->limit_spans.memory;
    memset(kept->stale.memory, 0, bytes);
    for (size_t place = 0; place < tree->count; place++)
        places[tree->ids[place]] = (uint32_t)place;
    for (size_t leaf = 0; leaf < kept->leaves; leaf++) {
        sepal_span z = {0, 0};
        sepal_bounds all = sepal_tree_leaf(tree, leaf, &z);
        limits[leaf] = (sepal_bounds){grown_low(all.low_x, all.high_x), grown_low(all.low_y, all.high_y),
                                      grown_low(all.high_x, all.low_x), grown_low(all.high_y, all.low_y)};
        if (space)
            limit_spans[leaf] = (sepal_span){grown_low(z.low, z.high), grown_low(z.high, z.low)};
    }
    kept->has_places = true;
    return true;
}

/* Says that the box of a shape changed, for the pairs that are kept. Too many: the pairs are found anew. */
static void say_changed(sepal_kept *kept, uint32_t shape) {
    uint64_t *changed = kept->changed.memory, bit = UINT64_C(1) << (shape % 64);
    uint32_t *shapes = kept->changed_shapes.memory;
    if (!kept->has_pairs || (changed[shape / 64] & bit) != 0)
        return;
    if (kept->changed_count == kept->changed_room) {
        kept->has_pairs = false;
        return;
    }
    changed[shape / 64] |= bit;
    shapes[kept->changed_count++] = shape;
}

/* --- Shapes that move, come and go ----------------------------------------------------------------------------------------------
 */

/* What an update has done so far. */
typedef struct update {
    sepal_finder *finder;
    bool stale;  /* a leaf changed */
    bool tail;   /* the tail changed */
    bool pack;   /* the tail has no room for all: everything is to be packed */
    size_t left; /* how many shapes left their boxes */
} update;

static bool is_inside(sepal_bounds a, sepal_bounds b) {
    return a.low_x >= b.low_x && a.low_y >= b.low_y && a.high_x <= b.high_x && a.high_y <= b.high_y;
}

/* Is everything within `half` of an interval inside another one? Where the difference is rounded, a strict comparison is certain: if
 * a.low - half <= b.low as real numbers, the difference rounds to a number that is not greater than b.low. */
static bool reaches_inside(float low, float high, float low_b, float high_b, float half) {
    return (double)low - (double)half > (double)low_b && (double)high + (double)half < (double)high_b;
}

/* Along one axis: has a box of the tree everything within `half` of the box of its shape? */
static bool is_held(sepal_span own, sepal_span tree, float half) {
    return half > 0 ? reaches_inside(own.low, own.high, tree.low, tree.high, half) : own.low >= tree.low && own.high <= tree.high;
}

/* Of the slack, how far a new box is moved to where its shape left the old one: shapes that go on so stay in it for longer. */
#define AHEAD_OF_SLACK 0.75F

/* Along one axis: a new box for a shape that may have left its box. It need not be held by it. */
static sepal_span follow(const sepal_kept *kept, sepal_span own, sepal_span tree) {
    float reach = kept->half + kept->slack, ahead = AHEAD_OF_SLACK * kept->slack, move = 0;
    move -= own.low - kept->half < tree.low ? ahead : 0;
    move += own.high + kept->half > tree.high ? ahead : 0;
    return (sepal_span){fmaxf(own.low - reach + move, -FLT_MAX), fminf(own.high + reach + move, FLT_MAX)};
}

static sepal_span along_x(sepal_bounds box) {
    return (sepal_span){box.low_x, box.high_x};
}
static sepal_span along_y(sepal_bounds box) {
    return (sepal_span){box.low_y, box.high_y};
}

static bool holds(const sepal_kept *kept, uint32_t shape, sepal_bounds own, sepal_span own_z, bool space) {
    const sepal_bounds tree = ((const sepal_bounds *)kept->boxes.memory)[shape];
    return is_held(along_x(own), along_x(tree), kept->half) && is_held(along_y(own), along_y(tree), kept->half) &&
           (!space || is_held(own_z, ((const sepal_span *)kept->spans.memory)[shape], kept->half));
}

/* A new box in the tree for a shape that left its box. Where rounding or the range of float make that of `follow` too small, it is made
 * from the shape. */
static void renew_box(sepal_finder *f, uint32_t shape, sepal_bounds own, sepal_span own_z) {
    sepal_kept *kept = &f->kept;
    sepal_bounds *tree = (sepal_bounds *)kept->boxes.memory + shape;
    sepal_span x = follow(kept, along_x(own), along_x(*tree)), y = follow(kept, along_y(own), along_y(*tree));
    *tree = (sepal_bounds){x.low, y.low, x.high, y.high};
    if (f->kind->in_space) {
        sepal_span *z = (sepal_span *)kept->spans.memory + shape;
        *z = follow(kept, own_z, *z);
    }
    if (!holds(kept, shape, own, own_z, f->kind->in_space))
        make_boxes(f, shape, 1);
}

static void put_in_tail(update *u, uint32_t shape) {
    sepal_kept *kept = &u->finder->kept;
    uint32_t *places = kept->places.memory, *shapes = kept->tail_shapes.memory;
    places[shape] = IN_TAIL;
    u->tail = true;
    if (kept->tail == kept->room)
        u->pack = true;
    else
        shapes[kept->tail++] = shape;
}

static void put_in_leaf(update *u, size_t place, sepal_bounds box, sepal_span z) {
    unsigned char *stale = u->finder->kept.stale.memory;
    sepal_tree_put(&u->finder->lasting.tree, place, box, z);
    stale[place / SEPAL_FANOUT] = 1;
    u->stale = true;
}

static void take_from_leaf(update *u, size_t place) {
    const sepal_bounds nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    put_in_leaf(u, place, nothing, (sepal_span){INFINITY, -INFINITY});
}

/* A shape was removed: its box becomes empty, in the place that it has. */
static void empty_box(update *u, uint32_t shape) {
    sepal_kept *kept = &u->finder->kept;
    const uint32_t place = ((const uint32_t *)kept->places.memory)[shape];
    sepal_bounds *box = (sepal_bounds *)kept->boxes.memory + shape;
    if (box->low_x > box->high_x)
        return;
    *box = (sepal_bounds){INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (u->finder->kind->in_space)
        ((sepal_span *)kept->spans.memory)[shape] = (sepal_span){INFINITY, -INFINITY};
    say_changed(kept, shape);
    if (place == IN_TAIL)
        u->tail = true;
    else
        take_from_leaf(u, place);
}

/* A shape that left its box gets another one. */
static void move(update *u, uint32_t shape, sepal_bounds own, sepal_span own_z) {
    sepal_kept *kept = &u->finder->kept;
    bool space = u->finder->kind->in_space;
    const uint32_t place = ((const uint32_t *)kept->places.memory)[shape];
    u->left++;
    renew_box(u->finder, shape, own, own_z);
    say_changed(kept, shape);
    u->tail = u->tail || place == IN_TAIL;
    if (place == IN_TAIL)
        return;
    const sepal_bounds box = ((const sepal_bounds *)kept->boxes.memory)[shape];
    const sepal_bounds limit = ((const sepal_bounds *)kept->limits.memory)[place / SEPAL_FANOUT];
    sepal_span z = {0, 0}, z_limit = {0, 0};
    if (space) {
        z = ((const sepal_span *)kept->spans.memory)[shape];
        z_limit = ((const sepal_span *)kept->limit_spans.memory)[place / SEPAL_FANOUT];
    }
    if (is_inside(box, limit) && z.low >= z_limit.low && z.high <= z_limit.high) {
        put_in_leaf(u, place, box, z);
    } else {
        take_from_leaf(u, place);
        put_in_tail(u, shape);
    }
}

/* What is known of a shape is fetched so many places before it is looked at: it lies anywhere in memory. */
enum { FETCHED_AHEAD = 8 };

static void fetch(const sepal_finder *f, uint32_t shape) {
    const sepal_kept *kept = &f->kept;
    sepal_prefetch((const sepal_bounds *)kept->boxes.memory + shape);
    sepal_prefetch((const uint32_t *)kept->places.memory + shape);
    f->kind->fetch(f->built, shape);
}

/* Are all these boxes inside those of the tree, and none of them empty? The loop has no branch, so that lanes can do it. */
static bool are_inside(const sepal_bounds *own, const sepal_bounds *tree, size_t count) {
    int inside = 1;
    for (size_t k = 0; k < count; k++)
        inside &= is_inside(own[k], tree[k]) & (own[k].low_x <= own[k].high_x);
    return inside != 0;
}

/* Looks at shapes first .. first+count-1, which are at most LOOKED_AT. */
static void look_at(update *u, size_t first, size_t count) {
    sepal_finder *f = u->finder;
    bool space = f->kind->in_space;
    sepal_bounds boxes[LOOKED_AT];
    sepal_span spans[LOOKED_AT];
    f->kind->bounds(f->built, first, count, 0, boxes, spans);
    if (!space && f->kept.half == 0 && are_inside(boxes, (const sepal_bounds *)f->kept.boxes.memory + first, count))
        return;
    for (size_t k = 0; k < count; k++) {
        sepal_span z = space ? spans[k] : (sepal_span){0, 0};
        if (boxes[k].low_x > boxes[k].high_x)
            empty_box(u, (uint32_t)(first + k));
        else if (!holds(&f->kept, (uint32_t)(first + k), boxes[k], z, space))
            move(u, (uint32_t)(first + k), boxes[k], z);
    }
}

/* Shapes from `now` on are gone. */
static void take_out(update *u, size_t now) {
    sepal_kept *kept = &u->finder->kept;
    const uint32_t *places = kept->places.memory;
    uint32_t *tail = kept->tail_shapes.memory;
    size_t still = 0;
    for (size_t shape = now; shape < kept->count; shape++) {
        say_changed(kept, (uint32_t)shape);
        if (places[shape] != IN_TAIL)
            take_from_leaf(u, places[shape]);
    }
    for (size_t k = 0; k < kept->tail; k++) {
        tail[still] = tail[k];
        still += tail[k] < now;
    }
    u->tail = u->tail || still < kept->tail;
    kept->tail = still;
    kept->count = now;
}

/* Shapes up to `now` are new. */
static bool put_in(update *u, size_t now) {
    sepal_finder *f = u->finder;
    sepal_kept *kept = &f->kept;
    size_t before = kept->count;
    if (!grow_kept(f, &kept->boxes, now, sizeof(sepal_bounds), before * sizeof(sepal_bounds)) ||
        (f->kind->in_space && !grow_kept(f, &kept->spans, now, sizeof(sepal_span), before * sizeof(sepal_span))) ||
        !grow_kept(f, &kept->places, now, sizeof(uint32_t), before * sizeof(uint32_t)))
        return false;
    kept->count = now;
    kept->has_pairs = kept->has_pairs && now <= kept->pairs_most;
    make_boxes(f, before, now - before);
    for (size_t shape = before; shape < now; shape++) {
        say_changed(kept, (uint32_t)shape);
        put_in_tail(u, (uint32_t)shape);
    }
    return true;
}

/* The nodes above leaves that changed, and the tail. */
static bool renew(update *u) {
    sepal_finder *f = u->finder;
    sepal_kept *kept = &f->kept;
    const sepal_bounds *boxes = kept->boxes.memory;
    const sepal_span *spans = kept->spans.memory;
    const uint32_t *shapes = kept->tail_shapes.memory;
    bool space = f->kind->in_space;
    if (u->pack)
        return pack(f);
    if (u->stale)
        sepal_tree_refit(&f->lasting.tree, kept->stale.memory);
    if (!u->tail)
        return true;
    if (!sepal_finder_room(f, &f->bounds, kept->room * sizeof(sepal_bounds), 0) ||
        (space && !sepal_finder_room(f, &f->spans, kept->room * sizeof(sepal_span), 0)))
        return false;
    sepal_bounds *tail = f->bounds.memory;
    sepal_span *tail_spans = space ? f->spans.memory : NULL;
    for (size_t k = 0; k < kept->tail; k++) {
        tail[k] = boxes[shapes[k]];
        if (space)
            tail_spans[k] = spans[shapes[k]];
    }
    if (!order_boxes(f, tail, tail_spans, kept->tail))
        return false;
    sepal_tree_fill(&f->lasting.tree, kept->leaves, tail, tail_spans, f->order.memory, shapes, kept->tail);
    return true;
}

sepal_status sepal_keep_update(sepal_finder *finder, const uint32_t *shapes, size_t count) {
    sepal_kept *kept = &finder->kept;
    update u = {.finder = finder};
    size_t before = kept->count, now = finder->kind->count(finder->built);
    if (before == 0 || now == 0 || now >= IN_TAIL - SEPAL_FANOUT || (now > before && now - before > kept->room))
        return sepal_keep_build(finder, finder->kind, finder->built, kept->slack, kept->half);
    bool room = make_places(finder);
    if (room && now < before)
        take_out(&u, now);
    if (room && now > before)
        room = put_in(&u, now);
    if (room && shapes == NULL)
        for (size_t first = 0; first < now; first += LOOKED_AT)
            look_at(&u, first, now - first < LOOKED_AT ? now - first : LOOKED_AT);
    for (size_t k = 0, run = 1; room && shapes != NULL && k < count; k += run) {
        for (run = 1; run < LOOKED_AT && k + run < count && shapes[k + run] == shapes[k] + run;)
            run++; /* in a list of all bodies that are awake, most follow each other */
        if (run == 1 && k + FETCHED_AHEAD < count)
            fetch(finder, shapes[k + FETCHED_AHEAD]);
        look_at(&u, shapes[k], run);
    }
    kept->restless = u.left > now / SEPAL_KEPT_SHARE;
    if (room && renew(&u))
        return SEPAL_OK;
    finder->built = NULL;
    return SEPAL_NO_MEMORY;
}
