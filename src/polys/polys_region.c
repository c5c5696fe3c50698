/* polys_region.c — points and segments on edges that polygons of a group share, exactly.
 *
 * What has area and meets the interior of a union meets that of one of its polygons, so that pairs of parts tell all. A point or a
 * segment may lie on the edges alone. There it is inside of the union where the polygons around it leave no gap. Only polygons that
 * touch it matter, and of these the edges at the point, or along the segment (docs/numerics/groups.md, "Unions"). */
#include "../core/arithmetic.h"

#include "../exact/orient64.h"
#include "region.h"

#include <math.h>

/* Of float sets, too, in double: floats are doubles, and the sign of a turn is the same. */
typedef sepal_double2 plane_point;

static plane_point vertex_of_part(const sepal_polys *set, uint32_t i, uint32_t k) {
    if (set->doubles)
        return (plane_point){sepal_poly_exact_x(set, i)[k], sepal_poly_exact_y(set, i)[k]};
    return (plane_point){(double)sepal_poly_x(set, i)[k], (double)sepal_poly_y(set, i)[k]};
}

static bool point_is_before(plane_point a, plane_point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

static plane_point later(plane_point a, plane_point b) {
    return point_is_before(a, b) ? b : a;
}

static plane_point earlier(plane_point a, plane_point b) {
    return point_is_before(a, b) ? a : b;
}

static int side_of_line(plane_point from, plane_point to, plane_point p) {
    return sepal_orient64(from, to, p);
}

/* --- Edges ------------------------------------------------------------------------------------------------------------------------ */

/* An edge with its polygon on the left. */
typedef struct border_edge {
    plane_point from, to;
} border_edge;

/* Edge k of polygon i, which may be without length. */
static border_edge border_edge_of(const sepal_polys *set, uint32_t i, uint32_t k) {
    const uint32_t next = k + 1 < set->heads[i].size ? k + 1 : 0;
    const plane_point a = vertex_of_part(set, i, k), b = vertex_of_part(set, i, next);
    return set->heads[i].flags & SEPAL_CLOCKWISE ? (border_edge){b, a} : (border_edge){a, b};
}

static bool is_part_of_region(const sepal_polys *set, size_t i) {
    return !sepal_poly_is_removed(set, (uint32_t)i) && (set->heads[i].flags & SEPAL_FLAT) == 0 &&
           !sepal_poly_has_radius(set, (uint32_t)i);
}

/* --- A point ---------------------------------------------------------------------------------------------------------------------- */

/* The directions from a point on the border of a polygon into it: from that of `first` counter-clockwise to that of `last`, which is
 * at most half a turn. */
typedef struct corner_cone {
    plane_point first, last;
} corner_cone;

static bool cone_at(plane_point p, const sepal_polys *set, uint32_t i, corner_cone *out) {
    bool leaves = false, arrives = false;
    for (uint32_t k = 0; k < set->heads[i].size && !(leaves && arrives); k++) {
        const border_edge e = border_edge_of(set, i, k);
        const plane_point low = earlier(e.from, e.to), high = later(e.from, e.to);
        if (!point_is_before(low, high) || point_is_before(p, low) || point_is_before(high, p) ||
            side_of_line(e.from, e.to, p) != 0)
            continue;
        if (point_is_before(p, e.to) || point_is_before(e.to, p)) /* p is not the end, so that the edge leads away from it */
            leaves = true, out->first = e.to;
        if (point_is_before(p, e.from) || point_is_before(e.from, p))
            arrives = true, out->last = e.from;
    }
    return leaves && arrives;
}

/* Does `c` hold the direction from p to q, and those next to it counter-clockwise? */
static bool goes_on(const corner_cone *c, plane_point p, plane_point q) {
    const int from_first = side_of_line(p, c->first, q);
    if (from_first == 0)
        return point_is_before(p, c->first) == point_is_before(p, q);
    return from_first > 0 && side_of_line(p, q, c->last) > 0;
}

/* All directions from p lead into some polygon if behind the last one of each cone another cone goes on: then they can be walked round
 * without an end. */
static bool is_point_inside(plane_point p, const sepal_polys *set, sepal_group_parts parts) {
    bool any = false;
    for (size_t i = parts.first; i < parts.end; i++) {
        corner_cone c, next;
        bool ends = true;
        if (!is_part_of_region(set, i) || !cone_at(p, set, (uint32_t)i, &c))
            continue;
        any = true;
        for (size_t k = parts.first; k < parts.end && ends; k++)
            ends = !is_part_of_region(set, k) || !cone_at(p, set, (uint32_t)k, &next) || !goes_on(&next, p, c.last);
        if (ends)
            return false;
    }
    return any;
}

/* --- A segment -------------------------------------------------------------------------------------------------------------------- */

/* Is edge k of polygon i on the line of `s`, in its direction, and does it share a length with it? Then `s` becomes that length. An
 * edge with `reversed` is taken in the other direction: its polygon is on the right of s. */
static bool cut_to_edge(border_edge *s, const sepal_polys *set, uint32_t i, uint32_t k, bool reversed) {
    const border_edge e = border_edge_of(set, i, k);
    const plane_point from = reversed ? e.to : e.from, to = reversed ? e.from : e.to;
    if (!point_is_before(from, to) || !point_is_before(s->from, to) || !point_is_before(from, s->to) ||
        side_of_line(s->from, s->to, from) != 0 || side_of_line(s->from, s->to, to) != 0)
        return false;
    *s = (border_edge){later(s->from, from), earlier(s->to, to)};
    return true;
}

/* Is some part on the right of a length of s, which has a polygon on its left? */
static bool has_right_side(border_edge s, const sepal_polys *set, sepal_group_parts parts) {
    for (size_t i = parts.first; i < parts.end; i++)
        for (uint32_t k = 0; k < set->heads[i].size && is_part_of_region(set, i); k++) {
            border_edge shared = s;
            if (cut_to_edge(&shared, set, (uint32_t)i, k, true))
                return true;
        }
    return false;
}

/* A segment that is inside of no polygon is in the interior of their union where it runs between two, for some length. */
static bool is_segment_inside(border_edge s, const sepal_polys *set, sepal_group_parts parts) {
    for (size_t i = parts.first; i < parts.end; i++)
        for (uint32_t k = 0; k < set->heads[i].size && is_part_of_region(set, i); k++) {
            border_edge shared = s;
            if (cut_to_edge(&shared, set, (uint32_t)i, k, false) && has_right_side(shared, set, parts))
                return true;
        }
    return false;
}

/* --- Both ------------------------------------------------------------------------------------------------------------------------- */

bool sepal_poly_is_thin(const sepal_polys *set, uint32_t i) {
    return !sepal_poly_is_removed(set, i) && (set->heads[i].flags & SEPAL_FLAT) != 0 && !sepal_poly_has_radius(set, i);
}

static void widen_to(sepal_region_box *box, const sepal_polys *set, size_t i) {
    for (uint32_t k = 0; k < set->heads[i].size; k++) {
        const plane_point p = vertex_of_part(set, (uint32_t)i, k);
        box->low_x = p.x < box->low_x ? p.x : box->low_x;
        box->low_y = p.y < box->low_y ? p.y : box->low_y;
        box->high_x = p.x > box->high_x ? p.x : box->high_x;
        box->high_y = p.y > box->high_y ? p.y : box->high_y;
    }
}

static const sepal_region_box no_region_box = {INFINITY, INFINITY, -INFINITY, -INFINITY};

sepal_region_box sepal_poly_region_box(const sepal_polys *set, sepal_group_parts parts) {
    sepal_region_box box = no_region_box;
    for (size_t i = parts.first; i < parts.end; i++)
        if (is_part_of_region(set, i))
            widen_to(&box, set, i);
    return box;
}

bool sepal_poly_meets_region_box(const sepal_polys *set, uint32_t i, const sepal_region_box *box) {
    sepal_region_box own = no_region_box;
    widen_to(&own, set, i);
    return own.low_x <= box->high_x && box->low_x <= own.high_x && own.low_y <= box->high_y && box->low_y <= own.high_y;
}

bool sepal_poly_is_in_region(const sepal_polys *set, uint32_t i, const sepal_polys *other, sepal_group_parts parts) {
    border_edge s = {vertex_of_part(set, i, 0), vertex_of_part(set, i, 0)};
    for (uint32_t k = 1; k < set->heads[i].size; k++)
        s = (border_edge){earlier(s.from, vertex_of_part(set, i, k)), later(s.to, vertex_of_part(set, i, k))};
    return point_is_before(s.from, s.to) ? is_segment_inside(s, other, parts) : is_point_inside(s.from, other, parts);
}
