/* The smallest push: cases worked out by hand, the scalar path against GMP, every instruction set against the scalar path bit by
 * bit, and what a call may not do. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../common/control.h"
#include "../oracle/depth.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Answers -------------------------------------------------------------------------------------*/

typedef struct answers {
    float *x, *y, *depth;
    size_t count;
} answers;

static answers answers_of(size_t count) {
    answers m = {malloc((count + 1) * sizeof(float)), malloc((count + 1) * sizeof(float)), malloc((count + 1) * sizeof(float)),
                 count};
    cr_assert(m.x != NULL && m.y != NULL && m.depth != NULL);
    for (size_t i = 0; i <= count; i++)
        m.x[i] = m.y[i] = m.depth[i] = -12345;
    return m;
}

static void answers_release(answers *m) {
    free(m->x);
    free(m->y);
    free(m->depth);
}

static answers ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    answers m = answers_of(count);
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, pairs, count, NULL, &(sepal_mtvs){m.x, m.y, m.depth}), SEPAL_OK);
    cr_assert(m.x[count] == -12345 && m.y[count] == -12345 && m.depth[count] == -12345, "wrote behind %zu answers", count);
    return m;
}

static bool same_bits(float p, float q) {
    return memcmp(&p, &q, sizeof p) == 0;
}

static void check_same(const scene *about, const char *who, const answers *m, const answers *expected, size_t from) {
    for (size_t i = 0; i < m->count; i++)
        cr_assert(same_bits(m->x[i], expected->x[from + i]) && same_bits(m->y[i], expected->y[from + i]) &&
                      same_bits(m->depth[i], expected->depth[from + i]),
                  "%s, scene '%s', seed %llu, pair %zu: (%a, %a) %a instead of (%a, %a) %a", who, about->kind,
                  (unsigned long long)about->seed, from + i, (double)m->x[i], (double)m->y[i], (double)m->depth[i],
                  (double)expected->x[from + i], (double)expected->y[from + i], (double)expected->depth[from + i]);
}

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
    {"apart at a corner: the larger gap", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4}, {{5, 6, 6, 5}, {4, 4, 6, 6}, 4}, 1, 0, -3},
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
            answers m = ask(a, b, &(sepal_pair){k, k}, 1);
            const float near = 4 * FLT_EPSILON; /* only where 0.6 and 0.8 come in */
            cr_assert(fabsf(m.x[0] - cases[k].normal_x) <= near && fabsf(m.y[0] - cases[k].normal_y) <= near &&
                          fabsf(m.depth[0] - cases[k].depth) <= near * fabsf(cases[k].depth),
                      "%s, %s: (%g, %g) %g", name, cases[k].what, (double)m.x[0], (double)m.y[0], (double)m.depth[0]);
            cr_assert_eq(m.depth[0] == 0, cases[k].depth == 0, "%s, %s", name, cases[k].what);
            answers_release(&m);
        }
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}

/* --- The scalar path against GMP -----------------------------------------------------------------*/

static oracle_shape shape_of(const sepal_polys *set, uint32_t index) {
    oracle_shape p = {0};
    cr_assert_eq(sepal_polys_vertices(set, index, &p.x, &p.y, &p.count), SEPAL_OK);
    return p;
}

/* The bounds that the header states. */
static const double depth_bound = 16, push_bound = 22;

static double worst_depth, worst_push;

static void judge(const scene *s, size_t i, float x, float y, float depth) {
    const oracle_shape a = shape_of(s->set_a, s->pairs[i].a), b = shape_of(s->set_b, s->pairs[i].b);
    const oracle_contact contact = oracle_hulls_contact(a.x, a.y, a.count, b.x, b.y, b.count);
    const char *kind = s->kind;
    cr_assert(isfinite(depth) && isfinite(x) && isfinite(y), "scene '%s', pair %zu: (%a, %a) %a", kind, i, (double)x, (double)y,
              (double)depth);
    cr_assert(!(depth == 0 && signbit(depth)) && !(x == 0 && signbit(x)) && !(y == 0 && signbit(y)), "scene '%s', pair %zu: -0",
              kind, i);
    cr_assert_eq((depth > 0) - (depth < 0), (int)contact - (int)ORACLE_TOUCH, "scene '%s', pair %zu: depth %a, contact %d", kind, i,
                 (double)depth, (int)contact);
    const double square = (double)x * (double)x + (double)y * (double)y;
    cr_assert_float_eq(square, 1, 12 * 0x1p-24, "scene '%s', pair %zu: |n|^2 = %.17g", kind, i, square);
    const double error = oracle_depth_error(&a, &b, 0, depth);
    cr_assert_leq(error, depth_bound, "scene '%s', pair %zu: %g roundings", kind, i, error);
    worst_depth = error > worst_depth ? error : worst_depth;
    if (depth > 0) {
        const double left = oracle_push_error(&a, &b, 0, x, y, depth);
        cr_assert_leq(left, push_bound, "scene '%s', pair %zu: %g roundings are left", kind, i, left);
        worst_push = left > worst_push ? left : worst_push;
    }
}

Test(mtv, scalar_is_within_its_bounds_by_gmp, .timeout = 1500) {
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 901, 120, 220);
        answers m = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
        size_t spent = 0;
        for (size_t i = 0; i < s.pair_count && spent < 60000; i++) {
            judge(&s, i, m.x[i], m.y[i], m.depth[i]);
            const size_t count = shape_of(s.set_a, s.pairs[i].a).count, other = shape_of(s.set_b, s.pairs[i].b).count;
            spent += (count + other) * (count + other);
        }
        answers_release(&m);
        scene_destroy(&s);
    }
    cr_log_info("worst depth %.2f u D, worst push %.2f u D", worst_depth, worst_push);
    cr_assert(worst_depth > 0.5 && worst_push > 0.5, "the oracle sees no rounding at all");
}

/* --- Every instruction set against the scalar path -----------------------------------------------*/

Test(mtv, all_instruction_sets_agree_bit_by_bit, .timeout = 1500) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (uint64_t seed = 911; seed <= 912; seed++) {
            scene s = scene_create(kind, seed, 330, 3000);
            const size_t count = s.pair_count;
            use_isa(0);
            answers expected = ask(s.set_a, s.set_b, s.pairs, count);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                answers m = ask(s.set_a, s.set_b, s.pairs, count);
                check_same(&s, name, &m, &expected, 0);
                answers_release(&m);
            }
            answers_release(&expected);
            scene_destroy(&s);
        }
}

Test(mtv, batches_of_every_length_agree) {
    static const size_t longer[] = {127, 128, 129, 511, 512, 513, 1000, 2047, 2048, 2049, 2065};
    const char *const names[] = {"boxes",      "box grid",           "triangles", "8 vertices", "3 to 16 vertices",
                                 "everything", "points and segments"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 921, 330, 2500);
        use_isa(0);
        answers expected = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            for (size_t i = 0; i < 71 + sizeof longer / sizeof *longer; i++) {
                const size_t length = i < 71 ? i : longer[i - 71], from = (i * 37) % (s.pair_count - length + 1);
                answers m = ask(s.set_a, s.set_b, s.pairs + from, length);
                check_same(&s, name, &m, &expected, from);
                answers_release(&m);
            }
        }
        answers_release(&expected);
        scene_destroy(&s);
    }
}

/* Boxes that are a little bent, side by side in all directions and in line with each other's edges: what a kernel that leaves out
 * the edges on the far side has to notice. Scales down to where edges are too short for float. */
static sepal_polys *bent_boxes(rng *r, size_t count, int exponent, double bend, bool aligned) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    while (sepal_polys_count(set) < count) {
        const double side = aligned ? rng_between(r, -3, 3) : rng_real(r, -3, 3),
                     up = aligned ? rng_between(r, -3, 3) : rng_real(r, -3, 3);
        double cosine = 1, sine = 0;
        if (!aligned || rng_below(r, 4) == 0)
            random_rotation(r, &cosine, &sine);
        const double half_x = aligned ? 1 : rng_real(r, 0.5, 1.5), half_y = aligned ? 1 : rng_real(r, 0.5, 1.5);
        if (bend == 0) { /* which is a box at every scale */
            const box one = {(float)ldexp(side, exponent),
                             (float)ldexp(up, exponent),
                             (float)ldexp(half_x, exponent),
                             (float)ldexp(half_y, exponent),
                             (float)cosine,
                             (float)sine};
            const sepal_boxes row = {&one.x, &one.y, &one.half_x, &one.half_y, &one.cos, &one.sin, 0};
            cr_assert_eq(sepal_polys_add_boxes(set, &row, 1, NULL), SEPAL_OK);
            continue;
        }
        static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        float x[4], y[4];
        for (int k = 0; k < 4; k++) {
            const double u = corner[k][0] * half_x, v = corner[k][1] * half_y;
            x[k] = (float)ldexp(side + u * cosine - v * sine + rng_real(r, -bend, bend), exponent);
            y[k] = (float)ldexp(up + u * sine + v * cosine + rng_real(r, -bend, bend), exponent);
        }
        cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    }
    return set;
}

Test(mtv, bent_boxes_agree) {
    static const double bends[] = {0, 0x1p-30, 0x1p-22, 1e-5, 1e-4, 1e-3, 5e-3};
    static const int exponents[] = {0, 20, -38, -48, -50, -51};
    enum { BOXES = 150, PAIRS = 2000 };
    rng r = {922};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++)
        for (size_t k = 0; k < 2 * (sizeof bends / sizeof *bends); k++) {
            scene s = {.kind = "bent boxes", .seed = 922};
            s.set_a = bent_boxes(&r, BOXES, exponents[e], bends[k / 2], k % 2 == 0);
            s.set_b = bent_boxes(&r, BOXES, exponents[e], bends[k / 2], k % 2 == 0);
            sepal_pair pairs[PAIRS];
            for (size_t i = 0; i < PAIRS; i++)
                pairs[i] = (sepal_pair){rng_below(&r, BOXES), rng_below(&r, BOXES)};
            use_isa(0);
            answers expected = ask(s.set_a, s.set_b, pairs, PAIRS);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                answers m = ask(s.set_a, s.set_b, pairs, PAIRS);
                check_same(&s, name, &m, &expected, 0);
                answers_release(&m);
            }
            answers_release(&expected);
            sepal_polys_destroy(s.set_a);
            sepal_polys_destroy(s.set_b);
        }
}

/* Boxes on a lattice that was turned: the gaps along different edges are equal, but for rounding. An edge that a kernel leaves out
 * may then be the best by an ulp, though another one, which surely faces the other box, has the greatest gap of those it tried. */
Test(mtv, boxes_with_equal_gaps_agree) {
    enum { TURNS = 40, BOXES = 60, PAIRS = 1500 };
    rng r = {923};
    for (int turn = 0; turn < TURNS; turn++) {
        scene s = {.kind = "boxes with equal gaps", .seed = 923};
        double cosine, sine;
        random_rotation(&r, &cosine, &sine);
        cr_assert_eq(sepal_polys_create(NULL, &s.set_a), SEPAL_OK);
        for (int k = 0; k < BOXES; k++) {
            const double u = rng_between(&r, -4, 4), v = rng_between(&r, -4, 4);
            const box one = {(float)(u * cosine - v * sine),
                             (float)(u * sine + v * cosine),
                             (float)rng_between(&r, 1, 4),
                             (float)rng_between(&r, 1, 4),
                             (float)cosine,
                             (float)sine};
            const sepal_boxes row = {&one.x, &one.y, &one.half_x, &one.half_y, &one.cos, &one.sin, 0};
            cr_assert_eq(sepal_polys_add_boxes(s.set_a, &row, 1, NULL), SEPAL_OK);
        }
        sepal_pair pairs[PAIRS];
        for (size_t i = 0; i < PAIRS; i++)
            pairs[i] = (sepal_pair){rng_below(&r, BOXES), rng_below(&r, BOXES)};
        use_isa(0);
        answers expected = ask(s.set_a, s.set_a, pairs, PAIRS);
        for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            answers m = ask(s.set_a, s.set_a, pairs, PAIRS);
            check_same(&s, name, &m, &expected, 0);
            answers_release(&m);
        }
        answers_release(&expected);
        sepal_polys_destroy(s.set_a);
    }
}

/* Sets that were filled by placing models: what a set knows of all its shapes must be true of those. */
Test(mtv, placed_shapes_agree_with_added_ones) {
    static const char *const names[] = {"boxes", "parallelograms", "triangles", "segments", "everything", "boxes of all scales"};
    enum { SHAPES = 200, PAIRS = 1500 };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int mirrored = 0; mirrored < 2; mirrored++) { /* models that are clockwise, or some of which are */
            scene s = scene_create(scene_kind_find(names[n]), 923, SHAPES, 0);
            sepal_polys *models, *world, *added;
            cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &added), SEPAL_OK);
            for (size_t i = 0; i < s.a.count; i++) {
                polygon p = s.a.items[i];
                if (mirrored)
                    polygon_reverse(&p);
                cr_assert_eq(sepal_polys_add(models, p.x, p.y, p.count, NULL), SEPAL_OK);
            }
            rng r = {924};
            uint32_t model[SHAPES];
            float x[SHAPES], y[SHAPES];
            for (size_t i = 0; i < SHAPES; i++) {
                model[i] = rng_below(&r, (uint32_t)s.a.count);
                x[i] = (float)rng_real(&r, -3, 3);
                y[i] = (float)rng_real(&r, -3, 3);
            }
            sepal_pair pairs[PAIRS];
            for (size_t i = 0; i < PAIRS; i++)
                pairs[i] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                cr_assert_eq(sepal_polys_place(world, models, model, &(sepal_poses){.x = x, .y = y}, SHAPES), SEPAL_OK);
                sepal_polys_clear(added);
                for (uint32_t i = 0; i < SHAPES; i++) {
                    const oracle_shape placed = shape_of(world, i);
                    cr_assert_eq(sepal_polys_add(added, placed.x, placed.y, placed.count, NULL), SEPAL_OK);
                }
                answers expected = ask(added, added, pairs, PAIRS), m = ask(world, world, pairs, PAIRS);
                check_same(&s, name, &m, &expected, 0);
                answers_release(&expected);
                answers_release(&m);
            }
            sepal_polys_destroy(models);
            sepal_polys_destroy(world);
            sepal_polys_destroy(added);
            scene_destroy(&s);
        }
}

/* --- What a call may not do ----------------------------------------------------------------------*/

Test(mtv, each_array_may_be_left_out_and_no_rule_changes_an_answer) {
    scene s = scene_create(scene_kind_find("everything"), 931, 200, 2100);
    answers expected = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (unsigned wanted = 0; wanted < 8; wanted++) {
            answers m = answers_of(s.pair_count);
            const sepal_mtvs out = {wanted & 1 ? m.x : NULL, wanted & 2 ? m.y : NULL, wanted & 4 ? m.depth : NULL};
            cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, rule_at(wanted % RULES), &out), SEPAL_OK);
            for (size_t i = 0; i < s.pair_count; i++)
                cr_assert(same_bits(m.x[i], wanted & 1 ? expected.x[i] : -12345) &&
                              same_bits(m.y[i], wanted & 2 ? expected.y[i] : -12345) &&
                              same_bits(m.depth[i], wanted & 4 ? expected.depth[i] : -12345),
                          "%s, arrays %u, pair %zu", name, wanted, i);
            answers_release(&m);
        }
    }
    answers_release(&expected);
    scene_destroy(&s);
}

Test(mtv, bad_arguments_leave_the_answers_alone) {
    scene s = scene_create(scene_kind_find("boxes and triangles"), 932, 100, 600);
    answers m = answers_of(600);
    const sepal_mtvs out = {m.x, m.y, m.depth};
    const sepal_rule bad = {(sepal_touching)2, 0}, below = {SEPAL_TOUCHING_OVERLAPS, -1}, none = {SEPAL_TOUCHING_OVERLAPS, NAN};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_mtv_pairs(NULL, s.set_b, s.pairs, 9, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, NULL, s.pairs, 9, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, NULL, s.pairs, 0, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, NULL, 9, NULL, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 9, &bad, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 0, &bad, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 9, NULL, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 9, &below, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 9, &none, &out), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, NULL, 0, NULL, &out), SEPAL_OK);
        for (size_t at = 0; at < 600; at += 1 + at / 7) {
            const sepal_pair good = s.pairs[at];
            s.pairs[at].a = (uint32_t)sepal_polys_count(s.set_a);
            cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 600, NULL, &out), SEPAL_BAD_ARGUMENT);
            s.pairs[at] = (sepal_pair){good.a, UINT32_MAX};
            cr_assert_eq(sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, 600, NULL, &out), SEPAL_BAD_ARGUMENT);
            s.pairs[at] = good;
        }
    }
    for (size_t i = 0; i < 600; i++)
        cr_assert(m.x[i] == -12345 && m.y[i] == -12345 && m.depth[i] == -12345);
    answers_release(&m);
    scene_destroy(&s);
}

/* Pairs, answers and sets end where a page begins that may not be touched. */
Test(mtv, stays_inside) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += 3) {
        scene s = scene_create(kind, 933, 90, 300);
        const sepal_allocator allocator = guard_allocator();
        sepal_polys *a = load_set(&s.a, &allocator), *b = s.one_set ? a : load_set(&s.b, &allocator);
        const uint32_t last_a = (uint32_t)sepal_polys_count(a) - 1, last_b = (uint32_t)sepal_polys_count(b) - 1;
        for (size_t i = 0; i < s.pair_count; i += 3)
            s.pairs[i] = i % 2 == 0 ? (sepal_pair){last_a, s.pairs[i].b} : (sepal_pair){s.pairs[i].a, last_b};
        use_isa(0);
        answers expected = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const char *name = use_isa(isa);
            for (size_t length = 1; length <= s.pair_count; length += 1 + length / 5) {
                const size_t from = s.pair_count - length, size = length * sizeof(float);
                sepal_pair *pairs = guarded(length * sizeof *pairs);
                memcpy(pairs, s.pairs + from, length * sizeof *pairs);
                answers m = {guarded(size), guarded(size), guarded(size), length};
                cr_assert_eq(sepal_polys_mtv_pairs(a, b, pairs, length, NULL, &(sepal_mtvs){m.x, m.y, m.depth}), SEPAL_OK);
                check_same(&s, name, &m, &expected, from);
                guarded_release(m.x, size);
                guarded_release(m.y, size);
                guarded_release(m.depth, size);
                guarded_release(pairs, length * sizeof *pairs);
            }
        }
        answers_release(&expected);
        sepal_polys_destroy(a);
        if (!s.one_set)
            sepal_polys_destroy(b);
        scene_destroy(&s);
    }
}

Test(mtv, the_callers_arithmetic_changes_nothing_and_is_not_changed) {
    static const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t kind = 0; kind < scene_kind_count(); kind += 2) {
        scene s = scene_create(kind, 934, 120, 700);
        use_isa(0);
        answers expected = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t k = 0; k < 4; k++) {
                const char *name = use_isa(isa);
                answers m = answers_of(s.pair_count);
                fenv_t usual;
                feholdexcept(&usual);
                flush_subnormals();
                fesetround(roundings[k]);
                const sepal_status status =
                    sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, NULL, &(sepal_mtvs){m.x, m.y, m.depth});
                const int rounding = fegetround(), flags = fetestexcept(FE_ALL_EXCEPT);
                fesetenv(&usual);
                cr_assert_eq(status, SEPAL_OK);
                cr_assert(rounding == roundings[k] && flags == 0, "%s, scene '%s': rounding %d, flags %d", name, s.kind, rounding,
                          flags);
                check_same(&s, name, &m, &expected, 0);
                answers_release(&m);
            }
        answers_release(&expected);
        scene_destroy(&s);
    }
}

/* --- No shorter move -----------------------------------------------------------------------------
 * Along any direction at all, two that overlap share at least the depth. (The oracle knows only the axes of the theorem.) */
Test(mtv, no_direction_all_round_has_a_shorter_way) {
    enum { DIRECTIONS = 720 };
    const char *const names[] = {"boxes",   "boxes, deep", "triangles",           "8 vertices", "3 to 16 vertices", "64 vertices",
                                 "lattice", "slivers",     "points and segments", "everything", "round, dressed",   "couples"};
    size_t overlapping = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        scene s = scene_create(scene_kind_find(names[n]), 941, 100, 300);
        answers m = ask(s.set_a, s.set_b, s.pairs, s.pair_count);
        for (size_t i = 0; i < s.pair_count; i++) {
            if (!(m.depth[i] > 0))
                continue;
            overlapping++;
            const oracle_shape a = shape_of(s.set_a, s.pairs[i].a), b = shape_of(s.set_b, s.pairs[i].b);
            for (int k = 0; k < DIRECTIONS; k++) {
                const double angle = k * (6.283185307179586 / DIRECTIONS), x = cos(angle), y = sin(angle);
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
        answers_release(&m);
        scene_destroy(&s);
    }
    cr_assert_gt(overlapping, 500, "only %zu pairs overlap", overlapping);
}
