/* test_part_enters.c — when a part of the difference of two shapes with radii is entered first, by exact signs: boxes and triangles of whole
 * numbers, so that sides are parallel, feet are at ends of sides, times are floats, and ways graze. Of all parts, whichever is proposed,
 * none tells another time than the reference, which knows nothing of parts; and one of them tells it. */
#include "../../src/polys/scalar/reference.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>

enum { ENTER_PAIRS = 3000, CORNERS_MOST = 4 };

/* A box, or a triangle one of whose sides is level. */
static void add_whole(rng *r, sepal_polys *set, int x, int y, float radius) {
    const int wide = (int)rng_between(r, 1, 5), high = (int)rng_between(r, 1, 5), tip = (int)rng_between(r, 0, 4);
    const int px[CORNERS_MOST] = {x, x + wide, x + wide, x}, py[CORNERS_MOST] = {y, y, y + high, y + high};
    float fx[CORNERS_MOST], fy[CORNERS_MOST];
    const bool is_box = rng_below(r, 2) == 0;
    for (int k = 0; k < CORNERS_MOST; k++) {
        fx[k] = (float)(!is_box && k == 2 ? x + tip : px[k]);
        fy[k] = (float)py[k];
    }
    cr_assert_eq(sepal_polys_add_round(set, fx, fy, is_box ? 4 : 3, radius, NULL), SEPAL_OK);
}

/* When a part comes within reach, about, if it is asked about alone, an edge as its whole line; any number if it does not. */
static double time_alone(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, const sepal_reach *reach) {
    const double r = sepal_polys_scalar_reach_sum(reach);
    sepal_entry entry = {-1, 0, 0, INFINITY};
    sepal_float2 from, to;
    if (part->of == NULL) {
        sepal_polys_scalar_try_part(a, b, part, reach, &entry);
        return entry.time;
    }
    const sepal_mover *of = part->of, *beside = of == a ? b : a;
    const sepal_float2 p = sepal_mover_vertex(beside, of == a ? part->b : part->a);
    sepal_polys_scalar_edge_ends(of, part->edge, &from, &to);
    const double ex = (double)(to.x - from.x), ey = (double)(to.y - from.y), vx = (double)(p.x - from.x),
                 vy = (double)(p.y - from.y);
    const double dx = (double)(beside->move.x - of->move.x), dy = (double)(beside->move.y - of->move.y);
    return (-r * sqrt(ex * ex + ey * ey) - (ex * vy - ey * vx)) / (ex * dy - ey * dx);
}

/* Asks about a part at the time of the reference and at that of the part alone, and at the floats beside them. Returns whether it tells the
 * time of the reference. */
static bool part_tells(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, const sepal_reach *reach, float time) {
    const double alone = time_alone(a, b, part, reach);
    const float centres[] = {time, alone > 0 && alone < 1 ? sepal_time_below(alone) : time};
    bool tells = false;
    for (int i = 0; i < 6; i++) {
        const float centre = centres[i / 3];
        const float asked = i % 3 == 0   ? centre
                            : i % 3 == 1 ? sepal_next_time(centre)
                            : centre > 0 ? sepal_previous_time(centre)
                                         : 0;
        const sepal_enters enters = sepal_polys_scalar_enters(a, b, part, asked, reach, 0);
        const bool is_told = enters == SEPAL_ENTERS_HERE || enters == SEPAL_ENTERS_NEXT;
        cr_assert(!is_told || asked == time, "vertices %u and %u, edge %u of %s: %a, not %a", part->a, part->b, part->edge,
                  part->of == NULL ? "none"
                  : part->of == a  ? "a"
                                   : "b",
                  (double)asked, (double)time);
        tells = tells || is_told;
    }
    return tells;
}

static bool any_part_tells(const sepal_mover *a, const sepal_mover *b, const sepal_reach *reach, float time) {
    bool tells = false;
    for (uint32_t i = 0; i < sepal_mover_size(a); i++)
        for (uint32_t j = 0; j < sepal_mover_size(b); j++) {
            const sepal_part parts[] = {{i, j, NULL, 0}, {i, j, a, i}, {i, j, b, j}};
            for (int k = 0; k < 3; k++)
                tells = part_tells(a, b, &parts[k], reach, time) || tells;
        }
    return tells;
}

Test(part_enters, only_the_first_part_tells_the_time) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    rng r = {3201};
    int later = 0, told = 0;
    for (int pair = 0; pair < ENTER_PAIRS; pair++) {
        sepal_polys *sets[2] = {NULL, NULL};
        const float radius[2] = {(float)(1 + rng_below(&r, 3)), (float)rng_below(&r, 3)};
        const int far = (int)rng_between(&r, 9, 14);
        for (int i = 0; i < 2; i++) {
            cr_assert_eq(sepal_polys_create(NULL, &sets[i]), SEPAL_OK);
            add_whole(&r, sets[i], i * far, (int)rng_between(&r, -8, 8), radius[i]);
        }
        const sepal_mover a = {sets[0], 0, {0, 0}},
                          b = {sets[1], 0, {(float)-(int)rng_between(&r, 8, 32), (float)rng_below(&r, 2)}};
        const sepal_poly_hit hit = sepal_polys_scalar_hit(&a, &b, &rule);
        const sepal_reach reach = sepal_polys_scalar_reach(&a, &b, &rule);
        if (hit.meet && hit.time > 0) { /* also at the end */
            later++;
            told += any_part_tells(&a, &b, &reach, hit.time);
        }
        for (int i = 0; i < 2; i++)
            sepal_polys_destroy(sets[i]);
    }
    cr_assert_gt(later, ENTER_PAIRS / 2);
    cr_assert_eq(told, later);
}
