/* The polygons that pairs have in common: cases worked out by hand, every corner against rational numbers, laws, room and refusals. */
#include "../common/check.h"
#include "../oracle/corners.h"
#include "../scenes/nests.h"
#include "shape.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All answers about some pairs. */
typedef struct found {
    float *x, *y;
    uint32_t *first;
    size_t count;
} found;

static found ask_polygons(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int touching) {
    found f = {NULL, NULL, calloc(count + 1, sizeof *f.first), 0};
    const sepal_status status =
        sepal_polys_common_polygons(a, b, pairs, count, rule_at(touching), 0, NULL, NULL, f.first, &f.count);
    cr_assert_eq(status, f.count > 0 ? SEPAL_TOO_SMALL : SEPAL_OK);
    f.x = calloc(f.count + 1, sizeof *f.x);
    f.y = calloc(f.count + 1, sizeof *f.y);
    f.x[f.count] = f.y[f.count] = 7;
    cr_assert_eq(sepal_polys_common_polygons(a, b, pairs, count, rule_at(touching), f.count, f.x, f.y, f.first, &f.count),
                 SEPAL_OK);
    cr_assert(f.x[f.count] == 7 && f.y[f.count] == 7 && f.first[0] == 0 && f.first[count] == f.count);
    return f;
}

static void found_release(found *f) {
    free(f->x);
    free(f->y);
    free(f->first);
}

static size_t corners_of(const found *f, size_t k) {
    return f->first[k + 1] - f->first[k];
}

static bool same_bits(const float *p, const float *q, size_t count) {
    return count == 0 || memcmp(p, q, count * sizeof *p) == 0;
}

/* --- Cases worked out by hand ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    shape a, b, common;
    bool touch; /* nothing is in common where touching is apart */
} examples[] = {
    {"a square and itself, from another corner",
     {4, {0, 2, 2, 0}, {0, 0, 2, 2}},
     {4, {2, 2, 0, 0}, {0, 2, 2, 0}},
     {4, {0, 2, 2, 0}, {0, 0, 2, 2}},
     false},
    {"a quarter", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {1, 3, 3, 1}, {1, 1, 3, 3}}, {4, {1, 2, 2, 1}, {1, 1, 2, 2}}, false},
    {"a cross", {4, {0, 4, 4, 0}, {1, 1, 2, 2}}, {4, {1, 2, 2, 1}, {0, 0, 4, 4}}, {4, {1, 2, 2, 1}, {1, 1, 2, 2}}, false},
    {"inside", {4, {0, 4, 4, 0}, {0, 0, 4, 4}}, {3, {1, 2, 1}, {1, 1, 2}}, {3, {1, 2, 1}, {1, 1, 2}}, false},
    {"inside, at all sides",
     {4, {0, 4, 4, 0}, {0, 0, 4, 4}},
     {4, {2, 4, 2, 0}, {0, 2, 4, 2}},
     {4, {0, 2, 4, 2}, {2, 0, 2, 4}},
     false},
    {"eight corners",
     {4, {-3, 3, 3, -3}, {-3, -3, 3, 3}},
     {4, {4, 0, -4, 0}, {0, 4, 0, -4}},
     {8, {-3, -1, 1, 3, 3, 1, -1, -3}, {-1, -3, -3, -1, 1, 3, 3, 1}},
     false},
    {"at a side", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {2, 4, 4, 2}, {1, 1, 3, 3}}, {2, {2, 2}, {1, 2}}, true},
    {"at a corner", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {2, 4, 4, 2}, {2, 2, 4, 4}}, {1, {2}, {2}}, true},
    {"a corner at a side", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {3, {2, 3, 3}, {1, 0, 2}}, {1, {2}, {1}}, true},
    {"apart", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {5, 7, 7, 5}, {0, 0, 2, 2}}, {0, {0}, {0}}, false},
    {"a segment across a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {2, {-1, 3}, {1, 1}}, {2, {0, 2}, {1, 1}}, false},
    {"a segment into a square", {2, {3, 1}, {3, 1}}, {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {2, {1, 2}, {1, 2}}, false},
    {"a segment at a corner", {2, {1, 3}, {3, 1}}, {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {1, {2}, {2}}, true},
    {"a segment at a side", {2, {1, 3}, {2, 2}}, {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {2, {1, 2}, {2, 2}}, true},
    {"a point in a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {1, {1}, {1}}, {1, {1}, {1}}, false},
    {"segments that cross", {2, {0, 2}, {0, 2}}, {2, {0, 2}, {2, 0}}, {1, {1}, {1}}, false},
    {"segments on a line", {3, {0, 2, 1}, {0, 2, 1}}, {2, {3, 1}, {3, 1}}, {2, {1, 2}, {1, 2}}, true},
    {"points", {1, {-0.0F}, {0}}, {2, {0, 0}, {-0.0F, 0}}, {1, {0}, {0}}, true},
    {"repeated and inner vertices",
     {6, {0, 1, 2, 2, 2, 0}, {0, 0, 0, 2, 2, 2}},
     {5, {1, 3, 3, 1, 1}, {0, 0, 2, 2, 1}},
     {4, {1, 2, 2, 1}, {0, 0, 2, 2}},
     false},
    {"a third", {3, {0, 3, 0}, {0, 1, 1}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {0, 1, 1, 0}, {0, 1 / 3.0F, 1, 1}}, false},
    {"the least squares",
     {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}},
     {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}},
     {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}},
     false},
    {"half of the least squares is rounded to a segment",
     {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}},
     {4, {0, 0, -TINY, 0}, {0, TINY, 0, -TINY}},
     {2, {0, 0}, {0, TINY}},
     true},
    {"a quarter of the least square, whose corners are rounded to the even numbers",
     {3, {0, TINY, 0}, {0, 0, TINY}},
     {3, {0, TINY, TINY}, {0, 0, TINY}},
     {2, {0, TINY}, {0, 0}},
     false},
    {"the greatest diamond",
     {4, {0, FLT_MAX, 0, -FLT_MAX}, {-FLT_MAX, 0, FLT_MAX, 0}},
     {4, {0, FLT_MAX, FLT_MAX, 0}, {0, 0, FLT_MAX, FLT_MAX}},
     {3, {0, FLT_MAX, 0}, {0, 0, FLT_MAX}},
     false},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

Test(polygons, are_right_for_cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int way = 0; way < 16; way++) {
            const int touching = way & 1, exchanged = way & 2;
            use_isa(isa);
            sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
            sepal_pair pairs[EXAMPLES];
            for (size_t i = 0; i < EXAMPLES; i++)
                pairs[i] = (sepal_pair){add_shape(a, exchanged ? &examples[i].b : &examples[i].a, way & 4),
                                        add_shape(b, exchanged ? &examples[i].a : &examples[i].b, way & 8)};
            found f = ask_polygons(a, b, pairs, EXAMPLES, touching);
            for (size_t i = 0; i < EXAMPLES; i++) {
                const shape *common = &examples[i].common;
                const size_t count = touching == SEPAL_TOUCHING_IS_APART && examples[i].touch ? 0 : common->count;
                cr_assert_eq(corners_of(&f, i), count, "%s, way %d: %s: %zu corners", sepal_isa(), way, examples[i].what,
                             corners_of(&f, i));
                cr_assert(same_bits(f.x + f.first[i], common->x, count) && same_bits(f.y + f.first[i], common->y, count),
                          "%s, way %d: %s", sepal_isa(), way, examples[i].what);
            }
            found_release(&f);
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
}

/* --- Against rational numbers ------------------------------------------------------------------------------------------------ */

static float *room_for(const polygon *p, const polygon *q) {
    return calloc(p->count + q->count, sizeof(float));
}

/* Judges pairs under both rules until the work is done; returns how many have something in common. */
static size_t judge(const char *what, const sepal_polys *set_a, const polygon_list *a, const sepal_polys *set_b,
                    const polygon_list *b, const sepal_pair *pairs, size_t count) {
    size_t spent = 0, meet = 0;
    found closed = ask_polygons(set_a, set_b, pairs, count, SEPAL_TOUCHING_OVERLAPS),
          open = ask_polygons(set_a, set_b, pairs, count, SEPAL_TOUCHING_IS_APART);
    uint8_t *overlap = answers_create(count);
    ask_pairs(set_a, set_b, pairs, count, SEPAL_TOUCHING_IS_APART, overlap);
    for (size_t k = 0; k < count && spent < 30000; k++) {
        const polygon *p = &a->items[pairs[k].a], *q = &b->items[pairs[k].b];
        float *x = room_for(p, q), *y = room_for(p, q);
        bool with_area;
        const size_t corners = oracle_corners(p->x, p->y, p->count, q->x, q->y, q->count, x, y, &with_area);
        const size_t from = closed.first[k], got = corners_of(&closed, k);
        cr_assert(got == corners && same_bits(closed.x + from, x, corners) && same_bits(closed.y + from, y, corners),
                  "%s, scene '%s', pair %zu (%u, %u): %zu corners instead of %zu, or another", sepal_isa(), what, k, pairs[k].a,
                  pairs[k].b, got, corners);
        const size_t opened = overlap[k] ? corners : 0;
        cr_assert(corners_of(&open, k) == opened && same_bits(open.x + open.first[k], x, opened) &&
                      same_bits(open.y + open.first[k], y, opened) && (overlap[k] || !with_area),
                  "%s, scene '%s', pair %zu (%u, %u), touching is apart", sepal_isa(), what, k, pairs[k].a, pairs[k].b);
        meet += corners > 0;
        spent += 20 + p->count * q->count;
        free(x);
        free(y);
    }
    free(overlap);
    found_release(&closed);
    found_release(&open);
    return meet;
}

Test(polygons, are_what_rational_numbers_say) {
    size_t meet = 0, nested = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 2201, 60, 400);
        const scene *s = &n.outer;
        use_isa(kind % sepal_isa_count());
        meet += judge(s->kind, s->set_a, &s->a, s->set_b, s->one_set ? &s->a : &s->b, s->pairs, s->pair_count);
        nested += judge(s->kind, s->set_a, &s->a, n.inner, &n.list, n.pairs, n.count);
        nest_destroy(&n);
    }
    cr_assert(meet > 3000 && nested > 3000, "%zu and %zu have something in common", meet, nested);
}

/* --- Laws -------------------------------------------------------------------------------------------------------------------- */

/* The polygon from another first vertex, and with the other winding. */
static void add_turned(sepal_polys *set, const polygon *from, size_t first) {
    float *x = room_for(from, from), *y = room_for(from, from);
    for (size_t k = 0; k < from->count; k++) {
        x[k] = from->x[(first + from->count - k) % from->count];
        y[k] = from->y[(first + from->count - k) % from->count];
    }
    cr_assert_eq(sepal_polys_add(set, x, y, from->count, NULL), SEPAL_OK);
    free(x);
    free(y);
}

static void check_alike(const found *f, const found *other, size_t pairs, const char *what) {
    cr_assert(f->count == other->count && memcmp(f->first, other->first, (pairs + 1) * sizeof *f->first) == 0 &&
                  same_bits(f->x, other->x, f->count) && same_bits(f->y, other->y, f->count),
              "%s, %s", sepal_isa(), what);
}

/* At least the diagonal of the bounding box. */
static double extent_of(const polygon *p) {
    double left = (double)p->x[0], right = left, low = (double)p->y[0], high = low;
    for (size_t k = 1; k < p->count; k++) {
        left = fmin(left, (double)p->x[k]), right = fmax(right, (double)p->x[k]);
        low = fmin(low, (double)p->y[k]), high = fmax(high, (double)p->y[k]);
    }
    return right - left + high - low;
}

/* The area, and by how much rounded corners may change it. */
static double area_of(const found *f, size_t k, double *error) {
    double sum = 0;
    const float *x = f->x + f->first[k], *y = f->y + f->first[k];
    double size = 0, reach = 0;
    for (size_t i = 0; i < corners_of(f, k); i++) {
        const size_t next = i + 1 < corners_of(f, k) ? i + 1 : 0;
        sum += ((double)x[i] - (double)x[0]) * ((double)y[next] - (double)y[0]) -
               ((double)x[next] - (double)x[0]) * ((double)y[i] - (double)y[0]);
        size = fmax(size, fabs((double)x[i] - (double)x[0]) + fabs((double)y[i] - (double)y[0]));
        reach = fmax(reach, fmax(fabs((double)x[i]), fabs((double)y[i])));
    }
    const double unit = reach * 0x1p-23 + 0x1p-149; /* corners that were rounded are nearer or farther by so much */
    *error = 4 * (size + unit) * unit;
    return sum / 2;
}

/* Exchanged polygons, and such from other first vertices, have the same corners on every instruction set. A polygon has its own corners in
 * common with itself, and no more. The area of the corners is that in common, but for rounding. */
Test(polygons, obey_the_laws) {
    size_t some = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 2202, 90, 1500);
        const polygon_list *list_b = s.one_set ? &s.a : &s.b;
        sepal_polys *turned = empty_set(NULL);
        for (size_t i = 0; i < list_b->count; i++)
            add_turned(turned, &list_b->items[i], i % list_b->items[i].count);
        sepal_pair *exchanged = calloc(s.pair_count + 1, sizeof *exchanged);
        float *area = calloc(s.pair_count + 1, sizeof *area);
        for (size_t k = 0; k < s.pair_count; k++)
            exchanged[k] = (sepal_pair){s.pairs[k].b, s.pairs[k].a};
        use_isa(0);
        found f = ask_polygons(s.set_a, s.set_b, s.pairs, s.pair_count, SEPAL_TOUCHING_OVERLAPS);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            found back = ask_polygons(s.set_b, s.set_a, exchanged, s.pair_count, SEPAL_TOUCHING_OVERLAPS),
                  with_turned = ask_polygons(s.set_a, turned, s.pairs, s.pair_count, SEPAL_TOUCHING_OVERLAPS);
            check_alike(&back, &f, s.pair_count, s.kind);
            check_alike(&with_turned, &f, s.pair_count, s.kind);
            found_release(&back);
            found_release(&with_turned);
        }
        cr_assert_eq(sepal_polys_common_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, &(sepal_commons){.area = area}), SEPAL_OK);
        for (size_t k = 0; k < s.pair_count; k++) {
            double error;
            const double sum = area_of(&f, k, &error);
            error += 0x1p-44 * extent_of(&s.a.items[s.pairs[k].a]) * extent_of(&list_b->items[s.pairs[k].b]);
            if (area[k] < FLT_MAX)
                cr_assert(fabs(sum - (double)area[k]) <= error + 0x1p-22 * (double)area[k] + 0x1p-148,
                          "scene '%s', pair %zu: %a, %a", s.kind, k, sum, (double)area[k]);
            some += area[k] > 0;
        }
        found_release(&f);
        free(area);
        free(exchanged);
        sepal_polys_destroy(turned);
        scene_destroy(&s);
    }
    cr_assert(some > 500, "%zu have area in common", some);
}

/* --- Room, refusals and slots -------------------------------------------------------------------------------------------------- */

enum { SQUARES = 30, PAIRS = SQUARES * SQUARES * 2 };

/* Squares along a line, each of which has 4 corners in common with itself and its neighbours, and 2 with those after these. */
static sepal_polys *add_squares(void) {
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < SQUARES; k++) {
        const float left = (float)k, x[] = {left, left + 2, left + 2, left}, y[] = {0, 0, 2, 2};
        cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    }
    return set;
}

/* With one corner less than needed, nothing is written but how many there are. With as many, or more, all are. */
Test(polygons, have_exactly_the_room_that_they_need) {
    static sepal_pair pairs[PAIRS];
    static float x[8 * PAIRS], y[8 * PAIRS];
    static uint32_t first[PAIRS + 1];
    for (uint32_t k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){k % SQUARES, k / 2 / SQUARES};
    sepal_polys *set = add_squares();
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        size_t needed = 0, corners = 0;
        for (size_t k = 0; k < PAIRS; k++) {
            const int apart = abs((int)pairs[k].a - (int)pairs[k].b);
            needed += apart < 2 ? 4 : apart == 2 ? 2 : 0;
        }
        const size_t rooms[] = {0, needed - 1, needed, needed + 1, sizeof x / sizeof *x};
        for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) {
            const bool fits = rooms[r] >= needed;
            memset(x, 0xa5, sizeof x), memset(y, 0xa5, sizeof y), memset(first, 0xa5, sizeof first);
            cr_assert_eq(sepal_polys_common_polygons(set, set, pairs, PAIRS, NULL, rooms[r], x, y, first, &corners),
                         fits ? SEPAL_OK : SEPAL_TOO_SMALL);
            cr_assert_eq(corners, needed, "%s: %zu corners", sepal_isa(), corners);
            for (size_t k = fits ? needed : 0; k < sizeof x / sizeof *x; k++)
                cr_assert(((const uint8_t *)&x[k])[0] == 0xa5 && ((const uint8_t *)&y[k])[3] == 0xa5, "corner %zu was written", k);
            cr_assert(fits ? first[PAIRS] == needed : first[0] == 0xa5a5a5a5 && first[PAIRS] == 0xa5a5a5a5);
        }
        for (size_t k = 0; k < PAIRS; k++) {
            const int apart = abs((int)pairs[k].a - (int)pairs[k].b);
            cr_assert_eq(first[k + 1] - first[k], apart < 2 ? 4 : apart == 2 ? 2 : 0);
            if (apart < 3)
                cr_assert_eq(x[first[k]], (float)(pairs[k].a > pairs[k].b ? pairs[k].a : pairs[k].b));
        }
    }
    sepal_polys_destroy(set);
}

/* What is given without repeated corners is taken by sepal_polys_add_many, where corners have representable coordinates. */
Test(polygons, can_be_added) {
    sepal_polys *set = add_squares(), *added = empty_set(NULL);
    const sepal_pair pairs[] = {{0, 1}, {4, 3}, {2, 2}, {5, 7}};
    float x[14], y[14];
    uint32_t first[5];
    size_t corners = 0;
    cr_assert_eq(sepal_polys_common_polygons(set, set, pairs, 4, NULL, 14, x, y, first, &corners), SEPAL_OK);
    cr_assert_eq(corners, 14);
    cr_assert_eq(sepal_polys_add_many(added, x, y, first, 4, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_count(added), 4);
    sepal_polys_destroy(added);
    sepal_polys_destroy(set);
}

Test(polygons, refuse_and_leave_all_untouched) {
    static const float x[] = {0, 1, 1, 0}, y[] = {0, 0, 1, 1};
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < 4; k++)
        cr_assert_eq(sepal_polys_add_round(set, x, y, 4, k == 1 ? TINY : 0, NULL), SEPAL_OK);
    const sepal_pair good[] = {{0, 2}, {2, 3}}, round[] = {{0, 2}, {2, 1}}, beyond[] = {{0, 2}, {4, 0}};
    const sepal_rule margin = {SEPAL_TOUCHING_OVERLAPS, TINY, 0}, minus = {SEPAL_TOUCHING_OVERLAPS, -0.0F, 0},
                     wrong = {(sepal_touching)2, 0, 0};
    float cx[16] = {7}, cy[16] = {7};
    uint32_t first[3] = {7, 7, 7};
    size_t corners = 7;
    cr_assert_eq(sepal_polys_common_polygons(set, set, round, 2, NULL, 16, cx, cy, first, &corners), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_common_polygons(set, set, beyond, 2, NULL, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, &margin, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, &wrong, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(NULL, set, good, 2, NULL, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, NULL, good, 2, NULL, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, NULL, 2, NULL, 16, cx, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, NULL, 16, NULL, cy, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, NULL, 16, cx, NULL, first, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, NULL, 16, cx, cy, NULL, &corners), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, NULL, 16, cx, cy, first, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert(cx[0] == 7 && cy[0] == 7 && first[0] == 7 && first[2] == 7 && corners == 7);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, &minus, 16, cx, cy, first, &corners), SEPAL_OK);
    cr_assert(corners == 8 && first[1] == 4);
    cr_assert_eq(sepal_polys_remove(set, 3), SEPAL_OK);
    cr_assert_eq(sepal_polys_common_polygons(set, set, good, 2, NULL, 16, cx, cy, first, &corners), SEPAL_OK);
    cr_assert(corners == 4 && first[0] == 0 && first[1] == 4 && first[2] == 4);
    cr_assert_eq(sepal_polys_common_polygons(set, set, NULL, 0, NULL, 0, NULL, NULL, first, &corners), SEPAL_OK);
    cr_assert(corners == 0 && first[0] == 0);
    sepal_polys_destroy(set);
}
