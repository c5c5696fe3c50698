#include "recipes.h"
#include "../common/must.h"

#include <math.h>
#include <stdlib.h>

polygon *append_polygon(polygon_list *list) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->items = must_have(realloc(list->items, list->capacity * sizeof *list->items));
    }
    polygon *p = &list->items[list->count++];
    p->count = 0;
    return p;
}

size_t some_count(rng *r, const recipe *how) {
    return how->least + rng_below(r, (uint32_t)(how->most - how->least + 1));
}

lattice_point some_place(rng *r, const recipe *how) {
    int32_t half = (int32_t)(how->spread / 2);
    int64_t x = rng_between(r, -half, half);
    int64_t y = rng_between(r, -half, half);
    return (lattice_point){(int64_t)how->away + x, (int64_t)how->away + y};
}

lattice_point small_step(rng *r, int32_t range) {
    int64_t x = rng_between(r, -range, range);
    int64_t y = rng_between(r, -range, range);
    return (lattice_point){x, y};
}

void finish(rng *r, const recipe *how, polygon *p, int scale) {
    if (how->dressed) {
        polygon_split_edges(r, p, rng_below(r, 6));
        polygon_repeat(r, p, p->count + rng_below(r, 4));
    }
    polygon_start_at(p, rng_below(r, (uint32_t)p->count));
    if (rng_below(r, 2))
        polygon_reverse(p);
    polygon_scale(p, scale);
    if (!polygon_is_valid(p)) /* scaling to subnormals has rounded it */
        polygon_take_hull(p);
}

int some_scale(rng *r, const recipe *how) {
    return rng_between(r, how->scale_lo, how->scale_hi);
}

/* --- Kinds of polygons -------------------------------------------------------------------------*/

void add_round(rng *r, const recipe *how, polygon_list *list) {
    double x = how->away + rng_real(r, -how->spread / 2, how->spread / 2);
    double y = how->away + rng_real(r, -how->spread / 2, how->spread / 2);
    polygon *p = append_polygon(list);
    make_round(r, some_count(r, how), x, y, how->radius, how->quantum, p);
    finish(r, how, p, some_scale(r, how));
}

void add_lattice(rng *r, const recipe *how, polygon_list *list) {
    lattice_point place = some_place(r, how);
    polygon *p = append_polygon(list);
    make_lattice(r, some_count(r, how), place, (int32_t)how->radius, p);
    finish(r, how, p, some_scale(r, how));
}

void add_wild(rng *r, const recipe *how, polygon_list *list) {
    polygon *p = append_polygon(list);
    make_wild(r, some_count(r, how), how->biased_lo, how->biased_hi, p);
    finish(r, how, p, 0);
}

void add_parallelogram(rng *r, const recipe *how, polygon_list *list) {
    int32_t range = (int32_t)how->radius;
    lattice_point p = some_place(r, how);
    lattice_point u = small_step(r, range), v = small_step(r, range);
    polygon *out = append_polygon(list);
    make_parallelogram(p, u, v, out);
    finish(r, how, out, some_scale(r, how));
}

/* As thin as float32 allows: three or four points of a lattice almost in line. */
void add_sliver(rng *r, const recipe *how, polygon_list *list) {
    lattice_point p = some_place(r, how);
    lattice_point d = small_step(r, (int32_t)how->radius), end = small_step(r, 1), side = small_step(r, 1);
    polygon *out = append_polygon(list);
    polygon_push(out, (double)p.x, (double)p.y);
    polygon_push(out, (double)(p.x + d.x), (double)(p.y + d.y));
    polygon_push(out, (double)(p.x + 2 * d.x + end.x), (double)(p.y + 2 * d.y + end.y));
    if (rng_below(r, 2))
        polygon_push(out, (double)(p.x + d.x + side.x), (double)(p.y + d.y + side.y));
    polygon_take_hull(out);
    finish(r, how, out, some_scale(r, how));
}

/* Equally thin polygons of many vertices, all along one of two directions, so that Minkowski differences of two are thin as
 * well. Far from the origin their rounded centres may lie outside of them. */
void add_strip(rng *r, const recipe *how, polygon_list *list) {
    lattice_point p = some_place(r, how);
    int64_t range = (int64_t)how->radius;
    lattice_point d = rng_below(r, 4) ? (lattice_point){range, 3} : (lattice_point){-2, range};
    polygon *out = append_polygon(list);
    for (int i = 0; i < 6; i++) {
        lattice_point off = small_step(r, rng_below(r, 8) == 0);
        int64_t along = rng_between(r, 0, 8);
        polygon_push(out, (double)(p.x + along * d.x + off.x), (double)(p.y + along * d.y + off.y));
    }
    polygon_take_hull(out);
    polygon_repeat(r, out, some_count(r, how));
    finish(r, how, out, some_scale(r, how));
}

static void append_box(polygon_list *list, const box *b) {
    list->boxes = must_have(realloc(list->boxes, (list->count + 1) * sizeof *list->boxes));
    list->boxes[list->count] = *b;
    box_corners(b, append_polygon(list));
}

static box lattice_box(rng *r, const recipe *how) {
    lattice_point place = some_place(r, how), along = small_step(r, 3);
    box b = {.x = (float)place.x, .y = (float)place.y, .cos = (float)along.x, .sin = (float)along.y};
    b.half_x = (float)rng_below(r, (uint32_t)how->radius + 1);
    b.half_y = (float)rng_below(r, (uint32_t)how->radius + 1);
    return b;
}

/* Boxes by centre, extents and direction; with a `quantum`, of whole numbers. */
void add_box(rng *r, const recipe *how, polygon_list *list) {
    int scale = some_scale(r, how);
    double x = how->away + rng_real(r, -how->spread / 2, how->spread / 2);
    double y = how->away + rng_real(r, -how->spread / 2, how->spread / 2);
    box b = how->quantum > 0 ? lattice_box(r, how) : random_box(r, x, y, how->radius / 3, how->radius);
    if (how->aligned) {
        b.cos = 1;
        b.sin = 0;
    }
    if (how->least == 2) /* no thicker than a few units in the last place of the centre */
        b.half_y = (float)rng_below(r, 8) * 0x1p-18F;
    b.x = ldexpf(b.x, scale);
    b.y = ldexpf(b.y, scale);
    b.half_x = ldexpf(b.half_x, scale);
    b.half_y = ldexpf(b.half_y, scale);
    list->aligned = how->aligned;
    append_box(list, &b);
}

/* --- Tilings -------------------------------------------------------------------------------------
 * Appended as a whole; neighbours share vertices and edges. */

/* Boxes of side 1 in a rotated grid. Their corners, which the formula rounds, meet only up to rounding. */
void add_box_grid(rng *r, const recipe *how, polygon_list *list) {
    double cos, sin;
    random_rotation(r, &cos, &sin);
    for (int i = 0; i < TILES_ACROSS; i++)
        for (int j = 0; j < TILES_ACROSS; j++) {
            box b = {.x = (float)(how->away + (i * cos - j * sin)),
                     .y = (float)(how->away + (i * sin + j * cos)),
                     .half_x = 0.5F,
                     .half_y = 0.5F,
                     .cos = (float)cos,
                     .sin = (float)sin};
            append_box(list, &b);
        }
}

/* Parallelograms on a rotated lattice; `most` == 3 cuts each into two triangles, `most` == 6 makes hexagons instead. */
void add_tiling(rng *r, const recipe *how, polygon_list *list) {
    int32_t half = (int32_t)how->radius / 2;
    lattice_point along = small_step(r, half), up = small_step(r, half);
    lattice_point u = {along.x / 2 + half + 1, along.y / 2}, v = {up.x / 2, up.y / 2 + half + 1};
    bool hexagons = how->most == 6;
    lattice_point right = hexagons ? (lattice_point){2 * u.x + v.x, 2 * u.y + v.y} : u;
    lattice_point above = hexagons ? (lattice_point){u.x + 2 * v.x, u.y + 2 * v.y} : v;
    int scale = some_scale(r, how);
    for (int i = 0; i < TILES_ACROSS; i++)
        for (int j = 0; j < TILES_ACROSS; j++) {
            lattice_point p = {(int64_t)how->away + i * right.x + j * above.x, (int64_t)how->away + i * right.y + j * above.y};
            polygon tile;
            if (hexagons)
                make_hexagon(p, u, v, &tile);
            else
                make_parallelogram(p, u, v, &tile);
            if (how->most == 3) {
                polygon rest = tile;
                polygon_start_at(&rest, 2);
                rest.count = tile.count = 3;
                finish(r, how, &rest, scale);
                *append_polygon(list) = rest;
            }
            finish(r, how, &tile, scale);
            *append_polygon(list) = tile;
        }
}

/* --- Lists -------------------------------------------------------------------------------------*/

polygon_list list_create(rng *r, const recipe *how, size_t shapes) {
    polygon_list list = {0};
    while (list.count < shapes)
        how->add(r, how, &list);
    return list;
}

void list_destroy(polygon_list *list) {
    free(list->items);
    free(list->boxes);
}
