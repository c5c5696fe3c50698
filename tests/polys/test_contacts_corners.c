/* Contact points at corners: where the cores are nearest at a corner of each, there is one point, and the normal is the line through
 * the two, however long the shapes are. */
#include "../common/check.h"
#include "../oracle/contacts.h"
#include "contact_points.h"

#include <criterion/criterion.h>
#include <math.h>

enum { PAIRS = 1500, LENGTHS = 6, SHAPES = 5, SEED = 1641 };
#define ANGLE   0x1p-16L /* as the header states it, like the least distance of two corners */
#define NEAREST 0x1p-18L

/* A vector between two corners, and the least sine of an angle between it and a direction across which an edge leaves one of them. */
typedef struct corner_line {
    long double x, y, length, sine;
} corner_line;

/* How far a core stays behind the line through its vertex `at` across (x, y): the least sine over its other vertices. */
static long double turned_away(const oracle_shape *s, size_t at, long double x, long double y) {
    long double least = 1;
    for (size_t k = 0; k < s->count; k++) {
        long double dx = (long double)s->x[k] - (long double)s->x[at], dy = (long double)s->y[k] - (long double)s->y[at];
        if (dx != 0 || dy != 0)
            least = fminl(least, -(dx * x + dy * y) / (hypotl(dx, dy) * hypotl(x, y)));
    }
    return least;
}

/* The line between the two vertices of which each core is on its side by the greatest angle: if `sine` is above 0, they alone are the
 * nearest points. */
static corner_line line_of_corners(const oracle_shape *a, const oracle_shape *b) {
    corner_line best = {.sine = -1};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            long double x = (long double)b->x[j] - (long double)a->x[i], y = (long double)b->y[j] - (long double)a->y[i];
            long double sine = fminl(turned_away(a, i, x, y), turned_away(b, j, -x, -y));
            if ((x != 0 || y != 0) && sine > best.sine)
                best = (corner_line){x, y, hypotl(x, y), sine};
        }
    return best;
}

/* A floor of some length, and at one of its corners a small shape: from just beside an end of a side, or anywhere around it. */
static void make_couple(rng *r, double length, int shape, polygon *floor, polygon *small, double *radius) {
    double size = exp2(rng_real(r, -9, 1)), turn = rng_below(r, 2) ? rng_real(r, 0, 6.3) : 0, c = cos(turn), s = sin(turn);
    const double fx[] = {0, 0, -length, -length}, fy[] = {0, -1, -1, 0};
    double beyond = rng_below(r, 2) ? exp2(-rng_real(r, 0, 24)) : rng_real(r, 0, 1.57);
    double angle = rng_below(r, 2) ? beyond : 1.5707963 - beyond, roll = rng_real(r, 0, 6.3);
    double x = size * sin(angle), y = size * cos(angle); /* of the corner that is nearest, or nearly */
    double half = size * exp2(rng_real(r, -4, 4));
    static const int corners[SHAPES] = {1, 2, 3, 4, 6};
    int count = corners[shape];
    *floor = (polygon){.count = 0};
    *small = (polygon){.count = 0};
    for (int k = 0; k < 4; k++)
        polygon_push(floor, c * fx[k] - s * fy[k], s * fx[k] + c * fy[k]);
    /* The small shape is regular, one vertex at (x, y), and its middle behind it, seen from the corner of the floor, or nearly. */
    double lean = angle + rng_real(r, -0.7, 0.7) * (roll < 3);
    for (int k = 0; k < count; k++) {
        double at = lean + 3.14159265358979 + 6.28318530717959 * k / count;
        double vx = x + half * (sin(lean) + sin(at)), vy = y + half * (cos(lean) + cos(at));
        if (count == 1) {
            vx = x;
            vy = y;
        }
        polygon_push(small, c * vx - s * vy, s * vx + c * vy);
    }
    *radius = 1.02 * size;
}

/* Checks a pair; returns whether corners are nearest. */
static bool check_corners(const sepal_polys *a, const sepal_polys *b, uint32_t i, float margin, const contact_points *got) {
    oracle_shape p = round_shape_of(a, i), q = round_shape_of(b, i);
    corner_line line = line_of_corners(&p, &q);
    if (line.sine < ANGLE || line.length < NEAREST * oracle_reach_from_first(&p, &q) ||
        line.length > (long double)p.radius + (long double)q.radius + (long double)margin)
        return false;
    long double nx = (long double)got->normal_x, ny = (long double)got->normal_y;
    long double off = atan2l(fabsl(nx * line.y - ny * line.x), nx * line.x + ny * line.y);
    cr_assert(got->count == 1 && off < ANGLE, "%s, pair %u: %d points, %Lg radians off the line of corners %Lg apart, sine %Lg",
              sepal_isa(), i, got->count, off, line.length, line.sine);
    return true;
}

static void check_couples(double length, int shape, bool swap) {
    static sepal_pair pairs[PAIRS];
    static contact_points got[PAIRS];
    static uint8_t count[PAIRS];
    static float nx[PAIRS], ny[PAIRS];
    rng r = {SEED + (uint64_t)shape};
    sepal_polys *floors = empty_set(NULL), *others = empty_set(NULL);
    const bool round = shape < 3;
    size_t corners = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        polygon floor, small;
        double radius;
        do {
            make_couple(&r, length, shape, &floor, &small, &radius);
            polygon_take_hull(&small);
        } while (!polygon_is_valid(&floor) || !polygon_is_valid(&small));
        pairs[i] = (sepal_pair){i, i};
        cr_assert_eq(sepal_polys_add(floors, floor.x, floor.y, floor.count, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(others, small.x, small.y, small.count, round ? (float)radius : 0, NULL), SEPAL_OK);
    }
    const sepal_polys *a = swap ? others : floors, *b = swap ? floors : others;
    const sepal_contact_rule rule = {.margin = round ? 0 : 2.04F};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_contacts_pairs(a, b, pairs, PAIRS, &rule,
                                                &(sepal_contacts){.count = count, .normal_x = nx, .normal_y = ny}),
                     SEPAL_OK);
        for (uint32_t i = 0; i < PAIRS; i++) {
            got[i] = (contact_points){.count = count[i], .normal_x = nx[i], .normal_y = ny[i]};
            corners += check_corners(a, b, i, rule.margin, &got[i]);
        }
    }
    cr_assert_gt(corners, PAIRS / 10 * sepal_isa_count(), "corners are nearest in %zu pairs only", corners);
    sepal_polys_destroy(floors);
    sepal_polys_destroy(others);
}

Test(contacts, the_normal_at_corners_is_the_line_through_them_however_long_the_shapes) {
    double length = 1;
    for (int k = 0; k < LENGTHS; k++) {
        for (int shape = 0; shape < SHAPES; shape++)
            for (int swap = 0; swap < 2; swap++)
                check_couples(length, shape, swap == 1);
        length *= 10;
    }
}
