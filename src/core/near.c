/* near.c — compares boxes tile by tile. */
#include "arithmetic.h"

#include "near.h"
#include <math.h>

static bool boxes_meet(const sepal_near_box *p, const sepal_near_box *q) {
    for (int k = 0; k < 3; k++)
        if (p->low[k] > q->high[k] || q->low[k] > p->high[k])
            return false;
    return true;
}

static const sepal_near_box no_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void include_box(sepal_near_box *all, const sepal_near_box *box) {
    for (int k = 0; k < 3; k++) {
        all->low[k] = box->low[k] < all->low[k] ? box->low[k] : all->low[k];
        all->high[k] = box->high[k] > all->high[k] ? box->high[k] : all->high[k];
    }
}

static sepal_near_box tile_box(const sepal_near_tile *tile, size_t k) {
    return (sepal_near_box){{tile->low[0][k], tile->low[1][k], tile->low[2][k]},
                            {tile->high[0][k], tile->high[1][k], tile->high[2][k]}};
}

/* The tile of set a (side 0) or b (side 1) with these shapes; nothing is done if it is there. */
static const sepal_near_tile *fetch_tile(sepal_near *near, int side, size_t first, size_t count) {
    sepal_near_tile *tile = &near->tile[side];
    if (tile->first == first && tile->count == count)
        return tile;
    near->boxes(side == 0 ? near->a : near->b, first, count, side == 0 ? near->rule->margin : 0, tile);
    tile->first = first;
    tile->count = count;
    tile->all = no_box;
    for (size_t k = 0; k < count; k++) {
        sepal_near_box box = tile_box(tile, k);
        include_box(&tile->all, &box);
    }
    return tile;
}

/* The box around a range. A range of one tile leaves that tile. */
static sepal_near_box range_box(sepal_near *near, int side, size_t first, size_t count) {
    sepal_near_box all = no_box;
    for (size_t k = 0; k < count; k += SEPAL_NEAR_TILE)
        include_box(&all, &fetch_tile(near, side, first + k, count - k < SEPAL_NEAR_TILE ? count - k : SEPAL_NEAR_TILE)->all);
    return all;
}

/* Which boxes of a tile meet a box: 1 or 0 for each. Without branches, so that compilers make it wide. */
static void compare_boxes(const sepal_near_tile *tile, const sepal_near_box *box, uint32_t *meet) {
    size_t count = (tile->count + 7) & ~(size_t)7; /* the boxes behind the last one are not looked at */
    for (size_t k = 0; k < count; k++)
        meet[k] =
            (uint32_t)((tile->low[0][k] <= box->high[0]) & (tile->high[0][k] >= box->low[0]) & (tile->low[1][k] <= box->high[1]) &
                       (tile->high[1][k] >= box->low[1]) & (tile->low[2][k] <= box->high[2]) & (tile->high[2][k] >= box->low[2]));
}

/* The shapes of two tiles. Only those of the first that meet the box around the second can meet one of its shapes. Every pair is
 * written, and the next one over it if it is no candidate. */
static void join_tiles(sepal_near *near, const sepal_near_tile *a, const sepal_near_tile *b) {
    uint32_t near_b[SEPAL_NEAR_TILE], meet[SEPAL_NEAR_TILE];
    compare_boxes(a, &b->all, near_b);
    for (size_t i = 0; i < a->count; i++) {
        if (near_b[i] == 0 || near->answered(near, (uint32_t)(a->first + i)))
            continue;
        if (near->count + SEPAL_NEAR_TILE > SEPAL_NEAR_CANDIDATES)
            near->ask(near);
        sepal_near_box box = tile_box(a, i);
        compare_boxes(b, &box, meet);
        size_t count = near->count;
        for (size_t j = 0; j < b->count; j++) {
            near->pairs[count] = (sepal_pair){(uint32_t)(a->first + i), (uint32_t)(b->first + j)};
            near->tags[count] = near->tag;
            count += meet[j];
        }
        near->count = count;
    }
}

void sepal_near_begin(sepal_near *near) {
    near->tag = near->count = 0;
    for (int side = 0; side < 2; side++)
        near->tile[side].first = near->tile[side].count = 0;
}

void sepal_near_add(sepal_near *near, const sepal_near_ranges *ranges) {
    if (ranges->count[0] == 0 || ranges->count[1] == 0)
        return;
    sepal_near_box all_a = range_box(near, 0, ranges->first[0], ranges->count[0]), all_b = all_a;
    /* With one tile of a, each tile of b is looked at once, so that the box around all of them would be found too late. */
    if (ranges->count[0] > SEPAL_NEAR_TILE || ranges->count[1] <= SEPAL_NEAR_TILE)
        all_b = range_box(near, 1, ranges->first[1], ranges->count[1]);
    if (!boxes_meet(&all_a, &all_b))
        return;
    for (size_t i = 0, more; i < ranges->count[0]; i += more) {
        more = ranges->count[0] - i < SEPAL_NEAR_TILE ? ranges->count[0] - i : SEPAL_NEAR_TILE;
        const sepal_near_tile *a = fetch_tile(near, 0, ranges->first[0] + i, more);
        if (!boxes_meet(&a->all, &all_b))
            continue;
        for (size_t j = 0, some; j < ranges->count[1]; j += some) {
            some = ranges->count[1] - j < SEPAL_NEAR_TILE ? ranges->count[1] - j : SEPAL_NEAR_TILE;
            const sepal_near_tile *b = fetch_tile(near, 1, ranges->first[1] + j, some);
            if (boxes_meet(&a->all, &b->all))
                join_tiles(near, a, b);
        }
    }
}

void sepal_near_end(sepal_near *near) {
    if (near->count > 0)
        near->ask(near);
}
