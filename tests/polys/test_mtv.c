/* The smallest push of polygons: cases worked out by hand, the scalar path against GMP, and directions all round. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

/* --- By hand -------------------------------------------------------------------------------------*/

typedef struct shape {
    float x[5], y[5];
    size_t count;
} shape;

static const struct {
    const char *what;
    shape a, b;
    float normal_x, normal_y, depth;
} cases[] = {
    {"squares side by side", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{1.5, 4, 4, 1.5}, {0.5, 0.5, 1, 1}, 4}, 1, 0, 0.5},
    {"the same, a clockwise", {{0, 0, 2, 2}, {0, 2, 2, 0}, 4}, {{1.5, 4, 4, 1.5}, {0.5, 0.5, 1, 1}, 4}, 1, 0, 0.5},
    {"the same, b clockwise", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{1.5, 1.5, 4, 4}, {0.5, 1, 1, 0.5}, 4}, 1, 0, 0.5},
    {"from the other side", {{1.5, 4, 4, 1.5}, {0.5, 0.5, 1, 1}, 4}, {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, -1, 0, 0.5},
    {"b inside, nearest to the top", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4}, {{3, 4, 4, 3}, {6, 6, 7, 7}, 4}, 0, 1, 2},
    {"a inside, nearest to the left", {{1, 2, 2, 1}, {3, 3, 4, 4}, 4}, {{0, 8, 8, 0}, {0, 0, 8, 8}, 4}, 1, 0, 2},
    {"a tie goes to the lowest edge", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, 0, -1, 2},
    {"and so where vertices begin elsewhere", {{2, 2, 0, 0}, {0, 2, 2, 0}, 4}, {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, 1, 0, 2},
    {"corners touch: the lowest edge", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{2, 3, 3, 2}, {2, 2, 3, 3}, 4}, 1, 0, 0},
    {"edges touch", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{-1, 1, 1, -1}, {2, 2, 3, 3}, 4}, 0, 1, 0},
    {"apart", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{0, 2, 2, 0}, {5, 5, 7, 7}, 4}, 0, 1, -3},
    {"apart corner to corner", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{5, 6, 6, 5}, {6, 6, 7, 7}, 4}, 0.6F, 0.8F, -5},
    {"the same, from the other side", {{5, 6, 6, 5}, {6, 6, 7, 7}, 4}, {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, -0.6F, -0.8F, -5},
    {"a corner above the end of an edge", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{2, 3, 3, 2}, {4, 4, 5, 5}, 4}, 0, 1, -2},
    {"triangles corner to corner", {{0, 2, 0}, {0, 0, 2}, 3}, {{6, 6, 8}, {3, 5, 4}, 3}, 0.8F, 0.6F, -5},
    {"segments corner to corner", {{0, 2}, {1, 0}, 2}, {{5, 7}, {4, 4}, 2}, 0.6F, 0.8F, -5},
    {"a point off a corner", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{-3}, {-4}, 1}, -0.6F, -0.8F, -5},
    {"an edge of b", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{3, 6, 6}, {3, -1, 7}, 3}, 0.8F, 0.6F, -1.4F},
    {"repeated vertices", {{0, 2, 2, 2, 0}, {0, 0, 0, 2, 2}, 5}, {{1.5, 4, 4, 4, 1.5}, {0.5, 0.5, 1, 1, 1}, 5}, 1, 0, 0.5},
    {"a point inside", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4}, {{7}, {4}, 1}, 1, 0, 1},
    {"a point outside", {{9}, {4}, 1}, {{0, 8, 8, 0}, {0, 0, 8, 8}, 4}, -1, 0, -1},
    {"two points", {{1}, {1}, 1}, {{4}, {5}, 1}, 0.6F, 0.8F, -5},
    {"one point twice", {{1}, {1}, 1}, {{1, 1}, {1, 1}, 2}, 1, 0, 0},
    {"a point on a segment", {{0, 4}, {0, 0}, 2}, {{1}, {0}, 1}, 0, -1, 0},
    {"a point beyond a segment", {{0, 4}, {0, 0}, 2}, {{7}, {0}, 1}, 1, 0, -3},
    {"a segment before a point", {{7}, {0}, 1}, {{0, 4}, {0, 0}, 2}, -1, 0, -3},
    {"crossing segments", {{0, 4}, {0, 0}, 2}, {{3, 3}, {-2, 1}, 2}, 0, -1, 1},
    {"segments that meet end to end", {{0, 4}, {0, 0}, 2}, {{4, 6}, {0, 0}, 2}, 0, -1, 0},
    {"segments on one line", {{0, 4}, {0, 0}, 2}, {{6, 9}, {0, 0}, 2}, 1, 0, -2},
    {"parallel segments", {{0, 4}, {0, 0}, 2}, {{0, 4}, {2, 2}, 2}, 0, 1, -2},
    {"a segment in a square", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4}, {{1, 7}, {2, 2}, 2}, 0, -1, 2},
    {"the greatest floats", {{-FLT_MAX}, {0}, 1}, {{FLT_MAX}, {0}, 1}, 1, 0, -FLT_MAX},
    {"the least floats", {{0, 0x4p-149F, 0}, {0, 0, 0x4p-149F}, 3}, {{0x1p-149F}, {0x1p-149F}, 1}, 0, -1, 0x1p-149F},
};
enum { CASES = sizeof cases / sizeof *cases };

Test(mtv, cases_worked_out_by_hand) {
    sepal_polys *a, *b;
    cr_assert_eq(sepal_polys_create(NULL, &a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &b), SEPAL_OK);
    for (size_t k = 0; k < CASES; k++) {
        cr_assert_eq(sepal_polys_add(a, cases[k].a.x, cases[k].a.y, cases[k].a.count, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(b, cases[k].b.x, cases[k].b.y, cases[k].b.count, NULL), SEPAL_OK);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (uint32_t k = 0; k < CASES; k++) {
            push m = push_ask(a, b, (sepal_pair){k, k}, NULL);
            float near = 4 * FLT_EPSILON; /* 0.6 and 0.8 are not floats */
            cr_assert(fabsf(m.x - cases[k].normal_x) <= near && fabsf(m.y - cases[k].normal_y) <= near &&
                          fabsf(m.depth - cases[k].depth) <= near * fabsf(cases[k].depth),
                      "%s, %s: (%g, %g) %g", name, cases[k].what, (double)m.x, (double)m.y, (double)m.depth);
            cr_assert_eq(m.depth == 0, cases[k].depth == 0, "%s, %s", name, cases[k].what);
        }
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

/* --- The scalar path against GMP --------------------------------------------------------------------------------------------- */

Test(mtv, scalar_is_within_its_bounds_by_gmp) {
    push_errors worst = {0};
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step_at_most_5()) {
        scene s = scene_create(kind, 901, 120, 220);
        pushes m = pushes_ask(s.set_a, s.set_b, s.pairs, s.pair_count, NULL);
        size_t spent = 0;
        for (size_t i = 0; i < s.pair_count && spent < 60000; i++) {
            oracle_shape a = core_of(s.set_a, s.pairs[i].a), b = core_of(s.set_b, s.pairs[i].b);
            judge_push(s.kind, i, &a, &b, 0, (push){m.x[i], m.y[i], m.depth[i]}, &worst);
            spent += (a.count + b.count) * (a.count + b.count);
        }
        pushes_release(&m);
        scene_destroy(&s);
    }
    check_push_errors(&worst);
}

/* --- No shorter move --------------------------------------------------------------------------------------------------------- */

/* Along any direction at all, two that overlap share at least the depth. (The oracle knows only the axes of the theorem.) */
Test(mtv, no_direction_all_round_has_a_shorter_way) {
    enum { DIRECTIONS = 720 };
    const char *const names[] = {"boxes",   "boxes, deep", "triangles",           "8 vertices", "3 to 16 vertices", "64 vertices",
                                 "lattice", "slivers",     "points and segments", "everything", "round, dressed",   "couples"};
    size_t overlapping = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        scene s = scene_create(scene_kind_find(names[n]), 941, 100, 300);
        pushes m = pushes_ask(s.set_a, s.set_b, s.pairs, s.pair_count, NULL);
        for (size_t i = 0; i < s.pair_count; i++) {
            if (!(m.depth[i] > 0))
                continue;
            overlapping++;
            oracle_shape a = core_of(s.set_a, s.pairs[i].a), b = core_of(s.set_b, s.pairs[i].b);
            for (int k = 0; k < DIRECTIONS; k++) {
                double angle = k * (6.283185307179586 / DIRECTIONS), x = cos(angle), y = sin(angle);
                double reach_a = -INFINITY, reach_b = INFINITY, extent = 0;
                for (size_t v = 0; v < a.count; v++)
                    reach_a = fmax(reach_a, x * (double)a.x[v] + y * (double)a.y[v]);
                for (size_t v = 0; v < b.count; v++) {
                    reach_b = fmin(reach_b, x * (double)b.x[v] + y * (double)b.y[v]);
                    extent = fmax(extent, hypot((double)b.x[v] - (double)*a.x, (double)b.y[v] - (double)*a.y));
                }
                cr_assert_leq((double)m.depth[i], (reach_a - reach_b) + 0x1p-19 * extent, "scene '%s', pair %zu, direction %d",
                              s.kind, i, k);
            }
        }
        pushes_release(&m);
        scene_destroy(&s);
    }
    cr_assert_gt(overlapping, 500, "only %zu pairs overlap", overlapping);
}
