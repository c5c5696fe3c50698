/* outlines.c — simple polygons of several kinds, and judges of whole numbers. */
#include "outlines.h"

#include <string.h>

/* --- Judges ------------------------------------------------------------------------------------------------------------------- */

static int64_t turn_of(const outline *o, size_t a, size_t b, size_t c) {
    int64_t ux = o->x[b] - o->x[a], uy = o->y[b] - o->y[a], vx = o->x[c] - o->x[a], vy = o->y[c] - o->y[a];
    return ux * vy - uy * vx;
}

static int sign_of(int64_t v) {
    return (v > 0) - (v < 0);
}

int64_t outline_area2(const outline *o) {
    int64_t sum = 0;
    for (size_t k = 0; k < o->count; k++) {
        size_t next = (k + 1) % o->count;
        sum += (int64_t)o->x[k] * o->y[next] - (int64_t)o->x[next] * o->y[k];
    }
    return sum;
}

static bool is_between(int32_t a, int32_t b, int32_t v) {
    return (a <= v && v <= b) || (b <= v && v <= a);
}

/* Is point p on the edge from a to b? */
static bool is_on(const outline *o, size_t a, size_t b, size_t p) {
    return turn_of(o, a, b, p) == 0 && is_between(o->x[a], o->x[b], o->x[p]) && is_between(o->y[a], o->y[b], o->y[p]);
}

/* Do the edges a b and c d cross in a point inside of both? */
static bool edges_cross(const outline *o, size_t a, size_t b, size_t c, size_t d) {
    return sign_of(turn_of(o, a, b, c)) * sign_of(turn_of(o, a, b, d)) < 0 &&
           sign_of(turn_of(o, c, d, a)) * sign_of(turn_of(o, c, d, b)) < 0;
}

/* Do the closed edges a b and c d share a point? */
static bool edges_meet(const outline *o, size_t a, size_t b, size_t c, size_t d) {
    if (is_on(o, a, b, c) || is_on(o, a, b, d) || is_on(o, c, d, a) || is_on(o, c, d, b))
        return true;
    return edges_cross(o, a, b, c, d);
}

bool outline_is_simple(const outline *repeated) {
    static outline o;
    o.count = 0;
    for (size_t k = 0; k < repeated->count; k++) {
        size_t before = (k + repeated->count - 1) % repeated->count;
        if (repeated->x[k] == repeated->x[before] && repeated->y[k] == repeated->y[before])
            continue;
        o.x[o.count] = repeated->x[k];
        o.y[o.count++] = repeated->y[k];
    }
    if (o.count < 3)
        return false;
    for (size_t i = 0; i < o.count; i++)
        for (size_t j = i + 1; j < o.count; j++) {
            size_t a = i, b = (i + 1) % o.count, c = j, d = (j + 1) % o.count;
            if (b == c && (is_on(&o, a, b, d) || is_on(&o, c, d, a)))
                return false;
            if (d == a && (is_on(&o, c, d, b) || is_on(&o, a, b, c)))
                return false;
            if (b != c && d != a && edges_meet(&o, a, b, c, d))
                return false;
        }
    return true;
}

int outline_side(const outline *o, int64_t x, int64_t y) {
    bool inside = false;
    for (size_t k = 0; k < o->count; k++) {
        size_t next = (k + 1) % o->count;
        int64_t ax = o->x[k] - x, ay = o->y[k] - y, bx = o->x[next] - x, by = o->y[next] - y, cross = ax * by - ay * bx;
        if (cross == 0 && ((ax <= 0 && bx >= 0) || (ax >= 0 && bx <= 0)) && ((ay <= 0 && by >= 0) || (ay >= 0 && by <= 0)))
            return 0;
        if ((ay > 0) != (by > 0))
            inside ^= (cross > 0) == (by > ay);
    }
    return inside ? 1 : -1;
}

void outline_floats(const outline *o, float *x, float *y) {
    for (size_t k = 0; k < o->count; k++) {
        x[k] = (float)o->x[k];
        y[k] = (float)o->y[k];
    }
}

/* --- Kinds -------------------------------------------------------------------------------------------------------------------- */

static void put(outline *o, int64_t x, int64_t y) {
    o->x[o->count] = (int32_t)x;
    o->y[o->count++] = (int32_t)y;
}

static void reverse(outline *o, size_t from, size_t to) {
    for (; from < to; from++, to--) {
        int32_t x = o->x[from], y = o->y[from];
        o->x[from] = o->x[to], o->y[from] = o->y[to];
        o->x[to] = x, o->y[to] = y;
    }
}

/* Different random points in random order. While two edges cross, the way between them is turned round, which makes the polygon
 * shorter, so that this ends. A vertex may still be on another edge. */
static void make_tangle(outline *o, size_t size, rng *r) {
    int32_t side = (int32_t)(4 * size);
    while (o->count < size) {
        int32_t x = (int32_t)rng_real(r, 0, side), y = (int32_t)rng_real(r, 0, side);
        bool there = false;
        for (size_t k = 0; k < o->count; k++)
            there = there || (o->x[k] == x && o->y[k] == y);
        if (!there)
            put(o, x, y);
    }
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i + 2 < o->count; i++)
            for (size_t j = i + 2; j < o->count; j++)
                if (edges_cross(o, i, i + 1, j, (j + 1) % o->count)) {
                    reverse(o, i + 1, j);
                    again = true;
                }
    }
}

/* A random tree on a grid, and the way around it, so that long walls are side by side. */
static void make_maze(outline *o, size_t size, rng *r) {
    enum { WIDTH = 24, RIGHT = 1, UP = 2 };
    static uint8_t doors[WIDTH * WIDTH];
    uint16_t from[WIDTH * WIDTH];
    size_t cells = size / 6 < 4 ? 4 : size / 6 > WIDTH * WIDTH / 2 ? WIDTH * WIDTH / 2 : size / 6, reached = 0;
    bool in_tree[WIDTH * WIDTH] = {false};
    memset(doors, 0, sizeof doors);
    from[reached++] = WIDTH * (WIDTH / 2) + WIDTH / 2;
    in_tree[from[0]] = true;
    while (reached < cells) {
        int cell = from[(size_t)rng_real(r, 0, (double)reached)], way = (int)rng_real(r, 0, 4);
        int x = cell % WIDTH + (way == 0) - (way == 1), y = cell / WIDTH + (way == 2) - (way == 3), to = y * WIDTH + x;
        if (x < 0 || x >= WIDTH || y < 0 || y >= WIDTH || in_tree[to])
            continue;
        in_tree[to] = true;
        from[reached++] = (uint16_t)to;
        doors[way == 1 || way == 3 ? to : cell] |= way < 2 ? RIGHT : UP;
    }
    /* Cell (i, j) is the square from (3 i, 3 j) to (3 i + 2, 3 j + 2), a door the unit between two of them. The outline is followed
     * with the inside to the left, on points of the grid of units; straight pieces give vertices in the middle of edges. */
    int least = WIDTH * WIDTH;
    for (size_t k = 0; k < reached; k++)
        least = from[k] < least ? from[k] : least;
    static bool filled[3 * WIDTH + 2][3 * WIDTH + 2];
    memset(filled, 0, sizeof filled);
    for (size_t k = 0; k < reached; k++) {
        int x = from[k] % WIDTH, y = from[k] / WIDTH;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                filled[3 * y + j + 1][3 * x + i + 1] = true;
                filled[3 * y + j + 1][3 * x + 3] |= (doors[from[k]] & RIGHT) != 0;
                filled[3 * y + 3][3 * x + i + 1] |= (doors[from[k]] & UP) != 0;
            }
    }
    int start_x = 3 * (least % WIDTH) + 1, start_y = 3 * (least / WIDTH) + 1, x = start_x, y = start_y, dx = 1, dy = 0;
    do {
        put(o, x, y);
        x += dx, y += dy;
        /* The units ahead: the inside is to the left. */
        bool left = filled[dx + dy > 0 ? y : y - 1][dx - dy > 0 ? x : x - 1];
        bool right = filled[dy - dx > 0 ? y : y - 1][dx + dy > 0 ? x : x - 1];
        int across = dx;
        if (!left)
            dx = -dy, dy = across;
        else if (right)
            dx = dy, dy = -across;
    } while (o->count < OUTLINE_MOST && (x != start_x || y != start_y));
}

static void make_comb(outline *o, size_t size, rng *r) {
    int64_t teeth = (int64_t)size / 4 < 1 ? 1 : (int64_t)size / 4;
    for (int64_t k = 0; k < teeth; k++) {
        put(o, 4 * k, (int64_t)rng_real(r, 0, 40) - 100);
        put(o, 4 * k + 2, (int64_t)rng_real(r, 0, 90) - 45);
    }
    for (int64_t k = teeth; k-- > 0;) {
        put(o, 4 * k + 2, (int64_t)rng_real(r, 0, 90) + 55);
        put(o, 4 * k, 100 + (int64_t)rng_real(r, 0, 40));
    }
}

static void make_spiral(outline *o, size_t size, rng *r) {
    static const int across[] = {1, 0, -1, 0}, up[] = {0, 1, 0, -1};
    int64_t turns = (int64_t)size / 2, wide = 4 + (int64_t)rng_real(r, 0, 9), x = 0, y = 0;
    for (int64_t k = 0; k < turns; k++) { /* outwards */
        put(o, x, y);
        x += across[k % 4] * wide * (k + 1);
        y += up[k % 4] * wide * (k + 1);
    }
    for (int64_t k = turns; k-- > 0;) { /* back, one unit inside or outside of the way out */
        static const int beside_x[] = {1, -1, -1, 1}, beside_y[] = {1, 1, -1, -1};
        put(o, o->x[k] + beside_x[k % 4], o->y[k] + beside_y[k % 4]);
    }
}

static void make_star(outline *o, size_t size, rng *r) {
    for (size_t k = 0; k < size; k++) { /* around a square, seen from its centre */
        double along = 8.0 * (double)k / (double)size, reach = rng_real(r, 0.1, 1) * 400000;
        double u = along < 2 ? along - 1 : along < 4 ? 1 : along < 6 ? 5 - along : -1;
        double v = along < 2 ? -1 : along < 4 ? along - 3 : along < 6 ? 1 : 7 - along;
        put(o, (int64_t)(u * reach), (int64_t)(v * reach));
    }
}

void outline_make(outline *o, outline_kind kind, size_t size, uint64_t seed) {
    static void (*const make[OUTLINE_KINDS])(outline *, size_t, rng *) = {make_tangle, make_maze, make_comb, make_spiral,
                                                                          make_star};
    rng r = {seed};
    o->count = 0;
    make[kind](o, size, &r);
    if (seed % 2 == 0)
        reverse(o, 0, o->count - 1);
}
