/* search_follow.c — the tree that is kept follows its set, whose shapes have moved, come and gone.
 *
 * Each box of the tree may be larger than its shape, so that most moves change nothing. First it is counted which shapes have left their
 * boxes: if these are too many, all is built anew. Else each gets a new box, in the same leaf while that does not grow by more than its
 * own size, or in the tail (search_tail.c); the nodes above are renewed. When the tail is full, all is packed. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "keep.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What an update has done so far. The shapes that left their boxes are in the finder's `unique`; the boxes around them, which may be
 * empty, are in its `bounds` and `spans`, where those of shape k are at [k]. */
typedef struct update {
    sepal_finder *finder;
    size_t left;  /* how many these are: shapes that moved, were removed, or were put into empty slots */
    size_t moved; /* how many of them moved */
    bool stale;   /* a leaf changed */
    bool pack;    /* the tail has no room for all: everything is to be packed */
} update;

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

/* --- Which shapes have left their boxes? ----------------------------------------------------------------------------------------
 */

static bool is_inside(sepal_bounds a, sepal_bounds b) {
    return (a.low_x >= b.low_x) & (a.low_y >= b.low_y) & (a.high_x <= b.high_x) & (a.high_y <= b.high_y);
}

/* Is everything within `reach` of an interval inside another one? Where the difference is rounded, a strict comparison is certain: if
 * a.low - reach <= b.low as real numbers, the difference rounds to a float that is not greater than b.low, which is one. A side at the
 * end of the range holds all that is beyond it (docs/finder.md). */
static bool reaches_inside(float low, float high, float low_b, float high_b, float reach) {
    return ((low - reach > low_b) | (low_b == -FLT_MAX)) & ((high + reach < high_b) | (high_b == FLT_MAX));
}

static sepal_span along_x(sepal_bounds box) {
    return (sepal_span){box.low_x, box.high_x};
}
static sepal_span along_y(sepal_bounds box) {
    return (sepal_span){box.low_y, box.high_y};
}

/* How much around the box of a shape is to be in that of the tree. While shapes are restless, the boxes of the tree have no slack, and
 * it is asked whether they would have left those that have. */
static float needed_reach(const sepal_kept *kept) {
    return kept->restless ? kept->half - kept->slack : kept->half;
}

/* Along x and y: has a box of the tree everything within `reach` of the box of its shape? An empty one is held by an empty one alone.
 * Here and below, whether a shape left its box is computed without a branch, which would often be foreseen wrongly. */
static bool is_box_held(sepal_bounds own, sepal_bounds tree, float reach) {
    const bool empty = sepal_keep_is_empty(own), tree_empty = sepal_keep_is_empty(tree);
    const bool held_x = reaches_inside(own.low_x, own.high_x, tree.low_x, tree.high_x, reach);
    const bool held_y = reaches_inside(own.low_y, own.high_y, tree.low_y, tree.high_y, reach);
    const bool held = reach != 0 ? held_x & held_y : is_inside(own, tree);
    return (held & !empty) | (empty & tree_empty);
}

/* Along z: does the span of a box of the tree hold that of its shape, and everything within `reach` of it? */
static bool is_span_held(sepal_span own, sepal_span tree, float reach) {
    const bool held = reach != 0 ? reaches_inside(own.low, own.high, tree.low, tree.high, reach)
                                 : (own.low >= tree.low) & (own.high <= tree.high);
    return held | (own.low > own.high);
}

static bool holds(const sepal_kept *kept, uint32_t shape, sepal_bounds own, sepal_span own_z, bool space, float reach) {
    return is_box_held(own, ((const sepal_bounds *)kept->boxes.memory)[shape], reach) &&
           (!space || is_span_held(own_z, ((const sepal_span *)kept->spans.memory)[shape], reach));
}

/* Are shapes first .. first+count-1 all held? In loops that lanes can do. */
static bool are_held(const sepal_kept *kept, size_t first, const sepal_bounds *own, const sepal_span *own_z, size_t count) {
    const sepal_bounds *tree = (const sepal_bounds *)kept->boxes.memory + first;
    const sepal_span *tree_z = own_z != NULL ? (const sepal_span *)kept->spans.memory + first : NULL;
    const float reach = needed_reach(kept);
    int held = 1;
    for (size_t k = 0; k < count; k++)
        held &= is_box_held(own[k], tree[k], reach);
    for (size_t k = 0; own_z != NULL && k < count; k++)
        held &= is_span_held(own_z[k], tree_z[k], reach);
    return held != 0;
}

/* Which of them have left their boxes? */
static void find_left(const sepal_kept *kept, size_t first, const sepal_bounds *own, const sepal_span *own_z, size_t count,
                      int32_t has_left[SEPAL_LOOKED_AT]) {
    const sepal_bounds *tree = (const sepal_bounds *)kept->boxes.memory + first;
    const sepal_span *tree_z = own_z != NULL ? (const sepal_span *)kept->spans.memory + first : NULL;
    const float reach = needed_reach(kept);
    for (size_t k = 0; k < count; k++)
        has_left[k] = !is_box_held(own[k], tree[k], reach);
    for (size_t k = 0; own_z != NULL && k < count; k++)
        has_left[k] |= !is_span_held(own_z[k], tree_z[k], reach);
}

/* Looks at shapes first .. first+count-1, which are at most SEPAL_LOOKED_AT. */
static void look_at(update *u, size_t first, size_t count) {
    sepal_finder *f = u->finder;
    const sepal_bounds *tree = f->kept.boxes.memory;
    const bool space = f->kind->in_space;
    int32_t has_left[SEPAL_LOOKED_AT];
    sepal_bounds boxes[SEPAL_LOOKED_AT];
    sepal_span spans[SEPAL_LOOKED_AT];
    f->kind->bounds(f->built, first, count, 0, boxes, spans);
    if (are_held(&f->kept, first, boxes, space ? spans : NULL, count)) /* as most are */
        return;
    find_left(&f->kept, first, boxes, space ? spans : NULL, count, has_left);
    uint32_t *left = f->unique.memory;
    for (size_t k = 0; k < count; k++) { /* each is written, and the next one over it if it has not left its box */
        left[u->left] = (uint32_t)(first + k);
        u->left += (size_t)has_left[k];
        u->moved += (size_t)(has_left[k] & !sepal_keep_is_empty(boxes[k]) & !sepal_keep_is_empty(tree[first + k]));
    }
    memcpy((sepal_bounds *)f->bounds.memory + first, boxes, count * sizeof *boxes);
    if (space)
        memcpy((sepal_span *)f->spans.memory + first, spans, count * sizeof *spans);
    if (first % SEPAL_LOOKED_AT == 0 && count == SEPAL_LOOKED_AT)
        ((unsigned char *)f->looked.memory)[first / SEPAL_LOOKED_AT] = 1;
}

/* What is known of a shape is fetched so many places before it is looked at: it lies anywhere in memory. */
enum { FETCHED_AHEAD = 8 };

static void fetch(const sepal_finder *f, uint32_t shape) {
    const sepal_kept *kept = &f->kept;
    sepal_prefetch((const sepal_bounds *)kept->boxes.memory + shape);
    f->kind->fetch(f->built, shape);
}

/* Looks at shapes below `end`: all of them, or those that are listed, until more than `most` have left their boxes. Of a shape that is
 * listed twice there may be two. */
static void look_for_left(update *u, const uint32_t *shapes, size_t count, size_t end, size_t most) {
    for (size_t first = 0; shapes == NULL && first < end && u->left <= most; first += SEPAL_LOOKED_AT)
        look_at(u, first, end - first < SEPAL_LOOKED_AT ? end - first : SEPAL_LOOKED_AT);
    for (size_t k = 0, run = 1; shapes != NULL && k < count && u->left <= most; k += run) {
        for (run = 1; run < SEPAL_LOOKED_AT && k + run < count && shapes[k + run] == shapes[k] + run && shapes[k + run] < end;)
            run++; /* in a list of all bodies that are awake, most follow each other */
        if (run == 1 && k + FETCHED_AHEAD < count && shapes[k + FETCHED_AHEAD] < end)
            fetch(u->finder, shapes[k + FETCHED_AHEAD]);
        if (shapes[k] < end) /* others are new */
            look_at(u, shapes[k], run);
    }
}

/* --- Shapes that move, come and go ----------------------------------------------------------------------------------------------
 */

/* Of the slack, how far a new box is moved to where its shape left the old one: shapes that go on so stay in it for longer. */
#define AHEAD_OF_SLACK 0.75F

/* Along one axis: a new box for a shape that may have left its box. It need not be held by it. */
static sepal_span follow(const sepal_kept *kept, sepal_span own, sepal_span tree) {
    float reach = kept->half + kept->slack, ahead = AHEAD_OF_SLACK * kept->slack, move = 0;
    move -= own.low - kept->half < tree.low ? ahead : 0;
    move += own.high + kept->half > tree.high ? ahead : 0;
    return (sepal_span){fmaxf(own.low - reach + move, -FLT_MAX), fminf(own.high + reach + move, FLT_MAX)};
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
    if (!holds(kept, shape, own, own_z, f->kind->in_space, kept->half))
        sepal_keep_make_boxes(f, shape, 1);
}

static void put_in_tail(update *u, uint32_t shape) {
    if (!sepal_tail_add(u->finder, shape))
        u->pack = true;
}

static void put_in_leaf(update *u, size_t place, sepal_bounds box, sepal_span z) {
    uint64_t *stale = u->finder->kept.stale.memory;
    const size_t leaf = place / SEPAL_FANOUT;
    sepal_tree_put(&u->finder->lasting.tree, place, box, z);
    stale[leaf / 64] |= UINT64_C(1) << leaf % 64;
    u->stale = true;
}

static void take_from_leaf(update *u, size_t place) {
    const sepal_bounds nothing = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (place != SEPAL_NO_PLACE)
        put_in_leaf(u, place, nothing, (sepal_span){INFINITY, -INFINITY});
}

/* A shape was removed: its box becomes empty, in the place that it has. */
static void empty_box(update *u, uint32_t shape) {
    sepal_kept *kept = &u->finder->kept;
    ((sepal_bounds *)kept->boxes.memory)[shape] = (sepal_bounds){INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (u->finder->kind->in_space)
        ((sepal_span *)kept->spans.memory)[shape] = (sepal_span){INFINITY, -INFINITY};
    take_from_leaf(u, ((const uint32_t *)kept->places.memory)[shape]);
}

/* May a box be in a leaf? */
static bool is_within_limit(const sepal_kept *kept, size_t leaf, sepal_bounds box, sepal_span z, bool space) {
    const sepal_span *limits = kept->limit_spans.memory;
    return is_inside(box, ((const sepal_bounds *)kept->limits.memory)[leaf]) &&
           (!space || (z.low >= limits[leaf].low && z.high <= limits[leaf].high));
}

/* A shape that left its box gets another one. */
static void move(update *u, uint32_t shape, sepal_bounds own, sepal_span own_z) {
    sepal_kept *kept = &u->finder->kept;
    const bool space = u->finder->kind->in_space;
    const uint32_t place = ((const uint32_t *)kept->places.memory)[shape];
    renew_box(u->finder, shape, own, own_z);
    const sepal_bounds box = ((const sepal_bounds *)kept->boxes.memory)[shape];
    const sepal_span z = space ? ((const sepal_span *)kept->spans.memory)[shape] : (sepal_span){0, 0};
    if (place != SEPAL_NO_PLACE && is_within_limit(kept, place / SEPAL_FANOUT, box, z, space)) {
        put_in_leaf(u, place, box, z);
    } else {
        take_from_leaf(u, place);
        put_in_tail(u, shape);
    }
}

/* The shapes that left their boxes. */
static void move_left(update *u) {
    sepal_finder *f = u->finder;
    const uint32_t *left = f->unique.memory, *places = f->kept.places.memory;
    const sepal_bounds *boxes = f->bounds.memory;
    const sepal_span *spans = f->spans.memory;
    for (size_t k = 0; k < u->left; k++) {
        const uint32_t shape = left[k];
        const sepal_span z = f->kind->in_space ? spans[shape] : (sepal_span){0, 0};
        if (k + FETCHED_AHEAD < u->left)
            sepal_prefetch(&places[left[k + FETCHED_AHEAD]]);
        if (holds(&f->kept, shape, boxes[shape], z, f->kind->in_space, f->kept.half)) /* it was listed twice */
            continue;
        say_changed(&f->kept, shape);
        if (sepal_keep_is_empty(boxes[shape]))
            empty_box(u, shape);
        else
            move(u, shape, boxes[shape], z);
    }
}

/* Shapes from `now` on are gone. */
static void take_out(update *u, size_t now) {
    sepal_kept *kept = &u->finder->kept;
    uint32_t *places = kept->places.memory;
    for (size_t shape = now; shape < kept->count; shape++) {
        say_changed(kept, (uint32_t)shape);
        take_from_leaf(u, places[shape]);
        places[shape] = SEPAL_NO_PLACE;
    }
    kept->count = now;
}

/* Shapes up to `now` are new. */
static void put_in(update *u, size_t now) {
    sepal_kept *kept = &u->finder->kept;
    const sepal_bounds *boxes = kept->boxes.memory;
    const size_t before = kept->count;
    kept->count = now;
    kept->has_pairs = kept->has_pairs && now <= kept->pairs_most;
    sepal_keep_make_boxes(u->finder, before, now - before);
    for (size_t shape = before; shape < now; shape++) {
        say_changed(kept, (uint32_t)shape);
        if (sepal_keep_is_empty(boxes[shape]))
            ((uint32_t *)kept->places.memory)[shape] = SEPAL_NO_PLACE;
        else
            put_in_tail(u, (uint32_t)shape);
    }
}

sepal_status sepal_keep_update(sepal_finder *f, const uint32_t *shapes, size_t count) {
    sepal_kept *kept = &f->kept;
    update u = {.finder = f};
    const size_t before = kept->count, now = f->kind->count(f->built), most = sepal_keep_left_most(now);
    /* Places are counted in 32 bits, those of the tail too. */
    if (before == 0 || now == 0 || now >= SEPAL_NO_PLACE / 16 * 15 || (now > before && now - before > kept->room * SEPAL_FANOUT))
        return sepal_keep_build(f, f->kind, f->built, kept->slack, kept->half);
    if (!sepal_keep_room(f, f->kind, now > before ? now : before, true))
        return SEPAL_NO_MEMORY;
    memset(f->looked.memory, 0, now / SEPAL_LOOKED_AT + 1);
    look_for_left(&u, shapes, count, now < before ? now : before, most);
    if (shapes != NULL && u.left > most) { /* some may be listed more than once: all shapes, each once */
        u = (update){.finder = f};
        look_for_left(&u, NULL, 0, now < before ? now : before, most);
    }
    if (u.left > most || kept->restless || (now < before && before - now > sepal_keep_left_most(before))) {
        kept->count = now;
        sepal_keep_build_looked(f, u.moved > most);
        return SEPAL_OK;
    }
    sepal_keep_begin_places(f);
    if (now < before)
        take_out(&u, now);
    if (now > before)
        put_in(&u, now);
    move_left(&u);
    if (!u.pack && u.stale)
        sepal_tree_refit(&f->lasting.tree, kept->stale.memory);
    if (u.pack || !sepal_tail_renew(f))
        sepal_keep_pack(f);
    kept->changes += u.left + (now < before ? before - now : now - before);
    if (kept->changes > most) /* it may have become less crowded */
        kept->crowded = kept->refused = false;
    return SEPAL_OK;
}
