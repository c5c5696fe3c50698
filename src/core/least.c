/* least.c — bounds first: a few pairs whose shapes look near are asked about, and then those that may still have a lesser number. */
#include "arithmetic.h"

#include "compiler.h"
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
    bits ^= bits < 0 ? INT32_MAX : 0;
    return (bits & ~(SEPAL_LEAST_TILE - 1)) | (int32_t)k;
}

/* Which shape looks nearest, in its key: by the square of the distance less that of the reach, which is no bound but tells as much. */
static int32_t nearest_at_rest(const sepal_least_ball *a, const sepal_least_tile *b) {
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
static uint32_t look_at_rest(const sepal_least_ball *a, const sepal_least_tile *b, float best, uint32_t may[SEPAL_LEAST_TILE]) {
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
static uint32_t look_at_moves(const sepal_least_ball *a, const sepal_least_tile *b, float best, uint32_t may[SEPAL_LEAST_TILE],
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
static int32_t nearest_at_moves(const sepal_least_ball *a, const sepal_least_tile *b) {
    uint32_t may[SEPAL_LEAST_TILE] = {0};
    float time[SEPAL_LEAST_TILE] = {0};
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

/* --- Balls and tiles -------------------------------------------------------------------------------------------------------------- */

static bool is_part(const sepal_least *least, int side, size_t index) {
    return !least->is_removed(side == 0 ? least->a : least->b, (uint32_t)index);
}

/* The ball of a shape of a reaches as far as the margin besides. */
static sepal_least_ball ball_of_a(const sepal_least *least, size_t index) {
    sepal_least_ball ball = least->ball(least, 0, (uint32_t)index);
    ball.reach += least->rule->margin;
    return ball;
}

/* Then no box of it is needed. */
static bool is_one_tile(sepal_group_parts b) {
    return b.end - b.first <= SEPAL_LEAST_TILE;
}

static size_t tile_end(size_t first, size_t end) {
    return end - first > SEPAL_LEAST_TILE ? first + SEPAL_LEAST_TILE : end;
}

static const sepal_near_box empty_least_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

/* Includes a ball and its way. The sides are moved outwards by more than they may be off. */
static void include_ball(sepal_near_box *all, const sepal_least_ball *ball) {
    for (int axis = 0; axis < 3; axis++) {
        const float at = ball->at[axis], move = ball->move[axis], slack = ((fabsf(at) + fabsf(move)) + ball->reach) * 0x1p-20F;
        const float low = (at + (move < 0 ? move : 0)) - ball->reach - slack,
                    high = (at + (move > 0 ? move : 0)) + ball->reach + slack;
        all->low[axis] = low < all->low[axis] ? low : all->low[axis];
        all->high[axis] = high > all->high[axis] ? high : all->high[axis];
    }
}

/* The box around shapes first .. end-1 of a. */
static sepal_near_box box_of_a(const sepal_least *least, size_t first, size_t end) {
    sepal_near_box all = empty_least_box;
    for (size_t i = first; i < end; i++) {
        const sepal_least_ball ball = ball_of_a(least, i);
        if (is_part(least, 0, i))
            include_ball(&all, &ball);
    }
    return all;
}

/* The tile of b that begins with shape `first`, of those before `end`; nothing is done if it is there. */
static const sepal_least_tile *fill_tile(sepal_least *least, size_t first, size_t end) {
    sepal_least_tile *tile = &least->tile;
    end = tile_end(first, end);
    if (tile->first == first && tile->end == end)
        return tile;
    tile->first = first;
    tile->end = end;
    tile->count = 0;
    tile->all = empty_least_box;
    for (size_t i = first; i < end; i++) {
        if (!is_part(least, 1, i))
            continue;
        const sepal_least_ball ball = least->ball(least, 1, (uint32_t)i);
        const size_t k = tile->count++;
        tile->number[k] = (uint8_t)(i - first);
        for (int axis = 0; axis < 3; axis++) {
            tile->at[axis][k] = ball.at[axis];
            tile->move[axis][k] = ball.move[axis];
        }
        tile->reach[k] = ball.reach;
        include_ball(&tile->all, &ball);
    }
    for (size_t k = tile->count; k < in_fours(tile->count); k++) { /* looked at, and not taken */
        for (int axis = 0; axis < 3; axis++)
            tile->at[axis][k] = tile->move[axis][k] = 0;
        tile->reach[k] = 0;
    }
    return tile;
}

/* Have all shapes first .. end-1 of a and the tile of b numbers greater than the least so far, as their boxes say? */
SEPAL_NOINLINE static bool are_beyond(const sepal_least *least, size_t first, size_t end) {
    const sepal_near_box box = box_of_a(least, first, end);
    float size;
    const float square = box_distance(&box, &least->tile.all, &size);
    const float within = least->best + ((size + fabsf(least->best)) * LEAST_SHARE + LEAST_BEYOND);
    return least->moving || within < 0 ? square > 0 : square * (1 - LEAST_SHARE) > within * within;
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

static uint32_t tile_part(const sepal_least_tile *tile, size_t k) {
    return (uint32_t)tile->first + tile->number[k];
}

/* The tile of b whose box is nearest to that of shapes first .. end-1 of a. */
static const sepal_least_tile *nearest_tile(sepal_least *least, size_t first, size_t end, sepal_group_parts b) {
    float nearest = INFINITY, size;
    size_t found = b.first;
    if (is_one_tile(b))
        return fill_tile(least, found, b.end);
    const sepal_near_box box = box_of_a(least, first, end);
    for (size_t j = b.first; j < b.end; j += SEPAL_LEAST_TILE) {
        const float square = box_distance(&box, &fill_tile(least, j, b.end)->all, &size);
        found = square < nearest ? j : found;
        nearest = square < nearest ? square : nearest;
    }
    return fill_tile(least, found, b.end);
}

/* Lets pairs of different shapes of a wait which look the nearest, each by its key. Of b only the tile with the nearest box is looked at
 * for as many shapes of a. */
static void find_seeds(sepal_least *least, sepal_group_parts a, sepal_group_parts b) {
    int32_t keys[LEAST_SEEDS] = {0};
    size_t worst = 0;
    for (size_t i = a.first; i < a.end; i += SEPAL_LEAST_TILE) {
        const sepal_least_tile *tile = nearest_tile(least, i, tile_end(i, a.end), b);
        for (size_t k = i; k < tile_end(i, a.end) && tile->count > 0; k++) {
            const sepal_least_ball ball = ball_of_a(least, k);
            const int32_t key = least->moving ? nearest_at_moves(&ball, tile) : nearest_at_rest(&ball, tile);
            const bool is_one_more = least->waiting < LEAST_SEEDS;
            if (key == INT32_MAX || (!is_one_more && key >= keys[worst]) || !is_part(least, 0, k))
                continue;
            const size_t slot = is_one_more ? least->waiting++ : worst;
            least->pairs[slot] = (sepal_pair){(uint32_t)k, tile_part(tile, (size_t)key & (SEPAL_LEAST_TILE - 1))};
            keys[slot] = key;
            for (size_t j = 0; j < least->waiting; j++)
                worst = keys[j] > keys[worst] ? j : worst;
        }
    }
}

/* Which shapes of the tile may have the least number with a shape of a? Returns how many. It has a frame of its own, which is gone when the
 * kernels are called, for they need nearly all of the stack that is promised. */
SEPAL_NOINLINE static size_t find_row(const sepal_least *least, size_t a, uint8_t found[SEPAL_LEAST_TILE]) {
    const sepal_least_tile *tile = &least->tile;
    const sepal_least_ball ball = ball_of_a(least, a);
    float time[SEPAL_LEAST_TILE];
    uint32_t may[SEPAL_LEAST_TILE] = {0};
    size_t count = 0;
    if ((least->moving ? look_at_moves(&ball, tile, least->best, may, time) : look_at_rest(&ball, tile, least->best, may)) == 0 ||
        !is_part(least, 0, a))
        return 0;
    for (size_t k = 0; k < tile->count; k++) {
        found[count] = (uint8_t)k;
        count += may[k];
    }
    return count;
}

/* Shapes first .. end-1 of a with all of the tile of b that may have the least number together, but the pairs of `asked`. */
static void join_least(sepal_least *least, size_t first, size_t end, const sepal_pair *asked, size_t asked_count) {
    uint8_t found[SEPAL_LEAST_TILE] = {0};
    for (size_t i = first; i < end; i++) {
        const size_t count = find_row(least, i, found);
        for (size_t k = 0; k < count; k++) {
            const sepal_pair pair = {(uint32_t)i, tile_part(&least->tile, found[k])};
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
            if (is_part(least, 0, i) && is_part(least, 1, j))
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
            fill_tile(least, j, b.end);
            if (is_one_tile(b) || !are_beyond(least, i, tile_end(i, a.end)))
                join_least(least, i, tile_end(i, a.end), asked, asked_count);
        }
    ask_waiting(least);
}

void sepal_least_answer(sepal_least *least, const sepal_group_side sides[2], const sepal_pair *pairs, size_t count, float none,
                        sepal_pair *parts, float *number) {
    least->waiting = 0;
    least->tile.first = least->tile.end = 0;
    for (size_t i = 0; i < count; i++) {
        answer_least(least, sepal_group_parts_of(&sides[0], pairs[i].a), sepal_group_parts_of(&sides[1], pairs[i].b));
        if (parts != NULL)
            parts[i] = least->parts;
        if (number != NULL)
            number[i] = least->parts.a == SEPAL_NO_SHAPE ? none : least->moving ? least->best : -least->best;
    }
}
