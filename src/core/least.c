/* least.c — bounds first: of two groups the pair of shapes that seems the nearest is asked about, and then those that may still have a
 * lesser number. The pairs of many groups are asked about together. */
#include "arithmetic.h"

#include "compiler.h"
#include "isa.h"
#include "least.h"
#include <float.h>
#include <math.h>
#include <string.h>

static sepal_least_seeds_kernel *const least_seeds_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_least_seeds_scalar, sepal_least_seeds_sse2, sepal_least_seeds_avx2, sepal_least_seeds_avx512);
static sepal_least_row_kernel *const least_row_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_least_row_scalar, sepal_least_row_sse2, sepal_least_row_avx2, sepal_least_row_avx512);

/* --- Tiles ------------------------------------------------------------------------------------------------------------------------ */

static size_t tile_end(size_t first, size_t end) {
    return end - first > SEPAL_LEAST_TILE ? first + SEPAL_LEAST_TILE : end;
}

static bool are_one_tile(sepal_group_parts parts) {
    return parts.end - parts.first <= SEPAL_LEAST_TILE;
}

/* The tile of a (side 0) or b (side 1) that begins with shape `first`, of those before `end`; nothing is done if it is there. */
static void fill_tile(const sepal_least *least, int side, size_t first, size_t end, sepal_least_tile *tile) {
    end = tile_end(first, end);
    if (tile->first == first && tile->end == end)
        return;
    tile->first = first;
    tile->end = end;
    least->fill(least, side, tile);
    for (size_t k = tile->count; k % SEPAL_LEAST_BLOCK != 0; k++) { /* compared, and not taken */
        for (int axis = 0; axis < 3; axis++) {
            tile->at[axis][k] = tile->at[axis][k - 1];
            tile->move[axis][k] = tile->move[axis][k - 1];
        }
        tile->reach[k] = tile->reach[k - 1];
    }
}

static uint32_t tile_shape(const sepal_least_tile *tile, size_t k) {
    return (uint32_t)tile->first + tile->number[k];
}

/* The box around the balls of a tile and their ways. The sides are moved outwards by more than they may be off. */
static sepal_near_box least_tile_box(const sepal_least_tile *tile, float margin) {
    sepal_near_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int axis = 0; axis < 3; axis++)
        for (size_t k = 0; k < tile->count; k++) {
            const float at = tile->at[axis][k], move = tile->move[axis][k], reach = tile->reach[k] + margin;
            const float slack = ((fabsf(at) + fabsf(move)) + reach) * 0x1p-20F;
            const float low = (at + (move < 0 ? move : 0)) - reach - slack, high = (at + (move > 0 ? move : 0)) + reach + slack;
            all.low[axis] = low < all.low[axis] ? low : all.low[axis];
            all.high[axis] = high > all.high[axis] ? high : all.high[axis];
        }
    return all;
}

/* The square of the distance of two boxes; and how large both are together. */
static float box_distance(const sepal_near_box *a, const sepal_near_box *b, float *size) {
    float square = 0;
    *size = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float behind = b->low[axis] - a->high[axis], before = a->low[axis] - b->high[axis];
        const float gap = behind > before ? behind : before, low = a->low[axis] < b->low[axis] ? a->low[axis] : b->low[axis];
        square += gap > 0 ? gap * gap : 0;
        *size += (a->high[axis] > b->high[axis] ? a->high[axis] : b->high[axis]) - low;
    }
    return square;
}

/* Have all shapes of both tiles numbers greater than the least so far, as their boxes say? */
static bool are_beyond(const sepal_least_join *join, const sepal_near_box *a) {
    const sepal_near_box b = least_tile_box(join->b, 0);
    float size;
    const float square = box_distance(a, &b, &size);
    const float within = join->best + ((size + fabsf(join->best)) * SEPAL_LEAST_SHARE + SEPAL_LEAST_BEYOND);
    return join->moving || within < 0 ? square > 0 : square * (1 - SEPAL_LEAST_SHARE) > within * within;
}

/* --- Asking ---------------------------------------------------------------------------------------------------------------------- */

static bool parts_precede(sepal_pair p, sepal_pair q) {
    return p.a < q.a || (p.a == q.a && p.b < q.b);
}

static void ask_waiting(sepal_least *least) {
    float numbers[SEPAL_LEAST_BATCH];
    if (least->waiting > 0)
        least->ask(least, least->pairs, least->waiting, numbers);
    for (size_t k = 0; k < least->waiting; k++) {
        sepal_least_groups *of = &least->groups[least->owners[k]];
        if (numbers[k] < of->best || (numbers[k] == of->best && parts_precede(least->pairs[k], of->parts))) {
            of->best = numbers[k];
            of->parts = least->pairs[k];
        }
    }
    least->waiting = 0;
}

static void let_wait(sepal_least *least, size_t owner, sepal_pair pair) {
    least->pairs[least->waiting] = pair;
    least->owners[least->waiting++] = (uint8_t)owner;
}

/* The parts of group a (side 0) or b (side 1) of pair g of those that are answered together. */
static sepal_group_parts least_parts(const sepal_least *least, size_t g, int side) {
    const sepal_pair pair = least->together[g];
    return sepal_group_parts_of(&least->sides[side], side == 0 ? pair.a : pair.b);
}

static sepal_least_join least_join_of(const sepal_least *least, const sepal_least_groups *of, const sepal_least_tile tiles[2]) {
    return (sepal_least_join){&tiles[0], &tiles[1], least->rule->margin, least->moving, of->best};
}

/* --- Seeds ------------------------------------------------------------------------------------------------------------------------ */

/* Fills the tile of b whose box is nearest to that of the tile of a. */
static void fill_nearest_tile(const sepal_least *least, sepal_group_parts b, sepal_least_tile tiles[2]) {
    float nearest = INFINITY, size;
    size_t found = b.first;
    if (!are_one_tile(b)) {
        const sepal_near_box box = least_tile_box(&tiles[0], least->rule->margin);
        for (size_t j = b.first; j < b.end; j += SEPAL_LEAST_TILE) {
            fill_tile(least, 1, j, b.end, &tiles[1]);
            const sepal_near_box other = least_tile_box(&tiles[1], 0);
            const float square = box_distance(&box, &other, &size);
            found = square < nearest ? j : found;
            nearest = square < nearest ? square : nearest;
        }
    }
    fill_tile(least, 1, found, b.end, &tiles[1]);
}

/* Lets of each two groups one pair wait that seems to have the least number. Of b only the tile with the nearest box is looked at for as many
 * shapes of a. The tiles are in a frame of its own, here and in find_rest, which is gone when the kernels are called: they need nearly all
 * of the stack that is promised. */
SEPAL_NOINLINE static void find_seeds(sepal_least *least, size_t count) {
    sepal_least_tile tiles[2];
    int32_t found[SEPAL_LEAST_TILE];
    tiles[0].first = tiles[0].end = tiles[1].first = tiles[1].end = 0;
    for (size_t g = 0; g < count; g++) {
        sepal_least_groups *of = &least->groups[g];
        const sepal_group_parts a = least_parts(least, g, 0), b = least_parts(least, g, 1);
        int32_t key = SEPAL_LEAST_NONE;
        for (size_t i = a.first; i < a.end && b.first < b.end; i += SEPAL_LEAST_TILE) {
            fill_tile(least, 0, i, a.end, &tiles[0]);
            fill_nearest_tile(least, b, tiles);
            const sepal_least_join join = least_join_of(least, of, tiles);
            least_seeds_kernels[sepal_isa_in_use()](&join, found);
            for (size_t k = 0; k < tiles[1].count; k++) {
                if (found[k] >= key)
                    continue;
                key = found[k];
                of->seed = (sepal_pair){tile_shape(&tiles[0], (size_t)key % SEPAL_LEAST_TILE), tile_shape(&tiles[1], k)};
            }
        }
        if (key < SEPAL_LEAST_NONE)
            let_wait(least, g, of->seed);
    }
}

/* --- The rest --------------------------------------------------------------------------------------------------------------------- */

/* How far the search for the rest has come: the groups, where the tiles begin in their ranges, and the row of the tile of a. */
typedef struct least_place {
    size_t group, a, b, row;
} least_place;

/* Lets pairs of two tiles wait from place->row on. Returns whether there is no room for one more row. */
static bool join_least_tiles(sepal_least *least, const sepal_least_tile tiles[2], least_place *place) {
    const sepal_least_groups *of = &least->groups[place->group];
    const sepal_least_join join = least_join_of(least, of, tiles);
    uint32_t may[SEPAL_LEAST_TILE];
    for (;; place->row++) {
        if (SEPAL_LEAST_BATCH - least->waiting < tiles[1].count)
            return true;
        place->row = least_row_kernels[sepal_isa_in_use()](&join, place->row, may);
        if (place->row >= tiles[0].count)
            return false;
        for (size_t k = 0; k < tiles[1].count; k++) {
            const sepal_pair pair = {tile_shape(&tiles[0], place->row), tile_shape(&tiles[1], k)};
            if (may[k] != 0 && (pair.a != of->seed.a || pair.b != of->seed.b) &&
                (least->is_beyond == NULL || !least->is_beyond(least, pair, of->best)))
                let_wait(least, place->group, pair);
        }
    }
}

/* Lets pairs wait that may have the least number of their groups, but the seeds, from a place on. Returns whether there is no room for more. */
SEPAL_NOINLINE static bool find_rest(sepal_least *least, size_t count, least_place *place) {
    sepal_least_tile tiles[2];
    tiles[0].first = tiles[0].end = tiles[1].first = tiles[1].end = 0;
    for (; place->group < count; place->group++, place->a = 0) {
        const sepal_least_groups *of = &least->groups[place->group];
        const sepal_group_parts a = least_parts(least, place->group, 0), b = least_parts(least, place->group, 1);
        const bool are_many = !are_one_tile(a) || !are_one_tile(b);
        for (; a.first + place->a < a.end; place->a += SEPAL_LEAST_TILE, place->b = 0) {
            fill_tile(least, 0, a.first + place->a, a.end, &tiles[0]);
            const sepal_near_box box = are_many ? least_tile_box(&tiles[0], least->rule->margin) : (sepal_near_box){{0}, {0}};
            for (; b.first + place->b < b.end; place->b += SEPAL_LEAST_TILE, place->row = 0) {
                fill_tile(least, 1, b.first + place->b, b.end, &tiles[1]);
                const sepal_least_join join = least_join_of(least, of, tiles);
                if ((!are_many || !are_beyond(&join, &box)) && join_least_tiles(least, tiles, place))
                    return true;
            }
        }
    }
    return false;
}

void sepal_least_answer(sepal_least *least, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, float none,
                        sepal_pair *parts, float *number) {
    least->waiting = 0;
    least->sides = sides;
    for (size_t done = 0; done < count; done += SEPAL_LEAST_GROUPS) {
        const size_t together = count - done < SEPAL_LEAST_GROUPS ? count - done : SEPAL_LEAST_GROUPS;
        least->together = pairs + done;
        for (size_t g = 0; g < together; g++) {
            sepal_least_groups *of = &least->groups[g];
            of->best = least->moving ? 1 : FLT_MAX;
            of->parts = of->seed = (sepal_pair){SEPAL_NO_SHAPE, SEPAL_NO_SHAPE};
        }
        find_seeds(least, together);
        ask_waiting(least);
        least_place place = {0, 0, 0, 0};
        while (find_rest(least, together, &place))
            ask_waiting(least);
        ask_waiting(least);
        for (size_t g = 0; g < together; g++) {
            const sepal_least_groups *of = &least->groups[g];
            if (parts != NULL)
                parts[done + g] = of->parts;
            if (number != NULL)
                number[done + g] = of->parts.a == SEPAL_NO_SHAPE ? none : least->moving ? of->best : -of->best;
        }
    }
}
