/* The points between which a push leads: cases worked out by hand, and in every scene on their shapes, as far from each other as the
 * depth says, and the same on every instruction set. */
#include "../common/check.h"
#include "../scenes/round_scenes.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* --- By hand -------------------------------------------------------------------------------------------------------------------- */

typedef struct shape {
    float x[4], y[4];
    size_t count;
    float radius;
} shape;

static const struct {
    const char *what;
    shape a, b;
    float margin, ax, ay, bx, by;
} cases[] = {
    {"squares side by side: the middle of the common part",
     {{0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0},
     {{5, 7, 7, 5}, {1, 1, 3, 3}, 4, 0},
     0,
     2,
     1.5F,
     5,
     1.5F},
    {"the same under a margin", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0}, {{5, 7, 7, 5}, {1, 1, 3, 3}, 4, 0}, 4, 2, 1.5F, 5, 1.5F},
    {"squares that overlap: deepest points", {{0, 4, 4, 0}, {0, 0, 4, 4}, 4, 0}, {{3, 7, 7, 3}, {1, 1, 3, 3}, 4, 0}, 0, 4, 2, 3, 2},
    {"corner to corner", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0}, {{5, 7, 7, 5}, {6, 6, 8, 8}, 4, 0}, 0, 2, 2, 5, 6},
    {"corners that touch", {{0, 2, 2, 0}, {0, 0, 2, 2}, 4, 0}, {{2, 3, 3, 2}, {2, 2, 3, 3}, 4, 0}, 0, 2, 2, 2, 2},
    {"a corner above an edge", {{0, 8, 8, 0}, {0, 0, 2, 2}, 4, 0}, {{3, 5, 1}, {4, 6, 6}, 3, 0}, 0, 3, 2, 3, 4},
    {"circles", {{0}, {0}, 1, 1}, {{6}, {8}, 1, 4}, 0, 0.6F, 0.8F, 3.6F, 4.8F},
    {"circles that overlap", {{0}, {0}, 1, 5}, {{3}, {4}, 1, 5}, 0, 3, 4, 0, 0},
    {"concentric circles", {{5}, {5}, 1, 3}, {{5}, {5}, 1, 1}, 0, 8, 5, 4, 5},
    {"a capsule on a box", {{0, 8, 8, 0}, {0, 0, 2, 2}, 4, 0}, {{2, 6}, {3, 3}, 2, 1}, 0, 4, 2, 4, 2},
    {"a circle off a corner", {{0, 8, 8, 0}, {0, 0, 8, 8}, 4, 0}, {{11}, {12}, 1, 2.5F}, 0, 8, 8, 9.5F, 10},
    {"two points", {{1}, {1}, 1, 0}, {{4}, {5}, 1, 0}, 0, 1, 1, 4, 5},
    {"segments on one line", {{0, 4}, {0, 0}, 2, 0}, {{6, 9}, {0, 0}, 2, 0}, 0, 4, 0, 6, 0},
    {"parallel segments", {{0, 4}, {0, 0}, 2, 0}, {{8, 2}, {2, 2}, 2, 0}, 0, 3, 0, 3, 2},
    {"a corner beyond the end of the axis' edge, over one that falls by little more than the rounding of the normal",
     {{0, -8, -8, 8}, {0, 0, -4, -0x1p-13F}, 4, 0},
     {{0x1p-9F, 2 + 0x1p-9F, -2 + 0x1p-9F}, {-1, 3, 3}, 3, 0},
     0,
     0x1p-9F,
     0,
     0x1p-9F,
     -1},
};

/* Each pair is asked about in calls of 1 to so many copies, since short calls may be answered in another way. */
enum { COPIES = 20 };

Test(mtv_points, cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            sepal_polys *a, *b;
            float ax[COPIES], ay[COPIES], bx[COPIES], by[COPIES];
            const sepal_pair pairs[COPIES] = {{0, 0}};
            cr_assert_eq(sepal_polys_create(NULL, &a), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &b), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_round(a, cases[k].a.x, cases[k].a.y, cases[k].a.count, cases[k].a.radius, NULL), SEPAL_OK);
            cr_assert_eq(sepal_polys_add_round(b, cases[k].b.x, cases[k].b.y, cases[k].b.count, cases[k].b.radius, NULL), SEPAL_OK);
            const sepal_rule rule = {.margin = cases[k].margin};
            const sepal_mtvs out = {.a_x = ax, .a_y = ay, .b_x = bx, .b_y = by};
            for (size_t count = 1; count <= COPIES; count++) {
                cr_assert_eq(sepal_polys_mtv_pairs(a, b, pairs, count, &rule, &out), SEPAL_OK);
                const float near = 16 * FLT_EPSILON;
                for (size_t i = 0; i < count; i++)
                    cr_assert(fabsf(ax[i] - cases[k].ax) <= near && fabsf(ay[i] - cases[k].ay) <= near &&
                                  fabsf(bx[i] - cases[k].bx) <= near && fabsf(by[i] - cases[k].by) <= near,
                              "%s, %s: (%.9g, %.9g) and (%.9g, %.9g), number %zu of %zu", name, cases[k].what, (double)ax[i],
                              (double)ay[i], (double)bx[i], (double)by[i], i, count);
            }
            sepal_polys_destroy(a);
            sepal_polys_destroy(b);
        }
    }
}

/* The lower edge of b rises from the left to the right above the upper edge of a. The box around both cores is 2 by 3. While the right end
 * counts, the points are in the middle; then they go to the left end, without a jump, while the right end goes from 68 u of the diagonal
 * to 136 u. The rounding of the normal, 6 u in each component, moves them by 12 u of 245 u. */
Test(mtv_points, the_middle_goes_to_the_corner_without_a_jump_where_an_edge_turns) {
    enum { WAYS = 24, VERTICES = 45 };
    const double diagonal = hypot(2, 3) * 0x1p-24;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int way = 0; way < WAYS; way++)
            for (int rise = 8; rise <= 160; rise++) {
                const bool margin = way % 2 == 1, clockwise = way % 4 > 1, turned = way % 8 >= 4, many = way % 16 >= 8,
                           large = way >= 16;
                const float up = 1 + (float)(rise * diagonal), middle = 0.5F + up / 2,
                            half = (double)middle > ((double)up + 1) / 2 ? nextafterf(middle, 0) : middle;
                float bx[VERTICES] = {-1, 0, 1, 1}, by[VERTICES] = {1, half, up, 2}, x[VERTICES], y[VERTICES], a_x[4], a_y[4];
                const float ax[] = {-1, 1, 1, -1}, ay[] = {-1, -1, 0, 0};
                size_t corners = 4, count = 0;
                for (int k = 1; k < 40 && large; k++) { /* on the side that looks away */
                    bx[corners] = 1 - (float)k / 20;
                    by[corners++] = 2;
                }
                bx[corners] = -1;
                by[corners++] = 2;
                for (size_t k = 0; k < corners; k++) { /* with or without a vertex in the middle of the edge */
                    const size_t from = clockwise ? corners - 1 - k : k;
                    if (from == 1 && !many)
                        continue;
                    x[count] = turned ? -by[from] : bx[from];
                    y[count++] = turned ? bx[from] : by[from];
                }
                for (int k = 0; k < 4; k++) {
                    a_x[k] = turned ? -ay[k] : ax[k];
                    a_y[k] = turned ? ax[k] : ay[k];
                }
                const double share = fmax(0, fmin(1, 2 - (double)(up - 1) / diagonal / 68)); /* as stored */
                const double inner = fmax(0, fmin(1, 2 - (double)(half - 1) / diagonal / 68));
                const sepal_rule rule = {.margin = margin ? 1000 : 0};
                sepal_polys *set = empty_set(NULL);
                sepal_pair pairs[COPIES];
                float at[4][COPIES];
                for (int k = 0; k < COPIES; k++)
                    pairs[k] = (sepal_pair){0, 1};
                cr_assert_eq(sepal_polys_add(set, a_x, a_y, 4, NULL), SEPAL_OK);
                cr_assert_eq(sepal_polys_add(set, x, y, count, NULL), SEPAL_OK);
                use_isa(isa);
                cr_assert_eq(sepal_polys_mtv_pairs(set, set, pairs, COPIES, &rule,
                                                   &(sepal_mtvs){.a_x = at[0], .a_y = at[1], .b_x = at[2], .b_y = at[3]}),
                             SEPAL_OK);
                for (int number = 0; number < 2; number++) {
                    const float *found = at[2 * number + turned];
                    const double expected = many ? (inner + share) / 2 - 1 : share - 1; /* the middle one counts by itself */
                    const bool sharp = share == 1 || (share == 0 && (inner == 0 || !many));
                    for (int k = 0; k < COPIES; k++)
                        cr_assert(same_bits(found[k], found[0]) && fabs((double)found[k] - expected) < (sharp ? 1e-5 : 0.06),
                                  "%s, way %d: %d u of the diagonal higher, at %g instead of %g", sepal_isa(), way, rise,
                                  (double)found[k], expected);
                }
                sepal_polys_destroy(set);
            }
}

Test(mtv_points, a_coordinate_beyond_the_range_of_float_is_its_end) {
    const float ax = 3e38F, bx = 2e38F, y = 0;
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_round(set, &ax, &y, 1, bx, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_round(set, &bx, &y, 1, ax, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        float a_x, b_x, x[2];
        use_isa(isa);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, &(sepal_pair){1, 0}, 1, NULL, &(sepal_mtvs){.a_x = &a_x, .b_x = &b_x}),
                     SEPAL_OK);
        cr_assert(a_x == FLT_MAX && b_x == 3e38F - 2e38F, "%s: %a, %a", sepal_isa(), (double)a_x, (double)b_x);
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, &(sepal_pair){1, 0}, 1, NULL, &(sepal_contacts){.x = x}), SEPAL_OK);
        cr_assert(fabsf(x[0]) <= FLT_MAX, "%s: a contact at %a", sepal_isa(), (double)x[0]);
    }
    sepal_polys_destroy(set);
}

/* --- In every scene ------------------------------------------------------------------------------------------------------------- */

typedef struct place {
    double x, y;
} place;

static double from_segment(place p, place q, place s) {
    const double ex = s.x - q.x, ey = s.y - q.y, wx = p.x - q.x, wy = p.y - q.y, square = ex * ex + ey * ey;
    const double along = square > 0 ? fmin(1, fmax(0, (wx * ex + wy * ey) / square)) : 0;
    return hypot(wx - along * ex, wy - along * ey);
}

/* How far a point is from a core; 0 inside. In double, whose errors are far below those of the points. */
static double from_core(place p, const oracle_shape *core) {
    double nearest = INFINITY;
    bool left = false, right = false;
    for (size_t k = 0; k < core->count; k++) {
        const size_t next = (k + 1) % core->count;
        const place q = {(double)core->x[k], (double)core->y[k]}, s = {(double)core->x[next], (double)core->y[next]};
        const double side = (s.x - q.x) * (p.y - q.y) - (s.y - q.y) * (p.x - q.x);
        left |= side > 0;
        right |= side < 0;
        nearest = fmin(nearest, from_segment(p, q, s));
    }
    return left != right ? 0 : nearest; /* of a core without area a point on its line only */
}

/* The diagonal of the bounding box of both. */
static double diagonal_of(const oracle_shape *a, const oracle_shape *b) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    const oracle_shape *const both[] = {a, b};
    for (int s = 0; s < 2; s++)
        for (size_t k = 0; k < both[s]->count; k++) {
            const double at[] = {(double)both[s]->x[k], (double)both[s]->y[k]};
            for (int axis = 0; axis < 2; axis++) {
                low[axis] = fmin(low[axis], at[axis]);
                high[axis] = fmax(high[axis], at[axis]);
            }
        }
    return hypot(high[0] - low[0], high[1] - low[1]);
}

/* The bounds that the header states. */
static const double between_bound = 256 * 0x1p-24, far_bound = 103 * 0x1p-24, least = 0x1p-148;

/* How much less far a point is along a direction than the farthest vertex of a core. */
static double below_farthest(place p, const oracle_shape *core, double x, double y) {
    double most = -INFINITY;
    for (size_t k = 0; k < core->count; k++)
        most = fmax(most, x * ((double)core->x[k] - p.x) + y * ((double)core->y[k] - p.y));
    return most;
}

typedef struct answers {
    float x, y, depth, ax, ay, bx, by;
} answers;

static bool is_plain_number(float v) {
    return v >= -FLT_MAX && v <= FLT_MAX && !(v == 0 && signbit(v));
}

/* Keeps the greatest error of the vector between the points, in u D. */
static void judge(const char *what, size_t i, const oracle_shape *a, const oracle_shape *b, float margin, const answers *got,
                  double *worst) {
    cr_assert(is_plain_number(got->ax) && is_plain_number(got->ay) && is_plain_number(got->bx) && is_plain_number(got->by));
    const double limit = (double)FLT_MAX * 0.99;
    if (fabs((double)got->depth) > limit || fabs((double)got->ax) > limit || fabs((double)got->ay) > limit ||
        fabs((double)got->bx) > limit || fabs((double)got->by) > limit)
        return; /* may be cut off at the greatest float */
    const place p = {(double)got->ax, (double)got->ay}, q = {(double)got->bx, (double)got->by};
    const double diagonal = diagonal_of(a, b) + (double)a->radius + (double)b->radius + (double)margin, u = 0x1p-24;
    const double rounding_a = u * (fabs(p.x) + fabs(p.y)) + least, rounding_b = u * (fabs(q.x) + fabs(q.y)) + least;
    const double off_a = from_core(p, a) - (double)a->radius, off_b = from_core(q, b) - (double)b->radius;
    cr_assert_leq(off_a, rounding_a + 0x1p-40 * diagonal, "'%s', pair %zu: (%a, %a) is %g off a", what, i, p.x, p.y, off_a);
    cr_assert_leq(off_b, rounding_b + 0x1p-40 * diagonal, "'%s', pair %zu: (%a, %a) is %g off b", what, i, q.x, q.y, off_b);
    const double length = (double)got->depth - (double)margin;
    const double error = hypot(p.x - q.x - length * (double)got->x, p.y - q.y - length * (double)got->y) - rounding_a - rounding_b;
    cr_assert_leq(error, between_bound * diagonal + least, "'%s', pair %zu: (%a, %a) and (%a, %a) along (%a, %a) %a: %g u D", what,
                  i, p.x, p.y, q.x, q.y, (double)got->x, (double)got->y, (double)got->depth, error / (u * diagonal));
    if (diagonal > 0)
        *worst = fmax(*worst, error / (u * diagonal));
    const place from_a = {p.x - (double)a->radius * (double)got->x, p.y - (double)a->radius * (double)got->y};
    const place from_b = {q.x + (double)b->radius * (double)got->x, q.y + (double)b->radius * (double)got->y};
    const double far = far_bound * diagonal_of(a, b) + 16 * u * ((double)a->radius + (double)b->radius) + least;
    cr_assert_leq(below_farthest(from_a, a, (double)got->x, (double)got->y), far + 2 * rounding_a, "'%s', pair %zu, of a", what, i);
    cr_assert_leq(below_farthest(from_b, b, -(double)got->x, -(double)got->y), far + 2 * rounding_b, "'%s', pair %zu, of b", what,
                  i);
}

enum { MOST = 400, COLUMNS = 7 };

static void ask_columns(const scene *s, const sepal_polys *a, const sepal_polys *b, size_t count, float margin,
                        float columns[COLUMNS][MOST]) {
    const sepal_rule rule = {.margin = margin};
    const sepal_mtvs out = {.normal_x = columns[0],
                            .normal_y = columns[1],
                            .depth = columns[2],
                            .a_x = columns[3],
                            .a_y = columns[4],
                            .b_x = columns[5],
                            .b_y = columns[6]};
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, s->pairs, count, &rule, &out), SEPAL_OK);
}

static void check_points(const scene *s, const sepal_polys *a, const sepal_polys *b, float margin, double *worst) {
    static float expected[COLUMNS][MOST], found[COLUMNS][MOST];
    const size_t count = s->pair_count < MOST ? s->pair_count : MOST;
    use_isa(0);
    ask_columns(s, a, b, count, margin, expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        ask_columns(s, a, b, count, margin, found);
        for (size_t k = 0; k < count; k++)
            for (int c = 0; c < COLUMNS; c++)
                cr_assert(same_bits(found[c][k], expected[c][k]), "%s, '%s', pair %zu, column %d", name, s->kind, k, c);
    }
    for (size_t k = 0; k < count; k++) {
        oracle_shape p = core_of(a, s->pairs[k].a), q = core_of(b, s->pairs[k].b);
        cr_assert_eq(sepal_polys_radius(a, s->pairs[k].a, &p.radius), SEPAL_OK);
        cr_assert_eq(sepal_polys_radius(b, s->pairs[k].b, &q.radius), SEPAL_OK);
        const answers got = {expected[0][k], expected[1][k], expected[2][k], expected[3][k],
                             expected[4][k], expected[5][k], expected[6][k]};
        judge(s->kind, k, &p, &q, margin, &got, worst);
    }
}

Test(mtv_points, are_on_their_shapes_and_as_far_from_each_other_as_the_depth) {
    double worst = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 971, 90, 400);
        check_points(&s, s.set_a, s.set_b, 0, &worst);
        scene_destroy(&s);
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene q = round_scene_create(kind, 972 + (uint64_t)manner, 40, 100, (radius_manner)manner);
            check_points(&q.base, q.a, q.b, q.margin, &worst);
            round_scene_destroy(&q);
        }
    }
    cr_log_info("the vector between the points is off by at most %.1f u D", worst);
    cr_assert_gt(worst, 0.5, "no rounding was seen at all");
}

/* --- Wild exponents ------------------------------------------------------------------------------------------------------------- */

static float wild(rng *r) {
    return ldexpf((float)rng_real(r, -2, 2), (int)rng_below(r, 221) - 110);
}

/* Needles whose vertices are hundreds of powers of two apart: of a side that goes almost straight along the normal, a point is taken that
 * is as far as the header says. */
Test(mtv_points, of_needles_with_wild_exponents_are_as_far_as_of_others) {
    rng r = {1968};
    size_t judged = 0;
    double worst = 0;
    for (int n = 0; n < 60000; n++) {
        sepal_polys *set = empty_set(NULL);
        for (int number = 0; number < 2; number++) {
            float x[4], y[4];
            const size_t count = 2 + rng_below(&r, 3);
            for (size_t k = 0; k < count; k++) {
                x[k] = wild(&r);
                y[k] = wild(&r);
            }
            if (sepal_polys_add_round(set, x, y, count, fabsf(wild(&r)) * 0x1p-20F, NULL) != SEPAL_OK)
                cr_assert_eq(sepal_polys_add(set, x, y, 2, NULL), SEPAL_OK);
        }
        answers got;
        const sepal_mtvs out = {&got.x, &got.y, &got.depth, &got.ax, &got.ay, &got.bx, &got.by};
        oracle_shape a = core_of(set, 0), b = core_of(set, 1);
        cr_assert_eq(sepal_polys_radius(set, 0, &a.radius), SEPAL_OK);
        cr_assert_eq(sepal_polys_radius(set, 1, &b.radius), SEPAL_OK);
        use_isa((size_t)n % sepal_isa_count());
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
        judge("wild", (size_t)n, &a, &b, 0, &got, &worst);
        judged++;
        sepal_polys_destroy(set);
    }
    cr_assert_gt(judged, 50000);
}
