/* large.h — two polygons of which one has more than 16 vertices: one pair at a time, an edge of one of them in each lane, and of the
 * other one the run of vertices that is next to these edges.
 *
 * The normals of consecutive edges turn one way, and the vertices of a convex polygon that are the least far along them follow each
 * other likewise ("rotating calipers": Shamos, Computational Geometry, 1978). So a pair takes a time that is linear in its vertices. A
 * run that ends at vertices which are certainly farther is enough: around a convex polygon the products with a direction fall and rise
 * once. What is found is then, to the last bit, what all vertices would give. */
#ifndef SEPAL_POLYS_KERNEL_LARGE_H
#define SEPAL_POLYS_KERNEL_LARGE_H

#include "../scalar/axis.h"
#include "axes.h"
#include "mtv_axes.h"
#include "query.h"

/* --- Edges --------------------------------------------------------------------------------------- */

/* Vertices k .. k + SEPAL_LANES of a closed polygon, one more than lanes; past the end it repeats vertex 0. */
static inline void take_edges(const sepal_polys *set, uint32_t index, uint32_t k, float x[SEPAL_LANES + 1],
                              float y[SEPAL_LANES + 1]) {
    const float *from_x = sepal_poly_x(set, index), *from_y = sepal_poly_y(set, index);
    uint32_t size = set->heads[index].size;
    for (uint32_t lane = 0; lane <= SEPAL_LANES; lane++) {
        uint32_t at = k + lane < size ? k + lane : 0;
        x[lane] = from_x[at];
        y[lane] = from_y[at];
    }
}

/* Edges k, k + 1, ... of a polygon, as stored. none: lanes between repeated vertices, and past the last edge. */
typedef struct edge_run {
    w2 from, edge;
    wm none;
} edge_run;

static inline edge_run load_edge_run(const sepal_polys *set, uint32_t index, uint32_t k) {
    const float *x = sepal_poly_x(set, index) + k, *y = sepal_poly_y(set, index) + k;
    float closed_x[SEPAL_LANES + 1], closed_y[SEPAL_LANES + 1];
    if (k + SEPAL_LANES >= set->heads[index].size) {
        take_edges(set, index, k, closed_x, closed_y);
        x = closed_x;
        y = closed_y;
    }
    w2 from = {w_load(x), w_load(y)}, edge = w2_sub((w2){w_load(x + 1), w_load(y + 1)}, from);
    return (edge_run){from, edge, wm_and(w_eq(edge.x, w_zero()), w_eq(edge.y, w_zero()))};
}

/* --- The vertices next to them ------------------------------------------------------------------- */

/* A run of vertices: `count` from number `first` on, backwards if the shape goes round the other way than the edges. Before a search,
 * first: where it begins. whole: the run has all vertices, since they are few, or one group of edges goes all the way round. */
typedef struct vertex_run {
    const float *x, *y;
    uint32_t size, first, count;
    bool backwards, whole;
} vertex_run;

static inline vertex_run begin_run(const sepal_polys *edges_of, uint32_t i, const sepal_polys *set, uint32_t j) {
    const bool other_way = ((edges_of->heads[i].flags ^ set->heads[j].flags) & SEPAL_CLOCKWISE) != 0;
    const uint32_t size = set->heads[j].size;
    const bool whole = size <= SEPAL_LANE_VERTICES || edges_of->heads[i].size <= SEPAL_LANES;
    return (vertex_run){sepal_poly_x(set, j), sepal_poly_y(set, j), size, 0, whole ? size : 1, other_way, whole};
}

static inline uint32_t run_step(const vertex_run *run, uint32_t k, bool back) {
    if (back)
        return (k > 0 ? k : run->size) - 1;
    return k + 1 < run->size ? k + 1 : 0;
}

/* The product of a direction with vertex k. fused: by w_dot; else each operation is rounded, as answers are defined. */
SPECIALISED w along_vertex(const vertex_run *run, uint32_t k, w2 direction, w2 origin, bool fused) {
    w2 near = w2_sub((w2){w_set1(run->x[k]), w_set1(run->y[k])}, origin);
    return fused ? w_dot(direction, near) : w2_along(direction, near);
}

/* The least products of all vertices with the directions of the lanes, but for the lanes `none`; and the run that was looked at. margin:
 * at least twice the error of a product. The next group of edges begins where this one ends. */
SPECIALISED w find_least(vertex_run *run, w2 direction, w2 origin, wm none, w margin, bool fused) {
    uint32_t last = run->first;
    w begin = along_vertex(run, last, direction, origin, fused), end = begin, least = begin;
    if (run->whole) {
        for (uint32_t k = 0; k < run->size; k++)
            least = w_min(along_vertex(run, k, direction, origin, fused), least);
        return least;
    }
    run->count = 1;
    while (run->count < run->size) {
        last = run_step(run, last, run->backwards);
        end = along_vertex(run, last, direction, origin, fused);
        least = w_min(end, least);
        run->count++;
        if (wm_bits(wm_or(w_gt(end, w_add(least, margin)), none)) == ALL_LANES)
            break;
    }
    while (run->count < run->size && wm_bits(wm_or(w_gt(begin, w_add(least, margin)), none)) != ALL_LANES) {
        run->first = run_step(run, run->first, !run->backwards);
        begin = along_vertex(run, run->first, direction, origin, fused);
        least = w_min(begin, least);
        run->count++;
    }
    return least;
}

/* Where the search for the edges after these begins: two vertices before the end. */
static inline void pass_run(vertex_run *run) {
    for (uint32_t k = 3; k < run->count && !run->whole; k++)
        run->first = run_step(run, run->first, run->backwards);
}

/* --- Sides of edges ------------------------------------------------------------------------------ */

/* What is asked about each edge of polygon i of a: that all vertices of polygon j of b are on its outer side (outward = 1) or on its
 * inner side (-1); most: 0 if they may be on its line, else -1. */
typedef struct side_query {
    const sepal_polys *a, *b;
    uint32_t i, j;
    int outward, most;
} side_query;

/* Of an edge of which float cannot tell: only the vertices of the run that may be the least far along its normal matter, exactly. */
static SEPAL_NOINLINE bool run_is_beyond(const side_query *s, uint32_t edge, const vertex_run *run, float least, float error) {
    const float *x = sepal_poly_x(s->a, s->i), *y = sepal_poly_y(s->a, s->i);
    const sepal_poly_circle *circle = &s->a->circles[s->i];
    const uint32_t next = edge + 1 < s->a->heads[s->i].size ? edge + 1 : 0;
    const int winding = s->a->heads[s->i].flags & SEPAL_CLOCKWISE ? -s->outward : s->outward;
    const float nx = (float)winding * (y[next] - y[edge]), ny = (float)winding * (x[edge] - x[next]);
    for (uint32_t count = 0, k = run->first; count < run->count; count++, k = run_step(run, k, run->backwards)) {
        const float px = run->x[k], py = run->y[k];
        if (nx * (px - circle->x) + ny * (py - circle->y) > least + 2 * error)
            continue;
        const bool is_end = (px == x[edge] && py == y[edge]) || (px == x[next] && py == y[next]);
        const int inside = is_end ? 0 : s->outward * sepal_polys_scalar_side(s->a, s->i, edge, px, py);
        if (inside > s->most)
            return false;
    }
    return true;
}

/* Do all edges have what is asked, or (all = false) does one of them? */
static inline bool edges_have(const side_query *s, bool all) {
    const sepal_poly_circle *circle = &s->a->circles[s->i];
    const float bound = AXES_ERROR * fabsf(circle->outer) * extent_of(circle, &s->b->circles[s->j]);
    const w error = w_set1(bound), sign = w_set1(circle->outer * (float)s->outward);
    const w2 origin = {w_set1(circle->x), w_set1(circle->y)};
    vertex_run run = begin_run(s->a, s->i, s->b, s->j);
    for (uint32_t k = 0, size = s->a->heads[s->i].size; k < size; k += SEPAL_LANES) {
        const edge_run e = load_edge_run(s->a, s->i, k);
        const w2 n = {w_flip(e.edge.y, sign), w_flip(w_neg(e.edge.x), sign)};
        const w least = find_least(&run, n, origin, e.none, w_add(error, error), true);
        const w gap = w_sub(least, w_dot(n, w2_sub(e.from, origin)));
        const unsigned edges = ALL_LANES & ~wm_bits(e.none), yes = edges & wm_bits(w_gt(gap, error)),
                       no = edges & wm_bits(w_gt(w_neg(error), gap));
        if (all ? no != 0 : yes != 0)
            return !all;
        float leasts[SEPAL_LANES];
        w_store(leasts, least);
        for (unsigned open = edges & ~(yes | no); open != 0; open &= open - 1) {
            const uint32_t lane = sepal_lowest_bit(open);
            if (k + lane < size && run_is_beyond(s, k + lane, &run, leasts[lane], bound) != all)
                return !all;
        }
        pass_run(&run);
    }
    return all;
}

/* Does an edge of polygon i of a part it from polygon j of b? */
static SEPAL_NOINLINE bool some_edge_separates(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                               sepal_touching touching) {
    return edges_have(&(side_query){a, b, i, j, 1, touching == SEPAL_TOUCHING_OVERLAPS ? -1 : 0}, false);
}

/* Are all vertices of polygon j of b on the inner side of every edge of polygon i of a, which has area? */
static SEPAL_NOINLINE bool all_edges_hold(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                          sepal_touching touching) {
    return edges_have(&(side_query){a, b, i, j, -1, touching == SEPAL_TOUCHING_IS_APART ? -1 : 0}, true);
}

static inline bool overlap_by_all_axes(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                       sepal_touching touching) {
    if (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT)
        return sepal_polys_scalar_overlap(a, i, b, j, touching);
    return !some_edge_separates(a, i, b, j, touching) && !some_edge_separates(b, j, a, i, touching);
}

/* As sepal_polys_scalar_contact. */
static inline sepal_contact contact_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    if (!overlap_by_all_axes(a, i, b, j, SEPAL_TOUCHING_OVERLAPS))
        return SEPAL_APART;
    return overlap_by_all_axes(a, i, b, j, SEPAL_TOUCHING_IS_APART) ? SEPAL_OVERLAP : SEPAL_TOUCH;
}

/* --- The greatest gap ---------------------------------------------------------------------------- */

/* How much farther than the nearest vertex the ends of a run must be, relative to the extent of the pair
 * (docs/numerics/mtv_window.md, condition v). */
#define WINDOW_VERTEX_ERROR (32 * 0x1p-24F)

/* The greatest gap over the edge normals of a, and the first axis that has it. extent: as extent_of_one. False if an edge is too short
 * for float. */
static inline bool greatest_gap_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, w2 origin,
                                         float extent, sepal_axis *best) {
    const w winding = w_set1(a->circles[i].outer), margin = w_set1(extent * WINDOW_VERTEX_ERROR);
    vertex_run run = begin_run(a, i, b, j);
    *best = (sepal_axis){0, 0, -INFINITY, 0};
    for (uint32_t k = 0; k < a->heads[i].size; k += SEPAL_LANES) {
        const edge_run e = load_edge_run(a, i, k);
        const w square = w2_along(e.edge, e.edge);
        if (wm_bits(too_short(e.edge, square, SEPAL_LEAST_SQUARE)) != 0)
            return false;
        const w2 normal = unit_normal(e.edge, square, winding);
        const w least = find_least(&run, normal, origin, e.none, margin, false);
        w gap = w_sub(least, w2_along(normal, w2_sub(e.from, origin)));
        gap = w_select(e.none, w_set1(-INFINITY), gap);
        const float greatest = w_greatest(gap);
        if (greatest > best->gap) {
            float x[SEPAL_LANES], y[SEPAL_LANES];
            unsigned lane = sepal_lowest_bit(wm_bits(w_eq(gap, w_set1(greatest))));
            w_store(x, normal.x);
            w_store(y, normal.y);
            *best = (sepal_axis){x[lane], y[lane], greatest, k + lane};
        }
        pass_run(&run);
    }
    return true;
}

/* ===== Windows, with a pair in each lane ========================================================= */

/* The vertices of windows, in lanes. world: as stored: x, then y. near: relative to one point of each lane. */
typedef struct window_lanes {
    w world[2 * MTV_WIDE];
    w2 near[MTV_WIDE];
} window_lanes;

static inline w2 window_vertex(const window_lanes *v, uint32_t k) {
    return (w2){v->world[k], v->world[MTV_WIDE + k]};
}

/* Loads windows of `size` vertices; those that pass the last vertex are copied together first. */
static SEPAL_NOINLINE void load_windows(const sepal_polys *set, const uint32_t *index, const uint32_t *start, uint32_t size,
                                        const w2 *origin, window_lanes *out) {
    float joined[SEPAL_LANES][2 * MTV_WIDE];
    const float *x[SEPAL_LANES], *y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t shape = index[2 * lane], left = set->heads[shape].size - start[lane];
        x[lane] = sepal_poly_x(set, shape) + start[lane];
        y[lane] = sepal_poly_y(set, shape) + start[lane];
        if (left < size) {
            for (uint32_t k = 0; k < size; k++) {
                joined[lane][k] = k < left ? x[lane][k] : sepal_poly_x(set, shape)[k - left];
                joined[lane][MTV_WIDE + k] = k < left ? y[lane][k] : sepal_poly_y(set, shape)[k - left];
            }
            x[lane] = joined[lane];
            y[lane] = joined[lane] + MTV_WIDE;
        }
    }
    for (uint32_t quad = 0; quad < size / 4; quad++) {
        const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_x[lane] = x[lane] + 4 * quad;
            at_y[lane] = y[lane] + 4 * quad;
        }
        w_load_any_quad(at_x, out->world + 4 * quad);
        w_load_any_quad(at_y, out->world + MTV_WIDE + 4 * quad);
    }
    for (uint32_t k = 0; k < size; k++)
        out->near[k] = w2_sub(window_vertex(out, k), *origin);
}

/* Loads windows of four vertices as if they were polygons of four. */
static inline void load_window_of_four(const sepal_polys *set, const uint32_t *index, const uint32_t *start, vertex_lanes *out) {
    window_lanes window;
    const w2 zero = {w_set1(0), w_set1(0)};
    load_windows(set, index, start, 4, &zero, &window);
    for (uint32_t k = 0; k < 4; k++) {
        out->world[k] = window.world[k];
        out->world[4 + k] = window.world[MTV_WIDE + k];
    }
}

#endif
