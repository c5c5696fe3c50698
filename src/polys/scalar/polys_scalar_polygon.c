/* polys_scalar_polygon.c — the polygon that two convex polygons have in common, its corners rounded to the nearest floats.
 *
 * A polygon with area lies between a lower and an upper chain of edges, from its first vertex, in the lexicographic order of points, to
 * its last one. What two polygons have in common lies between the higher of the lower chains and the lower of the upper chains; these
 * are found as sorted lists are merged, in one pass, without memory (Shamos and Hoey, "Geometric intersection problems", FOCS 1976). The
 * lexicographic order is that of x after a shear by an infinitesimal angle, which changes no side: so no edge is vertical, and no two
 * vertices of a polygon are above each other. All that is decided are sides of vertices and turns of edges, exactly: a crossing is never
 * compared with anything, but only rounded. The upper chains are the lower ones of the polygons turned by half a turn.
 * docs/numerics/common.md, "The polygon", shows why the walk ends where it should, and how a crossing is rounded. */
#include "../../core/arithmetic.h"

#include "../../exact/crossing.h"
#include "../../exact/orient.h"
#include "corners.h"
#include "difference.h"
#include "reference.h"
#include <assert.h>

static inline bool clip_before(sepal_float2 p, sepal_float2 q) {
    return sepal_point_before(p.x, p.y, q.x, q.y);
}

static inline int clip_side(sepal_float2 p, sepal_float2 q, sepal_float2 of) {
    return sepal_orient(p.x, p.y, q.x, q.y, of.x, of.y);
}

/* Returns how many corners there are. */
static uint32_t clip_end(clip_list *list) {
    if (list->count > 1 && clip_is_one(list->first, list->last))
        return list->count - 1;
    clip_write(list, list->count - 1, list->last);
    return list->count;
}

/* --- Polygons with area --------------------------------------------------------------------------- */

/* A polygon, perhaps turned by half a turn (sign = -1), and the first of its vertices then. */
typedef struct clip_polygon {
    sepal_rim rim;
    uint32_t first;
    float sign;
} clip_polygon;

static sepal_float2 clip_vertex(const clip_polygon *of, uint32_t k) {
    return (sepal_float2){of->sign * of->rim.x[k], of->sign * of->rim.y[k]};
}

static clip_polygon clip_polygon_of(const sepal_polys *set, uint32_t index, float sign) {
    clip_polygon of = {sepal_rim_at(set, index), 0, sign};
    for (uint32_t k = 1; k < of.rim.size; k++)
        of.first = clip_before(clip_vertex(&of, k), clip_vertex(&of, of.first)) ? k : of.first;
    return of;
}

/* An edge of a chain, from p to q, which comes later; q is vertex `at`. */
typedef struct clip_edge {
    const clip_polygon *of;
    bool upper;
    uint32_t at;
    sepal_float2 p, q;
} clip_edge;

static void clip_on(clip_edge *e) {
    const uint32_t last = e->of->rim.size - 1;
    e->p = e->q;
    do {
        e->at = e->upper != e->of->rim.clockwise ? (e->at > 0 ? e->at - 1 : last) : e->at < last ? e->at + 1 : 0;
        e->q = clip_vertex(e->of, e->at);
    } while (clip_is_one(e->p, e->q));
}

/* The edge of a chain over which a point lies: from p on, and before q. */
static clip_edge clip_edge_at(const clip_polygon *of, bool upper, sepal_float2 point) {
    clip_edge e = {of, upper, of->first, {0, 0}, clip_vertex(of, of->first)};
    do
        clip_on(&e);
    while (!clip_before(point, e.q));
    return e;
}

/* What ends first of two edges that have a stretch in common: one of them, or both. */
enum { CLIP_FIRST_ENDS = 1, CLIP_SECOND_ENDS = 2 };

/* Is e above f (1), on it (0) or below it (-1), where the first of them ends? */
static int clip_order(const clip_edge *e, const clip_edge *f, int *ends) {
    if (clip_before(e->q, f->q)) {
        *ends = CLIP_FIRST_ENDS;
        return clip_side(f->p, f->q, e->q);
    }
    if (clip_before(f->q, e->q)) {
        *ends = CLIP_SECOND_ENDS;
        return -clip_side(e->p, e->q, f->q);
    }
    *ends = CLIP_FIRST_ENDS | CLIP_SECOND_ENDS;
    return 0;
}

static void clip_past(clip_edge *e, clip_edge *f, int ends) {
    if (ends & CLIP_FIRST_ENDS)
        clip_on(e);
    if (ends & CLIP_SECOND_ENDS)
        clip_on(f);
}

/* The first point of what two polygons have in common: the later of their first vertices; or, if that is not in the other polygon, where
 * a lower edge of one of them meets an upper edge of the other. */
typedef struct clip_start {
    sepal_float2 point;
    bool meets, lower_of_a; /* whose lower edge it is, if `meets` */
    clip_edge lower, upper;
} clip_start;

static clip_start clip_start_of(const clip_polygon *a, const clip_polygon *b) {
    const bool a_is_later = clip_before(clip_vertex(b, b->first), clip_vertex(a, a->first));
    const clip_polygon *later = a_is_later ? a : b, *other = a_is_later ? b : a;
    clip_start out = {.point = clip_vertex(later, later->first)};
    clip_edge low = clip_edge_at(other, false, out.point), up = clip_edge_at(other, true, out.point);
    const bool below = clip_side(low.p, low.q, out.point)<0, above = clip_side(up.p, up.q, out.point)> 0;
    if (!below && !above)
        return out;
    if (below)
        up = clip_edge_at(later, true, out.point);
    else
        low = clip_edge_at(later, false, out.point);
    /* Now the lower edge is above the upper one, until they meet. */
    int ends, order;
    while ((order = clip_order(&low, &up, &ends)) > 0)
        clip_past(&low, &up, ends);
    if (order == 0) {
        out.point = ends & CLIP_FIRST_ENDS ? low.q : up.q;
        clip_past(&low, &up, ends);
    } else
        out.point = sepal_crossing(low.p, low.q, up.p, up.q);
    out.meets = true;
    out.lower_of_a = low.of == a;
    out.lower = low;
    out.upper = up;
    return out;
}

/* Does e become higher than f, or lower, or do they go on together, from where they meet? */
static int clip_turn(const clip_edge *f, const clip_edge *e) {
    return sepal_turn(f->p, f->q, e->p, e->q);
}

/* Which of two lower edges is the higher one, from this point on? One of them begins there. */
static int clip_order_from(const clip_edge *e, const clip_edge *f, sepal_float2 point) {
    const int order = clip_is_one(e->p, point) ? clip_side(f->p, f->q, point) : -clip_side(e->p, e->q, point);
    return order != 0 ? order : clip_turn(f, e);
}

/* Adds the corners of the lower chain, from the start on, before the end. The end is the start of the polygons turned by half a turn. */
static void clip_lower_chain(const clip_polygon *a, const clip_polygon *b, const clip_start *start, const clip_start *end,
                             clip_list *list) {
    const sepal_float2 first_a = clip_vertex(a, a->first), first_b = clip_vertex(b, b->first);
    const sepal_float2 from = clip_before(first_a, first_b) ? first_b : first_a, to = {-end->point.x, -end->point.y};
    clip_edge e = clip_edge_at(a, false, from), f = clip_edge_at(b, false, from);
    /* Of the end the lower edge, which is an upper one of the turned polygon. */
    const bool ends_on_a = !end->lower_of_a;
    const sepal_float2 last = {-end->upper.q.x, -end->upper.q.y};
    int order = clip_order_from(&e, &f, from); /* of e and f, behind where the walk is */
    bool begun = !start->meets;
    if (begun)
        clip_add(list, start->point, a->sign);
    for (;;) {
        const clip_edge *higher = order >= 0 ? &e : &f;
        if (!begun && higher->of == start->lower.of && clip_is_one(higher->p, start->lower.p)) {
            clip_add(list, start->point, a->sign);
            begun = true;
        }
        if (begun && end->meets && (order == 0 || (order > 0) == ends_on_a) && clip_is_one(ends_on_a ? e.p : f.p, last))
            return;
        int ends;
        const int next = clip_order(&e, &f, &ends);
        if (order * next < 0) {
            clip_add(list, sepal_crossing(e.p, e.q, f.p, f.q), a->sign);
            order = next;
            continue;
        }
        const sepal_float2 corner = ends & CLIP_FIRST_ENDS ? e.q : f.q;
        if (!end->meets && clip_is_one(corner, to))
            return;
        const bool came_on_e = (next != 0 ? next : order) >= 0;
        const clip_edge before = came_on_e ? e : f;
        clip_past(&e, &f, ends);
        order = next != 0 ? next : clip_turn(&f, &e);
        const bool goes_on = came_on_e == (order >= 0) && (ends & (came_on_e ? CLIP_FIRST_ENDS : CLIP_SECOND_ENDS)) == 0;
        if (begun && !goes_on && clip_turn(&before, order >= 0 ? &e : &f) != 0)
            clip_add(list, corner, a->sign);
    }
}

static void clip_with_area(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, clip_list *list) {
    const clip_polygon p = clip_polygon_of(a, i, 1), q = clip_polygon_of(b, j, 1), turned_p = clip_polygon_of(a, i, -1),
                       turned_q = clip_polygon_of(b, j, -1);
    const clip_start start = clip_start_of(&p, &q), end = clip_start_of(&turned_p, &turned_q);
    clip_lower_chain(&p, &q, &start, &end, list);
    clip_lower_chain(&turned_p, &turned_q, &end, &start, list);
}

/* --- Points and segments -------------------------------------------------------------------------- */

/* A segment, or a point, from its first to its last point. */
typedef struct clip_segment {
    sepal_float2 from, to;
} clip_segment;

/* The segment of those vertices that are on the line through p and q, or of all if these are one. */
static clip_segment clip_segment_on(const sepal_rim *of, sepal_float2 p, sepal_float2 q) {
    clip_segment out = {{INFINITY, 0}, {-INFINITY, 0}};
    for (uint32_t k = 0; k < of->size; k++) {
        const sepal_float2 v = sepal_rim_vertex(of, k);
        if (clip_side(p, q, v) == 0) {
            out.from = clip_before(v, out.from) ? v : out.from;
            out.to = clip_before(out.to, v) ? v : out.to;
        }
    }
    return out;
}

static clip_segment clip_both(clip_segment s, clip_segment t) {
    return (clip_segment){clip_before(s.from, t.from) ? t.from : s.from, clip_before(s.to, t.to) ? s.to : t.to};
}

/* Where the way from p to q comes into a polygon with area, which it does. */
static sepal_float2 clip_entry(const sepal_rim *of, sepal_float2 p, sepal_float2 q) {
    bool outside = false;
    for (uint32_t k = 0; k < of->size; k++) {
        const sepal_float2 u = sepal_rim_vertex(of, k), v = sepal_rim_vertex(of, sepal_rim_after(of, k));
        if (clip_side(u, v, p) >= 0)
            continue;
        outside = true;
        if (clip_side(u, v, q) >= 0 && clip_side(p, q, u) * clip_side(p, q, v) <= 0)
            return sepal_crossing(p, q, u, v);
    }
    assert(!outside);
    (void)outside;
    return p;
}

/* What two shapes have in common that meet, if it has no area. */
static clip_segment clip_without_area(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const sepal_rim p = sepal_rim_at(a, i), q = sepal_rim_at(b, j);
    const bool flat_a = (a->heads[i].flags & SEPAL_FLAT) != 0, flat_b = (b->heads[j].flags & SEPAL_FLAT) != 0;
    if (!flat_a && !flat_b) { /* both are on the line of an edge between them, and nowhere else together */
        sepal_border w = sepal_border_of(a, i, b, j);
        sepal_float2 from = {0, 0}, to = {0, 0}, beside;
        while (sepal_border_edge(&w)) {
            sepal_border_points(&w, &from, &to, &beside);
            if (clip_side(from, to, beside) == 0)
                break;
            sepal_border_on(&w);
        }
        return clip_both(clip_segment_on(&p, from, to), clip_segment_on(&q, from, to));
    }
    const sepal_float2 none = {0, 0};
    const clip_segment s = clip_segment_on(flat_a ? &p : &q, none, none);
    if (!flat_a || !flat_b) {
        const sepal_rim *other = flat_a ? &q : &p;
        return (clip_segment){clip_entry(other, s.from, s.to), clip_entry(other, s.to, s.from)};
    }
    const clip_segment t = clip_segment_on(&q, none, none);
    if (clip_side(s.from, s.to, t.from) == 0 && clip_side(s.from, s.to, t.to) == 0)
        return clip_both(s, t);
    const sepal_float2 crossing = sepal_crossing(s.from, s.to, t.from, t.to);
    return (clip_segment){crossing, crossing};
}

uint32_t sepal_polys_polygon_scalar(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, bool has_area, float *x,
                                    float *y) {
    clip_list list = {NULL, NULL, 0, {0, 0}, {0, 0}};
    list.x = x;
    list.y = y;
    if (has_area) {
        if (!sepal_polys_scalar_polygon_sides(a, i, b, j, &list))
            clip_with_area(a, i, b, j, &list);
    } else {
        const clip_segment s = clip_without_area(a, i, b, j);
        clip_add(&list, s.from, 1);
        clip_add(&list, s.to, 1);
    }
    return clip_end(&list);
}
