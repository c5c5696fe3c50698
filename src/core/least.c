/* least.c — bounds first: a few pairs whose shapes look near are asked about, and then those that may still have a lesser number. */
#include "arithmetic.h"

#include "least.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Bounds are loosened by these: a share, and a length besides for what underflows. TIME_SHARE and TIME_BEYOND: how much later than the
 * least time so far a pair may touch and still have the same time. */
#define LEAST_SHARE       0x1p-17F
#define LEAST_BEYOND      0x1p-58F
#define LEAST_TIME_SHARE  0x1p-20F
#define LEAST_TIME_BEYOND 0x1p-60F

/* How many pairs are asked about before any is left out: those of different shapes of a that seem the nearest. */
enum { LEAST_SEEDS = 8 };

/* One shape of a, and how far it reaches together with the margin. */
typedef struct least_one {
    float at[3], move[3], reach;
} least_one;

static least_one one_of(const sepal_least_tile *tile, size_t k, float margin) {
    return (least_one){{tile->at[0][k], tile->at[1][k], tile->at[2][k]},
                       {tile->move[0][k], tile->move[1][k], tile->move[2][k]},
                       tile->reach[k] + margin};
}

/* --- The shapes of a tile of b, seen from one shape of a --------------------------------------------------------------------------
 * Loops without branches, so that compilers make them wide; the last shapes are looked at in fours. */

static size_t in_fours(size_t count) {
    return (count + 3) & ~(size_t)3;
}

/* The bits of a float as an integer of the same order, of which the last ones are replaced by the number of a shape. So the least says
 * whose it is. */
static int32_t least_key_of(float v, size_t k) {
    int32_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits ^= (int32_t)((uint32_t)(bits >> 31) >> 1);
    return (bits & ~(SEPAL_LEAST_TILE - 1)) | (int32_t)k;
}

/* Which shape looks nearest, in its key: by the square of the distance less that of the reach, which is no bound but tells as much. */
static int32_t nearest_at_rest(const least_one *a, const sepal_least_tile *b) {
    int32_t least = INT32_MAX;
    for (size_t k = 0; k < b->count; k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float reach = a->reach + b->reach[k];
        const int32_t key = least_key_of((x * x + y * y + z * z) - reach * reach, k);
        least = key < least ? key : least;
    }
    return least;
}

/* Which shapes may have a number that is not greater than the least so far? Returns whether any may. */
static uint32_t look_at_rest(const least_one *a, const sepal_least_tile *b, float best, uint32_t may[SEPAL_LEAST_TILE]) {
    const float beyond = fabsf(best) * LEAST_SHARE + LEAST_BEYOND + best;
    uint32_t any = 0;
    for (size_t k = 0; k < in_fours(b->count); k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float square = x * x + y * y + z * z, reach = a->reach + b->reach[k], within = beyond + (reach + reach * LEAST_SHARE);
        may[k] = (uint32_t) !((within < 0) | (square * (1 - LEAST_SHARE) > within * within));
        any |= may[k];
    }
    return any;
}

/* Which shapes may be touched until the least time so far? Each is looked at when it is as near as it comes until then, the time that is
 * received. Returns whether any may. */
static uint32_t look_at_moves(const least_one *a, const sepal_least_tile *b, float best, uint32_t may[SEPAL_LEAST_TILE],
                              float time[SEPAL_LEAST_TILE]) {
    const float until = best + (best * LEAST_TIME_SHARE + LEAST_TIME_BEYOND);
    uint32_t any = 0;
    for (size_t k = 0; k < in_fours(b->count); k++) {
        const float x = b->at[0][k] - a->at[0], y = b->at[1][k] - a->at[1], z = b->at[2][k] - a->at[2];
        const float dx = b->move[0][k] - a->move[0], dy = b->move[1][k] - a->move[1], dz = b->move[2][k] - a->move[2];
        const float way = dx * dx + dy * dy + dz * dz, nearest = -(x * dx + y * dy + z * dz) / (way + FLT_MIN);
        const float begun = nearest > 0 ? nearest : 0, at = begun < until ? begun : until;
        const float px = x + at * dx, py = y + at * dy, pz = z + at * dz, square = px * px + py * py + pz * pz;
        const float size = (fabsf(x) + fabsf(y) + fabsf(z)) + (fabsf(dx) + fabsf(dy) + fabsf(dz)), reach = a->reach + b->reach[k];
        const float within = reach + ((size + reach) * LEAST_SHARE + LEAST_BEYOND);
        may[k] = (uint32_t) !(square > within * within) | (uint32_t) !(way <= FLT_MAX);
        time[k] = at;
        any |= may[k];
    }
    return any;
}

/* Which shape may be touched first, by when it is as near as it comes; INT32_MAX if none may be. */
static int32_t nearest_at_moves(const least_one *a, const sepal_least_tile *b) {
    uint32_t may[SEPAL_LEAST_TILE];
    float time[SEPAL_LEAST_TILE];
    int32_t least = INT32_MAX;
    if (look_at_moves(a, b, 1, may, time) == 0)
        return least;
    for (size_t k = 0; k < b->count; k++) {
        const int32_t key = least_key_of(time[k], k) | (int32_t)((may[k] - 1) & INT32_MAX);
        least = key < least ? key : least;
    }
    return least;
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

/* Have all pairs of two boxes a number greater than the least so far? */
static bool are_beyond(const sepal_least *least, const sepal_near_box *a, const sepal_near_box *b) {
    float size;
    const float square = box_distance(a, b, &size);
    const float within = least->best + ((size + fabsf(least->best)) * LEAST_SHARE + LEAST_BEYOND);
    return least->moving || within < 0 ? square > 0 : square * (1 - LEAST_SHARE) > within * within;
}

/* --- Tiles ----------------------------------------------------------------------------------------------------------------------- */

/* The sides of a box around a shape and its way are moved outwards by more than they may be off. */
static void include_shape(sepal_least_tile *tile, size_t k, float margin) {
    const float far = tile->reach[k] + margin;
    for (int axis = 0; axis < 3; axis++) {
        const float at = tile->at[axis][k], move = tile->move[axis][k], slack = ((fabsf(at) + fabsf(move)) + far) * 0x1p-20F;
        const float low = (at + (move < 0 ? move : 0)) - far - slack, high = (at + (move > 0 ? move : 0)) + far + slack;
        tile->all.low[axis] = low < tile->all.low[axis] ? low : tile->all.low[axis];
        tile->all.high[axis] = high > tile->all.high[axis] ? high : tile->all.high[axis];
    }
}

static float margin_of(const sepal_least *least, int side) {
    return side == 0 ? least->rule->margin : 0;
}

/* The tile of set a (side 0) or b (side 1) with these shapes; nothing is done if it is there. */
static const sepal_least_tile *fill_tile(sepal_least *least, int side, size_t first, size_t end) {
    sepal_least_tile *tile = &least->tile[side];
    const void *set = side == 0 ? least->a : least->b;
    if (end - first > SEPAL_LEAST_TILE)
        end = first + SEPAL_LEAST_TILE;
    if (tile->first == first && tile->end == end)
        return tile;
    tile->first = first;
    tile->end = end;
    tile->count = 0;
    tile->all = (sepal_near_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t i = first; i < end; i++) {
        if (least->is_removed(set, (uint32_t)i))
            continue;
        tile->index[tile->count] = (uint32_t)i;
        least->put(least, side, (uint32_t)i, tile);
        include_shape(tile, tile->count++, margin_of(least, side));
    }
    for (size_t k = tile->count; k < in_fours(tile->count); k++) { /* looked at, and not taken */
        for (int axis = 0; axis < 3; axis++)
            tile->at[axis][k] = tile->move[axis][k] = 0;
        tile->reach[k] = 0;
    }
    return tile;
}

/* --- Asking ---------------------------------------------------------------------------------------------------------------------- */

static bool parts_precede(sepal_pair p, sepal_pair q) {
    return p.a < q.a || (p.a == q.a && p.b < q.b);
}

static void ask_waiting(sepal_least *least) {
    float numbers[SEPAL_LEAST_BATCH];
    if (least->waiting > 0)
        least->ask(least, least->pairs, least->waiting, numbers);
    for (size_t k = 0; k < least->waiting; k++)
        if (numbers[k] < least->best || (numbers[k] == least->best && parts_precede(least->pairs[k], least->parts))) {
            least->best = numbers[k];
            least->parts = least->pairs[k];
        }
    least->waiting = 0;
}

/* The tile of b whose box is nearest to a tile of a. */
static const sepal_least_tile *nearest_tile(sepal_least *least, const sepal_least_tile *a, sepal_group_parts b) {
    float nearest = INFINITY, size;
    size_t first = b.first;
    for (size_t j = b.first; b.end - b.first > SEPAL_LEAST_TILE && j < b.end; j += SEPAL_LEAST_TILE) {
        const float square = box_distance(&a->all, &fill_tile(least, 1, j, b.end)->all, &size);
        first = square < nearest ? j : first;
        nearest = square < nearest ? square : nearest;
    }
    return fill_tile(least, 1, first, b.end);
}

/* Lets pairs of different shapes of a wait which look the nearest, each by its key. Of b only the tile with the nearest box is looked at
 * for each tile of a. */
static void find_seeds(sepal_least *least, sepal_group_parts a, sepal_group_parts b) {
    int32_t keys[LEAST_SEEDS];
    size_t worst = 0;
    for (size_t i = a.first; i < a.end; i += SEPAL_LEAST_TILE) {
        const sepal_least_tile *of_a = fill_tile(least, 0, i, a.end), *of_b = nearest_tile(least, of_a, b);
        for (size_t k = 0; k < of_a->count && of_b->count > 0; k++) {
            const least_one one = one_of(of_a, k, least->rule->margin);
            const int32_t key = least->moving ? nearest_at_moves(&one, of_b) : nearest_at_rest(&one, of_b);
            const bool is_one_more = least->waiting < LEAST_SEEDS;
            if (key == INT32_MAX || (!is_one_more && key >= keys[worst]))
                continue;
            const size_t slot = is_one_more ? least->waiting++ : worst;
            least->pairs[slot] = (sepal_pair){of_a->index[k], of_b->index[key & (SEPAL_LEAST_TILE - 1)]};
            keys[slot] = key;
            for (size_t j = 0; j < least->waiting; j++)
                worst = keys[j] > keys[worst] ? j : worst;
        }
    }
}

/* All pairs of two tiles that may have the least number, but those of `asked`. */
static void join_least(sepal_least *least, const sepal_least_tile *a, const sepal_least_tile *b, const sepal_pair *asked,
                       size_t asked_count) {
    float time[SEPAL_LEAST_TILE];
    uint32_t may[SEPAL_LEAST_TILE], found[SEPAL_LEAST_TILE];
    for (size_t i = 0; i < a->count; i++) {
        const least_one one = one_of(a, i, least->rule->margin);
        size_t count = 0;
        if ((least->moving ? look_at_moves(&one, b, least->best, may, time) : look_at_rest(&one, b, least->best, may)) == 0)
            continue;
        for (uint32_t j = 0; j < b->count; j++) {
            found[count] = j;
            count += may[j];
        }
        for (size_t k = 0; k < count; k++) {
            const sepal_pair pair = {a->index[i], b->index[found[k]]};
            bool was_asked = false;
            for (size_t s = 0; s < asked_count; s++)
                was_asked |= asked[s].a == pair.a && asked[s].b == pair.b;
            if (was_asked)
                continue;
            least->pairs[least->waiting++] = pair;
            if (least->waiting == SEPAL_LEAST_BATCH)
                ask_waiting(least);
        }
    }
}

/* So few pairs are asked about at once. */
static void ask_all(sepal_least *least, sepal_group_parts a, sepal_group_parts b) {
    for (size_t i = a.first; i < a.end; i++)
        for (size_t j = b.first; j < b.end; j++)
            if (!least->is_removed(least->a, (uint32_t)i) && !least->is_removed(least->b, (uint32_t)j))
                least->pairs[least->waiting++] = (sepal_pair){(uint32_t)i, (uint32_t)j};
    ask_waiting(least);
}

static void answer_least(sepal_least *least, sepal_group_parts a, sepal_group_parts b) {
    sepal_pair asked[LEAST_SEEDS];
    least->best = least->moving ? 1 : FLT_MAX;
    least->parts = (sepal_pair){SEPAL_NO_SHAPE, SEPAL_NO_SHAPE};
    if ((a.end - a.first) * (b.end - b.first) <= SEPAL_LEAST_BATCH) {
        ask_all(least, a, b);
        return;
    }
    find_seeds(least, a, b);
    const size_t asked_count = least->waiting;
    memcpy(asked, least->pairs, sizeof asked);
    ask_waiting(least);
    for (size_t i = a.first; i < a.end; i += SEPAL_LEAST_TILE)
        for (size_t j = b.first; j < b.end; j += SEPAL_LEAST_TILE) {
            const sepal_least_tile *of_a = fill_tile(least, 0, i, a.end), *of_b = fill_tile(least, 1, j, b.end);
            if (!are_beyond(least, &of_a->all, &of_b->all))
                join_least(least, of_a, of_b, asked, asked_count);
        }
    ask_waiting(least);
}

void sepal_least_answer(sepal_least *least, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, float none,
                        sepal_pair *parts, float *number) {
    least->waiting = 0;
    for (int side = 0; side < 2; side++)
        least->tile[side].first = least->tile[side].end = 0;
    for (size_t i = 0; i < count; i++) {
        answer_least(least, sepal_group_parts_of(&sides[0], pairs[i].a), sepal_group_parts_of(&sides[1], pairs[i].b));
        if (parts != NULL)
            parts[i] = least->parts;
        if (number != NULL)
            number[i] = least->parts.a == SEPAL_NO_SHAPE ? none : least->moving ? least->best : -least->best;
    }
}
