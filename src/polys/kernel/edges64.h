/* edges64.h — does a core contain another, within a reach? One pair at a time in double, of either kind of set, with edges of the
 * outer core in the lanes (docs/numerics/doubles.md, "Edges in lanes").
 *
 * Of each edge the vertices of the inner core count that are the least far on its inner side. They are found as in large.h, which says
 * why: going round both polygons takes linear time. */
#ifndef SEPAL_POLYS_KERNEL_EDGES64_H
#define SEPAL_POLYS_KERNEL_EDGES64_H

#include "large64.h"

/* Bounds on the error of a distance from an edge, times its length, relative to the extent of the pair and the length; and of what is
 * compared with a reach, relative to the sum of its parts. */
#define EDGES64_ERROR       (16 * 0x1p-53)
#define EDGES64_REACH_ERROR (8 * 0x1p-53)

/* Vertices of b that may be outside of the core of a are marked, where b has at most so many. */
enum { MARKED_VERTICES = 512 };

/* What is asked: are all vertices of b at least `reach` on the inner side of each edge of a? Below 0: may they be so far on its outer
 * side? parts: of the reach, which are all that it is, exactly; its sign is that of `sign`. */
typedef struct edges64 {
    const sepal_polys *a, *b;
    uint32_t i, j;
    bool strict;
    point64 origin; /* the centre of a */
    double extent;  /* as in portal64 */
    int sign;
    double reach, scale; /* rounded; the sum of the magnitudes of its parts */
    double part[3];
    uint64_t outside[MARKED_VERTICES / 64]; /* with a reach below 0: the marks */
} edges64;

static inline edges64 begin_edges64(const polys_query *q, sepal_pair pair) {
    const portal64 p = begin_portal64(q, pair);
    const double part[3] = {sepal_poly_radius64(q->b, pair.b), margin64_of(q), -sepal_poly_radius64(q->a, pair.a)};
    return (edges64){.a = q->a,
                     .b = q->b,
                     .i = pair.a,
                     .j = pair.b,
                     .strict = q->touching != SEPAL_TOUCHING_OVERLAPS,
                     .origin = p.origin,
                     .extent = p.extent,
                     .sign = sepal_polys_scalar_sign_of_reach(part),
                     .reach = (part[0] + part[1]) + part[2],
                     .scale = part[0] + part[1] - part[2],
                     .part = {part[0], part[1], part[2]}};
}

/* Edges k, k + 1, ...: where they begin and end, and the way between, turned as if the polygon went round counter-clockwise. */
typedef struct edge_run64 {
    wd2 from, to, edge; /* from, to: less the origin */
    wd length, error;   /* length: 0 where no reach is asked. error: of a distance times the length */
    wdm none;           /* between repeated vertices, and past the last edge */
} edge_run64;

SPECIALISED edge_run64 load_edge_run64(const edges64 *s, uint32_t k, wd winding, bool reaching) {
    const sepal_coordinates x = sepal_poly_any_x(s->a, s->i), y = sepal_poly_any_y(s->a, s->i);
    const uint32_t size = s->a->heads[s->i].size;
    wd2 from, to;
    if (k + HALF_LANES >= size) { /* past the end, vertex 0 is repeated */
        double closed_x[HALF_LANES + 1], closed_y[HALF_LANES + 1];
        for (uint32_t lane = 0; lane <= HALF_LANES; lane++) {
            closed_x[lane] = sepal_coordinate(&x, k + lane < size ? k + lane : 0);
            closed_y[lane] = sepal_coordinate(&y, k + lane < size ? k + lane : 0);
        }
        from = (wd2){wd_load(closed_x), wd_load(closed_y)};
        to = (wd2){wd_load(closed_x + 1), wd_load(closed_y + 1)};
    } else {
        from = (wd2){load_coordinates(&x, k), load_coordinates(&y, k)};
        to = (wd2){load_coordinates(&x, k + 1), load_coordinates(&y, k + 1)};
    }
    const wd2 e = {wd_mul(wd_sub(to.x, from.x), winding), wd_mul(wd_sub(to.y, from.y), winding)};
    const wd2 origin = {wd_set1(s->origin.x), wd_set1(s->origin.y)};
    const wd zero = wd_set1(0), length = reaching ? wd_sqrt(wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y))) : zero;
    wd error = wd_mul(wd_add(wd_abs(e.x), wd_abs(e.y)), wd_set1(s->extent * EDGES64_ERROR));
    if (reaching)
        error = wd_add(error, wd_mul(length, wd_set1(s->scale * EDGES64_REACH_ERROR)));
    return (edge_run64){
        {wd_sub(from.x, origin.x), wd_sub(from.y, origin.y)}, {wd_sub(to.x, origin.x), wd_sub(to.y, origin.y)}, e, length, error,
        wdm_and(wd_eq(e.x, zero), wd_eq(e.y, zero))};
}

/* A run of vertices of b, as in large.h: `count` from number `first` on. */
typedef struct vertex_run64 {
    sepal_coordinates x, y;
    uint32_t size, first, count;
    bool backwards, whole;
} vertex_run64;

/* How far vertex k of b, less the origin, is along the inner normals of edges. */
SPECIALISED wd along_vertex64(const edges64 *s, const vertex_run64 *run, uint32_t k, wd2 edge) {
    const wd x = wd_set1(sepal_coordinate(&run->x, k) - s->origin.x);
    const wd y = wd_set1(sepal_coordinate(&run->y, k) - s->origin.y);
    return wd_sub(wd_mul(edge.x, y), wd_mul(edge.y, x));
}

/* The least of these, but for edges of length 0; and the run that has all vertices which may be the least. */
SPECIALISED wd find_least64(const edges64 *s, vertex_run64 *run, const edge_run64 *e) {
    const wd margin = wd_add(e->error, e->error);
    wd begin = along_vertex64(s, run, run->first, e->edge), least = begin;
    if (run->whole) {
        for (uint32_t k = 1; k < run->size; k++)
            least = wd_min(along_vertex64(s, run, k, e->edge), least);
        return least;
    }
    uint32_t last = run->first;
    run->count = 1;
    while (run->count < run->size) {
        last = sepal_step_around(run->size, last, run->backwards);
        const wd end = along_vertex64(s, run, last, e->edge);
        least = wd_min(end, least);
        run->count++;
        if (wdm_bits(wdm_or(wd_gt(end, wd_add(least, margin)), e->none)) == (1U << HALF_LANES) - 1)
            break;
    }
    while (run->count < run->size && wdm_bits(wdm_or(wd_gt(begin, wd_add(least, margin)), e->none)) != (1U << HALF_LANES) - 1) {
        run->first = sepal_step_around(run->size, run->first, !run->backwards);
        begin = along_vertex64(s, run, run->first, e->edge);
        least = wd_min(begin, least);
        run->count++;
    }
    return least;
}

/* How much farther on the inner side of the edges the least of the run is than what is asked, times the length. */
SPECIALISED wd beyond_of_run(const edge_run64 *e, wd least, wd reach) {
    const wd gap = wd_sub(least, wd_sub(wd_mul(e->edge.x, e->from.y), wd_mul(e->edge.y, e->from.x)));
    return wd_sub(gap, wd_mul(e->length, reach));
}

/* The vertex where an edge of a begins, or, of the last edge plus 1, where it ends. */
static inline point64 corner_of_edge64(const edges64 *s, uint32_t edge) {
    const sepal_coordinates x = sepal_poly_any_x(s->a, s->i), y = sepal_poly_any_y(s->a, s->i);
    const uint32_t k = edge < s->a->heads[s->i].size ? edge : 0;
    return (point64){sepal_coordinate(&x, k), sepal_coordinate(&y, k)};
}

/* Are the vertices of the run that may be the least far on the inner side of an edge as far as is asked, exactly? Of a reach below 0: on
 * its inner side, or its line. least: the product that was found. */
static SEPAL_NOINLINE bool run_is_inside64(const edges64 *s, uint32_t edge, const vertex_run64 *run, double least, double error) {
    const double winding = winding64(s->a, s->i);
    const point64 from = corner_of_edge64(s, edge), to = corner_of_edge64(s, edge + 1);
    const point64 e = {winding * (to.x - from.x), winding * (to.y - from.y)};
    for (uint32_t count = 0, k = run->first; count < run->count; count++, k = sepal_step_around(run->size, k, run->backwards)) {
        const double px = sepal_coordinate(&run->x, k), py = sepal_coordinate(&run->y, k);
        if (e.x * (py - s->origin.y) - e.y * (px - s->origin.x) > least + 2 * error)
            continue;
        const bool is_end = (px == from.x && py == from.y) || (px == to.x && py == to.y);
        const int inside = is_end ? 0 : sepal_polys_scalar_side64(s->a, s->i, edge, px, py);
        if (inside < (s->sign > 0 || (s->sign == 0 && s->strict) ? 1 : 0))
            return false;
        if (s->sign > 0 && sepal_polys_scalar_compare64(s->a, s->i, edge, px, py, s->part, true) < (s->strict ? 1 : 0))
            return false;
    }
    return true;
}

/* Marks the vertices that are not certainly on the inner side of an edge: they are around those of the run. */
static SEPAL_NOINLINE void mark_outside64(edges64 *s, uint32_t edge, const vertex_run64 *run, double error) {
    const double winding = winding64(s->a, s->i);
    const point64 begin = corner_of_edge64(s, edge), end = corner_of_edge64(s, edge + 1);
    const point64 e = {winding * (end.x - begin.x), winding * (end.y - begin.y)};
    const double from = e.x * (begin.y - s->origin.y) - e.y * (begin.x - s->origin.x);
    for (int back = 0; back < 2; back++) {
        uint32_t k = run->first;
        for (uint32_t count = 0; count < run->size; count++, k = sepal_step_around(run->size, k, run->backwards != (back == 1))) {
            const point64 p = {sepal_coordinate(&run->x, k) - s->origin.x, sepal_coordinate(&run->y, k) - s->origin.y};
            const bool is_inside = e.x * p.y - e.y * p.x > from + error;
            if (!is_inside)
                s->outside[k / 64] |= UINT64_C(1) << k % 64;
            else if (count >= (back == 0 ? run->count : 1))
                break;
        }
    }
}

/* With a reach of 0 or more, the answer; with one below 0 no where a vertex is certainly farther out, yes where b is in the core of a, and
 * else open, where the vertices outside are marked. */
SPECIALISED lanes edges_hold_lanes(edges64 *s, bool reaching) {
    const uint32_t size_a = s->a->heads[s->i].size, size_b = s->b->heads[s->j].size;
    const wd winding = wd_set1(winding64(s->a, s->i)), zero = wd_set1(0), reach = wd_set1(s->reach);
    const bool whole = size_b <= SEPAL_LANE_VERTICES || size_a <= HALF_LANES;
    vertex_run64 run = {sepal_poly_any_x(s->b, s->j),
                        sepal_poly_any_y(s->b, s->j),
                        size_b,
                        0,
                        whole ? size_b : 1,
                        ((s->a->heads[s->i].flags ^ s->b->heads[s->j].flags) & SEPAL_CLOCKWISE) != 0,
                        whole};
    bool open = false;
    for (uint32_t k = 0; k < size_a; k += HALF_LANES) {
        const edge_run64 e = load_edge_run64(s, k, winding, reaching);
        const wd least = find_least64(s, &run, &e);
        const wd beyond = beyond_of_run(&e, least, reach), gap = beyond_of_run(&e, least, zero);
        const unsigned edges = ((1U << HALF_LANES) - 1) & ~wdm_bits(e.none);
        if ((edges & wdm_bits(wd_gt(wd_sub(zero, e.error), beyond))) != 0)
            return (lanes){0, 0};
        const unsigned yes = wdm_bits(wd_gt(s->sign > 0 ? beyond : gap, e.error));
        double leasts[HALF_LANES], errors[HALF_LANES];
        wd_store(leasts, least);
        wd_store(errors, e.error);
        for (unsigned left = edges & ~yes; left != 0; left &= left - 1) {
            const uint32_t lane = sepal_lowest_bit(left);
            if (k + lane >= size_a || run_is_inside64(s, k + lane, &run, leasts[lane], errors[lane]))
                continue;
            if (s->sign >= 0)
                return (lanes){0, 0};
            open = true;
            if (size_b <= MARKED_VERTICES)
                mark_outside64(s, k + lane, &run, errors[lane]);
        }
        for (uint32_t n = 3; n < run.count && !run.whole; n++) /* the next search begins two vertices before the end */
            run.first = sepal_step_around(run.size, run.first, run.backwards);
    }
    return (lanes){!open, open};
}

/* --- A vertex of b outside of the core of a, and not certainly out of its reach */

/* What is known of the distance of a vertex from a: whether it is within reach; or open. */
typedef enum vertex_place { VERTEX_FAR, VERTEX_WITHIN, VERTEX_OPEN } vertex_place;

/* Exactly, for a distance from an end of an edge, or from its line. */
static inline vertex_place exact_place(const edges64 *s, uint32_t edge, double x, double y, bool from_line) {
    const double reach[3] = {-s->part[0], -s->part[1], -s->part[2]};
    const int sign = sepal_polys_scalar_compare64(s->a, s->i, edge, x, y, reach, from_line);
    return sign <= (s->strict ? -1 : 0) ? VERTEX_WITHIN : VERTEX_FAR;
}

/* Where a vertex is certainly outside of an edge, and its foot is certainly inside of the edge, that is the way to a. Otherwise it is
 * within reach if it is so from a vertex of a, or on the inner side of all edges, or their lines; and far if it is so from the line of an
 * edge. */
static inline vertex_place place_of_vertex(const edges64 *s, uint32_t vertex) {
    const uint32_t size = s->a->heads[s->i].size;
    const sepal_coordinates x = sepal_poly_any_x(s->b, s->j), y = sepal_poly_any_y(s->b, s->j);
    const double at_x = sepal_coordinate(&x, vertex), at_y = sepal_coordinate(&y, vertex);
    const wd winding = wd_set1(winding64(s->a, s->i)), zero = wd_set1(0), reach = wd_set1(-s->reach);
    const wd2 p = {wd_set1(at_x - s->origin.x), wd_set1(at_y - s->origin.y)};
    const wd scale2 = wd_mul(wd_set1(s->scale), wd_set1(s->scale));
    vertex_place corner = VERTEX_OPEN;
    bool inside = true;
    for (uint32_t k = 0; k < size; k += HALF_LANES) {
        const edge_run64 e = load_edge_run64(s, k, winding, true);
        const unsigned edges = ((1U << HALF_LANES) - 1) & ~wdm_bits(e.none);
        const wd2 v = {wd_sub(p.x, e.from.x), wd_sub(p.y, e.from.y)}, u = {wd_sub(p.x, e.to.x), wd_sub(p.y, e.to.y)};
        const wd out = wd_sub(wd_mul(e.edge.y, v.x), wd_mul(e.edge.x, v.y));
        const wd ahead = wd_mul(winding, wd_add(wd_mul(e.edge.x, v.x), wd_mul(e.edge.y, v.y)));
        const wd behind = wd_mul(winding, wd_add(wd_mul(e.edge.x, u.x), wd_mul(e.edge.y, u.y)));
        const wd beyond = wd_sub(out, wd_mul(e.length, reach));
        if ((edges & wdm_bits(wd_gt(beyond, e.error))) != 0)
            return VERTEX_FAR;
        const wdm beside = wdm_and(wd_gt(ahead, e.error), wd_gt(wd_sub(zero, e.error), behind));
        const unsigned nearest = edges & wdm_bits(wdm_and(beside, wd_gt(out, e.error)));
        if (nearest != 0) {
            if ((nearest & wdm_bits(wd_gt(wd_sub(zero, e.error), beyond))) != 0)
                return VERTEX_WITHIN;
            return exact_place(s, k + sepal_lowest_bit(nearest), at_x, at_y, true);
        }
        unsigned doubt = inside ? edges & ~wdm_bits(wd_gt(wd_sub(zero, e.error), out)) : 0;
        for (; doubt != 0 && inside; doubt &= doubt - 1)
            inside = sepal_polys_scalar_side64(s->a, s->i, k + sepal_lowest_bit(doubt), at_x, at_y) >= 0;
        const wd square = wd_add(wd_mul(v.x, v.x), wd_mul(v.y, v.y)), farther = wd_sub(square, wd_mul(reach, reach));
        const wd error = wd_mul(wd_add(wd_set1(s->extent * s->extent * 8), scale2), wd_set1(EDGES64_REACH_ERROR));
        if ((edges & wdm_bits(wd_gt(wd_sub(zero, error), farther))) != 0)
            corner = VERTEX_WITHIN;
        unsigned tied = edges & wdm_bits(wd_ge(error, wd_abs(farther)));
        for (; tied != 0 && corner == VERTEX_OPEN; tied &= tied - 1)
            if (exact_place(s, k + sepal_lowest_bit(tied), at_x, at_y, false) == VERTEX_WITHIN)
                corner = VERTEX_WITHIN;
    }
    return inside ? VERTEX_WITHIN : corner;
}

/* Of the marked vertices alone. */
static SEPAL_NOINLINE lanes vertices_within(const edges64 *s) {
    const uint32_t size = s->b->heads[s->j].size;
    if (size > MARKED_VERTICES)
        return (lanes){0, 1};
    for (uint32_t first = 0; first < size; first += 64)
        for (uint64_t marks = s->outside[first / 64]; marks != 0; marks &= marks - 1) {
            const vertex_place place = place_of_vertex(s, first + sepal_lowest_bit(marks));
            if (place != VERTEX_WITHIN)
                return (lanes){0, place == VERTEX_OPEN};
        }
    return (lanes){1, 0};
}

static bool are_same_coordinates(sepal_coordinates p, sepal_coordinates q, size_t count) {
    return memcmp(p.first, q.first, count * (p.doubles ? sizeof(double) : sizeof(float))) == 0;
}

static bool is_copy_of(const edges64 *s) {
    const uint32_t size = s->a->heads[s->i].size;
    return size == s->b->heads[s->j].size &&
           are_same_coordinates(sepal_poly_any_x(s->a, s->i), sepal_poly_any_x(s->b, s->j), size) &&
           are_same_coordinates(sepal_poly_any_y(s->a, s->i), sepal_poly_any_y(s->b, s->j), size);
}

static inline lanes edges_hold_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    edges64 s = begin_edges64(question, pair);
    if ((s.a->heads[s.i].flags & SEPAL_FLAT) != 0 || !(s.extent < (double)INFINITY))
        return (lanes){0, 1};
    if (s.sign == 0 && is_copy_of(&s))
        return (lanes){!s.strict, 0};
    const lanes found = s.scale > 0 ? edges_hold_lanes(&s, true) : edges_hold_lanes(&s, false);
    return found.open == 0 ? found : vertices_within(&s);
}

#endif
