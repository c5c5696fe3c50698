/* Couples of polygons that touch on a lattice, so that the contact is exact; some of them are then moved closer or apart by the
 * least step. */
#include "recipes.h"

#include <math.h>
#include <stdlib.h>

static void append_couple(rng *r, const recipe *how, polygon_list *list, polygon *first, polygon *second) {
    int scale = some_scale(r, how);
    finish(r, how, first, scale);
    finish(r, how, second, scale);
    *append_polygon(list) = *first;
    *append_polygon(list) = *second;
}

/* Leaves the contact as it is, moves one polygon by a step of the lattice, or moves some vertices by an ulp. */
static void disturb(rng *r, const recipe *how, polygon *first, polygon *second) {
    lattice_point to = some_place(r, how), step = small_step(r, 1);
    polygon_translate(first, (double)to.x, (double)to.y);
    polygon_translate(second, (double)to.x, (double)to.y);
    uint32_t manner = rng_below(r, 4);
    if (manner == 1)
        polygon_translate(second, (double)step.x, (double)step.y);
    for (uint32_t times = manner < 2 ? 0 : 1 + rng_below(r, 3); times > 0; times--)
        polygon_nudge(r, rng_below(r, 2) ? first : second);
}

static touch_manner some_manner(rng *r) {
    return (touch_manner)rng_below(r, 3);
}

void add_couple(rng *r, const recipe *how, polygon_list *list) {
    int32_t range = (int32_t)how->radius;
    polygon first, second;
    make_round(r, some_count(r, how), 0, 0, range, 2, &first);
    make_round(r, some_count(r, how), 0, 0, range, 2, &second);
    move_to_touch(r, &first, some_manner(r), &second);
    disturb(r, how, &first, &second);
    append_couple(r, how, list, &first, &second);
}

/* A parallelogram of any thinness about the origin, its coordinates multiples of 4, so that its centre and sides are exact. */
static void make_thin_parallelogram(rng *r, int32_t range, polygon *out) {
    uint32_t thinness = rng_below(r, 16), side = rng_below(r, 2);
    lattice_point u = small_step(r, range / 4), v = small_step(r, range / 4 >> thinness);
    lattice_point long_side = {4 * u.x, 4 * u.y}, other = {4 * v.x, 4 * v.y};
    make_parallelogram((lattice_point){0, 0}, side ? long_side : other, side ? other : long_side, out);
}

void add_box_couple(rng *r, const recipe *how, polygon_list *list) {
    polygon first, second;
    make_thin_parallelogram(r, (int32_t)how->radius, &first);
    make_thin_parallelogram(r, (int32_t)how->radius, &second);
    move_to_touch(r, &first, some_manner(r), &second);
    disturb(r, how, &first, &second);
    append_couple(r, how, list, &first, &second);
}

/* Polygons whose bounding circles touch where the polygons do: segments in one line, end to end, and octagons side by side. */
void add_circle_couple(rng *r, const recipe *how, polygon_list *list) {
    int32_t range = (int32_t)how->radius;
    lattice_point along = small_step(r, range);
    int64_t near = INT64_C(2) * rng_between(r, 1, 20), far = INT64_C(2) * rng_between(r, 1, 20);
    polygon first = {.count = 0}, second = {.count = 0};
    if (rng_below(r, 2)) {
        polygon_push(&first, (double)(-near * along.x), (double)(-near * along.y));
        polygon_push(&first, 0, 0);
        polygon_push(&second, 0, 0);
        polygon_push(&second, (double)(far * along.x), (double)(far * along.y));
    } else {
        int64_t half = 1 + llabs(along.x), other = 1 + llabs(along.y);
        make_octagon(half, half / 2, &first);
        make_octagon(other, other / 2, &second);
        bool upright = rng_below(r, 2);
        polygon_translate(&second, upright ? 0 : (double)(half + other), upright ? (double)(half + other) : 0);
    }
    disturb(r, how, &first, &second);
    append_couple(r, how, list, &first, &second);
}

/* A whole vector d with u x d = gcd(u.x, u.y), by Euclid's algorithm. No whole point off the line along u is nearer to it. */
static lattice_point beside(lattice_point u) {
    int64_t r0 = u.x, r1 = u.y, s0 = 1, s1 = 0, t0 = 0, t1 = 1; /* s * u.x + t * u.y = r */
    while (r1 != 0) {
        int64_t q = r0 / r1, r2 = r0 - q * r1, s2 = s0 - q * s1, t2 = t0 - q * t1;
        r0 = r1, r1 = r2;
        s0 = s1, s1 = s2;
        t0 = t1, t1 = t2;
    }
    return (lattice_point){-t0, s0};
}

/* A vertex on the middle of an edge, both at the origin, where floats are dense. The vertex is moved off the edge by the least
 * step that a lattice of 2^-k allows. The signs of such cross products need up to 24 + 24 + k bits. */
void add_hair_couple(rng *r, const recipe *how, polygon_list *list) {
    polygon first, second;
    make_round(r, some_count(r, how), 0, 0, how->radius, 2, &first);
    make_round(r, some_count(r, how), 0, 0, how->radius, 2, &second);
    touch at = move_to_touch(r, &first, TOUCH_MIDDLE, &second);
    polygon_translate(&first, (double)-at.point.x, (double)-at.point.y);
    polygon_translate(&second, (double)-at.point.x, (double)-at.point.y);
    lattice_point d = beside(at.edge);
    int side = rng_between(r, -1, 1), k = rng_between(r, 4, 60);
    polygon moved = second;
    for (size_t i = 0; i < moved.count; i++)
        if (moved.x[i] == 0 && moved.y[i] == 0) {
            moved.x[i] = ldexpf((float)(side * d.x), -k);
            moved.y[i] = ldexpf((float)(side * d.y), -k);
        }
    append_couple(r, how, list, &first, polygon_is_valid(&moved) ? &moved : &second);
}
