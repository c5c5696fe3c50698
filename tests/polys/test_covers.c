/* test_covers.c — are groups inside of unions whose parts overlap, touch and repeat? Against what is left of them when the parts are taken
 * away one by one, in rational numbers. */
#include "../common/check.h"
#include "../questions/questions.h"

#include <criterion/criterion.h>
#include <gmp.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

/* --- The judge ---------------------------------------------------------------------------------------------------------------- */

enum { CORNERS = 24, PIECES = 3000 };

typedef struct rational_point {
    mpq_t x, y;
} rational_point;

/* A convex polygon; its points are initialised once. */
typedef struct piece {
    rational_point at[CORNERS];
    size_t count;
} piece;

static piece pieces[2][PIECES];

static void pieces_init(void) {
    for (size_t k = 0; k < 2 * PIECES; k++)
        for (size_t i = 0; i < CORNERS; i++)
            mpq_inits(pieces[k / PIECES][k % PIECES].at[i].x, pieces[k / PIECES][k % PIECES].at[i].y, NULL);
}

/* The sign of (q - p) x (r - p); value: receives it. */
static int turn_of(const rational_point *p, const rational_point *q, const rational_point *r, mpq_t value) {
    mpq_t a, b, c;
    mpq_inits(a, b, c, NULL);
    mpq_sub(a, q->x, p->x);
    mpq_sub(b, r->y, p->y);
    mpq_mul(value, a, b);
    mpq_sub(a, q->y, p->y);
    mpq_sub(b, r->x, p->x);
    mpq_mul(c, a, b);
    mpq_sub(value, value, c);
    mpq_clears(a, b, c, NULL);
    return mpq_sgn(value);
}

/* What of `from` is on the side `sign` of the line through p and q; 0 corners if that has no area. */
static void cut(const piece *from, const rational_point *p, const rational_point *q, int sign, piece *out) {
    mpq_t side[2], share, value;
    bool any = false;
    mpq_inits(side[0], side[1], share, value, NULL);
    out->count = 0;
    for (size_t k = 0; k < from->count; k++) {
        const rational_point *a = &from->at[k], *b = &from->at[(k + 1) % from->count];
        const int at_a = sign * turn_of(p, q, a, side[0]), at_b = sign * turn_of(p, q, b, side[1]);
        if (at_a >= 0) {
            cr_assert_lt(out->count, (size_t)CORNERS);
            mpq_set(out->at[out->count].x, a->x);
            mpq_set(out->at[out->count++].y, a->y);
        }
        any = any || at_a > 0;
        if (at_a * at_b < 0) {
            cr_assert_lt(out->count, (size_t)CORNERS);
            mpq_sub(share, side[0], side[1]);
            mpq_div(share, side[0], share);
            rational_point *c = &out->at[out->count++];
            mpq_sub(value, b->x, a->x);
            mpq_mul(value, value, share);
            mpq_add(c->x, a->x, value);
            mpq_sub(value, b->y, a->y);
            mpq_mul(value, value, share);
            mpq_add(c->y, a->y, value);
        }
    }
    if (!any)
        out->count = 0;
    mpq_clears(side[0], side[1], share, value, NULL);
}

static void polygon_of(const sepal_polys *set, uint32_t i, piece *out) {
    const float *x, *y;
    mpq_t value;
    cr_assert_eq(sepal_polys_vertices(set, i, &x, &y, &out->count), SEPAL_OK);
    for (size_t k = 0; k < out->count; k++) {
        mpq_set_d(out->at[k].x, (double)x[k]);
        mpq_set_d(out->at[k].y, (double)y[k]);
    }
    mpq_init(value);
    for (size_t k = 2; k < out->count; k++) {
        const int turn = turn_of(&out->at[0], &out->at[1], &out->at[k], value);
        for (size_t i_swap = 0; turn < 0 && i_swap < out->count / 2; i_swap++) {
            mpq_swap(out->at[i_swap].x, out->at[out->count - 1 - i_swap].x);
            mpq_swap(out->at[i_swap].y, out->at[out->count - 1 - i_swap].y);
        }
        if (turn != 0)
            break;
    }
    mpq_clear(value);
}

/* Is polygon j of b, which has area, inside of the union? */
static bool polygon_is_inside(const sepal_polys *a, uint32_t first, uint32_t end, const sepal_polys *b, uint32_t j) {
    static piece part, rest;
    static bool is_made;
    for (size_t k = 0; !is_made && k < CORNERS; k++)
        mpq_inits(part.at[k].x, part.at[k].y, rest.at[k].x, rest.at[k].y, NULL);
    is_made = true;
    size_t count = 1, now = 0;
    polygon_of(b, j, &pieces[now][0]);
    for (uint32_t i = first; i < end && count > 0; i++) {
        size_t left = 0;
        polygon_of(a, i, &part);
        if (part.count < 3)
            continue;
        for (size_t k = 0; k < count; k++) {
            piece *inner = &pieces[now][k];
            for (size_t e = 0; e < part.count && inner->count > 0; e++) {
                const rational_point *p = &part.at[e], *q = &part.at[(e + 1) % part.count];
                cr_assert_lt(left, (size_t)PIECES);
                cut(inner, p, q, -1, &pieces[1 - now][left]);
                left += pieces[1 - now][left].count > 0;
                cut(inner, p, q, 1, &rest);
                for (size_t c = 0; c < rest.count; c++) {
                    mpq_set(inner->at[c].x, rest.at[c].x);
                    mpq_set(inner->at[c].y, rest.at[c].y);
                }
                inner->count = rest.count;
            }
        }
        now = 1 - now;
        count = left;
    }
    return count == 0;
}

/* Is a segment on a lattice inside? In steps which are finer than all distances between places where lines of edges cross it, but for
 * these places: by twice as many points as there can be. Both sets have whole coordinates of at most 8. */
static bool segment_is_inside(const sepal_polys *a, uint32_t first, uint32_t end, const sepal_polys *b, uint32_t j) {
    enum { STEPS = 2 * 64 * 64 + 1 }; /* places are fractions with denominators of less than 64 */
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(b, j, &x, &y, &count), SEPAL_OK);
    for (long k = 1; k < STEPS; k += 2) {
        bool is_in = false;
        for (uint32_t i = first; i < end && !is_in; i++) {
            const float *px, *py;
            size_t size;
            bool left = true, right = true;
            double low = INFINITY, high = -INFINITY;
            const double dx = (double)(x[1] - x[0]), dy = (double)(y[1] - y[0]);
            const double at_x = (double)x[0] * STEPS + dx * (double)k, at_y = (double)y[0] * STEPS + dy * (double)k;
            cr_assert_eq(sepal_polys_vertices(a, i, &px, &py, &size), SEPAL_OK);
            for (size_t e = 0; e < size; e++) {
                const size_t next = (e + 1) % size;
                const double turn = (double)(px[next] - px[e]) * (at_y - (double)py[e] * STEPS) -
                                    (double)(py[next] - py[e]) * (at_x - (double)px[e] * STEPS);
                left = left && turn >= 0;
                right = right && turn <= 0;
                const double along = (double)px[e] * dx + (double)py[e] * dy;
                low = fmin(low, along);
                high = fmax(high, along);
            }
            const double own = at_x * dx + at_y * dy;
            is_in = (left || right) && own >= low * STEPS && own <= high * STEPS && (size > 1);
        }
        if (!is_in)
            return false;
    }
    return true;
}

/* --- Scenes ------------------------------------------------------------------------------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint32_t random_below(uint64_t *state, uint32_t bound) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 33) % bound;
}

static void add_lattice_box(sepal_polys *set, float left, float low, float right, float top, float scale) {
    const float x[] = {left * scale, right * scale, right * scale, left * scale};
    const float y[] = {low * scale, low * scale, top * scale, top * scale};
    cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
}

/* A triangle or a box of a small lattice, either way round. */
static void add_any(sepal_polys *set, uint64_t *state, uint32_t span, float scale) {
    float x[3], y[3];
    const uint32_t left = random_below(state, span), low = random_below(state, span);
    const uint32_t wide = 1 + random_below(state, span), high = 1 + random_below(state, span);
    if (random_below(state, 2) == 0) {
        add_lattice_box(set, (float)left, (float)low, (float)(left + wide), (float)(low + high), scale);
        return;
    }
    do
        for (int k = 0; k < 3; k++) {
            x[k] = (float)random_below(state, 2 * span);
            y[k] = (float)random_below(state, 2 * span);
        }
    while ((x[1] - x[0]) * (y[2] - y[0]) == (y[1] - y[0]) * (x[2] - x[0]));
    for (int k = 0; k < 3; k++)
        x[k] *= scale, y[k] *= scale;
    cr_assert_eq(sepal_polys_add(set, x, y, 3, NULL), SEPAL_OK);
}

/* A box cut into triangles and boxes, which leave nothing; some are made larger. */
/* NOLINTNEXTLINE(misc-no-recursion): at most `depth` deep, some four calls */
static void add_tiles(sepal_polys *set, uint64_t *state, float left, float low, float right, float top, int depth, float scale) {
    const float x = left + (float)random_below(state, (uint32_t)(right - left) + 1);
    if (depth == 0 || right - left < 2) {
        const float more = random_below(state, 3) == 0 ? 1 : 0;
        if (random_below(state, 2) == 0) {
            add_lattice_box(set, left - more, low, right, top + more, scale);
            return;
        }
        const float tx[] = {left * scale, right * scale, right * scale}, ty[] = {low * scale, low * scale, top * scale};
        const float ux[] = {left * scale, right * scale, left * scale}, uy[] = {low * scale, top * scale, top * scale};
        cr_assert_eq(sepal_polys_add(set, tx, ty, 3, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(set, ux, uy, 3, NULL), SEPAL_OK);
        return;
    }
    if (x > left)
        add_tiles(set, state, left, low, x, top, depth - 1, scale);
    if (x < right)
        add_tiles(set, state, x, low, right, top, depth - 1, scale);
}

/* The quick suite takes every fifth case. With fewer, hardly any shape would be covered by several parts. */
static int few(void) {
    return (int)scene_step_at_most_5();
}

static bool contains(const sepal_polys *a, uint32_t first, uint32_t end, const sepal_polys *b, uint32_t j) {
    const uint32_t starts[] = {first, end};
    uint64_t bits = UINT64_MAX;
    cr_assert_eq(
        sepal_polys_contains_groups(a, &(sepal_groups){starts, 1}, b, &(sepal_groups){NULL, 0}, &(sepal_pair){0, j}, 1, &bits),
        SEPAL_OK);
    cr_assert_leq(bits, 1U);
    return bits == 1;
}

/* Random unions, and tilings, some with a tile missing, of lattices of several sizes and scales. */
Test(covers, unions_of_lattices) {
    enum { CASES = 3000 };
    uint64_t state = 11;
    size_t inside = 0, by_several = 0;
    pieces_init();
    for (int n = 0; n < CASES; n += few()) {
        sepal_polys *set = NULL, *shapes = NULL;
        const float scale = n % 7 == 0 ? 0x1p-149F : n % 7 == 1 ? 0x1p120F : 1;
        const uint32_t span = 2 + random_below(&state, 5), cut_off = random_below(&state, 4);
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_polys_create(NULL, &shapes), SEPAL_OK);
        const uint32_t parts = random_below(&state, 7);
        for (uint32_t k = 0; k < parts; k++)
            add_any(set, &state, span, scale);
        if (n % 2 == 0)
            add_tiles(set, &state, 0, 0, (float)(2 * span), (float)span, 3, scale);
        for (int k = 0; k < 3; k++)
            add_any(shapes, &state, span, scale);
        const uint32_t count = (uint32_t)sepal_polys_count(set), end = cut_off == 0 && count > 0 ? count - 1 : count;
        for (uint32_t j = 0; j < 3; j++) {
            bool by_one = false;
            const bool wanted = polygon_is_inside(set, 0, end, shapes, j);
            for (uint32_t i = 0; i < end; i++)
                by_one = by_one || contains(set, i, i + 1, shapes, j);
            cr_assert_eq(contains(set, 0, end, shapes, j), wanted, "case %d, shape %u: %d is wanted", n, j, (int)wanted);
            inside += wanted;
            by_several += wanted && !by_one;
        }
        sepal_polys_destroy(set);
        sepal_polys_destroy(shapes);
    }
    cr_assert(inside > (few() > 1 ? 300U : 1500U) && by_several > (few() > 1 ? 60U : 300U), "%zu, %zu", inside, by_several);
}

/* Segments along and across edges; and points. */
Test(covers, segments_and_points) {
    enum { CASES = 600 };
    uint64_t state = 12;
    size_t inside = 0;
    for (int n = 0; n < CASES; n += few()) {
        sepal_polys *set = NULL, *shapes = NULL;
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_polys_create(NULL, &shapes), SEPAL_OK);
        const uint32_t parts = 1 + random_below(&state, 6);
        for (uint32_t k = 0; k < parts; k++) {
            const float at = (float)random_below(&state, 6), to = at + 1 + (float)random_below(&state, 3);
            if (random_below(&state, 2) == 0)
                add_any(set, &state, 3, 1);
            else
                cr_assert_eq(sepal_polys_add(set, (const float[]){at, to}, (const float[]){2, 2}, 2, NULL), SEPAL_OK);
        }
        const float left = (float)random_below(&state, 6), right = left + 1 + (float)random_below(&state, 4);
        const float low = (float)random_below(&state, 5),
                    high = random_below(&state, 2) == 0 ? low : (float)random_below(&state, 5);
        cr_assert_eq(sepal_polys_add(shapes, (const float[]){right, left}, (const float[]){high, low}, 2, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(shapes, (const float[]){1, 5}, (const float[]){2, 2}, 2, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(shapes, &left, &low, 1, NULL), SEPAL_OK);
        bool has_point = false;
        for (uint32_t i = 0; i < parts; i++) {
            uint64_t bit;
            cr_assert_eq(sepal_polys_contains_pairs(set, shapes, &(sepal_pair){i, 2}, 1, NULL, &bit), SEPAL_OK);
            has_point = has_point || bit != 0;
        }
        cr_assert_eq(contains(set, 0, parts, shapes, 2), has_point);
        for (uint32_t j = 0; j < 2; j++) {
            const bool wanted = segment_is_inside(set, 0, parts, shapes, j);
            cr_assert_eq(contains(set, 0, parts, shapes, j), wanted, "case %d, segment %u: %d is wanted", n, j, (int)wanted);
            inside += wanted;
        }
        sepal_polys_destroy(set);
        sepal_polys_destroy(shapes);
    }
    cr_assert_gt(inside, few() > 1 ? 10U : 60U, "%zu", inside);
}

/* More parts than are listed, one of which is removed; groups of several shapes, and of none. */
Test(covers, many_parts_and_groups) {
    enum { ROW = 20 };
    sepal_polys *set = NULL, *shapes = NULL;
    const uint32_t whole[] = {0, ROW * ROW, ROW * ROW}, three[] = {0, 2, 3, 3};
    const sepal_groups of_set = {whole, 2}, of_shapes = {three, 3};
    const sepal_pair pairs[] = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 2}};
    uint64_t bits;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &shapes), SEPAL_OK);
    for (int row = 0; row < ROW; row++)
        for (int i = 0; i < ROW; i++)
            add_lattice_box(set, (float)i, (float)row, (float)i + 1.5F, (float)row + 1.5F, 1);
    add_lattice_box(shapes, 0.25F, 0.25F, 19.75F, 19.75F, 1);
    add_lattice_box(shapes, 3, 3, 5, 4, 1);
    add_lattice_box(shapes, 3, 3, 25, 4, 1);
    cr_assert_eq(sepal_polys_contains_groups(set, &of_set, shapes, &of_shapes, pairs, 5, &bits), SEPAL_OK);
    cr_assert_eq(bits, 1U | 1U << 2 | 1U << 4);
    cr_assert_eq(sepal_polys_remove(set, 10 * ROW + 10), SEPAL_OK);
    cr_assert_eq(sepal_polys_contains_groups(set, &of_set, shapes, &of_shapes, pairs, 5, &bits), SEPAL_OK);
    cr_assert_eq(bits, 1U << 2 | 1U << 4);
    cr_assert_eq(sepal_polys_remove(shapes, 0), SEPAL_OK);
    cr_assert_eq(sepal_polys_contains_groups(set, &of_set, shapes, &of_shapes, pairs, 5, &bits), SEPAL_OK);
    cr_assert_eq(bits, 1U | 1U << 2 | 1U << 4);
    sepal_polys_destroy(set);
    sepal_polys_destroy(shapes);
}

Test(covers, bad_arguments_write_nothing) {
    sepal_polys *set = NULL, *doubles = NULL;
    const float at = 0;
    const sepal_groups each = {NULL, 0}, wrong = {NULL, 1}, empty = {(const uint32_t[]){0, 0}, 1};
    const sepal_pair good = {0, 0}, outside = {0, 2}, round = {0, 1}, round_too = {1, 0};
    uint64_t bits = 123;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_create_doubles(NULL, 0, 0, &doubles), SEPAL_OK);
    add_lattice_box(set, 0, 0, 1, 1, 1);
    cr_assert_eq(sepal_polys_add_round(set, &at, &at, 1, 0x1p-149F, NULL), SEPAL_OK);
#define REFUSED(status, a, of_a, b, of_b, pairs, out)                                                                              \
    cr_assert_eq(sepal_polys_contains_groups(a, of_a, b, of_b, pairs, 1, out), status)
    REFUSED(SEPAL_BAD_ARGUMENT, NULL, &each, set, &each, &good, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, NULL, set, &each, &good, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, NULL, &each, &good, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &wrong, &good, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, NULL, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &outside, &bits);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, NULL);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &round, &bits);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &round_too, &bits);
    REFUSED(SEPAL_BAD_KIND, set, &each, doubles, &empty, &good, &bits);
    cr_assert_eq(bits, 123U);
    cr_assert_eq(sepal_polys_contains_groups(set, &each, set, &each, NULL, 0, NULL), SEPAL_OK);
    REFUSED(SEPAL_OK, set, &each, set, &each, &good, &bits);
    cr_assert_eq(bits, 1U);
    sepal_polys_destroy(set);
    sepal_polys_destroy(doubles);
}
