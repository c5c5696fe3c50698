/* test_push_along.c — how far groups have to move along a direction to be free of others: against intervals in rational numbers. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES_MOST = 64, INTERVALS_MOST = 4096 };

/* --- The judge ---------------------------------------------------------------------------------------------------------------- */

typedef struct interval {
    mpq_t from, to;
} interval;

static void set_vertices(const sepal_polys *set, uint32_t i, mpq_t (*at)[2], size_t *count) {
    const float *x, *y;
    cr_assert_eq(sepal_polys_vertices(set, i, &x, &y, count), SEPAL_OK);
    cr_assert_leq(*count, (size_t)VERTICES_MOST);
    for (size_t k = 0; k < *count; k++) {
        mpq_init(at[k][0]);
        mpq_init(at[k][1]);
        mpq_set_d(at[k][0], (double)x[k]);
        mpq_set_d(at[k][1], (double)y[k]);
    }
}

static void clear_vertices(mpq_t (*at)[2], size_t count) {
    for (size_t k = 0; k < count; k++) {
        mpq_clear(at[k][0]);
        mpq_clear(at[k][1]);
    }
}

/* out = p x q */
static void cross(mpq_t out, const mpq_t px, const mpq_t py, const mpq_t qx, const mpq_t qy) {
    mpq_t right;
    mpq_init(right);
    mpq_mul(out, px, qy);
    mpq_mul(right, py, qx);
    mpq_sub(out, out, right);
    mpq_clear(right);
}

/* The moves t d of a after which it overlaps b are those at which, along the normal of each edge of either, of both directions, the
 * shadows of both overlap by more than a point. False if there are none. */
static bool overlaps_during(mpq_t (*a)[2], size_t size_a, mpq_t (*b)[2], size_t size_b, const mpq_t d[2], interval *out) {
    bool any = false, bounded[2] = {false, false}, never = false;
    mpq_t e[2], least, most, speed, value, low, high;
    mpq_inits(e[0], e[1], least, most, speed, value, low, high, NULL);
    for (size_t side = 0; side < 2; side++)
        for (size_t k = 0; k < (side == 0 ? size_a : size_b); k++) {
            mpq_t(*of)[2] = side == 0 ? a : b;
            const size_t next = (k + 1) % (side == 0 ? size_a : size_b);
            mpq_sub(e[0], of[next][0], of[k][0]);
            mpq_sub(e[1], of[next][1], of[k][1]);
            if (mpq_sgn(e[0]) == 0 && mpq_sgn(e[1]) == 0)
                continue;
            any = true;
            for (size_t i = 0; i < size_a; i++) /* e x (b - a) is from `least` to `most`, and e x d t is to be between */
                for (size_t j = 0; j < size_b; j++) {
                    mpq_t x, y;
                    mpq_inits(x, y, NULL);
                    mpq_sub(x, b[j][0], a[i][0]);
                    mpq_sub(y, b[j][1], a[i][1]);
                    cross(value, e[0], e[1], x, y);
                    if ((i == 0 && j == 0) || mpq_cmp(value, least) < 0)
                        mpq_set(least, value);
                    if ((i == 0 && j == 0) || mpq_cmp(value, most) > 0)
                        mpq_set(most, value);
                    mpq_clears(x, y, NULL);
                }
            cross(speed, e[0], e[1], d[0], d[1]);
            if (mpq_sgn(speed) == 0) {
                never = never || mpq_sgn(least) >= 0 || mpq_sgn(most) <= 0;
                continue;
            }
            mpq_div(low, mpq_sgn(speed) > 0 ? least : most, speed);
            mpq_div(high, mpq_sgn(speed) > 0 ? most : least, speed);
            if (!bounded[0] || mpq_cmp(low, out->from) > 0)
                mpq_set(out->from, low);
            if (!bounded[1] || mpq_cmp(high, out->to) < 0)
                mpq_set(out->to, high);
            bounded[0] = bounded[1] = true;
        }
    never = never || !any || !bounded[0] || mpq_cmp(out->from, out->to) >= 0;
    mpq_clears(e[0], e[1], least, most, speed, value, low, high, NULL);
    return !never;
}

static int by_beginning(const void *p, const void *q) {
    return mpq_cmp(((const interval *)p)->from, ((const interval *)q)->from);
}

/* Is `way` the least float that is not less than the least t >= 0 in no interval? The intervals are joined in order. */
static void check_way(interval *all, size_t count, float way, const char *what) {
    mpq_t least, value;
    mpq_inits(least, value, NULL);
    qsort(all, count, sizeof *all, by_beginning);
    for (size_t k = 0; k < count; k++)
        if (mpq_cmp(all[k].from, least) < 0 && mpq_cmp(least, all[k].to) < 0)
            mpq_set(least, all[k].to);
    for (size_t k = 0; k < count; k++)
        cr_assert(!(mpq_cmp(all[k].from, least) < 0 && mpq_cmp(least, all[k].to) < 0), "the judge is wrong");
    if (isfinite(way)) {
        mpq_set_d(value, (double)way);
        cr_assert(way >= 0 && mpq_cmp(value, least) >= 0, "%s: %a is too little, %a is not", what, (double)way, mpq_get_d(least));
    }
    if (way > 0) {
        mpq_set_d(value, (double)nextafterf(way, 0));
        cr_assert(mpq_cmp(value, least) < 0, "%s: %a is too much, %a is not", what, (double)way, mpq_get_d(least));
    }
    mpq_clears(least, value, NULL);
}

/* Returns how far the groups are pushed. */
static float check_pair(const sepal_polys *a, const sepal_groups *of_a, const sepal_polys *b, const sepal_groups *of_b,
                        sepal_pair pair, float dx, float dy, const char *what) {
    static interval all[INTERVALS_MOST];
    static mpq_t at_a[VERTICES_MOST][2], at_b[VERTICES_MOST][2];
    size_t count = 0, size_a, size_b;
    float way = -1;
    mpq_t d[2];
    const uint32_t ends[4] = {
        of_a->first == NULL ? pair.a : of_a->first[pair.a], of_a->first == NULL ? pair.a + 1 : of_a->first[pair.a + 1],
        of_b->first == NULL ? pair.b : of_b->first[pair.b], of_b->first == NULL ? pair.b + 1 : of_b->first[pair.b + 1]};
    cr_assert_eq(sepal_polys_push_along_groups(a, of_a, b, of_b, &pair, 1, &dx, &dy, &way), SEPAL_OK, "%s", what);
    mpq_inits(d[0], d[1], NULL);
    mpq_set_d(d[0], (double)dx);
    mpq_set_d(d[1], (double)dy);
    for (uint32_t i = ends[0]; i < ends[1]; i++)
        for (uint32_t j = ends[2]; j < ends[3]; j++) {
            const float *x, *y;
            size_t is_there;
            if (sepal_polys_vertices(a, i, &x, &y, &is_there) != SEPAL_OK ||
                sepal_polys_vertices(b, j, &x, &y, &is_there) != SEPAL_OK)
                continue;
            cr_assert_lt(count, (size_t)INTERVALS_MOST);
            set_vertices(a, i, at_a, &size_a);
            set_vertices(b, j, at_b, &size_b);
            mpq_inits(all[count].from, all[count].to, NULL);
            if (overlaps_during(at_a, size_a, at_b, size_b, (const mpq_t *)d, &all[count]))
                count++;
            else
                mpq_clears(all[count].from, all[count].to, NULL);
            clear_vertices(at_a, size_a);
            clear_vertices(at_b, size_b);
        }
    check_way(all, count, way, what);
    for (size_t k = 0; k < count; k++)
        mpq_clears(all[k].from, all[k].to, NULL);
    mpq_clears(d[0], d[1], NULL);
    return way;
}

/* --- Scenes ------------------------------------------------------------------------------------------------------------------- */

/* The most vertices of some shapes. */
static size_t most_vertices(const sepal_polys *set, uint32_t shapes) {
    size_t most = 0;
    for (uint32_t i = 0; i < shapes; i++) {
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(set, i, &x, &y, &count), SEPAL_OK);
        most = count > most ? count : most;
    }
    return most;
}

/* Pairs of every kind of scene, and groups of three, along the way between two vertices, along an edge, and along an axis. */
Test(push_along, pairs_and_groups_of_every_kind) {
    static const sepal_groups each = {NULL, 0};
    size_t moved = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 17 + kind, 24, 24);
        const uint32_t count_a = (uint32_t)sepal_polys_count(s.set_a), count_b = (uint32_t)sepal_polys_count(s.set_b);
        const uint32_t first[] = {0, 1, 4, 7, 7, 12};
        const sepal_groups groups = {first, 5};
        for (size_t k = 0; k < s.pair_count; k++) {
            const sepal_pair pair = s.pairs[k];
            const float *ax, *ay, *bx, *by;
            size_t size_a, size_b;
            cr_assert_eq(sepal_polys_vertices(s.set_a, pair.a, &ax, &ay, &size_a), SEPAL_OK);
            cr_assert_eq(sepal_polys_vertices(s.set_b, pair.b, &bx, &by, &size_b), SEPAL_OK);
            if (size_a > VERTICES_MOST || size_b > VERTICES_MOST)
                continue;
            float dx = k % 4 == 0 ? ax[0] - bx[k % size_b] : k % 4 == 1 ? ax[1 % size_a] - ax[0] : k % 4 == 2 ? 0 : 1;
            float dy = k % 4 == 0 ? ay[0] - by[k % size_b] : k % 4 == 1 ? ay[1 % size_a] - ay[0] : k % 4 == 2 ? -3 : 0;
            if (!isfinite(dx) || !isfinite(dy) || (dx == 0 && dy == 0))
                dx = FLT_MAX, dy = -0x1p-149F;
            moved += check_pair(s.set_a, &each, s.set_b, &each, pair, dx, dy, "a pair") > 0;
            if (count_a >= 12 && count_b >= 12 && k % 3 == 0 && most_vertices(s.set_a, 12) <= 16 &&
                most_vertices(s.set_b, 12) <= 16)
                moved += check_pair(s.set_a, &groups, s.set_b, &groups, (sepal_pair){(uint32_t)k % 5, (uint32_t)k / 5 % 5}, dx, dy,
                                    "groups") > 0;
        }
        scene_destroy(&s);
    }
    cr_assert_gt(moved, 50U, "%zu", moved);
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint32_t random_below(uint64_t *state, uint32_t bound) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 33) % bound;
}

/* A triangle, a box, a segment or a point with small whole numbers, times a scale. */
static void add_small(sepal_polys *set, uint64_t *state, float scale) {
    float x[4], y[4];
    const uint32_t kind = random_below(state, 8), wide = 1 + random_below(state, 3), high = 1 + random_below(state, 3);
    const float left = (float)random_below(state, 12), low = (float)random_below(state, 12);
    const float right = left + (float)wide, top = low + (float)high;
    const float corners[4][2] = {{left, low}, {right, low}, {right, top}, {left, top}};
    const size_t count = kind == 0 ? 1 : kind == 1 ? 2 : kind < 4 ? 3 : 4, step = kind == 1 ? 2 : 1;
    for (size_t k = 0; k < count; k++) {
        x[k] = corners[k * step][0] * scale;
        y[k] = corners[k * step][1] * scale;
    }
    cr_assert_eq(sepal_polys_add(set, x, y, count, NULL), SEPAL_OK);
}

/* Groups of shapes on a small lattice, between which gaps are as wide as parts: touching is free, and a gap without width does for what
 * slides along it. */
Test(push_along, gaps_that_just_fit) {
    enum { GROUPS = 12, CASES = 150 };
    uint64_t state = 5;
    size_t moved = 0, far = 0;
    for (int round = 0; round < 6; round++) {
        sepal_polys *set[2] = {NULL, NULL};
        uint32_t first[2][GROUPS + 1];
        const float scale = round == 4 ? 0x1p-140F : round == 5 ? 0x1p120F : 1;
        for (int k = 0; k < 2; k++) {
            cr_assert_eq(sepal_polys_create(NULL, &set[k]), SEPAL_OK);
            for (uint32_t g = 0; g < GROUPS; g++) {
                const uint32_t parts = random_below(&state, k == 0 ? 5 : 24);
                first[k][g] = (uint32_t)sepal_polys_count(set[k]);
                for (uint32_t i = 0; i < parts; i++)
                    add_small(set[k], &state, scale);
            }
            first[k][GROUPS] = (uint32_t)sepal_polys_count(set[k]);
        }
        cr_assert_eq(sepal_polys_remove(set[1], first[1][GROUPS] / 2), SEPAL_OK);
        const sepal_groups of_a = {first[0], GROUPS}, of_b = {first[1], GROUPS};
        for (int k = 0; k < CASES; k++) {
            const uint32_t i = random_below(&state, GROUPS), j = random_below(&state, GROUPS);
            const float dx = (float)random_below(&state, 7) - 3, dy = (float)random_below(&state, 7) - 3;
            if (dx == 0 && dy == 0)
                continue;
            const float way = check_pair(set[0], &of_a, set[1], &of_b, (sepal_pair){i, j}, dx, dy, "a lattice");
            moved += way > 0;
            far += way > 4 * scale;
        }
        sepal_polys_destroy(set[0]);
        sepal_polys_destroy(set[1]);
    }
    cr_assert(moved > 200 && far > 10, "%zu, %zu", moved, far);
}

/* An answer beyond all floats, and one that is rounded up to the least float; a group without parts, and one with itself. */
Test(push_along, ends_of_the_range) {
    sepal_polys *set = NULL;
    const float big = 0x1p127F, x[] = {-big, big, big, -big}, y[] = {-1, -1, 1, 1}, tiny = 0x1p-149F;
    const float small[] = {0, tiny, 0};
    const sepal_groups each = {NULL, 0}, none = {(const uint32_t[]){0, 0, 2}, 2};
    float way = -1;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, small, (const float[]){0, 0, tiny}, 3, NULL), SEPAL_OK);
    check_pair(set, &each, set, &each, (sepal_pair){0, 0}, tiny, 0, "beyond all floats");
    cr_assert_eq(sepal_polys_push_along_groups(set, &each, set, &each, &(sepal_pair){0, 0}, 1, &tiny, &tiny, &way), SEPAL_OK);
    cr_assert_eq(way, INFINITY);
    check_pair(set, &each, set, &each, (sepal_pair){1, 1}, big, big, "less than the least float");
    cr_assert_eq(sepal_polys_push_along_groups(set, &each, set, &each, &(sepal_pair){1, 1}, 1, &big, &big, &way), SEPAL_OK);
    cr_assert_eq(way, tiny);
    cr_assert_eq(sepal_polys_push_along_groups(set, &none, set, &none, &(sepal_pair){0, 1}, 1, &big, &big, &way), SEPAL_OK);
    cr_assert_eq(way, 0);
    cr_assert_gt(check_pair(set, &none, set, &none, (sepal_pair){1, 1}, 1, 0, "itself"), 1);
    sepal_polys_destroy(set);
}

Test(push_along, bad_arguments_write_nothing) {
    sepal_polys *set = NULL, *doubles = NULL;
    const float x[] = {0, 1, 1, 0}, y[] = {0, 0, 1, 1}, nan = NAN, zero = 0, one = 1;
    const sepal_groups each = {NULL, 0}, wrong = {NULL, 1}, empty = {(const uint32_t[]){0, 0}, 1};
    const sepal_pair good = {0, 0}, outside = {0, 2}, round = {0, 1};
    float way = 123;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_create_doubles(NULL, 0, 0, &doubles), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(set, x, y, 1, 0x1p-149F, NULL), SEPAL_OK);
#define REFUSED(status, a, of_a, b, of_b, pairs, dx, dy, out)                                                                      \
    cr_assert_eq(sepal_polys_push_along_groups(a, of_a, b, of_b, pairs, 1, dx, dy, out), status)
    REFUSED(SEPAL_BAD_ARGUMENT, NULL, &each, set, &each, &good, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, NULL, set, &each, &good, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, NULL, &each, &good, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &wrong, &good, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, NULL, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &outside, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, NULL, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, &one, NULL, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, &one, &one, NULL);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &good, &zero, &zero, &way);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &good, &one, &nan, &way);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &round, &one, &one, &way);
    REFUSED(SEPAL_BAD_KIND, set, &each, doubles, &empty, &good, &one, &one, &way);
    cr_assert_eq(way, 123);
    cr_assert_eq(sepal_polys_push_along_groups(set, &each, set, &each, NULL, 0, NULL, NULL, NULL), SEPAL_OK);
    REFUSED(SEPAL_OK, set, &each, set, &each, &good, &one, &zero, &way);
    cr_assert_eq(way, 1);
    sepal_polys_destroy(set);
    sepal_polys_destroy(doubles);
}
