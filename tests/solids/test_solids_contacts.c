/* Contact points of solids: cases worked out by hand. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "contact_answers.h"

#include <float.h>

/* --- By hand ------------------------------------------------------------------------------------ */

/* A box with these half extents and turn about z, or if there are points their hull. */
typedef struct piece {
    float centre[3], half[3];
    double turn[3];
    size_t count;
    float x[16], y[16], z[16];
    float radius;
} piece;

static void add_piece(sepal_solids *set, const piece *p) {
    float m[9];
    turn_matrix(p->turn[0], p->turn[1], p->turn[2], m);
    if (p->count == 0)
        add_turned_box(set, p->centre, p->half, m, p->radius);
    else
        cr_assert_eq(sepal_solids_add_hull(set, p->x, p->y, p->z, p->count, p->radius, NULL), SEPAL_OK);
}

#define EIGHTH 0.78539816339744830962
#define CUBE(cx, cy, cz, h)                                                                                                        \
    {                                                                                                                              \
        .centre = {(cx), (cy), (cz)}, .half = {(h), (h), (h) }                                                                     \
    }
#define SEGMENT(x0, y0, z0, x1, y1, z1, r)                                                                                         \
    { .count = 2, .x = {(x0), (x1)}, .y = {(y0), (y1)}, .z = {(z0), (z1)}, .radius = (r) }

static const struct {
    const char *what;
    piece a, b;
    sepal_contact_rule rule;
    float normal[3], depth; /* of the deepest point */
    size_t points;
    float at[POINTS][3]; /* in any order */
} cases[] = {
    {"a box on a wider one",
     CUBE(0, 0, 0, 4),
     CUBE(1, 0, 4.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     4,
     {{0, -1, 3.75F}, {2, -1, 3.75F}, {2, 1, 3.75F}, {0, 1, 3.75F}}},
    {"a box on a narrower one",
     CUBE(1, 0, 4.5F, 1),
     CUBE(0, 0, 0, 4),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, -1},
     0.5F,
     4,
     {{0, -1, 3.75F}, {2, -1, 3.75F}, {2, 1, 3.75F}, {0, 1, 3.75F}}},
    {"two that are shifted",
     CUBE(0, 0, 0, 2),
     CUBE(1, 2, 3.75F, 2),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.25F,
     4,
     {{-1, 0, 1.875F}, {2, 0, 1.875F}, {2, 2, 1.875F}, {-1, 2, 1.875F}}},
    {"equal boxes, apart by 0.01 within the margin",
     CUBE(0, 0, 0, 1),
     CUBE(0, 0, 2.01F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0.02F, 0},
     {0, 0, 1},
     -0.01F,
     4,
     {{-1, -1, 1.005F}, {1, -1, 1.005F}, {1, 1, 1.005F}, {-1, 1, 1.005F}}},
    {"the same beyond the margin",
     CUBE(0, 0, 0, 1),
     CUBE(0, 0, 2.01F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0.005F, 1},
     {0, 0, 0},
     0,
     0,
     {{0}}},
    {"exactly at the margin",
     CUBE(0, 0, 0, 1),
     CUBE(0, 0, 2.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0.5F, 0},
     {0, 0, 1},
     -0.5F,
     4,
     {{-1, -1, 1.25F}, {1, -1, 1.25F}, {1, 1, 1.25F}, {-1, 1, 1.25F}}},
    {"a small box in a great one",
     CUBE(0, 0, 0, 4),
     CUBE(0, 0, 2.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     2.5F,
     4,
     {{-1, -1, 2.75F}, {1, -1, 2.75F}, {1, 1, 2.75F}, {-1, 1, 2.75F}}},
    {"a corner on a face",
     CUBE(0, 0, 0, 4),
     {.count = 4, .x = {1, 2, 0, 1}, .y = {1, 1, 2, 0}, .z = {3.5F, 6, 6, 6}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     1,
     {{1, 1, 3.75F}}},
    {"edges that cross",
     {.centre = {0, 0, 0}, .half = {4, 1, 1}, .turn = {EIGHTH, 0, 0}},
     {.centre = {0, 0, 2.75F}, .half = {1, 4, 1}, .turn = {0, EIGHTH, 0}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.0784271F,
     1,
     {{0, 0, 1.375F}}},
    {"edges that cross, and nothing else within reach",
     {.centre = {0, 0, 0}, .half = {4, 1, 1}, .turn = {EIGHTH, 0, 0}},
     {.centre = {0, 0, 2.8284271F}, .half = {1, 4, 1}, .turn = {0, EIGHTH, 0}},
     {SEPAL_TOUCHING_OVERLAPS, 0x1p-20F, 0},
     {0, 0, 1},
     0,
     1,
     {{0, 0, 1.4142135F}}},
    {"an edge on a face",
     CUBE(0, 0, 0, 4),
     {.centre = {0, 0, 5.25F}, .half = {2, 1, 1}, .turn = {EIGHTH, 0, 0}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.16421356F,
     2,
     {{-2, 0, 3.9178932F}, {2, 0, 3.9178932F}}},
    {"a sphere on a box",
     CUBE(0, 0, 0, 4),
     {.count = 1, .x = {1}, .y = {2}, .z = {4.5F}, .radius = 1},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     1,
     {{1, 2, 3.75F}}},
    {"spheres",
     {.count = 1, .x = {0}, .y = {0}, .z = {0}, .radius = 3},
     {.count = 1, .x = {3}, .y = {4}, .z = {0}, .radius = 4},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0.6F, 0.8F, 0},
     2,
     1,
     {{1.2F, 1.6F, 0}}},
    {"a capsule on a box",
     CUBE(0, 0, 0, 4),
     SEGMENT(-1, 0, 4.5F, 2, 0, 4.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     2,
     {{-1, 0, 3.75F}, {2, 0, 3.75F}}},
    {"a box on a capsule",
     SEGMENT(-1, 0, 4.5F, 2, 0, 4.5F, 1),
     CUBE(0, 0, 0, 4),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, -1},
     0.5F,
     2,
     {{-1, 0, 3.75F}, {2, 0, 3.75F}}},
    {"a capsule that reaches beyond a box",
     CUBE(0, 0, 0, 4),
     SEGMENT(-1, 0, 4.5F, 9, 0, 4.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     2,
     {{-1, 0, 3.75F}, {4, 0, 3.75F}}},
    {"capsules side by side",
     SEGMENT(0, 0, 0, 4, 0, 0, 1),
     SEGMENT(6, 0, 2, 1, 0, 2, 2),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     1,
     2,
     {{1, 0, 0.5F}, {4, 0, 0.5F}}},
    {"capsules nearly side by side",
     SEGMENT(-4, 0, 0, 4, 0, 0, 1),
     SEGMENT(-4, -0.001F, 1.5F, 4, 0.001F, 1.5F, 1),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     2,
     {{-4, -0.0005F, 0.75F}, {4, 0.0005F, 0.75F}}},
    {"capsules end to end",
     SEGMENT(0, 0, 0, 4, 0, 0, 1),
     SEGMENT(6, 0, 0, 9, 0, 0, 2),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {1, 0, 0},
     1,
     1,
     {{4.5F, 0, 0}}},
    {"capsules that cross",
     SEGMENT(-4, 0, 0, 4, 0, 0, 1),
     SEGMENT(1, -4, 2, 1, 4, 2, 2),
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     1,
     1,
     {{1, 0, 0.5F}}},
    {"boxes with radii",
     {.half = {4, 4, 4}, .radius = 0.5F},
     {.centre = {1, 0, 6}, .half = {1, 1, 1}, .radius = 1},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     4,
     {{0, -1, 4.25F}, {2, -1, 4.25F}, {2, 1, 4.25F}, {0, 1, 4.25F}}},
    {"a prism that lies on a box",
     CUBE(0, 0, 0, 4),
     {.count = 6, .x = {-2, -2, -2, 2, 2, 2}, .y = {-1, 1, 0, -1, 1, 0}, .z = {3.75F, 3.75F, 6, 3.75F, 3.75F, 6}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.25F,
     4,
     {{-2, -1, 3.875F}, {2, -1, 3.875F}, {2, 1, 3.875F}, {-2, 1, 3.875F}}},
    {"a flat box on a box",
     CUBE(0, 0, 0, 4),
     {.centre = {0, 0, 4}, .half = {1, 2, 0}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0,
     4,
     {{-1, -2, 4}, {1, -2, 4}, {1, 2, 4}, {-1, 2, 4}}},
    {"a point on a point",
     {.count = 1, .x = {1}, .y = {2}, .z = {3}},
     {.count = 1, .x = {1}, .y = {2}, .z = {3}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {1, 0, 0},
     0,
     1,
     {{1, 2, 3}}},
    {"repeated vertices and one in the middle of a face",
     CUBE(0, 0, 0, 4),
     {.count = 11,
      .x = {0, 0, -1, 1, 1, -1, -1, -1, 1, 1, -1},
      .y = {0, 0, -1, -1, 1, 1, -1, -1, -1, 1, 1},
      .z = {3.5F, 3.5F, 3.5F, 3.5F, 3.5F, 3.5F, 3.5F, 5, 5, 5, 5}},
     {SEPAL_TOUCHING_OVERLAPS, 0, 0},
     {0, 0, 1},
     0.5F,
     4,
     {{-1, -1, 3.75F}, {1, -1, 3.75F}, {1, 1, 3.75F}, {-1, 1, 3.75F}}},
};
enum { CASES = sizeof cases / sizeof *cases };

static bool is_at(const answers *got, size_t p, const float at[3]) {
    for (int c = 0; c < 3; c++)
        if (!(fabsf(got->at[c][p] - at[c]) <= 4e-6F))
            return false;
    return true;
}

static void check_case(size_t k, const answers *got) {
    const char *what = cases[k].what;
    cr_assert_eq(got->count[0], cases[k].points, "%s, %s: %d points", sepal_isa(), what, got->count[0]);
    float deepest = -INFINITY;
    for (int c = 0; c < 3; c++)
        cr_assert(fabsf(got->normal[c][0] - cases[k].normal[c]) <= 1e-6F, "%s, %s: normal %g", sepal_isa(), what,
                  (double)got->normal[c][0]);
    for (size_t p = 0; p < got->count[0]; p++)
        deepest = fmaxf(deepest, got->depth[p]);
    cr_assert(got->count[0] == 0 || fabsf(deepest - cases[k].depth) <= 2e-6F, "%s, %s: depth %.9g", sepal_isa(), what,
              (double)deepest);
    for (size_t e = 0; e < cases[k].points; e++) {
        bool found = false;
        for (size_t p = 0; p < got->count[0]; p++)
            found = found || is_at(got, p, cases[k].at[e]);
        cr_assert(found, "%s, %s: no point at (%g, %g, %g)", sepal_isa(), what, (double)cases[k].at[e][0],
                  (double)cases[k].at[e][1], (double)cases[k].at[e][2]);
    }
    for (size_t p = got->count[0]; p < POINTS; p++)
        cr_assert(got->depth[p] == 0 && got->feature[p] == 0 && got->at[0][p] == 0, "%s, %s: rest", sepal_isa(), what);
}

Test(solids_contacts, cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < CASES; k++) {
            sepal_solids *a = new_set(), *b = new_set();
            answers got;
            use_isa(isa);
            add_piece(a, &cases[k].a);
            add_piece(b, &cases[k].b);
            ask(a, b, &(sepal_pair){0, 0}, 1, &cases[k].rule, &got);
            check_case(k, &got);
            sepal_solids_destroy(a);
            sepal_solids_destroy(b);
        }
}

/* Equal boxes, one turned by 45 degrees: their common part is an octagon. The four points are corners of it, each where an edge of
 * a crosses one of b, and have at least two thirds of its area. */
Test(solids_contacts, of_boxes_turned_by_45_degrees) {
    const float low[3] = {0, 0, 0}, high[3] = {0, 0, 1.9375F}, half[3] = {1, 1, 1};
    float straight[9], turned[9];
    answers got;
    sepal_solids *set = new_set();
    turn_matrix(0, 0, 0, straight);
    turn_matrix(0, 0, EIGHTH, turned);
    add_turned_box(set, low, half, straight, 0);
    add_turned_box(set, high, half, turned, 0);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(set, set, &(sepal_pair){0, 1}, 1, NULL, &got);
        cr_assert_eq(got.count[0], 4);
        double area = 0;
        for (int p = 0; p < 4; p++) {
            const double x = (double)got.at[0][p], y = (double)got.at[1][p];
            cr_assert(fabs(fmax(fabs(x), fabs(y)) - 1) < 1e-6 && fabs(fmin(fabs(x), fabs(y)) - (sqrt(2) - 1)) < 1e-6);
            cr_assert(got.depth[p] == 0.0625F);
            for (int q = 0; q < p; q++)
                for (int r = 0; r < q; r++) /* twice the greatest triangle is less than the area of the four */
                    area = fmax(area, fabs((x - (double)got.at[0][r]) * ((double)got.at[1][q] - (double)got.at[1][r]) -
                                           (y - (double)got.at[1][r]) * ((double)got.at[0][q] - (double)got.at[0][r])));
        }
        cr_assert(area > 8 * (sqrt(2) - 1) / 2, "%g", area);
    }
    sepal_solids_destroy(set);
}

/* --- While solids rock -------------------------------------------------------------------------- */

/* Sorted, so that their order does not matter. */
static void sort_features(uint32_t *features, size_t count) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && features[k - 1] > features[k]; k--) {
            const uint32_t lower = features[k];
            features[k] = features[k - 1];
            features[k - 1] = lower;
        }
}

static void add_prism(sepal_solids *set, const float c[3], const float m[9], int sides) {
    float x[64], y[64], z[64];
    for (int k = 0; k < 2 * sides; k++) {
        const int corner = k / 2;
        const double angle = 8 * EIGHTH * (double)corner / sides, at[3] = {0.8 * cos(angle), 0.8 * sin(angle), k % 2 ? 0.5 : -0.5};
        x[k] = (float)((double)c[0] + (double)m[0] * at[0] + (double)m[1] * at[1] + (double)m[2] * at[2]);
        y[k] = (float)((double)c[1] + (double)m[3] * at[0] + (double)m[4] * at[1] + (double)m[5] * at[2]);
        z[k] = (float)((double)c[2] + (double)m[6] * at[0] + (double)m[7] * at[1] + (double)m[8] * at[2]);
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, 2 * (size_t)sides, 0, NULL), SEPAL_OK);
}

/* The share of steps in which other features are chosen than in the step before, while one solid lies on another and is turned
 * anew by up to `rocking` about each axis; sides: 0 for boxes, or of prisms. */
static double share_of_changes(double rocking, int sides) {
    enum { PLACES = 1000, STEPS = 12 };
    const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.02F, 0};
    const float half[3] = {0.5F, 0.6F, 0.5F}, low[3] = {0, 0, 0};
    sepal_solids *set = new_set();
    rng r = {21};
    size_t changes = 0, steps = 0;
    for (int place = 0; place < PLACES; place++) {
        float m[9];
        const double turn_low = 6.3 * rng_real(&r, 0, 1), turn = 6.3 * rng_real(&r, 0, 1);
        const float high[3] = {(float)(0.6 * rng_real(&r, 0, 1) - 0.3), (float)(0.6 * rng_real(&r, 0, 1) - 0.3), 0.995F};
        uint32_t before[POINTS] = {0};
        size_t count_before = 0;
        for (int step = 0; step < STEPS; step++) {
            answers got;
            sepal_solids_clear(set);
            turn_matrix(0, 0, turn_low, m);
            if (sides == 0)
                add_turned_box(set, low, half, m, 0);
            else
                add_prism(set, low, m, sides);
            turn_matrix(rocking * (2 * rng_real(&r, 0, 1) - 1), rocking * (2 * rng_real(&r, 0, 1) - 1),
                        turn + rocking * (2 * rng_real(&r, 0, 1) - 1), m);
            if (sides == 0)
                add_turned_box(set, high, half, m, 0);
            else
                add_prism(set, high, m, sides);
            ask(set, set, &(sepal_pair){0, 1}, 1, &rule, &got);
            sort_features(got.feature, got.count[0]);
            if (step > 0) {
                steps++;
                changes += got.count[0] != count_before || memcmp(got.feature, before, sizeof before) != 0;
            }
            count_before = got.count[0];
            memcpy(before, got.feature, sizeof before);
        }
    }
    sepal_solids_destroy(set);
    return (double)changes / (double)steps;
}

Test(solids_contacts, features_stay_while_solids_rock) {
    const struct {
        double rocking, most;
        int sides;
    } rows[] = {{1e-5, 0.001, 0}, {1e-3, 0.01, 0}, {1e-3, 0.05, 16}};
    for (size_t k = 0; k < 3; k++) {
        const double share = share_of_changes(rows[k].rocking, rows[k].sides);
        cr_assert(share <= rows[k].most, "rocking by %g: the features change in %g of all steps", rows[k].rocking, share);
    }
}
