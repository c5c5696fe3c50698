/* What two polygons have in common: cases worked out by hand, the scalar path against rational numbers, and laws. */
#include "../common/check.h"
#include "../oracle/area.h"
#include "../scenes/nests.h"
#include "shape.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/groups.h>
#include <stdlib.h>
#include <string.h>

/* All answers about some pairs. */
typedef struct found {
    float *area, *iou, *share_a, *share_b;
} found;

static found found_create(size_t count) {
    float *all = calloc(4 * count + 1, sizeof *all);
    return (found){all, all + count, all + 2 * count, all + 3 * count};
}

static sepal_commons arrays_of(const found *f) {
    return (sepal_commons){f->area, f->iou, f->share_a, f->share_b};
}

static found ask_common(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    const found f = found_create(count);
    const sepal_commons out = arrays_of(&f);
    cr_assert_eq(sepal_polys_common_pairs(a, b, pairs, count, &out), SEPAL_OK);
    return f;
}

static bool same_bits(const float *p, const float *q, size_t count) {
    return memcmp(p, q, count * sizeof *p) == 0;
}

/* --- Cases worked out by hand ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    shape a, b;
    float area, iou, share_a, share_b;
} examples[] = {
    {"a square and itself, from another corner", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {2, 2, 0, 0}, {0, 2, 2, 0}}, 4, 1, 1, 1},
    {"half a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {1, 3, 3, 1}, {0, 0, 2, 2}}, 2, 1 / 3.0F, 0.5F, 0.5F},
    {"a quarter", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {1, 3, 3, 1}, {1, 1, 3, 3}}, 1, 1 / 7.0F, 0.25F, 0.25F},
    {"inside", {4, {0, 4, 4, 0}, {0, 0, 4, 4}}, {4, {1, 2, 2, 1}, {1, 1, 2, 2}}, 1, 1 / 16.0F, 1 / 16.0F, 1},
    {"at a side", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {2, 4, 4, 2}, {0, 0, 2, 2}}, 0, 0, 0, 0},
    {"at a corner", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {2, 4, 4, 2}, {2, 2, 4, 4}}, 0, 0, 0, 0},
    {"apart", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {5, 7, 7, 5}, {0, 0, 2, 2}}, 0, 0, 0, 0},
    {"a diamond in a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {4, {1, 2, 1, 0}, {0, 1, 2, 1}}, 2, 0.5F, 0.5F, 1},
    {"two triangles of a square", {3, {0, 2, 2}, {0, 0, 2}}, {3, {0, 2, 0}, {0, 2, 2}}, 0, 0, 0, 0},
    {"triangles that cross", {3, {0, 4, 0}, {0, 0, 4}}, {3, {0, 4, 4}, {0, 0, 4}}, 4, 4 / 12.0F, 0.5F, 0.5F},
    {"a segment across a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {2, {-1, 3}, {1, 1}}, 0, 0, 0, 0},
    {"a point in a square", {4, {0, 2, 2, 0}, {0, 0, 2, 2}}, {1, {1}, {1}}, 0, 0, 0, 0},
    {"segments that cross", {2, {0, 2}, {0, 2}}, {2, {0, 2}, {2, 0}}, 0, 0, 0, 0},
    {"a strip of the least width",
     {4, {0, 1, 1, 0}, {0, 0, 1, 1}},
     {4, {1 - ULP / 2, 2, 2, 1 - ULP / 2}, {0, 0, 1, 1}},
     ULP / 2,
     0x1p-25F,
     0x1p-24F,
     0x1.fffffep-25F},
    {"repeated and inner vertices",
     {6, {0, 1, 2, 2, 2, 0}, {0, 0, 0, 2, 2, 2}},
     {5, {1, 3, 3, 1, 1}, {0, 0, 2, 2, 1}},
     2,
     1 / 3.0F,
     0.5F,
     0.5F},
    {"the least squares", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, TINY, 1, 1, 1},
    {"half of the least squares",
     {4, {0, 2 * TINY, 2 * TINY, 0}, {0, 0, 2 * TINY, 2 * TINY}},
     {4, {TINY, 3 * TINY, 3 * TINY, TINY}, {0, 0, 2 * TINY, 2 * TINY}},
     TINY,
     1 / 3.0F,
     0.5F,
     0.5F},
    {"slanted, of the least floats",
     {4, {0, 4 * TINY, 8 * TINY, 4 * TINY}, {0, -4 * TINY, 0, 4 * TINY}},
     {4, {0, 8 * TINY, 8 * TINY, 0}, {0, 0, 4 * TINY, 4 * TINY}},
     TINY,
     1 / 3.0F,
     0.5F,
     0.5F},
    {"the greatest squares",
     {4, {-FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}},
     {4, {0, FLT_MAX, FLT_MAX, 0}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}},
     FLT_MAX,
     0.5F,
     0.5F,
     1},
    {"the greatest square and the steepest edges",
     {4, {-FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}},
     {4, {-TINY, 0, TINY, 0}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}},
     0x1p-20F * (1 - 0x1p-24F),
     TINY,
     TINY,
     1},
    {"the greatest diamond",
     {4, {0, FLT_MAX, 0, -FLT_MAX}, {-FLT_MAX, 0, FLT_MAX, 0}},
     {4, {0, FLT_MAX, FLT_MAX, 0}, {0, 0, FLT_MAX, FLT_MAX}},
     FLT_MAX,
     0.2F,
     0.25F,
     0.5F},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

Test(common, is_right_for_cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int windings = 0; windings < 4; windings++) {
            use_isa(isa);
            sepal_polys *a = empty_set(NULL), *b = empty_set(NULL);
            sepal_pair pairs[EXAMPLES];
            for (size_t i = 0; i < EXAMPLES; i++)
                pairs[i] = (sepal_pair){add_shape(a, &examples[i].a, windings & 1), add_shape(b, &examples[i].b, windings & 2)};
            const found f = ask_common(a, b, pairs, EXAMPLES);
            for (size_t i = 0; i < EXAMPLES; i++) {
                const char *what = examples[i].what;
                cr_assert_eq(f.area[i], examples[i].area, "%s: %s: area %a", sepal_isa(), what, (double)f.area[i]);
                cr_assert_eq(f.iou[i], examples[i].iou, "%s: %s: IoU %a", sepal_isa(), what, (double)f.iou[i]);
                cr_assert_eq(f.share_a[i], examples[i].share_a, "%s: %s: share of a %a", sepal_isa(), what, (double)f.share_a[i]);
                cr_assert_eq(f.share_b[i], examples[i].share_b, "%s: %s: share of b %a", sepal_isa(), what, (double)f.share_b[i]);
            }
            free(f.area);
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
}

/* --- Against rational numbers ------------------------------------------------------------------------------------------------ */

static double diagonal(const polygon *p) {
    double left = (double)p->x[0], right = left, low = (double)p->y[0], high = low;
    for (size_t k = 1; k < p->count; k++) {
        left = fmin(left, (double)p->x[k]), right = fmax(right, (double)p->x[k]);
        low = fmin(low, (double)p->y[k]), high = fmax(high, (double)p->y[k]);
    }
    return hypot(right - left, high - low);
}

/* Is a number within u of itself, `error` and half of the least float of what it is to be? */
static bool is_near(float got, double exact, double error) {
    return fabs((double)got - exact) <= exact * (0x1p-24 + 0x1p-50) + error + 0x1p-150;
}

static bool is_right_share(float got, double exact, double error, bool is_one) {
    return is_one ? got == 1 : exact > 0 ? got > 0 && got <= 1 && is_near(got, exact, error + 0x1p-150) : got == 0;
}

/* What is wrong with answer k about two polygons, or NULL. */
static const char *fault_of(const found *f, size_t k, const polygon *a, const polygon *b) {
    const oracle_areas exact = oracle_common(a->x, a->y, a->count, b->x, b->y, b->count);
    const double da = diagonal(a), db = diagonal(b), most = fmax(da, db), square = 0x1p-43 * most * most;
    const bool overlap = exact.common > 0;
    if (overlap != (f->area[k] > 0) || f->area[k] < 0)
        return "whether there is an area";
    if (overlap && exact.common < (double)FLT_MAX && f->area[k] != TINY && !is_near(f->area[k], exact.common, 0x1p-44 * da * db))
        return "the area";
    if (overlap && f->area[k] == TINY && exact.common > 0x1p-148 + 0x1p-44 * da * db)
        return "a small area";
    if (!is_right_share(f->iou[k], exact.iou, square / fmax(exact.a, exact.b), exact.inside_a && exact.inside_b))
        return "the IoU";
    if (!is_right_share(f->share_a[k], exact.share_a, square / exact.a, exact.inside_b))
        return "the share of a";
    return is_right_share(f->share_b[k], exact.share_b, square / exact.b, exact.inside_a) ? NULL : "the share of b";
}

/* Judges pairs of polygons of two lists until the work is done; returns how many have area in common. */
static size_t judge(const char *what, const sepal_polys *set_a, const polygon_list *a, const sepal_polys *set_b,
                    const polygon_list *b, const sepal_pair *pairs, size_t count) {
    size_t spent = 0, overlaps = 0;
    const found f = ask_common(set_a, set_b, pairs, count);
    for (size_t k = 0; k < count && spent < 12000; k++) {
        const polygon *p = &a->items[pairs[k].a], *q = &b->items[pairs[k].b];
        const char *fault = fault_of(&f, k, p, q);
        cr_assert_null(fault, "scene '%s', pair %zu (%u, %u): %s; area %a, IoU %a, shares %a %a", what, k, pairs[k].a, pairs[k].b,
                       fault, (double)f.area[k], (double)f.iou[k], (double)f.share_a[k], (double)f.share_b[k]);
        overlaps += f.area[k] > 0;
        spent += f.area[k] > 0 ? 20 + p->count * q->count : 5 + p->count * q->count / 4;
    }
    free(f.area);
    return overlaps;
}

Test(common, scalar_is_what_rational_numbers_say) {
    size_t overlaps = 0, nested = 0;
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        nest n = nest_create(kind, 2101, 60, 400);
        const scene *s = &n.outer;
        overlaps += judge(s->kind, s->set_a, &s->a, s->set_b, s->one_set ? &s->a : &s->b, s->pairs, s->pair_count);
        nested += judge(s->kind, s->set_a, &s->a, n.inner, &n.list, n.pairs, n.count);
        nest_destroy(&n);
    }
    cr_assert(overlaps > 1500 && nested > 1500, "%zu and %zu have area in common", overlaps, nested);
}

/* --- Laws -------------------------------------------------------------------------------------------------------------------- */

/* The polygon from another first vertex, and with the other winding. */
static void turn_polygon(const polygon *from, size_t first, polygon *to) {
    to->count = from->count;
    for (size_t k = 0; k < from->count; k++) {
        to->x[k] = from->x[(first + from->count - k) % from->count];
        to->y[k] = from->y[(first + from->count - k) % from->count];
    }
}

static void add_polygon(sepal_polys *set, const polygon *p) {
    cr_assert_eq(sepal_polys_add(set, p->x, p->y, p->count, NULL), SEPAL_OK);
}

/* Exchanged polygons have the same bits, and so have the pairs in rows and those of groups of one shape each. A polygon and itself, from
 * another first vertex, have an IoU of 1. */
Test(common, obeys_the_laws) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 2102, 90, 900);
        const polygon_list *list_b = s.one_set ? &s.a : &s.b;
        sepal_polys *turned = empty_set(NULL);
        for (size_t i = 0; i < s.a.count; i++) {
            polygon p;
            turn_polygon(&s.a.items[i], i % s.a.items[i].count, &p);
            add_polygon(turned, &p);
        }
        sepal_pair *exchanged = calloc(s.pair_count + 1, sizeof *exchanged), *each = calloc(s.a.count + 1, sizeof *each);
        sepal_row *rows = calloc(s.pair_count + 1, sizeof *rows);
        for (size_t k = 0; k < s.pair_count; k++) {
            exchanged[k] = (sepal_pair){s.pairs[k].b, s.pairs[k].a};
            rows[k] = (sepal_row){s.pairs[k].a, s.pairs[k].b, 1};
        }
        for (uint32_t i = 0; i < s.a.count; i++)
            each[i] = (sepal_pair){i, i};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            const found f = ask_common(s.set_a, s.set_b, s.pairs, s.pair_count),
                        back = ask_common(s.set_b, s.set_a, exchanged, s.pair_count), by_rows = found_create(s.pair_count),
                        equal = ask_common(s.set_a, turned, each, s.a.count), by_groups = found_create(s.pair_count);
            const sepal_commons to_rows = arrays_of(&by_rows), to_groups = arrays_of(&by_groups), only_iou = {.iou = by_rows.area};
            const sepal_groups alone = {0};
            cr_assert(same_bits(f.area, back.area, 2 * s.pair_count), "%s, scene '%s'", sepal_isa(), s.kind);
            cr_assert(same_bits(f.share_a, back.share_b, s.pair_count) && same_bits(f.share_b, back.share_a, s.pair_count));
            cr_assert_eq(sepal_polys_common_rows(s.set_a, s.set_b, rows, s.pair_count, &to_rows), SEPAL_OK);
            cr_assert(same_bits(f.area, by_rows.area, 4 * s.pair_count), "%s, scene '%s'", sepal_isa(), s.kind);
            cr_assert_eq(sepal_polys_common_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, &only_iou), SEPAL_OK);
            cr_assert(same_bits(f.iou, by_rows.area, s.pair_count), "%s, scene '%s'", sepal_isa(), s.kind);
            cr_assert_eq(sepal_polys_common_groups(s.set_a, &alone, s.set_b, &alone, s.pairs, s.pair_count, &to_groups), SEPAL_OK);
            cr_assert(same_bits(f.area, by_groups.area, s.pair_count), "%s, scene '%s'", sepal_isa(), s.kind);
            float *areas = calloc(s.a.count + 1, sizeof *areas);
            cr_assert_eq(sepal_polys_areas(s.set_a, 0, s.a.count, areas), SEPAL_OK);
            for (size_t i = 0; i < s.a.count; i++) {
                const float one = areas[i] > 0 ? 1 : 0;
                cr_assert(equal.iou[i] == one && equal.share_a[i] == one && equal.share_b[i] == one, "%s, scene '%s', polygon %zu",
                          sepal_isa(), s.kind, i);
                const double d = diagonal(&s.a.items[i]);
                cr_assert(is_near(areas[i], (double)equal.area[i], 0x1p-23 * (double)areas[i] + 0x1p-43 * d * d));
            }
            (void)list_b;
            free(areas);
            free(f.area), free(back.area), free(by_rows.area), free(equal.area), free(by_groups.area);
        }
        sepal_polys_destroy(turned);
        free(exchanged), free(each), free(rows);
        scene_destroy(&s);
    }
}

/* The parts of a polygon that is cut from vertex to vertex have as much in common with others as the whole. */
Test(common, of_the_parts_of_a_polygon_is_that_of_the_whole) {
    size_t judged = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        scene s = scene_create(kind, 2103, 60, 600);
        const polygon_list *list_b = s.one_set ? &s.a : &s.b;
        sepal_polys *parts = empty_set(NULL);
        sepal_pair *in_parts = calloc(2 * s.pair_count + 1, sizeof *in_parts), *whole = calloc(s.pair_count + 1, sizeof *whole);
        size_t count = 0;
        for (size_t k = 0; k < s.pair_count; k++) {
            const polygon *p = &s.a.items[s.pairs[k].a];
            const size_t at = 1 + k % p->count;
            if (at < 2 || at + 1 >= p->count)
                continue;
            polygon part = *p;
            part.count = at + 1;
            polygon rest = {.count = p->count - at + 1};
            for (size_t i = 0; i < rest.count; i++)
                rest.x[i] = p->x[(at + i) % p->count], rest.y[i] = p->y[(at + i) % p->count];
            add_polygon(parts, &part);
            add_polygon(parts, &rest);
            for (uint32_t i = 0; i < 2; i++)
                in_parts[2 * count + i] = (sepal_pair){(uint32_t)(2 * count) + i, s.pairs[k].b};
            whole[count++] = s.pairs[k];
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            const found of_whole = ask_common(s.set_a, s.set_b, whole, count),
                        of_parts = ask_common(parts, s.set_b, in_parts, 2 * count);
            for (size_t k = 0; k < count; k++) {
                const double sum = (double)of_parts.area[2 * k] + (double)of_parts.area[2 * k + 1];
                const double d = diagonal(&s.a.items[whole[k].a]) * diagonal(&list_b->items[whole[k].b]);
                if (sum < (double)FLT_MAX)
                    cr_assert(is_near(of_whole.area[k], sum, 0x1p-23 * sum + 3 * 0x1p-44 * d + 0x1p-148),
                              "%s, scene '%s', pair (%u, %u): %a in parts, %a as a whole", sepal_isa(), s.kind, whole[k].a,
                              whole[k].b, sum, (double)of_whole.area[k]);
                judged += sum > 0;
            }
            free(of_whole.area), free(of_parts.area);
        }
        sepal_polys_destroy(parts);
        free(in_parts), free(whole);
        scene_destroy(&s);
    }
    cr_assert(judged > 500, "%zu have area in common", judged);
}

/* --- Groups ------------------------------------------------------------------------------------------------------------------ */

/* A frame with a hole, and squares in the hole, over a bar, and around all. */
Test(common, of_outlines_with_holes) {
    static const float x[] = {0, 4, 4, 0, 1, 3, 3, 1}, y[] = {0, 0, 4, 4, 1, 1, 3, 3};
    static const uint32_t starts[] = {0, 4, 8};
    static const struct {
        shape square;
        float area, iou, share_a, share_b;
    } cases[] = {
        {{4, {1, 3, 3, 1}, {1, 1, 3, 3}}, 0, 0, 0, 0},
        {{4, {0.5F, 3, 3, 0.5F}, {1.5F, 1.5F, 2.5F, 2.5F}}, 0.5F, 0.5F / 14, 0.5F / 12, 0.2F},
        {{4, {-1, 5, 5, -1}, {-1, -1, 5, 5}}, 12, 12 / 36.0F, 1, 12 / 36.0F},
        {{4, {4, 5, 5, 4}, {0, 0, 1, 1}}, 0, 0, 0, 0},
        {{4, {0, 2, 2, 0}, {0, 0, 2, 2}}, 3, 3 / 13.0F, 0.25F, 0.75F},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    sepal_polys *frame = empty_set(NULL), *squares = empty_set(NULL);
    uint32_t parts = 0;
    cr_assert_eq(sepal_polys_add_with_holes(frame, x, y, starts, 2, NULL, &parts, NULL), SEPAL_OK);
    const uint32_t first[] = {0, parts};
    const sepal_groups whole = {first, 1}, each = {0};
    sepal_pair pairs[CASES + 1], backwards[CASES + 1];
    for (uint32_t k = 0; k < CASES; k++) {
        pairs[k] = (sepal_pair){0, add_shape(squares, &cases[k].square, k % 2)};
        backwards[k] = (sepal_pair){pairs[k].b, 0};
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const found f = found_create(CASES), back = found_create(CASES);
        const sepal_commons out = arrays_of(&f), out_back = arrays_of(&back);
        float itself[4];
        const sepal_commons of_itself = {itself, itself + 1, itself + 2, itself + 3};
        use_isa(isa);
        cr_assert_eq(sepal_polys_common_groups(frame, &whole, squares, &each, pairs, CASES, &out), SEPAL_OK);
        cr_assert_eq(sepal_polys_common_groups(squares, &each, frame, &whole, backwards, CASES, &out_back), SEPAL_OK);
        for (size_t k = 0; k < CASES; k++) {
            cr_assert(f.area[k] == cases[k].area && f.iou[k] == cases[k].iou && f.share_a[k] == cases[k].share_a &&
                          f.share_b[k] == cases[k].share_b,
                      "%s, case %zu: %g %g %g %g", sepal_isa(), k, (double)f.area[k], (double)f.iou[k], (double)f.share_a[k],
                      (double)f.share_b[k]);
            cr_assert(back.area[k] == f.area[k] && back.iou[k] == f.iou[k] && back.share_a[k] == f.share_b[k]);
        }
        cr_assert_eq(sepal_polys_common_groups(frame, &whole, frame, &whole, &(sepal_pair){0, 0}, 1, &of_itself), SEPAL_OK);
        cr_assert(itself[0] == 12 && itself[1] == 1 && itself[2] == 1 && itself[3] == 1);
        free(f.area), free(back.area);
    }
    sepal_polys_destroy(frame);
    sepal_polys_destroy(squares);
}

/* --- Many vertices ----------------------------------------------------------------------------------------------------------- */

/* Polygons of hundreds of vertices, whose chains are merged in several parts, are as near to each other as the bound says. */
Test(common, of_hundreds_of_vertices) {
    enum { MOST = 300 };
    static float x[MOST], y[MOST], other_x[MOST], other_y[MOST];
    for (size_t count = 17; count <= MOST; count = count * 2 + 5)
        for (size_t other = 3; other <= MOST; other = other * 3 + 2) {
            sepal_polys *set = empty_set(NULL);
            uint32_t a, b;
            for (size_t k = 0; k < count; k++)
                x[k] = (float)cos(0.3 + 6.283185307179586 * (double)k / (double)count),
                y[k] = (float)sin(0.3 + 6.283185307179586 * (double)k / (double)count);
            for (size_t k = 0; k < other; k++)
                other_x[k] = (float)(0.4 + 2 * cos(1 - 6.283185307179586 * (double)k / (double)other)),
                other_y[k] = (float)(0.7 + 0.6 * sin(1 - 6.283185307179586 * (double)k / (double)other));
            cr_assert_eq(sepal_polys_add(set, x, y, count, &a), SEPAL_OK, "%zu", count);
            cr_assert_eq(sepal_polys_add(set, other_x, other_y, other, &b), SEPAL_OK, "%zu", other);
            const oracle_areas exact = oracle_common(x, y, count, other_x, other_y, other);
            const sepal_pair pairs[] = {{a, b}, {b, a}, {a, a}, {b, b}};
            const found f = ask_common(set, set, pairs, 4);
            cr_assert(is_near(f.area[0], exact.common, 0x1p-42) && is_near(f.iou[0], exact.iou, 0x1p-41), "%zu, %zu: %g %g", count,
                      other, (double)f.area[0], exact.common);
            cr_assert(f.area[0] == f.area[1] && f.iou[2] == 1 && f.iou[3] == 1);
            cr_assert(is_near(f.area[2], exact.a, 0x1p-42) && is_near(f.area[3], exact.b, 0x1p-42));
            free(f.area);
            sepal_polys_destroy(set);
        }
}

/* --- Refusals, and slots ------------------------------------------------------------------------------------------------------ */

Test(common, refuses_radii_and_leaves_all_untouched) {
    static const float x[] = {0, 1, 1, 0}, y[] = {0, 0, 1, 1};
    sepal_polys *set = empty_set(NULL);
    const uint32_t first[] = {0, 2, 4};
    const sepal_groups groups = {first, 2};
    for (int k = 0; k < 4; k++)
        cr_assert_eq(sepal_polys_add_round(set, x, y, 4, k == 1 ? 0.5F : 0, NULL), SEPAL_OK);
    float area[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    const sepal_commons out = {.area = area};
    const sepal_pair good[] = {{0, 2}, {2, 3}}, bad[] = {{0, 2}, {2, 1}};
    const sepal_row good_rows[] = {{0, 2, 2}, {1, 0, 0}, {2, 0, 1}}, bad_rows[] = {{0, 0, 2}}, bad_row[] = {{1, 3, 1}};
    cr_assert_eq(sepal_polys_common_pairs(set, set, bad, 2, &out), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_common_rows(set, set, bad_rows, 1, &out), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_common_rows(set, set, bad_row, 1, &out), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_common_groups(set, &groups, set, &groups, &(sepal_pair){1, 0}, 1, &out), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_areas(set, 0, 2, area), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_areas(set, 2, 3, area), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_areas(set, 2, 2, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_areas(NULL, 0, 0, area), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_groups(set, NULL, set, &groups, good, 1, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_groups(set, &groups, set, &groups, good, 1, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_groups(set, &groups, set, &groups, &(sepal_pair){1, 2}, 1, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_common_rows(set, set, bad_rows, 1, NULL), SEPAL_BAD_ARGUMENT);
    for (int k = 0; k < 8; k++)
        cr_assert_eq(area[k], 7);
    cr_assert_eq(sepal_polys_common_pairs(set, set, good, 2, &out), SEPAL_OK);
    cr_assert_eq(sepal_polys_common_rows(set, set, good_rows, 3, &out), SEPAL_OK);
    cr_assert(area[0] == 1 && area[1] == 1 && area[2] == 1 && area[3] == 7);
    cr_assert_eq(sepal_polys_common_groups(set, &groups, set, &groups, &(sepal_pair){1, 1}, 1, &out), SEPAL_OK);
    cr_assert_eq(sepal_polys_remove(set, 3), SEPAL_OK);
    cr_assert_eq(sepal_polys_areas(set, 2, 2, area), SEPAL_OK);
    cr_assert(area[0] == 1 && area[1] == 0);
    cr_assert_eq(sepal_polys_common_pairs(set, set, good, 2, &out), SEPAL_OK);
    cr_assert(area[0] == 1 && area[1] == 0);
    cr_assert_eq(sepal_polys_common_groups(set, &groups, set, &groups, &(sepal_pair){1, 1}, 1, &out), SEPAL_OK);
    cr_assert_eq(area[0], 1);
    sepal_polys_destroy(set);
}
